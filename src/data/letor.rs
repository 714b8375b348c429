//! The parser from LETOR text to [`Dataset`]. Must not know learners.
//!
//! One document per line: `<grade> qid:<query> <index>:<value> … # comment`.

use memchr::memchr;

use super::dataset::Dataset;
use super::letor_line::LineReader;
use super::names::Names;
use super::records::{Parsed, Store};
use crate::util::error::Error;
use crate::util::faults::Faults;

/// Longest line that is read, in bytes without its newline: 1 MiB.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// Largest matrix that is built, in bytes: 2 GiB in WebAssembly, 16 GiB natively. Rows of mostly zeros count without
/// them.
pub const MAX_DENSE_BYTES: u64 = if cfg!(target_pointer_width = "32") { 2 << 30 } else { 16 << 30 };

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
/// A faulty line does not stop the parser: all faults are counted and the first 20 are described. What has no end or
/// is too large stops it. Memory: the
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
    faults: Faults,
}

impl Dataset {
    /// Reads LETOR text. [`LetorParser`] describes the format; the summary contains the warnings.
    ///
    /// ```
    /// use rankscope::data::Dataset;
    ///
    /// let data = Dataset::from_letor("2 qid:1 1:0.5 2:1\n0 qid:1 1:0.25\n1 qid:2 2:1\n")?;
    /// assert_eq!((data.n_queries(), data.n_documents(), data.n_features()), (2, 3, 2));
    /// assert_eq!(*data.features(1), [0.25, 0.0]);
    ///
    /// let fault = Dataset::from_letor("2 qid:1 1:0.5\n0 1:0.25\n").unwrap_err();
    /// assert!(fault.to_string().starts_with("line 2, column "));
    /// # Ok::<(), rankscope::Error>(())
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

    /// Returns a parser that rejects data whose matrix exceeds `bytes`.
    pub fn with_limit(bytes: u64) -> Self {
        Self {
            bytes: 0,
            lines: 0,
            partial: Vec::new(),
            too_long: false,
            reader: LineReader::default(),
            store: Store::with_limit(bytes),
            names: Names::default(),
            faults: Faults::default(),
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

    /// Whether the rest of the text need not be read: the data are too large, or a line has no end. In this case
    /// [`finish`](Self::finish) returns an error.
    pub fn has_stopped(&self) -> bool {
        self.store.has_stopped() || self.too_long
    }

    /// Returns the data set of the whole text.
    ///
    /// Errors: [`Error::Parse`] with the faults, also for a text without documents; [`Error::Data`] if the matrix
    /// exceeds the limit or memory runs out.
    pub fn finish(mut self) -> Result<Parsed, Error> {
        // Where the data are too large reading stopped, perhaps within a line: its missing rest is no fault of the
        // file.
        if self.store.has_stopped() {
            return Err(self.store.too_large());
        }
        if self.in_line() {
            self.end_line();
        }
        if self.store.n_documents == 0 && self.faults.total == 0 {
            let describe = || "no documents; expected lines like `2 qid:1 1:0.5 2:0.3`".into();
            self.faults.add(1, 1, &describe);
        }
        self.faults.into_result()?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_cut_off_when_memory_runs_out_is_no_fault() {
        let mut parser = LetorParser::new();
        parser.push(b"2 qid:1 1:0.5\n1 qid:1 1:0.25 2");
        parser.store.stop(true);
        let message = parser.finish().unwrap_err().to_string();
        assert!(message.contains("this is more memory than is available"), "{message}");
    }
}
