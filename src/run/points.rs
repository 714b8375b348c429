//! Scores of any points under the scorer of an iteration, and the columns of the feature map with their weights.

use serde::Serialize;

use super::TrainingRun;
use crate::data::LandmarkInfo;
use crate::ranking::scorer::Scorer;
use crate::ranking::scoring::point_scores;
use crate::util::error::Error;

/// The columns of a run's feature map, with the weights of a linear scorer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct MapColumns {
    /// The iteration of the weights.
    pub iteration: usize,
    /// `none`, `poly` or `rbf`.
    pub kind: &'static str,
    /// For `poly`, the features that each column multiplies, from 0.
    pub monomials: Vec<Vec<usize>>,
    /// For `rbf`, the landmarks in the order in which they were chosen.
    pub landmarks: Vec<LandmarkInfo>,
    /// For a linear scorer, one number per column: the weight of a monomial, or the coefficient u of a landmark, with
    /// score `Σ_p u_p k(x_p, x)`. Empty for other scorers and without a map.
    pub coefficients: Vec<f64>,
}

impl TrainingRun {
    /// Returns one score per point under the scorer of an iteration, as documents with these features would get it.
    ///
    /// `points`: raw features, row-major, one row of the training data's number of features per point. Cost: scaling,
    /// map and score of every point; memory for some points at a time.
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached, and for scaling within each query, which single
    /// points do not have; [`Error::Config`] for a number of values that does not match, or one that is not finite;
    /// [`Error::Numeric`] if a score is out of range.
    pub fn score_points(&self, iteration: usize, points: &[f64]) -> Result<Vec<f64>, Error> {
        let scorer = self.scorer(iteration)?;
        point_scores(points, self.n_features(), (&self.scaling, &self.map), &scorer)
    }

    /// Returns the columns of the feature map with their weights at an iteration.
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached.
    pub fn map_columns(&self, iteration: usize) -> Result<MapColumns, Error> {
        let scorer = self.scorer(iteration)?;
        let weights = match &*scorer {
            Scorer::Linear { weights } if !self.map.is_none() => weights.clone(),
            _ => Vec::new(),
        };
        let coefficients = self.map.coefficients(&weights).unwrap_or(weights);
        Ok(MapColumns {
            iteration,
            kind: self.map.kind(),
            monomials: self.map.monomials(),
            landmarks: self.map.landmarks(),
            coefficients,
        })
    }
}
