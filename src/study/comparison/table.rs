//! The table of a comparison: the choice of C, and the differences from the best of every column.

use serde::Serialize;

use super::{Comparison, Job, JobResult, has_c};
use crate::learner::StopReason;
use crate::method::{METHODS, method as method_of};
use crate::metric::Measure;
use crate::metric::statistics::{Sample, sign_flip};

/// The table of a comparison, with the results so far.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComparisonTable {
    /// Columns.
    pub measures: Vec<String>,
    /// One row per method.
    pub rows: Vec<ComparisonRow>,
    /// Numbers of finished runs that did not converge, with the reasons, and of those that learned little, one sentence
    /// each; `None` if there are none.
    pub note: Option<String>,
}

/// A method of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComparisonRow {
    /// Its name.
    pub method: String,
    /// Its name in a menu.
    pub label: String,
    /// Number of finished jobs.
    pub done: usize,
    /// Number of all jobs.
    pub of: usize,
    /// Why the method could not be trained, if it could not.
    pub failure: Option<String>,
    /// One cell per measure, empty until all jobs are done.
    pub cells: Vec<ComparisonCell>,
}

/// A method under a measure.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComparisonCell {
    /// The C that the validation data picked; `None` for a method without it.
    pub c: Option<f64>,
    /// The measure on the validation data at that C, a mean over folds.
    pub valid: Option<f64>,
    /// The measure on the test data at that C.
    pub test: Option<f64>,
    /// Whether no finished method has a higher test value.
    pub best: bool,
    /// Whether it is the best, and its differences from all other finished methods are more than chance.
    pub clearly_best: bool,
    /// Standard error of the test value over queries; `None` for fewer than two queries.
    pub standard_error: Option<f64>,
    /// Number of test queries in the mean.
    pub queries: usize,
    /// Comparison with the best of its column, query by query; `None` for the best itself, or if values per query are
    /// unknown.
    pub against_best: Option<PairedDifference>,
    /// Why training ended at that C; of several runs, the end that says least about the optimum. `None` if unknown.
    pub stop: Option<StopReason>,
    /// Whether the model at that C learned little, see [`JobResult::little_learned`].
    pub little_learned: bool,
}

/// The difference of two methods over the test queries that both have a value for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PairedDifference {
    /// Mean difference: this method minus the best one.
    pub mean: f64,
    /// Standard error of the difference; `None` for fewer than two queries.
    pub standard_error: Option<f64>,
    /// Two-sided p-value of the sign-flip randomisation test, see [`sign_flip`].
    pub p: f64,
}

impl PairedDifference {
    /// Returns whether the difference may be chance, at the level of 5 %.
    pub fn is_noise(&self) -> bool {
        self.p >= LEVEL
    }
}

/// Differences with a smaller p-value are more than chance.
const LEVEL: f64 = 0.05;
/// Number of draws of the sign-flip test.
const DRAWS: usize = 10_000;
/// Seed of the draws, so that the same results always give the same table.
const SEED: u64 = 1;

impl ComparisonCell {
    /// Returns `*` for the best of its column, and `≈` for the best and all others if their differences may be
    /// chance. Without values per query, the best has `*`.
    pub(super) fn mark(&self) -> &'static str {
        let may_be_chance = self.against_best.is_some_and(|difference| difference.is_noise());
        match self.best && (self.clearly_best || self.queries == 0) {
            true => "*",
            false if self.best || may_be_chance => "≈",
            false => "",
        }
    }

    /// Returns whether a run behind the value did not converge.
    pub(super) fn is_unconverged(&self) -> bool {
        self.stop.is_some_and(|stop| !stop.is_complete())
    }
}

