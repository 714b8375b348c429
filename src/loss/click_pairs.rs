//! SVM PropRank and PropDCG: the hinge of a clicked document against every other document of its query.
//!
//! `Σ_i ω_i h_i` with `h_i = Σ_{j≠i} [1 − (s_i − s_j)]₊`, which is at least the rank of i from 0: so 1 + h_i bounds its
//! rank from 1. The loss is linear in the click weights ω. PropDCG is `Σ_i ω_i (1 − 1/log₂(2 + h_i))`, concave in h:
//! every round of realignment replaces it by its tangent, which is PropRank with other weights and a constant.
//!
//! *The structured form.* Two clicked documents are compared both ways, and both hinges can be positive at once, which no
//! ranking of the documents can say. So a violator ranks 2n copies: copy i < n is document i as a clicked one, copy n +
//! j document j as another one. A pair (i, j) counts where copy n + j stands before copy i. In y* it never does.
//!
//! Source: Agarwal, Takatsu, Zaitsev and Joachims 2019, sections 4.1 and 4.2.

use crate::data::Grade;
use crate::ranking::{Ranking, ScoredDocuments, TiedRanking};
use crate::util::error::Error;

use super::{QueryLabels, QueryLoss, RankingLoss, Realignment};

/// PropRank or PropDCG, not bound to a query yet.
///
/// Cost of the oracle: O(n log n), because it never enumerates the pairs.
#[derive(Debug, Clone, Copy)]
pub struct ClickPairs {
    /// Whether DCG of the ranks is bounded, by tangents that move between rounds, instead of their sum.
    pub by_dcg: bool,
}

impl RankingLoss for ClickPairs {
    /// `None`: grades say nothing about clicks.
    fn bind(&self, _grades: &[Grade]) -> Option<Box<dyn QueryLoss>> {
        None
    }

    /// A hinge with a negative weight is not convex, so it is refused.
    fn bind_query(&self, labels: &QueryLabels) -> Result<Option<Box<dyn QueryLoss>>, Error> {
        let n = labels.click_weights.len();
        if labels.click_weights.iter().any(|&weight| weight < 0.0) {
            return Err(Error::data(
                "a document has a negative click weight, and hinges of pairs need weights from 0; use listnet, regression \
                 or dorm with the affine estimator",
            ));
        }
        if n < 2 || labels.click_weights.iter().all(|&weight| weight == 0.0) {
            return Ok(None);
        }
        let clicks = labels.click_weights.to_vec();
        let reference = Ranking::from_search((0..2 * n as u32).collect());
        let mut loss = QueryClickPairs {
            constant: 0.0,
            weights: clicks.clone(),
            dcg_of: if self.by_dcg { clicks } else { Vec::new() },
            reference,
        };
        if self.by_dcg {
            // At w = 0 every hinge is 1.
            loss.follow(&vec![(n - 1) as f64; n]);
        }
        Ok(Some(Box::new(loss)))
    }
}

struct QueryClickPairs {
    /// Added to every Δ: where the tangents cross h = 0. 0 for PropRank.
    constant: f64,
    /// The weight of the pairs of every document as a clicked one.
    weights: Vec<f64>,
    /// ω for PropDCG; empty for PropRank.
    dcg_of: Vec<f64>,
    /// All clicked copies, then all others.
    reference: Ranking,
}

/// Returns 1 − 1/log₂(2 + h), DCG's loss of a document whose rank is at most h from 0, and its derivative.
fn dcg_loss(h: f64) -> (f64, f64) {
    let u = 2.0 + h;
    let log = libm::log2(u);
    (1.0 - 1.0 / log, 1.0 / (u * std::f64::consts::LN_2 * log * log))
}

impl QueryClickPairs {
    fn n(&self) -> usize {
        self.weights.len()
    }

    /// Makes the tangents of PropDCG those at these sums of hinges.
    fn follow(&mut self, hinges: &[f64]) {
        self.constant = 0.0;
        for (place, (&click, &h)) in self.dcg_of.iter().zip(hinges).enumerate() {
            let (value, slope) = dcg_loss(h);
            self.weights[place] = click * slope;
            // A concave function that is 0 at h = 0 has tangents that are at least 0 there.
            self.constant += (click * (value - slope * h)).max(0.0);
        }
    }

