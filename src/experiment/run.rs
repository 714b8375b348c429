//! One training run: prepared data, a trainer, and the measures taken after every step.
//!
//! The command line, the worker of the page and the tests all drive this one loop.

use std::sync::Arc;

use serde::Serialize;

use crate::data::{Dataset, FittedScaling, Preparation, PreparationReport};
use crate::error::Error;
use crate::explanation::{Explanation, explain};
use crate::inspection::{
    Contributions, Enumeration, Inspection, Judgement, QueryRow, SearchTable, Valuation, View,
};
use crate::learner::{Learner, MeasureValue, Phase, Progress, StepReport};
use crate::loss::check_scores;
use crate::metric::{Labels, Mean, Measure, Undefined};
use crate::model::Model;
use crate::ranking::TiedRanking;
use crate::settings::{RunConfig, TrainingSettings};
use crate::svm::{Iteration, Ledger, Trainer, WorkingSetScheme};

/// A resumable run of a learner on training data, watched on validation and test data.
pub struct TrainingRun {
    settings: TrainingSettings,
    config: RunConfig,
    scaling: FittedScaling,
    /// Training, validation and test data; those that were not given are `None`.
    sets: [Option<Arc<Dataset>>; 3],
    trainer: Trainer,
    measuring: Option<Measuring>,
    overview: Overview,
}

/// What a run works with.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Overview {
    /// Queries that the loss can use: the m of C/m.
    pub queries_used: usize,
    /// Queries left out because every ranking of them has the same loss.
    pub queries_skipped: usize,
    /// Training documents behind the preparation.
    pub documents: usize,
    /// Features.
    pub features: usize,
    /// The reported measures, in the words of the settings.
    pub measures: Vec<String>,
    /// Names of the components of a combination; none for a single loss.
    pub components: Vec<String>,
    /// How the oracle of the largest query finds its ranking, in words.
    pub oracle: String,
    /// What the preparation left out of the training data.
    pub preparation: PreparationReport,
    /// Documents of the longest query that is used.
    pub longest_query: usize,
    /// About how many elementary steps, of about a nanosecond each, the searches of one iteration take beside sorting.
    pub search_steps: f64,
}

/// A preview whose search takes more steps, about a third of a second, is not made.
const MOST_PREVIEW_STEPS: f64 = 3e8;

/// Measures being taken of the latest step.
struct Measuring {
    report: StepReport,
    set: usize,
    query: usize,
    /// Values of the current set: one list per measure, one value per query.
    values: Vec<Vec<Option<f64>>>,
}

impl TrainingRun {
    /// A run at w = 0. Scaling is fitted to the prepared training data. Unprepared, unscaled data are not copied.
    ///
    /// # Errors
    /// [`Error::Config`] for settings that cannot be used, [`Error::Data`] if no query can be trained on.
    pub fn new(train: Arc<Dataset>, settings: &TrainingSettings) -> Result<Self, Error> {
        let config = settings.parse()?;
        let mut dropped = PreparationReport::default();
        let mut train = train;
        if config.preparation != Preparation::default() {
            let (prepared, report) = config.preparation.apply(&train, config.threshold);
            (train, dropped) = (Arc::new(prepared), report);
        }
        if train.n_documents() == 0 {
            return Err(Error::data("the preparation leaves no document to train on"));
        }
        let scaling = config.scaling.fit(&train);
        let train = scaled(&scaling, train);
        let trainer = Trainer::new(Arc::clone(&train), &config.loss.slack_groups(), config.trainer.clone())?;
        let overview = Overview {
            queries_used: trainer.used_queries().len(),
            queries_skipped: train.n_queries() - trainer.used_queries().len(),
            documents: train.n_documents(),
            features: train.n_features(),
            measures: if settings.measures.is_empty() {
                config.measures.iter().map(Measure::key).collect()
            } else {
                settings.measures.iter().map(|name| name.trim().to_ascii_lowercase()).collect()
            },
            components: config.loss.component_names(),
            oracle: trainer.oracle(),
            preparation: dropped,
            longest_query: trainer.longest_query(),
            search_steps: trainer.search_steps(),
        };
        let sets = [Some(train), None, None];
        Ok(Self { settings: settings.clone(), config, scaling, sets, trainer, measuring: None, overview })
    }

