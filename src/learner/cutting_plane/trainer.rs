//! Cutting-plane training for structured losses. Must not know particular losses.
//!
//! It minimises `½‖w‖² + (C/m) Σ_q ξ_q` over m queries with cutting planes from the separation oracles. A query of
//! weight p has p Δ and p δψ, so that its ξ is p times the hinge, and m is the sum of the weights. Sources: n-slack,
//! Tsochantaridis et al. 2005 (DORM, Algorithms 1 and 2); 1-slack, Joachims, Finley and Yu 2009. The realignment of the
//! reference in rounds is the concave-convex procedure.

mod elsewhere;
mod facts;
mod pass;
mod rounds;
mod starts;
mod step;
mod together;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::data::Dataset;
use crate::learner::partitions::AskedPartitions;
use crate::learner::{Advance, End, Learner, MeasureRanking, Phase, Start};
use crate::loss::{QueryLoss, RankingLoss, bind_groups};
use crate::ranking::scorer::Scorer;
use crate::util::error::Error;

pub use facts::Iteration;
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
    /// Where the queries are if this memory does not hold them. There are then no blocks.
    elsewhere: Option<AskedPartitions>,
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
        let (blocks, used_queries) = Self::bind(&data, slack_groups, config.working_set)?;
        if blocks.is_empty() {
            return Err(Error::data(format!(
                "none of the {} queries can be used: in each, every ranking has the same loss (all grades are equal, \
                 or the cut-off holds every document)",
                data.n_queries()
            )));
        }
        let n_components = slack_groups.iter().map(Vec::len).sum();
        let mut trainer = Self::with_blocks(data, blocks, used_queries, None, n_components, config);
        if let Some(starts) = trainer.starts() {
            trainer.state = State::Starting(starts);
        }
        Ok(trainer)
    }

    /// Binds the losses to the queries of `data`. Returns the blocks, and the queries that have some.
    fn bind(
        data: &Dataset,
        slack_groups: &[Vec<&dyn RankingLoss>],
        working_set: WorkingSetScheme,
    ) -> Result<(Vec<Block>, Vec<usize>), Error> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut used_queries = Vec::new();
        for query in data.queries() {
            let place = used_queries.len();
            for losses in bind_groups(slack_groups, data, query.index)? {
                let slack = match working_set {
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
        Ok((blocks, used_queries))
    }

    /// Returns a trainer at w = 0 for blocks of losses, or for the queries elsewhere.
    fn with_blocks(
        data: Arc<Dataset>,
        blocks: Vec<Block>,
        used_queries: Vec<usize>,
        elsewhere: Option<AskedPartitions>,
        n_components: usize,
        config: TrainerConfig,
    ) -> Self {
        let n_slacks = match config.working_set {
            WorkingSetScheme::NSlack => blocks.len(),
            WorkingSetScheme::OneSlack => 1,
        };
        let total_weight = match &elsewhere {
            Some(partitions) => partitions.sizes.weight,
            None => data.total_weight(used_queries.iter().copied()),
        };
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
            elsewhere,
            start: None,
            is_trial: false,
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
                State::Oracle => match self.elsewhere {
                    Some(_) => return self.pass_elsewhere(),
                    None => match self.continue_pass(&mut left) {
                        Some(working) => return working,
                        None => return self.finish_pass(),
                    },
                },
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

    /// `None`: a past iteration's violator takes a call of its oracle, which a view of the query makes once for all
    /// that it shows; see [`View::violator`](crate::inspect::View::violator).
    fn pull(&self, _query: usize, _iteration: usize) -> Option<Vec<f64>> {
        None
    }

    fn n_used_queries(&self) -> usize {
        self.elsewhere.as_ref().map_or(self.used_queries.len(), |partitions| partitions.sizes.queries)
    }

    fn measure_with(&mut self, measures: Arc<MeasureRanking>) {
        self.measures = Some(measures);
        // Those taken so far are of other measures.
        self.measured.clear();
        self.pass.measured.iter_mut().for_each(Vec::clear);
    }

    fn failure(&self) -> Option<&str> {
        self.elsewhere.as_ref()?.failure()
    }

    fn latest_measures(&self, query: usize) -> Option<&[Option<f64>]> {
        let place = self.used_queries.binary_search(&query).ok()?;
        self.measured.get(place).map(Vec::as_slice).filter(|measured| !measured.is_empty())
    }
}
