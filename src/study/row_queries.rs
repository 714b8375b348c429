//! The test queries behind a row of the table.

use serde::Serialize;

use super::cell_result::CellResult;
use super::data::StudySets;
use super::plan::Cell;
use super::table::{ByQuery, RowValue, StudyTable, by_query};

/// The values of a test query, means over seeds.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct QueryValues {
    /// Fold that tests the query, from 0.
    pub fold: usize,
    /// Id of the query.
    pub query: String,
    /// One per record; `None` for a record that is not a measure on the test data, and for an undefined value.
    pub values: Vec<Option<f64>>,
    /// The same for the baseline's row; empty in a row that is not compared.
    pub baseline: Vec<Option<f64>>,
}

impl StudyTable {
    /// Returns the test queries of a row by fold, in the order of the data. Cost: linear in cells and queries.
    pub fn row_queries(
        &self,
        row: usize,
        cells: &[Cell],
        results: &[Option<CellResult>],
        sets: &StudySets,
    ) -> Vec<QueryValues> {
        let Some(shown) = self.rows.get(row) else { return Vec::new() };
        let baseline =
            shown.values.iter().find_map(|value| value.against.as_ref().map(|against| against.baseline));
        let ours = self.values_by_query(row, cells, results);
        let theirs = baseline.map_or_else(Vec::new, |row| self.values_by_query(row, cells, results));
        let mut queries: Vec<QueryValues> = Vec::new();
        for cell in shown.cells.iter().filter_map(|&cell| cells.get(cell)) {
            if queries.iter().any(|query| query.fold == cell.fold) {
                continue;
            }
            for (at, query) in sets.test_queries(cell).into_iter().enumerate() {
                let of = |records: &[ByQuery]| -> Vec<Option<f64>> {
                    let value = |folds: &ByQuery| folds.get(cell.fold)?.get(at).copied().flatten();
                    records.iter().map(value).collect()
                };
                queries.push(QueryValues {
                    fold: cell.fold,
                    query,
                    values: of(&ours),
                    baseline: of(&theirs),
                });
            }
        }
        queries
    }

    fn values_by_query(&self, row: usize, cells: &[Cell], results: &[Option<CellResult>]) -> Vec<ByQuery> {
        let Some(row) = self.rows.get(row) else { return Vec::new() };
        let result = |&cell: &usize| Some((cells.get(cell)?, results.get(cell)?.as_ref()?));
        let of = |value: &RowValue| {
            value
                .chosen
                .as_ref()
                .unwrap_or(&row.cells)
                .iter()
                .filter_map(result)
                .collect::<Vec<(&Cell, &CellResult)>>()
        };
        row.values.iter().enumerate().map(|(record, value)| by_query(&of(value), record)).collect()
    }
}
