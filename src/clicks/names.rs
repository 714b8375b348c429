//! Names of queries and documents in click logs: document names are lines of the data file, or ids.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::data::Dataset;
use crate::util::error::{Error, shown};

/// The names by which click logs call the queries and documents of one data set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogNames {
    queries: Vec<String>,
    /// The first row of each query, and the number of rows.
    starts: Vec<usize>,
    documents: Documents,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Documents {
    /// Lines of the data file, from 1, by row.
    Lines(Vec<usize>),
    /// Ids by row.
    Ids(Vec<String>),
}

impl LogNames {
    /// Returns names that call documents by their line in the data file, from 1; generated data count as if they were a
    /// file without further lines.
    pub fn lines(data: &Dataset) -> Self {
        let line = |row| data.line(row).unwrap_or(row + 1);
        Self::new(data, Documents::Lines((0..data.n_documents()).map(line).collect()))
    }

    /// Returns names that call documents by ids. `id`: of a row.
    ///
    /// # Errors
    /// [`Error::Data`] for a query that has an id twice, or a document without an id.
    pub fn ids(data: &Dataset, id: &dyn Fn(usize) -> String) -> Result<Self, Error> {
        let names = Self::new(data, Documents::Ids((0..data.n_documents()).map(id).collect()));
        for query in data.queries() {
            let mut seen: HashMap<Cow<str>, usize> = HashMap::with_capacity(query.documents.len());
            for (document, row) in query.documents.enumerate() {
                let line = data.line(row).unwrap_or(row + 1);
                let name = names.document(query.index, document);
                if name.is_empty() {
                    return Err(Error::data(format!(
                        "line {line}: the document has no id; name documents by lines"
                    )));
                }
                if let Some(first) = seen.insert(name, line) {
                    return Err(Error::data(format!(
                        "line {line}: the query {} has the id {} already in line {first}; name documents by lines",
                        shown(query.id),
                        shown(&names.document(query.index, document))
                    )));
                }
            }
        }
        Ok(names)
    }

    fn new(data: &Dataset, documents: Documents) -> Self {
        let queries = data.queries().map(|query| query.id.to_owned()).collect();
        let starts = data.queries().map(|query| query.documents.start).chain([data.n_documents()]).collect();
        Self { queries, starts, documents }
    }

    /// Returns the name of a query, by its index in the data.
    ///
    /// # Panics
    /// If the query does not exist.
    pub fn query(&self, query: usize) -> &str {
        &self.queries[query]
    }

    /// Returns the name of a document, by its index within the query.
    ///
    /// # Panics
    /// If the document does not exist.
    pub fn document(&self, query: usize, document: usize) -> Cow<'_, str> {
        let row = self.starts[query] + document;
        match &self.documents {
            Documents::Lines(lines) => lines[row].to_string().into(),
            Documents::Ids(ids) => ids[row].as_str().into(),
        }
    }

    /// Whether documents are called by lines.
    pub(super) fn are_lines(&self) -> bool {
        matches!(self.documents, Documents::Lines(_))
    }

    fn rows(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        (0..self.queries.len()).flat_map(|query| {
            let rows = self.starts[query]..self.starts[query + 1];
            rows.enumerate().map(move |(document, row)| (query, document, row))
        })
    }
}

/// Finds queries and documents by their names.
#[derive(Debug)]
pub(super) struct Lookup {
    queries: HashMap<String, u32>,
    names: LogNames,
    /// Query and document of a line; empty where documents have ids.
    lines: HashMap<usize, (u32, u32)>,
    /// Documents of each query by id; empty where documents are lines.
    ids: Vec<HashMap<String, u32>>,
    /// The query that was found last, because the lines of one session follow each other.
    last: u32,
}

impl Lookup {
    pub fn new(names: LogNames) -> Self {
        let queries =
            names.queries.iter().enumerate().map(|(index, name)| (name.clone(), index as u32)).collect();
        let (mut lines, mut ids) = (HashMap::new(), Vec::new());
        match &names.documents {
            Documents::Lines(of_rows) => {
                lines.extend(
                    names.rows().map(|(q, document, row)| (of_rows[row], (q as u32, document as u32))),
                );
            }
            Documents::Ids(of_rows) => {
                ids.resize_with(names.queries.len(), HashMap::new);
                for (query, document, row) in names.rows() {
                    ids[query].insert(of_rows[row].clone(), document as u32);
                }
            }
        }
        Self { queries, names, lines, ids, last: 0 }
    }

    /// Returns a query by its name.
    pub fn query(&mut self, name: &str) -> Result<usize, String> {
        if self.names.queries.get(self.last as usize).is_some_and(|last| last == name) {
            return Ok(self.last as usize);
        }
        match self.queries.get(name) {
            Some(&query) => {
                self.last = query;
                Ok(query as usize)
            }
            None => Err(format!(
                "the data have no query {}; give the data that the log belongs to{}",
                shown(name),
                self.names.queries.first().map_or(String::new(), |first| format!(
                    ", whose queries have names like {}",
                    shown(first)
                ))
            )),
        }
    }

    /// Returns a document of a query by its name.
    pub fn document(&self, query: usize, name: &str) -> Result<u32, String> {
        if !self.names.are_lines() {
            return self.ids[query].get(name).copied().ok_or_else(|| {
                format!(
                    "the query {} has no document {}; its first is {}",
                    shown(self.names.query(query)),
                    shown(name),
                    shown(&self.names.document(query, 0))
                )
            });
        }
        let Some(line) = name.parse::<usize>().ok().filter(|&line| line > 0) else {
            return Err(format!(
                "the document {} is not a line of the data file, a whole number from 1; to name documents by ids, say \
                 so (--ids)",
                shown(name)
            ));
        };
        match self.lines.get(&line) {
            Some(&(owner, document)) if owner as usize == query => Ok(document),
            Some(&(owner, _)) => Err(format!(
                "line {line} of the data is a document of the query {}, not of {}; documents are lines of the data \
                 file, from 1",
                shown(self.names.query(owner as usize)),
                shown(self.names.query(query))
            )),
            None => Err(format!(
                "the data have no document in line {line}; documents are lines of the data file, from 1"
            )),
        }
    }
}
