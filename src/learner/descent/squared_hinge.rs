//! RankSVM with squared hinges, in O(n log n), with sums over sorted documents.

use crate::data::Grade;
use crate::loss::PairTable;

use super::{Curvature, Levels, QueryScoreLoss, ScoreLoss};

/// `τ_ij ½ [1 − (s_i − s_j)]₊²` summed over all pairs with r_i > r_j.
///
/// Cost: O(n log n + n · number of grades), without listing the pairs. Source: Chapelle and Keerthi 2010.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SquaredHinge;

impl ScoreLoss for SquaredHinge {
    fn bind(&self, grades: &[Grade], table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        Some(Box::new(QuerySquaredHinge { levels: Levels::bind(grades, table)? }))
    }
}

struct QuerySquaredHinge {
    levels: Levels,
}

/// The active pairs of all levels at some scores.
struct Active<'a> {
    levels: &'a Levels,
    /// Documents of every level by falling score.
    sorted: Vec<Vec<u32>>,
    /// For every pair of levels and every better document, the number of active worse documents, which are the first
    /// ones by score. The number never falls from one better document to the next.
    ends: Vec<Vec<usize>>,
}

impl<'a> Active<'a> {
    fn new(levels: &'a Levels, scores: &[f64]) -> Self {
        let sorted = levels.sorted(scores);
        let ends_of = |&(better, worse, _): &(usize, usize, f64)| {
            let mut end = 0;
            let ends = sorted[better].iter().map(|&i| {
                let bound = scores[i as usize] - 1.0;
                while end < sorted[worse].len() && scores[sorted[worse][end] as usize] > bound {
                    end += 1;
                }
                end
            });
            ends.collect()
        };
        let ends = levels.pairs().iter().map(ends_of).collect();
        Self { levels, sorted, ends }
    }

    /// Calls `better(i, sums)` for every better document with the sums of `terms(j)` over the active worse documents,
    /// and `worse(j, sums)` for every worse document with the sums over the active better ones. Both get the weight
    /// of the pairs.
    fn visit<const N: usize>(
        &self,
        terms: impl Fn(u32) -> [f64; N],
        mut visitor: impl FnMut(u32, [f64; N], f64, Role),
    ) {
        let add = |sums: &mut [f64; N], document: u32| {
            for (sum, term) in sums.iter_mut().zip(terms(document)) {
                *sum += term;
            }
        };
        for (&(better, worse, weight), ends) in self.levels.pairs().iter().zip(&self.ends) {
            let (better, worse) = (&self.sorted[better], &self.sorted[worse]);
            let (mut sums, mut added) = ([0.0; N], 0);
            for (&i, &end) in better.iter().zip(ends) {
                worse[added..end].iter().for_each(|&j| add(&mut sums, j));
                added = end;
                visitor(i, sums, weight, Role::Better);
            }
            let (mut sums, mut first) = ([0.0; N], better.len());
            for (place, &j) in worse.iter().enumerate().rev() {
                while first > 0 && ends[first - 1] > place {
                    first -= 1;
                    add(&mut sums, better[first]);
                }
                visitor(j, sums, weight, Role::Worse);
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Better,
    Worse,
}

impl QueryScoreLoss for QuerySquaredHinge {
    fn size(&self) -> usize {
        self.levels.n_pairs()
    }

    /// Let n, S and Q be the number, the sum and the sum of squares of the active worse scores. A better document of
    /// score s costs `½ (n c² + 2 c S + Q)` with c = 1 − s, and its pull is `n c + S`.
    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        pull.fill(0.0);
        let mut value = 0.0;
        // The sums lose fewer digits if the mean is subtracted.
        let mean = scores.iter().sum::<f64>() / scores.len() as f64;
        let centred = |document: u32| scores[document as usize] - mean;
        let terms = |document| {
            let score = centred(document);
            [1.0, score, score * score]
        };
        Active::new(&self.levels, scores).visit(terms, |document, [n, sum, squares], weight, role| {
            if role == Role::Better {
                let c = 1.0 - centred(document);
                value += 0.5 * weight * (n * c * c + 2.0 * c * sum + squares).max(0.0);
                pull[document as usize] += weight * (n * c + sum);
            } else {
                pull[document as usize] -= weight * (n * (1.0 + centred(document)) - sum);
            }
        });
        value
    }

    fn curvature<'a>(&'a self, scores: &'a [f64]) -> Option<Curvature<'a>> {
        let active = Active::new(&self.levels, scores);
        Some(Box::new(move |v, out| {
            out.fill(0.0);
            active.visit(
                |document| [1.0, v[document as usize]],
                |document, [n, sum], weight, _| {
                    out[document as usize] += weight * (n * v[document as usize] - sum);
                },
            );
        }))
    }
}
