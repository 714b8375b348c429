//! The position-decay feature map ψ = Σ_j c_j x_y(j), as coefficients. Knows no features.
//!
//! Source: DORM, equation 20. What the paper leaves open is the order of equal documents inside the reference
//! ranking y*, on which ψ(y*) depends; see [`Reference`].

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use crate::error::{Error, shown};
use crate::ranking::{Ranking, ScoredDocuments};

/// How the reference ranking y* orders documents that are equally good.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reference {
    /// In the order of the file, as in the paper.
    Fixed,
    /// ψ(y*) is the mean over all orders: every document of a group gets the mean of c over the group's ranks.
    Averaged,
    /// By decreasing score of the current model (a tighter, non-convex bound, solved in rounds). Until the first
    /// alignment it is the averaged reference.
    #[default]
    Aligned,
}

impl FromStr for Reference {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "fixed" => Ok(Self::Fixed),
            "averaged" => Ok(Self::Averaged),
            "aligned" => Ok(Self::Aligned),
            other => Err(Error::config(
                "reference",
                format!("{} is not one of aligned, averaged, fixed", shown(other)),
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
        })
    }
}

/// The feature map of one query of n documents.
#[derive(Debug, Clone)]
pub struct PositionDecay {
    decay: Vec<f64>,
    mode: Reference,
    reference: Ranking,
    /// Ranks of y* held by equally good documents, the best group first.
    groups: Vec<Range<usize>>,
    /// The group of every document.
    group_of: Vec<u32>,
    reference_coefficients: Vec<f64>,
}

impl PositionDecay {
    /// `decay`: c_j by rank, length n. `ideal`: y* with ties in document order. `same(i, l)`: whether documents i
    /// and l, neighbours in `ideal`, are equally good. Cost: O(n).
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

    /// c_j by rank.
    pub fn decay(&self) -> &[f64] {
        &self.decay
    }

    /// y*; under [`Reference::Averaged`] one of the rankings whose mean it is.
    pub fn reference(&self) -> &Ranking {
        &self.reference
    }

    /// The coefficient that ψ(y*) gives every document.
    pub fn reference_coefficients(&self) -> &[f64] {
        &self.reference_coefficients
    }

    /// Coefficients of δψ(y): that of y* less that of y, per document. Cost: O(n).
    pub fn delta_psi(&self, y: &Ranking) -> Vec<f64> {
        let mut coefficients = self.reference_coefficients.clone();
        for (rank, &document) in y.order().iter().enumerate() {
            coefficients[document as usize] -= self.decay[rank];
        }
        coefficients
    }

    /// Whether y* follows the scores.
    pub fn aligns(&self) -> bool {
        self.mode == Reference::Aligned
    }

    /// By how much ⟨w, ψ(y*)⟩ would grow if y* were realigned to these scores; 0 where the mode is not
    /// [`Reference::Aligned`]. Cost: O(n).
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

    /// Orders the groups of y* by decreasing score (ties keep document order) if the mode is
    /// [`Reference::Aligned`]. Returns how the coefficients of y* changed, `None` if they did not.
    /// Cost: O(n).
    pub fn realign(&mut self, documents: &ScoredDocuments) -> Option<Vec<f64>> {
        if !self.aligns() {
            return None;
        }
        let mut order = vec![0; self.decay.len()];
        self.for_each_aligned(documents, |rank, document| order[rank] = document);
        self.reference = Ranking::from_order(order);
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

    /// Calls `place(rank, document)` for y* with every group by decreasing score, best scores first.
    fn for_each_aligned(&self, documents: &ScoredDocuments, mut place: impl FnMut(usize, u32)) {
        let mut next: Vec<usize> = self.groups.iter().map(|group| group.start).collect();
        for &document in documents.order() {
            let rank = &mut next[self.group_of[document as usize] as usize];
            place(*rank, document);
            *rank += 1;
        }
    }
}
