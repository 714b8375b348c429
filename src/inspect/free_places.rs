//! The places of y* that are free: exchanging neighbours there costs nothing. Must not know scores.

use crate::loss::QueryLoss;
use crate::ranking::Ranking;

/// Longest query whose free places are looked for, which takes a Δ for each rank.
pub const MOST_EXCHANGED: usize = 1_000;

/// Returns whether Δ(y*) stays 0 if the document at a rank exchanges its place with the next one, for every rank but
/// the last. Cost: O(n²).
pub(super) fn free_places(loss: &dyn QueryLoss) -> Vec<bool> {
    let order = loss.reference().order();
    if order.len() > MOST_EXCHANGED {
        return Vec::new();
    }
    let is_free = |rank: usize| {
        let mut order = order.to_vec();
        order.swap(rank, rank + 1);
        loss.delta(&Ranking::from_order(order)) <= 1e-12
    };
    (1..order.len()).map(|next| is_free(next - 1)).collect()
}
