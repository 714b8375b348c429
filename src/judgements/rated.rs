//! The ratings of documents: the CSV exports of Quepid and tables like them, and lines of judgements. Must not know
//! logs.

use std::collections::HashMap;

use super::table_rows::{TableRow, each_row};
use crate::data::letor_line::{quoted, read_number, remedy};
use crate::data::reading::cells::{field_place, place_of, query_name};
use crate::data::reading::columns::{find, listed, plain};
use crate::data::reading::settings::{GradeRule, Rules, is_missing};
use crate::data::{Grade, ReadingSettings};
use crate::util::error::Error;
use crate::util::faults::Faults;

/// Names of a column with the queries, the usual one first.
const QUERIES: [&str; 5] = ["query", "query_text", "keywords", "qid", "query_id"];

/// Names of a column with the documents.
const DOCUMENTS: [&str; 6] = ["docid", "doc_id", "documentid", "document_id", "docno", "id"];

/// Names of a column with the ratings.
const RATINGS: [&str; 6] = ["rating", "grade", "label", "judgement", "judgment", "relevance"];

/// A document with its grade.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RatedDocument {
    pub id: String,
    pub grade: Grade,
    pub line: usize,
}

/// The ratings of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RatedQuery {
    /// The text of the query, or its number in lines of judgements.
    pub text: String,
    /// The name in LETOR text, without white space.
    pub name: String,
    /// The documents in the order of the file.
    pub documents: Vec<RatedDocument>,
    /// The place of each document.
    places: HashMap<String, usize>,
}

/// Ratings of documents by query.
///
/// A table (CSV, TSV) has a heading with a column of queries (`query`, `Query Text`, `keywords`), of documents
/// (`docid`, `Doc ID`) and of ratings (`rating`, `grade`); other columns are ignored. These are the *basic* and the
/// *detailed* exports of Quepid; a row may lack the rating. Lines of judgements are
/// `<grade> qid:<number> # <document> <query>`, Quepid's export for learning to rank; comments
/// `# qid:<number>: <query>` above them may name the queries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgements {
    pub(super) queries: Vec<RatedQuery>,
    /// Places of the queries by name, and by the query's text where the name is a number.
    by_name: HashMap<String, usize>,
    /// Number of rows that repeat a rating.
    pub(super) repeated: usize,
    /// Number of rows with a document and without a rating.
    pub(super) unrated: usize,
}

impl RatedQuery {
    /// Returns whether a document has a rating.
    pub fn has(&self, id: &str) -> bool {
        self.places.contains_key(id)
    }
}

impl Judgements {
    /// Reads ratings. `settings`: the columns (`qid`, `docid`, `label`) and the rule for `grades` that are not whole.
    ///
    /// Cost: linear in the text.
    ///
    /// # Errors
    /// [`Error::Config`] for a rule that is unknown; [`Error::Parse`] with the faults: a missing column, a rating that
    /// is no grade, a document with two different grades, a text that is not UTF-8.
    pub fn read(bytes: &[u8], settings: &ReadingSettings) -> Result<Self, Error> {
        let rules = settings.parse()?;
        let mut reader = Reader::new(rules);
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        match std::str::from_utf8(bytes) {
            Ok(text) if is_lines(text) => reader.read_lines(text),
            Ok(text) => reader.read_table(text),
            Err(error) => {
                let (line, column) = place_of(1, bytes, error.valid_up_to());
                let byte = bytes[error.valid_up_to()];
                let describe = || format!("byte 0x{byte:02X} is not UTF-8; {}", remedy(bytes));
                reader.faults.add(line, column, &describe);
            }
        }
        reader.finish()
    }

    /// Number of queries, rated or not.
    pub fn n_queries(&self) -> usize {
        self.queries.len()
    }

    /// Number of documents with a rating.
    pub fn n_documents(&self) -> usize {
        self.queries.iter().map(|query| query.documents.len()).sum()
    }

    /// Returns the place of a query by its text or its name.
    pub(super) fn place(&self, query: &str) -> Option<usize> {
        let name = query_name(&mut HashMap::new(), query.trim()).ok()?;
        self.by_name.get(&name).copied()
    }

    /// Returns the places of the queries that have a rating.
    pub(super) fn rated_places(&self) -> Vec<usize> {
        (0..self.queries.len()).filter(|&place| !self.queries[place].documents.is_empty()).collect()
    }
}

