//! Ranking matrix factorisation: structural SVMs for users and items in turns. Must not know names or test ratings.
//!
//! `J = ½‖U‖² + ½‖V‖² + ½‖b‖² + (C/m) Σ_u H_u(s_u)` over m users, where `s_u = b + V U_u` are the scores of the items
//! that user u rated. J is convex in U and in (V, b). A turn is a step of the users, a step of the items, and the
//! factors of the same scores with the least norm. A round is some turns; after it the reference rankings are
//! realigned. No part raises J.
//!
//! Source: Le and Smola, Direct Optimization of Ranking Measures, section 5.2, which leaves the details out.
//!
//! A step returns its best point and goes on while that is the start. After the biases alone, a spectral norm of at
//! most 1 proves that U = V = 0 is optimal ([`spectral`](super::spectral)). With a fixed rank the problem has local
//! optima, so the start matters: the default is the V of the tuned squared error.

mod bounds;
mod folding;

use std::sync::Arc;

use super::factors::half_square;
use super::item_step::ItemStep;
use super::planes::RatedList;
use super::user_step::{StepPlan, UserSolution, solve_user};
use super::{FactorEnd, FactorProgress, FactorStep, Factors, RankerConfig, StepKind, rebalance};
use crate::data::Random;
use crate::learner::StopReason;
use crate::loss::LossSpec;
use crate::ratings::Rows;
use crate::util::error::{Error, shown};

enum State {
    Biases(Box<ItemStep>),
    Users(Box<UserStep>),
    Items(Box<ItemStep>),
    Balance,
    Stopped(FactorEnd),
}

/// A step of the users, which can be interrupted after every user.
struct UserStep {
    /// The factors at its start. In the first turn V is that of the start, and the run takes V over when the step ends.
    from: Factors,
    /// J of these factors.
    objective: f64,
    next: usize,
    solutions: Vec<UserSolution>,
}

impl UserStep {
    fn new(from: Factors, objective: f64) -> Box<Self> {
        Box::new(Self { from, objective, next: 0, solutions: Vec::new() })
    }
}

/// A resumable factorisation. The same input gives the same bits for any slicing.
pub struct RankingFactorization {
    rows: Arc<Rows>,
    loss: LossSpec,
    config: RankerConfig,
    lists: Vec<RatedList>,
    factors: Factors,
    state: State,
    /// Number of the turn, from 1; 0 while the biases are alone.
    turn: usize,
    /// J at the end of the last step.
    objective: f64,
    /// Number of the round, from 1, and its finished turns.
    round: usize,
    turns_in_round: usize,
    /// V at the start of the first turn; without it, random numbers.
    start: Option<Vec<f64>>,
    /// J at the start of the turn.
    turn_start: f64,
}

/// Standard deviation of the start of V.
const START: f64 = 0.3;
/// The biases alone are solved to this share of the gap, because a certificate depends on them.
const BIAS_SHARE: f64 = 0.1;
/// A round ends if a turn lowers J by less than this share of the gap.
const TURN_SHARE: f64 = 0.1;
/// Users that a budget unit pays for in the step of the items, where one user of the other step costs more.
const USER_COST: usize = 10;

impl RankingFactorization {
    /// Returns a factorisation at U = V = 0 and b = 0. Users whose ratings cannot be ranked wrongly take no part.
    ///
    /// # Errors
    /// [`Error::Data`] if no user can be used. The configuration must have passed
    /// [`FactorizationSettings::check`](super::FactorizationSettings::check).
    pub fn new(rows: Arc<Rows>, loss: LossSpec, config: RankerConfig) -> Result<Self, Error> {
        let lists: Vec<RatedList> = (0..rows.n_users())
            .filter_map(|user| RatedList::new(user, rows.items(user), rows.grades(user), &loss))
            .collect();
        if lists.is_empty() {
            return Err(Error::data(format!(
                "none of the {} users can be used: the ratings of each have the same grade, or rank equally well in \
                 any order",
                rows.n_users()
            )));
        }
        let factors = Factors::zero(config.rank, rows.n_users(), rows.n_items());
        let state = State::Stopped(FactorEnd { reason: StopReason::Converged, turns: 0, problem: None });
        let mut run = Self {
            rows,
            loss,
            config,
            lists,
            factors,
            state,
            turn: 0,
            objective: 0.0,
            round: 1,
            turns_in_round: 0,
            start: None,
            turn_start: 0.0,
        };
        // At s = 0 H is at most the greatest Δ, which is 1 for a normalised measure.
        let zero = run.lists.iter().map(|list| list.violator(vec![0.0; list.items.len()]));
        let zero: f64 = zero.map(|found| found.map(|found| found.hinge)).sum::<Result<f64, Error>>()?;
        run.objective = run.bound() * zero;
        let plan = StepPlan { gap: BIAS_SHARE * run.plan().gap, passes: usize::MAX, ..run.plan() };
        run.state = State::Biases(Box::new(ItemStep::new(&run.lists, &run.factors, plan)));
        Ok(run)
    }

