//! RankBoost: boosting on the exponential loss of pairs. It knows a document by its place in a query with pairs.
//!
//! Source: Freund, Iyer, Schapire and Singer 2003; Tsai et al. 2007, section 2. The latter print e^{+α(h_i − h_j)},
//! where i is the better document; that sign is wrong.

mod sides;

use std::sync::Arc;

use super::booster::Booster;
use super::columns::{Column, Columns};
use super::pairs::{PairQueries, PairQuery};
use super::{
    BoostingLoss, Candidate, Found, QueryWeight, RoundMetrics, Search, check_rounds, check_size, shares,
};
use crate::data::Dataset;
use crate::learner::{Chosen, StopReason};
use crate::ranking::scorer::{Term, WeakLearner};
use crate::util::error::Error;

use sides::Sides;

/// The weights of pairs of different queries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PairWeighting {
    /// Every pair has the same weight, as published.
    #[default]
    Pairs,
    /// Every query has the same weight.
    Query,
}

/// The value that chooses the cut and its α.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum StumpSearch {
    /// The largest |r|, with α = ½ ln((1 + r)/(1 − r)): the third method of Freund et al.
    #[default]
    Third,
    /// The smallest Z = W₀ + 2 √(W₊ W₋), with α = ½ ln(W₊/W₋): their first method, which is greedier.
    First,
}

/// Settings of RankBoost.
#[derive(Debug, Clone, PartialEq)]
pub struct RankBoostConfig {
    /// Number of rounds, from 1.
    pub rounds: usize,
    /// The rule for cut and α.
    pub search: StumpSearch,
    /// Initial weights of the pairs.
    pub weighting: PairWeighting,
}

impl Default for RankBoostConfig {
    fn default() -> Self {
        Self { rounds: 100, search: StumpSearch::Third, weighting: PairWeighting::Pairs }
    }
}

impl RankBoostConfig {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] for a number of rounds out of range.
    pub fn check(&self) -> Result<(), Error> {
        check_rounds(self.rounds)
    }
}

/// The exponential loss of pairs, `Σ D₁(i, j) e^{−(s_i − s_j)}`, with stumps.
///
/// The loss factorises over documents, so sums over grades replace the pairs. A round costs O(n) for the weights and
/// O(n d) for the search, multiplied by the number of grades of a query for [`StumpSearch::First`].
pub struct RankBoost {
    config: RankBoostConfig,
    pairs: PairQueries,
    columns: Columns,
    /// Places in ascending order of each feature; only for [`StumpSearch::First`].
    orders: Vec<Vec<u32>>,
}

/// At pair error 0 with a loss this small, the weights leave the range of floating point.
const SMALLEST_LOSS: f64 = 1e-100;
/// An edge of at most this size counts as 0.
const SMALLEST_EDGE: f64 = 1e-12;
/// The exponentials of scores farther from the mean of their query have products out of range.
const LARGEST_EXPONENT: f64 = 340.0;

/// A round: the weights of the documents, and the best cut of each feature so far.
pub struct Round {
    /// π_i = Σ_j D_ij − Σ_j D_ji of each place; Σ D = 1.
    pull: Vec<f64>,
    /// e^{s}, e^{−s} of each place, with c_q / Σ in the second; only for [`StumpSearch::First`].
    factors: Vec<[f64; 2]>,
    weights: Vec<(usize, f64)>,
    loss: f64,
    /// A query whose scores differ so much that their exponentials leave the range of floating point.
    out_of_range: Option<usize>,
    feature: usize,
    /// The best candidate so far, with its value.
    best: Option<(usize, f64)>,
    candidates: Vec<Candidate>,
}

/// A cut with its figures.
#[derive(Debug, Clone, Copy)]
struct Cut {
    cut: usize,
    /// r = W₊ − W₋.
    edge: f64,
    alpha: f64,
    /// The value for comparing cuts; higher is better.
    worth: f64,
}

