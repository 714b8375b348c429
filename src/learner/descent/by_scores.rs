//! The objective of a descent at given scores, for pictures of it. Must not know features.

use crate::learner::ScoreObjective;

use super::Objective;
use super::bias::{derivatives, fit_bias};

impl ScoreObjective for Objective {
    fn center(&self) -> &[f64] {
        &self.center
    }

    fn c(&self) -> f64 {
        self.c
    }

    fn mean_loss(&self, scores: &[f64]) -> f64 {
        let mut of_members: Vec<f64> =
            self.members.iter().flat_map(|member| &scores[member.documents.clone()]).copied().collect();
        if self.has_bias {
            let bias = fit_bias(0.0, |bias| derivatives(&self.members, &of_members, bias));
            of_members.iter_mut().for_each(|score| *score += bias);
        }
        let mut total = 0.0;
        for member in &self.members {
            let scores = &of_members[member.scores.clone()];
            total += member.coefficient * member.loss.evaluate(scores, &mut vec![0.0; scores.len()]);
        }
        total / self.c
    }

    fn steps(&self) -> f64 {
        let terms = |loss: f64, documents: usize| 30.0 * (loss + documents as f64);
        let once: f64 =
            self.members.iter().map(|one| terms(one.loss.size() as f64, one.documents.len())).sum();
        // The best bias takes some evaluations more.
        if self.has_bias { 8.0 * once } else { once }
    }
}
