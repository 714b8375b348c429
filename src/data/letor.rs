//! LETOR text to [`Dataset`]: the only parser. Knows no learner.
//!
//! One document per line: `<grade> qid:<query> <index>:<value> … # comment`.

use std::collections::HashMap;

use memchr::memchr;

use super::Grade;
use super::dataset::{Comments, Dataset};
use super::letor_line::{Document, LineReader, quoted};
use super::matrix::RaggedRows;
use super::names::Names;
use crate::error::{Error, Problem};

/// The longest line that is read, without its newline: 1 MiB.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// The largest dense matrix that is built: 2 GiB in WebAssembly, 16 GiB natively.
pub const MAX_DENSE_BYTES: u64 = if cfg!(target_pointer_width = "32") { 2 << 30 } else { 16 << 30 };

/// How many faults and warnings are kept; all are counted.
const KEPT_PROBLEMS: usize = 20;

/// Reads LETOR text that arrives in chunks of any size, cut anywhere.
///
/// - Tokens are separated by spaces and tabs; lines end with LF or CRLF, the last one also
///   without; a byte order mark at the start is skipped. Text is UTF-8.
/// - The grade is a whole number from 0 to [`MAX_GRADE`](super::MAX_GRADE). The query is any
///   text without white space. Indices are 1 to [`MAX_FEATURES`](super::MAX_FEATURES), in any order; a missing one
///   is 0. Values are finite decimal numbers.
/// - `#` starts a comment wherever it stands. Lines without anything else are skipped.
/// - Comment lines before the first document may name features: `# 3: title length` names feature 3,
///   `# features: title, body` the first ones in order, `# features: 2 body, 5 age` some by index. What cannot be used there is a warning.
/// - Documents of a query are brought together; where a query goes on after others, a warning says so.
///
/// A line at fault does not end the reading: all faults are counted and the first 20 are described.
/// Memory: the dense matrix, one block of it, and one line. Cost: linear in the text.
#[derive(Debug)]
pub struct LetorParser {
    bytes: u64,
    lines: usize,
    /// Start of a line that was cut by the end of a chunk.
    partial: Vec<u8>,
    /// Whether the line being read is over the limit, so that its rest is skipped.
    too_long: bool,
    reader: LineReader,
    store: Store,
    names: Names,
    faults: Problems,
}

/// What [`LetorParser::finish`] returns.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// The data; its summary repeats the warnings.
    pub dataset: Dataset,
    /// What is not a fault but ought to be known: the first 20.
    pub warnings: Vec<Problem>,
    /// How many warnings there are in all.
    pub n_warnings: usize,
}

impl Default for LetorParser {
    fn default() -> Self {
        Self::new()
    }
}

impl LetorParser {
    /// A parser with the limit [`MAX_DENSE_BYTES`].
    pub fn new() -> Self {
        Self::with_limit(MAX_DENSE_BYTES)
    }

    /// A parser that refuses data whose dense matrix is over `dense_bytes`.
    pub fn with_limit(dense_bytes: u64) -> Self {
        Self {
            bytes: 0,
            lines: 0,
            partial: Vec::new(),
            too_long: false,
            reader: LineReader::default(),
            store: Store { limit: dense_bytes, ..Store::default() },
            names: Names::default(),
            faults: Problems::default(),
        }
    }

    /// Reads on. Faults are kept for [`finish`](Self::finish).
    pub fn push(&mut self, mut chunk: &[u8]) {
        self.bytes += chunk.len() as u64;
        while let Some(end) = memchr(b'\n', chunk) {
            let line = &chunk[..end];
            if self.in_line() || line.len() > MAX_LINE_BYTES {
                self.keep(line);
                self.end_line();
            } else {
                self.read(line);
            }
            chunk = &chunk[end + 1..];
        }
        self.keep(chunk);
    }

    /// Bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Lines read so far, without the one being read.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Documents read so far, without lines at fault.
    pub fn documents(&self) -> usize {
        self.store.n_documents
    }

    /// Whether memory ran out, so that [`finish`](Self::finish) fails whatever else is read.
    pub fn starved(&self) -> bool {
        self.store.starved
    }

    /// The data set of all that was read.
    ///
    /// Errors: [`Error::Parse`] with the faults, one of which is a text without documents;
    /// [`Error::Data`] if the dense matrix is over the limit or memory cannot be had.
    pub fn finish(mut self) -> Result<Parsed, Error> {
        if self.in_line() {
            self.end_line();
        }
        if self.store.n_documents == 0 && self.faults.total == 0 {
            let describe = || "no documents; expected lines like `2 qid:1 1:0.5 2:0.3`".into();
            self.faults.add(1, 1, &describe);
        }
        if self.faults.total > 0 {
            return Err(Error::Parse { problems: self.faults.first, total: self.faults.total });
        }
        let mut parsed = self.store.finish()?;
        parsed.dataset.feature_names = self.names.names;
        Ok(parsed)
    }

    fn in_line(&self) -> bool {
        self.too_long || !self.partial.is_empty()
    }

    fn keep(&mut self, piece: &[u8]) {
        if self.too_long || self.partial.len() + piece.len() > MAX_LINE_BYTES {
            self.too_long = true;
            self.partial = Vec::new();
        } else {
            self.partial.extend_from_slice(piece);
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.partial);
        if std::mem::take(&mut self.too_long) {
            self.lines += 1;
            let describe = || format!("the line is longer than {MAX_LINE_BYTES} bytes");
            self.faults.add(self.lines, MAX_LINE_BYTES + 1, &describe);
            self.store.give_up();
        } else {
            self.read(&line);
            self.partial = line;
            self.partial.clear();
        }
    }

