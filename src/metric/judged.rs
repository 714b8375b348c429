//! Judged documents at the top: how much of a list the other measures know.

use super::{CutOff, Labels, MeasureKind, Parameters, Range};
use crate::ranking::TiedRanking;

/// Share of judged documents in the top ranks.
pub static JUDGED: MeasureKind = MeasureKind {
    name: "Judged",
    other_names: &[],
    grammar: "judged[@k]",
    example: "judged@10",
    label: "judged documents",
    formula: "(judged documents up to rank k)/(documents up to rank k); 1 for a list of the data's own documents",
    options: "@k: only ranks up to k",
    parameters: Parameters { cut_off: CutOff::Optional, ..Parameters::NONE },
    range: Range::Unit,
    less_is_better: false,
    needs_threshold: false,
    undefined_with: "no returned document",
    term: "judged",
    menu: &[],
    value: |measure, ranking, labels| value(ranking, labels, measure.ranks()),
};

/// Expected share of judged documents at the ranks below the cut-off. A shorter list counts all its ranks.
///
/// `None` for an empty list. Cost: O(n).
/// Source: `Judged@k` of ir_measures; ties as an expected value.
fn value(ranking: &TiedRanking, labels: &Labels, cut_off: usize) -> Option<f64> {
    let returned = ranking.len() - ranking.absent().len();
    let ranks = returned.min(cut_off);
    if ranks == 0 {
        return None;
    }
    let mut judged = 0.0;
    for (first, group) in ranking.groups() {
        if first >= ranks {
            break;
        }
        let counted = group.len().min(ranks - first);
        judged += labels.n_judged_in(group) as f64 * counted as f64 / group.len() as f64;
    }
    // The summands round, so the sum could exceed the number of ranks by a rounding error.
    Some((judged / ranks as f64).min(1.0))
}
