//! Rows of unequal length, as a reader finds them.

use std::collections::TryReserveError;

use super::block::Block;
use super::sparse_block::{SparseBlock, stored};
use super::{BLOCK_ROWS, Matrix};
use crate::linalg::row::is_sparse;

/// Rows of unequal length for a [`Matrix`] whose width is known only at the end.
///
/// Each row keeps its length, so a wider row later does not change the earlier rows. At the end each block is widened
/// separately.
#[derive(Debug, Default)]
pub(in crate::data) struct RaggedRows {
    n_rows: usize,
    /// Length of the longest row.
    widest: usize,
    blocks: Vec<RaggedBlock>,
}

#[derive(Debug)]
enum RaggedBlock {
    Dense { values: Vec<f64>, ends: Vec<usize> },
    Sparse(SparseBlock),
}

impl RaggedRows {
    /// Appends a row. If memory runs out, it returns an error and leaves the rows unchanged.
    pub fn push(&mut self, row: &[f64]) -> Result<(), TryReserveError> {
        if self.n_rows.is_multiple_of(BLOCK_ROWS) {
            let mut ends = Vec::new();
            ends.try_reserve_exact(BLOCK_ROWS)?;
            let mut values = Vec::new();
            // Room for a whole block, because a block that grows can have twice the memory that it needs.
            let rows = if self.n_rows == 0 { 1 } else { BLOCK_ROWS };
            values.try_reserve_exact(rows * self.widest.max(row.len()))?;
            self.blocks.try_reserve(1)?;
            self.blocks.push(RaggedBlock::Dense { values, ends });
        }
        match self.blocks.last_mut() {
            Some(RaggedBlock::Dense { values, ends }) => {
                values.try_reserve(row.len())?;
                values.extend_from_slice(row);
                ends.push(values.len());
            }
            Some(RaggedBlock::Sparse(block)) => block.try_push(row)?,
            None => {}
        }
        self.n_rows += 1;
        self.widest = self.widest.max(row.len());
        if (self.n_rows % BLOCK_ROWS).is_power_of_two() || self.n_rows.is_multiple_of(BLOCK_ROWS) {
            self.settle();
        }
        Ok(())
    }

    /// Leaves the zeros of the last block out if that pays. More columns can only add zeros.
    fn settle(&mut self) {
        if let Some(block) = self.blocks.last_mut()
            && let RaggedBlock::Dense { values, ends } = block
            && is_sparse(stored(values), values.len())
            && let Ok(sparse) = sparse_of(values, ends)
        {
            *block = RaggedBlock::Sparse(sparse);
        }
    }

    /// Returns the matrix of the rows, padded with zeros to `n_columns`, which is at least the longest length.
    ///
    /// Extra memory: one block.
    pub fn into_matrix(self, n_columns: usize) -> Result<Matrix, TryReserveError> {
        let mut blocks = Vec::new();
        blocks.try_reserve_exact(self.blocks.len())?;
        for block in self.blocks {
            blocks.push(match block {
                RaggedBlock::Dense { values, ends } => of_dense(values, &ends, n_columns)?,
                RaggedBlock::Sparse(mut block) => {
                    if is_sparse(block.values.len(), block.ends.len() * n_columns) {
                        block.shrink();
                        Block::Sparse(block)
                    } else {
                        Block::Dense(block.dense(n_columns)?)
                    }
                }
            });
        }
        Ok(Matrix { n_rows: self.n_rows, n_columns, blocks })
    }
}

fn sparse_of(values: &[f64], ends: &[usize]) -> Result<SparseBlock, TryReserveError> {
    let start = |row: usize| if row == 0 { 0 } else { ends[row - 1] };
    SparseBlock::of_rows((0..ends.len()).map(|row| &values[start(row)..ends[row]]))
}

fn of_dense(mut values: Vec<f64>, ends: &[usize], n_columns: usize) -> Result<Block, TryReserveError> {
    let size = ends.len() * n_columns;
    if is_sparse(stored(&values), size) {
        return Ok(Block::Sparse(sparse_of(&values, ends)?));
    }
    if values.len() == size {
        // All rows already have full length.
        values.shrink_to_fit();
        return Ok(Block::Dense(values));
    }
    let mut dense = Vec::new();
    dense.try_reserve_exact(size)?;
    let mut start = 0;
    for (row, &end) in ends.iter().enumerate() {
        dense.extend_from_slice(&values[start..end]);
        dense.resize((row + 1) * n_columns, 0.0);
        start = end;
    }
    Ok(Block::Dense(dense))
}
