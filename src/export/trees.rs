//! Trees of an additive scorer over raw features in 32-bit floats, as search engines evaluate them.
//!
//! A tree of this crate compares scaled 64-bit values, with the rule `x > threshold` for the right child. Search
//! engines compare raw 32-bit values. Scaling never changes the order of values. Therefore the left child gets all raw
//! values up to one 32-bit number, which a bisection finds. The split is then exact for every 32-bit value, whatever
//! the scaling. `solr.rs` describes the exceptions of Solr.
//!
//! Search engines round raw values to 32 bits. A value can cross a threshold by this rounding if the threshold is
//! closer to it than the distance of two floats.

use super::linear::{fits, unknown};
use super::refused;
use crate::model::Model;
use crate::ranking::scorer::{Term, TreeNode, WeakLearner};
use crate::util::error::Error;

/// Most levels of a tree. The JSON readers of the engines limit the nesting.
const MOST_LEVELS: usize = 400;

/// A node with the part of the tree below it.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    /// A leaf with its value, which contains the weight of the tree.
    Leaf(f32),
    /// A split of one feature.
    Split(Box<Split>),
}

/// A split of one feature.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Split {
    /// The feature, from 0.
    pub feature: usize,
    /// The greatest value that goes to `below`, less than the greatest 32-bit float.
    pub last_below: f32,
    /// The child of values up to `last_below`.
    pub below: Node,
    /// The child of greater values.
    pub above: Node,
}

/// Returns one tree per term; their sum is the score. A stump is a tree with two leaves.
///
/// A split that sends every value to one side is replaced by that side.
///
/// # Errors
/// [`Error::Data`] for scaling within each query, for terms that are features instead of steps, and for trees that are
/// too deep or share nodes; [`Error::Numeric`] for scores outside the range of 32-bit floats.
pub(super) fn trees(model: &Model, terms: &[Term]) -> Result<Vec<Node>, Error> {
    if model.scaling.value(0, 0.0).is_none() {
        return Err(Error::data(
            "the model scales every query by its own values, which the thresholds of trees cannot express; \
             train with --scale minmax, standard or none",
        ));
    }
    let mut greatest = 0.0;
    let mut trees = Vec::with_capacity(terms.len());
    for (index, Term { weight, weak }) in terms.iter().enumerate() {
        let mut tree = Tree { model, weight: *weight, number: index + 1 };
        let (node, most) = match weak {
            WeakLearner::Feature { .. } => {
                return Err(Error::data("the model adds features and steps, which these formats cannot mix"));
            }
            WeakLearner::Stump { feature, threshold } => {
                let (below, above) = (tree.leaf(0.0)?, tree.leaf(1.0)?);
                (tree.split(*feature, *threshold, below, above)?, weight.abs())
            }
            WeakLearner::Tree { nodes } => {
                let most = nodes.iter().map(|node| (weight * node.value()).abs()).fold(0.0, f64::max);
                (tree.node(nodes, 0, 1)?, most)
            }
        };
        greatest += most;
        trees.push(node);
    }
    if fits(greatest) {
        Ok(trees)
    } else {
        Err(refused("the sum of the trees does not fit 32 bits".to_owned()))
    }
}

/// The tree that is being converted.
struct Tree<'a> {
    model: &'a Model,
    weight: f64,
    number: usize,
}

impl Tree<'_> {
    fn node(&mut self, nodes: &[TreeNode], at: usize, level: usize) -> Result<Node, Error> {
        if level > MOST_LEVELS {
            let problem = format!("tree {} has more than {MOST_LEVELS} levels", self.number);
            return Err(Error::data(format!("{problem}, too many for the readers of these formats")));
        }
        match nodes[at] {
            TreeNode::Leaf { value, .. } => self.leaf(value),
            TreeNode::Split { feature, threshold, left, right, missing, .. } => {
                if missing.takes_zero() && !nodes[at].sends_zero_by_value() {
                    return Err(Error::data(format!(
                        "tree {} sends the value 0 against its threshold, as LightGBM does with zero_as_missing, which these \
                         formats cannot express",
                        self.number
                    )));
                }
                let below = self.node(nodes, left, level + 1)?;
                let above = self.node(nodes, right, level + 1)?;
                self.split(feature, threshold, below, above)
            }
        }
    }

    fn leaf(&self, value: f64) -> Result<Node, Error> {
        let weighted = self.weight * value;
        if fits(weighted) {
            return Ok(Node::Leaf(weighted as f32));
        }
        Err(refused(format!("a leaf of tree {}, {weighted}, does not fit 32 bits", self.number)))
    }

    fn split(&self, feature: usize, threshold: f64, below: Node, above: Node) -> Result<Node, Error> {
        if feature >= self.model.n_features {
            return Err(unknown(feature, self.model.n_features));
        }
        let scaled = |x: f32| self.model.scaling.value(feature, f64::from(x)).unwrap_or(0.0);
        let goes_below = |x: f32| scaled(x) <= threshold;
        Ok(match last(goes_below) {
            None => above,
            Some(f32::MAX) => below,
            Some(last_below) => Node::Split(Box::new(Split { feature, last_below, below, above })),
        })
    }
}

/// Returns the greatest finite 32-bit float that `holds` accepts; `None` if it accepts none.
///
/// `holds` accepts all floats up to a bound. Cost: 32 calls.
fn last(holds: impl Fn(f32) -> bool) -> Option<f32> {
    // The bits of floats of one sign are in the order of their magnitudes.
    let float = |key: i64| {
        let magnitude = f32::from_bits(key.unsigned_abs() as u32);
        if key < 0 { -magnitude } else { magnitude }
    };
    let most = i64::from(f32::MAX.to_bits());
    let (mut accepted, mut rejected) = (-most - 1, most + 1);
    while rejected - accepted > 1 {
        let middle = accepted.midpoint(rejected);
        if holds(float(middle)) {
            accepted = middle;
        } else {
            rejected = middle;
        }
    }
    (accepted >= -most).then(|| float(accepted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_accepted_float_is_found() {
        for bound in [0.0, 1.0, -1.0, 0.1, -1e-40, 1e-45, 3.4e38, -3.4e38, 1e300] {
            let holds = |x: f32| f64::from(x) <= bound;
            let found = last(holds).expect("some float is accepted");
            assert!(holds(found), "{bound}: {found}");
            let next = found.next_up();
            assert!(next.is_infinite() || !holds(next), "{bound}: {next}");
        }
        assert_eq!(last(|x| f64::from(x) <= -1e300), None);
        assert_eq!(last(|_| true), Some(f32::MAX));
    }
}
