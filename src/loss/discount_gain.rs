//! Measures of the form Σ_j a_j b_y(j), discount times gain. Depends on labels; must not know scores or ψ.
//!
//! Source: DORM, sections 3 and 6.4.

use std::fmt;
use std::str::FromStr;

use crate::data::Grade;
use crate::metric::{
    DCG, DIVERSE_NDCG, Discount, EXPECTED_RANK_UTILITY, Gain, Measure, NDCG, PRECISION,
    RAW_EXPECTED_RANK_UTILITY, RECIPROCAL_RANK, RankUtility, WINNER_TAKES_ALL,
};
use crate::util::error::Error;
use crate::util::sorting::{by_falling_level, sorted};

/// A measure that DORM can optimise.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RankingMeasure {
    /// NDCG, cut off at a rank or not.
    Ndcg {
        /// Number of ranks that count; `None` counts all.
        cut_off: Option<usize>,
        /// Gain of a grade.
        gain: Gain,
        /// Discount of a rank.
        discount: Discount,
    },
    /// DCG, cut off at a rank or not.
    Dcg {
        /// Number of ranks that count; `None` counts all.
        cut_off: Option<usize>,
        /// Gain of a grade.
        gain: Gain,
        /// Discount of a rank.
        discount: Discount,
    },
    /// Share of good documents among the first `cut_off` documents.
    Precision {
        /// Number of ranks that count.
        cut_off: usize,
    },
    /// Whether the first document has the query's highest grade.
    WinnerTakesAll,
    /// NDCG with a cut-off per query that reaches just into the second grade.
    ModifiedWinnerTakesAll,
    /// Reciprocal rank of one document with the highest grade, the first in the file until a realignment chooses the
    /// best scored one.
    ReciprocalRank {
        /// Number of ranks that count; `None` counts all.
        cut_off: Option<usize>,
    },
    /// NDCG of the rankings with at most one document of a group in the first ranks.
    DiverseNdcg {
        /// Number of ranks that count.
        cut_off: usize,
        /// Gain of a grade.
        gain: Gain,
        /// Discount of a rank.
        discount: Discount,
    },
    /// Expected rank utility.
    ExpectedRankUtility {
        /// Half-life and neutral grade.
        utility: RankUtility,
        /// Whether gains are divided by the best possible score.
        normalized: bool,
    },
}

/// A measure bound to the labels of a query of n documents.
#[derive(Debug, Clone, PartialEq)]
pub struct DiscountGain {
    /// a_j by rank, non-increasing.
    pub discount: Vec<f64>,
    /// b_i by document.
    pub gain: Vec<f64>,
}

impl DiscountGain {
    /// Number of ranks with a nonzero discount; later ranks do not count. Cost: O(log n).
    pub fn counted(&self) -> usize {
        self.discount.partition_point(|&a| a != 0.0)
    }
}

impl RankingMeasure {
    /// Returns the discounts and gains of a query, or `None` if all rankings of it have the same score.
    ///
    /// `threshold`: documents with this grade or a higher one are good (precision only). Diverse NDCG is bound for
    /// documents of different groups. Cost: O(n log n).
    pub fn bind(&self, grades: &[Grade], threshold: Grade) -> Option<DiscountGain> {
        let n = grades.len();
        let highest = *grades.iter().max()?;
        if grades.iter().all(|&grade| grade == highest) {
            return None;
        }
        let discount = match self.discount(n) {
            Some(discount) => discount,
            None => Discount::Log2RankPlusOne.vector(n, Some(second_grade_cut_off(grades))),
        };
        let top = grades.iter().position(|&grade| grade == highest);
        let one_if = |condition: bool| f64::from(u8::from(condition));
        let gain = |document: usize, grade: Grade| match *self {
            Self::Ndcg { gain, .. } | Self::Dcg { gain, .. } | Self::DiverseNdcg { gain, .. } => {
                gain.of(grade)
            }
            Self::ModifiedWinnerTakesAll => Gain::Exponential.of(grade),
            Self::Precision { .. } => one_if(grade >= threshold),
            Self::WinnerTakesAll => one_if(grade == highest),
            Self::ReciprocalRank { .. } => one_if(Some(document) == top),
            Self::ExpectedRankUtility { utility, .. } => utility.gain(grade),
        };
        let gain = grades.iter().enumerate().map(|(document, &grade)| gain(document, grade)).collect();
        let mut bound = DiscountGain { discount, gain };
        if self.is_normalized() {
            bound = normalized(bound)?;
        }
        let differs = |values: &[f64]| values.iter().any(|&value| value != values[0]);
        (differs(&bound.discount) && differs(&bound.gain)).then_some(bound)
    }

