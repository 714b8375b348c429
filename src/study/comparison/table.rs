//! The table of a comparison: the choice of C, and the differences from the best of every column.

use serde::Serialize;

use super::super::cell_settings::CellSettings;
use super::super::format::{BEST, TestName};
use super::super::plan::Axis;
use super::super::table::BaselineComparison;
use super::{Comparison, c_of};
use crate::learner::StopReason;
use crate::metric::statistics::Sample;

/// The table of a comparison, with the results so far.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComparisonTable {
    /// Columns.
    pub measures: Vec<String>,
    /// The row that all others are compared with; `None` for the best of each column.
    pub against: Option<String>,
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
    /// Number of its finished trainings.
    pub done: usize,
    /// Number of all its trainings.
    pub of: usize,
    /// Why the method could not be trained, if it could not.
    pub failure: Option<String>,
    /// Seconds of its trainings so far, where the caller measured them.
    pub seconds: f64,
    /// One cell per measure, empty until all trainings are done.
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
    /// Comparison with the best of its column, query by query, or with the row of [`ComparisonTable::against`]; `None`
    /// for this row itself, or if values per query are unknown.
    pub difference: Option<PairedDifference>,
    /// Why training ended at that C; of several runs, the end that says least about the optimum. `None` if unknown.
    pub stop: Option<StopReason>,
    /// Whether the model at that C learned little, see
    /// [`TrainingEnd::little_learned`](super::super::TrainingEnd::little_learned).
    pub little_learned: bool,
}

/// The difference of two methods over the test queries that both have a value for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PairedDifference {
    /// Mean difference: this method minus the other one.
    pub mean: f64,
    /// Ends of its 95 % bootstrap interval.
    pub interval: Option<[f64; 2]>,
    /// Number of queries.
    pub queries: usize,
    /// Standard error of the difference; `None` for fewer than two queries.
    pub standard_error: Option<f64>,
    /// Two-sided p-value of the sign-flip randomisation test, see [`sign_flip`](crate::metric::statistics::sign_flip).
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

impl ComparisonCell {
    /// Returns `*` for the best of its column, and `≈` for the best and all others if their differences may be
    /// chance. Without values per query, the best has `*`. `is_named`: whether all are compared with one row in place
    /// of the best; then `▲` and `▼` have a higher or lower value by more than chance.
    pub(super) fn mark(&self, is_named: bool) -> &'static str {
        if is_named {
            return match self.difference {
                None => "",
                Some(difference) if difference.is_noise() => "≈",
                Some(difference) if difference.mean > 0.0 => "▲",
                Some(_) => "▼",
            };
        }
        let may_be_chance = self.difference.is_some_and(|difference| difference.is_noise());
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

impl Comparison<'_> {
    /// Returns the table with the results so far.
    pub fn table(&self) -> ComparisonTable {
        self.marked((0..self.table.rows.len()).map(|row| self.row(row)).collect())
    }

    /// Returns the table of rows, with the marks of the best of each column.
    pub(super) fn marked(&self, mut rows: Vec<ComparisonRow>) -> ComparisonTable {
        for column in 0..self.columns.len() {
            let test = |row: &ComparisonRow| row.cells.get(column).and_then(|cell| cell.test);
            let values = rows.iter().filter_map(test);
            let best = match self.prefers_less(column) {
                true => values.fold(f64::INFINITY, f64::min),
                false => values.fold(f64::NEG_INFINITY, f64::max),
            };
            let leader = rows.iter().position(|row| test(row) == Some(best));
            for cell in rows.iter_mut().filter_map(|row| row.cells.get_mut(column)) {
                cell.best = cell.test == Some(best);
            }
            let others = rows.iter().enumerate().filter(|(index, _)| Some(*index) != leader);
            let mut others =
                others.filter_map(|(_, row)| row.cells.get(column)).filter(|cell| cell.test.is_some());
            let clear = others.all(|cell| cell.difference.is_some_and(|difference| !difference.is_noise()));
            if let Some(cell) = leader.and_then(|leader| rows[leader].cells.get_mut(column)) {
                cell.clearly_best = clear;
            }
        }
        let measures = self.columns.iter().map(|(_, record)| record.name.clone()).collect();
        ComparisonTable { measures, against: self.against(), rows, note: self.notes() }
    }

    /// Returns the name of the row that all others are compared with; `None` for the best of each column.
    pub(super) fn against(&self) -> Option<String> {
        let baseline = &self.study.compare.as_ref()?.baseline;
        (baseline != BEST).then(|| baseline.clone())
    }

    /// Returns the sentences about runs, joined by a space.
    fn notes(&self) -> Option<String> {
        let notes: Vec<String> =
            self.note().into_iter().chain(self.little_note()).chain(self.unmeasured_note()).collect();
        (!notes.is_empty()).then(|| notes.join(" "))
    }

