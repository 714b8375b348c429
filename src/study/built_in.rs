//! The studies that come with the program.

/// A study that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltIn {
    /// Name.
    pub name: &'static str,
    /// Its file.
    pub json: &'static str,
}

macro_rules! built_in {
    ($($name:literal),+ $(,)?) => {
        &[$(BuiltIn { name: $name, json: include_str!(concat!("built_in/", $name, ".json")) }),+]
    };
}

/// All built-in studies.
pub const BUILT_IN: &[BuiltIn] = built_in![
    "compare",
    "learning-curve",
    "mrr-learning-curve",
    "wta-learning-curve",
    "one-feature-less",
    "ndcg-by-rank",
    "decay-spread",
    "slack-against-c",
    "loss-against-measure",
    "classes-as-grades",
    "binary-against-graded",
    "mrr-psi",
    "planes",
    "training-time",
    "time-by-list-length",
    "owpc-generators",
    "owpc-against-others",
    "owpc-chosen-weights",
    "weak-learners",
    "frank-against-others",
    "frank-few-queries",
    "ranknet-epochs",
    "generalisation-gap",
    "online-regret",
    "calibration",
    "clicks",
    "wrong-propensities",
    "kernels",
    "position-costs",
    "diversity",
    "ratings",
    "expected-rank-utility",
];
