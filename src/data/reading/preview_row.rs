//! One line of a preview. Must not know formats.

use serde::Serialize;

/// Number of rows that a preview shows.
pub(super) const SHOWN_ROWS: usize = 6;

/// Most characters of a shown field or line.
pub(super) const SHOWN_LETTERS: usize = 120;

/// One of the first lines of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PreviewRow {
    /// Line of the file, from 1.
    pub line: usize,
    /// Its fields; a line that is no row of a table has one.
    pub fields: Vec<String>,
}

/// Returns the start of a text.
pub(super) fn shortened(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(SHOWN_LETTERS) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
