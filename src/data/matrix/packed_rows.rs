//! The rows of a matrix as bytes, block by block in the form that they have. Must not know data sets.
//!
//! A block is one byte for its form, the ends of its rows if it is sparse, and then its rows: all values, or the columns
//! and then the values of the stored ones.

use std::collections::TryReserveError;

use super::sparse_block::SparseBlock;
use super::{BLOCK_ROWS, Block, Matrix};

const DENSE: u8 = 0;
const SPARSE: u8 = 1;

/// Values for which room is made at once: a mebibyte. More room follows what has arrived, so a forged size costs nothing.
const FIRST_ROOM: usize = 1 << 17;

/// Why rows cannot be read.
#[derive(Debug)]
pub(in crate::data) enum RowFault {
    /// What is wrong with the bytes.
    Bytes(String),
    /// Memory ran out.
    Memory,
}

impl From<TryReserveError> for RowFault {
    fn from(_: TryReserveError) -> Self {
        Self::Memory
    }
}

/// A part of the rows that is written and read at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::data) enum RowsItem {
    /// The head of a block.
    Block(usize),
    /// A row.
    Row(usize),
}

/// Number of items of `n_rows` rows.
pub(in crate::data) fn n_row_items(n_rows: usize) -> usize {
    n_rows + n_rows.div_ceil(BLOCK_ROWS)
}

/// Returns an item by its number: every block has its head before its rows.
pub(in crate::data) fn row_item(index: usize) -> RowsItem {
    let (block, place) = (index / (BLOCK_ROWS + 1), index % (BLOCK_ROWS + 1));
    if place == 0 { RowsItem::Block(block) } else { RowsItem::Row(block * BLOCK_ROWS + place - 1) }
}

impl Matrix {
    /// Appends an item to `into`.
    ///
    /// # Panics
    /// If the matrix has no such item.
    pub fn pack(&self, item: RowsItem, into: &mut Vec<u8>) {
        match item {
            RowsItem::Block(block) => match &self.blocks[block] {
                Block::Dense(_) => into.push(DENSE),
                Block::Sparse(sparse) => {
                    into.push(SPARSE);
                    put_numbers(&sparse.ends, into);
                }
            },
            RowsItem::Row(row) => match &self.blocks[row / BLOCK_ROWS] {
                Block::Dense(values) => {
                    let start = row % BLOCK_ROWS * self.n_columns;
                    put_values(&values[start..start + self.n_columns], into);
                }
                Block::Sparse(sparse) => {
                    let range = sparse.range(row % BLOCK_ROWS);
                    put_numbers(&sparse.columns[range.clone()], into);
                    put_values(&sparse.values[range], into);
                }
            },
        }
    }
}

fn put_values(values: &[f64], into: &mut Vec<u8>) {
    let start = into.len();
    into.resize(start + size_of_val(values), 0);
    let places = into[start..].as_chunks_mut().0;
    places.iter_mut().zip(values).for_each(|(place, value)| *place = value.to_le_bytes());
}

fn put_numbers(numbers: &[u32], into: &mut Vec<u8>) {
    let start = into.len();
    into.resize(start + size_of_val(numbers), 0);
    let places = into[start..].as_chunks_mut().0;
    places.iter_mut().zip(numbers).for_each(|(place, number)| *place = number.to_le_bytes());
}

/// Reader of rows, item by item in order.
#[derive(Debug, Default)]
pub(in crate::data) struct RowsReader {
    /// Its number of rows is that of the rows read.
    matrix: Matrix,
    /// Number of rows that are expected.
    n_rows: usize,
}

impl RowsReader {
    pub fn new(n_rows: usize, n_columns: usize) -> Self {
        Self { matrix: Matrix::new(n_columns), n_rows }
    }

    /// Returns the length of an item that begins with these bytes, or a length above theirs if that is not known yet.
    pub fn bytes_of(&self, item: RowsItem, bytes: &[u8]) -> usize {
        match item {
            RowsItem::Block(block) => match bytes.first() {
                Some(&SPARSE) => 1 + size_of::<u32>() * self.rows_of(block),
                _ => 1,
            },
            RowsItem::Row(row) => match self.matrix.blocks.last() {
                Some(Block::Sparse(sparse)) => {
                    (size_of::<u32>() + size_of::<f64>()).saturating_mul(sparse.range(row % BLOCK_ROWS).len())
                }
                _ => size_of::<f64>().saturating_mul(self.matrix.n_columns),
            },
        }
    }

