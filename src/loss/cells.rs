//! The table of a search: one cell per possible choice, with the value that the choice adds. Must not know the
//! searches, so that tests can check a search against its table.

use serde::Serialize;

use crate::ranking::Ranking;

/// How a ranking corresponds to cells of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SearchForm {
    /// Rows are documents, columns are ranks. A ranking has one cell in every row and column.
    Assignment,
    /// Rows are good documents, columns are numbers of bad documents before them. A ranking has one cell in every row,
    /// and its column never decreases from row to row.
    Path,
    /// Rows are good documents, columns are bad documents. In each row the first pairs are active.
    Pairs,
    /// One row. Columns are numbers of bad documents before the first good one, and a ranking has one cell.
    FirstGood,
}

/// The sum that a search maximises, cell by cell, at given scores.
pub struct SearchCells<'a> {
    /// How a ranking corresponds to cells.
    pub form: SearchForm,
    /// The document of each row.
    pub rows: Vec<u32>,
    /// Bad documents in score order; empty in an assignment, where columns are ranks.
    ///
    /// In [`SearchForm::Pairs`] column b is the b-th of them. Otherwise column b stands for the first b.
    pub columns: Vec<u32>,
    /// `value(row, column)`: the value that a cell adds to the sum.
    pub value: Box<dyn Fn(usize, usize) -> f64 + 'a>,
}

impl<'a> SearchCells<'a> {
    /// The table of an assignment. `reference`: y*, in whose order the documents are, so that its cells are the
    /// diagonal. `value(document, rank)`: what a document adds at a rank.
    pub fn assignment(reference: &'a Ranking, value: impl Fn(usize, usize) -> f64 + 'a) -> Self {
        let rows = reference.order();
        Self {
            form: SearchForm::Assignment,
            rows: rows.to_vec(),
            columns: Vec::new(),
            value: Box::new(move |row, rank| value(rows[row] as usize, rank)),
        }
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        match self.form {
            SearchForm::Assignment => self.rows.len(),
            SearchForm::Pairs => self.columns.len(),
            SearchForm::Path | SearchForm::FirstGood => self.columns.len() + 1,
        }
    }

    /// The column of a ranking in each row; for pairs, the number of active pairs in each row.
    ///
    /// If the good or the bad documents are not in score order, the path of the sorted ranking with the same pattern is
    /// returned. Cost: O(n).
    pub fn chosen(&self, y: &Ranking) -> Vec<u32> {
        if self.form == SearchForm::Assignment {
            let ranks = y.ranks();
            return self.rows.iter().map(|&document| ranks[document as usize]).collect();
        }
        let mut is_bad = vec![false; y.len()];
        for &document in &self.columns {
            is_bad[document as usize] = true;
        }
        let mut bad_before = 0;
        let mut path = Vec::with_capacity(self.rows.len());
        for &document in y.order() {
            if is_bad[document as usize] {
                bad_before += 1;
            } else {
                path.push(bad_before);
            }
        }
        path.truncate(self.rows.len());
        path
    }

    /// Returns the sum of the chosen cells. Cost: O(1) per cell.
    pub fn total(&self, chosen: &[u32]) -> f64 {
        chosen.iter().enumerate().map(|(row, &column)| self.chosen_value(row, column)).sum::<f64>()
    }

    /// Returns the part of a row in the sum of its ranking. `column`: the row's entry of [`Self::chosen`].
    pub fn chosen_value(&self, row: usize, column: u32) -> f64 {
        match self.form {
            SearchForm::Pairs => (0..column as usize).map(|pair| (self.value)(row, pair)).sum(),
            _ => (self.value)(row, column as usize),
        }
    }
}
