//! A growing tree: the search of its leaves and their splits. It knows codes and targets, not feature values.

use std::ops::Range;

use super::histograms::{Amounts, BLOCK, Bin, BlockHistograms, Quantum};
use super::{LeafValue, Presorted, TreeConfig};
use crate::learner::boosting::Candidate;
use crate::learner::boosting::columns::Column;
use crate::ranking::scorer::{Missing, TreeNode, WeakLearner};
use crate::util::threads;

/// Gains are equal if they differ by less than this, relative to what the leaf explains.
const GAIN_TOLERANCE: f64 = 1e-10;

/// What a tree is fitted to: one number per document and list.
pub(in crate::learner::boosting) struct Targets {
    /// The targets, times the weight of the document.
    pub targets: Vec<f64>,
    /// What divides the squared sum of the targets in the gain of a split; empty if it is 1 for every document.
    pub divisors: Vec<f64>,
    /// What divides the sum of the targets in the value of a leaf, times the weight of the document.
    pub curvatures: Vec<f64>,
}

/// A growing tree. Every call of [`Grower::step`] searches some features of a leaf, or splits a leaf.
pub(in crate::learner::boosting) struct Grower {
    /// Target and divisor of each document, in quanta.
    amounts: Vec<Amounts>,
    quanta: [Quantum; 2],
    /// Curvature of each document, in quanta.
    curvatures: Vec<i64>,
    of_curvature: Quantum,
    leaf_value: LeafValue,
    /// Documents by leaf; within a leaf in document order.
    documents: Vec<u32>,
    /// Documents by leaf; within a leaf in ascending order of each feature. Empty if features are binned.
    lists: Vec<Vec<u32>>,
    /// The bins of the leaves; empty unless features are binned.
    blocks: Vec<BlockHistograms>,
    leaves: Vec<Leaf>,
    nodes: Vec<TreeNode>,
    is_right: Vec<bool>,
    scratch: Vec<u32>,
    /// The amounts of the documents of the leaf whose bins are summed.
    gathered: Vec<Amounts>,
    /// The leaves that are being searched.
    open: Open,
    /// The best split of every feature at the root.
    root_splits: Vec<Option<Split>>,
}

/// The two leaves of the last split, or the root, while they are searched for their best splits.
struct Open {
    /// The leaf with fewer documents, the left one of equals.
    small: usize,
    large: Option<usize>,
    /// Number of pieces searched so far. A piece is a block of features if features are binned, else a feature.
    done: usize,
}

struct Leaf {
    node: usize,
    documents: Range<usize>,
    sums: Amounts,
    /// (Σ target)² / Σ divisor.
    explained: f64,
    /// Where its bins stand.
    slot: usize,
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

impl Grower {
    /// Returns a tree with one leaf.
    pub fn new(presorted: &Presorted, of: Targets, leaf_value: LeafValue) -> Self {
        let n = of.targets.len();
        let ones = of.divisors.is_empty();
        let quanta = [Quantum::of(&of.targets), if ones { Quantum::ONE } else { Quantum::of(&of.divisors) }];
        let divisor = |document: usize| if ones { 1 } else { quanta[1].whole(of.divisors[document]) };
        let amounts = of.targets.iter().enumerate();
        let of_curvature = Quantum::of(&of.curvatures);
        let mut grower = Self {
            amounts: amounts
                .map(|(document, &target)| [quanta[0].whole(target), divisor(document)])
                .collect(),
            quanta,
            curvatures: of.curvatures.iter().map(|&curvature| of_curvature.whole(curvature)).collect(),
            of_curvature,
            leaf_value,
            documents: (0..n as u32).collect(),
            lists: presorted.orders.clone(),
            blocks: presorted.blocks.iter().map(|_| BlockHistograms::new()).collect(),
            leaves: Vec::new(),
            nodes: Vec::new(),
            is_right: vec![false; n],
            scratch: Vec::with_capacity(n),
            gathered: Vec::with_capacity(n),
            open: Open { small: 0, large: None, done: 0 },
            root_splits: Vec::new(),
        };
        grower.add_leaf(0..n, 0);
        grower.gather();
        grower
    }

