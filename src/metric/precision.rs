//! Precision and recall at a cut-off.

use super::{CutOff, Labels, MeasureKind, Parameters, Range};
use crate::ranking::TiedRanking;
use crate::util::menu_entry::Choice;

/// Share of good documents in the top ranks.
pub static PRECISION: MeasureKind = MeasureKind {
    name: "P",
    other_names: &[],
    grammar: "p@k",
    example: "p@5",
    label: "precision",
    formula: "(good documents up to rank k)/k, even if the query has fewer than k documents",
    options: "",
    parameters: Parameters { cut_off: CutOff::Required, ..Parameters::NONE },
    range: Range::Unit,
    less_is_better: false,
    needs_threshold: true,
    undefined_with: "no good document",
    term: "precision",
    menu: &[
        Choice {
            name: "p@5",
            label: "P@5",
            summary: "How many of the first five documents are good?",
            formula: "good documents at ranks j < 5, divided by 5",
            source: "Manning, Raghavan and Schütze 2008, section 8.4",
        },
        Choice {
            name: "p@10",
            label: "P@10",
            summary: "How many of the first ten documents are good?",
            formula: "good documents at ranks j < 10, divided by 10",
            source: "Manning, Raghavan and Schütze 2008, section 8.4",
        },
    ],
    value: |measure, ranking, labels| value(ranking, labels, measure.ranks(), measure.ranks()),
};

/// Share of the query's good documents that stand in the top ranks.
pub static RECALL: MeasureKind = MeasureKind {
    name: "Recall",
    other_names: &[],
    grammar: "recall@k",
    example: "recall@10",
    label: "recall",
    formula: "(good documents up to rank k)/(good documents of the query)",
    options: "",
    parameters: Parameters { cut_off: CutOff::Required, ..Parameters::NONE },
    range: Range::Unit,
    less_is_better: false,
    needs_threshold: true,
    undefined_with: "no good document",
    term: "recall",
    menu: &[Choice {
        name: "recall@10",
        label: "Recall@10",
        summary: "How many of the good documents are among the first ten?",
        formula: "good documents at ranks j < 10, divided by all good documents",
        source: "Manning, Raghavan and Schütze 2008, section 8.4",
    }],
    value: |measure, ranking, labels| value(ranking, labels, measure.ranks(), labels.n_good()),
};

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
