//! NDCG and average precision with soft ranks, which gives them a gradient.
//!
//! The document at rank j is replaced by a mixture of all documents, `h_ij = softmax_i(−(s_i − s_d(j))²/σ)`, where d(j)
//! is the document at rank j by score. For σ → 0 the mixture is that document alone.
//!
//! Source: Chapelle and Wu 2010, *Gradient descent optimization of smoothed information retrieval metrics*.

use crate::data::{Dataset, Grade, MAX_GRADE, Query};
use crate::loss::PairTable;
use crate::metric::{Discount, Gain};
use crate::ranking::Ranking;
use crate::util::error::Error;
use crate::util::sorting::sort_numbers;

use super::clicks::check_clicks;
use super::{Curvature, QueryScoreLoss, ScoreLoss};

/// The smoothed measure.
#[expect(
    clippy::large_enum_variant,
    reason = "a table of gains can be copied, and there is one for each run"
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmoothedMeasure {
    /// NDCG with discounts 1/log₂(j + 2).
    Ndcg {
        /// Number of ranks that count, at least 1; `None` counts all.
        cut_off: Option<usize>,
        /// Gain of a grade.
        gain: Gain,
    },
    /// Average precision.
    AveragePrecision,
    /// DCG with click weights as gains: not divided by an ideal, so it is linear in them.
    ClickDcg {
        /// Number of ranks that count, at least 1; `None` counts all.
        cut_off: Option<usize>,
    },
}

/// One minus a smoothed measure. It is not convex, and its gradient jumps at tied scores.
///
/// Ties keep document order. Cost: O(n · ranks that count).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SmoothMeasure {
    /// The smoothed measure.
    pub measure: SmoothedMeasure,
    /// σ > 0, on the scale of squared score differences.
    pub sigma: f64,
    /// Documents with this grade or a higher one are good. NDCG ignores it.
    pub threshold: Grade,
}

impl ScoreLoss for SmoothMeasure {
    fn bind(&self, grades: &[Grade], _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        let (worth, ranks): (Vec<f64>, Ranks) = match self.measure {
            SmoothedMeasure::Ndcg { cut_off, ref gain } => {
                let gains: Vec<f64> = grades.iter().map(|&grade| gain.of(grade)).collect();
                let mut ideal = gains.clone();
                sort_numbers(&mut ideal);
                ideal.reverse();
                let k = cut_off.unwrap_or(usize::MAX).min(grades.len());
                let discounts: Vec<f64> = (0..k).map(|j| Discount::Log2RankPlusOne.at(j)).collect();
                let best: f64 = ideal.iter().zip(&discounts).map(|(gain, discount)| gain * discount).sum();
                if best <= 0.0 {
                    return None;
                }
                (gains, Ranks::Discounted(discounts.iter().map(|discount| discount / best).collect()))
            }
            SmoothedMeasure::AveragePrecision => {
                let good: Vec<f64> =
                    grades.iter().map(|&grade| f64::from(u8::from(grade >= self.threshold))).collect();
                let n_good: f64 = good.iter().sum();
                if n_good == 0.0 {
                    return None;
                }
                (good, Ranks::Precision { n_good })
            }
            // Grades say nothing about clicks.
            SmoothedMeasure::ClickDcg { .. } => return None,
        };
        Some(Box::new(QuerySmoothMeasure { worth, ranks, sigma: self.sigma }))
    }

    fn bind_query(&self, query: &Query, table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        let SmoothedMeasure::ClickDcg { cut_off } = self.measure else {
            return self.bind(query.grades, table);
        };
        let worth = query.click_weights.to_vec();
        let ranks = Ranks::Discounted(Discount::Log2RankPlusOne.vector(worth.len(), cut_off));
        let has_clicks = worth.iter().any(|&weight| weight != 0.0);
        has_clicks.then(|| {
            Box::new(QuerySmoothMeasure { worth, ranks, sigma: self.sigma }) as Box<dyn QueryScoreLoss>
        })
    }

    fn is_convex(&self) -> bool {
        false
    }

    fn check(&self, data: &Dataset) -> Result<(), Error> {
        let (needed, what) = match &self.measure {
            SmoothedMeasure::ClickDcg { .. } => return check_clicks(data),
            SmoothedMeasure::Ndcg { gain, .. } => {
                let worthless =
                    (1..=MAX_GRADE).take_while(|&grade| gain.of(grade) <= 0.0).last().unwrap_or(0);
                // A table ends above 0, so there is a higher grade.
                let what = format!("NDCG needs a query with a document above grade {worthless}");
                (worthless.saturating_add(1), what)
            }
            SmoothedMeasure::AveragePrecision => (
                self.threshold,
                format!(
                    "average precision needs a query with a good document, of grade {} or more",
                    self.threshold
                ),
            ),
        };
        if data.queries().any(|query| query.grades.iter().any(|&grade| grade >= needed)) {
            Ok(())
        } else {
            Err(Error::data(format!("no query has a value: {what}")))
        }
    }
}

