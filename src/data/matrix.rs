//! Dense rows in blocks, so that a growing matrix is never copied as a whole. Must not know grades.

use std::collections::TryReserveError;

/// Rows per block. 256 rows of 46 features take 94 kB.
const BLOCK_ROWS: usize = 256;

/// Row-major matrix of f64, stored as blocks of [`BLOCK_ROWS`] rows.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Matrix {
    n_rows: usize,
    n_columns: usize,
    blocks: Vec<Vec<f64>>,
}

impl Matrix {
    /// Returns a matrix without rows.
    pub fn new(n_columns: usize) -> Self {
        Self { n_columns, ..Self::default() }
    }

    pub fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// Returns row `index`, `n_columns` values.
    ///
    /// # Panics
    /// If the row does not exist.
    pub fn row(&self, index: usize) -> &[f64] {
        assert!(index < self.n_rows, "row {index} of {}", self.n_rows);
        let start = index % BLOCK_ROWS * self.n_columns;
        &self.blocks[index / BLOCK_ROWS][start..start + self.n_columns]
    }

    /// Returns row `index` for changes.
    ///
    /// # Panics
    /// If the row does not exist.
    pub fn row_mut(&mut self, index: usize) -> &mut [f64] {
        assert!(index < self.n_rows, "row {index} of {}", self.n_rows);
        let start = index % BLOCK_ROWS * self.n_columns;
        &mut self.blocks[index / BLOCK_ROWS][start..start + self.n_columns]
    }

    /// Appends a row of `n_columns` values.
    pub fn push(&mut self, row: &[f64]) {
        assert_eq!(row.len(), self.n_columns, "one value per column");
        self.open_block().extend_from_slice(row);
        self.n_rows += 1;
    }

    /// Appends a row with `value(column)` in each column.
    pub fn push_with(&mut self, value: impl FnMut(usize) -> f64) {
        let columns = 0..self.n_columns;
        self.open_block().extend(columns.map(value));
        self.n_rows += 1;
    }

    /// Returns the block that the next row belongs to.
    fn open_block(&mut self) -> &mut Vec<f64> {
        let index = self.n_rows / BLOCK_ROWS;
        if index == self.blocks.len() {
            // A small matrix has one block, which grows. Later blocks are likely to become full.
            let values = if index == 0 { 0 } else { BLOCK_ROWS * self.n_columns };
            self.blocks.push(Vec::with_capacity(values));
        }
        &mut self.blocks[index]
    }

    /// Calls `take` with every row in order, and frees each block after its last row.
    pub fn into_rows(self, mut take: impl FnMut(usize, &[f64])) {
        let Self { n_rows, n_columns, blocks } = self;
        let mut rows = 0..n_rows;
        for block in blocks {
            for (place, row) in rows.by_ref().take(BLOCK_ROWS).enumerate() {
                take(row, &block[place * n_columns..(place + 1) * n_columns]);
            }
        }
    }

    /// Moves row `order[i]` to place `i`, without a second matrix. Cost: one pass, memory for two rows and one byte per
    /// row.
    ///
    /// # Panics
    /// If `order` is not a permutation of the rows.
    pub fn permute(&mut self, order: &[usize]) {
        assert_eq!(order.len(), self.n_rows, "a permutation contains every row");
        let mut placed = vec![false; order.len()];
        let mut kept = vec![0.0; self.n_columns];
        let mut moved = vec![0.0; self.n_columns];
        for first in 0..order.len() {
            if placed[first] {
                continue;
            }
            // Follow the cycle through `first`: each place takes the row of the next place.
            kept.copy_from_slice(self.row(first));
            let mut place = first;
            loop {
                assert!(!std::mem::replace(&mut placed[place], true), "a permutation contains each row once");
                let source = order[place];
                if source == first {
                    self.row_mut(place).copy_from_slice(&kept);
                    break;
                }
                moved.copy_from_slice(self.row(source));
                self.row_mut(place).copy_from_slice(&moved);
                place = source;
            }
        }
    }
}