    /// Returns the measure with a gain that was given apart from its name.
    ///
    /// # Errors
    /// As [`Measure::with_gain`].
    pub fn with_gain(self, own: Gain) -> Result<Self, Error> {
        if self == Self::ModifiedWinnerTakesAll {
            let problem = "mwta has the gain 2^g − 1 by definition; ndcg, dcg and dndcg take others";
            return Err(Error::config("label_gain", problem));
        }
        let Measure { gain, .. } = self.reported().with_gain(own)?;
        Ok(match self {
            Self::Ndcg { cut_off, discount, .. } => Self::Ndcg { cut_off, gain, discount },
            Self::Dcg { cut_off, discount, .. } => Self::Dcg { cut_off, gain, discount },
            Self::DiverseNdcg { cut_off, discount, .. } => Self::DiverseNdcg { cut_off, gain, discount },
            other => other,
        })
    }

    /// Checks that a loss of the measure can be trained on data with the grade `greatest`.
    ///
    /// # Errors
    /// As [`Measure::check_trained`].
    pub fn check_trained(&self, greatest: Grade) -> Result<(), Error> {
        if *self != Self::ModifiedWinnerTakesAll {
            return self.reported().check_trained(greatest);
        }
        let refused = |problem| {
            let remedy = "mwta has no other gain, so choose another measure, such as ndcg@3+linear";
            Err(Error::config("measure", format!("{problem}; {remedy}")))
        };
        Gain::Exponential.problem(greatest).map_or(Ok(()), refused)
    }

    /// Discount a_j by rank for a query of n documents; `None` if it depends on the grades.
    pub fn discount(&self, n: usize) -> Option<Vec<f64>> {
        Some(match *self {
            Self::Ndcg { cut_off, discount, .. } | Self::Dcg { cut_off, discount, .. } => {
                discount.vector(n, cut_off)
            }
            Self::DiverseNdcg { cut_off, discount, .. } => discount.vector(n, Some(cut_off)),
            Self::ModifiedWinnerTakesAll => return None,
            Self::Precision { cut_off } => {
                (0..n).map(|rank| if rank < cut_off { 1.0 / cut_off as f64 } else { 0.0 }).collect()
            }
            Self::WinnerTakesAll => (0..n).map(|rank| f64::from(u8::from(rank == 0))).collect(),
            Self::ReciprocalRank { cut_off } => {
                let counts = |rank: usize| cut_off.is_none_or(|cut_off| rank < cut_off);
                (0..n).map(|rank| if counts(rank) { 1.0 / (rank as f64 + 1.0) } else { 0.0 }).collect()
            }
            Self::ExpectedRankUtility { utility, .. } => (0..n).map(|rank| utility.discount(rank)).collect(),
        })
    }

    /// Whether gains are divided by the best possible score.
    fn is_normalized(&self) -> bool {
        match *self {
            Self::Ndcg { .. } | Self::DiverseNdcg { .. } | Self::ModifiedWinnerTakesAll => true,
            Self::ExpectedRankUtility { normalized, .. } => normalized,
            _ => false,
        }
    }

