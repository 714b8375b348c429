//! Regression trees by least squares, grown best-first. Must not know grades or losses.

mod grower;

use super::columns::Column;
use crate::data::Dataset;
use crate::util::error::Error;

pub(super) use grower::Grower;

/// Settings of the trees of a round.
#[derive(Debug, Clone, PartialEq)]
pub struct TreeConfig {
    /// Number of leaves of a tree, from 2.
    pub leaves: usize,
    /// Smallest number of documents in a leaf, from 1.
    pub min_documents: usize,
    /// Factor of the values of a tree, in (0, 1].
    pub shrinkage: f64,
}

impl Default for TreeConfig {
    fn default() -> Self {
        Self { leaves: 10, min_documents: 10, shrinkage: 0.1 }
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
        if !(self.shrinkage > 0.0 && self.shrinkage <= 1.0) {
            return Err(Error::config("shrinkage", format!("{} is not in (0, 1]", self.shrinkage)));
        }
        Ok(())
    }
}

impl TreeConfig {
    /// Returns the largest number of searches of a tree: each node except the last two, once per feature.
    pub(super) fn pieces(&self, n_features: usize) -> usize {
        (2 * self.leaves - 1) * n_features
    }
}

/// The features of all documents, sorted once for every tree.
#[derive(Debug, Clone, Default)]
pub(super) struct Presorted {
    columns: Vec<Column>,
    /// Documents in ascending order of each feature; empty if features are binned.
    orders: Vec<Vec<u32>>,
    is_binned: bool,
}

impl Presorted {
    pub fn n_features(&self) -> usize {
        self.columns.len()
    }

    /// Sorts the next feature and returns how many values it has; 0 if all are sorted.
    pub fn prepare(&mut self, data: &Dataset) -> usize {
        self.prepare_with(data, Column::most_codes(data.n_documents()))
    }

    fn prepare_with(&mut self, data: &Dataset, most_codes: usize) -> usize {
        let feature = self.columns.len();
        if feature == data.n_features() {
            return 0;
        }
        let rows: Vec<u32> = (0..data.n_documents() as u32).collect();
        let column = Column::new(data, feature, &rows, most_codes);
        self.is_binned = most_codes < rows.len();
        if !self.is_binned {
            self.orders.push(column.order());
        }
        self.columns.push(column);
        rows.len()
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