/// Returns whether a text has lines of judgements: a word `qid:…` and no table.
fn is_lines(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .next()
        .is_some_and(|line| line.split_whitespace().nth(1).is_some_and(|word| word.starts_with("qid:")))
}

struct Reader {
    rules: Rules,
    faults: Faults,
    rated: Judgements,
    /// The original name of each query whose name had spaces.
    spaced: HashMap<String, String>,
}

/// The columns of a table, as places from 0.
struct Columns {
    query: usize,
    document: usize,
    rating: usize,
    count: usize,
}

impl Reader {
    fn new(rules: Rules) -> Self {
        let rated = Judgements { queries: Vec::new(), by_name: HashMap::new(), repeated: 0, unrated: 0 };
        Self { rules, faults: Faults::default(), rated, spaced: HashMap::new() }
    }

    fn finish(mut self) -> Result<Judgements, Error> {
        if self.rated.queries.is_empty() && self.faults.total == 0 {
            let describe =
                || "no ratings; expected a heading such as query,docid,rating and rows below it".to_owned();
            self.faults.add(1, 1, &describe);
        }
        self.faults.into_result()?;
        Ok(self.rated)
    }

    fn read_table(&mut self, text: &str) {
        let delimiter = delimiter_of(text);
        let mut columns = None;
        let mut is_known = true;
        let mut faults = std::mem::take(&mut self.faults);
        each_row(text, delimiter, &mut faults, &mut |row, faults| {
            if row.is_blank() || !is_known {
                return;
            }
            match &columns {
                None => match self.columns(row) {
                    Ok(found) => columns = Some(found),
                    Err(problems) => {
                        is_known = false;
                        problems.iter().for_each(|problem| faults.add(row.line, 1, &|| problem.clone()));
                    }
                },
                Some(columns) => {
                    if let Err((column, problem)) = self.read_row(row, columns) {
                        let (line, column) = field_place(delimiter, row.line, row.raw, column);
                        faults.add(line, column, &|| problem.clone());
                    }
                }
            }
        });
        self.faults = faults;
    }

    /// Returns the columns of a heading.
    fn columns(&self, row: &TableRow) -> Result<Columns, Vec<String>> {
        let header: Vec<String> = row.fields.all().map(str::to_owned).collect();
        let mut problems = Vec::new();
        let Rules { qid, docid, label, .. } = &self.rules;
        let mut column = |given: &Option<String>, names: &[&str], option: &str, what: &str| match given {
            Some(given) => find(&header, given, option).map_err(|problem| problems.push(problem)).ok(),
            None => {
                let place = |name: &&str| header.iter().position(|column| plain(column) == *name);
                let found = names.iter().find_map(place);
                if found.is_none() {
                    problems.push(format!(
                        "no column holds the {what}: the columns are {}; {option} NAME chooses one",
                        listed(&header)
                    ));
                }
                found
            }
        };
        let query = column(qid, &QUERIES, "--qid", "queries");
        let document = column(docid, &DOCUMENTS, "--docid", "documents");
        let rating = column(label, &RATINGS, "--label", "ratings");
        match (query, document, rating) {
            (Some(query), Some(document), Some(rating)) => {
                Ok(Columns { query, document, rating, count: header.len() })
            }
            _ => Err(problems),
        }
    }

    /// Reads a row below the heading.
    ///
    /// # Errors
    /// Column, from 0, and problem.
    fn read_row(&mut self, row: &TableRow, columns: &Columns) -> Result<(), (usize, String)> {
        let (seen, expected) = (row.fields.ends.len(), columns.count);
        if seen > expected {
            return Err((expected, format!("the row has {seen} fields, but the header has {expected}")));
        }
        let text = row.get(columns.query);
        let name = query_name(&mut self.spaced, text).map_err(|problem| (columns.query, problem))?;
        let query = self.query(&name, text);
        let (id, label) = (row.get(columns.document), row.get(columns.rating));
        self.add(query, id, label, row.line).map_err(|(is_label, problem)| {
            (if is_label { columns.rating } else { columns.document }, problem)
        })
    }

    /// Returns the place of a query; a new query gets the next place.
    fn query(&mut self, name: &str, text: &str) -> usize {
        if let Some(&place) = self.rated.by_name.get(name) {
            return place;
        }
        let place = self.rated.queries.len();
        self.rated.by_name.insert(name.to_owned(), place);
        let (text, name) = (text.to_owned(), name.to_owned());
        self.rated.queries.push(RatedQuery { text, name, documents: Vec::new(), places: HashMap::new() });
        place
    }

