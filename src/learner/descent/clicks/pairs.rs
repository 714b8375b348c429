//! The logistic loss of a clicked document against every other document.

use crate::data::{Dataset, Query};
use crate::loss::PairTable;
use crate::util::error::Error;

use super::super::pair_logistic::Logistic;
use super::super::{Curvature, QueryScoreLoss, ScoreLoss};
use super::{check_click_pairs, has_pairs};

/// `Σ_i ω_i Σ_{j≠i} log(1 + e^{−(s_i − s_j)})`.
///
/// A clicked document is compared with all others, clicked or not: that is linear in ω, and which document is better is
/// unknown. Two clicked documents are compared both ways. Weights are at least 0. Cost: O(n · clicked documents).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClickPairLogistic;

impl ScoreLoss for ClickPairLogistic {
    fn bind_query(&self, query: &Query, _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        let clicked = |(i, &weight): (usize, &f64)| (weight != 0.0).then_some((i, weight));
        let clicked = query.click_weights.iter().enumerate().filter_map(clicked).collect();
        has_pairs(query.click_weights)
            .then(|| Box::new(QueryClickPairLogistic { clicked }) as Box<dyn QueryScoreLoss>)
    }

    fn check(&self, data: &Dataset) -> Result<(), Error> {
        check_click_pairs(data)
    }
}

struct QueryClickPairLogistic {
    /// Every clicked document with its ω.
    clicked: Vec<(usize, f64)>,
}

impl QueryScoreLoss for QueryClickPairLogistic {
    fn size(&self) -> usize {
        1
    }

    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        pull.fill(0.0);
        let mut value = 0.0;
        for &(i, weight) in &self.clicked {
            let mut force = 0.0;
            for (j, score) in scores.iter().enumerate() {
                if j != i {
                    let loss = Logistic::at(scores[i] - score);
                    value += weight * loss.value;
                    force += weight * loss.force;
                    pull[j] -= weight * loss.force;
                }
            }
            pull[i] += force;
        }
        value
    }

    /// The second derivatives of the pairs are stored: 8 n bytes for each clicked document.
    fn curvature<'a>(&'a self, scores: &'a [f64]) -> Option<Curvature<'a>> {
        let n = scores.len();
        let mut curvatures = Vec::with_capacity(self.clicked.len() * n);
        for &(i, weight) in &self.clicked {
            let of = |(j, score): (usize, &f64)| {
                if j == i { 0.0 } else { weight * Logistic::at(scores[i] - score).curvature() }
            };
            curvatures.extend(scores.iter().enumerate().map(of));
        }
        Some(Box::new(move |v, out| {
            out.fill(0.0);
            for (&(i, _), row) in self.clicked.iter().zip(curvatures.chunks_exact(n)) {
                let mut sum = 0.0;
                for ((out, curvature), v_j) in out.iter_mut().zip(row).zip(v) {
                    let term = curvature * (v[i] - v_j);
                    sum += term;
                    *out -= term;
                }
                out[i] += sum;
            }
        }))
    }
}
