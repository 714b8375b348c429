//! LambdaMART: regression trees fitted to forces between pairs, weighted by the change of NDCG@k in a swap.
//!
//! Must not know features. Source: Burges 2010, sections 4 and 7; Tewari 2015 and Chakrabarti et al. 2008 list it.

use std::sync::Arc;

use super::booster::Booster;
use super::mc_rank::is_leaf;
use super::pairs::PairQueries;
use super::tree::{Grower, LeafValue, Presorted, TreeConfig};
use super::{
    BoostingLoss, Candidate, Found, QueryWeight, RoundMetrics, Search, check_rounds, check_size,
    document_weights, shares,
};
use crate::data::{Dataset, Grade};
use crate::learner::StopReason;
use crate::metric::{Discount, Gain};
use crate::ranking::Ranking;
use crate::ranking::scorer::{Term, sigmoid};
use crate::util::error::Error;
use crate::util::sorting::by_falling_level;

/// Settings of LambdaMART.
#[derive(Debug, Clone, PartialEq)]
pub struct LambdaMartConfig {
    /// Number of rounds, from 1.
    pub rounds: usize,
    /// Number of ranks that count in NDCG@k, from 1; `None` for all.
    pub cut_off: Option<usize>,
    /// Gain of a grade.
    pub gain: Gain,
    /// Settings of the trees.
    pub tree: TreeConfig,
}

impl Default for LambdaMartConfig {
    fn default() -> Self {
        Self { rounds: 30, cut_off: Some(10), gain: Gain::Exponential, tree: TreeConfig::default() }
    }
}

impl LambdaMartConfig {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] naming the first setting out of range.
    pub fn check(&self) -> Result<(), Error> {
        check_rounds(self.rounds)?;
        if self.cut_off == Some(0) {
            return Err(Error::config("cut_off", "0: at least the first rank counts"));
        }
        self.tree.check()
    }
}

/// LambdaMART. It has no objective, because the forces are not the gradient of a function.
///
/// ρ_ij = |ΔNDCG@k of swapping i and j| / (1 + e^{s_i − s_j}), where i is the better document. Ranks are those of a
/// stable sort, recomputed each round. Queries with a single grade exert no force, but their documents count in the
/// leaves. The weight of a query is a factor of its forces and of its documents in the leaves.
pub struct LambdaMart {
    config: LambdaMartConfig,
    grades: Vec<Grade>,
    starts: Vec<usize>,
    /// The queries with pairs, with the best DCG@k of each.
    ideals: Vec<(usize, f64)>,
    discounts: Vec<f64>,
    pairs: PairQueries,
    /// Weight of each document; empty if the data have no weights.
    weights: Vec<f64>,
    presorted: Presorted,
}

/// A round: the forces at the scores of its start, and its tree.
pub struct Round {
    /// Σ |λ| of each query with pairs.
    weights: Vec<(usize, f64)>,
    /// The growing tree, until the round has its term.
    grower: Option<Grower>,
    candidates: Vec<Candidate>,
}

impl LambdaMart {
    /// Returns LambdaMART on all documents of `data`.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting out of range, [`Error::Data`] if no query holds two grades.
    pub fn learner(data: Arc<Dataset>, config: LambdaMartConfig) -> Result<Booster<Self>, Error> {
        config.check()?;
        check_size(&data)?;
        let pairs = PairQueries::new(&data)?;
        let grades: Vec<Grade> = data.queries().flat_map(|query| query.grades.to_vec()).collect();
        let mut starts: Vec<usize> = data.queries().map(|query| query.documents.start).collect();
        starts.push(grades.len());
        let longest = starts.windows(2).map(|rows| rows[1] - rows[0]).max().unwrap_or(0);
        let discounts = Discount::Log2RankPlusOne.vector(longest, config.cut_off);
        let ideal = |query: usize| {
            let grades = &grades[starts[query]..starts[query + 1]];
            let ranks = by_falling_level(grades).into_iter().zip(&discounts);
            ranks.fold(0.0, |sum, (document, discount)| {
                sum + config.gain.of(grades[document as usize]) * discount
            })
        };
        let ideals = pairs.queries.iter().map(|query| (query.index, ideal(query.index)));
        // Where all grades of a query have the gain 0, every order has the same DCG.
        let ideals: Vec<(usize, f64)> = ideals.filter(|(_, ideal)| *ideal > 0.0).collect();
        if ideals.is_empty() {
            return Err(Error::data(
                "no query holds two grades of which one has a gain; give a table with gains above 0 for them",
            ));
        }
        let rounds = config.rounds;
        let presorted = Presorted::default();
        let weights = document_weights(&data);
        let loss = Self { config, grades, starts, ideals, discounts, pairs, weights, presorted };
        Ok(Booster::new(data, loss, rounds))
    }

