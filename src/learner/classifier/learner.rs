//! The cutting-plane learner of a mean hinge. Must not know what the classes are.
//!
//! The dual of the planes, and the w between the best one and their minimiser, are those of 1-slack training; see
//! [`cutting_plane`](crate::learner::cutting_plane).

use std::borrow::Cow;
use std::sync::Arc;

use crate::data::Dataset;
use crate::learner::cutting_plane::qp::{Sweep, WorkingSet};
use crate::learner::cutting_plane::{FINEST_SHARE, GAP_SHARE, check_c, check_gap};
use crate::learner::descent::{at_least_one, check_history};
use crate::learner::{
    Advance, DescentFigures, Detail, End, LEAST_GAIN, Learner, Phase, PlaneEnd, ScoreObjective, Step,
    StopReason,
};
use crate::linalg::dot::dot;
use crate::ranking::scorer::Scorer;
use crate::util::error::Error;

use super::hinge::HingeObjective;
use super::{ClassHinge, Tangent};

/// Settings of [`ClassifierSvm`].
#[derive(Debug, Clone, PartialEq)]
pub struct ClassifierConfig {
    /// C: weight of the mean hinge.
    pub c: f64,
    /// Relative duality gap at which training has converged.
    pub gap: f64,
    /// Largest number of updates of w.
    pub max_iterations: usize,
}

impl ClassifierConfig {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] naming the value that is out of range.
    pub fn check(&self) -> Result<(), Error> {
        check_c(self.c)?;
        check_gap(self.gap)?;
        at_least_one("max_iterations", self.max_iterations)
    }
}

/// A linear ranker that minimises `½ Σ_k ‖w_k‖² + C · mean hinge` from w = 0.
///
/// Each tangent of the mean hinge is one cutting plane, all of one slack. The objective of the planes has its dual as a
/// lower bound, so the gap is proved. Cost of an iteration: two passes over the features for every class, one
/// evaluation of the hinge, and the dual. Source: Joachims 2006 for the planes; Joachims, Finley and Yu 2009.
pub struct ClassifierSvm {
    data: Arc<Dataset>,
    hinge: Box<dyn ClassHinge>,
    config: ClassifierConfig,
    /// Factor of each class in the ranker's w.
    factors: Vec<f64>,
    planes: WorkingSet,
    state: State,
    /// All weights, class by class: one per feature, then that of the constant.
    v: Vec<f64>,
    /// The iteration with the smallest objective.
    best: usize,
    best_objective: f64,
    dual: f64,
    tolerance: f64,
    /// Whether the last dual was solved to the tolerance, instead of ending at the sweep limit.
    is_solved: bool,
    idle: usize,
    /// Fraction of the way from the best weights to the minimiser at which `v` lies.
    fraction: f64,
    /// Every reported `v` with its objective.
    history: Vec<(Vec<f64>, f64)>,
    /// w₀ of the objective.
    zero: Vec<f64>,
}

enum State {
    /// Scores of the rows of all queries before `next`.
    Scoring {
        next: usize,
        scores: Vec<f64>,
    },
    /// The slope of a tangent pulled back from the rows of all queries before `next`.
    Pulling {
        next: usize,
        tangent: Tangent,
        gradient: Vec<f64>,
    },
    Optimizing {
        sweeps: usize,
    },
    Stopped(End),
}

/// Fraction of the way from the best weights to the minimiser at which the next plane is found, as in 1-slack training.
const OUTWARD: f64 = 0.1;
/// Sweep limit of one dual. The next iteration continues from there.
const MAX_SWEEPS: usize = 100;
/// Number of consecutive solutions without weight after which a plane is dropped.
const IDLE_LIMIT: usize = 8;
/// Change of a bound that counts, relative to the best objective.
const LEAST_MOVE: f64 = 1e-9;
/// Number of iterations without a change of either bound after which training has stalled.
const MAX_IDLE_ITERATIONS: usize = 20;
const TOO_LARGE: &str =
    "the objective left the range of floating point; scale the features or use a smaller C";

