//! Searches that several losses share: the merge of lists of equally good documents.
//!
//! Two documents with the same gain can be exchanged without changing Δ, so in an optimal ranking they stand in
//! score order, and the optimum is a merge of the sorted lists of each gain.

mod counts;
mod tail;

use std::cell::RefCell;
use std::fmt;

use crate::ranking::{Ranking, ScoredDocuments};

use counts::Numbering;
use tail::Tail;

/// Merge of the lists of equal gain for `max_y Σ_j (c_j s_y(j) − a_j b_y(j))`.
///
/// Only the first K ranks are merged, where K is the number of ranks with a discount. Behind them a is 0 and the best
/// order is by score whatever the gains, so a state is how many documents of each gain stand in the first ranks: at
/// most binomial(K + L, L) states for L different gains. The value of the tail comes from sums over the score order,
/// one for each number of ranks by which it is shifted.
///
/// Built from the labels alone, so it serves every pass over the query.
#[derive(Debug, Clone)]
pub struct GradeMerge {
    /// The list of every document. Lists are numbered by length, so that the last one is the longest.
    list_of: Vec<u8>,
    /// Gain of each list.
    gains: Vec<f64>,
    /// The lists by gain, the lowest first.
    ascending: Vec<usize>,
    /// How many documents of a list can stand in the first ranks.
    capacities: Vec<usize>,
    /// Where the leaders of each list begin: the sums of the capacities before it.
    offsets: Vec<usize>,
    /// Number of merged ranks K.
    head: usize,
    /// Numbers of the counts of all lists but the last, which takes the ranks that they leave.
    cells: Numbering,
    /// Numbers of the counts of all lists but the last two: cells that differ in the last but one stand in a row.
    rows: Numbering,
    states: usize,
    /// About how many elementary steps one search takes, beside sorting.
    cost: f64,
    /// Sums of the first discounts, up to all that are not 0.
    discounts: Vec<f64>,
}

/// A search that would take more bytes than this for its choices is not made, nor one that would for its states.
const MAX_BYTES: usize = 50_000_000;

/// Cells that differ only in the count of the last list but one, which is their place in the row.
struct Row {
    /// Number of its first cell.
    start: usize,
    /// Documents taken from the lists before.
    taken: usize,
    /// Greatest count of the last list but one.
    last: usize,
    /// The first of its steps; they go on to the first of the next row.
    first_step: usize,
}

/// How the cells of a row are reached from the row with one document less of an outer list.
struct Step {
    list: u8,
    /// Place of that document among the leaders.
    leader: usize,
    /// Where the other row begins.
    start: usize,
}

/// Tables of a search, kept for the next one: a pass makes thousands of small searches.
#[derive(Default)]
struct Tables {
    /// Documents that can reach the first ranks, by their position in the score order: list after list, the best of
    /// each first.
    leaders: Vec<u32>,
    /// How many of each list have been found.
    found: Vec<usize>,
    /// Their scores.
    scores: Vec<f64>,
    /// What each is worth at the present rank.
    terms: Vec<f64>,
    rows: Vec<Row>,
    steps: Vec<Step>,
    /// Counts of the outer lists, row by row.
    outer: Vec<usize>,
    /// Best value of every cell.
    values: Vec<f64>,
    /// The list that took the rank, by rank and cell.
    choices: Vec<u8>,
    tail: Tail,
    /// Counts of a state, and of the best one; the positions of its documents.
    counts: Vec<usize>,
    best: Vec<usize>,
    chosen: Vec<usize>,
}

thread_local! {
    static TABLES: RefCell<Tables> = RefCell::default();
}

/// Tables of more bytes than this are not kept.
const KEPT_BYTES: usize = 2_000_000;

impl Tables {
    /// Bytes that are held, but for a few.
    fn bytes(&self) -> usize {
        self.choices.capacity()
            + self.rows.capacity() * size_of::<Row>()
            + self.steps.capacity() * size_of::<Step>()
            + self.leaders.capacity() * size_of::<u32>()
            + (self.scores.capacity() + self.terms.capacity() + self.values.capacity()) * size_of::<f64>()
            + (self.outer.capacity() + self.chosen.capacity()) * size_of::<usize>()
            + self.tail.bytes()
    }
}

