//! The learner for smooth losses. Must not know particular losses.

use std::borrow::Cow;
use std::sync::Arc;

use crate::data::Dataset;
use crate::learner::ScoreObjective;
use crate::learner::partitions::AskedPartitions;
use crate::learner::{Advance, DescentFigures, Detail, History, Learner, Phase, Slope, Step, StopReason};
use crate::ranking::scorer::Scorer;
use crate::util::error::Error;

use super::{DescentConfig, Method, Minimiser, Objective, Progress, ScoreLoss};

/// A linear ranker that minimises `½‖w‖² + C · mean loss` from w = 0.
///
/// With a convex loss the objective P is 1-strongly convex, so `P(w) − min P ≤ ½‖∇P(w)‖²`. The reported gap is this bound
/// divided by |P|; only negative click weights can make P negative. Another loss has no gap and only a local minimum: its
/// training is complete once the same number, which then bounds nothing, is as small.
/// A step costs two passes over the features and one evaluation of every loss. A Newton step costs one more pass, and
/// `n d²/2 + d³/6` multiplications.
pub struct Descent {
    config: DescentConfig,
    minimiser: Minimiser,
    history: History<Kept>,
    best_objective: f64,
    /// The bound over |P|, whether or not it bounds something.
    gap: f64,
    is_convex: bool,
}

/// What is kept of an iteration.
struct Kept {
    w: Vec<f64>,
    bias: f64,
    /// Length of the step that led here, relative to the full step.
    step: Option<f64>,
}

impl Descent {
    /// Returns a learner that uses every query that `loss` binds to.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting out of range, [`Error::Data`] if the loss cannot learn from these data.
    pub fn new(data: Arc<Dataset>, loss: &dyn ScoreLoss, config: DescentConfig) -> Result<Self, Error> {
        config.check()?;
        let start = vec![0.0; data.n_features()];
        let table = config.pair_weights.table(&data);
        let objective = Objective::new(data, loss, &table, config.weighting, config.c)?;
        Ok(Self::of(objective, loss.is_convex(), config, start))
    }

    /// Returns a learner of a convex loss for queries in partitions. `data`: the features, without queries.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(crate) fn on_partitions(
        data: Arc<Dataset>,
        partitions: AskedPartitions,
        loss: &dyn ScoreLoss,
        config: DescentConfig,
    ) -> Result<Self, Error> {
        config.check()?;
        let start = vec![0.0; data.n_features()];
        let objective = Objective::on_partitions(data, partitions, loss, config.c)?;
        Ok(Self::of(objective, loss.is_convex(), config, start))
    }

    fn of(objective: Objective, is_convex: bool, config: DescentConfig, start: Vec<f64>) -> Self {
        let method =
            if is_convex { Method::for_features(objective.n_features()) } else { Method::LimitedMemory };
        let minimiser = Minimiser::new(objective, method, start);
        let (best_objective, gap) = (f64::INFINITY, f64::INFINITY);
        Self { config, minimiser, history: History::default(), best_objective, gap, is_convex }
    }

    /// Returns w of the latest iteration; empty before the first.
    pub fn weights(&self) -> &[f64] {
        self.history.last().map_or(&[], |kept| kept.w.as_slice())
    }

    /// Returns the norm of the gradient at the latest iteration.
    pub(crate) fn gradient_norm(&self) -> f64 {
        self.minimiser.point().gradient_norm()
    }

    fn report(&mut self, step: Option<f64>) -> Step {
        let point = self.minimiser.point();
        let iteration = self.history.push(Kept { w: point.w.clone(), bias: point.bias, step });
        self.best_objective = self.best_objective.min(point.value);
        let gradient_norm = point.gradient_norm();
        let bound = 0.5 * gradient_norm * gradient_norm;
        // With loss 0 at w = 0 there is no gradient, so the gap is 0, not 0/0. A gap beyond all numbers is the greatest
        // of them.
        self.gap = if bound > 0.0 { (bound / point.value.abs()).min(f64::MAX) } else { 0.0 };
        Step {
            iteration,
            objective: Some(point.value),
            best_objective: Some(self.best_objective),
            gap: self.is_convex.then_some(self.gap),
            detail: Detail::Descent(DescentFigures {
                norm: point.norm(),
                gradient_norm: Some(gradient_norm),
                step,
                evaluations: self.minimiser.evaluations(),
                mean_loss: point.mean_loss,
                smoothing: None,
                moved: None,
                pair_error: point.pair_error,
                rate: None,
                mistakes: None,
            }),
        }
    }
}

impl Descent {
    /// Returns the sum of the weights of the queries that take part.
    pub fn total_weight(&self) -> f64 {
        self.minimiser.objective().total_weight()
    }
}

impl Learner for Descent {
    fn advance(&mut self, budget: usize) -> Advance {
        if let Some(stopped) = self.history.stopped() {
            return stopped;
        }
        if self.gap <= self.config.gap {
            let reason = if self.is_convex { StopReason::Converged } else { StopReason::Complete };
            return self.history.stop(reason, None);
        }
        if self.history.len() > self.config.max_iterations {
            return self.history.stop(StopReason::IterationLimit, None);
        }
        let progress = self.minimiser.advance(&mut budget.max(1));
        if let Some(problem) = self.minimiser.objective().failure() {
            return self.history.stop(StopReason::Interrupted, Some(problem));
        }
        match progress {
            Progress::Working { done, of } => Advance::Working { phase: Phase::Learn, done, of },
            Progress::Moved(step) => Advance::Stepped(self.report(step)),
            Progress::Stuck => self.history.stop(StopReason::Stalled, None),
            Progress::NotFinite => self.history.stop(StopReason::Numeric, Some(TOO_LARGE)),
        }
    }

    fn scorer(&self, iteration: usize) -> Option<Cow<'_, Scorer>> {
        let iterate = self.history.get(iteration)?;
        Some(Cow::Owned(Scorer::Linear { weights: iterate.w.clone() }))
    }

    /// Returns the latest iteration, because every step lowers the objective.
    fn best(&self) -> (usize, Cow<'_, Scorer>) {
        let iteration = self.history.latest();
        let untrained = || Scorer::Linear { weights: vec![0.0; self.minimiser.objective().n_features()] };
        (iteration, self.scorer(iteration).unwrap_or_else(|| Cow::Owned(untrained())))
    }

    fn failure(&self) -> Option<&str> {
        self.minimiser.objective().failure()
    }

    fn n_used_queries(&self) -> usize {
        self.minimiser.objective().n_queries()
    }

    fn pull(&self, query: usize, iteration: usize) -> Option<Vec<f64>> {
        let iterate = self.history.get(iteration)?;
        self.minimiser.objective().pull(query, &iterate.w, iterate.bias)
    }

    fn slope(&self, iteration: usize) -> Option<Slope> {
        let iterate = self.history.get(iteration)?;
        let point = self.minimiser.objective().at(iterate.w.clone(), iterate.bias);
        Some(Slope {
            w: point.w,
            gradient: point.gradient,
            objective: point.value,
            mean_loss: point.mean_loss,
            second_order: self.minimiser.method() == Method::Newton,
            step: iterate.step,
        })
    }

    fn objective(&self, iteration: usize) -> Option<Box<dyn ScoreObjective + '_>> {
        self.history.get(iteration)?;
        Some(Box::new(self.minimiser.objective()))
    }
}

pub(super) const TOO_LARGE: &str =
    "the objective left the range of floating point; scale the features or use a smaller C";
