//! Names of documents for files of other programs, from the comments of the data or from their lines.

use std::collections::{HashMap, HashSet};
use std::str::FromStr;

use crate::data::Dataset;
use crate::util::error::{Error, shown};
use crate::util::escape::visible;

/// The key of a document's name in its comment, as in the files of LETOR.
const KEY: &str = "docid";

/// Where the names of documents come from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum IdSource {
    /// The comments if every document has a name there, else their first words if these name the documents of every
    /// query, else the lines.
    #[default]
    Auto,
    /// The comments: `# docid = NAME`, `#docid=NAME` or `#docid NAME`; else their first words: `# NAME …`.
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

/// Where the names of all documents were found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdOrigin {
    /// Behind `docid` in the comments.
    Keys,
    /// The first words of the comments.
    FirstWords,
    /// The numbers of the lines. `unnamed`: line of the first comment without `docid`, if the lines stand in for names.
    Lines {
        /// The line, from 1.
        unnamed: Option<usize>,
    },
}

/// One name per document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentIds {
    /// The names by row of the data, with control characters escaped.
    ids: Vec<String>,
    /// Where the names were found.
    pub origin: IdOrigin,
}

impl DocumentIds {
    /// Returns the names of all documents. Cost: O(n).
    ///
    /// # Errors
    /// [`Error::Data`] with the line of the first document without a name, if the comments are required.
    pub fn of(data: &Dataset, source: IdSource) -> Result<Self, Error> {
        let of_rows = |origin, name: &dyn Fn(usize) -> String| Self {
            ids: (0..data.n_documents()).map(name).collect(),
            origin,
        };
        let of_comments = |origin, name: fn(&str) -> Option<&str>| {
            of_rows(origin, &|row| visible(name(data.comment(row)).unwrap_or_default()).into_owned())
        };
        let by_line = |unnamed| of_rows(IdOrigin::Lines { unnamed }, &|row| line_of(data, row).to_string());
        if source == IdSource::Lines {
            return Ok(by_line(None));
        }
        // The first line, not the first row: the parser groups the documents of a query.
        let unnamed = data.file_order().into_iter().find(|&row| named(data.comment(row)).is_none());
        let Some(unnamed) = unnamed.map(|row| line_of(data, row)) else {
            return Ok(of_comments(IdOrigin::Keys, named));
        };
        if first_words_are_names(data) {
            return Ok(of_comments(IdOrigin::FirstWords, first_word));
        }
        if source == IdSource::Auto {
            return Ok(by_line(Some(unnamed)));
        }
        Err(Error::data(format!(
            "line {unnamed}: the comment has no {KEY}, and the first words of the comments are no names that differ \
             within every query; write # {KEY} = NAME, or use --ids lines"
        )))
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

/// Returns whether the first words of the comments tell the documents of every query apart. Cost: O(n).
fn first_words_are_names(data: &Dataset) -> bool {
    let mut words = HashSet::new();
    data.queries().all(|query| {
        words.clear();
        let mut names = query.documents.map(|row| first_word(data.comment(row)));
        names.all(|word| word.is_some_and(|word| words.insert(word)))
    })
}

/// Returns the first word of a comment, or the text in quotes there; `None` if the word is a key with its value.
fn first_word(comment: &str) -> Option<&str> {
    let word = first_value(comment)?;
    let behind = &comment[comment.find(word)? + word.len()..];
    let is_key = word.contains('=') || behind.trim_start().starts_with('=');
    (!is_key).then_some(word)
}

fn first_value(text: &str) -> Option<&str> {
    let quoted = text.strip_prefix('"').and_then(|rest| rest.split_once('"')).map(|(value, _)| value);
    quoted.or_else(|| text.split_whitespace().next()).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_words_are_names_unless_they_are_keys() {
        for (comment, expected) in [
            ("7555 rambo", Some("7555")),
            ("  7555\trambo", Some("7555")),
            ("\"two words\" x", Some("two words")),
            ("http://a.b/c", Some("http://a.b/c")),
            ("site=x", None),
            ("type = A", None),
            ("http://a.b/c?d=e", None),
            ("", None),
            ("  ", None),
        ] {
            assert_eq!(first_word(comment), expected, "{comment}");
        }
    }

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