struct QuerySmoothMeasure {
    /// The worth of every document: its gain, or 1 if it is good.
    worth: Vec<f64>,
    ranks: Ranks,
    sigma: f64,
}

enum Ranks {
    /// Discount over the best DCG, for every rank that counts.
    Discounted(Vec<f64>),
    /// Precision at the rank of every good document.
    Precision { n_good: f64 },
}

impl Ranks {
    /// Returns the number of ranks that count among n.
    fn count(&self, n: usize) -> usize {
        match self {
            Self::Discounted(discounts) => discounts.len(),
            Self::Precision { .. } => n,
        }
    }

    /// Returns A(y) and ∂A/∂y_j for y_j, the worth of the mixture at rank j.
    ///
    /// A = Σ_j D_j y_j, or `1/n₊ Σ_j y_j (1 + Σ_{l<j} y_l)/(j + 1)`.
    fn value(&self, y: &[f64]) -> (f64, Vec<f64>) {
        match self {
            Self::Discounted(discounts) => {
                (y.iter().zip(discounts).map(|(y, discount)| y * discount).sum(), discounts.clone())
            }
            Self::Precision { n_good } => {
                let mut derivatives = Vec::with_capacity(y.len());
                let (mut before, mut value) = (0.0, 0.0);
                for (j, y) in y.iter().enumerate() {
                    let precision = (1.0 + before) / (j as f64 + 1.0);
                    derivatives.push(precision / n_good);
                    value += y * precision;
                    before += y;
                }
                let mut behind = 0.0;
                for (j, y) in y.iter().enumerate().rev() {
                    derivatives[j] += behind / n_good;
                    behind += y / (j as f64 + 1.0);
                }
                (value / n_good, derivatives)
            }
        }
    }
}

impl QuerySmoothMeasure {
    /// Writes h_ij over i for the rank of `center` into `shares`. The exponent of the document itself is 0.
    fn mixture(&self, scores: &[f64], center: f64, shares: &mut [f64]) {
        let mut sum = 0.0;
        for (share, score) in shares.iter_mut().zip(scores) {
            let distance = score - center;
            *share = libm::exp(-distance * distance / self.sigma);
            sum += *share;
        }
        shares.iter_mut().for_each(|share| *share /= sum);
    }
}

impl QueryScoreLoss for QuerySmoothMeasure {
    fn size(&self) -> usize {
        1
    }

    /// With `G_ij = −2/σ c_j h_ij (worth_i − y_j)(s_i − s_d(j))`, c_j = ∂A/∂y_j, the derivative of A in s_i is
    /// `Σ_j G_ij − [i = d(j)] Σ_l G_lj`.
    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64 {
        let n = scores.len();
        let ranking = Ranking::by_scores(scores);
        let top = &ranking.order()[..self.ranks.count(n)];
        let mut shares = vec![0.0; n * top.len()];
        let mut y: Vec<f64> = Vec::with_capacity(top.len());
        for (&document, shares) in top.iter().zip(shares.chunks_exact_mut(n)) {
            self.mixture(scores, scores[document as usize], shares);
            y.push(shares.iter().zip(&self.worth).map(|(share, worth)| share * worth).sum());
        }
        let (value, derivatives) = self.ranks.value(&y);
        pull.fill(0.0);
        for (((&document, shares), y), derivative) in
            top.iter().zip(shares.chunks_exact(n)).zip(&y).zip(&derivatives)
        {
            let center = scores[document as usize];
            let scale = -2.0 / self.sigma * derivative;
            let mut sum = 0.0;
            for (((pull, share), worth), score) in pull.iter_mut().zip(shares).zip(&self.worth).zip(scores) {
                // A share can be 0 while the square of its distance overflows.
                if *share > 0.0 {
                    let force = scale * share * (worth - y) * (score - center);
                    *pull += force;
                    sum += force;
                }
            }
            pull[document as usize] -= sum;
        }
        1.0 - value
    }

    fn curvature<'a>(&'a self, _scores: &'a [f64]) -> Option<Curvature<'a>> {
        None
    }
}
