//! What a trainer tells about itself: the records of its iterations, the prices of slacks, and the costs of its
//! searches. Must not change the training.

use super::super::config::WorkingSetScheme;
use super::super::ledger::Ledger;
use super::{Block, Searched, State, Trainer};
use crate::util::error::Error;

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

impl Trainer {
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
    pub(in crate::learner::cutting_plane) fn written_ledger(&self) -> Result<&Ledger, Error> {
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
    pub(in crate::learner::cutting_plane) fn shares_one_slack(&self) -> bool {
        self.config.working_set == WorkingSetScheme::OneSlack
    }

    /// Returns the id of a query of the data.
    pub(in crate::learner::cutting_plane) fn query_id(&self, query: usize) -> String {
        self.data.query(query).id.to_owned()
    }

    /// Returns the w that aligned the reference of a round. `None` if the references never move, or in a first round
    /// where no w could align them.
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
    pub(super) fn blocks(&self) -> &[Block] {
        match &self.state {
            State::Starting(starts) => starts.blocks().unwrap_or(&self.blocks),
            _ => &self.blocks,
        }
    }
}
