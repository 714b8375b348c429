//! The interface of all learners: steps, their figures, reasons to stop, and the scorer that they learn.
//!
//! The *pull* on a document is one number: a positive pull moves its score up. For structured losses it is the
//! coefficient of δψ, for smooth losses minus the derivative of the loss in the score, for boosting the weight of the
//! document. In boosting a *round* is one iteration. Must not know how a model is learned.

pub mod baseline;
pub mod boosting;
pub mod classifier;
pub mod cutting_plane;
pub mod descent;
mod figures;
mod history;
mod inspection;
pub mod online;
pub mod partitions;
mod swap_forces;

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ranking::TiedRanking;
use crate::ranking::scorer::Scorer;
use crate::util::error::Error;

pub use figures::{
    BoostingFigures, Chosen, DescentFigures, Detail, FixedFigures, LEAST_GAIN, OnlineFigures, PlaneEnd,
    PlaneFigures, Start,
};
pub(crate) use history::History;
pub use inspection::ScoreObjective;
pub use inspection::{Candidate, Inspection, Phases, QueryWeight, Slope, StepCurve};

/// A resumable training procedure.
///
/// The same data, configuration and seed give the same bits, for any slicing of the work. Iteration 0 is the
/// untrained scorer; its step comes first.
pub trait Learner: Send + Sync {
    /// Works for about `budget` queries' worth of time, or to the next step if that comes first.
    ///
    /// After [`Advance::Stopped`], it returns the same end again.
    fn advance(&mut self, budget: usize) -> Advance;

    /// Returns the scorer of a reported iteration; `None` for a later one.
    fn scorer(&self, iteration: usize) -> Option<Cow<'_, Scorer>>;

    /// Returns the best iteration by the learner's own objective on training data, with its scorer. A run can choose
    /// another iteration by validation data.
    fn best(&self) -> (usize, Cow<'_, Scorer>);

    /// Returns the pull on each document of a query (by its index in the data) at an iteration.
    ///
    /// The pull is minus the derivative of the loss in the score, or the boosting weight. Positive pushes the
    /// document up. `None` if the method has no pull, or if the query takes no part.
    fn pull(&self, query: usize, iteration: usize) -> Option<Vec<f64>>;

    /// Returns the number of queries of the data that take part.
    fn n_used_queries(&self) -> usize;

    /// Takes these measures, from now on, of every training query that an iteration ranks anyway. Those taken so far
    /// are dropped. By default no measure is taken. Cost: one call per query and iteration.
    fn measure_with(&mut self, _measures: Arc<MeasureRanking>) {}

    /// Returns the measures of a query in the latest iteration, one value per measure, if the learner has taken them.
    fn latest_measures(&self, _query: usize) -> Option<&[Option<f64>]> {
        None
    }

    /// Returns the scores of all training documents at the latest iteration, if the learner keeps them.
    fn latest_scores(&self) -> Option<&[f64]> {
        None
    }

    /// Takes the rounds of a scorer as the first ones, so that the search goes on after them. Call it before the first
    /// slice of work.
    ///
    /// # Errors
    /// [`Error::Config`] for a learner without rounds, or for a scorer of another form.
    fn begin_with(&mut self, _scorer: &Scorer) -> Result<(), Error> {
        Err(Error::config("from", "this method cannot go on from a model; a boosting method can"))
    }

    /// Returns what went wrong with queries elsewhere, if anything did. Training has then ended.
    fn failure(&self) -> Option<&str> {
        None
    }

    /// Returns the inspection of rounds; `None` unless the learner is boosted.
    fn boosting(&self) -> Option<&dyn Inspection> {
        None
    }

    /// Returns the objective and its gradient at a reported iteration; `None` unless the learner descends on one smooth
    /// objective. Cost: one evaluation of the objective.
    fn slope(&self, _iteration: usize) -> Option<Slope> {
        None
    }

    /// Returns the objective of a reported iteration as a function of w and the scores; `None` unless the learner
    /// minimises one without cutting planes.
    fn objective(&self, _iteration: usize) -> Option<Box<dyn ScoreObjective + '_>> {
        None
    }
}

/// Returns the measures of a training query, by its index in the data, from its ranking: one value per measure, `None`
/// for an undefined one.
pub type MeasureRanking = dyn Fn(usize, &TiedRanking) -> Vec<Option<f64>> + Send + Sync;

