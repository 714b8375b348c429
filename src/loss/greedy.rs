//! The published greedy search for the violator of SVM-NDCG, which is not exact.
//!
//! The page and the tests compare it with the exact search, which is the one used in training.
//!
//! Source: Chakrabarti et al. 2008, Fact 3.4.

use serde::Serialize;

use crate::data::Grade;
use crate::ranking::ScoredDocuments;
use crate::util::error::Error;

use super::merge_path::ScoredLists;
use super::{LossSpec, Ndcg, PartialOrder, RankingLoss, Reference, margin};
use crate::ranking::scoring::check_scores;

/// Result of the published greedy search for one query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GreedyViolation {
    /// Documents by index, from the first rank to the last.
    pub ranking: Vec<u32>,
    /// Δ of that ranking.
    pub loss: f64,
    /// ⟨w, δψ⟩ of that ranking.
    pub margin: f64,
    /// `loss − margin`: at most the structured hinge, which is the maximum of H over all rankings.
    pub hinge: f64,
    /// What `b` bad documents before a good one add to H: a row per good document by decreasing score, with `b` from 0
    /// to all. In every ranking the parts of its good documents add up to its H for the published y\*, which all good
    /// documents lead; with `b = 0` a part is 0.
    pub parts: Vec<Vec<f64>>,
}

/// Runs the published greedy search for SVM-NDCG or SVM-NDCG-NC.
///
/// Each good document in turn takes the best number of bad documents before it, at least as many as the previous good
/// document. The search ignores the good documents that follow.
///
/// All good documents lead y*, as published. `grades` and `scores`: one per document. Ties keep document order. Cost:
/// O(n log n + n₊ n₋).
///
/// # Errors
/// [`Error::Config`] for another loss; [`Error::Data`] if all rankings of the query have the same loss, or if there is
/// not one score per grade; [`Error::Numeric`] for scores outside the range of the searches.
pub fn published_greedy(loss: &LossSpec, grades: &[Grade], scores: &[f64]) -> Result<GreedyViolation, Error> {
    let LossSpec::Ndcg(ndcg) = loss else {
        return Err(Error::config("method", "the greedy search was published for SVM-NDCG only"));
    };
    if grades.len() != scores.len() {
        return Err(Error::data(format!("{} grades but {} scores", grades.len(), scores.len())));
    }
    check_scores(scores)?;
    let published = Ndcg { reference: Reference::Fixed, ..ndcg.clone() };
    let bound = PartialOrder::bind(grades, ndcg.threshold).zip(published.bind(grades));
    let (order, query_loss) =
        bound.ok_or_else(|| Error::data("every ranking of the query has the same loss"))?;

    let mut discounts = ndcg.discount.vector(grades.len(), ndcg.cut_off);
    let ideal: f64 = discounts[..order.n_good()].iter().sum();
    for discount in &mut discounts {
        *discount /= ideal;
    }
    let lists = ScoredLists::new(&order, &ScoredDocuments::new(scores.to_vec()));
    let value = |g: usize, b: usize| lists.score_term(g, b) - discounts[g + b];
    let mut path = Vec::with_capacity(lists.good.len());
    let mut least = 0;
    for g in 0..lists.good.len() {
        let worst = (least..=lists.bad.len())
            .reduce(|best, b| if value(g, b) > value(g, best) { b } else { best })
            .unwrap_or(least);
        path.push(worst);
        least = worst;
    }
    let part = |g: usize| (0..=lists.bad.len()).map(|b| value(g, b) - value(g, 0)).collect();
    let parts = (0..lists.good.len()).map(part).collect();

    let ranking = lists.ranking(&path);
    let loss = query_loss.delta(&ranking);
    let margin = margin(&query_loss.delta_psi(&ranking), scores);
    Ok(GreedyViolation { ranking: ranking.order().to_vec(), loss, margin, hinge: loss - margin, parts })
}
