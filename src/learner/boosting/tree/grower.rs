//! A growing tree: the search of its leaves and their splits. It knows codes and targets, not feature values.

use std::ops::Range;

use super::cuts::{Amount, UNBOUNDED, tolerance};
use super::histograms::{Amounts, Bin, Histograms, STRIP};
use super::quanta::Quantum;
use super::{LeafValue, Part, Presorted, TreeConfig};
use crate::learner::boosting::Candidate;
use crate::ranking::scorer::{Missing, TreeNode, WeakLearner};

/// What a tree is fitted to.
pub(in crate::learner::boosting) struct Targets {
    /// Target and divisor of each document, times its weight. A split gains S_L²/D_L + S_R²/D_R − S²/D, where S is the sum
    /// of the targets and D that of the divisors.
    pub amounts: Vec<[f64; 2]>,
    /// What divides the sum of the targets in the value of a leaf, times the weight of each document; empty if these are
    /// the divisors.
    pub curvatures: Vec<f64>,
}

/// A growing tree. Every call of [`Grower::step`] searches some features of a leaf, or splits a leaf.
pub(in crate::learner::boosting) struct Grower {
    /// Target and divisor of each document, in quanta.
    pub(super) amounts: Vec<Amounts>,
    quanta: [Quantum; 2],
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
            quanta,
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

