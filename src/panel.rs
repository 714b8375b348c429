//! Sums of products for neighbouring columns of a matrix at once. Must not know what the numbers mean.
//!
//! The sums of two rows stay in registers while all their products are subtracted, so that a product of matrices does not
//! wait for memory. Every sum has the order of its products. Thus its bits are the same on every processor, as in
//! [`kernel`](crate::kernel).

use std::ops::Range;

#[cfg(not(target_arch = "wasm32"))]
use multiversion::multiversion;

/// Number of columns that are summed together: they fill vector registers.
pub(crate) const WIDTH: usize = 8;

/// Values of one row in such columns. Fewer columns have zeros on their right.
pub(crate) type Values = [f64; WIDTH];

/// Returns the values of these columns in one or two rows of d values, with zeros for a missing row.
pub(crate) fn read(rows: &[f64], d: usize, columns: &Range<usize>) -> [Values; 2] {
    let mut values = [[0.0; WIDTH]; 2];
    for (values, row) in values.iter_mut().zip(rows.chunks_exact(d)) {
        values[..columns.len()].copy_from_slice(&row[columns.clone()]);
    }
    values
}

/// Writes what [`read`] has read.
pub(crate) fn write(values: &[Values; 2], rows: &mut [f64], d: usize, columns: &Range<usize>) {
    for (values, row) in values.iter().zip(rows.chunks_exact_mut(d)) {
        row[columns.clone()].copy_from_slice(&values[..columns.len()]);
    }
}

/// Subtracts `Σ_k factors[r][k] · panel[k]` from the values of row r = 0 and 1, in the order of k.
///
/// `factors`: of two rows, each at least as long as `panel`. A missing row has those of the other one.
#[cfg_attr(not(target_arch = "wasm32"), multiversion(targets("x86_64+avx")))]
#[cfg_attr(target_arch = "wasm32", inline(never))]
pub(crate) fn subtract_products(factors: [&[f64]; 2], panel: &[Values], values: &mut [Values; 2]) {
    let [mut first, mut second] = *values;
    for ((panel, x), y) in panel.iter().zip(factors[0]).zip(factors[1]) {
        for column in 0..WIDTH {
            first[column] -= x * panel[column];
            second[column] -= y * panel[column];
        }
    }
    *values = [first, second];
}
