//! LambdaRank with linear scores: rounds of convex objectives. Must not know files or settings.

use std::borrow::Cow;
use std::sync::Arc;

use crate::data::{Dataset, Grade, Query};
use crate::learner::cutting_plane::check_c;
use crate::learner::{Advance, DescentFigures, Detail, History, Learner, Phase, Step, StopReason};
use crate::linalg::dot::dot;
use crate::loss::PairTable;
use crate::metric::{Discount, Gain};
use crate::ranking::Ranking;
use crate::ranking::scorer::Scorer;
use crate::util::error::Error;

use super::config::check_history;
use super::lambda_rank::best_gain;
use super::learner::TOO_LARGE;
use super::pair_logistic::Logistic;
use super::score_loss::{check_pairs, has_pair};
use super::{Curvature, Method, Minimiser, Objective, Progress, QueryScoreLoss, ScoreLoss, Weighting};

/// Rounds after the first solution.
const MOST_ROUNDS: usize = 30;
/// The rounds end when w moves by less than this, relative to ‖w‖.
const LEAST_MOVE: f64 = 1e-3;
/// ½‖∇P‖²/P at which a round ends. It bounds the distance from the optimum of the round, relative to it.
const ROUND_GAP: f64 = 1e-12;
/// Largest number of steps of a round. Newton's method takes about ten; numbers near the ends of their range take many.
const MOST_STEPS: usize = 100;
/// Largest number of pairs whose weights are kept: 16 bytes each, in two copies.
const MOST_PAIRS: usize = 1 << 26;

/// Settings of [`LambdaRounds`].
#[derive(Debug, Clone, PartialEq)]
pub struct LambdaRoundsConfig {
    /// Trade-off C.
    pub c: f64,
    /// k of NDCG@k, at least 1; `None` counts all ranks.
    pub cut_off: Option<usize>,
    /// Gain of a grade.
    pub gain: Gain,
}

impl LambdaRoundsConfig {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] naming the value that is out of range.
    pub fn check(&self) -> Result<(), Error> {
        check_c(self.c)?;
        if self.cut_off == Some(0) {
            return Err(Error::config("measure", "0 would count no rank; the smallest cut-off is 1"));
        }
        Ok(())
    }
}

/// A linear ranker that minimises `½‖w‖² + C · mean Σ A_ij log(1 + e^{−(s_i − s_j)})` round by round.
///
/// A pair r_i > r_j weighs ω_ij, the change of NDCG@k if the two swap their ranks, over the sum of ω in the query, so that C
/// means the same as for the other losses of pairs. The first solution has equal weights. A round takes ω at the ranks of
/// the w before, with the order of the data among equal scores, and A is the mean of the ω of all rounds so far. The mean
/// is needed: with the weights of the last round alone, w goes on moving. Every round has a certificate; the rounds
/// together have no loss, so objectives of two rounds cannot be compared.
///
/// Cost of a round: as RankNet with linear scores, O(pairs) and two passes over the features for each Newton step.
/// Source: Burges, Ragno and Le 2006 for ω; the rounds are ours.
pub struct LambdaRounds {
    data: Arc<Dataset>,
    config: LambdaRoundsConfig,
    /// Pairs of the queries that take part, with their weights A.
    pairs: FrozenPairs,
    /// Rounds that have begun; 0 while the first solution is sought.
    round: usize,
    minimiser: Option<Box<Minimiser>>,
    /// Steps of the present round.
    steps: usize,
    /// w of every round.
    history: History<Vec<f64>>,
    has_ended: bool,
    n_used: usize,
    used_weight: f64,
    evaluations: usize,
}

/// Weights of pairs at fixed ranks: by query its pairs, the better document first.
struct FrozenPairs {
    by_query: Vec<Vec<(u32, u32, f64)>>,
}