    fn rows_of(&self, block: usize) -> usize {
        BLOCK_ROWS.min(self.n_rows - block * BLOCK_ROWS)
    }

    /// Reads the next item. `bytes`: as many as [`bytes_of`](Self::bytes_of) returned.
    pub fn read(&mut self, item: RowsItem, bytes: &[u8]) -> Result<(), RowFault> {
        match item {
            RowsItem::Block(block) => self.read_block(block, bytes),
            RowsItem::Row(row) => self.read_row(row, bytes),
        }
    }

    fn read_block(&mut self, block: usize, bytes: &[u8]) -> Result<(), RowFault> {
        let made = match bytes.split_first() {
            Some((&DENSE, _)) => Block::Dense(Vec::new()),
            Some((&SPARSE, ends)) => Block::Sparse(self.sparse_block(ends)?),
            other => {
                let form = other.map_or(0, |(form, _)| *form);
                return Err(RowFault::Bytes(format!("block {block} has the unknown form {form}")));
            }
        };
        // The documents have arrived before the rows, so their number is not forged.
        let blocks = &mut self.matrix.blocks;
        blocks.try_reserve_exact(self.n_rows.div_ceil(BLOCK_ROWS) - blocks.len())?;
        blocks.push(made);
        Ok(())
    }

    fn sparse_block(&self, bytes: &[u8]) -> Result<SparseBlock, RowFault> {
        let mut ends = Vec::new();
        ends.try_reserve_exact(bytes.len() / size_of::<u32>())?;
        ends.extend(numbers(bytes));
        let mut start = 0;
        for &end in &ends {
            if end < start || (end - start) as usize > self.matrix.n_columns {
                let problem =
                    format!("a row has {start} to {end} as its values, of {}", self.matrix.n_columns);
                return Err(RowFault::Bytes(problem));
            }
            start = end;
        }
        Ok(SparseBlock { ends, ..SparseBlock::default() })
    }

    fn read_row(&mut self, row: usize, bytes: &[u8]) -> Result<(), RowFault> {
        let (n_columns, rows) = (self.matrix.n_columns, self.rows_of(row / BLOCK_ROWS));
        match self.matrix.blocks.last_mut() {
            Some(Block::Dense(values)) => read_values(row, bytes, rows.saturating_mul(n_columns), values)?,
            Some(Block::Sparse(sparse)) => {
                let range = sparse.range(row % BLOCK_ROWS);
                let all = sparse.ends.last().map_or(0, |&end| end as usize);
                let (columns, values) = bytes.split_at(size_of::<u32>() * range.len());
                make_room(&mut sparse.columns, range.len(), all)?;
                sparse.columns.extend(numbers(columns));
                let columns = &sparse.columns[range];
                let ascends = columns.windows(2).all(|pair| pair[0] < pair[1]);
                if !ascends || columns.last().is_some_and(|&last| last as usize >= n_columns) {
                    let problem = format!("the columns of row {row} are not in order below {n_columns}");
                    return Err(RowFault::Bytes(problem));
                }
                read_values(row, values, all, &mut sparse.values)?;
            }
            None => {}
        }
        self.matrix.n_rows = row + 1;
        Ok(())
    }

    /// Returns the matrix once every item has been read.
    pub fn finish(self) -> Matrix {
        assert_eq!(self.matrix.n_rows, self.n_rows, "every row is read");
        self.matrix
    }
}

/// Appends the values of a row. `all`: number of values of the block.
fn read_values(row: usize, bytes: &[u8], all: usize, values: &mut Vec<f64>) -> Result<(), RowFault> {
    let start = values.len();
    let (chunks, _) = bytes.as_chunks();
    make_room(values, chunks.len(), all)?;
    values.extend(chunks.iter().map(|chunk| f64::from_le_bytes(*chunk)));
    match values[start..].iter().find(|value| !value.is_finite()) {
        Some(value) => Err(RowFault::Bytes(format!("row {row} has the value {value}, which is not finite"))),
        None => Ok(()),
    }
}

/// Makes room for `more` values in a list that has `all` of them at its end, at which nothing is spare.
fn make_room<T>(list: &mut Vec<T>, more: usize, all: usize) -> Result<(), TryReserveError> {
    if list.capacity() - list.len() >= more {
        return Ok(());
    }
    let room = more.max(list.len()).max(FIRST_ROOM).min(all - list.len());
    list.try_reserve_exact(room)
}

fn numbers(bytes: &[u8]) -> impl Iterator<Item = u32> {
    bytes.as_chunks().0.iter().map(|chunk| u32::from_le_bytes(*chunk))
}
