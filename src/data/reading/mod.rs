//! Data files in the formats of other programs: recognised by their content, and read by the rules of a user. Must not
//! know files.
//!
//! Plain LETOR text goes to [`LetorParser`]. Every other format becomes rows (`rows.rs`) for one place that makes
//! documents of them (`sink.rs`), and so the same data set.

pub(crate) mod cells;
pub(crate) mod columns;
mod delimited;
mod group_sizes;
mod indexed;
mod missing;
mod preview;
mod preview_row;
mod recognize;
mod rows;
pub(crate) mod settings;
mod sink;

pub use group_sizes::GroupFile;
pub use preview::{Preview, preview};
pub use preview_row::PreviewRow;
pub use settings::ReadingSettings;
pub use sink::FileSurvey;

use recognize::{Format, HEAD_BYTES, recognize};
use rows::Rows;
use settings::{Rules, StoredColumns};
use sink::Sink;

use super::letor::{LetorParser, MAX_DENSE_BYTES};
use super::records::Parsed;
use crate::util::error::Error;

/// What was read.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadData {
    /// The data with the warnings.
    pub parsed: Parsed,
    /// What the file was taken for, in one line, such as "CSV: grades from column `label`, …".
    pub read_as: String,
    /// Whether the file was plain LETOR text, read without any rule.
    pub is_plain: bool,
    /// Lines of the documents without a grade, in ascending order. Their grade is 0. Empty unless the data need no
    /// grades ([`DataReader::without_grades`]).
    pub ungraded: Vec<usize>,
    /// The rules for further files: columns by name, features that are left out by number, and the means that fill
    /// gaps.
    pub rules: ReadingSettings,
    /// Names of the features as the file has them, also of those that are left out.
    pub columns: Vec<Option<String>>,
}

/// Reader of a file in any known format, in chunks that are cut at any byte.
///
/// | format | recognised by |
/// |---|---|
/// | LETOR, SVMlight | a word `qid:…` in one of the first lines |
/// | LightGBM, XGBoost | a number and `<index>:<value>` words; the queries come from group sizes |
/// | CSV, TSV | commas, semicolons or tabs in the first line, which names the columns |
///
/// The first 64 KiB decide. [`ReadingSettings`] has the rules for what LETOR does not have. Cost: linear in the text.
#[derive(Debug)]
pub struct DataReader {
    settings: ReadingSettings,
    rules: Rules,
    groups: Option<GroupFile>,
    like: Option<Vec<String>>,
    limit: u64,
    /// Bytes from the start, until there are enough to recognise the format.
    head: Vec<u8>,
    state: State,
}

#[derive(Debug)]
enum State {
    Head,
    Letor(Box<LetorParser>),
    Other(Box<Rows>),
}

impl DataReader {
    /// Returns a reader at the start of a file. `groups`: sizes of the groups, if there is such a file.
    ///
    /// # Errors
    /// [`Error::Config`] for a rule that is unknown.
    pub fn new(settings: &ReadingSettings, groups: Option<GroupFile>) -> Result<Self, Error> {
        Ok(Self {
            rules: settings.parse()?,
            settings: settings.clone(),
            groups,
            like: None,
            limit: MAX_DENSE_BYTES,
            head: Vec::new(),
            state: State::Head,
        })
    }

    /// Returns the reader with the rules of the training data where it has none of its own. A column or a feature of
    /// theirs that this file lacks is no fault.
    ///
    /// # Errors
    /// [`Error::Config`] for a rule that is unknown.
    pub fn after(mut self, training: &ReadingSettings) -> Result<Self, Error> {
        let ReadingSettings { label, qid, docid, ignore, .. } = training.clone();
        let columns = StoredColumns { label, qid, docid, ignore };
        let own = self.rules;
        self.settings = self.settings.after(training);
        let Rules { label, qid, docid, ignore, without_grades, .. } = own;
        let all = self.settings.parse()?;
        self.rules = Rules { label, qid, docid, ignore, without_grades, stored: Some(columns), ..all };
        Ok(self)
    }

    /// Returns the reader for data that need no grades: a table may lack their column and a line its label. A label
    /// that is no grade, such as a fraction, counts as none.
    pub fn without_grades(mut self) -> Self {
        self.rules.without_grades = true;
        self
    }

    /// Returns the reader with a column of a table, by name or number, that holds the weights of the queries. Other
    /// formats have no columns, so this does not concern them.
    pub fn weighted_by(mut self, column: &str) -> Self {
        self.rules.weight = Some(column.to_owned());
        self
    }

