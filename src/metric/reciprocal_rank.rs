//! The first good document: its reciprocal rank, whose mean over queries is MRR, and whether it stands in the top ranks.

use super::Labels;
use crate::ranking::TiedRanking;

/// Expected 1/(1 + j) for the rank j of the first good document; 0 if j ≥ k.
///
/// `None` without good documents.
/// Cost: O(n).
/// Source: Voorhees 1999; ties after McSherry and Najork 2008.
pub(super) fn value(ranking: &TiedRanking, labels: &Labels, cut_off: Option<usize>) -> Option<f64> {
    expected(ranking, labels, cut_off.unwrap_or(usize::MAX), |rank| (rank + 1) as f64)
}

/// Probability that the first good document stands at a rank below k.
///
/// `None` without good documents.
/// Cost: O(n).
/// Source: the measure `success` of trec_eval; ties as an expected value.
pub(super) fn success(ranking: &TiedRanking, labels: &Labels, cut_off: usize) -> Option<f64> {
    // The summands round, so the sum could exceed 1 by a rounding error.
    expected(ranking, labels, cut_off, |_| 1.0).map(|value| value.min(1.0))
}

/// Expected 1/divisor(j) for the rank j of the first good document; 0 if j ≥ k.
///
/// Only the first group with a good document counts. The loop updates the probability that all its places so far are
/// bad.
fn expected(
    ranking: &TiedRanking,
    labels: &Labels,
    cut_off: usize,
    divisor: fn(usize) -> f64,
) -> Option<f64> {
    let (first, group, good) = ranking
        .groups()
        .map(|(first, group)| (first, group, labels.n_good_in(group)))
        .find(|&(.., good)| good > 0)?;
    let mut sum = 0.0;
    let mut none_yet = 1.0;
    for place in 0..=group.len() - good {
        let rank = first + place;
        if rank >= cut_off {
            break;
        }
        let chance = good as f64 / (group.len() - place) as f64;
        sum += none_yet * chance / divisor(rank);
        none_yet *= 1.0 - chance;
    }
    Some(sum)
}