    /// Adds a rating.
    ///
    /// # Errors
    /// Whether the fault is in the rating, and the problem.
    fn add(&mut self, query: usize, id: &str, label: &str, line: usize) -> Result<(), (bool, String)> {
        let number = read_number(label);
        let cuts = matches!(self.rules.grades, Some(GradeRule::Thresholds(_)));
        if is_missing(label) || number == Some(-1.0) && !cuts {
            // Quepid writes a query without ratings as a row without a document.
            self.rated.unrated += usize::from(!id.is_empty());
            return Ok(());
        }
        let number = number.ok_or_else(|| {
            (true, format!("the rating {} is not a number; expected a grade such as 3", quoted(label)))
        })?;
        let grade = self.rules.grade(number, label).map_err(|problem| (true, problem))?;
        if id.is_empty() {
            return Err((false, "the row has a rating and no document; name the document".to_owned()));
        }
        let RatedQuery { text, documents, places, .. } = &mut self.rated.queries[query];
        match places.get(id).map(|&place| &documents[place]) {
            None => {
                places.insert(id.to_owned(), documents.len());
                documents.push(RatedDocument { id: id.to_owned(), grade, line });
                Ok(())
            }
            Some(first) if first.grade == grade => {
                self.rated.repeated += 1;
                Ok(())
            }
            Some(first) => Err((
                true,
                format!(
                    "the document {} of the query {} has grade {grade} here and {} in line {}; leave one of them out",
                    quoted(id),
                    quoted(text),
                    first.grade,
                    first.line
                ),
            )),
        }
    }

    fn read_lines(&mut self, text: &str) {
        let mut texts = HashMap::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if let Some(comment) = line.strip_prefix('#') {
                if let Some((number, text)) = named_query(comment) {
                    texts.insert(number.to_owned(), text.to_owned());
                }
            } else if !line.is_empty()
                && let Err(problem) = self.read_line(line, index + 1, &mut texts)
            {
                self.faults.add(index + 1, 1, &|| problem.clone());
            }
        }
        // A text that two queries have names none of them.
        let mut places: HashMap<String, Option<usize>> = HashMap::new();
        for (number, text) in texts {
            if let (Some(&place), Ok(name)) =
                (self.rated.by_name.get(&number), query_name(&mut HashMap::new(), text.trim()))
            {
                places.entry(name).and_modify(|place| *place = None).or_insert(Some(place));
            }
        }
        for (name, place) in places {
            if let Some(place) = place {
                self.rated.by_name.entry(name).or_insert(place);
            }
        }
    }

    /// Reads `<grade> qid:<number> # <document> <query>`.
    fn read_line(
        &mut self,
        line: &str,
        number: usize,
        texts: &mut HashMap<String, String>,
    ) -> Result<(), String> {
        let (head, comment) = line.split_once('#').unwrap_or((line, ""));
        let mut words = head.split_whitespace();
        let label = words.next().unwrap_or_default();
        let name = words.next().and_then(|word| word.strip_prefix("qid:")).filter(|name| !name.is_empty());
        let Some(name) = name else {
            return Err(format!("{} has no query; expected <grade> qid:<number> # <document>", quoted(line)));
        };
        let comment = comment.trim();
        let (id, rest) = comment.split_once(char::is_whitespace).unwrap_or((comment, ""));
        let query = self.query(name, name);
        let rest = rest.trim().trim_matches('"');
        if !rest.is_empty() && !texts.contains_key(name) {
            texts.insert(name.to_owned(), rest.to_owned());
        }
        self.add(query, id.trim_end_matches(';'), label, number).map_err(|(_, problem)| problem)
    }
}

/// Reads `qid:<number>: <query>`, behind which hello-ltr writes a weight, as `*1`.
fn named_query(comment: &str) -> Option<(&str, &str)> {
    let (number, text) = comment.trim().strip_prefix("qid:")?.split_once(':')?;
    let weightless = text.rsplit_once('*').filter(|(_, weight)| weight.trim().parse::<u32>().is_ok());
    Some((number.trim(), weightless.map_or(text, |(text, _)| text).trim()))
}

/// Returns the most frequent of comma, tab and semicolon in the first line with words.
fn delimiter_of(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let count = |letter: u8| first.bytes().filter(|&byte| byte == letter).count();
    let most = [b';', b'\t', b','].into_iter().max_by_key(|&letter| count(letter));
    most.unwrap_or(b',')
}
