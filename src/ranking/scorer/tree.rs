//! A regression tree: where a document goes at a node, with a value or without. Must not know how trees are grown.

use serde::{Deserialize, Serialize};

use super::finite;
use crate::util::error::Error;

/// A node of a regression tree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum TreeNode {
    /// A split into two nodes.
    Split {
        /// The feature, from 0.
        feature: usize,
        /// Documents with a larger value go right, the others left.
        threshold: f64,
        /// Index of the left child.
        left: usize,
        /// Index of the right child.
        right: usize,
        /// What the split gains, S_L²/D_L + S_R²/D_R − S²/D: with D = n the decrease of the squared error, with D = Σ
        /// curvature that of Newton steps. In a foreign tree what its program calls the gain.
        gain: f64,
        /// Value of the node as a leaf, in a foreign tree the mean of its leaves.
        value: f64,
        /// Where a document without a value goes.
        #[serde(default, skip_serializing_if = "Missing::is_zero")]
        missing: Missing,
        /// Number of training documents that reached the node; `None` if unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        documents: Option<u32>,
    },
    /// A leaf with a value.
    Leaf {
        /// The value.
        value: f64,
        /// Number of training documents in the leaf; `None` if unknown.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        documents: Option<u32>,
    },
}

/// Where a split sends a document that lacks the feature, whose value is NaN.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Missing {
    /// Where a document with the value 0 goes.
    #[default]
    Zero,
    /// To the left child.
    Left,
    /// To the right child.
    Right,
    /// To the left child, and so does the value 0.
    ZeroLeft,
    /// To the right child, and so does the value 0.
    ZeroRight,
}

/// Greatest size of a value that LightGBM takes for 0.
const LIGHTGBM_ZERO: f64 = 1e-35_f32 as f64;

impl TreeNode {
    /// Returns the index of the child that a document goes to; `None` at a leaf. `row`: its features, NaN where it
    /// lacks one. Cost: O(1). Source of the rules for gaps: `NumericalDecision` of LightGBM's `tree.h`.
    pub fn next(&self, row: &[f64]) -> Option<usize> {
        let Self::Split { feature, threshold, left, right, missing, .. } = *self else { return None };
        let x = row.get(feature).copied().unwrap_or(f64::NAN);
        let is_missing = match missing {
            Missing::Zero | Missing::Left | Missing::Right => x.is_nan(),
            Missing::ZeroLeft | Missing::ZeroRight => x.is_nan() || x.abs() <= LIGHTGBM_ZERO,
        };
        let goes_right = match (is_missing, missing) {
            (false, _) => x > threshold,
            (true, Missing::Zero) => 0.0 > threshold,
            (true, Missing::Left | Missing::ZeroLeft) => false,
            (true, Missing::Right | Missing::ZeroRight) => true,
        };
        Some(if goes_right { right } else { left })
    }

    /// Returns the indices of the nodes that a document passes, from the root to its leaf. `nodes`: of a tree. Cost:
    /// O(depth).
    pub fn path(nodes: &[Self], row: &[f64]) -> Vec<usize> {
        std::iter::successors((!nodes.is_empty()).then_some(0), |&at| nodes[at].next(row)).collect()
    }

    /// Whether the values around 0 that count as 0 go where the threshold sends them. True for a leaf.
    pub fn sends_zero_by_value(&self) -> bool {
        let Self::Split { threshold, missing, .. } = *self else { return true };
        match missing {
            Missing::ZeroLeft => threshold >= LIGHTGBM_ZERO,
            Missing::ZeroRight => threshold < -LIGHTGBM_ZERO,
            Missing::Zero | Missing::Left | Missing::Right => true,
        }
    }

    /// Whether a missing value goes another way than the value 0.
    pub fn parts_gap_from_zero(&self) -> bool {
        let Self::Split { threshold, missing, .. } = *self else { return false };
        match missing {
            Missing::Left => 0.0 > threshold,
            Missing::Right => 0.0 <= threshold,
            Missing::Zero | Missing::ZeroLeft | Missing::ZeroRight => false,
        }
    }

    /// Returns the value of the leaf, or the value of the node as a leaf.
    pub fn value(&self) -> f64 {
        match *self {
            Self::Leaf { value, .. } | Self::Split { value, .. } => value,
        }
    }
}

impl Missing {
    /// Whether a missing value counts as 0, which model files do not write.
    fn is_zero(&self) -> bool {
        *self == Self::Zero
    }

    /// Whether the value 0 goes where a missing value goes.
    pub fn takes_zero(self) -> bool {
        matches!(self, Self::ZeroLeft | Self::ZeroRight)
    }
}

/// Checks that every child comes after its parent and has no other, so that every walk from the root ends, and all
/// walks together pass a node once.
pub(super) fn check(nodes: &[TreeNode]) -> Result<(), Error> {
    if nodes.is_empty() {
        return Err(Error::data("a tree has no nodes"));
    }
    let mut has_parent = vec![false; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        match *node {
            TreeNode::Leaf { value, .. } => finite("value of a leaf", &[value])?,
            TreeNode::Split { threshold, left, right, gain, value, .. } => {
                finite("split of a tree", &[threshold, gain, value])?;
                if [left, right].iter().any(|&child| child <= index || child >= nodes.len()) {
                    let problem =
                        format!("node {index} of a tree of {} has children {left}, {right}", nodes.len());
                    return Err(Error::data(problem));
                }
                for child in [left, right] {
                    if std::mem::replace(&mut has_parent[child], true) {
                        return Err(Error::data(format!("node {child} of a tree has two parents")));
                    }
                }
            }
        }
    }
    Ok(())
}
