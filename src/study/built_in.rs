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
    "one-feature-less",
    "ndcg-by-rank",
    "decay-spread",
    "slack-against-c",
    "loss-against-measure",
    "mrr-psi",
    "planes",
    "owpc-generators",
    "weak-learners",
    "generalisation-gap",
    "online-regret",
    "calibration",
    "clicks",
    "wrong-propensities",
    "kernels",
    "position-costs",
    "diversity",
    "ratings",
];
