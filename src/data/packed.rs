//! Data sets as bytes in pieces, for workers of one page: one of them reads a file, and the others unpack what it has read.
//! Must not know files or workers.
//!
//! This is a transfer format inside one running page, not a file format: another version of the program may write other
//! bytes. All numbers are little-endian. The head is followed by items in a fixed order: names of features, warnings,
//! queries, documents, and the rows of the features. Every text stands behind its length, at the end of its item.

use std::sync::Arc;

use super::dataset::{Comments, Dataset};
use super::matrix::{RowFault, RowsItem, RowsReader, n_row_items, row_item};
use super::records::KEPT_PROBLEMS;
use super::{Grade, MAX_FEATURES, MAX_GRADE};
use crate::util::error::{Error, Problem, shown};

/// The first bytes. The last one is the version of the format.
const MAGIC: [u8; 8] = *b"ranksco\x01";
/// Length of the head: the magic, six numbers, the highest grade and the flags.
const HEAD: usize = MAGIC.len() + 6 * NUMBER + 2;
const NUMBER: usize = size_of::<u64>();
/// Length of a feature's name that is missing.
const NO_NAME: u64 = u64::MAX;
const HAS_LINES: u8 = 1;
const HAS_GROUPS: u8 = 2;

/// A piece ends with the first item that makes it at least this long.
const PIECE: usize = 1 << 20;
/// Bytes of a push that are copied at a time.
const STEP: usize = 1 << 16;

/// Writes a data set as bytes in pieces of about a mebibyte, for a [`PackedReader`], which takes at most [`MAX_FEATURES`]
/// features. Cost: one copy of each byte.
#[derive(Debug)]
pub struct PackedWriter {
    data: Arc<Dataset>,
    layout: Layout,
    /// Number of items written, with the head.
    written: usize,
}

impl PackedWriter {
    /// Returns a writer at the first byte. The data set is shared, not copied.
    pub fn new(data: Arc<Dataset>) -> Self {
        Self { layout: Layout::of(&data), data, written: 0 }
    }

    /// Returns the next bytes; `None` behind the last ones.
    pub fn next_piece(&mut self) -> Option<Vec<u8>> {
        // The last item may be longer than the room that is left.
        let mut piece = Vec::with_capacity(PIECE + PIECE / 8);
        while piece.len() < PIECE {
            match self.layout.item(self.written) {
                Item::End => break,
                item => self.write(item, &mut piece),
            }
            self.written += 1;
        }
        piece.shrink_to_fit();
        (!piece.is_empty()).then_some(piece)
    }

    fn write(&self, item: Item, into: &mut Vec<u8>) {
        let (data, layout) = (&*self.data, &self.layout);
        match item {
            Item::Head => layout.write(into),
            Item::Name(index) => match &data.feature_names[index] {
                Some(name) => put_text(name, &[], into),
                None => put(NO_NAME, into),
            },
            Item::Warning(index) => {
                let Problem { line, column, problem } = &data.warnings[index];
                put_text(problem, &[*line as u64, *column as u64], into);
            }
            Item::Query(index) => {
                let documents = data.starts[index + 1] - data.starts[index];
                put_text(&data.ids[index], &[documents as u64], into);
            }
            Item::Document(row) => {
                let line = data.lines.get(row).map(|&line| line as u64);
                let group = data.groups.get(row).map(|&group| u64::from(group));
                let grade = u64::from(data.grades[row]);
                let fields: Vec<u64> = [Some(grade), line, group].into_iter().flatten().collect();
                put_text(data.comments.get(row), &fields, into);
            }
            Item::Rows(item) => data.features.pack(item, into),
            Item::End => {}
        }
    }
}

fn put(number: u64, into: &mut Vec<u8>) {
    into.extend(number.to_le_bytes());
}

/// Appends the length of a text, then numbers, then the text.
fn put_text(text: &str, numbers: &[u64], into: &mut Vec<u8>) {
    put(text.len() as u64, into);
    numbers.iter().for_each(|&number| put(number, into));
    into.extend(text.as_bytes());
}

