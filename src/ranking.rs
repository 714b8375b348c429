//! Rankings of the documents of one query. Knows no labels.
//!
//! Ranks count from 0. Documents are named by their index within the query,
//! from 0, in the order of the file.

/// A total order of a query's documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking {
    order: Vec<u32>,
}

impl Ranking {
    /// The ranking that puts document `order[j]` at rank `j`.
    ///
    /// # Panics
    /// If `order` is not a permutation of `0..order.len()`.
    pub fn from_order(order: Vec<u32>) -> Self {
        let mut seen = vec![false; order.len()];
        for &document in &order {
            let slot = seen.get_mut(document as usize);
            assert!(
                slot.is_some_and(|seen| !std::mem::replace(seen, true)),
                "a ranking names every document once"
            );
        }
        Self { order }
    }

    /// The ranking by decreasing score; ties keep document order. Cost: O(n log n).
    pub fn by_scores(scores: &[f64]) -> Self {
        Self { order: order_by_scores(scores) }
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

    /// The rank of every document: the inverse permutation.
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
/// What a scorer really says: it does not order the documents of a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TiedRanking {
    order: Vec<u32>,
    ends: Vec<u32>,
}

impl TiedRanking {
    /// The ranking without ties: every group is one document. Cost: O(n).
    pub fn strict(ranking: &Ranking) -> Self {
        Self { order: ranking.order.clone(), ends: (1..=ranking.len() as u32).collect() }
    }

    /// Groups of equal score, by decreasing score. Cost: O(n log n).
    pub fn by_scores(scores: &[f64]) -> Self {
        let order = order_by_scores(scores);
        let mut ends = Vec::new();
        for rank in 1..=order.len() {
            if rank == order.len() || scores[order[rank] as usize] != scores[order[rank - 1] as usize] {
                ends.push(rank as u32);
            }
        }
        Self { order, ends }
    }

    /// Number of documents.
    pub fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there are no documents.
    pub fn is_empty(&self) -> bool {
        self.order.is_empty()
    }

    /// Each group as (its first rank, its documents in document order).
    pub fn groups(&self) -> impl Iterator<Item = (usize, &[u32])> {
        let mut first = 0;
        self.ends.iter().map(move |&end| {
            let group = (first, &self.order[first..end as usize]);
            first = end as usize;
            group
        })
    }
}

/// Document indices by decreasing score; ties keep document order.
fn order_by_scores(scores: &[f64]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..scores.len() as u32).collect();
    // Adding 0 makes −0 and +0 the same key, as they are the same score.
    order.sort_by(|&a, &b| (scores[b as usize] + 0.0).total_cmp(&(scores[a as usize] + 0.0)));
    order
}