    /// Takes the measures on these raw validation data too, from the next report on.
    pub fn watch_validation(&mut self, data: Arc<Dataset>) {
        self.sets[1] = Some(scaled(&self.scaling, data));
    }

    /// Takes the measures on these raw test data too, from the next report on.
    pub fn watch_test(&mut self, data: Arc<Dataset>) {
        self.sets[2] = Some(scaled(&self.scaling, data));
    }

    /// Keeps no ledger, whose memory grows with every iteration: for a run that has not begun, and of which nobody asks
    /// for a certificate or a motion.
    pub fn leave_out_ledger(&mut self) {
        self.trainer.leave_out_ledger();
    }

    /// What the run works with.
    pub fn overview(&self) -> &Overview {
        &self.overview
    }

    /// Works on for about `budget` queries' worth of time, or to the next report.
    ///
    /// How the work is sliced never changes a report.
    pub fn advance(&mut self, budget: usize) -> Progress {
        if self.measuring.is_none() {
            match self.trainer.advance(budget) {
                Progress::Stepped { report } => self.measuring = Some(self.start_measuring(report)),
                other => return other,
            }
        }
        self.measure(budget)
    }

    /// w at an iteration that has been reported; 0 is w = 0.
    ///
    /// # Errors
    /// [`Error::Config`] for an iteration that has not been reached.
    pub fn weights(&self, iteration: usize) -> Result<&[f64], Error> {
        Ok(&self.kept(iteration)?.w)
    }

    /// Figures of every used query at an iteration, in data order. Cost: one pass of the oracle.
    ///
    /// # Errors
    /// [`Error::Config`] for an iteration that has not been reached.
    pub fn queries(&self, iteration: usize) -> Result<Vec<QueryRow>, Error> {
        self.some_queries(iteration, 0, usize::MAX)
    }

    /// At most `count` of these figures, from the `first` on: a pass in slices.
    ///
    /// # Errors
    /// As [`TrainingRun::queries`].
    pub fn some_queries(&self, iteration: usize, first: usize, count: usize) -> Result<Vec<QueryRow>, Error> {
        let w = self.weights(iteration)?;
        let rows = self.trainer.used_queries().iter().skip(first).take(count);
        rows.map(|&query| Ok(self.view(iteration, query, w)?.row())).collect()
    }

    /// The most violated constraint of a query at an iteration. Cost: one call of the oracle.
    ///
    /// # Errors
    /// [`Error::Config`] for an iteration that has not been reached, or a query that is not used.
    pub fn inspect(&self, iteration: usize, query: usize) -> Result<Inspection, Error> {
        let w = self.weights(iteration)?;
        let place = self.place(query)?;
        let working_slack = match self.config.trainer.working_set {
            WorkingSetScheme::NSlack => Some(self.trainer.history()[iteration].working_slacks[place]),
            WorkingSetScheme::OneSlack => None,
        };
        Ok(self.view(iteration, query, w)?.inspect(iteration, working_slack))
    }

    /// How H of the most violated constraint of a query adds up at an iteration. Cost: one call of the oracle.
    ///
    /// # Errors
    /// As [`TrainingRun::inspect`].
    pub fn contributions(&self, iteration: usize, query: usize) -> Result<Contributions, Error> {
        Ok(self.used_view(iteration, query)?.contributions())
    }

    /// The table in which that constraint was found, if the search has one. Cost: one call of the oracle.
    ///
    /// # Errors
    /// As [`TrainingRun::inspect`].
    pub fn search_table(&self, iteration: usize, query: usize) -> Result<Option<SearchTable>, Error> {
        Ok(self.used_view(iteration, query)?.search_table())
    }

    /// What any ranking of a query's documents is worth at an iteration, beside the oracle's. Cost: one call of the
    /// oracle.
    ///
    /// # Errors
    /// As [`TrainingRun::inspect`], and [`Error::Config`] if it does not name every document once.
    pub fn value(&self, iteration: usize, query: usize, ranking: &[u32]) -> Result<Valuation, Error> {
        self.used_view(iteration, query)?.value(ranking)
    }

