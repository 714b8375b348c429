//! Newton directions in the span of the planes in use, whose number may be far below the number of features. Must not
//! know dual variables.
//!
//! The second derivative is `H = I + 1/μ Rᵀ D⁻¹ R`. A row of R is a plane, or its difference from the reference plane
//! of its slack if Σ α = U, and D holds the inner products of these rows in the space of α. Hence
//! `H⁻¹ = I − Rᵀ (μ D + R Rᵀ)⁻¹ R` (Woodbury). The Cholesky factor of the k × k matrix in it follows the changes of the
//! set of planes: a new row costs k products of rows and k²/2 multiplications, and a row that leaves costs 2 k².

use crate::linalg::dot::{add_scaled, dot};
use crate::linalg::row::OwnedRow;

/// What a plane is compared to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference {
    /// The plane of zeros.
    Zero,
    /// The plane with this number.
    Plane(usize),
}

/// A plane and its reference.
#[derive(Debug, Clone)]
struct Row {
    plane: usize,
    reference: Reference,
    difference: OwnedRow,
    /// Row of the factor L.
    factor: Vec<f64>,
}

/// The rows R and the factor of `μ D + R Rᵀ`.
#[derive(Debug, Clone, Default)]
pub(super) struct Span {
    rows: Vec<Row>,
}

impl Span {
    /// Changes the rows to the planes that have a reference here, by number of the plane.
    ///
    /// `plane`: adds a multiple of a plane to a vector of `d` numbers. `proximity`: μ, always the same.
    pub fn follow(
        &mut self,
        mut wanted: Vec<Option<Reference>>,
        d: usize,
        proximity: f64,
        plane: impl Fn(usize, f64, &mut [f64]),
    ) {
        for at in (0..self.rows.len()).rev() {
            let row = &self.rows[at];
            if wanted[row.plane] == Some(row.reference) {
                wanted[row.plane] = None;
            } else {
                self.remove(at);
            }
        }
        for (number, reference) in wanted.into_iter().enumerate() {
            let Some(reference) = reference else { continue };
            let mut difference = vec![0.0; d];
            plane(number, 1.0, &mut difference);
            if let Reference::Plane(reference) = reference {
                plane(reference, -1.0, &mut difference);
            }
            self.append(number, reference, difference, proximity);
        }
    }

    /// Returns the reference of every plane that has a row, by number of the plane.
    pub fn references(&self, n_planes: usize) -> Vec<Option<Reference>> {
        let mut references = vec![None; n_planes];
        for row in &self.rows {
            references[row.plane] = Some(row.reference);
        }
        references
    }

    /// Replaces a vector v by `H⁻¹ v`. Cost: k rows and k² multiplications.
    pub fn solve(&self, v: &mut [f64]) {
        let mut b: Vec<f64> = self.rows.iter().map(|row| row.difference.row().dot(v)).collect();
        for (i, row) in self.rows.iter().enumerate() {
            b[i] = (b[i] - dot(&row.factor, &b[..i])) / row.factor[i];
        }
        for (i, row) in self.rows.iter().enumerate().rev() {
            b[i] /= row.factor[i];
            let value = b[i];
            add_scaled(-value, &row.factor[..i], &mut b[..i]);
        }
        for (row, value) in self.rows.iter().zip(b) {
            row.difference.row().add_scaled_to(-value, v);
        }
    }

    fn append(&mut self, plane: usize, reference: Reference, difference: Vec<f64>, proximity: f64) {
        let mut factor: Vec<f64> = Vec::with_capacity(self.rows.len() + 1);
        for (i, row) in self.rows.iter().enumerate() {
            // Rows with the same reference plane overlap in its α.
            let shared = row.reference == reference && reference != Reference::Zero;
            let product = row.difference.row().dot(&difference) + if shared { proximity } else { 0.0 };
            factor.push((product - dot(&row.factor, &factor)) / row.factor[i]);
        }
        let weight = if reference == Reference::Zero { proximity } else { 2.0 * proximity };
        let pivot = dot(&difference, &difference) + weight - dot(&factor, &factor);
        // No pivot is below μ, except by rounding.
        factor.push(pivot.max(proximity).sqrt());
        self.rows.push(Row { plane, reference, difference: difference.into(), factor });
    }

    /// Removes a row. Rotations of the columns make the factor triangular again.
    fn remove(&mut self, at: usize) {
        self.rows.remove(at);
        let mut rotations: Vec<(f64, f64)> = Vec::new();
        for row in &mut self.rows[at..] {
            let factor = &mut row.factor;
            let mut carried = factor[at];
            for (column, &(cosine, sine)) in (at..).zip(&rotations) {
                let next = factor[column + 1];
                factor[column] = cosine * carried + sine * next;
                carried = cosine * next - sine * carried;
            }
            let last = factor.len() - 1;
            let pivot = (carried * carried + factor[last] * factor[last]).sqrt();
            rotations.push((carried / pivot, factor[last] / pivot));
            factor.truncate(last);
            factor[last - 1] = pivot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns `H v` of the planes with these references.
    fn times(planes: &[Vec<f64>], wanted: &[Option<Reference>], proximity: f64, v: &[f64]) -> Vec<f64> {
        let mut product = v.to_vec();
        let slack_of = |plane: usize| plane / 4;
        for slack in 0..planes.len() / 4 {
            let rows: Vec<usize> = (0..planes.len())
                .filter(|&plane| slack_of(plane) == slack && wanted[plane].is_some())
                .collect();
            let mut in_use = rows.clone();
            let mut mean = vec![0.0; v.len()];
            if let Some(Some(Reference::Plane(reference))) = rows.first().map(|&plane| wanted[plane]) {
                in_use.push(reference);
                for &plane in &in_use {
                    add_scaled(1.0 / in_use.len() as f64, &planes[plane], &mut mean);
                }
            }
            for &plane in &in_use {
                let row: Vec<f64> =
                    planes[plane].iter().zip(&mean).map(|(value, mean)| value - mean).collect();
                add_scaled(dot(&row, v) / proximity, &row, &mut product);
            }
        }
        product
    }

    #[test]
    fn the_factor_follows_planes_that_come_and_go() {
        let (n, d, proximity) = (24, 40, 0.01);
        let mut state = 7_u64;
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as f64 / f64::from(1_u32 << 31)
        };
        let planes: Vec<Vec<f64>> = (0..n).map(|_| (0..d).map(|_| draw() - 0.5).collect()).collect();
        let mut span = Span::default();
        for _ in 0..30 {
            let mut wanted = vec![None; n];
            for slack in 0..n / 4 {
                let reference = match draw() {
                    chance if chance < 0.4 => Reference::Zero,
                    chance => Reference::Plane(slack * 4 + (chance * 7.0) as usize % 4),
                };
                for (place, wanted) in wanted[slack * 4..slack * 4 + 4].iter_mut().enumerate() {
                    let is_in = draw() < 0.6 && reference != Reference::Plane(slack * 4 + place);
                    *wanted = is_in.then_some(reference);
                }
            }
            let add = |plane: usize, by: f64, into: &mut [f64]| add_scaled(by, &planes[plane], into);
            span.follow(wanted.clone(), d, proximity, add);
            assert_eq!(span.references(n), wanted);
            let v: Vec<f64> = (0..d).map(|_| draw()).collect();
            let mut solved = times(&planes, &wanted, proximity, &v);
            span.solve(&mut solved);
            for (found, expected) in solved.iter().zip(&v) {
                assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
            }
        }
    }
}
