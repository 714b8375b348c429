//! Sums of products for neighbouring columns of a matrix at once. Must not know what the numbers mean.
//!
//! The sums of a few rows stay in registers while all their products are subtracted, so that a product of matrices does
//! not wait for memory. Every sum has the order of its products. Thus its bits are the same on every processor, as in
//! [`dot`](crate::linalg::dot).

use std::ops::Range;

#[cfg(not(target_arch = "wasm32"))]
use multiversion::multiversion;

/// Number of columns that are summed together: they fill vector registers.
pub(crate) const WIDTH: usize = 8;

/// Number of rows that are summed together: their sums fill the other registers, and the processor need not wait for
/// one sum before it continues the next.
pub(crate) const ROWS: usize = if cfg!(target_arch = "wasm32") { 2 } else { 4 };

/// Values of one row in such columns. Fewer columns have zeros on their right.
pub(crate) type Values = [f64; WIDTH];

/// Returns the values of these columns in up to [`ROWS`] rows of d values, with zeros for a missing row.
pub(crate) fn read(rows: &[f64], d: usize, columns: &Range<usize>) -> [Values; ROWS] {
    let mut values = [[0.0; WIDTH]; ROWS];
    for (values, row) in values.iter_mut().zip(rows.chunks_exact(d)) {
        let row = &row[columns.clone()];
        // A copy of known length takes a few instructions.
        match row.first_chunk() {
            Some(row) => *values = *row,
            None => values[..row.len()].copy_from_slice(row),
        }
    }
    values
}

/// Writes what [`read`] has read.
pub(crate) fn write(values: &[Values; ROWS], rows: &mut [f64], d: usize, columns: &Range<usize>) {
    for (values, row) in values.iter().zip(rows.chunks_exact_mut(d)) {
        let row = &mut row[columns.clone()];
        match row.first_chunk_mut() {
            Some(row) => *row = *values,
            None => row.copy_from_slice(&values[..row.len()]),
        }
    }
}

/// Returns the first `n` values of up to [`ROWS`] rows of d values. A missing row has those of the last one.
pub(crate) fn starts(rows: &[f64], d: usize, n: usize) -> [&[f64]; ROWS] {
    std::array::from_fn(|row| &rows[(row * d).min(rows.len() - d)..][..n])
}

/// Subtracts `Σ_k factors[r][k] · panel[k]` from the values of every row r, in the order of k.
///
/// `factors`: of every row, each at least as long as `panel`.
#[cfg_attr(not(target_arch = "wasm32"), multiversion(targets("x86_64+avx")))]
#[cfg_attr(target_arch = "wasm32", inline(never))]
pub(crate) fn subtract_products(mut factors: [&[f64]; ROWS], panel: &[Values], values: &mut [Values; ROWS]) {
    let mut sums = *values;
    for factors in &mut factors {
        *factors = &factors[..panel.len()];
    }
    for (k, panel) in panel.iter().enumerate() {
        for (sums, factors) in sums.iter_mut().zip(factors) {
            for (sum, value) in sums.iter_mut().zip(panel) {
                *sum -= factors[k] * value;
            }
        }
    }
    *values = sums;
}

/// Subtracts `Σ_k factors[k][first + r] · panel[k]` from the values of every row r, in the order of k.
///
/// `factors`: as many as in `panel`. `first`: at most `WIDTH − ROWS`.
#[cfg_attr(not(target_arch = "wasm32"), multiversion(targets("x86_64+avx")))]
#[cfg_attr(target_arch = "wasm32", inline(never))]
pub(crate) fn subtract_outer_products(
    factors: &[Values],
    first: usize,
    panel: &[Values],
    values: &mut [Values; ROWS],
) {
    let mut sums = *values;
    for (factors, panel) in factors.iter().zip(panel) {
        for (sums, factor) in sums.iter_mut().zip(&factors[first..first + ROWS]) {
            for (sum, value) in sums.iter_mut().zip(panel) {
                *sum -= factor * value;
            }
        }
    }
    *values = sums;
}
