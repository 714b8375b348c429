//! The table in which a search looks for its ranking: what can be chosen, and what every choice is worth. Knows no
//! search, so that it can be held against one.

use serde::Serialize;

use crate::ranking::Ranking;

/// How rankings are read off a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SearchForm {
    /// Documents by ranks: one cell in every row and column.
    Assignment,
    /// Good documents by the number of bad ones before them: one cell in every row, never going back.
    Path,
    /// Good by bad documents: every pair is active or not, in each row the first ones.
    Pairs,
    /// The number of bad documents before the first good one: one cell in all.
    FirstGood,
}

/// The sum that a search maximises, cell by cell, at some scores.
pub struct SearchCells<'a> {
    /// How rankings are read off the table.
    pub form: SearchForm,
    /// The document of every row.
    pub rows: Vec<u32>,
    /// The bad documents in score order, of which column b counts the first b, or of which it is the b-th; none in an
    /// assignment, whose columns are ranks.
    pub columns: Vec<u32>,
    /// What the cell in a row and a column adds to the sum.
    pub value: Box<dyn Fn(usize, usize) -> f64 + 'a>,
}

impl SearchCells<'_> {
    /// Number of columns.
    pub fn width(&self) -> usize {
        match self.form {
            SearchForm::Assignment => self.rows.len(),
            SearchForm::Pairs => self.columns.len(),
            SearchForm::Path | SearchForm::FirstGood => self.columns.len() + 1,
        }
    }

    /// The column that a ranking chooses in every row; of pairs, how many of the first columns. A ranking with good or
    /// bad documents that are not in score order has the path of the one with the same pattern that is.
    /// Cost: O(n).
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

    /// What the chosen cells add up to. Cost: O(1) for each.
    pub fn total(&self, chosen: &[u32]) -> f64 {
        let of_row = |(row, &column): (usize, &u32)| match self.form {
            SearchForm::Pairs => (0..column as usize).map(|pair| (self.value)(row, pair)).sum(),
            _ => (self.value)(row, column as usize),
        };
        chosen.iter().enumerate().map(of_row).sum::<f64>()
    }
}
