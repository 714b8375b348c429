//! The values of all columns, with their formulas. Must not know how a column is computed.

use serde::Serialize;

use super::collection::{Collection, PageQuery};
use super::columns::COLUMNS;
use super::figures::figure;
use super::pair::Pair;
use crate::util::error::Error;

/// The formula of one cell.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct CellFormula {
    /// Name of the column.
    pub column: &'static str,
    /// The formula in symbols.
    pub formula: &'static str,
    /// The formula with the numbers of the cell, `=`, and the value. Text in square brackets names the number before it.
    pub numbers: String,
    /// The value, as in the data.
    pub value: f64,
}

/// Significant digits of the value of a cell.
const RESULT_DIGITS: usize = 10;

/// Returns the names of all columns that a file can have, in their order.
pub fn column_names() -> Vec<&'static str> {
    COLUMNS.iter().map(|column| column.name()).collect()
}

impl Collection {
    /// Returns the names of its columns in their order, which is that of the features.
    pub fn column_names(&self) -> Vec<&'static str> {
        self.columns.iter().map(|&column| COLUMNS[column].name()).collect()
    }

    /// Returns one value per column for a candidate of a query, both by their places from 0.
    ///
    /// Cost: O(words of the query · log words of the page).
    ///
    /// # Errors
    /// [`Error::Absent`] for a query or a candidate that does not exist.
    pub fn row(&self, query: usize, candidate: usize) -> Result<Vec<f64>, Error> {
        let pair = self.pair(query, candidate)?;
        Ok(self.columns.iter().map(|&column| COLUMNS[column].value(&pair)).collect())
    }

    /// Returns the formula of one cell with its numbers.
    ///
    /// # Errors
    /// [`Error::Absent`] for a query, a candidate or a column that does not exist.
    pub fn explain(&self, query: usize, candidate: usize, column: usize) -> Result<CellFormula, Error> {
        let pair = self.pair(query, candidate)?;
        let Some(&place) = self.columns.get(column) else {
            return Err(Error::absent(
                "column",
                format!("{column} of {}; columns count from 0", self.columns.len()),
            ));
        };
        let column = COLUMNS[place];
        let value = column.value(&pair);
        Ok(CellFormula {
            column: column.name(),
            formula: column.formula(),
            numbers: format!("{} = {}", column.numbers(&pair), figure(value, RESULT_DIGITS)),
            value,
        })
    }

    /// Returns a query by its place from 0.
    pub(super) fn query(&self, query: usize) -> Result<&PageQuery, Error> {
        let problem = || format!("{query} of {}; queries count from 0", self.queries.len());
        self.queries.get(query).ok_or_else(|| Error::absent("query", problem()))
    }

    fn pair(&self, query: usize, candidate: usize) -> Result<Pair<'_>, Error> {
        let known = self.query(query)?;
        let of = known.candidates.get(candidate).ok_or_else(|| {
            let count = known.candidates.len();
            Error::absent("candidate", format!("{candidate} of {count}; candidates count from 0"))
        })?;
        Ok(Pair::of(self, known, of.page))
    }
}
