//! Newton's method for the conditional likelihood, and the covariance of its estimate. Must not know logs.

use super::curve::Curve;
use super::likelihood::ConditionalLikelihood;
use crate::linalg::cholesky::Cholesky;
use crate::util::error::Error;

/// Largest number of steps. The likelihood is concave, and ten steps are usual.
const MAX_STEPS: usize = 200;

/// Largest change of log p in one step.
const LONGEST_STEP: f64 = 3.0;

/// The search ends when no parameter changes by more.
const PRECISION: f64 = 1e-12;

/// Smallest pivot of the information, as a part of its diagonal.
const SMALLEST_PIVOT: f64 = 1e-12;

/// The maximum of a likelihood.
#[derive(Debug, Clone)]
pub(super) struct Maximum {
    pub parameters: Vec<f64>,
    /// Inverse of the information, d × d, row by row.
    pub inverse: Vec<f64>,
}

/// Maximises the likelihood over a curve. The maximum must exist. Cost: a few passes over the documents.
///
/// # Errors
/// [`Error::Data`] if the information is singular; [`Error::Numeric`] if the search does not end.
pub(super) fn maximise(likelihood: &ConditionalLikelihood, curve: Curve) -> Result<Maximum, Error> {
    let n = likelihood.n_ranks();
    let d = curve.n_parameters(n);
    let mut parameters = vec![0.0; d];
    let mut log_p = curve.log_p(&parameters, n);
    let mut value = likelihood.value(&log_p);
    for _ in 0..MAX_STEPS {
        let gradient = curve.pull_back(&likelihood.gradient(&log_p));
        let inverse = inverse(&curve.pull_back_matrix(&likelihood.information(&log_p), n), d)?;
        let mut step = product(&inverse, &gradient);
        let longest = step.iter().fold(0.0_f64, |longest, one| longest.max(one.abs()));
        if longest <= PRECISION * (1.0 + parameters.iter().fold(0.0_f64, |most, one| most.max(one.abs()))) {
            return Ok(Maximum { parameters, inverse });
        }
        if longest > LONGEST_STEP {
            step.iter_mut().for_each(|one| *one *= LONGEST_STEP / longest);
        }
        // Rounding of the sum hides smaller gains.
        let rounding = 1e-13 * (1.0 + value.abs());
        let mut share = 1.0;
        loop {
            let next: Vec<f64> =
                parameters.iter().zip(&step).map(|(parameter, step)| parameter + share * step).collect();
            log_p = curve.log_p(&next, n);
            let reached = likelihood.value(&log_p);
            if reached >= value - rounding {
                (parameters, value) = (next, reached);
                break;
            }
            share *= 0.5;
            if share < 1e-10 {
                return Err(lost());
            }
        }
    }
    Err(lost())
}

/// Returns H⁻¹ S H⁻¹, where S is the spread of the gradients between queries.
pub(super) fn sandwich(likelihood: &ConditionalLikelihood, curve: Curve, maximum: &Maximum) -> Vec<f64> {
    let n = likelihood.n_ranks();
    let d = curve.n_parameters(n);
    let spread = likelihood.spread(&curve.log_p(&maximum.parameters, n));
    let spread = curve.pull_back_matrix(&spread, n);
    // Both matrices are symmetric, so a row of the result is H⁻¹ times a column of S H⁻¹.
    let half: Vec<f64> = maximum.inverse.chunks_exact(d).flat_map(|row| product(&spread, row)).collect();
    half.chunks_exact(d).flat_map(|row| product(&maximum.inverse, row)).collect()
}

/// Returns the inverse of a symmetric positive definite matrix of d × d values.
pub(super) fn inverse(matrix: &[f64], d: usize) -> Result<Vec<f64>, Error> {
    // Twice the roots of the diagonal: the diagonal becomes 1/4, so a pivot of 1 says that the rest was not positive.
    let scales: Vec<f64> = (0..d).map(|at| 2.0 * matrix[at * d + at].sqrt()).collect();
    let scaled: Vec<f64> = (0..d * d).map(|at| matrix[at] / (scales[at / d] * scales[at % d])).collect();
    let factor = Cholesky::new(scaled, d);
    let is_regular = |pivot: f64| pivot < 0.9 && 4.0 * pivot * pivot > SMALLEST_PIVOT;
    if !factor.pivots().all(is_regular) {
        return Err(Error::data(
            "the clicks hardly tell the propensities of some ranks apart; use fewer ranks, the power law, or more \
             sessions",
        ));
    }
    let mut inverse = Vec::with_capacity(d * d);
    for row in 0..d {
        let mut column = vec![0.0; d];
        column[row] = 1.0;
        factor.solve(&mut column);
        inverse.extend(column.iter().zip(&scales).map(|(value, scale)| value / (scale * scales[row])));
    }
    Ok(inverse)
}

/// Returns the product of a matrix, row by row, with a vector.
pub(super) fn product(matrix: &[f64], vector: &[f64]) -> Vec<f64> {
    let rows = matrix.chunks_exact(vector.len());
    rows.map(|row| row.iter().zip(vector).map(|(one, other)| one * other).sum()).collect()
}

fn lost() -> Error {
    Error::Numeric {
        stage: "propensities",
        problem: "the likelihood has no maximum that numbers reach; use fewer ranks, or more sessions"
            .to_owned(),
    }
}