impl ClassifierSvm {
    /// Returns a learner at w = 0 that uses all documents.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting out of range; [`Error::Data`] if the history would not fit into memory.
    pub fn new(
        data: Arc<Dataset>,
        hinge: impl ClassHinge + 'static,
        config: ClassifierConfig,
    ) -> Result<Self, Error> {
        config.check()?;
        let width = data.n_features() + usize::from(hinge.has_constant());
        let n_weights = hinge.n_classes() * width;
        check_history(config.max_iterations, n_weights)?;
        let n_scores = hinge.n_classes() * data.n_documents();
        Ok(Self {
            factors: hinge.factors(),
            planes: WorkingSet::new(1, n_weights, config.c, 0),
            state: State::Scoring { next: 0, scores: vec![0.0; n_scores] },
            v: vec![0.0; n_weights],
            best: 0,
            best_objective: f64::INFINITY,
            dual: 0.0,
            tolerance: f64::INFINITY,
            is_solved: true,
            idle: 0,
            fraction: 1.0,
            history: Vec::new(),
            zero: vec![0.0; data.n_features()],
            hinge: Box::new(hinge),
            data,
            config,
        })
    }

    /// Returns the weights of a class: one per feature, then that of the constant, if there is one.
    fn class<'a>(&self, v: &'a [f64], class: usize) -> &'a [f64] {
        let width = v.len() / self.hinge.n_classes();
        &v[class * width..(class + 1) * width]
    }

    /// Returns w of the ranker.
    fn ranker(&self, v: &[f64]) -> Vec<f64> {
        let d = self.data.n_features();
        let mut w = vec![0.0; d];
        for (class, factor) in self.factors.iter().enumerate() {
            for (w, value) in w.iter_mut().zip(&self.class(v, class)[..d]) {
                *w += factor * value;
            }
        }
        w
    }

    /// Writes the scores of one query.
    fn score(&self, query: usize, v: &[f64], scores: &mut [f64]) {
        let (d, n) = (self.data.n_features(), self.data.n_documents());
        let documents = self.data.query(query).documents;
        for class in 0..self.hinge.n_classes() {
            let weights = self.class(v, class);
            let constant = weights.get(d).copied().unwrap_or(0.0);
            let of_class = self.data.scores(documents.clone(), &weights[..d]);
            let rows = class * n + documents.start..class * n + documents.end;
            for (score, value) in scores[rows].iter_mut().zip(of_class) {
                *score = value + constant;
            }
        }
    }

    /// Adds the part of one query to the gradient in all weights.
    fn pull_back(&self, query: usize, slope: &[f64], gradient: &mut [f64]) {
        let (d, n) = (self.data.n_features(), self.data.n_documents());
        let documents = self.data.query(query).documents;
        let width = gradient.len() / self.hinge.n_classes();
        for class in 0..self.hinge.n_classes() {
            let coefficients = &slope[class * n + documents.start..class * n + documents.end];
            let into = &mut gradient[class * width..(class + 1) * width];
            self.data.pull_back(documents.clone(), coefficients, &mut into[..d]);
            if let Some(constant) = into.get_mut(d) {
                *constant += coefficients.iter().sum::<f64>();
            }
        }
    }

    /// Returns how far an objective is above the dual, relative to itself.
    fn gap(&self) -> f64 {
        match self.best_objective {
            0.0 => 0.0,
            best => ((best - self.dual) / best).clamp(0.0, f64::MAX),
        }
    }

    /// Reports the iteration of `v`, adds its plane and says what comes next.
    fn finish(&mut self, tangent: &Tangent, gradient: &[f64]) -> Advance {
        let norm_squared = dot(&self.v, &self.v);
        let objective = 0.5 * norm_squared + self.config.c * tangent.value;
        let dual = self.planes.dual_objective();
        if !((objective + dual + dot(gradient, gradient)).is_finite()) {
            return self.stop(StopReason::Numeric, Some(TOO_LARGE.to_owned()));
        }
        let least = LEAST_MOVE * self.best_objective;
        let moved =
            self.best_objective - objective > least || dual - self.dual > least || self.history.is_empty();
        self.idle = if moved { 0 } else { self.idle + 1 };
        let iteration = self.history.len();
        self.history.push((self.v.clone(), objective));
        if objective < self.best_objective {
            (self.best, self.best_objective) = (iteration, objective);
        }
        self.dual = self.dual.max(dual);
        let gap = self.gap();
        self.next_state(tangent, gradient);
        Advance::Stepped(Step {
            iteration,
            objective: Some(objective),
            best_objective: Some(self.best_objective),
            gap: Some(gap),
            detail: Detail::Descent(DescentFigures {
                norm: norm_squared.sqrt(),
                gradient_norm: None,
                step: None,
                evaluations: iteration + 1,
                mean_loss: tangent.value,
                smoothing: None,
                moved: None,
                pair_error: None,
                rate: None,
                mistakes: None,
            }),
        })
    }

    fn next_state(&mut self, tangent: &Tangent, gradient: &[f64]) {
        if self.gap() <= self.config.gap {
            self.stop(StopReason::Converged, None);
            return;
        }
        if self.history.len() > self.config.max_iterations {
            self.stop(StopReason::IterationLimit, None);
            return;
        }
        let violation = tangent.value - self.planes.slack_at(0, &self.v);
        let is_new = self.config.c * violation > 0.1 * self.config.gap * self.best_objective;
        let finest = FINEST_SHARE * self.config.gap * self.best_objective;
        let nothing_left = !is_new && self.fraction == 1.0 && self.is_solved && self.tolerance <= finest;
        if nothing_left || self.idle >= MAX_IDLE_ITERATIONS {
            self.stop(StopReason::Stalled, None);
            return;
        }
        if is_new {
            // ⟨v, −gradient⟩ ≥ intercept − ξ says that the mean hinge is at least its tangent.
            let intercept = tangent.value - dot(gradient, &self.v);
            let delta_psi = gradient.iter().map(|value| -value).collect();
            self.planes.add(0, intercept, delta_psi, self.history.len() - 1);
        }
        self.fraction = if is_new { OUTWARD } else { 1.0 };
        self.tolerance =
            if is_new { finest.max(GAP_SHARE * (self.best_objective - self.dual)) } else { finest };
        self.state = State::Optimizing { sweeps: 0 };
    }

    /// Moves to the next weights: between the best ones and the minimiser of the planes, or the minimiser itself if
    /// the last weights between them added no plane.
    fn move_on(&mut self) {
        self.planes.prune(IDLE_LIMIT);
        self.planes.refresh();
        let minimiser = self.planes.minimiser();
        let best = &self.history[self.best].0;
        for ((v, best), new) in self.v.iter_mut().zip(best).zip(minimiser) {
            *v = if self.fraction < 1.0 { best + self.fraction * (new - best) } else { *new };
        }
        let scores = vec![0.0; self.hinge.n_classes() * self.data.n_documents()];
        self.state = State::Scoring { next: 0, scores };
    }

    fn stop(&mut self, reason: StopReason, problem: Option<String>) -> Advance {
        let zero_primal = self.history.first().map_or(f64::INFINITY, |(_, objective)| *objective);
        let gap = self.gap();
        let planes = PlaneEnd {
            best_primal: self.best_objective,
            dual: self.dual,
            gap,
            start: None,
            zero_primal,
            beats_zero: self.best_objective < zero_primal * (1.0 - gap.max(LEAST_GAIN)),
        };
        let end = End::new(reason, self.history.len().saturating_sub(1), problem);
        let end = End { planes: (!self.history.is_empty()).then_some(planes), ..end };
        self.state = State::Stopped(end.clone());
        Advance::Stopped(end)
    }

    /// Does a part of the present pass or of the dual. Returns what to report, if there is something.
    fn work(&mut self, left: &mut usize) -> Option<Advance> {
        let n_queries = self.data.n_queries();
        match std::mem::replace(&mut self.state, State::Optimizing { sweeps: 0 }) {
            State::Stopped(end) => {
                self.state = State::Stopped(end.clone());
                Some(Advance::Stopped(end))
            }
            State::Scoring { mut next, mut scores } => {
                let until = n_queries.min(next.saturating_add(*left));
                *left -= until - next;
                while next < until {
                    self.score(next, &self.v, &mut scores);
                    next += 1;
                }
                if next < n_queries {
                    self.state = State::Scoring { next, scores };
                    return Some(Advance::Working { phase: Phase::Learn, done: next, of: 2 * n_queries });
                }
                if !scores.iter().all(|score| score.is_finite()) {
                    return Some(self.stop(StopReason::Numeric, Some(TOO_LARGE.to_owned())));
                }
                let tangent = self.hinge.tangent(&scores);
                self.state = State::Pulling { next: 0, tangent, gradient: vec![0.0; self.v.len()] };
                None
            }
            State::Pulling { mut next, tangent, mut gradient } => {
                let until = n_queries.min(next.saturating_add(*left));
                *left -= until - next;
                while next < until {
                    self.pull_back(next, &tangent.slope, &mut gradient);
                    next += 1;
                }
                if next < n_queries {
                    self.state = State::Pulling { next, tangent, gradient };
                    return Some(Advance::Working {
                        phase: Phase::Learn,
                        done: n_queries + next,
                        of: 2 * n_queries,
                    });
                }
                Some(self.finish(&tangent, &gradient))
            }
            State::Optimizing { sweeps } => {
                if *left == 0 {
                    self.state = State::Optimizing { sweeps };
                    return Some(Advance::Working { phase: Phase::Qp, done: sweeps, of: 0 });
                }
                *left -= 1;
                self.is_solved = self.planes.sweep(self.tolerance) == Sweep::Solved;
                if self.is_solved || sweeps + 1 == MAX_SWEEPS {
                    self.move_on();
                } else {
                    self.state = State::Optimizing { sweeps: sweeps + 1 };
                }
                None
            }
        }
    }
}

