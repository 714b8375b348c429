//! Joined data as LETOR text and as tables. Must not know where the data come from.

use std::fmt::Write as _;

use super::joined::Joined;
use crate::data::reading::cells::document_comment;
use crate::data::reading::columns::{DOCUMENTS, LABELS, QUERIES, plain};

impl Joined {
    /// Returns LETOR text: the names of the features in comments at the head, and one line per document with all
    /// features and the comment `docid = NAME`. A gap is `NaN`, which readers refuse until a rule says what a gap is.
    /// White space in the name of a query becomes `_`. Cost: linear.
    pub fn letor(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        for (index, name) in self.names.iter().enumerate() {
            let _ = writeln!(text, "# {}: {name}", index + 1);
        }
        for query in &self.queries {
            for document in &query.documents {
                let _ = write!(text, "{} qid:{}", document.grade, query.name);
                for (index, value) in document.values.iter().enumerate() {
                    let _ = write!(text, " {}:{value}", index + 1);
                }
                let comment = document_comment(&document.id);
                let _ = writeln!(text, " # {comment}");
            }
        }
        text
    }

    /// Returns a table with a column of grades, of queries, of documents, and one column per feature. The cell of a gap
    /// is empty. `delimiter`: a comma or a tab. Cost: linear.
    ///
    /// As in Quepid's exports, a text that a spreadsheet would read as a formula begins with a space, which readers
    /// remove.
    pub fn table(&self, delimiter: char) -> String {
        let fixed = self.fixed_columns().map(str::to_owned);
        let mut text = String::new();
        push_line(&mut text, delimiter, fixed.iter().chain(&self.names).map(|name| field(name, delimiter)));
        for query in &self.queries {
            for document in &query.documents {
                let number = |value: &f64| if value.is_nan() { String::new() } else { value.to_string() };
                let fixed = [
                    document.grade.to_string(),
                    field(&query.text, delimiter),
                    field(&document.id, delimiter),
                ];
                push_line(&mut text, delimiter, fixed.into_iter().chain(document.values.iter().map(number)));
            }
        }
        text
    }

    /// Returns a sentence for the reader of the table if a feature has a usual name of another column.
    pub fn table_note(&self) -> Option<String> {
        let usual = [&LABELS[..], &QUERIES, &DOCUMENTS];
        let clash =
            self.names.iter().find(|name| usual.iter().any(|names| names.contains(&plain(name).as_str())))?;
        let [label, query, document] = self.fixed_columns();
        Some(format!(
            "the feature {clash:?} has a usual name of another column; read the table with --label {label} --qid {query} \
             --docid {document}"
        ))
    }

    /// Returns the names of the columns of grades, queries and documents: usual names that no feature has.
    fn fixed_columns(&self) -> [&'static str; 3] {
        let free = |first: &'static str, others: &[&'static str]| {
            let is_free = |name: &&'static str| !self.names.iter().any(|feature| feature == name);
            [first].into_iter().chain(others.iter().copied()).find(is_free).unwrap_or(first)
        };
        [free("grade", &LABELS), free("query", &QUERIES), free("docid", &DOCUMENTS)]
    }
}

fn push_line(text: &mut String, delimiter: char, fields: impl Iterator<Item = String>) {
    for (index, field) in fields.enumerate() {
        if index > 0 {
            text.push(delimiter);
        }
        text.push_str(&field);
    }
    text.push('\n');
}

/// Returns the field of a text, in quotes if necessary.
fn field(text: &str, delimiter: char) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@']);
    let text = if is_formula { format!(" {text}") } else { text.to_owned() };
    let is_special = text.contains([delimiter, '"', '\n', '\r', ';', '\t', ',']) || text.trim() != text;
    // Without quotes the word of LETOR text would make the table LETOR text.
    if is_special || text.contains("qid:") { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}
