//! A growing tree: the search of its leaves and their splits. It knows codes and targets, not feature values.

use std::ops::Range;

use super::{LeafValue, Presorted, TreeConfig};
use crate::learner::boosting::Candidate;
use crate::ranking::scorer::{Missing, TreeNode, WeakLearner};

/// Gains are equal if they differ by less than this, relative to the squared sum of the node over its size.
const GAIN_TOLERANCE: f64 = 1e-10;

/// A growing tree. Every call of [`Grower::step`] searches one feature of one leaf, or splits a leaf.
pub(in crate::learner::boosting) struct Grower {
    targets: Vec<f64>,
    curvatures: Vec<f64>,
    /// Weight of each document; empty if all have the weight 1.
    weights: Vec<f64>,
    leaf_value: LeafValue,
    /// Documents by leaf; within a leaf in document order.
    documents: Vec<u32>,
    /// Documents by leaf; within a leaf in ascending order of each feature. Empty if features are binned.
    lists: Vec<Vec<u32>>,
    leaves: Vec<Leaf>,
    nodes: Vec<TreeNode>,
    is_right: Vec<bool>,
    scratch: Vec<u32>,
    /// The best split of every feature at the root.
    root_splits: Vec<Option<Split>>,
}

struct Leaf {
    node: usize,
    documents: Range<usize>,
    /// Σ target.
    sum: f64,
    /// Σ weight.
    weight: f64,
    /// Number of features searched so far.
    searched: usize,
    best: Option<Split>,
}

/// A split of a leaf.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Split {
    feature: usize,
    /// The largest code that goes left.
    code: u32,
    threshold: f64,
    gain: f64,
}

impl Leaf {
    /// S²/n, with the sum of the weights as n.
    fn explained(&self) -> f64 {
        self.sum * self.sum / self.weight
    }

    fn tolerance(&self) -> f64 {
        GAIN_TOLERANCE * self.explained().max(1.0)
    }
}

impl Grower {
    /// Returns a tree with one leaf. `targets`, `curvatures`: one per document, times its weight. `weights`: one per
    /// document, or none if all have the weight 1.
    pub fn new(
        presorted: &Presorted,
        targets: Vec<f64>,
        curvatures: Vec<f64>,
        weights: Vec<f64>,
        leaf_value: LeafValue,
    ) -> Self {
        let n = targets.len();
        let mut grower = Self {
            targets,
            curvatures,
            weights,
            leaf_value,
            documents: (0..n as u32).collect(),
            lists: presorted.orders.clone(),
            leaves: Vec::new(),
            nodes: Vec::new(),
            is_right: vec![false; n],
            scratch: Vec::with_capacity(n),
            root_splits: Vec::new(),
        };
        grower.add_leaf(0..n);
        grower
    }

    /// Searches one feature of one leaf, or splits a leaf. Returns the number of feature values visited; 0 once the
    /// tree is complete.
    ///
    /// The leaf with the largest gain is split, the older one on ties.
    pub fn step(&mut self, presorted: &Presorted, config: &TreeConfig) -> usize {
        let n_features = presorted.columns.len();
        if self.leaves.len() >= config.leaves {
            return 0;
        }
        let open = self
            .leaves
            .iter()
            .position(|leaf| leaf.searched < n_features && leaf.documents.len() / 2 >= config.min_documents);
        if let Some(index) = open {
            let leaf = &self.leaves[index];
            let split = self.search(presorted, leaf, config.min_documents);
            if leaf.node == 0 {
                self.root_splits.push(split);
            }
            let leaf = &mut self.leaves[index];
            leaf.searched += 1;
            if let Some(split) = split
                && split.gain > leaf.best.map_or(0.0, |best| best.gain) + leaf.tolerance()
            {
                leaf.best = Some(split);
            }
            return leaf.documents.len();
        }
        let mut best = None::<(usize, Split)>;
        for (index, leaf) in self.leaves.iter().enumerate() {
            let Some(split) = leaf.best else { continue };
            if best.is_none_or(|(_, best)| split.gain > best.gain + leaf.tolerance()) {
                best = Some((index, split));
            }
        }
        let Some((index, split)) = best else { return 0 };
        self.split(presorted, index, split)
    }

    /// Returns the tree, with the sum of the gains of its splits.
    pub fn finish(self) -> (WeakLearner, f64) {
        let gain = |node: &TreeNode| match *node {
            TreeNode::Split { gain, .. } => gain,
            TreeNode::Leaf { .. } => 0.0,
        };
        let all = self.nodes.iter().fold(0.0, |sum, node| sum + gain(node));
        (WeakLearner::Tree { nodes: self.nodes }, all)
    }