/// A part of the bytes that is written and read at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item {
    Head,
    Name(usize),
    Warning(usize),
    Query(usize),
    Document(usize),
    Rows(RowsItem),
    End,
}

/// Number of items of a kind, and the item of a number.
type Section = (usize, fn(usize) -> Item);

/// The head: how many items of each kind follow.
#[derive(Debug, Clone, Default)]
struct Layout {
    n_features: usize,
    n_documents: usize,
    n_queries: usize,
    n_names: usize,
    /// Number of warnings that are described.
    n_described: usize,
    n_warnings: usize,
    max_grade: Grade,
    flags: u8,
}

impl Layout {
    fn of(data: &Dataset) -> Self {
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        Self {
            n_features: data.n_features(),
            n_documents: data.n_documents(),
            n_queries: data.n_queries(),
            n_names: data.feature_names.len(),
            n_described: data.warnings.len(),
            n_warnings: data.n_warnings,
            max_grade: data.max_grade,
            flags: flag(!data.lines.is_empty(), HAS_LINES) | flag(!data.groups.is_empty(), HAS_GROUPS),
        }
    }

    fn write(&self, into: &mut Vec<u8>) {
        into.extend(MAGIC);
        let Self { n_features, n_documents, n_queries, n_names, n_described, n_warnings, max_grade, flags } =
            *self;
        for number in [n_features, n_documents, n_queries, n_names, n_described, n_warnings] {
            put(number as u64, into);
        }
        into.extend([max_grade, flags]);
    }

    fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let Some(mut rest) = bytes.strip_prefix(&MAGIC) else {
            return fault("they do not begin as this version of the program writes them");
        };
        let mut next = || number(&mut rest);
        let layout = Self {
            n_features: next()?,
            n_documents: next()?,
            n_queries: next()?,
            n_names: next()?,
            n_described: next()?,
            n_warnings: next()?,
            max_grade: bytes[HEAD - 2],
            flags: bytes[HEAD - 1],
        };
        let Self { n_described, n_warnings, max_grade, flags, .. } = layout;
        // Trainers make vectors of this length.
        if layout.n_features > MAX_FEATURES {
            return fault(format!("they announce {} features, more than {MAX_FEATURES}", layout.n_features));
        }
        // The items are counted.
        if [layout.n_documents, layout.n_queries, layout.n_names].iter().any(|&count| count > usize::MAX / 8)
        {
            return fault("they announce more than fits into memory");
        }
        if max_grade > MAX_GRADE {
            return fault(format!("the highest grade is {max_grade}, above {MAX_GRADE}"));
        }
        if n_described > n_warnings.min(KEPT_PROBLEMS) {
            return fault(format!("{n_described} of {n_warnings} warnings are described"));
        }
        let known = if layout.n_documents > 0 { HAS_LINES | HAS_GROUPS } else { 0 };
        if flags & !known != 0 {
            return fault(format!("the flags are {flags}"));
        }
        Ok(layout)
    }

    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Returns an item by its number, the head at 0.
    fn item(&self, index: usize) -> Item {
        let Some(mut index) = index.checked_sub(1) else { return Item::Head };
        let sections: [Section; 5] = [
            (self.n_names, Item::Name),
            (self.n_described, Item::Warning),
            (self.n_queries, Item::Query),
            (self.n_documents, Item::Document),
            (n_row_items(self.n_documents), |index| Item::Rows(row_item(index))),
        ];
        for (count, item) in sections {
            if index < count {
                return item(index);
            }
            index -= count;
        }
        Item::End
    }

    /// Returns the number of numbers before the text of an item.
    fn n_numbers(&self, item: Item) -> usize {
        match item {
            Item::Warning(_) => 2,
            Item::Query(_) => 1,
            Item::Document(_) => 1 + usize::from(self.has(HAS_LINES)) + usize::from(self.has(HAS_GROUPS)),
            _ => 0,
        }
    }
}

/// Why bytes cannot be unpacked.
type Fault = RowFault;