    fn read(&mut self, line: &[u8]) {
        self.lines += 1;
        let line = match line.strip_prefix(b"\xEF\xBB\xBF") {
            Some(rest) if self.lines == 1 => rest,
            _ => line,
        };
        let (number, faults) = (self.lines, &mut self.faults);
        let mut fault = |column: usize, describe: &dyn Fn() -> String| faults.add(number, column, describe);
        match self.reader.read(line, &mut fault) {
            Some(document) => self.store.add(number, &document),
            None if self.faults.total > 0 => self.store.give_up(),
            None if self.store.n_documents == 0 => self.read_head(line),
            None => {}
        }
    }

    /// A line without a document, before the first one.
    fn read_head(&mut self, line: &[u8]) {
        let text = std::str::from_utf8(line).unwrap_or_default().trim();
        if let Some(comment) = text.strip_prefix('#')
            && let Err(problem) = self.names.read_comment(comment.trim())
        {
            self.store.warnings.add(self.lines, 1, &|| problem.clone());
        }
    }
}

/// The documents so far, in file order.
#[derive(Debug, Default)]
struct Store {
    limit: u64,
    n_documents: usize,
    n_features: usize,
    /// Whether documents are only counted, as there will be an error anyway.
    counting: bool,
    /// Whether memory ran out before the limit was reached.
    starved: bool,
    rows: RaggedRows,
    grades: Vec<Grade>,
    /// Query of every document.
    queries: Vec<u32>,
    lines: Vec<usize>,
    comments: Comments,
    ids: Vec<String>,
    numbers: HashMap<Box<str>, u32>,
    warnings: Problems,
}

impl Store {
    fn add(&mut self, line: usize, document: &Document) {
        self.n_documents += 1;
        self.n_features = self.n_features.max(document.features.len());
        if self.counting {
            return;
        }
        if self.dense_bytes() > u128::from(self.limit) {
            self.give_up();
        } else if !self.reserve(document) {
            self.give_up();
            self.starved = true;
        } else {
            let query = self.query(line, document);
            self.queries.push(query);
            self.grades.push(document.grade);
            self.lines.push(line);
            self.comments.push(document.comment);
        }
    }

    /// Takes the features and makes room for the rest.
    fn reserve(&mut self, document: &Document) -> bool {
        self.rows.push(document.features).is_ok()
            && self.grades.try_reserve(1).is_ok()
            && self.queries.try_reserve(1).is_ok()
            && self.lines.try_reserve(1).is_ok()
            && self.comments.try_reserve(document.comment).is_ok()
    }

    /// Frees everything; from now on documents are only counted.
    fn give_up(&mut self) {
        if !self.counting {
            let Self { limit, n_documents, n_features, .. } = *self;
            *self = Self { limit, n_documents, n_features, counting: true, ..Self::default() };
        }
    }

    fn query(&mut self, line: usize, document: &Document) -> u32 {
        let last = self.queries.last().copied();
        if let Some(last) = last.filter(|&last| self.ids[last as usize] == document.id) {
            return last;
        }
        if let Some(&query) = self.numbers.get(document.id) {
            self.warnings.add(line, document.id_column, &|| {
                let id = quoted(document.id);
                format!("query {id} goes on here after other queries; its documents are brought together")
            });
            return query;
        }
        let query = self.ids.len() as u32;
        self.ids.push(document.id.to_owned());
        self.numbers.insert(document.id.into(), query);
        query
    }

    fn dense_bytes(&self) -> u128 {
        self.n_documents as u128 * self.n_features as u128 * 8
    }

    fn too_large(&self) -> Error {
        let gibibytes = |bytes: u128| bytes as f64 / f64::from(1 << 30);
        let Self { n_documents, n_features, starved, limit, .. } = self;
        let size = gibibytes(self.dense_bytes());
        let reason = if *starved {
            "that is more memory than can be had here".to_owned()
        } else {
            format!("the limit is {:.2} GiB", gibibytes(u128::from(*limit)))
        };
        Error::data(format!(
            "{n_documents} documents of {n_features} features take {size:.2} GiB as dense numbers: {reason}; \
             use fewer documents or smaller feature indices"
        ))
    }

    fn finish(mut self) -> Result<Parsed, Error> {
        if self.counting {
            return Err(self.too_large());
        }
        let rows = std::mem::take(&mut self.rows);
        let Ok(mut features) = rows.into_matrix(self.n_features) else {
            self.starved = true;
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
            // Stable, so documents stay in file order within their query.
            order.sort_by_key(|&document| self.queries[document]);
            features.permute(&order);
            self.grades = order.iter().map(|&document| self.grades[document]).collect();
            self.lines = order.iter().map(|&document| self.lines[document]).collect();
            self.comments = self.comments.permuted(&order);
        }
        let max_grade = self.grades.iter().copied().max().unwrap_or(0);
        let dataset = Dataset {
            features,
            grades: self.grades,
            max_grade,
            ids: self.ids,
            starts,
            comments: self.comments,
            lines: self.lines,
            warnings: self.warnings.first.clone(),
            n_warnings: self.warnings.total,
            feature_names: Vec::new(),
        };
        Ok(Parsed { dataset, warnings: self.warnings.first, n_warnings: self.warnings.total })
    }
}

/// The first problems and how many there are.
#[derive(Debug, Default)]
struct Problems {
    first: Vec<Problem>,
    total: usize,
}

impl Problems {
    fn add(&mut self, line: usize, column: usize, describe: &dyn Fn() -> String) {
        self.total += 1;
        if self.first.len() < KEPT_PROBLEMS {
            self.first.push(Problem { line, column, problem: describe() });
        }
    }
}
