//! Structured ranking losses: pairs of a joint feature map ψ and a loss Δ, each with its separation oracle.
//!
//! Losses depend on labels and scores. They must not know features, weights or C.
//!
//! # Sign convention
//! y* is the ideal ranking of a query and ξ its slack. With `δψ(y) = ψ(x, y*) − ψ(x, y)`, the cutting plane of a
//! ranking y is `⟨w, δψ(y)⟩ ≥ Δ(y) − ξ`. The violator is the ranking with the greatest hinge
//! `H(y) = Δ(y) − ⟨w, δψ(y)⟩`.
//!
//! A loss returns δψ as one coefficient per document: `δψ(y) = Xᵀ·coefficients`. Therefore `⟨w, δψ(y)⟩` is the dot
//! product of the coefficients with the scores `s = X w`.
//!
//! # The oracle returns a ranking and nothing else
//!
//! The trainer computes Δ and δψ of that ranking separately. Definition and search therefore check each other, and a
//! test can score any ranking.
//!
//! # Ideal rankings
//!
//! A query has many rankings with Δ = 0, and ψ(y*) can differ between them; [`Reference`] says which of them is y*.
//! DORM, SVM-Precision@k, and costs whose places fix the counts share [`IdealSet`]. Diverse NDCG has the same rule for
//! groups. SVM-NDCG, and SVM-MRR with ψ_po, share [`LeadingGoods`]; there `fixed` puts all good documents first. With
//! ψ_mrr, and for SVM-AUC, SVM-MAP, OWPC and RankSVM, ψ is the same for all ideal rankings.

mod auc;
mod cells;
mod click_pairs;
mod cost;
mod decay;
mod discount_gain;
mod diverse;
mod dorm;
mod greedy;
mod ideal_set;
mod leading_goods;
mod long_search;
mod map;
pub mod merge;
pub mod merge_path;
mod mrr;
mod ndcg;
mod owpc;
mod pair_hinge;
mod pair_table;
mod partial_order;
mod position_cost;
mod position_decay;
mod ramp;
mod spec;

pub use crate::metric::Generator;
pub use auc::Auc;
pub use cells::{SearchCells, SearchForm};
pub use click_pairs::ClickPairs;
pub use cost::{Class, LONGEST_COST, PositionCost};
pub use decay::{Decay, DecayProfile};
pub use discount_gain::{DiscountGain, RankingMeasure};
pub use dorm::{Dorm, Search};
pub use greedy::{GreedyViolation, published_greedy};
pub use ideal_set::IdealSet;
pub use leading_goods::LeadingGoods;
pub use long_search::{LongSearch, PlaceCosts, PlaceTable};
pub use map::Map;
pub use mrr::{Mrr, MrrFeatureMap};
pub use ndcg::Ndcg;
pub use owpc::{Owpc, PairWeight};
pub use pair_hinge::PairHinge;
pub use pair_table::{GradeWeights, PairTable};
pub use partial_order::PartialOrder;
pub use position_cost::DormCost;
pub use position_cost::QueryCosts;
pub use position_decay::{PositionDecay, Reference};
pub use ramp::Ramp;
pub use spec::{Combo, LossSpec, Profiles};

use std::borrow::Cow;

use crate::data::{Dataset, Grade, Grouping, Query};
use crate::ranking::{Ranking, ScoredDocuments, TiedRanking};
use crate::util::error::{Error, shown};

/// A structured loss that is not bound to a query yet.
pub trait RankingLoss {
    /// Returns the loss of one query, or `None` if no ranking of its documents has a positive loss.
    ///
    /// `grades`: one per document of the query, in document order.
    fn bind(&self, grades: &[Grade]) -> Option<Box<dyn QueryLoss>>;

    /// Where the documents' kinds come from, for a loss that depends on them.
    fn kinds(&self) -> Option<&Grouping> {
        None
    }

    /// Same as [`bind`](Self::bind) for a loss that also depends on groups or kinds.
    ///
    /// # Errors
    /// [`Error::Data`] if the loss has no value for some document.
    fn bind_query(&self, labels: &QueryLabels) -> Result<Option<Box<dyn QueryLoss>>, Error> {
        Ok(self.bind(labels.grades))
    }
}

/// The labels of a query, one per document.
#[derive(Debug, Clone, Copy, Default)]
pub struct QueryLabels<'a> {
    /// Grades.
    pub grades: &'a [Grade],
    /// Numbers of groups, or empty if every document is a group of its own.
    pub groups: &'a [u32],
    /// Kinds, or empty if no loss asks for them; `None` for a document without a kind.
    pub kinds: &'a [Option<Cow<'a, str>>],
    /// Weights by clicks, or empty if nothing is learned from clicks.
    pub click_weights: &'a [f64],
}

/// A structured loss bound to the labels of one query of n documents.
pub trait QueryLoss: Send + Sync {
    /// Δ(y), the loss of a ranking: at least 0, and 0 for y*. Cost: O(n).
    fn delta(&self, y: &Ranking) -> f64;

    /// Expected Δ over a uniformly random order of the tied documents. Cost: O(n).
    fn expected_delta(&self, y: &TiedRanking) -> f64;

    /// Coefficients of δψ(y), one per document: `ψ(x, y*) − ψ(x, y) = Xᵀ·coefficients`. Cost: O(n).
    fn delta_psi(&self, y: &Ranking) -> Vec<f64>;

    /// Mean of [`delta_psi`](Self::delta_psi) over all orders of the tied documents, if the ranking by scores
    /// maximises ⟨w, ψ(y)⟩ among all rankings. `None` for other feature maps, which have no ramp bound.
    ///
    /// Cost: O(n).
    fn tied_delta_psi(&self, _y: &TiedRanking) -> Option<Vec<f64>> {
        None
    }

