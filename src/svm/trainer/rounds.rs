//! Rounds of the concave-convex procedure: the reference rankings are re-aligned between them.

use super::{Round, Trainer, WorkingSetScheme};

impl Trainer {
    /// Whether another round could differ from this one.
    pub(super) fn can_realign(&self) -> bool {
        // Losses that share a block would need a shift for each of their planes; no such combination aligns.
        self.blocks.iter().all(|block| block.losses.len() == 1)
            && self.blocks.iter().any(|block| block.losses[0].1.aligns())
    }

    /// Re-orders ties in the reference rankings. False if that changes nothing.
    ///
    /// Aligning by a w can only lower the objective at that w, which is where the new round starts. Of all iterates
    /// of the round but w = 0, the one with the lowest aligned objective is taken. On data with many ties w = 0 is
    /// near-optimal in the first round, but it cannot order anything, and the last w is close to it.
    /// Planes and dual variables are kept, with δψ moved by the change of ψ(y*).
    pub(super) fn realign(&mut self) -> bool {
        let w = self.best_aligned.w.clone();
        let n_features = self.data.n_features();
        let mut changed = false;
        let mut shared = vec![0.0; n_features];
        for block in &mut self.blocks {
            let scores = self.data.scores(block.documents.clone(), &w);
            let Some(shift) = block.losses[0].1.realign(&scores) else { continue };
            if !changed {
                self.ledger.begin_round();
            }
            changed = true;
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
        if self.config.working_set == WorkingSetScheme::OneSlack {
            self.working_set.shift(0, &shared);
            self.ledger.shift(0, &shared);
        }
        self.working_set.refresh();
        self.alignments.push(w.clone());
        self.w = w;
        self.outward = 1.0;
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