/// Rows of unequal length for a [`Matrix`] whose width is known only at the end.
///
/// Each row keeps its length, so a wider row later does not change the earlier rows. At the end each block is widened
/// separately.
#[derive(Debug, Default)]
pub(super) struct RaggedRows {
    n_rows: usize,
    /// Length of the longest row.
    widest: usize,
    blocks: Vec<RaggedBlock>,
}

#[derive(Debug, Default)]
struct RaggedBlock {
    values: Vec<f64>,
    ends: Vec<usize>,
}

impl RaggedRows {
    /// Appends a row. If memory runs out, it returns an error and leaves the rows unchanged.
    pub fn push(&mut self, row: &[f64]) -> Result<(), TryReserveError> {
        if self.n_rows.is_multiple_of(BLOCK_ROWS) {
            let mut block = RaggedBlock::default();
            block.ends.try_reserve_exact(BLOCK_ROWS)?;
            // Room for a whole block, because a block that grows can have twice the memory that it needs.
            let rows = if self.n_rows == 0 { 1 } else { BLOCK_ROWS };
            block.values.try_reserve_exact(rows * self.widest.max(row.len()))?;
            self.blocks.try_reserve(1)?;
            self.blocks.push(block);
        }
        if let Some(block) = self.blocks.last_mut() {
            block.values.try_reserve(row.len())?;
            block.values.extend_from_slice(row);
            block.ends.push(block.values.len());
        }
        self.n_rows += 1;
        self.widest = self.widest.max(row.len());
        Ok(())
    }

    /// Returns the matrix of the rows, padded with zeros to `n_columns`, which is at least the longest length.
    ///
    /// Extra memory: one block.
    pub fn into_matrix(self, n_columns: usize) -> Result<Matrix, TryReserveError> {
        let mut blocks = Vec::new();
        blocks.try_reserve_exact(self.blocks.len())?;
        for RaggedBlock { mut values, ends } in self.blocks {
            let size = ends.len() * n_columns;
            if values.len() == size {
                // All rows already have full length.
                values.shrink_to_fit();
                blocks.push(values);
                continue;
            }
            let mut dense = Vec::new();
            dense.try_reserve_exact(size)?;
            let mut start = 0;
            for (row, end) in ends.into_iter().enumerate() {
                dense.extend_from_slice(&values[start..end]);
                dense.resize((row + 1) * n_columns, 0.0);
                start = end;
            }
            blocks.push(dense);
        }
        Ok(Matrix { n_rows: self.n_rows, n_columns, blocks })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn ragged_rows_become_a_matrix() {
        for n in [0, 1, 255, 256, 257, 1000] {
            let mut rows = RaggedRows::default();
            for index in 0..n {
                let row: Vec<f64> = (0..index % 5).map(|column| (index * 10 + column) as f64).collect();
                rows.push(&row).unwrap();
            }
            let matrix = rows.into_matrix(4).unwrap();
            assert_eq!(matrix.n_rows, n);
            for index in 0..n {
                for (column, &value) in matrix.row(index).iter().enumerate() {
                    let expected = if column < index % 5 { (index * 10 + column) as f64 } else { 0.0 };
                    assert_eq!(value, expected);
                }
            }
        }
    }

    #[test]
    fn into_rows_visits_every_row_once() {
        for (n, n_columns) in [(0, 3), (1, 3), (256, 2), (257, 1), (600, 2), (300, 0)] {
            let mut matrix = Matrix::new(n_columns);
            for index in 0..n {
                matrix.push_with(|column| (index * 10 + column) as f64);
            }
            let mut next = 0;
            matrix.clone().into_rows(|index, row| {
                assert_eq!((index, row), (next, matrix.row(index)));
                next += 1;
            });
            assert_eq!(next, n);
        }
    }

    #[test]
    fn permute_puts_every_row_in_its_place() {
        let n = 600;
        let mut matrix = Matrix::new(2);
        for index in 0..n {
            matrix.push(&[index as f64, -(index as f64)]);
        }
        let order: Vec<usize> = (0..n).map(|index| index * 7 % n).collect();
        matrix.permute(&order);
        for (place, &source) in order.iter().enumerate() {
            assert_eq!(matrix.row(place), [source as f64, -(source as f64)]);
        }
    }
}