    /// Returns the best split of each feature at the root, and the index of the chosen one among them.
    pub fn root_candidates(&self, ensemble: usize, shrinkage: f64) -> (Vec<Candidate>, Option<usize>) {
        let candidate = |split: &Split| Candidate {
            ensemble,
            feature: split.feature + 1,
            threshold: Some(split.threshold),
            alpha: shrinkage,
            edge: split.gain,
            objective: None,
        };
        let candidates: Vec<Candidate> = self.root_splits.iter().flatten().map(candidate).collect();
        let chosen = match self.nodes[0] {
            TreeNode::Split { feature, .. } => candidates.iter().position(|one| one.feature == feature + 1),
            TreeNode::Leaf { .. } => None,
        };
        (candidates, chosen)
    }

    /// Returns the pieces done, and the pieces in all if every leaf is searched.
    pub fn progress(&self, n_features: usize, config: &TreeConfig) -> (usize, usize) {
        let leaves = self.leaves.len();
        let splits = self.nodes.len() - leaves;
        let open: usize = self.leaves.iter().map(|leaf| n_features - leaf.searched).sum();
        let of = config.pieces(n_features);
        (((splits + leaves) * n_features - open).min(of), of)
    }

    fn add_leaf(&mut self, documents: Range<usize>) -> usize {
        let of_leaf = &self.documents[documents.clone()];
        let sum_of =
            |values: &[f64]| of_leaf.iter().fold(0.0, |sum, &document| sum + values[document as usize]);
        let (sum, curvature) = (sum_of(&self.targets), sum_of(&self.curvatures));
        let weight = if self.weights.is_empty() { of_leaf.len() as f64 } else { sum_of(&self.weights) };
        let node = self.nodes.len();
        self.nodes.push(TreeNode::Leaf { value: self.leaf_value.of(sum, curvature) });
        self.leaves.push(Leaf { node, documents, sum, weight, searched: 0, best: None });
        node
    }

    /// Searches a leaf by its next feature for the largest S_L²/n_L + S_R²/n_R − S²/n; ties keep the lower cut. Each n is
    /// a sum of weights. `min_documents` counts documents, whatever their weights.
    fn search(&self, presorted: &Presorted, leaf: &Leaf, min_documents: usize) -> Option<Split> {
        match self.weights.as_slice() {
            [] => self.search_with(presorted, leaf, min_documents, |_| 1.0),
            weights => {
                self.search_with(presorted, leaf, min_documents, |document| weights[document as usize])
            }
        }
    }

    fn search_with(
        &self,
        presorted: &Presorted,
        leaf: &Leaf,
        min_documents: usize,
        weight_of: impl Fn(u32) -> f64,
    ) -> Option<Split> {
        let column = &presorted.columns[leaf.searched];
        let mut cuts = Cuts::new(leaf, min_documents);
        match self.lists.get(leaf.searched) {
            Some(list) => {
                let list = &list[leaf.documents.clone()];
                let mut last = column.codes[list[0] as usize];
                let (mut sum, mut n, mut weight) = (0.0, 0_usize, 0.0);
                for &document in list {
                    let code = column.codes[document as usize];
                    if code != last {
                        cuts.consider(last, code, sum, n, weight);
                        last = code;
                    }
                    sum += self.targets[document as usize];
                    n += 1;
                    weight += weight_of(document);
                }
            }
            None => {
                let mut bins = vec![(0.0, 0_usize, 0.0); column.n_codes()];
                for &document in &self.documents[leaf.documents.clone()] {
                    let bin = &mut bins[column.codes[document as usize] as usize];
                    *bin = (bin.0 + self.targets[document as usize], bin.1 + 1, bin.2 + weight_of(document));
                }
                let mut last = None;
                let (mut sum, mut n, mut weight) = (0.0, 0, 0.0);
                for (code, &(of_bin, in_bin, weighs)) in bins.iter().enumerate().filter(|(_, bin)| bin.1 > 0)
                {
                    if let Some(last) = last {
                        cuts.consider(last, code as u32, sum, n, weight);
                    }
                    last = Some(code as u32);
                    (sum, n, weight) = (sum + of_bin, n + in_bin, weight + weighs);
                }
            }
        }
        let (below, above, gain) = cuts.best?;
        let threshold = column.threshold(below as usize, above as usize);
        Some(Split { feature: leaf.searched, code: below, threshold, gain })
    }

    /// Splits a leaf in two. Returns the number of values moved.
    fn split(&mut self, presorted: &Presorted, index: usize, split: Split) -> usize {
        let leaf = self.leaves.remove(index);
        let codes = &presorted.columns[split.feature].codes;
        let mut n_left = 0;
        for &document in &self.documents[leaf.documents.clone()] {
            let is_right = codes[document as usize] > split.code;
            self.is_right[document as usize] = is_right;
            n_left += usize::from(!is_right);
        }
        for list in std::iter::once(&mut self.documents).chain(&mut self.lists) {
            partition(&mut list[leaf.documents.clone()], &self.is_right, &mut self.scratch);
        }
        let middle = leaf.documents.start + n_left;
        let left = self.add_leaf(leaf.documents.start..middle);
        let right = self.add_leaf(middle..leaf.documents.end);
        let Split { feature, threshold, gain, .. } = split;
        let value = self.nodes[leaf.node].value();
        self.nodes[leaf.node] =
            TreeNode::Split { feature, threshold, left, right, gain, value, missing: Missing::Zero };
        leaf.documents.len() * (self.lists.len() + 1)
    }
}

