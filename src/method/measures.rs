//! The measures that a method can be trained for, as menu entries. Every entry names its methods.

use serde::Serialize;

use super::shared::choice;
use crate::data::MAX_GRADE;
use crate::util::menu_entry::Choice;

/// A measure that a method can optimise.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MeasureChoice {
    /// Name in settings, without cut-off and parameters.
    pub name: &'static str,
    /// Name for display.
    pub label: &'static str,
    /// One-line explanation.
    pub summary: &'static str,
    /// Definition.
    pub formula: &'static str,
    /// Publication that defines it.
    pub source: &'static str,
    /// Whether `@k` can follow the name.
    pub cut_off: bool,
    /// The default cut-off.
    pub default_cut_off: Option<usize>,
    /// Whether a cut-off is required.
    pub needs_cut_off: bool,
    /// Numbers that can follow the name after `:`, separated by commas.
    pub parameters: &'static [Parameter],
    /// Suffixes that can follow after `+`, in the order of the printed form.
    pub variants: &'static [Variant],
    /// Other names of the measure in settings.
    pub other_names: &'static [&'static str],
    /// Names of the methods that can be trained for the measure.
    pub methods: &'static [&'static str],
}

/// A part of the definition of a measure that a suffix changes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Variant {
    /// Name for display.
    pub label: &'static str,
    /// Its suffixes; the first one is empty and means the usual definition.
    pub choices: &'static [Choice],
}

/// A number that belongs to a choice.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Parameter {
    /// Name in settings.
    pub name: &'static str,
    /// Name for display.
    pub label: &'static str,
    /// One-line explanation.
    pub summary: &'static str,
    /// Value if none is given; `None` for a parameter that can be left out.
    pub default: Option<f64>,
    /// Smallest value.
    pub minimum: f64,
    /// Largest value.
    pub maximum: f64,
}

/// The measures that some method can be trained for, in the order of the menu.
pub(super) const MEASURES: &[MeasureChoice] = &[
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
        variants: GAIN_AND_DISCOUNT,
        other_names: &[],
        methods: &[
            "dorm",
            "lambdarank-linear",
            "lambdarank",
            "softrank",
            "smoothrank",
            "adarank",
            "single-feature",
        ],
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
        variants: GAIN_AND_DISCOUNT,
        other_names: &[],
        methods: &["dorm", "single-feature"],
    },
    MeasureChoice {
        name: "dndcg",
        label: "Diverse NDCG",
        summary: "NDCG of rankings with one document per group in the first k ranks. Needs the option group.",
        formula: "as NDCG, over y with at most one document of a group at the ranks j < k; c_j = 0 from rank k on",
        source: "Le and Smola 2007, section 5.1",
        cut_off: true,
        default_cut_off: Some(10),
        needs_cut_off: true,
        parameters: &[],
        variants: GAIN_AND_DISCOUNT,
        other_names: &[],
        methods: &["dorm", "single-feature"],
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
        variants: &[],
        other_names: &[],
        methods: &["dorm", "adarank", "single-feature"],
    },
    MeasureChoice {
        name: "recall",
        label: "Recall",
        summary: "Share of the good documents that are among the first k.",
        formula: "good documents at ranks j < k, divided by all good documents",
        source: "Manning, Raghavan and Schütze 2008, section 8.4",
        cut_off: true,
        default_cut_off: Some(10),
        needs_cut_off: true,
        parameters: &[],
        variants: &[],
        other_names: &[],
        methods: &["adarank", "single-feature"],
    },
    MeasureChoice {
        name: "success",
        label: "Success",
        summary: "Whether a good document is among the first k.",
        formula: "1 if a good document is at a rank j < k, else 0",
        source: "Craswell and Hawking 2004",
        cut_off: true,
        default_cut_off: Some(5),
        needs_cut_off: true,
        parameters: &[],
        variants: &[],
        other_names: &[],
        methods: &["adarank", "single-feature"],
    },
    MeasureChoice {
        name: "map",
        label: "Mean average precision",
        summary: "The precision at the rank of each good document, as a mean. SVM-MAP bounds it.",
        formula: "mean over good i of (good documents up to the rank of i) / (rank of i)",
        source: "Chakrabarti et al. 2008, section 3.3",
        cut_off: false,
        default_cut_off: None,
        needs_cut_off: false,
        parameters: &[],
        variants: &[],
        other_names: &["ap"],
        methods: &["smoothrank", "adarank", "single-feature"],
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
        variants: &[],
        other_names: &[],
        methods: &["dorm", "adarank", "single-feature"],
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
        variants: &[],
        other_names: &[],
        methods: &["dorm"],
    },
    MeasureChoice {
        name: "mrr",
        label: "Reciprocal rank",
        summary: "One over the rank of the top document. If several share the highest grade, the one that the model \
                 ranks best counts, chosen again in rounds.",
        formula: "a_j = 1/(j+1) for j < k,  b_i = 1 for the top document, else 0",
        source: "Le and Smola 2007, section 3",
        cut_off: true,
        default_cut_off: None,
        needs_cut_off: false,
        parameters: &[],
        variants: &[],
        other_names: &["rr"],
        methods: &["dorm"],
    },
    MeasureChoice {
        name: "rr",
        label: "Reciprocal rank",
        summary: "One over the rank of the first good document.",
        formula: "1/(1 + rank of the first good document); 0 from rank k on",
        source: "Voorhees 1999",
        cut_off: true,
        default_cut_off: None,
        needs_cut_off: false,
        parameters: &[],
        variants: &[],
        other_names: &["mrr"],
        methods: &["adarank", "single-feature"],
    },
    MeasureChoice {
        name: "err",
        label: "ERR",
        summary: "The expected reciprocal rank at which a reader stops; better documents stop the reader earlier.",
        formula: "Σ_{j<k} g_j / (j + 1) · Π_{l<j} (1 − g_l)",
        source: "Chapelle, Metzler, Zhang and Grinspan 2009",
        cut_off: true,
        default_cut_off: Some(10),
        needs_cut_off: false,
        parameters: GREATEST_GRADE,
        variants: STOP_PROBABILITY,
        other_names: &[],
        methods: &["adarank", "single-feature"],
    },
    MeasureChoice {
        name: "auc",
        label: "AUC",
        summary: "Share of the pairs of a good and a bad document that are in the right order.",
        formula: "(good, bad) pairs in the right order / all such pairs",
        source: "Hanley and McNeil 1982",
        cut_off: false,
        default_cut_off: None,
        needs_cut_off: false,
        parameters: &[],
        variants: &[],
        other_names: &[],
        methods: &["adarank", "single-feature"],
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
        variants: &[],
        other_names: &[],
        methods: &["dorm", "adarank", "single-feature"],
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
        variants: &[],
        other_names: &[],
        methods: &["dorm", "single-feature"],
    },
];

