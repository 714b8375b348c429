//! Settings of the learners by descent. Must not know losses.

use crate::data::Grade;
use crate::learner::cutting_plane::{check_c, check_gap};
use crate::loss::GradeWeights;
use crate::metric::Gain;
use crate::util::error::Error;

use super::{SmoothedMeasure, Weighting};

/// Settings of [`Descent`](super::Descent).
#[derive(Debug, Clone, PartialEq)]
pub struct DescentConfig {
    /// C: weight of the mean loss.
    pub c: f64,
    /// How pairs add up. Losses of single documents and of lists ignore it.
    pub weighting: Weighting,
    /// Weights of pairs by their grades. Only losses of pairs use them.
    pub pair_weights: GradeWeights,
    /// Relative gap at which training has converged.
    pub gap: f64,
    /// Largest number of steps.
    pub max_iterations: usize,
}

impl Default for DescentConfig {
    fn default() -> Self {
        Self {
            c: 100.0,
            weighting: Weighting::Query,
            pair_weights: GradeWeights::Equal,
            gap: 1e-6,
            max_iterations: 1000,
        }
    }
}

impl DescentConfig {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] naming the value that is out of range.
    pub fn check(&self) -> Result<(), Error> {
        check_c(self.c)?;
        check_gap(self.gap)?;
        at_least_one("max_iterations", self.max_iterations)
    }
}

/// Settings of [`SmoothRank`](super::SmoothRank).
#[derive(Debug, Clone, PartialEq)]
pub struct SmoothRankConfig {
    /// C: weight of the mean loss.
    pub c: f64,
    /// The smoothed measure.
    pub measure: SmoothedMeasure,
    /// Documents with this grade or a higher one are good. Only average precision uses it.
    pub threshold: Grade,
    /// Largest number of steps for each width of the smoothing.
    pub max_iterations: usize,
}

impl Default for SmoothRankConfig {
    fn default() -> Self {
        let measure = SmoothedMeasure::Ndcg { cut_off: Some(10), gain: Gain::Exponential };
        Self { c: 10.0, measure, threshold: 1, max_iterations: 100 }
    }
}

impl SmoothRankConfig {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] naming the value that is out of range.
    pub fn check(&self) -> Result<(), Error> {
        check_c(self.c)?;
        let (SmoothedMeasure::Ndcg { cut_off, .. } | SmoothedMeasure::ClickDcg { cut_off }) = self.measure
        else {
            return at_least_one("max_iterations", self.max_iterations);
        };
        if cut_off == Some(0) {
            return Err(Error::config("cut_off", "0 would count no rank; the smallest cut-off is 1"));
        }
        at_least_one("max_iterations", self.max_iterations)
    }
}

/// Settings of [`TwoLayer`](super::TwoLayer).
#[derive(Debug, Clone, PartialEq)]
pub struct TwoLayerConfig {
    /// Number of hidden units.
    pub hidden: usize,
    /// Number of passes over the queries.
    pub epochs: usize,
    /// Initial step length relative to the gradient.
    pub rate: f64,
    /// Seed of the initial weights and of the order of the queries.
    pub seed: u64,
}

impl Default for TwoLayerConfig {
    fn default() -> Self {
        Self { hidden: 10, epochs: 50, rate: 0.01, seed: 0 }
    }
}

impl TwoLayerConfig {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] naming the value that is out of range.
    pub fn check(&self) -> Result<(), Error> {
        at_least_one("hidden", self.hidden)?;
        at_least_one("epochs", self.epochs)?;
        if !(self.rate.is_finite() && self.rate > 0.0) {
            return Err(Error::config("learning_rate", format!("{} is not a positive number", self.rate)));
        }
        Ok(())
    }
}

/// Checks that a count is not 0.
///
/// # Errors
/// [`Error::Config`] if it is 0.
pub(crate) fn at_least_one(field: &'static str, count: usize) -> Result<(), Error> {
    if count == 0 {
        return Err(Error::config(field, "0 would train nothing; the smallest value is 1"));
    }
    Ok(())
}

/// Checks that the scorers of all iterations fit into a gigabyte.
///
/// # Errors
/// [`Error::Data`] if they would need more.
pub(crate) fn check_history(iterations: usize, values: usize) -> Result<(), Error> {
    let bytes = 8.0 * (iterations as f64 + 1.0) * values as f64;
    if bytes > 1e9 {
        return Err(Error::data(format!(
            "keeping the scorer of {iterations} iterations, {values} numbers each, would take {:.0} MB; use fewer \
             iterations, queries or features",
            bytes * 1e-6
        )));
    }
    Ok(())
}