    /// Returns h_i of every document. Cost: O(n log n).
    fn hinges(&self, scores: &[f64]) -> Vec<f64> {
        let order = self.most_violated(scores);
        let n = self.n();
        let mut hinges = vec![0.0; n];
        let (mut before, mut sum) = (0.0, 0.0);
        for &copy in order.order() {
            let copy = copy as usize;
            if copy < n {
                let c = 1.0 - scores[copy];
                // Its other copy stands before it, because 1 > 0, with the hinge 1.
                hinges[copy] = (before * c + sum - 1.0).max(0.0);
            } else {
                before += 1.0;
                sum += scores[copy - n];
            }
        }
        hinges
    }

    /// Calls `visitor(i, others)` for every clicked copy with the number of others before it, without its own.
    fn visit(&self, y: &Ranking, mut visitor: impl FnMut(usize, f64)) {
        let n = self.n();
        let mut is_before = vec![false; n];
        let mut before = 0.0;
        for &copy in y.order() {
            let copy = copy as usize;
            if copy < n {
                visitor(copy, if is_before[copy] { before - 1.0 } else { before });
            } else {
                is_before[copy - n] = true;
                before += 1.0;
            }
        }
    }
}

impl QueryLoss for QueryClickPairs {
    /// `y`: of 2n copies.
    fn delta(&self, y: &Ranking) -> f64 {
        let mut delta = self.constant;
        self.visit(y, |i, others| delta += self.weights[i] * others);
        delta
    }

    /// `y`: of n documents. Documents with equal scores stand before each other with probability ½.
    fn expected_delta(&self, y: &TiedRanking) -> f64 {
        let of_group = |(first, documents): (usize, &[u32])| {
            let rank = first as f64 + 0.5 * (documents.len() - 1) as f64;
            rank * documents.iter().map(|&document| self.weights[document as usize]).sum::<f64>()
        };
        self.constant + y.groups().map(of_group).sum::<f64>()
    }

    /// `y`: of 2n copies; one coefficient for each of the n documents.
    fn delta_psi(&self, y: &Ranking) -> Vec<f64> {
        let n = self.n();
        let mut coefficients = vec![0.0; n];
        self.visit(y, |i, others| coefficients[i] = self.weights[i] * others);
        let (mut behind, mut is_behind) = (0.0, vec![false; n]);
        for &copy in y.order().iter().rev() {
            let copy = copy as usize;
            if copy < n {
                is_behind[copy] = true;
                behind += self.weights[copy];
            } else {
                let j = copy - n;
                coefficients[j] -= if is_behind[j] { behind - self.weights[j] } else { behind };
            }
        }
        coefficients
    }

    /// Copy n + j stands before copy i iff 1 + s_j > s_i. If both sides are equal, the pair is worth 0 in either order.
    fn violator(&self, documents: &ScoredDocuments) -> Ranking {
        let scores = documents.scores();
        let keys = scores.iter().map(|score| score - 1.0).chain(scores.iter().copied());
        Ranking::by_scores(&keys.collect::<Vec<f64>>())
    }

    fn reference(&self) -> &Ranking {
        &self.reference
    }

    /// The tangents at these scores touch the loss there, and those of this round are above it.
    fn alignment_gain(&self, documents: &ScoredDocuments) -> f64 {
        if self.dcg_of.is_empty() {
            return 0.0;
        }
        let hinges = self.hinges(documents.scores());
        let terms = hinges.iter().zip(&self.dcg_of).zip(&self.weights);
        let decrease = terms.map(|((&h, click), weight)| weight * h - click * dcg_loss(h).0);
        (self.constant + decrease.sum::<f64>()).max(0.0)
    }

    fn aligns(&self) -> bool {
        !self.dcg_of.is_empty()
    }

    fn begins_aligned(&self) -> bool {
        self.aligns()
    }

    fn realign(&mut self, scores: &[f64]) -> Option<Realignment> {
        if !self.aligns() {
            return None;
        }
        let weights = self.weights.clone();
        self.follow(&self.hinges(scores));
        (self.weights != weights).then_some(Realignment::Renewed)
    }

    fn oracle(&self) -> String {
        "one sort: a pair is active where the clicked document leads by less than 1".to_owned()
    }
}
