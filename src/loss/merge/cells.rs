//! The value of every cell, rank by rank, and the ranking that leads to a cell.

use crate::ranking::Ranking;
use crate::util::sorting::sort_indices;

use super::layout::{Layout, Row, Step};
use super::{GradeMerge, Tables};

impl GradeMerge {
    /// Computes the best value of every cell of the layout, rank by rank. `first_list`: the lists before it are not
    /// in the layout.
    pub(super) fn merge(&self, tables: &mut Tables, decay: &[f64], first_list: usize) {
        let n_cells = tables.layout.n_cells;
        tables.terms.resize(tables.leaders.len(), 0.0);
        tables.values.clear();
        tables.values.resize(n_cells, f64::NEG_INFINITY);
        tables.values[0] = 0.0;
        tables.choices.resize(n_cells * self.head, 0);
        for (rank, &weight) in decay[..self.head].iter().enumerate() {
            let lists = self.offsets.iter().zip(&self.capacities).enumerate();
            for (list, (first, &capacity)) in lists.skip(first_list) {
                let cost = self.costs.at(list, rank);
                let reached = *first..first + capacity.min(rank + 1);
                for (term, score) in tables.terms[reached.clone()].iter_mut().zip(&tables.scores[reached]) {
                    *term = weight * score - cost;
                }
            }
            self.fill(rank, tables);
        }
    }

    /// Updates the best value of every cell after rank `rank` is taken, and records which list took the rank.
    fn fill(&self, rank: usize, tables: &mut Tables) {
        let Tables { terms, layout: Layout { rows, steps, n_cells, .. }, values, choices, .. } = tables;
        let n_cells = *n_cells;
        // Slices, because a build for size makes a call of each access to a vector.
        let (terms, values) = (&terms[..], &mut values[..]);
        let choices = &mut choices[rank * n_cells..][..n_cells];
        let (last_list, inner_list) = (self.offsets.len() - 1, self.offsets.len() - 2);
        let (of_inner, of_last) = terms[self.offsets[inner_list]..].split_at(self.capacities[inner_list]);
        // Cells are updated in place. A cell depends on itself and on cells with smaller numbers, so the order is
        // descending.
        let mut end_of_steps = steps.len();
        for &Row { start, taken, last, first_step } in rows.iter().rev() {
            let steps = &steps[first_step as usize..end_of_steps];
            end_of_steps = first_step as usize;
            let (start, taken) = (start as usize, taken as usize);
            if taken > rank + 1 {
                continue;
            }
            let most = (last as usize).min(rank + 1 - taken);
            for inner in (0..=most).rev() {
                let cell = start + inner;
                // The last list takes the ranks that the others leave. The comparisons avoid branches, because the
                // better choice is hard to predict.
                let of_last = rank.checked_sub(taken + inner).and_then(|count| of_last.get(count));
                let mut best = of_last.map_or(f64::NEG_INFINITY, |term| values[cell] + term);
                let mut choice = last_list as u8;
                if inner > 0 {
                    let value = values[cell - 1] + of_inner[inner - 1];
                    choice = if value > best { inner_list as u8 } else { choice };
                    best = if value > best { value } else { best };
                }
                for &Step { list, leader, start } in steps {
                    let value = values[start as usize + inner] + terms[leader as usize];
                    choice = if value > best { list as u8 } else { choice };
                    best = if value > best { value } else { best };
                }
                values[cell] = best;
                choices[cell] = choice;
            }
        }
    }

    /// Returns the ranking that ends in the best counts: outer lists, second-to-last list, last list.
    pub(super) fn trace_back(&self, tables: &mut Tables, sorted: &[u32]) -> Ranking {
        let Tables { best: counts, chosen, layout, .. } = tables;
        let inner = counts.len() - 2;
        let mut order = vec![0; sorted.len()];
        chosen.clear();
        for rank in (0..self.head).rev() {
            let outer: Vec<u32> = counts[..inner].iter().map(|&count| count as u32).collect();
            let start = layout.row_of(&outer).map_or(0, |row| row.start as usize);
            let cell = start + counts[inner];
            let list = usize::from(tables.choices[rank * layout.n_cells + cell]);
            counts[list] -= 1;
            let position = tables.leaders[self.offsets[list] + counts[list]];
            chosen.push(position as usize);
            order[rank] = sorted[position as usize];
        }
        sort_indices(chosen, &|one, other| one.cmp(&other));
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
