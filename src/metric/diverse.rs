//! Measures of a list that should show every group once: NDCG after the rule, and the repeats before it.

use super::{CutOff, Discount, Gain, Labels, MeasureKind, Parameters, Range};
use crate::ranking::TiedRanking;
use crate::ranking::diversity::{Diversity, MAX_DIVERSE_RANKS};
use crate::util::menu_entry::Choice;
use crate::util::sorting::sort_indices;

/// NDCG after the rule of one document per group, over the ideal diverse ranking.
pub static DIVERSE_NDCG: MeasureKind = MeasureKind {
    name: "dNDCG",
    other_names: &[],
    grammar: "dndcg@k[+linear][+flat]",
    example: "dndcg@10",
    label: "diverse NDCG: NDCG@k of the list with one document per group",
    formula: "Σ over ranks up to k of (2^g − 1)/log2(rank + 1), divided by its best value for such a list",
    options: "+linear and +flat as for ndcg; the documents need groups (--group)",
    parameters: Parameters {
        cut_off: CutOff::AtMost(MAX_DIVERSE_RANKS),
        gain: true,
        discount: true,
        groups: true,
        ..Parameters::NONE
    },
    range: Range::Unit,
    less_is_better: false,
    needs_threshold: false,
    undefined_with: "no document above grade 0",
    term: "dndcg",
    menu: &[Choice {
        name: "dndcg@10",
        label: "dNDCG@10",
        summary: "NDCG@10 of the list that shows one document per group: choose the groups in the data's options.",
        formula: "Σ_{j<10} (2^{r_j} − 1) / log2(j + 2) after the rule, divided by its best value for one document per group",
        source: "Le and Smola 2007, section 5.1",
    }],
    value: |measure, ranking, labels| ndcg(ranking, labels, measure.ranks(), &measure.gain, measure.discount),
};

/// Documents in the top ranks whose group stands above them.
pub static REPEATS: MeasureKind = MeasureKind {
    name: "repeats",
    other_names: &[],
    grammar: "repeats@k",
    example: "repeats@10",
    label: "repeated groups; fewer are better",
    formula: "number of documents up to rank k whose group stands above them",
    options: "the documents need groups (--group)",
    parameters: Parameters { cut_off: CutOff::Required, groups: true, ..Parameters::NONE },
    range: Range::UpToCutOff,
    less_is_better: true,
    needs_threshold: false,
    undefined_with: "no documents",
    term: "repeats",
    menu: &[Choice {
        name: "repeats@10",
        label: "repeats@10",
        summary: "How many of the first ten documents belong to a group that stands above them? 0 is best.",
        formula: "documents at ranks j < 10 whose group is at a rank above theirs",
        source: "Le and Smola 2007, section 5.1",
    }],
    value: |measure, ranking, labels| Some(repeats(ranking, labels, measure.ranks())),
};

/// Expected NDCG of the first k ranks after the rule of one document per group, divided by the best value of a diverse
/// ranking. With fewer groups than k, the ranks are as many as the groups.
///
/// The rule is applied to every order of the tied documents; the mean is exact up to rounding.
/// `None` if all documents have gain 0.
/// Cost: O(n), and that of [`Diversity::expected_weights`].
/// Source: Le and Smola 2007, section 5.1.
pub(super) fn ndcg(
    ranking: &TiedRanking,
    labels: &Labels,
    cut_off: usize,
    gain: &Gain,
    discount: Discount,
) -> Option<f64> {
    let rule = Diversity::new(labels.groups, labels.grades.len(), cut_off);
    let gains: Vec<f64> = labels.grades.iter().map(|&grade| gain.of(grade)).collect();
    let discounts = discount.vector(rule.ranks(), None);
    let best = best(&rule, &gains, &discounts);
    if best == 0.0 {
        return None;
    }
    let expected = rule.expected_weights(ranking, &discounts);
    let dcg: f64 = expected.iter().zip(&gains).map(|(weight, gain)| weight * gain).sum();
    // The two sums round differently, so the best ranking could exceed 1 by a rounding error.
    Some((dcg / best).min(1.0))
}

/// Largest Σ_j discounts_j gain_y(j) over all diverse rankings y: the best gain of every group, in decreasing order.
///
/// `gains`: one per document, at least 0. `discounts`: of the first ranks, non-increasing. Cost: O(n log n).
pub(crate) fn best(rule: &Diversity, gains: &[f64], discounts: &[f64]) -> f64 {
    let mut best_of_group = vec![0.0_f64; rule.n_groups()];
    for (&group, &gain) in rule.group_of().iter().zip(gains) {
        let best = &mut best_of_group[group as usize];
        *best = best.max(gain);
    }
    let best_first = descending(&best_of_group);
    discounts.iter().zip(&best_first).map(|(discount, gain)| discount * gain).sum()
}

/// Returns the numbers in decreasing order. Cost: O(n log n).
pub(crate) fn descending(numbers: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..numbers.len()).collect();
    sort_indices(&mut order, &|one, other| numbers[other].total_cmp(&numbers[one]));
    order.into_iter().map(|index| numbers[index]).collect()
}

/// Expected number of documents in the first k ranks whose group stands above them; 0 is best.
///
/// Cost: O(n k).
pub(super) fn repeats(ranking: &TiedRanking, labels: &Labels, cut_off: usize) -> f64 {
    Diversity::new(labels.groups, labels.grades.len(), cut_off).expected_repeats(ranking, cut_off)
}
