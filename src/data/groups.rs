//! Groups of documents by a key in their comments or by a feature. Must not know scores or losses.
//!
//! The same grammar names a *group*, of which a diverse ranking shows one document, and a *kind*, on which a cost may
//! depend.
//!
//! The setting `group` belongs to every run. `Dataset::grouped` stores a number for each document before scaling and
//! maps, which lose the raw values; copies share the features. Losses and measures get the numbers from
//! `Query::groups`.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::{Dataset, MAX_FEATURES};
use crate::util::error::{Error, shown};
use crate::util::sorting::sort_indices;

/// Longest name of a key, in characters.
const MAX_KEY: usize = 100;

/// Grammar of [`Grouping`] for help texts.
pub const GROUPING_GRAMMAR: &str = "none, key:NAME or feature:I";

/// What the documents of a group have in common.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Grouping {
    /// There are no groups.
    #[default]
    None,
    /// The word of this key in the comment, as in `# site=a.org`.
    Key(String),
    /// The raw value of this feature, from 1.
    Feature(usize),
}

impl Grouping {
    /// Parses a grouping. `field`: the setting that holds the text.
    ///
    /// # Errors
    /// [`Error::Config`] for a text that is not in the grammar.
    pub fn parse(field: &'static str, text: &str) -> Result<Self, Error> {
        let fault = |problem: &str| {
            Error::config(field, format!("{} {problem}; use {GROUPING_GRAMMAR}", shown(text)))
        };
        let (kind, rest) = match text.trim().split_once(':') {
            Some((kind, rest)) => (kind.to_ascii_lowercase(), Some(rest.trim())),
            None => (text.trim().to_ascii_lowercase(), None),
        };
        match (kind.as_str(), rest) {
            ("none", None) => Ok(Self::None),
            ("key", Some("")) => Err(fault("names no key")),
            ("key", Some(name)) if name.chars().count() > MAX_KEY => {
                Err(fault(&format!("is longer than {MAX_KEY} characters")))
            }
            ("key", Some(name)) if name.contains(|letter: char| letter.is_whitespace() || letter == '=') => {
                Err(fault("has a white space or = in the name of the key"))
            }
            ("key", Some(name)) => Ok(Self::Key(name.to_owned())),
            ("feature", Some(index)) => {
                // `parse` alone would accept a sign.
                let digits = index.bytes().all(|byte| byte.is_ascii_digit());
                match index.parse() {
                    Ok(index) if digits && (1..=MAX_FEATURES).contains(&index) => Ok(Self::Feature(index)),
                    _ => Err(fault(&format!("has no feature index from 1 to {MAX_FEATURES}"))),
                }
            }
            _ => Err(fault("is not a grouping")),
        }
    }

    /// Returns whether there are no groups.
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }

    /// Returns the word of a row: that of the key, or the value of the feature. `None` for a document without the key.
    ///
    /// # Panics
    /// If the row or the feature does not exist.
    pub fn word<'a>(&self, data: &'a Dataset, row: usize) -> Option<Cow<'a, str>> {
        match self {
            Self::None => None,
            Self::Key(name) => word_of_key(data.comment(row), name).map(Cow::Borrowed),
            // Adding 0 gives −0 and +0 the same word.
            Self::Feature(index) => Some(Cow::Owned((data.value(row, index - 1) + 0.0).to_string())),
        }
    }

    /// Checks that the data have the key or the feature. `field`: the setting that names it. Cost: O(n).
    ///
    /// # Errors
    /// [`Error::Config`] with what the data have instead.
    pub fn check(&self, field: &'static str, data: &Dataset) -> Result<(), Error> {
        match self {
            Self::Feature(index) if *index > data.n_features() => {
                let n = data.n_features();
                Err(Error::config(field, format!("the data have no feature {index}; the last one is {n}")))
            }
            Self::Key(name) if (0..data.n_documents()).all(|row| self.word(data, row).is_none()) => {
                Err(Error::config(field, missing_key(data, name)))
            }
            _ => Ok(()),
        }
    }

    /// Returns the group of every document of a query: numbers from 0 in the order of the first documents.
    ///
    /// A document without the key is a group of its own. Without a grouping the list is empty. Cost: O(n log n).
    ///
    /// # Panics
    /// If the query or the feature does not exist; see [`check`](Self::check).
    pub fn of_query(&self, data: &Dataset, query: usize) -> Vec<u32> {
        if self.is_none() {
            return Vec::new();
        }
        let rows = data.query(query).documents;
        let words: Vec<Option<Cow<'_, str>>> = rows.map(|row| self.word(data, row)).collect();
        let mut order: Vec<usize> = (0..words.len()).collect();
        sort_indices(&mut order, &|one, other| words[one].cmp(&words[other]));
        // The sort is stable, so the first document of a group comes first.
        let mut first: Vec<usize> = (0..words.len()).collect();
        for pair in order.windows(2) {
            if words[pair[0]].is_some() && words[pair[0]] == words[pair[1]] {
                first[pair[1]] = first[pair[0]];
            }
        }
        let mut numbers = vec![0; words.len()];
        let mut next = 0;
        for (document, &first) in first.iter().enumerate() {
            if first == document {
                numbers[document] = next;
                next += 1;
            } else {
                numbers[document] = numbers[first];
            }
        }
        numbers
    }
}

