//! Exact search for the DORM violator by merging sorted lists of documents with equal costs.
//!
//! Exchanging two documents with the same gain does not change Δ. Therefore an optimal ranking has them in score order,
//! and the optimum is a merge of the lists of each gain, sorted by score. The same holds for any table of costs whose
//! rows are classes of documents.
//!
//! The merge of the two longest lists alone gives a value that excludes most states of all lists (`layout.rs`). The
//! value of a state needs the sums of the shifted tail (`tail.rs`). If a table of these sums is small, it is made. With
//! up to 64 leaders, few additions then give the value up to rounding, and only states that are nearly equal are
//! compared by the exact sums. Both ways therefore choose the same ranking, also among ties. Without the table each
//! state computes its own sum, and a bound skips states that cannot win. The search uses at most about 100 MB.

mod cells;
mod choice;
mod costs;
mod counts;
mod layout;
mod tail;

use std::cell::RefCell;
use std::cmp::Ordering;
use std::fmt;

use crate::ranking::{Ranking, ScoredDocuments};
use crate::util::sorting::{sort_indices, sorted};

use choice::Candidate;
use costs::Costs;
use counts::ways;
use layout::{Layout, Row, Step};
use tail::{Estimate, Tail};

/// Merge of the lists of equal gain for `max_y Σ_j (c_j s_y(j) − a_j b_y(j))`, or of the classes of documents for
/// `max_y Σ_j (c_j s_y(j) − T[class of y(j)][j])`.
///
/// Only the first K ranks are merged, where K is the number of ranks with a nonzero discount. Behind them a is 0, or T
/// the same at every rank, and the best order is by score. Therefore a state is the number of documents of each list in
/// the first K ranks. There are at most binomial(K + L, L) states for L lists.
///
/// The value of the documents behind rank K comes from sums over the score order. There is one sum for each number of
/// ranks by which documents are shifted.
///
/// The merge depends on the labels only, so one merge serves every pass over the query.
#[derive(Debug, Clone)]
pub struct GradeMerge {
    /// List of each document. Lists are numbered by increasing length.
    list_of: Vec<u8>,
    /// What the documents of a list cost at each rank.
    costs: Costs,
    /// How many documents of each list can stand in the first K ranks.
    capacities: Vec<usize>,
    /// Index of the first leader of each list: the sum of the capacities before it.
    offsets: Vec<usize>,
    /// Number of merged ranks K.
    head: usize,
    states: usize,
    /// Estimated elementary steps of one search, beyond sorting.
    cost: f64,
}

/// Limit in bytes for the choices of a search, and for its states. Larger searches are not built.
const MAX_BYTES: usize = 50_000_000;

/// Tables of a search, reused because a pass makes thousands of small searches.
#[derive(Default)]
struct Tables {
    /// Documents that can reach the first K ranks, as positions in the score order: list by list, the best document of
    /// each list first.
    leaders: Vec<u32>,
    /// Number of leaders found so far in each list.
    found: Vec<usize>,
    /// Scores of the leaders.
    scores: Vec<f64>,
    /// Value of each leader at the current rank.
    terms: Vec<f64>,
    layout: Layout,
    /// Best value of each cell.
    values: Vec<f64>,
    /// List that took each rank, by rank and cell.
    choices: Vec<u8>,
    tail: Tail,
    estimate: Estimate,
    candidates: Vec<Candidate>,
    /// Counts of the current state and of the best state; positions of the documents chosen for the first K ranks.
    counts: Vec<usize>,
    best: Vec<usize>,
    chosen: Vec<usize>,
}

thread_local! {
    static TABLES: RefCell<Tables> = RefCell::default();
}

/// Larger tables, in bytes, are freed after a search.
const KEPT_BYTES: usize = 2_000_000;

impl Tables {
    /// Approximate size in bytes.
    fn bytes(&self) -> usize {
        self.choices.capacity()
            + self.layout.bytes()
            + self.leaders.capacity() * size_of::<u32>()
            + (self.scores.capacity() + self.terms.capacity() + self.values.capacity()) * size_of::<f64>()
            + self.chosen.capacity() * size_of::<usize>()
            + self.candidates.capacity() * size_of::<Candidate>()
            + self.tail.bytes()
            + self.estimate.bytes()
    }
}

