//! The rule of a diverse ranking: at most one document of a group in the first n ranks. Must not know labels.
//!
//! Groups are a partition of a query's documents, given as one number per document; an empty list means that every
//! document is a group of its own. With fewer groups than n, the first ranks are as many as there are groups.
//!
//! Source: Le and Smola, Direct Optimization of Ranking Measures, section 5.1.

mod draw;

use crate::ranking::{Ranking, TiedRanking};
use crate::util::sorting::sort_indices;

use draw::rank_chances;

/// The largest n. The mean over ties takes O(n²) steps for each size of the tied groups.
pub const MAX_DIVERSE_RANKS: usize = 100;

/// The number of first ranks that are diverse if nothing says another.
pub const USUAL_DIVERSE_RANKS: usize = 10;

/// The groups of a query's documents, and the number of ranks that show each group at most once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diversity {
    /// Group of each document, from 0.
    group_of: Vec<u32>,
    n_groups: usize,
    ranks: usize,
}

impl Diversity {
    /// Returns the rule for the first `n` ranks of a query of `n_documents`. Cost: O(n_documents).
    ///
    /// # Panics
    /// If there are groups, but not one number per document.
    pub fn new(groups: &[u32], n_documents: usize, n: usize) -> Self {
        let group_of: Vec<u32> = if groups.is_empty() {
            (0..n_documents as u32).collect()
        } else {
            assert_eq!(groups.len(), n_documents, "one group per document");
            renumbered(groups)
        };
        let n_groups = group_of.iter().max().map_or(0, |&last| last as usize + 1);
        Self { group_of, n_groups, ranks: n.min(n_groups) }
    }

    /// Number of first ranks that are diverse: n, or the number of groups.
    pub fn ranks(&self) -> usize {
        self.ranks
    }

    /// Number of groups.
    pub fn n_groups(&self) -> usize {
        self.n_groups
    }

    /// Group of each document, from 0.
    pub fn group_of(&self) -> &[u32] {
        &self.group_of
    }

    /// Whether a group has more than one document.
    pub fn has_repeats(&self) -> bool {
        self.n_groups < self.group_of.len()
    }

    /// Applies the rule to an order of all documents: it skips documents whose group is already in, until the first
    /// ranks are full. Then the other documents follow in their order. Cost: O(documents).
    pub fn apply(&self, order: &[u32]) -> Ranking {
        let mut seen = vec![false; self.n_groups];
        let mut first = Vec::with_capacity(order.len());
        let mut rest = Vec::new();
        for &document in order {
            let group = self.group_of[document as usize] as usize;
            if first.len() < self.ranks && !std::mem::replace(&mut seen[group], true) {
                first.push(document);
            } else {
                rest.push(document);
            }
        }
        first.extend(rest);
        Ranking::from_order(first)
    }

    /// Returns Σ_j weights_j P(document i is at rank j) for every document i, over a uniformly random order of the tied
    /// documents to which the rule is applied. `weights`: of the first ranks; later ranks have weight 0.
    ///
    /// Among tied documents the order of the new groups is that of their first documents. A group of m documents comes
    /// next with a chance proportional to m, and each of its documents stands for it equally often.
    /// Cost: O(documents), and that of [`rank_chances`] for each tie of groups of different sizes.
    pub fn expected_weights(&self, ranking: &TiedRanking, weights: &[f64]) -> Vec<f64> {
        let mut expected = vec![0.0; self.group_of.len()];
        let mut tie = Tie::new(self);
        // The expected weight of a document of each group among the tied ones; 0 for groups that are in.
        let mut share = vec![0.0; self.n_groups];
        let weights = &weights[..weights.len().min(self.ranks)];
        let mut placed = 0;
        for (_, tied) in ranking.groups() {
            if placed >= weights.len() {
                break;
            }
            tie.begin(tied);
            let last = (placed + tie.new.len()).min(weights.len());
            let counts: Vec<usize> = tie.new.iter().map(|&group| tie.sizes[group]).collect();
            for ((&group, count), weight) in
                tie.new.iter().zip(&counts).zip(shares(&counts, &weights[placed..last]))
            {
                share[group] = weight / *count as f64;
            }
            for &document in tied {
                expected[document as usize] = share[self.group_of[document as usize] as usize];
            }
            tie.new.iter().for_each(|&group| share[group] = 0.0);
            placed += tie.new.len();
        }
        expected
    }

