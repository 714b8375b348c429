//! The p-norm push with exponential losses of pairs.

use crate::data::{Dataset, Grade};
use crate::loss::PairTable;
use crate::util::error::Error;

use super::norm_push::NormPush;
use super::{Curvature, QueryScoreLoss, ScoreLoss};

/// `1/n⁻ Σ over bad b (1/n⁺ Σ over good g e^{−(s_g − s_b)})^p`, which is `mean_b e^{p s_b} · (mean_g e^{−s_g})^p`, or its
/// p-th root.
///
/// Without the root, a query with a bad document far above the good ones counts more than all others. Convex for p ≥ 1.
/// Queries without both kinds are left out. Cost: O(n), because the loss is a product of two sums.
///
/// Source: Rudin 2009, *The p-norm push*, equation 2, which has no root.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExponentialPush {
    /// p, from 1 to [`MOST_NORM`](super::MOST_NORM).
    pub p: f64,
    /// Whether the p-th root is taken.
    pub has_root: bool,
    /// Documents with this grade or a higher one are good.
    pub threshold: Grade,
}

impl ExponentialPush {
    /// The push with logistic losses and a root, which compares the same documents.
    fn logistic(&self) -> NormPush {
        NormPush { p: self.p, threshold: self.threshold }
    }
}

impl ScoreLoss for ExponentialPush {
    fn bind(&self, grades: &[Grade], _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        let [good, bad] = self.logistic().kinds(grades)?;
        Some(Box::new(QueryExponentialPush { p: self.p, has_root: self.has_root, good, bad }))
    }

    fn check(&self, data: &Dataset) -> Result<(), Error> {
        self.logistic().check(data)
    }
}

struct QueryExponentialPush {
    p: f64,
    has_root: bool,
    good: Vec<u32>,
    bad: Vec<u32>,
}

/// The loss e^f with f = κ (log of Σ_b e^{p s_b} + p · log of Σ_g e^{−s_g}), and the derivatives of f.
struct Product {
    value: f64,
    /// κ p: p without the root, 1 with it.
    slope: f64,
    /// Share of each bad document in `Σ_b e^{p s_b}`.
    bad: Vec<f64>,
    /// Share of each good document in `Σ_g e^{−s_g}`.
    good: Vec<f64>,
}

impl QueryExponentialPush {
    fn at(&self, scores: &[f64]) -> Product {
        let of = |places: &[u32], factor: f64| {
            mean_exponential(places.iter().map(|&i| factor * scores[i as usize]))
        };
        let (bad_log, bad) = of(&self.bad, self.p);
        let (good_log, good) = of(&self.good, -1.0);
        let slope = if self.has_root { 1.0 } else { self.p };
        Product { value: libm::exp(slope * (bad_log / self.p + good_log)), slope, bad, good }
    }
}

/// Returns the logarithm of the mean of e^x, and the share of each x in the sum.
fn mean_exponential(exponents: impl Iterator<Item = f64>) -> (f64, Vec<f64>) {
    let mut shares: Vec<f64> = exponents.collect();
    let largest = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    shares.iter_mut().for_each(|share| *share = libm::exp(*share - largest));
    let sum: f64 = shares.iter().sum();
    let log = largest + libm::log(sum / shares.len() as f64);
    shares.iter_mut().for_each(|share| *share /= sum);
    (log, shares)
}

impl QueryScoreLoss for QueryExponentialPush {
    fn size(&self) -> usize {
        1
    }

    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        pull.fill(0.0);
        let Product { value, slope, bad, good } = self.at(scores);
        for (&i, share) in self.bad.iter().zip(&bad) {
            pull[i as usize] = -(value * slope * share);
        }
        for (&i, share) in self.good.iter().zip(&good) {
            pull[i as usize] = value * slope * share;
        }
        value
    }

    /// `L = e^f (∇f ∇fᵀ + ∇²f)`; ∇²f is `κ p² (diag π − π πᵀ)` of the bad documents and `κ p (diag q − q qᵀ)` of the
    /// good ones, with their shares π and q.
    fn curvature<'a>(&'a self, scores: &'a [f64]) -> Option<Curvature<'a>> {
        let Product { value, slope, bad, good } = self.at(scores);
        let p = self.p;
        Some(Box::new(move |v, out| {
            out.fill(0.0);
            let mean = |places: &[u32], shares: &[f64]| -> f64 {
                places.iter().zip(shares).map(|(&i, share)| share * v[i as usize]).sum()
            };
            let (of_bad, of_good) = (mean(&self.bad, &bad), mean(&self.good, &good));
            let along = slope * (of_bad - of_good);
            for (&i, share) in self.bad.iter().zip(&bad) {
                out[i as usize] = value * share * slope * (along + p * (v[i as usize] - of_bad));
            }
            for (&i, share) in self.good.iter().zip(&good) {
                out[i as usize] = value * share * slope * (v[i as usize] - of_good - along);
            }
        }))
    }
}
