//! A file that holds data in any format, or pages. Must not know files.

use super::collection::Collection;
use super::entries::{LONGEST_PAGES, begins, may_begin, too_long};
use crate::data::{DataReader, ReadData};
use crate::util::error::Error;

/// Reader of a data file in any known format, or of [pages](Collection), in chunks that are cut at any byte.
///
/// Pages become LETOR text, so the rules of the [`DataReader`] hold for them too. A candidate without a judgement has
/// grade 0, unless `unjudged` says otherwise. Where [no grades are needed](DataReader::without_grades), the candidates
/// of a query without any judgement have no grade. Pages need no other rules: they have no gaps, and their grades are
/// whole.
#[derive(Debug)]
pub struct FileReader {
    reader: DataReader,
    state: State,
}

#[derive(Debug)]
enum State {
    /// Bytes from the start, until they show whether these are pages.
    Beginning(Vec<u8>),
    Data,
    Pages(Vec<u8>),
}

impl FileReader {
    /// Returns a reader at the start of a file. `reader`: a reader at its start, with the rules.
    pub fn new(reader: DataReader) -> Self {
        Self { reader, state: State::Beginning(Vec::new()) }
    }

    /// Returns the reader for data that need no grades, as [`DataReader::without_grades`].
    pub fn without_grades(self) -> Self {
        Self { reader: self.reader.without_grades(), ..self }
    }

    /// Reads the next chunk.
    pub fn push(&mut self, chunk: &[u8]) {
        match &mut self.state {
            State::Data => self.reader.push(chunk),
            // From the limit on, the file is refused.
            State::Pages(json) if json.len() > LONGEST_PAGES => {}
            State::Pages(json) => json.extend_from_slice(chunk),
            State::Beginning(head) => {
                head.extend_from_slice(chunk);
                if begins(head) {
                    self.state = State::Pages(std::mem::take(head));
                } else if !may_begin(head) {
                    self.reader.push(head);
                    self.state = State::Data;
                }
            }
        }
    }

    /// Number of documents read so far. Those of pages are counted at the end.
    pub fn documents(&self) -> usize {
        self.reader.documents()
    }

    /// Whether the rest of the file need not be read, as [`DataReader::has_stopped`]; also if the pages are too long.
    pub fn has_stopped(&self) -> bool {
        match &self.state {
            State::Pages(json) => json.len() > LONGEST_PAGES,
            _ => self.reader.has_stopped(),
        }
    }

    /// Returns the data set of the whole file.
    ///
    /// # Errors
    /// As [`DataReader::finish`]; for pages as [`Collection::read`].
    pub fn finish(self) -> Result<ReadData, Error> {
        let mut reader = self.reader;
        match self.state {
            State::Data => reader.finish(),
            State::Beginning(head) => {
                reader.push(&head);
                reader.finish()
            }
            State::Pages(json) if json.len() > LONGEST_PAGES => Err(too_long()),
            State::Pages(json) => {
                let collection = Collection::read(&json)?;
                drop(json);
                Self::finish_pages(reader, &collection)
            }
        }
    }

    /// Returns the data of pages, by the rules of a reader at the start of a file.
    pub(super) fn finish_pages(mut reader: DataReader, collection: &Collection) -> Result<ReadData, Error> {
        reader.push(collection.letor_head().as_bytes());
        for (query, known) in collection.queries.iter().enumerate() {
            if reader.has_stopped() {
                break;
            }
            let has_none = known.candidates.iter().all(|candidate| candidate.grade.is_none());
            let is_missing = reader.has_rule_for_unjudged() || (reader.needs_no_grades() && has_none);
            let unjudged = if is_missing { "NaN" } else { "0" };
            reader.push(collection.letor_query(query, unjudged)?.as_bytes());
        }
        let read = reader.finish()?;
        let notes = read.read_as.strip_prefix("LETOR").unwrap_or_default();
        Ok(ReadData { read_as: collection.read_as() + notes, is_plain: false, ..read })
    }
}
