//! Numbers as whole quanta, whose sums do not depend on their order. Must not know what is summed.

/// A quantum, a power of 2.
///
/// It is so small that a sum over all numbers still fits 64 bits: about 2⁻⁶¹ of the largest number times their number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quantum {
    per_unit: f64,
    unit: f64,
}

impl Quantum {
    /// The quantum 1.
    pub const ONE: Self = Self { per_unit: 1.0, unit: 1.0 };

    /// Returns the quantum of these numbers. Numbers that are all 0, or not finite, have the quantum 1.
    pub fn of(numbers: impl ExactSizeIterator<Item = f64>) -> Self {
        let n = numbers.len() as f64;
        let greatest = numbers.fold(0.0_f64, |greatest, number| greatest.max(number.abs()));
        if greatest == 0.0 || !greatest.is_finite() {
            return Self::ONE;
        }
        let exponent = 61.0 - libm::log2(n).ceil() - libm::log2(greatest).ceil();
        let exponent = exponent.clamp(-1000.0, 1000.0);
        Self { per_unit: libm::exp2(exponent), unit: libm::exp2(-exponent) }
    }

    /// Returns the number of quanta nearest to a number.
    pub fn whole(self, number: f64) -> i64 {
        (number * self.per_unit).round() as i64
    }

    /// Returns the number of this many quanta.
    pub fn number(self, quanta: i64) -> f64 {
        quanta as f64 * self.unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_fit_and_keep_their_digits() {
        for greatest in [1e304, 3.0, 1.0, 0.1, 1e-280] {
            for n in [1, 3, 1000] {
                let numbers: Vec<f64> = (0..n).map(|i| greatest / f64::from(1 + i % 7)).collect();
                let quantum = Quantum::of(numbers.iter().copied());
                let sum = numbers.iter().map(|&number| quantum.whole(number)).try_fold(0, i64::checked_add);
                let sum = quantum.number(sum.expect("the sum fits"));
                let expected: f64 = numbers.iter().map(|number| number / greatest).sum();
                assert!((sum / greatest - expected).abs() <= 1e-12 * expected, "{greatest} {n}");
            }
        }
        assert_eq!(Quantum::of([0.0, 0.0].into_iter()).whole(0.0), 0);
    }
}