    /// Returns the value of the tree at every document; none if the tree is fitted to a part of them.
    pub fn values(&self) -> Vec<f64> {
        if self.documents.len() < self.amounts.len() {
            return Vec::new();
        }
        let mut values = vec![0.0; self.documents.len()];
        for leaf in &self.leaves {
            let value = self.nodes[leaf.node].value();
            for &document in &self.documents[leaf.documents.clone()] {
                values[document as usize] = value;
            }
        }
        values
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

    pub(super) fn n_pieces(&self) -> usize {
        self.histograms.len().max(self.lists.len())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Dataset;
    use crate::data::QueryRows;

    /// Deterministic noise in [0, 1).
    fn noise(i: usize, step: usize) -> f64 {
        (i * step % 211) as f64 / 211.0
    }

    fn data_of(n: usize, n_features: usize, value: impl Fn(usize, usize) -> f64) -> Dataset {
        let features = (0..n).flat_map(|i| (0..n_features).map(move |feature| (i, feature)));
        let query = QueryRows {
            id: "q".into(),
            grades: vec![0; n],
            features: features.map(|(i, feature)| value(i, feature)).collect(),
            comments: Vec::new(),
        };
        Dataset::from_queries(n_features, &[query]).unwrap()
    }

    fn grow(
        data: &Dataset,
        most_codes: usize,
        amounts: &[[f64; 2]],
        directions: &[i8],
        config: &TreeConfig,
    ) -> Vec<TreeNode> {
        let mut presorted = Presorted::default();
        while presorted.prepare_with(data, most_codes) > 0 {}
        let value = LeafValue { factor: 1.0, bound: f64::MAX };
        let of = Targets { amounts: amounts.to_vec(), curvatures: Vec::new() };
        let part = Part { directions: directions.to_vec(), ..Part::default() };
        let mut grower = Grower::new(&presorted, of, value, part);
        while grower.step(&presorted, config) > 0 {}
        match grower.finish().0 {
            WeakLearner::Tree { nodes } => nodes,
            other => panic!("a tree, not {other:?}"),
        }
    }

    /// A leaf of the slow tree: its node, its documents, its bounds, and the splits above it.
    type Slow = (usize, Vec<usize>, [f64; 2], usize);

    /// Returns the tree by trying every cut of every leaf anew, with sums in floating point.
    fn slowly(
        data: &Dataset,
        amounts: &[[f64; 2]],
        directions: &[i8],
        config: &TreeConfig,
    ) -> Vec<(usize, f64, f64)> {
        let sums = |documents: &[usize]| {
            documents.iter().fold([0.0; 2], |[s, d], &i| [s + amounts[i][0], d + amounts[i][1]])
        };
        let value = |documents: &[usize], [low, high]: [f64; 2]| {
            let [s, d] = sums(documents);
            (s / d).clamp(low, high)
        };
        let explained = |documents: &[usize], bounds: [f64; 2]| {
            let ([s, d], v) = (sums(documents), value(documents, bounds));
            2.0 * s * v - d * v * v
        };
        let mut leaves: Vec<Slow> = vec![(0, (0..amounts.len()).collect(), UNBOUNDED, 0)];
        let mut nodes = vec![(usize::MAX, value(&leaves[0].1, UNBOUNDED), 0.0)];
        while leaves.len() < config.leaves {
            let mut best = None::<(f64, usize, usize, f64)>;
            for (index, (_, documents, bounds, depth)) in leaves.iter().enumerate() {
                if config.depth.is_some_and(|most| *depth >= most) {
                    continue;
                }
                for (feature, &direction) in directions.iter().enumerate() {
                    for &at in documents {
                        let threshold = data.value(at, feature);
                        let (left, right): (Vec<_>, Vec<_>) =
                            documents.iter().partition(|&&i| data.value(i, feature) <= threshold);
                        if left.len().min(right.len()) < config.min_documents {
                            continue;
                        }
                        let rise = value(&right, *bounds) - value(&left, *bounds);
                        if f64::from(direction) * rise < 0.0 {
                            continue;
                        }
                        let gain = explained(&left, *bounds) + explained(&right, *bounds)
                            - explained(documents, *bounds);
                        if gain > best.map_or(1e-9, |best| best.0 + 1e-12) {
                            best = Some((gain, index, feature, threshold));
                        }
                    }
                }
            }
            let Some((gain, index, feature, threshold)) = best else { break };
            let (node, documents, bounds, depth) = leaves.remove(index);
            let (left, right): (Vec<_>, Vec<_>) =
                documents.iter().partition(|&&i| data.value(i, feature) <= threshold);
            let middle = (value(&left, bounds) + value(&right, bounds)) / 2.0;
            let below = [bounds[0], middle];
            let above = [middle, bounds[1]];
            let [of_left, of_right] = match directions[feature] {
                0 => [bounds; 2],
                1 => [below, above],
                _ => [above, below],
            };
            nodes[node] = (feature, gain, threshold);
            for (documents, bounds) in [(left, of_left), (right, of_right)] {
                leaves.push((nodes.len(), documents.clone(), bounds, depth + 1));
                nodes.push((usize::MAX, value(&documents, bounds), 0.0));
            }
        }
        nodes
    }

    #[test]
    fn a_tree_is_the_one_that_tries_every_cut() {
        let n = 90;
        let values = |i: usize, feature: usize| (noise(i + 1, [7, 31, 53, 97][feature]) * 12.0).floor();
        let data = data_of(n, 4, values);
        let mut splits = 0;
        for case in 0..60 {
            let amounts: Vec<[f64; 2]> = (0..n)
                .map(|i| {
                    let target = values(i, 0) * values(i, 1) / 40.0 - values(i, 2) / 5.0;
                    [target + noise(i + 7 * case, 67) - 1.0, 0.1 + noise(i + case, 41)]
                })
                .collect();
            let directions = [[0; 4], [1, 0, -1, 0], [-1, 1, 1, -1]][case % 3];
            let config = TreeConfig {
                leaves: 2 + case % 9,
                min_documents: 1 + case % 7,
                depth: Some(1 + case % 5).filter(|depth| *depth < 5),
                ..TreeConfig::default()
            };
            let fast = grow(&data, n, &amounts, &directions, &config);
            // No feature has more than 12 values, so every value has its own bin.
            assert_eq!(fast, grow(&data, 12, &amounts, &directions, &config), "bins find the same tree");
            let slow = slowly(&data, &amounts, &directions, &config);
            assert_eq!(fast.len(), slow.len(), "case {case}");
            for (fast, (its_feature, number, at)) in fast.iter().zip(slow) {
                match *fast {
                    TreeNode::Leaf { value, .. } => {
                        assert!(its_feature == usize::MAX && (value - number).abs() < 1e-9, "case {case}");
                    }
                    TreeNode::Split { feature, threshold, gain, .. } => {
                        splits += 1;
                        assert_eq!(feature, its_feature, "case {case}");
                        // The slow tree cuts at the largest value on the left.
                        assert!(threshold > at, "case {case}");
                        assert!((gain - number).abs() < 1e-9, "case {case}: {gain} and {number}");
                    }
                }
            }
        }
        assert!(splits > 150, "{splits}");
    }

    #[test]
    fn the_order_of_documents_changes_no_bit() {
        let n = 300;
        let value = |i: usize, feature: usize| noise(i + 1, [7, 31, 53][feature]);
        let amount = |i: usize| [noise(i, 67) - 0.4 + value(i, 0) * value(i, 1), 0.1 + noise(i, 41)];
        let config = TreeConfig { leaves: 12, min_documents: 3, ..TreeConfig::default() };
        for most_codes in [n, 20] {
            let tree_of = |step: usize| {
                // 300 has no divisor in common with these steps, so that every document comes once.
                let data = data_of(n, 3, |i, feature| value(i * step % n, feature));
                let amounts: Vec<[f64; 2]> = (0..n).map(|i| amount(i * step % n)).collect();
                grow(&data, most_codes, &amounts, &[], &config)
            };
            for step in [7, 11, 77, 299] {
                assert_eq!(tree_of(1), tree_of(step));
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
