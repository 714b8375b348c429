//! Expected reciprocal rank: a reader goes down the list and stops at the first satisfying document.

use super::{CutOff, Gain, Labels, MeasureKind, Parameters, Range, gain::power_of_two};
use crate::data::Grade;
use crate::ranking::TiedRanking;
use crate::util::menu_entry::Choice;

/// Expected reciprocal rank at which a reader is satisfied.
pub static EXPECTED_RECIPROCAL_RANK: MeasureKind = MeasureKind {
    name: "ERR",
    other_names: &[],
    grammar: "err[@k][:G][+linear]",
    example: "err@10:4",
    label: "expected reciprocal rank",
    formula: "Σ over ranks of s(rank)/rank · Π over ranks above it of (1 − s), with s = (2^g − 1)/2^G",
    options: "@k: only ranks up to k; G: greatest grade, and a grade above it counts as it; if absent, the \
                  greatest grade of the data, training data included; +linear: s = g/G",
    parameters: Parameters { cut_off: CutOff::Optional, gain: true, max_grade: true, ..Parameters::NONE },
    range: Range::Unit,
    less_is_better: false,
    needs_threshold: false,
    undefined_with: "no document above grade 0",
    term: "err",
    menu: &[Choice {
        name: "err",
        label: "ERR",
        summary: "A reader goes down the list and stops at the first satisfying document: how soon is that?",
        formula: "Σ_j g_j / (j + 1) · Π_{l<j} (1 − g_l), g = (2^r − 1) / 2^{r_max}",
        source: "Chapelle, Metzler, Zhang and Grinspan 2009",
    }],
    value: |measure, ranking, labels| {
        value(ranking, labels, measure.cut_off, measure.max_grade, &measure.gain)
    },
};

/// Expected ERR@k: Σ_{j<k} g_j / (j + 1) · Π_{l<j} (1 − g_l), with [g](stop_probability) by the gain.
///
/// The greatest grade is `max_grade`, and a grade above it counts as it. `None` takes the maximum over the data set and
/// the query.
/// `survival[i]` is the probability that i documents drawn from the group do not satisfy the reader. Adding
/// document n + 1 updates it by convex combinations, because that document is in a draw of i with probability
/// i/(n + 1). The update is numerically stable for groups of any size.
/// `None` if no grade is above 0.
/// Cost: O(n + n_graded · min(n, k)) for n tied documents, n_graded of them above grade 0; O(n) without ties.
/// Source: Chapelle, Metzler, Zhang and Grinspan 2009; the linear gain from Tewari 2015; ties by symmetric means of
/// 1 − g.
pub(super) fn value(
    ranking: &TiedRanking,
    labels: &Labels,
    cut_off: Option<usize>,
    max_grade: Option<Grade>,
    gain: &Gain,
) -> Option<f64> {
    let cut_off = cut_off.unwrap_or(usize::MAX);
    let &highest = labels.grades.iter().max()?;
    if highest == 0 {
        return None;
    }
    let greatest = max_grade.unwrap_or(highest.max(labels.max_grade));
    let mut sum = 0.0;
    let mut unsatisfied = 1.0;
    for (first, group) in ranking.groups() {
        if first >= cut_off {
            break;
        }
        let places = group.len().min(cut_off - first);
        let graded: Vec<f64> = group
            .iter()
            .map(|&document| labels.grades[document as usize])
            .filter(|&grade| grade > 0)
            .map(|grade| 1.0 - stop_probability(grade.min(greatest), greatest, gain))
            .collect();
        if graded.is_empty() {
            continue;
        }
        let survival = symmetric_means(group.len() - graded.len(), &graded, places);
        for place in 1..=places {
            sum += unsatisfied * (survival[place - 1] - survival[place]) / (first + place) as f64;
        }
        unsatisfied *= graded.iter().product::<f64>();
    }
    Some(sum)
}

/// Returns the probability that a document of this grade satisfies the reader: (2^r − 1) / 2^greatest, or r / greatest
/// for the linear gain.
fn stop_probability(grade: Grade, greatest: Grade, gain: &Gain) -> f64 {
    let scale = match gain {
        Gain::Exponential => power_of_two(greatest),
        Gain::Linear => f64::from(greatest),
        Gain::Table(table) => table.of(greatest) + 1.0,
    };
    gain.of(grade) / scale
}

/// Returns, for i = 0..=`largest`, the mean product of i values drawn from `numbers` and `ones` ones.
fn symmetric_means(ones: usize, numbers: &[f64], largest: usize) -> Vec<f64> {
    let mut means = vec![1.0; largest + 1];
    for (added, &number) in numbers.iter().enumerate() {
        let size = ones + added + 1;
        for i in (1..=largest.min(size)).rev() {
            let share = i as f64 / size as f64;
            means[i] = (size - i) as f64 / size as f64 * means[i] + share * number * means[i - 1];
        }
    }
    means
}
