//! Online convex optimisation: the loss of every query is counted once, before learning from the query.

use std::borrow::Cow;
use std::sync::Arc;

use crate::data::Dataset;
use crate::learner::cutting_plane::LARGEST_C;
use crate::learner::descent::{Descent, DescentConfig, ScoreLoss, Weighting, check_history};
use crate::learner::{Advance, Detail, End, History, Learner, OnlineFigures, Phase, Step, StopReason};
use crate::linalg::dot::dot;
use crate::ranking::scorer::Scorer;
use crate::util::error::Error;

use super::pass::{OnlinePass, OnlineQueries, Paid};

/// Which w is the model after a query.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Iterate {
    /// w after the query.
    #[default]
    Last,
    /// w̄, the mean of the w that paid for a query so far. For queries in a random order its expected loss is at most
    /// the expected mean loss paid. Source: Cesa-Bianchi, Conconi and Gentile 2004, section 3.
    Mean,
}

/// Settings of [`Online`].
#[derive(Debug, Clone, PartialEq)]
pub struct OnlineConfig {
    /// B: the largest norm of w.
    pub radius: f64,
    /// The model after a query. Updates do not depend on it.
    pub iterate: Iterate,
}

impl Default for OnlineConfig {
    fn default() -> Self {
        Self { radius: 10.0, iterate: Iterate::Last }
    }
}

impl OnlineConfig {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] naming the value that is out of range.
    pub fn check(&self) -> Result<(), Error> {
        if !(self.radius >= 1e-100 && self.radius <= LARGEST_C) {
            let problem = format!("{} is not between 1e-100 and {LARGEST_C:e}", self.radius);
            return Err(Error::config("radius", problem));
        }
        Ok(())
    }
}

/// The best fixed w with ‖w‖ ≤ B over all queries, in hindsight.
#[derive(Debug, Clone, PartialEq)]
pub struct Hindsight {
    /// w.
    pub weights: Vec<f64>,
    /// Sum of its losses.
    pub total: f64,
    /// Largest possible distance of `total` from the smallest sum; infinite if the radius is so small that w is 0.
    pub uncertainty: f64,
}

/// Projected online gradient descent on the mean pair loss or list loss of one query after the other.
///
/// Query t adds l_t(w_t) to the cost, times the weight of the query, which is therefore a factor of its step. Then w
/// becomes the projection onto ‖w‖ ≤ B of `w − B/(G √t) ∇l_t(w)`, where G is the largest norm of a gradient so far. The
/// queries keep the order of the data. The regret is the cost minus the sum of the best w in hindsight. It is at most 3
/// B G √T: for steps that never grow, it is at most `(2B)²/(2 η_T) + ½ Σ η_t ‖∇l_t‖²`.
///
/// The best w is computed first, as the minimum of `½‖w‖² + C · mean loss` with the C that gives norm B. Every report
/// can therefore show a regret. Before the last query the regret is relative to that w, not to the best w so far.
/// Cost: O(n d) and one evaluation of every loss, plus several trainings of [`Descent`].
/// Source: Zinkevich 2003; Tewari 2015, "online protocol".
pub struct Online {
    data: Arc<Dataset>,
    config: OnlineConfig,
    queries: OnlineQueries,
    search: Option<Search>,
    hindsight: Option<Hindsight>,
    pass: OnlinePass,
    regret: f64,
    /// The model after every query.
    history: History<Vec<f64>>,
}

impl Online {
    /// Returns a learner that uses every query that `loss` binds to. The loss must be a loss of pairs or lists.
    ///
    /// # Errors
    /// [`Error::Config`] for a radius out of range or a loss of single documents, whose bias has no bound.
    /// [`Error::Data`] if the loss cannot learn from these data, or the history would not fit into memory.
    pub fn new(data: Arc<Dataset>, loss: Box<dyn ScoreLoss>, config: OnlineConfig) -> Result<Self, Error> {
        config.check()?;
        let queries = OnlineQueries::new(data.clone(), loss.as_ref())?;
        check_history(queries.len(), data.n_features())?;
        let search = Search::new(data.clone(), loss, config.radius)?;
        let pass = OnlinePass::new(data.n_features(), config.radius);
        Ok(Self {
            data,
            config,
            queries,
            search: Some(search),
            hindsight: None,
            pass,
            regret: 0.0,
            history: History::default(),
        })
    }

