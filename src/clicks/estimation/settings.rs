//! The settings of an estimate of propensities.

use serde::{Deserialize, Serialize};

use super::Curve;
use crate::util::error::{Error, brief, shown};

/// Largest number of ranks that inform an estimate, because a step may cost its square for each document. A power law
/// has all other ranks too.
pub const MAX_ESTIMATED_RANKS: usize = 100;

/// Largest number of steps of EM.
pub const MAX_EM_STEPS: usize = 100_000;

/// How propensities are estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Source {
    /// Maximum of the conditional likelihood.
    #[default]
    Conditional,
    /// Least squares on the log ratios of click rates of all pairs of ranks. Source: Agarwal et al. 2019.
    AllPairs,
    /// The same with the pairs that contain rank 0.
    Pivot,
    /// Expectation maximisation of the position-based model. Source: Wang et al. 2018.
    Em,
}

impl std::str::FromStr for Source {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "conditional" => Ok(Self::Conditional),
            "allpairs" => Ok(Self::AllPairs),
            "pivot" => Ok(Self::Pivot),
            "em" => Ok(Self::Em),
            _ => Err(Error::config(
                "source",
                format!("{} is not one of conditional, allpairs, pivot, em", shown(text)),
            )),
        }
    }
}

/// How propensities are estimated, over which ranks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct EstimationSettings {
    /// The estimator.
    pub source: Source,
    /// The shape of the curve.
    pub curve: Curve,
    /// Number of ranks, from the first.
    pub ranks: usize,
    /// Exponent of the curve from which EM starts.
    pub start: f64,
    /// Number of steps of EM.
    pub steps: usize,
}

impl Default for EstimationSettings {
    fn default() -> Self {
        Self { source: Source::Conditional, curve: Curve::Power, ranks: 10, start: 1.0, steps: 2000 }
    }
}

impl EstimationSettings {
    /// Checks the settings.
    ///
    /// # Errors
    /// [`Error::Config`] with the name of the first setting outside its range.
    pub fn check(&self) -> Result<(), Error> {
        if !(2..=MAX_ESTIMATED_RANKS).contains(&self.ranks) {
            let problem = format!("{} is not from 2 to {MAX_ESTIMATED_RANKS}", self.ranks);
            return Err(Error::config("ranks", problem));
        }
        if !(0.0..=10.0).contains(&self.start) {
            return Err(Error::config(
                "start",
                format!("{} is not a number from 0 to 10", brief(self.start)),
            ));
        }
        if !(1..=MAX_EM_STEPS).contains(&self.steps) {
            return Err(Error::config("steps", format!("{} is not from 1 to {MAX_EM_STEPS}", self.steps)));
        }
        Ok(())
    }
}
