//! Options that do not belong to a loss: of the optimisers, and of every run.

use super::MethodOption;
use super::option::option;
use super::shared::{choice, count, sourced};
use crate::data::{FeatureMap, GROUPING_GRAMMAR, Grouping, Scaling};
use crate::learner::cutting_plane::{StepLength, WorkingSetScheme};
use crate::method::selection::Choose;
use crate::method::settings::MAX_SEED;
use crate::metric::Measure;
use crate::util::error::Error;
use crate::util::menu_entry::Choice;

/// The method itself, as an option.
pub const METHOD: MethodOption = MethodOption {
    grammar: "see `rankscope methods`",
    ..option!(method, Choice, "Method", "Method to train.")
};

/// Options of the cutting-plane trainer.
pub(super) const CUTTING_PLANES: &[MethodOption] = &[C, GAP, WORKING_SET, STEPS, MAX_ITERATIONS, SEED];

/// Options of every run, for any method.
pub(super) const RUN: &[MethodOption] =
    &[FIRST_QUERIES, SCALE, MAP, DROP_ZERO, DROP_NEAR_DUPLICATES, GROUP, CHOOSE, CHOOSE_MARGIN, MEASURES];

pub(super) const C: MethodOption = MethodOption {
    minimum: Some(0.0),
    ..option!(c, Number, "C", "Weight of the mean slack or loss over the queries used.")
};

pub(super) const GAP: MethodOption = MethodOption {
    minimum: Some(0.0),
    maximum: Some(1.0),
    ..option!(gap, Number, "Stop at gap", "Relative duality gap at which to stop.")
};

const WORKING_SET: MethodOption = MethodOption {
    choices: WORKING_SETS,
    check: |settings| settings.working_set.parse::<WorkingSetScheme>().map(drop),
    ..option!(working_set, Choice, "Working set", "Whether the queries share a slack.")
};

const STEPS: MethodOption = MethodOption {
    choices: &[
        sourced([
            "shortened",
            "shortened",
            "From the best w a part of the way to the lowest point of the floor: fewer iterations.",
            "w ← w_best + θ (w_floor − w_best), θ = ½ with n slacks, 1/10 with one",
            "Ben-Ameur and Neto 2007",
        ]),
        sourced([
            "full",
            "full",
            "To the lowest point of the floor, as in the textbook method.",
            "w ← w_floor",
            "Tsochantaridis et al. 2005",
        ]),
    ],
    check: |settings| settings.steps.parse::<StepLength>().map(drop),
    ..option!(steps, Choice, "Steps", "How far one update of w goes.")
};

pub(super) const MAX_ITERATIONS: MethodOption = MethodOption {
    minimum: Some(1.0),
    ..option!(max_iterations, Integer, "Max iterations", "Limit on the number of updates of w.")
};

pub(super) const SEED: MethodOption = MethodOption {
    minimum: Some(0.0),
    maximum: Some(MAX_SEED as f64),
    ..option!(seed, Integer, "Seed", "Seed of every random choice.")
};

const FIRST_QUERIES: MethodOption = MethodOption {
    minimum: Some(1.0),
    check: |settings| settings.first_queries.map_or(Ok(()), |queries| count("first_queries", queries)),
    ..option!(
        first_queries,
        Integer,
        "First training queries",
        "Train on this many queries, the first of the training data; empty for all."
    )
};

const SCALE: MethodOption = MethodOption {
    choices: SCALINGS,
    check: |settings| settings.scale.parse::<Scaling>().map(drop),
    ..option!(scale, Choice, "Scaling", "Feature scaling.")
};

const MAP: MethodOption = MethodOption {
    choices: &[
        choice("none", "none", "The features themselves.", ""),
        sourced([
            "poly:2",
            "polynomial, degree 2",
            "All products of up to D features; type poly:D for another degree.",
            "x_i, x_i x_j",
            "",
        ]),
        sourced([
            "poly:3",
            "polynomial, degree 3",
            "All products of up to three features.",
            "x_i, x_i x_j, x_i x_j x_k",
            "",
        ]),
        sourced([
            "rbf",
            "RBF kernel, 100 landmarks",
            "Similarity to 100 training documents, γ = 1 / median squared distance; type rbf:GAMMA:P for others.",
            "k(x, x') = exp(−γ ‖x − x'‖²)",
            "Fine and Scheinberg 2001",
        ]),
        sourced([
            "rbf:auto:300",
            "RBF kernel, 300 landmarks",
            "Similarity to P training documents, the landmarks; type rbf:GAMMA:P. GAMMA may be auto.",
            "k(x, x') = exp(−γ ‖x − x'‖²)",
            "Fine and Scheinberg 2001",
        ]),
    ],
    grammar: "none, poly:D or rbf[:GAMMA[:P]]",
    check: |settings| settings.map.parse::<FeatureMap>().map(drop),
    ..option!(map, Choice, "Feature map φ", "Functions of the scaled features that the ranker sees.")
};

