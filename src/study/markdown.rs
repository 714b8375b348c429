//! The statistics of a study as Markdown.

use super::format::Study;
use super::sheet::{Sheet, SheetColumn};
use super::table::StudyTable;
use crate::util::escape::visible;

impl StudyTable {
    /// Returns the statistics as Markdown: a table of values, one of comparisons, and notes.
    pub fn markdown(&self, study: &Study) -> String {
        let mut text = format!("# {}\n", escaped(&study.title));
        for (head, body) in [("What the paper found", &study.found), ("What one sees here", &study.here)] {
            if !body.is_empty() {
                text += &format!("\n**{head}.** {}\n", escaped(body));
            }
        }
        for sheet in self.sheets(study) {
            text += &format!("\n## {}\n\n{}", escaped(&sheet.title), rows(&sheet));
        }
        text += "\n## Notes\n\n";
        for note in self.notes(study) {
            text += &format!("- {}\n", escaped(&note));
        }
        text
    }
}

/// Returns a table whose texts are escaped where they may come from the study.
fn rows(Sheet { columns, .. }: &Sheet) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let cell = |column: &SheetColumn, row: usize| {
        let text = column.cells.get(row)?;
        Some(if column.words { escaped(text) } else { text.clone() })
    };
    let n_rows = columns.first().map_or(0, |column| column.cells.len());
    let row = |row: usize| line(columns.iter().filter_map(|column| cell(column, row)).collect());
    let head = line(columns.iter().map(|column| escaped(&column.head)).collect());
    head + &line(columns.iter().map(|_| "---".to_owned()).collect())
        + &(0..n_rows).map(row).collect::<String>()
}

/// Escapes what Markdown would read as markup.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let text = visible(text);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            // A tag, a comment or an address begins with one of these after the sign; before a space it is a sign.
            '<' if letters.peek().is_some_and(|next| next.is_alphabetic() || "/!?".contains(*next)) => {
                escaped.push_str("&lt;");
            }
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' | '!' | '#' => {
                escaped.extend(['\\', letter]);
            }
            _ => escaped.push(letter),
        }
    }
    escaped
}
