//! The second derivative of the smooth problem in the features. Must not know gradients.
//!
//! It is `I + 1/μ Σ_s Ψᵀ P Ψ` over the planes with positive α, where P subtracts the mean if Σ α = U. The sum follows
//! the changes of the planes in use: each plane that comes or goes changes it by one outer product.

use std::ops::Range;

use crate::linalg::column_block::{self, ROWS, Values, WIDTH, subtract_outer_products};

use super::SlackPlanes;
use super::simplex::Projection;

/// `Σ_s Ψᵀ P Ψ` with the planes in it.
#[derive(Debug, Clone, Default)]
pub(super) struct Scatter {
    /// The lower triangle, row by row, d × d values.
    sum: Vec<f64>,
    /// Whether each plane is in it, slack by slack.
    in_use: Vec<bool>,
    /// Whether each slack has Σ α = U.
    full: Vec<bool>,
    rows: Rows,
}

impl Scatter {
    /// Returns an empty sum with the memory of this one.
    pub fn emptied(mut self) -> Self {
        self.sum.clear();
        self.in_use.clear();
        self.full.clear();
        self
    }

    /// Changes the sum to that of the planes with a positive dual variable.
    ///
    /// `features`: those that it is about, always the same. `duals`: of all planes, slack by slack.
    pub fn follow(
        &mut self,
        slacks: &[SlackPlanes],
        features: &[usize],
        duals: &[f64],
        projections: &[Projection],
    ) {
        let d = features.len();
        let features: Vec<Range<usize>> =
            features.chunk_by(|one, next| one + 1 == *next).map(|run| run[0]..run[0] + run.len()).collect();
        self.sum.resize(d * d, 0.0);
        self.in_use.resize(duals.len(), false);
        self.full.resize(slacks.len(), false);
        let mut start = 0;
        for ((slack, projection), was_full) in slacks.iter().zip(projections).zip(&mut self.full) {
            let duals = &duals[start..start + slack.planes.len()];
            let in_use = &mut self.in_use[start..start + slack.planes.len()];
            start += slack.planes.len();
            let is_full = if projection.positive > 0 { projection.full } else { *was_full };
            let changes = in_use.iter().zip(duals).any(|(in_use, dual)| *in_use != (*dual > 0.0));
            if changes || is_full != *was_full {
                self.rows.change(slack, &features, [*was_full, is_full], in_use, duals);
                *was_full = is_full;
                in_use.iter_mut().zip(duals).for_each(|(in_use, dual)| *in_use = *dual > 0.0);
            }
        }
        let Rows { old, new, .. } = &mut self.rows;
        add_outer_products(old, d, Sign::Minus, &mut self.sum);
        add_outer_products(new, d, Sign::Plus, &mut self.sum);
        old.clear();
        new.clear();
    }

    /// Returns the lower triangle of `I + sum / μ`, row by row.
    pub fn curvature(&self, proximity: f64, d: usize) -> Vec<f64> {
        let closeness = proximity.recip();
        let mut curvature: Vec<f64> = self.sum.iter().map(|value| closeness * value).collect();
        curvature.iter_mut().step_by(d + 1).for_each(|value| *value += 1.0);
        curvature
    }
}

/// The rows by which the sum changes, one for each plane that comes or goes. `old` and `new` are empty between the
/// changes. Their memory stays.
#[derive(Debug, Clone, Default)]
struct Rows {
    /// Rows whose outer products leave the sum.
    old: Vec<f64>,
    /// Rows whose outer products enter it.
    new: Vec<f64>,
    /// The sum of planes of the current slack.
    total: Vec<f64>,
}

impl Rows {
    /// Appends the rows of one slack.
    ///
    /// `features`: in runs of neighbours. `full`: whether Σ α = U before and after. `held`: the planes in use before.
    /// `duals`: positive for those after.
    fn change(
        &mut self,
        slack: &SlackPlanes,
        features: &[Range<usize>],
        full: [bool; 2],
        held: &[bool],
        duals: &[f64],
    ) {
        let Self { old, new, total } = self;
        let [was_full, is_full] = full;
        let plane = |place: usize| slack.planes[place].delta_psi.row();
        let (was, is) = (|place: &usize| held[*place], |place: &usize| duals[*place] > 0.0);
        let places = || 0..duals.len();
        // In all other features, planes are 0.
        total.clear();
        total.resize(features.last().map_or(0, |last| last.end), 0.0);
        places().filter(was).for_each(|place| plane(place).add_scaled_to(1.0, total));
        let mut count = places().filter(was).count();
        // With the mean: Σ ψψᵀ = the sum without the mean + total totalᵀ / count.
        if was_full && count > 0 && !is_full {
            push_mean(new, features, total, count);
        }
        // Without their mean, k planes span k − 1 dimensions. A row is then a plane minus the mean of those before it
        // (Helmert).
        for place in places().filter(|place| was(place) && !is(place)) {
            plane(place).add_scaled_to(-1.0, total);
            count -= 1;
            let before = (is_full && was_full).then_some((&*total, count));
            push_plane(old, features, &plane(place).dense(), before);
        }
        if is_full && !was_full && count > 0 {
            push_mean(old, features, total, count);
        }
        let mut coming = places().filter(|place| is(place) && !was(place)).peekable();
        while let Some(place) = coming.next() {
            push_plane(new, features, &plane(place).dense(), is_full.then_some((&*total, count)));
            if coming.peek().is_some() {
                plane(place).add_scaled_to(1.0, total);
                count += 1;
            }
        }
    }
}

