//! The reference of a loss with ψ_po that is 0 as soon as some good documents lead the ranking. Must not know features.
//!
//! Reciprocal rank asks for one good document at the first rank, NDCG@k for min(k, n₊) of them. Every ranking that they
//! lead has Δ = 0, and ψ_po differs between such rankings: pairs of the other documents may be in any order. The ideal
//! ranking with the greatest ⟨w, ψ_po(y)⟩ puts the best scored good documents first and everything else by score,
//! because ψ_po counts each pair separately.

use crate::ranking::{Ranking, ScoredDocuments};

use super::position_decay::changed;
use super::{PartialOrder, Reference};

/// The reference ranking of one query.
#[derive(Debug, Clone)]
pub struct LeadingGoods {
    mode: Reference,
    /// Number of good documents that lead every ideal ranking.
    count: usize,
    /// Coefficients of ψ(y*) − ψ(ȳ) by document, where all good documents lead ȳ; empty for 0.
    shift: Vec<f64>,
    /// y*; `None` for ȳ.
    reference: Option<Ranking>,
}

impl LeadingGoods {
    /// Returns the reference of a query in which `count` good documents lead. Cost: O(n).
    pub fn new(order: &PartialOrder, count: usize, mode: Reference) -> Self {
        let count = count.min(order.n_good());
        let shift = match mode {
            Reference::Fixed => Vec::new(),
            _ => mean_shift(order, count),
        };
        Self { mode, count, shift, reference: None }
    }

    /// Coefficients of ψ(y*) − ψ(ȳ) by document, where all good documents lead ȳ; empty for 0.
    pub fn shift(&self) -> &[f64] {
        &self.shift
    }

    /// y*; for an averaged one a ranking that is averaged.
    pub fn reference<'a>(&'a self, order: &'a PartialOrder) -> &'a Ranking {
        self.reference.as_ref().unwrap_or_else(|| order.reference())
    }

    /// Adds ψ(y*) − ψ(ȳ) to coefficients of ψ(ȳ) − ψ(y). Cost: O(n).
    pub fn add_to(&self, mut coefficients: Vec<f64>) -> Vec<f64> {
        coefficients.iter_mut().zip(&self.shift).for_each(|(coefficient, shift)| *coefficient += shift);
        coefficients
    }

    /// Whether y* can be realigned to the scores.
    pub fn aligns(&self, order: &PartialOrder) -> bool {
        self.mode == Reference::Aligned && self.count < order.n_good()
    }

    /// Increase of ⟨w, ψ(y*)⟩ if y* were realigned to these scores. Cost: O(n).
    pub fn alignment_gain(&self, order: &PartialOrder, documents: &ScoredDocuments) -> f64 {
        if !self.aligns(order) {
            return 0.0;
        }
        let now = super::margin(&self.shift, documents.scores());
        -super::margin(&order.delta_psi(&self.best(order, documents)), documents.scores()) - now
    }

    /// Realigns y* to these scores. Returns the change of the coefficients of ψ(y*), or `None`. Cost: O(n).
    pub fn realign(&mut self, order: &PartialOrder, documents: &ScoredDocuments) -> Option<Vec<f64>> {
        if !self.aligns(order) {
            return None;
        }
        let best = self.best(order, documents);
        let shift: Vec<f64> =
            order.delta_psi(&best).into_iter().map(|coefficient| 0.0 - coefficient).collect();
        let before = std::mem::replace(&mut self.shift, shift);
        self.reference = Some(best);
        changed(&self.shift, &before)
    }

    /// The ideal ranking with the greatest ⟨w, ψ(y)⟩. Ties keep document order.
    fn best(&self, order: &PartialOrder, documents: &ScoredDocuments) -> Ranking {
        let (mut front, mut rest) = (Vec::with_capacity(documents.order().len()), Vec::new());
        for &document in documents.order() {
            let leads = front.len() < self.count && order.is_good(document);
            if leads { &mut front } else { &mut rest }.push(document);
        }
        front.append(&mut rest);
        Ranking::from_search(front)
    }
}

/// Returns the mean of ψ(y) − ψ(ȳ) over the ideal rankings. A good document leads with the chance `count` / n₊; if it does
/// not, half of the bad documents stand before it.
fn mean_shift(order: &PartialOrder, count: usize) -> Vec<f64> {
    let (n_good, n_bad) = (order.n_good() as f64, order.n_bad() as f64);
    let inverted = 0.5 * (1.0 - count as f64 / n_good);
    if inverted == 0.0 {
        return Vec::new();
    }
    let scale = 2.0 / (n_good * n_bad);
    let of_label = [scale * inverted * n_good, -scale * inverted * n_bad];
    order.labels().iter().map(|&label| of_label[usize::from(label)]).collect()
}
