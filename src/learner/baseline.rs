//! Rankers without optimisation: one feature, the difference of two means, typed weights.
//!
//! They are the baselines for learned rankers. Must not know optimisation.

use std::borrow::Cow;
use std::sync::Arc;

use crate::data::{Dataset, Grade, Query};
use crate::learner::{Advance, Chosen, Detail, End, FixedFigures, Learner, Phase, Step, StopReason};
use crate::linalg::dot::dot;
use crate::metric::{Discount, Labels, Measure};
use crate::ranking::TiedRanking;
use crate::ranking::scorer::{Scorer, Term, WeakLearner};
use crate::ranking::scoring::check_scores;
use crate::util::error::Error;

/// Every feature with either sign as a ranker of its own, one per iteration.
///
/// Iteration 0 scores all documents 0. Then come feature 1 ascending, feature 1 descending, feature 2 ascending, and
/// so on, and a run can measure each. Cost of an iteration: O(n log n). Source: the single-feature rankers of Tsai et
/// al. 2007.
pub struct SingleFeature {
    data: Arc<Dataset>,
    chooser: Chooser,
    /// The current iteration: the sum of its measure, the weight of the queries that define it, and the next query.
    iteration: usize,
    sum: f64,
    counted: f64,
    next: usize,
    /// Why the scores of the current iteration cannot be ranked, if they cannot.
    fault: Option<Error>,
    /// The same of the first such iteration.
    first_fault: Option<Error>,
    /// The best iteration with the mean of its measure.
    best: (usize, f64),
    end: Option<End>,
}

/// What chooses the feature.
enum Chooser {
    /// A measure of the grades, with the grade from which on documents are good.
    Measure(Box<Measure>, Grade),
    /// The discounts of DCG up to the longest query, with click weights as gains.
    ClickDcg(Vec<f64>),
}

impl SingleFeature {
    /// Returns a learner that chooses by the mean of `measure` over the queries that define it, by their weights.
    ///
    /// `threshold`: documents with this grade or a higher one are good.
    ///
    /// # Errors
    /// [`Error::Data`] if there is no feature, or no query defines the measure.
    pub fn new(data: Arc<Dataset>, measure: Measure, threshold: Grade) -> Result<Self, Error> {
        let learner = Self::with(data, Chooser::Measure(Box::new(measure), threshold))?;
        if (0..learner.data.n_queries()).all(|query| learner.value(query) == Ok(None)) {
            return Err(Error::data(format!(
                "no query has a value of {measure}: {} in any of them; choose another measure or other data",
                measure.undefined_reason()
            )));
        }
        Ok(learner)
    }

    /// Returns a learner that chooses by the mean over all queries of `Σ_i a_rank(i) ω_i`, DCG with the click weights as
    /// gains. `cut_off`: ranks that count, or all.
    ///
    /// # Errors
    /// [`Error::Data`] if there is no feature.
    pub fn by_clicks(data: Arc<Dataset>, cut_off: Option<usize>) -> Result<Self, Error> {
        let longest = data.queries().map(|query| query.documents.len()).max().unwrap_or(0);
        let discounts = Discount::Log2RankPlusOne.vector(longest, cut_off);
        Self::with(data, Chooser::ClickDcg(discounts))
    }

    fn with(data: Arc<Dataset>, chooser: Chooser) -> Result<Self, Error> {
        if data.n_features() == 0 {
            return Err(Error::data("there are no features; a single-feature ranker needs at least one"));
        }
        Ok(Self {
            data,
            chooser,
            iteration: 0,
            sum: 0.0,
            counted: 0.0,
            next: 0,
            fault: None,
            first_fault: None,
            best: (0, f64::NEG_INFINITY),
            end: None,
        })
    }

    /// Returns feature, from 0, and sign of an iteration; `None` for iteration 0.
    fn candidate(iteration: usize) -> Option<(usize, f64)> {
        let place = iteration.checked_sub(1)?;
        Some((place / 2, if place.is_multiple_of(2) { 1.0 } else { -1.0 }))
    }

    /// Measures one query at the current iteration.
    ///
    /// # Errors
    /// [`Error::Numeric`] if a score is out of the range in which a model can score.
    fn value(&self, query: usize) -> Result<Option<f64>, Error> {
        let query = self.data.query(query);
        let scores: Vec<f64> = match Self::candidate(self.iteration) {
            Some((feature, sign)) => {
                query.documents.map(|document| sign * self.data.value(document, feature)).collect()
            }
            None => vec![0.0; query.grades.len()],
        };
        check_scores(&scores)?;
        let ranking = TiedRanking::by_scores(&scores);
        let (measure, threshold) = match &self.chooser {
            Chooser::Measure(measure, threshold) => (measure.as_ref(), *threshold),
            Chooser::ClickDcg(discounts) => {
                let of_group = |(first, documents): (usize, &[u32])| {
                    let gain =
                        documents.iter().map(|&document| query.click_weights[document as usize]).sum::<f64>();
                    let discounts = &discounts[first..first + documents.len()];
                    gain * (discounts.iter().sum::<f64>() / documents.len() as f64)
                };
                return Ok(Some(ranking.groups().map(of_group).sum()));
            }
        };
        let max_grade = self.data.max_grade();
        Ok(measure.value(
            &ranking,
            &Labels { grades: query.grades, groups: query.groups, max_grade, threshold, unjudged: 0 },
        ))
    }