impl GradeMerge {
    /// Builds the merge for discounts and gains, or returns `None` if its tables would take more than about 100 MB.
    ///
    /// `gain`: by document. `discount`: by rank, non-increasing. Cost: O(n log n + L K).
    pub fn new(gain: &[f64], discount: &[f64]) -> Option<Self> {
        let head = discount.iter().rposition(|&a| a != 0.0).map_or(0, |last| last + 1);
        let mut by_gain: Vec<usize> = (0..gain.len()).collect();
        sort_indices(&mut by_gain, &|i, l| gain[l].total_cmp(&gain[i]));
        let lists = by_gain.chunk_by(|&i, &l| gain[i] == gain[l]).collect();
        Self::of_lists(lists, head, &|lists| {
            let gains: Vec<f64> =
                lists.iter().map(|list| list.first().map_or(0.0, |&document| gain[document])).collect();
            let mut ascending: Vec<usize> = (0..gains.len()).collect();
            sort_indices(&mut ascending, &|i, l| gains[i].total_cmp(&gains[l]));
            Costs::product(&discount[..head], gains, ascending)
        })
    }

    /// Builds the merge for a table of costs, or returns `None` if its tables would take more than about 100 MB.
    ///
    /// `class_of`: class of each document. `rows`: by class, the costs at the first K ranks and the cost behind them,
    /// the same K for all, at most the number of documents. An infinite cost forbids the place. Cost: O(n log n + L K).
    ///
    /// # Panics
    /// If a class has no row.
    pub fn with_costs(class_of: &[usize], rows: &[Vec<f64>]) -> Option<Self> {
        let head = rows.first().map_or(0, |row| row.len().saturating_sub(1)).min(class_of.len());
        let mut by_class: Vec<usize> = (0..class_of.len()).collect();
        sort_indices(&mut by_class, &|i, l| class_of[i].cmp(&class_of[l]));
        let lists = by_class.chunk_by(|&i, &l| class_of[i] == class_of[l]).collect();
        Self::of_lists(lists, head, &|lists| {
            let row = |list: &&[usize]| match list.first() {
                Some(&document) => rows[class_of[document]].clone(),
                None => vec![0.0; head + 1],
            };
            let lengths = lists.iter().map(|list| list.len()).collect();
            Costs::table(lists.iter().map(row).collect(), lengths)
        })
    }

    /// `lists`: the documents of each list. `costs`: of the lists, in the order in which they are merged.
    fn of_lists(lists: Vec<&[usize]>, head: usize, costs: &dyn Fn(&[&[usize]]) -> Costs) -> Option<Self> {
        let mut lists = sorted(lists, &|one, other| one.len().cmp(&other.len()));
        if lists.len() == 1 {
            // A row needs two lists.
            lists.insert(0, &[]);
        }
        if lists.len() > usize::from(u8::MAX) {
            return None;
        }
        let n: usize = lists.iter().map(|list| list.len()).sum();
        let mut list_of = vec![0; n];
        for (number, list) in lists.iter().enumerate() {
            for &document in *list {
                list_of[document] = number as u8;
            }
        }
        let capacities: Vec<usize> = lists.iter().map(|list| list.len().min(head)).collect();
        let offsets = capacities
            .iter()
            .scan(0, |sum, &capacity| Some(std::mem::replace(sum, *sum + capacity)))
            .collect();
        let others = capacities.split_last().map_or(&[][..], |(_, others)| others);
        let cells = ways(others, head)?;
        let rows = ways(others.split_last().map_or(&[][..], |(_, outer)| outer), head)?;
        let states = ways(&capacities, head)?;
        let choices = cells.checked_mul(head.max(1))?;
        let outer_lists = capacities.len().saturating_sub(2);
        let row =
            size_of::<Row>() + outer_lists * size_of::<u32>() + outer_lists.min(head) * size_of::<Step>();
        let state_bytes = cells.checked_mul(size_of::<f64>())?.checked_add(rows.checked_mul(row)?)?;
        let leaders: usize = capacities.iter().sum();
        let cost = states as f64 * lists.len() as f64
            + cells as f64 * leaders as f64
            + Tail::cost(n, leaders, head, states);
        (choices.max(state_bytes) <= MAX_BYTES).then(|| Self {
            list_of,
            costs: costs(&lists),
            capacities,
            offsets,
            head,
            states,
            cost,
        })
    }

