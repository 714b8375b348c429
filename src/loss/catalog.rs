//! The catalogue of losses, and of what can be chosen for them: names, explanations, formulas, costs, sources.
//!
//! The page's menus, the command line and the generic tests come from here. A new loss is one file, one variant
//! of [`LossSpec`](super::LossSpec) and one entry of [`METHODS`](super::methods::METHODS).

use serde::Serialize;

use crate::choice::Choice;
use crate::metric;
use crate::settings::TrainingSettings;

use super::methods::{METHODS, MethodChoice};

/// A measure that a method can optimise.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MeasureChoice {
    /// As it is written in settings, without cut-off and parameters.
    pub name: &'static str,
    /// As a menu shows it.
    pub label: &'static str,
    /// What it means, in one line.
    pub summary: &'static str,
    /// Its definition.
    pub formula: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// Whether `@k` can follow the name.
    pub cut_off: bool,
    /// The usual cut-off.
    pub default_cut_off: Option<usize>,
    /// Whether it cannot go without a cut-off.
    pub needs_cut_off: bool,
    /// Numbers that can follow the name behind `:`, separated by commas.
    pub parameters: &'static [Parameter],
}

/// A number that belongs to a choice.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Parameter {
    /// As settings name it.
    pub name: &'static str,
    /// As a page shows it.
    pub label: &'static str,
    /// What it means, in one line.
    pub summary: &'static str,
    /// Value if none is given.
    pub default: f64,
    /// Smallest value.
    pub minimum: f64,
    /// Largest value.
    pub maximum: f64,
}

/// Everything that can be chosen.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Catalog {
    /// Losses with their options.
    pub methods: &'static [MethodChoice],
    /// Measures that DORM can optimise.
    pub measures: &'static [MeasureChoice],
    /// Measures that can be reported.
    pub reported_measures: Vec<Choice>,
    /// Decay profiles.
    pub decays: &'static [Choice],
    /// Reference rankings.
    pub references: &'static [Choice],
    /// Working-set schemes.
    pub working_sets: &'static [Choice],
    /// Feature scalings.
    pub scalings: &'static [Choice],
    /// The settings to start from.
    pub defaults: TrainingSettings,
}

/// The whole catalogue.
pub fn catalog() -> Catalog {
    Catalog {
        methods: METHODS,
        measures: MEASURES,
        reported_measures: metric::catalog(),
        decays: DECAYS,
        references: REFERENCES,
        working_sets: WORKING_SETS,
        scalings: SCALINGS,
        defaults: TrainingSettings::default(),
    }
}

const fn choice([name, label, summary, formula, source]: [&'static str; 5]) -> Choice {
    Choice { name, label, summary, formula, source }
}

/// The measures of [`RankingMeasure`](super::RankingMeasure).
const MEASURES: &[MeasureChoice] = &[
    MeasureChoice {
        name: "ndcg",
        label: "NDCG",
        summary: "Gains of the documents, discounted by rank, relative to the best possible ranking.",
        formula: "a_j = 1/log2(j+2) for j < k,  b_i = (2^r_i − 1) / best DCG@k",
        source: "Le and Smola 2007, section 3",
        cut_off: true,
        default_cut_off: Some(10),
        needs_cut_off: false,
        parameters: &[],
    },
    MeasureChoice {
        name: "dcg",
        label: "DCG",
        summary: "Gains of the documents, discounted by rank; queries with many good documents weigh more.",
        formula: "a_j = 1/log2(j+2) for j < k,  b_i = 2^r_i − 1",
        source: "Le and Smola 2007, section 3",
        cut_off: true,
        default_cut_off: Some(10),
        needs_cut_off: false,
        parameters: &[],
    },
    MeasureChoice {
        name: "p",
        label: "Precision",
        summary: "Share of good documents among the first k.",
        formula: "a_j = 1/k for j < k,  b_i = [r_i ≥ θ]",
        source: "Le and Smola 2007, section 3",
        cut_off: true,
        default_cut_off: Some(5),
        needs_cut_off: true,
        parameters: &[],
    },
    MeasureChoice {
        name: "wta",
        label: "Winner takes all",
        summary: "Whether the first document has the query's highest grade.",
        formula: "a_0 = 1, all other a_j = 0,  b_i = [r_i is the highest grade]",
        source: "Le and Smola 2007, section 3",
        cut_off: false,
        default_cut_off: None,
        needs_cut_off: false,
        parameters: &[],
    },
    MeasureChoice {
        name: "mwta",
        label: "Modified winner takes all",
        summary: "NDCG with a cut-off per query that reaches just into its second grade: a smoother way to a good top.",
        formula: "NDCG@t; t = 3, or the first rank of the second grade if that is later",
        source: "Le and Smola 2007, section 6.4",
        cut_off: false,
        default_cut_off: None,
        needs_cut_off: false,
        parameters: &[],
    },
    MeasureChoice {
        name: "mrr",
        label: "Reciprocal rank",
        summary: "One over the rank of the top document; where several share the highest grade, the first of them in \
                 the file.",
        formula: "a_j = 1/(j+1),  b_i = 1 for the top document, else 0",
        source: "Le and Smola 2007, section 3",
        cut_off: false,
        default_cut_off: None,
        needs_cut_off: false,
        parameters: &[],
    },
    MeasureChoice {
        name: "eru",
        label: "Expected rank utility",
        summary: "Utility for a reader who stops at each rank with the same probability, relative to the best possible.",
        formula: "a_j = 2^(−j/(α−1)),  b_i = max(r_i − d, 0) / best",
        source: "Le and Smola 2007, equation 16",
        cut_off: false,
        default_cut_off: None,
        needs_cut_off: false,
        parameters: UTILITY_PARAMETERS,
    },
    MeasureChoice {
        name: "eru-raw",
        label: "Expected rank utility, raw",
        summary: "Utility for a reader who stops at each rank with the same probability.",
        formula: "a_j = 2^(−j/(α−1)),  b_i = max(r_i − d, 0)",
        source: "Le and Smola 2007, equation 16",
        cut_off: false,
        default_cut_off: None,
        needs_cut_off: false,
        parameters: UTILITY_PARAMETERS,
    },
];

const UTILITY_PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "alpha",
        label: "Half-life α",
        summary: "Rank, from 1, that half of the readers still reach.",
        default: 5.0,
        minimum: 1.1,
        maximum: 1000.0,
    },
    Parameter {
        name: "neutral",
        label: "Neutral grade d",
        summary: "Grades up to this one are worth nothing.",
        default: 0.0,
        minimum: 0.0,
        maximum: 31.0,
    },
];

