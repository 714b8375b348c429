//! Tables as CSV, Markdown and LaTeX, with the special characters of each format escaped.

use serde::Deserialize;

use crate::util::error::{Error, shown};

/// A table whose columns have the same length.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ExportTable {
    /// Columns from left to right.
    pub columns: Vec<ExportColumn>,
}

/// A column of texts or of numbers.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ExportColumn {
    /// Heading of the column.
    pub head: String,
    /// Texts, possibly from untrusted data. They are escaped so that they never become markup or formulas.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub texts: Option<Vec<String>>,
    /// Numbers, used if there are no texts. Missing and infinite numbers give empty cells.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub numbers: Option<Vec<Option<f64>>>,
}

/// Rules by which a format writes its cells.
struct Format {
    number: fn(f64) -> String,
    text: fn(&str) -> String,
}

impl ExportColumn {
    fn len(&self) -> usize {
        self.texts.as_ref().map_or_else(|| self.numbers.as_ref().map_or(0, Vec::len), Vec::len)
    }

    fn cell(&self, row: usize, format: &Format) -> String {
        if let Some(texts) = &self.texts {
            return texts.get(row).map_or_else(String::new, |text| (format.text)(text));
        }
        let number = self.numbers.as_ref().and_then(|numbers| numbers.get(row).copied().flatten());
        number.filter(|value| value.is_finite()).map_or_else(String::new, format.number)
    }
}

impl ExportTable {
    /// Returns the heading line and the row lines; `line` joins the cells of a line.
    fn lines(&self, format: &Format, line: impl Fn(Vec<String>) -> String) -> (String, String) {
        let head = line(self.columns.iter().map(|column| (format.text)(&column.head)).collect());
        let n_rows = self.columns.first().map_or(0, ExportColumn::len);
        let row = |row| line(self.columns.iter().map(|column| column.cell(row, format)).collect());
        (head, (0..n_rows).map(row).collect())
    }
}

/// Returns a table in the format `csv`, `markdown` or `latex`.
///
/// CSV has all digits. The other formats have four decimals.
///
/// # Errors
/// [`Error::Config`] for another format; [`Error::Data`] for columns of different length.
pub fn write(table: &ExportTable, format: &str) -> Result<String, Error> {
    let n_rows = table.columns.first().map_or(0, ExportColumn::len);
    if let Some(column) = table.columns.iter().find(|column| column.len() != n_rows) {
        return Err(Error::data(format!(
            "column {:?} has {} cells, not {n_rows}",
            column.head,
            column.len()
        )));
    }
    match format {
        "csv" => Ok(csv(table)),
        "markdown" => Ok(markdown(table)),
        "latex" => Ok(latex(table)),
        _ => Err(Error::config("format", format!("{} is not one of csv, markdown, latex", shown(format)))),
    }
}

/// Returns a table as CSV with all digits. All columns have the same length.
pub(crate) fn csv(table: &ExportTable) -> String {
    let format = Format { number: |value| value.to_string(), text: csv_text };
    let (head, rows) = table.lines(&format, |cells| cells.join(",") + "\n");
    head + &rows
}

/// Returns a text that a spreadsheet does not read as a formula, in quotes if necessary.
fn csv_text(text: &str) -> String {
    let mut neutral = String::with_capacity(text.len() + 1);
    // If semicolons separate cells, as in much of Europe, quotes inside a line do not keep a cell together.
    let mut begins = true;
    for letter in text.chars() {
        if begins && "=+-@＝＋－＠\t\r\n".contains(letter) {
            neutral.push('\'');
        }
        begins = matches!(letter, ';' | '\t' | '\r' | '\n');
        neutral.push(letter);
    }
    if neutral.contains([',', '"', '\n', '\r', '\t', ';']) || neutral.trim() != neutral {
        format!("\"{}\"", neutral.replace('"', "\"\""))
    } else {
        neutral
    }
}

/// Returns four decimals, no decimals for whole numbers, or an exponent if all four decimals would be 0.
fn rounded(value: f64) -> String {
    if value == libm::trunc(value) && value.abs() < 1e15 {
        // Adding 0 changes −0 to 0.
        format!("{:.0}", value + 0.0)
    } else if (1e-3..1e7).contains(&value.abs()) {
        format!("{value:.4}")
    } else {
        format!("{value:.3e}")
    }
}

fn markdown(table: &ExportTable) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let (head, rows) = table.lines(&Format { number: rounded, text: markdown_text }, line);
    let rule = table.columns.iter().map(|column| if column.texts.is_some() { "---" } else { "--:" });
    head + &line(rule.map(str::to_owned).collect()) + &rows
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
    let line = |cells: Vec<String>| format!("  {} \\\\\n", cells.join(" & "));
    let (head, rows) = table.lines(&Format { number: latex_number, text: latex_text }, line);
    let sides: String =
        table.columns.iter().map(|column| if column.texts.is_some() { 'l' } else { 'r' }).collect();
    format!("\\begin{{tabular}}{{{sides}}}\n  \\hline\n{head}  \\hline\n{rows}  \\hline\n\\end{{tabular}}\n")
}

/// Returns a number in math mode, so that minus signs and exponents are typeset correctly.
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
            // At the start of a line, LaTeX would read a bracket or a star as an argument of the line break before it.
            '[' | ']' | '*' => escaped.push_str(&format!("{{{letter}}}")),
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
