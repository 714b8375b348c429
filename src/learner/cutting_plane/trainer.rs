//! Cutting-plane training for structured losses. Must not know particular losses.
//!
//! It minimises `½‖w‖² + (C/m) Σ_q ξ_q` over m queries with cutting planes from the separation oracles. A query of weight
//! p has p Δ and p δψ, so that its ξ is p times the hinge, and m is the sum of the weights. Sources:
//! n-slack, Tsochantaridis et al. 2005 (DORM, Algorithms 1 and 2); 1-slack, Joachims, Finley and Yu 2009. The
//! realignment of the reference in rounds is the concave-convex procedure.

mod pass;
mod rounds;
mod starts;
mod step;
mod together;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::data::Dataset;
use crate::learner::{Advance, End, Learner, MeasureRanking, Phase, Start};
use crate::loss::{QueryLoss, RankingLoss, bind_groups};
use crate::ranking::scorer::Scorer;
use crate::util::error::Error;

use pass::Pass;
pub use pass::Searched;
use starts::Starts;
pub use step::{FINEST_SHARE, GAP_SHARE};

use super::config::{StepLength, TrainerConfig, WorkingSetScheme};
use super::ledger::Ledger;
use super::qp::{Sweep, WorkingSet};

/// The losses of one query that share a slack. Only the most violated of them counts.
struct Block {
    documents: Range<usize>,
    slack: usize,
    /// Place of the query in [`Trainer::used_queries`].
    place: usize,
    /// Weight of the query.
    weight: f64,
    /// Each loss with the number of its component.
    losses: Vec<(usize, Box<dyn QueryLoss>)>,
}

/// The best w of a round.
#[derive(Clone)]
struct Best {
    primal: f64,
    iteration: usize,
    w: Vec<f64>,
}

/// The state at the end of a round.
#[derive(Clone)]
struct Round {
    best: Best,
    best_ranker: Best,
    dual: f64,
}

enum State {
    Starting(Starts),
    Oracle,
    Optimizing { sweeps: usize },
    Stopped(End),
}

/// The n-slack and 1-slack cutting-plane trainer.
pub struct Trainer {
    data: Arc<Dataset>,
    config: TrainerConfig,
    blocks: Vec<Block>,
    n_components: usize,
    used_queries: Vec<usize>,
    /// m: the sum of the weights of the used queries, their number if they have no weights.
    total_weight: f64,
    /// U = C/m: the cost of one unit of slack.
    bound: f64,
    working_set: WorkingSet,
    state: State,
    pass: Pass,
    w: Vec<f64>,
    iteration: usize,
    round: usize,
    best: Best,
    /// The best iterate of this round other than w = 0, which orders nothing. It becomes the model once it meets the
    /// gap.
    best_ranker: Best,
    /// The iterate of this round, other than w = 0, whose objective is lowest after realignment by it.
    best_aligned: Best,
    dual: f64,
    previous_round: Option<Round>,
    /// The objective at w = 0.
    zero_primal: f64,
    qp_tolerance: f64,
    /// Whether the last dual was solved to that tolerance, instead of ending at the sweep limit.
    qp_solved: bool,
    idle_iterations: usize,
    /// Fraction of the way from the best w to the minimiser at which this iteration's w lies; 1 is the minimiser.
    step_fraction: f64,
    /// Whether no plane was violated at the last w between them.
    nothing_between: bool,
    history: Vec<Iteration>,
    /// Takes the measures of a ranking while the oracle has it.
    measures: Option<Arc<MeasureRanking>>,
    /// The measures of every used query in the latest iteration; none where they were not taken.
    measured: Vec<Vec<Option<f64>>>,
    ledger: Ledger,
    /// The w that aligned the references of each round, with `None` where they are averaged; empty if they never move.
    alignments: Vec<Option<Vec<f64>>>,
    /// The start that won; `None` if the references never move.
    start: Option<Start>,
    /// Whether this is the trial of a start: it ends with its first round.
    is_trial: bool,
}

