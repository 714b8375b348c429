//! One pass of projected online gradient descent over the queries of data. Must not know regret or reports.

use std::ops::Range;
use std::sync::Arc;

use crate::data::{Dataset, Query};
use crate::learner::descent::{QueryScoreLoss, ScoreLoss};
use crate::linalg::dot::{add_scaled, dot};
use crate::loss::PairTable;
use crate::util::error::Error;

/// The queries of data that a loss of pairs or lists binds to, in the order of the data.
pub struct OnlineQueries {
    data: Arc<Dataset>,
    members: Vec<Member>,
}

struct Member {
    query: usize,
    documents: Range<usize>,
    loss: Box<dyn QueryScoreLoss>,
}

impl OnlineQueries {
    /// Binds a loss to the queries.
    ///
    /// # Errors
    /// [`Error::Config`] for a loss of single documents, whose bias has no bound; [`Error::Data`] if the loss cannot
    /// learn from these data.
    pub fn new(data: Arc<Dataset>, loss: &dyn ScoreLoss) -> Result<Self, Error> {
        if loss.is_pointwise() {
            return Err(Error::config("loss", "the online protocol needs a loss of pairs or lists"));
        }
        loss.check(&data)?;
        let member = |query: Query<'_>| {
            let loss = loss.bind(query.grades, &PairTable::equal())?;
            Some(Member { query: query.index, documents: query.documents, loss })
        };
        let members = data.queries().filter_map(member).collect();
        Ok(Self { data, members })
    }

    /// Number of queries.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are no queries.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Returns the place of a query among the bound ones, by its index in the data; `None` if it is not bound.
    pub fn place(&self, query: usize) -> Option<usize> {
        self.members.binary_search_by_key(&query, |member| member.query).ok()
    }

    /// Returns the loss of the query at a place divided by its size, and its pull, both times its weight; `None` if it
    /// is not finite.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn evaluate(&self, place: usize, w: &[f64]) -> Option<(f64, Vec<f64>)> {
        let Member { query, documents, loss } = &self.members[place];
        let scores = self.data.scores(documents.clone(), w);
        if !scores.iter().all(|score| score.is_finite()) {
            return None;
        }
        let mut pull = vec![0.0; scores.len()];
        let (size, weight) = (loss.size() as f64, self.data.weight(*query));
        let loss = weight * (loss.evaluate(&scores, &mut pull) / size);
        pull.iter_mut().for_each(|pull| *pull = weight * (*pull / size));
        Some((loss, pull))
    }

    /// Returns the sum of the losses of all queries at a w; infinite if one of them is not finite.
    pub fn total(&self, w: &[f64]) -> f64 {
        let losses = (0..self.len()).map(|place| self.evaluate(place, w));
        losses.map(|loss| loss.map_or(f64::INFINITY, |(loss, _)| loss)).sum()
    }
}

/// The state of a pass after some queries.
#[derive(Debug, Clone, PartialEq)]
pub struct OnlinePass {
    radius: f64,
    w: Vec<f64>,
    /// Sum of the w that paid: w_1 … w_t.
    sum: Vec<f64>,
    seen: usize,
    paid: f64,
    largest_gradient: f64,
}

/// The figures of one query of a pass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paid {
    /// Loss of the query at the w before the step.
    pub paid: f64,
    /// Norm of its gradient.
    pub gradient_norm: f64,
    /// Length of the step relative to the gradient, B/(G √t).
    pub rate: f64,
    /// ‖w‖ after the step.
    pub norm: f64,
}

impl OnlinePass {
    /// Returns a pass at w = 0 that stays within ‖w‖ ≤ `radius`.
    pub fn new(n_features: usize, radius: f64) -> Self {
        let (w, sum) = (vec![0.0; n_features], vec![0.0; n_features]);
        Self { radius, w, sum, seen: 0, paid: 0.0, largest_gradient: 0.0 }
    }

    /// Pays for the query at a place, then takes a step: w becomes the projection of `w − B/(G √t) ∇l_t(w)`. Returns
    /// `None`, without a step, if the loss is not finite.
    ///
    /// # Panics
    /// If there is no such place.
    pub fn learn(&mut self, queries: &OnlineQueries, place: usize) -> Option<Paid> {
        let (paid, pull) = queries.evaluate(place, &self.w)?;
        add_scaled(1.0, &self.w, &mut self.sum);
        self.paid += paid;
        self.seen += 1;
        // Xᵀλ is minus the gradient.
        let mut descent = vec![0.0; self.w.len()];
        queries.data.pull_back(queries.members[place].documents.clone(), &pull, &mut descent);
        let gradient_norm = dot(&descent, &descent).sqrt();
        self.largest_gradient = self.largest_gradient.max(gradient_norm);
        let (radius, t) = (self.radius, self.seen as f64);
        let rate =
            if self.largest_gradient > 0.0 { radius / (self.largest_gradient * t.sqrt()) } else { 0.0 };
        add_scaled(rate, &descent, &mut self.w);
        let norm = dot(&self.w, &self.w).sqrt();
        if norm > radius {
            self.w.iter_mut().for_each(|weight| *weight *= radius / norm);
        }
        Some(Paid { paid, gradient_norm, rate, norm: norm.min(radius) })
    }

    /// w after the latest query.
    pub fn weights(&self) -> &[f64] {
        &self.w
    }

    /// Returns w̄, the mean of the w that paid: w_1 = 0 is among them, the w after the latest query is not. w = 0 before
    /// the first query.
    pub fn mean_weights(&self) -> Vec<f64> {
        self.sum.iter().map(|sum| sum / (self.seen as f64).max(1.0)).collect()
    }

    /// Number of queries that have paid, T.
    pub fn seen(&self) -> usize {
        self.seen
    }

    /// Mean loss paid; 0 before the first query.
    pub fn mean_paid(&self) -> f64 {
        self.paid / (self.seen as f64).max(1.0)
    }

    /// G, the largest norm of a gradient so far.
    pub fn largest_gradient(&self) -> f64 {
        self.largest_gradient
    }
}
