//! Searches that several losses share: the merge of lists of equally good documents.
//!
//! Two documents with the same gain can be exchanged without changing Δ, so in an optimal ranking they stand in
//! score order, and the optimum is a merge of the sorted lists of each gain.

mod counts;
mod tail;

use std::fmt;
use std::ops::Range;

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
    /// How many documents of a list can stand in the first ranks.
    capacities: Vec<usize>,
    /// Number of merged ranks K.
    head: usize,
    /// Numbers of the counts of all lists but the last, which takes the ranks that they leave.
    cells: Numbering,
    /// Numbers of the counts of all lists but the last two: cells that differ in the last but one stand in a row.
    rows: Numbering,
    states: usize,
}

/// A search that would take more bytes than this for its choices is not made.
const MAX_CHOICES: usize = 50_000_000;

/// Documents of one list by score, the best first, as far as they can reach the first ranks.
type Leaders = Vec<u32>;

/// Cells that differ only in the count of the last list but one, which is their place in the row.
struct Row {
    /// Number of its first cell.
    start: usize,
    /// Documents taken from the lists before.
    taken: usize,
    /// Greatest count of the last list but one.
    last: usize,
    /// For each list before it that has given a document: the list, its count, and where the row without that
    /// document begins.
    steps: Range<usize>,
}

/// How a cell is reached from the row with one document less of a list.
struct Step {
    list: u8,
    count: usize,
    start: usize,
}

impl GradeMerge {
    /// The merge for gains `gain` (by document) and discounts `discount` (by rank, non-increasing), or `None` if
    /// it would take more than 50 MB. Cost: O(n log n + L K).
    pub fn new(gain: &[f64], discount: &[f64]) -> Option<Self> {
        let head = discount.iter().rposition(|&a| a != 0.0).map_or(0, |last| last + 1);
        let mut by_gain: Vec<usize> = (0..gain.len()).collect();
        by_gain.sort_by(|&i, &l| gain[l].total_cmp(&gain[i]));
        let mut lists: Vec<&[usize]> = by_gain.chunk_by(|&i, &l| gain[i] == gain[l]).collect();
        lists.sort_by_key(|list| list.len());
        if lists.len() > usize::from(u8::MAX) {
            return None;
        }
        let mut list_of = vec![0; gain.len()];
        for (number, list) in lists.iter().enumerate() {
            for &document in *list {
                list_of[document] = number as u8;
            }
        }
        let gains = lists.iter().map(|list| gain[list[0]]).collect();
        let capacities: Vec<usize> = lists.iter().map(|list| list.len().min(head)).collect();
        let others = capacities.split_last().map_or(&[][..], |(_, others)| others);
        let cells = Numbering::new(others, head)?;
        let rows = Numbering::new(others.split_last().map_or(&[][..], |(_, outer)| outer), head)?;
        let states = Numbering::new(&capacities, head)?.len();
        let choices = cells.len().checked_mul(head.max(1))?;
        (choices <= MAX_CHOICES).then_some(Self { list_of, gains, capacities, head, cells, rows, states })
    }

    /// About how many elementary steps one search takes, beside sorting.
    pub fn cost(&self) -> f64 {
        let (n, head) = (self.list_of.len() as f64, self.head as f64);
        let leaders: usize = self.capacities.iter().sum();
        self.states as f64 * self.gains.len() as f64 + self.cells.len() as f64 * leaders as f64 + n * head
    }

    /// A ranking that maximises `Σ_j (c_j s_y(j) − a_j b_y(j))`.
    ///
    /// `documents`: with finite scores. `discount`: a, as given to [`GradeMerge::new`]. `decay`: c by rank,
    /// non-negative and non-increasing. Ties keep document order.
    /// Cost: O(n + K · reach + states · L + cells · K L), where reach is how far down the score order a document can
    /// stand that reaches the first ranks.
    pub fn most_violated(&self, documents: &ScoredDocuments, discount: &[f64], decay: &[f64]) -> Ranking {
        let (scores, order) = (documents.scores(), documents.order());
        let leaders = self.leaders(order);
        let Some((last, others)) = leaders.split_last() else {
            return Ranking::from_search(Vec::new());
        };
        let score_at = |position: u32| scores[order[position as usize] as usize];

        // The value of putting the next document of a list at a rank.
        let list_scores: Vec<Vec<f64>> =
            leaders.iter().map(|list| list.iter().map(|&position| score_at(position)).collect()).collect();
        let mut terms: Vec<Vec<f64>> = self.capacities.iter().map(|&capacity| vec![0.0; capacity]).collect();
        let (rows, steps) = self.rows();
        let n_cells = self.cells.len();
        let mut values = vec![f64::NEG_INFINITY; n_cells];
        let mut choices = vec![0_u8; n_cells * self.head];
        values[0] = 0.0;
        for (rank, choices) in choices.chunks_exact_mut(n_cells).enumerate() {
            for ((terms, scores), gain) in terms.iter_mut().zip(&list_scores).zip(&self.gains) {
                let cost = discount[rank] * gain;
                for (term, score) in terms[..].iter_mut().zip(scores).take(rank + 1) {
                    *term = decay[rank] * score - cost;
                }
            }
            // A cell is reached from itself or from cells with smaller numbers, so the last one goes first.
            for row in rows.iter().rev().filter(|row| row.taken <= rank + 1) {
                fill_row(row, &steps, &terms, rank, &mut values, choices);
            }
        }

        let tail = Tail::new(&leaders, decay, self.head, score_at);
        let mut best = (f64::NEG_INFINITY, vec![0; others.len()]);
        self.cells.for_each(|index, counts, sum| {
            // The list that takes the rest may be too short for it: that cell was never reached.
            if values[index] > f64::NEG_INFINITY {
                let value = values[index] + tail.value(counts, self.head - sum);
                if value > best.0 {
                    best.0 = value;
                    best.1.copy_from_slice(counts);
                }
            }
        });
        self.trace_back(best.1, &choices, last, others, order)
    }

