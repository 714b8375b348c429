//! Comparisons of rows with the baseline, query by query, with tests.

use super::super::format::{Adjust, Study, TestName};
use super::super::plan::Axis;
use super::{BaselineComparison, ByQuery, SEED, SIGN_FLIPS, StudyRow, TestValue, differences, interval};
use crate::metric::Measure;
use crate::metric::statistics::{Sample, holm, paired_t, sign_flip, unpaired_t, wilcoxon};
use crate::util::sorting::sorted;

/// Compares every row with the row that differs only in the level of the baseline. `queries`: values by row, record and
/// query. `seeds`: means of the seeds by row and record.
pub(super) fn compare(
    study: &Study,
    axes: &[Axis],
    rows: &mut [StudyRow],
    queries: &[Vec<ByQuery>],
    seeds: &[Vec<Sample>],
) {
    let Some(compare) = &study.compare else { return };
    let compared_axis = axes.iter().enumerate().skip(1).find(|(_, axis)| axis.name == compare.axis);
    let Some((axis, levels)) = compared_axis.map(|(at, axis)| (at, &axis.levels)) else { return };
    let baseline = Baseline::new(axis, levels.iter().position(|level| *level == compare.baseline), rows);
    let records = study.records();
    for (at, row) in rows.iter_mut().enumerate() {
        for (record, value) in row.values.iter_mut().enumerate() {
            let is_less_better =
                records.get(record).and_then(|record| record.measure()).is_some_and(Measure::prefers_less);
            let Some(baseline) = baseline.of(&row.place, record, is_less_better).filter(|&other| other != at)
            else {
                continue;
            };
            let differences = differences(&queries[at][record], &queries[baseline][record]);
            if differences.is_empty() {
                continue;
            }
            let sample = Sample::of(&differences);
            let p = |test| match test {
                TestName::SignFlip => Some(sign_flip(&differences, SIGN_FLIPS, SEED)),
                TestName::T => paired_t(&differences).map(|test| test.p),
                TestName::Wilcoxon => wilcoxon(&differences).map(|test| test.p),
                TestName::UnpairedT => {
                    unpaired_t(&seeds[at][record], &seeds[baseline][record]).map(|test| test.p)
                }
            };
            let tests = compare.tests.iter().map(|&test| TestValue { test, p: p(test), adjusted: None });
            value.against = Some(BaselineComparison {
                baseline,
                mean: sample.mean,
                standard_error: sample.standard_error,
                interval: interval(&differences),
                queries: sample.count,
                detectable: sample.detectable_difference(),
                tests: tests.collect(),
                changed: Vec::new(),
            });
        }
    }
    for test in 0..compare.tests.len() {
        adjust(compare.adjust, rows, test);
    }
}

/// The rows to compare with.
struct Baseline {
    axis: usize,
    /// The level of the baseline; `None` for the best level.
    level: Option<usize>,
    /// Place of every row, with its means by record.
    rows: Vec<(Vec<usize>, Vec<Option<f64>>)>,
}

impl Baseline {
    fn new(axis: usize, level: Option<usize>, rows: &[StudyRow]) -> Self {
        let means = |row: &StudyRow| row.values.iter().map(|value| value.mean).collect();
        Self { axis, level, rows: rows.iter().map(|row| (row.place.clone(), means(row))).collect() }
    }

    /// Returns the row that a row at a place is compared with under a record: the first among equal ones.
    fn of(&self, place: &[usize], record: usize, is_less_better: bool) -> Option<usize> {
        let is_beside = |other: &[usize]| {
            let mut pairs = other.iter().zip(place).enumerate();
            pairs.all(|(at, (one, other))| at == self.axis || one == other)
        };
        let beside = self.rows.iter().enumerate().filter(|(_, (other, _))| is_beside(other));
        if let Some(level) = self.level {
            return beside
                .map(|(at, (other, _))| (at, other))
                .find(|(_, other)| other.get(self.axis) == Some(&level))
                .map(|(at, _)| at);
        }
        let values = beside.filter_map(|(at, (_, means))| Some((at, (*means.get(record)?)?)));
        values
            .reduce(|best, next| {
                let is_better = if is_less_better { next.1 < best.1 } else { next.1 > best.1 };
                if is_better { next } else { best }
            })
            .map(|(at, _)| at)
    }
}

/// Adjusts the p-values of one test, family by family.
fn adjust(adjust: Adjust, rows: &mut [StudyRow], test: usize) {
    let mut places: Vec<((usize, usize), usize, usize)> = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        for (record, value) in row.values.iter().enumerate() {
            if let Some(against) = &value.against {
                let family = if adjust == Adjust::Holm { (against.baseline, record) } else { (0, 0) };
                places.push((family, at, record));
            }
        }
    }
    let families: Vec<(usize, usize)> = places.iter().map(|place| place.0).collect();
    let mut families = sorted(families, &|one, other| one.cmp(other));
    families.dedup();
    for family in families {
        let members: Vec<(usize, usize)> =
            places.iter().filter(|place| place.0 == family).map(|&(_, row, record)| (row, record)).collect();
        // An undefined test counts as one without any evidence.
        let p: Vec<f64> = members
            .iter()
            .map(|&(row, record)| test_of(rows, row, record, test).and_then(|test| test.p).unwrap_or(1.0))
            .collect();
        let adjusted = if adjust == Adjust::None { p } else { holm(&p) };
        for (&(row, record), adjusted) in members.iter().zip(adjusted) {
            let against = rows[row].values[record].against.as_mut();
            if let Some(value) = against.and_then(|against| against.tests.get_mut(test)) {
                value.adjusted = value.p.map(|_| adjusted);
            }
        }
    }
}

fn test_of(rows: &[StudyRow], row: usize, record: usize, test: usize) -> Option<&TestValue> {
    rows.get(row)?.values.get(record)?.against.as_ref()?.tests.get(test)
}
