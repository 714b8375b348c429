//! The mean and the quantiles of drawn values. Must not know what the values mean.

use serde::Serialize;

use crate::util::sorting::sort_numbers;

/// The mean and the quantiles of drawn values.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Summary {
    /// Mean.
    pub mean: f64,
    /// Standard error of the mean; 0 for a single value.
    pub standard_error: f64,
    /// The value that 5 % do not exceed.
    pub low: f64,
    /// Median.
    pub median: f64,
    /// The value that 95 % do not exceed.
    pub high: f64,
}

impl Summary {
    /// Summarises finite values. A quantile between two values is interpolated. `None` without values. Cost: a sort.
    pub fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sort_numbers(&mut sorted);
        let (first, n) = (sorted.first().copied()?, sorted.len() as f64);
        // Differences from one of the values do not cancel where the spread is small.
        let mean = first + values.iter().map(|value| value - first).sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let standard_error = if n > 1.0 { (squares / (n - 1.0) / n).sqrt() } else { 0.0 };
        let at = |share: f64| {
            let place = share * (n - 1.0);
            let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
            below + (place - place.floor()) * (above - below)
        };
        Some(Self { mean, standard_error, low: at(0.05), median: at(0.5), high: at(0.95) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_interpolated() {
        let values: Vec<f64> = (0..=100).rev().map(f64::from).collect();
        let Some(summary) = Summary::of(&values) else { panic!("there are values") };
        assert_eq!((summary.mean, summary.low, summary.median, summary.high), (50.0, 5.0, 50.0, 95.0));
        // The variance of 0 … 100 is 101 · 102 / 12.
        assert!((summary.standard_error - (101.0_f64 * 102.0 / 12.0 / 101.0).sqrt()).abs() < 1e-12);
        let Some(two) = Summary::of(&[2.0, 1.0]) else { panic!("there are values") };
        assert_eq!((two.median, two.standard_error), (1.5, 0.5));
        assert_eq!(Summary::of(&[7.0]).map(|one| (one.low, one.standard_error)), Some((7.0, 0.0)));
        assert_eq!(Summary::of(&[]), None);
    }
}
