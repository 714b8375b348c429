//! MPRank: differences of scores should equal differences of grades.

use crate::data::Grade;
use crate::loss::PairTable;

use super::{Curvature, Levels, QueryScoreLoss, ScoreLoss};

/// `τ_ij ½ ((s_i − s_j) − (r_i − r_j))²` summed over all pairs with r_i > r_j.
///
/// Cost: O(n · number of grades). Source: Cortes, Mohri and Rastogi 2007, with the square and pairs of different
/// grades.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MagnitudePreserving;

impl ScoreLoss for MagnitudePreserving {
    fn bind(&self, grades: &[Grade], table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        let levels = Levels::bind(grades, table)?;
        Some(Box::new(QueryMagnitude { levels, grades: grades.iter().copied().map(f64::from).collect() }))
    }
}

struct QueryMagnitude {
    levels: Levels,
    grades: Vec<f64>,
}

impl QueryMagnitude {
    /// Writes `Σ_j τ_ij (v_i − v_j)` over the partners j of every document into `out`.
    fn laplacian(&self, v: &[f64], out: &mut [f64]) {
        out.fill(0.0);
        let sum = |level: usize| -> f64 { self.levels.documents(level).iter().map(|&i| v[i as usize]).sum() };
        let sums: Vec<f64> = (0..self.levels.len()).map(sum).collect();
        for &(better, worse, weight) in self.levels.pairs() {
            for (level, other) in [(better, worse), (worse, better)] {
                let n = self.levels.documents(other).len() as f64;
                for &i in self.levels.documents(level) {
                    out[i as usize] += weight * (n * v[i as usize] - sums[other]);
                }
            }
        }
    }
}

impl QueryScoreLoss for QueryMagnitude {
    fn size(&self) -> usize {
        self.levels.n_pairs()
    }

    /// With e = s − r, the loss is ½ eᵀLe and the pull is −Le.
    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        let residuals: Vec<f64> =
            scores.iter().zip(&self.grades).map(|(score, grade)| score - grade).collect();
        // L ignores the mean, and the sums lose fewer digits without it.
        let mean = residuals.iter().sum::<f64>() / residuals.len() as f64;
        let residuals: Vec<f64> = residuals.iter().map(|residual| residual - mean).collect();
        self.laplacian(&residuals, pull);
        let mut value = 0.0;
        for (pull, residual) in pull.iter_mut().zip(&residuals) {
            value += 0.5 * *pull * residual;
            *pull = -*pull;
        }
        value.max(0.0)
    }

    fn curvature<'a>(&'a self, _scores: &'a [f64]) -> Option<Curvature<'a>> {
        Some(Box::new(move |v, out| self.laplacian(v, out)))
    }
}
