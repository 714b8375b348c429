//! Configuration, reports and end of a ranking factorisation, as plain data.

use serde::Serialize;

use super::FactorCertificate;
use crate::learner::StopReason;

/// Configuration of one factorisation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankerConfig {
    /// k.
    pub rank: usize,
    /// C, the weight of the mean slack.
    pub c: f64,
    /// Turns after which it ends: a step of the users, a step of the items, and a balance.
    pub turns: usize,
    /// Turns after which a round ends, if it has not converged before. The reference rankings are then realigned.
    pub turns_per_round: usize,
    /// Rounds after which it ends.
    pub rounds: usize,
    /// Passes of the oracles after which a step ends, if it has lowered the objective. It goes on until it does.
    pub passes: usize,
    /// Relative duality gap at which a step ends before.
    pub gap: f64,
    /// Seed of the start and of the order of users.
    pub seed: u64,
}

/// The parts of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// Biases alone, with U = V = 0.
    Biases,
    /// U, for fixed V and b.
    Users,
    /// V and b, for fixed U.
    Items,
    /// The same scores with the least norm: the end of a round.
    Balance,
}

/// Report of a finished step.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FactorStep {
    /// The step.
    pub kind: StepKind,
    /// Turn, from 1; 0 for the biases.
    pub turn: usize,
    /// Round, from 1.
    pub round: usize,
    /// J at the start of the step, with the reference rankings of the round.
    pub before: f64,
    /// J at its end, never above `before`.
    pub objective: f64,
    /// A lower bound on J for all that the step can change; none for the balance.
    pub dual: Option<f64>,
    /// (objective − dual) / objective.
    pub gap: Option<f64>,
    /// Passes of the oracles; of the step of the users the most that one user needed.
    pub passes: usize,
    /// Cutting planes of all users.
    pub planes: usize,
    /// Singular values of U Vᵀ after a balance.
    pub singular_values: Vec<f64>,
    /// The bound for any rank, after the biases alone.
    pub certificate: Option<FactorCertificate>,
}

/// Why and where it ended.
#[derive(Debug, Clone, PartialEq)]
pub struct FactorEnd {
    /// The reason. `Converged`: nothing personal can be learned, or a round lowered J by less than the gap.
    pub reason: StopReason,
    /// Finished turns.
    pub turns: usize,
    /// What went wrong, if numbers left their range.
    pub problem: Option<String>,
}

/// Result of a slice of work.
#[derive(Debug, Clone, PartialEq)]
pub enum FactorProgress {
    /// The step is not finished: users done, and users in all.
    Working {
        /// The step.
        kind: StepKind,
        /// Users done in the current pass.
        done: usize,
        /// Users in all.
        of: usize,
    },
    /// A step is finished.
    Stepped(FactorStep),
    /// The run has ended.
    Stopped(FactorEnd),
}
