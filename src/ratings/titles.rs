//! Titles of items, from a file of their own. Must not know ratings.

use std::collections::HashMap;

use crate::util::error::{Error, shown};
use crate::util::faults::Faults;
use crate::util::fields::{Separator, places, split};
use crate::util::lines::{Lines, TakeLine};

const ITEM: &[&str] = &["item", "itemid", "movie", "movieid", "id"];
const TITLE: &[&str] = &["title", "name"];
/// Columns that are read.
const COLUMNS: usize = 8;
/// Most titles that are read.
const MOST_TITLES: usize = 10_000_000;
/// Characters of a title that are kept.
const MAX_TITLE: usize = 200;

/// Titles by the name of their item.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Titles {
    titles: HashMap<String, String>,
}

impl Titles {
    /// The title of an item.
    pub fn get(&self, item: &str) -> Option<&str> {
        self.titles.get(item).map(String::as_str)
    }

    /// Number of items with a title.
    pub fn len(&self) -> usize {
        self.titles.len()
    }

    /// Whether no item has a title.
    pub fn is_empty(&self) -> bool {
        self.titles.is_empty()
    }
}

/// Reader of `item,title` lines that arrive in chunks of any size, cut at any byte.
///
/// The format is that of [`RatingsReader`](super::RatingsReader), with the columns item (or itemId, movieId, id) and
/// title (or name). A further line of an item replaces the title. Titles of more than 200 characters are cut.
/// Cost: linear in the text.
#[derive(Debug, Default)]
pub struct TitlesReader {
    lines: Lines,
    store: Store,
}

impl TitlesReader {
    /// Returns a reader at the start of a file.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next chunk. [`finish`](Self::finish) reports the faults.
    pub fn push(&mut self, chunk: &[u8]) {
        self.lines.push(chunk, &mut self.store);
    }

    /// Whether the rest of the text need not be read: it has too many titles, or a line has no end. In this case
    /// [`finish`](Self::finish) returns an error.
    pub fn has_stopped(&self) -> bool {
        self.store.titles.len() > MOST_TITLES || self.lines.has_endless_line()
    }

    /// Returns the titles of the whole text.
    ///
    /// # Errors
    /// [`Error::Parse`] with the first 20 faults, also for a text without titles; [`Error::Data`] for too many titles.
    pub fn finish(mut self) -> Result<Titles, Error> {
        self.lines.finish(&mut self.store);
        let Store { titles, mut faults, .. } = self.store;
        if titles.len() > MOST_TITLES {
            return Err(Error::data(format!(
                "the file has more than {MOST_TITLES} titles; use a part of the file"
            )));
        }
        if titles.is_empty() && faults.total == 0 {
            faults.add(1, 1, &|| "no titles; expected lines like `item,title`".into());
        }
        faults.into_result()?;
        Ok(Titles { titles })
    }
}

#[derive(Debug, Default)]
struct Store {
    layout: Option<(Separator, [usize; 2])>,
    titles: HashMap<String, String>,
    faults: Faults,
}

impl Store {
    fn read(&mut self, line: &str) -> Result<(), (usize, String)> {
        let (separator, places) = match self.layout {
            Some(layout) => layout,
            None => {
                let separator = Separator::of(line);
                let named = places(line, separator, [ITEM, TITLE]).ok();
                let named = named.filter(|named| named.iter().all(|&place| place < COLUMNS));
                self.layout = Some((separator, named.unwrap_or([0, 1])));
                if named.is_some() {
                    return Ok(());
                }
                (separator, [0, 1])
            }
        };
        let fields = split::<COLUMNS>(line, separator)?;
        let [Some(item), Some(title)] = places.map(|place| fields[place]) else {
            return Err((
                line.len() + 1,
                format!(
                    "the line {} ends before the title; the file separates fields by {}",
                    shown(line),
                    separator.name()
                ),
            ));
        };
        if item.raw.is_empty() {
            return Err((
                item.column,
                "the item is empty; give it the name that it has among the ratings".into(),
            ));
        }
        let title: String = title.text().chars().take(MAX_TITLE).collect();
        self.titles.insert(item.text().into_owned(), title);
        Ok(())
    }
}

impl TakeLine for Store {
    fn take(&mut self, number: usize, line: &str) {
        if !line.trim().is_empty()
            && let Err((column, problem)) = self.read(line)
        {
            self.faults.add(number, column, &|| problem.clone());
        }
    }

    fn faults(&mut self) -> &mut Faults {
        &mut self.faults
    }
}
