//! ListNet: the probability of the first rank, by grades and by scores.

use crate::data::{Dataset, Grade};
use crate::linalg::dot::dot;
use crate::loss::PairTable;
use crate::util::error::Error;

use super::score_loss::{check_pairs, has_pair};
use super::{Curvature, QueryScoreLoss, ScoreLoss, Targets};

/// `KL(softmax(t) ‖ softmax(s))`: the cross entropy of the paper minus a constant.
///
/// Queries with a single grade are left out, because they would only pull scores together. Cost: O(n).
/// Source: Cao et al. 2007, top-one probabilities.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ListNet {
    /// t by grade.
    pub targets: Targets,
}

impl ScoreLoss for ListNet {
    fn bind(&self, grades: &[Grade], _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        if !has_pair(grades) {
            return None;
        }
        let targets: Vec<f64> = grades.iter().map(|&grade| self.targets.of(grade)).collect();
        let (target, log_sum) = softmax(&targets);
        let log_target = targets.iter().map(|t| t - log_sum).collect();
        Some(Box::new(QueryListNet { target, log_target }))
    }

    fn check(&self, data: &Dataset) -> Result<(), Error> {
        self.targets.check(data)?;
        check_pairs(data)
    }
}

struct QueryListNet {
    /// softmax(t).
    target: Vec<f64>,
    /// Its logarithms.
    log_target: Vec<f64>,
}

impl QueryScoreLoss for QueryListNet {
    fn size(&self) -> usize {
        1
    }

    /// With target q and shares p, adds `q log(q/p) − q + p` per document. Both sum to 1, so this is the divergence;
    /// and no term is below 0, so nothing cancels where the two almost agree.
    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        let (shares, log_sum) = softmax(scores);
        let mut divergence = 0.0;
        for (i, (&q, &p)) in self.target.iter().zip(&shares).enumerate() {
            pull[i] = q - p;
            // A probability that is 0 in floating point has no logarithm to use.
            let log_ratio = if q > 0.0 { self.log_target[i] - (scores[i] - log_sum) } else { 0.0 };
            divergence += (q * log_ratio - q + p).max(0.0);
        }
        divergence
    }

    /// L = diag(p) − p pᵀ.
    fn curvature<'a>(&'a self, scores: &'a [f64]) -> Option<Curvature<'a>> {
        let (shares, _) = softmax(scores);
        Some(Box::new(move |v, out| {
            let mean = dot(&shares, v);
            for ((out, p), v) in out.iter_mut().zip(&shares).zip(v) {
                *out = p * (v - mean);
            }
        }))
    }
}

/// Returns softmax(x) and log Σ e^x. The largest value is subtracted first, so neither overflows.
pub(super) fn softmax(x: &[f64]) -> (Vec<f64>, f64) {
    let greatest = x.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut shares: Vec<f64> = x.iter().map(|value| libm::exp(value - greatest)).collect();
    let sum: f64 = shares.iter().sum();
    shares.iter_mut().for_each(|share| *share /= sum);
    (shares, greatest + libm::log(sum))
}
