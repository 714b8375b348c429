//! The measures of one step on all data of a run, in slices. Trains nothing.

use std::sync::Arc;

use crate::data::{Dataset, Grade};
use crate::learner::{Learner, Phase, Step};
use crate::loss::QueryCosts;
use crate::metric::{COST, Labels, Mean, Measure, Undefined};
use crate::ranking::TiedRanking;
use crate::ranking::scorer::{RunningScores, Scorer};
use crate::ranking::scoring;
use crate::ranking::scoring::check_scores;
use crate::util::error::Error;
use crate::util::threads;

use super::report::{MeasureValue, Progress, StepReport};

/// Data with the measures that a run takes of them.
#[derive(Clone)]
pub(super) struct MeasuredSet {
    /// The data, scaled for the learner.
    pub data: Arc<Dataset>,
    /// The measures.
    pub measures: Vec<Measure>,
    /// Documents with this grade or a higher one are good.
    pub threshold: Grade,
    /// Highest grade of all data of the run.
    pub max_grade: Grade,
    /// Costs of the queries, for the measure `cost`.
    pub costs: Option<Arc<QueryCosts>>,
}

impl MeasuredSet {
    /// Returns the measures of a query from its ranking: one value per measure, `None` for an undefined one.
    pub fn values(&self, index: usize, ranking: &TiedRanking) -> Vec<Option<f64>> {
        let query = self.data.query(index);
        let (max_grade, threshold) = (self.max_grade, self.threshold);
        let labels = Labels { grades: query.grades, groups: query.groups, max_grade, threshold, unjudged: 0 };
        let value = |measure: &Measure| match measure.is(&COST) {
            true => self.costs.as_ref().and_then(|costs| costs.value(index, ranking)),
            false => measure.value(ranking, &labels),
        };
        self.measures.iter().map(value).collect()
    }
}

/// A data set of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// The data that are trained on.
    Training,
    /// The data that choose settings and iterates.
    Validation,
    /// The data that nothing is chosen by.
    Test,
}

impl Part {
    /// All sets, in the order of reports.
    pub(crate) const ALL: [Self; 3] = [Self::Training, Self::Validation, Self::Test];
}

/// The sets of a run and its learner.
pub(super) struct Sets<'a> {
    /// Training, validation and test data; missing sets are `None`.
    pub data: [Option<MeasuredSet>; 3],
    /// The keys of the measures in reports.
    pub keys: &'a [String],
    /// Gives the scorer of the step, and may have taken the measures of training queries.
    pub learner: &'a dyn Learner,
}

/// Measures one step after the other.
#[derive(Default)]
pub(super) struct Measuring {
    /// The current step, with its scorer once the first slice has begun.
    report: Option<StepReport>,
    scorer: Option<Scorer>,
    set: usize,
    query: usize,
    /// Values of the current set: one list per measure, one value per query.
    values: Vec<Vec<Option<f64>>>,
    /// Stored scores of the sets, so that a step of a growing scorer costs only its new terms.
    running: [RunningScores; 3],
}

impl Measuring {
    /// Begins with a step.
    pub(super) fn begin(&mut self, step: Step, n_measures: usize) {
        let (train, valid, test) = (Vec::new(), Vec::new(), Vec::new());
        self.report = Some(StepReport { step, train, valid, test });
        self.scorer = None;
        (self.set, self.query) = (0, 0);
        self.values = vec![Vec::new(); n_measures];
    }

    /// Begins again with the same step if it is not completely measured yet, because its measures have changed.
    pub(super) fn restart(&mut self) {
        if let Some(StepReport { step, .. }) = self.report.take() {
            self.begin(step, self.values.len());
        }
    }

    /// Returns whether a step is not completely measured yet.
    pub(super) fn is_at_work(&self) -> bool {
        self.report.is_some()
    }

