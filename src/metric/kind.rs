//! What a kind of measure declares: its names, its parameters, its range and how to compute it. Every measure declares
//! itself in its own file.

use super::{Labels, Measure};
use crate::ranking::TiedRanking;
use crate::util::menu_entry::Choice;

/// A kind of measures, such as NDCG. [`MEASURES`](super::MEASURES) lists all of them.
#[derive(Debug)]
pub struct MeasureKind {
    /// Name as people write it, without parameters, such as `NDCG`. In lower case it is the first word of keys.
    pub name: &'static str,
    /// Other first words of keys that mean the same.
    pub other_names: &'static [&'static str],
    /// Grammar of its keys.
    pub grammar: &'static str,
    /// A key, which parses as a [`Measure`].
    pub example: &'static str,
    /// Name in words.
    pub label: &'static str,
    /// Value of a ranking. Ranks count from 1; g is the grade of the document at a rank.
    pub formula: &'static str,
    /// Meaning of the optional parts of a key; empty without any.
    pub options: &'static str,
    /// Parameters that a key can have.
    pub parameters: Parameters,
    /// Possible values.
    pub range: Range,
    /// Whether a smaller value is better.
    pub less_is_better: bool,
    /// Whether the value depends on the grade from which a document is good.
    pub needs_threshold: bool,
    /// Reason for an undefined value of a query, as the end of a sentence.
    pub undefined_with: &'static str,
    /// Its entry in the glossary of the page.
    pub term: &'static str,
    /// What the page offers to chart.
    pub menu: &'static [Choice],
    /// Expected value over a uniformly random order of ties; `None` if the measure is undefined for the query.
    pub(super) value: fn(&Measure, &TiedRanking, &Labels) -> Option<f64>,
}

/// Kinds are equal if they have one name.
impl PartialEq for MeasureKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl MeasureKind {
    /// Returns the measure with its usual parameters and this cut-off.
    ///
    /// The measure parses back only if the kind can have the cut-off: see [`Parameters::cut_off`].
    pub const fn at(&'static self, cut_off: Option<usize>) -> Measure {
        Measure {
            kind: self,
            cut_off,
            gain: super::Gain::Exponential,
            discount: super::Discount::Log2RankPlusOne,
            max_grade: None,
            utility: super::RankUtility::USUAL,
            persistence: super::USUAL_PERSISTENCE,
            is_graded: false,
            generator: super::Generator::Constant,
        }
    }

    /// Returns the measure with its usual parameters and without a cut-off.
    pub const fn whole(&'static self) -> Measure {
        self.at(None)
    }
}

/// The parameters that a key can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parameters {
    /// `@k`: only ranks up to k count.
    pub cut_off: CutOff,
    /// `+linear`: the gain of a grade is the grade.
    pub gain: bool,
    /// `+flat`: the first two ranks have the same discount.
    pub discount: bool,
    /// `:G`: the greatest grade of the scale.
    pub max_grade: bool,
    /// `:α,d`: half-life and neutral grade.
    pub utility: bool,
    /// `:p`: chance that a reader goes on.
    pub persistence: bool,
    /// `+graded`: a document counts by its grade over the greatest one.
    pub graded: bool,
    /// `:GENERATOR`: weights of the bad documents above a good one.
    pub generator: bool,
    /// Whether the value depends on the groups of the documents.
    pub groups: bool,
}

impl Parameters {
    /// No parameters.
    pub const NONE: Self = Self {
        cut_off: CutOff::None,
        gain: false,
        discount: false,
        max_grade: false,
        utility: false,
        persistence: false,
        graded: false,
        generator: false,
        groups: false,
    };
}

/// Whether a key has a cut-off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutOff {
    /// Never.
    None,
    /// It may have one.
    Optional,
    /// Always.
    Required,
    /// Always, and at most this one.
    AtMost(usize),
}

/// The possible values of a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range {
    /// From 0 to 1.
    Unit,
    /// From 0, without a bound that holds for all queries.
    FromZero,
    /// From 0 to k − 1.
    UpToCutOff,
    /// From −1 to 1.
    Signed,
}

impl Range {
    /// Returns the range in words.
    pub fn text(self) -> &'static str {
        match self {
            Self::Unit => "0 to 1",
            Self::FromZero => "from 0",
            Self::UpToCutOff => "0 to k − 1",
            Self::Signed => "−1 to 1",
        }
    }
}

/// Options of the measures with gain, discount and cut-off.
pub(super) const WITH_GAIN: &str = "@k: only ranks up to k; +linear: gain g instead of 2^g − 1; \
     +gain:0,1,3: these gains of the grades 0, 1, 2, and of higher grades the last; \
     +flat: discount 1 at ranks 1 and 2, then 1/log2(rank)";
