//! The details of an iteration without cutting planes: the candidates, weights and step of a round of boosting, or the
//! gradient of a descent. Must not know losses.

use serde::Serialize;

/// The weight of a query in a round.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct QueryWeight {
    /// Index of the query in the data.
    pub query: usize,
    /// Share of the query in all weight, in [0, 1]; the shares add up to 1.
    pub weight: f64,
    /// The figure behind the weight: for AdaRank, the measure of the scores so far.
    pub value: Option<f64>,
}

/// The best weak learner of one feature in a round. Features count from 1 here, as in the file.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Candidate {
    /// Its ensemble: a class or grade boundary; 0 for scorers with one ensemble.
    pub ensemble: usize,
    /// The feature, from 1.
    pub feature: usize,
    /// The threshold, if the weak learner has one.
    pub threshold: Option<f64>,
    /// Its weight or sign if it is chosen.
    pub alpha: f64,
    /// The figure that the round compares: estimated decrease of FRank, r of RankBoost, weighted measure of AdaRank,
    /// gain of the root split of a tree.
    pub edge: f64,
    /// The objective with this weak learner, if the method computes it.
    pub objective: Option<f64>,
}

/// A round of boosting, phase by phase.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Phases {
    /// The iteration after the round, from 1.
    pub iteration: usize,
    /// The weights before the round.
    pub before: Vec<QueryWeight>,
    /// The best weak learner of each feature, by ensemble and feature.
    pub candidates: Vec<Candidate>,
    /// Index of the chosen candidate, one per ensemble with a new weak learner.
    pub chosen: Vec<usize>,
    /// The weights after the round.
    pub after: Vec<QueryWeight>,
}

/// The objective along the step of a round.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StepCurve {
    /// The iteration after the round, from 1.
    pub iteration: usize,
    /// Step lengths α, ascending.
    pub alphas: Vec<f64>,
    /// The objective at each step length.
    pub objectives: Vec<f64>,
    /// α by the closed formula.
    pub formula: f64,
    /// α by line search.
    pub exact: f64,
    /// α that the run used.
    pub taken: f64,
}

/// A smooth objective at one iteration of a descent.
#[derive(Debug, Clone, PartialEq)]
pub struct Slope {
    /// w.
    pub w: Vec<f64>,
    /// The gradient of the objective in w; the part of the regulariser is w itself.
    pub gradient: Vec<f64>,
    /// The objective.
    pub objective: f64,
    /// The mean loss, without regulariser and C.
    pub mean_loss: f64,
    /// Whether directions come from the matrix of second derivatives, as in Newton's method.
    pub second_order: bool,
    /// Length of the step that led here, relative to the full step; `None` at the start.
    pub step: Option<f64>,
}

/// An objective `½‖w − w₀‖² + C · mean loss`, whose loss is a function of the scores.
pub trait ScoreObjective {
    /// w₀, one number per feature.
    fn center(&self) -> &[f64];

    /// C.
    fn c(&self) -> f64;

    /// Returns the mean loss at these scores, one per document of the data, all finite. A free bias takes its best
    /// value. Cost: one evaluation of every loss, without a pass over the features.
    fn mean_loss(&self, scores: &[f64]) -> f64;

    /// Returns an estimate of the elementary steps of `mean_loss`, about a nanosecond each.
    fn steps(&self) -> f64;
}

impl<T: ScoreObjective + ?Sized> ScoreObjective for &T {
    fn center(&self) -> &[f64] {
        (**self).center()
    }

    fn c(&self) -> f64 {
        (**self).c()
    }

    fn mean_loss(&self, scores: &[f64]) -> f64 {
        (**self).mean_loss(scores)
    }

    fn steps(&self) -> f64 {
        (**self).steps()
    }
}

/// The inspection of a boosted learner. Every method recomputes its result when it is called.
pub trait Inspection {
    /// Returns the phases of the round before an iteration, from 1. Cost: a round and the scores at its start.
    fn phases(&self, iteration: usize) -> Option<Phases>;

    /// Returns the best weak learner of each feature in the round after an iteration, by ensemble and feature. Cost: a
    /// round and the scores at its start.
    fn candidates(&self, iteration: usize) -> Option<Vec<Candidate>>;

    /// Returns the objective along the step of the round before an iteration at `points` step lengths, at least 2.
    /// `None` if the method has no objective. Cost: the scores at the start of the round, and one pass over the pairs
    /// per point.
    fn step_curve(&self, iteration: usize, points: usize) -> Option<StepCurve>;

    /// Returns the weights of the queries after an iteration. Cost: the scores at that iteration.
    fn query_weights(&self, iteration: usize) -> Option<Vec<QueryWeight>>;

    /// Returns the residual y − p of every class (or grade boundary) and document of a query after an iteration, for
    /// methods with classes.
    fn residuals(&self, query: usize, iteration: usize) -> Option<Vec<Vec<f64>>>;
}
