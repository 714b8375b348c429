//! The laboratory of the learned decay: which decay c of the joint feature map makes DORM's bound least?
//!
//! It minimises over w and `c_0 ≥ c_1 ≥ … ≥ 0`
//!
//! `J(w, c) = ½‖w‖² + ½ϱ‖c‖² + (C/m) Σ_q ξ_q(w, c)`
//!
//! with the aligned reference. w and c occur only as a product in ξ, so that without ‖c‖² the norm of w could vanish. ϱ
//! is ‖w‖²/‖c‖² after the first step of w: both norms then cost the same. A round alternates:
//!
//! 1. the step of c, which is convex (`decay/rank_problem.rs`);
//! 2. the rescaling (zw, c/z) with z² = √ϱ ‖c‖/‖w‖, which makes the two norms cost the same again;
//! 3. the step of w, which is the training of DORM with the decay c. It counts only if J falls.
//!
//! c is constant on blocks of ranks, and ‖c‖² is the sum over the blocks. It does not depend on the longest query.
//!
//! Source: Le, Smola, Chapelle and Teo 2010, section 6.3, where the choice of c is left open. The step of w is their
//! Algorithm 2; the alternation is ours.

mod laboratory;
mod rank_blocks;
mod rank_problem;

use std::sync::Arc;

use serde::Serialize;

use crate::data::{Dataset, Grade};
use crate::learner::cutting_plane::{StepLength, Trainer, TrainerConfig, WorkingSetScheme, check_c};
use crate::learner::{Advance, Learner, StopReason};
use crate::linalg::dot::dot;
use crate::loss::{Decay, DecayProfile, RankingMeasure};
use crate::metric::{Labels, Mean, Measure, Undefined};
use crate::ranking::TiedRanking;
use crate::ranking::scoring::linear_scores;
use crate::theory::pairs::{MOST_OPERATIONS, check_count};
use crate::util::error::{Error, brief};

pub(super) use laboratory::{DECAY, run};
pub use rank_blocks::RankBlock;
use rank_problem::RankProblem;

/// Settings of [`DecayExperiment`].
#[derive(Debug, Clone, PartialEq)]
pub struct DecayOptions {
    /// The measure of the loss Δ. Its discounts must not depend on the grades.
    pub measure: RankingMeasure,
    /// The decay at the start.
    pub start: Decay,
    /// C.
    pub c: f64,
    /// The most rounds.
    pub rounds: usize,
    /// Relative gap of every step.
    pub gap: f64,
}

/// The most rounds.
pub const MOST_ROUNDS: usize = 10;
/// The alternation ends with a round that lowers J by less than this share of it.
pub const LEAST_FALL: f64 = 1e-4;
/// The most iterations of a step of w.
const MOST_ITERATIONS: usize = 1000;
/// Passes over the features that a step of w takes, for the estimate of the work. About twice those measured.
const USUAL_PASSES: f64 = 200.0;

impl DecayOptions {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] naming the value that is out of range.
    pub fn check(&self) -> Result<(), Error> {
        check_c(self.c)?;
        check_count("rounds", self.rounds, 1, MOST_ROUNDS)?;
        if self.measure.discount(1).is_none() {
            let problem = format!("the discounts of {} depend on the grades; use ndcg@10", self.measure);
            return Err(Error::config("measure", problem));
        }
        DecayProfile::check(&self.start, 1.0, None)
    }
}

/// The experiment. A unit of its work is one round.
pub struct DecayExperiment {
    options: DecayOptions,
    train: Arc<Dataset>,
    test: Option<Arc<Dataset>>,
    problem: RankProblem,
    discount: Vec<f64>,
    /// w.
    w: Vec<f64>,
    /// c by block.
    decay: Vec<f64>,
    /// ϱ.
    ratio: f64,
    rounds: Vec<DecayRound>,
    has_settled: bool,
}

/// The results of the experiment.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DecayResult {
    /// m: the queries used, or the sum of their weights.
    pub queries: f64,
    /// C.
    pub c: f64,
    /// ϱ.
    pub ratio: f64,
    /// The measure, for display.
    pub measure: String,
    /// The blocks of ranks on which c is constant.
    pub blocks: Vec<RankBlock>,
    /// The discounts of the measure at the first rank of each block, over the first of all.
    pub discount: Vec<f64>,
    /// Number of first ranks in which c is compared with the discount: those that count, at most ten.
    pub compared: usize,
    /// The start, then every round.
    pub rounds: Vec<DecayRound>,
    /// Whether the last round hardly lowered J, so that no other began.
    pub settled: bool,
    /// The fall of J from the start to the last round, as a share of J at the start.
    pub fall: f64,
    /// The difference of the training measure between the last round and the start.
    pub train_change: Option<f64>,
    /// The difference of the test measure between the last round and the start; `None` without test data.
    pub test_change: Option<f64>,
}

