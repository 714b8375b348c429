//! Names of documents for files of other programs, from the comments of the data or from their lines.

use std::collections::HashMap;
use std::str::FromStr;

use crate::data::Dataset;
use crate::util::error::{Error, shown};
use crate::util::escape::visible;

/// The key of a document's name in its comment, as in the files of LETOR.
const KEY: &str = "docid";

/// Where the names of documents come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum IdSource {
    /// The comments if every document has a name there, else the lines.
    #[default]
    Auto,
    /// The comments: `# docid = NAME`, `#docid=NAME` or `#docid NAME`.
    Comments,
    /// The lines of the file, from 1.
    Lines,
}

impl FromStr for IdSource {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "auto" => Ok(Self::Auto),
            "comments" => Ok(Self::Comments),
            "lines" => Ok(Self::Lines),
            _ => {
                let problem = format!("{} is not one of auto, comments, lines", shown(text));
                Err(Error::config("ids", problem))
            }
        }
    }
}

/// One name per document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentIds {
    /// The names by row of the data, with control characters escaped.
    ids: Vec<String>,
    /// Whether they are from the comments; else they are numbers of lines.
    pub from_comments: bool,
    /// Line of the first document without a name in its comment, if there is one and the lines stand in for it.
    pub unnamed_line: Option<usize>,
}

impl DocumentIds {
    /// Returns the names of all documents. Cost: O(n).
    ///
    /// # Errors
    /// [`Error::Data`] with the line of the first document without a name, if the comments are required.
    pub fn of(data: &Dataset, source: IdSource) -> Result<Self, Error> {
        let rows = 0..data.n_documents();
        let by_line = |unnamed_line| Self {
            ids: rows.clone().map(|row| line_of(data, row).to_string()).collect(),
            from_comments: false,
            unnamed_line,
        };
        if source == IdSource::Lines {
            return Ok(by_line(None));
        }
        let mut ids = Vec::with_capacity(data.n_documents());
        // The first line, not the first row: the parser groups the documents of a query.
        for row in data.file_order() {
            match named(data.comment(row)) {
                Some(_) => {}
                None if source == IdSource::Auto => return Ok(by_line(Some(line_of(data, row)))),
                None => {
                    return Err(Error::data(format!(
                        "line {}: the comment has no {KEY}; write # {KEY} = NAME, or use --ids lines",
                        line_of(data, row)
                    )));
                }
            }
        }
        for row in rows {
            ids.push(visible(named(data.comment(row)).unwrap_or_default()).into_owned());
        }
        Ok(Self { ids, from_comments: true, unnamed_line: None })
    }

    /// Returns the name of a row.
    ///
    /// # Panics
    /// If the row does not exist.
    pub fn get(&self, row: usize) -> &str {
        &self.ids[row]
    }

    /// Checks that names of queries and documents are single words, and that no query has a document twice. Programs
    /// that separate columns at white space need both.
    ///
    /// # Errors
    /// [`Error::Data`] with the lines and a way out.
    pub fn check_words(&self, data: &Dataset) -> Result<(), Error> {
        for query in data.queries() {
            let mut lines: HashMap<&str, usize> = HashMap::with_capacity(query.documents.len());
            for row in query.documents {
                let (id, line) = (self.get(row), line_of(data, row));
                for (what, word) in [("query", query.id), ("document", id)] {
                    if !is_word(word) {
                        return Err(Error::data(format!(
                            "line {line}: the {what} id {} has white space, which separates the columns of this \
                             format; change it{}",
                            shown(word),
                            if what == "document" { ", or use --ids lines or --format tsv" } else { "" }
                        )));
                    }
                }
                if let Some(first) = lines.insert(id, line) {
                    return Err(Error::data(format!(
                        "line {line}: the query {} has the document {} already in line {first}; trec_eval refuses \
                         that; use --ids lines",
                        shown(query.id),
                        shown(id)
                    )));
                }
            }
        }
        Ok(())
    }
}

/// Returns whether a text is one column for programs that split lines at white space.
pub(super) fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|letter: char| letter.is_whitespace() || letter.is_control())
}

fn line_of(data: &Dataset, row: usize) -> usize {
    data.line(row).unwrap_or(row + 1)
}

/// Returns the name in a comment: the word, or the text in quotes, behind `docid =`, or behind `docid` at its start.
fn named(comment: &str) -> Option<&str> {
    let lower = comment.to_ascii_lowercase();
    let mut from = 0;
    while let Some(place) = lower[from..].find(KEY).map(|place| from + place) {
        let behind = &comment[place + KEY.len()..];
        let is_start = comment[..place].chars().next_back().is_none_or(char::is_whitespace);
        let value = match behind.trim_start().strip_prefix('=') {
            Some(value) => Some(value),
            None if place == 0 && behind.starts_with(char::is_whitespace) => Some(behind),
            None => None,
        };
        if let Some(value) = value.filter(|_| is_start) {
            return first_value(value.trim_start());
        }
        from = place + KEY.len();
    }
    None
}

fn first_value(text: &str) -> Option<&str> {
    let quoted = text.strip_prefix('"').and_then(|rest| rest.split_once('"')).map(|(value, _)| value);
    quoted.or_else(|| text.split_whitespace().next()).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_behind_docid() {
        for (comment, expected) in [
            ("docid = GX008-86-4444840 inc = 1 prob = 0.086622", Some("GX008-86-4444840")),
            ("docid=a", Some("a")),
            ("docid a b", Some("a")),
            ("DocID = a", Some("a")),
            ("site=x docid=\"two words\" y", Some("two words")),
            ("docid = \"open", Some("\"open")),
            ("olddocid=a docid=b", Some("b")),
            ("a docid b", None),
            ("docid", None),
            ("docid =", None),
            ("docids x", None),
            ("İ docid=é", Some("é")),
            ("", None),
        ] {
            assert_eq!(named(comment), expected, "{comment}");
        }
    }
}
