//! What a file would be taken for, from its first lines. Must not know pages.

use serde::Serialize;

use super::columns::Guess;
use super::group_sizes::GroupFile;
use super::preview_row::{PreviewRow, SHOWN_LETTERS, SHOWN_ROWS, shortened};
use super::recognize::{Format, HEAD_BYTES, recognize};
use super::rows::{Form, Rows};
use super::settings::ReadingSettings;
use super::sink::{FileSurvey, Sink};
use crate::data::letor::MAX_DENSE_BYTES;
use crate::util::error::{Error, Problem};

/// What the first lines of a file are taken for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Preview {
    /// `letor`, `without-queries`, `table` or `unreadable`.
    pub format: &'static str,
    /// Name of the format, such as "CSV".
    pub format_name: &'static str,
    /// Names of the columns of a table.
    pub columns: Vec<String>,
    /// The column with the grades.
    pub label: Option<String>,
    /// The column with the queries.
    pub qid: Option<String>,
    /// The column with the names of documents.
    pub docid: Option<String>,
    /// Columns that are left out.
    pub ignored: Vec<String>,
    /// Columns with a value that is no number.
    pub text_columns: Vec<String>,
    /// Number of features in the lines seen.
    pub features: usize,
    /// Number of documents in the lines seen.
    pub documents: usize,
    /// Number of times the query changes from line to line, from 1.
    pub queries: usize,
    /// Whether the whole file was seen.
    pub is_whole: bool,
    /// What LETOR does not have.
    pub seen: FileSurvey,
    /// The first lines.
    pub rows: Vec<PreviewRow>,
    /// What keeps the file from being read by these rules; at most 20.
    pub problems: Vec<Problem>,
    /// Number of all such problems.
    pub n_problems: usize,
    /// A reason that concerns the whole file.
    pub refusal: Option<String>,
}

/// Reads the start of a file by some rules. `is_whole`: whether `head` is the whole file.
///
/// Cost: linear in `head`.
///
/// # Errors
/// [`Error::Config`] for a rule that is unknown.
pub fn preview(
    head: &[u8],
    is_whole: bool,
    settings: &ReadingSettings,
    groups: Option<GroupFile>,
) -> Result<Preview, Error> {
    let sink = Sink::new(settings.parse()?, MAX_DENSE_BYTES);
    let format = recognize(&head[..head.len().min(HEAD_BYTES)], is_whole && head.len() <= HEAD_BYTES);
    let mut rows = Rows::new(format, sink, groups, None, head);
    // A line that is cut off would be faulty.
    let complete = match head.iter().rposition(|&byte| byte == b'\n') {
        Some(end) if !is_whole => &head[..=end],
        _ => head,
    };
    rows.push(complete);
    if is_whole {
        rows.end();
    }
    Ok(describe(format, rows, is_whole, complete))
}

fn describe(format: Format, rows: Rows, is_whole: bool, head: &[u8]) -> Preview {
    let (name, format_name) = match format {
        Format::Letor => ("letor", "LETOR"),
        Format::WithoutQueries => ("without-queries", "LightGBM or XGBoost lines without queries"),
        Format::Delimited(b'\t') => ("table", "TSV"),
        Format::Delimited(b';') => ("table", "CSV with semicolons"),
        Format::Delimited(_) => ("table", "CSV"),
        Format::Foreign(_) => ("unreadable", "not text"),
    };
    let Rows { sink, form } = rows;
    let mut preview = Preview {
        format: name,
        format_name,
        columns: Vec::new(),
        label: None,
        qid: None,
        docid: None,
        ignored: Vec::new(),
        text_columns: Vec::new(),
        features: 0,
        documents: sink.rows as usize,
        queries: sink.queries,
        is_whole,
        seen: sink.seen,
        rows: Vec::new(),
        problems: sink.faults.first.clone(),
        n_problems: sink.faults.total,
        refusal: sink.refusal(is_whole),
    };
    match form {
        Form::Nothing => {}
        Form::Lines { lines, .. } => {
            preview.features = lines.widest();
            preview.rows = first_lines(head);
        }
        Form::Table(table) => {
            preview.rows = table.first;
            let Some((header, Guess { label, qid, docid, ignored, .. })) = table.guess else {
                return preview;
            };
            let name = |column: usize| header[column].clone();
            preview.label = label.ok().flatten().map(name);
            preview.qid = qid.ok().flatten().map(name);
            preview.docid = docid.map(name);
            preview.ignored = ignored.into_iter().map(name).collect();
            preview.features = table.layout.as_ref().map_or(0, |layout| layout.features.len());
            let texts = table.is_text.iter().enumerate().filter(|(_, is_text)| **is_text);
            preview.text_columns = texts.map(|(column, _)| name(column)).collect();
            preview.columns = header;
        }
    }
    preview
}

fn first_lines(head: &[u8]) -> Vec<PreviewRow> {
    let lines = head.split(|&byte| byte == b'\n').take(SHOWN_ROWS).enumerate();
    let rows = lines.map(|(index, line)| PreviewRow {
        line: index + 1,
        fields: vec![shortened(&String::from_utf8_lossy(&line[..line.len().min(4 * SHOWN_LETTERS)]))],
    });
    rows.filter(|row| !row.fields[0].is_empty()).collect()
}
