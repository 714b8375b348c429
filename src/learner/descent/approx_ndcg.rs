//! NDCG with smooth ranks.

use crate::data::{Dataset, Grade};
use crate::loss::PairTable;
use crate::metric::{Discount, Gain};
use crate::util::error::Error;

use super::pair_logistic::Logistic;
use super::{Curvature, QueryScoreLoss, ScoreLoss};

/// `1 − Σ_i g_i / log₂(1 + R_i) / best` with the smooth ranks `R_i = 1 + Σ_{j ≠ i} 1/(1 + e^{s_i − s_j})`, which count
/// from 1, and the gains g.
///
/// No rank is cut off. The scale of the scores decides how close a smooth rank is to the rank: the larger C, the closer.
/// Queries without a grade above 0 are left out. It is not convex. Cost: O(n · documents above grade 0).
///
/// Source: Qin, Liu and Li 2010, *A general approximation framework for direct optimization of information retrieval
/// measures*, with α = 1, since any other α is the same as scores of another scale.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct ApproxNdcg {
    /// Gain of a grade.
    pub gain: Gain,
}

impl ScoreLoss for ApproxNdcg {
    fn bind(&self, grades: &[Grade], _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        let mut falling = grades.to_vec();
        falling.sort_unstable_by(|one, other| other.cmp(one));
        let gain = |grade: Grade| self.gain.of(grade);
        let discount = |rank: usize| Discount::Log2RankPlusOne.at(rank);
        let best: f64 = falling.iter().enumerate().map(|(rank, &grade)| gain(grade) * discount(rank)).sum();
        if best <= 0.0 {
            return None;
        }
        let worth = grades.iter().enumerate().filter(|(_, grade)| **grade > 0);
        Some(Box::new(QueryApproxNdcg { worth: worth.map(|(i, &grade)| (i, gain(grade) / best)).collect() }))
    }

    fn is_convex(&self) -> bool {
        false
    }

    fn check(&self, data: &Dataset) -> Result<(), Error> {
        if data.max_grade() > 0 {
            return Ok(());
        }
        Err(Error::data("no document has a grade above 0, so no query has an NDCG"))
    }
}

struct QueryApproxNdcg {
    /// The documents with a gain, and the gain over the best DCG.
    worth: Vec<(usize, f64)>,
}

impl QueryScoreLoss for QueryApproxNdcg {
    fn size(&self) -> usize {
        1
    }

    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        pull.fill(0.0);
        let mut ndcg = 0.0;
        for &(i, worth) in &self.worth {
            let mut rank = 1.0;
            let others = || scores.iter().enumerate().filter(|(j, _)| *j != i);
            for (_, score) in others() {
                rank += Logistic::at(scores[i] - score).force;
            }
            let log = libm::log2(1.0 + rank);
            ndcg += worth / log;
            // ∂loss/∂R_i; a pair moves R_i by its curvature.
            let slope = worth / (std::f64::consts::LN_2 * (1.0 + rank) * log * log);
            for (j, score) in others() {
                let force = slope * Logistic::at(scores[i] - score).curvature();
                pull[i] += force;
                pull[j] -= force;
            }
        }
        (1.0 - ndcg).max(0.0)
    }

    fn curvature<'a>(&'a self, _scores: &'a [f64]) -> Option<Curvature<'a>> {
        None
    }
}
