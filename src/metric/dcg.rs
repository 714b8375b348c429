//! Discounted cumulative gain, not normalised: its range depends on the query.

use super::kind::WITH_GAIN;
use super::{CutOff, Discount, Gain, Labels, MeasureKind, Parameters, Range, discounted};
use crate::ranking::TiedRanking;
use crate::util::menu_entry::Choice;

/// Discounted cumulative gain, not normalised.
pub static DCG: MeasureKind = MeasureKind {
    name: "DCG",
    other_names: &[],
    grammar: "dcg[@k][+linear][+gain:G,G,…][+flat]",
    example: "dcg@10",
    label: "discounted cumulative gain",
    formula: "Σ over ranks of (2^g − 1)/log2(rank + 1)",
    options: WITH_GAIN,
    parameters: Parameters { cut_off: CutOff::Optional, gain: true, discount: true, ..Parameters::NONE },
    range: Range::FromZero,
    less_is_better: false,
    needs_threshold: false,
    undefined_with: "no document above grade 0",
    term: "dcg",
    menu: &[Choice {
        name: "dcg@10",
        label: "DCG@10",
        summary: "The same sum as NDCG@10 before it is divided by its best value: queries with many good documents weigh more.",
        formula: "Σ_{j<10} (2^{r_j} − 1) / log2(j + 2)",
        source: "Järvelin and Kekäläinen 2002",
    }],
    value: |measure, ranking, labels| {
        value(ranking, labels, measure.cut_off, &measure.gain, measure.discount)
    },
};

/// Expected DCG@k: Σ_{j<k} gain(r_j) · discount(j).
///
/// `None` if all documents have gain 0.
/// Cost: O(n).
/// Source: Järvelin and Kekäläinen 2002; ties after McSherry and Najork 2008.
pub(super) fn value(
    ranking: &TiedRanking,
    labels: &Labels,
    cut_off: Option<usize>,
    gain: &Gain,
    discount: Discount,
) -> Option<f64> {
    let defined = labels.grades.iter().any(|&grade| grade > 0);
    defined.then(|| {
        discounted::expected(ranking, labels, |grade| gain.of(grade), |rank| discount.at(rank), cut_off)
    })
}
