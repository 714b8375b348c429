//! Gains: the value of a grade, independent of the document's rank.

use std::fmt;

use crate::data::Grade;

/// Gain of a document by its grade.
#[expect(clippy::large_enum_variant, reason = "a measure can be copied, and there are few")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Gain {
    /// 2^r − 1: each grade has about twice the gain of the grade below it. It is exact up to grade [`LAST_EXACT`].
    #[default]
    Exponential,
    /// r itself.
    Linear,
    /// A gain of its own for each grade.
    Table(GainTable),
}

/// The gains of the grades 0, 1, 2, …: 0 first, and never falling. A grade beyond them has the last gain.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct GainTable {
    /// Bits of the gains, so that tables can be compared and be keys.
    bits: [u64; MOST_GAINS],
    greatest: Grade,
}

/// Largest number of gains of a table. A measure is copied with its table, and a table for all 256 grades would add 15
/// kB of copying to the WebAssembly module.
const MOST_GAINS: usize = 64;

/// The last grade r whose gain 2^r − 1 is a number of floating point.
pub const LAST_EXACT: Grade = f64::MANTISSA_DIGITS as Grade;

/// The greatest gain. Sums of gains stay far from the end of floating point.
const GREATEST: f64 = 1e100;

impl GainTable {
    /// Parses gains separated by commas, such as `0,1,3,7`.
    ///
    /// # Errors
    /// The problem as the end of a sentence.
    pub fn parse(text: &str) -> Result<Self, String> {
        let gains: Option<Vec<f64>> = text.split(',').map(|gain| gain.trim().parse().ok()).collect();
        let gains = gains.ok_or("needs gains separated by commas, such as 0,1,3,7")?;
        let mut bits = [0; MOST_GAINS];
        if !(2..=bits.len()).contains(&gains.len()) {
            return Err(format!("needs 2 to {MOST_GAINS} gains, one for each grade from 0"));
        }
        if gains[0] != 0.0 || !gains.is_sorted() || gains[gains.len() - 1] <= 0.0 {
            return Err("needs gains that begin with 0, never fall, and end above 0".to_owned());
        }
        if gains.iter().any(|gain| *gain > GREATEST) {
            return Err(format!("has a gain above {GREATEST:e}"));
        }
        for (bits, gain) in bits.iter_mut().zip(&gains) {
            // Adding 0 makes 0 of −0.
            *bits = (gain + 0.0).to_bits();
        }
        Ok(Self { bits, greatest: (gains.len() - 1) as Grade })
    }

    /// Returns the gain of a grade.
    pub fn of(&self, grade: Grade) -> f64 {
        f64::from_bits(self.bits[usize::from(grade.min(self.greatest))])
    }

    /// Returns the last grade that has a gain of its own.
    pub fn greatest_grade(&self) -> Grade {
        self.greatest
    }
}

impl fmt::Display for GainTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gains: Vec<String> =
            (0..=self.greatest_grade()).map(|grade| self.of(grade).to_string()).collect();
        f.write_str(&gains.join(","))
    }
}

impl fmt::Debug for GainTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Gain {
    /// Parses `linear`, or a table of gains as [`GainTable::parse`] does.
    ///
    /// # Errors
    /// The problem as the end of a sentence.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.trim() {
            word if word.eq_ignore_ascii_case("linear") => Ok(Self::Linear),
            table => GainTable::parse(table).map(Self::Table),
        }
    }

    /// Returns why data with the grade `greatest` need another gain; `None` if every grade up to it has a gain of its
    /// own that is exact.
    pub fn problem(&self, greatest: Grade) -> Option<String> {
        match self {
            Self::Exponential if greatest > LAST_EXACT => Some(format!(
                "the gain 2^g − 1 is exact up to grade {LAST_EXACT}, and the data have grade {greatest}"
            )),
            Self::Table(table) if greatest > table.greatest => Some(format!(
                "the table has gains up to grade {}, and the data have grade {greatest}",
                table.greatest
            )),
            _ => None,
        }
    }

    /// Returns the gain of one grade: 0 for grade 0, and never falling.
    pub fn of(&self, grade: Grade) -> f64 {
        match self {
            Self::Exponential => power_of_two(grade) - 1.0,
            Self::Linear => f64::from(grade),
            Self::Table(table) => table.of(grade),
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

    #[test]
    fn exponential_gains_are_exact_up_to_a_grade() {
        for grade in 0..=LAST_EXACT {
            assert_eq!(Gain::Exponential.of(grade) as u64, (1_u64 << grade) - 1, "grade {grade}");
            assert_eq!(Gain::Exponential.problem(grade), None);
        }
        assert_eq!(Gain::Exponential.of(LAST_EXACT + 1) as u64, 1 << (LAST_EXACT + 1), "2^54 − 1 is rounded");
        assert!(Gain::Exponential.problem(LAST_EXACT + 1).is_some());
        assert_eq!(Gain::Linear.problem(Grade::MAX), None);
    }
}