    /// What all rankings of a short query are worth at an iteration. Cost: n! · O(n).
    ///
    /// # Errors
    /// As [`TrainingRun::inspect`], and [`Error::Config`] for a query that is too long.
    pub fn enumerate(&self, iteration: usize, query: usize) -> Result<Enumeration, Error> {
        self.used_view(iteration, query)?.enumerate()
    }

    /// The most violated constraint of a query at an iteration's w, if the loss were that of other settings. All else is
    /// that of this run, which stays as it is: its scaling and preparation, and in later rounds its alignment of the
    /// reference, so that its own settings give what [`inspect`](Self::inspect) does. Cost: one call of the oracle.
    ///
    /// # Errors
    /// As [`inspect`](Self::inspect), and [`Error::Config`] for settings that cannot be used.
    pub fn preview(
        &self,
        iteration: usize,
        query: usize,
        settings: &TrainingSettings,
    ) -> Result<Inspection, Error> {
        let w = self.weights(iteration)?;
        let config = settings.parse()?;
        if query >= self.train()?.n_queries() {
            return Err(Error::config("query", format!("there is no query {query}")));
        }
        let view = self.view_by(&config, iteration, query, w)?;
        if view.search_steps() > MOST_PREVIEW_STEPS {
            let problem = "the search over this many documents is too long for a preview; training makes it";
            return Err(Error::config("query", problem));
        }
        Ok(view.inspect(iteration, None))
    }

    /// Two documents of a query, by their index within it, at an iteration: their scores feature by feature.
    ///
    /// # Errors
    /// [`Error::Config`] for an iteration, query or document that there is not.
    pub fn explain(
        &self,
        iteration: usize,
        query: usize,
        documents: [usize; 2],
    ) -> Result<Explanation, Error> {
        explain(self.train()?, iteration, query, documents, self.weights(iteration)?)
    }

    /// The best model so far.
    ///
    /// # Errors
    /// [`Error::Numeric`] if its weights are not finite.
    pub fn model(&self) -> Result<Model, Error> {
        let weights = self.trainer.best_weights().to_vec();
        Model::new(self.settings.clone(), self.max_grade(), self.scaling.clone(), weights)
    }

    /// The number of a query among those that are used.
    fn place(&self, query: usize) -> Result<usize, Error> {
        self.trainer
            .used_queries()
            .binary_search(&query)
            .map_err(|_| Error::config("query", format!("query {query} of the data is not used in training")))
    }

