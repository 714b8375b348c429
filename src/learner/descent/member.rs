//! A query that takes part in an objective. Must not know objectives.

use std::ops::Range;

use super::QueryScoreLoss;

/// A query that takes part.
pub(super) struct Member {
    /// Index of the query in the data.
    pub(super) query: usize,
    /// Its rows.
    pub(super) documents: Range<usize>,
    /// Place of its scores in the list of the scores of all members.
    pub(super) scores: Range<usize>,
    /// c_q.
    pub(super) coefficient: f64,
    /// The loss of its scores.
    pub(super) loss: Box<dyn QueryScoreLoss>,
}
