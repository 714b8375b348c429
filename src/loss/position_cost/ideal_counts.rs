//! How many documents of each class stand where in the ideal rankings of a cost, and the mean of ψ over them.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::loss::{IdealSet, PlaceTable};
use crate::ranking::Ranking;

/// Most states of [`mean_weights`], about ten megabytes.
const MOST_STATES: usize = 100_000;

/// Returns the ideal rankings as a set, if the allowed places fix the number of documents of every class in every block
/// of ranks; `None` otherwise.
///
/// A block is a run of ranks that differ by the same cost for all classes. A class with a single block left fills it,
/// and a block with a single class left takes it, until nothing is left. For discount times gain this always ends.
///
/// `rows`: by class, K costs by rank and the cost behind them. `allowed`: 0 for a place of some ideal ranking, else
/// infinite. Cost: O(L K (L + K)) at most.
pub(super) fn ideal_set(class_of: &[usize], rows: &[Vec<f64>], allowed: &[Vec<f64>]) -> Option<IdealSet> {
    let blocks = blocks(rows, class_of.len());
    let mut left = vec![0_usize; rows.len()];
    class_of.iter().for_each(|&class| left[class] += 1);
    let mut room: Vec<usize> = blocks.iter().map(ExactSizeIterator::len).collect();
    let mut counts = vec![vec![0_usize; blocks.len()]; rows.len()];
    let fits = |class: usize, block: usize| allowed[class][blocks[block].start] == 0.0;
    let mut unfilled: Vec<usize> = (0..blocks.len()).collect();
    while left.iter().any(|&left| left > 0) {
        let mut settled = false;
        for &block in &unfilled {
            let mut classes = (0..rows.len()).filter(|&class| left[class] > 0 && fits(class, block));
            if let (Some(class), None) = (classes.next(), classes.next()) {
                // Every place of the block holds a document, so a single class has enough of them.
                let count = room[block].min(left[class]);
                counts[class][block] += count;
                (left[class], room[block], settled) = (left[class] - count, room[block] - count, true);
            }
        }
        unfilled.retain(|&block| room[block] > 0);
        for class in 0..rows.len() {
            let mut open = unfilled.iter().copied().filter(|&block| room[block] > 0 && fits(class, block));
            if let (true, Some(block), None) = (left[class] > 0, open.next(), open.next()) {
                let count = left[class].min(room[block]);
                counts[class][block] += count;
                (left[class], room[block], settled) = (left[class] - count, room[block] - count, true);
            }
        }
        unfilled.retain(|&block| room[block] > 0);
        if !settled {
            return None;
        }
    }
    Some(IdealSet::of_counts(class_of, &counts, &blocks))
}

