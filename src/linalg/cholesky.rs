//! Linear systems with a symmetric positive definite matrix. Must not know what the numbers mean.

#[cfg(not(target_arch = "wasm32"))]
use multiversion::multiversion;

use crate::linalg::column_block::{self, ROWS, Values, WIDTH, subtract_products};
use crate::linalg::dot::dot;

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
    /// least 1 up to rounding. A pivot that is not positive counts as 1.
    pub fn new(mut a: Vec<f64>, d: usize) -> Self {
        let mut panel = vec![[0.0; WIDTH]; d];
        for start in (0..d).step_by(WIDTH) {
            let columns = start..(start + WIDTH).min(d);
            let rows = &mut a[start * d..];
            // The panel of Lᵀ to the left of these columns. Numbers above the diagonal are never read.
            for (column, row) in rows.chunks_exact(d).take(columns.len()).enumerate() {
                panel.iter_mut().zip(&row[..start]).for_each(|(values, value)| values[column] = *value);
            }
            let mut corner = Corner::default();
            for (number, rows) in rows.chunks_mut(ROWS * d).enumerate() {
                let mut values = column_block::read(rows, d, &columns);
                subtract_products(column_block::starts(rows, d, start), &panel[..start], &mut values);
                let first = ROWS * number;
                if first < columns.len() {
                    for (place, values) in values.iter_mut().enumerate().take(rows.len() / d) {
                        corner.finish(first + place, values);
                    }
                } else {
                    finish_below(&corner, &mut values);
                }
                column_block::write(&values, rows, d, &columns);
            }
        }
        Self { d, factor: a }
    }

    /// Returns the diagonal of L. A pivot that was not positive is 1.
    pub fn pivots(&self) -> impl Iterator<Item = f64> {
        self.factor.iter().step_by(self.d + 1).copied()
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

/// Turns the values of rows below the corner into those of L, as [`Corner::finish`] does with its own rows. It takes
/// several at a time, so that the processor need not wait for one row before it continues the next.
#[cfg_attr(not(target_arch = "wasm32"), multiversion(targets("x86_64+avx")))]
#[cfg_attr(target_arch = "wasm32", inline(never))]
fn finish_below(corner: &Corner, rows: &mut [Values; ROWS]) {
    for column in 0..WIDTH {
        for values in rows.iter_mut() {
            let value = values[column] * corner.reciprocals[column];
            values.iter_mut().zip(&corner.rows[column]).for_each(|(later, factor)| *later -= value * factor);
        }
    }
    // The zeros of the corner left every column as it was when it was used.
    for values in rows {
        values.iter_mut().zip(&corner.reciprocals).for_each(|(value, reciprocal)| *value *= reciprocal);
    }
}

/// The part of Lᵀ in the rows and columns of a panel. It grows row by row.
#[derive(Default)]
struct Corner {
    /// Without the diagonal, with zeros on its left.
    rows: [Values; WIDTH],
    /// Reciprocals of the diagonal.
    reciprocals: Values,
}

impl Corner {
    /// Turns the values of the next row of the corner of A, less the products of the columns on the left, into those of
    /// L.
    ///
    /// `at`: number of the row, from that of the first column.
    fn finish(&mut self, at: usize, values: &mut Values) {
        let mut done = [0.0; WIDTH];
        for column in 0..at {
            let value = values[column] * self.reciprocals[column];
            done[column] = value;
            self.rows[column][at] = value;
            // The zeros change nothing, and all columns together are one vector operation. A value written into this
            // vector would make the next operation wait for it.
            values.iter_mut().zip(&self.rows[column]).for_each(|(later, factor)| *later -= value * factor);
        }
        done[at] = if values[at] > 0.0 { values[at].sqrt() } else { 1.0 };
        self.reciprocals[at] = done[at].recip();
        *values = done;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
