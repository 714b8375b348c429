//! The binary hinge: good documents against bad documents. Must not know features.

use crate::data::{Dataset, Grade};
use crate::util::error::Error;
use crate::util::sorting::sort_indices;

use super::hinge::{class_weights, shares};
use super::{ClassHinge, Tangent};

/// `min_b Σ_i c_i [1 − y_i (s_i + b)]₊` with a free bias b; y_i = 1 for good documents, else −1, and Σ c_i = 1.
///
/// The slope in b is −Σ_good c at −∞ and grows by c_i where b passes the breakpoint y_i − s_i. The best b is therefore
/// the breakpoint at which the documents passed weigh as much as all good documents. A bias that is solved for keeps
/// the objective a function of w alone.
///
/// Source: the binary SVM as a ranker, Nallapati 2004, and the baseline of Le and Smola 2007.
#[derive(Debug, Clone)]
pub struct BinaryHinge {
    is_good: Vec<bool>,
    /// c by row.
    shares: Vec<f64>,
    /// Σ c of the good documents.
    good: f64,
}

impl BinaryHinge {
    /// Returns the hinge over all documents. `threshold`: documents with this grade or a higher one are good.
    /// `balanced`: the good and the bad documents have half of the weight each.
    ///
    /// # Errors
    /// [`Error::Data`] unless there are good and bad documents.
    pub fn new(data: &Dataset, threshold: Grade, balanced: bool) -> Result<Self, Error> {
        let is_good: Vec<bool> = (0..data.n_documents()).map(|row| data.grade(row) >= threshold).collect();
        let missing = match (is_good.contains(&true), is_good.contains(&false)) {
            (true, true) => None,
            (false, _) => Some("no document reaches"),
            (true, false) => Some("every document reaches"),
        };
        if let Some(missing) = missing {
            return Err(Error::data(format!(
                "{missing} grade {threshold}, the threshold of a good document; a binary SVM needs good and bad \
                 documents"
            )));
        }
        let weights = class_weights(data, 2, |row| usize::from(is_good[row]));
        let factor = |row: usize| if balanced { 1.0 / weights[usize::from(is_good[row])] } else { 1.0 };
        let shares = shares(data, factor);
        let good = shares.iter().zip(&is_good).filter(|(_, good)| **good).map(|(share, _)| share).sum();
        Ok(Self { is_good, shares, good })
    }

    fn sign(&self, row: usize) -> f64 {
        if self.is_good[row] { 1.0 } else { -1.0 }
    }
}

impl ClassHinge for BinaryHinge {
    fn n_classes(&self) -> usize {
        1
    }

    fn has_constant(&self) -> bool {
        false
    }

    fn factors(&self) -> Vec<f64> {
        vec![1.0]
    }

    fn tangent(&self, scores: &[f64]) -> Tangent {
        let breakpoints: Vec<f64> =
            scores.iter().enumerate().map(|(row, score)| self.sign(row) - score).collect();
        let mut order: Vec<usize> = (0..scores.len()).collect();
        sort_indices(&mut order, &|one, other| {
            breakpoints[one].total_cmp(&breakpoints[other]).then(one.cmp(&other))
        });
        // The share of each document that b has passed. One document can be passed in part, so the slopes add up to 0.
        let mut passed = vec![0.0; scores.len()];
        let mut left = self.good;
        let mut bias = 0.0;
        for &row in &order {
            bias = breakpoints[row];
            if left <= self.shares[row] {
                passed[row] = left.max(0.0) / self.shares[row].max(f64::MIN_POSITIVE);
                break;
            }
            passed[row] = 1.0;
            left -= self.shares[row];
        }
        let value =
            |(row, score): (usize, &f64)| self.shares[row] * (1.0 - self.sign(row) * (score + bias)).max(0.0);
        let slope = |(row, passed): (usize, &f64)| {
            let good = if self.is_good[row] { 1.0 } else { 0.0 };
            self.shares[row] * (passed - good)
        };
        Tangent {
            value: scores.iter().enumerate().map(value).sum(),
            slope: passed.iter().enumerate().map(slope).collect(),
        }
    }
}
