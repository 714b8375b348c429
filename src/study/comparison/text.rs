//! The table of a comparison as text.

use super::table::ComparisonTable;

impl ComparisonTable {
    /// Returns the table as aligned text, one line per row. The best of a column has a star if it is better than all
    /// others by more than chance. Otherwise the best and all values within chance of it have ≈. Against a row by name,
    /// ▲ is above it by more than chance, ▼ below, and ≈ neither. Runs that did not converge have †, and runs that
    /// learned little have ‡.
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
                let mark = cell.mark(self.against.is_some());
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

    /// Returns the differences from the row of [`ComparisonTable::against`] as aligned text, one line per row and
    /// measure; `None` if all rows are compared with the best of each measure, or before there are values.
    pub fn differences_text(&self) -> Option<String> {
        let against = self.against.as_deref()?;
        let labels = self.rows.iter().map(|row| row.label.chars().count());
        let width = labels.max().unwrap_or(0).max("row".len());
        let measures = self.measures.iter().map(|measure| measure.chars().count());
        let measure_width = measures.max().unwrap_or(0).max("measure".len());
        let mut text = format!(
            "{:<width$} {:<measure_width$} {:>10} {:>20} {:>8} {:>8}\n",
            "row", "measure", "difference", "95 % interval", "p", "queries"
        );
        let mut is_empty = true;
        for row in &self.rows {
            for (measure, cell) in self.measures.iter().zip(&row.cells) {
                let Some(difference) = cell.difference else { continue };
                let interval = difference
                    .interval
                    .map_or_else(|| "–".to_owned(), |[low, high]| format!("[{low:+.4}, {high:+.4}]"));
                text.push_str(&format!(
                    "{:<width$} {measure:<measure_width$} {:>+10.4} {interval:>20} {:>8.4} {:>8}\n",
                    row.label, difference.mean, difference.p, difference.queries
                ));
                is_empty = false;
            }
        }
        (!is_empty).then(|| format!("difference from {against}, query by query:\n{text}"))
    }
}
