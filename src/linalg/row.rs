//! Rows of numbers, dense or with only the stored values, and their sums. Must not know what the numbers mean.
//!
//! Both forms give the same bits: a sparse sum puts value j into the same lane as the dense one, and a value that is
//! not stored would add 0.
//!
//! Sums of rows add eight long dense rows at a time, so the sums are read and written once for all of them. Every sum
//! keeps the order of the rows, so the bits are those of one row at a time.

use std::borrow::Cow;

use crate::linalg::dot;

/// One row: all values, or those that are not +0 with their places.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Row<'a> {
    Dense(&'a [f64]),
    Sparse(SparseRow<'a>),
}

/// The stored values of a row. All others are +0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SparseRow<'a> {
    /// Length of the row.
    pub len: usize,
    /// Places of the stored values, ascending, below `len`.
    pub places: &'a [u32],
    pub values: &'a [f64],
}

/// Returns whether a value must be stored. A negative zero must, so that a row returns the bits that it was given.
pub(crate) fn is_stored(value: f64) -> bool {
    value.to_bits() != 0
}

/// Returns whether storing only `stored` of `len` values pays: less than 30 % of them, which then take at most 45 % of
/// the memory.
pub(crate) fn is_sparse(stored: usize, len: usize) -> bool {
    10 * (stored as u128) < 3 * (len as u128)
}

impl<'a> Row<'a> {
    /// Returns the dot product with `w` over the common length, with the bits of [`dot::dot`] for a finite `w`.
    pub fn dot(self, w: &[f64]) -> f64 {
        match self {
            Self::Dense(values) => dot::dot(values, w),
            Self::Sparse(row) => dot::sparse_dot(row.places, row.values, w),
        }
    }

    /// Adds `coefficient · row` to `into`, over the common length. The bits are those of [`dot::add_scaled`] unless
    /// `into` holds a negative zero, which may keep its sign.
    pub fn add_scaled_to(self, coefficient: f64, into: &mut [f64]) {
        match self {
            Self::Dense(values) => dot::add_scaled(coefficient, values, into),
            Self::Sparse(row) => {
                for (&place, value) in row.places.iter().zip(row.values) {
                    let Some(sum) = into.get_mut(place as usize) else { break };
                    *sum += coefficient * value;
                }
            }
        }
    }

    /// Returns the value at a place; 0 behind the end.
    pub fn get(self, place: usize) -> f64 {
        match self {
            Self::Dense(values) => values.get(place).copied().unwrap_or(0.0),
            Self::Sparse(row) => {
                let position = row.places.binary_search_by(|other| (*other as usize).cmp(&place));
                position.map_or(0.0, |at| row.values[at])
            }
        }
    }

    /// Returns all values. Cost of a sparse row: its length.
    pub fn dense(self) -> Cow<'a, [f64]> {
        match self {
            Self::Dense(values) => Cow::Borrowed(values),
            Self::Sparse(row) => {
                let mut values = vec![0.0; row.len];
                for (&place, &value) in row.places.iter().zip(row.values) {
                    values[place as usize] = value;
                }
                Cow::Owned(values)
            }
        }
    }

    /// Calls `each` with the place of every value that may differ from +0, in order, and the value.
    pub fn for_each(self, mut each: impl FnMut(usize, f64)) {
        match self {
            Self::Dense(values) => values.iter().enumerate().for_each(|(place, &value)| each(place, value)),
            Self::Sparse(row) => {
                row.places.iter().zip(row.values).for_each(|(&place, &value)| each(place as usize, value));
            }
        }
    }
}

/// Adds `coefficient · row` of one row after the other to `into`, which is at most as long as a row.
///
/// Long dense rows are added [`dot::ROWS`] at a time, which does not change a bit.
pub(crate) fn add_rows<'a>(rows: impl Iterator<Item = (f64, Row<'a>)>, into: &mut [f64]) {
    if into.len() < dot::LONG {
        return rows.for_each(|(coefficient, row)| row.add_scaled_to(coefficient, into));
    }
    let columns = into.len();
    let (mut coefficients, mut waiting, mut n_waiting) = ([0.0; dot::ROWS], [&[][..]; dot::ROWS], 0);
    let add_waiting = |coefficients: &[f64], waiting: &[&[f64]], into: &mut [f64]| {
        for (coefficient, values) in coefficients.iter().zip(waiting) {
            dot::add_scaled(*coefficient, values, into);
        }
    };
    for (coefficient, row) in rows {
        match row {
            Row::Dense(values) => {
                (coefficients[n_waiting], waiting[n_waiting]) = (coefficient, &values[..columns]);
                n_waiting += 1;
                if n_waiting == dot::ROWS {
                    dot::add_scaled_rows(coefficients, waiting, into);
                    n_waiting = 0;
                }
            }
            Row::Sparse(_) => {
                add_waiting(&coefficients[..std::mem::take(&mut n_waiting)], &waiting, into);
                row.add_scaled_to(coefficient, into);
            }
        }
    }
    add_waiting(&coefficients[..n_waiting], &waiting, into);
}

/// A row that owns its values, in the form that takes less memory.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum OwnedRow {
    Dense(Box<[f64]>),
    Sparse { len: usize, places: Box<[u32]>, values: Box<[f64]> },
}

impl OwnedRow {
    pub fn row(&self) -> Row<'_> {
        match self {
            Self::Dense(values) => Row::Dense(values),
            Self::Sparse { len, places, values } => Row::Sparse(SparseRow { len: *len, places, values }),
        }
    }

    /// Returns the bytes behind the row.
    pub fn bytes(&self) -> usize {
        match self {
            Self::Dense(values) => size_of_val(&**values),
            Self::Sparse { places, values, .. } => size_of_val(&**places) + size_of_val(&**values),
        }
    }
}

impl From<Vec<f64>> for OwnedRow {
    fn from(row: Vec<f64>) -> Self {
        let stored = row.iter().filter(|value| is_stored(**value)).count();
        if !is_sparse(stored, row.len()) {
            return Self::Dense(row.into());
        }
        let (mut places, mut values) = (Vec::with_capacity(stored), Vec::with_capacity(stored));
        for (place, &value) in row.iter().enumerate().filter(|(_, value)| is_stored(**value)) {
            places.push(place as u32);
            values.push(value);
        }
        Self::Sparse { len: row.len(), places: places.into(), values: values.into() }
    }
}
