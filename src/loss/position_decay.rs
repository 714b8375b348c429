//! The position-decay feature map ψ = Σ_j c_j x_y(j), as coefficients. Must not know features.
//!
//! Source: DORM, equation 20. The paper does not specify the order of equally good documents in the reference ranking
//! y*, although ψ(y*) depends on it; see [`Reference`].

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::error::{Error, shown};
use crate::ranking::{Ranking, ScoredDocuments, TiedRanking};

/// How the reference ranking y* orders equally good documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reference {
    /// By file order, as in the paper.
    Fixed,
    /// ψ(y*) is the mean over all orders: each document of a group has the mean of c over the group's ranks.
    Averaged,
    /// By decreasing score of the current model. This gives a tighter, non-convex bound, which training solves in
    /// rounds. Before the first realignment it equals [`Reference::Averaged`].
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
    /// Ranks of each group of equally good documents in y*, the best group first.
    groups: Vec<Range<usize>>,
    /// Group index of each document.
    group_of: Vec<u32>,
    reference_coefficients: Vec<f64>,
}

impl PositionDecay {
    /// Builds the feature map of a query. Cost: O(n).
    ///
    /// `decay`: c_j by rank, length n. `ideal`: y* with ties in document order. `same(i, l)`: whether documents i and
    /// l, neighbours in `ideal`, are equally good.
    pub fn new(decay: Vec<f64>, mode: Reference, ideal: Ranking, same: impl Fn(u32, u32) -> bool) -> Self {
        let order = ideal.order();
        let mut groups = Vec::new();
        let mut start = 0;
        for rank in 1..=order.len() {
            if rank == order.len() || !same(order[rank - 1], order[rank]) {
                groups.push(start..rank);
                start = rank;
            }
        }
        let mut coefficients = vec![0.0; decay.len()];
        let mut group_of = vec![0; decay.len()];
        for (number, group) in groups.iter().enumerate() {
            let mean = decay[group.clone()].iter().sum::<f64>() / group.len() as f64;
            for rank in group.clone() {
                let document = order[rank] as usize;
                group_of[document] = number as u32;
                coefficients[document] = if mode == Reference::Fixed { decay[rank] } else { mean };
            }
        }
        Self { decay, mode, reference: ideal, groups, group_of, reference_coefficients: coefficients }
    }

    /// Builds the feature map of a query from y* and the coefficients of ψ(y*), without groups of equally good
    /// documents: y* moves by [`realign_to`](Self::realign_to) only.
    pub fn with_coefficients(
        decay: Vec<f64>,
        mode: Reference,
        reference: Ranking,
        coefficients: Vec<f64>,
    ) -> Self {
        let (groups, group_of) = (Vec::new(), Vec::new());
        Self { decay, mode, reference, groups, group_of, reference_coefficients: coefficients }
    }

    /// c_j by rank.
    pub fn decay(&self) -> &[f64] {
        &self.decay
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
        if !self.aligns() {
            return 0.0;
        }
        let mut gain = 0.0;
        self.for_each_aligned(documents, |rank, document| {
            let document = document as usize;
            gain += (self.decay[rank] - self.reference_coefficients[document]) * documents.scores()[document];
        });
        gain
    }

    /// Sorts each group of y* by decreasing score if the mode is [`Reference::Aligned`]. Ties keep document order.
    ///
    /// Returns the change of the coefficients of ψ(y*), or `None` if they did not change. Cost: O(n).
    pub fn realign(&mut self, documents: &ScoredDocuments) -> Option<Vec<f64>> {
        if !self.aligns() {
            return None;
        }
        let mut order = vec![0; self.decay.len()];
        self.for_each_aligned(documents, |rank, document| order[rank] = document);
        self.realign_to(Ranking::from_order(order))
    }

    /// Sets y*. Returns the change of the coefficients of ψ(y*), or `None` if they did not change. Cost: O(n).
    pub fn realign_to(&mut self, reference: Ranking) -> Option<Vec<f64>> {
        self.reference = reference;
        let mut shift = vec![0.0; self.decay.len()];
        let mut changed = false;
        for (rank, &document) in self.reference.order().iter().enumerate() {
            let coefficient = &mut self.reference_coefficients[document as usize];
            shift[document as usize] = self.decay[rank] - *coefficient;
            changed |= *coefficient != self.decay[rank];
            *coefficient = self.decay[rank];
        }
        changed.then_some(shift)
    }

    /// Calls `place(rank, document)` for y* with every group sorted by decreasing score, highest scores first.
    fn for_each_aligned(&self, documents: &ScoredDocuments, mut place: impl FnMut(usize, u32)) {
        let mut next: Vec<usize> = self.groups.iter().map(|group| group.start).collect();
        for &document in documents.order() {
            let rank = &mut next[self.group_of[document as usize] as usize];
            place(*rank, document);
            *rank += 1;
        }
    }
}
