//! The oracle's linear assignment of documents to ranks, in steps: over thousands of documents one takes many seconds.

use crate::assignment::Solver;
use crate::ranking::Ranking;

use super::DiscountGain;

/// A search for `max_y Σ_j (c_j s_y(j) − a_j b_y(j))` that can be left and gone on with.
#[derive(Debug, Clone)]
pub struct LongSearch {
    solver: Solver,
    scores: Vec<f64>,
    measure: DiscountGain,
    decay: Vec<f64>,
}

impl LongSearch {
    /// At its start, for one finite score per document.
    pub fn new(scores: &[f64], measure: &DiscountGain, decay: &[f64]) -> Self {
        Self {
            solver: Solver::new(scores.len()),
            scores: scores.to_vec(),
            measure: measure.clone(),
            decay: decay.to_vec(),
        }
    }

    /// Documents placed so far, and all of them.
    pub fn progress(&self) -> (usize, usize) {
        (self.solver.rows_done(), self.scores.len())
    }

    /// Places one more document, and returns about how many elementary steps that took. Cost: O(n²).
    ///
    /// # Panics
    /// If all documents are placed.
    #[inline(never)]
    pub fn place_next(&mut self) -> usize {
        let Self { solver, scores, measure, decay } = self;
        solver.assign_next(|document, rank| {
            decay[rank] * scores[document] - measure.discount[rank] * measure.gain[document]
        })
    }

    /// The ranking, once all documents are placed.
    ///
    /// # Panics
    /// If documents are missing.
    pub fn finish(self) -> Ranking {
        let mut order = vec![0; self.scores.len()];
        for (document, &rank) in self.solver.finish().column_of_row.iter().enumerate() {
            order[rank] = document as u32;
        }
        Ranking::from_order(order)
    }
}
