//! Reciprocal rank of the first good document; its mean over queries is MRR.

use super::Labels;
use crate::ranking::TiedRanking;

/// Expected 1/(1 + j) for the rank j of the first good document; 0 if j ≥ k.
///
/// Only the first group with a good document counts. The loop updates the probability that all its places so far are
/// bad.
/// `None` without good documents.
/// Cost: O(n).
/// Source: Voorhees 1999; ties after McSherry and Najork 2008.
pub(super) fn value(ranking: &TiedRanking, labels: &Labels, cut_off: Option<usize>) -> Option<f64> {
    let cut_off = cut_off.unwrap_or(usize::MAX);
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
        sum += none_yet * chance / (rank + 1) as f64;
        none_yet *= 1.0 - chance;
    }
    Some(sum)
}
