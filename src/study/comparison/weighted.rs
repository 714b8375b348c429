//! The table of a comparison by the weights of the test queries. Must not know where weights come from.

use super::super::table::{BOOTSTRAP_DRAWS, SEED, SIGN_FLIPS};
use super::{Comparison, ComparisonRow, ComparisonTable, PairedDifference};
use crate::metric::statistics::{weighted_bootstrap, weighted_sample, weighted_sign_flip};

impl Comparison<'_> {
    /// Returns the table with the results so far, with means, differences, intervals and tests by the weights of the
    /// test queries, as [`weighted_sample`], [`weighted_bootstrap`] and [`weighted_sign_flip`] have them. Validation
    /// data choose C without weights.
    ///
    /// `weights`: one per test query, finite and from 0. Cost: as [`StudyTable::new`](super::super::StudyTable::new).
    pub fn weighted_table(&self, weights: &[f64]) -> ComparisonTable {
        let mut rows: Vec<ComparisonRow> = (0..self.table.rows.len()).map(|row| self.row(row)).collect();
        for column in 0..self.columns.len() {
            self.weigh(&mut rows, column, weights);
        }
        self.marked(rows)
    }

    /// Replaces the statistics of a column.
    fn weigh(&self, rows: &mut [ComparisonRow], column: usize, weights: &[f64]) {
        let values: Vec<&[Option<f64>]> = (0..rows.len()).map(|row| self.by_query(row, column)).collect();
        for (row, values) in rows.iter_mut().zip(&values) {
            let Some(cell) = row.cells.get_mut(column) else { continue };
            let pairs: Vec<(f64, f64)> =
                values.iter().zip(weights).filter_map(|(value, weight)| Some(((*value)?, *weight))).collect();
            let sample = weighted_sample(&pairs);
            cell.test = (sample.count > 0).then_some(sample.mean);
            (cell.queries, cell.standard_error) = (sample.count, sample.standard_error);
            cell.difference = None;
        }
        let Some(baseline) = self.baseline(rows, column) else { return };
        for (at, row) in rows.iter_mut().enumerate().filter(|(at, _)| *at != baseline) {
            let Some(cell) = row.cells.get_mut(column) else { continue };
            let both = values[at].iter().zip(values[baseline]).zip(weights);
            let pairs: Vec<(f64, f64)> =
                both.filter_map(|((ours, theirs), weight)| Some(((*ours)? - (*theirs)?, *weight))).collect();
            let sample = weighted_sample(&pairs);
            cell.difference = (sample.count > 0).then(|| PairedDifference {
                mean: sample.mean,
                interval: weighted_bootstrap(&pairs, BOOTSTRAP_DRAWS, SEED).map(|one| [one.low, one.high]),
                queries: sample.count,
                standard_error: sample.standard_error,
                p: weighted_sign_flip(&pairs, SIGN_FLIPS, SEED),
            });
        }
    }

    /// Returns the values of a measure by test query at the chosen C; none before a row is complete.
    fn by_query(&self, row: usize, column: usize) -> &[Option<f64>] {
        let record = self.columns.get(column).map(|(record, _)| *record);
        let values =
            self.chosen(row, column).zip(record).and_then(|((_, result), at)| result.queries.get(at));
        values.map_or(&[], Vec::as_slice)
    }

    /// Returns the row that the others are compared with: the one by name, else the first with the best weighted mean.
    fn baseline(&self, rows: &[ComparisonRow], column: usize) -> Option<usize> {
        self.study.compare.as_ref()?;
        if self.against().is_some() {
            let record = self.columns.get(column)?.0;
            let of_row = |row: &super::super::table::StudyRow| {
                Some(row.values.get(record)?.against.as_ref()?.baseline)
            };
            return self.table.rows.iter().find_map(of_row);
        }
        let means = rows.iter().enumerate();
        let means = means.filter_map(|(at, row)| Some((at, row.cells.get(column)?.test?)));
        let is_better =
            |one: f64, other: f64| if self.prefers_less(column) { one < other } else { one > other };
        means.reduce(|best, next| if is_better(next.1, best.1) { next } else { best }).map(|(at, _)| at)
    }
}
