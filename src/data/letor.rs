//! The parser from LETOR text to [`Dataset`]. Must not know learners.
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
use crate::sorting::sort_indices;

/// Longest line that is read, in bytes without its newline: 1 MiB.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// Largest dense matrix that is built, in bytes: 2 GiB in WebAssembly, 16 GiB natively.
pub const MAX_DENSE_BYTES: u64 = if cfg!(target_pointer_width = "32") { 2 << 30 } else { 16 << 30 };

/// Number of faults and of warnings that are described. All of them are counted.
const KEPT_PROBLEMS: usize = 20;

/// Parser of LETOR text that arrives in chunks of any size, cut at any byte.
///
/// - Text is UTF-8. Spaces and tabs separate tokens. Lines end with LF or CRLF, and the last line end may be missing. A
///   byte order mark at the start is skipped.
/// - The grade is a whole number from 0 to [`MAX_GRADE`](super::MAX_GRADE). The query is any text without white space.
/// - Feature indices are 1 to [`MAX_FEATURES`](super::MAX_FEATURES), in any order; a missing feature is 0. Values are
///   finite decimal numbers.
/// - `#` starts a comment at any place. Lines with only a comment are skipped.
/// - Comment lines before the first document may name features. `# 3: title length` names feature 3.
///   `# features: title, body` names the first features in order. `# features: 2 body, 5 age` names features by index.
///   Unusable names cause a warning.
/// - The documents of a query are grouped. If a query continues after other queries, a warning says so.
///
/// A faulty line does not stop the parser: all faults are counted and the first 20 are described. Memory: the dense
/// matrix, one more block of it, and one line. Cost: linear in the text.
#[derive(Debug)]
pub struct LetorParser {
    bytes: u64,
    lines: usize,
    /// Start of a line that the end of a chunk cut off.
    partial: Vec<u8>,
    /// Whether the current line exceeds the limit, so that its rest is skipped.
    too_long: bool,
    reader: LineReader,
    store: Store,
    names: Names,
    faults: Problems,
}

/// Result of [`LetorParser::finish`].
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// The data. Its summary repeats the warnings.
    pub dataset: Dataset,
    /// The first 20 warnings: problems that do not prevent reading.
    pub warnings: Vec<Problem>,
    /// Total number of warnings.
    pub n_warnings: usize,
}

impl Dataset {
    /// Reads LETOR text. [`LetorParser`] describes the format; the summary contains the warnings.
    ///
    /// ```
    /// use rankscope::data::Dataset;
    ///
    /// let data = Dataset::from_letor("2 qid:1 1:0.5 2:1\n0 qid:1 1:0.25\n1 qid:2 2:1\n")?;
    /// assert_eq!((data.n_queries(), data.n_documents(), data.n_features()), (2, 3, 2));
    /// assert_eq!(data.features(1), [0.25, 0.0]);
    ///
    /// let fault = Dataset::from_letor("2 qid:1 1:0.5\n0 1:0.25\n").unwrap_err();
    /// assert!(fault.to_string().starts_with("line 2, column "));
    /// # Ok::<(), rankscope::error::Error>(())
    /// ```
    pub fn from_letor(text: &str) -> Result<Self, Error> {
        let mut parser = LetorParser::new();
        parser.push(text.as_bytes());
        Ok(parser.finish()?.dataset)
    }
}

impl Default for LetorParser {
    fn default() -> Self {
        Self::new()
    }
}

impl LetorParser {
    /// Returns a parser with the limit [`MAX_DENSE_BYTES`].
    pub fn new() -> Self {
        Self::with_limit(MAX_DENSE_BYTES)
    }

    /// Returns a parser that rejects data whose dense matrix exceeds `dense_bytes`.
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

    /// Reads the next chunk. [`finish`](Self::finish) reports the faults.
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

    /// Number of bytes read so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Number of complete lines read so far.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Number of documents read so far, without faulty lines.
    pub fn documents(&self) -> usize {
        self.store.n_documents
    }

    /// Whether memory ran out. In this case [`finish`](Self::finish) returns an error.
    pub fn starved(&self) -> bool {
        self.store.starved
    }

    /// Returns the data set of the whole text.
    ///
    /// Errors: [`Error::Parse`] with the faults, also for a text without documents; [`Error::Data`] if the dense matrix
    /// exceeds the limit or memory runs out.
    pub fn finish(mut self) -> Result<Parsed, Error> {
        // Where memory ran out reading stopped, perhaps within a line: its missing rest is no fault of the file.
        if self.store.starved {
            return Err(self.store.too_large());
        }
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
            let describe = || {
                format!(
                    "the line is longer than {MAX_LINE_BYTES} bytes; lines end with LF or CRLF, not with CR alone"
                )
            };
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

    /// Reads a line without a document that stands before the first document.
    fn read_head(&mut self, line: &[u8]) {
        let text = std::str::from_utf8(line).unwrap_or_default().trim();
        if let Some(comment) = text.strip_prefix('#')
            && let Err(problem) = self.names.read_comment(comment.trim())
        {
            self.store.warnings.add(self.lines, 1, &|| problem.clone());
        }
    }
}

/// Documents read so far, in file order.
#[derive(Debug, Default)]
struct Store {
    limit: u64,
    n_documents: usize,
    n_features: usize,
    /// Whether documents are only counted, because reading will fail.
    counting: bool,
    /// Whether memory ran out before the limit was reached.
    starved: bool,
    rows: RaggedRows,
    grades: Vec<Grade>,
    /// Query number of each document.
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

    /// Stores the features and reserves memory for the other fields; false if memory runs out.
    fn reserve(&mut self, document: &Document) -> bool {
        self.rows.push(document.features).is_ok()
            && self.grades.try_reserve(1).is_ok()
            && self.queries.try_reserve(1).is_ok()
            && self.lines.try_reserve(1).is_ok()
            && self.comments.try_reserve(document.comment).is_ok()
    }

    /// Frees all documents. From now on documents are only counted.
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
                format!("query {id} continues here after other queries; its documents are grouped together")
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
            "this is more memory than is available".to_owned()
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
            // A stable sort keeps documents of a query in file order.
            sort_indices(&mut order, &|one, other| self.queries[one].cmp(&self.queries[other]));
            features.permute(&order);
            self.grades = order.iter().map(|&document| self.grades[document]).collect();
            self.lines = order.iter().map(|&document| self.lines[document]).collect();
            self.comments = self.comments.permuted(&order);
        }
        let max_grade = self.grades.iter().copied().max().unwrap_or(0);
        let dataset = Dataset {
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
        };
        Ok(Parsed { dataset, warnings: self.warnings.first, n_warnings: self.warnings.total })
    }
}

/// The first problems and the total number of problems.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn a_line_that_is_cut_off_when_memory_runs_out_is_no_fault() {
        let mut parser = LetorParser::new();
        parser.push(b"2 qid:1 1:0.5\n1 qid:1 1:0.25 2");
        parser.store.give_up();
        parser.store.starved = true;
        let message = parser.finish().unwrap_err().to_string();
        assert!(message.contains("this is more memory than is available"), "{message}");
    }
}
