//! The catalogue of losses, and of what can be chosen for them: names, explanations, formulas, sources.
//!
//! The page's menus, the command line and the generic tests come from here. A new loss is one file, one variant
//! of [`LossSpec`] and one entry of [`METHODS`].

use serde::Serialize;

use crate::choice::Choice;
use crate::error::Error;
use crate::metric::{self, Measure};
use crate::settings::TrainingSettings;

use super::{Decay, DecayProfile, Dorm, RankingLoss};

/// A loss with its options, as plain data.
#[derive(Debug, Clone)]
pub enum LossSpec {
    /// Direct optimisation of a sum of discount times gain.
    Dorm(Dorm),
}

/// The decay and the discounts of a loss, by rank.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Profiles {
    /// Decay c.
    pub c: Vec<f64>,
    /// Discount a.
    pub a: Vec<f64>,
}

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
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Catalog {
    /// Losses.
    pub methods: Vec<Choice>,
    /// Measures that DORM can optimise.
    pub measures: &'static [MeasureChoice],
    /// Measures that can be reported.
    pub reported_measures: Vec<Choice>,
    /// Decay profiles.
    pub decays: Vec<Choice>,
    /// Reference rankings.
    pub references: Vec<Choice>,
    /// Working-set schemes.
    pub working_sets: Vec<Choice>,
    /// Feature scalings.
    pub scalings: Vec<Choice>,
    /// The settings to start from.
    pub defaults: TrainingSettings,
}

/// A line of the catalogue of losses.
struct Method {
    name: &'static str,
    label: &'static str,
    summary: &'static str,
    formula: &'static str,
    source: &'static str,
    parse: fn(&TrainingSettings) -> Result<LossSpec, Error>,
}

const METHODS: &[Method] = &[Method {
    name: "dorm",
    label: "DORM",
    summary: "Bounds the loss of any measure that is a sum of discount times gain; the violator is a best assignment \
              of documents to ranks.",
    formula: "Δ(y) = Σ a_j b_y*(j) − Σ a_j b_y(j),  ψ(y) = Σ c_j x_y(j)",
    source: "Le and Smola 2007, sections 3 and 4",
    parse: parse_dorm,
}];

impl LossSpec {
    /// The loss that the settings name.
    ///
    /// # Errors
    /// [`Error::Config`] for an unknown method or an option that does not fit it.
    pub fn parse(settings: &TrainingSettings) -> Result<Self, Error> {
        let name = settings.method.trim().to_ascii_lowercase();
        match METHODS.iter().find(|method| method.name == name) {
            Some(method) => (method.parse)(settings),
            None => {
                let names: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
                Err(Error::config("method", format!("{name:?} is not one of {}", names.join(", "))))
            }
        }
    }

    /// The loss itself.
    pub fn loss(&self) -> &dyn RankingLoss {
        match self {
            Self::Dorm(dorm) => dorm,
        }
    }

    /// The vectors c and a for a query of n documents whose grades are unknown; empty where they depend on the
    /// grades, or where the loss has no such form. Cost: O(n).
    pub fn profiles(&self, n: usize) -> Profiles {
        match self {
            Self::Dorm(dorm) => {
                let a = dorm.measure.discount(n);
                let needs_discount = *dorm.decay.decay() == Decay::Measure;
                let c = match &a {
                    Some(a) => dorm.decay.vector(a),
                    None if needs_discount => Vec::new(),
                    None => dorm.decay.vector(&vec![0.0; n]),
                };
                Profiles { c, a: a.unwrap_or_default() }
            }
        }
    }

    /// The measure to report for a ranker that was trained with this loss.
    pub fn reported_measure(&self) -> Measure {
        match self {
            Self::Dorm(dorm) => dorm.measure.reported(),
        }
    }
}

fn parse_dorm(settings: &TrainingSettings) -> Result<LossSpec, Error> {
    let decay: Decay = settings.decay.parse()?;
    Ok(LossSpec::Dorm(Dorm {
        measure: settings.measure.parse()?,
        decay: DecayProfile::new(decay, settings.offset, settings.decay_cut)?,
        reference: settings.reference.parse()?,
        threshold: settings.threshold,
    }))
}