    /// Estimated elementary steps of one search, beyond sorting.
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// Returns a ranking that maximises `Σ_j (c_j s_y(j) − cost of y(j) at rank j)`.
    ///
    /// `documents`: with finite scores. `decay`: c by rank, non-negative and non-increasing. Ties keep document order.
    /// Cost: O(n + K · reach + states · leaders + cells · K L). Here reach is the last position in the score order of a
    /// document that can stand in the first K ranks.
    pub fn most_violated(&self, documents: &ScoredDocuments, decay: &[f64]) -> Ranking {
        if self.capacities.is_empty() {
            return Ranking::from_search(Vec::new());
        }
        TABLES.with_borrow_mut(|tables| {
            let ranking = self.search(tables, documents, decay);
            if tables.bytes() > KEPT_BYTES {
                *tables = Tables::default();
            }
            ranking
        })
    }

    /// Prepares the tables for the scores. Returns whether the tail has estimates.
    fn prepare(&self, tables: &mut Tables, documents: &ScoredDocuments, decay: &[f64]) -> bool {
        let (scores, order) = (documents.scores(), documents.order());
        self.find_leaders(order, tables);
        let score_at = |position: u32| scores[order[position as usize] as usize];
        tables.scores.clear();
        tables.scores.extend(tables.leaders.iter().map(|&position| score_at(position)));
        tables.tail.prepare(&tables.leaders, &self.offsets, decay, self.head, score_at);
        tables.estimate.prepare(&tables.tail, &self.offsets, self.head)
    }

    fn search(&self, tables: &mut Tables, documents: &ScoredDocuments, decay: &[f64]) -> Ranking {
        let order = documents.order();
        let estimated = self.prepare(tables, documents, decay);
        let outer_lists = self.capacities.len() - 2;
        if estimated && outer_lists > 0 && self.costs.is_product() {
            // The best state without documents of the outer lists, often grades that few documents have, is found
            // quickly. It excludes most rows.
            tables.layout.lay(&self.capacities, &self.offsets, self.head, |_| false);
            self.merge(tables, decay, outer_lists);
            let least = self.choose(tables, decay, estimated);
            let margin = self.margin(tables, decay);
            // No order has a higher score sum than the sorted one.
            let room = tables.tail.sorted_value(decay) - least + 2.0 * margin;
            let (costs, cheapest) = (&self.costs, self.costs.cheapest());
            let counts = &mut tables.counts;
            tables.layout.lay(&self.capacities, &self.offsets, self.head, |outer| {
                // Documents of the lowest gain fill the other ranks.
                counts.fill(0);
                counts[cheapest] = self.head;
                for (list, &count) in outer.iter().enumerate() {
                    counts[cheapest] -= count as usize;
                    counts[list] += count as usize;
                }
                // The bound is no number if a score is too large for differences. Such a row stays.
                costs.bound(counts).partial_cmp(&room) != Some(Ordering::Greater)
            });
            if tables.layout.rows.len() == 1 {
                return self.trace_back(tables, order);
            }
        } else {
            tables.layout.lay(&self.capacities, &self.offsets, self.head, |_| true);
        }
        self.merge(tables, decay, 0);
        self.choose(tables, decay, estimated);
        self.trace_back(tables, order)
    }

    /// Finds the documents that can reach the first K ranks. Cost: O(position of the last of them).
    fn find_leaders(&self, order: &[u32], tables: &mut Tables) {
        let n_leaders: usize = self.capacities.iter().sum();
        tables.leaders.clear();
        tables.leaders.resize(n_leaders, 0);
        let found = &mut tables.found;
        found.clear();
        found.resize(self.capacities.len(), 0);
        let mut missing = n_leaders;
        for (position, &document) in order.iter().enumerate() {
            if missing == 0 {
                break;
            }
            let list = usize::from(self.list_of[document as usize]);
            if found[list] < self.capacities[list] {
                tables.leaders[self.offsets[list] + found[list]] = position as u32;
                found[list] += 1;
                missing -= 1;
            }
        }
    }
}

