//! The documents of a file in the order of reading, and the data set made of them. Must not know any format.

use std::collections::HashMap;

use super::Grade;
use super::comments::Comments;
use super::dataset::Dataset;
use super::letor_line::{Document, quoted};
use super::matrix::RaggedRows;
use crate::linalg::row::{is_sparse, is_stored};
use crate::util::error::{Error, Problem};
use crate::util::faults::Faults;
use crate::util::sorting::sort_indices;

/// Result of [`LetorParser::finish`](super::LetorParser::finish).
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// The data. Its summary repeats the warnings.
    pub dataset: Dataset,
    /// The first 20 warnings: problems that do not prevent reading.
    pub warnings: Vec<Problem>,
    /// Total number of warnings.
    pub n_warnings: usize,
}

/// Documents read so far, in file order.
#[derive(Debug, Default)]
pub(super) struct Store {
    /// Most bytes of the stored values.
    limit: u64,
    pub n_documents: usize,
    n_features: usize,
    /// Number of values other than 0.
    n_stored: usize,
    /// Bytes of queries and comments.
    n_text: u64,
    /// Whether documents are only counted, because reading will fail.
    counting: bool,
    /// Why the data are too large, if they are.
    stopped: Option<Stopped>,
    rows: RaggedRows,
    grades: Vec<Grade>,
    /// Query number of each document.
    queries: Vec<u32>,
    lines: Vec<usize>,
    comments: Comments,
    ids: Vec<String>,
    numbers: HashMap<Box<str>, u32>,
    pub warnings: Faults,
}

/// Why data are too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stopped {
    /// They exceed the limit.
    Limit,
    /// Memory ran out before.
    Memory,
}

/// Bytes of a document besides its features and its comment: grade, query, line, and where the comment ends.
const DOCUMENT_BYTES: u128 = 32;

impl Store {
    /// Returns a store for data whose values take at most `limit` bytes.
    pub fn with_limit(limit: u64) -> Self {
        Self { limit, ..Self::default() }
    }

    pub fn add(&mut self, line: usize, document: &Document) {
        self.n_documents += 1;
        self.n_features = self.n_features.max(document.features.len());
        self.n_stored += document.features.iter().filter(|value| is_stored(**value)).count();
        self.n_text += document.comment.len() as u64;
        if self.counting {
            return;
        }
        if self.value_bytes().max(self.other_bytes()) > u128::from(self.limit) {
            self.stop(false);
        } else if !self.reserve(document) {
            self.stop(true);
        } else {
            let query = self.query(line, document);
            self.queries.push(query);
            self.grades.push(document.grade);
            self.lines.push(line);
            self.comments.push(document.comment);
        }
    }

    /// Stores the features and reserves memory for the other fields; false if memory runs out.
    fn reserve(&mut self, document: &Document) -> bool {
        self.rows.push(document.features).is_ok()
            && self.grades.try_reserve(1).is_ok()
            && self.queries.try_reserve(1).is_ok()
            && self.lines.try_reserve(1).is_ok()
            && self.comments.try_reserve(document.comment).is_ok()
    }

    /// Frees all documents. From now on documents are only counted.
    pub fn give_up(&mut self) {
        if !self.counting {
            let Self { limit, n_documents, n_features, n_stored, n_text, .. } = *self;
            *self =
                Self { limit, n_documents, n_features, n_stored, n_text, counting: true, ..Self::default() };
        }
    }

    /// Frees all documents, which are too large. `is_memory`: memory ran out before the limit was reached.
    pub fn stop(&mut self, is_memory: bool) {
        self.give_up();
        self.stopped = Some(if is_memory { Stopped::Memory } else { Stopped::Limit });
    }

    /// Whether the data are too large, so that the rest need not be read.
    pub fn has_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    fn query(&mut self, line: usize, document: &Document) -> u32 {
        let last = self.queries.last().copied();
        if let Some(last) = last.filter(|&last| self.ids[last as usize] == document.id) {
            return last;
        }
        if let Some(&query) = self.numbers.get(document.id) {
            self.warnings.add(line, document.id_column, &|| {
                let id = quoted(document.id);
                format!("query {id} continues here after other queries; its documents are grouped together")
            });
            return query;
        }
        self.n_text += 2 * document.id.len() as u64;
        let query = self.ids.len() as u32;
        self.ids.push(document.id.to_owned());
        self.numbers.insert(document.id.into(), query);
        query
    }

    /// Returns the bytes of the values, stored without zeros if that pays.
    fn value_bytes(&self) -> u128 {
        let cells = self.n_documents as u128 * self.n_features as u128;
        if self.is_sparse() { self.n_stored as u128 * 12 } else { cells * 8 }
    }

    /// Returns the bytes of everything but the values.
    fn other_bytes(&self) -> u128 {
        self.n_documents as u128 * DOCUMENT_BYTES + u128::from(self.n_text)
    }

    fn is_sparse(&self) -> bool {
        is_sparse(self.n_stored, self.n_documents.saturating_mul(self.n_features))
    }

    pub fn too_large(&self) -> Error {
        let gibibytes = |bytes: u128| bytes as f64 / f64::from(1 << 30);
        let Self { n_documents, n_features, stopped, limit, .. } = self;
        let (values, other) = (self.value_bytes(), self.other_bytes());
        let reason = match stopped {
            Some(Stopped::Memory) => "this is more memory than is available".to_owned(),
            _ => format!("the limit is {:.2} GiB", gibibytes(u128::from(*limit))),
        };
        if other > values {
            let size = gibibytes(other);
            return Error::data(format!(
                "the queries and comments of {n_documents} documents take {size:.2} GiB: {reason}; use fewer documents"
            ));
        }
        let form = if self.is_sparse() { "without their zeros" } else { "as dense numbers" };
        let size = gibibytes(values);
        Error::data(format!(
            "{n_documents} documents of {n_features} features take {size:.2} GiB {form}: {reason}; \
             use fewer documents or smaller feature indices"
        ))
    }

    pub fn finish(mut self) -> Result<Parsed, Error> {
        if self.counting {
            return Err(self.too_large());
        }
        let rows = std::mem::take(&mut self.rows);
        let Ok(mut features) = rows.into_matrix(self.n_features) else {
            self.stop(true);
            return Err(self.too_large());
        };

        let mut starts = vec![0; self.ids.len() + 1];
        for &query in &self.queries {
            starts[query as usize + 1] += 1;
        }
        for query in 1..starts.len() {
            starts[query] += starts[query - 1];
        }
        if self.warnings.total > 0 {
            let mut order: Vec<usize> = (0..self.n_documents).collect();
            // A stable sort keeps documents of a query in file order.
            sort_indices(&mut order, &|one, other| self.queries[one].cmp(&self.queries[other]));
            features.permute(&order);
            self.grades = order.iter().map(|&document| self.grades[document]).collect();
            self.lines = order.iter().map(|&document| self.lines[document]).collect();
            self.comments = self.comments.permuted(&order);
        }
        let max_grade = self.grades.iter().copied().max().unwrap_or(0);
        let dataset = Dataset {
            weights: Vec::new(),
            click_weights: Vec::new(),
            features: std::sync::Arc::new(features),
            grades: self.grades,
            max_grade,
            ids: self.ids,
            starts,
            comments: self.comments,
            groups: Vec::new(),
            lines: self.lines,
            warnings: self.warnings.first.clone(),
            n_warnings: self.warnings.total,
            feature_names: Vec::new(),
            has_gaps: false,
        };
        Ok(Parsed { dataset, warnings: self.warnings.first, n_warnings: self.warnings.total })
    }
}
