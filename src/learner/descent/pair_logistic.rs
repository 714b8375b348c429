//! Pairwise logistic loss, which is RankNet with a linear scorer.

use crate::data::Grade;
use crate::loss::PairTable;

use super::{Curvature, Levels, QueryScoreLoss, ScoreLoss};

/// `τ_ij log(1 + e^{−(s_i − s_j)})` summed over all pairs with r_i > r_j.
///
/// Cost: O(pairs). Source: Burges et al. 2005 with target probability 1; Tsai et al. 2007, section 2.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PairLogistic;

impl ScoreLoss for PairLogistic {
    fn bind(&self, grades: &[Grade], table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        Some(Box::new(QueryPairLogistic { levels: Levels::bind(grades, table)? }))
    }
}

/// Value and derivatives of `log(1 + e^{−o})`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Logistic {
    /// The loss, without overflow for any finite o.
    pub value: f64,
    /// Minus its derivative, `1/(1 + e^o)`.
    pub force: f64,
    /// `1/(1 + e^{−o})`.
    rest: f64,
}

impl Logistic {
    pub fn at(o: f64) -> Self {
        let e = libm::exp(-o.abs());
        let (small, large) = (e / (1.0 + e), 1.0 / (1.0 + e));
        let value = libm::log1p(e);
        if o >= 0.0 {
            Self { value, force: small, rest: large }
        } else {
            Self { value: value - o, force: large, rest: small }
        }
    }

    /// The second derivative.
    pub fn curvature(self) -> f64 {
        self.force * self.rest
    }
}

struct QueryPairLogistic {
    levels: Levels,
}

impl QueryScoreLoss for QueryPairLogistic {
    fn size(&self) -> usize {
        self.levels.n_pairs()
    }

    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        pull.fill(0.0);
        let mut value = 0.0;
        for &(better, worse, weight) in self.levels.pairs() {
            for &i in self.levels.documents(better) {
                let mut force = 0.0;
                for &j in self.levels.documents(worse) {
                    let loss = Logistic::at(scores[i as usize] - scores[j as usize]);
                    value += weight * loss.value;
                    force += weight * loss.force;
                    pull[j as usize] -= weight * loss.force;
                }
                pull[i as usize] += force;
            }
        }
        value
    }

    /// `L v = Σ ω_ij (v_i − v_j)(e_i − e_j)` with the second derivatives ω, which are stored: 8 bytes per pair.
    fn curvature<'a>(&'a self, scores: &'a [f64]) -> Option<Curvature<'a>> {
        let levels = &self.levels;
        let mut curvatures = Vec::with_capacity(levels.n_pairs());
        for &(better, worse, weight) in levels.pairs() {
            for &i in levels.documents(better) {
                for &j in levels.documents(worse) {
                    let o = scores[i as usize] - scores[j as usize];
                    curvatures.push(weight * Logistic::at(o).curvature());
                }
            }
        }
        Some(Box::new(move |v, out| {
            out.fill(0.0);
            let mut rest = curvatures.as_slice();
            for &(better, worse, _) in levels.pairs() {
                let worse = levels.documents(worse);
                for &i in levels.documents(better) {
                    let (row, others) = rest.split_at(worse.len());
                    rest = others;
                    let v_i = v[i as usize];
                    let mut sum = 0.0;
                    for (&j, curvature) in worse.iter().zip(row) {
                        let term = curvature * (v_i - v[j as usize]);
                        sum += term;
                        out[j as usize] -= term;
                    }
                    out[i as usize] += sum;
                }
            }
        }))
    }
}
