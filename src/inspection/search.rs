//! The table in which the oracle looked, with the cells that three rankings choose. Knows no trainer.

use serde::Serialize;

use crate::loss::{QueryLoss, SearchForm};
use crate::ranking::{Ranking, ScoredDocuments};

/// Rows, and bad documents beside them, up to which a table comes with its values.
pub const LARGEST_TABLE: usize = 40;

/// Cells by row and column. Documents are named by their index within the query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct SearchTable {
    /// How rankings are read off it.
    pub form: SearchForm,
    /// The document of every row.
    pub rows: Vec<u32>,
    /// The bad documents that columns stand for; none in an assignment.
    pub columns: Vec<u32>,
    /// Number of columns.
    pub width: usize,
    /// Values row by row; empty if there are more than [`LARGEST_TABLE`] rows, or bad documents.
    pub values: Vec<f64>,
    /// The column that ŷ chooses in every row; of pairs, how many of the first ones are active.
    pub violator: Vec<u32>,
    /// Likewise for y*.
    pub reference: Vec<u32>,
    /// Likewise for the model's ranking; empty where its sum is no sum of these cells.
    pub predicted: Vec<u32>,
    /// What the cells of ŷ add up to.
    pub violator_total: f64,
    /// What y* is worth: with averaged ties that is a mean over rankings.
    pub reference_total: f64,
    /// What the cells of the model's ranking add up to; none where it has no cells.
    pub predicted_total: Option<f64>,
}

/// The table of a loss, where it has one. Cost: O(n log n), and a cell's for each if it comes with values.
pub(super) fn table(
    loss: &dyn QueryLoss,
    documents: &ScoredDocuments,
    violator: &Ranking,
) -> Option<SearchTable> {
    let scores = documents.scores();
    let cells = loss.search_cells(scores)?;
    let width = cells.width();
    let small = cells.rows.len() <= LARGEST_TABLE && cells.columns.len() <= LARGEST_TABLE;
    let values = if small {
        (0..cells.rows.len())
            .flat_map(|row| (0..width).map(move |column| (row, column)))
            .map(|(row, column)| (cells.value)(row, column))
            .collect()
    } else {
        Vec::new()
    };
    let violator = cells.chosen(violator);
    let reference = cells.chosen(loss.reference());
    // ψ_mrr asks for the first good document of a ranking, and the row is that of the worst one.
    let has_predicted = cells.form != SearchForm::FirstGood;
    let predicted = if has_predicted { cells.chosen(&Ranking::by_scores(scores)) } else { Vec::new() };
    let reference_total = match loss.positions() {
        None => cells.total(&reference),
        Some(positions) => {
            let gains = positions.discount.iter().zip(loss.reference().order());
            let best: f64 = gains.map(|(a, &document)| a * positions.gain[document as usize]).sum();
            crate::loss::margin(positions.reference_coefficients, scores) - best
        }
    };
    Some(SearchTable {
        form: cells.form,
        width,
        values,
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