impl LambdaRounds {
    /// Returns a learner that uses the queries with documents of different grades.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting out of range; [`Error::Data`] without a pair, or with more than 67 million.
    pub fn new(data: Arc<Dataset>, config: LambdaRoundsConfig) -> Result<Self, Error> {
        config.check()?;
        check_pairs(&data)?;
        check_history(MOST_ROUNDS + 1, data.n_features())?;
        let n_pairs =
            data.queries().fold(0_usize, |sum, query| sum.saturating_add(count_pairs(query.grades)));
        if n_pairs > MOST_PAIRS {
            return Err(Error::data(format!(
                "the data have {n_pairs} pairs of different grades, and this method keeps weights of at most \
                 {MOST_PAIRS}; use lambdamart, or fewer queries"
            )));
        }
        let by_query = data.queries().map(|query| equal_pairs(query.grades)).collect();
        let mut learner = Self {
            data,
            config,
            pairs: FrozenPairs { by_query },
            round: 0,
            minimiser: None,
            steps: 0,
            history: History::default(),
            has_ended: false,
            n_used: 0,
            used_weight: 0.0,
            evaluations: 0,
        };
        let minimiser = learner.begin()?;
        let objective = minimiser.objective();
        (learner.n_used, learner.used_weight) = (objective.n_queries(), objective.total_weight());
        learner.minimiser = Some(minimiser);
        Ok(learner)
    }

    /// Begins the descent with the present weights of pairs at the latest w.
    fn begin(&self) -> Result<Box<Minimiser>, Error> {
        let table = PairTable::equal();
        let objective =
            Objective::new(self.data.clone(), &self.pairs, &table, Weighting::Query, self.config.c)?;
        let method = Method::for_features(objective.n_features());
        let start = self.history.last().cloned().unwrap_or_else(|| vec![0.0; objective.n_features()]);
        Ok(Box::new(Minimiser::new(objective, method, start)))
    }

    /// Adds the weights at the ranks of w to their mean over the rounds.
    fn weigh(&mut self, w: &[f64]) {
        self.round += 1;
        let share = 1.0 / self.round as f64;
        for query in self.data.queries() {
            let pairs = &mut self.pairs.by_query[query.index];
            if pairs.is_empty() {
                continue;
            }
            let scores = self.data.scores(query.documents, w);
            let swaps = swap_weights(query.grades, &scores, &self.config, pairs);
            for ((.., mean), weight) in pairs.iter_mut().zip(swaps) {
                // The equal weights of the first solution are no round.
                *mean = if self.round == 1 { weight } else { *mean + share * (weight - *mean) };
            }
        }
    }

    /// Records the solution of a round.
    fn report(&mut self, minimiser: &Minimiser) -> Step {
        let point = minimiser.point();
        let length = |w: &[f64]| dot(w, w).sqrt();
        let moved = self.history.last().map(|before| {
            let way: Vec<f64> = point.w.iter().zip(before).map(|(new, old)| new - old).collect();
            let (way, norm) = (length(&way), point.norm());
            if way > 0.0 { way / norm.max(f64::MIN_POSITIVE) } else { 0.0 }
        });
        self.evaluations += minimiser.evaluations();
        self.has_ended = self.round == MOST_ROUNDS || moved.is_some_and(|moved| moved <= LEAST_MOVE);
        let iteration = self.history.push(point.w.clone());
        Step {
            iteration,
            objective: Some(point.value),
            // Every round has an objective of its own.
            best_objective: Some(point.value),
            gap: Some(gap_of(minimiser)),
            detail: Detail::Descent(DescentFigures {
                norm: point.norm(),
                gradient_norm: Some(point.gradient_norm()),
                step: None,
                evaluations: self.evaluations,
                mean_loss: point.mean_loss,
                smoothing: None,
                moved,
                pair_error: point.pair_error,
                rate: None,
                mistakes: None,
            }),
        }
    }
}

