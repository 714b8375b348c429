//! FRank: boosting on the fidelity loss of pairs. It knows a document by its place in a query with pairs.
//!
//! Source: Tsai, Liu, Qin, Chen and Ma 2007, sections 3.2 and 3.3.

mod search;

use std::sync::Arc;

use super::booster::Booster;
use super::columns::Columns;
use super::pairs::{MOST_PAIRS, PairQueries};
use super::rank_boost::stump;
use super::{
    BoostingLoss, Candidate, QueryWeight, RoundMetrics, Search, StepCurve, check_rounds, check_size, shares,
};
use crate::data::Dataset;
use crate::learner::{Chosen, StopReason};
use crate::ranking::Ranking;
use crate::ranking::scorer::Term;
use crate::util::error::Error;

use search::BestCut;

/// The rule for the step length α of a round.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum StepLength {
    /// α = ½ ln(W₊/W₋), equation 3. It is about a quarter to a half of the exact step, which acts as shrinkage.
    #[default]
    Formula,
    /// The α that minimises the objective, by line search.
    Exact,
}

/// Settings of FRank.
#[derive(Debug, Clone, PartialEq)]
pub struct FRankConfig {
    /// Number of rounds, from 1.
    pub rounds: usize,
    /// The rule for α.
    pub step: StepLength,
}

impl Default for FRankConfig {
    fn default() -> Self {
        Self { rounds: 50, step: StepLength::Formula }
    }
}

impl FRankConfig {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] for a number of rounds out of range.
    pub fn check(&self) -> Result<(), Error> {
        check_rounds(self.rounds)
    }
}

/// The fidelity loss of pairs with stumps.
///
/// `J = (1/m) Σ_q 1/|P_q| Σ (1 − √P)`, `P = 1/(1 + e^{−H})`, H = s_i − s_j, where i is the better document: P* = 1. A
/// query of weight p counts p times in m and in the sum.
/// Only pairs of different grades count. The paper also allows ties as P* = ½, but then its equation 3 can lack a
/// logarithm. J is at most 1 and not convex: a pair with very wrong scores has almost no influence.
pub struct FRank {
    config: FRankConfig,
    pairs: PairQueries,
    columns: Columns,
}

/// A weak learner that lowers J by less counts as no improvement.
const SMALLEST_DECREASE: f64 = 1e-12;
/// Bound on e^{−H}, so that no step leaves the range of floating point.
const LARGEST_EXPONENT: f64 = 600.0;
/// F > 0.9 means P < 0.01, so e^{−H} > 99.
const GIVEN_UP: f64 = 99.0;

/// A round: the pairs at the scores of its start, and the best cut of each feature so far.
///
/// After the search of the features, the candidates are evaluated in the order of a lower bound of their objectives,
/// until none of the others can be better.
///
/// Pairs are ordered by query, then by the place of the better document, then by the place of the worse one.
pub struct Round {
    /// e^{−H} of each pair.
    exponentials: Vec<f64>,
    /// W of each pair, without the factor 1/m.
    weights: Vec<f64>,
    /// Σ W of the pairs in which a place is the better document, minus those in which it is the worse one.
    pull: Vec<f64>,
    /// Σ √P of the pairs in which a place is the better document.
    roots: Vec<f64>,
    /// Σ W of each query.
    of_query: Vec<f64>,
    /// Mean over the pairs, then over queries, of the second derivative ¼ √P (1 − P)(1 − 3P) of √P where it is
    /// positive.
    curved: f64,
    objective: f64,
    feature: usize,
    /// The best candidate so far, with its objective.
    best: Option<(usize, f64)>,
    /// Without the objective, which only some need.
    candidates: Vec<Candidate>,
    /// The cut of every candidate.
    cuts: Vec<usize>,
    /// Lower bounds of the objectives, with the candidates; the lowest bound comes last once all features are searched.
    open: Vec<(f64, usize)>,
}

impl FRank {
    /// Returns FRank on the queries of `data` with at least two grades.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting out of range, [`Error::Data`] if no query holds a pair or the data hold more
    /// than 10⁸ pairs.
    pub fn learner(data: Arc<Dataset>, config: FRankConfig) -> Result<Booster<Self>, Error> {
        check_size(&data)?;
        let pairs = PairQueries::new(&data)?;
        Self::start(data, config, pairs)
    }

