//! The value of the documents behind the merged ranks. Must not know gains, because only scores count behind those
//! ranks.

mod estimate;

pub use estimate::Estimate;

/// Values of the documents behind the first K ranks, in score order.
///
/// A document that is not chosen for the first K ranks moves back by the number of chosen documents behind it in the
/// score order. Only leaders can be chosen, so the documents between two leaders move together.
#[derive(Default)]
pub struct Tail {
    /// Position of each leader in its high bits, its index in the low bits; in score order.
    order: Vec<u64>,
    /// All leaders, in score order.
    leaders: Vec<Leader>,
    /// Scores up to the last leader, in score order.
    scores: Vec<f64>,
    /// Results of [`Tail::moved`] for each shift t and the `width` leaders from K − t on, which are the leaders that
    /// the shift can move. Empty if it would have more than [`MOST_KEPT`] entries.
    table: Vec<(f64, f64)>,
    width: usize,
    /// `unmoved[i]`: value of the documents behind leader i, up to the last leader, with shift 0.
    unmoved: Vec<f64>,
}

struct Leader {
    position: u32,
    list: u8,
    /// Its index within its list, from 0.
    nth: u32,
}

/// Largest number of entries in a table, 16 MB. Larger tables are not built; each state computes the sums instead.
const MOST_KEPT: usize = 1_000_000;

impl Tail {
    /// Number of leaders that a shift of up to `head` can move, and whether the table is built.
    fn width(n_leaders: usize, head: usize) -> (usize, bool) {
        // At most all leaders before a leader can be chosen, and at most all behind it.
        let width = (n_leaders + 1).saturating_sub(head);
        (width, (head + 1).saturating_mul(width) <= MOST_KEPT)
    }

