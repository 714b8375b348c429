//! OWPC: an ordered weighted average of the pairwise hinges of each good document. RankSVM is the case of equal
//! weights.
//!
//! The objective is Σ_g (1/n₊) Σ_j α_j h_(j). h_(1) ≥ h_(2) ≥ … are the hinges [1 − ⟨w, x_g − x_b⟩]₊ over the bad
//! documents b. The weights α_j = G(j) / Σ G for j = 1 … n₋ never increase.
//!
//! As a structured loss, y defines which bad documents stand before each good one.
//! Δ(y) = (1/n₊) Σ_g Σ_{j ≤ b_g} α_j. δψ(y) is the same sum of α_j (x_g − x_b), where b is bad document j in y.
//!
//! Source: Usunier, Buffoni and Gallinari 2009, sections 2 to 4; the oracle is its Proposition 3.

use std::fmt;
use std::str::FromStr;

use crate::data::Grade;
use crate::ranking::{Ranking, ScoredDocuments, TiedRanking};
use crate::util::error::{Error, shown};

use super::merge_path::ScoredLists;
use super::{PartialOrder, QueryLoss, RankingLoss, SearchCells, SearchForm};

/// Weights of the sorted hinges, up to a common factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Generator {
    /// Equal weights.
    Constant,
    /// Equal weights for the first p % of the bad documents (at least one), then 0.
    Top(f64),
    /// Weight 1/j.
    InverseRank,
    /// Weight 2^(−100 j / (p n₋)).
    Exponential(f64),
}

impl Generator {
    /// Returns Φ(0), Φ(1), … Φ(n₋): the sums of the first weights, for n₋ bad documents. The weights add up to 1, and
    /// Φ(j) is the error of a good document with j bad documents above it. Cost: O(n₋).
    pub fn sums(self, n_bad: usize) -> Vec<f64> {
        let weights: Vec<f64> = (1..=n_bad).map(|j| self.weight(j, n_bad)).collect();
        let total: f64 = weights.iter().sum();
        let mut sums = vec![0.0; n_bad + 1];
        let mut sum = 0.0;
        for (so_far, weight) in sums[1..].iter_mut().zip(&weights) {
            sum += weight / total;
            *so_far = sum;
        }
        sums
    }

    fn weight(self, j: usize, n_bad: usize) -> f64 {
        let (j, n_bad) = (j as f64, n_bad as f64);
        match self {
            Self::Constant => 1.0,
            Self::Top(percent) => f64::from(u8::from(j <= (n_bad * percent / 100.0).max(1.0))),
            Self::InverseRank => 1.0 / j,
            // Weights are relative to the first one, so that they do not all underflow to 0 in short lists.
            Self::Exponential(percent) => libm::exp2(-100.0 * (j - 1.0) / (percent * n_bad)),
        }
    }
}

const GRAMMAR: &str = "constant, top:P (P per cent of the bad documents), inverse-rank or exp:P";

impl FromStr for Generator {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let text = text.trim().to_ascii_lowercase();
        let refused =
            || Error::config("generator", format!("{} is not a generator; use {GRAMMAR}", shown(&text)));
        let percent = |part: &str| {
            part.trim().parse().ok().filter(|p: &f64| *p > 0.0 && *p <= 100.0).ok_or_else(|| {
                Error::config(
                    "generator",
                    format!("{} in {} is not a number above 0 and up to 100", shown(part), shown(&text)),
                )
            })
        };
        match text.split_once(':') {
            Some(("top", part)) => Ok(Self::Top(percent(part)?)),
            Some(("exp", part)) => Ok(Self::Exponential(percent(part)?)),
            None if text == "constant" => Ok(Self::Constant),
            None if text == "inverse-rank" => Ok(Self::InverseRank),
            _ => Err(refused()),
        }
    }
}

impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant => f.write_str("constant"),
            Self::Top(percent) => write!(f, "top:{percent}"),
            Self::InverseRank => f.write_str("inverse-rank"),
            Self::Exponential(percent) => write!(f, "exp:{percent}"),
        }
    }
}

