//! The value of a given ranking compared with the violator, and of all rankings of a short query.

use serde::Serialize;

use crate::loss::{QueryLoss, margin};
use crate::ranking::Ranking;
use crate::util::error::Error;
use crate::util::sorting::sort_documents;

/// The value of a ranking compared with the violator.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Valuation {
    /// The ranking, from the first rank to the last.
    pub ranking: Vec<u32>,
    /// Δ(y).
    pub loss: f64,
    /// ⟨w, δψ(y)⟩.
    pub margin: f64,
    /// H(y) = Δ(y) − ⟨w, δψ(y)⟩.
    pub hinge: f64,
    /// H of the violator.
    pub oracle: f64,
    /// H of the violator minus H of the ranking.
    pub below: f64,
    /// Whether both values are equal up to rounding.
    pub attains: bool,
}

/// The values of all rankings of a query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Enumeration {
    /// Number of rankings: n!.
    pub permutations: usize,
    /// The greatest H among them.
    pub best: f64,
    /// The smallest H.
    pub worst: f64,
    /// Number of rankings with the greatest H, up to rounding.
    pub attained: usize,
    /// The first ranking with the greatest H, in lexicographic order of file positions.
    pub example: Vec<u32>,
    /// H of the violator.
    pub oracle: f64,
    /// Number of rankings in each of several equal parts of the range from the smallest to the greatest H.
    pub bins: Vec<ValueBin>,
}

/// The rankings in one part of the range.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ValueBin {
    /// Smallest value of the part.
    pub from: f64,
    /// Greatest value of the part.
    pub to: f64,
    /// Number of rankings.
    pub count: usize,
}

/// Largest number of documents for which all rankings are tried: 7! = 5,040.
pub const MOST_ENUMERATED: usize = 7;

const BINS: usize = 20;

/// Returns whether two values are equal up to rounding.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

fn hinge(loss: &dyn QueryLoss, y: &Ranking, scores: &[f64]) -> f64 {
    loss.delta(y) - margin(&loss.delta_psi(y), scores)
}

/// Returns the value of `ranking` compared with the hinge of the violator. Cost: O(n).
///
/// # Errors
/// [`Error::Config`] unless the ranking names every document once.
pub(super) fn value(
    loss: &dyn QueryLoss,
    scores: &[f64],
    ranking: &[u32],
    oracle: f64,
) -> Result<Valuation, Error> {
    let mut sorted = ranking.to_vec();
    sort_documents(&mut sorted, &|one, other| one.cmp(&other));
    if !sorted.into_iter().eq(0..scores.len() as u32) {
        return Err(Error::config(
            "ranking",
            format!("it does not name each of {} documents once", scores.len()),
        ));
    }
    let y = Ranking::from_order(ranking.to_vec());
    let delta = loss.delta(&y);
    let margin = margin(&loss.delta_psi(&y), scores);
    let hinge = delta - margin;
    let attains = same(hinge, oracle);
    Ok(Valuation {
        ranking: ranking.to_vec(),
        loss: delta,
        margin,
        hinge,
        oracle,
        below: oracle - hinge,
        attains,
    })
}

/// Returns the values of all rankings, and the hinge of the violator. Cost: n! · O(n).
///
/// # Errors
/// [`Error::Config`] for more than [`MOST_ENUMERATED`] documents.
pub(super) fn enumerate(loss: &dyn QueryLoss, scores: &[f64], oracle: f64) -> Result<Enumeration, Error> {
    let n = scores.len();
    if n > MOST_ENUMERATED {
        let problem = format!("{n} documents have too many rankings; at most {MOST_ENUMERATED} can be tried");
        return Err(Error::config("ranking", problem));
    }
    let mut order: Vec<u32> = (0..n as u32).collect();
    let mut values = Vec::new();
    let mut orders = Vec::new();
    loop {
        values.push(hinge(loss, &Ranking::from_order(order.clone()), scores));
        orders.push(order.clone());
        if !next_order(&mut order) {
            break;
        }
    }
    let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // The greatest value itself is in the list, so there is one.
    let first = values.iter().position(|&value| same(value, greatest)).unwrap_or(0);
    let worst = values.iter().copied().fold(f64::INFINITY, f64::min);
    Ok(Enumeration {
        permutations: values.len(),
        best: greatest,
        worst,
        attained: values.iter().filter(|&&value| same(value, greatest)).count(),
        example: orders.swap_remove(first),
        oracle,
        bins: bins(&values, worst, greatest),
    })
}

/// Advances to the next permutation in lexicographic order. Returns false after the last one.
fn next_order(order: &mut [u32]) -> bool {
    let Some(turn) = (1..order.len()).rev().find(|&at| order[at - 1] < order[at]).map(|at| at - 1) else {
        return false;
    };
    // The values after the pivot decrease, so the last greater value is the smallest greater value.
    if let Some(greater) = order.iter().rposition(|&document| document > order[turn]) {
        order.swap(turn, greater);
    }
    order[turn + 1..].reverse();
    true
}

fn bins(values: &[f64], from: f64, to: f64) -> Vec<ValueBin> {
    if same(from, to) {
        return vec![ValueBin { from, to, count: values.len() }];
    }
    let edge = |bin: usize| from + (to - from) * bin as f64 / BINS as f64;
    let mut bins: Vec<ValueBin> =
        (0..BINS).map(|bin| ValueBin { from: edge(bin), to: edge(bin + 1), count: 0 }).collect();
    for value in values {
        let bin = ((value - from) / (to - from) * BINS as f64) as usize;
        bins[bin.min(BINS - 1)].count += 1;
    }
    bins
}
