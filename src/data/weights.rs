//! Weights of queries. Must not know what is weighted.
//!
//! A query of weight 2 counts as the query twice. A query of weight 0 takes no part.

use super::Dataset;
use crate::util::error::{Error, shown};

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

    /// Returns the sum of the weights of some queries.
    pub(crate) fn total_weight(&self, queries: impl IntoIterator<Item = usize>) -> f64 {
        queries.into_iter().fold(0.0, |sum, query| sum + self.weight(query))
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
