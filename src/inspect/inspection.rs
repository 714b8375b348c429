//! The result of the oracle for one query as plain data, for the page and the command line.

use serde::Serialize;

use crate::data::{Dataset, Grade, Query};
use crate::ranking::diversity::Diversity;

/// A document of an inspected query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct InspectedDocument {
    /// Its grade.
    pub grade: Grade,
    /// Comment of its line in the file.
    pub comment: String,
    /// Its line in the file, from 1.
    pub line: Option<usize>,
    /// Its score; ⟨w, x⟩ for a linear scorer.
    pub score: f64,
}

impl InspectedDocument {
    pub(super) fn of(data: &Dataset, query: &Query, row: usize, score: f64) -> Self {
        Self {
            grade: query.grades[row - query.documents.start],
            comment: data.comment(row).to_owned(),
            line: data.line(row),
            score,
        }
    }
}

/// The most violated constraint of a query at one w.
///
/// A document is given by its index within the query, from 0 in file order. Ranks count from 0.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Inspection {
    /// The iteration of that w.
    pub iteration: usize,
    /// Index of the query in the data.
    pub query: usize,
    /// Id of the query in the file.
    pub id: String,
    /// Documents of the query.
    pub documents: Vec<InspectedDocument>,
    /// y*, from the first rank to the last.
    pub reference: Vec<u32>,
    /// By rank of y* but the last: whether Δ stays 0 if the document exchanges its place with the next one. Empty for
    /// queries of more than [`MOST_EXCHANGED`] documents.
    pub free: Vec<bool>,
    /// The model's ranking by scores; ties keep document order.
    pub predicted: Vec<u32>,
    /// ŷ, the violator.
    pub violator: Vec<u32>,
    /// Δ(ŷ).
    pub loss: f64,
    /// ⟨w, δψ(ŷ)⟩.
    pub margin: f64,
    /// H = Δ(ŷ) − ⟨w, δψ(ŷ)⟩.
    pub hinge: f64,
    /// The slack that w requires: the greatest hinge among the losses that share a slack, summed over the query's
    /// slacks. For a single loss it is H.
    pub owed: f64,
    /// The slack that the working set allowed, if every query has its own. For several slacks it is their sum, as in
    /// `owed`.
    pub working_slack: Option<f64>,
    /// δψ(ŷ) = Σ coefficient_i x_i, by document.
    pub coefficients: Vec<f64>,
    /// Number of the component with this violator; 0 for a single loss.
    pub component: usize,
    /// Hinges of all components of a combination; one for a single loss.
    pub components: Vec<ComponentHinge>,
    /// Expected Δ of the model's ranking over its ties.
    pub predicted_loss: f64,
    /// The reported measure of the model's ranking.
    pub predicted_value: Option<f64>,
    /// Decay c by rank; empty if the loss does not have this form.
    pub c: Vec<f64>,
    /// Discount a by rank; empty if the loss does not have this form.
    pub a: Vec<f64>,
    /// Gain b by document; empty if the loss does not have this form.
    pub b: Vec<f64>,
    /// Coefficient of every document in ψ(y*); empty if the loss does not have this form.
    pub reference_coefficients: Vec<f64>,
    /// Name of the search that found the violator.
    pub oracle: String,
    /// The model's ranking with one document per group; `None` without groups.
    pub diverse: Option<DiverseRanking>,
}

/// A query's ranking under the rule of one document per group in the first ranks.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DiverseRanking {
    /// Group of each document of the query.
    pub groups: Vec<u32>,
    /// Number of first ranks that show each group at most once.
    pub ranks: usize,
    /// The model's ranking after the rule.
    pub order: Vec<u32>,
}

impl DiverseRanking {
    /// Returns the rule for `n` ranks applied to the order of the scores; `None` without groups.
    pub(super) fn of(query: &Query, order: &[u32], n: usize) -> Option<Self> {
        let rule = Diversity::new(query.groups, order.len(), n);
        let ranks = rule.ranks();
        let apply =
            || Self { groups: query.groups.to_vec(), ranks, order: rule.apply(order).order().to_vec() };
        (!query.groups.is_empty()).then(apply)
    }
}

/// Figures of one query at one w.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct QueryRow {
    /// Index of the query in the data.
    pub query: usize,
    /// Id of the query in the file.
    pub id: String,
    /// Number of documents.
    pub documents: usize,
    /// The slack that w requires, as `owed` of [`Inspection`].
    pub slack: f64,
    /// Expected Δ of the model's ranking over its ties.
    pub loss: f64,
    /// The reported measure of the model's ranking.
    pub value: Option<f64>,
}

/// The hinge of one component of a combination.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ComponentHinge {
    /// Number of the component in the combination, from 0.
    pub component: usize,
    /// Δ of its violator.
    pub loss: f64,
    /// ⟨w, δψ⟩ of its violator.
    pub margin: f64,
    /// H = loss − margin.
    pub hinge: f64,
}
