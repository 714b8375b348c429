//! A cutting plane that moves with the documents of its query.

use crate::data::Dataset;
use crate::linalg::dot::{add_scaled, dot};

/// The cutting plane of one ranking, with what it needs to follow a document.
#[derive(Debug, Clone, PartialEq)]
pub struct MovingPlane {
    /// Its query, by its index in the data.
    pub query: usize,
    /// Its slack among those of the query.
    pub group: usize,
    /// Δ, which does not depend on the features.
    pub loss: f64,
    /// κ, the coefficients of δψ, one per document of the query.
    pub coefficients: Vec<f64>,
    /// `δψ = Xᵀκ`.
    pub delta_psi: Vec<f64>,
}

impl MovingPlane {
    /// Returns the plane of a ranking with this Δ and these coefficients. Cost: O(n d).
    ///
    /// # Panics
    /// If the query does not exist, or the number of coefficients is not that of its documents.
    pub fn new(data: &Dataset, query: usize, group: usize, loss: f64, coefficients: Vec<f64>) -> Self {
        let mut delta_psi = vec![0.0; data.n_features()];
        data.pull_back(data.query(query).documents, &coefficients, &mut delta_psi);
        Self { query, group, loss, coefficients, delta_psi }
    }

    /// Moves a document (by its index in the query) by a difference of features: `δψ += κ_i δ`. Cost: O(d).
    pub fn move_document(&mut self, document: usize, by: &[f64]) {
        add_scaled(self.coefficients[document], by, &mut self.delta_psi);
    }

    /// Returns the slack that the plane demands at w: `Δ − ⟨w, δψ⟩`. A negative value demands nothing.
    pub fn demand(&self, w: &[f64]) -> f64 {
        self.loss - dot(w, &self.delta_psi)
    }
}
