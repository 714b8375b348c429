//! Standard output and standard error. Control characters are escaped before text is printed.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget};
use rankscope::util::escape::{is_hidden, visible};
use serde_json::Value;

use super::Failure;

/// Whether `--quiet` was given: notes and progress are left out, results and errors stay.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Leaves out notes and progress from now on.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Returns whether notes and progress are left out.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Returns the progress line, hidden if the program is quiet.
pub fn progress(bar: ProgressBar) -> ProgressBar {
    if is_quiet() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

/// Writes one line to standard output. Line feeds and tabs stay; other control characters are escaped.
pub fn print_line(line: &str) -> Result<(), Failure> {
    print_text(&(plain(line) + "\n"))
}

/// Writes an object as one line of JSON to standard output. `kind`: the value of its field `type`.
pub fn print_object(kind: &str, mut value: Value) -> Result<(), Failure> {
    if let Some(fields) = value.as_object_mut() {
        fields.insert("type".to_owned(), kind.into());
    }
    print_json(&value)
}

/// Writes a value as one line of JSON to standard output.
pub fn print_json(value: &Value) -> Result<(), Failure> {
    print_text(&(plain_json(&value.to_string()) + "\n"))
}

/// Writes a JSON text to standard output without a change.
pub fn print_json_text(json: &str) -> Result<(), Failure> {
    print_text(&plain_json(json))
}

/// Writes a text of several lines to standard output, piece by piece. Line feeds and tabs stay; other control
/// characters are escaped.
pub fn print_piece(text: &str) -> Result<(), Failure> {
    print_text(&plain(text))
}

/// Writes a note to standard error, unless the program is quiet.
pub fn say(note: &str) {
    if !is_quiet() {
        complain(note);
    }
}

/// Writes an error to standard error. If standard error is closed, the message is dropped and the command continues.
pub fn complain(message: &str) {
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
    let mut complete = String::with_capacity(json.len());
    for letter in json.chars() {
        if is_hidden(letter) && letter != '\n' {
            // Writing to a string cannot fail, and every control character has one code unit.
            let _ = write!(complete, "\\u{:04x}", u32::from(letter));
        } else {
            complete.push(letter);
        }
    }
    complete
}
