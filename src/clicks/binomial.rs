//! Exact binomial draws, with the same bits on every machine.

use crate::data::Random;

/// From this mean on, draws are made by rejection.
const LEAST_MEAN: f64 = 10.0;

/// Returns the number of successes in `n` trials of probability `p`. Cost: O(1) on average, whatever `n`.
///
/// `p` outside [0, 1] counts as the nearest of both. `n` is at most 2^53.
pub(super) fn binomial(random: &mut Random, n: u64, p: f64) -> u64 {
    if n == 0 || p.is_nan() || p <= 0.0 {
        0
    } else if p >= 1.0 {
        n
    } else if p > 0.5 {
        n - at_most_half(random, n, 1.0 - p)
    } else {
        at_most_half(random, n, p)
    }
}

fn at_most_half(random: &mut Random, n: u64, p: f64) -> u64 {
    if n as f64 * p < LEAST_MEAN { by_inversion(random, n, p) } else { by_rejection(random, n, p) }
}

/// Sums the probabilities of 0, 1, … up to a uniform draw. Cost: O(n p).
/// Source: Kachitvichyanukul and Schmeiser 1988, algorithm BINV.
fn by_inversion(random: &mut Random, n: u64, p: f64) -> u64 {
    let odds = p / (1.0 - p);
    let none = libm::exp(n as f64 * libm::log1p(-p));
    loop {
        let mut left = random.uniform();
        let mut probability = none;
        for successes in 0..=n {
            if left < probability {
                return successes;
            }
            left -= probability;
            probability *= odds * (n - successes) as f64 / (successes + 1) as f64;
            if probability == 0.0 {
                break;
            }
        }
        // The probabilities sum up to less than the draw by rounding: draw again.
    }
}

/// Transforms a uniform draw and rejects. It needs p ≤ 1/2 and n p ≥ 10. Cost: O(1), 1.15 to 1.5 rounds on average.
/// Source: Hörmann 1993, "The generation of binomial random variates", algorithm BTRS.
fn by_rejection(random: &mut Random, trials: u64, p: f64) -> u64 {
    let n = trials as f64;
    let deviation = libm::sqrt(n * p * (1.0 - p));
    let b = 1.15 + 2.53 * deviation;
    let a = -0.0873 + 0.0248 * b + 0.01 * p;
    let c = n * p + 0.5;
    let v_r = 0.92 - 4.2 / b;
    let alpha = (2.83 + 5.1 / b) * deviation;
    let log_odds = libm::log(p / (1.0 - p));
    let mode = libm::floor((n + 1.0) * p);
    let of_mode = libm::lgamma(mode + 1.0) + libm::lgamma(n - mode + 1.0);
    loop {
        let u = random.uniform() - 0.5;
        let v = random.uniform();
        let us = 0.5 - u.abs();
        let k = libm::floor((2.0 * a / us + b) * u + c);
        if us >= 0.07 && v <= v_r {
            return k as u64;
        }
        if !(0.0..=n).contains(&k) {
            continue;
        }
        let bound = of_mode - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0) + (k - mode) * log_odds;
        if libm::log(v * alpha / (a / (us * us) + b)) <= bound {
            return k as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the probabilities of 0, 1, …, n successes.
    fn probabilities(n: u64, p: f64) -> Vec<f64> {
        let log = |k: u64| {
            let (k, n) = (k as f64, n as f64);
            libm::lgamma(n + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(n - k + 1.0)
                + k * libm::log(p)
                + (n - k) * libm::log1p(-p)
        };
        (0..=n).map(|k| libm::exp(log(k))).collect()
    }

    #[test]
    fn draws_have_the_exact_distribution() {
        let mut random = Random::new(7);
        const DRAWS: usize = 200_000;
        // Inversion, rejection at its smallest mean and above, and p above one half.
        for (n, p) in
            [(1, 0.3), (6, 0.5), (40, 0.1), (20, 0.5), (41, 0.25), (100, 0.3), (400, 0.05), (60, 0.8)]
        {
            let mut counts = vec![0_usize; n as usize + 1];
            for _ in 0..DRAWS {
                counts[binomial(&mut random, n, p) as usize] += 1;
            }
            let (mut chi_square, mut cells, mut rest) = (0.0, 0, (0.0, 0.0));
            for (&count, probability) in counts.iter().zip(probabilities(n, p)) {
                let expected = probability * DRAWS as f64;
                if expected < 5.0 {
                    rest = (rest.0 + expected, rest.1 + count as f64);
                    continue;
                }
                chi_square += (count as f64 - expected).powi(2) / expected;
                cells += 1;
            }
            if rest.0 >= 5.0 {
                chi_square += (rest.1 - rest.0).powi(2) / rest.0;
                cells += 1;
            }
            // Four standard deviations above the mean of chi square.
            let freedom = f64::from(cells - 1);
            assert!(
                chi_square < freedom + 4.0 * (2.0 * freedom).sqrt(),
                "{n} {p}: {chi_square} of {freedom}"
            );
        }
    }

    #[test]
    fn large_draws_have_mean_and_variance() {
        let mut random = Random::new(11);
        const DRAWS: usize = 20_000;
        for (n, p) in [(1_000_000, 0.2), (1_000_000_000, 1e-9), (1_000_000_000_000, 0.5), (5_000_000, 0.99)] {
            let draws: Vec<f64> = (0..DRAWS).map(|_| binomial(&mut random, n, p) as f64).collect();
            let (mean, variance) = (n as f64 * p, n as f64 * p * (1.0 - p));
            let own = draws.iter().sum::<f64>() / DRAWS as f64;
            let spread = draws.iter().map(|draw| (draw - own).powi(2)).sum::<f64>() / DRAWS as f64;
            let error = (variance / DRAWS as f64).sqrt();
            assert!((own - mean).abs() < 4.0 * error, "{n} {p}: mean {own} of {mean}");
            assert!((spread / variance - 1.0).abs() < 0.06, "{n} {p}: variance {spread} of {variance}");
        }
    }

    #[test]
    fn certain_outcomes_need_no_draw() {
        let mut random = Random::new(1);
        assert_eq!(binomial(&mut random, 0, 0.5), 0);
        assert_eq!(binomial(&mut random, 9, 0.0), 0);
        assert_eq!(binomial(&mut random, 9, 1.0), 9);
        assert_eq!(binomial(&mut random, 9, 1.0 + 1e-12), 9);
        assert_eq!(random.uniform(), Random::new(1).uniform());
    }
}