/// How the hinges of a query are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PairWeight {
    /// Mean over the good documents: all queries have the same weight.
    #[default]
    Mean,
    /// Sum over all pairs: queries with many pairs have more weight.
    Sum,
}

impl FromStr for PairWeight {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "mean" => Ok(Self::Mean),
            "sum" => Ok(Self::Sum),
            other => Err(Error::config("pairs", format!("{} is not one of mean, sum", shown(other)))),
        }
    }
}

/// The OWPC loss.
///
/// Cost of the oracle: O(n log n), because it never enumerates the pairs.
#[derive(Debug, Clone)]
pub struct Owpc {
    /// Weights of the sorted hinges.
    pub generator: Generator,
    /// Whether the hinges of a query are averaged or summed.
    pub pairs: PairWeight,
    /// Documents with this grade or a higher one are good.
    pub threshold: Grade,
}

impl RankingLoss for Owpc {
    fn bind(&self, grades: &[Grade]) -> Option<Box<dyn QueryLoss>> {
        let order = PartialOrder::bind(grades, self.threshold)?;
        let n_bad = order.n_bad();
        let mut weights: Vec<f64> = (1..=n_bad).map(|j| self.generator.weight(j, n_bad)).collect();
        let total: f64 = weights.iter().sum();
        let scale = match self.pairs {
            PairWeight::Mean => 1.0 / (order.n_good() as f64 * total),
            PairWeight::Sum => n_bad as f64 / total,
        };
        let mut sums = vec![0.0; n_bad + 1];
        let (mut sum, mut sum_of_sums) = (0.0, 0.0);
        for (weight, so_far) in weights.iter_mut().zip(&mut sums[1..]) {
            *weight *= scale;
            sum += *weight;
            sum_of_sums += sum;
            *so_far = sum;
        }
        Some(Box::new(QueryOwpc { order, weights, sums, sum_of_sums }))
    }
}

struct QueryOwpc {
    order: PartialOrder,
    /// Weight of the j-th largest hinge of a good document, j from 0: α_j / n₊, or α_j n₋ for a sum of pairs.
    weights: Vec<f64>,
    /// `sums[b]`: sum of the first b weights.
    sums: Vec<f64>,
    /// The sum of all sums, which the first pass needs: at w = 0 all documents tie.
    sum_of_sums: f64,
}

impl QueryOwpc {
    /// Returns the sum of `sums[first..=last]`, added in order.
    fn sum_of_sums(&self, first: usize, last: usize) -> f64 {
        if first == 0 && last + 1 == self.sums.len() {
            return self.sum_of_sums;
        }
        self.sums[first..=last].iter().sum()
    }
}

impl QueryLoss for QueryOwpc {
    fn delta(&self, y: &Ranking) -> f64 {
        let mut bad_before = 0;
        let mut delta = 0.0;
        for &document in y.order() {
            if self.order.is_good(document) {
                delta += self.sums[bad_before];
            } else {
                bad_before += 1;
            }
        }
        delta
    }

    /// In a tied group, every number of the group's bad documents is equally likely before a good one.
    fn expected_delta(&self, y: &TiedRanking) -> f64 {
        let mut bad_before = 0;
        let mut delta = 0.0;
        if let Some(order) = y.without_ties() {
            // The same sums, without branches that the processor would have to guess.
            for &document in order {
                let good = self.order.is_good(document);
                delta += if good { self.sums[bad_before] } else { 0.0 };
                bad_before += usize::from(!good);
            }
            return delta;
        }
        for (_, documents) in y.groups() {
            if let [document] = documents {
                // Most groups: the same sums, without the mean.
                match self.order.is_good(*document) {
                    true => delta += self.sums[bad_before],
                    false => bad_before += 1,
                }
                continue;
            }
            let good = documents.iter().filter(|&&document| self.order.is_good(document)).count();
            let bad = documents.len() - good;
            if good > 0 {
                let sum = self.sum_of_sums(bad_before, bad_before + bad);
                delta += good as f64 * sum / (bad as f64 + 1.0);
            }
            bad_before += bad;
        }
        delta
    }

