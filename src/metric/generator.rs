//! Weights of the bad documents above a good one, in the loss OWPC and in its error. Must not know losses.
//!
//! Source: Usunier, Buffoni and Gallinari 2009, section 2.

use std::fmt;
use std::str::FromStr;

use crate::util::error::{Error, shown};

/// Weights of the sorted hinges, up to a common factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Generator {
    /// Equal weights.
    Constant,
    /// Equal weights for the first p % of the bad documents (at least one), then 0.
    Top(f64),
    /// Weight 1/j.
    InverseRank,
    /// Weight 2^(−100 j / (p n₋)).
    Exponential(f64),
}

impl Generator {
    /// Returns Φ(0), Φ(1), … Φ(n₋): the sums of the first weights, for n₋ bad documents. The weights add up to 1, and
    /// Φ(j) is the error of a good document with j bad documents above it. Cost: O(n₋).
    pub fn sums(self, n_bad: usize) -> Vec<f64> {
        let weights: Vec<f64> = (1..=n_bad).map(|j| self.weight(j, n_bad)).collect();
        let total: f64 = weights.iter().sum();
        let mut sums = vec![0.0; n_bad + 1];
        let mut sum = 0.0;
        for (so_far, weight) in sums[1..].iter_mut().zip(&weights) {
            sum += weight / total;
            *so_far = sum;
        }
        sums
    }

    pub(crate) fn weight(self, j: usize, n_bad: usize) -> f64 {
        let (j, n_bad) = (j as f64, n_bad as f64);
        match self {
            Self::Constant => 1.0,
            Self::Top(percent) => f64::from(u8::from(j <= (n_bad * percent / 100.0).max(1.0))),
            Self::InverseRank => 1.0 / j,
            // Weights are relative to the first one, so that they do not all underflow to 0 in short lists.
            Self::Exponential(percent) => libm::exp2(-100.0 * (j - 1.0) / (percent * n_bad)),
        }
    }
}

const GRAMMAR: &str = "constant, top:P (P per cent of the bad documents), inverse-rank or exp:P";

impl FromStr for Generator {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let text = text.trim().to_ascii_lowercase();
        let refused =
            || Error::config("generator", format!("{} is not a generator; use {GRAMMAR}", shown(&text)));
        let percent = |part: &str| {
            part.trim().parse().ok().filter(|p: &f64| *p > 0.0 && *p <= 100.0).ok_or_else(|| {
                Error::config(
                    "generator",
                    format!("{} in {} is not a number above 0 and up to 100", shown(part), shown(&text)),
                )
            })
        };
        match text.split_once(':') {
            Some(("top", part)) => Ok(Self::Top(percent(part)?)),
            Some(("exp", part)) => Ok(Self::Exponential(percent(part)?)),
            None if text == "constant" => Ok(Self::Constant),
            None if text == "inverse-rank" => Ok(Self::InverseRank),
            _ => Err(refused()),
        }
    }
}

impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant => f.write_str("constant"),
            Self::Top(percent) => write!(f, "top:{percent}"),
            Self::InverseRank => f.write_str("inverse-rank"),
            Self::Exponential(percent) => write!(f, "exp:{percent}"),
        }
    }
}