    /// Returns the best w in hindsight, once it is known.
    pub fn hindsight(&self) -> Option<&Hindsight> {
        self.hindsight.as_ref()
    }

    /// Returns the pass so far, with the mean of its w and the mean loss that it paid.
    pub fn pass(&self) -> &OnlinePass {
        &self.pass
    }

    /// Adds the loss of a query to the cost and takes a step. Returns `None` if a number is not finite.
    fn learn(&mut self, place: usize) -> Option<Detail> {
        let (best, _) = self.queries.evaluate(place, &self.hindsight.as_ref()?.weights)?;
        let Paid { paid, gradient_norm, rate, norm } = self.pass.learn(&self.queries, place)?;
        self.regret += paid - best;
        let t = self.pass.seen() as f64;
        let bound = 3.0 * self.config.radius * self.pass.largest_gradient() / t.sqrt();
        let regret = self.regret / t;
        (norm + bound + regret + rate).is_finite().then_some(Detail::Online(OnlineFigures {
            norm,
            gradient_norm,
            rate,
            paid,
            regret,
            bound,
        }))
    }

    fn report(&mut self, detail: Detail) -> Advance {
        let model = match self.config.iterate {
            Iterate::Last => self.pass.weights().to_vec(),
            Iterate::Mean => self.pass.mean_weights(),
        };
        let iteration = self.history.push(model);
        Advance::Stepped(Step { iteration, objective: None, best_objective: None, gap: None, detail })
    }
}

const TOO_LARGE: &str = "the scores or the gradient left the range of floating point; scale the features";

impl Learner for Online {
    fn advance(&mut self, budget: usize) -> Advance {
        if let Some(stopped) = self.history.stopped() {
            return stopped;
        }
        if let Some(search) = &mut self.search {
            match search.advance(budget) {
                Ok(None) => return Advance::Working { phase: Phase::Learn, done: 0, of: 0 },
                Ok(Some(hindsight)) => {
                    let total = self.queries.total(&hindsight.weights);
                    (self.search, self.hindsight) = (None, Some(Hindsight { total, ..hindsight }));
                }
                Err(problem) => return self.history.stop(StopReason::Numeric, Some(&problem)),
            }
        }
        if self.history.is_empty() {
            return self.report(Detail::Online(OnlineFigures {
                norm: 0.0,
                gradient_norm: 0.0,
                rate: 0.0,
                paid: 0.0,
                regret: 0.0,
                bound: 0.0,
            }));
        }
        let place = self.history.len() - 1;
        if place == self.queries.len() {
            return self.history.stop(StopReason::Complete, None);
        }
        match self.learn(place) {
            Some(detail) => self.report(detail),
            None => self.history.stop(StopReason::Numeric, Some(TOO_LARGE)),
        }
    }

    fn scorer(&self, iteration: usize) -> Option<Cow<'_, Scorer>> {
        self.history.scorer(iteration)
    }

    /// Returns the model after the latest query.
    fn best(&self) -> (usize, Cow<'_, Scorer>) {
        self.history.latest_scorer(self.data.n_features())
    }

    fn n_used_queries(&self) -> usize {
        self.queries.len()
    }

    /// Returns the pull of the query's own loss.
    fn pull(&self, query: usize, iteration: usize) -> Option<Vec<f64>> {
        let w = self.history.get(iteration)?;
        self.queries.evaluate(self.queries.place(query)?, w).map(|(_, pull)| pull)
    }
}

/// The search for the best w of norm at most B: a root of the increasing function ln ‖w(C)‖ − ln B of ln C.
struct Search {
    data: Arc<Dataset>,
    loss: Box<dyn ScoreLoss>,
    radius: f64,
    log_c: f64,
    learner: Descent,
    /// The ends of the bracket: ln C with the value of the function.
    low: Option<(f64, f64)>,
    high: Option<(f64, f64)>,
    /// The largest w inside the ball so far.
    inside: Hindsight,
    trainings: usize,
}

