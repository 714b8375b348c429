//! Which ranks the clicks connect, so that their propensities can be compared. Must not know how they are estimated.

use super::curve::Curve;
use super::moved::Places;
use crate::util::error::Error;

/// Checks that the conditional likelihood has one maximum.
///
/// A click on a document at rank j is an argument for p_j against every other rank of the document. A free curve has a
/// finite maximum if and only if such arguments lead from rank 0 to every rank, and back. The exponent of a power law
/// has one if and only if arguments lead both up and down. Source: Hunter 2004, assumption 1.
///
/// # Errors
/// [`Error::Data`] with the ranks that the clicks do not connect.
pub(super) fn check(moved: &Places, curve: Curve, n_ranks: usize) -> Result<(), Error> {
    let mut beats = vec![false; n_ranks * n_ranks];
    for document in moved.documents() {
        for place in document.places.iter().filter(|place| place.clicks > 0.0) {
            for other in document.places {
                beats[place.rank * n_ranks + other.rank] = true;
            }
        }
    }
    match curve {
        Curve::Power => {
            let any = |is_better: &dyn Fn(usize, usize) -> bool| {
                (0..n_ranks * n_ranks).any(|at| beats[at] && is_better(at / n_ranks, at % n_ranks))
            };
            let side = match (any(&|one, other| one < other), any(&|one, other| one > other)) {
                (true, true) => return Ok(()),
                (true, false) => "highest",
                _ => "lowest",
            };
            Err(Error::data(format!(
                "every click on a document that changed its rank was at its {side} rank, so eta has no finite estimate; \
                 log more sessions"
            )))
        }
        Curve::Free => {
            let forth = reached(n_ranks, &|from, to| beats[from * n_ranks + to]);
            let back = reached(n_ranks, &|from, to| beats[to * n_ranks + from]);
            open(n_ranks, &|rank| !(forth[rank] && back[rank]))
        }
    }
}

/// Checks that pairs of ranks connect every rank with rank 0.
pub(super) fn check_pairs(n_ranks: usize, is_pair: &dyn Fn(usize, usize) -> bool) -> Result<(), Error> {
    let connected = reached(n_ranks, &|from, to| is_pair(from.min(to), from.max(to)));
    open(n_ranks, &|rank| !connected[rank])
}

fn open(n_ranks: usize, is_open: &dyn Fn(usize) -> bool) -> Result<(), Error> {
    listed(n_ranks, is_open).map_or(Ok(()), |ranks| {
        Err(Error::data(format!(
            "the clicks do not compare {ranks} with rank 1: too few clicks are on documents that were shown there and at \
             another rank; use fewer ranks (--ranks), the power law (--curve power), or more sessions"
        )))
    })
}

/// Returns which ranks steps lead to from rank 0.
fn reached(n_ranks: usize, is_step: &dyn Fn(usize, usize) -> bool) -> Vec<bool> {
    let mut reached = vec![false; n_ranks];
    reached[0] = true;
    let mut waiting = vec![0];
    while let Some(from) = waiting.pop() {
        for (to, is_reached) in reached.iter_mut().enumerate() {
            if !*is_reached && is_step(from, to) {
                *is_reached = true;
                waiting.push(to);
            }
        }
    }
    reached
}

/// Names ranks, from 1, such as `ranks 2, 5 to 7`; `None` without any.
pub(super) fn listed(n_ranks: usize, is_named: &dyn Fn(usize) -> bool) -> Option<String> {
    let named: Vec<usize> = (0..n_ranks).filter(|&rank| is_named(rank)).collect();
    let runs: Vec<String> = named
        .chunk_by(|one, next| one + 1 == *next)
        .map(|run| match run {
            [rank] => (rank + 1).to_string(),
            [rank, next] => format!("{}, {}", rank + 1, next + 1),
            _ => format!("{} to {}", run[0] + 1, run[run.len() - 1] + 1),
        })
        .collect();
    match named.len() {
        0 => None,
        1 => Some(format!("rank {}", runs[0])),
        _ => Some(format!("ranks {}", runs.join(", "))),
    }
}
