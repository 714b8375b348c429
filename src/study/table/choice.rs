//! The cells that a record shows if every measure chooses its own values of the grid.

use super::super::cell_result::CellResult;
use super::super::plan::Cell;
use super::super::records::{Record, RecordKind};
use crate::metric::Measure;

/// Cells with their results.
pub(super) type Chosen<'a> = Vec<(&'a Cell, &'a CellResult)>;

/// Returns of every fold and seed the cell with the best validation value of a record, the first among equal ones. A
/// record that is not a measure on the test data shows the choice of the first measure. A fold and seed is left out
/// while one of its cells has no result, or failed.
pub(super) fn chosen<'a>(
    records: &[Record],
    record: usize,
    of_row: &[usize],
    cells: &'a [Cell],
    results: &'a [Option<CellResult>],
) -> Chosen<'a> {
    let measures = || records.iter().enumerate().filter(|(_, record)| is_test(record));
    let place = measures().position(|(at, _)| at == record).unwrap_or(0);
    let measure = measures().nth(place).and_then(|(_, record)| record.measure());
    let is_less_better = measure.is_some_and(Measure::prefers_less);
    let mut groups: Vec<((usize, u64), Option<Chosen<'a>>)> = Vec::new();
    for cell in of_row.iter().filter_map(|&cell| cells.get(cell)) {
        let key = (cell.fold, cell.seed);
        if groups.last().is_none_or(|(last, _)| *last != key) {
            groups.push((key, Some(Vec::new())));
        }
        let result =
            results.get(cell.cell).and_then(Option::as_ref).filter(|result| result.failure.is_none());
        if let Some((_, group)) = groups.last_mut() {
            *group = group.take().zip(result).map(|(mut group, result)| {
                group.push((cell, result));
                group
            });
        }
    }
    let is_better = |one: Option<f64>, other: Option<f64>| match (one, other) {
        (Some(one), Some(other)) if is_less_better => one < other,
        (one, other) => one > other,
    };
    let best = |group: Chosen<'a>| {
        group.into_iter().reduce(|best, next| {
            if is_better(next.1.valid(place), best.1.valid(place)) { next } else { best }
        })
    };
    groups.into_iter().filter_map(|(_, group)| best(group?)).collect()
}

fn is_test(record: &Record) -> bool {
    matches!(record.kind, RecordKind::Test(_))
}