/// The record of one iteration, which inspection reads.
#[derive(Debug, Clone)]
pub struct Iteration {
    /// w.
    pub w: Vec<f64>,
    /// Primal objective.
    pub primal: f64,
    /// Dual objective of the iteration's own dual variables. It can be below that of an earlier iteration, because
    /// the QP is solved to a tolerance.
    pub dual: f64,
    /// Number of realignments before this iteration.
    pub round: usize,
    /// Fraction of the way from the best previous w to the minimiser of the working set; 1 is the minimiser.
    pub step_fraction: f64,
    /// ξ that the working set allowed every query of [`Trainer::used_queries`]; empty for 1-slack.
    pub working_slacks: Vec<f64>,
    /// Results of the oracles of long queries, by place in [`Trainer::used_queries`]. They are stored because
    /// recomputing them is too expensive.
    pub searched: Vec<Searched>,
}

/// Sweep limit, which only a badly conditioned dual reaches. The next pass continues from there.
const MAX_SWEEPS: usize = 2_000;
/// Number of consecutive solutions without weight after which a plane leaves the working set.
const IDLE_LIMIT: usize = 3;
/// The same limit for 1-slack, which has few planes, each expensive to find.
const ONE_SLACK_IDLE_LIMIT: usize = 8;

impl Trainer {
    /// Returns a trainer at w = 0 for the queries of `data` that at least one loss can use.
    ///
    /// `slack_groups`: the losses of one group share a slack of the query, so only the most violated of them counts.
    /// The slacks of several groups add up. A single loss is one group of one.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting outside its range, [`Error::Data`] if no query can be used.
    pub fn new(
        data: Arc<Dataset>,
        slack_groups: &[Vec<&dyn RankingLoss>],
        config: TrainerConfig,
    ) -> Result<Self, Error> {
        config.check()?;
        let mut blocks: Vec<Block> = Vec::new();
        let mut used_queries = Vec::new();
        for query in data.queries() {
            let place = used_queries.len();
            for losses in bind_groups(slack_groups, &data, query.index)? {
                let slack = match config.working_set {
                    WorkingSetScheme::NSlack => blocks.len(),
                    WorkingSetScheme::OneSlack => 0,
                };
                let (documents, weight) = (query.documents.clone(), data.weight(query.index));
                blocks.push(Block { documents, slack, place, weight, losses });
            }
            if blocks.last().is_some_and(|block| block.place == place) {
                used_queries.push(query.index);
            }
        }
        if blocks.is_empty() {
            return Err(Error::data(format!(
                "none of the {} queries can be used: in each, every ranking has the same loss (all grades are equal, \
                 or the cut-off holds every document)",
                data.n_queries()
            )));
        }
        let n_components = slack_groups.iter().map(Vec::len).sum();
        let mut trainer = Self::with_blocks(data, blocks, used_queries, n_components, config);
        if let Some(starts) = trainer.starts() {
            trainer.state = State::Starting(starts);
        }
        Ok(trainer)
    }

    /// Returns a trainer at w = 0 for blocks of losses.
    fn with_blocks(
        data: Arc<Dataset>,
        blocks: Vec<Block>,
        used_queries: Vec<usize>,
        n_components: usize,
        config: TrainerConfig,
    ) -> Self {
        let n_slacks = match config.working_set {
            WorkingSetScheme::NSlack => blocks.len(),
            WorkingSetScheme::OneSlack => 1,
        };
        let total_weight = data.total_weight(used_queries.iter().copied());
        let bound = config.c / total_weight;
        let w = vec![0.0; data.n_features()];
        Self {
            working_set: WorkingSet::new(n_slacks, data.n_features(), bound, config.seed),
            state: State::Oracle,
            pass: Pass::default(),
            best: Best { primal: f64::INFINITY, iteration: 0, w: w.clone() },
            best_ranker: Best { primal: f64::INFINITY, iteration: 0, w: w.clone() },
            best_aligned: Best { primal: f64::INFINITY, iteration: 0, w: w.clone() },
            w,
            total_weight,
            bound,
            iteration: 0,
            round: 0,
            dual: 0.0,
            previous_round: None,
            zero_primal: f64::INFINITY,
            qp_tolerance: f64::INFINITY,
            qp_solved: true,
            idle_iterations: 0,
            step_fraction: 1.0,
            nothing_between: false,
            history: Vec::new(),
            measures: None,
            measured: Vec::new(),
            ledger: Ledger::new(n_slacks),
            alignments: Vec::new(),
            data,
            config,
            blocks,
            n_components,
            used_queries,
            start: None,
            is_trial: false,
        }
    }

