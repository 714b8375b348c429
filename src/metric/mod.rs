//! Ranking measures: the quality of a ranking, given the grades. They must not know scores, features or learners.
//!
//! Tied scores do not determine which document comes first. Therefore every value here is the expected value over a
//! uniformly random order of the tied documents, in closed form. A constant scorer gains nothing from the order of a
//! file.
//! Source: McSherry and Najork, *Computing information retrieval performance measures efficiently in the presence of
//! tied scores*, ECIR 2008.
//!
//! A document is *good* if its grade reaches the threshold, else *bad*. Ranks count from 0; `@k` counts only the ranks
//! below k.

mod auc;
mod average_precision;
mod catalog;
mod conventions;
mod dcg;
mod discount;
mod discounted;
mod diverse;
mod expected_rank_utility;
mod expected_reciprocal_rank;
mod gain;
mod mean;
mod names;
mod ndcg;
mod of_order;
mod other_names;
mod pair_error;
mod precision;
mod reciprocal_rank;
mod text;
mod winner_takes_all;

pub use catalog::catalog;
pub use conventions::{Conventions, MEASURES, MeasureEntry, TIES};
pub use discount::Discount;
pub(crate) use diverse::{best as best_diverse, descending};
pub use expected_rank_utility::RankUtility;
pub use gain::Gain;
pub use mean::{Mean, Undefined};
pub use names::{NamedMeasure, OTHER_NAMES, ReadMeasure, Tool};
pub use of_order::of_order;
pub(crate) use pair_error::pair_error;
pub use text::GRAMMAR;

use crate::data::Grade;
use crate::ranking::TiedRanking;

/// The labels of a query, and how to read them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Labels<'a> {
    /// One grade per document.
    pub grades: &'a [Grade],
    /// Group of each document, for the measures of diversity; empty if every document is a group of its own.
    pub groups: &'a [u32],
    /// Highest grade of the data set, which is the scale of ERR.
    pub max_grade: Grade,
    /// Documents with this grade or a higher one are good.
    pub threshold: Grade,
}

impl Labels<'_> {
    fn n_good(&self) -> usize {
        self.grades.iter().filter(|&&grade| grade >= self.threshold).count()
    }

    fn n_good_in(&self, group: &[u32]) -> usize {
        group.iter().filter(|&&document| self.grades[document as usize] >= self.threshold).count()
    }
}

/// A ranking measure with its parameters.
///
/// It prints in the usual notation, such as `NDCG@10`; [`Measure::key`] is the lower-case form, and both parse back. A
/// cut-off of `None` counts all ranks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Measure {
    /// Normalised discounted cumulative gain.
    Ndcg {
        /// Number of ranks that count, at least 1.
        cut_off: Option<usize>,
        /// Gain of a grade.
        gain: Gain,
        /// Discount of a rank.
        discount: Discount,
    },
    /// Discounted cumulative gain, not normalised.
    Dcg {
        /// Number of ranks that count, at least 1.
        cut_off: Option<usize>,
        /// Gain of a grade.
        gain: Gain,
        /// Discount of a rank.
        discount: Discount,
    },
    /// Average precision; its mean over queries is MAP.
    AveragePrecision,
    /// Reciprocal rank of the first good document; its mean over queries is MRR.
    ReciprocalRank {
        /// Number of ranks that count, at least 1.
        cut_off: Option<usize>,
    },
    /// Share of good documents in the top ranks.
    Precision {
        /// Number of ranks that count, at least 1.
        cut_off: usize,
    },
    /// Share of the query's good documents that stand in the top ranks.
    Recall {
        /// Number of ranks that count, at least 1.
        cut_off: usize,
    },
    /// Whether a good document stands in the top ranks.
    Success {
        /// Number of ranks that count, at least 1.
        cut_off: usize,
    },
    /// Whether the top document has the query's highest grade.
    WinnerTakesAll,
    /// Expected reciprocal rank at which a reader is satisfied.
    ExpectedReciprocalRank {
        /// Number of ranks that count, at least 1.
        cut_off: Option<usize>,
        /// The greatest grade of the scale, at least 1; a grade above it counts as it. `None` takes that of the data.
        max_grade: Option<Grade>,
        /// Gain of a grade, from which the probability to stop is computed.
        gain: Gain,
    },
    /// Area under the ROC curve.
    Auc,
    /// Expected rank utility.
    ExpectedRankUtility {
        /// Half-life and neutral grade.
        utility: RankUtility,
        /// Whether the value is divided by the best possible value.
        normalized: bool,
    },
    /// NDCG after the rule of one document per group, over the ideal diverse ranking.
    DiverseNdcg {
        /// Number of ranks that count, 1 to [`MAX_DIVERSE_RANKS`](crate::diversity::MAX_DIVERSE_RANKS).
        cut_off: usize,
        /// Gain of a grade.
        gain: Gain,
        /// Discount of a rank.
        discount: Discount,
    },
    /// Documents in the top ranks whose group stands above them.
    Repeats {
        /// Number of ranks that count, at least 1.
        cut_off: usize,
    },
    /// Cost of positions of the settings, minus that of the best ranking. It depends on more than the labels, so a run
    /// or a model computes it, and [`Measure::value`] is `None`.
    Cost,
}

