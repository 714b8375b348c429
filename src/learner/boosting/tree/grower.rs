//! A growing tree: the search of its leaves and their splits. It knows codes and targets, not feature values.

use std::ops::Range;

use super::cuts::{Amount, Cuts, UNBOUNDED, tolerance};
use super::histograms::{Amounts, BLOCK, Bin, BlockHistograms};
use super::quanta::Quantum;
use super::{LeafValue, Presorted, TreeConfig};
use crate::learner::boosting::Candidate;
use crate::learner::boosting::columns::Column;
use crate::ranking::scorer::{Missing, TreeNode, WeakLearner};
use crate::util::threads;

/// What a tree is fitted to.
pub(in crate::learner::boosting) struct Targets {
    /// Target and divisor of each document, times its weight. A split gains S_L²/D_L + S_R²/D_R − S²/D, where S is the sum
    /// of the targets and D that of the divisors.
    pub amounts: Vec<[f64; 2]>,
    /// What divides the sum of the targets in the value of a leaf, times the weight of each document; empty if these are
    /// the divisors.
    pub curvatures: Vec<f64>,
}

/// The documents and features of a tree.
#[derive(Debug, Default)]
pub(in crate::learner::boosting) struct Part {
    /// The documents that it is fitted to, in ascending order; `None` for all.
    pub documents: Option<Vec<u32>>,
    /// Whether a split may use each feature; `None` for all.
    pub features: Option<Vec<bool>>,
    /// For each feature 1 if the values of leaves must not fall with it, −1 if they must not rise, 0 for neither; empty if
    /// all are 0.
    pub directions: Vec<i8>,
}

impl Part {
    fn has(&self, feature: usize) -> bool {
        self.features.as_ref().is_none_or(|features| features[feature])
    }

    fn direction(&self, feature: usize) -> i8 {
        self.directions.get(feature).copied().unwrap_or(0)
    }
}