    /// Estimated elementary steps for the values of `states` states, beyond one step per leader and state.
    ///
    /// `n`: number of documents. `n_leaders`: number of leaders.
    pub fn cost(n: usize, n_leaders: usize, head: usize, states: usize) -> f64 {
        let (_, kept) = Self::width(n_leaders, head);
        n as f64 * if kept { head } else { states } as f64
    }

    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.leaders.capacity() * size_of::<Leader>()
            + self.table.capacity() * size_of::<(f64, f64)>()
            + (self.scores.capacity() + self.unmoved.capacity()) * size_of::<f64>()
            + self.order.capacity() * size_of::<u64>()
    }

    /// Prepares the values for one search. Cost: O(K · position of the last leader).
    ///
    /// `leaders`: positions in the score order, list by list. `offsets`: index of each list's first leader. `score_at`:
    /// score at a position.
    pub fn prepare(
        &mut self,
        leaders: &[u32],
        offsets: &[usize],
        decay: &[f64],
        head: usize,
        score_at: impl Fn(u32) -> f64,
    ) {
        self.leaders.clear();
        if head < decay.len() {
            // As numbers, like the keys of score orders: another kind of sort would add 3 kB to the WebAssembly module.
            let key = |(&position, index): (&u32, u64)| u64::from(position) << 32 | index;
            self.order.clear();
            self.order.extend(leaders.iter().zip(0..).map(key));
            self.order.sort_unstable();
            self.leaders.extend(self.order.iter().map(|&key| {
                let index = key as u32 as usize;
                let list = offsets.partition_point(|&start| start <= index) - 1;
                Leader { position: (key >> 32) as u32, list: list as u8, nth: (index - offsets[list]) as u32 }
            }));
        }
        let n = self.leaders.len();
        let reach = self.leaders.last().map_or(0, |leader| leader.position + 1);
        self.scores.clear();
        self.scores.extend((0..reach).map(score_at));
        let (width, kept) = Self::width(n, head);
        self.width = width;
        // The table is taken out because `moved` borrows `self`.
        let mut table = std::mem::take(&mut self.table);
        table.clear();
        for shift in (0..=head).take_while(|_| kept && n > 0) {
            let first = head - shift;
            for index in first..first + width {
                // Entries that would move a document beyond the last rank are never read.
                let asked = self
                    .leaders
                    .get(index)
                    .is_some_and(|leader| leader.position as usize + shift <= decay.len());
                table.push(if asked { self.moved(decay, index, shift) } else { (0.0, 0.0) });
            }
        }
        self.table = table;
        self.unmoved.clear();
        self.unmoved.resize(n, 0.0);
        for index in (head.max(1)..n).rev() {
            let (between, own) = self.moved(decay, index, 0);
            self.unmoved[index - 1] = self.unmoved[index] + (between + own);
        }
    }

    /// Sums c_{x+t} s_x over the positions x between leader i − 1 and leader i; the second value is c_{x+t} s_x of
    /// leader i. Cost: O(number of those positions).
    #[inline(never)]
    fn moved(&self, decay: &[f64], index: usize, shift: usize) -> (f64, f64) {
        let start = index.checked_sub(1).map_or(0, |before| self.leaders[before].position as usize + 1);
        let position = self.leaders[index].position as usize;
        let between = decay[start + shift..position + shift].iter().zip(&self.scores[start..position]);
        let own = decay.get(position + shift).map_or(0.0, |c| c * self.scores[position]);
        (between.map(|(c, s)| c * s).sum(), own)
    }

    /// Σ c s of the documents up to the last leader, in score order; infinite if there are no leaders.
    pub fn sorted_value(&self, decay: &[f64]) -> f64 {
        if self.leaders.is_empty() {
            return f64::INFINITY;
        }
        decay.iter().zip(&self.scores).map(|(c, s)| c * s).sum()
    }

    /// Σ c |s| of the documents up to the last leader, in score order. Rounding errors are relative to it.
    pub fn magnitude(&self, decay: &[f64]) -> f64 {
        decay.iter().zip(&self.scores).map(|(c, s)| c * s.abs()).sum()
    }

    /// Value of all documents up to the last leader, except the chosen ones.
    ///
    /// The first `counts[l]` documents of each list l are chosen, `head` in total. Documents behind the last leader
    /// never move and are left out. Cost: O(leaders), or O(position of the last leader) without a table.
    pub fn value(&self, counts: &[usize], head: usize, decay: &[f64]) -> f64 {
        if self.table.is_empty() {
            return self.sum(counts, head, |index, shift| self.moved(decay, index, shift));
        }
        self.sum(counts, head, |index, shift| self.table[shift * (self.width + 1) + index - head])
    }

    fn sum(&self, counts: &[usize], head: usize, moved: impl Fn(usize, usize) -> (f64, f64)) -> f64 {
        let mut left = head;
        let mut value = 0.0;
        for (index, leader) in self.leaders.iter().enumerate() {
            let (between, own) = moved(index, left);
            // Computed without a branch, because it is hard to predict whether a leader is chosen.
            let chosen = (leader.nth as usize) < counts[usize::from(leader.list)];
            value += between + if chosen { 0.0 } else { own };
            left -= usize::from(chosen);
            if left == 0 {
                // Documents behind the last chosen one do not move.
                return value + self.unmoved[index];
            }
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_equals_the_direct_sums() {
        // Positions of two lists; some documents are not leaders.
        let leaders = [1, 2, 6, 9, 0, 3, 4, 8, 10];
        let (offsets, head) = ([0, 4], 5);
        let decay: Vec<f64> = (0..14).map(|rank| 1.0 / f64::from(rank + 1)).collect();
        let mut tail = Tail::default();
        tail.prepare(&leaders, &offsets, &decay, head, |position| 1.7 - 0.3 * f64::from(position));
        assert_eq!(tail.table.len(), 6 * 5, "the shifts, each with the leaders that it can move");
        for first in 0..=4 {
            let counts = [first, head - first];
            let known = tail.value(&counts, head, &decay);
            let table = std::mem::take(&mut tail.table);
            assert_eq!(known, tail.value(&counts, head, &decay), "{counts:?}");
            tail.table = table;

            let mut chosen: Vec<u32> =
                leaders[..first].iter().chain(&leaders[4..4 + head - first]).copied().collect();
            chosen.sort_unstable();
            let rest = (0..=10).filter(|position| !chosen.contains(position));
            let expected: f64 = rest
                .map(|position| {
                    let behind = chosen.iter().filter(|&&other| other > position).count();
                    decay[position as usize + behind] * (1.7 - 0.3 * f64::from(position))
                })
                .sum();
            assert!((known - expected).abs() < 1e-12, "{counts:?}: {known} for {expected}");
        }
    }
}