    fn report(&mut self) -> Step {
        let mean = self.sum / self.counted;
        let fault = self.fault.take();
        // Only a strictly larger mean replaces an earlier candidate. The constant scorer is not a candidate.
        if self.iteration > 0 && fault.is_none() && mean > self.best.1 {
            self.best = (self.iteration, mean);
        }
        let chosen = Self::candidate(self.iteration).map(|(feature, alpha)| Chosen {
            feature: feature + 1,
            threshold: None,
            alpha,
        });
        let step = fixed_step(self.iteration, chosen, fault.is_none().then_some(mean));
        self.first_fault = self.first_fault.take().or(fault);
        self.iteration += 1;
        (self.sum, self.counted, self.next) = (0.0, 0.0, 0);
        step
    }
}

impl Learner for SingleFeature {
    fn advance(&mut self, budget: usize) -> Advance {
        if self.end.is_some() || self.iteration > 2 * self.data.n_features() {
            let iterations = 2 * self.data.n_features();
            if let (0, Some(fault)) = (self.best.0, &self.first_fault) {
                // No feature can be a model.
                let end = || End::new(StopReason::Numeric, iterations, Some(fault.to_string()));
                return Advance::Stopped(self.end.get_or_insert_with(end).clone());
            }
            return Advance::Stopped(complete(&mut self.end, iterations));
        }
        let of = self.data.n_queries();
        let until = of.min(self.next.saturating_add(budget.max(1)));
        while self.next < until {
            match self.value(self.next) {
                Ok(Some(value)) => {
                    let weight = self.data.weight(self.next);
                    self.sum += weight * value;
                    self.counted += weight;
                }
                Ok(None) => {}
                Err(fault) => {
                    self.fault = Some(fault);
                    self.next = of;
                    break;
                }
            }
            self.next += 1;
        }
        if self.next < of {
            return Advance::Working { phase: Phase::Learn, done: self.next, of };
        }
        Advance::Stepped(self.report())
    }

    fn scorer(&self, iteration: usize) -> Option<Cow<'_, Scorer>> {
        if iteration >= self.iteration {
            return None;
        }
        let term = |(feature, weight)| Term { weight, weak: WeakLearner::Feature { feature } };
        Some(Cow::Owned(Scorer::Additive {
            terms: Self::candidate(iteration).map(term).into_iter().collect(),
        }))
    }

    /// Returns the candidate with the largest mean on training data, the first of equal ones.
    fn best(&self) -> (usize, Cow<'_, Scorer>) {
        let untrained = || Cow::Owned(Scorer::Additive { terms: Vec::new() });
        (self.best.0, self.scorer(self.best.0).unwrap_or_else(untrained))
    }

    fn n_used_queries(&self) -> usize {
        self.data.n_queries()
    }

    fn pull(&self, _query: usize, _iteration: usize) -> Option<Vec<f64>> {
        None
    }
}

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

    /// Returns a learner of the ω-weighted mean of x minus its mean, averaged over the queries whose click weights add up
    /// to more than 0: a ratio of two means, so it is right only in the limit of many clicks.
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

    /// Returns p/(m n₊) for every good document and −p/(m n₋) for every bad one; p is the weight of the query, m the sum
    /// of all weights.
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

/// Typed weights. Iteration 0 is the only iteration.
pub struct TypedWeights {
    scorer: Scorer,
    is_reported: bool,
    end: Option<End>,
}

impl TypedWeights {
    /// Returns a linear scorer with these weights. Features after the last weight have weight 0.
    ///
    /// # Errors
    /// [`Error::Config`] if there are no weights, if there are more than features, or if one is not a finite number.
    pub fn new(data: &Dataset, weights: Vec<f64>) -> Result<Self, Error> {
        let problem = if weights.is_empty() {
            "there are no weights; type at least one".to_owned()
        } else if weights.len() > data.n_features() {
            format!("{} weights for {} features", weights.len(), data.n_features())
        } else if let Some(place) = weights.iter().position(|weight| !weight.is_finite()) {
            format!("the weight of feature {} is {}, not finite", place + 1, weights[place])
        } else {
            return Ok(Self { scorer: Scorer::Linear { weights }, is_reported: false, end: None });
        };
        Err(Error::config("weights", problem))
    }
}

impl Learner for TypedWeights {
    fn advance(&mut self, _budget: usize) -> Advance {
        if self.is_reported {
            return Advance::Stopped(complete(&mut self.end, 0));
        }
        self.is_reported = true;
        Advance::Stepped(fixed_step(0, None, None))
    }

    fn scorer(&self, iteration: usize) -> Option<Cow<'_, Scorer>> {
        (self.is_reported && iteration == 0).then_some(Cow::Borrowed(&self.scorer))
    }

    fn best(&self) -> (usize, Cow<'_, Scorer>) {
        (0, Cow::Borrowed(&self.scorer))
    }

    fn n_used_queries(&self) -> usize {
        0
    }

    fn pull(&self, _query: usize, _iteration: usize) -> Option<Vec<f64>> {
        None
    }
}

fn fixed_step(iteration: usize, chosen: Option<Chosen>, value: Option<f64>) -> Step {
    let detail = Detail::Fixed(FixedFigures { chosen, value });
    Step { iteration, objective: None, best_objective: None, gap: None, detail }
}

/// Returns the earlier end, or a new one.
fn complete(end: &mut Option<End>, iterations: usize) -> End {
    end.get_or_insert_with(|| End::new(StopReason::Complete, iterations, None)).clone()
}
