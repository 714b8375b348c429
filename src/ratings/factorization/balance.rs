//! Rebalancing: factors of the same product with the least norm. Must not know losses.
//!
//! Among all U, V with a given product S = U Vᵀ, `½(‖U‖² + ‖V‖²)` is least if U = P √Σ and V = Q √Σ for the singular
//! value decomposition S = P Σ Qᵀ. The least value is the trace norm Σ σ (Srebro, Rennie and Jaakkola 2005, lemma 1).

use crate::util::sorting::sort_indices;

use super::Factors;

/// A singular value decomposition A = P diag(σ) Qᵀ of a small square matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct SmallSvd {
    /// P, row by row.
    pub left: Vec<f64>,
    /// σ, the greatest first.
    pub values: Vec<f64>,
    /// Q, row by row.
    pub right: Vec<f64>,
}

/// Sweeps of the Jacobi method; it converges quadratically, so about ten are ever needed.
const MOST_SWEEPS: usize = 60;

impl SmallSvd {
    /// Decomposes a k × k matrix, given row by row, by one-sided Jacobi rotations. Cost: O(k³) per sweep.
    pub fn new(matrix: &[f64], k: usize) -> Self {
        // The columns of A Q are made orthogonal; their lengths are σ.
        let mut product = matrix.to_vec();
        let mut right = vec![0.0; k * k];
        (0..k).for_each(|i| right[i * k + i] = 1.0);
        for _ in 0..MOST_SWEEPS {
            let mut is_orthogonal = true;
            for p in 0..k {
                for q in p + 1..k {
                    is_orthogonal &= !rotate(&mut product, &mut right, k, [p, q]);
                }
            }
            if is_orthogonal {
                break;
            }
        }
        let length = |column: usize| (0..k).map(|row| product[row * k + column].powi(2)).sum::<f64>().sqrt();
        let lengths: Vec<f64> = (0..k).map(length).collect();
        let mut order: Vec<usize> = (0..k).collect();
        sort_indices(&mut order, &|one, other| lengths[other].total_cmp(&lengths[one]));
        let mut sorted = Self { left: vec![0.0; k * k], values: Vec::new(), right: vec![0.0; k * k] };
        for (place, &column) in order.iter().enumerate() {
            sorted.values.push(lengths[column]);
            for row in 0..k {
                if lengths[column] > 0.0 {
                    sorted.left[row * k + place] = product[row * k + column] / lengths[column];
                }
                sorted.right[row * k + place] = right[row * k + column];
            }
        }
        sorted
    }
}

/// Makes two columns of `product` orthogonal, and rotates those of `right` alike. Returns whether they were not.
fn rotate(product: &mut [f64], right: &mut [f64], k: usize, [p, q]: [usize; 2]) -> bool {
    let (mut pp, mut qq, mut pq) = (0.0, 0.0, 0.0);
    for row in product.chunks_exact(k) {
        pp += row[p] * row[p];
        qq += row[q] * row[q];
        pq += row[p] * row[q];
    }
    if pq == 0.0 || pq.abs() <= 1e-15 * (pp * qq).sqrt() {
        return false;
    }
    let zeta = (qq - pp) / (2.0 * pq);
    let tangent = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
    let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
    let sine = cosine * tangent;
    for matrix in [product, right] {
        for row in matrix.chunks_exact_mut(k) {
            (row[p], row[q]) = (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
        }
    }
    true
}

/// Replaces U and V by the factors of the same product with the least norm. Returns the singular values σ of the
/// product.
///
/// Column j of U and of V then belongs to the j-th singular direction, the greatest first. The sign of a direction
/// makes the component of V with the greatest absolute value positive. Cost: O((users + items) k² + k³).
pub fn rebalance(factors: &mut Factors) -> Vec<f64> {
    let k = factors.rank;
    if k == 0 {
        return Vec::new();
    }
    let left = triangular(&mut factors.users, k);
    let right = triangular(&mut factors.items, k);
    // R_U R_Vᵀ.
    let mut small = vec![0.0; k * k];
    for i in 0..k {
        for j in 0..k {
            small[i * k + j] = (0..k).map(|c| left[i * k + c] * right[j * k + c]).sum();
        }
    }
    let svd = SmallSvd::new(&small, k);
    let roots: Vec<f64> = svd.values.iter().map(|value| value.sqrt()).collect();
    multiply(&mut factors.users, &svd.left, &roots);
    multiply(&mut factors.items, &svd.right, &roots);
    for column in 0..k {
        let mut greatest = 0.0_f64;
        for row in factors.items.chunks_exact(k) {
            if row[column].abs() > greatest.abs() {
                greatest = row[column];
            }
        }
        if greatest < 0.0 {
            for row in factors.items.chunks_exact_mut(k).chain(factors.users.chunks_exact_mut(k)) {
                row[column] = -row[column];
            }
        }
    }
    svd.values
}

/// Replaces a tall matrix by Q with orthonormal columns, and returns R with `matrix = Q R`, upper triangular.
///
/// Modified Gram-Schmidt, with every projection made twice. A column that depends on those before it becomes 0 in Q.
fn triangular(matrix: &mut [f64], k: usize) -> Vec<f64> {
    let mut r = vec![0.0; k * k];
    for column in 0..k {
        let length =
            |matrix: &[f64]| matrix.chunks_exact(k).map(|row| row[column].powi(2)).sum::<f64>().sqrt();
        let before = length(matrix);
        for _ in 0..2 {
            for other in 0..column {
                let along: f64 = matrix.chunks_exact(k).map(|row| row[other] * row[column]).sum();
                r[other * k + column] += along;
                matrix.chunks_exact_mut(k).for_each(|row| row[column] -= along * row[other]);
            }
        }
        let after = length(matrix);
        let is_new = after > 1e-13 * before;
        r[column * k + column] = if is_new { after } else { 0.0 };
        for row in matrix.chunks_exact_mut(k) {
            row[column] = if is_new { row[column] / after } else { 0.0 };
        }
    }
    r
}

/// Replaces every row x of a matrix by `x · right · diag(roots)`.
fn multiply(matrix: &mut [f64], right: &[f64], roots: &[f64]) {
    let k = roots.len();
    let mut old = vec![0.0; k];
    for row in matrix.chunks_exact_mut(k) {
        old.copy_from_slice(row);
        for (column, value) in row.iter_mut().enumerate() {
            let sum: f64 = old.iter().enumerate().map(|(c, old)| old * right[c * k + column]).sum();
            *value = sum * roots[column];
        }
    }
}
