//! Cutting planes for structured losses. Knows blocks, slacks and the stepper; no particular loss.
//!
//! `min ½‖w‖² + (C/m) Σ_q ξ_q` over m queries, by planes that the separation oracles find.
//! Sources: n-slack, Tsochantaridis et al. 2005 (DORM, Algorithms 1 and 2); one slack, Joachims, Finley and Yu
//! 2009. The re-alignment of the reference in rounds is the concave-convex procedure.

mod pass;
mod rounds;
mod step;

use std::ops::Range;
use std::sync::Arc;

use crate::data::Dataset;
use crate::error::Error;
use crate::learner::{Learner, Phase, Progress, Stop};
use crate::loss::{QueryLoss, RankingLoss, bind_groups};
use crate::ranking::TiedRanking;

use pass::Pass;
pub use pass::Searched;
pub use step::{FINEST_SHARE, GAP_SHARE};

use super::config::{TrainerConfig, WorkingSetScheme};
use super::ledger::Ledger;
use super::qp::{Sweep, WorkingSet};

/// Losses of one query that share a slack; the most violated of them counts.
struct Block {
    documents: Range<usize>,
    slack: usize,
    /// Place of the query in [`Trainer::used_queries`].
    place: usize,
    /// Each with the number of its component.
    losses: Vec<(usize, Box<dyn QueryLoss>)>,
}

/// The best w of a round.
#[derive(Clone)]
struct Best {
    primal: f64,
    iteration: usize,
    w: Vec<f64>,
}

/// How a round ended.
#[derive(Clone)]
struct Round {
    best: Best,
    best_ranker: Best,
    dual: f64,
}

enum State {
    Oracle,
    Optimizing { sweeps: usize },
    Stopped(Stop),
}

/// The n-slack and 1-slack cutting-plane trainer.
pub struct Trainer {
    data: Arc<Dataset>,
    config: TrainerConfig,
    blocks: Vec<Block>,
    n_components: usize,
    used_queries: Vec<usize>,
    /// U = C/m: what a unit of slack costs.
    bound: f64,
    working_set: WorkingSet,
    state: State,
    pass: Pass,
    w: Vec<f64>,
    iteration: usize,
    round: usize,
    best: Best,
    /// The best iterate of this round other than w = 0, which cannot order anything: the model, once it meets the gap.
    best_ranker: Best,
    /// The iterate of this round, other than w = 0, whose objective is lowest once the references are aligned by it.
    best_aligned: Best,
    dual: f64,
    previous_round: Option<Round>,
    /// The objective at w = 0.
    zero_primal: f64,
    qp_tolerance: f64,
    /// Whether the last dual was solved to that tolerance, not cut off by the sweep limit.
    qp_solved: bool,
    idle_iterations: usize,
    /// How far this iteration's w lies on the way from the best one to the minimizer; 1 is the minimizer.
    outward: f64,
    /// Whether no plane was violated at the last such w.
    nothing_between: bool,
    history: Vec<Iteration>,
    /// The model's ranking of every used query in the latest iteration.
    rankings: Vec<TiedRanking>,
    ledger: Ledger,
    alignments: Vec<Vec<f64>>,
}

/// What is kept of every iteration, so that it can be looked at again.
#[derive(Debug, Clone)]
pub struct Iteration {
    /// w.
    pub w: Vec<f64>,
    /// Primal objective.
    pub primal: f64,
    /// How often the reference had been re-aligned.
    pub round: usize,
    /// How far w lies on the way from the best w before it to the minimizer over the working set; 1 is the minimizer.
    pub outward: f64,
    /// ξ that the working set allowed every query of [`Trainer::used_queries`]; empty for 1-slack.
    pub working_slacks: Vec<f64>,
    /// What the oracles of long queries found, by their place in [`Trainer::used_queries`]: it took too long to be
    /// asked for again.
    pub searched: Vec<Searched>,
}

/// A sweep limit that only a badly conditioned dual reaches; the next pass goes on from there.
const MAX_SWEEPS: usize = 2_000;
/// A plane that had no weight in more solutions in a row is taken out of the working set.
const PATIENCE: usize = 3;
/// The same with one slack, whose planes are few and hard to come by.
const ONE_SLACK_PATIENCE: usize = 8;