    /// Returns the indices of the queries that the loss can use, in data order.
    pub fn used_queries(&self) -> &[usize] {
        &self.used_queries
    }

    /// Returns the iteration with the best w so far.
    pub fn best_iteration(&self) -> usize {
        self.model().iteration
    }

    /// The best w so far.
    pub fn best_weights(&self) -> &[f64] {
        &self.model().w
    }

    /// The w that the latest report is about.
    pub fn weights(&self) -> &[f64] {
        self.history.last().map_or(&self.w, |iteration| &iteration.w)
    }

    /// Returns the records of all iterations so far.
    pub fn history(&self) -> &[Iteration] {
        &self.history
    }

    /// Returns the record of an iteration.
    ///
    /// # Errors
    /// [`Error::Absent`] if the iteration has not been reached.
    pub fn iteration(&self, iteration: usize) -> Result<&Iteration, Error> {
        let reached = self.history.len().saturating_sub(1);
        self.history.get(iteration).ok_or_else(|| {
            Error::absent("iteration", format!("{iteration} has not been reached; the latest is {reached}"))
        })
    }

    /// Returns whether an iteration begins a round after the first.
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached.
    pub fn restarts(&self, iteration: usize) -> Result<bool, Error> {
        let before = self.iteration(iteration.saturating_sub(1))?;
        Ok(before.round != self.iteration(iteration)?.round)
    }

    /// Returns the number of cutting planes with a positive dual variable in the last solution of the dual.
    pub fn n_support_planes(&self) -> usize {
        self.working_set.n_support()
    }

    /// Returns the ledger.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Returns the ledger if the run has one.
    ///
    /// # Errors
    /// [`Error::Absent`] after [`leave_out_ledger`](Self::leave_out_ledger).
    pub(super) fn written_ledger(&self) -> Result<&Ledger, Error> {
        let ledger = Some(&self.ledger).filter(|ledger| !ledger.is_left_out());
        ledger.ok_or_else(|| Error::absent("ledger", "this run stores no ledger, so it has no certificates"))
    }

    /// Trains without a ledger, whose size grows with every iteration. Call it before the first iteration.
    pub fn leave_out_ledger(&mut self) {
        self.ledger = Ledger::left_out();
    }

    /// Returns U = C/m: the cost of one unit of slack, and the largest sum of the dual variables of one slack.
    pub fn bound(&self) -> f64 {
        self.bound
    }

    /// Returns the price of one unit of the hinge of a query of the data: U times its weight.
    pub fn price_of(&self, query: usize) -> f64 {
        self.bound * self.data.weight(query)
    }

    /// Returns m: the sum of the weights of the queries that the loss can use.
    pub fn total_weight(&self) -> f64 {
        self.total_weight
    }

    /// Returns the index of the query that a slack belongs to; `None` for the one slack of all queries.
    pub fn query_of(&self, slack: usize) -> Option<usize> {
        match self.config.working_set {
            WorkingSetScheme::NSlack => self.blocks().get(slack).map(|block| self.used_queries[block.place]),
            WorkingSetScheme::OneSlack => None,
        }
    }

    /// Returns whether all queries share one slack.
    pub(super) fn shares_one_slack(&self) -> bool {
        self.config.working_set == WorkingSetScheme::OneSlack
    }

    /// Returns the id of a query of the data.
    pub(super) fn query_id(&self, query: usize) -> String {
        self.data.query(query).id.to_owned()
    }

    /// Returns the w that aligned the reference of a round. `None` if the references never move, or in a first round where
    /// no w could align them.
    pub fn alignment(&self, round: usize) -> Option<&[f64]> {
        self.alignments.get(round)?.as_deref()
    }

    /// Returns the name of the search that the oracle uses for the largest query.
    pub fn oracle(&self) -> String {
        let largest = self.blocks().iter().max_by_key(|block| block.documents.len());
        largest.map_or_else(String::new, |block| block.losses[0].1.oracle())
    }

    /// Returns the number of documents of the longest query that is used.
    pub fn longest_query(&self) -> usize {
        self.blocks().iter().map(|block| block.documents.len()).max().unwrap_or(0)
    }

    /// Returns an estimate of the steps of all searches of one pass, without sorting. One step takes about a
    /// nanosecond.
    pub fn search_steps(&self) -> f64 {
        self.blocks().iter().flat_map(|block| &block.losses).map(|(_, loss)| loss.search_steps()).sum()
    }

