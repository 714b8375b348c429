//! Descent on an objective in slices: damped Newton steps or limited-memory steps. Must not know stopping rules.

use crate::linalg::cholesky::Cholesky;
use crate::linalg::dot::{add_scaled, dot};

use super::curvature::HessianWorkspace;
use super::lbfgs::LimitedMemory;
use super::objective::Evaluation;
use super::{Objective, Point};

/// With more features, the d × d matrix of Newton's method costs more than it saves.
const MOST_NEWTON_FEATURES: usize = 300;
/// The share of the decrease along the tangent that a step must reach (Armijo's condition).
const DECREASE: f64 = 1e-4;
/// Largest number of trials of one line search. The last is 2⁻⁴⁰ of the first step.
const MOST_TRIALS: usize = 40;

/// How directions are computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// By the Hessian and its Cholesky factor.
    Newton,
    /// By limited-memory BFGS.
    LimitedMemory,
}

impl Method {
    /// Returns Newton up to 300 features, else limited memory.
    pub fn for_features(n: usize) -> Self {
        if n <= MOST_NEWTON_FEATURES { Self::Newton } else { Self::LimitedMemory }
    }
}

/// The result of a slice of work.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Progress {
    /// Queries visited, and queries of this pass.
    Working {
        /// Queries visited.
        done: usize,
        /// Queries of this pass.
        of: usize,
    },
    /// A new point was reached. The length of the step relative to the full step; `None` for the starting point.
    Moved(Option<f64>),
    /// No shorter step lowers the objective in floating point.
    Stuck,
    /// The objective at the starting point, or its Hessian, left the range of floating point.
    NotFinite,
}

enum State {
    Start(Evaluation),
    AtPoint,
    HessianWorkspace(HessianWorkspace),
    Searching { search: Search, evaluation: Evaluation },
    Ended(Progress),
}

/// A line search.
struct Search {
    direction: Vec<f64>,
    /// Derivative of the objective along the direction; negative.
    slope: f64,
    step: f64,
    trials: usize,
}

/// The descent of one objective from one starting point.
pub struct Minimiser {
    objective: Objective,
    method: Method,
    memory: LimitedMemory,
    point: Point,
    state: State,
    evaluations: usize,
}

impl Minimiser {
    /// Returns a descent that starts at w, for `n_features` features.
    pub fn new(objective: Objective, method: Method, w: Vec<f64>) -> Self {
        let state = State::Start(objective.evaluation(w, 0.0));
        let (memory, point) = (LimitedMemory::default(), Point::default());
        Self { objective, method, memory, point, state, evaluations: 0 }
    }

    /// Works on at most about `left` queries, or to the next point.
    pub fn advance(&mut self, left: &mut usize) -> Progress {
        loop {
            match std::mem::replace(&mut self.state, State::AtPoint) {
                State::Start(mut evaluation) => {
                    let Some(point) = self.objective.evaluate(&mut evaluation, left) else {
                        return self.pause(State::Start(evaluation));
                    };
                    self.evaluations += 1;
                    if !point.is_finite() {
                        return self.end(Progress::NotFinite);
                    }
                    self.point = point;
                    return Progress::Moved(None);
                }
                State::AtPoint => {
                    self.state = match self.method {
                        Method::Newton => State::HessianWorkspace(self.objective.curving()),
                        Method::LimitedMemory => {
                            self.search(self.memory.direction(&self.point.gradient), self.first_step())
                        }
                    };
                }
                State::HessianWorkspace(mut curving) => {
                    let Some(hessian) = self.objective.curve(&mut curving, &self.point, left) else {
                        return self.pause(State::HessianWorkspace(curving));
                    };
                    if !hessian.iter().all(|value| value.is_finite()) {
                        return self.end(Progress::NotFinite);
                    }
                    let mut direction: Vec<f64> = self.point.gradient.iter().map(|value| -value).collect();
                    Cholesky::new(hessian, self.objective.n_features()).solve(&mut direction);
                    self.state = self.search(direction, 1.0);
                }
                State::Searching { search, mut evaluation } => {
                    let Some(trial) = self.objective.evaluate(&mut evaluation, left) else {
                        return self.pause(State::Searching { search, evaluation });
                    };
                    self.evaluations += 1;
                    if self.accepts(&trial, &search) {
                        return self.step_to(trial, search.step);
                    }
                    self.state = self.shorter(search);
                }
                State::Ended(progress) => return self.end(progress),
            }
        }
    }

    /// Returns the current point; empty before the first [`Progress::Moved`].
    pub fn point(&self) -> &Point {
        &self.point
    }

    /// Returns the objective.
    pub fn objective(&self) -> &Objective {
        &self.objective
    }

    /// How directions are computed.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Returns the number of evaluations of the objective so far.
    pub fn evaluations(&self) -> usize {
        self.evaluations
    }

    fn pause(&mut self, state: State) -> Progress {
        let of = self.objective.n_queries();
        let done = match &state {
            State::Start(evaluation) | State::Searching { evaluation, .. } => evaluation.visited() / 2,
            State::HessianWorkspace(curving) => curving.visited(),
            State::AtPoint | State::Ended(_) => 0,
        };
        self.state = state;
        Progress::Working { done, of }
    }

    fn end(&mut self, progress: Progress) -> Progress {
        self.state = State::Ended(progress);
        progress
    }

    /// With an empty memory the direction is minus the gradient, whose length is arbitrary.
    fn first_step(&self) -> f64 {
        if self.memory.is_empty() { (1.0 / self.point.gradient_norm()).min(1.0) } else { 1.0 }
    }

    /// Begins a line search. Ends the descent if the direction does not lead down.
    fn search(&self, direction: Vec<f64>, step: f64) -> State {
        let slope = dot(&direction, &self.point.gradient);
        if slope < 0.0 && slope.is_finite() {
            self.trial(Search { direction, slope, step, trials: 1 })
        } else {
            State::Ended(Progress::Stuck)
        }
    }

    fn trial(&self, search: Search) -> State {
        let mut w = self.point.w.clone();
        add_scaled(search.step, &search.direction, &mut w);
        if w == self.point.w {
            return State::Ended(Progress::Stuck);
        }
        let evaluation = self.objective.evaluation(w, self.point.bias);
        State::Searching { search, evaluation }
    }

    /// Armijo's condition. If rounding hides the decrease, a smaller gradient is accepted instead.
    fn accepts(&self, trial: &Point, search: &Search) -> bool {
        let rounding = 1e-14 * self.point.value.abs();
        trial.is_finite()
            && (trial.value <= self.point.value + DECREASE * search.step * search.slope
                || (trial.value <= self.point.value + rounding
                    && trial.gradient_norm() < self.point.gradient_norm()))
    }

    fn step_to(&mut self, trial: Point, step: f64) -> Progress {
        if self.method == Method::LimitedMemory {
            let minus = |new: &[f64], old: &[f64]| new.iter().zip(old).map(|(new, old)| new - old).collect();
            self.memory
                .remember(minus(&trial.w, &self.point.w), minus(&trial.gradient, &self.point.gradient));
        }
        self.point = trial;
        Progress::Moved(Some(step))
    }

    fn shorter(&mut self, search: Search) -> State {
        if search.trials < MOST_TRIALS {
            return self.trial(Search { step: 0.5 * search.step, trials: search.trials + 1, ..search });
        }
        if self.memory.is_empty() {
            return State::Ended(Progress::Stuck);
        }
        // The memory can mislead where the gradient jumps. Minus the gradient is tried before the descent ends.
        self.memory.clear();
        self.search(self.memory.direction(&self.point.gradient), self.first_step())
    }
}
