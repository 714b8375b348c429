//! The sums at the core of all linear algebra here: dot product and scaled sum. Must not know what the numbers mean.
//!
//! Sums have a fixed order and no fused multiplication. Therefore the bits are the same natively and in WebAssembly,
//! with or without vector instructions.

const LANES: usize = 8;

/// Returns the dot product over the common length of `x` and `w`.
///
/// Feature j is summed in lane j mod 8, so that trailing zeros do not change any bit.
pub(crate) fn dot(x: &[f64], w: &[f64]) -> f64 {
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

/// Returns `|x − y|²` over the common length, with the order of summation of [`dot`]. It may be infinite, but not NaN for
/// finite values.
#[cfg(feature = "whole")]
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

/// Adds `Σ_r coefficients[k][r] · rows[r]` of four rows to `into[k]` for k = 0 and 1.
///
/// Both targets have the same length, and rows may be longer. Each value of a row is read once for both sums.
pub(crate) fn add_four_scaled(coefficients: [[f64; 4]; 2], rows: [&[f64]; 4], into: [&mut [f64]; 2]) {
    let [first, second] = into;
    let n = first.len();
    let [a, b, c, d] = rows.map(|row| row[..n].as_chunks::<LANES>());
    let [[p, q, r, s], [t, u, v, w]] = coefficients;
    let (first, first_rest) = first.as_chunks_mut::<LANES>();
    let (second, second_rest) = second[..n].as_chunks_mut::<LANES>();
    for (((((first, second), a), b), c), d) in
        first.iter_mut().zip(second).zip(a.0).zip(b.0).zip(c.0).zip(d.0)
    {
        for lane in 0..LANES {
            let (a, b, c, d) = (a[lane], b[lane], c[lane], d[lane]);
            first[lane] += (p * a + q * b) + (r * c + s * d);
            second[lane] += (t * a + u * b) + (v * c + w * d);
        }
    }
    for (((((first, second), a), b), c), d) in
        first_rest.iter_mut().zip(second_rest).zip(a.1).zip(b.1).zip(c.1).zip(d.1)
    {
        *first += (p * a + q * b) + (r * c + s * d);
        *second += (t * a + u * b) + (v * c + w * d);
    }
}

/// Adds `coefficient · x` to `into`, which has the same length.
pub(crate) fn add_scaled(coefficient: f64, x: &[f64], into: &mut [f64]) {
    for (into, x) in into.iter_mut().zip(x) {
        *into += coefficient * x;
    }
}
