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
#[cfg(feature = "whole")]
mod conventions;
mod dcg;
mod discount;
mod discounted;
#[cfg(feature = "whole")]
mod diverse;
mod expected_rank_utility;
mod expected_reciprocal_rank;
mod gain;
mod mean;
#[cfg(feature = "whole")]
mod names;
mod ndcg;
mod pair_error;
mod precision;
mod reciprocal_rank;
mod winner_takes_all;

use std::fmt;
use std::str::FromStr;

pub use catalog::catalog;
#[cfg(feature = "whole")]
pub use conventions::{Conventions, MEASURES, MeasureEntry, TIES};
pub use discount::Discount;
#[cfg(feature = "whole")]
pub(crate) use diverse::{best as best_diverse, descending};
pub use expected_rank_utility::RankUtility;
pub use gain::Gain;
pub use mean::{Mean, Undefined};
#[cfg(feature = "whole")]
pub use names::{NamedMeasure, OTHER_NAMES, ReadMeasure, Tool};
pub(crate) use pair_error::pair_error;

use crate::data::{Grade, MAX_GRADE};
use crate::diversity::MAX_DIVERSE_RANKS;
use crate::error::{Error, shown};
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
        /// Number of ranks that count, 1 to [`MAX_DIVERSE_RANKS`].
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
            Self::ExpectedReciprocalRank { cut_off, max_grade } => {
                expected_reciprocal_rank::value(ranking, labels, cut_off, max_grade)
            }
            Self::Auc => auc::value(ranking, labels),
            Self::ExpectedRankUtility { utility, normalized } => {
                expected_rank_utility::value(ranking, labels, utility, normalized)
            }
            #[cfg(feature = "whole")]
            Self::DiverseNdcg { cut_off, gain, discount } => {
                diverse::ndcg(ranking, labels, cut_off, gain, discount)
            }
            #[cfg(feature = "whole")]
            Self::Repeats { cut_off } => Some(diverse::repeats(ranking, labels, cut_off)),
            // Settings with groups need the whole module.
            #[cfg(not(feature = "whole"))]
            Self::DiverseNdcg { .. } | Self::Repeats { .. } => None,
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

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let at = |f: &mut fmt::Formatter, name: &str, cut_off: Option<usize>| {
            f.write_str(name)?;
            cut_off.map_or(Ok(()), |k| write!(f, "@{k}"))
        };
        let suffixes = |f: &mut fmt::Formatter, gain: Gain, discount: Discount| {
            if gain == Gain::Linear {
                f.write_str("+linear")?;
            }
            if discount == Discount::FlatTopTwo {
                f.write_str("+flat")?;
            }
            Ok(())
        };
        match *self {
            Self::Ndcg { cut_off, gain, discount } => {
                at(f, "NDCG", cut_off)?;
                suffixes(f, gain, discount)
            }
            Self::Dcg { cut_off, gain, discount } => {
                at(f, "DCG", cut_off)?;
                suffixes(f, gain, discount)
            }
            Self::DiverseNdcg { cut_off, gain, discount } => {
                at(f, "dNDCG", Some(cut_off))?;
                suffixes(f, gain, discount)
            }
            Self::Repeats { cut_off } => at(f, "repeats", Some(cut_off)),
            Self::Cost => f.write_str("cost"),
            Self::AveragePrecision => f.write_str("AP"),
            Self::ReciprocalRank { cut_off } => at(f, "RR", cut_off),
            Self::Precision { cut_off } => at(f, "P", Some(cut_off)),
            Self::Recall { cut_off } => at(f, "Recall", Some(cut_off)),
            Self::Success { cut_off } => at(f, "Success", Some(cut_off)),
            Self::WinnerTakesAll => f.write_str("WTA"),
            Self::ExpectedReciprocalRank { cut_off, max_grade } => {
                at(f, "ERR", cut_off)?;
                max_grade.map_or(Ok(()), |grade| write!(f, ":{grade}"))
            }
            Self::Auc => f.write_str("AUC"),
            Self::ExpectedRankUtility { utility, normalized } => {
                f.write_str(if normalized { "ERU" } else { "ERU-raw" })?;
                if utility == RankUtility::default() {
                    return Ok(());
                }
                write!(f, ":{},{}", utility.half_life(), utility.neutral())
            }
        }
    }
}

/// Grammar of [`Measure`] for error messages.
pub const GRAMMAR: &str = "ndcg[@k], dcg[@k] (both with +linear and +flat), ap, rr[@k], p@k, recall@k, success@k, wta, \
     err[@k][:greatest grade], auc, eru[:half-life,neutral], eru-raw[:half-life,neutral], dndcg@k (with +linear and +flat), repeats@k, cost; \
     k is a whole number from 1";

impl FromStr for Measure {
    type Err = Error;

    /// Parses a measure in any letter case; `map` and `mrr` mean `ap` and `rr`.
    fn from_str(text: &str) -> Result<Self, Error> {
        Self::parse(text, GRAMMAR)
    }
}

