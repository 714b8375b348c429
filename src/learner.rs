//! What every learner of a linear ranker has in common: steps, reports, and reasons to stop.

use serde::{Deserialize, Serialize};

/// A resumable training procedure.
pub trait Learner {
    /// Works on for about `budget` queries' worth of time, or to the next report if that comes first.
    ///
    /// How the work is sliced never changes a report. After [`Progress::Stopped`] it only repeats that.
    fn advance(&mut self, budget: usize) -> Progress;

    /// Weights that the latest report is about.
    fn weights(&self) -> &[f64];

    /// The best weights so far.
    fn best_weights(&self) -> &[f64];
}

/// What a slice of work came to.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum Progress {
    /// Nothing to report yet.
    Working {
        /// What is being done.
        phase: Phase,
        /// Units done in this phase.
        done: usize,
        /// Units of this phase, 0 if unknown.
        of: usize,
    },
    /// An iteration is complete.
    Stepped {
        /// Its figures.
        report: StepReport,
    },
    /// Training is over.
    Stopped {
        /// Why, and with what.
        stop: Stop,
    },
}

/// A part of an iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The separation oracle goes through the queries.
    Oracle,
    /// The oracle places the documents of one long query.
    Search,
    /// The dual of the working set is being solved.
    Qp,
    /// The measures are being taken.
    Measure,
}

/// The state of the optimisation at one w.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StepReport {
    /// Number of times that w was updated before; 0 is w = 0.
    pub iteration: usize,
    /// How often the reference ranking was re-aligned before.
    pub round: usize,
    /// Primal objective `½‖w‖² + (C/m) Σ H`.
    pub primal: f64,
    /// Smallest primal objective of this round so far.
    pub best_primal: f64,
    /// Dual objective: a lower bound on the optimum of this round.
    pub dual: f64,
    /// Relative duality gap `(best_primal − dual) / best_primal`.
    pub gap: f64,
    /// Mean over the queries used of the structured hinge H, the smallest slack that w allows.
    pub mean_slack: f64,
    /// Mean over the queries used of the expected loss Δ of the ranking that w predicts.
    pub mean_loss: f64,
    /// Mean hinge of every component of a combination, over all queries used; one value for a single loss.
    pub component_slacks: Vec<f64>,
    /// ‖w‖.
    pub norm: f64,
    /// Cutting planes in the working set that made w.
    pub cuts: usize,
    /// Cutting planes that this iteration adds.
    pub added: usize,
    /// By how much the most violated new constraint exceeds its slack.
    pub worst_violation: f64,
    /// Measures on the training data; a learner leaves these three empty for the run to fill.
    pub train: Vec<MeasureValue>,
    /// Measures on the validation data, if there are any.
    pub valid: Vec<MeasureValue>,
    /// Measures on the test data, if there are any.
    pub test: Vec<MeasureValue>,
}

/// The mean of a measure over the queries that define it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MeasureValue {
    /// Key of the measure, such as `ndcg@10`.
    pub measure: String,
    /// Its mean; `None` if no query defines it, or if a score there has left the range of floating point.
    pub value: Option<f64>,
}

/// Why training ended; what comes later says less about the optimum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum StopReason {
    /// The duality gap, and the last round's gain, are within the bound asked for.
    #[serde(rename = "converged")]
    Converged,
    /// As many iterations as were allowed.
    #[serde(rename = "iteration limit")]
    IterationLimit,
    /// Neither bound moves any more in floating point.
    #[serde(rename = "stalled")]
    Stalled,
    /// A number left the range of floating point.
    #[serde(rename = "numeric")]
    Numeric,
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Converged => "converged",
            Self::IterationLimit => "iteration limit",
            Self::Stalled => "stalled",
            Self::Numeric => "numeric",
        })
    }
}

/// How training ended.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Stop {
    /// Why.
    pub reason: StopReason,
    /// The last report's iteration.
    pub iterations: usize,
    /// Smallest primal objective of the last round.
    pub best_primal: f64,
    /// Dual objective of the last round.
    pub dual: f64,
    /// Relative duality gap of the last round.
    pub gap: f64,
    /// Iteration whose w is the best.
    pub best_iteration: usize,
    /// Primal objective at w = 0.
    pub zero_primal: f64,
    /// Whether `best_primal` is below that by more than the gap. If not, little was learned.
    pub beats_zero: bool,
    /// Which number left its range, where that is the reason.
    pub problem: Option<String>,
}