impl GradeMerge {
    /// The merge for gains `gain` (by document) and discounts `discount` (by rank, non-increasing), or `None` if
    /// its tables would take more than some 100 MB. Cost: O(n log n + L K).
    pub fn new(gain: &[f64], discount: &[f64]) -> Option<Self> {
        let head = discount.iter().rposition(|&a| a != 0.0).map_or(0, |last| last + 1);
        let mut by_gain: Vec<usize> = (0..gain.len()).collect();
        by_gain.sort_by(|&i, &l| gain[l].total_cmp(&gain[i]));
        let mut lists: Vec<&[usize]> = by_gain.chunk_by(|&i, &l| gain[i] == gain[l]).collect();
        lists.sort_by_key(|list| list.len());
        if lists.len() == 1 {
            // A row needs two lists.
            lists.insert(0, &[]);
        }
        if lists.len() > usize::from(u8::MAX) {
            return None;
        }
        let mut list_of = vec![0; gain.len()];
        for (number, list) in lists.iter().enumerate() {
            for &document in *list {
                list_of[document] = number as u8;
            }
        }
        let gains: Vec<f64> =
            lists.iter().map(|list| list.first().map_or(0.0, |&document| gain[document])).collect();
        let mut ascending: Vec<usize> = (0..gains.len()).collect();
        ascending.sort_by(|&i, &l| gains[i].total_cmp(&gains[l]));
        let capacities: Vec<usize> = lists.iter().map(|list| list.len().min(head)).collect();
        let offsets = capacities
            .iter()
            .scan(0, |sum, &capacity| Some(std::mem::replace(sum, *sum + capacity)))
            .collect();
        let others = capacities.split_last().map_or(&[][..], |(_, others)| others);
        let cells = Numbering::new(others, head)?;
        let rows = Numbering::new(others.split_last().map_or(&[][..], |(_, outer)| outer), head)?;
        let states = Numbering::new(&capacities, head)?.len();
        let choices = cells.len().checked_mul(head.max(1))?;
        let outer_lists = capacities.len().saturating_sub(2);
        let row =
            size_of::<Row>() + outer_lists * size_of::<usize>() + outer_lists.min(head) * size_of::<Step>();
        let state_bytes =
            cells.len().checked_mul(size_of::<f64>())?.checked_add(rows.len().checked_mul(row)?)?;
        let leaders: usize = capacities.iter().sum();
        let cost = states as f64 * gains.len() as f64
            + cells.len() as f64 * leaders as f64
            + Tail::cost(gain.len(), leaders, head, states);
        let sums = discount[..head].iter().scan(0.0, |sum, a| {
            *sum += a;
            Some(*sum)
        });
        let discounts = std::iter::once(0.0).chain(sums).collect();
        (choices.max(state_bytes) <= MAX_BYTES).then_some(Self {
            list_of,
            gains,
            ascending,
            capacities,
            offsets,
            head,
            cells,
            rows,
            states,
            cost,
            discounts,
        })
    }

    /// About how many elementary steps one search takes, beside sorting.
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// A ranking that maximises `Σ_j (c_j s_y(j) − a_j b_y(j))`.
    ///
    /// `documents`: with finite scores. `discount`: a, as given to [`GradeMerge::new`]. `decay`: c by rank,
    /// non-negative and non-increasing. Ties keep document order.
    /// Cost: O(n + K · reach + states · leaders + cells · K L), where reach is how far down the score order a document can
    /// stand that reaches the first ranks.
    pub fn most_violated(&self, documents: &ScoredDocuments, discount: &[f64], decay: &[f64]) -> Ranking {
        if self.capacities.is_empty() {
            return Ranking::from_search(Vec::new());
        }
        TABLES.with_borrow_mut(|tables| {
            let ranking = self.search(tables, documents, discount, decay);
            if tables.bytes() > KEPT_BYTES {
                *tables = Tables::default();
            }
            ranking
        })
    }

