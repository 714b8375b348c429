//! Statistics of tf and of tf·idf over the different words of the query.
//!
//! Source: Qin et al. 2010, *LETOR*, Table 2; sum, min, max, mean and variance of both quantities. The variance divides by
//! the number of words.

use crate::pages::column::Column;
use crate::pages::figures::{Part, joined, short, sum};
use crate::pages::pair::Pair;

/// What is computed of each word.
#[derive(Debug, Clone, Copy)]
pub(in crate::pages) enum Quantity {
    /// Number of times that the page has the word.
    Tf,
    /// tf · ln(N/df), 0 for a word that no page has.
    TfIdf,
}

/// What is computed of all words.
#[derive(Debug, Clone, Copy)]
pub(in crate::pages) enum Statistic {
    Sum,
    Min,
    Max,
    Mean,
    Variance,
}

/// A statistic of a quantity.
pub(in crate::pages) struct TermStatistic(pub Quantity, pub Statistic);

impl Column for TermStatistic {
    fn name(&self) -> &'static str {
        match (self.0, self.1) {
            (Quantity::Tf, Statistic::Sum) => "tf sum",
            (Quantity::Tf, Statistic::Min) => "tf min",
            (Quantity::Tf, Statistic::Max) => "tf max",
            (Quantity::Tf, Statistic::Mean) => "tf mean",
            (Quantity::Tf, Statistic::Variance) => "tf variance",
            (Quantity::TfIdf, Statistic::Sum) => "tf-idf sum",
            (Quantity::TfIdf, Statistic::Min) => "tf-idf min",
            (Quantity::TfIdf, Statistic::Max) => "tf-idf max",
            (Quantity::TfIdf, Statistic::Mean) => "tf-idf mean",
            (Quantity::TfIdf, Statistic::Variance) => "tf-idf variance",
        }
    }

    fn formula(&self) -> &'static str {
        match (self.0, self.1) {
            (Quantity::Tf, Statistic::Sum) => "Σ tf(t) over the n different query words t",
            (Quantity::Tf, Statistic::Min) => "min tf(t) over the n different query words t",
            (Quantity::Tf, Statistic::Max) => "max tf(t) over the n different query words t",
            (Quantity::Tf, Statistic::Mean) => "Σ tf(t) / n over the n different query words t",
            (Quantity::Tf, Statistic::Variance) => "Σ (tf(t) − mean)² / n over the n different query words t",
            (Quantity::TfIdf, Statistic::Sum) => "Σ tf(t) · ln(N/df(t)) over the n different query words t",
            (Quantity::TfIdf, Statistic::Min) => "min tf(t) · ln(N/df(t)) over the n different query words t",
            (Quantity::TfIdf, Statistic::Max) => "max tf(t) · ln(N/df(t)) over the n different query words t",
            (Quantity::TfIdf, Statistic::Mean) => {
                "Σ tf(t) · ln(N/df(t)) / n over the n different query words t"
            }
            (Quantity::TfIdf, Statistic::Variance) => {
                "Σ (tf(t) · ln(N/df(t)) − mean)² / n over the n different query words t"
            }
        }
    }

    fn value(&self, pair: &Pair) -> f64 {
        let values = self.values(pair);
        match self.1 {
            Statistic::Sum => values.iter().sum(),
            Statistic::Min => least(values.into_iter()),
            Statistic::Max => greatest(values.into_iter()),
            Statistic::Mean => mean(&values),
            Statistic::Variance => {
                let mean = mean(&values);
                values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / values.len() as f64
            }
        }
    }

    fn numbers(&self, pair: &Pair) -> String {
        let parts = self.parts(pair);
        let n = parts.len();
        match self.1 {
            Statistic::Sum => sum(&parts),
            Statistic::Min => {
                format!("min({})", joined(&parts, ", ", |rest| least(rest.iter().map(|part| part.value))))
            }
            Statistic::Max => {
                format!("max({})", joined(&parts, ", ", |rest| greatest(rest.iter().map(|part| part.value))))
            }
            Statistic::Mean => format!("({}) / {n}", sum(&parts)),
            Statistic::Variance => {
                let mean = mean(&self.values(pair));
                let shown = short(mean);
                let squares: Vec<Part> = parts
                    .into_iter()
                    .map(|Part { value, text, of }| {
                        let text = format!("({text} − {shown})²");
                        Part { value: (value - mean) * (value - mean), text, of }
                    })
                    .collect();
                format!("({}) / {n}", sum(&squares))
            }
        }
    }
}

impl TermStatistic {
    fn values(&self, pair: &Pair) -> Vec<f64> {
        match self.0 {
            Quantity::Tf => pair.tf.clone(),
            Quantity::TfIdf => pair.tf_idf(),
        }
    }

    /// Returns the quantity of each word with its numbers.
    fn parts(&self, pair: &Pair) -> Vec<Part> {
        let n_pages = pair.n_pages();
        let terms = pair.query.terms.iter().zip(&pair.tf).zip(self.values(pair));
        terms
            .map(|((term, &tf), value)| {
                let text = match self.0 {
                    Quantity::TfIdf if term.df > 0 => format!("{} · ln({n_pages}/{})", short(tf), term.df),
                    _ => short(tf),
                };
                Part { value, text, of: term.word.clone() }
            })
            .collect()
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn least(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::INFINITY, f64::min)
}

fn greatest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::NEG_INFINITY, f64::max)
}
