//! Intervals and tests by resampling, without an assumption about the distribution of the values.

use crate::util::sorting::sort_numbers;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// An interval of values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Returns the 95 % percentile bootstrap interval of the mean.
///
/// Each of `draws` resamples draws n values with replacement. The interval runs from the 2.5th to the 97.5th
/// percentile of their means. `None` without values or draws. The same seed gives the same bits on every target.
/// Cost: O(draws · n). Source: Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993, section 13.3.
pub fn bootstrap_mean(values: &[f64], draws: usize, seed: u64) -> Option<Interval> {
    let n = values.len();
    if n == 0 || draws == 0 {
        return None;
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut means: Vec<f64> = (0..draws)
        .map(|_| {
            let sum: f64 = (0..n).map(|_| values[below(&mut random, n)]).sum();
            sum / n as f64
        })
        .collect();
    sort_numbers(&mut means);
    Some(Interval { low: percentile(&means, 0.025), high: percentile(&means, 0.975) })
}

/// Returns the two-sided p-value of the sign-flip randomisation test that the mean of paired differences is 0.
///
/// If both rankers were equally good, every difference could have either sign. p = (1 + #{draws whose mean is at
/// least as far from 0 as the observed mean}) / (draws + 1). p is 1 without differences. Cost: O(draws · n).
/// Source: Smucker, Allan and Carterette, *A comparison of statistical significance tests for information retrieval
/// evaluation*, CIKM 2007.
pub fn sign_flip(differences: &[f64], draws: usize, seed: u64) -> f64 {
    let seen = differences.iter().sum::<f64>().abs();
    // Equal sums can differ by rounding, because the order of signs differs. They count as equal.
    let tolerance = 1e-12 * differences.iter().map(|one| one.abs()).sum::<f64>();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut as_far = 0;
    for _ in 0..draws {
        let mut sum = 0.0;
        for signs in differences.chunks(32) {
            let mut bits = random.next_u32();
            for difference in signs {
                sum += if bits & 1 == 1 { *difference } else { -difference };
                bits >>= 1;
            }
        }
        as_far += usize::from(sum.abs() >= seen - tolerance);
    }
    (1 + as_far) as f64 / (1 + draws) as f64
}

/// Returns a random whole number below `n`, for n from 1. The probabilities differ by at most n/2^64.
pub(super) fn below(random: &mut ChaCha8Rng, n: usize) -> usize {
    ((u128::from(random.next_u64()) * n as u128) >> 64) as usize
}

/// Returns the quantile at a share of sorted values, linear between neighbours.
pub(super) fn percentile(sorted: &[f64], share: f64) -> f64 {
    let at = share * (sorted.len() - 1) as f64;
    let below = at.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (at - below as f64) * (sorted[above] - sorted[below])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_close_to_the_normal_one() {
        let values: Vec<f64> = (0..200).map(|at| f64::from(at * 37 % 200) / 200.0).collect();
        let interval = bootstrap_mean(&values, 4000, 1).expect("there are values");
        let sample = super::super::Sample::of(&values);
        let error = sample.standard_error.expect("there are values");
        assert!((interval.low - (sample.mean - 1.96 * error)).abs() < 0.15 * error, "{interval:?}");
        assert!((interval.high - (sample.mean + 1.96 * error)).abs() < 0.15 * error, "{interval:?}");
        assert_eq!(bootstrap_mean(&values, 4000, 1), Some(interval), "the same seed gives the same bits");
        assert_eq!(bootstrap_mean(&[], 10, 1), None);
        assert_eq!(bootstrap_mean(&[2.5], 10, 1), Some(Interval { low: 2.5, high: 2.5 }));
    }

    #[test]
    fn the_sign_flip_test_is_close_to_the_exact_one() {
        let differences = [0.3, -0.1, 0.4, 0.2, 0.25, -0.05, 0.15, 0.0, 0.35, 0.1];
        let seen: f64 = differences.iter().sum::<f64>();
        let exact = (0..1_u32 << 10)
            .filter(|bits| {
                let signed = |(at, one): (usize, &f64)| if bits >> at & 1 == 1 { *one } else { -one };
                differences.iter().enumerate().map(signed).sum::<f64>().abs() >= seen.abs() - 1e-12
            })
            .count() as f64
            / 1024.0;
        let p = sign_flip(&differences, 100_000, 3);
        assert!((p - exact).abs() < 0.002, "{p}, exactly {exact}");
        assert_eq!(sign_flip(&[], 100, 1), 1.0);
        assert_eq!(sign_flip(&[0.0; 20], 100, 1), 1.0);
    }
}
