//! Regression trees by least squares, grown best-first. Must not know grades or losses.

mod cuts;
#[cfg(test)]
mod every_cut;
mod grower;
mod histograms;
mod quanta;
mod sample;
mod search;

use super::columns::Column;
use crate::data::Dataset;
use crate::util::error::Error;
use crate::util::threads;

use histograms::{Codes, STRIP};

pub(super) use grower::{Grower, Targets};
pub(super) use sample::{Part, query_names};

/// Number of features that are read from the rows at once, because a row is far from the next.
const READ: usize = 4;

/// Settings of the trees of a round.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeConfig {
    /// Number of leaves of a tree, from 2.
    pub leaves: usize,
    /// Smallest number of documents in a leaf, from 1.
    pub min_documents: usize,
    /// Largest number of splits between the root and a leaf, from 1; `None` for any.
    pub depth: Option<usize>,
    /// Factor of the values of a tree, in (0, 1].
    pub shrinkage: f64,
    /// Share of the features that a tree may use, in (0, 1]. They are drawn anew for every round.
    pub feature_share: f64,
    /// Share of the queries that a tree is fitted to, in (0, 1]. They are drawn anew for every round.
    pub query_share: f64,
    /// Seed of the draws.
    pub seed: u64,
}

impl Default for TreeConfig {
    fn default() -> Self {
        Self {
            leaves: 10,
            min_documents: 10,
            depth: None,
            shrinkage: 0.1,
            feature_share: 1.0,
            query_share: 1.0,
            seed: 1,
        }
    }
}

/// Largest number of leaves of a tree.
const MOST_LEAVES: usize = 1024;

impl TreeConfig {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] naming the first setting out of range.
    pub fn check(&self) -> Result<(), Error> {
        if self.leaves < 2 || self.leaves > MOST_LEAVES {
            let problem = format!("{} is not between 2 and {MOST_LEAVES}", self.leaves);
            return Err(Error::config("leaves", problem));
        }
        if self.min_documents == 0 {
            return Err(Error::config("min_documents", "0: a leaf holds at least one document"));
        }
        if self.depth == Some(0) {
            return Err(Error::config("depth", "0: a tree has at least one split"));
        }
        for (name, share) in [
            ("shrinkage", self.shrinkage),
            ("feature_share", self.feature_share),
            ("query_share", self.query_share),
        ] {
            if !(share > 0.0 && share <= 1.0) {
                return Err(Error::config(name, format!("{share} is not in (0, 1]")));
            }
        }
        Ok(())
    }
}

/// The features of all documents, sorted once for every tree.
#[derive(Debug, Clone, Default)]
pub(super) struct Presorted {
    columns: Vec<Column>,
    /// Documents in ascending order of each feature; empty if features are binned.
    orders: Vec<Vec<u32>>,
    /// The bins of every document, for a strip of features each; empty unless features are binned.
    strips: Vec<Vec<Codes>>,
}

impl Presorted {
    pub fn n_features(&self) -> usize {
        self.columns.len()
    }

    /// Returns the number of pieces of a search: strips of features if they are binned, else features.
    pub fn n_pieces(&self) -> usize {
        self.strips.len().max(self.orders.len())
    }

    /// Sorts the next features and returns how many values they have; 0 if all are sorted.
    pub fn prepare(&mut self, data: &Dataset) -> usize {
        self.prepare_with(data, Column::most_codes(data.n_documents()))
    }

    fn prepare_with(&mut self, data: &Dataset, most_codes: usize) -> usize {
        let (first, rows) = (self.columns.len(), data.n_documents());
        let n = threads::count().max(READ).min(data.n_features() - first);
        let mut values: Vec<Vec<f64>> = (0..n).map(|_| Vec::with_capacity(rows)).collect();
        for row in 0..rows {
            let features = data.row(row);
            for (place, values) in values.iter_mut().enumerate() {
                values.push(features.get(first + place));
            }
        }
        let sort = |_, values: &mut Vec<f64>| Column::new(std::mem::take(values), most_codes);
        for column in threads::map_mut(&mut values, sort) {
            self.add(column, most_codes < rows);
        }
        n * rows
    }

    fn add(&mut self, mut column: Column, is_binned: bool) {
        let feature = self.columns.len();
        if is_binned {
            let codes = std::mem::take(&mut column.codes);
            if feature.is_multiple_of(STRIP) {
                self.strips.push(vec![[0; STRIP]; codes.len()]);
            }
            // A bin fits a byte, because there are at most 255.
            for (bins, code) in self.strips[feature / STRIP].iter_mut().zip(codes) {
                bins[feature % STRIP] = code as u8;
            }
        } else {
            self.orders.push(column.order());
        }
        self.columns.push(column);
    }

    /// Returns whether a document lies above the cut behind a code.
    fn is_above(&self, feature: usize, code: u32, document: u32) -> bool {
        match self.strips.get(feature / STRIP) {
            Some(bins) => u32::from(bins[document as usize][feature % STRIP]) > code,
            None => self.columns[feature].codes[document as usize] > code,
        }
    }
}

/// The rule for the value of a leaf: `factor · Σ target / Σ curvature` of its documents, within ± `bound`.
#[derive(Debug, Clone, Copy)]
pub(super) struct LeafValue {
    pub factor: f64,
    pub bound: f64,
}

impl LeafValue {
    fn of(self, target: f64, curvature: f64) -> f64 {
        let value = self.factor * target / curvature;
        // Without curvature the value is 0, because 0/0 is not a number.
        if value.is_nan() { 0.0 } else { value.clamp(-self.bound, self.bound) }
    }
}
