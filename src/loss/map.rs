//! SVM-MAP: Δ is one minus average precision, and ψ is the partial-order feature map ψ_po ([`PartialOrder`]).
//!
//! Must not know features, weights or C.

use crate::data::Grade;
use crate::metric::AVERAGE_PRECISION;

use super::merge_path::{PartialOrderLoss, ScoredLists, SearchCost};
use super::{PartialOrder, QueryLoss, RankingLoss};

/// The average-precision loss.
///
/// Δ(y) = 1 − (1/n₊) Σ_g (1+g)/(1+g+b_g), where b_g bad documents stand before the g-th good one, g from 0.
/// Cost of the oracle: O(n log n + n₊ n₋).
/// Source: Yue et al. 2007, Algorithm 2; Chakrabarti et al. 2008, section 2.2.4. Their formula lacks the factor 1/n₊,
/// but their text says average.
#[derive(Debug, Clone)]
pub struct Map {
    /// Documents with this grade or a higher one are good.
    pub threshold: Grade,
}

impl RankingLoss for Map {
    fn bind(&self, grades: &[Grade]) -> Option<Box<dyn QueryLoss>> {
        let order = PartialOrder::bind(grades, self.threshold)?;
        let n_good = order.n_good() as f64;
        let cost = SearchCost::of_best_path(&order);
        let share = move |g: usize, b: usize| b as f64 / (n_good * (g as f64 + 1.0 + b as f64));
        let loss = PartialOrderLoss::new(
            order,
            AVERAGE_PRECISION.whole(),
            path,
            share,
            cost,
            "merge of good into bad documents",
        )?;
        Some(Box::new(loss))
    }
}

/// The path of the violator: the number b_g of bad documents before each good document g.
fn path(lists: &ScoredLists) -> Vec<usize> {
    let n_good = lists.good.len() as f64;
    // The sum omits the constant 1 of Δ, because it is the same for every ranking.
    lists.best_path(|g, b| {
        let good_so_far = g as f64 + 1.0;
        // As in `score_term`.
        -good_so_far / (n_good * (good_so_far + f64::from(b as u32)))
    })
}
