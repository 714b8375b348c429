//! Rounds of the concave-convex procedure. The reference rankings are realigned between rounds.

use crate::loss::{Realignment, check_scores};
use crate::ranking::TiedRanking;

use super::{Round, Trainer, WorkingSetScheme};

impl Trainer {
    /// Returns whether another round could differ from this one.
    pub(super) fn can_realign(&self) -> bool {
        // Losses that share a block would need a shift for each plane; no such combination realigns.
        self.blocks.iter().all(|block| block.losses.len() == 1)
            && self.blocks.iter().any(|block| block.losses[0].1.aligns())
    }

    /// Returns whether rounds minimise the ramp bound. From the second round on, every δψ is then relative to the
    /// model's own ranking.
    pub(super) fn bounds_by_ramp(&self) -> bool {
        self.blocks.iter().flat_map(|block| &block.losses).all(|(_, loss)| !loss.reference_shift().is_empty())
    }

    /// Aligns the references of the first round, before the first iteration.
    pub(super) fn align_first_round(&mut self) {
        if !self.can_realign() {
            return;
        }
        let direction = self.mean_difference();
        if let Some((_, scores)) = &direction {
            for (block, scores) in self.blocks.iter_mut().zip(scores) {
                block.losses[0].1.realign(scores);
            }
        }
        self.alignments.push(direction.map(|(direction, _)| direction));
    }

    /// Returns the mean difference of ψ and the scores of every block by it: Σ δψ, each query's mean over all its
    /// rankings, which compares ideal rankings with chance. `None` if it is 0, or if a score leaves its range.
    ///
    /// The first step from w = 0 has this direction under [`Reference::Averaged`](crate::loss::Reference::Averaged). The
    /// reference of the first round decides where the rounds end, because their bound is not convex. The averaged one is
    /// a worse start: where ties are many, w = 0 is nearly optimal for it, and the later rounds stay there.
    /// Cost: two passes over the features.
    fn mean_difference(&self) -> Option<(Vec<f64>, Vec<Vec<f64>>)> {
        let mut direction = vec![0.0; self.data.n_features()];
        for block in &self.blocks {
            let by_chance = TiedRanking::by_scores(&vec![0.0; block.documents.len()]);
            if let Some(mean) = block.losses[0].1.tied_delta_psi(&by_chance) {
                self.data.pull_back(block.documents.clone(), &mean, &mut direction);
            }
        }
        // Only the order by its scores counts, so its length is free.
        let most = direction.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        if !(most > 0.0 && most.is_finite()) {
            return None;
        }
        direction.iter_mut().for_each(|value| *value /= most);
        let scores = self.blocks.iter().map(|block| self.data.scores(block.documents.clone(), &direction));
        let scores: Vec<Vec<f64>> = scores.collect();
        scores.iter().all(|scores| check_scores(scores).is_ok()).then_some((direction, scores))
    }

    /// Realigns the reference rankings. Returns false if this changes nothing.
    ///
    /// Realignment by a w can only lower the objective at that w, which is where the new round starts. The iterate
    /// with the lowest objective after realignment is chosen among all iterates of the round except w = 0, which orders
    /// nothing.
    /// Planes and dual variables are kept, and δψ moves by the change of ψ(y*).
    pub(super) fn realign(&mut self) -> bool {
        let w = self.best_aligned.w.clone();
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
                Realignment::Moved(shift) => shift,
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
        if self.config.working_set == WorkingSetScheme::OneSlack && !renewed {
            self.working_set.shift(0, &shared);
            self.ledger.shift(0, &shared);
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
        true
    }
}
