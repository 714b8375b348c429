//! The ramp bound: a structured loss whose reference is the model's own ranking instead of an ideal ranking.
//!
//! R(w) = max_y [Δ(y) + ⟨w, ψ(y)⟩] − max_y ⟨w, ψ(y)⟩ is at most the structured hinge and still bounds the loss of the
//! predicted ranking. It stops growing for a hopeless query, which the model ranks very wrongly. It is a difference
//! of convex functions. A round replaces the second maximum by its linearisation ⟨w, ψ(ȳ)⟩ at w_r, the w where the
//! round starts. Here ȳ is the ranking by the scores of w_r, and tied documents share the mean of their coefficients.
//! The result is the inner loss with every δψ shifted by ψ(ȳ) − ψ(y*). The search for the violator and Δ do not
//! change.
//!
//! Works for any loss whose ranking by scores maximises ⟨w, ψ(y)⟩ ([`QueryLoss::tied_delta_psi`]). Must not know
//! features.
//!
//! Source: Chapelle, Do, Le, Smola and Teo, *Tighter bounds for structured estimation*, NIPS 2008.
//!
//! Rounds and starts are those of the aligned reference. The first round takes the ranking by the winning direction of
//! the starts, because w = 0 is a fixed point of the ramp bound.

use crate::data::{Grade, Grouping};
use crate::ranking::{Ranking, ScoredDocuments, TiedRanking};
use crate::util::error::Error;

use super::position_decay::changed;
use super::{LongSearch, Positions, QueryLabels, QueryLoss, RankingLoss, Realignment, SearchCells, margin};

/// The ramp bound of a loss that is not bound to a query yet.
#[derive(Debug, Clone)]
pub struct Ramp<L> {
    /// The inner loss, whose own reference does not follow the scores.
    pub inner: Box<L>,
}

impl<L: RankingLoss> RankingLoss for Ramp<L> {
    /// `None` also for a loss without [`QueryLoss::tied_delta_psi`]. The catalogue refuses such losses by name.
    fn bind(&self, grades: &[Grade]) -> Option<Box<dyn QueryLoss>> {
        self.inner.bind(grades).and_then(bound)
    }

    fn kinds(&self) -> Option<&Grouping> {
        self.inner.kinds()
    }

    fn bind_query(&self, labels: &QueryLabels) -> Result<Option<Box<dyn QueryLoss>>, Error> {
        Ok(self.inner.bind_query(labels)?.and_then(bound))
    }
}

/// The ramp bound of a bound loss.
fn bound(inner: Box<dyn QueryLoss>) -> Option<Box<dyn QueryLoss>> {
    let n = inner.reference().len();
    inner.tied_delta_psi(&TiedRanking::by_scores(&vec![0.0; n]))?;
    let reference = inner.positions().map(|positions| positions.reference_coefficients.to_vec());
    Some(Box::new(QueryRamp { inner, shift: vec![0.0; n], reference: reference.unwrap_or_default() }))
}

struct QueryRamp {
    inner: Box<dyn QueryLoss>,
    /// Coefficients of ψ(ȳ) − ψ(y*), one per document; 0, as in the structured hinge, before the first alignment.
    shift: Vec<f64>,
    /// Coefficient of every document in ψ(ȳ); empty for a loss without positions.
    reference: Vec<f64>,
}

impl QueryRamp {
    /// Returns the coefficients of ψ(ȳ) − ψ(y*) for the ranking ȳ by some scores.
    fn shift_at(&self, ranking: &TiedRanking) -> Vec<f64> {
        let delta_psi = self.inner.tied_delta_psi(ranking);
        delta_psi
            .map_or_else(|| vec![0.0; ranking.len()], |all| all.into_iter().map(|one| 0.0 - one).collect())
    }
}

impl QueryLoss for QueryRamp {
    fn delta(&self, y: &Ranking) -> f64 {
        self.inner.delta(y)
    }

    fn expected_delta(&self, y: &TiedRanking) -> f64 {
        self.inner.expected_delta(y)
    }

    fn delta_psi(&self, y: &Ranking) -> Vec<f64> {
        let mut coefficients = self.inner.delta_psi(y);
        for (coefficient, shift) in coefficients.iter_mut().zip(&self.shift) {
            *coefficient += shift;
        }
        coefficients
    }

    fn tied_delta_psi(&self, y: &TiedRanking) -> Option<Vec<f64>> {
        let coefficients = self.inner.tied_delta_psi(y)?;
        Some(coefficients.iter().zip(&self.shift).map(|(coefficient, shift)| coefficient + shift).collect())
    }

    /// The shift is the same for every y, so it does not move the maximum.
    fn violator(&self, documents: &ScoredDocuments) -> Ranking {
        self.inner.violator(documents)
    }

    fn search_steps(&self) -> f64 {
        self.inner.search_steps()
    }

    fn search_bytes(&self) -> f64 {
        self.inner.search_bytes()
    }

    fn long_search(&self, scores: &[f64]) -> Option<LongSearch> {
        self.inner.long_search(scores)
    }

    /// y*, whose Δ is 0. δψ is relative to the model's own ranking, not to y*; see [`QueryLoss::reference_shift`].
    fn reference(&self) -> &Ranking {
        self.inner.reference()
    }

    fn reference_shift(&self) -> &[f64] {
        &self.shift
    }

    /// Returns max_y ⟨w, ψ(y)⟩ − ⟨w, ψ(ȳ)⟩, the distance of the linearisation above the ramp bound at this w, and what
    /// another top document gains.
    fn alignment_gain(&self, documents: &ScoredDocuments) -> f64 {
        let shift = self.shift_at(documents.ranking());
        let linearised = margin(&shift, documents.scores()) - margin(&self.shift, documents.scores());
        linearised.max(0.0) + self.inner.alignment_gain(documents)
    }

    fn aligns(&self) -> bool {
        true
    }

    /// Sets ȳ to the ranking by these scores.
    fn realign(&mut self, scores: &[f64]) -> Option<Realignment> {
        let renewed = self.inner.realign(scores);
        let shift = self.shift_at(&TiedRanking::by_scores(scores));
        let moved = changed(&shift, &self.shift);
        if let Some(positions) = self.inner.positions() {
            let own = positions.reference_coefficients.iter().zip(&shift);
            self.reference = own.map(|(coefficient, shift)| coefficient + shift).collect();
        }
        self.shift = shift;
        renewed.or(moved.map(Realignment::Moved))
    }

    fn oracle(&self) -> String {
        self.inner.oracle()
    }

    fn search_cells<'a>(&'a self, scores: &'a [f64]) -> Option<SearchCells<'a>> {
        self.inner.search_cells(scores)
    }

    fn reference_value(&self, scores: &[f64]) -> Option<f64> {
        Some(self.inner.reference_value(scores)? + margin(&self.shift, scores))
    }

    fn positions(&self) -> Option<Positions<'_>> {
        let positions = self.inner.positions()?;
        Some(Positions { reference_coefficients: &self.reference, ..positions })
    }
}