impl fmt::Display for GradeMerge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lists, head, states) = (self.capacities.len(), self.head, self.states);
        let equal = if matches!(self.costs, Costs::Product { .. }) { "gain" } else { "cost" };
        write!(f, "merge of {lists} lists of equal {equal} over the first {head} ranks, {states} states")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(n: usize, n_good: usize, head: usize) -> (Ranking, usize) {
        let gain: Vec<f64> =
            (0..n).map(|document| f64::from(u8::from(document % (n / n_good) == 0))).collect();
        let discount: Vec<f64> =
            (0..n).map(|rank| if rank < head { 1.0 / (rank + 2) as f64 } else { 0.0 }).collect();
        let decay: Vec<f64> = (0..n).map(|rank| 1.0 / (rank + 1) as f64).collect();
        let merge = GradeMerge::new(&gain, &discount).expect("few states");
        let documents = ScoredDocuments::new((0..n).map(|document| (document * 7919 % n) as f64).collect());
        let mut tables = Tables::default();
        let ranking = merge.search(&mut tables, &documents, &decay);
        assert_eq!(ranking, merge.most_violated(&documents, &decay));
        (ranking, tables.bytes())
    }

    #[test]
    fn long_heads_take_little_memory_and_none_is_kept() {
        // One document of 10,000 is good: two cells per rank. In other cases, choices take one byte for each of
        // K · cells.
        for (n, n_good, head, choices) in
            [(10_000, 1, 5000, 10_000), (10_000, 1, 9999, 20_000), (2400, 1200, 1200, 1_441_200)]
        {
            let (_, bytes) = search(n, n_good, head);
            assert!(bytes < 2_000_000 + choices, "{head} of {n}: {bytes} bytes");
            let table_bytes = TABLES.with_borrow(Tables::bytes);
            assert!(table_bytes <= KEPT_BYTES, "{head} of {n}: {table_bytes} bytes are table_bytes");
        }
    }

    #[test]
    fn excluded_rows_and_estimates_change_no_ranking() {
        let mut state = 1_u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % below
        };
        let (mut tables, mut excluded) = (Tables::default(), 0);
        for trial in 0..400 {
            let n = 12 + draw(40) as usize;
            let head = 1 + draw(10) as usize;
            // Few distinct scores give ties within and between grades; a small scale makes the costs decide.
            let (kinds, scale) = ([2, 7, 1_000_000][trial % 3], [0.01, 0.3, 3.0, 1e6][trial % 4]);
            let gain: Vec<f64> = (0..n).map(|_| [0.0, 0.0, 1.0, 3.0, 7.0, 15.0][draw(6) as usize]).collect();
            let scores: Vec<f64> =
                (0..n).map(|_| scale * (draw(kinds) as f64 / kinds as f64 - 0.5)).collect();
            let discount: Vec<f64> =
                (0..n).map(|rank| if rank < head { 1.0 / (rank + 1) as f64 } else { 0.0 }).collect();
            let decay: Vec<f64> = (0..n).map(|rank| (1.0 / (rank + 1) as f64).sqrt()).collect();
            let merge = GradeMerge::new(&gain, &discount).expect("few states");
            let documents = ScoredDocuments::new(scores);
            let violator = merge.search(&mut tables, &documents, &decay);
            let used = tables.layout.rows.len();

            merge.prepare(&mut tables, &documents, &decay);
            tables.layout.lay(&merge.capacities, &merge.offsets, merge.head, |_| true);
            excluded += tables.layout.rows.len() - used;
            merge.merge(&mut tables, &decay, 0);
            merge.choose(&mut tables, &decay, false);
            assert_eq!(violator, merge.trace_back(&mut tables, documents.order()), "trial {trial}");
        }
        assert!(excluded > 1000, "{excluded} rows were excluded");
    }

    #[test]
    fn many_gains_with_few_ranks_are_not_searched() {
        // Only three ranks count, but there are millions of ways to fill them from 250 lists.
        let gain: Vec<f64> = (0..1000).map(|document| f64::from(document % 250)).collect();
        let discount: Vec<f64> = (0..1000).map(|rank| if rank < 3 { 1.0 } else { 0.0 }).collect();
        assert!(GradeMerge::new(&gain, &discount).is_none());
    }
}
