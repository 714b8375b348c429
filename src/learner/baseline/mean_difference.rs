//! The mean good document minus the mean bad one. Must not know optimisation.

use std::borrow::Cow;
use std::sync::Arc;

use super::{complete, fixed_step};
use crate::data::{Dataset, Grade, Query};
use crate::learner::{Advance, End, Learner, Phase, StopReason};
use crate::linalg::dot::dot;
use crate::ranking::scorer::Scorer;
use crate::ranking::scoring::check_scores;
use crate::util::error::Error;

/// `w` = mean of the good documents minus mean of the bad documents, averaged over the queries that have both, by their
/// weights.
///
/// It minimises `½‖w‖² − mean over queries of (mean good score − mean bad score)`. Iteration 0 is w = 0, and
/// iteration 1 is this w. Cost: one pass.
pub struct MeanDifference {
    data: Arc<Dataset>,
    /// Documents of this grade or a higher one are good; `None` if the click weights say how good a document is.
    threshold: Option<Grade>,
    /// Queries with good and bad documents, and the sum of their weights.
    used: Vec<usize>,
    total_weight: f64,
    next: usize,
    w: Vec<f64>,
    /// Number of iterations reported.
    reported: usize,
    end: Option<End>,
}

impl MeanDifference {
    /// Returns a learner that uses the queries with good and bad documents. `threshold`: documents with this grade or
    /// a higher one are good.
    ///
    /// # Errors
    /// [`Error::Data`] if there is no such query.
    pub fn new(data: Arc<Dataset>, threshold: Grade) -> Result<Self, Error> {
        let has_both = |grades: &[Grade]| {
            grades.iter().any(|&grade| grade >= threshold) && grades.iter().any(|&grade| grade < threshold)
        };
        let used: Vec<usize> =
            data.queries().filter(|query| has_both(query.grades)).map(|query| query.index).collect();
        if used.is_empty() {
            return Err(Error::data(format!(
                "no query holds a good document, of grade {threshold} or more, and a bad one; the difference of their \
                 means needs both"
            )));
        }
        Ok(Self::with(data, Some(threshold), used))
    }

    /// Returns a learner of the ω-weighted mean of x minus its mean, averaged over the queries whose click weights add
    /// up to more than 0: a ratio of two means, so it is right only in the limit of many clicks.
    ///
    /// # Errors
    /// [`Error::Data`] if there is no such query.
    pub fn by_clicks(data: Arc<Dataset>) -> Result<Self, Error> {
        let has_clicks = |query: &Query| query.click_weights.iter().sum::<f64>() > 0.0;
        let used: Vec<usize> = data.queries().filter(has_clicks).map(|query| query.index).collect();
        if used.is_empty() {
            return Err(Error::data("no query has clicks; the mean clicked document needs them"));
        }
        Ok(Self::with(data, None, used))
    }

    fn with(data: Arc<Dataset>, threshold: Option<Grade>, used: Vec<usize>) -> Self {
        let (w, total_weight) = (vec![0.0; data.n_features()], data.total_weight(used.iter().copied()));
        Self { data, threshold, used, total_weight, next: 0, w, reported: 0, end: None }
    }

    /// Returns p/(m n₊) for every good document and −p/(m n₋) for every bad one; p is the weight of the query, m the
    /// sum of all weights.
    fn coefficients(&self, query: usize) -> Vec<f64> {
        let Query { grades, click_weights, .. } = self.data.query(query);
        let (m, weight) = (self.total_weight, self.data.weight(query));
        let Some(threshold) = self.threshold else {
            let (total, n) = (click_weights.iter().sum::<f64>(), click_weights.len() as f64);
            return click_weights.iter().map(|click| weight / m * (click / total - 1.0 / n)).collect();
        };
        let n_good = grades.iter().filter(|&&grade| grade >= threshold).count() as f64;
        let n_bad = grades.len() as f64 - n_good;
        let of = |&grade: &Grade| {
            if grade >= threshold { weight / (m * n_good) } else { -weight / (m * n_bad) }
        };
        grades.iter().map(of).collect()
    }

    /// Returns why w cannot be a model; `None` if it can.
    fn problem(&self) -> Option<String> {
        if !dot(&self.w, &self.w).is_finite() {
            return Some("the means left the range of floating point; scale the features".to_owned());
        }
        let mut queries = self.data.queries();
        let fault = queries.find_map(|query| check_scores(&self.data.scores(query.documents, &self.w)).err());
        fault.map(|fault| fault.to_string())
    }
}

impl Learner for MeanDifference {
    fn advance(&mut self, budget: usize) -> Advance {
        if self.reported == 0 {
            self.reported = 1;
            return Advance::Stepped(fixed_step(0, None, None));
        }
        if self.end.is_some() || self.reported == 2 {
            return Advance::Stopped(complete(&mut self.end, self.reported - 1));
        }
        let until = self.used.len().min(self.next.saturating_add(budget.max(1)));
        while self.next < until {
            let query = self.used[self.next];
            let coefficients = self.coefficients(query);
            let documents = self.data.query(query).documents;
            self.data.pull_back(documents, &coefficients, &mut self.w);
            self.next += 1;
        }
        if self.next < self.used.len() {
            return Advance::Working { phase: Phase::Learn, done: self.next, of: self.used.len() };
        }
        if let Some(problem) = self.problem() {
            let end = End::new(StopReason::Numeric, 0, Some(problem));
            return Advance::Stopped(self.end.insert(end).clone());
        }
        self.reported = 2;
        Advance::Stepped(fixed_step(1, None, None))
    }

    fn scorer(&self, iteration: usize) -> Option<Cow<'_, Scorer>> {
        let weights = match iteration {
            0 => vec![0.0; self.w.len()],
            _ => self.w.clone(),
        };
        (iteration < self.reported).then_some(Cow::Owned(Scorer::Linear { weights }))
    }

    fn best(&self) -> (usize, Cow<'_, Scorer>) {
        let iteration = self.reported.saturating_sub(1);
        let untrained = || Cow::Owned(Scorer::Linear { weights: vec![0.0; self.w.len()] });
        (iteration, self.scorer(iteration).unwrap_or_else(untrained))
    }

    fn n_used_queries(&self) -> usize {
        self.used.len()
    }

    /// The pull is constant, because the loss is linear in the scores.
    fn pull(&self, query: usize, iteration: usize) -> Option<Vec<f64>> {
        let is_used = iteration < self.reported && self.used.binary_search(&query).is_ok();
        is_used.then(|| self.coefficients(query))
    }
}