/// Returns ½‖∇P‖²/P, or 0 without a gradient. P is positive.
fn gap_of(minimiser: &Minimiser) -> f64 {
    let norm = minimiser.point().gradient_norm();
    let bound = 0.5 * norm * norm;
    if bound > 0.0 { (bound / minimiser.point().value).min(f64::MAX) } else { 0.0 }
}

impl Learner for LambdaRounds {
    fn advance(&mut self, budget: usize) -> Advance {
        if let Some(stopped) = self.history.stopped() {
            return stopped;
        }
        if self.has_ended {
            return self.history.stop(StopReason::Complete, None);
        }
        let mut left = budget.max(1);
        loop {
            let mut minimiser = match self.minimiser.take() {
                Some(minimiser) => minimiser,
                None => {
                    let w = self.history.last().cloned().unwrap_or_default();
                    self.weigh(&w);
                    self.steps = 0;
                    match self.begin() {
                        Ok(minimiser) => minimiser,
                        Err(error) => {
                            return self.history.stop(StopReason::Numeric, Some(&error.to_string()));
                        }
                    }
                }
            };
            match minimiser.advance(&mut left) {
                Progress::Working { done, of } => {
                    self.minimiser = Some(minimiser);
                    return Advance::Working { phase: Phase::Learn, done, of };
                }
                Progress::Moved(_) if gap_of(&minimiser) > ROUND_GAP && self.steps < MOST_STEPS => {
                    self.steps += 1;
                    self.minimiser = Some(minimiser);
                }
                Progress::Moved(_) | Progress::Stuck => return Advance::Stepped(self.report(&minimiser)),
                Progress::NotFinite => return self.history.stop(StopReason::Numeric, Some(TOO_LARGE)),
            }
        }
    }

    fn scorer(&self, iteration: usize) -> Option<Cow<'_, Scorer>> {
        Some(Cow::Owned(Scorer::Linear { weights: self.history.get(iteration)?.clone() }))
    }

    /// Returns the last round, whose weights of pairs are nearest to those of its own ranks.
    fn best(&self) -> (usize, Cow<'_, Scorer>) {
        let iteration = self.history.latest();
        let untrained = || Cow::Owned(Scorer::Linear { weights: vec![0.0; self.data.n_features()] });
        (iteration, self.scorer(iteration).unwrap_or_else(untrained))
    }

    fn n_used_queries(&self) -> usize {
        self.n_used
    }

    /// Returns the pull with the weights of pairs at the ranks of this iteration itself.
    fn pull(&self, query: usize, iteration: usize) -> Option<Vec<f64>> {
        let w = self.history.get(iteration)?;
        let pairs = self.pairs.by_query.get(query).filter(|pairs| !pairs.is_empty())?;
        let of_query = self.data.query(query);
        let scores = self.data.scores(of_query.documents, w);
        let mut pull = vec![0.0; scores.len()];
        let swaps = swap_weights(of_query.grades, &scores, &self.config, pairs);
        let coefficient = self.data.weight(query) * (self.config.c / self.used_weight);
        for (&(better, worse, _), weight) in pairs.iter().zip(swaps) {
            let (better, worse) = (better as usize, worse as usize);
            let force = coefficient * weight * Logistic::at(scores[better] - scores[worse]).force;
            pull[better] += force;
            pull[worse] -= force;
        }
        Some(pull)
    }
}

/// Returns the number of pairs of different grades. Cost: O(n) and 256 squared at most.
fn count_pairs(grades: &[Grade]) -> usize {
    let mut counts = [0_usize; Grade::MAX as usize + 1];
    grades.iter().for_each(|&grade| counts[usize::from(grade)] += 1);
    let equal: usize = counts.iter().map(|&count| count * count.saturating_sub(1) / 2).sum();
    grades.len() * grades.len().saturating_sub(1) / 2 - equal
}

