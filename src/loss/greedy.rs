//! The greedy search for the violator of SVM-NDCG as it was published, which is not exact. Nothing trains with it: it
//! is here to be compared with the exact search, on the page and in the tests.
//!
//! Source: Chakrabarti et al. 2008, Fact 3.4.

use serde::Serialize;

use crate::data::Grade;
use crate::error::Error;
use crate::ranking::ScoredDocuments;
use crate::settings::TrainingSettings;

use super::merge_path::ScoredLists;
use super::{LossSpec, PartialOrder, RankingLoss, check_scores, margin};

/// What the published greedy search answers for one query.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct GreedyViolation {
    /// Its ranking: documents by index, from the first rank to the last.
    pub ranking: Vec<u32>,
    /// Δ of that ranking.
    pub loss: f64,
    /// ⟨w, δψ⟩ of that ranking.
    pub margin: f64,
    /// `loss − margin`: never above the structured hinge H, which is the greatest over all rankings.
    pub hinge: f64,
}

/// The answer of the published greedy search for SVM-NDCG or SVM-NDCG-NC: each good document in turn takes the best
/// number of bad documents before it, not below that of the good one above it, and never thinks of those to come.
///
/// `grades` and `scores`: one per document. Ties keep document order. Cost: O(n log n + n₊ n₋).
///
/// # Errors
/// [`Error::Config`] if the settings name another method, [`Error::Data`] if no ranking of the query loses anything or
/// there is not one score per grade, [`Error::Numeric`] for scores that no search can work with.
pub fn published_greedy(
    settings: &TrainingSettings,
    grades: &[Grade],
    scores: &[f64],
) -> Result<GreedyViolation, Error> {
    let LossSpec::Ndcg(ndcg) = settings.parse()?.loss else {
        return Err(Error::config("method", "the greedy search was published for SVM-NDCG only"));
    };
    if grades.len() != scores.len() {
        return Err(Error::data(format!("{} grades but {} scores", grades.len(), scores.len())));
    }
    check_scores(scores)?;
    let bound = PartialOrder::bind(grades, ndcg.threshold).zip(ndcg.bind(grades));
    let (order, query_loss) =
        bound.ok_or_else(|| Error::data("every ranking of the query has the same loss"))?;

    let mut discounts = ndcg.discount.vector(grades.len(), ndcg.cut_off);
    let ideal: f64 = discounts[..order.n_good()].iter().sum();
    for discount in &mut discounts {
        *discount /= ideal;
    }
    let lists = ScoredLists::new(&order, &ScoredDocuments::new(scores.to_vec()));
    let mut path = Vec::with_capacity(lists.good.len());
    let mut least = 0;
    for g in 0..lists.good.len() {
        let value = |b: usize| lists.score_term(g, b) - discounts[g + b];
        let worst = (least..=lists.bad.len())
            .reduce(|best, b| if value(b) > value(best) { b } else { best })
            .unwrap_or(least);
        path.push(worst);
        least = worst;
    }

    let ranking = lists.ranking(&path);
    let loss = query_loss.delta(&ranking);
    let margin = margin(&query_loss.delta_psi(&ranking), scores);
    Ok(GreedyViolation { ranking: ranking.order().to_vec(), loss, margin, hinge: loss - margin })
}
