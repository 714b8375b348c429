//! Cells of a table: their values, names of queries, and places in the file. Must not know headers.

use std::collections::HashMap;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder, Terminator};

use super::settings::is_missing;
use super::sink::Sink;
use crate::data::letor_line::{quoted, read_number};

/// Returns the value of a cell, NaN if it is missing and a rule fills it. `is_text`: whether the column had a value
/// that is no number; later ones count as 0, because the first is a fault.
pub(super) fn read_value(text: &str, name: &str, is_text: &mut bool, sink: &mut Sink) -> Result<f64, String> {
    if is_missing(text) {
        sink.seen.missing += 1;
        return match sink.rules.missing {
            Some(_) => Ok(f64::NAN),
            None => Err(format!(
                "column {}: the value is missing; --missing zero, mean or query-mean fills it",
                quoted(name)
            )),
        };
    }
    let is_plain = |letter: char| letter.is_alphanumeric() || "_-.".contains(letter);
    match read_number(text) {
        Some(value) if value.is_finite() => Ok(value),
        Some(_) => {
            Err(format!("column {}: {} is too large for a number of 64 bits", quoted(name), quoted(text)))
        }
        None if std::mem::replace(is_text, true) => Ok(0.0),
        None => Err(format!(
            "column {}: {} is not a number; --ignore {} leaves the column out",
            quoted(name),
            quoted(text),
            // A name that a shell would change is not repeated.
            if name.len() <= 40 && name.chars().all(is_plain) { name } else { "NAME" }
        )),
    }
}

/// Returns the name of a query with `_` for white space and `#`, which names in LETOR text do not have. `spaced`: the
/// original name of each query whose name changed.
pub(crate) fn query_name(spaced: &mut HashMap<String, String>, text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err("the row has no query".to_owned());
    }
    let is_odd = |letter: char| letter.is_whitespace() || letter == '#' || letter.is_control();
    let name = text.replace(is_odd, "_");
    if name == text && !name.contains('_') {
        return Ok(name);
    }
    let first = spaced.entry(name.clone()).or_insert_with(|| text.to_owned());
    if first == text {
        return Ok(name);
    }
    Err(format!("queries {} and {} would both be called {}", quoted(first), quoted(text), quoted(&name)))
}

/// Returns the comment of a document with a name, as LETOR's own files have it; empty without a name. White space
/// becomes one space, because a line end in a field must not end the line of LETOR text.
pub(crate) fn document_comment(name: &str) -> String {
    let name = one_line(name);
    match name.as_str() {
        "" => String::new(),
        word if !word.contains(' ') && !word.starts_with('"') => format!("docid = {word}"),
        _ => format!("docid = \"{}\"", name.replace('"', "'")),
    }
}

/// Returns a text with one space in the place of white space and of control characters, and none at its ends.
pub(crate) fn one_line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the line and byte column where a field of a record starts.
pub(crate) fn field_place(delimiter: u8, line: usize, raw: &[u8], field: usize) -> (usize, usize) {
    let mut csv = reader(delimiter);
    let (mut place, mut out) = (0, [0; 256]);
    for _ in 0..field {
        loop {
            let (result, taken, _) = csv.read_field(&raw[place..], &mut out);
            place += taken;
            if !matches!(result, ReadFieldResult::OutputFull) {
                break;
            }
        }
    }
    place_of(line, raw, place)
}

/// The fields of a record, trimmed.
pub(crate) struct Fields<'a> {
    pub text: &'a str,
    pub ends: &'a [usize],
}

impl<'a> Fields<'a> {
    pub fn get(&self, index: usize) -> &'a str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        // A quoted field can only be cut at whole characters, because separators and quotes are ASCII.
        self.text.get(start..self.ends[index]).unwrap_or_default().trim()
    }

    pub fn all(&self) -> impl Iterator<Item = &'a str> {
        (0..self.ends.len()).map(|index| self.get(index))
    }
}

pub(crate) fn reader(delimiter: u8) -> Reader {
    ReaderBuilder::new().delimiter(delimiter).terminator(Terminator::Any(b'\n')).build()
}

/// Returns the line and byte column of a byte of a record that starts in `line`.
pub(crate) fn place_of(line: usize, raw: &[u8], byte: usize) -> (usize, usize) {
    let before = &raw[..byte.min(raw.len())];
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
    (line + before.iter().filter(|&&byte| byte == b'\n').count(), before.len() - start + 1)
}