    /// Searches some features of the leaves of the last split, or splits a leaf. Returns the number of feature values
    /// visited; 0 once the tree is complete.
    ///
    /// The leaf with the largest gain is split, the older one on ties.
    pub fn step(&mut self, presorted: &Presorted, config: &TreeConfig) -> usize {
        if self.leaves.len() >= config.leaves {
            return 0;
        }
        if self.open.done < self.n_pieces() {
            return self.search(presorted, config);
        }
        let mut best = None::<(usize, Split)>;
        for (index, leaf) in self.leaves.iter().enumerate() {
            let Some(split) = leaf.best else { continue };
            if best.is_none_or(|(_, best)| split.gain > best.gain + leaf.tolerance()) {
                best = Some((index, split));
            }
        }
        let Some((index, split)) = best else { return 0 };
        self.split(presorted, index, split, config)
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
    pub fn progress(&self, config: &TreeConfig) -> (usize, usize) {
        let (pieces, splits) = (self.n_pieces(), self.nodes.len() - self.leaves.len());
        ((splits * pieces + self.open.done).min(config.leaves * pieces), config.leaves * pieces)
    }

    fn n_pieces(&self) -> usize {
        self.blocks.len().max(self.lists.len())
    }

    fn add_leaf(&mut self, documents: Range<usize>, slot: usize) -> usize {
        let (mut sums, mut curvature) = ([0; 2], 0);
        for &document in &self.documents[documents.clone()] {
            let [target, divisor] = self.amounts[document as usize];
            sums = [sums[0] + target, sums[1] + divisor];
            curvature += self.curvatures[document as usize];
        }
        let target = self.quanta[0].number(sums[0]);
        let node = self.nodes.len();
        let value = self.leaf_value.of(target, self.of_curvature.number(curvature));
        let count = Some(documents.len() as u32);
        self.nodes.push(TreeNode::Leaf { value, documents: count });
        let explained = explained(sums, self.quanta);
        self.leaves.push(Leaf { node, documents, sums, explained, slot, best: None });
        node
    }

    /// Copies the amounts of the smaller leaf that is searched, in the order of its documents.
    fn gather(&mut self) {
        self.gathered.clear();
        if !self.blocks.is_empty() {
            let of_leaf = &self.documents[self.leaves[self.open.small].documents.clone()];
            self.gathered.extend(of_leaf.iter().map(|&document| self.amounts[document as usize]));
        }
    }

    /// Searches the next piece of the open leaves, or all pieces if several threads share them.
    fn search(&mut self, presorted: &Presorted, config: &TreeConfig) -> usize {
        let Open { small, large, done } = self.open;
        let n_small = self.leaves[small].documents.len();
        let all = threads::pays(n_small, presorted.columns.len());
        let pieces = done..if all { self.n_pieces() } else { done + 1 };
        let values;
        let found: Vec<[Vec<Option<Split>>; 2]>;
        let mut blocks = std::mem::take(&mut self.blocks);
        if blocks.is_empty() {
            let of_leaf = |leaf: usize, feature: usize| {
                vec![self.search_sorted(presorted, &self.leaves[leaf], feature, config)]
            };
            found = threads::map(pieces.len(), |place| {
                let feature = pieces.start + place;
                [of_leaf(small, feature), large.map_or(Vec::new(), |large| of_leaf(large, feature))]
            });
            values = pieces.len() * (n_small + large.map_or(0, |large| self.leaves[large].documents.len()));
        } else {
            let of_leaf = |leaf: usize, block: usize, histograms: &BlockHistograms| {
                let features = (block * BLOCK..presorted.columns.len()).take(BLOCK);
                let leaf = &self.leaves[leaf];
                features
                    .map(|feature| {
                        let bins = histograms.bins(leaf.slot, feature % BLOCK);
                        self.search_bins(presorted, leaf, feature, bins, config)
                    })
                    .collect()
            };
            let documents = &self.documents[self.leaves[small].documents.clone()];
            found = threads::map_mut(&mut blocks[pieces.clone()], |place, histograms| {
                let block = pieces.start + place;
                histograms.sum(self.leaves[small].slot, &presorted.blocks[block], documents, &self.gathered);
                if let Some(large) = large {
                    histograms.subtract(self.leaves[large].slot, self.leaves[small].slot);
                }
                let of_large = large.map_or(Vec::new(), |large| of_leaf(large, block, histograms));
                [of_leaf(small, block, histograms), of_large]
            });
            values = pieces.len() * BLOCK * n_small;
        }
        self.blocks = blocks;
        self.open.done = pieces.end;
        for splits in found {
            for (leaf, splits) in [Some(small), large].into_iter().zip(splits) {
                let Some(leaf) = leaf else { continue };
                self.take(leaf, splits);
            }
        }
        values.max(1)
    }

    /// Keeps the best of the splits of a leaf; ties keep the lower feature.
    fn take(&mut self, leaf: usize, splits: Vec<Option<Split>>) {
        let leaf = &mut self.leaves[leaf];
        for split in splits.iter().flatten() {
            if split.gain > leaf.best.map_or(0.0, |best| best.gain) + leaf.tolerance() {
                leaf.best = Some(*split);
            }
        }
        if leaf.node == 0 {
            self.root_splits.extend(splits);
        }
    }

    /// Searches the documents of a leaf in ascending order of a feature for the cut with the largest gain; ties keep the
    /// lower cut. `min_documents` counts documents, whatever their weights.
    fn search_sorted(
        &self,
        presorted: &Presorted,
        leaf: &Leaf,
        feature: usize,
        config: &TreeConfig,
    ) -> Option<Split> {
        let column = &presorted.columns[feature];
        let mut cuts = Cuts::new(leaf, self.quanta, config);
        let list = &self.lists[feature][leaf.documents.clone()];
        let mut last = column.codes[*list.first()? as usize];
        let mut below = Bin::default();
        for &document in list {
            let code = column.codes[document as usize];
            if code != last {
                cuts.consider(last, code, below);
                last = code;
            }
            below.add(self.amounts[document as usize], 1);
        }
        cuts.split(column, feature)
    }

    /// As [`Grower::search_sorted`], over bins.
    fn search_bins(
        &self,
        presorted: &Presorted,
        leaf: &Leaf,
        feature: usize,
        bins: &[Bin],
        config: &TreeConfig,
    ) -> Option<Split> {
        let column = &presorted.columns[feature];
        let mut cuts = Cuts::new(leaf, self.quanta, config);
        let mut below = Bin::default();
        let mut last = None;
        for (code, bin) in (0..).zip(&bins[..column.n_codes()]).filter(|(_, bin)| bin.documents > 0) {
            if let Some(last) = last {
                cuts.consider(last, code, below);
            }
            last = Some(code);
            below.add(bin.sums, bin.documents);
        }
        cuts.split(column, feature)
    }

    /// Splits a leaf in two. Returns the number of values moved.
    fn split(&mut self, presorted: &Presorted, index: usize, split: Split, config: &TreeConfig) -> usize {
        let leaf = self.leaves.remove(index);
        let mut n_left = 0;
        for &document in &self.documents[leaf.documents.clone()] {
            let is_right = presorted.is_above(split.feature, split.code, document);
            self.is_right[document as usize] = is_right;
            n_left += usize::from(!is_right);
        }
        for list in std::iter::once(&mut self.documents).chain(&mut self.lists) {
            partition(&mut list[leaf.documents.clone()], &self.is_right, &mut self.scratch);
        }
        let middle = leaf.documents.start + n_left;
        let is_left_small = n_left <= leaf.documents.len() - n_left;
        // The larger leaf takes the bins of the parent.
        let new = self.leaves.len() + 1;
        let slots = if is_left_small { [new, leaf.slot] } else { [leaf.slot, new] };
        let left = self.add_leaf(leaf.documents.start..middle, slots[0]);
        let right = self.add_leaf(middle..leaf.documents.end, slots[1]);
        let Split { feature, threshold, gain, .. } = split;
        let value = self.nodes[leaf.node].value();
        let (missing, documents) = (Missing::Zero, Some(leaf.documents.len() as u32));
        self.nodes[leaf.node] =
            TreeNode::Split { feature, threshold, left, right, gain, value, missing, documents };
        let last = self.leaves.len() - 1;
        let (small, large) = if is_left_small { (last - 1, last) } else { (last, last - 1) };
        self.open = Open { small, large: Some(large), done: 0 };
        if self.leaves[large].documents.len() / 2 < config.min_documents {
            // Neither leaf can be split.
            self.open.done = self.n_pieces();
        } else {
            self.gather();
        }
        leaf.documents.len() * (self.lists.len() + 1)
    }
}

impl Leaf {
    fn tolerance(&self) -> f64 {
        GAIN_TOLERANCE * self.explained.max(1.0)
    }
}

/// Returns (Σ target)² / Σ divisor.
fn explained(sums: Amounts, quanta: [Quantum; 2]) -> f64 {
    let target = quanta[0].number(sums[0]);
    target * target / quanta[1].number(sums[1])
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

/// Finds the best cut of one leaf and feature.
struct Cuts<'a> {
    leaf: &'a Leaf,
    quanta: [Quantum; 2],
    min_documents: usize,
    /// The codes on both sides, and the gain.
    best: Option<(u32, u32, f64)>,
}

impl<'a> Cuts<'a> {
    fn new(leaf: &'a Leaf, quanta: [Quantum; 2], config: &TreeConfig) -> Self {
        Self { leaf, quanta, min_documents: config.min_documents, best: None }
    }

