//! A growing tree: the search of its leaves and their splits. It knows codes and targets, not feature values.

use std::ops::Range;

use super::cuts::{Amount, UNBOUNDED, bounded, tolerance};
use super::histograms::{Amounts, Bin, Histograms, STRIP};
use super::quanta::Quantum;
use super::{LeafValue, Part, Presorted, TreeConfig};
use crate::learner::boosting::Candidate;
use crate::ranking::scorer::{Missing, TreeNode, WeakLearner};

/// What a tree is fitted to.
pub(in crate::learner::boosting) struct Targets {
    /// Target and divisor of each document, times its weight. A split gains S_L²/D_L + S_R²/D_R − S²/D, where S is the
    /// sum of the targets and D that of the divisors.
    pub amounts: Vec<[f64; 2]>,
    /// What divides the sum of the targets in the value of a leaf, times the weight of each document; empty if these
    /// are the divisors.
    pub curvatures: Vec<f64>,
}

/// A growing tree. Every call of [`Grower::step`] searches some features of a leaf, or splits a leaf.
pub(in crate::learner::boosting) struct Grower {
    /// Target and divisor of each document, in quanta.
    pub(super) amounts: Vec<Amounts>,
    /// Curvature of each document, in quanta; empty if it is the divisor.
    curvatures: Vec<i64>,
    of_curvature: Quantum,
    leaf_value: LeafValue,
    pub(super) part: Part,
    /// Documents by leaf; within a leaf in document order.
    pub(super) documents: Vec<u32>,
    /// Documents by leaf; within a leaf in ascending order of each feature. Empty if features are binned.
    pub(super) lists: Vec<Vec<u32>>,
    /// The bins of the leaves, for a strip of features each; empty unless features are binned.
    pub(super) histograms: Vec<Histograms>,
    pub(super) leaves: Vec<Leaf>,
    nodes: Vec<TreeNode>,
    scratch: Vec<u32>,
    /// The amounts of the documents of the leaf whose bins are summed.
    pub(super) gathered: Vec<Amounts>,
    /// The leaves that are being searched.
    pub(super) open: Open,
    /// The best split of every feature at the root.
    pub(super) root_splits: Vec<Option<Split>>,
}

/// The two leaves of the last split, or the root, while they are searched for their best splits.
pub(super) struct Open {
    /// The leaf with fewer documents, the left one of equals.
    pub(super) small: usize,
    pub(super) large: Option<usize>,
    /// Number of pieces searched so far. A piece is a strip of features if features are binned, else a feature.
    pub(super) done: usize,
}

pub(super) struct Leaf {
    pub(super) node: usize,
    pub(super) documents: Range<usize>,
    pub(super) amount: Amount,
    /// Sum of the curvatures, in quanta.
    curvature: i64,
    /// Number of splits above it.
    pub(super) depth: usize,
    /// Where its bins stand.
    pub(super) slot: usize,
    pub(super) best: Option<Split>,
}

