//! The share of wrongly ordered pairs, and the same as a correlation. Must not know losses.

use super::{MeasureKind, Parameters, Range};
use crate::data::Grade;
use crate::ranking::TiedRanking;

/// Share of the pairs of documents with different grades that are in the wrong order.
pub static PAIR_ERROR: MeasureKind = MeasureKind {
    name: "pair-error",
    other_names: &[],
    grammar: "pair-error",
    example: "pair-error",
    label: "pair error; less is better",
    formula: "(pairs of documents with different grades in the wrong order)/(all such pairs); a tied pair counts 1/2",
    options: "",
    parameters: Parameters::NONE,
    range: Range::Unit,
    less_is_better: true,
    needs_threshold: false,
    undefined_with: "equal grades only",
    term: "pair-error",
    menu: &[],
    value: |_, ranking, labels| of_ranking(labels.grades, ranking),
};

/// Kendall's tau between grades and ranking, over the pairs with different grades.
pub static TAU: MeasureKind = MeasureKind {
    name: "tau",
    other_names: &[],
    grammar: "tau",
    example: "tau",
    label: "Kendall's tau over the pairs with different grades",
    formula: "(such pairs in the right order − such pairs in the wrong order)/(all such pairs); a tied pair counts 0",
    options: "",
    parameters: Parameters::NONE,
    range: Range::Signed,
    less_is_better: false,
    needs_threshold: false,
    undefined_with: "equal grades only",
    term: "pair-error",
    menu: &[],
    value: |_, ranking, labels| of_ranking(labels.grades, ranking).map(|error| 1.0 - 2.0 * error),
};

/// Returns the share of pairs of different grades that the scores order wrongly; ties count one half. `None` if all
/// grades are equal.
///
/// Cost: O(n log n + n · highest grade), without listing the pairs.
pub(crate) fn pair_error(grades: &[Grade], scores: &[f64]) -> Option<f64> {
    of_ranking(grades, &TiedRanking::by_scores(scores))
}

fn of_ranking(grades: &[Grade], ranking: &TiedRanking) -> Option<f64> {
    let n_grades = grades.iter().max().map_or(0, |&grade| usize::from(grade) + 1);
    // Documents of each grade before the current group.
    let mut before = vec![0.0; n_grades];
    let mut wrong = 0.0;
    // Documents at no rank are below all others, and no order among them is known.
    for group in ranking.groups().map(|(_, group)| group).chain([ranking.absent()]) {
        let mut inside = vec![0.0; n_grades];
        for &document in group {
            let grade = usize::from(grades[document as usize]);
            wrong += before[..grade].iter().sum::<f64>();
            inside[grade] += 1.0;
        }
        wrong += 0.5 * pairs(&inside);
        for (before, inside) in before.iter_mut().zip(&inside) {
            *before += inside;
        }
    }
    let all = pairs(&before);
    (all > 0.0).then(|| wrong / all)
}

/// Returns the number of pairs of different grades.
fn pairs(counts: &[f64]) -> f64 {
    let all: f64 = counts.iter().sum();
    0.5 * (all * all - counts.iter().map(|count| count * count).sum::<f64>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_pairs_are_counted_and_ties_count_one_half() {
        let check = |grades: &[Grade], scores: &[f64], expected: Option<f64>| {
            assert_eq!(pair_error(grades, scores), expected, "{grades:?} {scores:?}");
        };
        check(&[0, 1, 2], &[1.0, 2.0, 3.0], Some(0.0));
        check(&[0, 1, 2], &[3.0, 2.0, 1.0], Some(1.0));
        check(&[0, 1, 2], &[0.0; 3], Some(0.5));
        check(&[2, 0, 1, 0], &[1.0, 1.0, 2.0, 0.0], Some(1.5 / 5.0));
        check(&[1, 1], &[1.0, 2.0], None);
        check(&[], &[], None);
    }
}
