//! The reports of a run: the steps of its learner with measures, and its end.

use serde::Serialize;

use crate::learner::{End, Phase, PlaneEnd, Step, StopReason};
use crate::method::selection::ChosenIterate;

/// The result of a slice of work on a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(hashmap_as_object))]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum Progress {
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
    Stepped {
        /// Its figures.
        report: StepReport,
    },
    /// Training has ended.
    Stopped {
        /// The reason and the final figures.
        stop: Stop,
    },
}

/// One iteration with its measures. In JSON the fields of the step stand beside the measures.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StepReport {
    /// The step of the learner.
    #[serde(flatten)]
    pub step: Step,
    /// Measures on the training data.
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
    /// Its mean; `None` if no query defines it, or if a score left the range of floating point.
    pub value: Option<f64>,
}

/// The end of training.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Stop {
    /// The reason.
    pub reason: StopReason,
    /// Number of the last reported iteration.
    pub iterations: usize,
    /// The best iteration by the learner's own objective on training data.
    pub best_iteration: usize,
    /// The smallest objective; with cutting planes, of the last round. `None` if the method has no objective.
    pub best_objective: Option<f64>,
    /// Proved upper bound on its distance from the optimum, relative to itself; `None` without proof.
    pub gap: Option<f64>,
    /// The bounds of cutting planes, if there are any. In JSON they stand beside the other fields.
    #[serde(flatten)]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "ProvedEnd"))]
    pub planes: Option<PlaneEnd>,
    /// The iterate that validation data chose, if they do.
    pub chosen: Option<ChosenIterate>,
    /// The number that left its range, or the requirement that is not met, if that is the reason.
    pub problem: Option<String>,
}

impl Stop {
    /// Returns what is told of the end of a learner. `latest`: objective and gap of the latest step, which hold where
    /// there are no planes.
    pub(super) fn of(
        end: &End,
        best_iteration: usize,
        latest: (Option<f64>, Option<f64>),
        chosen: Option<ChosenIterate>,
    ) -> Self {
        let (best_objective, gap) = match &end.planes {
            Some(planes) => (Some(planes.best_primal), Some(planes.gap)),
            None => latest,
        };
        Self {
            reason: end.reason,
            iterations: end.iterations,
            best_iteration,
            best_objective,
            gap,
            planes: end.planes,
            chosen,
            problem: end.problem.clone(),
        }
    }
}
