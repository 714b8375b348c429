//! The partial-order feature map ψ_po of good and bad documents, as coefficients. Must not know features.
//!
//! ψ_po(x, y) = 1/(n₊ n₋) Σ_{good g, bad b} y_gb (x_g − x_b), with y_gb = 1 if g stands before b, else −1. Therefore
//! δψ(y) = 2/(n₊ n₋) Σ (x_g − x_b) over the inverted pairs, those with b before g.
//!
//! Source: Chakrabarti et al. 2008, sections 3.1 and 3.1.1, where the scale 1/(n₊ n₋) is essential.

use std::sync::OnceLock;

use crate::data::Grade;
use crate::ranking::{Ranking, TiedRanking};
use crate::util::sorting::by_falling_level;

/// The good and the bad documents of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartialOrder {
    /// For each document, 1 if it is good and 0 if it is bad.
    labels: Vec<Grade>,
    grades: Vec<Grade>,
    /// Documents by decreasing grade; ties keep document order. Training never asks for it.
    reference: OnceLock<Ranking>,
    n_good: usize,
}

impl PartialOrder {
    /// Splits documents into good (grade at least `threshold`) and bad; `None` if either part is empty.
    ///
    /// Cost: O(n).
    pub fn bind(grades: &[Grade], threshold: Grade) -> Option<Self> {
        let labels: Vec<Grade> = grades.iter().map(|&grade| Grade::from(grade >= threshold)).collect();
        let n_good = labels.iter().filter(|&&label| label == 1).count();
        (n_good > 0 && n_good < labels.len()).then(|| Self {
            labels,
            grades: grades.to_vec(),
            reference: OnceLock::new(),
            n_good,
        })
    }

    /// One label per document: 1 for good, 0 for bad.
    pub fn labels(&self) -> &[Grade] {
        &self.labels
    }

    /// Whether a document is good.
    pub fn is_good(&self, document: u32) -> bool {
        self.labels[document as usize] == 1
    }

    /// Returns the good documents of a ranking, then the bad ones, both in its order. Cost: O(n), without branches that
    /// the processor would have to guess.
    pub fn good_first(&self, order: &[u32]) -> Vec<u32> {
        let mut documents = vec![0; order.len()];
        let mut next = [self.n_good, 0];
        for &document in order {
            let place = &mut next[usize::from(self.is_good(document))];
            documents[*place] = document;
            *place += 1;
        }
        documents
    }

    /// Number of good documents, n₊.
    pub fn n_good(&self) -> usize {
        self.n_good
    }

    /// Number of bad documents, n₋.
    pub fn n_bad(&self) -> usize {
        self.labels.len() - self.n_good
    }

    /// A ranking with all good documents first. ψ_po is the same for every such ranking.
    pub fn reference(&self) -> &Ranking {
        self.reference.get_or_init(|| Ranking::from_search(by_falling_level(&self.grades)))
    }

    /// The ranking with all bad documents first. Both parts are sorted by decreasing grade; ties keep document order.
    pub fn worst(&self) -> Ranking {
        let mut order = self.reference().order().to_vec();
        order.rotate_left(self.n_good);
        Ranking::from_order(order)
    }

    /// Coefficients of δψ(y), one per document. Cost: O(n).
    ///
    /// A good document has 2/(n₊ n₋) times the number of bad documents before it. A bad document has −2/(n₊ n₋) times
    /// the number of good documents behind it.
    pub fn delta_psi(&self, y: &Ranking) -> Vec<f64> {
        let scale = 2.0 / (self.n_good as f64 * self.n_bad() as f64);
        let mut coefficients = vec![0.0; self.labels.len()];
        let mut bad_before = 0.0;
        let mut good_behind = self.n_good as f64;
        for &document in y.order() {
            coefficients[document as usize] = if self.is_good(document) {
                good_behind -= 1.0;
                scale * bad_before
            } else {
                bad_before += 1.0;
                -scale * good_behind
            };
        }
        coefficients
    }

    /// Mean of [`delta_psi`](Self::delta_psi) over all orders of the tied documents: half of their pairs are inverted.
    /// Cost: O(n).
    pub fn tied_delta_psi(&self, y: &TiedRanking) -> Vec<f64> {
        let scale = 2.0 / (self.n_good as f64 * self.n_bad() as f64);
        let mut coefficients = vec![0.0; self.labels.len()];
        let mut bad_before = 0.0;
        let mut good_behind = self.n_good as f64;
        for (_, documents) in y.groups() {
            let good = documents.iter().filter(|&&document| self.is_good(document)).count() as f64;
            let bad = documents.len() as f64 - good;
            good_behind -= good;
            for &document in documents {
                coefficients[document as usize] = if self.is_good(document) {
                    scale * (bad_before + 0.5 * bad)
                } else {
                    -scale * (good_behind + 0.5 * good)
                };
            }
            bad_before += bad;
        }
        coefficients
    }
}
