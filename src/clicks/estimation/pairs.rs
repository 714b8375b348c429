//! Propensities from the click rates of pairs of ranks, for comparison with the conditional likelihood. Must not know
//! likelihoods.
//!
//! Source: Agarwal, Zaitsev, Wang, Li, Najork and Joachims 2019, *Estimating Position Bias without Intrusive
//! Interventions*. Their AllPairs maximises a likelihood; this is its form as a least squares problem.

use super::curve::Curve;
use super::moved::Places;
use super::{newton, reach};
use crate::util::error::Error;

/// Sums over the documents shown at both ranks of a pair.
#[derive(Debug, Clone, Copy, Default)]
struct Pair {
    /// Weighted click rates at the first rank and at the second.
    rates: [f64; 2],
    /// Clicks at both ranks.
    clicks: f64,
}

impl Pair {
    fn is_sound(&self) -> bool {
        self.rates[0] > 0.0 && self.rates[1] > 0.0
    }
}

/// Fits a curve to the logarithms of the ratios of click rates, weighted by the clicks of each pair.
///
/// A document shown n times at one rank and m times at the other has the weight n m / (n + m) in both rates. A pair
/// with a rate of 0 has no logarithm and is left out. `is_pivot`: only pairs with rank 0. Cost: O(documents · places² +
/// ranks³).
///
/// # Errors
/// [`Error::Data`] with the ranks that no pair connects with rank 0.
pub(super) fn fitted(
    moved: &Places,
    curve: Curve,
    n_ranks: usize,
    is_pivot: bool,
) -> Result<Vec<f64>, Error> {
    let mut pairs = vec![Pair::default(); n_ranks * n_ranks];
    for document in moved.documents() {
        for (at, one) in document.places.iter().enumerate() {
            if is_pivot && one.rank > 0 {
                break;
            }
            for other in &document.places[at + 1..] {
                let pair = &mut pairs[one.rank * n_ranks + other.rank];
                let sum = one.impressions + other.impressions;
                pair.rates[0] += one.clicks * (other.impressions / sum);
                pair.rates[1] += other.clicks * (one.impressions / sum);
                pair.clicks += one.clicks + other.clicks;
            }
        }
    }
    let is_pair = |one: usize, other: usize| pairs[one * n_ranks + other].is_sound();
    if curve == Curve::Free {
        reach::check_pairs(n_ranks, &is_pair)?;
    } else if !pairs.iter().any(Pair::is_sound) {
        return Err(Error::data(
            "no pair of ranks has clicks at both ranks on documents that were shown at both; log more sessions",
        ));
    }
    // The normal equations over log p.
    let mut matrix = vec![0.0; n_ranks * n_ranks];
    let mut right = vec![0.0; n_ranks];
    for (at, pair) in pairs.iter().enumerate().filter(|(_, pair)| pair.is_sound()) {
        let (one, other) = (at / n_ranks, at % n_ranks);
        let ratio = libm::log(pair.rates[0] / pair.rates[1]);
        for (rank, sign) in [(one, 1.0), (other, -1.0)] {
            matrix[rank * n_ranks + rank] += pair.clicks;
            right[rank] += sign * pair.clicks * ratio;
        }
        matrix[one * n_ranks + other] -= pair.clicks;
        matrix[other * n_ranks + one] -= pair.clicks;
    }
    let d = curve.n_parameters(n_ranks);
    let inverse = newton::inverse(&curve.pull_back_matrix(&matrix, n_ranks), d)?;
    Ok(newton::product(&inverse, &curve.pull_back(&right)))
}
