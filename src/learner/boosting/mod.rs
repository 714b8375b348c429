//! Boosting: a scorer that grows by one weak learner (or one tree per class) each round.
//!
//! [`Booster`] is the loop. A [`BoostingLoss`] defines the weights, the search and the terms of a round. A loss knows
//! documents only by their place. A round depends only on the scores at its start, so any past round can be
//! recomputed. Must not know experiments, text formats or validation data.
//!
//! A loss sorts once (`prepare`), weighs the documents at given scores (`begin`), and searches one feature at a time
//! (`search`). The loop has what is common: slices, reports, the scorer of every iteration, numbers out of range. A
//! round stores only its terms, because slow motion, weights and pulls of past rounds are computed again.

mod ada_rank;
mod booster;
mod columns;
mod frank;
mod lambda_mart;
mod line_search;
mod mc_rank;
mod pairs;
mod rank_boost;
mod tree;

pub use crate::learner::{Candidate, Inspection, Phases, QueryWeight, StepCurve};
pub use ada_rank::{AdaRank, AdaRankConfig, Reuse};
pub use booster::Booster;
pub use frank::{FRank, FRankConfig, StepLength};
pub use lambda_mart::{LambdaMart, LambdaMartConfig, LambdaMartForm, Monotone};
pub use mc_rank::{ClassForm, McRank, McRankConfig};
pub use rank_boost::{PairWeighting, RankBoost, RankBoostConfig, StumpSearch};
pub use tree::TreeConfig;

use crate::data::{Dataset, Query};
use crate::learner::{Chosen, StopReason};
use crate::ranking::scorer::{Scorer, Term};
use crate::util::error::Error;

/// A boosting method.
///
/// `sums`: one list per ensemble of the scorer with one sum per row of the data.
pub trait BoostingLoss: Send + Sync {
    /// The state of a round.
    type Round: Send + Sync;

    /// Number of queries of the data that take part.
    fn n_used_queries(&self) -> usize;

    /// Returns the scorer without terms: one sum of terms, unless the method has several.
    fn untrained(&self) -> Scorer {
        Scorer::Additive { terms: Vec::new() }
    }

    /// Does one piece of the one-time preparation, such as sorting a feature. Returns the number of feature values
    /// visited; 0 once the preparation is complete.
    fn prepare(&mut self, data: &Dataset) -> usize;

    /// Starts a round with the weights at these sums. `terms`: the first ensemble so far.
    fn begin(&self, sums: &[Vec<f64>], terms: &[Term]) -> (Self::Round, RoundMetrics);

    /// Does one piece of a round, such as the search of one feature.
    fn search(&self, round: &mut Self::Round) -> Search;

    /// Returns the pieces of the round done, and the pieces in all; 0 if unknown.
    fn progress(&self, round: &Self::Round) -> (usize, usize);

    /// Returns the weak learners that the round compared, one per ensemble and feature, in this order.
    fn candidates(&self, round: &Self::Round) -> Vec<Candidate>;

    /// Returns the share of every used query in the weights of the round.
    fn query_weights(&self, round: &Self::Round) -> Vec<QueryWeight>;

    /// Returns the pull on the documents of a query. `sums`: of the query's documents only. `metrics`: at that
    /// iteration.
    fn pull(&self, query: usize, sums: &[Vec<f64>], metrics: &RoundMetrics) -> Option<Vec<f64>>;

    /// Returns the residuals of a query by class, for methods with classes. `sums`: of the query's documents only.
    fn residuals(&self, _query: usize, _sums: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
        None
    }

    /// Returns the objective along the step of a round that has just begun, for methods that can compute it.
    fn step_curve(&self, _round: &Self::Round, _chosen: Chosen, _points: usize) -> Option<StepCurve> {
        None
    }
}

/// The figures of training before a round.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RoundMetrics {
    /// The objective or bound that the method minimises.
    pub objective: Option<f64>,
    /// The value that chooses the best iteration instead of the objective; higher is better.
    pub merit: Option<f64>,
    /// Share of wrongly ordered pairs; ties count one half.
    pub pair_error: Option<f64>,
    /// Share of the pairs that the method has given up.
    pub given_up: Option<f64>,
    /// Entropy of the query weights over its maximum.
    pub entropy: Option<f64>,
}

/// The result of a piece of a round.
#[derive(Debug, Clone)]
pub enum Search {
    /// The round continues.
    Working {
        /// Number of feature values visited.
        values: usize,
    },
    /// The round is complete.
    Found(Found),
    /// There is no next round.
    Over {
        /// The reason.
        reason: StopReason,
        /// Details in a sentence.
        problem: String,
    },
}

/// The result of a round.
#[derive(Debug, Clone)]
pub struct Found {
    /// One term per ensemble.
    pub terms: Vec<Term>,
    /// Values of the weak learner of every term, one per document; empty if the round does not know them.
    pub values: Vec<Vec<f64>>,
    /// Its weight.
    pub alpha: f64,
    /// Its edge, as in [`Candidate::edge`]; for trees the gain of all splits.
    pub edge: f64,
    /// The weak learner, if it is a single feature.
    pub chosen: Option<Chosen>,
    /// Indices of the chosen candidates.
    pub candidates: Vec<usize>,
}

/// Largest number of rounds of any method.
const MOST_ROUNDS: usize = 100_000;

fn check_rounds(rounds: usize) -> Result<(), Error> {
    if rounds == 0 || rounds > MOST_ROUNDS {
        return Err(Error::config("rounds", format!("{rounds} is not between 1 and {MOST_ROUNDS}")));
    }
    Ok(())
}

/// Checks that the data have documents, and few enough for 32-bit numbers.
fn check_size(data: &Dataset) -> Result<(), Error> {
    if data.n_documents() == 0 {
        return Err(Error::data("no documents to learn from"));
    }
    if u32::try_from(data.n_documents()).is_err() {
        return Err(Error::data(format!("{} documents are more than 2^32", data.n_documents())));
    }
    Ok(())
}

/// Returns the weight of the query of each document; no weights if the data have none.
fn document_weights(data: &Dataset) -> Vec<f64> {
    if !data.is_weighted() {
        return Vec::new();
    }
    let of_query = |query: Query<'_>| std::iter::repeat_n(data.weight(query.index), query.documents.len());
    data.queries().flat_map(of_query).collect()
}

/// Returns each positive amount as a share of their sum; all 0 if the sum is 0. Amounts of one query that follow each other
/// are added up.
fn shares(all_amounts: impl IntoIterator<Item = (usize, f64)>) -> Vec<QueryWeight> {
    let mut amounts: Vec<(usize, f64)> = Vec::new();
    for (query, amount) in all_amounts {
        match amounts.last_mut() {
            Some(last) if last.0 == query => last.1 += amount,
            _ => amounts.push((query, amount)),
        }
    }
    let all: f64 = amounts.iter().fold(0.0, |sum, (_, amount)| sum + amount);
    let share = |amount: f64| if all > 0.0 { amount / all } else { 0.0 };
    amounts
        .into_iter()
        .map(|(query, amount)| QueryWeight { query, weight: share(amount), value: None })
        .collect()
}
