//! The table of the oracle's search, with the cells that three rankings choose. Must not know trainers.

use serde::Serialize;

use crate::loss::{QueryLoss, SearchForm};
use crate::ranking::{Ranking, ScoredDocuments};

/// Rows and columns of the upper left corner that a table of any size comes with.
pub const LARGEST_TABLE: usize = 40;

/// The cells of a search by row and column. A document is given by its index within the query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SearchTable {
    /// How the chosen cells give a ranking.
    pub form: SearchForm,
    /// The document of every row.
    pub rows: Vec<u32>,
    /// The bad document of every column; empty for an assignment.
    pub columns: Vec<u32>,
    /// Number of columns.
    pub width: usize,
    /// The rows that come with values, in ascending order: all of up to [`LARGEST_TABLE`] rows. Of a longer table the
    /// first ones, and in an assignment those of documents that ŷ or the model puts to a shown rank.
    pub shown_rows: Vec<u32>,
    /// The number of columns that come with values, the first ones.
    pub shown_width: usize,
    /// Values of the shown rows and columns, row by row.
    pub values: Vec<f64>,
    /// What the choice of ŷ in every shown row is worth; of pairs, the sum of its active ones.
    pub violator_values: Vec<f64>,
    /// Likewise for y*.
    pub reference_values: Vec<f64>,
    /// Likewise for the model's ranking; empty where its sum is no sum of these cells.
    pub predicted_values: Vec<f64>,
    /// The column that ŷ chooses in every row; of pairs, how many of the first ones are active.
    pub violator: Vec<u32>,
    /// The same for y*.
    pub reference: Vec<u32>,
    /// The same for the model's ranking; empty if its value is not a sum of these cells.
    pub predicted: Vec<u32>,
    /// Sum of the cells of ŷ.
    pub violator_total: f64,
    /// Value of y*. With averaged ties it is a mean over rankings.
    pub reference_total: f64,
    /// Sum of the cells of the model's ranking; `None` if it has no cells.
    pub predicted_total: Option<f64>,
}

/// The table of a loss, where it has one. Cost: O(n log n), and a cell's for each that comes with a value.
pub(super) fn table(
    loss: &dyn QueryLoss,
    documents: &ScoredDocuments,
    violator: &Ranking,
) -> Option<SearchTable> {
    let scores = documents.scores();
    let cells = loss.search_cells(scores)?;
    let width = cells.width();
    let violator = cells.chosen(violator);
    let reference = cells.chosen(loss.reference());
    // ψ_mrr depends on the first good document of a ranking, and the row belongs to the worst good document.
    let has_predicted = cells.form != SearchForm::FirstGood;
    let predicted = if has_predicted { cells.chosen(&Ranking::by_scores(scores)) } else { Vec::new() };
    // A column for no bad document stands before those of bad documents.
    let shown_width =
        width.min(LARGEST_TABLE + usize::from(width > cells.columns.len() && !cells.columns.is_empty()));
    let is_shown = |row: &usize| {
        let is_near =
            |chosen: &[u32]| chosen.get(*row).is_some_and(|&column| (column as usize) < shown_width);
        let is_chosen = cells.form == SearchForm::Assignment && (is_near(&violator) || is_near(&predicted));
        *row < LARGEST_TABLE || is_chosen
    };
    let shown_columns: Vec<usize> = (0..cells.rows.len()).filter(is_shown).collect();
    let values = shown_columns
        .iter()
        .flat_map(|&row| (0..shown_width).map(move |column| (row, column)))
        .map(|(row, column)| (cells.value)(row, column))
        .collect();
    let chosen_values = |chosen: &[u32]| -> Vec<f64> {
        let known = shown_columns.iter().filter_map(|&row| Some((row, *chosen.get(row)?)));
        known.map(|(row, column)| cells.chosen_value(row, column)).collect()
    };
    let reference_total = match (loss.reference_value(scores), loss.positions()) {
        (Some(value), _) => value,
        (None, None) => cells.total(&reference) + crate::loss::margin(loss.reference_shift(), scores),
        (None, Some(positions)) => {
            let gains = positions.discount.iter().zip(loss.reference().order());
            let best: f64 = gains.map(|(a, &document)| a * positions.gain[document as usize]).sum();
            crate::loss::margin(positions.reference_coefficients, scores) - best
        }
    };
    Some(SearchTable {
        form: cells.form,
        width,
        shown_width,
        values,
        violator_values: chosen_values(&violator),
        reference_values: chosen_values(&reference),
        predicted_values: chosen_values(&predicted),
        shown_rows: shown_columns.iter().map(|&row| row as u32).collect(),
        violator_total: cells.total(&violator),
        predicted_total: has_predicted.then(|| cells.total(&predicted)),
        reference_total,
        violator,
        reference,
        predicted,
        rows: cells.rows,
        columns: cells.columns,
    })
}