const DROP_ZERO: MethodOption = option!(
    drop_zero,
    Flag,
    "Drop documents without any feature",
    "Leave out training documents whose features are all 0."
);

const DROP_NEAR_DUPLICATES: MethodOption = option!(
    drop_near_duplicates,
    Flag,
    "Drop near-duplicates of unequal grade",
    "Leave out training pairs of a good and a bad document with a cosine similarity above 0.99."
);

const GROUP: MethodOption = MethodOption {
    choices: &[
        choice("none", "none", "Every document stands for itself.", ""),
        choice(
            "key:site",
            "site=… in the comment",
            "Documents with the same word behind site= in their comments; type key:NAME for another key.",
            "",
        ),
        choice("feature:1", "feature 1", "Documents with the same value of a feature; type feature:I.", ""),
    ],
    grammar: GROUPING_GRAMMAR,
    check: |settings| settings.group.parse::<Grouping>().map(drop),
    ..option!(group, Choice, "Groups", "Documents of which a diverse ranking shows one in its first ranks.")
};

const CHOOSE: MethodOption = MethodOption {
    choices: &[
        choice("optimum", "the optimum", "The iterate with the best objective.", ""),
        choice(
            "validation",
            "by validation",
            "The iterate that ranks the validation data best, if it is better than the optimum by more than the margin.",
            "",
        ),
    ],
    check: |settings| settings.choose.parse::<Choose>().map(drop),
    ..option!(choose, Choice, "Model", "Iterate that becomes the model.")
};

const CHOOSE_MARGIN: MethodOption = MethodOption {
    minimum: Some(0.0),
    check: |settings| {
        let margin = settings.choose_margin;
        let problem = || format!("{margin} is not a number from 0");
        if margin.is_finite() && margin >= 0.0 {
            Ok(())
        } else {
            Err(Error::config("choose_margin", problem()))
        }
    },
    ..option!(
        choose_margin,
        Number,
        "Margin of the choice",
        "Amount by which the validation measure must exceed that of the optimum."
    )
};

const MEASURES: MethodOption = MethodOption {
    check: |settings| settings.measures.iter().try_for_each(|name| name.parse::<Measure>().map(drop)),
    ..option!(measures, List, "Measures", "Measures to report; empty for the measure of the method.")
};

pub(super) const WORKING_SETS: &[Choice] = &[
    sourced([
        "n-slack",
        "n-slack",
        "One slack and one set of planes per query: few iterations.",
        "min ½‖w‖² + (C/m) Σ_q ξ_q",
        "Tsochantaridis et al. 2005",
    ]),
    sourced([
        "1-slack",
        "1-slack",
        "One slack for all queries, one plane per iteration: more iterations, a small dual.",
        "min ½‖w‖² + C ξ",
        "Joachims, Finley and Yu 2009",
    ]),
];

pub(super) const SCALINGS: &[Choice] = &[
    sourced(["none", "none", "Features as they are in the file.", "", ""]),
    sourced([
        "query",
        "per query to [0, 1]",
        "Each feature of each query from its smallest to its largest value.",
        "(x − min_q) / (max_q − min_q)",
        "Chakrabarti et al. 2008, section 4.1",
    ]),
    sourced([
        "rank",
        "rank in the query",
        "The share of the query's documents with a smaller value; equal values count half.",
        "(#{x' < x} + ½ #{x' = x}) / (n − 1)",
        "Lebanon and Lafferty 2002, ranks as input",
    ]),
    sourced([
        "minmax",
        "global to [0, 1]",
        "Each feature from its smallest to its largest training value; stored with the model.",
        "(x − min) / (max − min)",
        "",
    ]),
    sourced([
        "standard",
        "standard score",
        "Each feature to mean 0 and standard deviation 1 over the training data; stored with the model.",
        "(x − mean) / deviation",
        "",
    ]),
];
