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
mod conventions;
mod dcg;
mod discount;
mod discounted;
mod diverse;
mod expected_rank_utility;
mod expected_reciprocal_rank;
mod gain;
mod generator;
mod judged;
mod kind;
mod mean;
mod names;
mod ndcg;
mod of_data;
mod of_order;
mod other_names;
mod owpc_error;
mod pair_error;
mod position_cost;
mod precision;
mod r_precision;
mod rank_biased_precision;
mod rank_utility;
mod reciprocal_rank;
pub mod statistics;
mod text;
mod winner_takes_all;

pub use auc::AUC;
pub use average_precision::AVERAGE_PRECISION;
pub use conventions::{Conventions, TIES};
pub use dcg::DCG;
pub use discount::Discount;
pub use diverse::{DIVERSE_NDCG, REPEATS};
pub(crate) use diverse::{best as best_diverse, descending};
pub use expected_rank_utility::{EXPECTED_RANK_UTILITY, RAW_EXPECTED_RANK_UTILITY};
pub use expected_reciprocal_rank::EXPECTED_RECIPROCAL_RANK;
pub use gain::{Gain, GainTable, LAST_EXACT};
pub use generator::Generator;
pub use judged::JUDGED;
pub use kind::{CutOff, MeasureKind, Parameters, Range};
pub use mean::{Mean, Undefined};
pub use names::{NamedMeasure, OTHER_NAMES, ReadMeasure, Tool};
pub use ndcg::NDCG;
pub use of_order::of_order;
pub use owpc_error::OWPC_ERROR;
pub(crate) use pair_error::pair_error;
pub use pair_error::{PAIR_ERROR, TAU};
pub use position_cost::COST;
pub use precision::{PRECISION, RECALL};
pub use r_precision::R_PRECISION;
pub use rank_biased_precision::RANK_BIASED_PRECISION;
pub use rank_utility::RankUtility;
pub use reciprocal_rank::{RECIPROCAL_RANK, SUCCESS};
pub use text::expand_range;
pub use winner_takes_all::WINNER_TAKES_ALL;

use crate::data::Grade;
use crate::ranking::TiedRanking;
use crate::util::menu_entry::Choice;

/// All kinds of measures, the most common first.
pub static MEASURES: &[&MeasureKind] = &[
    &NDCG,
    &DCG,
    &AVERAGE_PRECISION,
    &RECIPROCAL_RANK,
    &PRECISION,
    &RECALL,
    &SUCCESS,
    &WINNER_TAKES_ALL,
    &EXPECTED_RECIPROCAL_RANK,
    &AUC,
    &EXPECTED_RANK_UTILITY,
    &RAW_EXPECTED_RANK_UTILITY,
    &DIVERSE_NDCG,
    &REPEATS,
    &COST,
    &R_PRECISION,
    &RANK_BIASED_PRECISION,
    &PAIR_ERROR,
    &TAU,
    &OWPC_ERROR,
    &JUDGED,
];

/// Returns the measures that the page offers to chart, the most common first. Every `name` parses as a [`Measure`].
pub fn menu() -> Vec<Choice> {
    MEASURES.iter().flat_map(|kind| kind.menu).cloned().collect()
}

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
    /// Number of the last documents, which nobody has judged. Their grade is 0.
    pub unjudged: usize,
}

impl Labels<'_> {
    fn n_good(&self) -> usize {
        self.grades.iter().filter(|&&grade| grade >= self.threshold).count()
    }

    /// Returns the number of judged documents of a group.
    fn n_judged_in(&self, group: &[u32]) -> usize {
        let judged = self.grades.len().saturating_sub(self.unjudged);
        group.iter().filter(|&&document| (document as usize) < judged).count()
    }

    fn n_good_in(&self, group: &[u32]) -> usize {
        group.iter().filter(|&&document| self.grades[document as usize] >= self.threshold).count()
    }
}

/// A ranking measure with its parameters. A parameter that the kind does not have keeps its usual value.
///
/// It prints in the usual notation, such as `NDCG@10`; [`Measure::key`] is the lower-case form, and both parse back.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    /// What is measured.
    pub kind: &'static MeasureKind,
    /// Number of ranks that count, at least 1; `None` counts all ranks.
    pub cut_off: Option<usize>,
    /// Gain of a grade.
    pub gain: Gain,
    /// Discount of a rank.
    pub discount: Discount,
    /// The greatest grade of the scale, at least 1; a grade above it counts as it. `None` takes that of the data.
    pub max_grade: Option<Grade>,
    /// Half-life and neutral grade.
    pub utility: RankUtility,
    /// Chance that a reader goes on to the next rank, above 0 and below 1.
    pub persistence: f64,
    /// Whether a document counts by its grade over the greatest one, instead of by being good.
    pub is_graded: bool,
    /// Weights of the bad documents above a good one.
    pub generator: Generator,
}

/// The usual chance that a reader goes on, as in ir_measures.
const USUAL_PERSISTENCE: f64 = 0.8;

impl Measure {
    /// Expected value over a uniformly random order of ties; `None` if the measure is undefined for the query.
    ///
    /// The cost of positions depends on more than the labels, so it is always `None` here. The value is in the
    /// [range](MeasureKind::range) of the kind. Cost: O(n); more only for ERR and diverse NDCG with ties.
    ///
    /// # Panics
    /// If the ranking and the grades differ in length.
    pub fn value(&self, ranking: &TiedRanking, labels: &Labels) -> Option<f64> {
        assert_eq!(ranking.len(), labels.grades.len(), "a ranking and its grades cover the same documents");
        (self.kind.value)(self, ranking, labels)
    }

    /// Returns whether the measure is of a kind.
    pub fn is(&self, kind: &MeasureKind) -> bool {
        self.kind == kind
    }

    /// Returns the number of ranks that count.
    fn ranks(&self) -> usize {
        self.cut_off.unwrap_or(usize::MAX)
    }

    /// Returns whether the measure depends on the groups of the documents.
    pub fn needs_groups(&self) -> bool {
        self.kind.parameters.groups
    }

    /// Returns the number of first ranks of a measure of groups.
    pub fn diverse_ranks(&self) -> Option<usize> {
        self.cut_off.filter(|_| self.needs_groups())
    }

    /// Returns whether a smaller value is better.
    pub fn prefers_less(&self) -> bool {
        self.kind.less_is_better
    }

    /// Returns whether the measure depends on the grade from which a document is good.
    pub fn needs_threshold(&self) -> bool {
        self.kind.needs_threshold
    }

    /// Returns the lower-case form in settings and reports, such as `ndcg@10`.
    pub fn key(&self) -> String {
        self.to_string().to_ascii_lowercase()
    }

    /// Reason for an undefined value of a query, as the end of a sentence.
    pub fn undefined_reason(&self) -> &'static str {
        self.kind.undefined_with
    }
}