impl Dataset {
    /// Returns the data with the groups of a setting. The features are shared, not copied. Cost: O(n).
    ///
    /// Group by the raw data: scaling and maps keep the groups, but not the values of the features.
    ///
    /// # Errors
    /// As [`Grouping::check`]. Data without documents have every group.
    pub fn grouped(&self, grouping: &Grouping) -> Result<Cow<'_, Self>, Error> {
        if grouping.is_none() && self.groups.is_empty() {
            return Ok(Cow::Borrowed(self));
        }
        if self.n_documents() > 0 {
            grouping.check("group", self)?;
        }
        let groups = (0..self.n_queries()).flat_map(|query| grouping.of_query(self, query)).collect();
        Ok(Cow::Owned(Self { groups, ..self.clone() }))
    }
}

/// Returns the word behind `name=` in a comment. White space may stand around the sign, as in the files of LETOR.
fn word_of_key<'a>(comment: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = comment;
    while let Some(place) = rest.find(name) {
        let is_start = rest[..place].chars().next_back().is_none_or(char::is_whitespace);
        let behind = &rest[place + name.len()..];
        if is_start && let Some(word) = behind.trim_start().strip_prefix('=') {
            return word.split_whitespace().next();
        }
        rest = behind;
    }
    None
}

/// Describes data without a key.
fn missing_key(data: &Dataset, name: &str) -> String {
    let first = (0..data.n_documents()).map(|row| data.comment(row)).find(|comment| !comment.is_empty());
    let name = shown(name);
    match first {
        None => format!(
            "no document has the key {name}, because no document has a comment; \
             write # key=word behind the documents, or use feature:I"
        ),
        Some(comment) => {
            format!("no document has the key {name} in its comment; the first comment is {}", shown(comment))
        }
    }
}

impl FromStr for Grouping {
    type Err = Error;

    /// Parses the setting `group`.
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse("group", text)
    }
}

impl fmt::Display for Grouping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Key(name) => write!(f, "key:{name}"),
            Self::Feature(index) => write!(f, "feature:{index}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATA: &str = "1 qid:1 1:0.5 # site = a.org time=3\n0 qid:1 1:-0 # website=x site=b.org\n\
                        2 qid:1 # site=a.org\n0 qid:2 1:0.5\n1 qid:2 1:0.5 # site=\n";

    fn data() -> Dataset {
        Dataset::from_letor(DATA).unwrap()
    }

    #[test]
    fn groupings_print_and_parse() {
        for text in ["none", "key:site", "key:a:b", "feature:3"] {
            assert_eq!(text.parse::<Grouping>().unwrap().to_string(), text);
        }
        assert_eq!(" KEY: Site ".parse(), Ok(Grouping::Key("Site".to_owned())));
        let refused =
            ["", "key", "key:", "key:a b", "key:a=b", "feature:0", "feature:+1", "feature:x", "site"];
        for text in refused.iter().copied().chain([&*format!("key:{}", "x".repeat(101)), "feature:100001"]) {
            let fault = text.parse::<Grouping>().unwrap_err().to_string();
            assert!(fault.starts_with("group: ") && fault.ends_with(GROUPING_GRAMMAR), "{text}: {fault}");
        }
    }

    #[test]
    fn words_are_found_as_whole_keys() {
        let data = data();
        let words = |text: &str| -> Vec<Option<String>> {
            let grouping: Grouping = text.parse().unwrap();
            (0..5).map(|row| grouping.word(&data, row).map(Cow::into_owned)).collect()
        };
        let some = |word: &str| Some(word.to_owned());
        assert_eq!(words("key:site"), [some("a.org"), some("b.org"), some("a.org"), None, None]);
        assert_eq!(words("key:time"), [some("3"), None, None, None, None]);
        assert_eq!(words("feature:1"), ["0.5", "0", "0", "0.5", "0.5"].map(some));
    }

    #[test]
    fn documents_without_the_key_are_groups_of_their_own() {
        let data = data();
        let groups = |text: &str, query| text.parse::<Grouping>().unwrap().of_query(&data, query);
        assert_eq!(groups("key:site", 0), [0, 1, 0]);
        assert_eq!(groups("key:site", 1), [0, 1]);
        assert_eq!(groups("feature:1", 0), [0, 1, 1]);
        assert!(groups("none", 0).is_empty());
    }

    #[test]
    fn a_grouping_that_the_data_do_not_have_is_refused() {
        let fault = |text: &str, data: &Dataset| {
            let grouping: Grouping = text.parse().unwrap();
            grouping.check("group", data).unwrap_err().to_string()
        };
        assert!(fault("key:host", &data()).contains("the first comment is \"site = a.org time=3\""));
        assert!(fault("feature:2", &data()).contains("the last one is 1"));
        let bare = Dataset::from_letor("1 qid:1 1:1\n").unwrap();
        assert!(fault("key:host", &bare).contains("no document has a comment"));
        assert_eq!(Grouping::None.check("group", &bare), Ok(()));
    }
}
