//! Searches that several losses share: the merge of lists of equally good documents.
//!
//! Two documents with the same gain can be exchanged without changing Δ, so in an optimal ranking they stand in
//! score order, and the optimum is a merge of the sorted lists of each gain.

use std::fmt;

use crate::ranking::Ranking;

/// Merge of the lists of equal gain for `max_y Σ_j (c_j s_y(j) − a_j b_y(j))`.
///
/// Only the first K ranks are merged, where K is the number of ranks with a discount. Behind them a is 0, the best
/// order is by score whatever the gains, and so a state is how many documents of each gain stand in the first
/// ranks: at most binomial(K + L, L) states for L different gains. The value of the tail comes from prefix sums
/// over the score order, one for each number of ranks by which it is shifted.
///
/// Built from the labels alone, so it serves every pass over the query.
#[derive(Debug, Clone)]
pub struct GradeMerge {
    /// Documents of each gain, in document order.
    classes: Vec<Vec<u32>>,
    /// Gain of each class, the highest first.
    gains: Vec<f64>,
    /// How many documents of a class can stand in the first ranks.
    capacities: Vec<usize>,
    /// Number of merged ranks K.
    head: usize,
    /// `ways[l][t]`: in how many ways classes l, l+1, … can fill at most t places (a prefix sum over fillings), so
    /// that states of one layer are numbered without gaps.
    ways: Vec<Vec<usize>>,
    states: usize,
}

/// More states than this are never worth their memory (a byte each).
const MAX_STATES: usize = 50_000_000;

impl GradeMerge {
    /// The merge for gains `gain` (by document) and discounts `discount` (by rank, non-increasing), or `None` if
    /// it would have more than 50 million states. Cost: O(n log n + L K).
    pub fn new(gain: &[f64], discount: &[f64]) -> Option<Self> {
        let head = discount.iter().rposition(|&a| a != 0.0).map_or(0, |last| last + 1);
        let mut by_gain: Vec<u32> = (0..gain.len() as u32).collect();
        by_gain.sort_by(|&i, &l| gain[l as usize].total_cmp(&gain[i as usize]));
        let classes: Vec<Vec<u32>> =
            by_gain.chunk_by(|&i, &l| gain[i as usize] == gain[l as usize]).map(<[u32]>::to_vec).collect();
        let gains = classes.iter().map(|class| gain[class[0] as usize]).collect();
        let capacities: Vec<usize> = classes.iter().map(|class| class.len().min(head)).collect();
        let ways = count_ways(&capacities, head)?;
        let states = (0..=head).try_fold(0usize, |sum, layer| sum.checked_add(layer_size(&ways, layer)))?;
        (states <= MAX_STATES).then_some(Self { classes, gains, capacities, head, ways, states })
    }

    /// About how many elementary steps one search takes, beside sorting.
    pub fn cost(&self) -> f64 {
        let (n, classes) = (self.n_documents() as f64, self.classes.len() as f64);
        let head = self.head as f64;
        let ends = layer_size(&self.ways, self.head) as f64;
        self.states as f64 * classes * (classes + 2.0) + ends * head * (classes + 2.0) + n * head
    }

    fn n_documents(&self) -> usize {
        self.classes.iter().map(Vec::len).sum()
    }

