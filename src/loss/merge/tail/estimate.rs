//! The values of a [`Tail`] by few additions, equal to its own up to rounding.

use super::Tail;

/// Values of the documents behind the first K ranks, by the set of the chosen leaders.
///
/// Between two chosen leaders that follow each other, all documents are shifted equally. Their value is the difference
/// of two sums over the score order. Therefore a chosen leader with m chosen leaders behind it contributes one number:
/// the sum with shift m + 1 of all documents before it, minus the sum with shift m of all documents up to it. There is
/// one such number for each m and each leader, and K additions give the value of a set.
#[derive(Default)]
pub struct Estimate {
    /// For each list and each count from 0, the first `count` leaders of the list: bit i stands for leader i of the
    /// score order. The entries of list l start at its first leader plus l.
    sets: Vec<u64>,
    /// What each leader contributes, by the number m of chosen leaders behind it.
    contributions: Vec<f64>,
    n_leaders: usize,
}

impl Estimate {
    /// Size in bytes.
    pub fn bytes(&self) -> usize {
        self.sets.capacity() * size_of::<u64>() + self.contributions.capacity() * size_of::<f64>()
    }

    /// Prepares the values for one search, after the tail is prepared. Returns false if there are none: the tail has
    /// no table, or more leaders than a set can hold. Cost: O(K · leaders).
    ///
    /// `offsets`: index of each list's first leader. `head`: K.
    pub fn prepare(&mut self, tail: &Tail, offsets: &[usize], head: usize) -> bool {
        let n = tail.leaders.len();
        if n > u64::BITS as usize || head == 0 || tail.table.is_empty() {
            return false;
        }
        self.n_leaders = n;
        self.sets.clear();
        self.sets.resize(n + offsets.len(), 0);
        for (index, leader) in tail.leaders.iter().enumerate() {
            let list = usize::from(leader.list);
            let at = offsets[list] + list + leader.nth as usize;
            // Leaders of a list come in their order, so the smaller set is complete.
            self.sets[at + 1] = self.sets[at] | 1 << index;
        }
        self.contributions.clear();
        self.contributions.resize(head * n, 0.0);
        for shift in 0..=head {
            // A shift moves the leaders from K − shift on. Sums start there, because only their differences count.
            let moved = &tail.table[shift * tail.width..][..tail.width];
            let mut sum = 0.0;
            for (index, (between, own)) in (head - shift..n).zip(moved) {
                sum += between;
                if shift > 0 {
                    self.contributions[(shift - 1) * n + index] += sum;
                }
                sum += own;
                if (1..head).contains(&shift) {
                    self.contributions[shift * n + index] -= sum;
                }
            }
        }
        for (contribution, unmoved) in self.contributions.iter_mut().zip(&tail.unmoved) {
            *contribution += unmoved;
        }
        true
    }

    /// Returns the set of the first `count` documents of a list. `offset`: index of the list's first leader.
    pub fn set(&self, list: usize, offset: usize, count: usize) -> u64 {
        self.sets[offset + list + count]
    }

    /// Returns the value of all documents up to the last leader, except those of a set of K leaders. Cost: O(K).
    pub fn value(&self, mut set: u64) -> f64 {
        let mut value = 0.0;
        let mut contributions = self.contributions.chunks_exact(self.n_leaders);
        while let (Some(last), Some(contributions)) = (set.checked_ilog2(), contributions.next()) {
            value += contributions[last as usize];
            set ^= 1 << last;
        }
        value
    }
}
