//! SVM-AUC: Δ is one minus the share of correctly ordered good-bad pairs, and the feature map is ψ_po.

use crate::data::Grade;
use crate::metric::AUC;

use super::merge_path::{PartialOrderLoss, ScoredLists, SearchCost};
use super::{PartialOrder, QueryLoss, RankingLoss};

/// The AUC loss.
///
/// The pairs are independent: in the violator, good document g stands before bad document b iff s_g − s_b ≥ ½.
/// Cost of the oracle: O(n log n).
/// Source: Joachims 2005; Chakrabarti et al. 2008, section 3.
#[derive(Debug, Clone)]
pub struct Auc {
    /// Documents with this grade or a higher one are good.
    pub threshold: Grade,
}

impl RankingLoss for Auc {
    fn bind(&self, grades: &[Grade]) -> Option<Box<dyn QueryLoss>> {
        let order = PartialOrder::bind(grades, self.threshold)?;
        let pairs = order.n_good() as f64 * order.n_bad() as f64;
        let loss = PartialOrderLoss::new(
            order,
            AUC.whole(),
            path,
            move |_, b| b as f64 / pairs,
            SearchCost::default(),
            "a test of every pair: the good document stands below if its score leads by less than ½",
        )?;
        Some(Box::new(loss))
    }
}

/// The best path. An inverted pair adds 1/(n₊ n₋) − 2/(n₊ n₋) (s_g − s_b) to H.
fn path(lists: &ScoredLists) -> Vec<usize> {
    lists.threshold_path(0.5)
}
