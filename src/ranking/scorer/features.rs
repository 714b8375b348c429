//! The use of each feature by a scorer: importance, and the step function of stumps. Must not know data.

use serde::Serialize;

use crate::util::sorting::sorted;

use super::{Scorer, Term, TreeNode, WeakLearner};

/// The use of a feature by a scorer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FeatureUse {
    /// The feature, from 0.
    pub feature: usize,
    /// Number of weights, terms or splits of the feature.
    pub uses: usize,
    /// Importance: the sum of the gains of its splits in trees, else the sum of |weight| of its terms.
    pub importance: f64,
}

/// The contribution of a feature to the score of a model of stumps, as a function of the feature's value.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct StepFunction {
    /// The feature, from 0.
    pub feature: usize,
    /// The distinct thresholds, ascending.
    pub thresholds: Vec<f64>,
    /// One value more than thresholds: `values[t]` is the contribution of values above `thresholds[t − 1]` up to
    /// `thresholds[t]`; `values[0]` is 0.
    pub values: Vec<f64>,
}

impl StepFunction {
    /// Returns the contribution of a feature value. Cost: O(log of the number of thresholds).
    pub fn at(&self, x: f64) -> f64 {
        self.values[self.thresholds.partition_point(|&threshold| threshold < x)]
    }
}

impl Scorer {
    /// Returns the features that the scorer uses, the most important first, ties by index.
    ///
    /// Features of a linear scorer with weight 0 are left out. The importance of a network's input is the sum of
    /// |output · weight| over the hidden units.
    pub fn features(&self) -> Vec<FeatureUse> {
        let mut added: Vec<(usize, f64)> = Vec::new();
        let mut add = |feature: usize, importance: f64| added.push((feature, importance));
        match self {
            Self::Linear { weights } => {
                weights.iter().enumerate().filter(|(_, w)| **w != 0.0).for_each(|(f, w)| add(f, w.abs()));
            }
            Self::Network { hidden, output } => {
                for (unit, output) in hidden.iter().zip(output) {
                    unit.weights.iter().enumerate().for_each(|(f, w)| add(f, (output * w).abs()));
                }
            }
            Self::Additive { .. } | Self::Classes { .. } => {
                for term in self.ensembles().iter().flatten() {
                    match &term.weak {
                        WeakLearner::Feature { feature } | WeakLearner::Stump { feature, .. } => {
                            add(*feature, term.weight.abs());
                        }
                        WeakLearner::Tree { nodes } => {
                            for node in nodes {
                                if let TreeNode::Split { feature, gain, .. } = *node {
                                    add(feature, gain);
                                }
                            }
                        }
                    }
                }
            }
        }
        // A file can name any feature, so memory follows the uses and not the indices. The sort is stable, so sums
        // have the order of the terms.
        let added = sorted(added, &|one, other| one.0.cmp(&other.0));
        let of_feature = |of: &[(usize, f64)]| FeatureUse {
            feature: of[0].0,
            uses: of.len(),
            importance: of.iter().fold(0.0, |sum, one| sum + one.1),
        };
        let uses = added.chunk_by(|one, other| one.0 == other.0).map(of_feature).collect();
        // Features of equal importance keep the order of their indices.
        sorted(uses, &|one, other| other.importance.total_cmp(&one.importance))
    }

    /// Returns the step function of every feature with a stump, by index. Stumps with equal thresholds are merged.
    ///
    /// Terms that are not stumps are left out. Only an additive scorer has step functions. Cost: O(terms · log
    /// terms).
    pub fn step_functions(&self) -> Vec<StepFunction> {
        let Self::Additive { terms } = self else { return Vec::new() };
        let mut stumps: Vec<(usize, f64, f64)> = Vec::new();
        for Term { weight, weak } in terms {
            if let WeakLearner::Stump { feature, threshold } = *weak {
                stumps.push((feature, threshold + 0.0, *weight));
            }
        }
        // The sort is stable, so equal thresholds are added in the order of the rounds.
        let stumps = sorted(stumps, &|one, other| (one.0).cmp(&other.0).then(one.1.total_cmp(&other.1)));
        stumps
            .chunk_by(|one, other| one.0 == other.0)
            .map(|of_feature| {
                let mut function =
                    StepFunction { feature: of_feature[0].0, thresholds: Vec::new(), values: vec![0.0] };
                let mut value = 0.0;
                for same in of_feature.chunk_by(|one, other| one.1 == other.1) {
                    value += same.iter().fold(0.0, |sum, stump| sum + stump.2);
                    function.thresholds.push(same[0].1);
                    function.values.push(value);
                }
                function
            })
            .collect()
    }
}
