//! PRank: a perceptron for ordered grades. Must not know losses.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::data::{Dataset, Query};
use crate::learner::descent::{at_least_one, check_history};
use crate::learner::{Advance, DescentFigures, Detail, History, Learner, Phase, Step, StopReason};
use crate::linalg::dot::{add_scaled, dot};
use crate::ranking::scorer::Scorer;
use crate::util::error::{Error, shown};

/// The w that becomes the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PRankModel {
    /// The mean of w after every document.
    #[default]
    Average,
    /// w after the last document.
    Last,
}

impl FromStr for PRankModel {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "average" => Ok(Self::Average),
            "last" => Ok(Self::Last),
            other => Err(Error::config("model", format!("{} is not one of average, last", shown(other)))),
        }
    }
}

impl fmt::Display for PRankModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Average => "average",
            Self::Last => "last",
        })
    }
}

/// Settings of [`PRank`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PRankConfig {
    /// Number of passes over the documents.
    pub epochs: usize,
    /// The w that becomes the model.
    pub model: PRankModel,
}

impl Default for PRankConfig {
    fn default() -> Self {
        Self { epochs: 10, model: PRankModel::Average }
    }
}

impl PRankConfig {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] naming the value that is out of range.
    pub fn check(&self) -> Result<(), Error> {
        at_least_one("epochs", self.epochs)
    }
}

/// A perceptron with thresholds `b_0 ≤ b_1 ≤ …` between the grades. All thresholds and w start at 0.
///
/// The predicted grade of a document is the first k with `⟨w, x⟩ < b_k`. A wrong prediction updates every threshold
/// on the wrong side. With `y_k = 1` if the grade exceeds k, else −1, and `τ_k = y_k` if `(⟨w, x⟩ − b_k) y_k ≤ 0`,
/// else 0, w grows by `Σ τ x` and b_k falls by τ_k. The weight of a query is a factor of the steps of its documents.
/// Documents keep the order of the file, independent of their
/// queries. There is no objective. Training ends without mistakes only if the grades are separable. Cost of an epoch:
/// O(n d).
///
/// Source: Crammer and Singer 2002, Figure 2.
pub struct PRank {
    data: Arc<Dataset>,
    config: PRankConfig,
    /// Rows in the order of the file.
    order: Vec<usize>,
    /// Weight of the query of each row.
    weights: Vec<f64>,
    next: usize,
    w: Vec<f64>,
    thresholds: Vec<f64>,
    /// Sum of w after every document so far, and their number.
    sum: Vec<f64>,
    seen: f64,
    mistakes: usize,
    /// Sum of the distances between predicted and true grades.
    distance: usize,
    /// The model of every epoch.
    history: History<Vec<f64>>,
}

impl PRank {
    /// Returns a learner that uses all documents.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting out of range; [`Error::Data`] if all documents have the same grade, or the
    /// history would not fit into memory.
    pub fn new(data: Arc<Dataset>, config: PRankConfig) -> Result<Self, Error> {
        config.check()?;
        check_history(config.epochs, data.n_features())?;
        let order = data.file_order();
        let highest = order.iter().map(|&row| data.grade(row)).max().unwrap_or(0);
        let lowest = order.iter().map(|&row| data.grade(row)).min().unwrap_or(0);
        if highest == lowest {
            return Err(Error::data(format!(
                "all documents have grade {lowest}; PRank needs documents of two different grades"
            )));
        }
        let d = data.n_features();
        let of_query = |query: Query<'_>| std::iter::repeat_n(data.weight(query.index), query.grades.len());
        let weights = data.queries().flat_map(of_query).collect();
        Ok(Self {
            weights,
            thresholds: vec![0.0; usize::from(highest)],
            order,
            data,
            config,
            next: 0,
            w: vec![0.0; d],
            sum: vec![0.0; d],
            seen: 0.0,
            mistakes: 0,
            distance: 0,
            history: History::default(),
        })
    }

