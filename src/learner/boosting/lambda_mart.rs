//! LambdaMART: regression trees fitted to forces between pairs, weighted by the change of NDCG@k in a swap.
//!
//! Must not know features. Source: Burges 2010, sections 4 and 7; Tewari 2015 and Chakrabarti et al. 2008 list it.

mod monotone;

use std::sync::Arc;

use super::booster::Booster;
use super::mc_rank::is_leaf;
use super::pairs::PairQueries;
use super::tree::{Grower, LeafValue, Part, Presorted, Targets, TreeConfig, query_names};
use super::{
    BoostingLoss, Candidate, Found, QueryWeight, RoundMetrics, Search, check_rounds, check_size,
    document_weights, shares,
};
use crate::data::{Dataset, Grade};
use crate::learner::StopReason;
use crate::learner::swap_forces::{Gains, Swaps};
use crate::metric::{Discount, Gain};
use crate::ranking::scorer::Term;
use crate::util::error::Error;
use crate::util::sorting::by_falling_level;
use crate::util::threads;

use monotone::directions;

pub use monotone::Monotone;

/// What the splits gain, and what a pair weighs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LambdaMartForm {
    /// As [`LambdaMartForm::SecondOrder`], and the weight of a pair is divided by 0.01 + |s_i − s_j|. Source: Ke et al.
    /// 2017, as their program LightGBM does it.
    #[default]
    Normalised,
    /// A split gains by Newton steps, S_L²/H_L + S_R²/H_R − S²/H with the sums S of the forces and H of the curvatures:
    /// what its leaf values promise. Source: Chen and Guestrin 2016, equation 7.
    SecondOrder,
    /// A split gains by least squares, S_L²/n_L + S_R²/n_R − S²/n. Source: Burges 2010, section 7.
    Published,
}

/// Settings of LambdaMART.
#[derive(Debug, Clone, PartialEq)]
pub struct LambdaMartConfig {
    /// Number of rounds, from 1.
    pub rounds: usize,
    /// Number of ranks that count in NDCG@k, from 1; `None` for all.
    pub cut_off: Option<usize>,
    /// Gain of a grade.
    pub gain: Gain,
    /// What the splits gain, and what a pair weighs.
    pub form: LambdaMartForm,
    /// Constraints of features, each at most once.
    pub monotone: Vec<Monotone>,
    /// Settings of the trees.
    pub tree: TreeConfig,
}

impl Default for LambdaMartConfig {
    fn default() -> Self {
        Self {
            rounds: 30,
            cut_off: Some(30),
            gain: Gain::Exponential,
            form: LambdaMartForm::default(),
            monotone: Vec::new(),
            tree: TreeConfig::default(),
        }
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
        if self.form == LambdaMartForm::Published && !self.monotone.is_empty() {
            let problem =
                "splits of the published variant do not compare values; use normalised or second-order";
            return Err(Error::config("monotone", problem));
        }
        self.tree.check()
    }
}

