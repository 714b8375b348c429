//! The difference of two scores as a sum over the features: Shapley values. Must not know rankings or learners.
//!
//! The game of two documents a and b: the features on which they differ are its players, and a set S of features is
//! worth the score of the document that has the values of a on S and those of b elsewhere. The Shapley value of a
//! feature is the mean change of the score when the feature gets the value of a, over all orders of the features. The
//! values add up to the score of a minus the score of b, and a feature with equal values has the value 0.

use super::{ClassLink, Scorer, Term, TreeNode, WeakLearner};
use crate::util::error::Error;

/// Most features whose sets are enumerated, for scores that are no sum over terms: 4,096 scores.
const MOST_ENUMERATED: usize = 12;

impl Scorer {
    /// Returns the Shapley value of every feature for the score of `a` minus the score of `b`, exact up to rounding.
    ///
    /// `a`, `b`: the features of two documents, of one length, NaN where a document lacks one. Cost: O(d) for a linear
    /// scorer. For a sum of terms, at most the number of nodes times the features that part both documents. Other
    /// scores (networks, classes with a link that is no sum) take 2^k scores for k features that part both documents.
    ///
    /// Source: Lundberg et al. 2020, *From local explanations to global understanding with explainable AI for trees*,
    /// interventional, with the one background document b; Laberge and Pequignot 2022, *Understanding interventional
    /// TreeSHAP*, for the walk through a tree.
    ///
    /// # Errors
    /// [`Error::Absent`] if the features of another score that part both documents are more than 12.
    pub fn shapley_values(&self, a: &[f64], b: &[f64]) -> Result<Vec<f64>, Error> {
        let mut values = vec![0.0; a.len().max(b.len())];
        match self {
            Self::Linear { weights } => {
                for ((value, w), (x, y)) in values.iter_mut().zip(weights).zip(a.iter().zip(b)) {
                    *value = w * (x - y);
                }
            }
            Self::Additive { terms } => terms.iter().for_each(|term| add_term(term, a, b, &mut values)),
            Self::Classes { link: ClassLink::Single, ensembles } => {
                ensembles.iter().flatten().for_each(|term| add_term(term, a, b, &mut values));
            }
            Self::Network { .. } | Self::Classes { .. } => self.enumerate(a, b, &mut values)?,
        }
        Ok(values)
    }

    /// Adds the values by their definition: the score of every set of features.
    fn enumerate(&self, a: &[f64], b: &[f64], values: &mut [f64]) -> Result<(), Error> {
        let players = self.players(a, b);
        let n = players.len();
        if n > MOST_ENUMERATED {
            let problem = format!(
                "the score of this model is not a sum over the features, and an exact split would need the scores of \
                 2^{n} mixtures, because {n} features part both documents; choose two documents that at most \
                 {MOST_ENUMERATED} features part"
            );
            return Err(Error::absent("explanation", problem));
        }
        let mixture = |set: usize| {
            let mut row = b.to_vec();
            for (_, &feature) in players.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1) {
                row[feature] = a[feature];
            }
            self.score_row(&row)
        };
        let scores: Vec<f64> = (0..1 << n).map(mixture).collect();
        for (place, &feature) in players.iter().enumerate() {
            let without = (0..scores.len()).filter(|set| set >> place & 1 == 0);
            values[feature] = without
                .map(|set| {
                    let before = set.count_ones() as usize;
                    share(before, n - 1 - before) * (scores[set | 1 << place] - scores[set])
                })
                .sum();
        }
        Ok(())
    }

    /// Returns the features of a network or of ensembles that part the scores of some mixtures of two documents.
    fn players(&self, a: &[f64], b: &[f64]) -> Vec<usize> {
        let mut part = vec![false; a.len().max(b.len())];
        let mut mark = |feature: usize, parts: bool| {
            if let Some(part) = part.get_mut(feature) {
                *part |= parts;
            }
        };
        if let Self::Network { hidden, .. } = self {
            for unit in hidden {
                for (feature, (w, (x, y))) in unit.weights.iter().zip(a.iter().zip(b)).enumerate() {
                    mark(feature, *w != 0.0 && x != y);
                }
            }
        }
        for Term { weak, .. } in self.ensembles().iter().flatten() {
            match weak {
                WeakLearner::Feature { feature } | WeakLearner::Stump { feature, .. } => {
                    mark(*feature, weak.value(a) != weak.value(b));
                }
                WeakLearner::Tree { nodes } => nodes.iter().for_each(|node| {
                    if let TreeNode::Split { feature, .. } = node {
                        mark(*feature, node.next(a) != node.next(b));
                    }
                }),
            }
        }
        (0..part.len()).filter(|&feature| part[feature]).collect()
    }
}

/// Adds the values of one term.
fn add_term(term: &Term, a: &[f64], b: &[f64], values: &mut [f64]) {
    match &term.weak {
        WeakLearner::Feature { feature } | WeakLearner::Stump { feature, .. } => {
            if let Some(value) = values.get_mut(*feature) {
                *value += term.value(a) - term.value(b);
            }
        }
        WeakLearner::Tree { nodes } => add_tree(nodes, term.weight, a, b, values),
    }
}

/// Adds the values of one tree.
///
/// A mixture of a and b reaches a leaf if it has p features from a and q features from b, those whose splits on the way
/// part both documents. A leaf of value v is therefore worth v to every set with the p and without the q features. Its
/// Shapley value is v (p−1)! q! / (p+q)! for each of the p, and −v p! (q−1)! / (p+q)! for each of the q.
fn add_tree(nodes: &[TreeNode], weight: f64, a: &[f64], b: &[f64], values: &mut [f64]) {
    // The features that part both documents on the way from the root, and whether the way is that of a.
    let mut way: Vec<(usize, bool)> = Vec::new();
    let mut open = vec![(0, 0, None)];
    while let Some((at, length, last)) = open.pop() {
        way.truncate(length);
        way.extend(last);
        let length = way.len();
        match &nodes[at] {
            TreeNode::Leaf { value, .. } => {
                let p = way.iter().filter(|(_, of_a)| *of_a).count();
                let q = length - p;
                for &(feature, of_a) in &way {
                    values[feature] +=
                        weight * if of_a { value * share(p - 1, q) } else { -value * share(p, q - 1) };
                }
            }
            node @ TreeNode::Split { feature, .. } => {
                let (Some(of_a), Some(of_b)) = (node.next(a), node.next(b)) else { continue };
                match way.iter().find(|(known, _)| known == feature) {
                    _ if of_a == of_b => open.push((of_a, length, None)),
                    Some((_, true)) => open.push((of_a, length, None)),
                    Some((_, false)) => open.push((of_b, length, None)),
                    None => {
                        open.push((of_b, length, Some((*feature, false))));
                        open.push((of_a, length, Some((*feature, true))));
                    }
                }
            }
        }
    }
}

/// Returns `m! n! / (m+n+1)!`: the share of the orders of m+n+1 features in which one of them comes after m given ones
/// and before the n others.
fn share(m: usize, n: usize) -> f64 {
    (1..=n).fold(1.0 / (m + n + 1) as f64, |share, i| share * i as f64 / (m + i) as f64)
}
