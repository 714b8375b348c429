//! Average precision; its mean over queries is MAP.

use super::Labels;
use crate::ranking::TiedRanking;

/// Expected mean, over the good documents, of the precision at their ranks.
///
/// In a group of n ties with g good documents, each place holds a good document with probability g/n. If it does, the
/// expected share of good documents among the places above it in the group is (g − 1)/(n − 1).
/// `None` without good documents.
/// Cost: O(n).
/// Source: McSherry and Najork 2008. Chakrabarti et al. 2008, section 2.2.4, print the sum without the division by the
/// number of good documents, although they mean the average.
pub(super) fn value(ranking: &TiedRanking, labels: &Labels) -> Option<f64> {
    let n_good = labels.n_good();
    if n_good == 0 {
        return None;
    }
    let mut sum = 0.0;
    let mut good_above = 0;
    for (first, group) in ranking.groups() {
        let good = labels.n_good_in(group);
        if good > 0 {
            let share = good as f64 / group.len() as f64;
            let share_above = if good > 1 { (good - 1) as f64 / (group.len() - 1) as f64 } else { 0.0 };
            for place in 0..group.len() {
                let expected_good = good_above as f64 + 1.0 + place as f64 * share_above;
                sum += share * expected_good / (first + place + 1) as f64;
            }
        }
        good_above += good;
    }
    Some(sum / n_good as f64)
}
