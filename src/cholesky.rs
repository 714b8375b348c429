//! Linear systems with a symmetric positive definite matrix. Must not know what the numbers mean.

use crate::kernel::{LANES as WIDTH, dot, subtract_products};

/// The factor L of A = L Lᵀ.
#[derive(Debug, Clone)]
pub struct Cholesky {
    d: usize,
    /// The lower triangle of L, row by row, d × d values.
    factor: Vec<f64>,
}

/// [`WIDTH`] neighbouring columns of L, whose values of one row fill vector registers.
struct Panel {
    /// Number of the first column.
    start: usize,
    /// The values in the rows of L from 0 to the panel's last one. Row k has those of column k in the rows of the panel,
    /// which is the panel of Lᵀ.
    rows: Vec<[f64; WIDTH]>,
    /// Reciprocals of the diagonal.
    reciprocals: [f64; WIDTH],
}

impl Cholesky {
    /// Factors A in place. Cost: d³/6 multiplications.
    ///
    /// `a`: the lower triangle of A, row by row, d × d values. A is `I` plus a sum of squares here, so pivots are at
    /// least 1 up to rounding. A pivot that is not positive counts as 1.
    pub fn new(mut a: Vec<f64>, d: usize) -> Self {
        for start in (0..d).step_by(WIDTH) {
            let end = (start + WIDTH).min(d);
            for i in start..end {
                factor_row(&mut a, d, start, i);
            }
            let (above, below) = a.split_at_mut(end * d);
            if below.is_empty() {
                break;
            }
            let panel = Panel::of(&above[start * d..], d, start);
            let mut pairs = below.chunks_exact_mut(2 * d);
            for pair in &mut pairs {
                let (first, second) = pair.split_at_mut(d);
                panel.solve([first, second]);
            }
            let last = pairs.into_remainder();
            if !last.is_empty() {
                panel.solve([last]);
            }
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

/// Completes row i of L, which has the values left of column `start`.
fn factor_row(a: &mut [f64], d: usize, start: usize, i: usize) {
    let (above, rest) = a.split_at_mut(i * d);
    let row = &mut rest[..=i];
    for j in start..i {
        let other = &above[j * d..j * d + j + 1];
        row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
    }
    let pivot = row[i] - dot(&row[..i], &row[..i]);
    row[i] = if pivot > 0.0 { pivot.sqrt() } else { 1.0 };
}

impl Panel {
    /// `rows`: the complete rows of L whose diagonal is in the panel, d values each.
    fn of(rows: &[f64], d: usize, start: usize) -> Self {
        let mut transposed = vec![[0.0; WIDTH]; start + WIDTH];
        let mut reciprocals = [1.0; WIDTH];
        for (column, row) in rows.chunks_exact(d).enumerate() {
            for (values, value) in transposed.iter_mut().zip(&row[..=start + column]) {
                values[column] = *value;
            }
            reciprocals[column] = row[start + column].recip();
        }
        Self { start, rows: transposed, reciprocals }
    }

    /// Computes the panel's columns of rows below it. Two rows at a time read each value of the panel once for both.
    fn solve<const R: usize>(&self, rows: [&mut [f64]; R]) {
        let (left, corner) = self.rows.split_at(self.start);
        let rows = rows.map(|row| row.split_at_mut(self.start));
        let mut sums = [[0.0; WIDTH]; R];
        for (sums, (_, row)) in sums.iter_mut().zip(&rows) {
            sums.copy_from_slice(&row[..WIDTH]);
        }
        subtract_products(std::array::from_fn(|row| &*rows[row].0), left, &mut sums);
        for (sums, (_, row)) in sums.iter_mut().zip(rows) {
            for (column, panel) in corner.iter().enumerate() {
                sums[column] *= self.reciprocals[column];
                for later in column + 1..WIDTH {
                    sums[later] -= sums[column] * panel[later];
                }
            }
            row[..WIDTH].copy_from_slice(sums);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn factors_of_every_size_solve_their_system() {
        let mut state = 7_u64;
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as f64 / f64::from(1_u32 << 31) - 0.5
        };
        for d in (1..=35).chain([64, 83]) {
            let rows: Vec<f64> = (0..2 * d * d).map(|_| draw()).collect();
            let at = |i: usize, j: usize| {
                rows.chunks(d).map(|row| row[i] * row[j]).sum::<f64>() + f64::from(u8::from(i == j))
            };
            let x: Vec<f64> = (0..d).map(|_| draw()).collect();
            let mut b: Vec<f64> = (0..d).map(|i| (0..d).map(|j| at(i, j) * x[j]).sum()).collect();
            // What stands above the diagonal is not read.
            let lower =
                |place: usize| if place % d > place / d { f64::NAN } else { at(place / d, place % d) };
            let a = (0..d * d).map(lower).collect();
            Cholesky::new(a, d).solve(&mut b);
            for (found, expected) in b.iter().zip(&x) {
                assert!((found - expected).abs() < 1e-11, "d = {d}: {found} instead of {expected}");
            }
        }
    }

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
