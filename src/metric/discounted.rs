//! The sum of discount times gain, shared by DCG, NDCG and ERU.
//!
//! A measure of this form has a discount per rank and a gain per grade. This file must not know which ones.

use super::Labels;
use crate::data::Grade;
use crate::ranking::TiedRanking;

/// Expected Σ_j discount(j) · gain(grade at rank j) over the ranks j < `cut_off`.
///
/// Each document of a tied group is equally likely at each of the group's ranks. Therefore a group adds its mean gain
/// times the sum of its discounts.
/// Cost: O(n).
/// Source: McSherry and Najork 2008.
pub(super) fn expected(
    ranking: &TiedRanking,
    labels: &Labels,
    gain: impl Fn(Grade) -> f64,
    discount: impl Fn(usize) -> f64,
    cut_off: Option<usize>,
) -> f64 {
    let cut_off = cut_off.unwrap_or(usize::MAX);
    let mut sum = 0.0;
    for (first, group) in ranking.groups() {
        if first >= cut_off {
            break;
        }
        let gains: f64 = group.iter().map(|&document| gain(labels.grades[document as usize])).sum();
        // Most groups of a large query have gain 0 and need no logarithms.
        if gains > 0.0 {
            let last = (first + group.len()).min(cut_off);
            let discounts: f64 = (first..last).map(&discount).sum();
            sum += gains / group.len() as f64 * discounts;
        }
    }
    sum
}

/// Largest value of the same sum, reached by documents in decreasing grade.
///
/// `gain` must be non-negative and must not decrease with the grade.
/// Cost: O(n).
pub(super) fn best(
    labels: &Labels,
    gain: impl Fn(Grade) -> f64,
    discount: impl Fn(usize) -> f64,
    cut_off: Option<usize>,
) -> f64 {
    let cut_off = cut_off.unwrap_or(usize::MAX);
    let mut counts = [0; Grade::MAX as usize + 1];
    let mut highest = 0;
    for &grade in labels.grades {
        counts[usize::from(grade)] += 1;
        highest = highest.max(grade);
    }
    let mut sum = 0.0;
    let mut first = 0;
    for grade in (0..=highest).rev() {
        let count = counts[usize::from(grade)];
        if count == 0 {
            continue;
        }
        let gain = gain(grade);
        if gain <= 0.0 || first >= cut_off {
            break;
        }
        let discounts: f64 = (first..(first + count).min(cut_off)).map(&discount).sum();
        sum += gain * discounts;
        first += count;
    }
    sum
}
