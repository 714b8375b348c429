//! RankNet with two layers: stochastic descent on a loss of pairs. Must not know particular losses.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::data::{Dataset, Query, shuffle};
use crate::learner::{Advance, DescentFigures, Detail, History, Learner, Phase, Step, StopReason};
use crate::loss::PairTable;
use crate::ranking::scorer::Scorer;
use crate::util::error::Error;

use super::config::check_history;
use super::network::Network;
use super::{QueryScoreLoss, ScoreLoss, TwoLayerConfig};
use crate::metric::pair_error;

/// A network trained with one step per query on its mean pair loss, in a new order in every epoch.
///
/// An iteration is an epoch, followed by an evaluation of all queries. The rate halves after an epoch with a larger
/// mean loss than the epoch before. The weight of a query is a factor of its step and of its loss. One generator draws
/// a, v and then the orders. Cost of an epoch: O(pairs + n d H), twice.
///
/// Source: Burges et al. 2005; Tsai et al. 2007, section 4.2. Neither paper gives initial weights, rate or order;
/// ours are in [`TwoLayerConfig`].
pub struct TwoLayer {
    data: Arc<Dataset>,
    config: TwoLayerConfig,
    members: Vec<Member>,
    network: Network,
    random: ChaCha8Rng,
    rate: f64,
    stage: Stage,
    /// The scorer of every epoch.
    history: History<Scorer>,
    /// Mean loss after the latest epoch, and the best epoch with its mean loss.
    mean_loss: f64,
    best: (usize, f64),
}

struct Member {
    query: usize,
    documents: Range<usize>,
    loss: Box<dyn QueryScoreLoss>,
}

enum Stage {
    /// Steps along the queries in this order.
    Learning { order: Vec<usize>, next: usize },
    /// Evaluation of all queries.
    Measuring { next: usize, loss: f64, pair_errors: f64 },
}

/// Hidden units, pulls and loss of one query.
struct Forward {
    /// Document by document.
    units: Vec<f64>,
    scores: Vec<f64>,
    /// Pull by the mean pair loss, and the loss, times the weight of the query.
    pull: Vec<f64>,
    loss: f64,
}

impl TwoLayer {
    /// Returns a learner that uses every query that `loss`, a loss of pairs, binds to.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting out of range, [`Error::Data`] if no query has a pair or the history would not
    /// fit into memory.
    pub fn new(data: Arc<Dataset>, loss: &dyn ScoreLoss, config: TwoLayerConfig) -> Result<Self, Error> {
        config.check()?;
        loss.check(&data)?;
        check_history(config.epochs, config.hidden.saturating_mul(data.n_features() + 2))?;
        let member = |query: Query<'_>| {
            let loss = loss.bind_query(&query, &PairTable::equal())?;
            Some(Member { query: query.index, documents: query.documents, loss })
        };
        let members: Vec<Member> = data.queries().filter_map(member).collect();
        if members.is_empty() {
            return Err(Error::data("no query holds a pair of documents to compare"));
        }
        let mut random = ChaCha8Rng::seed_from_u64(config.seed);
        let network = Network::draw(config.hidden, data.n_features(), &mut random);
        Ok(Self {
            rate: config.rate,
            stage: Stage::Measuring { next: 0, loss: 0.0, pair_errors: 0.0 },
            data,
            config,
            members,
            network,
            random,
            history: History::default(),
            mean_loss: f64::INFINITY,
            best: (0, f64::INFINITY),
        })
    }

    /// `None` if a score is not finite.
    fn forward(&self, member: &Member) -> Option<Forward> {
        let hidden = self.network.hidden();
        let mut units = vec![0.0; member.documents.len() * hidden];
        let mut scores = Vec::with_capacity(member.documents.len());
        for (document, units) in member.documents.clone().zip(units.chunks_exact_mut(hidden)) {
            self.network.units(&self.data.features(document), units);
            scores.push(self.network.score(units));
        }
        let mut pull = vec![0.0; scores.len()];
        let loss = scores.iter().all(|score| score.is_finite()).then(|| {
            let (size, weight) = (member.loss.size() as f64, self.data.weight(member.query));
            let loss = weight * (member.loss.evaluate(&scores, &mut pull) / size);
            pull.iter_mut().for_each(|pull| *pull = weight * (*pull / size));
            loss
        })?;
        Some(Forward { units, scores, pull, loss })
    }

    /// Takes one step on a query. Returns `None` if a number is not finite.
    fn learn(&mut self, place: usize) -> Option<()> {
        let member = &self.members[place];
        let forward = self.forward(member)?;
        let mut gradient = vec![0.0; self.network.size()];
        let units = forward.units.chunks_exact(self.network.hidden());
        for ((document, units), &pull) in member.documents.clone().zip(units).zip(&forward.pull) {
            self.network.add_gradient(&self.data.features(document), units, pull, &mut gradient);
        }
        self.network.step(self.rate, &gradient);
        self.network.norm().is_finite().then_some(())
    }

    fn total_weight(&self) -> f64 {
        self.data.total_weight(self.members.iter().map(|member| member.query))
    }

    fn report(&mut self, loss: f64, pair_errors: f64) -> Step {
        let n = self.total_weight();
        let (mean_loss, epoch) = (loss / n, self.history.len());
        let rate = self.rate;
        if mean_loss > self.mean_loss {
            self.rate *= 0.5;
        }
        self.mean_loss = mean_loss;
        if mean_loss < self.best.1 {
            self.best = (epoch, mean_loss);
        }
        self.history.push(self.network.scorer());
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        shuffle(&mut order, &mut self.random);
        self.stage = Stage::Learning { order, next: 0 };
        Step {
            iteration: epoch,
            objective: Some(mean_loss),
            best_objective: Some(self.best.1),
            gap: None,
            detail: Detail::Descent(DescentFigures {
                norm: self.network.norm(),
                gradient_norm: None,
                step: None,
                evaluations: epoch + 1,
                mean_loss,
                smoothing: None,
                moved: None,
                pair_error: Some(pair_errors / n),
                rate: Some(rate),
                mistakes: None,
            }),
        }
    }
}