impl RankBoost {
    /// Returns RankBoost on the queries of `data` with at least two grades.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting out of range, [`Error::Data`] if no query holds a pair.
    pub fn learner(data: Arc<Dataset>, config: RankBoostConfig) -> Result<Booster<Self>, Error> {
        check_size(&data)?;
        let pairs = PairQueries::new(&data)?;
        Self::start(data, config, pairs)
    }

    /// Returns RankBoost on the clicked documents of `data`, each above all others of its query, where every pair starts
    /// with the click weight of its clicked document.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting out of range, and as [`PairQueries::by_clicks`].
    pub fn by_clicks(data: Arc<Dataset>, config: RankBoostConfig) -> Result<Booster<Self>, Error> {
        check_size(&data)?;
        let pairs = PairQueries::by_clicks(&data)?;
        // The weight of a list has its number of pairs in it, and this rule divides by that number.
        let config = RankBoostConfig { weighting: PairWeighting::Query, ..config };
        Self::start(data, config, pairs)
    }

    fn start(
        data: Arc<Dataset>,
        config: RankBoostConfig,
        pairs: PairQueries,
    ) -> Result<Booster<Self>, Error> {
        config.check()?;
        let rounds = config.rounds;
        let columns = Columns::new(data.n_features());
        let loss = Self { config, pairs, columns, orders: Vec::new() };
        Ok(Booster::new(data, loss, rounds))
    }

    /// Returns D₁ of each pair of a query. A query of weight p counts p times.
    fn pair_weight(&self, query: &PairQuery) -> f64 {
        match self.config.weighting {
            PairWeighting::Pairs => query.weight / self.pairs.weighted_pairs,
            PairWeighting::Query => query.weight / (self.pairs.total_weight * query.n_pairs),
        }
    }

    fn search_third(&self, column: &Column, round: &Round) -> Option<Cut> {
        let mut by_code = vec![0.0; column.n_codes()];
        for (&code, pull) in column.codes.iter().zip(&round.pull) {
            by_code[code as usize] += pull;
        }
        let (mut below, mut best) = (0.0, None::<Cut>);
        for (cut, pull) in by_code[..column.n_cuts()].iter().enumerate() {
            // All pulls add up to 0, so the sum above the cut is minus the sum below.
            below += pull;
            let edge: f64 = -below;
            if best.is_none_or(|best| edge.abs() > best.worth) {
                best = Some(Cut { cut, edge, alpha: 0.0, worth: edge.abs() });
            }
        }
        let best = best?;
        let most = 1.0 - 0.5 / self.pairs.weighted_pairs.max(1.0);
        let r = best.edge.clamp(-most, most);
        Some(Cut { alpha: 0.5 * libm::log((1.0 + r) / (1.0 - r)), ..best })
    }

    /// Moves one document after the other above the cut, from the largest value downwards.
    fn search_first(&self, column: &Column, order: &[u32], round: &Round) -> Option<Cut> {
        let mut sides = Sides::new(&self.pairs, &round.factors);
        let (mut plus, mut minus) = (0.0, 0.0);
        let mut cuts: Vec<[f64; 2]> = vec![[0.0; 2]; column.n_codes()];
        for &place in order.iter().rev() {
            let [more, less] = sides.raise(place as usize, round.factors[place as usize]);
            plus += more;
            minus += less;
            // The cut below this document: all documents with its code or a higher one are above when the next code
            // begins.
            cuts[column.codes[place as usize] as usize] = [plus, minus];
        }
        let mut best = None::<(Cut, [f64; 2])>;
        for cut in 0..column.n_cuts() {
            // Rounding can leave a tiny negative sum where the exact sum is 0.
            let [plus, minus] = cuts[cut + 1].map(|weight| weight.max(0.0));
            let worth = (plus.sqrt() - minus.sqrt()) * (plus.sqrt() - minus.sqrt());
            if best.is_none_or(|(best, _)| worth > best.worth) {
                best = Some((Cut { cut, edge: plus - minus, alpha: 0.0, worth }, [plus, minus]));
            }
        }
        let (best, [plus, minus]) = best?;
        Some(Cut { alpha: smoothed_half_log(plus, minus, 0.5 / self.pairs.weighted_pairs.max(1.0)), ..best })
    }
}

