//! Bounds on the spectral norm of a sparse matrix. Must not know what the numbers mean.
//!
//! Power iteration gives a lower bound only. An upper bound with proof is either a Cholesky factor of σ² I − A Aᵀ,
//! which exists only if no singular value exceeds σ, or the bound of Collatz and Wielandt on the matrix of absolute
//! values.

use super::SpectralBound;

/// A sparse matrix by rows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SparseRows {
    /// Columns and values of every row.
    pub rows: Vec<Vec<(u32, f64)>>,
    /// Number of columns.
    pub n_columns: usize,
}

/// The smaller side up to which a Cholesky factor is computed; it takes 8 p² bytes and p³/6 multiplications.
const MOST_FACTORED: usize = 1_200;
/// Steps of the power iteration.
const POWER_STEPS: usize = 300;
/// Relative distances above the lower bound at which a factor is tried.
const MARGINS: [f64; 7] = [1e-10, 1e-7, 1e-5, 1e-3, 1e-2, 0.1, 1.0];

impl SparseRows {
    /// Returns A x.
    fn times(&self, x: &[f64], absolute: bool) -> Vec<f64> {
        let value = |value: f64| if absolute { value.abs() } else { value };
        self.rows.iter().map(|row| row.iter().map(|&(c, a)| value(a) * x[c as usize]).sum()).collect()
    }

    /// Returns Aᵀ y.
    fn transposed_times(&self, y: &[f64], absolute: bool) -> Vec<f64> {
        let mut product = vec![0.0; self.n_columns];
        for (row, y) in self.rows.iter().zip(y) {
            row.iter().for_each(|&(c, a)| product[c as usize] += if absolute { a.abs() } else { a } * y);
        }
        product
    }

    fn square(&self) -> f64 {
        self.rows.iter().flatten().map(|(_, a)| a * a).sum()
    }
}

/// Returns bounds on the greatest singular value σ1 of a matrix of finite numbers.
///
/// `low` is the length ‖A x‖ for a unit vector x of the power iteration. `high` is proved up to rounding, and the
/// rounding is bounded too. Cost: O(nonzeros) per step, and p³/6 multiplications for the smaller side p up to 1,200.
pub fn bound_spectral_norm(matrix: &SparseRows) -> SpectralBound {
    let square = matrix.square();
    if square == 0.0 {
        return SpectralBound { low: 0.0, high: 0.0, is_tight: true };
    }
    let low = power(matrix, false).0;
    let smaller = matrix.rows.len().min(matrix.n_columns);
    if smaller <= MOST_FACTORED {
        let gram = gram(matrix);
        for margin in MARGINS {
            let tried = low * low * (1.0 + margin);
            if is_positive_definite(&gram, smaller, tried) {
                // Higham, Accuracy and Stability of Numerical Algorithms, theorem 10.3: the computed factor is exact
                // for a matrix whose entries differ by at most γ_{p+1} |R|ᵀ|R|, of norm at most γ times the trace, p
                // σ². The products of the Gram matrix add γ_N ‖A‖², with at most N terms in a sum.
                let terms = matrix.rows.len().max(matrix.n_columns) as f64;
                let unit = f64::EPSILON;
                let rounding =
                    unit * (smaller as f64 + 2.0) * (smaller as f64 * tried) + unit * (terms + 2.0) * square;
                return SpectralBound { low, high: (tried + 2.0 * rounding).sqrt(), is_tight: margin < 0.1 };
            }
        }
    }
    SpectralBound { low, high: collatz(matrix).min(square.sqrt()) * (1.0 + 1e-9), is_tight: false }
}

/// Returns ‖A x‖ after the power iteration on AᵀA, and x of length 1.
fn power(matrix: &SparseRows, absolute: bool) -> (f64, Vec<f64>) {
    let n = matrix.n_columns;
    // Without symmetry, so that no singular direction of a regular matrix is orthogonal to it.
    let mut x: Vec<f64> = (0..n).map(|column| 1.0 + ((column * 7 + 3) % 11) as f64 / 11.0).collect();
    let length = |x: &[f64]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    let mut best = (0.0, x.clone());
    for _ in 0..POWER_STEPS {
        let size = length(&x);
        if size == 0.0 {
            break;
        }
        x.iter_mut().for_each(|x| *x /= size);
        let y = matrix.times(&x, absolute);
        let stretched = length(&y);
        let is_still = stretched <= best.0 * (1.0 + 1e-13);
        if stretched > best.0 {
            best = (stretched, x.clone());
        }
        if is_still {
            break;
        }
        x = matrix.transposed_times(&y, absolute);
    }
    best
}

/// Returns the lower triangle of A Aᵀ or AᵀA, whichever is smaller, row by row.
fn gram(matrix: &SparseRows) -> Vec<f64> {
    let (n_rows, n_columns) = (matrix.rows.len(), matrix.n_columns);
    let p = n_rows.min(n_columns);
    let mut gram = vec![0.0; p * p];
    if n_columns <= n_rows {
        for row in &matrix.rows {
            for &(i, a) in row {
                for &(j, b) in row.iter().filter(|(j, _)| *j <= i) {
                    gram[i as usize * p + j as usize] += a * b;
                }
            }
        }
    } else {
        let mut dense = vec![0.0; n_columns];
        for (i, row) in matrix.rows.iter().enumerate() {
            row.iter().for_each(|&(c, a)| dense[c as usize] = a);
            for (j, other) in matrix.rows[..=i].iter().enumerate() {
                gram[i * p + j] = other.iter().map(|&(c, a)| a * dense[c as usize]).sum();
            }
            row.iter().for_each(|&(c, _)| dense[c as usize] = 0.0);
        }
    }
    gram
}

/// Whether the Cholesky factor of `shift · I − gram` exists with positive pivots.
fn is_positive_definite(gram: &[f64], p: usize, shift: f64) -> bool {
    let mut a: Vec<f64> = gram.iter().map(|value| -value).collect();
    (0..p).for_each(|i| a[i * p + i] += shift);
    for i in 0..p {
        let (above, rest) = a.split_at_mut(i * p);
        let row = &mut rest[..=i];
        for j in 0..i {
            let other = &above[j * p..j * p + j + 1];
            row[j] = (row[j] - crate::linalg::dot::dot(&row[..j], &other[..j])) / other[j];
        }
        let pivot = row[i] - crate::linalg::dot::dot(&row[..i], &row[..i]);
        if !(pivot > 0.0 && pivot.is_finite()) {
            return false;
        }
        row[i] = pivot.sqrt();
    }
    true
}

/// Returns the greatest `(|A|ᵀ|A| x)_i / x_i` over i, for a positive x: at least σ1 of |A|, which is at least σ1 of A.
fn collatz(matrix: &SparseRows) -> f64 {
    let mut x = power(matrix, true).1;
    // Columns of zeros do not matter, and the others must be positive.
    let floor = 1e-6 / (x.len() as f64).sqrt();
    x.iter_mut().for_each(|x| *x = x.max(floor));
    let product = matrix.transposed_times(&matrix.times(&x, true), true);
    product.iter().zip(&x).map(|(product, x)| product / x).fold(0.0, f64::max).sqrt()
}
