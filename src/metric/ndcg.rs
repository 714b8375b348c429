//! Normalised discounted cumulative gain.

use super::{Discount, Gain, Labels, dcg, discounted};
use crate::ranking::TiedRanking;

/// Expected NDCG@k: DCG@k divided by the best DCG@k that the query's grades allow, with the same gain, discount and
/// cut-off.
///
/// `None` if all documents have gain 0.
/// Cost: O(n).
/// Source: Järvelin and Kekäläinen 2002; Le and Smola 2007, section 3.2;
/// ties after McSherry and Najork 2008.
pub(super) fn value(
    ranking: &TiedRanking,
    labels: &Labels,
    cut_off: Option<usize>,
    gain: Gain,
    discount: Discount,
) -> Option<f64> {
    let dcg = dcg::value(ranking, labels, cut_off, gain, discount)?;
    let best = discounted::best(labels, |grade| gain.of(grade), |rank| discount.at(rank), cut_off);
    // The two sums round differently, so the best ranking could exceed 1 by a rounding error.
    Some((dcg / best).min(1.0))
}