    /// Returns the expected number of documents in the first `n` ranks whose group stands above them, over a uniformly
    /// random order of the tied documents. The rule is not applied. Cost: O(documents · n).
    pub fn expected_repeats(&self, ranking: &TiedRanking, n: usize) -> f64 {
        let mut tie = Tie::new(self);
        let mut repeats = 0.0;
        for (first, tied) in ranking.groups() {
            if first >= n {
                break;
            }
            let drawn = tied.len().min(n - first);
            tie.begin(tied);
            // The expected number of new groups among the drawn documents.
            let distinct: f64 =
                tie.new.iter().map(|&group| 1.0 - missed(tie.sizes[group], tied.len(), drawn)).sum();
            repeats += drawn as f64 - distinct;
        }
        repeats.max(0.0)
    }
}

/// The new groups of a tie after the earlier ties.
struct Tie<'a> {
    rule: &'a Diversity,
    /// Whether a group stands in this tie or above it.
    seen: Vec<bool>,
    /// The groups that stand in this tie and not above it.
    new: Vec<usize>,
    /// Their numbers of documents in this tie.
    sizes: Vec<usize>,
}

impl<'a> Tie<'a> {
    fn new(rule: &'a Diversity) -> Self {
        Self { rule, seen: vec![false; rule.n_groups], new: Vec::new(), sizes: vec![0; rule.n_groups] }
    }

    /// Goes on to the next tied documents. Cost: O(documents).
    fn begin(&mut self, tied: &[u32]) {
        self.new.drain(..).for_each(|group| self.sizes[group] = 0);
        for &document in tied {
            let group = self.rule.group_of[document as usize] as usize;
            if !std::mem::replace(&mut self.seen[group], true) {
                self.new.push(group);
                self.sizes[group] = 1;
            } else if self.sizes[group] > 0 {
                self.sizes[group] += 1;
            }
        }
    }
}

/// Returns the groups with numbers from 0, without gaps.
fn renumbered(groups: &[u32]) -> Vec<u32> {
    let mut order: Vec<usize> = (0..groups.len()).collect();
    sort_indices(&mut order, &|one, other| groups[one].cmp(&groups[other]));
    let mut numbers = vec![0; groups.len()];
    for pair in order.windows(2) {
        numbers[pair[1]] = numbers[pair[0]] + u32::from(groups[pair[0]] != groups[pair[1]]);
    }
    numbers
}

/// Returns the expected weight of every tied group: `counts` are their documents, `weights` those of the ranks that
/// they take, possibly fewer than the groups.
fn shares(counts: &[usize], weights: &[f64]) -> Vec<f64> {
    let n = counts.len();
    if counts.iter().all(|&count| count == counts[0]) {
        // Groups of equal size are equally likely at every rank.
        let mean = weights.iter().sum::<f64>() / n.max(1) as f64;
        return vec![mean; n];
    }
    let mut sizes = counts.to_vec();
    sort_indices(&mut sizes, &|one, other| one.cmp(&other));
    sizes.dedup();
    let chances = rank_chances(counts, &sizes, weights.len());
    let of_size: Vec<f64> = chances
        .iter()
        .map(|chances| chances.iter().zip(weights).map(|(chance, weight)| chance * weight).sum())
        .collect();
    counts.iter().map(|count| sizes.binary_search(count).map_or(0.0, |place| of_size[place])).collect()
}

/// Returns the probability that a draw of `drawn` from `n` documents without replacement misses all of `size`.
fn missed(size: usize, n: usize, drawn: usize) -> f64 {
    if size + drawn > n {
        return 0.0;
    }
    (0..drawn).map(|done| (n - size - done) as f64 / (n - done) as f64).product()
}
