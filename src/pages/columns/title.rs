//! What the title of a page says.

use crate::pages::column::{Column, PageKey};
use crate::pages::figures::{Part, sum};
use crate::pages::pair::Pair;

/// Share of the different query words that the title has; 0 without a title.
pub(in crate::pages) struct TitleMatch;

impl Column for TitleMatch {
    fn name(&self) -> &'static str {
        "title match"
    }

    fn formula(&self) -> &'static str {
        "number of the n different query words that the title has, divided by n"
    }

    fn key(&self) -> Option<PageKey> {
        Some(PageKey::Title)
    }

    fn value(&self, pair: &Pair) -> f64 {
        words_in_title(pair).count() as f64 / pair.query.terms.len() as f64
    }

    fn numbers(&self, pair: &Pair) -> String {
        let parts: Vec<Part> = words_in_title(pair)
            .map(|word| Part { value: 1.0, text: "1".to_owned(), of: word.to_owned() })
            .collect();
        format!("({}) / {}", sum(&parts), pair.query.terms.len())
    }
}

/// Returns the different words of the query that the title has. Cost: words of the query · words of the title.
fn words_in_title<'a>(pair: &'a Pair) -> impl Iterator<Item = &'a str> {
    let title = pair.page.title.as_deref().unwrap_or_default();
    pair.query
        .terms
        .iter()
        .map(|term| term.word.as_str())
        .filter(move |word| title.iter().any(|known| known == word))
}
