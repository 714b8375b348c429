//! Discount and gain of the expected rank utility.

use crate::data::Grade;
use crate::util::error::Error;

/// Parameters of the expected rank utility: how fast interest decreases, and the grade above which documents have gain.
///
/// Source: Breese, Heckerman and Kadie 1998; Le and Smola 2007, equation 16.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankUtility {
    half_life: f64,
    neutral: f64,
}

impl Default for RankUtility {
    fn default() -> Self {
        Self::USUAL
    }
}

impl RankUtility {
    /// Half-life 5, neutral grade 0.
    pub const USUAL: Self = Self { half_life: 5.0, neutral: 0.0 };

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
