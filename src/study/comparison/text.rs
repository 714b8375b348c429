//! The table of a comparison as text.

use super::table::ComparisonTable;

impl ComparisonTable {
    /// Returns the table as aligned text, one line per row. The best of a column has a star if it is better than all
    /// others by more than chance. Otherwise the best and all values within chance of it have ≈. Runs that did not
    /// converge have †, and runs that learned little have ‡.
    pub fn text(&self) -> String {
        const HEAD: &str = "training loss";
        let labels = self.rows.iter().map(|row| row.label.chars().count());
        let width = labels.chain([HEAD.len()]).max().unwrap_or(0);
        let mut text = format!("{HEAD:<width$}");
        for measure in &self.measures {
            text.push_str(&format!(" {measure:>10} {:>8}", "C"));
        }
        text.push('\n');
        for row in &self.rows {
            text.push_str(&format!("{:<width$}", row.label));
            if let Some(failure) = &row.failure {
                text.push_str(&format!(" {failure}"));
            }
            for cell in &row.cells {
                let mark = cell.mark();
                let dagger = if cell.is_unconverged() { "†" } else { "" };
                let little = if cell.little_learned { "‡" } else { "" };
                let value = cell
                    .test
                    .map_or_else(|| "–".to_owned(), |value| format!("{value:.4}{mark}{dagger}{little}"));
                let c = cell.c.map_or_else(|| "–".to_owned(), |c| c.to_string());
                text.push_str(&format!(" {value:>10} {c:>8}"));
            }
            text.push('\n');
        }
        text
    }
}