/// The state after a round.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DecayRound {
    /// J.
    pub objective: f64,
    /// J before the step of w; that of the start is J at w = 0.
    pub before_weights: f64,
    /// C times the mean slack.
    pub slack: f64,
    /// c by block.
    pub decay: Vec<f64>,
    /// ‖w‖.
    pub norm: f64,
    /// The largest |c_j/c_0 − a_j/a_0| of the first ranks, where a are the discounts.
    pub difference: f64,
    /// Mean of the measure on the training data; `None` if no query has a value.
    pub train_measure: Option<f64>,
    /// The same on the test data; `None` without them.
    pub test_measure: Option<f64>,
}

/// Ranks that are compared at most.
const COMPARED: usize = 10;

impl DecayExperiment {
    /// Prepares the experiment. Cost: O(documents).
    ///
    /// # Errors
    /// As [`DecayOptions::check`]; [`Error::Config`] if the gains of the measure do not fit the grades; [`Error::Data`]
    /// if no query can be used, there are no features, or the rounds would take too long.
    pub fn new(
        train: Arc<Dataset>,
        test: Option<Arc<Dataset>>,
        options: DecayOptions,
    ) -> Result<Self, Error> {
        options.check()?;
        options.measure.check_trained(train.max_grade())?;
        if let Some(test) = &test {
            let measure: Measure = options.measure.reported();
            let of_test = |problem: Error| match problem {
                Error::Config { field, problem } => {
                    Error::config(field, format!("of the test data: {problem}"))
                }
                other => other,
            };
            measure.check_grades(test.max_grade()).map_err(of_test)?;
        }
        if train.n_features() == 0 {
            return Err(Error::data("the data have no features"));
        }
        let problem = RankProblem::new(Arc::clone(&train), options.measure, options.c)?;
        let pass = problem.search_steps + 2.0 * train.n_documents() as f64 * train.n_features() as f64;
        let work = (options.rounds + 1) as f64 * USUAL_PASSES * pass;
        if work > MOST_OPERATIONS {
            return Err(Error::data(format!(
                "{} rounds would take about {} operations, and {MOST_OPERATIONS:e} is the limit; use fewer queries, \
                 fewer rounds or a measure of few ranks",
                options.rounds,
                brief(work)
            )));
        }
        let n_ranks = problem.blocks.blocks().last().map_or(0, |block| block.last + 1);
        let by_rank = options.measure.discount(n_ranks).unwrap_or_default();
        let start = DecayProfile::new(options.start.clone(), 1.0, None)?.vector(&by_rank);
        let mut discount = problem.blocks.firsts(&by_rank);
        let first = discount[0];
        discount.iter_mut().for_each(|a| *a /= first);
        let decay = problem.blocks.firsts(&start);
        let (w, ratio, rounds) = (vec![0.0; train.n_features()], 0.0, Vec::new());
        Ok(Self { options, train, test, problem, discount, w, decay, ratio, rounds, has_settled: false })
    }

    /// Runs the start or the next round. Returns whether all are done.
    ///
    /// # Errors
    /// [`Error::Config`] if nothing is learned with this C; [`Error::Numeric`] if a number leaves its range.
    pub fn advance(&mut self) -> Result<bool, Error> {
        if self.is_complete() {
            return Ok(true);
        }
        if self.rounds.is_empty() {
            self.begin()?;
        } else {
            self.alternate()?;
        }
        Ok(self.is_complete())
    }

    fn is_complete(&self) -> bool {
        self.has_settled || self.rounds.len() > self.options.rounds
    }

    /// The first step of w, which fixes ϱ.
    fn begin(&mut self) -> Result<(), Error> {
        let w = self.trained()?;
        let norm_squared = dot(&w, &w);
        let slack = self.problem.slack(&self.problem.scores(&w)?, &self.decay)?;
        let at_zero = self.problem.slack(&self.problem.scores(&self.w)?, &self.decay)?;
        if norm_squared == 0.0 || 0.5 * norm_squared + slack >= at_zero {
            let DecayOptions { c, measure, .. } = &self.options;
            let problem = format!(
                "with C = {c} and {measure} no w is better than 0, so there is no decay to learn; raise C, or take a \
                 measure without a cut-off"
            );
            return Err(Error::config("c", problem));
        }
        self.w = w;
        self.ratio = norm_squared / dot(&self.decay, &self.decay);
        let before = 0.5 * norm_squared + at_zero;
        self.record(slack, before)
    }

