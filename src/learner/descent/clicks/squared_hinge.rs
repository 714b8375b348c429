//! The squared hinge of a clicked document against every other document, in O(n log n).

use crate::data::{Dataset, Query};
use crate::loss::PairTable;
use crate::ranking::Ranking;
use crate::util::error::Error;

use super::super::{Curvature, QueryScoreLoss, ScoreLoss};
use super::{check_click_pairs, has_pairs};

/// `Σ_i ω_i Σ_{j≠i} ½ [1 − (s_i − s_j)]₊²`, with the pairs of [`ClickPairLogistic`](super::ClickPairLogistic).
///
/// Cost: O(n log n), by sums over the documents in score order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClickSquaredHinge;

impl ScoreLoss for ClickSquaredHinge {
    fn bind_query(&self, query: &Query, _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        let weights = query.click_weights.to_vec();
        has_pairs(&weights).then(|| Box::new(QueryClickSquaredHinge { weights }) as Box<dyn QueryScoreLoss>)
    }

    fn check(&self, data: &Dataset) -> Result<(), Error> {
        check_click_pairs(data)
    }
}

struct QueryClickSquaredHinge {
    /// ω.
    weights: Vec<f64>,
}

/// The active pairs at some scores: i clicked, j ≠ i, and s_j > s_i − 1.
struct Active<'a> {
    weights: &'a [f64],
    /// Documents by falling score.
    order: Vec<u32>,
    /// For every rank, the number of documents whose score is above that of the rank minus 1. It never falls.
    ends: Vec<usize>,
}

impl<'a> Active<'a> {
    fn new(weights: &'a [f64], scores: &[f64]) -> Self {
        let order = Ranking::by_scores(scores).order().to_vec();
        let mut end = 0;
        let of = |&i: &u32| {
            let bound = scores[i as usize] - 1.0;
            while end < order.len() && scores[order[end] as usize] > bound {
                end += 1;
            }
            end
        };
        let ends = order.iter().map(of).collect();
        Self { weights, order, ends }
    }

    /// Calls `visitor(i, as_clicked, as_other)` for every document. The first list has the sums of `terms(j)` over the
    /// active partners j of i as a clicked document, without weights; the second the sums of `ω_l terms(l)` over the
    /// clicked documents l that i is an active partner of.
    fn visit<const N: usize>(
        &self,
        terms: impl Fn(usize) -> [f64; N],
        mut visitor: impl FnMut(usize, [f64; N], [f64; N]),
    ) {
        // Documents l with i among their partners are those from the first rank whose end is beyond the rank of i.
        let n = self.order.len();
        let mut of_rest = vec![[0.0; N]; n + 1];
        for (rank, &l) in self.order.iter().enumerate().rev() {
            let weight = self.weights[l as usize];
            of_rest[rank] = of_rest[rank + 1];
            for (sum, term) in of_rest[rank].iter_mut().zip(terms(l as usize)) {
                *sum += weight * term;
            }
        }
        let (mut sums, mut added, mut first) = ([0.0; N], 0, 0);
        for (rank, &i) in self.order.iter().enumerate() {
            let i = i as usize;
            for &j in &self.order[added..self.ends[rank]] {
                for (sum, term) in sums.iter_mut().zip(terms(j as usize)) {
                    *sum += term;
                }
            }
            added = self.ends[rank];
            while self.ends[first] <= rank {
                first += 1;
            }
            // A document is not its own partner.
            let (own, weight) = (terms(i), self.weights[i]);
            let as_clicked = std::array::from_fn(|k| sums[k] - own[k]);
            let as_other = std::array::from_fn(|k| of_rest[first][k] - weight * own[k]);
            visitor(i, as_clicked, as_other);
        }
    }
}

impl QueryScoreLoss for QueryClickSquaredHinge {
    fn size(&self) -> usize {
        1
    }

    /// Let n, S and Q be the number, the sum and the sum of squares of the scores of the partners. A clicked document
    /// of score s costs `½ ω (n c² + 2 c S + Q)` with c = 1 − s.
    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        pull.fill(0.0);
        let mut value = 0.0;
        // The sums lose fewer digits if the mean is subtracted.
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        let centred = |document: usize| scores[document] - mean;
        let terms = |document| {
            let score = centred(document);
            [1.0, score, score * score]
        };
        Active::new(&self.weights, scores).visit(terms, |i, [n, sum, squares], [weights, weighted, _]| {
            let (weight, c) = (self.weights[i], 1.0 - centred(i));
            value += 0.5 * weight * (n * c * c + 2.0 * c * sum + squares).max(0.0);
            pull[i] += weight * (n * c + sum) - (weights * (1.0 + centred(i)) - weighted);
        });
        value
    }

    fn curvature<'a>(&'a self, scores: &'a [f64]) -> Option<Curvature<'a>> {
        let active = Active::new(&self.weights, scores);
        Some(Box::new(move |v, out| {
            active.visit(
                |document| [1.0, v[document]],
                |i, [n, sum], [weights, weighted]| {
                    out[i] = self.weights[i] * (n * v[i] - sum) + (weights * v[i] - weighted);
                },
            );
        }))
    }
}