    /// A ranking that maximises `Σ_j (c_j s_y(j) − a_j b_y(j))`.
    ///
    /// `scores`: by document, finite. `discount`: a, as given to [`GradeMerge::new`]. `decay`: c by rank,
    /// non-negative and non-increasing. Ties keep document order.
    /// Cost: O(n log n + n K + states · L²).
    pub fn most_violated(&self, scores: &[f64], discount: &[f64], decay: &[f64]) -> Ranking {
        let sorted = Ranking::by_scores(scores);
        let position = sorted.ranks();
        // Each class in score order, by position in the whole score order; only what can reach the first ranks.
        let leaders: Vec<Vec<usize>> = self
            .classes
            .iter()
            .zip(&self.capacities)
            .map(|(class, &capacity)| {
                let mut positions: Vec<usize> =
                    class.iter().map(|&i| position[i as usize] as usize).collect();
                if capacity < positions.len() && capacity > 0 {
                    positions.select_nth_unstable(capacity - 1);
                }
                positions.truncate(capacity);
                positions.sort_unstable();
                positions
            })
            .collect();
        let sorted_scores: Vec<f64> = sorted.order().iter().map(|&i| scores[i as usize]).collect();

        let (values, choices) = self.fill(&leaders, &sorted_scores, discount, decay);
        let tail = Tail::new(&sorted_scores, decay, self.head);
        let mut best = (f64::NEG_INFINITY, 0, Vec::new());
        let mut chosen = Vec::with_capacity(self.head);
        for_each_state(&self.capacities, self.head, |index, counts| {
            chosen.clear();
            for (class, &count) in leaders.iter().zip(counts) {
                chosen.extend_from_slice(&class[..count]);
            }
            chosen.sort_unstable();
            let value = values[index] + tail.value(&chosen);
            if value > best.0 {
                best = (value, index, counts.to_vec());
            }
        });
        let (_, _, counts) = best;
        self.trace_back(counts, &choices, &leaders, sorted.order())
    }

    /// Best values of the states of the last layer, and the class chosen last in every state of every layer.
    fn fill(
        &self,
        leaders: &[Vec<usize>],
        sorted_scores: &[f64],
        discount: &[f64],
        decay: &[f64],
    ) -> (Vec<f64>, Vec<Vec<u8>>) {
        let mut values = vec![0.0];
        let mut choices = vec![vec![0]];
        for rank in 0..self.head {
            let size = layer_size(&self.ways, rank + 1);
            let mut next = vec![f64::NEG_INFINITY; size];
            let mut choice = vec![0; size];
            for_each_state(&self.capacities, rank, |index, counts| {
                let value = values[index];
                for (class, &count) in counts.iter().enumerate() {
                    if count == self.capacities[class] {
                        continue;
                    }
                    let score = sorted_scores[leaders[class][count]];
                    let candidate = value + (decay[rank] * score - discount[rank] * self.gains[class]);
                    let target = self.index_after(counts, class, rank + 1);
                    if candidate > next[target] {
                        next[target] = candidate;
                        choice[target] = class as u8;
                    }
                }
            });
            values = next;
            choices.push(choice);
        }
        (values, choices)
    }

    /// Number, within its layer, of the state `counts` plus one document of class `class`.
    fn index_after(&self, counts: &[usize], class: usize, layer: usize) -> usize {
        let mut rest = layer;
        let mut index = 0;
        for (l, &count) in counts[..counts.len() - 1].iter().enumerate() {
            let count = count + usize::from(l == class);
            index += fillings_before(&self.ways[l + 1], rest, count);
            rest -= count;
        }
        index
    }

    fn trace_back(
        &self,
        mut counts: Vec<usize>,
        choices: &[Vec<u8>],
        leaders: &[Vec<usize>],
        sorted: &[u32],
    ) -> Ranking {
        let mut taken = vec![false; sorted.len()];
        let mut order = vec![0; self.head];
        for rank in (0..self.head).rev() {
            // `index_after` adds one document, so take one away from a class first and put it back.
            let index = self.index_of(&counts, rank + 1);
            let class = usize::from(choices[rank + 1][index]);
            counts[class] -= 1;
            let position = leaders[class][counts[class]];
            taken[position] = true;
            order[rank] = sorted[position];
        }
        order.extend(sorted.iter().zip(&taken).filter(|(_, taken)| !**taken).map(|(&document, _)| document));
        Ranking::from_order(order)
    }

    fn index_of(&self, counts: &[usize], layer: usize) -> usize {
        let mut rest = layer;
        let mut index = 0;
        for (l, &count) in counts[..counts.len() - 1].iter().enumerate() {
            index += fillings_before(&self.ways[l + 1], rest, count);
            rest -= count;
        }
        index
    }
}

impl fmt::Display for GradeMerge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (classes, head, states) = (self.classes.len(), self.head, self.states);
        write!(f, "merge of {classes} lists of equal gain over the first {head} ranks, {states} states")
    }
}