    /// Returns the number of trainings that have ended, with the word for them.
    fn runs(&self) -> String {
        match self.ends().count() {
            1 => "1 run".to_owned(),
            count => format!("{count} runs"),
        }
    }

    /// Returns the sentence about runs that learned little. It counts runs at every C.
    fn little_note(&self) -> Option<String> {
        let little = self.ends().filter(|(_, end)| end.little_learned).count();
        (little > 0).then(|| {
            format!(
                "{little} of {} learned little: the objective is hardly below its value at w = 0, or all scores are \
                 equal; ‡ marks values that come from such runs.",
                self.runs()
            )
        })
    }

    /// Returns the sentence about runs whose models cannot score validation or test data. It counts runs at every C.
    fn unmeasured_note(&self) -> Option<String> {
        let mut lacking = self.ends().filter_map(|(cell, end)| Some((cell, end.unmeasured.as_ref()?)));
        let (cell, why) = lacking.next()?;
        let method = method_of(&cell.settings);
        Some(format!("{} of {} lack values, such as {method}: {why}.", 1 + lacking.count(), self.runs()))
    }

    /// Returns the sentence about runs that did not converge. It counts runs at every C.
    fn note(&self) -> Option<String> {
        let ends = || self.ends().filter_map(|(_, end)| end.stop.filter(|stop| !stop.is_complete()));
        let unconverged = ends().count();
        let reasons =
            [StopReason::IterationLimit, StopReason::Stalled, StopReason::Interrupted, StopReason::Numeric];
        let seen = reasons.iter().filter(|&&reason| ends().any(|end| end == reason));
        let reasons: Vec<String> = seen.map(StopReason::to_string).collect();
        (unconverged > 0).then(|| {
            format!(
                "{unconverged} of {} did not converge ({}); † marks values that come from such runs.",
                self.runs(),
                reasons.join(", ")
            )
        })
    }

    /// Returns a row without the marks of the best of each column.
    pub(super) fn row(&self, row: usize) -> ComparisonRow {
        let cells = self.cells_of(row);
        let results = || cells.iter().filter_map(|(cell, result)| Some((cell, (*result)?)));
        let names = self.table.rows.get(row).map(|row| self.table.names(row)).unwrap_or_default();
        let is_shown = |(_, axis): &(String, &Axis)| axis.levels.len() > 1 || axis.name == "method";
        let names = names.into_iter().zip(&self.table.axes).filter(is_shown).map(|(name, _)| name);
        let failure = results().find_map(|(_, result)| result.failure.clone());
        let is_complete = cells.iter().all(|(_, result)| result.is_some()) && failure.is_none();
        let columns = if is_complete { self.columns.len() } else { 0 };
        let seconds = results().flat_map(|(_, result)| &result.trainings).filter_map(|end| end.seconds);
        ComparisonRow {
            method: cells.first().map_or("", |(cell, _)| method_of(&cell.settings)).to_owned(),
            label: names.collect::<Vec<String>>().join(", "),
            done: results().map(|(cell, _)| cell.trainings).sum(),
            of: cells.iter().map(|(cell, _)| cell.trainings).sum(),
            failure,
            seconds: seconds.sum(),
            cells: (0..columns).map(|column| self.cell(row, column).unwrap_or_default()).collect(),
        }
    }

    /// Returns the cell of a complete row. Its C is the first C of the grid with the best validation value.
    fn cell(&self, row: usize, column: usize) -> Option<ComparisonCell> {
        let (cell, result) = self.chosen(row, column)?;
        let record = self.columns.get(column)?.0;
        let queries = result.queries.get(record)?;
        let sample = Sample::of(&queries.iter().copied().flatten().collect::<Vec<f64>>());
        let against = self.table.rows.get(row)?.values.get(record)?.against.as_ref();
        Some(ComparisonCell {
            c: c_of(cell),
            valid: result.valid(column),
            test: result.values.get(record).copied().flatten(),
            queries: sample.count,
            standard_error: sample.standard_error,
            difference: against.and_then(|against| {
                let p = against.tests.iter().find(|one| one.test == TestName::SignFlip)?.p?;
                let BaselineComparison { mean, standard_error, interval, queries, .. } = *against;
                Some(PairedDifference { mean, interval, queries, standard_error, p })
            }),
            stop: result.trainings.iter().filter_map(|end| end.stop).max(),
            little_learned: result.trainings.iter().any(|end| end.fold.is_none() && end.little_learned),
            ..ComparisonCell::default()
        })
    }
}

/// Returns the name of the method that settings train.
fn method_of(settings: &CellSettings) -> &str {
    match settings {
        CellSettings::Documents(settings) => &settings.method,
        CellSettings::Ranker(settings) => &settings.ranker,
        CellSettings::Ratings(_) => "",
    }
}