    /// Returns FRank on the clicked documents of `data`, each above all others of its query with its click weight.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting out of range, and as [`PairQueries::by_clicks`].
    pub fn by_clicks(data: Arc<Dataset>, config: FRankConfig) -> Result<Booster<Self>, Error> {
        check_size(&data)?;
        let pairs = PairQueries::by_clicks(&data)?;
        Self::start(data, config, pairs)
    }

    fn start(data: Arc<Dataset>, config: FRankConfig, pairs: PairQueries) -> Result<Booster<Self>, Error> {
        config.check()?;
        if pairs.n_pairs > MOST_PAIRS {
            return Err(Error::data(format!(
                "{} pairs of documents need {:.1} GB: use fewer queries, or RankBoost, which needs no list of pairs",
                pairs.n_pairs,
                16e-9 * pairs.n_pairs
            )));
        }
        let rounds = config.rounds;
        let columns = Columns::new(data.n_features());
        Ok(Booster::new(data, Self { config, pairs, columns }, rounds))
    }
}

impl FRank {
    /// Returns J with the weak learner of a candidate added to the scores.
    fn objective_of(&self, index: usize, round: &Round) -> f64 {
        let Candidate { feature, alpha, .. } = round.candidates[index];
        // Every candidate has a column; without one it could not win.
        let column = feature.checked_sub(1).and_then(|feature| self.columns.get(feature));
        column.map_or(f64::INFINITY, |column| self.objective(column, round.cuts[index], alpha, round))
    }
}

/// Returns W = D √P (1 − P) for e = e^{−H}, which is −2 dF/dH · D.
fn pair_weight(share: f64, e: f64) -> f64 {
    let p = 1.0 / (1.0 + e);
    share * p.sqrt() * (e * p)
}

/// Returns e^{−H}, at most e^600.
fn exponential(difference: f64) -> f64 {
    libm::exp((-difference).min(LARGEST_EXPONENT))
}

impl BoostingLoss for FRank {
    type Round = Round;

    fn n_used_queries(&self) -> usize {
        self.pairs.n_queries()
    }

    fn prepare(&mut self, data: &Dataset) -> usize {
        self.columns.make_next(data, &self.pairs.rows).map_or(0, |_| data.n_documents())
    }

    fn begin(&self, sums: &[Vec<f64>], _terms: &[Term]) -> (Round, RoundMetrics) {
        let n_pairs = self.pairs.n_pairs as usize;
        let scores: Vec<f64> = self.pairs.rows.iter().map(|&row| sums[0][row as usize]).collect();
        let mut exponentials = Vec::with_capacity(n_pairs);
        let mut weights = Vec::with_capacity(n_pairs);
        let mut pull = vec![0.0; scores.len()];
        let n_queries = self.pairs.queries.len();
        let mut of_query = vec![0.0; n_queries];
        let mut roots = vec![0.0; scores.len()];
        let (mut kept, mut wrong) = (vec![0.0; n_queries], vec![0.0; n_queries]);
        let (mut given_up, mut curved) = (0.0, 0.0);
        self.each_row(|query, place, worse, _| {
            let share = self.pairs.queries[query].weight / self.pairs.queries[query].n_pairs;
            for worse in worse {
                let difference = scores[place] - scores[worse];
                let e = exponential(difference);
                let weight = pair_weight(share, e);
                exponentials.push(e);
                weights.push(weight);
                pull[place] += weight;
                pull[worse] -= weight;
                of_query[query] += weight;
                let p = 1.0 / (1.0 + e);
                roots[place] += p.sqrt();
                curved += 0.25 * (weight * (1.0 - 3.0 * p)).max(0.0);
                let is_wrong = u8::from(difference < 0.0) + u8::from(difference <= 0.0);
                wrong[query] += 0.5 * f64::from(is_wrong);
                given_up += f64::from(u8::from(e > GIVEN_UP));
            }
            kept[query] += roots[place];
        });
        let objective = self.mean_of_queries(|query, index| 1.0 - kept[index] / query.n_pairs);
        let metrics = RoundMetrics {
            objective: Some(objective),
            pair_error: Some(self.mean_of_queries(|query, index| wrong[index] / query.n_pairs)),
            given_up: Some(given_up / self.pairs.n_pairs),
            ..RoundMetrics::default()
        };
        let round = Round {
            exponentials,
            weights,
            pull,
            roots,
            of_query,
            curved: curved / self.pairs.total_weight,
            objective,
            feature: 0,
            best: None,
            candidates: Vec::new(),
            cuts: Vec::new(),
            open: Vec::new(),
        };
        (round, metrics)
    }