    fn search(
        &self,
        tables: &mut Tables,
        documents: &ScoredDocuments,
        discount: &[f64],
        decay: &[f64],
    ) -> Ranking {
        let (scores, order) = (documents.scores(), documents.order());
        self.find_leaders(order, tables);
        let score_at = |position: u32| scores[order[position as usize] as usize];
        tables.scores.clear();
        tables.scores.extend(tables.leaders.iter().map(|&position| score_at(position)));
        self.lay_rows(tables);

        let n_cells = self.cells.len();
        tables.terms.clear();
        tables.terms.resize(tables.leaders.len(), 0.0);
        tables.values.clear();
        tables.values.resize(n_cells, f64::NEG_INFINITY);
        tables.values[0] = 0.0;
        tables.choices.resize(n_cells * self.head, 0);
        for rank in 0..self.head {
            for ((list, gain), &capacity) in self.offsets.iter().zip(&self.gains).zip(&self.capacities) {
                let cost = discount[rank] * gain;
                let reached = *list..list + capacity.min(rank + 1);
                for (term, score) in tables.terms[reached.clone()].iter_mut().zip(&tables.scores[reached]) {
                    *term = decay[rank] * score - cost;
                }
            }
            self.fill(rank, tables);
        }

        tables.tail.prepare(&tables.leaders, &self.offsets, decay, self.head, score_at);
        let outer_lists = self.capacities.len() - 2;
        let bound = Bound::new(&self.discounts, tables.tail.sorted_value(decay));
        let Tables { counts, best: best_counts, tail, .. } = tables;
        counts.clear();
        counts.resize(outer_lists + 2, 0);
        best_counts.clear();
        best_counts.resize(outer_lists + 2, 0);
        let mut best = f64::NEG_INFINITY;
        for (number, row) in tables.rows.iter().enumerate() {
            counts[..outer_lists].copy_from_slice(&tables.outer[number * outer_lists..][..outer_lists]);
            for inner in 0..=row.last {
                // The list that takes the rest may be too short for it: that cell was never reached.
                let value = tables.values[row.start + inner];
                if value > f64::NEG_INFINITY {
                    counts[outer_lists] = inner;
                    counts[outer_lists + 1] = self.head - row.taken - inner;
                    if bound.of(counts, &self.ascending, &self.gains) < best {
                        continue;
                    }
                    let value = value + tail.value(counts, self.head, decay);
                    if value > best {
                        best = value;
                        best_counts.copy_from_slice(counts);
                    }
                }
            }
        }
        self.trace_back(tables, order)
    }

    /// The documents that can reach the first ranks. Cost: O(position of the last of them).
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

    /// All rows of cells, and how each is reached.
    fn lay_rows(&self, tables: &mut Tables) {
        let Tables { rows, steps, outer, .. } = tables;
        rows.clear();
        steps.clear();
        outer.clear();
        let outer_lists = self.capacities.len() - 2;
        let inner = self.capacities[outer_lists];
        let mut before = vec![0; outer_lists];
        let mut start = 0;
        self.rows.for_each(|number, counts, taken| {
            let first_step = steps.len();
            for (list, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                // With one document less of the last list here, it is the row before.
                let from = if list + 1 == outer_lists {
                    number - 1
                } else {
                    before.copy_from_slice(counts);
                    before[list] -= 1;
                    self.rows.index_of(&before)
                };
                let leader = self.offsets[list] + count - 1;
                steps.push(Step { list: list as u8, leader, start: rows[from].start });
            }
            outer.extend_from_slice(counts);
            let last = inner.min(self.head - taken);
            rows.push(Row { start, taken, last, first_step });
            start += last + 1;
        });
    }

    /// Best values of all cells once rank `rank` is taken, and the lists that took it.
    fn fill(&self, rank: usize, tables: &mut Tables) {
        let n_cells = self.cells.len();
        let Tables { terms, rows, steps, values, choices, .. } = tables;
        let choices = &mut choices[rank * n_cells..][..n_cells];
        let (last_list, inner_list) = (self.offsets.len() - 1, self.offsets.len() - 2);
        let (of_inner, of_last) = terms[self.offsets[inner_list]..].split_at(self.capacities[inner_list]);
        // A cell is reached from itself or from cells with smaller numbers, so the last one goes first.
        let mut end_of_steps = steps.len();
        for row in rows.iter().rev() {
            let steps = &steps[row.first_step..end_of_steps];
            end_of_steps = row.first_step;
            if row.taken > rank + 1 {
                continue;
            }
            let most = row.last.min(rank + 1 - row.taken);
            for inner in (0..=most).rev() {
                let cell = row.start + inner;
                // The last list gave what the others did not. Without branches: which is better is hard to foresee.
                let of_last = rank.checked_sub(row.taken + inner).and_then(|count| of_last.get(count));
                let mut best = of_last.map_or(f64::NEG_INFINITY, |term| values[cell] + term);
                let mut choice = last_list as u8;
                if inner > 0 {
                    let value = values[cell - 1] + of_inner[inner - 1];
                    choice = if value > best { inner_list as u8 } else { choice };
                    best = if value > best { value } else { best };
                }
                for step in steps {
                    let value = values[step.start + inner] + terms[step.leader];
                    choice = if value > best { step.list } else { choice };
                    best = if value > best { value } else { best };
                }
                values[cell] = best;
                choices[cell] = choice;
            }
        }
    }

