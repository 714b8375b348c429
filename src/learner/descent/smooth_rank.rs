//! SmoothRank: descent on a smoothed measure with decreasing width. Must not know other losses.

use std::borrow::Cow;
use std::sync::Arc;

use crate::data::Dataset;
use crate::learner::ScoreObjective;
use crate::learner::{Advance, DescentFigures, Detail, End, History, Learner, Phase, Step, StopReason};
use crate::loss::PairTable;
use crate::ranking::scorer::Scorer;
use crate::util::error::Error;

use super::config::check_history;
use super::learner::TOO_LARGE;
use super::{
    ClickRidge, Descent, DescentConfig, Method, Minimiser, Objective, Progress, Ridge, ScoreLoss,
    SmoothMeasure, SmoothRankConfig, SmoothedMeasure, Weighting,
};

/// σ of the first stage; each of the [`STAGES`] is half as wide as the one before.
const FIRST_SIGMA: f64 = 4.0;
const STAGES: usize = 7;
/// A stage ends when a step lowers the objective by less than this, relative to it.
const LEAST_DECREASE: f64 = 1e-9;

/// A linear ranker that minimises `½‖w − w₀‖² + C · mean (1 − smoothed measure)`, stage by stage with a smaller σ.
///
/// w₀ is ridge regression on the grades, or on the click weights, with C = 100. It is scaled so that the mean variance
/// of the scores within a query is 1, because σ is relative to the spread of the scores. Every stage starts at the last
/// w of the stage before. The objective is not convex and has no certificate.
///
/// Source: Chapelle and Wu 2010, section 3.
pub struct SmoothRank {
    data: Arc<Dataset>,
    config: SmoothRankConfig,
    /// Number of queries in which the measure has a value, and the sum of their weights.
    n_used: usize,
    used_weight: f64,
    /// The regression for w₀, until it has finished.
    ridge: Option<Box<Descent>>,
    /// w₀.
    start: Vec<f64>,
    /// Index of the current σ; [`STAGES`] when all stages are done.
    stage: usize,
    /// The descent with the current σ, its objective, and its steps so far.
    minimiser: Option<Box<Minimiser>>,
    objective: f64,
    steps: usize,
    /// w and σ of every iteration.
    history: History<(Vec<f64>, f64)>,
    /// Number of evaluations in the stages before this one.
    evaluations: usize,
}

impl SmoothRank {
    /// Returns a learner that uses the queries in which the measure has a value.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting out of range, [`Error::Data`] if no query has a value, if all grades are equal,
    /// or if the history would not fit into memory.
    pub fn new(data: Arc<Dataset>, config: SmoothRankConfig) -> Result<Self, Error> {
        config.check()?;
        check_history(config.max_iterations.saturating_mul(STAGES), data.n_features())?;
        let ridge = DescentConfig { c: 100.0, gap: 1e-12, max_iterations: 1000, ..DescentConfig::default() };
        let targets: &dyn ScoreLoss = match config.measure {
            SmoothedMeasure::ClickDcg { .. } => &ClickRidge,
            _ => &Ridge::default(),
        };
        let ridge = Descent::new(data.clone(), targets, ridge)?;
        let mut learner = Self {
            n_used: 0,
            used_weight: 0.0,
            ridge: Some(Box::new(ridge)),
            start: vec![0.0; data.n_features()],
            data,
            config,
            stage: 0,
            minimiser: None,
            objective: f64::INFINITY,
            steps: 0,
            history: History::default(),
            evaluations: 0,
        };
        let objective = learner.bind(learner.sigma())?;
        (learner.n_used, learner.used_weight) = (objective.n_queries(), objective.total_weight());
        Ok(learner)
    }

    /// Returns the objective with this σ.
    fn bind(&self, sigma: f64) -> Result<Objective, Error> {
        let (loss, table) = (self.loss(sigma), PairTable::equal());
        let objective = Objective::new(self.data.clone(), &loss, &table, Weighting::Query, self.config.c)?;
        Ok(objective.with_center(self.start.clone()))
    }

    fn loss(&self, sigma: f64) -> SmoothMeasure {
        SmoothMeasure { measure: self.config.measure, sigma, threshold: self.config.threshold }
    }

    fn sigma(&self) -> f64 {
        FIRST_SIGMA * libm::exp2(-(self.stage as f64))
    }

    /// Scales the weights of the regression to w₀.
    fn scaled(&self, weights: &[f64]) -> Vec<f64> {
        let mut variances = 0.0;
        for query in self.data.queries() {
            let scores = self.data.scores(query.documents, weights);
            let mean = scores.iter().sum::<f64>() / scores.len() as f64;
            let squares: f64 = scores.iter().map(|score| (score - mean) * (score - mean)).sum();
            variances += self.data.weight(query.index) * (squares / scores.len() as f64);
        }
        let scale = 1.0 / (variances / self.data.total_weight(0..self.data.n_queries())).sqrt();
        let scaled: Vec<f64> = weights.iter().map(|weight| scale * weight).collect();
        // Scores without spread order nothing, so w₀ is 0.
        if scaled.iter().all(|weight| weight.is_finite()) { scaled } else { vec![0.0; weights.len()] }
    }