fn fault<T>(problem: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Bytes(problem.into()))
}

/// Reads the bytes of a [`PackedWriter`], which arrive in pieces of any size.
///
/// Any bytes lead to a valid data set or to an error. Memory: the data set, an item, and a block. Room is made for what has
/// arrived, not for what the bytes announce. Cost: one copy of each byte.
#[derive(Debug)]
pub struct PackedReader {
    layout: Layout,
    data: Dataset,
    rows: RowsReader,
    /// Number of items read, with the head.
    read: usize,
    /// Number of bytes of these items.
    bytes: u64,
    /// Bytes of the next item that have arrived.
    rest: Vec<u8>,
    /// The first error.
    error: Option<Error>,
}

impl Default for PackedReader {
    fn default() -> Self {
        Self::new()
    }
}

impl PackedReader {
    /// Returns a reader at the first byte.
    pub fn new() -> Self {
        let data = Dataset::empty(0, 0);
        let rows = RowsReader::default();
        Self { layout: Layout::default(), data, rows, read: 0, bytes: 0, rest: Vec::new(), error: None }
    }

    /// Reads the next bytes. After an error it returns the same error.
    ///
    /// # Errors
    /// [`Error::Data`] with what is wrong, and where; also if memory runs out.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if self.error.is_none()
            && let Err(fault) = bytes.chunks(STEP).try_for_each(|step| self.step(step))
        {
            self.error = Some(self.describe(&fault));
        }
        self.error.clone().map_or(Ok(()), Err)
    }

    fn step(&mut self, more: &[u8]) -> Result<(), Fault> {
        self.rest.try_reserve(more.len())?;
        self.rest.extend_from_slice(more);
        let bytes = std::mem::take(&mut self.rest);
        let mut at = 0;
        loop {
            let item = self.layout.item(self.read);
            let rest = &bytes[at..];
            let length = self.bytes_of(item, rest);
            if item == Item::End && !rest.is_empty() {
                return fault("there are bytes behind the last ones");
            }
            if item == Item::End || rest.len() < length {
                break;
            }
            self.read(item, &rest[..length])?;
            self.read += 1;
            self.bytes += length as u64;
            at += length;
        }
        self.rest = bytes;
        self.rest.drain(..at);
        Ok(())
    }

    /// Returns the data set.
    ///
    /// # Errors
    /// [`Error::Data`] if bytes are missing, and the error of [`push`](Self::push).
    pub fn finish(mut self) -> Result<Dataset, Error> {
        if let Some(error) = self.error {
            return Err(error);
        }
        if self.layout.item(self.read) != Item::End {
            return Err(self.describe(&Fault::Bytes("the bytes end here".into())));
        }
        self.data.features = Arc::new(self.rows.finish());
        Ok(self.data)
    }

    fn describe(&self, fault: &Fault) -> Error {
        Error::data(match fault {
            Fault::Memory => "the packed data take more memory than is available".to_owned(),
            Fault::Bytes(problem) => {
                format!("the packed data cannot be used: {problem} (at byte {})", self.bytes)
            }
        })
    }

    /// Returns the length of an item that begins with these bytes, or a length above theirs if that is not known yet.
    fn bytes_of(&self, item: Item, bytes: &[u8]) -> usize {
        match item {
            Item::Head => HEAD,
            Item::End => 0,
            Item::Rows(item) => self.rows.bytes_of(item, bytes),
            _ => {
                let fields = NUMBER * (1 + self.layout.n_numbers(item));
                let Some(length) = bytes.first_chunk() else { return fields };
                match (item, u64::from_le_bytes(*length)) {
                    (Item::Name(_), NO_NAME) => fields,
                    (_, length) => usize::try_from(length).unwrap_or(usize::MAX).saturating_add(fields),
                }
            }
        }
    }

    /// Reads an item. `bytes`: as many as [`bytes_of`](Self::bytes_of) returned.
    fn read(&mut self, item: Item, bytes: &[u8]) -> Result<(), Fault> {
        match item {
            Item::Head => self.read_head(bytes),
            Item::Rows(item) => self.rows.read(item, bytes),
            Item::End => Ok(()),
            _ => {
                let (fields, text) = bytes.split_at(NUMBER * (1 + self.layout.n_numbers(item)));
                let has_text = fields != NO_NAME.to_le_bytes();
                let Ok(text) = std::str::from_utf8(text) else {
                    return fault(format!("{} is not UTF-8", shown(&String::from_utf8_lossy(text))));
                };
                self.read_text(item, &fields[NUMBER..], has_text.then_some(text))
            }
        }
    }

    fn read_head(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.layout = Layout::read(bytes)?;
        self.data.max_grade = self.layout.max_grade;
        self.data.n_warnings = self.layout.n_warnings;
        self.rows = RowsReader::new(self.layout.n_documents, self.layout.n_features);
        Ok(())
    }

    /// Reads a name, a warning, a query or a document. `fields`: its numbers.
    fn read_text(&mut self, item: Item, mut fields: &[u8], text: Option<&str>) -> Result<(), Fault> {
        let data = &mut self.data;
        let first_text = text.unwrap_or_default();
        match item {
            Item::Name(_) => {
                data.feature_names.try_reserve(1)?;
                data.feature_names.push(text.map(str::to_owned));
            }
            Item::Warning(_) => {
                let (line, column) = (number(&mut fields)?, number(&mut fields)?);
                data.warnings.push(Problem { line, column, problem: first_text.to_owned() });
            }
            Item::Query(index) => {
                let (n, start) = (number(&mut fields)?, data.starts[index]);
                if first_text.is_empty() || first_text.contains([' ', '\t', '\n', '#']) {
                    return fault(format!("query {index} has the name {}", shown(first_text)));
                }
                if n == 0 || n > self.layout.n_documents - start {
                    return fault(format!("query {index} has {n} documents"));
                }
                if index + 1 == self.layout.n_queries && start + n != self.layout.n_documents {
                    return fault(format!("the queries have {} documents", start + n));
                }
                data.ids.try_reserve(1)?;
                data.starts.try_reserve(1)?;
                data.ids.push(first_text.to_owned());
                data.starts.push(start + n);
            }
            Item::Document(row) => {
                if self.layout.n_queries == 0 {
                    return fault("there are documents without queries");
                }
                let grade = number(&mut fields)?;
                if grade > usize::from(data.max_grade) {
                    return fault(format!("document {row} has grade {grade}, above {}", data.max_grade));
                }
                reserve(data, first_text, &self.layout)?;
                data.grades.push(grade as Grade);
                data.comments.push(first_text);
                if self.layout.has(HAS_LINES) {
                    let line = number(&mut fields)?;
                    if line == 0 {
                        return fault(format!("document {row} stands on line 0"));
                    }
                    data.lines.push(line);
                }
                if self.layout.has(HAS_GROUPS) {
                    let group = number(&mut fields)?;
                    let Ok(group) = u32::try_from(group) else {
                        return fault(format!("document {row} has group {group}"));
                    };
                    data.groups.push(group);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Makes room for a document.
fn reserve(data: &mut Dataset, comment: &str, layout: &Layout) -> Result<(), Fault> {
    // Unlike the features, these are small, so they may have spare room.
    let Dataset { grades, comments, lines, groups, .. } = data;
    grades.try_reserve(1)?;
    Comments::try_reserve(comments, comment)?;
    lines.try_reserve(usize::from(layout.has(HAS_LINES)))?;
    groups.try_reserve(usize::from(layout.has(HAS_GROUPS)))?;
    Ok(())
}

/// Takes a number from the front of bytes.
fn number(bytes: &mut &[u8]) -> Result<usize, Fault> {
    let Some((first, rest)) = bytes.split_first_chunk() else { return fault("a number is missing") };
    *bytes = rest;
    let number = u64::from_le_bytes(*first);
    usize::try_from(number).or_else(|_| fault(format!("{number} is too large")))
}
