//! The position-decay feature map ψ = Σ_j c_j x_y(j), as coefficients. Must not know features.
//!
//! Source: DORM, equation 20. The paper takes the reference ranking y* to be the ranking sorted by grade, although
//! every ranking with Δ = 0 is a valid y*, and ψ(y*) depends on which one is taken; see [`Reference`].

use std::fmt;
use std::str::FromStr;

use crate::ranking::{Ranking, ScoredDocuments, TiedRanking};
use crate::util::error::{Error, shown};

use super::IdealSet;

/// Which of the ideal rankings, those with Δ = 0, is the reference ranking y*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reference {
    /// The ranking sorted by grade, equal grades in file order, as in the paper.
    Fixed,
    /// ψ(y*) is the mean of ψ over all ideal rankings.
    Averaged,
    /// The ideal ranking with the greatest ⟨w, ψ(y)⟩ for the current model. This gives a tighter, non-convex bound,
    /// which training solves in rounds. Before the first realignment it equals [`Reference::Averaged`].
    #[default]
    Aligned,
    /// The model's own ranking, see [`Ramp`](super::Ramp). Before the first realignment it equals
    /// [`Reference::Averaged`].
    Ramp,
}

impl FromStr for Reference {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "fixed" => Ok(Self::Fixed),
            "averaged" => Ok(Self::Averaged),
            "aligned" => Ok(Self::Aligned),
            "ramp" => Ok(Self::Ramp),
            other => Err(Error::config(
                "reference",
                format!("{} is not one of aligned, averaged, fixed, ramp", shown(other)),
            )),
        }
    }
}

impl fmt::Display for Reference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fixed => "fixed",
            Self::Averaged => "averaged",
            Self::Aligned => "aligned",
            Self::Ramp => "ramp",
        })
    }
}

/// The position-decay feature map of one query of n documents.
#[derive(Debug, Clone)]
pub struct PositionDecay {
    decay: Vec<f64>,
    mode: Reference,
    reference: Ranking,
    /// The ideal rankings; `None` if another search finds the best of them.
    ideal: Option<IdealSet>,
    reference_coefficients: Vec<f64>,
}

impl PositionDecay {
    /// Builds the feature map of a query. Cost: O(n).
    ///
    /// `decay`: c_j by rank, length n. `fixed`: the y* of [`Reference::Fixed`], one of the rankings of `ideal`.
    pub fn new(decay: Vec<f64>, mode: Reference, fixed: Ranking, ideal: IdealSet) -> Self {
        let mean = if mode == Reference::Fixed { Vec::new() } else { ideal.mean(&decay) };
        Self { ideal: Some(ideal), ..Self::with_mean(decay, mode, fixed, mean) }
    }

    /// Builds the feature map of a query whose ideal rankings are not an [`IdealSet`]: y* moves by
    /// [`realign_to`](Self::realign_to) only. Cost: O(n).
    ///
    /// `mean`: mean of the coefficients of ψ over the ideal rankings, by document; [`Reference::Fixed`] needs none.
    pub fn with_mean(decay: Vec<f64>, mode: Reference, fixed: Ranking, mean: Vec<f64>) -> Self {
        let coefficients = if mode == Reference::Fixed { by_document(&fixed, &decay) } else { mean };
        Self { decay, mode, reference: fixed, ideal: None, reference_coefficients: coefficients }
    }

    /// c_j by rank.
    pub fn decay(&self) -> &[f64] {
        &self.decay
    }

    /// How y* is chosen.
    pub fn mode(&self) -> Reference {
        self.mode
    }

    /// The ideal rankings, if they are an [`IdealSet`].
    pub fn ideal(&self) -> Option<&IdealSet> {
        self.ideal.as_ref()
    }

    /// y*. For [`Reference::Averaged`] it is one of the rankings that are averaged.
    pub fn reference(&self) -> &Ranking {
        &self.reference
    }

    /// Coefficients of ψ(y*), one per document.
    pub fn reference_coefficients(&self) -> &[f64] {
        &self.reference_coefficients
    }

    /// Coefficients of δψ(y), one per document: the coefficient in ψ(y*) minus the coefficient in ψ(y). Cost: O(n).
    pub fn delta_psi(&self, y: &Ranking) -> Vec<f64> {
        let mut coefficients = self.reference_coefficients.clone();
        for (rank, &document) in y.order().iter().enumerate() {
            coefficients[document as usize] -= self.decay[rank];
        }
        coefficients
    }

    /// Mean of [`delta_psi`](Self::delta_psi) over all orders of the tied documents: each gets the mean of c over the
    /// ranks of its group. Cost: O(n).
    pub fn tied_delta_psi(&self, y: &TiedRanking) -> Vec<f64> {
        let mut coefficients = self.reference_coefficients.clone();
        for (first, documents) in y.groups() {
            let ranks = &self.decay[first..first + documents.len()];
            let mean = ranks.iter().sum::<f64>() / documents.len() as f64;
            for &document in documents {
                coefficients[document as usize] -= mean;
            }
        }
        coefficients
    }

    /// Whether y* can be realigned to the scores.
    pub fn aligns(&self) -> bool {
        self.mode == Reference::Aligned
    }

    /// Increase of ⟨w, ψ(y*)⟩ if y* were realigned to these scores; 0 unless the mode is [`Reference::Aligned`].
    ///
    /// Cost: O(n).
    pub fn alignment_gain(&self, documents: &ScoredDocuments) -> f64 {
        let Some(ideal) = self.ideal.as_ref().filter(|_| self.aligns()) else { return 0.0 };
        let mut gain = 0.0;
        ideal.for_each_aligned(documents, |rank, document| {
            let document = document as usize;
            gain += (self.decay[rank] - self.reference_coefficients[document]) * documents.scores()[document];
        });
        gain
    }

    /// Makes y* the ideal ranking with the greatest ⟨w, ψ(y)⟩ if the mode is [`Reference::Aligned`].
    ///
    /// Returns the change of the coefficients of ψ(y*), or `None` if they did not change. Cost: O(n).
    pub fn realign(&mut self, documents: &ScoredDocuments) -> Option<Vec<f64>> {
        let ideal = self.ideal.as_ref().filter(|_| self.aligns())?;
        let mut order = vec![0; self.decay.len()];
        ideal.for_each_aligned(documents, |rank, document| order[rank] = document);
        self.realign_to(Ranking::from_order(order))
    }

    /// Sets y*. Returns the change of the coefficients of ψ(y*), or `None` if they did not change. Cost: O(n).
    pub fn realign_to(&mut self, reference: Ranking) -> Option<Vec<f64>> {
        let coefficients = by_document(&reference, &self.decay);
        self.reference = reference;
        let before = std::mem::replace(&mut self.reference_coefficients, coefficients);
        changed(&self.reference_coefficients, &before)
    }
}

/// Returns the weight of the rank of every document. `weights`: by rank; later ranks have weight 0.
pub(super) fn by_document(y: &Ranking, weights: &[f64]) -> Vec<f64> {
    let mut by_document = vec![0.0; y.len()];
    for (&document, &weight) in y.order().iter().zip(weights) {
        by_document[document as usize] = weight;
    }
    by_document
}

/// Returns the differences of two lists, or `None` if all of them are 0.
pub(super) fn changed(new: &[f64], old: &[f64]) -> Option<Vec<f64>> {
    let changes: Vec<f64> = new.iter().zip(old).map(|(new, old)| new - old).collect();
    changes.iter().any(|&change| change != 0.0).then_some(changes)
}
