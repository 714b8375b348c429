//! Weights of queries. Must not know what is weighted.
//!
//! A query of weight 2 counts as the query twice. A query of weight 0 takes no part.

use super::Dataset;
use super::letor_line::{quoted, read_number};
use crate::util::error::{Error, shown};

/// Returns the numbers of a file with one weight per line, as LightGBM reads its `.weight` files.
///
/// # Errors
/// [`Error::Data`] with the first line that has no number, and for a file without lines.
pub fn read_weights(text: &[u8]) -> Result<Vec<f64>, Error> {
    let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
    let lines = text[..text.trim_ascii_end().len()].split(|&byte| byte == b'\n');
    let read = |(index, line): (usize, &[u8])| {
        let line = String::from_utf8_lossy(line.trim_ascii());
        read_number(&line).ok_or_else(|| {
            Error::data(format!(
                "line {}: {} is not a number; write one weight per line",
                index + 1,
                quoted(&line)
            ))
        })
    };
    lines.enumerate().map(read).collect()
}

impl Dataset {
    /// Returns the same data with these weights, one per query.
    ///
    /// # Errors
    /// [`Error::Data`] for another number of weights, a weight that is negative or not finite, and weights with the sum
    /// 0 or a sum out of range.
    pub fn with_weights(self, weights: Vec<f64>) -> Result<Self, Error> {
        let n = self.n_queries();
        if weights.len() != n {
            return Err(Error::data(format!(
                "{} weights for {n} queries; give one per query",
                weights.len()
            )));
        }
        if let Some(place) = weights.iter().position(|weight| !(weight.is_finite() && *weight >= 0.0)) {
            return Err(Error::data(format!(
                "the weight of query {} is {}; a weight is a finite number from 0",
                shown(&self.ids[place]),
                weights[place]
            )));
        }
        let sum: f64 = weights.iter().sum();
        if n > 0 && !(sum.is_finite() && sum > 0.0) {
            let problem = format!("the weights of the queries add up to {sum}; at least one must be above 0");
            return Err(Error::data(problem));
        }
        Ok(Self { weights, ..self })
    }

    /// Returns the same data with the weights of a file: one per query, in the order of their first documents, or one
    /// per document, in the order of the file. Documents of a query must have one weight.
    ///
    /// # Errors
    /// As [`with_weights`](Self::with_weights); [`Error::Data`] for documents of a query with different weights.
    pub fn with_listed_weights(self, weights: Vec<f64>) -> Result<Self, Error> {
        let (n_queries, n_documents) = (self.n_queries(), self.n_documents());
        if weights.len() == n_queries {
            return self.with_weights(weights);
        }
        if weights.len() != n_documents {
            return Err(Error::data(format!(
                "{} weights for {n_queries} queries with {n_documents} documents; give one per query or one per document",
                weights.len()
            )));
        }
        let mut of_rows = vec![0.0; n_documents];
        for (row, weight) in self.file_order().into_iter().zip(weights) {
            of_rows[row] = weight;
        }
        let of_query = |query: super::Query<'_>| {
            let of_rows = &of_rows[query.documents];
            match of_rows.iter().find(|weight| weight.to_bits() != of_rows[0].to_bits()) {
                Some(other) => Err(unequal(query.id, of_rows[0], *other)),
                None => Ok(of_rows[0]),
            }
        };
        let weights = self.queries().map(of_query).collect::<Result<_, _>>()?;
        self.with_weights(weights)
    }

    /// Whether the queries have weights.
    pub fn is_weighted(&self) -> bool {
        !self.weights.is_empty()
    }

    /// Returns the weight of a query: 1 if the data have no weights.
    ///
    /// # Panics
    /// If the query does not exist.
    pub fn weight(&self, query: usize) -> f64 {
        assert!(query < self.n_queries(), "query {query} of {}", self.n_queries());
        self.weights.get(query).copied().unwrap_or(1.0)
    }

    /// Returns m, by which a mean over the queries divides that a learner uses: the sum of their weights. With click
    /// weights it is the sum over all queries, because the loss of a query without clicks is 0 and counts.
    pub(crate) fn total_weight(&self, used: impl IntoIterator<Item = usize>) -> f64 {
        if self.has_click_weights() {
            return (0..self.n_queries()).fold(0.0, |sum, query| sum + self.weight(query));
        }
        used.into_iter().fold(0.0, |sum, query| sum + self.weight(query))
    }

    /// Whether a query has the weight 0.
    pub(crate) fn has_weightless(&self) -> bool {
        self.weights.contains(&0.0)
    }

    /// Returns the data without the queries of weight 0. The others take their rows over.
    pub(crate) fn without_weightless(self) -> Self {
        let part_of: Vec<_> = self.weights.iter().map(|weight| (*weight > 0.0).then_some(0)).collect();
        self.into_parts(1, &part_of, &|_| true).pop().unwrap_or_else(|| Self::empty(0, 0))
    }
}

fn unequal(id: &str, one: f64, other: f64) -> Error {
    Error::data(different(id, one, other) + ", or leave the weights out by --query-weight none")
}

/// Returns the problem of two weights of one query.
pub(super) fn different(id: &str, one: f64, other: f64) -> String {
    format!(
        "documents of query {} have the weights {one} and {other}; weights are of queries, so give all its documents one \
         weight",
        shown(id)
    )
}