impl Trainer {
    /// A trainer at w = 0 for the queries of `data` that at least one loss can use.
    ///
    /// `slack_groups`: losses in one group share a query's slack, so the most violated of them counts; the slacks of
    /// several groups add up. A single loss is one group of one.
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
            for losses in bind_groups(slack_groups, query.id, query.grades)? {
                let slack = match config.working_set {
                    WorkingSetScheme::NSlack => blocks.len(),
                    WorkingSetScheme::OneSlack => 0,
                };
                blocks.push(Block { documents: query.documents.clone(), slack, place, losses });
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
        let n_slacks = match config.working_set {
            WorkingSetScheme::NSlack => blocks.len(),
            WorkingSetScheme::OneSlack => 1,
        };
        let bound = config.c / used_queries.len() as f64;
        let w = vec![0.0; data.n_features()];
        Ok(Self {
            working_set: WorkingSet::new(n_slacks, data.n_features(), bound, config.seed),
            state: State::Oracle,
            pass: Pass::default(),
            best: Best { primal: f64::INFINITY, iteration: 0, w: w.clone() },
            best_ranker: Best { primal: f64::INFINITY, iteration: 0, w: w.clone() },
            best_aligned: Best { primal: f64::INFINITY, iteration: 0, w: w.clone() },
            w,
            bound,
            iteration: 0,
            round: 0,
            dual: 0.0,
            previous_round: None,
            zero_primal: f64::INFINITY,
            qp_tolerance: f64::INFINITY,
            qp_solved: true,
            idle_iterations: 0,
            outward: 1.0,
            nothing_between: false,
            history: Vec::new(),
            rankings: Vec::new(),
            ledger: Ledger::new(n_slacks),
            alignments: Vec::new(),
            data,
            config,
            blocks,
            n_components: slack_groups.iter().map(Vec::len).sum(),
            used_queries,
        })
    }

    /// Indices of the queries that the loss can use, in data order.
    pub fn used_queries(&self) -> &[usize] {
        &self.used_queries
    }

    /// Every iteration so far.
    pub fn history(&self) -> &[Iteration] {
        &self.history
    }

    /// The model's ranking of a query in the latest iteration; `None` if the query is not used.
    pub fn ranking(&self, query: usize) -> Option<&TiedRanking> {
        self.used_queries.binary_search(&query).ok().and_then(|place| self.rankings.get(place))
    }

    /// The planes and dual variables of every iteration so far.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Writes nothing down of planes and dual variables, which grows with every iteration. For the beginning of a run.
    pub fn leave_out_ledger(&mut self) {
        self.ledger = Ledger::left_out();
    }

    /// U = C/m: what a unit of slack costs, and the most that the dual variables of one slack add up to.
    pub fn bound(&self) -> f64 {
        self.bound
    }

    /// Index of the query that a slack belongs to; `None` for the one slack of all queries.
    pub fn query_of(&self, slack: usize) -> Option<usize> {
        match self.config.working_set {
            WorkingSetScheme::NSlack => self.blocks.get(slack).map(|block| self.used_queries[block.place]),
            WorkingSetScheme::OneSlack => None,
        }
    }

    /// The w by which the reference of a round was aligned; `None` in round 0, where it was not.
    pub fn alignment(&self, round: usize) -> Option<&[f64]> {
        round.checked_sub(1).and_then(|index| self.alignments.get(index)).map(Vec::as_slice)
    }

    /// How the oracle of the largest query finds its ranking, in words.
    pub fn oracle(&self) -> String {
        let largest = self.blocks.iter().max_by_key(|block| block.documents.len());
        largest.map_or_else(String::new, |block| block.losses[0].1.oracle())
    }

    /// Documents of the longest query that is used.
    pub fn longest_query(&self) -> usize {
        self.blocks.iter().map(|block| block.documents.len()).max().unwrap_or(0)
    }

    /// About how many elementary steps, of about a nanosecond each, the searches of one pass take beside sorting.
    pub fn search_steps(&self) -> f64 {
        self.blocks.iter().flat_map(|block| &block.losses).map(|(_, loss)| loss.search_steps()).sum()
    }
}

impl Learner for Trainer {
    fn advance(&mut self, budget: usize) -> Progress {
        let mut left = budget.max(1);
        loop {
            match &mut self.state {
                State::Stopped(stop) => return Progress::Stopped { stop: stop.clone() },
                State::Oracle => {
                    let index = self.pass.next_block;
                    if index == self.blocks.len() {
                        return self.finish_pass();
                    }
                    if left == 0 {
                        return Progress::Working {
                            phase: Phase::Oracle,
                            done: index,
                            of: self.blocks.len(),
                        };
                    }
                    if let Some((done, of)) = self.search(index, &mut left) {
                        return Progress::Working { phase: Phase::Search, done, of };
                    }
                    self.visit(index);
                    self.pass.next_block += 1;
                    left = left.saturating_sub(1);
                }
                State::Optimizing { sweeps } => {
                    if left == 0 {
                        return Progress::Working { phase: Phase::Qp, done: *sweeps, of: 0 };
                    }
                    // A plane costs the dual about what a document costs the oracle.
                    let documents_per_query = self.data.n_documents() / self.data.n_queries().max(1) + 1;
                    left = left.saturating_sub(1 + self.working_set.n_planes() / documents_per_query);
                    *sweeps += 1;
                    let last = *sweeps == MAX_SWEEPS;
                    self.qp_solved = self.working_set.sweep(self.qp_tolerance) == Sweep::Solved;
                    if self.qp_solved || last {
                        self.working_set.prune(match self.config.working_set {
                            WorkingSetScheme::NSlack => PATIENCE,
                            WorkingSetScheme::OneSlack => ONE_SLACK_PATIENCE,
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

    fn weights(&self) -> &[f64] {
        self.history.last().map_or(&self.w, |iteration| &iteration.w)
    }

    fn best_weights(&self) -> &[f64] {
        &self.model().w
    }
}
