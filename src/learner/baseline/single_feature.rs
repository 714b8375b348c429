//! The single feature that ranks the training data best. Must not know optimisation.

use std::borrow::Cow;
use std::sync::Arc;

use super::{complete, fixed_step};
use crate::data::{Dataset, Grade};
use crate::learner::{Advance, Chosen, End, Learner, Phase, Step, StopReason};
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

    /// Returns a learner that chooses by the mean over all queries of `Σ_i a_rank(i) ω_i`, DCG with the click weights
    /// as gains. `cut_off`: ranks that count, or all.
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
