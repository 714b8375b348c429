//! The charts of a run: which figures of its reports are drawn, and how they are called.

use serde::Serialize;

/// A chart over the iterations. The chart of the reported measure, which every method has, is not declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ChartChoice {
    /// Its title.
    pub name: &'static str,
    /// What it shows, in a few words or a formula.
    pub about: &'static str,
    /// Its curves, the most important first.
    pub curves: &'static [CurveChoice],
}

/// A curve of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CurveChoice {
    /// The field of the reports, or `lower_bound` for the best objective less its proved gap.
    pub figure: &'static str,
    /// Its name at the end of the line.
    pub label: &'static str,
    /// What kind of quantity it is, which decides its colour and its dashes.
    pub role: Role,
}

/// The kind of quantity that a curve shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// An objective or another upper bound.
    Primal,
    /// A lower bound.
    Dual,
    /// A share, which only labels and tables show.
    Gap,
    /// What is left to pay.
    Slack,
    /// A loss, or a second quantity beside the first.
    Loss,
}

const fn curve(figure: &'static str, label: &'static str, role: Role) -> CurveChoice {
    CurveChoice { figure, label, role }
}

/// Charts of methods with cutting planes.
pub(super) const PLANES: &[ChartChoice] = &[
    ChartChoice {
        name: "Objective",
        about: "½‖w‖² + C · mean ξ",
        curves: &[
            curve("best_primal", "primal, best", Role::Primal),
            curve("dual", "dual", Role::Dual),
            curve("gap", "gap", Role::Gap),
        ],
    },
    ChartChoice {
        name: "Slack and loss",
        about: "mean of the queries",
        curves: &[curve("mean_slack", "slack ξ", Role::Slack), curve("mean_loss", "loss Δ", Role::Loss)],
    },
];

const OBJECTIVE: ChartChoice = ChartChoice {
    name: "Objective",
    about: "½‖w‖² + C · mean loss",
    curves: &[
        curve("objective", "objective", Role::Primal),
        curve("lower_bound", "bound", Role::Dual),
        curve("gap", "gap", Role::Gap),
    ],
};

/// Charts of methods that classify documents.
pub(super) const CLASSIFIERS: &[ChartChoice] = &[
    OBJECTIVE,
    ChartChoice {
        name: "Loss",
        about: "mean of the documents",
        curves: &[curve("mean_loss", "hinge", Role::Slack)],
    },
];

/// Charts of methods that descend on an objective.
pub(super) const DESCENT: &[ChartChoice] = &[
    OBJECTIVE,
    ChartChoice {
        name: "Loss and pairs",
        about: "mean of the queries",
        curves: &[curve("mean_loss", "loss", Role::Slack), curve("pair_error", "pair error", Role::Loss)],
    },
];

/// Charts of methods that minimise one objective after another.
pub(super) const ROUNDS_OF_PAIRS: &[ChartChoice] = &[
    ChartChoice {
        name: "Move",
        about: "of w in each round, relative to ‖w‖",
        curves: &[curve("moved", "move", Role::Primal), curve("gap", "gap", Role::Gap)],
    },
    ChartChoice {
        name: "Loss and pairs",
        about: "mean of the queries",
        curves: &[curve("mean_loss", "loss", Role::Slack), curve("pair_error", "pair error", Role::Loss)],
    },
];

const LOSS_OF_EPOCH: ChartChoice = ChartChoice {
    name: "Loss",
    about: "mean over the epoch",
    curves: &[curve("mean_loss", "loss", Role::Primal), curve("mistakes", "mistakes", Role::Gap)],
};

const PAIR_ERROR: ChartChoice = ChartChoice {
    name: "Pair error",
    about: "share of pairs in the wrong order",
    curves: &[curve("pair_error", "pair error", Role::Slack)],
};

/// Charts of methods that learn from pairs in epochs over the data.
pub(super) const EPOCHS: &[ChartChoice] = &[LOSS_OF_EPOCH, PAIR_ERROR];

/// Charts of methods that learn from single documents in epochs over the data.
pub(super) const DOCUMENT_EPOCHS: &[ChartChoice] = &[LOSS_OF_EPOCH];

/// Charts of methods that have pulls and no loss, in epochs over the data.
pub(super) const PULLS: &[ChartChoice] = &[
    ChartChoice {
        name: "NDCG lost",
        about: "1 − NDCG, mean of the training queries",
        curves: &[curve("mean_loss", "1 − NDCG", Role::Primal)],
    },
    PAIR_ERROR,
];

/// Charts of boosted methods.
pub(super) const BOOSTING: &[ChartChoice] = &[
    ChartChoice {
        name: "Objective",
        about: "what each round lowers",
        curves: &[curve("objective", "objective", Role::Primal), curve("alpha", "weight α", Role::Gap)],
    },
    ChartChoice {
        name: "Rounds",
        about: "shares from 0 to 1",
        curves: &[
            curve("pair_error", "pair error", Role::Slack),
            curve("given_up", "given up", Role::Loss),
            curve("entropy", "evenness", Role::Loss),
            curve("edge", "edge", Role::Gap),
        ],
    },
];

/// Charts of boosted trees that predict grades.
pub(super) const GRADE_TREES: &[ChartChoice] = &[
    ChartChoice {
        name: "Objective",
        about: "what each round lowers",
        curves: &[
            curve("objective", "objective", Role::Primal),
            curve("edge", "gain of its splits", Role::Gap),
        ],
    },
    PAIR_ERROR,
];

/// Charts of boosted methods without an objective.
pub(super) const LAMBDAS: &[ChartChoice] = &[
    PAIR_ERROR,
    ChartChoice {
        name: "Gain",
        about: "of all splits of a round",
        curves: &[curve("edge", "gain", Role::Primal)],
    },
];

/// Charts of the online protocol.
pub(super) const ONLINE: &[ChartChoice] = &[
    ChartChoice {
        name: "Regret",
        about: "loss paid beyond the best w, per query",
        curves: &[curve("bound", "bound", Role::Primal), curve("regret", "regret", Role::Slack)],
    },
    ChartChoice {
        name: "Loss paid",
        about: "of each query, before w learns from it",
        curves: &[curve("paid", "loss", Role::Slack)],
    },
];

/// Charts of a method that tries one feature after the other.
pub(super) const TRIALS: &[ChartChoice] = &[ChartChoice {
    name: "Features tried",
    about: "the measure of each on training data",
    curves: &[curve("value", "value", Role::Primal)],
}];
