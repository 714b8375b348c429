//! The softmax loss of clicked documents.

use crate::data::{Dataset, Query};
use crate::linalg::dot::dot;
use crate::loss::PairTable;
use crate::util::error::Error;

use super::super::list_net::softmax;
use super::super::{Curvature, QueryScoreLoss, ScoreLoss};
use super::{check_clicks, has_pairs};

/// `Ω log Σ_i e^{s_i} − Σ_i ω_i s_i` with `Ω = Σ_i ω_i`: each click is a choice among all documents of its query.
///
/// The loss is linear in ω. ListNet's own targets, a softmax of the weights, are not, so they would have a bias. It is
/// convex if Ω ≥ 0, whatever the signs of the weights; a query with Ω < 0 is left out. Cost: O(n).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClickSoftmax;

impl ScoreLoss for ClickSoftmax {
    fn bind_query(&self, query: &Query, _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        let weights = query.click_weights.to_vec();
        let total: f64 = weights.iter().sum();
        (has_pairs(&weights) && total >= 0.0)
            .then(|| Box::new(QueryClickSoftmax { weights, total }) as Box<dyn QueryScoreLoss>)
    }

    fn check(&self, data: &Dataset) -> Result<(), Error> {
        check_clicks(data)
    }
}

struct QueryClickSoftmax {
    /// ω.
    weights: Vec<f64>,
    /// Ω.
    total: f64,
}

impl QueryScoreLoss for QueryClickSoftmax {
    fn size(&self) -> usize {
        1
    }

    /// Sums `ω_i (log Σ e^s − s_i)`, whose terms with ω_i ≥ 0 are at least 0, so nothing cancels among them.
    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        let (shares, log_sum) = softmax(scores);
        let mut value = 0.0;
        for (i, (&weight, &share)) in self.weights.iter().zip(&shares).enumerate() {
            pull[i] = weight - self.total * share;
            value += weight * (log_sum - scores[i]).max(0.0);
        }
        value
    }

    /// L = Ω (diag(p) − p pᵀ).
    fn curvature<'a>(&'a self, scores: &'a [f64]) -> Option<Curvature<'a>> {
        let (shares, _) = softmax(scores);
        Some(Box::new(move |v, out| {
            let mean = dot(&shares, v);
            for ((out, p), v) in out.iter_mut().zip(&shares).zip(v) {
                *out = self.total * p * (v - mean);
            }
        }))
    }
}