impl Comparison {
    /// Returns the table with the results so far.
    pub fn table(&self) -> ComparisonTable {
        let mut rows: Vec<ComparisonRow> = (0..self.plan.methods.len()).map(|row| self.row(row)).collect();
        for column in 0..self.plan.measures.len() {
            let test = |row: &ComparisonRow| row.cells.get(column).and_then(|cell| cell.test);
            let values = rows.iter().filter_map(test);
            let best = match self.prefers_less(column) {
                true => values.fold(f64::INFINITY, f64::min),
                false => values.fold(f64::NEG_INFINITY, f64::max),
            };
            let leader = rows.iter().position(|row| test(row) == Some(best));
            for index in 0..rows.len() {
                let against_best = leader.filter(|&leader| leader != index);
                let against_best =
                    against_best.and_then(|leader| self.difference(&rows, index, leader, column));
                if let Some(cell) = rows[index].cells.get_mut(column) {
                    cell.best = cell.test == Some(best);
                    cell.against_best = against_best;
                }
            }
            let others = rows.iter().enumerate().filter(|(index, _)| Some(*index) != leader);
            let mut others =
                others.filter_map(|(_, row)| row.cells.get(column)).filter(|cell| cell.test.is_some());
            let clear = others.all(|cell| cell.against_best.is_some_and(|difference| !difference.is_noise()));
            if let Some(cell) = leader.and_then(|leader| rows[leader].cells.get_mut(column)) {
                cell.clearly_best = clear;
            }
        }
        ComparisonTable { measures: self.plan.measures.clone(), rows, note: self.notes() }
    }

    /// Returns the paired difference of two rows in a column.
    fn difference(
        &self,
        rows: &[ComparisonRow],
        row: usize,
        best: usize,
        column: usize,
    ) -> Option<PairedDifference> {
        let values = |row: usize| self.test_queries(row, rows[row].cells.get(column)?.c, column);
        let (ours, theirs) = (values(row)?, values(best)?);
        let pairs = ours.iter().zip(theirs);
        let differences: Vec<f64> = pairs.filter_map(|(ours, theirs)| Some((*ours)? - (*theirs)?)).collect();
        let sample = Sample::of(&differences);
        (sample.count > 0).then(|| PairedDifference {
            mean: sample.mean,
            standard_error: sample.standard_error,
            p: sign_flip(&differences, DRAWS, SEED),
        })
    }

    /// Whether the method of a row has a C.
    pub(super) fn has_c(&self, row: usize) -> bool {
        method_of(&self.plan.methods[row]).is_ok_and(has_c)
    }

    /// Returns the test values per query of a row at one C.
    fn test_queries(&self, row: usize, c: Option<f64>, column: usize) -> Option<&[Option<f64>]> {
        let mut jobs = self.jobs.iter().zip(&self.results);
        let whole = |job: &Job| job.row == row && c.is_none_or(|c| job.settings.c == c) && job.fold.is_none();
        let (_, result) = jobs.find(|(job, _)| whole(job))?;
        result.as_ref()?.test_queries.get(column).map(Vec::as_slice)
    }

    /// Returns the sentences about runs, joined by a space.
    fn notes(&self) -> Option<String> {
        let notes: Vec<String> =
            self.note().into_iter().chain(self.little_note()).chain(self.unmeasured_note()).collect();
        (!notes.is_empty()).then(|| notes.join(" "))
    }

    /// Returns the sentence about runs that learned little. It counts runs at every C.
    fn little_note(&self) -> Option<String> {
        let done = self.results.iter().flatten().count();
        let little = self.results.iter().flatten().filter(|result| result.little_learned).count();
        let runs = if done == 1 { "run" } else { "runs" };
        (little > 0).then(|| {
            format!(
                "{little} of {done} {runs} learned little: the objective is hardly below its value at w = 0, or all scores \
                 are equal; ‡ marks values that come from such runs."
            )
        })
    }

    /// Returns the sentence about runs whose models cannot score validation or test data. It counts runs at every C.
    fn unmeasured_note(&self) -> Option<String> {
        let unmeasured = |(job, result): (&Job, &Option<JobResult>)| {
            let why = result.as_ref()?.unmeasured.clone()?;
            Some((job.settings.method.clone(), why))
        };
        let mut found = self.jobs.iter().zip(&self.results).filter_map(unmeasured);
        let (method, why) = found.next()?;
        let (lacking, done) = (1 + found.count(), self.results.iter().flatten().count());
        let runs = if done == 1 { "run" } else { "runs" };
        Some(format!("{lacking} of {done} {runs} lack values, such as {method}: {why}."))
    }

