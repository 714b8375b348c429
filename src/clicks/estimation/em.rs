//! Propensities by expectation maximisation of the position-based model, from documents at one rank too. Must not know
//! the conditional likelihood.
//!
//! Source: Wang, Golbandi, Bendersky, Metzler and Najork 2018, section 4, without the regression.

use super::curve::Curve;
use super::moved::{Place, Places};

/// Largest exponent of a power law that a step reaches.
const MAX_ETA: f64 = 64.0;

/// Halvings of the interval of the exponent, which make it shorter than the distance of neighbouring numbers.
const HALVINGS: usize = 60;

/// Returns log p of every rank after so many steps, and eta of a power law.
///
/// The first p is the power law with the exponent `start`, and every document is clicked in half of its views. With one
/// ranking per query the likelihood has many maxima, and the start decides which of them the steps approach. Cost:
/// O(steps · places).
pub(super) fn em(
    places: &Places,
    n_ranks: usize,
    curve: Curve,
    start: f64,
    steps: usize,
) -> (Vec<f64>, Option<f64>) {
    let mut eta = start;
    let mut p: Vec<f64> = powers(eta, n_ranks);
    let mut gammas = vec![0.5; places.len()];
    let sums = places.by_rank(n_ranks);
    for _ in 0..steps {
        // Expected number of views of each rank.
        let mut views = vec![0.0; n_ranks];
        for (document, gamma) in places.documents().zip(&mut gammas) {
            let (mut liked, mut all) = (0.0, 0.0);
            for place in document.places {
                let (seen, good) = expected(place, p[place.rank], *gamma);
                views[place.rank] += seen;
                liked += good;
                all += place.impressions;
            }
            *gamma = liked / all;
        }
        match curve {
            Curve::Power => {
                eta = best_eta(&views, &sums);
                p = powers(eta, n_ranks);
            }
            Curve::Free => {
                for ((p, views), sum) in p.iter_mut().zip(&views).zip(&sums) {
                    if sum.impressions > 0.0 {
                        *p = views / sum.impressions;
                    }
                }
            }
        }
    }
    let first = libm::log(p[0]);
    let log_p = p.iter().map(|p| libm::log(*p) - first).collect();
    (log_p, (curve == Curve::Power).then_some(eta))
}

/// Returns the expected number of impressions that were seen, and of those whose document pleased.
fn expected(place: &Place, p: f64, gamma: f64) -> (f64, f64) {
    let missed = place.impressions - place.clicks;
    let unclicked = 1.0 - p * gamma;
    if missed == 0.0 || unclicked <= 0.0 {
        return (place.clicks, place.clicks);
    }
    let (seen, good) = (p * (1.0 - gamma) / unclicked, (1.0 - p) * gamma / unclicked);
    (place.clicks + missed * seen, place.clicks + missed * good)
}

fn powers(eta: f64, n_ranks: usize) -> Vec<f64> {
    (0..n_ranks).map(|rank| super::super::users::examination(rank, eta)).collect()
}

/// Returns the exponent that maximises Σ_j v_j log p_j + (n_j − v_j) log(1 − p_j), which is concave in it.
fn best_eta(views: &[f64], sums: &[Place]) -> f64 {
    let derivative = |eta: f64| -> f64 {
        let of_rank = |(views, sum): (&f64, &Place)| {
            let logarithm = libm::log(sum.rank as f64 + 1.0);
            let p = libm::exp(-eta * logarithm);
            // Rounding may give more views than impressions.
            let unseen = (sum.impressions - views).max(0.0);
            let of_unseen = if unseen > 0.0 { unseen * p / (1.0 - p) } else { 0.0 };
            logarithm * (of_unseen - views)
        };
        views.iter().zip(sums).skip(1).map(of_rank).sum()
    };
    let (mut low, mut high) = (0.0, MAX_ETA);
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        if derivative(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    if low == 0.0 { 0.0 } else { 0.5 * (low + high) }
}
