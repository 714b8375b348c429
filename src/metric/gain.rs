//! Gains: the value of a grade, independent of the document's rank.

use crate::data::Grade;

/// Gain of a document by its grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Gain {
    /// 2^r − 1: each grade has about twice the gain of the grade below it.
    #[default]
    Exponential,
    /// r itself.
    Linear,
}

impl Gain {
    /// Returns the gain of one grade: 0 for grade 0, and increasing.
    pub fn of(self, grade: Grade) -> f64 {
        match self {
            Self::Exponential => power_of_two(grade) - 1.0,
            Self::Linear => f64::from(grade),
        }
    }
}

/// Returns 2^grade exactly for every `u8`, by writing the exponent bits of the number.
pub(super) fn power_of_two(grade: Grade) -> f64 {
    const EXPONENT_BIAS: u64 = 1023;
    const MANTISSA_BITS: u32 = 52;
    f64::from_bits((EXPONENT_BIAS + u64::from(grade)) << MANTISSA_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_are_exact() {
        for (grade, exponential) in [(0, 0.0), (1, 1.0), (2, 3.0), (4, 15.0), (31, 2_147_483_647.0)] {
            assert_eq!(Gain::Exponential.of(grade), exponential);
            assert_eq!(Gain::Linear.of(grade), f64::from(grade));
        }
        assert!(Gain::Exponential.of(Grade::MAX).is_finite());
    }
}
