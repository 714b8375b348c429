//! ListMLE: the likelihood of the ideal ranking if documents are drawn one after the other.

use crate::data::Grade;
use crate::loss::PairTable;
use crate::util::sorting::by_falling_level;

use super::score_loss::has_pair;
use super::{Curvature, QueryScoreLoss, ScoreLoss};

/// `Σ_j (log Σ_{l ≥ j} e^{s_l} − s_j)` along the ranking by falling grade.
///
/// Documents of the same grade keep document order, which gives one of several ideal rankings. Cost: O(n).
/// Source: Xia et al. 2008 (Plackett-Luce likelihood).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ListMle;

impl ScoreLoss for ListMle {
    fn bind(&self, grades: &[Grade], _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        let order = by_falling_level(grades);
        has_pair(grades).then(|| Box::new(QueryListMle { order }) as Box<dyn QueryScoreLoss>)
    }
}

struct QueryListMle {
    /// The ideal ranking.
    order: Vec<u32>,
}

/// The sums over the documents from each rank on, at some scores.
struct Suffixes {
    /// log Σ_{l ≥ j} e^{s_l}.
    log_sums: Vec<f64>,
    /// e^{s_j} over that sum: the probability that the document of rank j is drawn first.
    first: Vec<f64>,
    /// The sum of the next rank over this one; 0 for the last rank.
    rest: Vec<f64>,
}

impl QueryListMle {
    fn suffixes(&self, scores: &[f64]) -> Suffixes {
        let n = self.order.len();
        let mut log_sums = vec![f64::NEG_INFINITY; n + 1];
        for (j, &document) in self.order.iter().enumerate().rev() {
            let (score, behind) = (scores[document as usize], log_sums[j + 1]);
            let (small, large) = if score < behind { (score, behind) } else { (behind, score) };
            log_sums[j] = large + libm::log1p(libm::exp(small - large));
        }
        let first = (0..n).map(|j| libm::exp(scores[self.order[j] as usize] - log_sums[j])).collect();
        let rest = (0..n).map(|j| libm::exp(log_sums[j + 1] - log_sums[j])).collect();
        Suffixes { log_sums, first, rest }
    }
}

impl Suffixes {
    /// Returns `Σ_{j ≤ a} e^{s_a − log_sums_j} values_j` for every rank a. Every factor is at most 1.
    fn prefix_sums(&self, values: impl Fn(usize) -> f64) -> Vec<f64> {
        let mut sum = 0.0;
        let of_rank = |a: usize| {
            let carry = if a == 0 { 0.0 } else { self.rest[a - 1] };
            sum = values(a) + carry * sum;
            self.first[a] * sum
        };
        (0..self.first.len()).map(of_rank).collect()
    }
}

impl QueryScoreLoss for QueryListMle {
    fn size(&self) -> usize {
        1
    }

    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        let suffixes = self.suffixes(scores);
        let expected = suffixes.prefix_sums(|_| 1.0);
        let mut value = 0.0;
        for (j, &document) in self.order.iter().enumerate() {
            value += suffixes.log_sums[j] - scores[document as usize];
            pull[document as usize] = 1.0 - expected[j];
        }
        value
    }

    /// L is the sum over ranks j of diag(p) − p pᵀ with p = softmax of the scores from rank j on.
    fn curvature<'a>(&'a self, scores: &'a [f64]) -> Option<Curvature<'a>> {
        let suffixes = self.suffixes(scores);
        let diagonal = suffixes.prefix_sums(|_| 1.0);
        Some(Box::new(move |v, out| {
            // Mean of v under each p.
            let mut means = vec![0.0; self.order.len()];
            let mut mean = 0.0;
            for (j, &document) in self.order.iter().enumerate().rev() {
                mean = suffixes.first[j] * v[document as usize] + suffixes.rest[j] * mean;
                means[j] = mean;
            }
            let sums = suffixes.prefix_sums(|j| means[j]);
            for (j, &document) in self.order.iter().enumerate() {
                out[document as usize] = diagonal[j] * v[document as usize] - sums[j];
            }
        }))
    }
}