    /// Returns the query whose searches take the most steps, with their number; `None` if no query is used.
    pub fn costliest_query(&self) -> Option<(usize, f64)> {
        let mut steps = vec![0.0; self.used_queries.len()];
        for block in self.blocks() {
            steps[block.place] += block.losses.iter().map(|(_, loss)| loss.search_steps()).sum::<f64>();
        }
        let of_queries = self.used_queries.iter().copied().zip(steps);
        of_queries.max_by(|(_, one), (_, other)| one.total_cmp(other))
    }

    /// Returns the losses of all queries, which the trial of a start holds while it runs.
    fn blocks(&self) -> &[Block] {
        match &self.state {
            State::Starting(starts) => starts.blocks().unwrap_or(&self.blocks),
            _ => &self.blocks,
        }
    }
}

impl Learner for Trainer {
    fn advance(&mut self, budget: usize) -> Advance {
        let mut left = budget.max(1);
        loop {
            match &mut self.state {
                State::Stopped(end) => return Advance::Stopped(end.clone()),
                State::Starting(_) => {
                    if let Some(working) = self.try_starts(left) {
                        return working;
                    }
                }
                State::Oracle => {
                    let index = self.pass.next_block;
                    if index == self.blocks.len() {
                        return self.finish_pass();
                    }
                    if left == 0 {
                        return Advance::Working { phase: Phase::Oracle, done: index, of: self.blocks.len() };
                    }
                    if let Some(end) = self.batch(index, left) {
                        self.visit_together(index..end);
                        left = left.saturating_sub(end - index);
                        continue;
                    }
                    if let Some((done, of)) = self.search(index, &mut left) {
                        return Advance::Working { phase: Phase::Search, done, of };
                    }
                    self.visit(index);
                    self.pass.next_block += 1;
                    left = left.saturating_sub(1);
                }
                State::Optimizing { sweeps } => {
                    if left == 0 {
                        return Advance::Working { phase: Phase::Qp, done: *sweeps, of: 0 };
                    }
                    // Adding a plane to the dual takes about as long as one document in the oracle.
                    let documents_per_query = self.data.n_documents() / self.data.n_queries().max(1) + 1;
                    left = left.saturating_sub(1 + self.working_set.n_planes() / documents_per_query);
                    *sweeps += 1;
                    let last = *sweeps == MAX_SWEEPS;
                    self.qp_solved = self.working_set.sweep(self.qp_tolerance) == Sweep::Solved;
                    if self.qp_solved || last {
                        self.working_set.prune(match self.config.working_set {
                            WorkingSetScheme::NSlack => IDLE_LIMIT,
                            WorkingSetScheme::OneSlack => ONE_SLACK_IDLE_LIMIT,
                        });
                        self.working_set.refresh();
                        self.choose_next();
                        self.iteration += 1;
                        self.state = State::Oracle;
                    }
                }
            }
        }
    }

    fn scorer(&self, iteration: usize) -> Option<Cow<'_, Scorer>> {
        let weights = self.history.get(iteration)?.w.clone();
        Some(Cow::Owned(Scorer::Linear { weights }))
    }

    /// The best iterate by the objective; w = 0 only where no other one meets the gap.
    fn best(&self) -> (usize, Cow<'_, Scorer>) {
        let best = self.model();
        (best.iteration, Cow::Owned(Scorer::Linear { weights: best.w.clone() }))
    }

    /// `None`: a past iteration's violator takes a call of its oracle, which a view of the query makes once for all that it
    /// shows; see [`View::pull`](crate::inspect::View::pull).
    fn pull(&self, _query: usize, _iteration: usize) -> Option<Vec<f64>> {
        None
    }

    fn n_used_queries(&self) -> usize {
        self.used_queries.len()
    }

    fn measure_with(&mut self, measures: Arc<MeasureRanking>) {
        self.measures = Some(measures);
        // Those taken so far are of other measures.
        self.measured.clear();
        self.pass.measured.iter_mut().for_each(Vec::clear);
    }

    fn latest_measures(&self, query: usize) -> Option<&[Option<f64>]> {
        let place = self.used_queries.binary_search(&query).ok()?;
        self.measured.get(place).map(Vec::as_slice).filter(|measured| !measured.is_empty())
    }
}
