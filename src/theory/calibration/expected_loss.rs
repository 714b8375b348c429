//! A convex loss of two or three scores in expectation over the grades, smooth or not, and the order of its minimiser.

use super::polyhedral::Polyhedral;
use super::smooth::SmoothLoss;
use crate::data::Grade;
use crate::learner::descent::ScoreLoss;
use crate::loss::LossSpec;

/// Scores that differ by less are tied.
const TIED: f64 = 1e-7;

/// A loss bound to the grades of every case.
pub(super) enum Loss {
    Smooth(SmoothLoss),
    Structured(Polyhedral),
}

impl Loss {
    pub fn smooth(loss: &dyn ScoreLoss, cases: &[Vec<Grade>], orders: &[Vec<usize>]) -> Self {
        Self::Smooth(SmoothLoss::bind(loss, cases, orders))
    }

    pub fn structured(loss: &LossSpec, cases: &[Vec<Grade>], orders: &[Vec<usize>]) -> Self {
        Self::Structured(Polyhedral::bind(loss, cases, orders))
    }

    /// Returns the scores that minimise the expected loss; of several, those of least norm.
    pub fn minimiser(&self, probabilities: &[f64]) -> Vec<f64> {
        match self {
            Self::Smooth(loss) => loss.minimiser(probabilities),
            Self::Structured(loss) => loss.minimiser(probabilities),
        }
    }
}

/// Returns the numbers of the orders that sort by falling score; several if scores are tied.
pub(super) fn orders_by_scores(scores: &[f64], orders: &[Vec<usize>]) -> Vec<usize> {
    let falls = |order: &Vec<usize>| order.windows(2).all(|two| scores[two[0]] >= scores[two[1]] - TIED);
    (0..orders.len()).filter(|&at| falls(&orders[at])).collect()
}

/// Returns all orders of `n` documents, in lexicographic order.
pub(super) fn all_orders(n: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..n {
        orders = orders
            .iter()
            .flat_map(|order: &Vec<usize>| {
                let free = (0..n).filter(|document| !order.contains(document));
                free.map(|document| [order.as_slice(), &[document]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    orders
}
