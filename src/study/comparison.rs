//! A comparison of methods: a study in which every measure chooses its own C, as a table of training loss against test
//! measure.
//!
//! Source: the table is Figure 9 of Chakrabarti et al. 2008. [`ComparisonPlan::study`] makes the study, and
//! [`StudySession::comparison`](super::StudySession::comparison) returns the view of its results.

mod curves;
mod long_csv;
mod plan;
mod table;
mod text;
mod weighted;

use super::cell_result::{CellResult, TrainingEnd};
use super::format::Study;
use super::plan::Cell;
use super::records::{Record, RecordKind};
use super::table::StudyTable;
use crate::metric::Measure;
pub use curves::{ComparisonCurve, ComparisonCurvePoint};
pub use plan::ComparisonPlan;
pub use table::{ComparisonCell, ComparisonRow, ComparisonTable, PairedDifference};

/// The results of a study, read as a comparison of methods. Every row of the study's table is a method, and every
/// measure on the test data a column.
pub struct Comparison<'a> {
    study: &'a Study,
    cells: &'a [Cell],
    results: &'a [Option<CellResult>],
    table: &'a StudyTable,
    /// Number of the record and the measure of every column.
    columns: Vec<(usize, Record)>,
}

impl<'a> Comparison<'a> {
    /// Returns the view; `None` unless every measure chooses its own C, on one data set with one size and one seed.
    pub(super) fn of(
        study: &'a Study,
        cells: &'a [Cell],
        results: &'a [Option<CellResult>],
        table: &'a StudyTable,
    ) -> Option<Self> {
        let is_one = study.seeds.len() == 1
            && study.sizes.len() == 1
            && study.data.len() == 1
            && study.data.first().is_some_and(|data| data.n_folds() == 1);
        let chooses_c = study.chooses_each() && study.grid().keys().eq(["c"]);
        let is_test = |(_, record): &(usize, Record)| matches!(record.kind, RecordKind::Test(_));
        let columns = study.records().into_iter().enumerate().filter(is_test).collect();
        (is_one && chooses_c).then_some(Self { study, cells, results, table, columns })
    }

    /// Whether a smaller value of the measure of a column is better.
    fn prefers_less(&self, column: usize) -> bool {
        let record = self.columns.get(column).and_then(|(_, record)| record.measure());
        record.is_some_and(Measure::prefers_less)
    }

    /// Returns the cells of a row, one per value of C, with their results so far.
    fn cells_of(&self, row: usize) -> Vec<(&'a Cell, Option<&'a CellResult>)> {
        let numbers = self.table.rows.get(row).map_or(&[][..], |row| &row.cells);
        let cell = |&number: &usize| {
            Some((self.cells.get(number)?, self.results.get(number).and_then(Option::as_ref)))
        };
        numbers.iter().filter_map(cell).collect()
    }

    /// Returns the cell whose C a column chose in a row, once all cells of the row are finished.
    fn chosen(&self, row: usize, column: usize) -> Option<(&'a Cell, &'a CellResult)> {
        let record = self.columns.get(column)?.0;
        let number = *self.table.rows.get(row)?.values.get(record)?.chosen.as_ref()?.first()?;
        Some((self.cells.get(number)?, self.results.get(number)?.as_ref()?))
    }

    /// Returns the number of folds of the cross-validation; 0 if validation data choose.
    fn n_folds(&self) -> usize {
        self.study.cross_validation().unwrap_or(0)
    }

    /// Returns all trainings that have ended.
    fn ends(&self) -> impl Iterator<Item = (&'a Cell, &'a TrainingEnd)> {
        let results = self.cells.iter().zip(self.results);
        results.flat_map(|(cell, result)| {
            result.iter().flat_map(move |result| result.trainings.iter().map(move |end| (cell, end)))
        })
    }
}

/// Returns the C of a cell; `None` for a method without a C.
fn c_of(cell: &Cell) -> Option<f64> {
    let picked = cell.candidates.first()?;
    picked.iter().find(|(key, _)| key == "c")?.1.as_f64()
}