const UTILITY_PARAMETERS: &[Parameter] = &[
    Parameter {
        name: "alpha",
        label: "Half-life α",
        summary: "Rank, from 1, that half of the readers still reach.",
        default: Some(5.0),
        minimum: 1.1,
        maximum: 1000.0,
    },
    Parameter {
        name: "neutral",
        label: "Neutral grade d",
        summary: "Grades up to this one have no utility.",
        default: Some(0.0),
        minimum: 0.0,
        maximum: MAX_GRADE as f64,
    },
];

const GREATEST_GRADE: &[Parameter] = &[Parameter {
    name: "greatest",
    label: "Greatest grade R",
    summary: "A grade above it counts as it. Left empty, it is that of the data.",
    default: None,
    minimum: 1.0,
    maximum: MAX_GRADE as f64,
}];

const GAIN_AND_DISCOUNT: &[Variant] = &[
    Variant {
        label: "Gain",
        choices: &[
            choice(
                "",
                "2^r − 1",
                "Each grade has about twice the gain of the grade below it.",
                "b_i = 2^r_i − 1",
            ),
            choice("linear", "r", "The gain of a document is its grade.", "b_i = r_i"),
        ],
    },
    Variant {
        label: "Discount",
        choices: &[
            choice(
                "",
                "from the first rank",
                "The discount falls from the first rank on.",
                "a_j = 1/log2(j+2)",
            ),
            choice(
                "flat",
                "flat top two",
                "The first two ranks have the same weight.",
                "a_0 = a_1 = 1, a_j = 1/log2(j+1)",
            ),
        ],
    },
];

const STOP_PROBABILITY: &[Variant] = &[Variant {
    label: "Gain",
    choices: &[
        choice(
            "",
            "(2^r − 1)/2^R",
            "A reader can go on after a document of the greatest grade.",
            "g = (2^r − 1)/2^{R}",
        ),
        choice("linear", "r/R", "Every reader stops at a document of the greatest grade.", "g = r/R"),
    ],
}];
