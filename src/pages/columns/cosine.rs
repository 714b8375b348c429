//! The angle between the query and the page as vectors of tf·idf.
//!
//! Source: Salton, Wong, Yang 1975. Words that no page has are no dimension, because their idf is infinite.

use crate::pages::column::Column;
use crate::pages::figures::{Part, short, sum};
use crate::pages::pair::Pair;

/// Cosine of the vectors of tf·idf; 0 if a vector is 0.
pub(in crate::pages) struct Cosine;

impl Column for Cosine {
    fn name(&self) -> &'static str {
        "cosine"
    }

    fn formula(&self) -> &'static str {
        "⟨q, d⟩ / (|q| |d|), q and d the vectors of tf · ln(N/df) of the query and of the whole page"
    }

    fn value(&self, pair: &Pair) -> f64 {
        let norms = pair.query.norm * pair.page.norm;
        if norms == 0.0 { 0.0 } else { products(pair).map(|(_, product)| product).sum::<f64>() / norms }
    }

    fn numbers(&self, pair: &Pair) -> String {
        if pair.query.norm * pair.page.norm == 0.0 {
            let vector = if pair.query.norm == 0.0 { "the query" } else { "the page" };
            return format!("0 [the vector of {vector} is 0]");
        }
        let parts: Vec<Part> = products(pair)
            .filter(|&(_, product)| product != 0.0)
            .map(|(place, product)| {
                let (term, tf) = (&pair.query.terms[place], pair.tf[place]);
                let text = format!("{} · {}", short(f64::from(term.count) * term.idf), short(tf * term.idf));
                Part { value: product, text, of: term.word.clone() }
            })
            .collect();
        format!("({}) / ({} · {})", sum(&parts), short(pair.query.norm), short(pair.page.norm))
    }
}

/// Returns the product of the weights of each query word in query and page.
fn products<'a>(pair: &'a Pair) -> impl Iterator<Item = (usize, f64)> + 'a {
    let terms = pair.query.terms.iter().zip(&pair.tf).enumerate();
    terms.map(|(place, (term, tf))| (place, f64::from(term.count) * term.idf * (tf * term.idf)))
}