    /// Offers a cut with these documents below it. Calls must be in ascending order.
    fn consider(&mut self, code: u32, next: u32, below: Bin) {
        let n = below.documents as usize;
        if n < self.min_documents || self.leaf.documents.len() - n < self.min_documents {
            return;
        }
        let [target, divisor] = self.leaf.sums;
        let least: f64 = std::env::var("XH").map_or(0.0, |t| t.parse().unwrap());
        if self.quanta[1].number(below.sums[1]) <= least
            || self.quanta[1].number(divisor - below.sums[1]) <= least
        {
            return;
        }
        let above = [target - below.sums[0], divisor - below.sums[1]];
        let parts = explained(below.sums, self.quanta) + explained(above, self.quanta);
        let gain = parts - self.leaf.explained;
        if gain > self.best.map_or(0.0, |best| best.2) + self.leaf.tolerance() {
            self.best = Some((code, next, gain));
        }
    }

    fn split(self, column: &Column, feature: usize) -> Option<Split> {
        let (code, above, gain) = self.best?;
        Some(Split { feature, code, threshold: column.threshold(code as usize, above as usize), gain })
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
        let (targets, curvatures) = (targets.to_vec(), vec![1.0; targets.len()]);
        let mut grower =
            Grower::new(&presorted, Targets { targets, divisors: Vec::new(), curvatures }, value);
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
                (TreeNode::Leaf { value: v, .. }, TreeNode::Leaf { value, .. }) => assert_eq!(v, value),
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