impl Measure {
    /// Expected value over a uniformly random order of ties; `None` if the measure is undefined for the query.
    ///
    /// In [0, 1], except for DCG, raw ERU, repeats and the cost. Cost: O(n); more only for ERR and diverse NDCG with ties.
    ///
    /// # Panics
    /// If the ranking and the grades differ in length.
    pub fn value(&self, ranking: &TiedRanking, labels: &Labels) -> Option<f64> {
        assert_eq!(ranking.len(), labels.grades.len(), "a ranking and its grades cover the same documents");
        match *self {
            Self::Ndcg { cut_off, gain, discount } => ndcg::value(ranking, labels, cut_off, gain, discount),
            Self::Dcg { cut_off, gain, discount } => dcg::value(ranking, labels, cut_off, gain, discount),
            Self::AveragePrecision => average_precision::value(ranking, labels),
            Self::ReciprocalRank { cut_off } => reciprocal_rank::value(ranking, labels, cut_off),
            Self::Success { cut_off } => reciprocal_rank::success(ranking, labels, cut_off),
            Self::Precision { cut_off } => precision::value(ranking, labels, cut_off, cut_off),
            Self::Recall { cut_off } => precision::value(ranking, labels, cut_off, labels.n_good()),
            Self::WinnerTakesAll => winner_takes_all::value(ranking, labels),
            Self::ExpectedReciprocalRank { cut_off, max_grade, gain } => {
                expected_reciprocal_rank::value(ranking, labels, cut_off, max_grade, gain)
            }
            Self::Auc => auc::value(ranking, labels),
            Self::ExpectedRankUtility { utility, normalized } => {
                expected_rank_utility::value(ranking, labels, utility, normalized)
            }
            Self::DiverseNdcg { cut_off, gain, discount } => {
                diverse::ndcg(ranking, labels, cut_off, gain, discount)
            }
            Self::Repeats { cut_off } => Some(diverse::repeats(ranking, labels, cut_off)),
            Self::Cost => None,
        }
    }

    /// Returns whether the measure depends on the groups of the documents.
    pub fn needs_groups(&self) -> bool {
        self.diverse_ranks().is_some()
    }

    /// Returns the number of first ranks of a measure of groups.
    pub fn diverse_ranks(&self) -> Option<usize> {
        match self {
            Self::DiverseNdcg { cut_off, .. } | Self::Repeats { cut_off } => Some(*cut_off),
            _ => None,
        }
    }

    /// Returns whether a smaller value is better.
    pub fn prefers_less(&self) -> bool {
        matches!(self, Self::Repeats { .. } | Self::Cost)
    }

    /// Returns the lower-case form in settings and reports, such as `ndcg@10`.
    pub fn key(&self) -> String {
        self.to_string().to_ascii_lowercase()
    }

    /// Reason for an undefined value of a query, as the end of a sentence.
    pub fn undefined_reason(&self) -> &'static str {
        match self {
            Self::Ndcg { .. }
            | Self::Dcg { .. }
            | Self::WinnerTakesAll
            | Self::DiverseNdcg { .. }
            | Self::ExpectedReciprocalRank { .. } => "no document above grade 0",
            Self::AveragePrecision
            | Self::ReciprocalRank { .. }
            | Self::Precision { .. }
            | Self::Recall { .. }
            | Self::Success { .. } => "no good document",
            Self::Auc => "no good document or no bad one",
            Self::ExpectedRankUtility { .. } => "no document above the neutral grade",
            Self::Repeats { .. } => "no documents",
            Self::Cost => "all rankings cost the same",
        }
    }
}