const TOO_LARGE: &str =
    "the weights or scores left the range of floating point; scale the features or use a smaller rate";

impl Learner for TwoLayer {
    fn advance(&mut self, budget: usize) -> Advance {
        if let Some(stopped) = self.history.stopped() {
            return stopped;
        }
        if self.history.len() > self.config.epochs {
            return self.history.stop(StopReason::Complete, None);
        }
        let of = self.members.len();
        for _ in 0..budget.max(1) {
            match &mut self.stage {
                Stage::Learning { order, next } => {
                    let place = order[*next];
                    *next += 1;
                    if *next == of {
                        self.stage = Stage::Measuring { next: 0, loss: 0.0, pair_errors: 0.0 };
                    }
                    if self.learn(place).is_none() {
                        return self.history.stop(StopReason::Numeric, Some(TOO_LARGE));
                    }
                }
                &mut Stage::Measuring { next, loss, pair_errors } => {
                    let member = &self.members[next];
                    let Some(forward) = self.forward(member) else {
                        return self.history.stop(StopReason::Numeric, Some(TOO_LARGE));
                    };
                    let loss = loss + forward.loss;
                    let grades = self.data.query(member.query).grades;
                    let weight = self.data.weight(member.query);
                    let pair_errors =
                        pair_errors + weight * pair_error(grades, &forward.scores).unwrap_or(0.0);
                    if next + 1 == of {
                        return Advance::Stepped(self.report(loss, pair_errors));
                    }
                    self.stage = Stage::Measuring { next: next + 1, loss, pair_errors };
                }
            }
        }
        let done = match self.stage {
            Stage::Learning { next, .. } => next,
            Stage::Measuring { next, .. } => next,
        };
        Advance::Working { phase: Phase::Learn, done, of }
    }

    fn scorer(&self, iteration: usize) -> Option<Cow<'_, Scorer>> {
        self.history.get(iteration).map(Cow::Borrowed)
    }

    /// Returns the epoch with the smallest mean pair loss.
    fn best(&self) -> (usize, Cow<'_, Scorer>) {
        let (epoch, _) = self.best;
        (epoch, self.scorer(epoch).unwrap_or_else(|| Cow::Owned(self.network.scorer())))
    }

    fn n_used_queries(&self) -> usize {
        self.members.len()
    }

    /// Returns the pull of the mean over queries of the mean pair loss.
    fn pull(&self, query: usize, iteration: usize) -> Option<Vec<f64>> {
        let scorer = self.history.get(iteration)?;
        let place = self.members.binary_search_by_key(&query, |member| member.query).ok()?;
        let member = &self.members[place];
        let mut scores = vec![0.0; member.documents.len()];
        scorer.score(&self.data, member.documents.clone(), &mut scores);
        let mut pull = vec![0.0; scores.len()];
        member.loss.evaluate(&scores, &mut pull);
        let (divisor, weight) = (member.loss.size() as f64 * self.total_weight(), self.data.weight(query));
        pull.iter_mut().for_each(|pull| *pull = weight * (*pull / divisor));
        Some(pull)
    }
}
