//! The first good document: its reciprocal rank, whose mean over queries is MRR, and whether it stands in the top
//! ranks.

use super::{CutOff, Labels, MeasureKind, Parameters, Range};
use crate::ranking::TiedRanking;
use crate::util::menu_entry::Choice;

/// Reciprocal rank of the first good document; its mean over queries is MRR.
pub static RECIPROCAL_RANK: MeasureKind = MeasureKind {
    name: "RR",
    other_names: &["mrr"],
    grammar: "rr[@k]",
    example: "rr@10",
    label: "reciprocal rank; its mean over queries is MRR",
    formula: "1/(rank of the first good document); 0 if that rank is beyond k",
    options: "@k: only ranks up to k; mrr is another name",
    parameters: Parameters { cut_off: CutOff::Optional, ..Parameters::NONE },
    range: Range::Unit,
    less_is_better: false,
    needs_threshold: true,
    undefined_with: "no good document",
    term: "mrr",
    menu: &[Choice {
        name: "rr",
        label: "RR",
        summary: "How high does the first good document stand? 1 at the top, 1/2 one rank below. Its mean is MRR.",
        formula: "1 / (1 + rank of the first good document)",
        source: "Voorhees 1999",
    }],
    value: |measure, ranking, labels| value(ranking, labels, measure.cut_off),
};

/// Whether a good document stands in the top ranks.
pub static SUCCESS: MeasureKind = MeasureKind {
    name: "Success",
    other_names: &[],
    grammar: "success@k",
    example: "success@5",
    label: "success",
    formula: "1 if a good document stands up to rank k, else 0",
    options: "",
    parameters: Parameters { cut_off: CutOff::Required, ..Parameters::NONE },
    range: Range::Unit,
    less_is_better: false,
    needs_threshold: true,
    undefined_with: "no good document",
    term: "success",
    menu: &[Choice {
        name: "success@5",
        label: "Success@5",
        summary: "Is a good document among the first five?",
        formula: "1 if a good document is at a rank j < 5, else 0",
        source: "Craswell and Hawking 2004",
    }],
    value: |measure, ranking, labels| success(ranking, labels, measure.ranks()),
};

/// Expected 1/(1 + j) for the rank j of the first good document; 0 if j ≥ k.
///
/// `None` without good documents.
/// Cost: O(n).
/// Source: Voorhees 1999; ties after McSherry and Najork 2008.
pub(super) fn value(ranking: &TiedRanking, labels: &Labels, cut_off: Option<usize>) -> Option<f64> {
    expected(ranking, labels, cut_off.unwrap_or(usize::MAX), |rank| (rank + 1) as f64)
}

/// Probability that the first good document stands at a rank below k.
///
/// `None` without good documents.
/// Cost: O(n).
/// Source: the measure `success` of trec_eval; ties as an expected value.
pub(super) fn success(ranking: &TiedRanking, labels: &Labels, cut_off: usize) -> Option<f64> {
    // The summands round, so the sum could exceed 1 by a rounding error.
    expected(ranking, labels, cut_off, |_| 1.0).map(|value| value.min(1.0))
}

/// Expected 1/divisor(j) for the rank j of the first good document; 0 if j ≥ k.
///
/// Only the first group with a good document counts. The loop updates the probability that all its places so far are
/// bad.
fn expected(
    ranking: &TiedRanking,
    labels: &Labels,
    cut_off: usize,
    divisor: fn(usize) -> f64,
) -> Option<f64> {
    let found = ranking
        .groups()
        .map(|(first, group)| (first, group, labels.n_good_in(group)))
        .find(|&(.., good)| good > 0);
    let Some((first, group, good)) = found else {
        return (labels.n_good_in(ranking.absent()) > 0).then_some(0.0);
    };
    let mut sum = 0.0;
    let mut none_yet = 1.0;
    for place in 0..=group.len() - good {
        let rank = first + place;
        if rank >= cut_off {
            break;
        }
        let chance = good as f64 / (group.len() - place) as f64;
        sum += none_yet * chance / divisor(rank);
        none_yet *= 1.0 - chance;
    }
    Some(sum)
}
