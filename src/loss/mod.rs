//! Structured ranking losses: pairs of a joint feature map ψ and a loss Δ, each with its separation oracle.
//!
//! Knows labels and scores; never features, weights or C.
//!
//! # Sign convention
//! For a query with ideal ranking y*, `δψ(y) = ψ(x, y*) − ψ(x, y)`, and a cutting plane says
//! `⟨w, δψ(y)⟩ ≥ Δ(y) − ξ`. A loss gives `δψ` as one coefficient per document: `δψ(y) = Xᵀ·coefficients`, so
//! `⟨w, δψ(y)⟩` is the dot product of the coefficients with the scores.

mod auc;
mod catalog;
mod cells;
mod decay;
mod discount_gain;
mod dorm;
mod greedy;
mod long_search;
mod map;
pub mod merge;
pub mod merge_path;
pub mod methods;
mod mrr;
mod ndcg;
mod owpc;
mod partial_order;
mod position_decay;
mod spec;

pub use auc::Auc;
pub use catalog::{Catalog, MeasureChoice, Parameter, catalog};
pub use cells::{SearchCells, SearchForm};
pub use decay::{Decay, DecayProfile};
pub use discount_gain::{DiscountGain, RankingMeasure};
pub use dorm::Dorm;
pub use greedy::{GreedyViolation, published_greedy};
pub use long_search::LongSearch;
pub use map::Map;
pub use methods::{MethodChoice, MethodOption, OptionKind};
pub use mrr::{Mrr, MrrFeatureMap};
pub use ndcg::Ndcg;
pub use owpc::{Generator, Owpc, PairWeight};
pub use partial_order::PartialOrder;
pub use position_decay::{PositionDecay, Reference};
pub use spec::{Combo, LossSpec, Profiles};

use crate::data::Grade;
use crate::error::{Error, shown};
use crate::ranking::{Ranking, ScoredDocuments, TiedRanking};

/// A structured loss before it has seen a query.
pub trait RankingLoss {
    /// The loss of one query, or `None` when no ranking of its documents has a positive loss.
    ///
    /// `grades`: one per document of the query, in document order.
    fn bind(&self, grades: &[Grade]) -> Option<Box<dyn QueryLoss>>;
}

/// A structured loss bound to the labels of one query of n documents.
pub trait QueryLoss: Send {
    /// Δ(y): the loss of a ranking, at least 0, and 0 for y*. Cost: O(n).
    fn delta(&self, y: &Ranking) -> f64;

    /// Expected Δ over a random order of the tied documents: what a scorer's ranking loses. Cost: O(n).
    fn expected_delta(&self, y: &TiedRanking) -> f64;

    /// One coefficient per document with `ψ(x, y*) − ψ(x, y) = Xᵀ·coefficients`. Cost: O(n).
    fn delta_psi(&self, y: &Ranking) -> Vec<f64>;

    /// The separation oracle: a ranking that maximises `Δ(y) − ⟨coefficients(y), s⟩`.
    ///
    /// `documents`: with scores that pass [`check_scores`]. Ties keep document order.
    fn violator(&self, documents: &ScoredDocuments) -> Ranking;

    /// The same for scores that are not sorted yet, one per document.
    fn most_violated(&self, scores: &[f64]) -> Ranking {
        self.violator(&ScoredDocuments::new(scores.to_vec()))
    }

    /// About how many elementary steps, of about a nanosecond each, [`violator`](Self::violator) takes beside sorting,
    /// where that can be many.
    fn search_steps(&self) -> f64 {
        0.0
    }

    /// Bytes that [`violator`](Self::violator) needs, where that can be many.
    fn search_bytes(&self) -> f64 {
        0.0
    }

    /// The search of [`violator`](Self::violator) in steps, where one call may take long. Its ranking is the same.
    fn long_search(&self, _scores: &[f64]) -> Option<LongSearch> {
        None
    }

    /// The reference ranking y* for these scores, to be looked at.
    fn reference(&self) -> &Ranking;

    /// By how much ⟨w, ψ(y*)⟩ would grow, and so H shrink, if y* were realigned to these scores.
    fn alignment_gain(&self, _documents: &ScoredDocuments) -> f64 {
        0.0
    }

