//! Precision and recall at a cut-off.

use super::Labels;
use crate::ranking::TiedRanking;

/// Expected number of good documents at the ranks below k, divided by `of`: k for precision, even if the query is
/// shorter, and the number of good documents for recall.
///
/// `None` without good documents.
/// Cost: O(n).
/// Source: McSherry and Najork 2008.
pub(super) fn value(ranking: &TiedRanking, labels: &Labels, cut_off: usize, of: usize) -> Option<f64> {
    if labels.n_good() == 0 {
        return None;
    }
    let mut good = 0.0;
    for (first, group) in ranking.groups() {
        if first >= cut_off {
            break;
        }
        let counted = group.len().min(cut_off - first);
        good += labels.n_good_in(group) as f64 * counted as f64 / group.len() as f64;
    }
    // The summands round, so the sum could exceed `of` by a rounding error.
    Some((good / of as f64).min(1.0))
}