    /// Whether a rule says what a document without a grade is.
    pub(crate) fn has_rule_for_unjudged(&self) -> bool {
        self.rules.unjudged.is_some()
    }

    /// Whether the data need no grades.
    pub(crate) fn needs_no_grades(&self) -> bool {
        self.rules.without_grades
    }

    /// Returns the reader with another limit of the dense matrix, in bytes.
    pub fn with_limit(self, limit: u64) -> Self {
        Self { limit, ..self }
    }

    /// Reads the features of a table by their names, in this order: that of the training data. Other formats number
    /// their features, so this does not concern them. Data with an unnamed feature have no such order.
    pub fn like(self, names: &[Option<String>]) -> Self {
        let like: Option<Vec<String>> = names.iter().cloned().collect();
        Self { like: like.filter(|names| !names.is_empty()), ..self }
    }

    /// Reads the next chunk.
    pub fn push(&mut self, chunk: &[u8]) {
        if !matches!(self.state, State::Head) {
            return self.pass_on(chunk);
        }
        self.head.extend_from_slice(chunk);
        if self.head.len() >= HEAD_BYTES {
            self.begin(false);
        }
    }

    /// Number of documents read so far.
    pub fn documents(&self) -> usize {
        match &self.state {
            State::Head => 0,
            State::Letor(parser) => parser.documents(),
            State::Other(rows) => rows.sink.documents(),
        }
    }

    /// Number of lines read so far.
    pub fn lines(&self) -> usize {
        match &self.state {
            State::Head => 0,
            State::Letor(parser) => parser.lines(),
            State::Other(rows) => rows.lines(),
        }
    }

    /// Whether the rest of the file need not be read: it is in no known format, it is too large, or a line has no end.
    /// In this case [`finish`](Self::finish) returns an error.
    pub fn has_stopped(&self) -> bool {
        match &self.state {
            State::Head => false,
            State::Letor(parser) => parser.has_stopped(),
            State::Other(rows) => rows.has_stopped(),
        }
    }

    /// Returns the data set of the whole file.
    ///
    /// Errors: as [`LetorParser::finish`], and [`Error::Data`] for group sizes that do not fit, for bytes that are no
    /// text, and for data without any judged document.
    pub fn finish(mut self) -> Result<ReadData, Error> {
        if matches!(self.state, State::Head) {
            self.begin(true);
        }
        let (in_comments, needs_none) = (self.rules.comment_grades.take(), self.rules.without_grades);
        let mut read = match self.state {
            // `begin` has replaced it.
            State::Head => LetorParser::new().finish().map(|parsed| plain(parsed, self.settings)),
            State::Letor(parser) => parser.finish().map(|parsed| plain(parsed, self.settings)),
            State::Other(rows) => rows.finish(self.settings),
        }?;
        if let Some(rule) = in_comments {
            if needs_none {
                (read.parsed.dataset, read.ungraded) = rule.apply_where_given(read.parsed.dataset);
            } else {
                read.parsed.dataset = rule.apply(read.parsed.dataset)?;
            }
            read.read_as.push_str(", grades from the comments");
            read.is_plain = false;
        }
        Ok(read)
    }

    /// Recognises the format and passes on the bytes read so far.
    fn begin(&mut self, is_whole: bool) {
        let head = std::mem::take(&mut self.head);
        let format = recognize(&head[..head.len().min(HEAD_BYTES)], is_whole && head.len() <= HEAD_BYTES);
        let is_given = self.groups.as_ref().is_some_and(|groups| !groups.is_beside);
        let is_default = self.rules.is_default_for_letor() && !is_given;
        self.state = match format {
            Format::Letor if is_default => State::Letor(Box::new(LetorParser::with_limit(self.limit))),
            format => {
                let rules = self.rules.clone();
                let sink = Sink::new(rules, self.limit);
                State::Other(Box::new(Rows::new(format, sink, self.groups.take(), self.like.take(), &head)))
            }
        };
        self.pass_on(&head);
    }

    fn pass_on(&mut self, chunk: &[u8]) {
        match &mut self.state {
            State::Head => {}
            State::Letor(parser) => parser.push(chunk),
            State::Other(rows) => rows.push(chunk),
        }
    }
}

fn plain(parsed: Parsed, rules: ReadingSettings) -> ReadData {
    let columns = parsed.dataset.feature_names().to_vec();
    ReadData { parsed, read_as: "LETOR".to_owned(), is_plain: true, ungraded: Vec::new(), rules, columns }
}
