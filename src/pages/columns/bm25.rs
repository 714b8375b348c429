//! BM25 with two idf.
//!
//! Σ_t idf′(t) · tf (k₁ + 1) / (tf + k₁ (1 − b + b · length / mean length)) over the different words of the query.
//! Source: Robertson and Zaragoza 2009, equation 3.15; the idf that is never negative is that of Lucene.

use crate::pages::collection::Term;
use crate::pages::column::Column;
use crate::pages::figures::{Part, short, sum};
use crate::pages::pair::Pair;

/// Saturation of tf.
const K1: f64 = 1.2;

/// Share of the length that counts.
const B: f64 = 0.75;

/// How much a word of a query counts.
#[derive(Debug, Clone, Copy)]
pub(in crate::pages) enum Idf {
    /// ln(1 + (N − df + ½)/(df + ½)), above 0 for every df ≤ N.
    NeverNegative,
    /// ln((N − df + ½)/(df + ½)), below 0 for a word of more than half of the pages.
    Okapi,
}

/// BM25 with k₁ = 1.2 and b = 0.75.
pub(in crate::pages) struct Bm25(pub Idf);

impl Column for Bm25 {
    fn name(&self) -> &'static str {
        match self.0 {
            Idf::NeverNegative => "BM25",
            Idf::Okapi => "BM25 Okapi",
        }
    }

    fn formula(&self) -> &'static str {
        match self.0 {
            Idf::NeverNegative => {
                "Σ idf(t) · tf(t) · 2.2 / (tf(t) + 1.2 · (0.25 + 0.75 · length / mean length)), \
                 idf(t) = ln(1 + (N − df + 0.5)/(df + 0.5))"
            }
            Idf::Okapi => {
                "Σ idf(t) · tf(t) · 2.2 / (tf(t) + 1.2 · (0.25 + 0.75 · length / mean length)), \
                 idf(t) = ln((N − df + 0.5)/(df + 0.5))"
            }
        }
    }

    fn value(&self, pair: &Pair) -> f64 {
        (0..pair.tf.len()).map(|place| self.part(pair, place)).sum()
    }

    fn numbers(&self, pair: &Pair) -> String {
        let (length, mean) = (pair.page.length, short(pair.collection.mean_length));
        let parts: Vec<Part> = (0..pair.tf.len())
            .filter(|&place| pair.tf[place] > 0.0)
            .map(|place| {
                let (term, tf) = (&pair.query.terms[place], short(pair.tf[place]));
                let idf = self.idf_text(pair.n_pages(), term);
                let text = format!("{idf} · {tf} · 2.2 / ({tf} + 1.2 · (0.25 + 0.75 · {length} / {mean}))");
                Part { value: self.part(pair, place), text, of: term.word.clone() }
            })
            .collect();
        sum(&parts)
    }
}

impl Bm25 {
    /// What a word of the query adds.
    fn part(&self, pair: &Pair, place: usize) -> f64 {
        let tf = pair.tf[place];
        // An empty page in an empty collection has no relative length.
        if tf == 0.0 {
            return 0.0;
        }
        let relative = pair.page.length as f64 / pair.collection.mean_length;
        self.0.of(pair.n_pages(), pair.query.terms[place].df) * tf * (K1 + 1.0)
            / (tf + K1 * (1.0 - B + B * relative))
    }

    fn idf_text(&self, n: usize, term: &Term) -> String {
        let ratio = format!("({n} − {df} + 0.5)/({df} + 0.5)", df = term.df);
        match self.0 {
            Idf::NeverNegative => format!("ln(1 + {ratio})"),
            Idf::Okapi => format!("ln({ratio})"),
        }
    }
}

impl Idf {
    /// Returns the idf of a word that `df` of `n` pages have.
    fn of(self, n: usize, df: usize) -> f64 {
        let ratio = ((n - df) as f64 + 0.5) / (df as f64 + 0.5);
        match self {
            Self::NeverNegative => libm::log(1.0 + ratio),
            Self::Okapi => libm::log(ratio),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Idf;

    #[test]
    fn the_default_idf_is_never_negative_and_that_of_okapi_is() {
        for n in 1..200 {
            for df in 0..=n {
                assert!(Idf::NeverNegative.of(n, df) > 0.0, "{df} of {n}");
                assert_eq!(Idf::Okapi.of(n, df) < 0.0, 2 * df > n, "{df} of {n}");
            }
        }
    }
}
