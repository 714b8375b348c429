//! What a column is. Must not know any column.

use std::fmt;

use super::pair::Pair;

/// A key of pages that not every file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PageKey {
    Title,
    Date,
}

impl fmt::Display for PageKey {
    fn fmt(&self, text: &mut fmt::Formatter) -> fmt::Result {
        text.write_str(match self {
            Self::Title => "title",
            Self::Date => "date",
        })
    }
}

/// A column: one number for a query and a page.
pub(super) trait Column: Sync {
    /// Its name, the name of the feature.
    fn name(&self) -> &'static str;

    /// Its formula in symbols.
    fn formula(&self) -> &'static str;

    /// The key of the pages that it needs, if every page may lack it.
    fn key(&self) -> Option<PageKey> {
        None
    }

    /// Its value, finite.
    fn value(&self, pair: &Pair) -> f64;

    /// The formula with the numbers of a pair, without the result. Text in square brackets names the number before it.
    fn numbers(&self, pair: &Pair) -> String;
}
