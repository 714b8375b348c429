//! A score as a sum of contributions of the features. Must not know rankings or learners.

use crate::util::sorting::sorted;

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Scorer, Term, TreeNode, WeakLearner};

/// The part of a feature in a score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Part {
    /// The feature, from 0.
    pub feature: usize,
    /// Its contribution.
    pub value: f64,
}

/// The sum of an ensemble, feature by feature: `base + Σ parts`, exact up to rounding.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Contributions {
    /// The part that all documents share: the values of the roots of trees; 0 without trees.
    pub base: f64,
    /// The features that the scorer uses for this document, by index.
    pub parts: Vec<Part>,
}

impl Contributions {
    /// Returns `base + Σ parts`.
    pub fn sum(&self) -> f64 {
        self.parts.iter().fold(self.base, |sum, part| sum + part.value)
    }

    /// Returns the part of a feature; 0 if the document does not use it. Cost: O(log of the number of parts).
    pub fn part(&self, feature: usize) -> f64 {
        self.parts.binary_search_by_key(&feature, |part| part.feature).map_or(0.0, |at| self.parts[at].value)
    }

    /// Returns the parts minus those of another document, the greatest |difference| first, ties by feature.
    ///
    /// Their sum is the difference of the two sums, because the base is the same for all documents.
    pub fn minus(&self, other: &Self) -> Vec<Part> {
        let mut differences: BTreeMap<usize, f64> =
            self.parts.iter().map(|part| (part.feature, part.value)).collect();
        for part in &other.parts {
            *differences.entry(part.feature).or_insert(0.0) -= part.value;
        }
        let parts: Vec<Part> =
            differences.into_iter().map(|(feature, value)| Part { feature, value }).collect();
        sorted(parts, &|one, other| other.value.abs().total_cmp(&one.value.abs()))
    }
}

impl Scorer {
    /// Returns the contributions of the features of a document, one entry per ensemble.
    ///
    /// A linear or additive scorer has one entry, whose sum is the score. A scorer of classes has one entry per
    /// ensemble; its link turns their sums into the score. Along the path of a tree, a split adds the change of the
    /// node value to its feature. `None` for a network, which is not additive in the features.
    pub fn contributions(&self, row: &[f64]) -> Option<Vec<Contributions>> {
        match self {
            Self::Linear { weights } => {
                let part = |(feature, (w, x)): (usize, (&f64, &f64))| Part { feature, value: w * x };
                let parts = weights.iter().zip(row).enumerate().map(part).collect();
                Some(vec![Contributions { base: 0.0, parts }])
            }
            Self::Additive { .. } | Self::Classes { .. } => {
                Some(self.ensembles().iter().map(|terms| of_terms(terms, row)).collect())
            }
            Self::Network { .. } => None,
        }
    }
}

fn of_terms(terms: &[Term], row: &[f64]) -> Contributions {
    let mut base = 0.0;
    let mut parts = BTreeMap::new();
    for term in terms {
        match &term.weak {
            WeakLearner::Feature { feature } | WeakLearner::Stump { feature, .. } => {
                *parts.entry(*feature).or_insert(0.0) += term.value(row);
            }
            WeakLearner::Tree { nodes } => {
                let mut at = 0;
                base += term.weight * nodes[at].value();
                while let (TreeNode::Split { feature, value, .. }, Some(next)) =
                    (&nodes[at], nodes[at].next(row))
                {
                    at = next;
                    *parts.entry(*feature).or_insert(0.0) += term.weight * (nodes[at].value() - value);
                }
            }
        }
    }
    let parts = parts.into_iter().map(|(feature, value)| Part { feature, value }).collect();
    Contributions { base, parts }
}
