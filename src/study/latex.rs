//! The statistics of a study as LaTeX: `tabular` environments with captions, ready for `\\input`.

use super::format::Study;
use super::sheet::{Sheet, SheetColumn};
use super::table::StudyTable;
use crate::util::escape::visible;

impl StudyTable {
    /// Returns a `table` environment per sheet, with the notes as comments. It needs the package `booktabs`.
    pub fn latex(&self, study: &Study) -> String {
        let mut text = "% Needs \\usepackage{booktabs}.\n".to_owned();
        for sheet in self.sheets(study) {
            text += &environment(&sheet, &study.title);
        }
        for note in self.notes(study) {
            // A comment ends with its line.
            text += &format!("% {}\n", visible(&note).replace('\n', " "));
        }
        text
    }
}

fn environment(sheet: &Sheet, study: &str) -> String {
    let columns = &sheet.columns;
    let line = |cells: Vec<String>| format!("    {} \\\\\n", cells.join(" & "));
    let n_rows = columns.first().map_or(0, |column| column.cells.len());
    let row = |row: usize| {
        line(columns.iter().filter_map(|column| column.cells.get(row)).map(|text| escaped(text)).collect())
    };
    let alignment = |column: &SheetColumn| if column.words { 'l' } else { 'r' };
    let rows: String = (0..n_rows).map(row).collect();
    format!(
        "\\begin{{table}}\n  \\centering\n  \\caption{{{}: {}}}\n  \\begin{{tabular}}{{{}}}\n    \\toprule\n{}    \\midrule\n\
         {rows}    \\bottomrule\n  \\end{{tabular}}\n\\end{{table}}\n",
        escaped(study),
        escaped(&sheet.title),
        columns.iter().map(alignment).collect::<String>(),
        line(columns.iter().map(|column| escaped(&column.head)).collect()),
    )
}

/// Escapes what LaTeX would read as a command.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in visible(text).chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', letter]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("$<$"),
            '>' => escaped.push_str("$>$"),
            '−' => escaped.push_str("$-$"),
            '–' => escaped.push_str("--"),
            '†' => escaped.push_str("\\dag{}"),
            // After the end of a row a bracket would begin an optional argument.
            '[' => escaped.push_str("{[}"),
            ']' => escaped.push_str("{]}"),
            _ => escaped.push(letter),
        }
    }
    escaped
}