    /// Starts from this V instead of random numbers, k numbers per item. Call it before the first step.
    ///
    /// # Errors
    /// [`Error::Data`] for another length, or a number that is not finite.
    pub fn start_from(&mut self, items: &[f64]) -> Result<(), Error> {
        if items.len() != self.factors.items.len() || items.iter().any(|value| !value.is_finite()) {
            let problem = format!("a start needs {} finite numbers", self.factors.items.len());
            return Err(Error::data(problem));
        }
        self.start = Some(items.to_vec());
        Ok(())
    }

    /// Number of users that take part, m.
    pub fn n_used(&self) -> usize {
        self.lists.len()
    }

    /// The factors after the last finished step.
    pub fn factors(&self) -> &Factors {
        &self.factors
    }

    /// J after the last finished step, with the reference rankings of its round.
    pub fn objective(&self) -> f64 {
        self.objective
    }

    /// The configuration.
    pub fn config(&self) -> &RankerConfig {
        &self.config
    }

    /// The ratings.
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// Works for about `budget` oracle calls, or to the end of a step.
    pub fn advance(&mut self, budget: usize) -> FactorProgress {
        let mut left = budget.max(1);
        match self.work(&mut left) {
            Ok(progress) => progress,
            Err(error) => self.stop(StopReason::Numeric, Some(error.to_string())),
        }
    }

    /// Ends the run. The factors are those of the last finished step.
    pub fn interrupt(&mut self) -> FactorEnd {
        if let State::Stopped(end) = &self.state {
            return end.clone();
        }
        let end =
            FactorEnd { reason: StopReason::Interrupted, turns: self.turn.saturating_sub(1), problem: None };
        self.state = State::Stopped(end.clone());
        end
    }

    /// C/m.
    fn bound(&self) -> f64 {
        self.config.c / self.lists.len() as f64
    }

    fn plan(&self) -> StepPlan {
        StepPlan {
            bound: self.bound(),
            gap: self.config.gap * self.objective,
            passes: self.config.passes,
            seed: self.config.seed.wrapping_add(self.turn as u64),
        }
    }

    fn work(&mut self, left: &mut usize) -> Result<FactorProgress, Error> {
        let working = |kind, (done, of)| Ok(FactorProgress::Working { kind, done, of });
        match &mut self.state {
            State::Stopped(end) => Ok(FactorProgress::Stopped(end.clone())),
            State::Biases(step) => match step.advance(&mut self.lists, left)? {
                Some(done) => working(StepKind::Biases, done),
                None => Ok(self.end_biases()),
            },
            State::Users(step) => {
                let UserStep { from, objective, next, solutions } = step.as_mut();
                // The gap is shared equally. It must not depend on the slice.
                let m = self.lists.len();
                let bound = self.config.c / m as f64;
                let plan = StepPlan {
                    bound,
                    gap: self.config.gap * *objective / m as f64,
                    passes: self.config.passes,
                    seed: self.config.seed.wrapping_add(self.turn as u64),
                };
                while *next < m && *left > 0 {
                    *left = left.saturating_sub(USER_COST);
                    let list = &mut self.lists[*next];
                    let user = list.user;
                    let solution = solve_user(list, from, from.user(user), plan)
                        .map_err(|error| of_user(user, error))?;
                    solutions.push(solution);
                    *next += 1;
                }
                if *next < m {
                    let done = (*next, m);
                    return working(StepKind::Users, done);
                }
                Ok(self.end_users())
            }
            State::Items(step) => match step.advance(&mut self.lists, left)? {
                Some(done) => working(StepKind::Items, done),
                None => Ok(self.end_items()),
            },
            State::Balance => Ok(self.balance()),
        }
    }

    fn end_biases(&mut self) -> FactorProgress {
        let State::Biases(step) = &self.state else { return FactorProgress::Stopped(self.interrupt()) };
        let result = step.result;
        step.take(&mut self.factors);
        self.objective = result.primal;
        let mut report = self.report(StepKind::Biases, result.before, Some(result.dual), result.passes);
        let certificate = self.certificate();
        report.certificate = Some(certificate);
        if certificate.zero_is_optimal {
            self.stop(StopReason::Converged, None);
        } else {
            self.begin_rounds();
        }
        FactorProgress::Stepped(report)
    }

    /// Begins the first turn at the start of V. The biases alone stay the result until its first step has ended.
    fn begin_rounds(&mut self) {
        let mut from = self.factors.clone();
        match self.start.take() {
            Some(items) => from.items = items,
            None => {
                let mut random = Random::new(self.config.seed);
                from.items.iter_mut().for_each(|value| *value = START * random.normal());
            }
        }
        let objective = self.objective + half_square(&from.items);
        self.turn = 1;
        self.state = State::Users(UserStep::new(from, objective));
    }

