//! Conventions of the measures: what a value depends on besides the ranking, for reports and documentation. Computes no
//! value.

use serde::Serialize;

use super::{Discount, Gain, Measure};
use crate::data::Grade;

/// How tied scores count, for every measure.
pub const TIES: &str = "expected value over all orders of documents with equal scores";

/// The conventions of one value. Ranks count from 1 here; g is the grade of the document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Conventions {
    /// Gain of a grade g; `None` if the measure has none.
    pub gain: Option<String>,
    /// Discount of a rank; `None` if the measure has none.
    pub discount: Option<String>,
    /// Grade from which a document is good; `None` if the measure does not depend on it.
    pub good_from: Option<Grade>,
    /// Greatest grade of the scale; `None` if the measure does not depend on it.
    pub greatest_grade: Option<Grade>,
    /// Possible values.
    pub range: &'static str,
    /// How tied scores count.
    pub ties: &'static str,
}

impl Conventions {
    /// Returns gain, discount, threshold and greatest grade as words, with commas between them; empty without any.
    pub fn text(&self) -> String {
        let named = |name: &str, value: Option<String>| value.map(|value| format!("{name} {value}"));
        let parts = [
            named("gain", self.gain.clone()),
            named("discount", self.discount.clone()),
            named("good from grade", self.good_from.map(|grade| grade.to_string())),
            named("greatest grade", self.greatest_grade.map(|grade| grade.to_string())),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

impl Gain {
    /// Formula of the gain of a grade g.
    pub fn formula(self) -> &'static str {
        match self {
            Self::Exponential => "2^g − 1",
            Self::Linear => "g",
        }
    }
}

impl Discount {
    /// Formula of the discount of a rank, counted from 1.
    pub fn formula(self) -> &'static str {
        match self {
            Self::Log2RankPlusOne => "1/log2(rank + 1)",
            Self::FlatTopTwo => "1 at ranks 1 and 2, then 1/log2(rank)",
        }
    }
}

impl Measure {
    /// Returns the conventions of a value.
    ///
    /// `threshold`: grade from which a document is good. `greatest`: highest grade of the data, for measures that state
    /// no greatest grade of their own.
    pub fn conventions(&self, threshold: Grade, greatest: Grade) -> Conventions {
        let (gain, discount) = match *self {
            Self::Ndcg { gain, discount, .. }
            | Self::Dcg { gain, discount, .. }
            | Self::DiverseNdcg { gain, discount, .. } => {
                (Some(gain.formula().to_owned()), Some(discount.formula().to_owned()))
            }
            Self::ExpectedRankUtility { utility, .. } => (
                Some(match utility.neutral() {
                    0.0 => "g".to_owned(),
                    neutral if neutral < 0.0 => format!("g + {}", -neutral),
                    neutral => format!("max(g − {neutral}, 0)"),
                }),
                Some(format!("2^(−(rank − 1)/({} − 1))", utility.half_life())),
            ),
            // The usual gain is part of the definition of ERR, so only the other one is stated.
            Self::ExpectedReciprocalRank { gain: gain @ Gain::Linear, .. } => {
                (Some(gain.formula().to_owned()), None)
            }
            _ => (None, None),
        };
        Conventions {
            gain,
            discount,
            good_from: self.needs_threshold().then_some(threshold),
            greatest_grade: match *self {
                Self::ExpectedReciprocalRank { max_grade, .. } => Some(max_grade.unwrap_or(greatest)),
                _ => None,
            },
            range: match *self {
                Self::Dcg { .. } | Self::ExpectedRankUtility { normalized: false, .. } | Self::Cost => {
                    "from 0"
                }
                Self::Repeats { .. } => "0 to k − 1",
                _ => "0 to 1",
            },
            ties: TIES,
        }
    }

    /// Returns whether the measure depends on the grade from which a document is good.
    pub fn needs_threshold(&self) -> bool {
        matches!(
            self,
            Self::AveragePrecision
                | Self::ReciprocalRank { .. }
                | Self::Precision { .. }
                | Self::Recall { .. }
                | Self::Success { .. }
                | Self::Auc
        )
    }
}

/// A kind of measures in the list of all of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MeasureEntry {
    /// Grammar of its names.
    pub grammar: &'static str,
    /// A name, which parses as a [`Measure`].
    pub example: &'static str,
    /// Name in words.
    pub label: &'static str,
    /// Value of a ranking. Ranks count from 1; g is the grade of the document at a rank.
    pub formula: &'static str,
    /// Meaning of the optional parts of the name; empty without any.
    pub options: &'static str,
}

