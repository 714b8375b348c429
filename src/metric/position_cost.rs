//! The cost of positions, minus that of the best ranking. It depends on more than the labels, so a run or a model
//! computes it.

use super::{MeasureKind, Parameters, Range};
use crate::util::menu_entry::Choice;

/// Cost of positions of the settings, minus that of the best ranking.
pub static COST: MeasureKind = MeasureKind {
    name: "cost",
    other_names: &[],
    grammar: "cost",
    example: "cost",
    label: "cost of positions; less is better",
    formula: "Σ over ranks of the cost of the document's class at that rank, minus its least value",
    options: "the cost is an option of training (--cost)",
    parameters: Parameters::NONE,
    range: Range::FromZero,
    less_is_better: true,
    needs_threshold: false,
    undefined_with: "all rankings cost the same",
    term: "cost",
    menu: &[Choice {
        name: "cost",
        label: "cost",
        summary: "What the ranking costs above the least cost, by the cost T of DORM, position cost. 0 is best.",
        formula: "Σ_j T[class of y(j)][j] − its least value",
        source: "Le and Smola 2007, equation 19",
    }],
    value: |_, _, _| None,
};
