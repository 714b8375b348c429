//! Winner takes all: only the top document counts.

use super::{Labels, MeasureKind, Parameters, Range};
use crate::ranking::TiedRanking;
use crate::util::menu_entry::Choice;

/// Whether the top document has the query's highest grade.
pub static WINNER_TAKES_ALL: MeasureKind = MeasureKind {
    name: "WTA",
    other_names: &[],
    grammar: "wta",
    example: "wta",
    label: "winner takes all",
    formula: "1 if the document at rank 1 has the highest grade of the query, else 0",
    options: "",
    parameters: Parameters::NONE,
    range: Range::Unit,
    less_is_better: false,
    needs_threshold: false,
    undefined_with: "no document above grade 0",
    term: "wta",
    menu: &[Choice {
        name: "wta",
        label: "WTA",
        summary: "Is the top document one of the query's best?",
        formula: "1 if the document at rank 0 has the highest grade of the query, else 0",
        source: "Le and Smola 2007, section 3.2",
    }],
    value: |_, ranking, labels| value(ranking, labels),
};

/// Probability that the top document has the query's highest grade.
///
/// `None` if no grade is above 0.
/// Cost: O(n).
/// Source: Le and Smola 2007, section 3.2; ties as an expected value.
pub(super) fn value(ranking: &TiedRanking, labels: &Labels) -> Option<f64> {
    let &highest = labels.grades.iter().max()?;
    if highest == 0 {
        return None;
    }
    let Some((_, top)) = ranking.groups().next() else { return Some(0.0) };
    let winners = top.iter().filter(|&&document| labels.grades[document as usize] == highest).count();
    Some(winners as f64 / top.len() as f64)
}
