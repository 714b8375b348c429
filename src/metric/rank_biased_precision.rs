//! Rank-biased precision.

use super::{CutOff, Labels, MeasureKind, Parameters, Range};
use crate::data::Grade;
use crate::ranking::TiedRanking;

/// Expected share of good documents among those that a reader sees who goes on from rank to rank with a fixed chance.
pub static RANK_BIASED_PRECISION: MeasureKind = MeasureKind {
    name: "RBP",
    other_names: &[],
    grammar: "rbp[@k][:p][+graded]",
    example: "rbp:0.8",
    label: "rank-biased precision",
    formula: "(1 − p) · Σ over ranks of p^(rank − 1) · worth, with worth 1 for a good document, or g/G",
    options: "@k: only ranks up to k; p: chance that the reader goes on to the next rank, above 0 and below 1; 0.8 if absent; \
                  +graded: a document is worth its grade g over the greatest grade G of the data",
    parameters: Parameters { cut_off: CutOff::Optional, persistence: true, graded: true, ..Parameters::NONE },
    range: Range::Unit,
    less_is_better: false,
    needs_threshold: true,
    undefined_with: "no document of any worth",
    term: "precision",
    menu: &[],
    value: |measure, ranking, labels| {
        value(ranking, labels, measure.ranks(), measure.persistence, measure.is_graded)
    },
};

/// Expected value over ties: each place of a group has the mean worth of its documents.
///
/// `None` if no document is worth anything. Cost: O(n).
/// Source: Moffat and Zobel 2008; ties after McSherry and Najork 2008.
fn value(
    ranking: &TiedRanking,
    labels: &Labels,
    cut_off: usize,
    persistence: f64,
    is_graded: bool,
) -> Option<f64> {
    let greatest = labels.grades.iter().copied().fold(labels.max_grade, Grade::max);
    let worth = |document: u32| {
        let grade = labels.grades[document as usize];
        match is_graded {
            true if greatest > 0 => f64::from(grade) / f64::from(greatest),
            true => 0.0,
            false => f64::from(u8::from(grade >= labels.threshold)),
        }
    };
    if (0..labels.grades.len() as u32).all(|document| worth(document) == 0.0) {
        return None;
    }
    let (mut sum, mut weight) = (0.0, 1.0 - persistence);
    for (first, group) in ranking.groups() {
        if first >= cut_off {
            break;
        }
        let share = group.iter().map(|&document| worth(document)).sum::<f64>() / group.len() as f64;
        for _ in 0..group.len().min(cut_off - first) {
            sum += weight * share;
            weight *= persistence;
        }
    }
    Some(sum.min(1.0))
}
