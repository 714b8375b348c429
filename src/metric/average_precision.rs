//! Average precision; its mean over queries is MAP.

use super::{CutOff, Labels, MeasureKind, Parameters, Range};
use crate::ranking::TiedRanking;
use crate::util::menu_entry::Choice;

/// Average precision; its mean over queries is MAP.
pub static AVERAGE_PRECISION: MeasureKind = MeasureKind {
    name: "AP",
    other_names: &["map"],
    grammar: "ap[@k]",
    example: "ap",
    label: "average precision; its mean over queries is MAP",
    formula: "mean over the good documents of (good documents up to its rank)/(its rank)",
    options: "@k: good documents beyond rank k count 0; map is another name",
    parameters: Parameters { cut_off: CutOff::Optional, ..Parameters::NONE },
    range: Range::Unit,
    less_is_better: false,
    needs_threshold: true,
    undefined_with: "no good document",
    term: "map",
    menu: &[Choice {
        name: "ap",
        label: "AP",
        summary: "What share of the documents down to each good one is good, on average? The mean over queries is MAP.",
        formula: "1/n₊ Σ over good documents of (good documents down to it) / (1 + its rank)",
        source: "Buckley and Voorhees 2000",
    }],
    value: |measure, ranking, labels| value(ranking, labels, measure.ranks()),
};

/// Expected mean, over all good documents, of the precision at their ranks, which is 0 beyond the cut-off.
///
/// In a group of n ties with g good documents, each place holds a good document with probability g/n. If it does, the
/// expected share of good documents among the places above it in the group is (g − 1)/(n − 1).
/// `None` without good documents.
/// Cost: O(n).
/// Source: McSherry and Najork 2008. Chakrabarti et al. 2008, section 2.2.4, print the sum without the division by the
/// number of good documents, although they mean the average.
pub(super) fn value(ranking: &TiedRanking, labels: &Labels, cut_off: usize) -> Option<f64> {
    let n_good = labels.n_good();
    if n_good == 0 {
        return None;
    }
    let mut sum = 0.0;
    let mut good_above = 0;
    for (first, group) in ranking.groups() {
        if first >= cut_off {
            break;
        }
        let good = labels.n_good_in(group);
        if good > 0 {
            let share = good as f64 / group.len() as f64;
            let share_above = if good > 1 { (good - 1) as f64 / (group.len() - 1) as f64 } else { 0.0 };
            for place in 0..group.len().min(cut_off - first) {
                let expected_good = good_above as f64 + 1.0 + place as f64 * share_above;
                sum += share * expected_good / (first + place + 1) as f64;
            }
        }
        good_above += good;
    }
    Some(sum / n_good as f64)
}
