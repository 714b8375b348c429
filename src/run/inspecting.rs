//! Inspection of the queries of a run under the w of any iteration. Trains nothing.
//!
//! A run stores one w and the working slacks of every iteration, and an inspection calls the oracle again. Ties follow
//! document order, so the oracle returns the ranking that training found. Long searches are stored, because to repeat
//! them would take seconds.

use std::sync::Arc;

use super::TrainingRun;
use crate::data::{Dataset, FeatureHistogram, FeatureSpread};
use crate::inspect::{
    BoundsAlong, Contributions, Enumeration, Inspection, Judgement, Pulls, QueryRow, RankedQuery,
    SearchTable, Valuation, View, bounds_along, pulls, ranked_query,
};
use crate::learner::cutting_plane::WorkingSetScheme;
use crate::loss::{GreedyViolation, LossSpec};
use crate::method::RunConfig;
use crate::method::settings::TrainingSettings;
use crate::model::explanation::{Explanation, explain};
use crate::util::error::Error;

/// A preview with more search steps (about a third of a second) is refused.
const MOST_PREVIEW_STEPS: f64 = 3e8;

/// Most documents of a query for the greedy search, whose result has a number for each pair.
const MOST_GREEDY: usize = 1000;

/// The highest number of bins of a histogram.
const MOST_BINS: usize = 1000;

impl TrainingRun {
    /// Returns figures of every used query at an iteration, in data order. Cost: one pass of the oracle.
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached.
    pub fn queries(&self, iteration: usize) -> Result<Vec<QueryRow>, Error> {
        self.some_queries(iteration, 0, usize::MAX)
    }

    /// Returns at most `count` of these figures, from the `first` on, so that a pass can be sliced.
    ///
    /// # Errors
    /// As [`TrainingRun::queries`].
    pub fn some_queries(&self, iteration: usize, first: usize, count: usize) -> Result<Vec<QueryRow>, Error> {
        let planes = self.planes()?;
        planes.iteration(iteration)?;
        let rows = planes.used_queries().iter().enumerate().skip(first).take(count);
        rows.map(|(place, &query)| Ok(self.known_view(iteration, query, place)?.row())).collect()
    }

    /// Returns figures of at most `count` queries under the scorer of an iteration, from the `first` on, in data order.
    /// Cost: one pass over their documents.
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached, [`Error::Numeric`] if a score is out of range.
    pub fn ranked_queries(
        &self,
        iteration: usize,
        first: usize,
        count: usize,
    ) -> Result<Vec<RankedQuery>, Error> {
        let (scorer, judgement) = (self.scorer(iteration)?, self.judgement(&self.config));
        let queries = (0..self.train.n_queries()).skip(first).take(count);
        queries.map(|query| ranked_query(&self.train, query, &scorer, &judgement)).collect()
    }

    /// Returns the ranking of a query under the scorer of an iteration, with the pull on each document. Cost: as
    /// [`TrainingRun::pull`], and the scores.
    ///
    /// # Errors
    /// As [`TrainingRun::ranked_queries`], and for a query that does not exist.
    pub fn pulls(&self, iteration: usize, query: usize) -> Result<Pulls, Error> {
        let pull = self.pull(iteration, query)?;
        pulls(&self.train, [iteration, query], &*self.scorer(iteration)?, &self.judgement(&self.config), pull)
    }

    /// Returns the most violated constraint of a query at an iteration. Cost: one call of the oracle, unless the
    /// query was the last one inspected.
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached, or a query that is not used.
    pub fn inspect(&self, iteration: usize, query: usize) -> Result<Inspection, Error> {
        let working_slack = match self.config.trainer.working_set {
            WorkingSetScheme::NSlack => {
                let slacks = &self.planes()?.iteration(iteration)?.working_slacks;
                Some(slacks[self.place(query)?])
            }
            WorkingSetScheme::OneSlack => None,
        };
        self.with_view(iteration, query, |view| view.inspect(iteration, working_slack))
    }

    /// Returns H of the most violated constraint of a query as a sum, at an iteration. Cost: one call of the oracle,
    /// unless the query was the last one inspected.
    ///
    /// # Errors
    /// As [`TrainingRun::inspect`].
    pub fn contributions(&self, iteration: usize, query: usize) -> Result<Contributions, Error> {
        self.with_view(iteration, query, View::contributions)
    }

    /// Returns the table in which that constraint was found, if the search has one. Cost: one call of the oracle,
    /// unless the query was the last one inspected.
    ///
    /// # Errors
    /// As [`TrainingRun::inspect`].
    pub fn search_table(&self, iteration: usize, query: usize) -> Result<Option<SearchTable>, Error> {
        self.with_view(iteration, query, View::search_table)
    }

