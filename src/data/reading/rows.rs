//! Text that becomes rows: lines with indices, or a table. Must not know files.

use memchr::memchr;

use super::ReadData;
use super::delimited::Delimited;
use super::group_sizes::{GroupFile, Groups};
use super::indexed::IndexedLines;
use super::recognize::Format;
use super::settings::ReadingSettings;
use super::sink::{Sink, Taken};
use crate::data::letor::MAX_LINE_BYTES;
use crate::util::error::Error;

/// A file in a format that gives rows.
#[derive(Debug)]
pub(super) struct Rows {
    pub sink: Sink,
    pub form: Form,
}

#[derive(Debug)]
pub(super) enum Form {
    Lines { lines: IndexedLines, partial: Vec<u8>, is_too_long: bool, count: usize },
    Table(Box<Delimited>),
    Nothing,
}

impl Form {
    fn lines(has_groups: bool) -> Self {
        let lines = IndexedLines::new(has_groups);
        Self::Lines { lines, partial: Vec::new(), is_too_long: false, count: 0 }
    }
}

impl Rows {
    /// Returns a reader of rows. `head`: the first bytes, for a message. `like`: names of the features of the training
    /// data.
    pub fn new(
        format: Format,
        mut sink: Sink,
        groups: Option<GroupFile>,
        like: Option<Vec<String>>,
        head: &[u8],
    ) -> Self {
        let is_given = groups.as_ref().is_some_and(|groups| !groups.is_beside);
        let form = match format {
            Format::Delimited(delimiter) => Form::Table(Box::new(Delimited::new(delimiter, groups, like))),
            Format::Foreign(problem) => {
                sink.refuse(Error::data(problem));
                Form::Nothing
            }
            Format::Letor => Form::lines(is_given),
            Format::WithoutQueries => {
                match groups.as_ref().map(Groups::parse) {
                    Some(Ok(groups)) => sink.set_groups(groups),
                    Some(Err(error)) => sink.refuse(error),
                    None => sink.refuse(without_queries(head)),
                }
                Form::lines(true)
            }
        };
        Self { sink, form }
    }

    pub fn push(&mut self, chunk: &[u8]) {
        match &mut self.form {
            Form::Nothing => {}
            Form::Table(table) => table.push(chunk, &mut self.sink),
            Form::Lines { .. } => {
                let mut rest = chunk;
                while let Some(end) = memchr(b'\n', rest) {
                    self.push_piece(&rest[..=end]);
                    rest = &rest[end + 1..];
                }
                self.push_piece(rest);
            }
        }
    }

    /// Adds a piece of a line, which may be its end.
    fn push_piece(&mut self, piece: &[u8]) {
        let Form::Lines { lines, partial, is_too_long, count } = &mut self.form else { return };
        let (text, is_end) = piece.strip_suffix(b"\n").map_or((piece, false), |text| (text, true));
        // A whole line needs no copy. The first may begin with a mark.
        if is_end && *count > 0 && partial.is_empty() && !*is_too_long && text.len() <= MAX_LINE_BYTES {
            *count += 1;
            return lines.read(*count, text, &mut self.sink);
        }
        *is_too_long |= partial.len() + text.len() > MAX_LINE_BYTES;
        if *is_too_long {
            partial.clear();
        } else {
            partial.extend_from_slice(text);
        }
        if is_end {
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        let Form::Lines { lines, partial, is_too_long, count } = &mut self.form else { return };
        *count += 1;
        if std::mem::take(is_too_long) {
            let describe =
                || format!("the line is longer than {MAX_LINE_BYTES} bytes; lines end with LF or CRLF");
            self.sink.fault(*count, MAX_LINE_BYTES + 1, &describe);
        } else {
            let line = partial.strip_prefix(b"\xEF\xBB\xBF").filter(|_| *count == 1).unwrap_or(partial);
            lines.read(*count, line, &mut self.sink);
        }
        partial.clear();
    }

    /// Whether the rest of the file need not be read.
    pub fn has_stopped(&self) -> bool {
        self.sink.has_stopped()
            || match &self.form {
                Form::Lines { is_too_long, .. } => *is_too_long,
                Form::Table(table) => table.has_stopped(),
                Form::Nothing => true,
            }
    }

    pub fn lines(&self) -> usize {
        match &self.form {
            Form::Lines { count, .. } => *count,
            Form::Table(table) => table.lines(),
            Form::Nothing => 0,
        }
    }

    /// Reads what is left at the end of the file.
    pub fn end(&mut self) {
        match &mut self.form {
            Form::Lines { partial, is_too_long, .. } => {
                if *is_too_long || !partial.is_empty() {
                    self.end_line();
                }
            }
            Form::Table(table) => table.end(&mut self.sink),
            Form::Nothing => {}
        }
    }

    /// Returns the data set of the whole file. `settings`: by which the file is read.
    pub fn finish(mut self, settings: ReadingSettings) -> Result<ReadData, Error> {
        self.end();
        let read_as = self.describe();
        let (columns, mut rules) = match &self.form {
            Form::Table(table) => (table.columns(), table.by_name(settings)),
            Form::Lines { lines, .. } => (lines.names.names.clone(), settings),
            Form::Nothing => (Vec::new(), settings),
        };
        let names = match &mut self.form {
            Form::Lines { lines, .. } => std::mem::take(&mut lines.names.names),
            Form::Table(table) => table.names(&mut self.sink),
            Form::Nothing => Vec::new(),
        };
        let ungraded = std::mem::take(&mut self.sink.ungraded);
        let left_out = match &self.form {
            Form::Table(table) => Some(table.left_out()),
            _ => None,
        };
        let is_letor = matches!(self.form, Form::Lines { .. }) && self.sink.groups().is_none();
        let is_plain = is_letor
            && ungraded.is_empty()
            && self.sink.rules.is_default_but_for(self.sink.seen.missing == 0);
        let (parsed, Taken { without, means }) = self.sink.finish(names, left_out.is_some())?;
        rules.without = left_out.unwrap_or(without).iter().map(usize::to_string).collect();
        rules.means = means;
        Ok(ReadData { parsed, read_as, is_plain, ungraded, rules, columns })
    }

    /// Returns what the file was taken for, and what the rules did.
    fn describe(&self) -> String {
        let has_groups = self.sink.groups().is_some();
        let mut parts = vec![match &self.form {
            Form::Table(table) => table.describe(has_groups),
            Form::Lines { .. } if has_groups => "lines without qid, as of LightGBM and XGBoost".to_owned(),
            Form::Lines { .. } => "LETOR".to_owned(),
            Form::Nothing => String::new(),
        }];
        if self.sink.rules.zero_based && matches!(self.form, Form::Lines { .. }) {
            parts.push("feature indices from 0".to_owned());
        }
        parts.extend(self.sink.notes());
        parts.join("; ")
    }
}

fn without_queries(head: &[u8]) -> Error {
    let text = String::from_utf8_lossy(head);
    let line = text.split('\n').position(|line| !line.trim().is_empty() && !line.trim().starts_with('#'));
    Error::data(format!(
        "line {}: the lines have no qid:<query>; give the number of documents of each query with --group-sizes FILE, \
         or put FILE.query or FILE.group beside the data",
        line.unwrap_or(0) + 1
    ))
}