    fn delta_psi(&self, y: &Ranking) -> Vec<f64> {
        let mut coefficients = vec![0.0; y.len()];
        let mut bad_before = 0;
        let mut good_behind = self.order.n_good() as f64;
        for &document in y.order() {
            coefficients[document as usize] = if self.order.is_good(document) {
                good_behind -= 1.0;
                self.sums[bad_before]
            } else {
                bad_before += 1;
                -self.weights[bad_before - 1] * good_behind
            };
        }
        coefficients
    }

    /// A good document has the weighted bad documents before it. Weights are non-increasing and bad documents are in
    /// score order. Hence ⟨w, ψ(y)⟩ = Σ_g Σ_{j ≤ b_g} α_j (s_(j) − s_g) is greatest for b_g = #{s_b > s_g}: the
    /// ranking by scores.
    ///
    /// Consider tied documents, B of them bad. Each number of bad documents from 0 to B stands before a good one
    /// equally often, and the j-th bad document has (B + 1 − j)/(B + 1) of the good ones after it.
    fn tied_delta_psi(&self, y: &TiedRanking) -> Option<Vec<f64>> {
        let mut coefficients = vec![0.0; y.len()];
        let mut bad_before = 0;
        let mut good_behind = self.order.n_good() as f64;
        for (_, documents) in y.groups() {
            let good = documents.iter().filter(|&&document| self.order.is_good(document)).count();
            let bad = documents.len() - good;
            good_behind -= good as f64;
            let of_good = self.sum_of_sums(bad_before, bad_before + bad) / (bad as f64 + 1.0);
            let weights = self.weights[bad_before..bad_before + bad].iter().enumerate();
            let behind = |j: usize| good_behind + good as f64 * (bad - j) as f64 / (bad + 1) as f64;
            let of_bad = weights.map(|(j, weight)| weight * behind(j)).sum::<f64>() / (bad as f64).max(1.0);
            for &document in documents {
                coefficients[document as usize] =
                    if self.order.is_good(document) { of_good } else { -of_bad };
            }
            bad_before += bad;
        }
        Some(coefficients)
    }

    /// Sorts the bad documents by score; the pair (g, b) is active iff 1 + s_b > s_g.
    fn violator(&self, documents: &ScoredDocuments) -> Ranking {
        let lists = ScoredLists::new(&self.order, documents);
        lists.ranking(&lists.threshold_path(1.0))
    }

    /// Δ and δψ as sums over the active pairs, in the order of the sums over the ranking.
    fn violated_plane(&self, documents: &ScoredDocuments) -> (f64, Vec<f64>) {
        let scores = documents.scores();
        // The other bad documents stand before no good one.
        let mut coefficients = vec![-0.0; scores.len()];
        let lists = self.order.good_first(documents.order());
        let (good, bad) = lists.split_at(self.order.n_good());
        let mut bad_before = 0;
        let mut good_behind = good.len() as f64;
        let mut delta = 0.0;
        for &good in good {
            let threshold = scores[good as usize] - 1.0;
            while let Some(&document) =
                bad.get(bad_before).filter(|&&document| scores[document as usize] > threshold)
            {
                coefficients[document as usize] = -self.weights[bad_before] * good_behind;
                bad_before += 1;
            }
            good_behind -= 1.0;
            delta += self.sums[bad_before];
            coefficients[good as usize] = self.sums[bad_before];
        }
        (delta, coefficients)
    }

    fn reference(&self) -> &Ranking {
        self.order.reference()
    }

    /// The value of a pair is its weight times 1 − (s_g − s_b). Pairs with a negative value are not active.
    fn search_cells<'a>(&'a self, scores: &'a [f64]) -> Option<SearchCells<'a>> {
        let lists = ScoredLists::new(&self.order, &ScoredDocuments::new(scores.to_vec()));
        Some(SearchCells {
            form: SearchForm::Pairs,
            rows: lists.good.clone(),
            columns: lists.bad.clone(),
            value: Box::new(move |g, b| {
                self.weights[b] * (1.0 - (lists.good_scores[g] - lists.bad_scores[b]))
            }),
        })
    }

    fn oracle(&self) -> String {
        "one sort: a pair is active where the better document leads by less than 1".to_owned()
    }
}