/// A growing tree. Every call of [`Grower::step`] searches some features of a leaf, or splits a leaf.
pub(in crate::learner::boosting) struct Grower {
    /// Target and divisor of each document, in quanta.
    amounts: Vec<Amounts>,
    quanta: [Quantum; 2],
    /// Curvature of each document, in quanta; empty if it is the divisor.
    curvatures: Vec<i64>,
    of_curvature: Quantum,
    leaf_value: LeafValue,
    part: Part,
    /// Documents by leaf; within a leaf in document order.
    documents: Vec<u32>,
    /// Documents by leaf; within a leaf in ascending order of each feature. Empty if features are binned.
    lists: Vec<Vec<u32>>,
    /// The bins of the leaves; empty unless features are binned.
    blocks: Vec<BlockHistograms>,
    leaves: Vec<Leaf>,
    nodes: Vec<TreeNode>,
    /// Whether each document goes right in a split; empty if features are binned.
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
    amount: Amount,
    /// Number of splits above it.
    depth: usize,
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
    pub fn new(presorted: &Presorted, of: Targets, leaf_value: LeafValue, mut part: Part) -> Self {
        let n = of.amounts.len();
        let quanta = [0, 1].map(|which| Quantum::of(of.amounts.iter().map(|amounts| amounts[which])));
        let of_curvature = Quantum::of(of.curvatures.iter().copied());
        let documents = part.documents.take();
        let is_part = documents.as_ref().map(|documents| marked(documents, n));
        let in_part = |list: &Vec<u32>| match &is_part {
            Some(is_part) => list.iter().copied().filter(|&document| is_part[document as usize]).collect(),
            None => list.clone(),
        };
        let whole = |[target, divisor]: [f64; 2]| [quanta[0].whole(target), quanta[1].whole(divisor)];
        let mut grower = Self {
            amounts: of.amounts.into_iter().map(whole).collect(),
            quanta,
            curvatures: of.curvatures.iter().map(|&curvature| of_curvature.whole(curvature)).collect(),
            of_curvature,
            leaf_value,
            part,
            documents: documents.unwrap_or_else(|| (0..n as u32).collect()),
            lists: presorted.orders.iter().map(in_part).collect(),
            blocks: presorted.blocks.iter().map(|_| BlockHistograms::new()).collect(),
            leaves: Vec::new(),
            nodes: Vec::new(),
            is_right: vec![false; if presorted.orders.is_empty() { 0 } else { n }],
            scratch: Vec::new(),
            gathered: Vec::new(),
            open: Open { small: 0, large: None, done: 0 },
            root_splits: Vec::new(),
        };
        grower.add_leaf(0..grower.documents.len(), UNBOUNDED, 0, 0);
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

    /// Adds a leaf and returns the index of its node.
    fn add_leaf(&mut self, documents: Range<usize>, bounds: [f64; 2], depth: usize, slot: usize) -> usize {
        let (mut below, mut curvature) = (Bin::default(), 0);
        for &document in &self.documents[documents.clone()] {
            below.add(self.amounts[document as usize], 1);
            curvature += self.curvatures.get(document as usize).copied().unwrap_or(0);
        }
        let [target, divisor] = [0, 1].map(|which| self.quanta[which].number(below.sums[which]));
        let curvature =
            if self.curvatures.is_empty() { divisor } else { self.of_curvature.number(curvature) };
        let value = self.leaf_value.of(target, curvature).clamp(bounds[0], bounds[1]);
        let node = self.nodes.len();
        self.nodes.push(TreeNode::Leaf { value, documents: Some(below.documents) });
        let amount = Amount::new(below.sums, documents.len(), self.quanta, bounds);
        self.leaves.push(Leaf { node, documents, amount, depth, slot, best: None });
        node
    }

    /// Copies the amounts of the smaller leaf that is searched, in the order of its documents.
    fn gather(&mut self) {
        self.gathered.clear();
        let of_leaf = &self.documents[self.leaves[self.open.small].documents.clone()];
        if !self.blocks.is_empty() && of_leaf.len() < self.amounts.len() {
            self.gathered.extend(of_leaf.iter().map(|&document| self.amounts[document as usize]));
        }
    }

    /// Searches the next piece of the open leaves, or all pieces if several threads share them. Returns the number of
    /// feature values visited.
    fn search(&mut self, presorted: &Presorted, config: &TreeConfig) -> usize {
        let Open { small, large, done } = self.open;
        let n_small = self.leaves[small].documents.len();
        let all = threads::pays(n_small, presorted.columns.len());
        let pieces = done..if all { self.n_pieces() } else { done + 1 };
        let leaves = [Some(small), large].map(|leaf| leaf.map(|leaf| &self.leaves[leaf]));
        let visited;
        let found: Vec<[Vec<Option<Split>>; 2]>;
        if self.blocks.is_empty() {
            let documents: usize = leaves.iter().flatten().map(|leaf| leaf.documents.len()).sum();
            visited = pieces.len() * documents;
            found = threads::map(pieces.len(), |place| {
                let feature = pieces.start + place;
                leaves.map(|leaf| {
                    let search = |leaf| self.search_sorted(presorted, leaf, feature, config);
                    leaf.map_or(Vec::new(), |leaf| vec![search(leaf)])
                })
            });
        } else {
            visited = pieces.len() * BLOCK * n_small;
            let mut blocks = std::mem::take(&mut self.blocks);
            let leaves = [Some(small), large].map(|leaf| leaf.map(|leaf| &self.leaves[leaf]));
            found = threads::map_mut(&mut blocks[pieces.clone()], |place, histograms| {
                self.search_block(presorted, leaves, pieces.start + place, histograms, config)
            });
            self.blocks = blocks;
        }
        self.open.done = pieces.end;
        for splits in found {
            for (leaf, splits) in [Some(small), large].into_iter().zip(splits) {
                if let Some(leaf) = leaf {
                    self.take(leaf, splits);
                }
            }
        }
        visited.max(1)
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

    /// Sums the bins of a block, and returns the best split of each of its features for the small and the large leaf.
    fn search_block(
        &self,
        presorted: &Presorted,
        leaves: [Option<&Leaf>; 2],
        block: usize,
        histograms: &mut BlockHistograms,
        config: &TreeConfig,
    ) -> [Vec<Option<Split>>; 2] {
        let features = (block * BLOCK..presorted.columns.len()).take(BLOCK);
        let [Some(small), large] = leaves else { return [Vec::new(), Vec::new()] };
        if !features.clone().any(|feature| self.part.has(feature)) {
            return [Vec::new(), Vec::new()];
        }
        let documents = &self.documents[small.documents.clone()];
        let amounts = if self.gathered.is_empty() { &self.amounts } else { &self.gathered };
        histograms.sum(small.slot, &presorted.blocks[block], documents, amounts);
        if let Some(large) = large {
            histograms.subtract(large.slot, small.slot);
        }
        leaves.map(|leaf| {
            let Some(leaf) = leaf else { return Vec::new() };
            let search = |feature| {
                let bins = histograms.bins(leaf.slot, feature % BLOCK);
                self.search_bins(&presorted.columns[feature], leaf, feature, bins, config)
            };
            features.clone().map(search).collect()
        })
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
        if !self.part.has(feature) {
            return None;
        }
        let column = &presorted.columns[feature];
        let mut cuts = Cuts::new(leaf.amount, config.min_documents, self.part.direction(feature));
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
        split_at(cuts, column, feature)
    }

    /// As [`Grower::search_sorted`], over bins.
    fn search_bins(
        &self,
        column: &Column,
        leaf: &Leaf,
        feature: usize,
        bins: &[Bin],
        config: &TreeConfig,
    ) -> Option<Split> {
        if !self.part.has(feature) {
            return None;
        }
        let mut cuts = Cuts::new(leaf.amount, config.min_documents, self.part.direction(feature));
        let mut below = Bin::default();
        let mut last = None;
        for (code, bin) in (0..).zip(&bins[..column.n_codes()]).filter(|(_, bin)| bin.documents > 0) {
            if let Some(last) = last {
                cuts.consider(last, code, below);
            }
            last = Some(code);
            below.add(bin.sums, bin.documents);
        }
        split_at(cuts, column, feature)
    }

    /// Splits a leaf in two. Returns the number of values moved.
    fn split(&mut self, presorted: &Presorted, index: usize, split: Split, config: &TreeConfig) -> usize {
        let leaf = self.leaves.remove(index);
        let place = leaf.documents.clone();
        let is_above = |document: u32| presorted.is_above(split.feature, split.code, document);
        let n_left;
        if self.lists.is_empty() {
            n_left = partition(&mut self.documents[place.clone()], is_above, &mut self.scratch);
        } else {
            for &document in &self.documents[place.clone()] {
                self.is_right[document as usize] = is_above(document);
            }
            let is_right = |document: u32| self.is_right[document as usize];
            n_left = partition(&mut self.documents[place.clone()], is_right, &mut self.scratch);
            for list in &mut self.lists {
                partition(&mut list[place.clone()], is_right, &mut self.scratch);
            }
        }
        let middle = place.start + n_left;
        let is_left_small = n_left <= place.len() - n_left;
        // The larger leaf takes the bins of the parent.
        let new = self.leaves.len() + 1;
        let slots = if is_left_small { [new, leaf.slot] } else { [leaf.slot, new] };
        let bounds = self.bounds_of_parts(&leaf, place.start..middle, self.part.direction(split.feature));
        let depth = leaf.depth + 1;
        let left = self.add_leaf(place.start..middle, bounds[0], depth, slots[0]);
        let right = self.add_leaf(middle..place.end, bounds[1], depth, slots[1]);
        let Split { feature, threshold, gain, .. } = split;
        let value = self.nodes[leaf.node].value();
        let (missing, documents) = (Missing::Zero, Some(place.len() as u32));
        self.nodes[leaf.node] =
            TreeNode::Split { feature, threshold, left, right, gain, value, missing, documents };
        let last = self.leaves.len() - 1;
        let (small, large) = if is_left_small { (last - 1, last) } else { (last, last - 1) };
        self.open = Open { small, large: Some(large), done: 0 };
        let is_deep = config.depth.is_some_and(|most| depth >= most);
        if is_deep || self.leaves[large].documents.len() / 2 < config.min_documents {
            // Neither leaf can be split.
            self.open.done = self.n_pieces();
        } else {
            self.gather();
        }
        place.len() * (self.lists.len() + 1)
    }

    /// Returns the bounds of the two parts of a leaf: where the values have a direction, the middle of both values parts
    /// them. Source: the basic method of LightGBM's `monotone_constraints.hpp`.
    fn bounds_of_parts(&self, leaf: &Leaf, left: Range<usize>, direction: i8) -> [[f64; 2]; 2] {
        let [low, high] = leaf.amount.bounds;
        if direction == 0 {
            return [leaf.amount.bounds; 2];
        }
        let value_of = |documents: Range<usize>| {
            let mut sum = Bin::default();
            for &document in &self.documents[documents] {
                sum.add(self.amounts[document as usize], 1);
            }
            Amount::new(sum.sums, sum.documents as usize, self.quanta, leaf.amount.bounds).value()
        };
        let middle = value_of(left.clone()) / 2.0 + value_of(left.end..leaf.documents.end) / 2.0;
        if direction > 0 { [[low, middle], [middle, high]] } else { [[middle, high], [low, middle]] }
    }
}

impl Leaf {
    fn tolerance(&self) -> f64 {
        tolerance(self.amount.explained())
    }
}

fn split_at(cuts: Cuts, column: &Column, feature: usize) -> Option<Split> {
    let (code, above, gain) = cuts.best?;
    Some(Split { feature, code, threshold: column.threshold(code as usize, above as usize), gain })
}

/// Moves the documents that go left before the others; both keep their order. Returns how many go left.
fn partition(list: &mut [u32], is_right: impl Fn(u32) -> bool, scratch: &mut Vec<u32>) -> usize {
    scratch.clear();
    let mut n_left = 0;
    for place in 0..list.len() {
        let document = list[place];
        if is_right(document) {
            scratch.push(document);
        } else {
            list[n_left] = document;
            n_left += 1;
        }
    }
    list[n_left..].copy_from_slice(scratch);
    n_left
}

/// Returns whether each of `n` documents is one of these.
fn marked(documents: &[u32], n: usize) -> Vec<bool> {
    let mut marked = vec![false; n];
    for &document in documents {
        marked[document as usize] = true;
    }
    marked
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
        let config = TreeConfig { leaves: 8, min_documents: 5, shrinkage: 1.0, ..TreeConfig::default() };
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
