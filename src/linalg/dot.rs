//! The sums at the core of all linear algebra here: dot product and scaled sum. Must not know what the numbers mean.
//!
//! Sums have a fixed order and no fused multiplication. Therefore the bits are the same natively and in WebAssembly,
//! with or without vector instructions.
//!
//! Long sums are compiled for AVX too, and the program asks the processor which version it can run. Every lane has the
//! same operations in both.

#[cfg(not(target_arch = "wasm32"))]
use multiversion::multiversion;

const LANES: usize = 8;

/// Length from which a sum repays the choice of its version, and rows repay being added together.
pub(crate) const LONG: usize = 64;

/// Returns the dot product over the common length of `x` and `w`.
///
/// Feature j is summed in lane j mod 8, so that trailing zeros do not change any bit.
pub(crate) fn dot(x: &[f64], w: &[f64]) -> f64 {
    #[cfg(not(target_arch = "wasm32"))]
    if x.len().min(w.len()) >= LONG {
        return long_dot(x, w);
    }
    short_dot(x, w)
}

#[cfg(not(target_arch = "wasm32"))]
#[multiversion(targets("x86_64+avx"))]
fn long_dot(x: &[f64], w: &[f64]) -> f64 {
    short_dot(x, w)
}

#[inline(always)]
fn short_dot(x: &[f64], w: &[f64]) -> f64 {
    let n = x.len().min(w.len());
    let (x, x_rest) = x[..n].as_chunks::<LANES>();
    let (w, w_rest) = w[..n].as_chunks::<LANES>();
    let mut lanes = [0.0; LANES];
    for (x, w) in x.iter().zip(w) {
        for lane in 0..LANES {
            lanes[lane] += x[lane] * w[lane];
        }
    }
    for ((lane, x), w) in lanes.iter_mut().zip(x_rest).zip(w_rest) {
        *lane += x * w;
    }
    ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]))
}

/// Returns the dot product of `w` with a row that is +0 except for these values at ascending places, with the bits of
/// [`dot`] for a finite `w`. Places behind the end of `w` count as 0.
///
/// A lane starts at +0 and never becomes −0. Therefore the products with 0, which are left out, would not change it.
pub(crate) fn sparse_dot(places: &[u32], values: &[f64], w: &[f64]) -> f64 {
    let mut lanes = [0.0; LANES];
    for (&place, x) in places.iter().zip(values) {
        let Some(w) = w.get(place as usize) else { break };
        lanes[place as usize % LANES] += x * w;
    }
    ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]))
}

/// Returns `|x − y|²` over the common length, with the order of summation of [`dot`]. It may be infinite, but not NaN
/// for finite values.
pub(crate) fn squared_distance(x: &[f64], y: &[f64]) -> f64 {
    let n = x.len().min(y.len());
    let (x, x_rest) = x[..n].as_chunks::<LANES>();
    let (y, y_rest) = y[..n].as_chunks::<LANES>();
    let mut lanes = [0.0; LANES];
    for (x, y) in x.iter().zip(y) {
        for lane in 0..LANES {
            lanes[lane] += (x[lane] - y[lane]) * (x[lane] - y[lane]);
        }
    }
    for ((lane, x), y) in lanes.iter_mut().zip(x_rest).zip(y_rest) {
        *lane += (x - y) * (x - y);
    }
    ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) + ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]))
}

/// Adds `coefficient · x` to `into`, which has the same length.
pub(crate) fn add_scaled(coefficient: f64, x: &[f64], into: &mut [f64]) {
    #[cfg(not(target_arch = "wasm32"))]
    if into.len() >= LONG {
        return long_add_scaled(coefficient, x, into);
    }
    short_add_scaled(coefficient, x, into);
}

#[cfg(not(target_arch = "wasm32"))]
#[multiversion(targets("x86_64+avx"))]
fn long_add_scaled(coefficient: f64, x: &[f64], into: &mut [f64]) {
    short_add_scaled(coefficient, x, into);
}

#[inline(always)]
fn short_add_scaled(coefficient: f64, x: &[f64], into: &mut [f64]) {
    for (into, x) in into.iter_mut().zip(x) {
        *into += coefficient * x;
    }
}

/// Number of rows that [`add_scaled_rows`] adds. With 2 or 4 of them, memory delivers them more slowly than one row
/// after the other (measured).
pub(crate) const ROWS: usize = 8;

/// Adds `coefficient · x` of every row to `into`, with the bits of one [`add_scaled`] after the other. The sums are
/// read and written only once for all rows.
///
/// `rows`: at least as long as `into`.
#[cfg_attr(not(target_arch = "wasm32"), multiversion(targets("x86_64+avx")))]
#[cfg_attr(target_arch = "wasm32", inline(never))]
pub(crate) fn add_scaled_rows(coefficients: [f64; ROWS], rows: [&[f64]; ROWS], into: &mut [f64]) {
    let rows = rows.map(|row| &row[..into.len()]);
    for (place, sum) in into.iter_mut().enumerate() {
        let mut all = *sum;
        for (coefficient, row) in coefficients.iter().zip(rows) {
            all += coefficient * row[place];
        }
        *sum = all;
    }
}
