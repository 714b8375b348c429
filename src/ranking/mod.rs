//! Scores of documents, and the rankings of one query that they make. Must not know labels.
//!
//! Ranks count from 0. A document is identified by its index within the query, from 0 in file order.

pub mod diversity;
pub mod scorer;
pub mod scoring;

use crate::util::sorting::sort_documents;

/// A total order of a query's documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking {
    order: Vec<u32>,
}

impl Ranking {
    /// Returns the ranking that puts document `order[j]` at rank `j`.
    ///
    /// # Panics
    /// If `order` is not a permutation of `0..order.len()`.
    pub fn from_order(order: Vec<u32>) -> Self {
        let mut seen = vec![false; order.len()];
        for &document in &order {
            let slot = seen.get_mut(document as usize);
            assert!(
                slot.is_some_and(|seen| !std::mem::replace(seen, true)),
                "a ranking contains every document once"
            );
        }
        Self { order }
    }

    /// Same as [`Self::from_order`] without the check, for a permutation by construction.
    pub(crate) fn from_search(order: Vec<u32>) -> Self {
        debug_assert_eq!(Self::from_order(order.clone()).order, order);
        Self { order }
    }

    /// Returns the ranking by decreasing score; ties keep document order. Cost: O(n log n).
    pub fn by_scores(scores: &[f64]) -> Self {
        Self { order: order_by_scores(scores).0 }
    }

    /// Documents from the first rank to the last.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// Number of documents.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there are no documents.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Returns the rank of every document, which is the inverse permutation.
    pub fn ranks(&self) -> Vec<u32> {
        let mut ranks = vec![0; self.order.len()];
        for (rank, &document) in self.order.iter().enumerate() {
            ranks[document as usize] = rank as u32;
        }
        ranks
    }
}

/// Documents grouped by equal score, the highest score first.
///
/// A scorer does not order the documents of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TiedRanking {
    order: Vec<u32>,
    /// The end of every group; empty if every group is one document.
    ends: Vec<u32>,
    /// Documents at no rank.
    absent: Vec<u32>,
}

impl TiedRanking {
    /// Returns a ranking without ties, in which every group is one document. Cost: O(n).
    pub fn strict(ranking: &Ranking) -> Self {
        Self { order: ranking.order.clone(), ends: Vec::new(), absent: Vec::new() }
    }

    /// Returns groups of equal score by decreasing score. Cost: O(n log n).
    pub fn by_scores(scores: &[f64]) -> Self {
        if are_equal(scores) {
            // At w = 0 nothing has to be sorted, or compared again.
            let order = (0..scores.len() as u32).collect();
            return Self { order, ends: vec![scores.len() as u32], absent: Vec::new() };
        }
        let (order, differ) = order_by_scores(scores);
        let (mut ends, absent) = (Vec::new(), Vec::new());
        if differ {
            return Self { order, ends, absent };
        }
        ends.reserve(order.len());
        for rank in 1..=order.len() {
            if rank == order.len() || scores[order[rank] as usize] != scores[order[rank - 1] as usize] {
                ends.push(rank as u32);
            }
        }
        Self { order, ends, absent }
    }

    /// Returns the ranking of the documents that have a score; the others are at no rank. Cost: O(n log n).
    pub fn of_returned(scores: &[Option<f64>]) -> Self {
        let (mut returned, mut absent) = (Vec::new(), Vec::new());
        for (document, score) in scores.iter().enumerate() {
            if score.is_some() { &mut returned } else { &mut absent }.push(document as u32);
        }
        let scores: Vec<f64> = scores.iter().flatten().copied().collect();
        let Self { order, ends, .. } = Self::by_scores(&scores);
        Self { order: order.into_iter().map(|place| returned[place as usize]).collect(), ends, absent }
    }

    /// Number of documents, at a rank or at none.
    pub fn len(&self) -> usize {
        self.order.len() + self.absent.len()
    }

    /// Whether there are no documents.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Documents at no rank: a list of a search engine may lack documents that were judged. A measure gives them no
    /// credit, but counts them among the documents of the query.
    pub fn absent(&self) -> &[u32] {
        &self.absent
    }

    /// Returns the documents from the first rank to the last if every group is one document.
    pub fn without_ties(&self) -> Option<&[u32]> {
        self.ends.is_empty().then_some(&self.order)
    }