/// `ways[l][t]`: number of ways in which classes l, l+1, … fill 0, 1, … or t places; `None` on overflow.
fn count_ways(capacities: &[usize], head: usize) -> Option<Vec<Vec<usize>>> {
    // Behind the last class only the empty filling is left.
    let mut ways = vec![vec![1; head + 1]];
    for &capacity in capacities.iter().rev() {
        let rest = &ways[ways.len() - 1];
        let mut sums = Vec::with_capacity(head + 1);
        let mut sum = 0usize;
        for places in 0..=head {
            // Exactly `places` places: this class takes 0 … capacity of them.
            let exact = rest[places] - places.checked_sub(capacity + 1).map_or(0, |t| rest[t]);
            sum = sum.checked_add(exact)?;
            sums.push(sum);
        }
        ways.push(sums);
    }
    ways.reverse();
    Some(ways)
}

/// Number of states with exactly `layer` documents.
fn layer_size(ways: &[Vec<usize>], layer: usize) -> usize {
    ways[0][layer] - layer.checked_sub(1).map_or(0, |t| ways[0][t])
}

/// In how many ways the classes of `ways` can fill what is left of `rest` places after fewer than `count` of them
/// went to the class before.
fn fillings_before(ways: &[usize], rest: usize, count: usize) -> usize {
    if count == 0 {
        return 0;
    }
    ways[rest] - rest.checked_sub(count).map_or(0, |t| ways[t])
}

/// Calls `visit(number, counts)` for every way to take `layer` documents, in the order of their numbers.
fn for_each_state(capacities: &[usize], layer: usize, mut visit: impl FnMut(usize, &[usize])) {
    let classes = capacities.len();
    let mut counts = vec![0; classes];
    // Room behind class l.
    let mut room = vec![0; classes + 1];
    for class in (0..classes).rev() {
        room[class] = room[class + 1] + capacities[class];
    }
    if layer > room[0] {
        return;
    }
    // The first state takes as few as possible from the first classes.
    let fill = |counts: &mut [usize], from: usize, mut rest: usize| {
        for class in from..classes {
            counts[class] = rest.saturating_sub(room[class + 1]);
            rest -= counts[class];
        }
    };
    fill(&mut counts, 0, layer);
    let mut index = 0;
    loop {
        visit(index, &counts);
        index += 1;
        // Next in lexicographic order: raise the last class that can take one from those behind it.
        let mut behind = counts[classes - 1];
        let mut class = classes - 1;
        loop {
            if class == 0 {
                return;
            }
            class -= 1;
            if behind > 0 && counts[class] < capacities[class] {
                break;
            }
            behind += counts[class];
        }
        counts[class] += 1;
        fill(&mut counts, class + 1, behind - 1);
    }
}

/// Values of the documents behind the first ranks, in score order.
struct Tail {
    head: usize,
    /// `sums[t][p]`: Σ over positions x < p of c_{x+t} s_(x), where s_(x) is the score at position x.
    sums: Vec<Vec<f64>>,
}

impl Tail {
    fn new(sorted_scores: &[f64], decay: &[f64], head: usize) -> Self {
        let n = sorted_scores.len();
        if head == n {
            return Self { head, sums: Vec::new() };
        }
        let sums = (0..=head)
            .map(|shift| {
                let mut sum = 0.0;
                let mut sums = Vec::with_capacity(n + 1);
                sums.push(0.0);
                for position in 0..n - shift {
                    sum += decay[position + shift] * sorted_scores[position];
                    sums.push(sum);
                }
                // Positions that cannot be shifted so far never occur in the tail with this shift.
                sums.resize(n + 1, sum);
                sums
            })
            .collect();
        Self { head, sums }
    }

    /// Value of all positions but `chosen` (sorted): each moves back by the number of chosen positions behind it.
    fn value(&self, chosen: &[usize]) -> f64 {
        if self.sums.is_empty() {
            return 0.0;
        }
        let mut value = 0.0;
        let mut start = 0;
        for (before, &position) in chosen.iter().enumerate() {
            let sums = &self.sums[self.head - before];
            value += sums[position] - sums[start];
            start = position + 1;
        }
        let sums = &self.sums[0];
        value + sums[sums.len() - 1] - sums[start]
    }
}