    /// The separation oracle: returns a ranking that maximises `H(y) = Δ(y) − ⟨coefficients(y), s⟩`.
    ///
    /// `documents`: their scores s must pass [`check_scores`]. Ties keep document order.
    fn violator(&self, documents: &ScoredDocuments) -> Ranking;

    /// Δ of the violator, and the coefficients of its δψ: what a cutting plane needs. A loss that can compute them
    /// without building the ranking returns the same bits.
    fn violated_plane(&self, documents: &ScoredDocuments) -> (f64, Vec<f64>) {
        let violator = self.violator(documents);
        (self.delta(&violator), self.delta_psi(&violator))
    }

    /// [`violator`](Self::violator) for unsorted scores, one per document.
    fn most_violated(&self, scores: &[f64]) -> Ranking {
        self.violator(&ScoredDocuments::new(scores.to_vec()))
    }

    /// Estimated elementary steps of [`violator`](Self::violator) beyond sorting, about a nanosecond each; 0 if they
    /// are few.
    fn search_steps(&self) -> f64 {
        0.0
    }

    /// Estimated memory of [`violator`](Self::violator) in bytes; 0 if it is small.
    fn search_bytes(&self) -> f64 {
        0.0
    }

    /// [`violator`](Self::violator) as a search in steps, with the same ranking; `None` if a single call is fast.
    fn long_search(&self, _scores: &[f64]) -> Option<LongSearch> {
        None
    }

    /// The current reference ranking y*.
    fn reference(&self) -> &Ranking;

    /// Coefficients of ψ(ȳ) − ψ(y*), one per document, if every δψ is relative to a ranking ȳ instead of y*; else
    /// empty.
    fn reference_shift(&self) -> &[f64] {
        &[]
    }

    /// Decrease of H at these scores if y* were realigned to them.
    fn alignment_gain(&self, _documents: &ScoredDocuments) -> f64 {
        0.0
    }

    /// Whether [`realign`](Self::realign) can change y*.
    fn aligns(&self) -> bool {
        false
    }

    /// Whether the first round has a reference of its own, so that training tries no starts.
    fn begins_aligned(&self) -> bool {
        false
    }

    /// Makes y* the ideal ranking with the greatest ⟨w, ψ(y)⟩ at these scores, if the loss uses the aligned reference.
    /// The result depends on the scores alone, not on earlier realignments.
    ///
    /// Returns what changed, or `None` if nothing did.
    fn realign(&mut self, _scores: &[f64]) -> Option<Realignment> {
        None
    }

    /// Short description of the search, for display.
    fn oracle(&self) -> String;

    /// The table that the oracle searches at these scores, or `None` if its search uses no table.
    ///
    /// The cells of a ranking add up to `H(y)`; in an assignment, to `H(y)` plus the value of y*.
    fn search_cells<'a>(&'a self, _scores: &'a [f64]) -> Option<SearchCells<'a>> {
        None
    }

    /// The sum of y* in the table of [`search_cells`](Self::search_cells), if it is not that of the cells of y* or of
    /// [`positions`](Self::positions): the cells of a ranking add up to `H(y)` plus this value.
    fn reference_value(&self, _scores: &[f64]) -> Option<f64> {
        None
    }

    /// The discounts, gains and decay of the loss, or `None` if it does not have that form.
    fn positions(&self) -> Option<Positions<'_>> {
        None
    }
}

/// What a realignment of y* changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Realignment {
    /// Every δψ by the same coefficients, one per document. Δ stays, because the new y* is ideal too.
    Moved(Vec<f64>),
    /// Δ as well: another document is the relevant one. Planes of earlier violators belong to another loss.
    Renewed,
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
    /// Coefficients of ψ(y*), one per document.
    pub reference_coefficients: &'a [f64],
}

/// Binds groups of losses to one query and numbers the losses through all groups.
///
/// Losses that cannot use the query are left out, and so are groups without a loss.
///
/// # Errors
/// [`Error::Data`] with the name of the query if a search would not fit into memory, or a loss has no value for a
/// document.
///
/// # Panics
/// If the query does not exist.
pub fn bind_groups(
    groups: &[Vec<&dyn RankingLoss>],
    data: &Dataset,
    query: usize,
) -> Result<BoundGroups, Error> {
    let Query { id, grades, groups: grouped, click_weights, documents, .. } = data.query(query);
    let mut component = 0;
    let mut bound = Vec::new();
    for group in groups {
        let mut losses = Vec::new();
        for loss in group {
            let kinds: Vec<_> = match loss.kinds() {
                Some(kinds) => documents.clone().map(|row| kinds.word(data, row)).collect(),
                None => Vec::new(),
            };
            let bound =
                loss.bind_query(&QueryLabels { grades, groups: grouped, kinds: &kinds, click_weights });
            let of_query = |problem: Error| Error::data(format!("query {}: {problem}", shown(id)));
            if let Some(loss) = bound.map_err(of_query)? {
                if loss.search_bytes() > MOST_SEARCH_BYTES {
                    return Err(Error::data(format!(
                        "query {} has {} documents, and this loss compares every good document with every bad one: \
                         the search would take {} MB; use a loss that counts only the first ranks, or shorter queries",
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

/// The losses of one query by group, each with its number.
pub type BoundGroups = Vec<Vec<(usize, Box<dyn QueryLoss>)>>;

/// Searches that need more bytes are rejected, because they do not fit beside the data in a browser. They would also
/// take about ten seconds.
const MOST_SEARCH_BYTES: f64 = 1e9;

/// Returns `⟨w, δψ⟩`, the dot product of coefficients and scores.
pub fn margin(coefficients: &[f64], scores: &[f64]) -> f64 {
    coefficients.iter().zip(scores).map(|(coefficient, score)| coefficient * score).sum()
}
