//! Agreement of two models on the rankings of a data set, and the queries on which they differ. Must not know training.

mod kendall;
mod overlap;

use serde::Serialize;

pub use kendall::tau_b;
pub use overlap::rbo;

use crate::data::{Dataset, Grouping};
use crate::metric::{Mean, Measure, Undefined};
use crate::model::Model;
use crate::ranking::TiedRanking;
use crate::util::error::Error;

/// Comparison of two models on one query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct QueryAgreement {
    /// Index of the query in the data.
    pub query: usize,
    /// Its name in the file.
    pub id: String,
    /// Number of documents.
    pub documents: usize,
    /// Value of the measure for the first model's ranking; `None` if it is undefined for the query.
    pub first: Option<f64>,
    /// Value of the measure for the second model's ranking.
    pub second: Option<f64>,
    /// Second value minus first value.
    pub difference: Option<f64>,
    /// Extrapolated rank-biased overlap of the two rankings.
    pub rbo: Option<f64>,
    /// Kendall's tau-b of the two rankings; `None` if a model ties all documents.
    pub tau: Option<f64>,
}

/// Comparison of two models on one data set.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Agreement {
    /// The measure, as written in settings.
    pub measure: String,
    /// One entry per query, in data order.
    pub queries: Vec<QueryAgreement>,
    /// Mean value of the first model over the queries with a value.
    pub first: Option<f64>,
    /// Mean value of the second model.
    pub second: Option<f64>,
    /// Mean of second value minus first value.
    pub difference: Option<f64>,
    /// Number of queries on which the second model has the greater value.
    pub better: usize,
    /// Number of queries on which the second model has the smaller value.
    pub worse: usize,
    /// Mean rank-biased overlap.
    pub rbo: Option<f64>,
    /// Mean tau-b over the queries that have one.
    pub tau: Option<f64>,
    /// Number of queries with a tau-b.
    pub tau_queries: usize,
}

/// Compares the rankings of two models query by query.
///
/// `p`: parameter of the rank-biased overlap, between 0 and 1. Each model scales the raw data and applies the threshold
/// for good documents as in its training.
/// Cost: O(n d + n log n), plus the cost of the measure.
///
/// # Errors
/// [`Error::Config`] if `p` is out of range, or for groups as in [`Model::grouped`]; [`Error::Numeric`] if a score is
/// not finite.
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
    measure.check_grades(data.max_grade())?;
    // Both are measured with the same groups: those of the first model that has some.
    let has_groups = !first.settings.group.parse::<Grouping>()?.is_none();
    let grouped = if has_groups { first } else { second }.grouped(data, &[measure])?;
    let data = &*grouped;
    let scaled = [first.scale(data), second.scale(data)];
    let mut queries = Vec::with_capacity(data.n_queries());
    for query in data.queries() {
        let mut rankings = Vec::with_capacity(2);
        let mut values = Vec::with_capacity(2);
        for (model, scaled) in [first, second].into_iter().zip(&scaled) {
            let (ranking, labels) = model.rank(scaled, &query)?;
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

/// Returns, for each document, the rank at which its tied group begins.
fn first_ranks(ranking: &TiedRanking) -> Vec<usize> {
    let mut first_ranks = vec![0; ranking.len()];
    for (first, group) in ranking.groups() {
        for &document in group {
            first_ranks[document as usize] = first;
        }
    }
    first_ranks
}
