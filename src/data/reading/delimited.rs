//! Tables with a header: comma-, semicolon- and tab-separated text. Must not know files.

use std::collections::HashMap;

use csv_core::{ReadRecordResult, Reader};

use super::cells::{Fields, document_comment, field_place, place_of, query_name, read_value, reader};
use super::columns::{Guess, Layout, find, guess, layout, listed, marked};
use super::group_sizes::{GroupFile, Groups};
use super::preview_row::{PreviewRow, SHOWN_ROWS, shortened};
use super::settings::ReadingSettings;
use super::sink::{Row, Sink};
use crate::data::MAX_LINE_BYTES;
use crate::data::letor_line::{quoted, read_number, remedy};
use crate::data::names::Names;

/// Reader of a table in chunks.
#[derive(Debug)]
pub(super) struct Delimited {
    delimiter: u8,
    csv: Reader,
    /// The fields of the current record, without quotes, and where each ends.
    text: Vec<u8>,
    ends: Vec<usize>,
    n_text: usize,
    n_ends: usize,
    /// The bytes of the current record, with its quotes and the blank lines above it.
    raw: Vec<u8>,
    /// Number of lines before `raw`.
    lines: usize,
    /// Whether the rest is skipped, because the columns or the line ends are unknown.
    stopped: bool,
    groups: Option<GroupFile>,
    like: Option<Vec<String>>,
    /// The first rows below the header, for a preview.
    pub first: Vec<PreviewRow>,
    /// The header, and what was found in it.
    pub guess: Option<(Vec<String>, Guess)>,
    pub layout: Option<Layout>,
    /// For each column, whether a value was no number.
    pub is_text: Vec<bool>,
    /// The original name of each query whose name had spaces.
    spaced: HashMap<String, String>,
    row: Vec<f64>,
}

impl Delimited {
    /// `like`: names of the features of the training data.
    pub fn new(delimiter: u8, groups: Option<GroupFile>, like: Option<Vec<String>>) -> Self {
        Self {
            delimiter,
            csv: reader(delimiter),
            text: vec![0; 1 << 12],
            ends: vec![0; 1 << 6],
            n_text: 0,
            n_ends: 0,
            raw: Vec::new(),
            lines: 0,
            stopped: false,
            groups,
            like,
            first: Vec::new(),
            guess: None,
            layout: None,
            is_text: Vec::new(),
            spaced: HashMap::new(),
            row: Vec::new(),
        }
    }

    /// Reads the next chunk.
    pub fn push(&mut self, mut chunk: &[u8], sink: &mut Sink) {
        while !chunk.is_empty() && !self.stopped {
            let (taken, _) = self.step(chunk, sink);
            chunk = &chunk[taken..];
        }
    }

    /// Reads the last record, which may have no line end.
    pub fn end(&mut self, sink: &mut Sink) {
        while !self.stopped && !self.step(&[], sink).1 {}
        if self.guess.is_none() && sink.faults.total == 0 {
            sink.fault(1, 1, &|| {
                "no header; expected a line of column names such as label,qid,f1,f2".to_owned()
            });
        }
    }

    /// Whether the rest is skipped.
    pub fn has_stopped(&self) -> bool {
        self.stopped
    }

    /// Number of lines read so far.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Passes bytes to the reader of fields. Returns the number of bytes taken, and whether the text has ended.
    fn step(&mut self, chunk: &[u8], sink: &mut Sink) -> (usize, bool) {
        let (text, ends) = (&mut self.text[self.n_text..], &mut self.ends[self.n_ends..]);
        let (result, taken, n_text, n_ends) = self.csv.read_record(chunk, text, ends);
        self.raw.extend_from_slice(&chunk[..taken]);
        self.n_text += n_text;
        self.n_ends += n_ends;
        match result {
            ReadRecordResult::OutputFull => self.text.resize(2 * self.text.len(), 0),
            ReadRecordResult::OutputEndsFull => self.ends.resize(2 * self.ends.len(), 0),
            ReadRecordResult::Record => self.end_record(sink),
            ReadRecordResult::InputEmpty | ReadRecordResult::End => {}
        }
        if self.raw.len() > MAX_LINE_BYTES {
            let describe = || {
                format!(
                    "the row is longer than {MAX_LINE_BYTES} bytes; perhaps a quote is not closed, or the lines end \
                     with CR alone"
                )
            };
            sink.fault(self.lines + 1, MAX_LINE_BYTES + 1, &describe);
            self.stopped = true;
        }
        (taken, matches!(result, ReadRecordResult::End))
    }

