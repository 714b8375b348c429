//! R-precision.

use super::{Labels, MeasureKind, Parameters, Range, precision};
use crate::ranking::TiedRanking;

/// Precision at the rank that is the number of good documents.
pub static R_PRECISION: MeasureKind = MeasureKind {
    name: "RPrec",
    other_names: &["r-precision"],
    grammar: "rprec",
    example: "rprec",
    label: "R-precision",
    formula: "(good documents up to rank R)/R, where R is the number of good documents of the query",
    options: "",
    parameters: Parameters::NONE,
    range: Range::Unit,
    less_is_better: false,
    needs_threshold: true,
    undefined_with: "no good document",
    term: "precision",
    menu: &[],
    value: |_, ranking, labels| value(ranking, labels),
};

/// Expected share of good documents in the first R ranks.
///
/// `None` without good documents. Cost: O(n).
/// Source: Manning, Raghavan and Schütze 2008, section 8.4.
fn value(ranking: &TiedRanking, labels: &Labels) -> Option<f64> {
    let n_good = labels.n_good();
    precision::value(ranking, labels, n_good, n_good)
}
