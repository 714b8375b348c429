//! How old a page is.

use crate::pages::column::{Column, PageKey};
use crate::pages::pair::Pair;

/// Days from the date of the page to the newest date of the file; the same for every query.
pub(in crate::pages) struct Age;

impl Column for Age {
    fn name(&self) -> &'static str {
        "age"
    }

    fn formula(&self) -> &'static str {
        "days from the date of the page to the newest date of all pages"
    }

    fn key(&self) -> Option<PageKey> {
        Some(PageKey::Date)
    }

    fn value(&self, pair: &Pair) -> f64 {
        pair.page.day.as_ref().map_or(0.0, |day| f64::from(day.age))
    }

    fn numbers(&self, pair: &Pair) -> String {
        match (&pair.page.day, &pair.collection.newest) {
            (Some(day), Some(newest)) => format!("{} [days from {} to {newest}]", day.age, day.date),
            // Only pages with dates have this column.
            _ => "0 [days]".to_owned(),
        }
    }
}