    fn end_record(&mut self, sink: &mut Sink) {
        // Taken out while they are read, because reading changes the rest.
        let raw = std::mem::take(&mut self.raw);
        let (text, ends) = (std::mem::take(&mut self.text), std::mem::take(&mut self.ends));
        let blank = raw.iter().take_while(|&&byte| byte == b'\n').count();
        let line = self.lines + blank + 1;
        self.lines += raw.iter().filter(|&&byte| byte == b'\n').count();
        // Quotes are ASCII, so fields without them are UTF-8 if the record is.
        let fields = Fields {
            text: std::str::from_utf8(&text[..self.n_text]).unwrap_or_default(),
            ends: &ends[..self.n_ends],
        };
        self.read_record(line, &raw[blank..], &fields, sink);
        (self.raw, self.text, self.ends) = (raw, text, ends);
        self.raw.clear();
        (self.n_text, self.n_ends) = (0, 0);
    }

    fn read_record(&mut self, line: usize, raw: &[u8], fields: &Fields, sink: &mut Sink) {
        if let Err(error) = std::str::from_utf8(raw) {
            let (line, column) = place_of(line, raw, error.valid_up_to());
            let byte = raw[error.valid_up_to()];
            return sink.fault(line, column, &|| format!("byte 0x{byte:02X} is not UTF-8; {}", remedy(raw)));
        }
        if raw.trim_ascii().is_empty() && fields.ends.len() == 1 {
            return;
        }
        if self.guess.is_none() {
            if !raw.starts_with(b"#") {
                let header = fields.all().map(str::to_owned).collect();
                self.read_header(line, raw, header, sink);
            }
            return;
        }
        if self.first.len() < SHOWN_ROWS {
            self.first.push(PreviewRow { line, fields: fields.all().map(shortened).collect() });
        }
        if let Some(layout) = self.layout.take() {
            if fields.ends.len() == layout.header.len() {
                self.read_row(line, raw, fields, &layout, sink);
            } else {
                let (seen, expected) = (fields.ends.len(), layout.header.len());
                let describe = || format!("the row has {seen} fields, but the header has {expected}");
                sink.rows += 1;
                sink.fault(line, 1, &describe);
            }
            self.layout = Some(layout);
        }
    }

    fn read_header(&mut self, line: usize, raw: &[u8], header: Vec<String>, sink: &mut Sink) {
        let lone = raw.iter().zip(raw.iter().skip(1)).position(|(&one, &next)| one == b'\r' && next != b'\n');
        if let Some(place) = lone {
            let describe =
                || "a carriage return (CR) inside the header; lines end with LF or CRLF".to_owned();
            sink.fault(line, place + 1, &describe);
            self.stopped = true;
            return;
        }
        let has_groups_beside = self.groups.as_ref().is_some_and(|groups| !groups.is_beside);
        let like = self.like.as_deref();
        let guessed = guess(&header, &sink.rules, self.groups.is_some(), has_groups_beside, like);
        self.guess = Some((header.clone(), guessed.clone()));
        match layout(header, guessed, self.like.as_deref(), &sink.rules) {
            Ok(layout) => {
                if layout.qid.is_none() {
                    self.start_groups(sink);
                }
                self.is_text = vec![false; layout.header.len()];
                self.layout = Some(layout);
            }
            Err(faults) => {
                for (column, problem) in faults {
                    let (line, column) = field_place(self.delimiter, line, raw, column);
                    sink.fault(line, column, &|| problem.clone());
                }
            }
        }
    }

    fn start_groups(&mut self, sink: &mut Sink) {
        match self.groups.as_ref().map(Groups::parse) {
            Some(Ok(groups)) => sink.set_groups(groups),
            Some(Err(error)) => {
                sink.refuse(error);
                self.stopped = true;
            }
            None => {}
        }
    }

