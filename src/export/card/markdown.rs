//! The blocks of a card in Markdown: headings, paragraphs, lists, tables and code. Must not know models.

use crate::export::table::{ExportColumn, ExportTable, write};
use crate::util::error::Error;

/// Text that grows by blocks.
pub(super) struct Card(pub String);

impl Card {
    pub fn heading(&mut self, text: &str) {
        self.paragraph(&format!("## {text}"));
    }

    pub fn paragraph(&mut self, text: &str) {
        if !self.0.is_empty() {
            self.0.push('\n');
        }
        self.0.push_str(text);
        self.0.push('\n');
    }

    pub fn list(&mut self, items: &[String]) {
        self.paragraph(&items.iter().map(|item| format!("- {item}")).collect::<Vec<_>>().join("\n"));
    }

    pub fn table(&mut self, columns: Vec<ExportColumn>) -> Result<(), Error> {
        let text = write(&ExportTable { columns }, "markdown")?;
        self.paragraph(text.trim_end());
        Ok(())
    }

    /// Adds a block of code, in a fence that the code does not contain.
    pub fn code(&mut self, language: &str, text: &str) {
        let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest.max(2) + 1);
        self.paragraph(&format!("{fence}{language}\n{text}\n{fence}"));
    }
}

pub(super) fn texts(head: &str, texts: Vec<String>) -> ExportColumn {
    ExportColumn { head: head.to_owned(), texts: Some(texts), numbers: None }
}

pub(super) fn numbers(head: &str, numbers: Vec<Option<f64>>) -> ExportColumn {
    ExportColumn { head: head.to_owned(), texts: None, numbers: Some(numbers) }
}