    fn end_users(&mut self) -> FactorProgress {
        let State::Users(step) = std::mem::replace(&mut self.state, State::Balance) else {
            return FactorProgress::Stopped(self.interrupt());
        };
        let UserStep { from, solutions, .. } = *step;
        self.factors = from;
        let rest = half_square(&self.factors.items) + half_square(&self.factors.biases);
        let k = self.config.rank;
        for (list, solution) in self.lists.iter().zip(&solutions) {
            self.factors.users[list.user * k..(list.user + 1) * k].copy_from_slice(&solution.taste);
        }
        let sum = |of: &dyn Fn(&UserSolution) -> f64| rest + solutions.iter().map(of).sum::<f64>();
        let before = sum(&|one| one.before);
        self.turn_start = before;
        let dual = sum(&|one| one.dual);
        self.objective = sum(&|one| one.primal);
        let passes = solutions.iter().map(|one| one.passes).max().unwrap_or(0);
        let report = self.report(StepKind::Users, before, Some(dual), passes);
        self.state = State::Items(Box::new(ItemStep::new(&self.lists, &self.factors, self.plan())));
        self.checked(report)
    }

    fn end_items(&mut self) -> FactorProgress {
        let State::Items(step) = std::mem::replace(&mut self.state, State::Balance) else {
            return FactorProgress::Stopped(self.interrupt());
        };
        let rest = half_square(&self.factors.users);
        step.take(&mut self.factors);
        let result = step.result;
        self.objective = rest + result.primal;
        let report =
            self.report(StepKind::Items, rest + result.before, Some(rest + result.dual), result.passes);
        self.checked(report)
    }

    /// Rebalances, and begins the next round with a realigned reference.
    fn balance(&mut self) -> FactorProgress {
        let old = self.factors.clone();
        let values = rebalance(&mut self.factors);
        let before_turn = self.turn_start;
        let (before, saved) = (self.objective, old.penalty() - self.factors.penalty());
        if saved >= 0.0 {
            self.objective -= saved;
        } else {
            // Only rounding can raise the norm of balanced factors.
            self.factors = old;
        }
        let mut report = self.report(StepKind::Balance, before, None, 0);
        report.singular_values = values;
        let gained = before_turn - self.objective;
        let is_settled = gained < TURN_SHARE * self.config.gap * self.objective;
        self.turns_in_round += 1;
        let is_round = is_settled || self.turns_in_round >= self.config.turns_per_round;
        if self.turn >= self.config.turns || (is_round && self.round >= self.config.rounds) {
            self.stop(if is_settled { StopReason::Converged } else { StopReason::IterationLimit }, None);
        } else if is_round && !self.realign() {
            // Without another reference a further round is the same one.
            self.stop(if is_settled { StopReason::Converged } else { StopReason::IterationLimit }, None);
        } else {
            if is_round {
                (self.round, self.turns_in_round) = (self.round + 1, 0);
            }
            self.turn += 1;
            self.state = State::Users(UserStep::new(self.factors.clone(), self.objective));
        }
        FactorProgress::Stepped(report)
    }

    /// Realigns the references to the present scores. Returns whether the loss does so.
    fn realign(&mut self) -> bool {
        let aligns = self.lists.iter().any(|list| list.loss.aligns());
        for list in &mut self.lists {
            let taste = self.factors.user(list.user);
            let scores: Vec<f64> = list.items.iter().map(|&item| self.factors.score(taste, item)).collect();
            list.realign(&scores);
        }
        aligns
    }

    fn report(&self, kind: StepKind, before: f64, dual: Option<f64>, passes: usize) -> FactorStep {
        let objective = self.objective;
        let gap = |dual: f64| if objective > 0.0 { ((objective - dual) / objective).max(0.0) } else { 0.0 };
        FactorStep {
            kind,
            turn: self.turn,
            round: self.round,
            before,
            objective,
            dual,
            gap: dual.map(gap),
            passes,
            planes: self.lists.iter().map(|list| list.planes.len()).sum(),
            singular_values: Vec::new(),
            certificate: None,
        }
    }

    fn checked(&mut self, report: FactorStep) -> FactorProgress {
        let sound = report.objective.is_finite() && report.dual.is_none_or(f64::is_finite);
        if sound {
            return FactorProgress::Stepped(report);
        }
        self.stop(StopReason::Numeric, Some("the objective is not finite; use a smaller C".to_owned()))
    }

    fn stop(&mut self, reason: StopReason, problem: Option<String>) -> FactorProgress {
        let is_complete = matches!(reason, StopReason::Converged | StopReason::IterationLimit);
        let turns = if is_complete { self.turn } else { self.turn.saturating_sub(1) };
        let end = FactorEnd { reason, turns, problem };
        self.state = State::Stopped(end.clone());
        FactorProgress::Stopped(end)
    }
}

fn of_user(user: usize, error: Error) -> Error {
    match error {
        Error::Numeric { stage, problem } => {
            Error::Numeric { stage, problem: format!("user {}: {problem}", shown(&(user + 1).to_string())) }
        }
        other => other,
    }
}
