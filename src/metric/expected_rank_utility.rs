//! Expected rank utility: a reader's interest halves every few ranks.

use super::{Labels, discounted};
use crate::data::Grade;
use crate::error::Error;
use crate::ranking::TiedRanking;

/// Parameters of the expected rank utility: how fast interest decreases, and the grade above which documents have gain.
///
/// Source: Breese, Heckerman and Kadie 1998; Le and Smola 2007, equation 16.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankUtility {
    half_life: f64,
    neutral: f64,
}

impl Default for RankUtility {
    /// Half-life 5, neutral grade 0.
    fn default() -> Self {
        Self { half_life: 5.0, neutral: 0.0 }
    }
}

impl RankUtility {
    /// Largest absolute value of a neutral grade, far above any grade; sums stay finite.
    pub const LARGEST_NEUTRAL: f64 = 1e6;

    /// Returns the utility with half-life `half_life` (in ranks) and neutral grade `neutral`.
    ///
    /// # Errors
    /// [`Error::Config`] unless 1 < `half_life` < ∞ and |`neutral`| ≤ [`Self::LARGEST_NEUTRAL`].
    pub fn new(half_life: f64, neutral: f64) -> Result<Self, Error> {
        if !(half_life > 1.0 && half_life.is_finite()) {
            return Err(Error::config(
                "measure",
                format!("the half-life of ERU is {half_life}; it must be finite and above 1"),
            ));
        }
        if neutral.is_nan() || neutral.abs() > Self::LARGEST_NEUTRAL {
            return Err(Error::config(
                "measure",
                format!(
                    "the neutral grade of ERU is {neutral}; it must lie between -{0} and {0}",
                    Self::LARGEST_NEUTRAL
                ),
            ));
        }
        // Adding 0 turns −0 into 0, so that equal utilities print the same.
        Ok(Self { half_life, neutral: neutral + 0.0 })
    }

    /// Rank, counted from 1, whose discount is one half.
    pub fn half_life(self) -> f64 {
        self.half_life
    }

    /// The neutral grade; grades up to it have gain 0.
    pub fn neutral(self) -> f64 {
        self.neutral
    }

    /// The discount 2^(−j / (half-life − 1)) of rank j, from 0.
    pub fn discount(self, rank: usize) -> f64 {
        libm::exp2(-(rank as f64) / (self.half_life - 1.0))
    }

    /// The gain max(r − neutral, 0) of a grade r.
    pub fn gain(self, grade: Grade) -> f64 {
        (f64::from(grade) - self.neutral).max(0.0)
    }
}

/// Expected rank utility Σ_j discount(j) · gain(r_j), divided by its best value if `normalized`.
///
/// `None` if all documents have gain 0.
/// Cost: O(n).
/// Source: Le and Smola 2007, equation 16; ties after McSherry and Najork 2008.
pub(super) fn value(
    ranking: &TiedRanking,
    labels: &Labels,
    utility: RankUtility,
    normalized: bool,
) -> Option<f64> {
    let gain = |grade| utility.gain(grade);
    let discount = |rank| utility.discount(rank);
    let best = discounted::best(labels, gain, discount, None);
    if best <= 0.0 {
        return None;
    }
    let sum = discounted::expected(ranking, labels, gain, discount, None);
    Some(if normalized { (sum / best).min(1.0) } else { sum })
}