    fn used_view(&self, iteration: usize, query: usize) -> Result<View<'_>, Error> {
        let w = self.weights(iteration)?;
        self.place(query)?;
        self.view(iteration, query, w)
    }

    fn train(&self) -> Result<&Dataset, Error> {
        self.sets[0].as_deref().ok_or_else(|| Error::data("no training data"))
    }

    pub(super) fn trainer(&self) -> &Trainer {
        &self.trainer
    }

    /// What is written down of planes and dual variables.
    pub(super) fn ledger(&self) -> Result<&Ledger, Error> {
        let ledger = Some(self.trainer.ledger()).filter(|ledger| !ledger.is_left_out());
        ledger.ok_or_else(|| {
            Error::config("ledger", "this run was told to keep none, so it has no certificates")
        })
    }

    /// What the trainer kept of an iteration.
    pub(super) fn kept(&self, iteration: usize) -> Result<&Iteration, Error> {
        let history = self.trainer.history();
        let reached = history.len().saturating_sub(1);
        history.get(iteration).ok_or_else(|| {
            Error::config("iteration", format!("{iteration} has not been reached; the latest is {reached}"))
        })
    }

    /// Whether an iteration begins a round after the first.
    pub(super) fn restarts(&self, iteration: usize) -> Result<bool, Error> {
        let before = self.kept(iteration.saturating_sub(1))?;
        Ok(before.round != self.kept(iteration)?.round)
    }

    pub(super) fn shares_one_slack(&self) -> bool {
        self.config.trainer.working_set == WorkingSetScheme::OneSlack
    }

    /// Name of a query of the training data.
    pub(super) fn query_id(&self, query: usize) -> Result<String, Error> {
        Ok(self.train()?.query(query).id.to_owned())
    }

    fn view(&self, iteration: usize, query: usize, w: &[f64]) -> Result<View<'_>, Error> {
        let known = &self.trainer.history()[iteration].searched;
        let place = self.trainer.used_queries().binary_search(&query);
        let known = place.map_or(&known[..0], |place| {
            let first = known.partition_point(|found| found.place < place);
            &known[first..known.partition_point(|found| found.place <= place)]
        });
        let known = known.iter().map(|found| (found.component, &found.ranking)).collect();
        Ok(self.view_by(&self.config, iteration, query, w)?.with_known(known))
    }

    fn view_by(
        &self,
        config: &RunConfig,
        iteration: usize,
        query: usize,
        w: &[f64],
    ) -> Result<View<'_>, Error> {
        let round = self.trainer.history()[iteration].round;
        let (measure, threshold) = (config.measures[0], config.threshold);
        let judgement = Judgement { measure, threshold, max_grade: self.max_grade() };
        let alignment = self.trainer.alignment(round);
        View::new(self.train()?, query, &config.loss.slack_groups(), judgement, w, alignment)
    }

    fn max_grade(&self) -> u8 {
        self.sets.iter().flatten().map(|data| data.max_grade()).max().unwrap_or(0)
    }

    fn start_measuring(&self, report: StepReport) -> Measuring {
        Measuring { report, set: 0, query: 0, values: vec![Vec::new(); self.config.measures.len()] }
    }

    /// Measures the latest step on all sets.
    fn measure(&mut self, budget: usize) -> Progress {
        let max_grade = self.max_grade();
        let Some(mut measuring) = self.measuring.take() else {
            return Progress::Working { phase: Phase::Measure, done: 0, of: 0 };
        };
        let mut left = budget.max(1);
        while let Some(set) = self.sets.get(measuring.set) {
            let n_queries = set.as_ref().map_or(0, |data| data.n_queries());
            if let (Some(data), true) = (set, measuring.query < n_queries) {
                if left == 0 {
                    let done = measuring.query;
                    self.measuring = Some(measuring);
                    return Progress::Working { phase: Phase::Measure, done, of: n_queries };
                }
                left -= 1;
                let query = data.query(measuring.query);
                let labels = Labels { grades: query.grades, max_grade, threshold: self.config.threshold };
                let mut take = |ranking: &TiedRanking| {
                    for (measure, values) in self.config.measures.iter().zip(&mut measuring.values) {
                        values.push(measure.value(ranking, &labels));
                    }
                };
                // The oracles' pass has ranked the training queries that they can use.
                let ranked = if measuring.set == 0 { self.trainer.ranking(query.index) } else { None };
                match ranked {
                    Some(ranking) => take(ranking),
                    None => {
                        let scores = data.scores(query.documents, self.trainer.weights());
                        if check_scores(&scores).is_err() {
                            // A mean without this query would be of other data: there is none.
                            measuring.values.iter_mut().for_each(Vec::clear);
                            measuring.query = n_queries;
                            continue;
                        }
                        take(&TiedRanking::by_scores(&scores));
                    }
                }
                measuring.query += 1;
                continue;
            }
            let means = if set.is_some() { self.means(&mut measuring.values) } else { Vec::new() };
            match measuring.set {
                0 => measuring.report.train = means,
                1 => measuring.report.valid = means,
                _ => measuring.report.test = means,
            }
            measuring.set += 1;
            measuring.query = 0;
        }
        Progress::Stepped { report: measuring.report }
    }

    fn means(&self, values: &mut [Vec<Option<f64>>]) -> Vec<MeasureValue> {
        let keys = self.overview.measures.iter();
        keys.zip(values)
            .map(|(measure, values)| MeasureValue {
                measure: measure.clone(),
                value: Mean::of(values.drain(..), Undefined::Skip).value,
            })
            .collect()
    }
}

fn scaled(scaling: &FittedScaling, data: Arc<Dataset>) -> Arc<Dataset> {
    match scaling {
        FittedScaling::None => data,
        _ => Arc::new(scaling.apply(&data).into_owned()),
    }
}
