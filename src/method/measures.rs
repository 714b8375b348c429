//! The measures that DORM, AdaRank and SmoothRank can optimise, as menu entries. Each of them refuses some by name.

use serde::Serialize;

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
    /// Value if none is given.
    pub default: f64,
    /// Smallest value.
    pub minimum: f64,
    /// Largest value.
    pub maximum: f64,
}

/// The measures of [`RankingMeasure`](crate::loss::RankingMeasure), and MAP, which AdaRank and SmoothRank take.
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
        name: "dndcg",
        label: "Diverse NDCG",
        summary: "NDCG of rankings with one document per group in the first k ranks. Needs the option group.",
        formula: "as NDCG, over y with at most one document of a group at the ranks j < k; c_j = 0 from rank k on",
        source: "Le and Smola 2007, section 5.1",
        cut_off: true,
        default_cut_off: Some(10),
        needs_cut_off: true,
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
        name: "map",
        label: "Mean average precision",
        summary: "The precision at the rank of each good document, as a mean. For AdaRank and SmoothRank; SVM-MAP bounds it.",
        formula: "mean over good i of (good documents up to the rank of i) / (rank of i)",
        source: "Chakrabarti et al. 2008, section 3.3",
        cut_off: false,
        default_cut_off: None,
        needs_cut_off: false,
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
        summary: "One over the rank of the top document. If several share the highest grade, the first one in the \
                 file counts.",
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
        summary: "Grades up to this one have no utility.",
        default: 0.0,
        minimum: 0.0,
        maximum: 31.0,
    },
];
