//! What rankings that people make are worth, beside the oracle's; and all rankings of a short query.

use serde::Serialize;

use crate::error::Error;
use crate::loss::{QueryLoss, margin};
use crate::ranking::Ranking;

/// A ranking against the oracle's.
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
    /// H of the oracle's ranking.
    pub oracle: f64,
    /// By how much the ranking stays below the oracle's.
    pub below: f64,
    /// Whether it is as good as the oracle's, to within rounding.
    pub attains: bool,
}

/// The values of all rankings of a query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Enumeration {
    /// How many rankings there are: n!.
    pub permutations: usize,
    /// The greatest H among them.
    pub best: f64,
    /// The smallest H.
    pub worst: f64,
    /// How many of them have the greatest H, to within rounding.
    pub attained: usize,
    /// The first of those, documents taken in file order.
    pub example: Vec<u32>,
    /// H of the oracle's ranking.
    pub oracle: f64,
    /// How many rankings have an H in each of equal parts from the smallest to the greatest.
    pub bins: Vec<ValueBin>,
}

/// Rankings with a value in a part of the range.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ValueBin {
    /// Smallest value of the part.
    pub from: f64,
    /// Greatest value of the part.
    pub to: f64,
    /// How many rankings.
    pub count: usize,
}

/// Documents up to which all rankings are tried: 7! = 5,040.
pub const MOST_ENUMERATED: usize = 7;

const BINS: usize = 20;

/// Whether two values differ by no more than rounding can make them.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

fn hinge(loss: &dyn QueryLoss, y: &Ranking, scores: &[f64]) -> f64 {
    loss.delta(y) - margin(&loss.delta_psi(y), scores)
}

/// What `ranking` is worth, beside the `oracle`'s hinge. Cost: O(n).
///
/// # Errors
/// [`Error::Config`] if it does not name every document once.
pub(super) fn value(
    loss: &dyn QueryLoss,
    scores: &[f64],
    ranking: &[u32],
    oracle: f64,
) -> Result<Valuation, Error> {
    let mut sorted = ranking.to_vec();
    sorted.sort_unstable();
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

/// Tries every ranking, beside the `oracle`'s hinge. Cost: n! · O(n).
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
    // The greatest itself is among them, so there is one.
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

/// The next order in the order of dictionaries; false after the last one.
fn next_order(order: &mut [u32]) -> bool {
    let Some(turn) = (1..order.len()).rev().find(|&at| order[at - 1] < order[at]).map(|at| at - 1) else {
        return false;
    };
    // Behind the turn the order falls, so the last that is greater is the smallest that is.
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