/// Returns the blocks of a query of `n` documents, in order. The ranks behind the first K cost the same.
fn blocks(rows: &[Vec<f64>], n: usize) -> Vec<Range<usize>> {
    let head = rows[0].len() - 1;
    let same = |rank: usize| {
        let change = |row: &Vec<f64>| row[rank] - row[rank - 1];
        rows.iter().all(|row| change(row) == change(&rows[0]))
    };
    let starts: Vec<usize> = (0..=head.min(n - 1)).filter(|&rank| rank == 0 || !same(rank)).collect();
    let ends = starts.iter().skip(1).copied().chain([n]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Returns the mean of a weight of the ranks over all rankings that use allowed places only, by document.
///
/// A state is the number of documents of each class in the first ranks. Rankings are counted up to each state from the
/// front, and onwards from each state from the back. With more than [`MOST_STATES`] states the mean is over the orders
/// of `ideal` that leave the class at each of the first K ranks.
///
/// `places`: 0 for an allowed place, else infinite. `ideal`: one of the rankings. `weights`: by rank.
pub(super) fn mean_weights(places: &PlaceTable, ideal: &Ranking, weights: &[f64]) -> Vec<f64> {
    let PlaceTable { class_of, rows } = places;
    let head = (rows[0].len() - 1).min(class_of.len());
    let mut sizes = vec![0_usize; rows.len()];
    class_of.iter().for_each(|&class| sizes[class] += 1);
    let chances = class_chances(&sizes, rows, head).unwrap_or_else(|| {
        ideal.order()[..head].iter().map(|&i| one_hot(class_of[i as usize], rows.len())).collect()
    });
    let behind = &weights[head..];
    let mean_behind = behind.iter().sum::<f64>() / behind.len().max(1) as f64;
    let of_class: Vec<f64> = (0..rows.len())
        .map(|class| {
            let before: f64 = chances.iter().map(|chances| chances[class]).sum();
            let sum: f64 = chances.iter().zip(weights).map(|(chances, weight)| chances[class] * weight).sum();
            (sum + (sizes[class] as f64 - before) * mean_behind) / sizes[class].max(1) as f64
        })
        .collect();
    class_of.iter().map(|&class| of_class[class]).collect()
}

fn one_hot(place: usize, n: usize) -> Vec<f64> {
    (0..n).map(|other| f64::from(u8::from(other == place))).collect()
}

/// Returns the chance of every class at each of the first `head` ranks; `None` for too many states.
fn class_chances(sizes: &[usize], rows: &[Vec<f64>], head: usize) -> Option<Vec<Vec<f64>>> {
    let mut forward: Vec<BTreeMap<Vec<usize>, f64>> = vec![BTreeMap::from([(vec![0; sizes.len()], 1.0)])];
    let mut n_states = 1;
    for rank in 0..head {
        let mut next = BTreeMap::new();
        for (state, ways) in &forward[rank] {
            for class in
                (0..sizes.len()).filter(|&class| state[class] < sizes[class] && rows[class][rank] == 0.0)
            {
                *next.entry(with_one_more(state, class)).or_insert(0.0) += ways;
            }
        }
        n_states += next.len();
        if n_states > MOST_STATES {
            return None;
        }
        scale(&mut next);
        forward.push(next);
    }
    // Orders of the classes behind the first ranks, where an allowed class may stand anywhere.
    let ln_orders = |state: &Vec<usize>| -> f64 {
        let left = || sizes.iter().zip(state).map(|(size, placed)| size - placed);
        ln_factorial(left().sum()) - left().map(ln_factorial).sum::<f64>()
    };
    let may_end = |state: &Vec<usize>| {
        (0..sizes.len()).all(|class| state[class] == sizes[class] || rows[class].last() == Some(&0.0))
    };
    let ends: Vec<&Vec<usize>> = forward[head].keys().filter(|state| may_end(state)).collect();
    let most = ends.iter().map(|state| ln_orders(state)).fold(f64::NEG_INFINITY, f64::max);
    let mut backward = BTreeMap::new();
    for state in ends {
        backward.insert(state.clone(), libm::exp(ln_orders(state) - most));
    }
    let mut chances = vec![vec![0.0; sizes.len()]; head];
    for rank in (0..head).rev() {
        let mut before = BTreeMap::new();
        for (state, ways) in &forward[rank] {
            for class in
                (0..sizes.len()).filter(|&class| state[class] < sizes[class] && rows[class][rank] == 0.0)
            {
                if let Some(onwards) = backward.get(&with_one_more(state, class)) {
                    *before.entry(state.clone()).or_insert(0.0) += onwards;
                    chances[rank][class] += ways * onwards;
                }
            }
        }
        let total: f64 = chances[rank].iter().sum();
        chances[rank].iter_mut().for_each(|chance| *chance /= total);
        scale(&mut before);
        backward = before;
    }
    Some(chances)
}

fn with_one_more(state: &[usize], class: usize) -> Vec<usize> {
    let mut state = state.to_vec();
    state[class] += 1;
    state
}

/// Divides numbers of ways by the greatest, so that long products stay finite.
fn scale(ways: &mut BTreeMap<Vec<usize>, f64>) {
    let most = ways.values().copied().fold(0.0, f64::max);
    ways.values_mut().for_each(|ways| *ways /= most);
}

fn ln_factorial(n: usize) -> f64 {
    libm::lgamma(n as f64 + 1.0)
}
