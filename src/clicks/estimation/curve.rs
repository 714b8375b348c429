//! Curves of propensities: how log p depends on the parameters. Must not know clicks.

use serde::{Deserialize, Serialize};

use crate::util::error::{Error, shown};

/// The shape of a curve of propensities.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum Curve {
    /// p_j = (j + 1)^-eta: one parameter.
    #[default]
    Power,
    /// p_0 = 1, and one parameter log p_j for every other rank.
    Free,
}

impl std::str::FromStr for Curve {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "power" => Ok(Self::Power),
            "free" => Ok(Self::Free),
            _ => Err(Error::config("curve", format!("{} is not one of power, free", shown(text)))),
        }
    }
}

impl Curve {
    /// Number of parameters of a curve over so many ranks.
    pub(super) fn n_parameters(self, n_ranks: usize) -> usize {
        match self {
            Self::Power => 1,
            Self::Free => n_ranks - 1,
        }
    }

    /// Returns log p of every rank.
    pub(super) fn log_p(self, parameters: &[f64], n_ranks: usize) -> Vec<f64> {
        match self {
            Self::Power => (0..n_ranks).map(|rank| parameters[0] * slope(rank)).collect(),
            Self::Free => std::iter::once(0.0).chain(parameters.iter().copied()).collect(),
        }
    }

    /// Turns derivatives by log p into derivatives by the parameters.
    pub(super) fn pull_back(self, gradient: &[f64]) -> Vec<f64> {
        match self {
            Self::Power => {
                vec![gradient.iter().enumerate().map(|(rank, value)| slope(rank) * value).sum()]
            }
            Self::Free => gradient[1..].to_vec(),
        }
    }

    /// Turns a square matrix over ranks into the matrix over parameters.
    pub(super) fn pull_back_matrix(self, matrix: &[f64], n_ranks: usize) -> Vec<f64> {
        let rows = matrix.chunks_exact(n_ranks);
        match self {
            Self::Power => {
                let of_rows: Vec<f64> = rows.flat_map(|row| self.pull_back(row)).collect();
                self.pull_back(&of_rows)
            }
            Self::Free => rows.skip(1).flat_map(|row| row[1..].iter().copied()).collect(),
        }
    }
}

/// Returns the derivative of log p of a rank by eta.
fn slope(rank: usize) -> f64 {
    -libm::log(rank as f64 + 1.0)
}