    /// The documents of each list that can reach the first ranks, by their position in the score order.
    fn leaders(&self, order: &[u32]) -> Vec<Leaders> {
        let mut leaders: Vec<Leaders> =
            self.capacities.iter().map(|&capacity| Vec::with_capacity(capacity)).collect();
        let mut missing: usize = self.capacities.iter().sum();
        for (position, &document) in order.iter().enumerate() {
            if missing == 0 {
                break;
            }
            let list = usize::from(self.list_of[document as usize]);
            if leaders[list].len() < self.capacities[list] {
                leaders[list].push(position as u32);
                missing -= 1;
            }
        }
        leaders
    }

    /// All rows of cells, and how each is reached.
    fn rows(&self) -> (Vec<Row>, Vec<Step>) {
        let lists = self.capacities.len();
        let inner = lists.checked_sub(2).map_or(0, |inner| self.capacities[inner]);
        let mut rows: Vec<Row> = Vec::with_capacity(self.rows.len());
        let mut steps: Vec<Step> = Vec::new();
        let mut start = 0;
        let mut before = vec![0; lists.saturating_sub(2)];
        self.rows.for_each(|number, counts, taken| {
            let first_step = steps.len();
            for (list, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                // With one document less of the last list here, it is the row before.
                let from = if list + 1 == counts.len() {
                    number - 1
                } else {
                    before.copy_from_slice(counts);
                    before[list] -= 1;
                    self.rows.index_of(&before)
                };
                steps.push(Step { list: list as u8, count, start: rows[from].start });
            }
            let last = inner.min(self.head - taken);
            rows.push(Row { start, taken, last, steps: first_step..steps.len() });
            start += last + 1;
        });
        (rows, steps)
    }

    fn trace_back(
        &self,
        mut counts: Vec<usize>,
        choices: &[u8],
        last: &Leaders,
        others: &[Leaders],
        sorted: &[u32],
    ) -> Ranking {
        let n_cells = self.cells.len();
        let mut of_last = self.head - counts.iter().sum::<usize>();
        let mut order = vec![0; self.head];
        let mut chosen = Vec::with_capacity(self.head);
        for rank in (0..self.head).rev() {
            let list = usize::from(choices[rank * n_cells + self.cells.index_of(&counts)]);
            let position = if list == others.len() {
                of_last -= 1;
                last[of_last]
            } else {
                counts[list] -= 1;
                others[list][counts[list]]
            };
            chosen.push(position);
            order[rank] = sorted[position as usize];
        }
        chosen.sort_unstable();
        let mut start = 0;
        order.reserve(sorted.len() - self.head);
        for position in chosen {
            order.extend_from_slice(&sorted[start..position as usize]);
            start = position as usize + 1;
        }
        order.extend_from_slice(&sorted[start..]);
        Ranking::from_search(order)
    }
}

/// Best values of the cells of a row once rank `rank` is taken, and the list that took it.
fn fill_row(
    row: &Row,
    steps: &[Step],
    terms: &[Vec<f64>],
    rank: usize,
    values: &mut [f64],
    choices: &mut [u8],
) {
    let (last_list, inner_list) = (terms.len() - 1, terms.len().wrapping_sub(2));
    let of_last = &terms[last_list];
    let of_inner = terms.get(inner_list).map_or(&[][..], |terms| &terms[..]);
    let steps = &steps[row.steps.clone()];
    for inner in (0..=row.last.min(rank + 1 - row.taken)).rev() {
        let cell = row.start + inner;
        let mut best = f64::NEG_INFINITY;
        let mut choice = 0;
        // The last list gave what the others did not.
        if let Some(term) = rank.checked_sub(row.taken + inner).and_then(|count| of_last.get(count)) {
            best = values[cell] + term;
            choice = last_list;
        }
        if inner > 0 {
            let value = values[cell - 1] + of_inner[inner - 1];
            if value > best {
                best = value;
                choice = inner_list;
            }
        }
        for step in steps {
            let value = values[step.start + inner] + terms[usize::from(step.list)][step.count - 1];
            if value > best {
                best = value;
                choice = usize::from(step.list);
            }
        }
        values[cell] = best;
        choices[cell] = choice as u8;
    }
}

impl fmt::Display for GradeMerge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lists, head, states) = (self.gains.len(), self.head, self.states);
        write!(f, "merge of {lists} lists of equal gain over the first {head} ranks, {states} states")
    }
}