    fn search(&self, round: &mut Round) -> Search {
        // A round visits every pair of the data, not every document.
        let values = self.pairs.n_places().max(round.weights.len());
        if let Some(column) = self.columns.get(round.feature) {
            round.feature += 1;
            if let Some(best) = self.best_cut(column, round) {
                let BestCut { cut, edge, formula, opposed, pull } = best;
                let alpha = match self.config.step {
                    StepLength::Formula => formula,
                    StepLength::Exact => self.exact_step(column, cut, formula, opposed, round),
                };
                round.open.push((self.least_objective(pull, alpha, round), round.candidates.len()));
                round.cuts.push(cut);
                round.candidates.push(Candidate {
                    ensemble: 0,
                    feature: round.feature,
                    threshold: Some(column.threshold(cut, cut + 1)),
                    alpha,
                    edge,
                    objective: None,
                });
            }
            if round.feature == self.columns.n_features() {
                let objectives: Vec<f64> = round.open.iter().map(|open| open.0).collect();
                let order = Ranking::by_scores(&objectives);
                round.open = order.order().iter().map(|&place| round.open[place as usize]).collect();
            }
            return Search::Working { values };
        }
        if let Some((least, index)) = round.open.pop() {
            if round.best.is_some_and(|(_, best)| least > best) {
                round.open.clear();
                return Search::Working { values: 1 };
            }
            let objective = self.objective_of(index, round);
            // Of equal candidates, the one of the first feature is chosen.
            if round.best.is_none_or(|(first, best)| objective < best || (objective == best && index < first))
            {
                round.best = Some((index, objective));
            }
            return Search::Working { values };
        }
        match round.best {
            Some((index, objective)) if objective < round.objective - SMALLEST_DECREASE => {
                stump(&round.candidates, index)
            }
            _ => Search::Over {
                reason: StopReason::NoWeakLearner,
                problem: "no cut of a feature lowers the fidelity loss".into(),
            },
        }
    }

    fn progress(&self, round: &Round) -> (usize, usize) {
        (round.feature, self.columns.n_features())
    }

    fn candidates(&self, round: &Round) -> Vec<Candidate> {
        let candidates = round.candidates.iter().enumerate();
        candidates
            .map(|(index, one)| Candidate { objective: Some(self.objective_of(index, round)), ..*one })
            .collect()
    }

    fn query_weights(&self, round: &Round) -> Vec<QueryWeight> {
        shares(self.pairs.queries.iter().zip(&round.of_query).map(|(query, &weight)| (query.index, weight)))
    }

    fn pull(&self, query: usize, sums: &[Vec<f64>], _metrics: &RoundMetrics) -> Option<Vec<f64>> {
        self.pairs.in_file_order(query, sums, |query, scores| {
            // ρ = W/2m.
            let share = 0.5 * query.weight / (query.n_pairs * self.pairs.total_weight);
            let mut pull = vec![0.0; scores.len()];
            for level in query.levels() {
                for better in level.clone() {
                    for worse in level.end..scores.len() {
                        let force = pair_weight(share, exponential(scores[better] - scores[worse]));
                        pull[better] += force;
                        pull[worse] -= force;
                    }
                }
            }
            pull
        })
    }

    fn step_curve(&self, round: &Round, chosen: Chosen, points: usize) -> Option<StepCurve> {
        let column = self.columns.get(chosen.feature.checked_sub(1)?)?;
        let threshold = chosen.threshold?;
        let cut = (0..column.n_cuts()).find(|&cut| column.threshold(cut, cut + 1) == threshold)?;
        let BestCut { formula, opposed, .. } = self.best_cut(column, round).filter(|best| best.cut == cut)?;
        let exact = self.exact_step(column, cut, formula, opposed, round);
        // The range starts slightly below 0 and ends well beyond the exact step.
        let (start, end) = (-0.25 * exact, 2.0 * exact);
        let (start, end) = (start.min(end), start.max(end));
        let alphas: Vec<f64> =
            (0..points).map(|point| start + (end - start) * point as f64 / (points - 1) as f64).collect();
        let objectives = alphas.iter().map(|&alpha| self.objective(column, cut, alpha, round)).collect();
        Some(StepCurve { iteration: 0, alphas, objectives, formula, exact, taken: chosen.alpha })
    }
}