    /// Returns the sentence about runs that did not converge. It counts runs at every C.
    fn note(&self) -> Option<String> {
        let ends = || self.results.iter().flatten().filter_map(JobResult::unconverged);
        let (unconverged, done) = (ends().count(), self.results.iter().flatten().count());
        let reasons =
            [StopReason::IterationLimit, StopReason::Stalled, StopReason::Interrupted, StopReason::Numeric];
        let seen = reasons.iter().filter(|&&reason| ends().any(|end| end == reason));
        let reasons: Vec<String> = seen.map(StopReason::to_string).collect();
        (unconverged > 0).then(|| {
            let runs = if done == 1 { "run" } else { "runs" };
            format!(
                "{unconverged} of {done} {runs} did not converge ({}); † marks values that come from such runs.",
                reasons.join(", ")
            )
        })
    }

    /// Returns a row without the differences from the best of each column.
    pub(super) fn row(&self, row: usize) -> ComparisonRow {
        let jobs = || self.jobs.iter().zip(&self.results).filter(move |(job, _)| job.row == row);
        let done = jobs().filter(|(_, result)| result.is_some()).count();
        let of = jobs().count();
        let failure =
            jobs().find_map(|(_, result)| result.as_ref().and_then(|result| result.failure.clone()));
        let complete = done == of && failure.is_none();
        let columns = if complete { self.plan.measures.len() } else { 0 };
        let method = self.plan.methods[row].trim().to_ascii_lowercase();
        let label = METHODS.iter().find(|entry| entry.name == method);
        ComparisonRow {
            label: label.map_or_else(|| method.clone(), |entry| entry.label.to_owned()),
            method,
            done,
            of,
            failure,
            cells: (0..columns).map(|column| self.cell(row, column)).collect(),
        }
    }

    /// Whether a smaller value of the measure of a column is better.
    pub(super) fn prefers_less(&self, column: usize) -> bool {
        // The settings of the jobs have been checked, so every name is a measure.
        let measure = self.plan.measures.get(column).and_then(|name| name.parse::<Measure>().ok());
        measure.is_some_and(|measure| measure.prefers_less())
    }

    /// Returns the cell of a complete row. Its C is the first C of the grid with the best validation value.
    fn cell(&self, row: usize, column: usize) -> ComparisonCell {
        let mut best: Option<ComparisonCell> = None;
        let less = self.prefers_less(column);
        let jobs = || self.jobs.iter().zip(&self.results).filter(|(job, _)| job.row == row);
        // Each C once: a job of it trains on all data.
        for c in jobs().filter(|(job, _)| job.fold.is_none()).map(|(job, _)| job.settings.c) {
            let results = jobs().filter(|(job, _)| job.settings.c == c);
            let (mut sum, mut count, mut test, mut stop, mut little_learned) = (0.0, 0, None, None, false);
            for (job, result) in results {
                let Some(result) = result else { continue };
                stop = stop.max(result.stop);
                let value = |values: &[Option<f64>]| values.get(column).copied().flatten();
                // With folds, the job on all data has no validation data.
                if let Some(valid) = value(&result.valid) {
                    sum += valid;
                    count += 1;
                }
                if job.fold.is_none() {
                    test = value(&result.test);
                    little_learned = result.little_learned;
                }
            }
            let valid = (count > 0).then(|| sum / f64::from(count));
            let better = best.as_ref().is_none_or(|best| match (valid, best.valid) {
                (Some(one), Some(other)) if less => one < other,
                (one, other) => one > other,
            });
            if better {
                let c = self.has_c(row).then_some(c);
                best = Some(ComparisonCell {
                    c,
                    valid,
                    test,
                    stop,
                    little_learned,
                    ..ComparisonCell::default()
                });
            }
        }
        // The grid is not empty.
        let mut cell = best.unwrap_or_default();
        let queries = self.test_queries(row, cell.c, column).unwrap_or_default();
        let values: Vec<f64> = queries.iter().copied().flatten().collect();
        let sample = Sample::of(&values);
        (cell.queries, cell.standard_error) = (sample.count, sample.standard_error);
        cell
    }
}
