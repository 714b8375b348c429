//! One block of rows in the form that takes less memory. Must not know other blocks.

use super::sparse_block::{SparseBlock, stored};
use crate::linalg::row::{Row, is_sparse};

#[derive(Debug, Clone)]
pub(super) enum Block {
    /// All values, row by row.
    Dense(Vec<f64>),
    Sparse(SparseBlock),
}

impl Block {
    /// Returns a row of the block.
    pub(super) fn row(&self, place: usize, n_columns: usize) -> Row<'_> {
        match self {
            Self::Dense(values) => Row::Dense(&values[place * n_columns..(place + 1) * n_columns]),
            Self::Sparse(block) => block.row(place, n_columns),
        }
    }

    /// Returns a row for changes of all its values. The block is dense from now on.
    pub(super) fn row_mut(&mut self, place: usize, n_columns: usize) -> &mut [f64] {
        if let Self::Sparse(sparse) = self {
            *self = Self::Dense(sparse.dense(n_columns).unwrap_or_default());
        }
        match self {
            Self::Dense(values) => &mut values[place * n_columns..(place + 1) * n_columns],
            Self::Sparse(_) => &mut [],
        }
    }

    /// Calls `change` with the column of every value of a row that may differ from +0, and the value.
    pub(super) fn change_stored(
        &mut self,
        place: usize,
        n_columns: usize,
        mut change: impl FnMut(usize, &mut f64),
    ) {
        match self {
            Self::Dense(values) => {
                let values = &mut values[place * n_columns..][..n_columns];
                values.iter_mut().enumerate().for_each(|(column, value)| change(column, value));
            }
            Self::Sparse(block) => {
                let range = block.range(place);
                for (column, value) in block.columns[range.clone()].iter().zip(&mut block.values[range]) {
                    change(*column as usize, value);
                }
            }
        }
    }

    /// Appends a row.
    pub(super) fn push(&mut self, row: &[f64]) {
        match self {
            Self::Dense(values) => values.extend_from_slice(row),
            Self::Sparse(block) => block.push(row),
        }
    }

    /// Gives the block the form that takes less memory, without spare room. `rows`: number of its rows.
    pub(super) fn settle(&mut self, rows: usize, n_columns: usize) {
        let settled = match self {
            Self::Dense(values) if is_sparse(stored(values), rows * n_columns) => {
                SparseBlock::of(n_columns, values).ok().map(Self::Sparse)
            }
            Self::Sparse(sparse) if !is_sparse(sparse.values.len(), rows * n_columns) => {
                sparse.dense(n_columns).ok().map(Self::Dense)
            }
            _ => None,
        };
        if let Some(settled) = settled {
            *self = settled;
        }
        match self {
            Self::Dense(values) => values.shrink_to_fit(),
            Self::Sparse(sparse) => sparse.shrink(),
        }
    }

    /// Returns the bytes behind the block, with spare room.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Dense(values) => values.capacity() * size_of::<f64>(),
            Self::Sparse(SparseBlock { ends, columns, values }) => {
                (ends.capacity() + columns.capacity()) * size_of::<u32>()
                    + values.capacity() * size_of::<f64>()
            }
        }
    }
}