/// Returns all pairs of different grades, the better document first, with equal weights that add up to 1.
fn equal_pairs(grades: &[Grade]) -> Vec<(u32, u32, f64)> {
    let weight = 1.0 / count_pairs(grades).max(1) as f64;
    let mut pairs = Vec::new();
    if has_pair(grades) {
        for (i, better) in grades.iter().enumerate() {
            let worse = grades.iter().enumerate().filter(|(_, worse)| *worse < better);
            pairs.extend(worse.map(|(j, _)| (i as u32, j as u32, weight)));
        }
    }
    pairs
}

/// Returns |g_i − g_j| |D(rank of i) − D(rank of j)| of every pair over their sum: equal weights if the sum is 0, which
/// is so if no pair reaches rank k.
fn swap_weights(
    grades: &[Grade],
    scores: &[f64],
    config: &LambdaRoundsConfig,
    pairs: &[(u32, u32, f64)],
) -> Vec<f64> {
    let discounts = Discount::Log2RankPlusOne.vector(grades.len(), config.cut_off);
    let mut discount = vec![0.0; grades.len()];
    for (&document, of_rank) in Ranking::by_scores(scores).order().iter().zip(&discounts) {
        discount[document as usize] = *of_rank;
    }
    // The ideal DCG only sets the scale, so that no sum overflows.
    let best = best_gain(config.gain, grades, config.cut_off).max(f64::MIN_POSITIVE);
    let gain = |document: usize| config.gain.of(grades[document]) / best;
    let weight = |&(better, worse, _): &(u32, u32, f64)| {
        let (better, worse) = (better as usize, worse as usize);
        (gain(better) - gain(worse)) * (discount[better] - discount[worse]).abs()
    };
    let weights: Vec<f64> = pairs.iter().map(weight).collect();
    let sum: f64 = weights.iter().sum();
    match sum > 0.0 && sum.is_finite() {
        true => weights.into_iter().map(|weight| weight / sum).collect(),
        false => vec![1.0 / pairs.len().max(1) as f64; pairs.len()],
    }
}

impl ScoreLoss for FrozenPairs {
    fn bind_query(&self, query: &Query, _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        let pairs = self.by_query.get(query.index).filter(|pairs| !pairs.is_empty())?;
        let weighted = pairs.iter().filter(|(.., weight)| *weight > 0.0).copied().collect();
        Some(Box::new(QueryFrozenPairs { pairs: weighted }))
    }
}

struct QueryFrozenPairs {
    /// Better document, worse document, and a positive weight.
    pairs: Vec<(u32, u32, f64)>,
}

impl QueryFrozenPairs {
    /// Returns places, weight, and the loss of every pair.
    fn terms<'a>(&'a self, scores: &'a [f64]) -> impl Iterator<Item = (usize, usize, f64, Logistic)> + 'a {
        self.pairs.iter().map(|&(better, worse, weight)| {
            let (better, worse) = (better as usize, worse as usize);
            (better, worse, weight, Logistic::at(scores[better] - scores[worse]))
        })
    }
}

impl QueryScoreLoss for QueryFrozenPairs {
    fn size(&self) -> usize {
        1
    }

    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        pull.fill(0.0);
        let mut value = 0.0;
        for (better, worse, weight, loss) in self.terms(scores) {
            value += weight * loss.value;
            pull[better] += weight * loss.force;
            pull[worse] -= weight * loss.force;
        }
        value
    }

    fn curvature<'a>(&'a self, scores: &'a [f64]) -> Option<Curvature<'a>> {
        let curves: Vec<f64> =
            self.terms(scores).map(|(.., weight, loss)| weight * loss.curvature()).collect();
        Some(Box::new(move |v, out| {
            out.fill(0.0);
            for (&(better, worse, _), curve) in self.pairs.iter().zip(&curves) {
                let term = curve * (v[better as usize] - v[worse as usize]);
                out[better as usize] += term;
                out[worse as usize] -= term;
            }
        }))
    }
}