/// Moves the documents of the left leaf before the others; both keep their order.
fn partition(list: &mut [u32], is_right: &[bool], scratch: &mut Vec<u32>) {
    scratch.clear();
    let mut n_left = 0;
    for place in 0..list.len() {
        let document = list[place];
        if is_right[document as usize] {
            scratch.push(document);
        } else {
            list[n_left] = document;
            n_left += 1;
        }
    }
    list[n_left..].copy_from_slice(scratch);
}

/// Returns the best cut of one leaf and feature.
struct Cuts {
    sum: f64,
    n: usize,
    weight: f64,
    explained: f64,
    tolerance: f64,
    min_documents: usize,
    /// The codes on both sides, and the gain.
    best: Option<(u32, u32, f64)>,
}

impl Cuts {
    fn new(leaf: &Leaf, min_documents: usize) -> Self {
        let (sum, n) = (leaf.sum, leaf.documents.len());
        let (explained, tolerance) = (leaf.explained(), leaf.tolerance());
        Self { sum, n, weight: leaf.weight, explained, tolerance, min_documents, best: None }
    }

    /// Offers a cut with `n` documents, their `weight`, and the sum `left` below it. Calls must be in ascending order.
    fn consider(&mut self, below: u32, above: u32, left: f64, n: usize, weight: f64) {
        let n_right = self.n - n;
        if n < self.min_documents || n_right < self.min_documents {
            return;
        }
        let right = self.sum - left;
        let gain = left * left / weight + right * right / (self.weight - weight) - self.explained;
        if gain > self.best.map_or(0.0, |best| best.2) + self.tolerance {
            self.best = Some((below, above, gain));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Dataset;
    use crate::data::QueryRows;

    fn grow(data: &Dataset, most_codes: usize, targets: &[f64], config: &TreeConfig) -> Vec<TreeNode> {
        let mut presorted = Presorted::default();
        while presorted.prepare_with(data, most_codes) > 0 {}
        let value = LeafValue { factor: 1.0, bound: f64::MAX };
        let mut grower =
            Grower::new(&presorted, targets.to_vec(), vec![1.0; targets.len()], Vec::new(), value);
        while grower.step(&presorted, config) > 0 {}
        match grower.finish().0 {
            WeakLearner::Tree { nodes } => nodes,
            other => panic!("a tree, not {other:?}"),
        }
    }

    #[test]
    fn histograms_find_the_splits_of_sorted_lists() {
        let n = 200;
        let noise = |i: usize, step: usize| (i * step % 211) as f64;
        let features =
            (0..n).flat_map(|i| [(noise(i, 7) / 30.0).floor(), (noise(i, 31) / 20.0).floor(), 1.0]);
        let query = QueryRows {
            id: "q".into(),
            grades: vec![0; n],
            features: features.collect(),
            comments: Vec::new(),
        };
        let data = Dataset::from_queries(3, &[query]).unwrap();
        let targets: Vec<f64> =
            (0..n).map(|i| noise(i, 7) * noise(i, 31) / 1000.0 + noise(i, 97) / 100.0).collect();
        let config = TreeConfig { leaves: 8, min_documents: 5, shrinkage: 1.0 };
        // No feature has more than 12 values, so every value has its own bin.
        let (exact, binned) = (grow(&data, n, &targets, &config), grow(&data, 12, &targets, &config));
        assert_eq!(exact.len(), 15);
        assert_eq!(binned.len(), 15);
        for (one, other) in exact.iter().zip(&binned) {
            match (one, other) {
                (
                    TreeNode::Split { feature: f, threshold: t, gain: g, .. },
                    TreeNode::Split { feature, threshold, gain, .. },
                ) => {
                    assert_eq!((f, t), (feature, threshold));
                    assert!((g - gain).abs() < 1e-9 * g);
                }
                (TreeNode::Leaf { value: v }, TreeNode::Leaf { value }) => assert_eq!(v, value),
                _ => panic!("{one:?} and {other:?}"),
            }
        }
    }

    #[test]
    fn without_curvature_a_leaf_stays_where_it_is() {
        let value = LeafValue { factor: 1.0, bound: 4.0 };
        assert_eq!(value.of(0.0, 0.0), 0.0);
        assert_eq!(value.of(-1.0, 0.0), -4.0);
        assert_eq!(value.of(1.0, 0.5), 2.0);
    }
}
