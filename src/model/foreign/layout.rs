//! Trees of nodes in any order, laid out from the root as [`TreeNode`] wants them. Must not know any format.

use crate::ranking::scorer::{Missing, Term, TreeNode, WeakLearner};
use crate::util::error::Error;

use super::fault;

/// A node as a format gives it. Children are indices of nodes.
#[derive(Debug, Clone, Copy)]
pub(super) enum RawNode {
    Leaf {
        value: f64,
        /// Number or weight of the training documents in the leaf; 1 if the file does not say it.
        cover: f64,
        /// Number of training documents in the leaf, if the file says it.
        documents: Option<u32>,
    },
    Split(RawSplit),
}

/// A split: values up to the threshold go left.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawSplit {
    pub feature: usize,
    pub threshold: f64,
    pub missing: Missing,
    pub left: usize,
    pub right: usize,
    pub gain: f64,
    /// Number of training documents that reached the node, if the file says it.
    pub documents: Option<u32>,
}

/// Returns a tree as a term with a weight. The value of a split is the mean of its leaves, weighted by their cover.
///
/// `program`, `number` of the tree from 0: for messages. Cost: linear in the nodes.
///
/// # Errors
/// [`Error::Data`] for a child that does not exist, and for a node with two parents.
pub(super) fn lay_out(program: &str, number: usize, weight: f64, raw: &[RawNode]) -> Result<Term, Error> {
    let fail = |problem: &str| fault(program, format!("tree {number}: {problem}"));
    if raw.is_empty() {
        return Err(fail("it has no nodes"));
    }
    // The root first, then level by level, so that children come after their parent.
    let mut order = vec![0];
    let mut nodes = Vec::with_capacity(raw.len());
    while let Some(&at) = order.get(nodes.len()) {
        nodes.push(match *raw.get(at).ok_or_else(|| fail("a split has a child that does not exist"))? {
            RawNode::Leaf { value, documents, .. } => TreeNode::Leaf { value, documents },
            RawNode::Split(RawSplit { feature, threshold, missing, left, right, gain, documents }) => {
                let first = order.len();
                order.extend([left, right]);
                if order.len() > raw.len() {
                    return Err(fail("a node has two parents"));
                }
                TreeNode::Split {
                    feature,
                    threshold,
                    left: first,
                    right: first + 1,
                    gain,
                    value: 0.0,
                    missing,
                    documents,
                }
            }
        });
    }
    // Children come later, so they are summed before their parent.
    let mut sums = vec![(0.0, 0.0); nodes.len()];
    for index in (0..nodes.len()).rev() {
        sums[index] = match (&mut nodes[index], raw[order[index]]) {
            (TreeNode::Leaf { value, .. }, RawNode::Leaf { cover, .. }) => {
                let cover = if cover > 0.0 && cover.is_finite() { cover } else { 0.0 };
                (*value, cover)
            }
            (TreeNode::Split { left, right, value, .. }, _) => {
                let [(one, its), (other, others)] = [sums[*left], sums[*right]];
                let share = if its + others > 0.0 { its / (its + others) } else { 0.5 };
                *value = other + (one - other) * share;
                (*value, its + others)
            }
            (TreeNode::Leaf { value, .. }, RawNode::Split(_)) => (*value, 0.0),
        };
    }
    Ok(Term { weight, weak: WeakLearner::Tree { nodes } })
}

/// Returns a term that gives every document the same value.
pub(super) fn constant(value: f64) -> Term {
    Term { weight: 1.0, weak: WeakLearner::Tree { nodes: vec![TreeNode::Leaf { value, documents: None }] } }
}

/// Returns one more than the greatest feature of the terms.
pub(super) fn n_features(terms: &[Term]) -> usize {
    let of_node = |node: &TreeNode| match node {
        TreeNode::Split { feature, .. } => feature.saturating_add(1),
        TreeNode::Leaf { .. } => 0,
    };
    let of_term = |term: &Term| match &term.weak {
        WeakLearner::Feature { feature } | WeakLearner::Stump { feature, .. } => feature.saturating_add(1),
        WeakLearner::Tree { nodes } => nodes.iter().map(of_node).max().unwrap_or(0),
    };
    terms.iter().map(of_term).max().unwrap_or(0)
}
