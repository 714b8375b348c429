//! Rows in blocks, so that a growing matrix is never copied as a whole. Must not know grades.
//!
//! A block stores all its values, or, where more than 70 % of them are 0, the other values with their columns. Nobody
//! else can tell which: sums have the same bits.
//!
//! A value that is stored with its column takes 12 bytes. The form follows the values: a scaling that moves zeros makes
//! rows dense. `Dataset::features` returns a copy of a row without its zeros, `Dataset::value` one value.

mod block;
mod ragged;
mod sparse_block;

use crate::linalg::row::Row;

use block::Block;
pub(super) use ragged::RaggedRows;

/// Rows per block. 256 rows of 46 features take 94 kB as dense numbers.
const BLOCK_ROWS: usize = 256;

/// Row-major matrix of f64, stored as blocks of [`BLOCK_ROWS`] rows.
#[derive(Debug, Clone, Default)]
pub(super) struct Matrix {
    n_rows: usize,
    n_columns: usize,
    blocks: Vec<Block>,
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
    pub fn row(&self, index: usize) -> Row<'_> {
        assert!(index < self.n_rows, "row {index} of {}", self.n_rows);
        self.blocks[index / BLOCK_ROWS].row(index % BLOCK_ROWS, self.n_columns)
    }

    /// Returns row `index` for changes of all its values. Its block is dense from now on.
    ///
    /// # Panics
    /// If the row does not exist.
    pub fn row_mut(&mut self, index: usize) -> &mut [f64] {
        assert!(index < self.n_rows, "row {index} of {}", self.n_rows);
        self.blocks[index / BLOCK_ROWS].row_mut(index % BLOCK_ROWS, self.n_columns)
    }

    /// Calls `change` with the column of every value of a row that may differ from +0, and the value.
    ///
    /// # Panics
    /// If the row does not exist.
    pub fn change_stored(&mut self, index: usize, change: impl FnMut(usize, &mut f64)) {
        assert!(index < self.n_rows, "row {index} of {}", self.n_rows);
        self.blocks[index / BLOCK_ROWS].change_stored(index % BLOCK_ROWS, self.n_columns, change);
    }

    /// Appends a row of `n_columns` values.
    pub fn push(&mut self, row: &[f64]) {
        assert_eq!(row.len(), self.n_columns, "one value per column");
        if self.n_rows.is_multiple_of(BLOCK_ROWS) {
            self.blocks.push(Block::Dense(Vec::new()));
        }
        self.n_rows += 1;
        if let Some(block) = self.blocks.last_mut() {
            block.push(row);
        }
        // The form is chosen again whenever the number of rows has doubled, so that it costs little.
        if (self.n_rows % BLOCK_ROWS).is_power_of_two() || self.n_rows.is_multiple_of(BLOCK_ROWS) {
            self.settle();
        }
    }

    /// Appends a row with `value(column)` in each column.
    pub fn push_with(&mut self, value: impl FnMut(usize) -> f64) {
        let row: Vec<f64> = (0..self.n_columns).map(value).collect();
        self.push(&row);
    }

    /// Gives the last block the form that takes less memory, without spare room.
    pub fn settle(&mut self) {
        let rows = self.n_rows.wrapping_sub(1) % BLOCK_ROWS + 1;
        if let Some(block) = self.blocks.last_mut() {
            block.settle(rows, self.n_columns);
        }
    }

    /// Calls `take` with every row in order, and frees each block after its last row.
    pub fn into_rows(self, mut take: impl FnMut(usize, &[f64])) {
        let Self { n_rows, n_columns, blocks } = self;
        let mut rows = 0..n_rows;
        for block in blocks {
            for (place, row) in rows.by_ref().take(BLOCK_ROWS).enumerate() {
                take(row, &block.row(place, n_columns).dense());
            }
        }
    }

    /// Returns whether every block stores all its values.
    pub fn is_dense(&self) -> bool {
        self.blocks.iter().all(|block| matches!(block, Block::Dense(_)))
    }

    /// Moves row `order[i]` to place `i`. Cost: one pass. Dense blocks need memory for two rows and one byte per row,
    /// others for a second matrix.
    ///
    /// # Panics
    /// If `order` is not a permutation of the rows.
    pub fn permute(&mut self, order: &[usize]) {
        assert_eq!(order.len(), self.n_rows, "a permutation contains every row");
        let mut placed = vec![false; order.len()];
        for &source in order {
            assert!(!std::mem::replace(&mut placed[source], true), "a permutation contains each row once");
        }
        let mut dense: Vec<&mut [f64]> = Vec::new();
        for block in &mut self.blocks {
            if let Block::Dense(values) = block {
                dense.extend(values.chunks_exact_mut(self.n_columns.max(1)));
            }
        }
        if dense.len() == self.n_rows {
            permute_dense(&mut dense, order, placed);
            return;
        }
        let mut permuted = Self::new(self.n_columns);
        order.iter().for_each(|&source| permuted.push(&self.row(source).dense()));
        permuted.settle();
        *self = permuted;
    }

    /// Returns the bytes behind the matrix, with spare room.
    pub fn bytes(&self) -> usize {
        self.blocks.iter().map(Block::bytes).sum::<usize>() + self.blocks.capacity() * size_of::<Block>()
    }
}

