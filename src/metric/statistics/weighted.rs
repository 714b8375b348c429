//! Statistics of values with weights, which are given and not random: a weight says how much a query counts, not how
//! often it was seen. So a query of weight 2 is one draw of the bootstrap and has one sign, and weights that are all
//! equal change nothing. A pair is a value and its weight; pairs of weight 0 take no part.

use super::resampling::{below, percentile};
use super::{Interval, Sample, sign_flip};
use crate::util::sorting::sort_numbers;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Returns mean and standard error of values d with weights w: the mean m = ∑ w d / ∑ w, and the standard error
/// √(n/(n − 1) ∑ w² (d − m)²) / ∑ w of a ratio, which is [`Sample::of`] where all weights are equal.
///
/// Cost: O(n). Sources: Cochran, *Sampling Techniques*, 1977, section 6.4; Gatz and Smith, *The standard error of a
/// weighted mean concentration I*, Atmospheric Environment 1995.
pub fn weighted_sample(pairs: &[(f64, f64)]) -> Sample {
    let counted = counted(pairs);
    let (count, n) = (counted.len(), counted.len() as f64);
    let total: f64 = counted.iter().map(|(_, weight)| weight).sum();
    let mean = if count == 0 { 0.0 } else { weighted_mean(&counted) };
    let squares: f64 = counted.iter().map(|(value, weight)| (weight * (value - mean)).powi(2)).sum();
    let standard_error = (count > 1).then(|| (squares * n / (n - 1.0)).sqrt() / total);
    Sample { count, mean, standard_error }
}

/// Returns the 95 % percentile bootstrap interval of the weighted mean. Each resample draws n pairs with replacement,
/// and divides their sum of weight times value by their sum of weights.
///
/// `None` without pairs or draws. Cost and source as [`bootstrap_mean`](super::bootstrap_mean), whose draws of pairs
/// are the same.
pub fn weighted_bootstrap(pairs: &[(f64, f64)], draws: usize, seed: u64) -> Option<Interval> {
    let counted = counted(pairs);
    let n = counted.len();
    if n == 0 || draws == 0 {
        return None;
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut draw = || -> Vec<(f64, f64)> { (0..n).map(|_| counted[below(&mut random, n)]).collect() };
    let mut means: Vec<f64> = (0..draws).map(|_| weighted_mean(&draw())).collect();
    sort_numbers(&mut means);
    Some(Interval { low: percentile(&means, 0.025), high: percentile(&means, 0.975) })
}

/// Returns the two-sided p-value of the sign-flip test that the weighted mean of paired differences is 0: the test of
/// the products w d, because flips leave the sum of the weights as it is. Under the hypothesis the test is exact for
/// any weights.
///
/// Cost and source as [`sign_flip`].
pub fn weighted_sign_flip(pairs: &[(f64, f64)], draws: usize, seed: u64) -> f64 {
    let products: Vec<f64> = counted(pairs).iter().map(|(value, weight)| weight * value).collect();
    sign_flip(&products, draws, seed)
}

fn counted(pairs: &[(f64, f64)]) -> Vec<(f64, f64)> {
    pairs.iter().copied().filter(|(_, weight)| *weight > 0.0).collect()
}

fn weighted_mean(pairs: &[(f64, f64)]) -> f64 {
    let (sum, total) =
        pairs.iter().fold((0.0, 0.0), |(sum, total), (value, weight)| (sum + weight * value, total + weight));
    sum / total
}
