//! Normalised discounted cumulative gain.

use super::kind::WITH_GAIN;
use super::{CutOff, Discount, Gain, Labels, MeasureKind, Parameters, Range, dcg, discounted};
use crate::ranking::TiedRanking;
use crate::util::menu_entry::Choice;

/// Normalised discounted cumulative gain.
pub static NDCG: MeasureKind = MeasureKind {
    name: "NDCG",
    other_names: &[],
    grammar: "ndcg[@k][+linear][+gain:G,G,…][+flat]",
    example: "ndcg@10",
    label: "normalised discounted cumulative gain",
    formula: "Σ over ranks of (2^g − 1)/log2(rank + 1), divided by its best value",
    options: WITH_GAIN,
    parameters: Parameters { cut_off: CutOff::Optional, gain: true, discount: true, ..Parameters::NONE },
    range: Range::Unit,
    less_is_better: false,
    needs_threshold: false,
    undefined_with: "no document above grade 0",
    term: "ndcg",
    menu: &[
        Choice {
            name: "ndcg@10",
            label: "NDCG@10",
            summary: "Do the first ten ranks hold the best documents, the best ones first? 1 is the best order possible.",
            formula: "Σ_{j<10} (2^{r_j} − 1) / log2(j + 2), divided by its best value",
            source: "Järvelin and Kekäläinen 2002",
        },
        Choice {
            name: "ndcg",
            label: "NDCG",
            summary: "NDCG over the whole list: the top ranks count most, but every rank counts.",
            formula: "Σ_j (2^{r_j} − 1) / log2(j + 2), divided by its best value",
            source: "Järvelin and Kekäläinen 2002",
        },
    ],
    value: |measure, ranking, labels| {
        value(ranking, labels, measure.cut_off, &measure.gain, measure.discount)
    },
};

/// Expected NDCG@k: DCG@k divided by the best DCG@k that the query's grades allow, with the same gain, discount and
/// cut-off.
///
/// `None` if all documents have gain 0.
/// Cost: O(n).
/// Source: Järvelin and Kekäläinen 2002; Le and Smola 2007, section 3.2;
/// ties after McSherry and Najork 2008.
pub(super) fn value(
    ranking: &TiedRanking,
    labels: &Labels,
    cut_off: Option<usize>,
    gain: &Gain,
    discount: Discount,
) -> Option<f64> {
    let dcg = dcg::value(ranking, labels, cut_off, gain, discount)?;
    let best = discounted::best(labels, |grade| gain.of(grade), |rank| discount.at(rank), cut_off);
    // The two sums round differently, so the best ranking could exceed 1 by a rounding error.
    (best > 0.0).then(|| (dcg / best).min(1.0))
}
