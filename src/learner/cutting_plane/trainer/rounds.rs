//! Rounds of the concave-convex procedure. The reference rankings are realigned between rounds.
//!
//! With the aligned reference the objective is not convex. When a round has converged, y* is aligned to one iterate,
//! and the next round begins. Training stops after a round that lowers the objective by less than the requested gap.

use crate::learner::partitions::AlignmentSums;
use crate::loss::Realignment;

use super::{Round, Trainer, WorkingSetScheme};

impl Trainer {
    /// Returns whether another round could differ from this one.
    pub(super) fn can_realign(&self) -> bool {
        !self.is_trial && self.moves_references()
    }

    /// Returns whether a reference ranking can be realigned.
    pub(super) fn moves_references(&self) -> bool {
        // Losses that share a block would need a shift for each plane; no such combination realigns.
        match &self.elsewhere {
            Some(partitions) => partitions.sizes.has_single_losses && partitions.sizes.aligns,
            None => {
                self.blocks.iter().all(|block| block.losses.len() == 1)
                    && self.blocks.iter().any(|block| block.losses[0].1.aligns())
            }
        }
    }

    /// Returns whether rounds minimise the ramp bound. From the second round on, every δψ is then relative to the
    /// model's own ranking.
    pub(super) fn bounds_by_ramp(&self) -> bool {
        self.blocks.iter().flat_map(|block| &block.losses).all(|(_, loss)| !loss.reference_shift().is_empty())
    }

    /// Realigns the reference rankings. Returns false if this changes nothing.
    ///
    /// Realignment by a w can only lower the objective at that w, which is where the new round starts. The iterate
    /// with the lowest objective after realignment is chosen among all iterates of the round except w = 0, which orders
    /// nothing.
    /// Planes and dual variables are kept, and δψ moves by the change of ψ(y*).
    pub(super) fn realign(&mut self) -> bool {
        let w = self.best_aligned.w.clone();
        if let Some(partitions) = &mut self.elsewhere {
            let Some(AlignmentSums { is_finite: true, has_changed: true, is_renewed, shift }) =
                partitions.align(&w)
            else {
                return false;
            };
            self.ledger.begin_round();
            if is_renewed {
                self.working_set.clear(0);
            }
            self.begin_round(w, (!is_renewed).then_some(shift));
            return true;
        }
        let n_features = self.data.n_features();
        let mut changed = false;
        let mut shared = vec![0.0; n_features];
        let mut renewed = false;
        for block in &mut self.blocks {
            let scores = self.data.scores(block.documents.clone(), &w);
            let Some(realignment) = block.losses[0].1.realign(&scores) else { continue };
            if !changed {
                self.ledger.begin_round();
            }
            changed = true;
            let shift = match realignment {
                Realignment::Moved(shift) => {
                    shift.into_iter().map(|shift| block.weight * shift).collect::<Vec<_>>()
                }
                Realignment::Renewed => {
                    self.working_set.clear(block.slack);
                    renewed = true;
                    continue;
                }
            };
            match self.config.working_set {
                WorkingSetScheme::NSlack => {
                    let mut psi = vec![0.0; n_features];
                    self.data.pull_back(block.documents.clone(), &shift, &mut psi);
                    self.working_set.shift(block.slack, &psi);
                    self.ledger.shift(block.slack, &psi);
                }
                WorkingSetScheme::OneSlack => {
                    self.data.pull_back(block.documents.clone(), &shift, &mut shared);
                }
            }
        }
        if !changed {
            return false;
        }
        // A plane of 1-slack sums all queries, so one of another loss spoils it.
        let is_shared = self.config.working_set == WorkingSetScheme::OneSlack && !renewed;
        self.begin_round(w, is_shared.then_some(shared));
        true
    }

    /// Begins a round at the w to which the references were aligned. `shift`: of δψ of all planes of the one slack.
    fn begin_round(&mut self, w: Vec<f64>, shift: Option<Vec<f64>>) {
        if let Some(shift) = shift {
            self.working_set.shift(0, &shift);
            self.ledger.shift(0, &shift);
        }
        self.working_set.refresh();
        self.alignments.push(Some(w.clone()));
        self.w = w;
        self.step_fraction = 1.0;
        let (best, best_ranker) = (self.best.clone(), self.best_ranker.clone());
        self.previous_round = Some(Round { best, best_ranker, dual: self.dual });
        self.best.primal = f64::INFINITY;
        self.best_aligned.primal = f64::INFINITY;
        self.best_ranker.primal = f64::INFINITY;
        self.dual = self.working_set.dual_objective();
        self.qp_tolerance = f64::INFINITY;
        self.idle_iterations = 0;
        self.round += 1;
        self.iteration += 1;
    }
}
