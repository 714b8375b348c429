//! A mean hinge over documents, as a function of their scores by class. Must not know features.

use crate::data::Dataset;
use crate::learner::ScoreObjective;

/// A convex, piecewise linear mean over all documents of the data, with documents weighted as their queries.
///
/// Scores and slopes have one value per class and document, class by class, each in the order of the rows.
pub trait ClassHinge: Send + Sync {
    /// Returns the number of scores of a document.
    fn n_classes(&self) -> usize;

    /// Whether a class also has a weight of the constant feature 1, which is regularised like the others.
    fn has_constant(&self) -> bool;

    /// Returns the factor of every class in the score of the ranker, `w = Σ_k factor_k w_k`.
    fn factors(&self) -> Vec<f64>;

    /// Returns the mean hinge at finite scores with its slope. Cost: O(n · classes), and a sort for a free bias.
    fn tangent(&self, scores: &[f64]) -> Tangent;
}

/// A mean hinge and one of its subgradients: no scores have a smaller mean than the tangent there.
#[derive(Debug, Clone, PartialEq)]
pub struct Tangent {
    /// The mean hinge.
    pub value: f64,
    /// A subgradient in the scores.
    pub slope: Vec<f64>,
}

/// The objective of a ranker whose hinge has one score per document, for pictures of it.
pub(super) struct HingeObjective<'a> {
    pub hinge: &'a dyn ClassHinge,
    pub c: f64,
    /// w₀ = 0.
    pub center: &'a [f64],
    pub n_documents: usize,
}

impl ScoreObjective for HingeObjective<'_> {
    fn center(&self) -> &[f64] {
        self.center
    }

    fn c(&self) -> f64 {
        self.c
    }

    fn mean_loss(&self, scores: &[f64]) -> f64 {
        self.hinge.tangent(scores).value
    }

    /// A sort of all documents.
    fn steps(&self) -> f64 {
        let n = self.n_documents as f64;
        10.0 * n * (n + 2.0).log2()
    }
}

/// Returns the share of every document in the mean, by the weights of the queries and a factor per document. The
/// shares add up to 1.
pub(super) fn shares(data: &Dataset, factor: impl Fn(usize) -> f64) -> Vec<f64> {
    let mut shares = Vec::with_capacity(data.n_documents());
    for query in data.queries() {
        let weight = data.weight(query.index);
        shares.extend(query.documents.map(|row| weight * factor(row)));
    }
    let total: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= total);
    shares
}

/// Returns the total weight of the documents of each class. `class_of`: below `n_classes`.
pub(super) fn class_weights(data: &Dataset, n_classes: usize, class_of: impl Fn(usize) -> usize) -> Vec<f64> {
    let mut weights = vec![0.0; n_classes];
    for query in data.queries() {
        for row in query.documents {
            weights[class_of(row)] += data.weight(query.index);
        }
    }
    weights
}