impl Learner for ClassifierSvm {
    fn advance(&mut self, budget: usize) -> Advance {
        let mut left = budget.max(1);
        loop {
            if let Some(advance) = self.work(&mut left) {
                return advance;
            }
        }
    }

    fn scorer(&self, iteration: usize) -> Option<Cow<'_, Scorer>> {
        let (v, _) = self.history.get(iteration)?;
        Some(Cow::Owned(Scorer::Linear { weights: self.ranker(v) }))
    }

    /// Returns the iteration with the smallest objective.
    fn best(&self) -> (usize, Cow<'_, Scorer>) {
        let untrained = || Cow::Owned(Scorer::Linear { weights: vec![0.0; self.data.n_features()] });
        (self.best, self.scorer(self.best).unwrap_or_else(untrained))
    }

    fn n_used_queries(&self) -> usize {
        self.data.n_queries()
    }

    /// Returns minus C times the slope of the hinge in the scores. `None` for several classes, whose hinge is no
    /// function of the ranker's scores. Cost: a pass over the features, because the bias depends on all documents.
    fn pull(&self, query: usize, iteration: usize) -> Option<Vec<f64>> {
        if self.hinge.n_classes() > 1 || query >= self.data.n_queries() {
            return None;
        }
        let (v, _) = self.history.get(iteration)?;
        let mut scores = vec![0.0; self.data.n_documents()];
        (0..self.data.n_queries()).for_each(|query| self.score(query, v, &mut scores));
        let slope = self.hinge.tangent(&scores).slope;
        Some(slope[self.data.query(query).documents].iter().map(|slope| -self.config.c * slope).collect())
    }

    fn objective(&self, iteration: usize) -> Option<Box<dyn ScoreObjective + '_>> {
        self.history.get(iteration)?;
        (self.hinge.n_classes() == 1).then(|| {
            let (hinge, n_documents) = (&*self.hinge, self.data.n_documents());
            let objective = HingeObjective { hinge, c: self.config.c, center: &self.zero, n_documents };
            Box::new(objective) as Box<dyn ScoreObjective + '_>
        })
    }
}