    /// Returns λ and Σ ρ (1 − 1/(1 + e^{o})) of the documents of a query, times its weight. Cost: O(n log n + n k).
    fn forces(&self, query: usize, ideal: f64, scores: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let weight = self.weights.get(self.starts[query]).copied().unwrap_or(1.0);
        let grades = &self.grades[self.starts[query]..self.starts[query + 1]];
        let mut lambdas = vec![0.0; scores.len()];
        let mut curvatures = vec![0.0; scores.len()];
        let ranking = Ranking::by_scores(scores);
        let order = ranking.order();
        let counted = self.config.cut_off.unwrap_or(usize::MAX).min(order.len());
        // A swap of two documents beyond the cut-off changes nothing.
        for upper in 0..counted {
            for lower in upper + 1..order.len() {
                let (above, below) = (order[upper] as usize, order[lower] as usize);
                if grades[above] == grades[below] {
                    continue;
                }
                let (better, worse) =
                    if grades[above] > grades[below] { (above, below) } else { (below, above) };
                let gained = self.config.gain.of(grades[better]) - self.config.gain.of(grades[worse]);
                let change = weight * (gained * (self.discounts[upper] - self.discounts[lower]) / ideal);
                let p = sigmoid(scores[worse] - scores[better]);
                let force = change * p;
                lambdas[better] += force;
                lambdas[worse] -= force;
                let curvature = force * (1.0 - p);
                curvatures[better] += curvature;
                curvatures[worse] += curvature;
            }
        }
        (lambdas, curvatures)
    }
}

impl BoostingLoss for LambdaMart {
    type Round = Round;

    fn n_used_queries(&self) -> usize {
        self.ideals.len()
    }

    fn prepare(&mut self, data: &Dataset) -> usize {
        self.presorted.prepare(data)
    }

    fn begin(&self, sums: &[Vec<f64>], _terms: &[Term]) -> (Round, RoundMetrics) {
        let mut lambdas = vec![0.0; self.grades.len()];
        let mut curvatures = vec![0.0; self.grades.len()];
        let mut weights = Vec::with_capacity(self.ideals.len());
        for &(query, ideal) in &self.ideals {
            let rows = self.starts[query]..self.starts[query + 1];
            let (lambda, curvature) = self.forces(query, ideal, &sums[0][rows.clone()]);
            weights.push((query, lambda.iter().fold(0.0, |sum, lambda| sum + lambda.abs())));
            lambdas[rows.clone()].copy_from_slice(&lambda);
            curvatures[rows].copy_from_slice(&curvature);
        }
        let value = LeafValue { factor: 1.0, bound: f64::MAX };
        let grower = Some(Grower::new(&self.presorted, lambdas, curvatures, self.weights.clone(), value));
        let pair_error = Some(self.pairs.pair_error(&sums[0], true));
        (
            Round { weights, grower, candidates: Vec::new() },
            RoundMetrics { pair_error, ..RoundMetrics::default() },
        )
    }

    fn search(&self, round: &mut Round) -> Search {
        let over = || Search::Over {
            reason: StopReason::NoWeakLearner,
            problem: format!(
                "no feature splits the {} documents into two groups of {} or more with different forces",
                self.grades.len(),
                self.config.tree.min_documents
            ),
        };
        let values = match &mut round.grower {
            Some(grower) => grower.step(&self.presorted, &self.config.tree),
            None => return over(),
        };
        if values > 0 {
            return Search::Working { values };
        }
        let Some(grower) = round.grower.take() else { return over() };
        let weight = self.config.tree.shrinkage;
        let (candidates, chosen) = grower.root_candidates(0, weight);
        round.candidates = candidates;
        let (weak, gain) = grower.finish();
        if is_leaf(&weak) {
            return over();
        }
        Search::Found(Found {
            terms: vec![Term { weight, weak }],
            alpha: weight,
            edge: gain,
            chosen: None,
            candidates: chosen.into_iter().collect(),
        })
    }

    fn progress(&self, round: &Round) -> (usize, usize) {
        let n_features = self.presorted.n_features();
        round.grower.as_ref().map_or((0, 0), |grower| grower.progress(n_features, &self.config.tree))
    }

    fn candidates(&self, round: &Round) -> Vec<Candidate> {
        round.candidates.clone()
    }

    fn query_weights(&self, round: &Round) -> Vec<QueryWeight> {
        shares(round.weights.iter().copied())
    }

    fn pull(&self, query: usize, sums: &[Vec<f64>], _metrics: &RoundMetrics) -> Option<Vec<f64>> {
        let place = self.ideals.binary_search_by_key(&query, |ideal| ideal.0).ok()?;
        Some(self.forces(query, self.ideals[place].1, &sums[0]).0)
    }
}