    /// Begins the descent with the current σ at the latest w.
    fn begin(&mut self) -> Result<Box<Minimiser>, Error> {
        let w = self.history.last().map_or_else(|| self.start.clone(), |(w, _)| w.clone());
        (self.objective, self.steps) = (f64::INFINITY, 0);
        Ok(Box::new(Minimiser::new(self.bind(self.sigma())?, Method::LimitedMemory, w)))
    }

    /// Records a point of the minimiser. Returns its report, unless it repeats the last point of the stage before.
    fn take(&mut self, minimiser: Box<Minimiser>, step: Option<f64>) -> Option<Step> {
        let point = minimiser.point();
        let decrease = self.objective - point.value;
        self.objective = point.value;
        let is_new = step.is_some() || self.history.is_empty();
        let report = is_new.then(|| {
            self.history.push((point.w.clone(), self.sigma()));
            Step {
                iteration: self.history.len() - 1,
                objective: Some(point.value),
                // The objective falls within a stage, and values for different σ cannot be compared.
                best_objective: Some(point.value),
                gap: None,
                detail: Detail::Descent(DescentFigures {
                    norm: point.norm(),
                    gradient_norm: Some(point.gradient_norm()),
                    step,
                    evaluations: self.evaluations + minimiser.evaluations(),
                    mean_loss: point.mean_loss,
                    smoothing: Some(self.sigma()),
                    moved: None,
                    pair_error: point.pair_error,
                    rate: None,
                    mistakes: None,
                }),
            }
        });
        self.steps += usize::from(step.is_some());
        if decrease <= LEAST_DECREASE * point.value.abs() || self.steps == self.config.max_iterations {
            self.finish_stage(&minimiser);
        } else {
            self.minimiser = Some(minimiser);
        }
        report
    }

    fn finish_stage(&mut self, minimiser: &Minimiser) {
        self.evaluations += minimiser.evaluations();
        self.stage += 1;
    }
}

impl Learner for SmoothRank {
    fn advance(&mut self, budget: usize) -> Advance {
        if let Some(stopped) = self.history.stopped() {
            return stopped;
        }
        let mut left = budget.max(1);
        if let Some(ridge) = &mut self.ridge {
            match ridge.advance(left) {
                Advance::Stepped(_) => return Advance::Working { phase: Phase::Learn, done: 0, of: 0 },
                Advance::Stopped(End { reason: StopReason::Numeric, problem, .. }) => {
                    return self.history.stop(StopReason::Numeric, problem.as_deref());
                }
                Advance::Stopped(_) => {
                    let weights = ridge.weights().to_vec();
                    self.start = self.scaled(&weights);
                    self.ridge = None;
                }
                working => return working,
            }
        }
        while self.stage < STAGES {
            let mut minimiser = match self.minimiser.take().map_or_else(|| self.begin(), Ok) {
                Ok(minimiser) => minimiser,
                Err(error) => return self.history.stop(StopReason::Numeric, Some(&error.to_string())),
            };
            match minimiser.advance(&mut left) {
                Progress::Working { done, of } => {
                    self.minimiser = Some(minimiser);
                    return Advance::Working { phase: Phase::Learn, done, of };
                }
                Progress::Moved(step) => {
                    if let Some(report) = self.take(minimiser, step) {
                        return Advance::Stepped(report);
                    }
                }
                Progress::Stuck => self.finish_stage(&minimiser),
                Progress::NotFinite => return self.history.stop(StopReason::Numeric, Some(TOO_LARGE)),
            }
        }
        self.history.stop(StopReason::Complete, None)
    }

    fn scorer(&self, iteration: usize) -> Option<Cow<'_, Scorer>> {
        let (weights, _) = self.history.get(iteration)?;
        Some(Cow::Owned(Scorer::Linear { weights: weights.clone() }))
    }

    /// Returns the latest iteration. Every stage lowers its objective, and the last stage is nearest to the measure.
    fn best(&self) -> (usize, Cow<'_, Scorer>) {
        let iteration = self.history.latest();
        let start = || Cow::Owned(Scorer::Linear { weights: self.start.clone() });
        (iteration, self.scorer(iteration).unwrap_or_else(start))
    }

    fn n_used_queries(&self) -> usize {
        self.n_used
    }

    fn pull(&self, query: usize, iteration: usize) -> Option<Vec<f64>> {
        let (w, sigma) = self.history.get(iteration)?;
        if query >= self.data.n_queries() {
            return None;
        }
        let of_query = self.loss(*sigma).bind_query(&self.data.query(query), &PairTable::equal())?;
        let scores = self.data.scores(self.data.query(query).documents, w);
        let mut pull = vec![0.0; scores.len()];
        of_query.evaluate(&scores, &mut pull);
        let coefficient = self.data.weight(query) * (self.config.c / self.used_weight);
        pull.iter_mut().for_each(|pull| *pull *= coefficient);
        Some(pull)
    }

    /// Returns the objective with the σ of the iteration.
    fn objective(&self, iteration: usize) -> Option<Box<dyn ScoreObjective + '_>> {
        let (_, sigma) = self.history.get(iteration)?;
        Some(Box::new(self.bind(*sigma).ok()?))
    }
}
