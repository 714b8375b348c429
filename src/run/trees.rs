//! Trees and features of the scorer of any iteration, seen with the training data. Trains nothing.

use super::TrainingRun;
use crate::inspect::{PartialDependence, TreePaths, partial_dependence, tree_paths};
use crate::util::error::Error;

impl TrainingRun {
    /// Returns the ways of two documents of a query, by their index within it, through one tree of an iteration, and
    /// the difference of their scores after every round. `tree`: the ensemble and the round, both from 0. Cost: that of
    /// two scores.
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached, and as [`tree_paths`].
    pub fn tree_paths(
        &self,
        iteration: usize,
        query: usize,
        documents: [usize; 2],
        tree: [usize; 2],
    ) -> Result<TreePaths, Error> {
        tree_paths(&self.train, &*self.scorer(iteration)?, query, documents, tree)
    }

    /// Returns the partial dependence of the score of an iteration on a feature, over the training documents. The
    /// values are scaled, as the thresholds of a scorer are. Cost: as [`partial_dependence`].
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached, and as [`partial_dependence`].
    pub fn partial_dependence(&self, iteration: usize, feature: usize) -> Result<PartialDependence, Error> {
        partial_dependence(&self.train, &*self.scorer(iteration)?, feature)
    }
}