    /// The measure to report for a model trained for this measure.
    pub fn reported(&self) -> Measure {
        match *self {
            Self::Ndcg { cut_off, gain, discount } => Measure { gain, discount, ..NDCG.at(cut_off) },
            Self::Dcg { cut_off, gain, discount } => Measure { gain, discount, ..DCG.at(cut_off) },
            Self::DiverseNdcg { cut_off, gain, discount } => {
                Measure { gain, discount, ..DIVERSE_NDCG.at(Some(cut_off)) }
            }
            Self::Precision { cut_off } => PRECISION.at(Some(cut_off)),
            Self::WinnerTakesAll | Self::ModifiedWinnerTakesAll => WINNER_TAKES_ALL.whole(),
            Self::ReciprocalRank { cut_off } => RECIPROCAL_RANK.at(cut_off),
            Self::ExpectedRankUtility { utility, normalized: true } => {
                Measure { utility, ..EXPECTED_RANK_UTILITY.whole() }
            }
            Self::ExpectedRankUtility { utility, normalized: false } => {
                Measure { utility, ..RAW_EXPECTED_RANK_UTILITY.whole() }
            }
        }
    }
}

/// Divides the gains by the best possible score; `None` if that is 0.
fn normalized(mut bound: DiscountGain) -> Option<DiscountGain> {
    let best_first = sorted(bound.gain.clone(), &|a, b| b.total_cmp(a));
    let best: f64 = bound.discount.iter().zip(&best_first).map(|(a, b)| a * b).sum();
    if best == 0.0 {
        return None;
    }
    for gain in &mut bound.gain {
        *gain /= best;
    }
    Some(bound)
}

/// The cut-off of modified WTA.
///
/// It is 3 if the best three documents have at least two grades. Otherwise it is the rank, from 1, at which the
/// second-highest grade first appears. Source: DORM, section 6.4.
fn second_grade_cut_off(grades: &[Grade]) -> usize {
    let best_first = by_falling_level(grades);
    let grade_at = |rank: usize| grades[best_first[rank] as usize];
    match (0..grades.len()).position(|rank| grade_at(rank) != grade_at(0)) {
        Some(rank) if rank >= 3 => rank + 1,
        _ => 3,
    }
}

/// The measures that DORM can optimise, as the errors of [`RankingMeasure`] list them.
const GRAMMAR: &str = "ndcg[@k], dcg[@k] (both with +linear, +gain:G,G,… and +flat), p@k, wta, mwta, mrr[@k], \
     eru[:half-life,neutral], eru-raw[:half-life,neutral], dndcg@k; k is a whole number from 1";

impl FromStr for RankingMeasure {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let name = text.trim().to_ascii_lowercase();
        if name == "mwta" {
            return Ok(Self::ModifiedWinnerTakesAll);
        }
        let measure = Measure::parse(&name, GRAMMAR)?;
        let Measure { cut_off, gain, discount, utility, .. } = measure;
        let is = |kind| measure.is(kind);
        Ok(match cut_off {
            _ if is(&NDCG) => Self::Ndcg { cut_off, gain, discount },
            _ if is(&DCG) => Self::Dcg { cut_off, gain, discount },
            Some(cut_off) if is(&DIVERSE_NDCG) => Self::DiverseNdcg { cut_off, gain, discount },
            Some(cut_off) if is(&PRECISION) => Self::Precision { cut_off },
            _ if is(&WINNER_TAKES_ALL) => Self::WinnerTakesAll,
            _ if is(&RECIPROCAL_RANK) => Self::ReciprocalRank { cut_off },
            _ if is(&EXPECTED_RANK_UTILITY) => Self::ExpectedRankUtility { utility, normalized: true },
            _ if is(&RAW_EXPECTED_RANK_UTILITY) => Self::ExpectedRankUtility { utility, normalized: false },
            _ => {
                let problem = format!(
                    "{measure} is not a sum of discount times gain, so DORM cannot optimise it; choose one of {GRAMMAR}"
                );
                return Err(Error::config("measure", problem));
            }
        })
    }
}

impl fmt::Display for RankingMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ModifiedWinnerTakesAll => f.write_str("mWTA"),
            Self::ReciprocalRank { cut_off: None } => f.write_str("MRR"),
            Self::ReciprocalRank { cut_off: Some(k) } => write!(f, "MRR@{k}"),
            other => other.reported().fmt(f),
        }
    }
}
