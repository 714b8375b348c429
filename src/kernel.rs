//! The two sums that all linear algebra here is made of. Knows nothing but numbers.
//!
//! Sums run in a fixed order without fused multiplication, so the bits are the same
//! natively and in WebAssembly, with or without vector instructions.

const LANES: usize = 8;

/// Scalar product over the common length of `x` and `w`.
///
/// Feature j is summed in lane j mod 8, so that zeros behind the end of `w` change no bit.
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

/// Adds `Σ coefficients_r · rows_r` of four rows into `into`, over the length of `into`; rows may be longer.
pub(crate) fn add_four_scaled(coefficients: [f64; 4], rows: [&[f64]; 4], into: &mut [f64]) {
    let n = into.len();
    let [a, b, c, d] = rows.map(|row| row[..n].as_chunks::<LANES>());
    let [p, q, r, s] = coefficients;
    let (chunks, rest) = into.as_chunks_mut::<LANES>();
    for ((((into, a), b), c), d) in chunks.iter_mut().zip(a.0).zip(b.0).zip(c.0).zip(d.0) {
        for lane in 0..LANES {
            into[lane] += (p * a[lane] + q * b[lane]) + (r * c[lane] + s * d[lane]);
        }
    }
    for ((((into, a), b), c), d) in rest.iter_mut().zip(a.1).zip(b.1).zip(c.1).zip(d.1) {
        *into += (p * a + q * b) + (r * c + s * d);
    }
}

/// Adds `coefficient · x` into `into`, of the same length.
pub(crate) fn add_scaled(coefficient: f64, x: &[f64], into: &mut [f64]) {
    for (into, x) in into.iter_mut().zip(x) {
        *into += coefficient * x;
    }
}
