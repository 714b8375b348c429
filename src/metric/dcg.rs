//! Discounted cumulative gain, not normalised: its range depends on the query.

use super::{Discount, Gain, Labels, discounted};
use crate::ranking::TiedRanking;

/// Expected DCG@k: Σ_{j<k} gain(r_j) · discount(j).
///
/// `None` if all documents have gain 0.
/// Cost: O(n).
/// Source: Järvelin and Kekäläinen 2002; ties after McSherry and Najork 2008.
pub(super) fn value(
    ranking: &TiedRanking,
    labels: &Labels,
    cut_off: Option<usize>,
    gain: Gain,
    discount: Discount,
) -> Option<f64> {
    let defined = labels.grades.iter().any(|&grade| grade > 0);
    defined.then(|| {
        discounted::expected(ranking, labels, |grade| gain.of(grade), |rank| discount.at(rank), cut_off)
    })
}