    /// The ranking that ends in the best counts: those of the outer lists, of the last but one and of the last.
    fn trace_back(&self, tables: &mut Tables, sorted: &[u32]) -> Ranking {
        let n_cells = self.cells.len();
        let Tables { best: counts, chosen, .. } = tables;
        let last = counts.len() - 1;
        let mut order = vec![0; sorted.len()];
        chosen.clear();
        for rank in (0..self.head).rev() {
            let cell = self.cells.index_of(&counts[..last]);
            let list = usize::from(tables.choices[rank * n_cells + cell]);
            counts[list] -= 1;
            let position = tables.leaders[self.offsets[list] + counts[list]];
            chosen.push(position as usize);
            order[rank] = sorted[position as usize];
        }
        chosen.sort_unstable();
        let mut start = 0;
        let mut rank = self.head;
        for position in chosen.iter().copied().chain([sorted.len()]) {
            let between = &sorted[start..position];
            order[rank..rank + between.len()].copy_from_slice(between);
            rank += between.len();
            start = position + 1;
        }
        Ranking::from_search(order)
    }
}

/// How much a state can be worth at the most: no order of the documents has more score than the sorted one, and its
/// documents cost no less than with the lowest gains in the first ranks.
struct Bound<'a> {
    sorted: f64,
    /// Sums of the first discounts.
    discounts: &'a [f64],
}

impl<'a> Bound<'a> {
    /// `sorted`: Σ c s of the documents in score order, as far as states differ in it.
    fn new(discounts: &'a [f64], sorted: f64) -> Self {
        // Sums are rounded: a state must not be passed over for that.
        Self { sorted: sorted + 1e-9 * (1.0 + sorted.abs()), discounts }
    }

    fn of(&self, counts: &[usize], ascending: &[usize], gains: &[f64]) -> f64 {
        let mut rank = 0;
        let mut cost = 0.0;
        for &list in ascending {
            let end = rank + counts[list];
            cost += gains[list] * (self.discounts[end] - self.discounts[rank]);
            rank = end;
        }
        self.sorted - cost
    }
}

impl fmt::Display for GradeMerge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lists, head, states) = (self.gains.len(), self.head, self.states);
        write!(f, "merge of {lists} lists of equal gain over the first {head} ranks, {states} states")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    fn search(n: usize, n_good: usize, head: usize) -> (Ranking, usize) {
        let gain: Vec<f64> =
            (0..n).map(|document| f64::from(u8::from(document % (n / n_good) == 0))).collect();
        let discount: Vec<f64> =
            (0..n).map(|rank| if rank < head { 1.0 / (rank + 2) as f64 } else { 0.0 }).collect();
        let decay: Vec<f64> = (0..n).map(|rank| 1.0 / (rank + 1) as f64).collect();
        let merge = GradeMerge::new(&gain, &discount).expect("few states");
        let documents = ScoredDocuments::new((0..n).map(|document| (document * 7919 % n) as f64).collect());
        let mut tables = Tables::default();
        let ranking = merge.search(&mut tables, &documents, &discount, &decay);
        assert_eq!(ranking, merge.most_violated(&documents, &discount, &decay));
        (ranking, tables.bytes())
    }

    #[test]
    fn long_heads_take_little_memory_and_none_is_kept() {
        // Of 10,000 documents one is good: two cells for every rank. Else choices take a byte for each of K · cells.
        for (n, n_good, head, choices) in
            [(10_000, 1, 5000, 10_000), (10_000, 1, 9999, 20_000), (2400, 1200, 1200, 1_441_200)]
        {
            let (_, bytes) = search(n, n_good, head);
            assert!(bytes < 2_000_000 + choices, "{head} of {n}: {bytes} bytes");
            let kept = TABLES.with_borrow(Tables::bytes);
            assert!(kept <= KEPT_BYTES, "{head} of {n}: {kept} bytes are kept");
        }
    }

    #[test]
    fn many_gains_with_few_ranks_are_not_searched() {
        // Only three ranks count, but there are millions of ways to fill them from 250 lists.
        let gain: Vec<f64> = (0..1000).map(|document| f64::from(document % 250)).collect();
        let discount: Vec<f64> = (0..1000).map(|rank| if rank < 3 { 1.0 } else { 0.0 }).collect();
        assert!(GradeMerge::new(&gain, &discount).is_none());
    }
}