/// Returns ½ ln(W₊/W₋), with `least` added to both if one of them is below it.
pub(super) fn smoothed_half_log(plus: f64, minus: f64, least: f64) -> f64 {
    let more = if plus < least || minus < least { least } else { 0.0 };
    0.5 * libm::log((plus + more) / (minus + more))
}

impl BoostingLoss for RankBoost {
    type Round = Round;

    fn n_used_queries(&self) -> usize {
        self.pairs.n_queries()
    }

    fn prepare(&mut self, data: &Dataset) -> usize {
        let Some(column) = self.columns.make_next(data, &self.pairs.rows) else { return 0 };
        if self.config.search == StumpSearch::First {
            self.orders.push(column.order());
        }
        data.n_documents()
    }

    fn begin(&self, sums: &[Vec<f64>], _terms: &[Term]) -> (Round, RoundMetrics) {
        let mut pull = Vec::with_capacity(self.pairs.n_places());
        let mut factors = Vec::new();
        let mut weights = Vec::with_capacity(self.pairs.queries.len());
        let mut loss = 0.0;
        let mut out_of_range = None;
        for query in &self.pairs.queries {
            let weight = self.pair_weight(query);
            let (pulls, of_query, exponentials) = pulls(query, &self.pairs.gather(query, &sums[0]));
            pull.extend(pulls.iter().map(|pull| weight * pull));
            match exponentials {
                None => out_of_range = Some(query.index),
                Some(of_query) if self.config.search == StumpSearch::First => {
                    factors.extend(of_query.iter().map(|[up, down]| [*up, weight * down]));
                }
                Some(_) => {}
            }
            weights.push((query.index, weight * of_query));
            loss += weight * of_query;
        }
        if loss > SMALLEST_LOSS {
            pull.iter_mut().for_each(|pull| *pull /= loss);
            factors.iter_mut().for_each(|[_, down]| *down /= loss);
        }
        let by_query = self.config.weighting == PairWeighting::Query;
        let metrics = RoundMetrics {
            objective: Some(loss),
            pair_error: Some(self.pairs.pair_error(&sums[0], by_query)),
            ..RoundMetrics::default()
        };
        (
            Round {
                pull,
                factors,
                weights,
                loss,
                out_of_range,
                feature: 0,
                best: None,
                candidates: Vec::new(),
            },
            metrics,
        )
    }

    fn search(&self, round: &mut Round) -> Search {
        if round.loss <= SMALLEST_LOSS {
            let problem = format!("the exponential loss is {:e}: every pair is in order by far", round.loss);
            return Search::Over { reason: StopReason::Converged, problem };
        }
        if let Some(query) = round.out_of_range {
            let problem = format!(
                "two scores of query number {} differ by more than {LARGEST_EXPONENT}: use fewer rounds",
                query + 1
            );
            return Search::Over { reason: StopReason::Numeric, problem };
        }
        if let Some(column) = self.columns.get(round.feature) {
            let feature = round.feature;
            round.feature += 1;
            let cut = match self.config.search {
                StumpSearch::Third => self.search_third(column, round),
                StumpSearch::First => self.search_first(column, &self.orders[feature], round),
            };
            if let Some(cut) = cut.filter(|cut| cut.edge.abs() > SMALLEST_EDGE) {
                if round.best.is_none_or(|(_, worth)| cut.worth > worth) {
                    round.best = Some((round.candidates.len(), cut.worth));
                }
                let objective = match self.config.search {
                    StumpSearch::Third => None,
                    StumpSearch::First => Some(round.loss * (1.0 - cut.worth)),
                };
                round.candidates.push(Candidate {
                    ensemble: 0,
                    feature: feature + 1,
                    threshold: Some(column.threshold(cut.cut, cut.cut + 1)),
                    alpha: cut.alpha,
                    edge: cut.edge,
                    objective,
                });
            }
            return Search::Working { values: column.codes.len() };
        }
        let Some((candidate, _)) = round.best else {
            return Search::Over {
                reason: StopReason::NoWeakLearner,
                problem: "no cut of a feature separates better documents from worse ones".into(),
            };
        };
        stump(&round.candidates, candidate)
    }