const DORM_DECAY: &str = "Le and Smola 2007, section 6.3";

pub(super) const DECAYS: &[Choice] = &[
    choice([
        "power:0.25",
        "(j+o)^−1/4",
        "Falls very slowly: deep ranks shape w almost as much as the top.",
        "c_j = (j+o)^(−1/4)",
        DORM_DECAY,
    ]),
    choice(["power:0.3333333333333333", "(j+o)^−1/3", "Falls slowly.", "c_j = (j+o)^(−1/3)", DORM_DECAY]),
    choice([
        "power:0.5",
        "(j+o)^−1/2",
        "A good first choice: the top matters, the tail is heard.",
        "c_j = (j+o)^(−1/2)",
        "Chakrabarti et al. 2008, section 3.1.3; Le and Smola 2007, section 6.3",
    ]),
    choice(["power:1", "1/(j+o)", "Falls fast: mostly the top ranks shape w.", "c_j = 1/(j+o)", DORM_DECAY]),
    choice(["power:2", "(j+o)^−2", "Falls very fast.", "c_j = (j+o)^(−2)", DORM_DECAY]),
    choice(["power:3", "(j+o)^−3", "Almost only the first rank counts.", "c_j = (j+o)^(−3)", DORM_DECAY]),
    choice(["log", "1/log(j+3)", "Close to the discount of NDCG.", "c_j = 1/ln(j+3)", DORM_DECAY]),
    choice([
        "loglog",
        "1/log log(j+3)",
        "A high first value, then the slowest fall of all.",
        "c_j = 1/ln ln(j+3)",
        DORM_DECAY,
    ]),
    choice([
        "measure",
        "the measure's discount",
        "c = a: the violator is then found by one sort.",
        "c_j = a_j",
        "Le and Smola 2007, section 4",
    ]),
    choice([
        "list",
        "drawn / typed",
        "Your own values, drawn or typed, from the first rank on; 0 behind the last. They must not increase.",
        "c_j = value j",
        "",
    ]),
];

pub(super) const REFERENCES: &[Choice] = &[
    choice([
        "aligned",
        "aligned",
        "Equal grades in the order of the model's scores, re-ordered in rounds: the tightest bound.",
        "y* = argmax over ideal rankings of ⟨w, ψ(y)⟩",
        "concave-convex procedure",
    ]),
    choice([
        "averaged",
        "averaged",
        "Equal grades share the mean of c over their ranks: one convex problem.",
        "ψ(y*) = mean over ideal rankings",
        "",
    ]),
    choice([
        "fixed",
        "fixed",
        "Equal grades in the order of the file, as published; with many ties w = 0 is hard to beat.",
        "y* = the first ideal ranking in file order",
        "Le and Smola 2007",
    ]),
];

const WORKING_SETS: &[Choice] = &[
    choice([
        "n-slack",
        "n-slack",
        "One slack and one set of cuts per query: few iterations.",
        "min ½‖w‖² + (C/m) Σ_q ξ_q",
        "Tsochantaridis et al. 2005",
    ]),
    choice([
        "1-slack",
        "1-slack",
        "One slack for all queries, one cut per iteration: more iterations, a small dual.",
        "min ½‖w‖² + C ξ",
        "Joachims, Finley and Yu 2009",
    ]),
];

const SCALINGS: &[Choice] = &[
    choice(["none", "none", "Features as they are in the file.", "", ""]),
    choice([
        "query",
        "per query to [0, 1]",
        "Each feature of each query from its smallest to its largest value.",
        "(x − min_q) / (max_q − min_q)",
        "Chakrabarti et al. 2008, section 4.1",
    ]),
    choice([
        "minmax",
        "global to [0, 1]",
        "Each feature from its smallest to its largest training value; travels with the model.",
        "(x − min) / (max − min)",
        "",
    ]),
    choice([
        "standard",
        "standard score",
        "Each feature to mean 0 and standard deviation 1 over the training data; travels with the model.",
        "(x − mean) / deviation",
        "",
    ]),
];
