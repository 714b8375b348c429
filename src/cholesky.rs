//! Linear systems with a symmetric positive definite matrix. Must not know what the numbers mean.

use crate::kernel::dot;

/// The factor L of A = L Lᵀ.
#[derive(Debug, Clone)]
pub struct Cholesky {
    d: usize,
    /// The lower triangle of L, row by row, d × d values.
    factor: Vec<f64>,
}

impl Cholesky {
    /// Factors A in place. Cost: d³/6 multiplications.
    ///
    /// `a`: the lower triangle of A, row by row, d × d values. A is `I` plus a sum of squares here, so pivots are at
    /// least 1 up to rounding. A smaller pivot counts as 1.
    pub fn new(mut a: Vec<f64>, d: usize) -> Self {
        for i in 0..d {
            let (above, rest) = a.split_at_mut(i * d);
            let row = &mut rest[..=i];
            for j in 0..i {
                let other = &above[j * d..j * d + j + 1];
                row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
            }
            let pivot = row[i] - dot(&row[..i], &row[..i]);
            row[i] = if pivot > 0.0 { pivot.sqrt() } else { 1.0 };
        }
        Self { d, factor: a }
    }

    /// Solves `A x = b` and stores x in `b`. Cost: d² multiplications.
    pub fn solve(&self, b: &mut [f64]) {
        let Self { d, factor } = self;
        for i in 0..*d {
            b[i] = (b[i] - dot(&factor[i * d..i * d + i], &b[..i])) / factor[i * d + i];
        }
        for i in (0..*d).rev() {
            b[i] /= factor[i * d + i];
            let value = b[i];
            for (j, b) in b[..i].iter_mut().enumerate() {
                *b -= value * factor[i * d + j];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn a_system_is_solved() {
        let rows = [[2.0, -1.0, 0.5], [0.0, 3.0, 1.0], [1.0, 1.0, -2.0], [0.3, 0.0, 0.1]];
        let d = 3;
        let mut a = vec![0.0; d * d];
        for i in 0..d {
            for j in 0..d {
                a[i * d + j] =
                    rows.iter().map(|row| row[i] * row[j]).sum::<f64>() + f64::from(u8::from(i == j));
            }
        }
        let x = [1.0, -2.0, 0.25];
        let mut b: Vec<f64> = (0..d).map(|i| dot(&a[i * d..(i + 1) * d], &x)).collect();
        Cholesky::new(a, d).solve(&mut b);
        for (found, expected) in b.iter().zip(x) {
            assert!((found - expected).abs() < 1e-12);
        }
    }
}
