//! The results of a study as CSV: cells, and queries.

use super::cell_result::CellResult;
use super::data::StudySets;
use super::format::{Study, text_of};
use super::plan::Cell;
use super::table::StudyTable;
use crate::export::table::{ExportColumn, ExportTable, csv};
use crate::model::PROGRAM;

/// Columns of texts and numbers that grow row by row.
struct Columns(Vec<ExportColumn>);

impl Columns {
    fn texts(heads: &[String]) -> Self {
        let column =
            |head: &String| ExportColumn { head: head.clone(), texts: Some(Vec::new()), numbers: None };
        Self(heads.iter().map(column).collect())
    }

    /// Adds a row: the texts, then the number of the last column.
    fn push(&mut self, texts: &[String], number: Option<f64>) {
        for (column, text) in self.0.iter_mut().zip(texts) {
            column.texts.get_or_insert_default().push(text.clone());
        }
        if let Some(last) = self.0.last_mut() {
            last.numbers.get_or_insert_default().push(number);
        }
    }

    fn csv(mut self) -> String {
        if let Some(last) = self.0.last_mut() {
            last.texts = None;
            last.numbers.get_or_insert_default();
        }
        csv(&ExportTable { columns: self.0 })
    }
}

/// Returns the texts that name a cell: its levels, fold, training queries, seed.
fn names(study: &Study, table: &StudyTable, cell: &Cell, sets: &StudySets) -> Vec<String> {
    let level =
        |(axis, &level): (&super::plan::Axis, &usize)| axis.levels.get(level).cloned().unwrap_or_default();
    let mut names: Vec<String> = table.axes.iter().zip(&cell.place).map(level).collect();
    let size = cell.place.last().and_then(|size| study.sizes.get(*size));
    let queries = size.map_or(0, |size| sets.n_training_queries(cell, *size));
    names.extend([(cell.fold + 1).to_string(), queries.to_string(), cell.seed.to_string()]);
    names
}

fn heads(table: &StudyTable, more: &[&str]) -> Vec<String> {
    let axes = table.axes.iter().map(|axis| axis.name.clone());
    let fixed = ["fold", "training_queries", "seed"].into_iter().chain(more.iter().copied());
    axes.chain(fixed.map(str::to_owned)).collect()
}

impl StudyTable {
    /// Returns one line per finished cell and recorded value.
    pub fn cells_csv(
        &self,
        study: &Study,
        cells: &[Cell],
        results: &[Option<CellResult>],
        sets: &StudySets,
    ) -> String {
        let mut keys: Vec<String> = study.grid().keys().map(str::to_owned).collect();
        // A training on ratings names what it picked.
        for (key, _) in results.iter().flatten().flat_map(|result| &result.picked) {
            if !keys.contains(key) {
                keys.push(key.clone());
            }
        }
        let mut all = heads(self, &["key"]);
        all.extend(keys.iter().map(|key| format!("picked_{key}")));
        all.extend(["stop", "failure", "program", "record", "value"].map(str::to_owned));
        let mut columns = Columns::texts(&all);
        for (cell, result) in cells.iter().zip(results) {
            let Some(result) = result else { continue };
            let mut texts = names(study, self, cell, sets);
            texts.push(result.key.clone());
            for key in &keys {
                let picked = result.picked.iter().find(|(other, _)| other == key);
                texts.push(picked.map_or_else(String::new, |(_, value)| text_of(value)));
            }
            texts.push(result.stop.map_or_else(String::new, |stop| stop.to_string()));
            texts.push(result.failure.clone().unwrap_or_default());
            texts.push(PROGRAM.to_owned());
            texts.push(String::new());
            let Some(name) = texts.len().checked_sub(1) else { continue };
            for (record, value) in self.records.iter().zip(&result.values) {
                texts[name].clone_from(record);
                columns.push(&texts, *value);
            }
            if result.values.is_empty() {
                columns.push(&texts, None);
            }
        }
        columns.csv()
    }

    /// Returns one line per finished cell, test query and measure on the test data.
    pub fn queries_csv(
        &self,
        study: &Study,
        cells: &[Cell],
        results: &[Option<CellResult>],
        sets: &StudySets,
    ) -> String {
        let mut columns = Columns::texts(&heads(self, &["program", "query", "record", "value"]));
        for (cell, result) in cells.iter().zip(results) {
            let Some(result) = result else { continue };
            let ids = sets.test_queries(cell);
            for (record, values) in self.records.iter().zip(&result.queries) {
                for (id, value) in ids.iter().zip(values) {
                    let mut texts = names(study, self, cell, sets);
                    texts.extend([PROGRAM.to_owned(), id.clone(), record.clone()]);
                    columns.push(&texts, *value);
                }
            }
        }
        columns.csv()
    }
}
