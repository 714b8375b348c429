//! Tables as CSV, Markdown and LaTeX, with what is special in each of them escaped.

use serde::Deserialize;

use crate::error::Error;

/// A table of numbers and texts.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ExportTable {
    /// Heads of the columns.
    pub columns: Vec<String>,
    /// As many cells per row as columns.
    pub rows: Vec<Vec<ExportCell>>,
}

/// One cell.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(untagged)]
pub enum ExportCell {
    /// A number; one that is not finite is an empty cell.
    Number(f64),
    /// A text, which may come from data: nothing in it is ever markup or a formula.
    Text(String),
    /// Nothing.
    Empty,
}

/// A table in the format `csv`, `markdown` or `latex`.
///
/// CSV has every digit; the others have what people read: four decimals.
///
/// # Errors
/// [`Error::Config`] for another format, [`Error::Data`] for a row of another length.
pub fn write(table: &ExportTable, format: &str) -> Result<String, Error> {
    let n = table.columns.len();
    if let Some(row) = table.rows.iter().position(|row| row.len() != n) {
        let cells = table.rows[row].len();
        return Err(Error::data(format!("row {} has {cells} cells, the table {n} columns", row + 1)));
    }
    match format {
        "csv" => Ok(csv(table)),
        "markdown" => Ok(markdown(table)),
        "latex" => Ok(latex(table)),
        _ => Err(Error::config("format", format!("{format:?} is not one of csv, markdown, latex"))),
    }
}

fn csv(table: &ExportTable) -> String {
    let cell = |cell: &ExportCell| match cell {
        ExportCell::Number(value) if value.is_finite() => value.to_string(),
        ExportCell::Text(text) => csv_text(text),
        _ => String::new(),
    };
    let head: Vec<String> = table.columns.iter().map(|column| csv_text(column)).collect();
    let mut text = head.join(",") + "\n";
    for row in &table.rows {
        let cells: Vec<String> = row.iter().map(cell).collect();
        text.push_str(&(cells.join(",") + "\n"));
    }
    text
}

/// A text that no spreadsheet takes for a formula, in quotes where it needs them.
fn csv_text(text: &str) -> String {
    let neutral = if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) {
        format!("'{text}")
    } else {
        text.to_owned()
    };
    if neutral.contains([',', '"', '\n', '\r', ';']) || neutral.trim() != neutral {
        format!("\"{}\"", neutral.replace('"', "\"\""))
    } else {
        neutral
    }
}

/// Four decimals; none for whole numbers, an exponent where nothing would be left.
fn rounded(value: f64) -> String {
    if value == libm::trunc(value) && value.abs() < 1e15 {
        // Adding 0 turns −0 into 0.
        format!("{:.0}", value + 0.0)
    } else if (1e-3..1e7).contains(&value.abs()) {
        format!("{value:.4}")
    } else {
        format!("{value:.3e}")
    }
}

fn markdown(table: &ExportTable) -> String {
    let cell = |cell: &ExportCell| match cell {
        ExportCell::Number(value) if value.is_finite() => rounded(*value),
        ExportCell::Text(text) => markdown_text(text),
        _ => String::new(),
    };
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = line(table.columns.iter().map(|column| markdown_text(column)).collect());
    let rule = (0..table.columns.len()).map(|column| if is_number(table, column) { "--:" } else { "---" });
    text.push_str(&line(rule.map(str::to_owned).collect()));
    for row in &table.rows {
        text.push_str(&line(row.iter().map(cell).collect()));
    }
    text
}

fn markdown_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' | '\r' | '\t' => escaped.push(' '),
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '{' | '}' | '[' | ']' | '(' | ')' | '#' | '!' | '|' | '~' | '$' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            _ => escaped.push(letter),
        }
    }
    escaped
}

fn latex(table: &ExportTable) -> String {
    let cell = |cell: &ExportCell| match cell {
        ExportCell::Number(value) if value.is_finite() => latex_number(*value),
        ExportCell::Text(text) => latex_text(text),
        _ => String::new(),
    };
    let sides: String =
        (0..table.columns.len()).map(|column| if is_number(table, column) { 'r' } else { 'l' }).collect();
    let line = |cells: Vec<String>| format!("  {} \\\\\n", cells.join(" & "));
    let head = line(table.columns.iter().map(|column| latex_text(column)).collect());
    let mut text = format!("\\begin{{tabular}}{{{sides}}}\n  \\hline\n{head}  \\hline\n");
    for row in &table.rows {
        text.push_str(&line(row.iter().map(cell).collect()));
    }
    text + "  \\hline\n\\end{tabular}\n"
}

/// In mathematics, so that minus signs and exponents are what they should be.
fn latex_number(value: f64) -> String {
    let text = rounded(value);
    match text.split_once('e') {
        Some((digits, exponent)) => format!("${digits} \\cdot 10^{{{exponent}}}$"),
        None if text.starts_with('-') => format!("${text}$"),
        None => text,
    }
}

fn latex_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' | '\r' | '\t' => escaped.push(' '),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            // A line that starts with a bracket would be an option of the line end before it.
            '[' | ']' => escaped.push_str(&format!("{{{letter}}}")),
            'ξ' => escaped.push_str("$\\xi$"),
            'Δ' => escaped.push_str("$\\Delta$"),
            '‖' => escaped.push_str("$\\|$"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Whether a column has numbers and no text.
fn is_number(table: &ExportTable, column: usize) -> bool {
    let mut cells = table.rows.iter().map(|row| &row[column]);
    !cells.clone().any(|cell| matches!(cell, ExportCell::Text(_)))
        && cells.any(|cell| matches!(cell, ExportCell::Number(_)))
}
