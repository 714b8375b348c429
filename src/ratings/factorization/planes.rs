//! The cutting planes of one user. They hold for the scores of the rated items, whatever the factors are.

use crate::data::Grade;
use crate::learner::cutting_plane::qp::extrapolation::DualPlane;
use crate::linalg::dot::dot;
use crate::loss::{QueryLoss, RankingLoss, Realignment, margin};
use crate::ranking::ScoredDocuments;
use crate::ranking::scoring::check_scores;
use crate::util::error::Error;

/// A cutting plane `⟨κ, s⟩ ≥ Δ − ξ` of the scores s of a user's rated items.
#[derive(Debug, Clone)]
pub(super) struct ScorePlane {
    /// Δ.
    pub loss: f64,
    /// κ, the coefficients of δψ, one per rated item.
    pub kappa: Vec<f64>,
    /// α in the step of the items.
    pub dual: f64,
    /// Number of consecutive solutions of either step without weight.
    pub idle: usize,
}

impl DualPlane for ScorePlane {
    fn loss(&self) -> f64 {
        self.loss
    }

    fn dual(&mut self) -> &mut f64 {
        &mut self.dual
    }
}

/// A plane is removed after this number of solutions without weight. The oracle returns it again if it is violated.
const IDLE_LIMIT: usize = 8;

/// A user whose ratings can be ranked wrongly, with the loss and the planes found so far.
pub(super) struct RatedList {
    /// Row of the ratings.
    pub user: usize,
    /// The rated items.
    pub items: Vec<u32>,
    pub loss: Box<dyn QueryLoss>,
    pub planes: Vec<ScorePlane>,
    /// Row p holds ⟨κ_p, κ_0⟩ … ⟨κ_p, κ_p⟩.
    pub gram: Vec<Vec<f64>>,
}

/// What the oracle found at some scores.
pub(super) struct Violator {
    /// H, at least 0.
    pub hinge: f64,
    pub loss: f64,
    pub kappa: Vec<f64>,
}

impl RatedList {
    /// Returns the list of a user; `None` if no ranking of its items has a positive loss.
    pub fn new(user: usize, items: &[u32], grades: &[Grade], loss: &dyn RankingLoss) -> Option<Self> {
        let loss = loss.bind(grades)?;
        Some(Self { user, items: items.to_vec(), loss, planes: Vec::new(), gram: Vec::new() })
    }

    /// Calls the oracle. Cost: O(n log n) for n rated items.
    ///
    /// # Errors
    /// [`Error::Numeric`] for scores out of range.
    pub fn violator(&self, scores: Vec<f64>) -> Result<Violator, Error> {
        check_scores(&scores)?;
        let documents = ScoredDocuments::new(scores);
        let ranking = self.loss.violator(&documents);
        let (kappa, loss) = (self.loss.delta_psi(&ranking), self.loss.delta(&ranking));
        // y* itself has value 0; rounding can put the oracle's value slightly below.
        let hinge = (loss - margin(&kappa, documents.scores())).max(0.0);
        Ok(Violator { hinge, loss, kappa })
    }

    /// Adds a plane with dual variable 0. Cost: O(n × planes).
    pub fn add(&mut self, loss: f64, kappa: Vec<f64>) {
        let mut row: Vec<f64> = self.planes.iter().map(|plane| dot(&plane.kappa, &kappa)).collect();
        row.push(dot(&kappa, &kappa));
        self.gram.push(row);
        self.planes.push(ScorePlane { loss, kappa, dual: 0.0, idle: 0 });
    }

    /// Returns `Δ − ⟨κ, s⟩` of every plane. Cost: O(n × planes).
    pub fn gradients(&self, scores: &[f64]) -> Vec<f64> {
        self.planes.iter().map(|plane| plane.loss - dot(&plane.kappa, scores)).collect()
    }

    /// Returns Σ α κ, one number per rated item. Cost: O(n × planes).
    pub fn pull(&self) -> Vec<f64> {
        let mut pull = vec![0.0; self.items.len()];
        for plane in self.planes.iter().filter(|plane| plane.dual != 0.0) {
            crate::linalg::dot::add_scaled(plane.dual, &plane.kappa, &mut pull);
        }
        pull
    }

    /// Realigns the reference to scores. The planes move with it and keep their dual variables; planes of another Δ are
    /// dropped. Cost: O(n × planes²).
    pub fn realign(&mut self, scores: &[f64]) {
        let shift = match self.loss.realign(scores) {
            None => return,
            Some(Realignment::Moved(shift)) => shift,
            Some(Realignment::Renewed) => {
                self.planes.clear();
                return self.gram.clear();
            }
        };
        for plane in &mut self.planes {
            plane.kappa.iter_mut().zip(&shift).for_each(|(value, by)| *value += by);
        }
        for p in 0..self.planes.len() {
            for q in 0..=p {
                self.gram[p][q] = dot(&self.planes[p].kappa, &self.planes[q].kappa);
            }
        }
    }

    /// Ends a solution of a step, in which `is_used` planes had weight, and removes planes that were idle for long.
    /// Planes with a dual variable above 0 stay.
    pub fn prune(&mut self, is_used: impl Fn(usize, &ScorePlane) -> bool) {
        for (p, plane) in self.planes.iter_mut().enumerate() {
            plane.idle = if is_used(p, plane) { 0 } else { plane.idle + 1 };
        }
        for p in (0..self.planes.len()).rev() {
            if self.planes[p].idle > IDLE_LIMIT && self.planes[p].dual == 0.0 {
                self.planes.remove(p);
                self.gram.remove(p);
                self.gram[p..].iter_mut().for_each(|row| {
                    row.remove(p);
                });
            }
        }
    }
}