    /// One round.
    fn alternate(&mut self) -> Result<(), Error> {
        let previous = self.rounds.last().map_or(f64::INFINITY, |round| round.objective);
        let scores = self.problem.scores(&self.w)?;
        self.decay = self.problem.minimise(&scores, &self.decay, self.ratio, self.options.gap)?.decay;
        self.rescale();
        let scores = self.problem.scores(&self.w)?;
        let mut slack = self.problem.slack(&scores, &self.decay)?;
        let before = self.objective(slack);
        let w = self.trained()?;
        let trained_slack = self.problem.slack(&self.problem.scores(&w)?, &self.decay)?;
        if 0.5 * dot(&w, &w) + trained_slack < 0.5 * dot(&self.w, &self.w) + slack {
            (self.w, slack) = (w, trained_slack);
        }
        self.record(slack, before)?;
        let now = self.objective(slack);
        self.has_settled = previous - now < LEAST_FALL * previous;
        Ok(())
    }

    /// Makes ‖w‖² and ϱ‖c‖² equal without a change of any w c.
    fn rescale(&mut self) {
        let square = self.ratio * dot(&self.decay, &self.decay) / dot(&self.w, &self.w);
        let factor = square.sqrt().sqrt();
        self.w.iter_mut().for_each(|weight| *weight *= factor);
        self.decay.iter_mut().for_each(|c| *c /= factor);
    }

    /// Returns J at this slack.
    fn objective(&self, slack: f64) -> f64 {
        0.5 * dot(&self.w, &self.w) + 0.5 * self.ratio * dot(&self.decay, &self.decay) + slack
    }

    /// Returns the w of DORM with the present decay.
    fn trained(&self) -> Result<Vec<f64>, Error> {
        let dorm = self.problem.loss(&self.decay)?;
        let config = TrainerConfig {
            c: self.options.c,
            gap: self.options.gap,
            max_iterations: MOST_ITERATIONS,
            working_set: WorkingSetScheme::NSlack,
            steps: StepLength::Shortened,
            seed: 1,
        };
        let mut trainer = Trainer::new(Arc::clone(&self.train), &[vec![&dorm]], config)?;
        trainer.leave_out_ledger();
        loop {
            if let Advance::Stopped(end) = trainer.advance(usize::MAX) {
                if end.reason == StopReason::Numeric {
                    let problem = end.problem.unwrap_or_else(|| "a number is not finite".to_owned());
                    return Err(Error::Numeric { stage: "step of w", problem });
                }
                return Ok(trainer.best_weights().to_vec());
            }
        }
    }

    fn record(&mut self, slack: f64, before_weights: f64) -> Result<(), Error> {
        let compared = self.compared();
        let relative = self.decay.iter().zip(&self.discount).take(compared);
        let difference = relative.map(|(c, a)| (c / self.decay[0] - a).abs()).fold(0.0, f64::max);
        let greatest = self.test.iter().map(|test| test.max_grade()).fold(self.train.max_grade(), Grade::max);
        let mean = |data: &Dataset| self.mean_measure(data, greatest);
        self.rounds.push(DecayRound {
            objective: self.objective(slack),
            before_weights,
            slack,
            decay: self.decay.clone(),
            norm: dot(&self.w, &self.w).sqrt(),
            difference,
            train_measure: mean(&self.train)?,
            test_measure: self.test.as_deref().map(mean).transpose()?.flatten(),
        });
        Ok(())
    }

    /// Returns the mean of the measure, without the queries in which it is undefined.
    fn mean_measure(&self, data: &Dataset, max_grade: Grade) -> Result<Option<f64>, Error> {
        let measure = self.options.measure.reported();
        let mut values = Vec::with_capacity(data.n_queries());
        for query in data.queries() {
            let ranking = TiedRanking::by_scores(&linear_scores(data, query.documents.clone(), &self.w)?);
            let (grades, groups) = (query.grades, query.groups);
            let labels = Labels { grades, groups, max_grade, threshold: 1, unjudged: 0 };
            values.push((measure.value(&ranking, &labels), data.weight(query.index)));
        }
        Ok(Mean::weighted(values, Undefined::Skip).value)
    }

    /// Ranks from the first in which c is compared with the discount. They are blocks of their own.
    fn compared(&self) -> usize {
        self.discount.iter().take(COMPARED).filter(|a| **a > 0.0).count()
    }

    /// w after the last round, one weight per feature; 0 before the start.
    pub fn weights(&self) -> &[f64] {
        &self.w
    }

    /// Returns the results; `None` before all rounds are done.
    pub fn result(&self) -> Option<DecayResult> {
        let (first, last) = (self.rounds.first()?, self.rounds.last()?);
        if !self.is_complete() {
            return None;
        }
        let change = |of: fn(&DecayRound) -> Option<f64>| Some(of(last)? - of(first)?);
        Some(DecayResult {
            queries: self.problem.total_weight,
            c: self.options.c,
            ratio: self.ratio,
            measure: self.options.measure.to_string(),
            blocks: self.problem.blocks.blocks().to_vec(),
            discount: self.discount.clone(),
            compared: self.compared(),
            rounds: self.rounds.clone(),
            settled: self.has_settled,
            fall: (first.objective - last.objective) / first.objective,
            train_change: change(|round| round.train_measure),
            test_change: change(|round| round.test_measure),
        })
    }
}
