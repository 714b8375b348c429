//! The value of the documents behind the merged ranks. Knows no gains: behind those ranks nothing but scores counts.

/// Values of the documents behind the first K ranks, in score order.
///
/// A document that is not chosen for the first ranks stands behind them, moved back by the number of chosen ones that
/// stand behind it in the score order. Only leaders can be chosen, so the documents between two leaders move together.
#[derive(Default)]
pub struct Tail {
    /// All leaders in score order.
    leaders: Vec<Leader>,
    /// Scores up to the last leader, in score order.
    scores: Vec<f64>,
    /// What [`Tail::moved`] gives, shift after shift, each for the leaders that can be moved by it: those from K − t on,
    /// `width` of them. Empty where that would be more than [`MOST_KEPT`].
    table: Vec<(f64, f64)>,
    width: usize,
    /// `unmoved[i]`: what stands behind leader i, up to the last leader, is worth with shift 0.
    unmoved: Vec<f64>,
}

struct Leader {
    position: u32,
    list: u8,
    /// Which of its list it is, from 0.
    nth: u32,
}

/// More values than this, 16 MB of them, are not kept but summed for every state that asks.
const MOST_KEPT: usize = 1_000_000;

impl Tail {
    /// How many leaders a shift of up to `head` can move, and whether that makes a table to keep.
    fn width(n_leaders: usize, head: usize) -> (usize, bool) {
        // Not more can have been chosen before a leader than there are, nor behind it.
        let width = (n_leaders + 1).saturating_sub(head);
        (width, (head + 1).saturating_mul(width) <= MOST_KEPT)
    }

    /// About how many elementary steps the values of `states` take beside one for every leader of each: n documents,
    /// `n_leaders` of them leaders.
    pub fn cost(n: usize, n_leaders: usize, head: usize, states: usize) -> f64 {
        let (_, kept) = Self::width(n_leaders, head);
        n as f64 * if kept { head } else { states } as f64
    }

    /// Bytes that are held.
    pub fn bytes(&self) -> usize {
        self.leaders.capacity() * size_of::<Leader>()
            + self.table.capacity() * size_of::<(f64, f64)>()
            + (self.scores.capacity() + self.unmoved.capacity()) * size_of::<f64>()
    }

    /// `leaders`: positions in the score order, list after list; `offsets`: where lists begin. `score_at`: score at a
    /// position. Cost: O(K · position of the last leader).
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
            let ends = offsets[1..].iter().copied().chain([leaders.len()]);
            for (list, (&start, end)) in offsets.iter().zip(ends).enumerate() {
                let numbered = leaders[start..end].iter().zip(0..);
                self.leaders.extend(numbered.map(|(&position, nth)| Leader {
                    position,
                    list: list as u8,
                    nth,
                }));
            }
            self.leaders.sort_unstable_by_key(|leader| leader.position);
        }
        let n = self.leaders.len();
        let reach = self.leaders.last().map_or(0, |leader| leader.position + 1);
        self.scores.clear();
        self.scores.extend((0..reach).map(score_at));
        let (width, kept) = Self::width(n, head);
        self.width = width;
        // What it is filled from is here too.
        let mut table = std::mem::take(&mut self.table);
        table.clear();
        for shift in (0..=head).take_while(|_| kept && n > 0) {
            let first = head - shift;
            for index in first..first + width {
                // No document is moved beyond the last rank: nobody asks for that.
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

    /// Σ c_{x+t} s_x over the positions x between leader i and the one before it, and c_{x+t} s_x of leader i itself.
    /// Cost: O(those positions).
    #[inline(never)]
    fn moved(&self, decay: &[f64], index: usize, shift: usize) -> (f64, f64) {
        let start = index.checked_sub(1).map_or(0, |before| self.leaders[before].position as usize + 1);
        let position = self.leaders[index].position as usize;
        let between = decay[start + shift..position + shift].iter().zip(&self.scores[start..position]);
        let own = decay.get(position + shift).map_or(0.0, |c| c * self.scores[position]);
        (between.map(|(c, s)| c * s).sum(), own)
    }

    /// Σ c s of all documents up to the last leader in score order. Infinite where that is not known.
    pub fn sorted_value(&self, decay: &[f64]) -> f64 {
        if self.leaders.is_empty() {
            return f64::INFINITY;
        }
        decay.iter().zip(&self.scores).map(|(c, s)| c * s).sum()
    }

    /// Value of all documents up to the last leader but the chosen ones, the first `counts[l]` of each list l, `head`
    /// in all. What stands behind the last leader never moves and is left out.
    /// Cost: O(leaders), or O(position of the last leader) where no table is kept.
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
            // Without a branch: whether a leader is chosen is hard to foresee.
            let chosen = (leader.nth as usize) < counts[usize::from(leader.list)];
            value += between + if chosen { 0.0 } else { own };
            left -= usize::from(chosen);
            if left == 0 {
                // Behind the last chosen one nothing moves.
                return value + self.unmoved[index];
            }
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn a_table_tells_what_the_sums_do() {
        // Positions of two lists, whose leaders are not all documents.
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