/// Two matrices are equal if their values are, whatever their form.
impl PartialEq for Matrix {
    fn eq(&self, other: &Self) -> bool {
        (self.n_rows, self.n_columns) == (other.n_rows, other.n_columns)
            && (0..self.n_rows).all(|row| self.row(row).dense() == other.row(row).dense())
    }
}

fn permute_dense(rows: &mut [&mut [f64]], order: &[usize], mut left: Vec<bool>) {
    for first in 0..order.len() {
        if !std::mem::replace(&mut left[first], false) {
            continue;
        }
        // Follow the cycle through `first`: each place takes the row of the next place.
        let first_row = rows[first].to_vec();
        let mut place = first;
        while order[place] != first {
            let moved = rows[order[place]].to_vec();
            rows[place].copy_from_slice(&moved);
            place = order[place];
            left[place] = false;
        }
        rows[place].copy_from_slice(&first_row);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::data::{Dataset, QueryRows};
    use crate::linalg::row::is_stored;
    use crate::method::settings::TrainingSettings;
    use crate::run::{Progress, TrainingRun};

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
                for (column, &value) in matrix.row(index).dense().iter().enumerate() {
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
                assert_eq!((index, row), (next, &*matrix.row(index).dense()));
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
            assert_eq!(*matrix.row(place).dense(), [source as f64, -(source as f64)]);
        }
    }

    /// Rows of `n_columns` values of which about a share is not +0. Some of these are −0.
    fn rows(n_rows: usize, n_columns: usize, share: f64, seed: u64) -> Vec<Vec<f64>> {
        let mut state = seed;
        let mut draw = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut value = move || match draw() {
            chance if chance >= share => 0.0,
            _ if draw() < 0.1 => -0.0,
            _ => (draw() - 0.5) * 10.0_f64.powf(20.0 * draw() - 10.0),
        };
        (0..n_rows).map(|_| (0..n_columns).map(|_| value()).collect()).collect()
    }

    fn bits(values: &[f64]) -> Vec<u64> {
        values.iter().map(|value| value.to_bits()).collect()
    }

    /// Both data sets have these rows. One keeps its zeros.
    fn both(rows: &[Vec<f64>]) -> [Dataset; 2] {
        let n_columns = rows[0].len();
        let query = QueryRows {
            id: "q".to_owned(),
            grades: vec![0; rows.len()],
            features: rows.concat(),
            comments: Vec::new(),
        };
        let stored = Dataset::from_queries(n_columns, &[query]).unwrap();
        let mut dense = stored.clone();
        let matrix = dense.features_mut();
        for block in &mut matrix.blocks {
            if let Block::Sparse(sparse) = block {
                *block = Block::Dense(sparse.dense(n_columns).unwrap());
            }
        }
        [stored, dense]
    }

    #[test]
    fn sums_over_both_forms_have_the_same_bits() {
        for seed in 0..40 {
            let share = [0.01, 0.1, 0.28, 0.5][seed as usize % 4];
            let (n_rows, n_columns) = (1 + seed as usize * 13, 1 + seed as usize * 5 % 41);
            let rows = rows(n_rows, n_columns, share, seed + 1);
            let [stored, dense] = both(&rows);
            assert_eq!(stored, dense);
            for (row, expected) in rows.iter().enumerate() {
                assert_eq!(bits(&stored.features(row)), bits(expected), "the bits of the file stay");
                for (column, value) in expected.iter().enumerate() {
                    assert_eq!(stored.value(row, column).to_bits(), value.to_bits());
                }
            }
            let vectors = self::rows(3, n_columns + 3, 0.9, seed + 100);
            for length in [0, n_columns / 2, n_columns, n_columns + 3] {
                let w = &vectors[0][..length];
                assert_eq!(bits(&stored.scores(0..n_rows, w)), bits(&dense.scores(0..n_rows, w)));
            }
            let coefficients = &self::rows(1, n_rows, 0.7, seed + 200)[0];
            let mut sums = [vec![0.0; n_columns], vec![0.0; n_columns], vec![0.0; n_columns]];
            for _ in 0..2 {
                stored.pull_back(0..n_rows, coefficients, &mut sums[0]);
                dense.pull_back(0..n_rows, coefficients, &mut sums[1]);
                for (row, coefficient) in rows.iter().zip(coefficients) {
                    sums[2].iter_mut().zip(row).for_each(|(sum, value)| *sum += coefficient * value);
                }
                assert_eq!(bits(&sums[0]), bits(&sums[1]));
                assert_eq!(bits(&sums[0]), bits(&sums[2]), "the sums have the order of the rows");
            }
            assert_eq!(stored.summary(), dense.summary());
            let wide = stored.feature_bytes() < dense.feature_bytes();
            assert!(wide || share > 0.1 || n_columns < 20, "the zeros of {share} are left out");
        }
    }

    #[test]
    fn every_way_to_append_keeps_the_rows() {
        for (n_rows, share) in [(1, 0.05), (255, 0.05), (257, 0.05), (600, 0.2), (600, 0.35), (700, 0.6)] {
            let rows = rows(n_rows, 23, share, n_rows as u64);
            let (mut pushed, mut ragged) = (Matrix::new(23), RaggedRows::default());
            for row in &rows {
                pushed.push(row);
                let width = row.iter().rposition(|value| is_stored(*value)).map_or(0, |last| last + 1);
                ragged.push(&row[..width]).unwrap();
            }
            pushed.settle();
            let ragged = ragged.into_matrix(23).unwrap();
            assert_eq!(pushed, ragged);
            let order: Vec<usize> = (0..n_rows).rev().collect();
            let mut turned = pushed.clone();
            turned.permute(&order);
            for (row, expected) in rows.iter().enumerate() {
                assert_eq!(bits(&pushed.row(row).dense()), bits(expected));
                assert_eq!(bits(&ragged.row(row).dense()), bits(expected));
                assert_eq!(bits(&turned.row(n_rows - 1 - row).dense()), bits(expected));
            }
        }
    }

    #[test]
    fn training_has_the_same_bits_on_both_forms() {
        let rows = rows(60, 40, 0.1, 3);
        let [stored, dense] = both(&rows).map(|mut data| {
            data.grades = (0..60).map(|row| (row * 7 % 3) as u8).collect();
            (data.max_grade, data.starts) = (2, vec![0, 20, 40, 60]);
            data.ids = ["a", "b", "c"].map(str::to_owned).to_vec();
            Arc::new(data)
        });
        for method in ["dorm", "ranksvm", "regression", "ranknet-linear", "prank", "rankboost"] {
            let settings = TrainingSettings { method: method.to_owned(), ..TrainingSettings::default() };
            let [one, other] = [&stored, &dense].map(|data| {
                let mut run = TrainingRun::new(Arc::clone(data), &settings).unwrap();
                while !matches!(run.advance(1000), Progress::Stopped { .. }) {}
                run.model().unwrap().json()
            });
            assert_eq!(one, other, "{method}");
        }
    }
}
