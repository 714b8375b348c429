//! How far two models agree about the rankings of a data set, and where they differ. Knows no training.

mod kendall;
mod overlap;

use serde::Serialize;

pub use kendall::tau_b;
pub use overlap::rbo;

use crate::data::Dataset;
use crate::error::Error;
use crate::loss::check_scores;
use crate::metric::{Labels, Mean, Measure, Undefined};
use crate::model::Model;
use crate::ranking::TiedRanking;

/// Two models on one query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct QueryAgreement {
    /// Index of the query in the data.
    pub query: usize,
    /// Its name in the file.
    pub id: String,
    /// Number of documents.
    pub documents: usize,
    /// The measure of the first model's ranking; none if the query defines none.
    pub first: Option<f64>,
    /// The measure of the second model's ranking.
    pub second: Option<f64>,
    /// Second minus first.
    pub difference: Option<f64>,
    /// Extrapolated rank-biased overlap of the two rankings.
    pub rbo: Option<f64>,
    /// Kendall's tau-b of the two rankings; none where a model orders nothing.
    pub tau: Option<f64>,
}

/// Two models on one data set.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Agreement {
    /// The measure, in the words of the settings.
    pub measure: String,
    /// One row per query, in data order.
    pub queries: Vec<QueryAgreement>,
    /// Mean measure of the first model over the queries that define it.
    pub first: Option<f64>,
    /// Mean measure of the second model.
    pub second: Option<f64>,
    /// Mean of second minus first.
    pub difference: Option<f64>,
    /// Queries on which the second model has the greater value.
    pub better: usize,
    /// Queries on which it has the smaller value.
    pub worse: usize,
    /// Mean rank-biased overlap.
    pub rbo: Option<f64>,
    /// Mean tau-b over the queries where both models order something.
    pub tau: Option<f64>,
    /// How many queries that mean is over.
    pub tau_queries: usize,
}

/// Compares the rankings of two models, query by query. `p` of the rank-biased overlap lies between 0 and 1.
///
/// Each model scales the raw data and counts good documents as it was trained to.
/// Cost: O(n d + n log n) and that of the measure.
///
/// # Errors
/// [`Error::Config`] for another p, [`Error::Numeric`] if a score leaves the range of floating point.
pub fn compare(
    first: &Model,
    second: &Model,
    data: &Dataset,
    measure: Measure,
    p: f64,
) -> Result<Agreement, Error> {
    if !(p > 0.0 && p < 1.0) {
        return Err(Error::config("p", format!("{p} does not lie between 0 and 1")));
    }
    let scaled = [first.scale(data), second.scale(data)];
    let mut queries = Vec::with_capacity(data.n_queries());
    for query in data.queries() {
        let mut rankings = Vec::with_capacity(2);
        let mut values = Vec::with_capacity(2);
        for (model, scaled) in [first, second].into_iter().zip(&scaled) {
            let scores = scaled.scores(query.documents.clone(), &model.weights);
            check_scores(&scores)?;
            let ranking = TiedRanking::by_scores(&scores);
            let labels = Labels {
                grades: query.grades,
                max_grade: data.max_grade().max(model.max_grade),
                threshold: model.settings.threshold,
            };
            values.push(measure.value(&ranking, &labels));
            rankings.push(ranking);
        }
        queries.push(QueryAgreement {
            query: query.index,
            id: query.id.to_owned(),
            documents: query.documents.len(),
            first: values[0],
            second: values[1],
            difference: values[0].zip(values[1]).map(|(first, second)| second - first),
            rbo: rbo(&rankings[0], &rankings[1], p),
            tau: tau_b(&rankings[0], &rankings[1]),
        });
    }
    let mean =
        |value: fn(&QueryAgreement) -> Option<f64>| Mean::of(queries.iter().map(value), Undefined::Skip);
    let differences = queries.iter().filter_map(|query| query.difference);
    let tau = mean(|query| query.tau);
    Ok(Agreement {
        measure: measure.key(),
        first: mean(|query| query.first).value,
        second: mean(|query| query.second).value,
        difference: mean(|query| query.difference).value,
        better: differences.clone().filter(|&difference| difference > 0.0).count(),
        worse: differences.filter(|&difference| difference < 0.0).count(),
        rbo: mean(|query| query.rbo).value,
        tau: tau.value,
        tau_queries: tau.counted,
        queries,
    })
}

/// The rank at which the tied group of every document begins, by document.
fn first_ranks(ranking: &TiedRanking) -> Vec<usize> {
    let mut first_ranks = vec![0; ranking.len()];
    for (first, group) in ranking.groups() {
        for &document in group {
            first_ranks[document as usize] = first;
        }
    }
    first_ranks
}
