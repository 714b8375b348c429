//! Losses in which the click weight stands for the grade of a document.

use crate::data::{Dataset, Query};
use crate::loss::PairTable;
use crate::util::error::Error;

use super::super::pair_logistic::Logistic;
use super::super::ridge::QueryRidge;
use super::super::{Curvature, QueryScoreLoss, ScoreLoss};
use super::check_clicks;

/// `½ (s_i + b − ω_i)²` summed over documents, with a free bias b.
///
/// Its gradient is linear in ω, so it is without bias up to a constant that no w changes. Cost: O(n).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClickRidge;

impl ScoreLoss for ClickRidge {
    fn bind_query(&self, query: &Query, _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        Some(Box::new(QueryRidge { targets: query.click_weights.to_vec() }))
    }

    fn is_pointwise(&self) -> bool {
        true
    }

    fn check(&self, data: &Dataset) -> Result<(), Error> {
        check_clicks(data)
    }
}

/// `log(1 + e^{s_i + b}) − ω_i (s_i + b)` summed over documents, with a free bias b: the logistic loss if ω were 0 or
/// 1.
///
/// The loss is linear in ω. Without a finite bias it has no minimum, so the mean of ω must be between 0 and 1. Cost:
/// O(n).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClickLogistic;

impl ScoreLoss for ClickLogistic {
    fn bind_query(&self, query: &Query, _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        Some(Box::new(QueryClickLogistic { weights: query.click_weights.to_vec() }))
    }

    fn is_pointwise(&self) -> bool {
        true
    }

    fn check(&self, data: &Dataset) -> Result<(), Error> {
        check_clicks(data)?;
        let (mut sum, mut count) = (0.0, 0.0);
        for query in data.queries() {
            let weight = data.weight(query.index);
            sum += weight * query.click_weights.iter().sum::<f64>();
            count += weight * query.click_weights.len() as f64;
        }
        let mean: f64 = sum / count;
        if mean > 0.0 && mean < 1.0 {
            return Ok(());
        }
        Err(Error::data(format!(
            "the click weights have the mean {mean}, and logistic regression needs one between 0 and 1; use regression or \
             listnet"
        )))
    }
}

struct QueryClickLogistic {
    /// ω.
    weights: Vec<f64>,
}

impl QueryScoreLoss for QueryClickLogistic {
    fn size(&self) -> usize {
        self.weights.len()
    }

    /// `log(1 + e^s) − ω s = (1 − ω) log(1 + e^s) + ω log(1 + e^{−s})`, whose terms do not cancel for ω from 0 to 1.
    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        let mut value = 0.0;
        for ((score, weight), pull) in scores.iter().zip(&self.weights).zip(pull) {
            let (up, down) = (Logistic::at(*score), Logistic::at(-score));
            value += weight * up.value + (1.0 - weight) * down.value;
            *pull = weight * up.force - (1.0 - weight) * down.force;
        }
        value
    }

    fn curvature<'a>(&'a self, scores: &'a [f64]) -> Option<Curvature<'a>> {
        let curvatures: Vec<f64> = scores.iter().map(|&score| Logistic::at(score).curvature()).collect();
        Some(Box::new(move |v, out| {
            for ((out, v), curvature) in out.iter_mut().zip(v).zip(&curvatures) {
                *out = curvature * v;
            }
        }))
    }
}

/// `½ ((s_i − s_j) − (ω_i − ω_j))²` summed over all pairs i < j of a query, whether clicked or not.
///
/// Its gradient is linear in ω. Which pairs count does not depend on ω, as it would with pairs of different weights.
/// Cost: O(n).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ClickMagnitude;

impl ScoreLoss for ClickMagnitude {
    fn bind_query(&self, query: &Query, _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        let weights = query.click_weights.to_vec();
        (weights.len() > 1).then(|| Box::new(QueryClickMagnitude { weights }) as Box<dyn QueryScoreLoss>)
    }

    fn check(&self, data: &Dataset) -> Result<(), Error> {
        check_clicks(data)
    }
}

struct QueryClickMagnitude {
    /// ω.
    weights: Vec<f64>,
}

/// Writes `n v_i − Σ_j v_j`, the Laplacian of all pairs.
fn laplacian(v: &[f64], out: &mut [f64]) {
    let (n, sum) = (v.len() as f64, v.iter().sum::<f64>());
    out.iter_mut().zip(v).for_each(|(out, v)| *out = n * v - sum);
}

impl QueryScoreLoss for QueryClickMagnitude {
    fn size(&self) -> usize {
        self.weights.len() * (self.weights.len() - 1) / 2
    }

    /// With e = s − ω without its mean, the loss is ½ n Σ e² and the pull is −n e.
    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        let n = scores.len() as f64;
        let residual = |(score, weight): (&f64, &f64)| score - weight;
        let mean = scores.iter().zip(&self.weights).map(residual).sum::<f64>() / n;
        let mut value = 0.0;
        for (pull, pair) in pull.iter_mut().zip(scores.iter().zip(&self.weights)) {
            let residual = residual(pair) - mean;
            value += 0.5 * n * residual * residual;
            *pull = -n * residual;
        }
        value
    }

    fn curvature<'a>(&'a self, _scores: &'a [f64]) -> Option<Curvature<'a>> {
        Some(Box::new(laplacian))
    }
}