    /// Whether [`realign`](Self::realign) can change anything.
    fn aligns(&self) -> bool {
        false
    }

    /// Re-orders the ties inside y* by decreasing score, where the loss was asked to.
    ///
    /// Returns what every `delta_psi` changed by, one coefficient per document; `None` if nothing changed.
    /// Δ never changes: all these y* are ideal.
    fn realign(&mut self, _scores: &[f64]) -> Option<Vec<f64>> {
        None
    }

    /// How the oracle finds its ranking, in words.
    fn oracle(&self) -> String;

    /// The table in which the oracle looks for its ranking at these scores, where the search has one. The cells of a
    /// ranking add up to `Δ(y) − ⟨coefficients(y), s⟩`, in an assignment less what y* is worth.
    fn search_cells<'a>(&'a self, _scores: &'a [f64]) -> Option<SearchCells<'a>> {
        None
    }

    /// The loss as discounts, gains and decay, where it has that form.
    fn positions(&self) -> Option<Positions<'_>> {
        None
    }
}

/// The vectors of a loss `Δ = best − Σ_j a_j b_y(j)` with the feature map `ψ = Σ_j c_j x_y(j)`.
#[derive(Debug, Clone, Copy)]
pub struct Positions<'a> {
    /// Decay c_j by rank.
    pub decay: &'a [f64],
    /// Discount a_j by rank.
    pub discount: &'a [f64],
    /// Gain b_i by document.
    pub gain: &'a [f64],
    /// The coefficient that y* gives every document.
    pub reference_coefficients: &'a [f64],
}

/// Binds groups of losses to a query, each loss with its number counted through all groups. Losses that cannot use
/// the query are left out, and so are groups without any loss. `id`: name of the query.
///
/// # Errors
/// [`Error::Data`] naming the query if a search of it would not fit into memory.
pub fn bind_groups(
    groups: &[Vec<&dyn RankingLoss>],
    id: &str,
    grades: &[Grade],
) -> Result<BoundGroups, Error> {
    let mut component = 0;
    let mut bound = Vec::new();
    for group in groups {
        let mut losses = Vec::new();
        for loss in group {
            if let Some(loss) = loss.bind(grades) {
                if loss.search_bytes() > MOST_SEARCH_BYTES {
                    return Err(Error::data(format!(
                        "query {} has {} documents, and this loss compares every good with every bad one: the search \
                         would take {} MB; use a loss that counts the first ranks only, or shorter queries",
                        shown(id),
                        grades.len(),
                        (loss.search_bytes() * 1e-6) as u64
                    )));
                }
                losses.push((component, loss));
            }
            component += 1;
        }
        if !losses.is_empty() {
            bound.push(losses);
        }
    }
    Ok(bound)
}

/// Losses of one query, group by group, each with its number.
pub type BoundGroups = Vec<Vec<(usize, Box<dyn QueryLoss>)>>;

/// A search that needs more is refused: it would not fit beside the data in a browser. It would also take some ten
/// seconds.
const MOST_SEARCH_BYTES: f64 = 1e9;

/// The largest size of a score, and of a decay c, with which the searches work: all their sums stay finite.
pub const LARGEST_SCORE: f64 = 1e100;

/// Checks that the searches can work with these scores.
///
/// # Errors
/// [`Error::Numeric`] naming the first score that is not a number of at most [`LARGEST_SCORE`] in size.
pub fn check_scores(scores: &[f64]) -> Result<(), Error> {
    match scores.iter().position(|score| score.is_nan() || score.abs() > LARGEST_SCORE) {
        None => Ok(()),
        Some(document) => Err(Error::Numeric {
            stage: "scores",
            problem: format!(
                "the score of document {document} is {}; scale the features, or use a model for data of this size",
                scores[document]
            ),
        }),
    }
}

/// `⟨w, δψ⟩` of coefficients and scores: their dot product.
pub fn margin(coefficients: &[f64], scores: &[f64]) -> f64 {
    coefficients.iter().zip(scores).map(|(coefficient, score)| coefficient * score).sum()
}