    fn progress(&self, round: &Round) -> (usize, usize) {
        (round.feature, self.columns.n_features())
    }

    fn candidates(&self, round: &Round) -> Vec<Candidate> {
        round.candidates.clone()
    }

    fn query_weights(&self, round: &Round) -> Vec<QueryWeight> {
        shares(round.weights.iter().copied())
    }

    fn pull(&self, query: usize, sums: &[Vec<f64>], metrics: &RoundMetrics) -> Option<Vec<f64>> {
        let loss = metrics.objective.filter(|&loss| loss > SMALLEST_LOSS)?;
        self.pairs.in_file_order(query, sums, |query, scores| {
            let weight = self.pair_weight(query);
            pulls(query, scores).0.iter().map(|pull| weight * pull / loss).collect()
        })
    }
}

/// Returns term and figures of the stump of one candidate.
pub(super) fn stump(candidates: &[Candidate], index: usize) -> Search {
    let Candidate { feature, threshold, alpha, edge, .. } = candidates[index];
    let weak = WeakLearner::Stump { feature: feature - 1, threshold: threshold.unwrap_or(0.0) };
    Search::Found(Found {
        terms: vec![Term { weight: alpha, weak }],
        values: Vec::new(),
        alpha,
        edge,
        chosen: Some(Chosen { feature, threshold, alpha }),
        candidates: vec![index],
    })
}

/// Returns figures of one query: Σ_j e^{−(s_i − s_j)} − Σ_j e^{−(s_j − s_i)} of each place; the sum over all pairs;
/// and e^{s}, e^{−s}, with s relative to the query's mean score.
///
/// Cost: O(n). If a score is too far from the mean, the third result is `None` and the others cost O(pairs).
fn pulls(query: &PairQuery, scores: &[f64]) -> (Vec<f64>, f64, Option<Vec<[f64; 2]>>) {
    let mean = scores.iter().fold(0.0, |sum, score| sum + score) / scores.len() as f64;
    let mut pulls = vec![0.0; scores.len()];
    let mut all = 0.0;
    if scores.iter().any(|score| (score - mean).abs() > LARGEST_EXPONENT) {
        for level in query.levels() {
            for better in level.clone() {
                for worse in level.end..scores.len() {
                    let weight = libm::exp((scores[worse] - scores[better]).min(LARGEST_EXPONENT));
                    pulls[better] += weight;
                    pulls[worse] -= weight;
                    all += weight;
                }
            }
        }
        return (pulls, all, None);
    }
    let factors: Vec<[f64; 2]> =
        scores.iter().map(|score| [libm::exp(score - mean), libm::exp(mean - score)]).collect();
    let mut worse = 0.0;
    for level in query.levels().rev() {
        for place in level.clone() {
            pulls[place] = factors[place][1] * worse;
            all += pulls[place];
        }
        worse = factors[level].iter().fold(worse, |sum, [up, _]| sum + up);
    }
    let mut better = 0.0;
    for level in query.levels() {
        for place in level.clone() {
            pulls[place] -= factors[place][0] * better;
        }
        better = factors[level].iter().fold(better, |sum, [_, down]| sum + down);
    }
    (pulls, all, Some(factors))
}
