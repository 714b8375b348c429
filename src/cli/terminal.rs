//! Standard output and standard error. Control characters are escaped before text is printed.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

use rankscope::visible::{is_hidden, visible};
use serde_json::Value;

use super::Failure;

/// Writes one line to standard output. Line feeds and tabs stay; other control characters are escaped.
pub fn print_line(line: &str) -> Result<(), Failure> {
    print_text(&(plain(line) + "\n"))
}

/// Writes a value as one line of JSON to standard output.
pub fn print_json(value: &Value) -> Result<(), Failure> {
    print_text(&(plain_json(&value.to_string()) + "\n"))
}

/// Writes a JSON text to standard output without a change.
pub fn print_json_text(json: &str) -> Result<(), Failure> {
    print_text(&plain_json(json))
}

/// Writes a message to standard error. If standard error is closed, the message is dropped and the command continues.
pub fn say(message: &str) {
    let _ = writeln!(io::stderr().lock(), "rankscope: {}", plain(message));
}

/// Returns the name of a file for messages.
pub fn name_of(path: &Path) -> String {
    visible(&path.to_string_lossy()).into_owned()
}

fn print_text(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::OutputClosed,
        _ => Failure::File { path: "standard output".to_owned(), error },
    })
}

/// Escapes control characters, except the line feeds and tabs of the program itself.
fn plain(text: &str) -> String {
    let pieces = text.split_inclusive(['\n', '\t']);
    pieces.fold(String::with_capacity(text.len()), |mut kept, piece| {
        let (words, end) = match piece.strip_suffix(['\n', '\t']) {
            Some(words) => (words, &piece[words.len()..]),
            None => (piece, ""),
        };
        kept += &visible(words);
        kept += end;
        kept
    })
}

/// Escapes control characters as JSON does. They occur only in strings, so the value stays the same.
fn plain_json(json: &str) -> String {
    let mut kept = String::with_capacity(json.len());
    for letter in json.chars() {
        if is_hidden(letter) && letter != '\n' {
            // Writing to a string cannot fail, and every control character has one code unit.
            let _ = write!(kept, "\\u{:04x}", u32::from(letter));
        } else {
            kept.push(letter);
        }
    }
    kept
}
