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
    /// By shift t and leader i: Σ c_{x+t} s_x over the positions x between leaders i − 1 and i; and c_{x+t} s_x of
    /// leader i itself.
    moved: Vec<(f64, f64)>,
    /// `unmoved[i]`: what stands behind leader i, up to the last leader, is worth with shift 0.
    unmoved: Vec<f64>,
}

struct Leader {
    position: u32,
    list: u8,
    /// Which of its list it is, from 0.
    nth: u32,
}

impl Tail {
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
        // What an earlier search left here is written over wherever this one looks.
        self.moved.resize((head + 1) * n, (0.0, 0.0));
        for (shift, moved) in self.moved.chunks_exact_mut(n.max(1)).enumerate() {
            // Not more can have been chosen before a leader than there are, nor behind it; and no document is moved
            // beyond the last rank.
            let first = head - shift;
            let last = (n + 1).saturating_sub(shift).min(n);
            // There are at least as many leaders as first ranks.
            let mut start =
                first.checked_sub(1).map_or(0, |before| self.leaders[before].position as usize + 1);
            for (moved, leader) in moved.iter_mut().zip(&self.leaders).take(last).skip(first) {
                let position = leader.position as usize;
                if position + shift > decay.len() {
                    break;
                }
                let between =
                    decay[start + shift..position + shift].iter().zip(&self.scores[start..position]);
                let own = decay.get(position + shift).map_or(0.0, |c| c * self.scores[position]);
                *moved = (between.map(|(c, s)| c * s).sum(), own);
                start = position + 1;
            }
        }
        self.unmoved.clear();
        self.unmoved.resize(n, 0.0);
        for index in (1..n).rev() {
            let (between, own) = self.moved[index];
            self.unmoved[index - 1] = self.unmoved[index] + (between + own);
        }
    }

    /// Σ c s of all documents up to the last leader in score order. Infinite where that is not known.
    pub fn sorted_value(&self, decay: &[f64]) -> f64 {
        if self.leaders.is_empty() {
            return f64::INFINITY;
        }
        decay.iter().zip(&self.scores).map(|(c, s)| c * s).sum()
    }

    /// Value of all documents up to the last leader but the chosen ones, the first `counts[l]` of each list l, `head`
    /// in all. What stands behind the last leader never moves and is left out. Cost: O(leaders).
    pub fn value(&self, counts: &[usize], head: usize) -> f64 {
        let n = self.leaders.len();
        let mut left = head;
        let mut value = 0.0;
        for (index, leader) in self.leaders.iter().enumerate() {
            let (between, own) = self.moved[left * n + index];
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
