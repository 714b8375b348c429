//! Weights of pairs by the grades of their documents. Must not know scores.

use crate::data::{Dataset, Grade, MAX_GRADE};
use crate::metric::Gain;
use crate::util::error::{Error, shown};

/// How pairs are weighted by the grades of their documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GradeWeights {
    /// The same weight for all pairs.
    #[default]
    Equal,
    /// [`PairTable::swap_loss`] of the training data, as in SVM-IR-QP.
    SwapLoss,
}

impl GradeWeights {
    /// Returns the table of weights for these data.
    pub fn table(self, data: &Dataset) -> PairTable {
        match self {
            Self::Equal => PairTable::equal(),
            Self::SwapLoss => PairTable::swap_loss(data),
        }
    }
}

impl std::str::FromStr for GradeWeights {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "equal" => Ok(Self::Equal),
            "swap-loss" => Ok(Self::SwapLoss),
            other => {
                Err(Error::config("pair_weights", format!("{} is not one of equal, swap-loss", shown(other))))
            }
        }
    }
}

impl std::fmt::Display for GradeWeights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Equal => "equal",
            Self::SwapLoss => "swap-loss",
        })
    }
}

const GRADES: usize = MAX_GRADE as usize + 1;

/// The weight τ of a pair of documents, by their grades.
#[derive(Debug, Clone, PartialEq)]
pub struct PairTable {
    /// `weights[better · GRADES + worse]`.
    weights: Vec<f64>,
}

impl PairTable {
    /// Every pair has weight 1.
    pub fn equal() -> Self {
        Self { weights: vec![1.0; GRADES * GRADES] }
    }

    /// The importance of a pair in SVM-IR-QP: the decrease of NDCG@1 when an ideal ranking swaps a random document of
    /// the better grade with a document of the worse grade. It is the mean over the queries with both grades, scaled
    /// so that the mean over all pairs of documents is 1. Queries count by their weights.
    ///
    /// Only the top document counts in NDCG@1, so only a query's highest grade has weight. Cost: one pass over the
    /// grades.
    /// Source: Cao et al. 2006, section 4.2; the scale is ours, so that C keeps its meaning.
    pub fn swap_loss(data: &Dataset) -> Self {
        let mut losses = vec![0.0; GRADES * GRADES];
        let mut queries = vec![0.0_f64; GRADES * GRADES];
        let mut pairs = vec![0.0; GRADES * GRADES];
        for query in data.queries() {
            let mut counts = [0.0; GRADES];
            for &grade in query.grades {
                counts[usize::from(grade)] += 1.0;
            }
            let weight = data.weight(query.index);
            let Some(top) = query.grades.iter().max().map(|&grade| usize::from(grade)) else { continue };
            let held = |grade: &usize| counts[*grade] > 0.0;
            for better in (1..GRADES).filter(held) {
                for worse in (0..better).filter(held) {
                    let place = better * GRADES + worse;
                    pairs[place] += weight * (counts[better] * counts[worse]);
                    queries[place] += weight;
                    if better == top {
                        let gain = |grade: usize| Gain::Exponential.of(grade as Grade);
                        losses[place] += weight * ((1.0 - gain(worse) / gain(better)) / counts[better]);
                    }
                }
            }
        }
        let mut weights: Vec<f64> = losses
            .iter()
            .zip(&queries)
            .map(|(loss, queries)| if *queries > 0.0 { loss / queries } else { 0.0 })
            .collect();
        let total: f64 = weights.iter().zip(&pairs).map(|(weight, pairs)| weight * pairs).sum();
        let scale = pairs.iter().sum::<f64>() / total;
        if scale.is_finite() {
            weights.iter_mut().for_each(|weight| *weight *= scale);
        }
        Self { weights }
    }

    /// τ of a document of grade `better` and one of grade `worse`.
    ///
    /// # Panics
    /// If a grade exceeds [`MAX_GRADE`].
    pub fn weight(&self, better: Grade, worse: Grade) -> f64 {
        self.weights[usize::from(better) * GRADES + usize::from(worse)]
    }
}