const WITH_GAIN: &str = "@k: only ranks up to k; +linear: gain g instead of 2^g − 1; \
     +flat: discount 1 at ranks 1 and 2, then 1/log2(rank)";
const WITH_UTILITY: &str = "half-life α and neutral grade d; 5 and 0 if absent";

/// All kinds of measures, the most common first.
pub const MEASURES: &[MeasureEntry] = &[
    MeasureEntry {
        grammar: "ndcg[@k][+linear][+flat]",
        example: "ndcg@10",
        label: "normalised discounted cumulative gain",
        formula: "Σ over ranks of (2^g − 1)/log2(rank + 1), divided by its best value",
        options: WITH_GAIN,
    },
    MeasureEntry {
        grammar: "dcg[@k][+linear][+flat]",
        example: "dcg@10",
        label: "discounted cumulative gain",
        formula: "Σ over ranks of (2^g − 1)/log2(rank + 1)",
        options: WITH_GAIN,
    },
    MeasureEntry {
        grammar: "ap",
        example: "ap",
        label: "average precision; its mean over queries is MAP",
        formula: "mean over the good documents of (good documents up to its rank)/(its rank)",
        options: "map is another name",
    },
    MeasureEntry {
        grammar: "rr[@k]",
        example: "rr@10",
        label: "reciprocal rank; its mean over queries is MRR",
        formula: "1/(rank of the first good document); 0 if that rank is beyond k",
        options: "@k: only ranks up to k; mrr is another name",
    },
    MeasureEntry {
        grammar: "p@k",
        example: "p@5",
        label: "precision",
        formula: "(good documents up to rank k)/k, even if the query has fewer than k documents",
        options: "",
    },
    MeasureEntry {
        grammar: "recall@k",
        example: "recall@10",
        label: "recall",
        formula: "(good documents up to rank k)/(good documents of the query)",
        options: "",
    },
    MeasureEntry {
        grammar: "success@k",
        example: "success@5",
        label: "success",
        formula: "1 if a good document stands up to rank k, else 0",
        options: "",
    },
    MeasureEntry {
        grammar: "wta",
        example: "wta",
        label: "winner takes all",
        formula: "1 if the document at rank 1 has the highest grade of the query, else 0",
        options: "",
    },
    MeasureEntry {
        grammar: "err[@k][:G][+linear]",
        example: "err@10:4",
        label: "expected reciprocal rank",
        formula: "Σ over ranks of s(rank)/rank · Π over ranks above it of (1 − s), with s = (2^g − 1)/2^G",
        options: "@k: only ranks up to k; G: greatest grade, and a grade above it counts as it; if absent, the \
                  greatest grade of the data, training data included; +linear: s = g/G",
    },
    MeasureEntry {
        grammar: "auc",
        example: "auc",
        label: "area under the ROC curve",
        formula: "(pairs of a good and a bad document in the right order)/(all such pairs); a tied pair counts 1/2",
        options: "",
    },
    MeasureEntry {
        grammar: "eru[:α,d]",
        example: "eru:5,0",
        label: "expected rank utility",
        formula: "Σ over ranks of 2^(−(rank − 1)/(α − 1)) · max(g − d, 0), divided by its best value",
        options: WITH_UTILITY,
    },
    MeasureEntry {
        grammar: "eru-raw[:α,d]",
        example: "eru-raw:5,0",
        label: "expected rank utility, not divided",
        formula: "Σ over ranks of 2^(−(rank − 1)/(α − 1)) · max(g − d, 0)",
        options: WITH_UTILITY,
    },
    MeasureEntry {
        grammar: "dndcg@k[+linear][+flat]",
        example: "dndcg@10",
        label: "diverse NDCG: NDCG@k of the list with one document per group",
        formula: "Σ over ranks up to k of (2^g − 1)/log2(rank + 1), divided by its best value for such a list",
        options: "+linear and +flat as for ndcg; the documents need groups (--group)",
    },
    MeasureEntry {
        grammar: "repeats@k",
        example: "repeats@10",
        label: "repeated groups; fewer are better",
        formula: "number of documents up to rank k whose group stands above them",
        options: "the documents need groups (--group)",
    },
    MeasureEntry {
        grammar: "cost",
        example: "cost",
        label: "cost of positions; less is better",
        formula: "Σ over ranks of the cost of the document's class at that rank, minus its least value",
        options: "the cost is an option of training (--cost)",
    },
];
