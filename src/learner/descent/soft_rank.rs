//! NDCG with random ranks: every score is the mean of a normal distribution.

use crate::data::{Dataset, Grade};
use crate::loss::PairTable;
use crate::metric::{Discount, Gain};
use crate::util::error::{Error, shown};

use super::gauss_hermite::gauss_hermite;
use super::{Curvature, QueryScoreLoss, ScoreLoss};

/// Nodes of the integral over the score of a document in [`RankDistribution::Exact`]. With 64 nodes the objective differs
/// in the sixth digit.
const NODES: usize = 16;

/// How the distribution of a document's rank is computed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RankDistribution {
    /// The contests of a document with the others count as independent, as published. They are not, because all of them
    /// have its score; so the ranks of the documents do not add up to one document per rank.
    #[default]
    Published,
    /// Given its own score the contests of a document are independent; this is averaged over its score.
    Exact,
}

impl std::str::FromStr for RankDistribution {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "published" => Ok(Self::Published),
            "exact" => Ok(Self::Exact),
            other => {
                Err(Error::config("distribution", format!("{} is not one of published, exact", shown(other))))
            }
        }
    }
}

/// `1 − E NDCG@k` where the score of document i is drawn from N(s_i, 1), independently.
///
/// Another variance is the same as scores of another scale, so C decides it. Queries without a grade above 0 are left
/// out. It is not convex. Cost: O(n · documents above grade 0 · k), times 16 for [`RankDistribution::Exact`].
///
/// Source: Taylor, Guiver, Robertson and Minka 2008, *SoftRank: optimizing non-smooth rank metrics*.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SoftRank {
    /// k, at least 1; `None` counts all ranks.
    pub cut_off: Option<usize>,
    /// Gain of a grade.
    pub gain: Gain,
    /// The distribution of a rank.
    pub distribution: RankDistribution,
}

impl ScoreLoss for SoftRank {
    fn bind(&self, grades: &[Grade], _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        let mut falling = grades.to_vec();
        falling.sort_unstable_by(|one, other| other.cmp(one));
        let gain = |grade: Grade| self.gain.of(grade);
        let discounts =
            Discount::Log2RankPlusOne.vector(grades.len().min(self.cut_off.unwrap_or(usize::MAX)), None);
        let best: f64 = falling.iter().zip(&discounts).map(|(&grade, discount)| gain(grade) * discount).sum();
        if best <= 0.0 {
            return None;
        }
        let worth = grades.iter().enumerate().filter(|(_, grade)| **grade > 0);
        let nodes = match self.distribution {
            RankDistribution::Published => Vec::new(),
            RankDistribution::Exact => gauss_hermite(NODES),
        };
        Some(Box::new(QuerySoftRank {
            worth: worth.map(|(i, &grade)| (i, gain(grade) / best)).collect(),
            discounts,
            nodes,
        }))
    }

    fn is_convex(&self) -> bool {
        false
    }

    fn check(&self, data: &Dataset) -> Result<(), Error> {
        if data.max_grade() > 0 {
            return Ok(());
        }
        Err(Error::data("no document has a grade above 0, so no query has an NDCG"))
    }
}

struct QuerySoftRank {
    /// The documents with a gain, and the gain over the best DCG.
    worth: Vec<(usize, f64)>,
    /// D of the ranks that count.
    discounts: Vec<f64>,
    /// Nodes and weights of the integral over a document's own score; empty if contests count as independent.
    nodes: Vec<(f64, f64)>,
}

impl QuerySoftRank {
    /// Returns the expected discount of a document, and adds `worth` times its derivatives to `pull`. `own`: the score of
    /// the document in its contests, whose others have standard deviation `spread`.
    fn expected_discount(
        &self,
        scores: &[f64],
        i: usize,
        (own, spread): (f64, f64),
        worth: f64,
        pull: &mut [f64],
    ) -> f64 {
        let k = self.discounts.len();
        let others = || (0..scores.len()).filter(|&j| j != i);
        // Distributions of the rank after no, one, two … of the others.
        let mut states: Vec<f64> = Vec::with_capacity(k * scores.len());
        let mut state = vec![0.0; k];
        state[0] = 1.0;
        for j in others() {
            states.extend_from_slice(&state);
            let above = normal((scores[j] - own) / spread);
            for rank in (0..k).rev() {
                let before = if rank > 0 { state[rank - 1] } else { 0.0 };
                state[rank] = state[rank] * (1.0 - above) + before * above;
            }
        }
        let value = state.iter().zip(&self.discounts).map(|(share, discount)| share * discount).sum();
        // The discount that a rank is worth before the last, the last but one, … of the others.
        let mut worths = self.discounts.clone();
        for (place, j) in others().enumerate().collect::<Vec<_>>().into_iter().rev() {
            let z = (scores[j] - own) / spread;
            let above = normal(z);
            let next = |worths: &[f64], rank: usize| worths.get(rank + 1).copied().unwrap_or(0.0);
            let before = &states[place * k..(place + 1) * k];
            let slope: f64 = before
                .iter()
                .enumerate()
                .map(|(rank, share)| share * (next(&worths, rank) - worths[rank]))
                .sum();
            let force = worth * slope * density(z) / spread;
            pull[j] += force;
            pull[i] -= force;
            for rank in 0..k {
                worths[rank] = worths[rank] * (1.0 - above) + next(&worths, rank) * above;
            }
        }
        value
    }
}

impl QueryScoreLoss for QuerySoftRank {
    fn size(&self) -> usize {
        1
    }

    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        pull.fill(0.0);
        let mut ndcg = 0.0;
        for &(i, worth) in &self.worth {
            if self.nodes.is_empty() {
                let contest = (scores[i], std::f64::consts::SQRT_2);
                ndcg += worth * self.expected_discount(scores, i, contest, worth, pull);
            }
            for &(node, weight) in &self.nodes {
                let worth = worth * weight;
                let contest = (scores[i] + std::f64::consts::SQRT_2 * node, 1.0);
                ndcg += worth * self.expected_discount(scores, i, contest, worth, pull);
            }
        }
        (1.0 - ndcg).max(0.0)
    }

    fn curvature<'a>(&'a self, _scores: &'a [f64]) -> Option<Curvature<'a>> {
        None
    }
}

/// Returns Φ(z).
fn normal(z: f64) -> f64 {
    0.5 * libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}

/// Returns the density of the normal distribution.
fn density(z: f64) -> f64 {
    libm::exp(-0.5 * z * z) / libm::sqrt(2.0 * std::f64::consts::PI)
}