    /// Returns the result of the published greedy search for a query at an iteration. `None` for methods other than
    /// SVM-NDCG, and for a query of more than 1,000 documents. Cost: as
    /// [`published_greedy`](crate::loss::published_greedy).
    ///
    /// # Errors
    /// As [`TrainingRun::inspect`].
    pub fn greedy(&self, iteration: usize, query: usize) -> Result<Option<GreedyViolation>, Error> {
        let Some(loss @ LossSpec::Ndcg(_)) = self.config.learner.loss() else { return Ok(None) };
        if self.train.query(query).grades.len() > MOST_GREEDY {
            return Ok(None);
        }
        self.with_view(iteration, query, |view| view.greedy(loss))?.map(Some)
    }

    /// Returns the value of any ranking of a query's documents at an iteration, compared with the violator. Cost: one
    /// call of the oracle.
    ///
    /// # Errors
    /// As [`TrainingRun::inspect`], and [`Error::Config`] if it does not name every document once.
    pub fn value(&self, iteration: usize, query: usize, ranking: &[u32]) -> Result<Valuation, Error> {
        self.with_view(iteration, query, |view| view.value(ranking))?
    }

    /// Returns the values of all rankings of a short query at an iteration. Cost: n! · O(n).
    ///
    /// # Errors
    /// As [`TrainingRun::inspect`], and [`Error::Config`] for a query that is too long.
    pub fn enumerate(&self, iteration: usize, query: usize) -> Result<Enumeration, Error> {
        self.with_view(iteration, query, View::enumerate)?
    }

    /// Returns the most violated constraint of a query at an iteration's w under the loss of other settings.
    ///
    /// Scaling, preparation and alignment stay those of this run, so its own settings give the result of
    /// [`inspect`](Self::inspect). Cost: one call of the oracle, unless the query was the last one inspected.
    ///
    /// # Errors
    /// As [`inspect`](Self::inspect), and [`Error::Config`] for settings that cannot be used.
    pub fn preview(
        &self,
        iteration: usize,
        query: usize,
        settings: &TrainingSettings,
    ) -> Result<Inspection, Error> {
        self.planes()?.iteration(iteration)?;
        let config = settings.parse()?;
        if query >= self.train.n_queries() {
            return Err(Error::absent("query", format!("there is no query {query}")));
        }
        if config.group != self.config.group {
            let problem = format!("the run has the groups {}; a preview has no others", self.config.group);
            return Err(Error::config("group", problem));
        }
        let view = self.view(&config, iteration, query)?;
        if view.search_steps() > MOST_PREVIEW_STEPS {
            let problem = "the search over this many documents is too long for a preview; training makes it";
            return Err(Error::config("query", problem));
        }
        Ok(view.inspect(iteration, None))
    }

    /// Returns the structured hinge, the ramp bound and the loss at `factor · w` for the w of an iteration, as means
    /// over the queries. Tied documents of y* share the mean of their coefficients where the loss permits it.
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration that has not been reached; as [`bounds_along`].
    pub fn bounds_along(&self, iteration: usize, factors: &[f64]) -> Result<BoundsAlong, Error> {
        let w = &self.planes()?.iteration(iteration)?.w;
        let with = |reference: &str| {
            let changed = TrainingSettings { reference: reference.to_owned(), ..self.settings.clone() };
            changed.parse().ok()
        };
        let (ramp, config) = (with("ramp"), with("averaged"));
        let config = ramp.as_ref().or(config.as_ref()).unwrap_or(&self.config);
        let loss =
            config.learner.loss().ok_or_else(|| Error::config("method", "it has no structured loss"))?;
        bounds_along(&self.train, &loss.weighted_by(&self.train), ramp.is_some(), w, factors)
    }

    /// Returns the difference of the scores of two documents of a query, by their index within it, feature by feature
    /// at an iteration.
    ///
    /// # Errors
    /// [`Error::Absent`] for an iteration, query or document that does not exist, and as [`explain`] does.
    pub fn explain(
        &self,
        iteration: usize,
        query: usize,
        documents: [usize; 2],
    ) -> Result<Explanation, Error> {
        explain(&self.train, iteration, query, documents, &*self.scorer(iteration)?, &self.map)
    }

    /// Returns the range of a feature's values in the training data, and of their middle half. The values are scaled,
    /// as the thresholds of a scorer are. Cost: O(documents).
    ///
    /// # Errors
    /// [`Error::Absent`] for a feature that does not exist.
    pub fn feature_spread(&self, feature: usize) -> Result<FeatureSpread, Error> {
        self.check_feature(feature)?;
        self.train.feature_spread(feature).ok_or_else(|| Error::absent("feature", "there are no documents"))
    }