    /// Returns the thresholds b of the last w, one fewer than the number of grades.
    pub fn thresholds(&self) -> &[f64] {
        &self.thresholds
    }

    /// Learns from one document. Returns `None` if its score is not finite.
    fn learn(&mut self, row: usize) -> Option<()> {
        let (features, grade) = (self.data.row(row), self.data.grade(row));
        let score = features.dot(&self.w);
        if !score.is_finite() {
            return None;
        }
        let predicted =
            self.thresholds.iter().position(|bound| score < *bound).unwrap_or(self.thresholds.len());
        let distance = predicted.abs_diff(usize::from(grade));
        if distance > 0 {
            self.mistakes += 1;
            self.distance += distance;
            let mut total = 0.0;
            for (k, threshold) in self.thresholds.iter_mut().enumerate() {
                let side = if usize::from(grade) > k { 1.0 } else { -1.0 };
                if (score - *threshold) * side <= 0.0 {
                    *threshold -= self.weights[row] * side;
                    total += self.weights[row] * side;
                }
            }
            features.add_scaled_to(total, &mut self.w);
        }
        add_scaled(1.0, &self.w, &mut self.sum);
        self.seen += 1.0;
        Some(())
    }

    fn report(&mut self) -> Option<Step> {
        let weights: Vec<f64> = match self.config.model {
            PRankModel::Average if self.seen > 0.0 => self.sum.iter().map(|sum| sum / self.seen).collect(),
            _ => self.w.clone(),
        };
        let norm = dot(&weights, &weights).sqrt();
        if !norm.is_finite() {
            return None;
        }
        let iteration = self.history.push(weights);
        let is_start = iteration == 0;
        Some(Step {
            iteration,
            objective: None,
            best_objective: None,
            gap: None,
            detail: Detail::Descent(DescentFigures {
                norm,
                gradient_norm: None,
                step: None,
                evaluations: iteration,
                mean_loss: self.distance as f64 / self.order.len() as f64,
                smoothing: None,
                moved: None,
                pair_error: None,
                rate: None,
                mistakes: (!is_start).then_some(self.mistakes),
            }),
        })
    }
}

const TOO_LARGE: &str = "the weights left the range of floating point; scale the features";

impl Learner for PRank {
    fn advance(&mut self, budget: usize) -> Advance {
        if let Some(stopped) = self.history.stopped() {
            return stopped;
        }
        let n = self.order.len();
        if self.next == 0 && self.history.len() > 1 && self.mistakes == 0 {
            return self.history.stop(StopReason::Converged, None);
        }
        if self.history.len() > self.config.epochs {
            return self.history.stop(StopReason::Complete, None);
        }
        if !self.history.is_empty() {
            if self.next == 0 {
                (self.mistakes, self.distance) = (0, 0);
            }
            let per_query = n.div_ceil(self.data.n_queries().max(1));
            let end = n.min(self.next.saturating_add(budget.max(1).saturating_mul(per_query)));
            while self.next < end {
                let row = self.order[self.next];
                self.next += 1;
                if self.learn(row).is_none() {
                    return self.history.stop(StopReason::Numeric, Some(TOO_LARGE));
                }
            }
            if self.next < n {
                return Advance::Working { phase: Phase::Learn, done: self.next, of: n };
            }
            self.next = 0;
        }
        match self.report() {
            Some(step) => Advance::Stepped(step),
            None => self.history.stop(StopReason::Numeric, Some(TOO_LARGE)),
        }
    }

    fn scorer(&self, iteration: usize) -> Option<Cow<'_, Scorer>> {
        self.history.scorer(iteration)
    }

    /// Returns the latest epoch, because there is no objective.
    fn best(&self) -> (usize, Cow<'_, Scorer>) {
        self.history.latest_scorer(self.data.n_features())
    }

    fn n_used_queries(&self) -> usize {
        self.data.n_queries()
    }

    /// Always `None`: PRank updates with single documents, not with queries.
    fn pull(&self, _query: usize, _iteration: usize) -> Option<Vec<f64>> {
        None
    }
}
