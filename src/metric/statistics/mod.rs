//! Confidence in the difference between two rankers. Must not know rankers: the input is one number per query.
//!
//! The query is the unit of sampling. Average the values of several seeds before. Values at the same place of two
//! lists belong to the same query.

mod adjust;
mod paired;
mod resampling;
mod weighted;

pub use adjust::holm;
pub use paired::{TestResult, paired_t, unpaired_t, wilcoxon};
pub use resampling::{Interval, bootstrap_mean, sign_flip};
pub use weighted::{weighted_bootstrap, weighted_sample, weighted_sign_flip};

/// Mean, spread and number of a list of values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// Number of values, n.
    pub count: usize,
    /// Mean; 0 without values.
    pub mean: f64,
    /// Standard error of the mean: the sample's standard deviation (n − 1) over √n; `None` for fewer than two values.
    pub standard_error: Option<f64>,
}

impl Sample {
    /// Cost: O(n).
    pub fn of(values: &[f64]) -> Self {
        let count = values.len();
        let n = count as f64;
        let mean = if count == 0 { 0.0 } else { values.iter().sum::<f64>() / n };
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let standard_error = (count > 1).then(|| (squares / (n - 1.0) / n).sqrt());
        Self { count, mean, standard_error }
    }

    /// Returns the smallest difference of means that a paired comparison with this many queries detects with
    /// probability 0.8 at the 5 % level.
    ///
    /// It is 2.8 standard errors of the paired difference. `None` for fewer than two values.
    pub fn detectable_difference(&self) -> Option<f64> {
        // 2.8 = 1.96 + 0.84, the normal quantiles of 97.5 % and 80 %.
        self.standard_error.map(|error| 2.8 * error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_mean_and_standard_error() {
        let sample = Sample::of(&[1.0, 2.0, 4.0, 5.0]);
        assert_eq!((sample.count, sample.mean), (4, 3.0));
        // Variance 10/3, over 4 values.
        assert_eq!(sample.standard_error, Some((10.0_f64 / 3.0 / 4.0).sqrt()));
        assert_eq!(Sample::of(&[7.0]), Sample { count: 1, mean: 7.0, standard_error: None });
        assert_eq!(Sample::of(&[]), Sample { count: 0, mean: 0.0, standard_error: None });
    }
}
