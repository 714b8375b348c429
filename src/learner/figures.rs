//! Figures of one kind of learner each.

use std::fmt;

use serde::Serialize;

/// Figures of one kind of learner.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Detail {
    /// Cutting planes.
    Planes(PlaneFigures),
    /// Descent on an objective, or epochs over the data.
    Descent(DescentFigures),
    /// One round of boosting.
    Boosting(BoostingFigures),
    /// One query of the online protocol.
    Online(OnlineFigures),
    /// A fixed scorer.
    Fixed(FixedFigures),
}

#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
const FIGURES: &str = r#"
/** Figures of a step that only one kind of learner has; a report of cutting planes may lack the kind. */
export type Figures = { kind?: "planes" | "descent" | "boosting" | "online" | "fixed" } & Partial<PlaneFigures &
  DescentFigures & BoostingFigures & OnlineFigures & FixedFigures>;
/** What is proved at the end of a run with cutting planes. */
export type ProvedEnd = Partial<PlaneEnd>;
"#;

/// The state of the cutting-plane optimisation at one w.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlaneFigures {
    /// Number of realignments of the reference so far.
    pub round: usize,
    /// Primal objective `½‖w‖² + (C/m) Σ H`.
    pub primal: f64,
    /// The objective with the ramp bound instead of the hinge, if the rounds minimise the ramp bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ramp_objective: Option<f64>,
    /// Smallest primal objective of this round so far.
    pub best_primal: f64,
    /// Dual objective: a lower bound on the optimum of this round.
    pub dual: f64,
    /// Mean over the queries used of the structured hinge H, the smallest slack that w allows.
    pub mean_slack: f64,
    /// Mean over the queries used of the expected loss Δ of the ranking that w predicts.
    pub mean_loss: f64,
    /// Mean hinge of every component of a combination, over all queries used; one value for a single loss.
    pub component_slacks: Vec<f64>,
    /// ‖w‖.
    pub norm: f64,
    /// Cutting planes in the working set that gave w.
    pub cuts: usize,
    /// Cutting planes that this iteration adds.
    pub added: usize,
    /// Difference between the most violated new constraint and its slack.
    pub worst_violation: f64,
}

/// The bounds of a run with cutting planes at its end.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PlaneEnd {
    /// Smallest primal objective of the last round.
    pub best_primal: f64,
    /// Dual objective of the last round.
    pub dual: f64,
    /// Relative gap between the two.
    pub gap: f64,
    /// The start of the rounds; `None` if the reference rankings never move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// Primal objective at w = 0.
    pub zero_primal: f64,
    /// Whether `best_primal` is below `zero_primal` by more than the gap and by more than [`LEAST_GAIN`] of it. If not,
    /// the model learned little.
    pub beats_zero: bool,
}

/// A direction of w to which the reference rankings of the first round are aligned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// Σ δψ, each query's mean over all its rankings: ideal rankings against chance.
    MeanDifference,
    /// The covariance of the features with the grades within each query.
    GradeCovariance,
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MeanDifference => "mean difference of ψ",
            Self::GradeCovariance => "covariance with the grades",
        })
    }
}

/// The share of the objective at w = 0 by which a bound must be lower to decide how a model ranks.
///
/// On OHSUMED, OWPC and SVM-COMBO end within 0.05 % of w = 0 and rank near random; SVM-MAP is 2 to 3 % below and does
/// not.
pub const LEAST_GAIN: f64 = 1e-3;

/// Descent on an objective that is smooth in w, or an epoch over the data.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DescentFigures {
    /// ‖w‖.
    pub norm: f64,
    /// Norm of the gradient of the objective; `None` for methods that use one query or document at a time.
    pub gradient_norm: Option<f64>,
    /// Length of the last step, relative to the full step; `None` at the start and without a line search.
    pub step: Option<f64>,
    /// Number of evaluations of the objective so far; each covers all queries.
    pub evaluations: usize,
    /// Mean loss over the queries (or documents) used, without the regulariser. For perceptrons, the mean
    /// distance between predicted and true grade in this epoch.
    pub mean_loss: f64,
    /// Width of the smoothing, if the method smooths.
    pub smoothing: Option<f64>,
    /// How far w moved since the round before, relative to ‖w‖, for methods of rounds.
    pub moved: Option<f64>,
    /// Share of wrongly ordered pairs of different grades, as a mean over queries; ties count one half.
    pub pair_error: Option<f64>,
    /// Learning rate of this epoch, for online methods.
    pub rate: Option<f64>,
    /// Mistakes of this epoch, for perceptrons.
    pub mistakes: Option<usize>,
}

/// One round of boosting.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct BoostingFigures {
    /// Weight of the new weak learner; 0 at the start.
    pub alpha: f64,
    /// The edge of the weak learner: r of RankBoost, weighted measure of AdaRank, estimated decrease of FRank, gain of
    /// all splits of trees.
    pub edge: f64,
    /// Share of wrongly ordered pairs, with the method's weights of pairs.
    pub pair_error: Option<f64>,
    /// Share of the weight, or of the pairs, that the method has given up; `None` if it gives up nothing.
    pub given_up: Option<f64>,
    /// Entropy of the weights over its maximum, in [0, 1], if the method weighs queries.
    pub entropy: Option<f64>,
    /// The choice of the round.
    pub chosen: Option<Chosen>,
}

/// One query of the online protocol: queries arrive once, and the loss of each is counted before learning from
/// it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct OnlineFigures {
    /// ‖w‖ after the step.
    pub norm: f64,
    /// Norm of the gradient of this query's loss at the w before the step; 0 at the start.
    pub gradient_norm: f64,
    /// Length of the step relative to the gradient, B/(G √t); 0 at the start.
    pub rate: f64,
    /// Loss of this query at the w before the step; 0 at the start.
    pub paid: f64,
    /// Sum of the losses so far minus that of the best w in hindsight over the same queries, per query.
    pub regret: f64,
    /// Proved bound on the regret after this many queries, per query: 3 B G/√t.
    pub bound: f64,
}

/// A fixed scorer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FixedFigures {
    /// Description of the scorer.
    pub chosen: Option<Chosen>,
    /// The measure on training data that chooses the scorer, if there are several.
    pub value: Option<f64>,
}

/// The choice of a round. Features count from 1 here, as in the file.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Chosen {
    /// The feature, from 1.
    pub feature: usize,
    /// The threshold of a stump.
    pub threshold: Option<f64>,
    /// The weight or sign.
    pub alpha: f64,
}
