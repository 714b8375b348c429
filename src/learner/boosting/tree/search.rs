//! The search of the open leaves of a growing tree. It knows codes, not feature values.

use super::cuts::Cuts;
use super::grower::{Grower, Leaf, Open, Split};
use super::histograms::{Bin, Histograms, STRIP};
use super::{Presorted, TreeConfig};
use crate::learner::boosting::columns::Column;
use crate::util::threads;

impl Grower {
    /// Searches the next piece of the open leaves, or all pieces if several threads share them. Returns the number of
    /// feature values visited.
    pub(super) fn search(&mut self, presorted: &Presorted, config: &TreeConfig) -> usize {
        let Open { small, large, done } = self.open;
        let n_small = self.leaves[small].documents.len();
        let all = threads::pays(n_small, presorted.columns.len());
        let pieces = done..if all { self.n_pieces() } else { done + 1 };
        let leaves = [Some(small), large].map(|leaf| leaf.map(|leaf| &self.leaves[leaf]));
        let visited;
        let found: Vec<[Vec<Option<Split>>; 2]>;
        if self.histograms.is_empty() {
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
            visited = pieces.len() * STRIP * n_small;
            let mut all = std::mem::take(&mut self.histograms);
            let leaves = [Some(small), large].map(|leaf| leaf.map(|leaf| &self.leaves[leaf]));
            found = threads::map_mut(&mut all[pieces.clone()], |place, histograms| {
                self.search_strip(presorted, leaves, pieces.start + place, histograms, config)
            });
            self.histograms = all;
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

    /// Sums the bins of a strip, and returns the best split of each of its features for the small and the large leaf.
    fn search_strip(
        &self,
        presorted: &Presorted,
        leaves: [Option<&Leaf>; 2],
        strip: usize,
        histograms: &mut Histograms,
        config: &TreeConfig,
    ) -> [Vec<Option<Split>>; 2] {
        let features = (strip * STRIP..presorted.columns.len()).take(STRIP);
        let [Some(small), large] = leaves else { return [Vec::new(), Vec::new()] };
        if !features.clone().any(|feature| self.part.has(feature)) {
            return [Vec::new(), Vec::new()];
        }
        let documents = &self.documents[small.documents.clone()];
        let amounts = if self.gathered.is_empty() { &self.amounts } else { &self.gathered };
        histograms.sum(small.slot, &presorted.strips[strip], documents, amounts);
        if let Some(large) = large {
            histograms.subtract(large.slot, small.slot);
        }
        leaves.map(|leaf| {
            let Some(leaf) = leaf else { return Vec::new() };
            let search = |feature| {
                let bins = histograms.bins(leaf.slot, feature % STRIP);
                self.search_bins(&presorted.columns[feature], leaf, feature, bins, config)
            };
            features.clone().map(search).collect()
        })
    }

    /// Searches the documents of a leaf in ascending order of a feature for the cut with the largest gain; ties keep
    /// the lower cut. `min_documents` counts documents, whatever their weights.
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
}

fn split_at(cuts: Cuts, column: &Column, feature: usize) -> Option<Split> {
    let (code, above, gain) = cuts.best?;
    Some(Split { feature, code, threshold: column.threshold(code as usize, above as usize), gain })
}
