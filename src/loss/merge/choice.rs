//! The choice of the documents in the first K ranks, after the merge has found the best order of each choice.

use super::layout::{Layout, Row};
use super::{GradeMerge, Tables};

/// Two values that are closer than this, relative to the sum of |c s| and the costs, are compared by their exact sums.
const MARGIN: f64 = 1e-9;

/// A state whose value may be the greatest.
pub struct Candidate {
    /// Number of its row.
    row: usize,
    /// Number of documents of the second-to-last list.
    inner: usize,
    /// Its value, up to rounding.
    value: f64,
}

impl GradeMerge {
    /// Writes the counts of the best state of the layout to `tables.best`; of equal states, those of the first. Returns
    /// the value of the best state, exact or estimated; negative infinity if no state can be reached.
    ///
    /// `estimated`: whether the tail has estimates. Cost: O(states · K) with estimates, otherwise O(states · leaders).
    pub(super) fn choose(&self, tables: &mut Tables, decay: &[f64], estimated: bool) -> f64 {
        let lists = self.capacities.len();
        tables.counts.clear();
        tables.counts.resize(lists, 0);
        tables.best.clear();
        tables.best.resize(lists, 0);
        if estimated { self.choose_by_estimates(tables, decay) } else { self.choose_by_sums(tables, decay) }
    }

    /// Returns a difference of values that rounding errors do not reach.
    pub(super) fn margin(&self, tables: &Tables, decay: &[f64]) -> f64 {
        MARGIN * (1.0 + tables.tail.magnitude(decay) + self.costs.magnitude())
    }

    /// Same as [`choose`](Self::choose), with estimates of all states and exact sums where they are nearly equal.
    fn choose_by_estimates(&self, tables: &mut Tables, decay: &[f64]) -> f64 {
        let margin = self.margin(tables, decay);
        let Tables { counts, best: best_counts, tail, estimate, candidates, layout, values, .. } = tables;
        let Layout { rows, outer, .. } = &*layout;
        candidates.clear();
        let outer_lists = self.capacities.len() - 2;
        let (inner_offset, last_offset) = (self.offsets[outer_lists], self.offsets[outer_lists + 1]);
        let mut most = f64::NEG_INFINITY;
        for (number, row) in rows.iter().enumerate() {
            let outer = &outer[number * outer_lists..][..outer_lists];
            let taken = outer.iter().zip(&self.offsets).enumerate();
            let taken = taken
                .fold(0, |set, (list, (&count, &offset))| set | estimate.set(list, offset, count as usize));
            for inner in 0..=row.last as usize {
                let value = values[row.start as usize + inner];
                // A cell is unreachable if the last list is too short for the remaining ranks.
                if value == f64::NEG_INFINITY {
                    continue;
                }
                let last = self.head - row.taken as usize - inner;
                let set = taken
                    | estimate.set(outer_lists, inner_offset, inner)
                    | estimate.set(outer_lists + 1, last_offset, last);
                let mut value = value + estimate.value(set);
                if !self.costs.is_product() {
                    self.count(row, outer, inner, counts);
                    value -= self.costs.behind(counts);
                }
                if value > most - margin {
                    candidates.push(Candidate { row: number, inner, value });
                    most = most.max(value);
                }
            }
        }
        candidates.retain(|candidate| candidate.value > most - margin);
        let mut best = f64::NEG_INFINITY;
        for &Candidate { row: number, inner, .. } in candidates.iter() {
            let row = &rows[number];
            self.count(row, &outer[number * outer_lists..], inner, counts);
            if candidates.len() == 1 {
                best_counts.copy_from_slice(counts);
                return most;
            }
            let value = values[row.start as usize + inner] + tail.value(counts, self.head, decay)
                - self.costs.behind(counts);
            if value > best {
                best = value;
                best_counts.copy_from_slice(counts);
            }
        }
        most
    }

    /// Same as [`choose`](Self::choose), with exact sums of all states whose bound does not exclude them.
    fn choose_by_sums(&self, tables: &mut Tables, decay: &[f64]) -> f64 {
        let sorted = tables.tail.sorted_value(decay);
        // No order has a higher score sum than the sorted one. The margin keeps rounding errors from excluding a state.
        let sorted = sorted + 1e-9 * (1.0 + sorted.abs());
        let Tables { counts, best: best_counts, tail, layout: Layout { rows, outer, .. }, values, .. } =
            tables;
        let outer_lists = self.capacities.len() - 2;
        let mut best = f64::NEG_INFINITY;
        for (number, row) in rows.iter().enumerate() {
            for inner in 0..=row.last as usize {
                // A cell is unreachable if the last list is too short for the remaining ranks.
                let value = values[row.start as usize + inner];
                if value > f64::NEG_INFINITY {
                    self.count(row, &outer[number * outer_lists..], inner, counts);
                    if sorted - self.costs.bound(counts) < best {
                        continue;
                    }
                    let value = value + tail.value(counts, self.head, decay) - self.costs.behind(counts);
                    if value > best {
                        best = value;
                        best_counts.copy_from_slice(counts);
                    }
                }
            }
        }
        best
    }

    /// Writes the counts of a cell: the outer lists, the second-to-last list, and the last list, which takes the rest.
    fn count(&self, row: &Row, outer: &[u32], inner: usize, counts: &mut [usize]) {
        let outer_lists = counts.len() - 2;
        for (count, &of_outer) in counts[..outer_lists].iter_mut().zip(outer) {
            *count = of_outer as usize;
        }
        counts[outer_lists] = inner;
        counts[outer_lists + 1] = self.head - row.taken as usize - inner;
    }
}
