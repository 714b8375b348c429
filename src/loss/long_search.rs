//! The linear assignment of documents to ranks in steps, because a search over thousands of documents takes seconds.

use crate::linalg::assignment::Solver;
use crate::ranking::Ranking;

use super::DiscountGain;

/// A resumable search for `max_y Σ_j (c_j s_y(j) − cost of y(j) at rank j)`.
#[derive(Debug, Clone)]
pub struct LongSearch {
    solver: Solver,
    scores: Vec<f64>,
    costs: PlaceCosts,
    decay: Vec<f64>,
}

/// What a document costs at a rank.
#[derive(Debug, Clone)]
pub enum PlaceCosts {
    /// Discount times gain, a_j b_i.
    Product(DiscountGain),
    /// A row of costs by rank for each class of documents.
    Table(PlaceTable),
}

/// Costs by class and rank.
#[derive(Debug, Clone)]
pub struct PlaceTable {
    /// Class of each document.
    pub class_of: Vec<usize>,
    /// One row per class, of the same length, at least 1. The last cost holds for all later ranks.
    pub rows: Vec<Vec<f64>>,
}

impl PlaceTable {
    /// Returns the cost of a document at a rank.
    pub fn at(&self, document: usize, rank: usize) -> f64 {
        let row = &self.rows[self.class_of[document]];
        row[rank.min(row.len() - 1)]
    }
}

impl PlaceCosts {
    /// Returns the cost of a document at a rank.
    pub fn at(&self, document: usize, rank: usize) -> f64 {
        match self {
            Self::Product(DiscountGain { discount, gain }) => discount[rank] * gain[document],
            Self::Table(table) => table.at(document, rank),
        }
    }
}

impl LongSearch {
    /// Starts a search. `scores`: one finite score per document.
    pub fn new(scores: &[f64], costs: PlaceCosts, decay: &[f64]) -> Self {
        Self { solver: Solver::new(scores.len()), scores: scores.to_vec(), costs, decay: decay.to_vec() }
    }

    /// Number of placed documents, and of all documents.
    pub fn progress(&self) -> (usize, usize) {
        (self.solver.rows_done(), self.scores.len())
    }

    /// Places one more document and returns about how many elementary steps that took. Cost: O(n²).
    ///
    /// # Panics
    /// If all documents are already placed.
    #[inline(never)]
    pub fn place_next(&mut self) -> usize {
        let Self { solver, scores, costs, decay } = self;
        solver.assign_next(|document, rank| decay[rank] * scores[document] - costs.at(document, rank))
    }

    /// Places all documents that are left, and returns the ranking. Cost: O(n³).
    pub fn run(mut self) -> Ranking {
        while self.progress().0 < self.scores.len() {
            self.place_next();
        }
        self.finish()
    }

    /// Returns the ranking after all documents are placed.
    ///
    /// # Panics
    /// If a document is not placed yet.
    pub fn finish(self) -> Ranking {
        let mut order = vec![0; self.scores.len()];
        for (document, &rank) in self.solver.finish().column_of_row.iter().enumerate() {
            order[rank] = document as u32;
        }
        Ranking::from_order(order)
    }
}
