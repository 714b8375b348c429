//! A block of rows without their zeros.

use std::collections::TryReserveError;

use super::BLOCK_ROWS;
use crate::linalg::row::{Row, SparseRow, is_stored};

/// Rows that store their values other than +0: 12 bytes each, and 4 per row.
#[derive(Debug, Clone, Default)]
pub(super) struct SparseBlock {
    /// Number of stored values up to the end of each row.
    pub(super) ends: Vec<u32>,
    pub(super) columns: Vec<u32>,
    pub(super) values: Vec<f64>,
}

impl SparseBlock {
    pub(super) fn of(row_width: usize, rows: &[f64]) -> Result<Self, TryReserveError> {
        Self::of_rows(rows.chunks_exact(row_width.max(1)))
    }

    pub(super) fn of_rows<'a>(
        rows: impl Iterator<Item = &'a [f64]> + Clone,
    ) -> Result<Self, TryReserveError> {
        let mut block = Self::default();
        let stored = rows.clone().flatten().filter(|value| is_stored(**value)).count();
        block.columns.try_reserve_exact(stored)?;
        block.values.try_reserve_exact(stored)?;
        block.ends.try_reserve_exact(BLOCK_ROWS)?;
        rows.for_each(|row| block.push(row));
        Ok(block)
    }

    /// Appends a row, or returns an error and leaves the block unchanged if memory runs out.
    pub(super) fn try_push(&mut self, row: &[f64]) -> Result<(), TryReserveError> {
        let stored = stored(row);
        self.ends.try_reserve(1)?;
        self.columns.try_reserve(stored)?;
        self.values.try_reserve(stored)?;
        self.push(row);
        Ok(())
    }

    pub(super) fn push(&mut self, row: &[f64]) {
        for (column, &value) in row.iter().enumerate().filter(|(_, value)| is_stored(**value)) {
            self.columns.push(column as u32);
            self.values.push(value);
        }
        self.ends.push(self.values.len() as u32);
    }

    pub(super) fn range(&self, row: usize) -> std::ops::Range<usize> {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        start as usize..self.ends[row] as usize
    }

    pub(super) fn row(&self, row: usize, len: usize) -> Row<'_> {
        let range = self.range(row);
        Row::Sparse(SparseRow { len, places: &self.columns[range.clone()], values: &self.values[range] })
    }

    pub(super) fn dense(&self, n_columns: usize) -> Result<Vec<f64>, TryReserveError> {
        let mut values = Vec::new();
        values.try_reserve_exact(self.ends.len() * n_columns)?;
        values.resize(self.ends.len() * n_columns, 0.0);
        for row in 0..self.ends.len() {
            for at in self.range(row) {
                values[row * n_columns + self.columns[at] as usize] = self.values[at];
            }
        }
        Ok(values)
    }

    pub(super) fn shrink(&mut self) {
        self.ends.shrink_to_fit();
        self.columns.shrink_to_fit();
        self.values.shrink_to_fit();
    }
}

/// Returns how many values a sparse row stores.
pub(super) fn stored(values: &[f64]) -> usize {
    values.iter().filter(|value| is_stored(**value)).count()
}