/// The result has a norm of at least this share of B, unless even a large C gives less.
const NORM_SHARE: f64 = 0.999;
const MOST_TRAININGS: usize = 60;
/// ln C stays within ± this, about 1e±10.
const LARGEST_LOG_C: f64 = 23.0;

impl Search {
    fn new(data: Arc<Dataset>, loss: Box<dyn ScoreLoss>, radius: f64) -> Result<Self, Error> {
        let learner = train(&data, loss.as_ref(), 0.0)?;
        let inside = Hindsight {
            weights: vec![0.0; data.n_features()],
            total: f64::INFINITY,
            uncertainty: f64::INFINITY,
        };
        let (low, high) = (None, None);
        Ok(Self { data, loss, radius, log_c: 0.0, learner, low, high, inside, trainings: 0 })
    }

    /// Continues the search. Returns the result or a message once it has ended.
    fn advance(&mut self, budget: usize) -> Result<Option<Hindsight>, String> {
        match self.learner.advance(budget) {
            Advance::Stopped(End { reason: StopReason::Numeric, problem, .. }) => {
                return Err(problem.unwrap_or_else(|| TOO_LARGE.to_owned()));
            }
            Advance::Stopped(_) => {}
            Advance::Working { .. } | Advance::Stepped(_) => return Ok(None),
        }
        self.trainings += 1;
        let w = self.learner.weights();
        let norm = dot(w, w).sqrt();
        let value = libm::log(norm.max(f64::MIN_POSITIVE) / self.radius);
        if norm <= self.radius {
            self.low = Some((self.log_c, value));
            self.inside = self.of_learner(norm);
        } else {
            self.high = Some((self.log_c, value));
        }
        let is_near = norm <= self.radius && norm >= NORM_SHARE * self.radius;
        let next = self.next();
        if is_near || self.trainings == MOST_TRAININGS || next.abs() > LARGEST_LOG_C || next == self.log_c {
            return Ok(Some(self.inside.clone()));
        }
        self.log_c = next;
        self.learner = train(&self.data, self.loss.as_ref(), next).map_err(|error| error.to_string())?;
        Ok(None)
    }

    /// Returns the next ln C: beyond the bracket, or inside it by regula falsi and bisection in turn.
    fn next(&self) -> f64 {
        match (self.low, self.high) {
            (Some((low, at_low)), Some((high, at_high))) if self.trainings.is_multiple_of(2) => {
                low + (high - low) * (at_low / (at_low - at_high)).clamp(0.01, 0.99)
            }
            (Some((low, _)), Some((high, _))) => low + 0.5 * (high - low),
            (Some(_), None) => self.log_c + 3.0,
            _ => self.log_c - 3.0,
        }
    }

    /// Returns the learner's w, of norm at most B; its total is added later. P(w) is within ½‖∇P‖² of its minimum.
    /// Hence no w of norm at most B has a mean loss smaller by more than `(½(B² − ‖w‖²) + ½‖∇P‖²)/C`.
    fn of_learner(&self, norm: f64) -> Hindsight {
        let gradient_norm = self.learner.gradient_norm();
        let m = self.learner.total_weight();
        let slack = 0.5 * (self.radius * self.radius - norm * norm) + 0.5 * gradient_norm * gradient_norm;
        Hindsight {
            weights: self.learner.weights().to_vec(),
            total: f64::INFINITY,
            uncertainty: m * slack / libm::exp(self.log_c),
        }
    }
}

fn train(data: &Arc<Dataset>, loss: &dyn ScoreLoss, log_c: f64) -> Result<Descent, Error> {
    let config = DescentConfig {
        c: libm::exp(log_c),
        weighting: Weighting::Query,
        gap: 1e-8,
        max_iterations: 200,
        ..DescentConfig::default()
    };
    Descent::new(data.clone(), loss, config)
}
