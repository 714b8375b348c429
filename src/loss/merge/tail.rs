//! The value of the documents behind the merged ranks. Knows no gains: behind those ranks nothing but scores counts.

/// Values of the documents behind the first K ranks, in score order.
///
/// A document that is not chosen for the first ranks stands behind them, moved back by the number of chosen ones that
/// stand behind it in the score order. Only leaders can be chosen, so the documents between two leaders move together.
pub struct Tail {
    /// All leaders in score order: the list of each, and which of that list it is.
    leaders: Vec<(u8, u32)>,
    /// `between[t][i]`: Σ c_{x+t} s_x over the positions x between leaders i − 1 and i, for shift t.
    between: Vec<f64>,
    /// `own[t][i]`: c_{x+t} s_x of leader i itself.
    own: Vec<f64>,
    /// `unmoved[i]`: what leader i and all behind it up to the last leader are worth with shift 0.
    unmoved: Vec<f64>,
}

impl Tail {
    /// `leaders`: positions in the score order, by list. `score_at`: score at a position.
    /// Cost: O(K · position of the last leader).
    pub fn new(leaders: &[Vec<u32>], decay: &[f64], head: usize, score_at: impl Fn(u32) -> f64) -> Self {
        let mut all: Vec<(u32, u8, u32)> = Vec::new();
        for (list, positions) in leaders.iter().enumerate() {
            all.extend(positions.iter().enumerate().map(|(nth, &position)| (position, list as u8, nth as u32)));
        }
        all.sort_unstable();
        if head == decay.len() {
            // Every document is chosen, in every state.
            all.clear();
        }
        let n = all.len();
        let reach = all.last().map_or(0, |&(position, ..)| position as usize + 1);
        let scores: Vec<f64> = (0..reach as u32).map(score_at).collect();
        let mut between = vec![0.0; (head + 1) * n];
        let mut own = vec![0.0; (head + 1) * n];
        for shift in 0..=head {
            let (between, own) = (&mut between[shift * n..][..n], &mut own[shift * n..][..n]);
            let mut start = 0;
            for (leader, &(position, ..)) in all.iter().enumerate() {
                let position = position as usize;
                // Not more can have been chosen before it than there are leaders; and no document is moved beyond
                // the last rank.
                if leader + shift >= head && position + shift <= decay.len() {
                    let moved = &decay[start + shift..position + shift];
                    between[leader] = moved.iter().zip(&scores[start..position]).map(|(c, s)| c * s).sum();
                    own[leader] = decay.get(position + shift).map_or(0.0, |c| c * scores[position]);
                }
                start = position + 1;
            }
        }
        let mut unmoved = vec![0.0; n + 1];
        for leader in (0..n).rev() {
            // What stands between this leader and the next is behind it.
            let next = if leader + 1 < n { between[leader + 1] } else { 0.0 };
            unmoved[leader] = unmoved[leader + 1] + own[leader] + next;
        }
        Self { leaders: all.into_iter().map(|(_, list, nth)| (list, nth)).collect(), between, own, unmoved }
    }

    /// Value of all documents up to the last leader but the chosen ones: the first `counts[l]` of each list l, and the
    /// first `of_last` of the last list. What stands behind the last leader never moves and is left out.
    /// Cost: O(leaders).
    pub fn value(&self, counts: &[usize], of_last: usize) -> f64 {
        let n = self.leaders.len();
        let mut left = counts.iter().sum::<usize>() + of_last;
        let mut value = 0.0;
        for (leader, &(list, nth)) in self.leaders.iter().enumerate() {
            let at = left * n + leader;
            value += self.between[at];
            let count = counts.get(usize::from(list)).copied().unwrap_or(of_last);
            if (nth as usize) < count {
                left -= 1;
                if left == 0 {
                    // Behind the last chosen one nothing moves.
                    let next = self.between.get(leader + 1).filter(|_| leader + 1 < n).copied().unwrap_or(0.0);
                    return value + next + self.unmoved[leader + 1];
                }
            } else {
                value += self.own[at];
            }
        }
        value
    }
}