    /// Returns each group as (its first rank, its documents in document order).
    pub fn groups(&self) -> impl Iterator<Item = (usize, &[u32])> {
        let n_groups = if self.ends.is_empty() { self.order.len() } else { self.ends.len() };
        let mut first = 0;
        (0..n_groups).map(move |group| {
            let end = self.ends.get(group).map_or(group + 1, |&end| end as usize);
            let group = (first, &self.order[first..end]);
            first = end;
            group
        })
    }
}

/// The scores of a query's documents, sorted once and shared by all users.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoredDocuments {
    scores: Vec<f64>,
    ranking: TiedRanking,
}

impl ScoredDocuments {
    /// Sorts documents by their scores, one score per document. Cost: O(n log n).
    pub fn new(scores: Vec<f64>) -> Self {
        let ranking = TiedRanking::by_scores(&scores);
        Self { scores, ranking }
    }

    /// One score per document, in document order.
    pub fn scores(&self) -> &[f64] {
        &self.scores
    }

    /// Documents by decreasing score; ties keep document order.
    pub fn order(&self) -> &[u32] {
        &self.ranking.order
    }

    /// The ranking with equal scores in one group.
    pub fn ranking(&self) -> &TiedRanking {
        &self.ranking
    }
}

/// Returns whether there are several scores, and all are equal.
fn are_equal(scores: &[f64]) -> bool {
    scores.len() > 1 && scores.iter().all(|score| *score == scores[0])
}

/// Returns document indices by decreasing score, and whether no two scores are equal; ties keep document order.
/// Cost: O(n log n).
///
/// The sort keys are integers. Their high bits come from the score, mapped so that a higher score has a smaller key.
/// Their low bits are the document index. Documents whose keys agree in the score bits are sorted again by the full
/// score, so the order is exact.
fn order_by_scores(scores: &[f64]) -> (Vec<u32>, bool) {
    if are_equal(scores) {
        return ((0..scores.len() as u32).collect(), false);
    }
    // Adding 0 gives −0 and +0 the same key, because they are equal scores. The order of keys is that of `total_cmp`.
    let key = |score: f64| {
        let bits = (score + 0.0).to_bits();
        let negative = ((bits as i64) >> 63) as u64;
        !(bits ^ (negative | 1 << 63))
    };
    let index_bits = usize::BITS - scores.len().saturating_sub(1).leading_zeros();
    let low = (1_u64 << index_bits) - 1;
    let mut keys: Vec<u64> =
        scores.iter().enumerate().map(|(document, &score)| key(score) & !low | document as u64).collect();
    keys.sort_unstable();
    let mut order: Vec<u32> = keys.iter().map(|&key| (key & low) as u32).collect();
    if keys.windows(2).all(|pair| pair[0] & !low != pair[1] & !low) {
        return (order, true);
    }
    let mut start = 0;
    for run in keys.chunk_by(|a, b| a & !low == b & !low) {
        let documents = &mut order[start..start + run.len()];
        start += run.len();
        if documents.len() > 1 {
            // The sort is stable, so documents with equal scores stay in document order.
            let of = |document: u32| key(scores[document as usize]);
            sort_documents(documents, &|one, other| of(one).cmp(&of(other)));
        }
    }
    (order, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_equals_a_comparison_sort() {
        let mut state = 1_u64;
        let mut draw = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 33
        };
        let values = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            1.0 + f64::EPSILON,
            1.0 - f64::EPSILON,
            1e300,
            -1e300,
            5e-324,
            f64::INFINITY,
        ];
        for n in [0, 1, 2, 3, 10, 100, 5000] {
            for kinds in [1, 6, values.len() as u64, 1_000_000] {
                let scores: Vec<f64> = (0..n)
                    .map(|_| match draw() % kinds {
                        kind if (kind as usize) < values.len() => values[kind as usize],
                        kind => kind as f64 / 7.0 - 70_000.0,
                    })
                    .collect();
                let mut expected: Vec<u32> = (0..n as u32).collect();
                expected.sort_by(|&a, &b| (scores[b as usize] + 0.0).total_cmp(&(scores[a as usize] + 0.0)));
                let ranking = Ranking::by_scores(&scores);
                assert_eq!(ranking.order(), expected, "{n} documents, {kinds} kinds of scores");
                let tied = TiedRanking::by_scores(&scores);
                let equal = |pair: &[u32]| scores[pair[0] as usize] == scores[pair[1] as usize];
                let n_groups = expected.chunk_by(|&a, &b| equal(&[a, b])).count();
                assert_eq!(tied.groups().count(), n_groups, "{n} documents, {kinds} kinds of scores");
                assert_eq!(tied.without_ties().is_some(), n_groups == n as usize);
            }
        }
    }
}