impl Measure {
    /// Parses a measure. An error lists the measures of `grammar`, those that can be used in its place.
    ///
    /// # Errors
    /// [`Error::Config`] with the text and the grammar.
    pub(crate) fn parse(text: &str, grammar: &str) -> Result<Self, Error> {
        let fault =
            |problem: &str| Error::config("measure", format!("{} {problem}; use {grammar}", shown(text)));
        let lower = text.trim().to_ascii_lowercase();
        if let Some(rest) = lower.strip_prefix("eru") {
            return rank_utility(rest).map_err(|problem| fault(&problem));
        }
        let mut suffixes = lower.split('+');
        let stem = suffixes.next().unwrap_or_default();
        let (stem, max_grade) = match stem.split_once(':') {
            Some((stem, grade)) if stem.starts_with("err") => {
                let grade = cut_off(grade).and_then(|grade| Grade::try_from(grade).ok());
                let grade = grade.filter(|&grade| grade <= MAX_GRADE);
                (stem, Some(grade.ok_or_else(|| fault("has no greatest grade from 1 to 31"))?))
            }
            _ => (stem, None),
        };
        let (name, cut_off) = match stem.split_once('@') {
            Some((name, k)) => (name, Some(cut_off(k).ok_or_else(|| fault("has no whole cut-off from 1"))?)),
            None => (stem, None),
        };
        let mut gain = Gain::default();
        let mut discount = Discount::default();
        let mut has_suffix = false;
        for suffix in suffixes {
            has_suffix = true;
            match suffix {
                "linear" => gain = Gain::Linear,
                "flat" => discount = Discount::FlatTopTwo,
                _ => return Err(fault("has an unknown suffix")),
            }
        }
        if has_suffix && !matches!(name, "ndcg" | "dcg" | "dndcg") {
            return Err(fault("is not a measure that takes a suffix"));
        }
        match (name, cut_off) {
            ("ndcg", cut_off) => Ok(Self::Ndcg { cut_off, gain, discount }),
            ("dcg", cut_off) => Ok(Self::Dcg { cut_off, gain, discount }),
            ("rr" | "mrr", cut_off) => Ok(Self::ReciprocalRank { cut_off }),
            ("err", cut_off) => Ok(Self::ExpectedReciprocalRank { cut_off, max_grade }),
            ("p", Some(cut_off)) => Ok(Self::Precision { cut_off }),
            ("recall", Some(cut_off)) => Ok(Self::Recall { cut_off }),
            ("success", Some(cut_off)) => Ok(Self::Success { cut_off }),
            ("p" | "recall" | "success", None) => Err(fault(&format!("needs a cut-off, as in {name}@5"))),
            ("dndcg", Some(k)) if k > MAX_DIVERSE_RANKS => {
                Err(fault(&format!("counts more than {MAX_DIVERSE_RANKS} ranks")))
            }
            ("dndcg", Some(cut_off)) => Ok(Self::DiverseNdcg { cut_off, gain, discount }),
            ("repeats", Some(cut_off)) => Ok(Self::Repeats { cut_off }),
            ("dndcg" | "repeats", None) => Err(fault(&format!("needs a cut-off, as in {name}@10"))),
            ("ap" | "map", None) => Ok(Self::AveragePrecision),
            ("wta", None) => Ok(Self::WinnerTakesAll),
            ("auc", None) => Ok(Self::Auc),
            ("cost", None) => Ok(Self::Cost),
            ("ap" | "map" | "wta" | "auc" | "cost", Some(_)) => Err(fault("takes no cut-off")),
            _ => Err(fault("is not a measure")),
        }
    }
}

/// Parses a cut-off from 1 to `u32::MAX`, so that native and wasm accept the same values.
fn cut_off(text: &str) -> Option<usize> {
    // `parse` alone would accept a sign.
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let k: u32 = text.parse().ok().filter(|&k| digits && k > 0)?;
    usize::try_from(k).ok()
}

/// Parses the part after `eru`: `[-raw][:half-life,neutral]`.
fn rank_utility(rest: &str) -> Result<Measure, String> {
    let (rest, normalized) = match rest.strip_prefix("-raw") {
        Some(rest) => (rest, false),
        None => (rest, true),
    };
    if rest.is_empty() {
        return Ok(Measure::ExpectedRankUtility { utility: RankUtility::default(), normalized });
    }
    let numbers = rest.strip_prefix(':').ok_or("is not a measure")?;
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let (half_life, neutral) = numbers
        .split_once(',')
        .and_then(|(half_life, neutral)| Some((number(half_life)?, number(neutral)?)))
        .ok_or("needs two numbers, as in eru:5,0")?;
    match RankUtility::new(half_life, neutral) {
        Ok(utility) => Ok(Measure::ExpectedRankUtility { utility, normalized }),
        Err(Error::Config { problem, .. }) => Err(format!("is out of range: {problem}")),
        Err(other) => Err(other.to_string()),
    }
}