/// The whole catalogue.
pub fn catalog() -> Catalog {
    Catalog {
        methods: METHODS
            .iter()
            .map(|method| choice([method.name, method.label, method.summary, method.formula, method.source]))
            .collect(),
        measures: MEASURES,
        reported_measures: metric::catalog(),
        decays: DECAYS.iter().copied().map(choice).collect(),
        references: REFERENCES.iter().copied().map(choice).collect(),
        working_sets: WORKING_SETS.iter().copied().map(choice).collect(),
        scalings: SCALINGS.iter().copied().map(choice).collect(),
        defaults: TrainingSettings::default(),
    }
}

fn choice([name, label, summary, formula, source]: [&'static str; 5]) -> Choice {
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

const DECAYS: &[[&str; 5]] = &[
    [
        "power:0.25",
        "(j+o)^−1/4",
        "Falls very slowly: deep ranks shape w almost as much as the top.",
        "c_j = (j+o)^(−1/4)",
        DORM_DECAY,
    ],
    ["power:0.3333333333333333", "(j+o)^−1/3", "Falls slowly.", "c_j = (j+o)^(−1/3)", DORM_DECAY],
    [
        "power:0.5",
        "(j+o)^−1/2",
        "A good first choice: the top matters, the tail is heard.",
        "c_j = (j+o)^(−1/2)",
        "Chakrabarti et al. 2008, section 3.1.3; Le and Smola 2007, section 6.3",
    ],
    ["power:1", "1/(j+o)", "Falls fast: mostly the top ranks shape w.", "c_j = 1/(j+o)", DORM_DECAY],
    ["power:2", "(j+o)^−2", "Falls very fast.", "c_j = (j+o)^(−2)", DORM_DECAY],
    ["power:3", "(j+o)^−3", "Almost only the first rank counts.", "c_j = (j+o)^(−3)", DORM_DECAY],
    ["log", "1/log(j+3)", "Close to the discount of NDCG.", "c_j = 1/ln(j+3)", DORM_DECAY],
    [
        "loglog",
        "1/log log(j+3)",
        "A high first value, then the slowest fall of all.",
        "c_j = 1/ln ln(j+3)",
        DORM_DECAY,
    ],
    [
        "measure",
        "the measure's discount",
        "c = a: the violator is then found by one sort.",
        "c_j = a_j",
        "Le and Smola 2007, section 4",
    ],
    [
        "list",
        "typed values",
        "Your own values, from the first rank on; 0 behind the last. They must not increase.",
        "c_j = value j",
        "",
    ],
];

const REFERENCES: &[[&str; 5]] = &[
    [
        "aligned",
        "aligned",
        "Equal grades in the order of the model's scores, re-ordered in rounds: the tightest bound.",
        "y* = argmax over ideal rankings of ⟨w, ψ(y)⟩",
        "concave-convex procedure",
    ],
    [
        "averaged",
        "averaged",
        "Equal grades share the mean of c over their ranks: one convex problem.",
        "ψ(y*) = mean over ideal rankings",
        "",
    ],
    [
        "fixed",
        "fixed",
        "Equal grades in the order of the file, as published; with many ties w = 0 is hard to beat.",
        "y* = the first ideal ranking in file order",
        "Le and Smola 2007",
    ],
];

const WORKING_SETS: &[[&str; 5]] = &[
    [
        "n-slack",
        "n-slack",
        "One slack and one set of cuts per query: few iterations.",
        "min ½‖w‖² + (C/m) Σ_q ξ_q",
        "Tsochantaridis et al. 2005",
    ],
    [
        "1-slack",
        "1-slack",
        "One slack for all queries, one cut per iteration: more iterations, a small dual.",
        "min ½‖w‖² + C ξ",
        "Joachims, Finley and Yu 2009",
    ],
];

const SCALINGS: &[[&str; 5]] = &[
    ["none", "none", "Features as they are in the file.", "", ""],
    [
        "query",
        "per query to [0, 1]",
        "Each feature of each query from its smallest to its largest value.",
        "(x − min_q) / (max_q − min_q)",
        "Chakrabarti et al. 2008, section 4.1",
    ],
    [
        "minmax",
        "global to [0, 1]",
        "Each feature from its smallest to its largest training value; travels with the model.",
        "(x − min) / (max − min)",
        "",
    ],
    [
        "standard",
        "standard score",
        "Each feature to mean 0 and standard deviation 1 over the training data; travels with the model.",
        "(x − mean) / deviation",
        "",
    ],
];
