//! The format of a file by its first bytes. Must not know how formats are read.

use crate::data::letor_line::read_number;

/// Number of bytes from the start of a file that decide its format.
pub(super) const HEAD_BYTES: usize = 1 << 16;

/// A kind of text, or of bytes that are no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// `<grade> qid:<query> <index>:<value> …`, and everything that is nothing else.
    Letor,
    /// `<label> <index>:<value> …`, the lines of LightGBM and XGBoost. Other files give the queries.
    WithoutQueries,
    /// Fields between these separators below a header.
    Delimited(u8),
    /// No data of this program, with what it is and what to do.
    Foreign(&'static str),
}

/// Names of files that are no text, by their first bytes.
const SIGNATURES: [(&[u8], &str); 7] = [
    (&[0x1f, 0x8b], "these are the packed bytes of a .gz file: unpack them first"),
    (b"PK\x03\x04", "this is a ZIP archive or a spreadsheet (.xlsx): unpack it, or save the sheet as CSV"),
    (b"PAR1", "this is a Parquet file: write it as CSV"),
    (b"\x28\xB5\x2F\xFD", "these are the packed bytes of a .zst file: unpack them first"),
    (b"BZh", "these are the packed bytes of a .bz2 file: unpack them first"),
    (b"\xFF\xFE", "this is text in UTF-16: save the file as UTF-8"),
    (b"\xFE\xFF", "this is text in UTF-16: save the file as UTF-8"),
];

/// What a file is that has a byte 0 and names no query. In LETOR text a comment may have such a byte.
const BINARY: &str = "this is not text: save the data as LETOR, LIBSVM, CSV or TSV text in UTF-8";

/// Recognises a format. `head`: up to [`HEAD_BYTES`] from the start. `is_whole`: whether the file ends there.
pub(super) fn recognize(head: &[u8], is_whole: bool) -> Format {
    if let Some((_, problem)) = SIGNATURES.iter().find(|(bytes, _)| head.starts_with(bytes)) {
        return Format::Foreign(problem);
    }
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
    // The last line may be cut off; its start decides only if there is no other line.
    let complete = match head.iter().rposition(|&byte| byte == b'\n') {
        Some(end) if !is_whole => &head[..end],
        _ => head,
    };
    let text = String::from_utf8_lossy(complete);
    let lines = || text.split('\n').map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let Some(first) = lines().next() else { return Format::Letor };
    if lines().any(names_query) {
        return Format::Letor;
    }
    if text.contains('\0') {
        return Format::Foreign(BINARY);
    }
    if is_indexed(first) {
        return Format::WithoutQueries;
    }
    if first.starts_with(['{', '[']) {
        return Format::Letor;
    }
    let [commas, tabs, semicolons] = [',', '\t', ';'].map(|letter| count_outside_quotes(first, letter));
    match commas.max(tabs).max(semicolons) {
        0 => Format::Letor,
        most if most == tabs => Format::Delimited(b'\t'),
        most if most == commas => Format::Delimited(b','),
        _ => Format::Delimited(b';'),
    }
}

/// Returns whether a line has a word `qid:…`. In quotes it belongs to the text of a table.
fn names_query(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default();
    let mut quotes = 0;
    line.split_whitespace().any(|token| {
        let is_query = token.starts_with("qid:") && quotes % 2 == 0;
        quotes += token.matches('"').count();
        is_query
    })
}

/// Returns whether a line is a number and then at least one `<index>:<value>`.
fn is_indexed(line: &str) -> bool {
    let line = line.split('#').next().unwrap_or_default();
    let mut tokens = line.split_whitespace();
    let starts = tokens.next().is_some_and(|label| read_number(label).is_some());
    let mut features = tokens.peekable();
    let is_feature = |token: &str| {
        let (index, value) = token.split_once(':').unwrap_or_default();
        !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit()) && !value.contains(',')
    };
    starts && features.peek().is_some() && features.all(is_feature)
}

fn count_outside_quotes(line: &str, letter: char) -> usize {
    let mut in_quotes = false;
    line.chars()
        .filter(|&seen| {
            in_quotes ^= seen == '"';
            seen == letter && !in_quotes
        })
        .count()
}
