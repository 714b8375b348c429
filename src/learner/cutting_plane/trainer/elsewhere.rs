//! Both ends of a training whose queries this memory does not hold. The driver has a trainer without blocks, which asks
//! partitions for the sums of a pass. A partition has a trainer that only makes passes. Must not know where partitions
//! are.

use std::sync::Arc;

use crate::data::Dataset;
use crate::learner::cutting_plane::config::TrainerConfig;
use crate::learner::partitions::{AlignmentSums, AskedPartitions, Directions, PassSums, Sizes};
use crate::learner::{Advance, End, Learner, StopReason};
use crate::loss::{RankingLoss, Realignment};
use crate::ranking::scoring::check_scores;
use crate::util::error::Error;

use super::pass::{NewPlane, Pass};
use super::{State, Trainer, WorkingSetScheme};

/// The driver.
impl Trainer {
    /// Returns a trainer at w = 0 for queries in partitions, with one slack for all.
    ///
    /// `data`: the features, without queries. `slack_groups`: as in [`Trainer::new`].
    ///
    /// # Errors
    /// [`Error::Config`] for a setting outside its range, or for a slack of each query. [`Error::Data`] if no query can
    /// be used.
    pub(crate) fn on_partitions(
        data: Arc<Dataset>,
        partitions: AskedPartitions,
        slack_groups: &[Vec<&dyn RankingLoss>],
        config: TrainerConfig,
    ) -> Result<Self, Error> {
        config.check()?;
        if config.working_set == WorkingSetScheme::NSlack {
            let problem =
                "n-slack keeps planes of every query, and the queries are in partitions; use 1-slack";
            return Err(Error::config("working_set", problem));
        }
        if partitions.sizes.blocks == 0 {
            return Err(Error::data(
                "no query of any partition can be used: in each, every ranking has the same loss (all grades are \
                 equal, or the cut-off holds every document)",
            ));
        }
        let n_components = slack_groups.iter().map(Vec::len).sum();
        let mut trainer =
            Self::with_blocks(data, Vec::new(), Vec::new(), Some(partitions), n_components, config);
        trainer.leave_out_ledger();
        if let Some(starts) = trainer.starts() {
            trainer.state = State::Starting(starts);
        }
        Ok(trainer)
    }

    /// Makes the pass where the queries are, and the step after it.
    pub(super) fn pass_elsewhere(&mut self) -> Advance {
        match self.elsewhere.as_ref().and_then(|partitions| partitions.pass(&self.w, self.is_trial)) {
            Some(sums) => {
                self.pass = Pass::from(sums);
                self.finish_pass()
            }
            None => {
                let problem = self.failure().map(str::to_owned);
                Advance::Stopped(self.end(StopReason::Interrupted, problem))
            }
        }
    }

    /// Returns this end, or that of a training which lost a partition.
    pub(super) fn unless_lost(&self, end: End) -> End {
        match self.failure() {
            Some(problem) => {
                End { reason: StopReason::Interrupted, problem: Some(problem.to_owned()), ..end }
            }
            None => end,
        }
    }

    /// Number of blocks, wherever they are.
    pub(super) fn n_blocks(&self) -> usize {
        self.elsewhere.as_ref().map_or(self.blocks.len(), |partitions| partitions.sizes.blocks)
    }
}

/// A partition.
impl Trainer {
    /// Returns a trainer that makes passes over the queries of a partition, and no step.
    ///
    /// `slack_groups`: as in [`Trainer::new`]. A partition may have no query that a loss can use.
    ///
    /// # Errors
    /// [`Error::Data`] with the name of a query whose losses cannot be bound.
    pub(crate) fn of_partition(
        data: Arc<Dataset>,
        slack_groups: &[Vec<&dyn RankingLoss>],
        config: TrainerConfig,
    ) -> Result<Self, Error> {
        let (blocks, used_queries) = Self::bind(&data, slack_groups, config.working_set)?;
        let n_components = slack_groups.iter().map(Vec::len).sum();
        let mut trainer = Self::with_blocks(data, blocks, used_queries, None, n_components, config);
        trainer.leave_out_ledger();
        Ok(trainer)
    }

    /// Returns the sizes of the queries that the loss can use.
    pub(crate) fn sizes(&self) -> Sizes {
        Sizes {
            queries: self.used_queries.len(),
            weight: self.total_weight,
            blocks: self.blocks.len(),
            terms: 0.0,
            has_single_losses: self.blocks.iter().all(|block| block.losses.len() == 1),
            aligns: self.blocks.iter().any(|block| block.losses[0].1.aligns()),
            begins_aligned: self.begins_aligned(),
            long_search_steps: self.long_search_steps(),
        }
    }

    /// Returns the sums that are the directions of the starts. Cost: two passes over the features.
    pub(crate) fn start_directions(&self) -> Directions {
        Directions { grade_covariance: self.grade_covariance(), mean_difference: self.mean_difference() }
    }

    /// Makes one pass at a w, and returns its sums. `w`: one value per feature. Cost: two passes over the features, and
    /// a call of every oracle.
    ///
    /// `is_trial`: whether no measures are taken.
    pub(crate) fn pass_at(&mut self, w: &[f64], is_trial: bool) -> PassSums {
        self.w.copy_from_slice(w);
        self.pass = Pass::default();
        let measures = self.measures.take_if(|_| is_trial);
        let mut left = usize::MAX;
        while self.continue_pass(&mut left).is_some() {
            left = usize::MAX;
        }
        self.measures = self.measures.take().or(measures);
        let mut pass = std::mem::take(&mut self.pass);
        self.measured = std::mem::take(&mut pass.measured);
        pass.component_hinges.resize(self.n_components, 0.0);
        let none = || NewPlane { slack: 0, loss: 0.0, delta_psi: vec![0.0; self.data.n_features()] };
        let NewPlane { loss, delta_psi, .. } = pass.planes.pop().unwrap_or_else(none);
        PassSums {
            hinge: pass.hinge,
            alignment_gain: pass.alignment_gain,
            expected_loss: pass.expected_loss,
            component_hinges: pass.component_hinges,
            loss,
            delta_psi,
            is_ramp: self.bounds_by_ramp(),
            problem: pass.problem,
        }
    }

    /// Aligns the references to a w unless a score leaves its range, and returns the sum of the changes. Cost: two
    /// passes over the features.
    pub(crate) fn align(&mut self, w: &[f64]) -> AlignmentSums {
        let shift = vec![0.0; self.data.n_features()];
        let mut sums = AlignmentSums { is_finite: true, has_changed: false, is_renewed: false, shift };
        let all = self.blocks.iter().map(|block| self.data.scores(block.documents.clone(), w));
        let all: Vec<Vec<f64>> = all.collect();
        if all.iter().any(|scores| check_scores(scores).is_err()) {
            return AlignmentSums { is_finite: false, ..sums };
        }
        for (block, scores) in self.blocks.iter_mut().zip(&all) {
            let Some(realignment) = block.losses[0].1.realign(scores) else { continue };
            sums.has_changed = true;
            match realignment {
                Realignment::Moved(shift) => {
                    let shift: Vec<f64> = shift.into_iter().map(|shift| block.weight * shift).collect();
                    self.data.pull_back(block.documents.clone(), &shift, &mut sums.shift);
                }
                Realignment::Renewed => sums.is_renewed = true,
            }
        }
        sums
    }
}