    /// Measures at most `budget` queries, at least one. The slicing never changes the report.
    ///
    /// # Panics
    /// If no step has begun.
    pub(super) fn advance(&mut self, budget: usize, sets: &Sets) -> Progress {
        let mut left = budget.max(1);
        while let Some(set) = sets.data.get(self.set) {
            if let Some(set) = set {
                let of = set.data.n_queries();
                while self.query < of {
                    if left == 0 {
                        return Progress::Working { phase: Phase::Measure, done: self.query, of };
                    }
                    let n = left.min(of - self.query);
                    self.measure(set, sets.learner, n);
                    left -= n;
                }
            }
            self.finish_set(set.is_some(), sets.keys);
        }
        let Some(report) = self.report.take() else { unreachable!("a step has begun") };
        Progress::Stepped { report }
    }

    /// Measures the next `n` queries of a set.
    fn measure(&mut self, set: &MeasuredSet, learner: &dyn Learner, n: usize) {
        self.prepare(&set.data, learner);
        let (this, first) = (&*self, self.query);
        // Cutting planes have measured the training queries that their oracles ranked.
        let taken = |query| if this.set == 0 { learner.latest_measures(query) } else { None };
        let of_query = |place: usize| -> Result<Vec<Option<f64>>, Error> {
            let query = first + place;
            match taken(query) {
                Some(values) => Ok(values.to_vec()),
                None => Ok(set.values(query, &this.rank(&set.data, learner, query)?)),
            }
        };
        let left = (first..first + n).filter(|&query| taken(query).is_none());
        let documents = left.map(|query| set.data.query(query).documents.len()).sum();
        let measured: Vec<Result<Vec<Option<f64>>, Error>> =
            if threads::pays(documents, set.data.n_features()) {
                threads::map(n, of_query)
            } else {
                (0..n).map(of_query).collect()
            };
        for values in measured {
            match values {
                Ok(of_query) => {
                    self.values.iter_mut().zip(of_query).for_each(|(values, value)| values.push(value));
                    self.query += 1;
                }
                Err(_) => {
                    // A mean without this query would describe other data, so there is no mean.
                    self.values.iter_mut().for_each(Vec::clear);
                    self.query = set.data.n_queries();
                    return;
                }
            }
        }
    }

    /// Gets the scorer of the step, and updates the stored scores at the start of a set.
    fn prepare(&mut self, data: &Dataset, learner: &dyn Learner) {
        let iteration = self.report.as_ref().map_or(0, |report| report.step.iteration);
        if self.scorer.is_none() {
            self.scorer = learner.scorer(iteration).map(std::borrow::Cow::into_owned);
        }
        if let Some(scorer) = self.scorer.as_ref().filter(|scorer| !scorer.ensembles().is_empty())
            && self.query == 0
            && self.latest_scores(data, learner).is_none()
        {
            self.running[self.set].update(scorer, data);
        }
    }

    /// Returns the scores that the learner keeps, if these are its training data.
    fn latest_scores<'a>(&self, data: &Dataset, learner: &'a dyn Learner) -> Option<&'a [f64]> {
        learner.latest_scores().filter(|scores| self.set == 0 && scores.len() == data.n_documents())
    }

    /// Returns the ranking of a query by the scorer of the step.
    fn rank(&self, data: &Dataset, learner: &dyn Learner, index: usize) -> Result<TiedRanking, Error> {
        let documents = data.query(index).documents;
        let Some(scorer) = &self.scorer else {
            return Err(Error::absent("scorer", "the iteration has none"));
        };
        if scorer.ensembles().is_empty() {
            return scoring::rank(data, documents, scorer);
        }
        let kept = self.latest_scores(data, learner);
        let scores = &kept.unwrap_or_else(|| self.running[self.set].scores())[documents];
        check_scores(scores)?;
        Ok(TiedRanking::by_scores(scores))
    }

    /// Writes the means of a set into the report and continues with the next set.
    fn finish_set(&mut self, is_given: bool, keys: &[String]) {
        let mean = |(key, values): (&String, &mut Vec<Option<f64>>)| MeasureValue {
            measure: key.clone(),
            value: Mean::of(values.drain(..), Undefined::Skip).value,
        };
        let means = if is_given { keys.iter().zip(&mut self.values).map(mean).collect() } else { Vec::new() };
        if let Some(report) = &mut self.report {
            match self.set {
                0 => report.train = means,
                1 => report.valid = means,
                _ => report.test = means,
            }
        }
        self.set += 1;
        self.query = 0;
    }
}
