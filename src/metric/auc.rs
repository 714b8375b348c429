//! Area under the ROC curve.

use super::{Labels, MeasureKind, Parameters, Range};
use crate::ranking::TiedRanking;
use crate::util::menu_entry::Choice;

/// Area under the ROC curve.
pub static AUC: MeasureKind = MeasureKind {
    name: "AUC",
    other_names: &[],
    grammar: "auc",
    example: "auc",
    label: "area under the ROC curve",
    formula: "(pairs of a good and a bad document in the right order)/(all such pairs); a tied pair counts 1/2",
    options: "",
    parameters: Parameters::NONE,
    range: Range::Unit,
    less_is_better: false,
    needs_threshold: true,
    undefined_with: "no good document or no bad one",
    term: "auc",
    menu: &[Choice {
        name: "auc",
        label: "AUC",
        summary: "Take a good and a bad document at random: how often does the good one stand first? Chance gives 1/2.",
        formula: "(good, bad) pairs in the right order / all such pairs; a tied pair counts half",
        source: "Hanley and McNeil 1982",
    }],
    value: |_, ranking, labels| value(ranking, labels),
};

/// Fraction of the good-bad pairs in the right order; a tied pair counts one half.
///
/// `None` without good documents or without bad documents.
/// Cost: O(n).
/// Source: Hanley and McNeil 1982; Chakrabarti et al. 2008, section 2.2.1.
pub(super) fn value(ranking: &TiedRanking, labels: &Labels) -> Option<f64> {
    let n_good = labels.n_good() as u64;
    let n_bad = labels.grades.len() as u64 - n_good;
    if n_good == 0 || n_bad == 0 {
        return None;
    }
    // Integers up to the final division, so that only the division rounds.
    let mut half_pairs = 0;
    let mut good_above = 0;
    // Documents at no rank are below all others, and no order among them is known.
    for group in ranking.groups().map(|(_, group)| group).chain([ranking.absent()]) {
        let good = labels.n_good_in(group) as u64;
        let bad = group.len() as u64 - good;
        half_pairs += (2 * good_above + good) * bad;
        good_above += good;
    }
    Some(half_pairs as f64 / (2 * n_good * n_bad) as f64)
}
