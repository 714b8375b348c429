//! Score models as plain data. They cross the worker boundary and are stored in the model file.
//!
//! Must not know grades, measures or learners.

mod features;
mod running;
mod shapley;
mod tree;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::data::Dataset;
use crate::linalg::dot::dot;
use crate::util::error::Error;

pub use features::{FeatureUse, StepFunction};
pub use running::RunningScores;
pub use tree::{Missing, TreeNode};

/// A score model. A document with a larger score ranks higher.
///
/// Features count from 0 here. A feature that a document lacks is 0, or goes where a split of another program's tree
/// sends it ([`Missing`]).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Scorer {
    /// `⟨w, x⟩`.
    Linear {
        /// One weight per feature.
        weights: Vec<f64>,
    },
    /// `Σ_t weight_t h_t(x)`, added in this order.
    Additive {
        /// The weak learners with their weights.
        terms: Vec<Term>,
    },
    /// `Σ_h output_h tanh(⟨weights_h, x⟩ + bias_h)`.
    Network {
        /// The hidden units.
        hidden: Vec<Unit>,
        /// One weight per hidden unit.
        output: Vec<f64>,
    },
    /// Ensembles that share one score; see [`ClassLink`].
    Classes {
        /// How the sums of the ensembles make one score.
        link: ClassLink,
        /// One ensemble per class, or per grade boundary.
        ensembles: Vec<Vec<Term>>,
    },
}

/// How the sums `F_k` of several ensembles make one score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum ClassLink {
    /// `Σ_k k softmax(F)_k`: the expected grade.
    Softmax,
    /// `Σ_k 1/(1 + e^{−F_k})`: the expected number of grade boundaries that the document passes.
    Ordinal,
    /// `Σ_k F_k`, where terms and sums have 32 bits, as XGBoost and RankLib add them.
    Single,
    /// `Σ_k 1/(1 + e^{−F_k})` of such sums.
    Logistic,
}

/// A weak learner with its weight.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// Its weight α.
    pub weight: f64,
    /// The weak learner h.
    pub weak: WeakLearner,
}

/// A simple function of the features.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum WeakLearner {
    /// The value of one feature.
    Feature {
        /// The feature, from 0.
        feature: usize,
    },
    /// 1 if the feature exceeds the threshold, else 0.
    Stump {
        /// The feature, from 0.
        feature: usize,
        /// The threshold.
        threshold: f64,
    },
    /// A regression tree.
    Tree {
        /// The nodes, the root first. Children come after their parent.
        nodes: Vec<TreeNode>,
    },
}

/// A hidden unit of a network.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// One weight per feature.
    pub weights: Vec<f64>,
    /// Bias, which is added to the weighted sum.
    pub bias: f64,
}

impl Scorer {
    /// Writes one score per row of `documents` into `out`, of the same length.
    ///
    /// Equal rows get equal scores. Cost: one pass over the features for a linear scorer; rows times hidden units
    /// times features for a network; rows times terms (times depth) for ensembles.
    ///
    /// # Panics
    /// If the lengths differ, or the rows are not in `data`.
    pub fn score(&self, data: &Dataset, documents: Range<usize>, out: &mut [f64]) {
        assert_eq!(documents.len(), out.len(), "one score per document");
        for (document, score) in documents.zip(out) {
            *score = match self {
                Self::Linear { weights } => data.row(document).dot(weights),
                _ => self.score_row(&data.features(document)),
            };
        }
    }

    /// Returns the score of one document. `row`: its features.
    pub fn score_row(&self, row: &[f64]) -> f64 {
        match self {
            Self::Linear { weights } => dot(row, weights),
            Self::Additive { terms } => sum(terms, row),
            Self::Network { hidden, output } => {
                hidden.iter().zip(output).map(|(unit, output)| output * unit.activation(row)).sum()
            }
            Self::Classes { link, ensembles } => {
                let sums: Vec<f64> = ensembles.iter().map(|terms| link.sum(terms, row)).collect();
                link.score(&sums)
            }
        }
    }

    /// Returns the score of one document after every round: by the first term of every ensemble, by the first two
    /// terms, and so on. The last one has the bits of [`Scorer::score_row`]. `row`: its features. Empty for a scorer
    /// without terms. Cost: that of one score, and the ensembles times the rounds.
    pub fn scores_by_round(&self, row: &[f64]) -> Vec<f64> {
        let link = if let Self::Classes { link, .. } = self { Some(*link) } else { None };
        let ensembles = self.ensembles();
        let rounds = ensembles.iter().map(Vec::len).max().unwrap_or(0);
        let mut sums = vec![0.0; ensembles.len()];
        let score = |round: usize| {
            for (sum, terms) in sums.iter_mut().zip(ensembles) {
                let value = terms.get(round).map_or(0.0, |term| term.value(row));
                *sum = link.map_or(*sum + value, |link| link.add(*sum, value));
            }
            link.map_or(sums[0], |link| link.score(&sums))
        };
        (0..rounds).map(score).collect()
    }

