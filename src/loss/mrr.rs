//! SVM-MRR: Δ is one minus the reciprocal rank of the first good document, and the feature map is ψ_mrr or ψ_po.

use std::fmt;
use std::str::FromStr;

use crate::data::Grade;
use crate::metric::{Labels, RECIPROCAL_RANK};
use crate::ranking::{Ranking, ScoredDocuments, TiedRanking};
use crate::util::error::{Error, shown};

use super::merge_path::{PartialOrderLoss, ScoredLists, SearchCost};
use super::{PartialOrder, QueryLoss, RankingLoss, Reference, SearchCells, SearchForm};

/// The feature map of SVM-MRR.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MrrFeatureMap {
    /// ψ_mrr(y) = Σ (x_b − x_g₀) over the bad documents b before the first good one g₀; a sum as published, not a mean.
    #[default]
    Mrr,
    /// ψ_po, for comparison.
    PartialOrder,
}

impl FromStr for MrrFeatureMap {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "mrr" => Ok(Self::Mrr),
            "po" => Ok(Self::PartialOrder),
            other => Err(Error::config("feature_map", format!("{} is not one of mrr, po", shown(other)))),
        }
    }
}

impl fmt::Display for MrrFeatureMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mrr => "mrr",
            Self::PartialOrder => "po",
        })
    }
}

/// The reciprocal-rank loss.
///
/// Δ(y) = 1 − 1/(1+r), where r is the rank, from 0, of the first good document. Δ(y) = 1 if r ≥ `cut_off`.
/// Cost of the oracle: O(n log n); with ψ_po O(n log n + n₊ n₋).
/// Source: Chakrabarti et al. 2008, equation 5 and Figure 3.
#[derive(Debug, Clone)]
pub struct Mrr {
    /// Number of ranks that count; `None` counts all.
    pub cut_off: Option<usize>,
    /// The feature map ψ.
    pub feature_map: MrrFeatureMap,
    /// Which ranking with a good document at the first rank is y*; all have the same ψ_mrr.
    pub reference: Reference,
    /// Documents with this grade or a higher one are good.
    pub threshold: Grade,
}

impl RankingLoss for Mrr {
    fn bind(&self, grades: &[Grade]) -> Option<Box<dyn QueryLoss>> {
        let order = PartialOrder::bind(grades, self.threshold)?;
        let cut_off = self.cut_off.unwrap_or(usize::MAX);
        match self.feature_map {
            MrrFeatureMap::Mrr => Some(Box::new(QueryMrr { order, cut_off })),
            MrrFeatureMap::PartialOrder => {
                let measure = RECIPROCAL_RANK.at(self.cut_off);
                let search = move |lists: &ScoredLists| {
                    lists.best_path(|g, b| if g == 0 && b < cut_off { -1.0 / (1.0 + b as f64) } else { 0.0 })
                };
                let cost = SearchCost::of_best_path(&order);
                let loss = PartialOrderLoss::new(
                    order,
                    measure,
                    search,
                    move |g, b| if g == 0 { loss_of(b, cut_off) } else { 0.0 },
                    cost,
                    "merge of good into bad documents",
                )?;
                Some(Box::new(loss.with_reference(1, 1, self.reference)))
            }
        }
    }
}

/// Δ if `rank` bad documents stand before the first good document.
fn loss_of(rank: usize, cut_off: usize) -> f64 {
    if rank < cut_off { 1.0 - 1.0 / (1.0 + rank as f64) } else { 1.0 }
}

/// The loss with ψ_mrr.
struct QueryMrr {
    order: PartialOrder,
    cut_off: usize,
}

impl QueryLoss for QueryMrr {
    fn delta(&self, y: &Ranking) -> f64 {
        self.expected_delta(&TiedRanking::strict(y))
    }

    fn expected_delta(&self, y: &TiedRanking) -> f64 {
        let labels =
            Labels { grades: self.order.labels(), groups: &[], max_grade: 1, threshold: 1, unjudged: 0 };
        let measure = RECIPROCAL_RANK.at((self.cut_off != usize::MAX).then_some(self.cut_off));
        measure.value(y, &labels).map_or(0.0, |value| 1.0 - value)
    }

    /// δψ(y) = Σ (x_g₀ − x_b), because ψ_mrr(y*) = 0.
    fn delta_psi(&self, y: &Ranking) -> Vec<f64> {
        let mut coefficients = vec![0.0; y.len()];
        for (rank, &document) in y.order().iter().enumerate() {
            if self.order.is_good(document) {
                coefficients[document as usize] = rank as f64;
                break;
            }
            coefficients[document as usize] = -1.0;
        }
        coefficients
    }

    /// Puts the r highest-scored bad documents first, then the lowest-scored good document, for the best r.
    ///
    /// From the cut-off on Δ is 1. Beyond it, a bad document increases H only if it scores above that good document.
    fn violator(&self, documents: &ScoredDocuments) -> Ranking {
        let lists = ScoredLists::new(&self.order, documents);
        let worst_good = lists.good_scores[lists.good.len() - 1];
        let mut best = (0.0, 0);
        for r in 1..=lists.bad.len() {
            let value = loss_of(r, self.cut_off) + lists.bad_sums[r] - r as f64 * worst_good;
            if value > best.0 {
                best = (value, r);
            }
        }
        let (_, r) = best;
        if r == 0 {
            return self.order.reference().clone();
        }
        let mut order = lists.bad[..r].to_vec();
        order.push(lists.good[lists.good.len() - 1]);
        order.extend_from_slice(&lists.good[..lists.good.len() - 1]);
        order.extend_from_slice(&lists.bad[r..]);
        Ranking::from_search(order)
    }

    fn reference(&self) -> &Ranking {
        self.order.reference()
    }

    /// One row for the lowest-scored good document, because the search puts no other good document first.
    fn search_cells<'a>(&'a self, scores: &'a [f64]) -> Option<SearchCells<'a>> {
        let lists = ScoredLists::new(&self.order, &ScoredDocuments::new(scores.to_vec()));
        let last = lists.good.len() - 1;
        Some(SearchCells {
            form: SearchForm::FirstGood,
            rows: vec![lists.good[last]],
            columns: lists.bad.clone(),
            value: Box::new(move |_, r| {
                loss_of(r, self.cut_off) + (lists.bad_sums[r] - r as f64 * lists.good_scores[last])
            }),
        })
    }

    fn oracle(&self) -> String {
        "the best number of bad documents before the worst good one".to_owned()
    }
}