    /// Returns the number of training documents by the scaled value of a feature, in bins of equal width from `low` to
    /// `high`. Cost: O(documents).
    ///
    /// # Errors
    /// [`Error::Absent`] for a feature that does not exist, [`Error::Config`] for a range or a number of bins that
    /// cannot be used.
    pub fn feature_histogram(
        &self,
        feature: usize,
        low: f64,
        high: f64,
        bins: usize,
    ) -> Result<FeatureHistogram, Error> {
        self.check_feature(feature)?;
        if !(low.is_finite() && high.is_finite() && low < high) {
            let problem = format!("the range from {low} to {high} has no width, or is not finite");
            return Err(Error::config("range", problem));
        }
        if !(1..=MOST_BINS).contains(&bins) {
            return Err(Error::config("bins", format!("{bins} is not between 1 and {MOST_BINS}")));
        }
        Ok(self.train.feature_histogram(feature, low, high, bins))
    }

    fn check_feature(&self, feature: usize) -> Result<(), Error> {
        let n = self.train.n_features();
        if feature < n {
            return Ok(());
        }
        Err(Error::absent(
            "feature",
            format!("there is no feature {feature}; the data have {n}, counted from 0"),
        ))
    }

    /// Returns the number of a query among the used queries.
    pub(super) fn place(&self, query: usize) -> Result<usize, Error> {
        self.planes()?
            .used_queries()
            .binary_search(&query)
            .map_err(|_| Error::absent("query", format!("query {query} of the data is not used in training")))
    }

    /// Calls `show` with the view of a used query at an iteration.
    fn with_view<T>(
        &self,
        iteration: usize,
        query: usize,
        show: impl FnOnce(&View<Arc<Dataset>>) -> T,
    ) -> Result<T, Error> {
        self.planes()?.iteration(iteration)?;
        let place = self.place(query)?;
        self.latest_view.show((iteration, query), || self.known_view(iteration, query, place), show)
    }

    /// Returns the view of a used query at a reached iteration, with the stored violators.
    pub(super) fn known_view(
        &self,
        iteration: usize,
        query: usize,
        place: usize,
    ) -> Result<View<Arc<Dataset>>, Error> {
        let known = &self.planes()?.iteration(iteration)?.searched;
        let first = known.partition_point(|found| found.place < place);
        let known = known[first..].iter().take_while(|found| found.place == place);
        let known = known.map(|found| (found.component, found.ranking.clone())).collect();
        Ok(self.view(&self.config, iteration, query)?.with_known(known))
    }

    /// Returns the view of a query at a reached iteration, under the loss of any settings.
    fn view(&self, config: &RunConfig, iteration: usize, query: usize) -> Result<View<Arc<Dataset>>, Error> {
        self.view_at(config, iteration, query, &self.planes()?.iteration(iteration)?.w)
    }

    /// As [`view`](Self::view), at any w, with the reference rankings of the iteration.
    fn view_at(
        &self,
        config: &RunConfig,
        iteration: usize,
        query: usize,
        w: &[f64],
    ) -> Result<View<Arc<Dataset>>, Error> {
        let planes = self.planes()?;
        let judgement = self.judgement(config);
        let alignment = planes.alignment(planes.iteration(iteration)?.round);
        let data = Arc::clone(&self.train);
        let loss = config
            .learner
            .loss()
            .ok_or_else(|| Error::config("method", "it has no structured loss, so no ranking violates it"))?
            .weighted_by(&self.train);
        if matches!(*loss, LossSpec::ClickPairs(_)) {
            let problem =
                "the violator of clicked pairs ranks two copies of every document, which no view shows";
            return Err(Error::absent("ranking", problem));
        }
        View::new(data, query, &loss.slack_groups(), judgement, w, alignment)
    }

    /// Returns the most violated constraint of a query at any w, with the reference rankings of an iteration.
    pub(super) fn inspect_at(&self, iteration: usize, query: usize, w: &[f64]) -> Result<Inspection, Error> {
        Ok(self.view_at(&self.config, iteration, query, w)?.inspect(iteration, None))
    }

    /// How rankings are judged: by the first reported measure.
    fn judgement(&self, config: &RunConfig) -> Judgement {
        Judgement {
            measure: config.measures[0],
            threshold: config.threshold,
            max_grade: self.max_grade(),
            diverse_ranks: config.diverse_ranks,
        }
    }
}
