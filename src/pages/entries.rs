//! Pages, queries and judgements as JSON has them. Must not know what they mean.
//!
//! ```json
//! {
//!   "rankscope": "pages",
//!   "pages": [
//!     { "url": "https://a.edu/ml", "text": "learning to rank", "links": ["https://b.org/"] },
//!     { "url": "https://b.org/", "text": "rank the teams" }
//!   ],
//!   "queries": [{ "query": "learning rank", "grades": { "https://a.edu/ml": 2 } }]
//! }
//! ```

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};

use crate::data::Grade;
use crate::util::error::{Error, Problem};
use crate::util::json;
use crate::util::serde_message::plain_words;

/// Most bytes of a file of pages: 32 MiB.
pub const LONGEST_PAGES: usize = 1 << 25;

/// Bytes in which the first key of a file of pages stands.
const HEAD_BYTES: usize = 200;

/// The mark of a text in UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// A file of pages.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PagesEntry {
    /// The word `pages`.
    pub rankscope: String,
    /// A note for readers of the file, such as its licence. No column uses it.
    #[serde(default, rename = "about")]
    _about: Option<String>,
    /// Names of the columns that become features, in their order; without it, all columns that the pages allow.
    #[serde(default)]
    pub columns: Option<Vec<String>>,
    pub pages: Vec<PageEntry>,
    pub queries: Vec<QueryEntry>,
}

/// A page of the collection.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PageEntry {
    pub url: String,
    /// A short name, which links, candidates and grades may use in the place of the address.
    #[serde(default)]
    pub id: Option<String>,
    /// The title, which is the name of a page without `id`.
    #[serde(default)]
    pub title: Option<String>,
    #[serde(default)]
    pub text: String,
    /// The day of the text, as in 2026-05-31.
    #[serde(default)]
    pub date: Option<String>,
    /// Addresses or names of pages, also of pages that are not in the collection.
    #[serde(default)]
    pub links: Vec<String>,
}

impl PageEntry {
    /// Returns the name of the page: its `id`, else its title, else its address.
    pub fn name(&self) -> &str {
        self.id.as_ref().or(self.title.as_ref()).unwrap_or(&self.url)
    }
}

/// A query.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct QueryEntry {
    pub query: String,
    /// Its name in the data; the text of the query if there is none.
    #[serde(default)]
    pub id: Option<String>,
    /// The candidates by address or name; all pages if there is no list.
    #[serde(default)]
    pub pages: Option<Vec<String>>,
    /// Grades of candidates by address or name.
    #[serde(default)]
    pub grades: GradeEntries,
    /// What the user wants, for readers. No column uses it.
    #[serde(default)]
    pub about: Option<String>,
}

/// Grades in the order of the file. A map would keep only the last of two grades of one page.
#[derive(Debug, Default)]
pub(super) struct GradeEntries(pub Vec<(String, Grade)>);

impl<'de> Deserialize<'de> for GradeEntries {
    fn deserialize<D: Deserializer<'de>>(given: D) -> Result<Self, D::Error> {
        given.deserialize_map(GradesVisitor)
    }
}

struct GradesVisitor;

impl<'de> Visitor<'de> for GradesVisitor {
    type Value = GradeEntries;

    fn expecting(&self, text: &mut fmt::Formatter) -> fmt::Result {
        text.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<GradeEntries, A::Error> {
        let mut grades = Vec::new();
        while let Some(entry) = map.next_entry()? {
            grades.push(entry);
        }
        Ok(GradeEntries(grades))
    }
}

/// Returns whether a file begins as a file of pages: with `{ "rankscope": "pages"`, with any white space, in its first
/// 200 bytes.
pub fn begins(head: &[u8]) -> bool {
    // Further bytes would make the answer depend on where a file is cut.
    let head = &head[..head.len().min(HEAD_BYTES)];
    let mut rest = head.strip_prefix(MARK).unwrap_or(head);
    [&b"{"[..], b"\"rankscope\"", b":", b"\"pages\""].into_iter().all(|word| {
        rest = rest.trim_ascii_start();
        rest.strip_prefix(word).map(|behind| rest = behind).is_some()
    })
}

/// Returns whether a file whose beginning is this may be a file of pages.
pub(super) fn may_begin(head: &[u8]) -> bool {
    if MARK.starts_with(head) {
        return true;
    }
    let text = head.strip_prefix(MARK).unwrap_or(head).trim_ascii_start();
    text.first().is_none_or(|&first| first == b'{') && (head.len() < HEAD_BYTES || begins(head))
}

/// Parses a file of pages. Cost: linear.
///
/// Errors: [`Error::Data`] for a text longer than [`LONGEST_PAGES`]; [`Error::Parse`] with line and column.
pub(super) fn parse(bytes: &[u8]) -> Result<PagesEntry, Error> {
    if bytes.len() > LONGEST_PAGES {
        return Err(too_long());
    }
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| not_text(bytes, error.valid_up_to()))?;
    let entry: PagesEntry = json::read(text).map_err(|fault| Error::Parse {
        problems: vec![Problem {
            line: fault.line().max(1),
            column: fault.column().max(1),
            problem: format!("not pages of Rankscope: {}", plain_words(&fault.to_string())),
        }],
        total: 1,
    })?;
    if entry.rankscope == "pages" {
        return Ok(entry);
    }
    let problem = "not pages of Rankscope: the file begins with { \"rankscope\": \"pages\"".to_owned();
    Err(Error::Parse { problems: vec![Problem { line: 1, column: 1, problem }], total: 1 })
}

pub(super) fn too_long() -> Error {
    Error::data(format!(
        "the pages have more than {} MiB; use fewer pages, or write data with features of your own",
        LONGEST_PAGES >> 20
    ))
}

fn not_text(bytes: &[u8], place: usize) -> Error {
    let before = &bytes[..place];
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let problem = format!("byte 0x{:02X} is not UTF-8; save the file as UTF-8", bytes[place]);
    Error::Parse { problems: vec![Problem { line, column: place - start + 1, problem }], total: 1 }
}