/// LambdaMART. It has no objective, because the forces are not the gradient of a function.
///
/// ρ_ij = |ΔNDCG@k of swapping i and j| / (1 + e^{s_i − s_j}), where i is the better document. Ranks are recomputed
/// each round; documents with equal scores share theirs. Queries with a single grade exert no force, but their
/// documents count in the leaves. The weight of a query is a factor of its forces and of its documents in the leaves.
pub struct LambdaMart {
    config: LambdaMartConfig,
    grades: Vec<Grade>,
    /// Gains of the grades by query, if they are click weights; else empty.
    click_gains: Vec<Vec<f64>>,
    starts: Vec<usize>,
    /// The queries with pairs, with the best DCG@k of each.
    ideals: Vec<(usize, f64)>,
    discounts: Vec<f64>,
    pairs: PairQueries,
    /// Weight of each document; empty if the data have no weights.
    weights: Vec<f64>,
    /// For each feature 1 if the score must not fall with it, −1 if it must not rise; empty without constraints.
    directions: Vec<i8>,
    /// Names of the queries; empty if every tree is fitted to all.
    query_names: Vec<String>,
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
        Self::with(data, Vec::new(), config)
    }

    /// Returns LambdaMART whose gains are the click weights of the documents. A pair is two documents of different
    /// weights, and DCG is not divided by its ideal, which would come from the clicks.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting out of range, [`Error::Data`] if no query holds two click weights, or one more
    /// than
    /// 256.
    pub fn by_clicks(data: &Dataset, config: LambdaMartConfig) -> Result<Booster<Self>, Error> {
        let (data, gains) = data.with_click_levels()?;
        Self::with(Arc::new(data), gains, config)
    }

    /// `click_gains`: gains of the grades by query; empty for those of the settings.
    fn with(
        data: Arc<Dataset>,
        click_gains: Vec<Vec<f64>>,
        config: LambdaMartConfig,
    ) -> Result<Booster<Self>, Error> {
        config.check()?;
        check_size(&data)?;
        let pairs = PairQueries::new(&data)?;
        let grades: Vec<Grade> = data.queries().flat_map(|query| query.grades.to_vec()).collect();
        let mut starts: Vec<usize> = data.queries().map(|query| query.documents.start).collect();
        starts.push(grades.len());
        let longest = starts.windows(2).map(|rows| rows[1] - rows[0]).max().unwrap_or(0);
        let discounts = Discount::Log2RankPlusOne.vector(longest, config.cut_off);
        let ideal = |query: usize| {
            if !click_gains.is_empty() {
                return 1.0;
            }
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
        let directions = directions(&config.monotone, &data)?;
        let query_names = query_names(&config.tree, &data);
        let loss = Self {
            config,
            grades,
            click_gains,
            starts,
            ideals,
            discounts,
            pairs,
            weights,
            directions,
            query_names,
            presorted,
        };
        Ok(Booster::new(data, loss, rounds))
    }

    /// Returns the force on each document of a query and its curvature, times the weight of the query.
    fn forces(&self, query: usize, ideal: f64, scores: &[f64]) -> Vec<[f64; 2]> {
        let weight = self.weights.get(self.starts[query]).copied().unwrap_or(1.0);
        let grades = &self.grades[self.starts[query]..self.starts[query + 1]];
        let by_distance = self.config.form == LambdaMartForm::Normalised;
        let gains = match self.click_gains.get(query) {
            Some(table) => Gains::Table(table),
            None => Gains::Rule(&self.config.gain),
        };
        let swaps = Swaps { gains, discounts: &self.discounts, by_distance };
        swaps.of(scores, grades, weight / ideal)
    }

    /// Returns what a tree is fitted to. `forces`: force and curvature of every document.
    fn targets(&self, forces: Vec<[f64; 2]>) -> Targets {
        if self.config.form != LambdaMartForm::Published {
            return Targets { amounts: forces, curvatures: Vec::new() };
        }
        let curvatures = forces.iter().map(|[_, curvature]| *curvature).collect();
        let weight = |document: usize| self.weights.get(document).copied().unwrap_or(1.0);
        let amounts = forces.into_iter().enumerate().map(|(document, [force, _])| [force, weight(document)]);
        Targets { amounts: amounts.collect(), curvatures }
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

    fn begin(&self, sums: &[Vec<f64>], terms: &[Term]) -> (Round, RoundMetrics) {
        let mut amounts = vec![[0.0; 2]; self.grades.len()];
        let (mut parts, mut rest, mut done) = (Vec::with_capacity(self.ideals.len()), &mut amounts[..], 0);
        for &(query, _) in &self.ideals {
            let (start, end) = (self.starts[query], self.starts[query + 1]);
            let (before, after) = std::mem::take(&mut rest).split_at_mut(end - done);
            parts.push(&mut before[start - done..]);
            (rest, done) = (after, end);
        }
        let weights = threads::map_mut(&mut parts, |place, part| {
            let (query, ideal) = self.ideals[place];
            let forces = self.forces(query, ideal, &sums[0][self.starts[query]..self.starts[query + 1]]);
            part.copy_from_slice(&forces);
            (query, forces.iter().fold(0.0, |sum, [force, _]| sum + force.abs()))
        });
        let tree = &self.config.tree;
        let n_features = self.presorted.n_features();
        let drawn = Part::draw(tree, terms.len(), &self.query_names, &self.starts, n_features);
        let part = Part { directions: self.directions.clone(), ..drawn };
        let value = LeafValue { factor: 1.0, bound: f64::MAX };
        let grower = Some(Grower::new(&self.presorted, self.targets(amounts), value, part));
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
        let (weak, gain, values) = grower.finish();
        if is_leaf(&weak) {
            return over();
        }
        Search::Found(Found {
            terms: vec![Term { weight, weak }],
            values: vec![values],
            alpha: weight,
            edge: gain,
            chosen: None,
            candidates: chosen.into_iter().collect(),
        })
    }

    fn progress(&self, round: &Round) -> (usize, usize) {
        round.grower.as_ref().map_or((0, 0), |grower| grower.progress(&self.config.tree))
    }

    fn candidates(&self, round: &Round) -> Vec<Candidate> {
        round.candidates.clone()
    }

    fn query_weights(&self, round: &Round) -> Vec<QueryWeight> {
        shares(round.weights.iter().copied())
    }

    fn pull(&self, query: usize, sums: &[Vec<f64>], _metrics: &RoundMetrics) -> Option<Vec<f64>> {
        let place = self.ideals.binary_search_by_key(&query, |ideal| ideal.0).ok()?;
        let forces = self.forces(query, self.ideals[place].1, &sums[0]);
        Some(forces.into_iter().map(|[force, _]| force).collect())
    }
}
