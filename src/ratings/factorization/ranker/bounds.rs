//! The certificate of a factorisation, from the dual variables of the step of the items.

use super::super::FactorCertificate;
use super::super::factors::half_square;
use super::super::planes::RatedList;
use super::super::spectral::{SparseRows, bound_spectral_norm};
use super::RankingFactorization;

impl RankingFactorization {
    /// Returns the bound for any rank, of the dual variables of the last step of the items and the present reference.
    ///
    /// Cost: see [`bound_spectral_norm`].
    pub fn certificate(&self) -> FactorCertificate {
        let matrix = self.pull_matrix();
        let gain: f64 =
            self.lists.iter().flat_map(|list| &list.planes).map(|plane| plane.dual * plane.loss).sum();
        let mut sum = vec![0.0; self.factors.n_items()];
        matrix.rows.iter().flatten().for_each(|&(item, value)| sum[item as usize] += value);
        let pull = 2.0 * half_square(&sum);
        FactorCertificate::new(bound_spectral_norm(&matrix), gain, pull, self.objective, self.turn == 0)
    }

    /// Returns κ̄: one row per user that takes part, with `Σ α κ` at the rated items.
    pub fn pull_matrix(&self) -> SparseRows {
        let row = |list: &RatedList| list.items.iter().copied().zip(list.pull()).collect();
        SparseRows { rows: self.lists.iter().map(row).collect(), n_columns: self.factors.n_items() }
    }
}
