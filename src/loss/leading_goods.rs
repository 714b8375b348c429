//! The reference of a loss with ψ_po that is 0 as soon as some good documents lead the ranking. Must not know features.
//!
//! Reciprocal rank asks for one good document at the first rank, NDCG@k for min(k, n₊) of them at the first ranks.
//! Every ranking that they lead has Δ = 0, and ψ_po differs between such rankings: pairs of the other documents may be
//! in any order. The ideal ranking with the greatest ⟨w, ψ_po(y)⟩ puts the best scored good documents first and
//! everything else by score, because ψ_po counts each pair separately. If the last of the ranks has the same discount
//! as the next ones, the leaders share these ranks with the best of the others, by score.

use crate::ranking::{Ranking, ScoredDocuments};

use super::position_decay::changed;
use super::{PartialOrder, Reference};

/// The reference ranking of one query.
#[derive(Debug, Clone)]
pub struct LeadingGoods {
    mode: Reference,
    /// Number of good documents that lead every ideal ranking.
    count: usize,
    /// Number of the first ranks that hold them.
    ranks: usize,
    /// Coefficients of ψ(y*) − ψ(ȳ) by document, where all good documents lead ȳ; empty for 0.
    shift: Vec<f64>,
    /// y*; `None` for ȳ.
    reference: Option<Ranking>,
}

impl LeadingGoods {
    /// Returns the reference of a query in which `count` good documents stand at the first `ranks` ranks, more than
    /// `count` only if these are all good documents. Cost: O(n).
    pub fn new(order: &PartialOrder, count: usize, ranks: usize, mode: Reference) -> Self {
        let mut leading = Self { mode, count, ranks, shift: Vec::new(), reference: None };
        if mode != Reference::Fixed {
            leading.shift = leading.mean_shift(order);
        }
        leading
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
        self.mode == Reference::Aligned && self.inverted(order) > 0.0
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
        let mut left = [self.ranks - self.count, self.count];
        let (mut front, mut rest) = (Vec::with_capacity(documents.order().len()), Vec::new());
        for &document in documents.order() {
            let left = &mut left[usize::from(order.is_good(document))];
            let leads = *left > 0;
            *left -= usize::from(leads);
            if leads { &mut front } else { &mut rest }.push(document);
        }
        front.append(&mut rest);
        Ranking::from_search(front)
    }

    /// The chance of a pair to be inverted in an ideal ranking drawn at random, the same for every pair. It is ½ for a
    /// good document that does not lead, and for a bad one among the leaders.
    fn inverted(&self, order: &PartialOrder) -> f64 {
        let idle_goods = (order.n_good() - self.count) as f64 / order.n_good() as f64;
        let leading_bads = (self.ranks - self.count) as f64 / order.n_bad() as f64;
        0.5 * (idle_goods + leading_bads)
    }

    /// Returns the mean of ψ(y) − ψ(ȳ) over the ideal rankings.
    fn mean_shift(&self, order: &PartialOrder) -> Vec<f64> {
        let inverted = self.inverted(order);
        if inverted == 0.0 {
            return Vec::new();
        }
        let (n_good, n_bad) = (order.n_good() as f64, order.n_bad() as f64);
        let scale = 2.0 / (n_good * n_bad);
        let of_label = [scale * inverted * n_good, -scale * inverted * n_bad];
        order.labels().iter().map(|&label| of_label[usize::from(label)]).collect()
    }
}