/// The result of a slice of work.
#[derive(Debug, Clone, PartialEq)]
pub enum Advance {
    /// Nothing to report yet.
    Working {
        /// The current phase.
        phase: Phase,
        /// Units done in this phase.
        done: usize,
        /// Units of this phase, 0 if unknown.
        of: usize,
    },
    /// An iteration is complete.
    Stepped(Step),
    /// Training has ended.
    Stopped(End),
}

/// A part of an iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Short trials choose the reference rankings of the first round.
    Start,
    /// The separation oracle processes the queries, and the measures of those queries are taken.
    Oracle,
    /// The oracle places the documents of one long query.
    Search,
    /// The dual of the working set is being solved.
    Qp,
    /// A method without cutting planes makes its step, round or epoch.
    Learn,
    /// The measures of all other queries are being taken.
    Measure,
}

/// The state of training after one iteration.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Step {
    /// Number of the iteration; 0 is the untrained scorer.
    pub iteration: usize,
    /// The method's own objective or bound, which it minimises; `None` if it has none.
    pub objective: Option<f64>,
    /// The smallest objective so far; for cutting planes, of this round.
    pub best_objective: Option<f64>,
    /// Proved upper bound on the distance of the best objective from the optimum, relative to itself; `None` without
    /// proof.
    pub gap: Option<f64>,
    /// The figures of this kind of learner. In JSON they stand beside the fields above.
    #[serde(flatten)]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Figures"))]
    pub detail: Detail,
}

impl Step {
    /// The figures of cutting planes, if the learner finds them.
    pub fn planes(&self) -> Option<&PlaneFigures> {
        match &self.detail {
            Detail::Planes(figures) => Some(figures),
            _ => None,
        }
    }
}

/// The end of training.
#[derive(Debug, Clone, PartialEq)]
pub struct End {
    /// The reason.
    pub reason: StopReason,
    /// The last iteration.
    pub iterations: usize,
    /// The bounds of the model, if the learner finds cutting planes.
    pub planes: Option<PlaneEnd>,
    /// Details of the reason in a sentence, if there are any.
    pub problem: Option<String>,
}

impl End {
    /// Returns whether training converged to a bound that is at best hardly below its value at w = 0, so that the
    /// objective does not decide how the model ranks.
    pub fn has_learned_little(&self) -> bool {
        let is_proved = self.reason == StopReason::Converged;
        self.planes.is_some_and(|proved| is_proved && !proved.beats_zero)
    }

    /// Returns the end of a learner without cutting planes.
    pub fn new(reason: StopReason, iterations: usize, problem: Option<String>) -> Self {
        Self { reason, iterations, planes: None, problem }
    }
}

/// The reason why training ended. A later variant says less about the optimum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum StopReason {
    /// The gap is within the requested bound; with cutting planes, the gain of the last round is too.
    #[serde(rename = "converged")]
    Converged,
    /// The method has completed its last step, such as the last requested round or epoch.
    #[serde(rename = "complete")]
    Complete,
    /// No weak learner lowers the objective.
    #[serde(rename = "no weak learner")]
    NoWeakLearner,
    /// AdaRank as published would choose the same feature in every further round.
    #[serde(rename = "same feature")]
    SameFeature,
    /// The validation measure has not risen for the requested number of rounds or epochs.
    #[serde(rename = "stopped early")]
    StoppedEarly,
    /// The requested number of iterations is reached.
    #[serde(rename = "iteration limit")]
    IterationLimit,
    /// No step changes the result in floating point.
    #[serde(rename = "stalled")]
    Stalled,
    /// The user ended training.
    #[serde(rename = "interrupted")]
    Interrupted,
    /// A number left the range of floating point.
    #[serde(rename = "numeric")]
    Numeric,
}

impl StopReason {
    /// Returns whether training completed the requested work.
    pub fn is_complete(self) -> bool {
        matches!(
            self,
            Self::Converged | Self::Complete | Self::NoWeakLearner | Self::SameFeature | Self::StoppedEarly
        )
    }
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Converged => "converged",
            Self::Complete => "complete",
            Self::NoWeakLearner => "no weak learner",
            Self::SameFeature => "same feature",
            Self::StoppedEarly => "stopped early",
            Self::IterationLimit => "iteration limit",
            Self::Stalled => "stalled",
            Self::Interrupted => "interrupted",
            Self::Numeric => "numeric",
        })
    }
}
