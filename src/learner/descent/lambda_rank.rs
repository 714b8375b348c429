//! The pulls of LambdaRank, for learners that only need pulls.

use crate::data::Grade;
use crate::learner::swap_forces::{Gains, Swaps};
use crate::loss::PairTable;
use crate::metric::{Discount, Gain, Labels, Measure, NDCG};
use crate::ranking::TiedRanking;

use super::score_loss::has_pair;
use super::{Curvature, QueryScoreLoss, ScoreLoss};

/// Pulls without a loss: `λ_i = Σ_j ρ_ij − Σ_j ρ_ji` with `ρ_ij = ω_ij / (1 + e^{s_i − s_j})` for r_i > r_j, where ω_ij is
/// the change of NDCG@k if i and j swap their ranks.
///
/// There is no loss whose derivatives these pulls are, because ω jumps where ranks change. The value is 1 − NDCG@k, which
/// the pulls reduce in the mean. The pulls of a query add up to 0, and two documents behind rank k do not act on each
/// other. Documents with equal scores share their ranks. Cost: O(n log n + n k).
///
/// Source: Burges, Ragno and Le 2006; Tewari 2015.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LambdaRank {
    /// k, at least 1; `None` counts all ranks.
    pub cut_off: Option<usize>,
    /// Gain of a grade.
    pub gain: Gain,
}

impl ScoreLoss for LambdaRank {
    fn bind(&self, grades: &[Grade], _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        has_pair(grades).then(|| -> Box<dyn QueryScoreLoss> {
            Box::new(QueryLambdaRank {
                grades: grades.to_vec(),
                discounts: Discount::Log2RankPlusOne.vector(grades.len(), self.cut_off),
                best: best_gain(self.gain, grades, self.cut_off),
                measure: Measure { gain: self.gain, ..NDCG.at(self.cut_off) },
            })
        })
    }

    fn is_convex(&self) -> bool {
        false
    }
}

/// Returns the DCG@k of an ideal ranking.
pub(super) fn best_gain(gain: Gain, grades: &[Grade], cut_off: Option<usize>) -> f64 {
    let mut falling = grades.to_vec();
    falling.sort_unstable_by(|one, other| other.cmp(one));
    let ranks = 0..cut_off.unwrap_or(usize::MAX).min(grades.len());
    ranks.map(|rank| gain.of(falling[rank]) * Discount::Log2RankPlusOne.at(rank)).sum()
}

struct QueryLambdaRank {
    grades: Vec<Grade>,
    discounts: Vec<f64>,
    /// DCG@k of an ideal ranking, positive.
    best: f64,
    measure: Measure,
}

impl QueryScoreLoss for QueryLambdaRank {
    fn size(&self) -> usize {
        1
    }

    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        let gains = Gains::Rule(&self.measure.gain);
        let swaps = Swaps { gains, discounts: &self.discounts, by_distance: false };
        for (pull, [force, _]) in pull.iter_mut().zip(swaps.of(scores, &self.grades, 1.0 / self.best)) {
            *pull = force;
        }
        let labels =
            Labels { grades: &self.grades, groups: &[], max_grade: Grade::MAX, threshold: 1, unjudged: 0 };
        let ndcg = self.measure.value(&TiedRanking::by_scores(scores), &labels);
        // The query has a grade above 0, so its NDCG is defined.
        1.0 - ndcg.unwrap_or(0.0)
    }

    fn curvature<'a>(&'a self, _scores: &'a [f64]) -> Option<Curvature<'a>> {
        None
    }
}
