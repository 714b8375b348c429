//! Rank-biased precision.

use super::{CutOff, Labels, MeasureKind, Parameters, Range};
use crate::ranking::TiedRanking;

/// Expected share of good documents among those that a reader sees who goes on from rank to rank with a fixed chance.
pub static RANK_BIASED_PRECISION: MeasureKind = MeasureKind {
    name: "RBP",
    other_names: &[],
    grammar: "rbp[@k][:p]",
    example: "rbp:0.8",
    label: "rank-biased precision",
    formula: "(1 − p) · Σ over ranks of p^(rank − 1) if the document is good",
    options: "@k: only ranks up to k; p: chance that the reader goes on to the next rank, above 0 and below 1; 0.8 if absent",
    parameters: Parameters { cut_off: CutOff::Optional, persistence: true, ..Parameters::NONE },
    range: Range::Unit,
    less_is_better: false,
    needs_threshold: true,
    undefined_with: "no good document",
    term: "precision",
    menu: &[],
    value: |measure, ranking, labels| value(ranking, labels, measure.ranks(), measure.persistence),
};

/// Expected value over ties: each place of a group has a good document with the group's share of good documents.
///
/// `None` without good documents. Cost: O(n).
/// Source: Moffat and Zobel 2008; ties after McSherry and Najork 2008.
fn value(ranking: &TiedRanking, labels: &Labels, cut_off: usize, persistence: f64) -> Option<f64> {
    if labels.n_good() == 0 {
        return None;
    }
    let (mut sum, mut weight) = (0.0, 1.0 - persistence);
    for (first, group) in ranking.groups() {
        if first >= cut_off {
            break;
        }
        let share = labels.n_good_in(group) as f64 / group.len() as f64;
        for _ in 0..group.len().min(cut_off - first) {
            sum += weight * share;
            weight *= persistence;
        }
    }
    Some(sum.min(1.0))
}
