//! Numbers of words.

use crate::pages::column::Column;
use crate::pages::figures::{Part, sum};
use crate::pages::pair::Pair;

/// Number of different query words that the page has.
pub(in crate::pages) struct MatchedTerms;

impl Column for MatchedTerms {
    fn name(&self) -> &'static str {
        "matched terms"
    }

    fn formula(&self) -> &'static str {
        "number of different query words with tf > 0"
    }

    fn value(&self, pair: &Pair) -> f64 {
        pair.tf.iter().filter(|tf| **tf > 0.0).count() as f64
    }

    fn numbers(&self, pair: &Pair) -> String {
        let matched = pair.query.terms.iter().zip(&pair.tf).filter(|(_, tf)| **tf > 0.0);
        let parts: Vec<Part> = matched
            .map(|(term, _)| Part { value: 1.0, text: "1".to_owned(), of: term.word.clone() })
            .collect();
        sum(&parts)
    }
}

/// Number of words of the page.
pub(in crate::pages) struct Length;

impl Column for Length {
    fn name(&self) -> &'static str {
        "length"
    }

    fn formula(&self) -> &'static str {
        "number of words of the page"
    }

    fn value(&self, pair: &Pair) -> f64 {
        pair.page.length as f64
    }

    fn numbers(&self, pair: &Pair) -> String {
        format!("{} [words]", pair.page.length)
    }
}