    /// Returns the scorer of the first `n` terms of every ensemble. A scorer without terms is copied. Cost: the copy.
    pub fn first_terms(&self, n: usize) -> Self {
        let first = |terms: &Vec<Term>| terms[..n.min(terms.len())].to_vec();
        match self {
            Self::Additive { terms } => Self::Additive { terms: first(terms) },
            Self::Classes { link, ensembles } => {
                Self::Classes { link: *link, ensembles: ensembles.iter().map(first).collect() }
            }
            Self::Linear { .. } | Self::Network { .. } => self.clone(),
        }
    }

    /// Returns the terms of every ensemble: one list for an additive scorer, no list for a scorer without terms.
    pub fn ensembles(&self) -> &[Vec<Term>] {
        match self {
            Self::Additive { terms } => std::slice::from_ref(terms),
            Self::Classes { ensembles, .. } => ensembles,
            Self::Linear { .. } | Self::Network { .. } => &[],
        }
    }

    /// Checks a scorer from a file, so that scoring cannot panic or loop.
    ///
    /// # Errors
    /// [`Error::Data`] naming the first part that is not finite, is empty, or points to a missing node.
    pub fn check(&self) -> Result<(), Error> {
        match self {
            Self::Linear { weights } => finite("weights", weights),
            Self::Additive { terms } => terms.iter().try_for_each(Term::check),
            Self::Network { hidden, output } => {
                if hidden.len() != output.len() {
                    let problem =
                        format!("{} hidden units, but {} output weights", hidden.len(), output.len());
                    return Err(Error::data(problem));
                }
                finite("output", output)?;
                hidden.iter().try_for_each(|unit| {
                    finite("weights of a hidden unit", &unit.weights)?;
                    finite("bias of a hidden unit", &[unit.bias])
                })
            }
            Self::Classes { ensembles, .. } => ensembles.iter().flatten().try_for_each(Term::check),
        }
    }
}

impl ClassLink {
    /// Returns one score from the sums of the ensembles.
    pub fn score(self, sums: &[f64]) -> f64 {
        match self {
            Self::Softmax => {
                let greatest = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let (mut all, mut expected) = (0.0, 0.0);
                for (class, sum) in sums.iter().enumerate() {
                    let share = libm::exp(sum - greatest);
                    all += share;
                    expected += class as f64 * share;
                }
                if all > 0.0 { expected / all } else { 0.0 }
            }
            Self::Ordinal | Self::Logistic => sums.iter().map(|&sum| sigmoid(sum)).sum(),
            Self::Single => sums.iter().sum(),
        }
    }

    /// Returns the sum of an ensemble, in the width of the link.
    fn sum(self, terms: &[Term], row: &[f64]) -> f64 {
        terms.iter().fold(0.0, |sum, term| self.add(sum, term.value(row)))
    }

    /// Adds the value of a term to a sum, in the width of the link.
    fn add(self, sum: f64, value: f64) -> f64 {
        match self {
            Self::Softmax | Self::Ordinal => sum + value,
            Self::Single | Self::Logistic => f64::from(sum as f32 + value as f32),
        }
    }
}

impl Unit {
    /// Returns `tanh(⟨weights, x⟩ + bias)`.
    pub fn activation(&self, row: &[f64]) -> f64 {
        libm::tanh(dot(row, &self.weights) + self.bias)
    }
}

impl Term {
    /// Returns the weight times the value of the weak learner for a document.
    pub fn value(&self, row: &[f64]) -> f64 {
        self.weight * self.weak.value(row)
    }

    fn check(&self) -> Result<(), Error> {
        finite("weight of a term", &[self.weight])?;
        match &self.weak {
            WeakLearner::Feature { .. } => Ok(()),
            WeakLearner::Stump { threshold, .. } => finite("threshold", &[*threshold]),
            WeakLearner::Tree { nodes } => tree::check(nodes),
        }
    }
}

impl WeakLearner {
    /// Returns h(x).
    pub fn value(&self, row: &[f64]) -> f64 {
        let of = |feature: usize| row.get(feature).copied().unwrap_or(0.0);
        match self {
            Self::Feature { feature } => of(*feature),
            Self::Stump { feature, threshold } => f64::from(u8::from(of(*feature) > *threshold)),
            Self::Tree { nodes } => {
                let mut at = 0;
                while let Some(next) = nodes[at].next(row) {
                    at = next;
                }
                nodes[at].value()
            }
        }
    }
}

fn finite(what: &str, values: &[f64]) -> Result<(), Error> {
    match values.iter().find(|value| !value.is_finite()) {
        Some(value) => Err(Error::data(format!("{what}: {value} is not a finite number"))),
        None => Ok(()),
    }
}

fn sum(terms: &[Term], row: &[f64]) -> f64 {
    terms.iter().fold(0.0, |sum, term| sum + term.value(row))
}

/// Returns `1/(1 + e^{−x})` without overflow.
pub(crate) fn sigmoid(x: f64) -> f64 {
    if x >= 0.0 {
        1.0 / (1.0 + libm::exp(-x))
    } else {
        let e = libm::exp(x);
        e / (1.0 + e)
    }
}