    fn read_row(&mut self, line: usize, raw: &[u8], fields: &Fields, layout: &Layout, sink: &mut Sink) {
        let before = sink.faults.total;
        let place = |column: usize| field_place(self.delimiter, line, raw, column);
        let mut values = std::mem::take(&mut self.row);
        values.clear();
        for &column in &layout.features {
            let value =
                read_value(fields.get(column), &layout.header[column], &mut self.is_text[column], sink);
            values.push(value.unwrap_or_else(|problem| {
                let (line, column) = place(column);
                sink.fault(line, column, &|| problem.clone());
                0.0
            }));
        }
        let id = layout.qid.map(|column| {
            query_name(&mut self.spaced, fields.get(column)).unwrap_or_else(|problem| {
                let (line, column) = place(column);
                sink.fault(line, column, &|| problem.clone());
                String::new()
            })
        });
        let weight = layout.weight.map(|column| {
            let text = fields.get(column).trim();
            read_number(text).unwrap_or_else(|| {
                let (line, column) = place(column);
                sink.fault(line, column, &|| format!("weight {} is not a number", quoted(text)));
                0.0
            })
        });
        let comment = layout.docid.map_or_else(String::new, |column| document_comment(fields.get(column)));
        let row = Row {
            line,
            label: layout.label.map_or("", |column| fields.get(column)),
            label_place: &|| place(layout.label.unwrap_or(0)),
            id: id.as_deref().map(|id| (id, 1)),
            weight,
            features: &values,
            comment: &comment,
            is_faulty: sink.faults.total > before,
        };
        sink.add(&row);
        self.row = values;
    }

    /// Returns the names of the features. Unusable ones cause a warning.
    pub fn names(&self, sink: &mut Sink) -> Vec<Option<String>> {
        let mut names = Names::default();
        let Some(layout) = &self.layout else { return Vec::new() };
        for (index, &column) in layout.features.iter().enumerate() {
            if let Err(problem) = names.set(index + 1, &layout.header[column]) {
                sink.warn(1, &problem);
            }
        }
        names.names
    }

    /// Returns the names of all features, also of those that are left out.
    pub fn columns(&self) -> Vec<Option<String>> {
        let columns = self.layout.as_ref().map_or(&[][..], |layout| &layout.columns);
        columns.iter().cloned().map(Some).collect()
    }

    /// Returns the numbers of the features that are left out, from 1.
    pub fn left_out(&self) -> Vec<usize> {
        self.layout.as_ref().map_or_else(Vec::new, |layout| layout.left_out.clone())
    }

    /// Returns the settings with the names of their columns in the place of numbers, which another table may give to
    /// other columns. A list is separated by commas, so a name with a comma keeps its number.
    pub fn by_name(&self, settings: ReadingSettings) -> ReadingSettings {
        let header = self.layout.as_ref().map_or(&[][..], |layout| &layout.header);
        let named = |given: String| {
            let column = find(header, given.trim(), "").ok().filter(|_| !given.trim().is_empty());
            let name = column.map(|column| &header[column]);
            name.filter(|name| !name.is_empty() && !name.contains(',')).cloned().unwrap_or(given)
        };
        ReadingSettings {
            label: named(settings.label),
            qid: named(settings.qid),
            docid: named(settings.docid),
            ignore: settings.ignore.into_iter().map(named).collect(),
            ..settings
        }
    }

    /// Returns what the columns were taken for.
    pub fn describe(&self, groups: bool) -> String {
        let kind = match self.delimiter {
            b'\t' => "TSV",
            b';' => "CSV with semicolons",
            _ => "CSV",
        };
        let Some(layout) = &self.layout else { return kind.to_owned() };
        let Layout { header, label, qid, docid, weight, features, .. } = layout;
        let mut text = match label {
            Some(label) => format!("{kind}: grades from column {}", quoted(&header[*label])),
            None => format!("{kind}: no grades"),
        };
        if let Some(qid) = qid.filter(|_| !groups) {
            text += &format!(", queries from column {}", quoted(&header[qid]));
        }
        if let Some(docid) = docid {
            text += &format!(", documents from column {}", quoted(&header[*docid]));
        }
        if let Some(weight) = weight {
            text += &format!(", weights of queries from column {}", quoted(&header[*weight]));
        }
        let names: Vec<String> = features.iter().map(|&column| header[column].clone()).collect();
        let plural = if names.len() == 1 { "" } else { "s" };
        text += &format!(", {} feature{plural} ({})", names.len(), listed(&names));
        let named = label.iter().chain(qid).chain(docid).chain(weight);
        let used: Vec<usize> = features.iter().chain(named).copied().collect();
        let is_used = marked(header.len(), &used);
        let left: Vec<String> = (0..header.len())
            .filter(|&column| !is_used[column])
            .map(|column| header[column].clone())
            .collect();
        if !left.is_empty() {
            text += &format!(", {} left out ({})", left.len(), listed(&left));
        }
        text
    }
}
