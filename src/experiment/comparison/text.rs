//! The table of a comparison as text and CSV.

use super::table::{ComparisonCell, ComparisonTable};
use crate::export::table::{ExportColumn, ExportTable, csv};

impl ComparisonTable {
    /// Returns the table as CSV: method, then test value, C, validation value and end of training of every measure.
    pub fn csv(&self) -> String {
        let methods = self.rows.iter().map(|row| row.method.clone()).collect();
        let mut columns =
            vec![ExportColumn { head: "method".to_owned(), texts: Some(methods), numbers: None }];
        for (column, measure) in self.measures.iter().enumerate() {
            let cells = || self.rows.iter().map(move |row| row.cells.get(column));
            let numbers = |what: &str, value: fn(&ComparisonCell) -> Option<f64>| ExportColumn {
                head: format!("{measure}{what}"),
                numbers: Some(cells().map(|cell| cell.and_then(value)).collect()),
                texts: None,
            };
            let end = |cell: Option<&ComparisonCell>| {
                cell.and_then(|cell| cell.stop).map_or_else(String::new, |stop| stop.to_string())
            };
            columns.push(numbers("", |cell| cell.test));
            columns.push(numbers(" standard error", |cell| cell.standard_error));
            columns
                .push(numbers(" less the best", |cell| cell.against_best.map(|difference| difference.mean)));
            columns.push(numbers(" p", |cell| cell.against_best.map(|difference| difference.p)));
            columns.push(numbers(" C", |cell| cell.c));
            columns.push(numbers(" validation", |cell| cell.valid));
            columns.push(ExportColumn {
                head: format!("{measure} stop"),
                texts: Some(cells().map(end).collect()),
                numbers: None,
            });
        }
        csv(&ExportTable { columns })
    }

    /// Returns the table as aligned text, one line per row. The best of a column has a star if it is better than all
    /// others by more than chance. Otherwise the best and all values within chance of it have ≈. Runs that did not
    /// converge have a dagger.
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
                let value =
                    cell.test.map_or_else(|| "–".to_owned(), |value| format!("{value:.4}{mark}{dagger}"));
                let c = cell.c.map_or_else(|| "–".to_owned(), |c| c.to_string());
                text.push_str(&format!(" {value:>10} {c:>8}"));
            }
            text.push('\n');
        }
        text
    }
}
