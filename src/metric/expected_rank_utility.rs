//! Expected rank utility: a reader's interest halves every few ranks.

use super::{Labels, MeasureKind, Parameters, Range, RankUtility, discounted};
use crate::ranking::TiedRanking;
use crate::util::menu_entry::Choice;

const WITH_UTILITY: &str = "half-life α and neutral grade d; 5 and 0 if absent";

/// Expected rank utility, divided by its best value.
pub static EXPECTED_RANK_UTILITY: MeasureKind = MeasureKind {
    name: "ERU",
    other_names: &[],
    grammar: "eru[:α,d]",
    example: "eru:5,0",
    label: "expected rank utility",
    formula: "Σ over ranks of 2^(−(rank − 1)/(α − 1)) · max(g − d, 0), divided by its best value",
    options: WITH_UTILITY,
    parameters: Parameters { utility: true, ..Parameters::NONE },
    range: Range::Unit,
    less_is_better: false,
    needs_threshold: false,
    undefined_with: "no document above the neutral grade",
    term: "eru",
    menu: &[Choice {
        name: "eru",
        label: "ERU",
        summary: "The reader's interest halves by the fifth document; grades above the neutral one count.",
        formula: "Σ_j 2^{−j/(α − 1)} · max(r_j − d, 0), divided by its best value; α = 5, d = 0",
        source: "Breese, Heckerman and Kadie 1998; Le and Smola 2007, equation 16",
    }],
    value: |measure, ranking, labels| value(ranking, labels, measure.utility, true),
};

/// ERU that is not divided by its best value.
pub static RAW_EXPECTED_RANK_UTILITY: MeasureKind = MeasureKind {
    name: "ERU-raw",
    other_names: &[],
    grammar: "eru-raw[:α,d]",
    example: "eru-raw:5,0",
    label: "expected rank utility, not divided",
    formula: "Σ over ranks of 2^(−(rank − 1)/(α − 1)) · max(g − d, 0)",
    options: WITH_UTILITY,
    parameters: Parameters { utility: true, ..Parameters::NONE },
    range: Range::FromZero,
    less_is_better: false,
    needs_threshold: false,
    undefined_with: "no document above the neutral grade",
    term: "eru",
    menu: &[],
    value: |measure, ranking, labels| value(ranking, labels, measure.utility, false),
};

/// Expected rank utility Σ_j discount(j) · gain(r_j), divided by its best value if `normalized`.
///
/// `None` if all documents have gain 0.
/// Cost: O(n).
/// Source: Le and Smola 2007, equation 16; ties after McSherry and Najork 2008.
pub(super) fn value(
    ranking: &TiedRanking,
    labels: &Labels,
    utility: RankUtility,
    normalized: bool,
) -> Option<f64> {
    let gain = |grade| utility.gain(grade);
    let discount = |rank| utility.discount(rank);
    let best = discounted::best(labels, gain, discount, None);
    if best <= 0.0 {
        return None;
    }
    let sum = discounted::expected(ranking, labels, gain, discount, None);
    Some(if normalized { (sum / best).min(1.0) } else { sum })
}