/// A split of a leaf.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Split {
    pub(super) feature: usize,
    /// The largest code that goes left.
    pub(super) code: u32,
    pub(super) threshold: f64,
    pub(super) gain: f64,
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
        let is_used: Vec<bool> = (0..presorted.n_features()).map(|feature| part.has(feature)).collect();
        let whole = |[target, divisor]: [f64; 2]| [quanta[0].whole(target), quanta[1].whole(divisor)];
        let mut grower = Self {
            amounts: of.amounts.into_iter().map(whole).collect(),
            curvatures: of.curvatures.iter().map(|&curvature| of_curvature.whole(curvature)).collect(),
            of_curvature,
            leaf_value,
            part,
            documents: documents.unwrap_or_else(|| (0..n as u32).collect()),
            lists: presorted.orders.iter().map(in_part).collect(),
            histograms: if presorted.strips.is_empty() {
                Vec::new()
            } else {
                is_used.chunks(STRIP).map(Histograms::new).collect()
            },
            leaves: Vec::new(),
            nodes: Vec::new(),
            scratch: Vec::new(),
            gathered: Vec::new(),
            open: Open { small: 0, large: None, done: 0 },
            root_splits: Vec::new(),
        };
        let all = 0..grower.documents.len();
        let (sums, curvature) = grower.sums(all.clone());
        grower.add_leaf(all, Amount::new(sums, quanta, UNBOUNDED), curvature, 0, 0);
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

    /// Returns the tree, the sum of the gains of its splits, and its value at every document; no values if the tree is
    /// fitted to a part of them. What only the search needs is given back before the values are made. Cost: O(n).
    pub fn finish(self) -> (WeakLearner, f64, Vec<f64>) {
        let Self {
            documents, leaves, nodes, amounts, curvatures, lists, histograms, scratch, gathered, ..
        } = self;
        let is_part = documents.len() < amounts.len();
        drop((amounts, curvatures, lists, histograms, scratch, gathered));
        let gain = |node: &TreeNode| match *node {
            TreeNode::Split { gain, .. } => gain,
            TreeNode::Leaf { .. } => 0.0,
        };
        let all = nodes.iter().fold(0.0, |sum, node| sum + gain(node));
        let mut values = vec![0.0; if is_part { 0 } else { documents.len() }];
        for leaf in leaves.iter().filter(|_| !is_part) {
            let value = nodes[leaf.node].value();
            for &document in &documents[leaf.documents.clone()] {
                values[document as usize] = value;
            }
        }
        (WeakLearner::Tree { nodes }, all, values)
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

    pub(super) fn n_pieces(&self) -> usize {
        self.histograms.len().max(self.lists.len())
    }

    /// Returns the sums of the amounts and of the curvatures of the documents at these places.
    fn sums(&self, places: Range<usize>) -> (Bin, i64) {
        let (mut amounts, mut curvature) = (Bin::default(), 0);
        for &document in &self.documents[places] {
            amounts.add(self.amounts[document as usize], 1);
            curvature += self.curvatures.get(document as usize).copied().unwrap_or(0);
        }
        (amounts, curvature)
    }

    /// Adds a leaf and returns the index of its node.
    fn add_leaf(
        &mut self,
        documents: Range<usize>,
        amount: Amount,
        curvature: i64,
        depth: usize,
        slot: usize,
    ) -> usize {
        let [target, divisor] = amount.numbers();
        let of_leaf = if self.curvatures.is_empty() { divisor } else { self.of_curvature.number(curvature) };
        let value = self.leaf_value.of(target, of_leaf).clamp(amount.bounds[0], amount.bounds[1]);
        let node = self.nodes.len();
        self.nodes.push(TreeNode::Leaf { value, documents: Some(documents.len() as u32) });
        self.leaves.push(Leaf { node, documents, amount, curvature, depth, slot, best: None });
        node
    }

    /// Copies the amounts of the smaller leaf that is searched, in the order of its documents.
    fn gather(&mut self) {
        self.gathered.clear();
        let of_leaf = &self.documents[self.leaves[self.open.small].documents.clone()];
        if !self.histograms.is_empty() && of_leaf.len() < self.amounts.len() {
            self.gathered.extend(of_leaf.iter().map(|&document| self.amounts[document as usize]));
        }
    }

    /// Splits a leaf in two. Returns the number of values moved.
    fn split(&mut self, presorted: &Presorted, index: usize, split: Split, config: &TreeConfig) -> usize {
        let leaf = self.leaves.remove(index);
        let place = leaf.documents.clone();
        let is_above = |document: u32| presorted.is_above(split.feature, split.code, document);
        let n_left = partition(&mut self.documents[place.clone()], is_above, &mut self.scratch);
        for list in &mut self.lists {
            partition(&mut list[place.clone()], is_above, &mut self.scratch);
        }
        let middle = place.start + n_left;
        let is_left_small = n_left <= place.len() - n_left;
        // The larger leaf takes the bins of the parent.
        let new = self.leaves.len() + 1;
        let slots = if is_left_small { [new, leaf.slot] } else { [leaf.slot, new] };
        // The sums of the larger part are those of the leaf without the smaller one.
        let (sums, curvature) =
            self.sums(if is_left_small { place.start..middle } else { middle..place.end });
        let (mut amounts, mut curvatures) =
            (leaf.amount.parts(sums), [curvature, leaf.curvature - curvature]);
        if !is_left_small {
            amounts.reverse();
            curvatures.reverse();
        }
        let [left, right] = bounded(amounts, self.part.direction(split.feature));
        let depth = leaf.depth + 1;
        let left = self.add_leaf(place.start..middle, left, curvatures[0], depth, slots[0]);
        let right = self.add_leaf(middle..place.end, right, curvatures[1], depth, slots[1]);
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
}

impl Leaf {
    pub(super) fn tolerance(&self) -> f64 {
        tolerance(self.amount.explained())
    }
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