/// Appends the row of the mean of `count` planes with this sum.
fn push_mean(rows: &mut Vec<f64>, features: &[Range<usize>], total: &[f64], count: usize) {
    let scale = (count as f64).sqrt().recip();
    for run in features {
        rows.extend(total[run.clone()].iter().map(|total| scale * total));
    }
}

/// Appends the row of a plane.
///
/// `before`: the sum and the number of the planes before it, if their mean is to be subtracted.
fn push_plane(
    rows: &mut Vec<f64>,
    features: &[Range<usize>],
    plane: &[f64],
    before: Option<(&Vec<f64>, usize)>,
) {
    match before {
        None => features.iter().for_each(|run| rows.extend(&plane[run.clone()])),
        // The first plane is its mean.
        Some((_, 0)) => {}
        Some((total, count)) => {
            let count = count as f64;
            let scale = 1.0 / (count * (count + 1.0)).sqrt();
            for run in features {
                let values = total[run.clone()].iter().zip(&plane[run.clone()]);
                rows.extend(values.map(|(total, plane)| scale * (total - count * plane)));
            }
        }
    }
}

/// Whether products enter a sum or leave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

/// Adds `row rowᵀ` of every row of d values to the lower triangle of `sum`, or subtracts it.
fn add_outer_products(rows: &[f64], d: usize, sign: Sign, sum: &mut [f64]) {
    if rows.is_empty() {
        return;
    }
    let n_rows = rows.len() / d;
    // The values of neighbouring features stand together, so that each sum is read and written once.
    let mut panels = vec![[0.0; WIDTH]; d.div_ceil(WIDTH) * n_rows];
    for (at, row) in rows.chunks_exact(d).enumerate() {
        for (number, values) in row.chunks(WIDTH).enumerate() {
            let panel = &mut panels[number * n_rows + at];
            // A copy of known length takes a few instructions.
            match values.first_chunk() {
                Some(values) => *panel = *values,
                None => panel[..values.len()].copy_from_slice(values),
            }
        }
    }
    let negate = |values: &mut [Values; ROWS]| match sign {
        Sign::Plus => values.as_flattened_mut().iter_mut().for_each(|value| *value = -*value),
        Sign::Minus => {}
    };
    for (start, panel) in (0..d).step_by(WIDTH).zip(panels.chunks_exact(n_rows)) {
        let columns = start..(start + WIDTH).min(d);
        // The columns extend beyond the diagonal. Those values are never read.
        for (at, sums) in (start..d).step_by(ROWS).zip(sum[start * d..].chunks_mut(ROWS * d)) {
            let factors = &panels[at / WIDTH * n_rows..][..n_rows];
            let mut values = column_block::read(sums, d, &columns);
            // A sum is the negative of a difference, to the bit.
            negate(&mut values);
            subtract_outer_products(factors, at % WIDTH, panel, &mut values);
            negate(&mut values);
            column_block::write(&values, sums, d, &columns);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outer_products_add_up_in_the_lower_triangle() {
        for d in 1..40 {
            for n_rows in [0, 1, 3, 4, 9] {
                // Integers, so that sums are exact in any order.
                let rows: Vec<f64> = (0..n_rows * d).map(|at| f64::from((at * 7 % 11) as u8) - 5.0).collect();
                let mut sum = vec![1.0; d * d];
                add_outer_products(&rows, d, Sign::Plus, &mut sum);
                for i in 0..d {
                    for j in 0..=i {
                        let expected: f64 = rows.chunks_exact(d).map(|row| row[i] * row[j]).sum();
                        assert_eq!(sum[i * d + j], 1.0 + expected, "{n_rows} rows, d = {d}, entry {i}, {j}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_sum_that_follows_its_planes_equals_a_new_one() {
        let (n_slacks, d) = (5, 6);
        let mut state = 3_u64;
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as f64 / f64::from(1_u32 << 31)
        };
        let mut set = crate::learner::cutting_plane::qp::WorkingSet::new(n_slacks, d, 1.0, 1);
        for slack in 0..n_slacks {
            (0..4).for_each(|at| set.add(slack, 1.0, (0..d).map(|_| draw() - 0.5).collect(), at));
        }
        let features: Vec<usize> = (0..d).collect();
        let mut reduced = Scatter::default();
        for _ in 0..50 {
            let duals: Vec<f64> = (0..4 * n_slacks).map(|_| (draw() - 0.4).max(0.0)).collect();
            let projections: Vec<Projection> = duals
                .chunks(4)
                .map(|duals| Projection {
                    full: draw() < 0.5,
                    positive: duals.iter().filter(|dual| **dual > 0.0).count(),
                })
                .collect();
            reduced.follow(&set.slacks, &features, &duals, &projections);
            let mut new = Scatter::default();
            new.follow(&set.slacks, &features, &duals, &projections);
            for i in 0..d {
                for j in 0..=i {
                    let (reduced, new) = (reduced.sum[i * d + j], new.sum[i * d + j]);
                    assert!((reduced - new).abs() < 1e-12, "entry {i}, {j} is {reduced} instead of {new}");
                }
            }
        }
    }
}
