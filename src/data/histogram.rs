//! The distribution of one feature's values over the documents. Must not know queries or grades.

use serde::Serialize;

use super::Dataset;
use crate::util::sorting::sort_numbers;

/// The range of a feature's values, and of their middle half.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FeatureSpread {
    /// The lowest value.
    pub lowest: f64,
    /// The lower quartile, a value of the data. At most a quarter of the documents lie below it.
    pub lower_quartile: f64,
    /// The upper quartile, a value of the data. At most a quarter of the documents lie above it.
    pub upper_quartile: f64,
    /// The highest value.
    pub highest: f64,
}

/// The number of documents by the value of a feature, in bins of equal width.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FeatureHistogram {
    /// Number of documents in each bin. A value at an inner edge belongs to the bin above the edge.
    pub counts: Vec<usize>,
    /// Number of documents below the first bin.
    pub below: usize,
    /// Number of documents above the last bin.
    pub above: usize,
}

impl Dataset {
    /// Returns the spread of a feature; `None` without documents. Cost: O(n log n).
    ///
    /// # Panics
    /// If the feature does not exist.
    pub fn feature_spread(&self, feature: usize) -> Option<FeatureSpread> {
        // Adding 0 turns −0 into 0.
        let mut values: Vec<f64> =
            (0..self.n_documents()).map(|document| self.value(document, feature) + 0.0).collect();
        let last = values.len().checked_sub(1)?;
        sort_numbers(&mut values);
        let ranked = |rank: usize| values[rank];
        Some(FeatureSpread {
            lowest: ranked(0),
            lower_quartile: ranked(last / 4),
            upper_quartile: ranked(last - last / 4),
            highest: ranked(last),
        })
    }

    /// Returns the histogram of a feature's values between `low` and `high`, both included. Cost: O(n + bins).
    ///
    /// # Panics
    /// If the feature does not exist, there are no bins, or `low` is not below `high`.
    pub fn feature_histogram(&self, feature: usize, low: f64, high: f64, bins: usize) -> FeatureHistogram {
        assert!(low < high && bins > 0, "{bins} bins from {low} to {high}");
        let mut histogram = FeatureHistogram { counts: vec![0; bins], below: 0, above: 0 };
        // Halves, because the difference of two large numbers can overflow.
        let half_width = high / 2.0 - low / 2.0;
        for document in 0..self.n_documents() {
            let value = self.value(document, feature);
            if value < low {
                histogram.below += 1;
            } else if value > high {
                histogram.above += 1;
            } else {
                let share = (value / 2.0 - low / 2.0) / half_width;
                histogram.counts[((share * bins as f64) as usize).min(bins - 1)] += 1;
            }
        }
        histogram
    }
}
