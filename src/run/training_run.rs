//! A training run: prepared data and a trainer. `measuring.rs` measures, `iterations.rs` reads one iteration, and
//! `inspecting.rs` inspects queries.
//!
//! The command line, the worker of the page and the tests share this loop.
//!
//! `advance` does a slice of work. A pass calls the oracle of every block at one w and collects the violators. The step
//! after it reports, adds planes and solves the dual; its w starts the next pass. The report of iteration t describes
//! w_t: primal, slack, loss and measures. w_0 is 0. Slicing cannot change a report, and a test checks that bit for bit.
//! There is no clock.

use std::sync::Arc;

use crate::data::{Dataset, FittedMap, FittedScaling, Grade, Mapped, Query};
use crate::learner::Learner;
use crate::learner::cutting_plane::Trainer;
use crate::learner::{Advance, End, StopReason};
use crate::loss::LossSpec;
use crate::loss::QueryCosts;
use crate::method::selection::{Choose, ChosenIterate, choose_iterate};
use crate::method::settings::TrainingSettings;
use crate::method::{RunConfig, StartedLearner};
use crate::metric::Measure;
use crate::model::Model;
use crate::ranking::TiedRanking;
use crate::ranking::scorer::Scorer;
use crate::ranking::scoring;
use crate::util::error::Error;

use super::data_check::{check_features, check_no_gaps, threshold_problem};
use super::latest_view::LatestView;
use super::measuring::{MeasuredSet, Measuring, Part, Sets};
use super::overview::{CostliestQuery, Overview};
use super::patience::Patience;
use super::preparation::{
    check_prepared, first_queries, grouped, longest_query, mapped, measure_keys, prepared, scaled,
};
use super::report::Progress;

/// A resumable run of a learner on training data, measured on validation and test data.
///
/// ```
/// use std::sync::Arc;
/// use rankscope::data::Dataset;
/// use rankscope::run::{Progress, TrainingRun};
/// use rankscope::method::settings::TrainingSettings;
///
/// let data = Dataset::from_letor("2 qid:1 1:3\n1 qid:1 1:2\n0 qid:1 1:1\n1 qid:2 1:2\n0 qid:2 1:0\n")?;
/// let mut run = TrainingRun::new(Arc::new(data), &TrainingSettings { c: 100.0, ..Default::default() })?;
/// let stop = loop {
///     if let Progress::Stopped { stop } = run.advance(10) {
///         break stop;
///     }
/// };
/// // The best iterate is within the requested gap of the optimum.
/// assert!(stop.gap.unwrap() <= 1e-3);
/// assert!(run.model()?.weights()?[0] > 0.0);
/// # Ok::<(), rankscope::Error>(())
/// ```
pub struct TrainingRun {
    pub(super) settings: TrainingSettings,
    pub(super) config: RunConfig,
    pub(super) scaling: FittedScaling,
    pub(super) map: FittedMap,
    /// Training data as the learner sees them.
    pub(super) train: Arc<Dataset>,
    /// Validation and test data, if there are any.
    pub(super) watched: [Option<Arc<Dataset>>; 2],
    /// Costs of training, validation and test data, if the measure `cost` is reported.
    costs: [Option<Arc<QueryCosts>>; 3],
    pub(super) learner: StartedLearner,
    pub(super) measuring: Measuring,
    /// The first measure on the validation data, one value per reported iteration.
    pub(super) validated: Vec<Option<f64>>,
    pub(super) patience: Patience,
    /// Objective and gap of the latest step.
    pub(super) latest: (Option<f64>, Option<f64>),
    /// How the training ended, once it has.
    pub(super) ended: Option<End>,
    overview: Overview,
    pub(super) latest_view: LatestView,
}

impl TrainingRun {
    /// Returns a run at w = 0. The scaling is fitted to the training queries of the settings, the preparation uses
    /// scaled data, and the feature map is fitted to what remains. Data that nothing else holds are scaled in place.
    ///
    /// # Errors
    /// [`Error::Config`] for settings that cannot be used, also for groups or gains that the data do not have;
    /// [`Error::Data`] if there are no features, or if no query can be trained on.
    pub fn new(train: Arc<Dataset>, settings: &TrainingSettings) -> Result<Self, Error> {
        let mut config = settings.parse()?;
        check_features(&train)?;
        check_no_gaps(&train)?;
        config.check_grades(train.max_grade())?;
        config.check_clicks(&train)?;
        config.learner = config.learner.up_to(train.max_grade());
        let train = grouped(first_queries(&config, train), &config.group)?;
        let scaling = config.scaling.fit(&train);
        let (train, preparation) = prepared(&config, scaled(&scaling, train));
        check_prepared(&train)?;
        let n_features = train.n_features();
        let Mapped { map, report, data } = config.map.fit(&train, settings.seed)?;
        let train = data.map_or(train, Arc::new);
        config.learner = config.learner.weighted_by(&train);
        let started = config.learner.start(Arc::clone(&train), &config.trainer);
        let learner = started.map_err(|error| match config.by_clicks {
            true => error,
            false => threshold_problem(settings, &train).unwrap_or(error),
        })?;
        let planes = learner.planes();
        let overview = Overview {
            queries_used: learner.learner().n_used_queries(),
            queries_skipped: train.n_queries() - learner.learner().n_used_queries(),
            documents: train.n_documents(),
            features: n_features,
            map: report,
            measures: measure_keys(settings, &config),
            components: config.learner.loss().map_or_else(Vec::new, LossSpec::component_names),
            oracle: planes.map_or_else(String::new, Trainer::oracle),
            preparation,
            longest_query: planes.map_or_else(|| longest_query(&train), Trainer::longest_query),
            search_steps: planes.map_or(0.0, Trainer::search_steps),
        };
        let of_train = config.cost.as_ref().map(|cost| QueryCosts::new(cost, &train)).transpose()?;
        let patience = Patience::new(config.patience, 0);
        let mut run = Self {
            settings: settings.clone(),
            config,
            scaling,
            map,
            train,
            watched: [None, None],
            costs: [of_train.map(Arc::new), None, None],
            learner,
            measuring: Measuring::default(),
            validated: Vec::new(),
            patience,
            latest: (None, None),
            ended: None,
            overview,
            latest_view: LatestView::default(),
        };
        run.measure_by_learner();
        Ok(run)
    }

    /// Lets the learner take the measures of the training queries that it ranks.
    fn measure_by_learner(&mut self) {
        if let Some(train) = self.measured_set(Part::Training) {
            let measures = move |query: usize, ranking: &TiedRanking| train.values(query, ranking);
            self.learner.learner_mut().measure_with(Arc::new(measures));
        }
    }

    /// Returns a set with its measures; `None` for missing data.
    fn measured_set(&self, part: Part) -> Option<MeasuredSet> {
        let data = match part {
            Part::Training => Some(&self.train),
            Part::Validation => self.watched[0].as_ref(),
            Part::Test => self.watched[1].as_ref(),
        };
        Some(MeasuredSet {
            data: Arc::clone(data?),
            measures: self.config.measures.clone(),
            threshold: self.config.threshold,
            max_grade: self.max_grade(),
            costs: self.costs[part as usize].clone(),
        })
    }

    /// Also measures these raw validation data, from the next report on.
    ///
    /// # Errors
    /// [`Error::Config`] if they do not have the groups of the settings, or have grades without exact gains.
    pub fn watch_validation(&mut self, data: Arc<Dataset>) -> Result<(), Error> {
        self.watch(0, data)
    }

    /// Also measures these raw test data, from the next report on.
    ///
    /// # Errors
    /// As [`TrainingRun::watch_validation`].
    pub fn watch_test(&mut self, data: Arc<Dataset>) -> Result<(), Error> {
        self.watch(1, data)
    }

    fn watch(&mut self, place: usize, data: Arc<Dataset>) -> Result<(), Error> {
        check_no_gaps(&data)?;
        let name = ["validation", "test"][place];
        let about = |fault: Error| match fault {
            Error::Config { field, problem } => {
                Error::config(field, format!("of the {name} data: {problem}"))
            }
            Error::Data { problem } => Error::data(format!("of the {name} data: {problem}")),
            other => other,
        };
        let greatest = data.max_grade();
        self.config.measures.iter().try_for_each(|one| one.check_grades(greatest)).map_err(about)?;
        let data = grouped(data, &self.config.group).map_err(about)?;
        if let Some(cost) = &self.config.cost {
            self.costs[place + 1] = Some(Arc::new(QueryCosts::new(cost, &data).map_err(about)?));
        }
        self.watched[place] = Some(mapped(&self.map, scaled(&self.scaling, data)));
        // ERR scales by the highest grade of all data.
        self.latest_view.clear();
        self.measure_by_learner();
        self.measuring.restart();
        Ok(())
    }

    /// Trains without a ledger, whose size grows with every iteration. Call it before the first iteration.
    /// Certificate and slow motion are then absent.
    pub fn leave_out_ledger(&mut self) {
        if let Some(planes) = self.learner.planes_mut() {
            planes.leave_out_ledger();
        }
    }

    /// Returns the sizes and names of the run.
    pub fn overview(&self) -> &Overview {
        &self.overview
    }

    /// Returns the query whose searches take longest; `None` without cutting planes.
    pub fn costliest_query(&self) -> Option<CostliestQuery> {
        let (index, steps) = self.learner.planes()?.costliest_query()?;
        let query = self.train.query(index);
        Some(CostliestQuery { id: query.id.to_owned(), documents: query.documents.len(), steps })
    }

    /// Works for about `budget` queries' worth of time, or to the next report.
    ///
    /// The slicing of the work never changes a report.
    pub fn advance(&mut self, budget: usize) -> Progress {
        if let Some(end) = &self.ended {
            return Progress::Stopped { stop: self.stop(end) };
        }
        if !self.measuring.is_at_work() {
            if self.patience.is_over() {
                return Progress::Stopped { stop: self.end_by(StopReason::StoppedEarly) };
            }
            match self.learner.learner_mut().advance(budget) {
                Advance::Working { phase, done, of } => return Progress::Working { phase, done, of },
                Advance::Stepped(step) => self.measuring.begin(step, self.config.measures.len()),
                Advance::Stopped(end) => return Progress::Stopped { stop: self.end(end) },
            }
        }
        let sets = Sets {
            data: Part::ALL.map(|part| self.measured_set(part)),
            keys: &self.overview.measures,
            learner: self.learner.learner(),
        };
        let progress = self.measuring.advance(budget, &sets);
        if let Progress::Stepped { report } = &progress {
            let validated = report.valid.first().and_then(|measure| measure.value);
            self.patience.observe(validated);
            self.validated.push(validated);
            self.latest = (report.step.best_objective, report.step.gap);
        }
        progress
    }

    /// The learner.
    pub(super) fn learner(&self) -> &dyn Learner {
        self.learner.learner()
    }

    /// The trainer that finds the cutting planes.
    ///
    /// # Errors
    /// [`Error::Absent`] for a method that has none.
    pub(super) fn planes(&self) -> Result<&Trainer, Error> {
        self.learner.planes().ok_or_else(|| {
            Error::absent("cutting planes", format!("{} is trained without them", self.settings.method))
        })
    }

    /// Returns the iterate that validation data choose, with the optimum. `None` if the settings keep the optimum, or
    /// if there are no validation data. Test data never take part.
    pub fn chosen(&self) -> Option<ChosenIterate> {
        self.watched[0].as_ref()?;
        let margin = match self.config.learner.chooses_by_validation() {
            true => 0.0,
            false if self.config.choose == Choose::Validation => self.settings.choose_margin,
            false => return None,
        };
        Some(choose_iterate(&self.validated, self.learner.learner().best().0, margin))
    }

    /// Whether the method's paper chooses the iteration by validation data, and there are none.
    pub fn wants_validation(&self) -> bool {
        self.config.learner.chooses_by_validation() && self.watched[0].is_none()
    }

    /// The iteration of the model so far: the best one, or the one that validation data choose.
    pub(crate) fn model_iteration(&self) -> usize {
        self.chosen().map_or_else(|| self.learner.learner().best().0, |chosen| chosen.iteration)
    }

    /// Returns the model so far: the best iterate, or the iterate that validation data choose.
    ///
    /// # Errors
    /// [`Error::Numeric`] if its weights are not finite; [`Error::Data`] if two features have the same name.
    pub fn model(&self) -> Result<Model, Error> {
        let scorer = match self.chosen() {
            Some(chosen) => self.scorer(chosen.iteration)?,
            None => self.learner.learner().best().1,
        };
        let model = Model::new(
            self.settings.clone(),
            self.max_grade(),
            self.scaling.clone(),
            self.map.clone(),
            scorer.into_owned(),
            self.n_features(),
        )?;
        let model = {
            let names = self.train.feature_names();
            model.with_names(&names[..names.len().min(self.n_features())])?
        };
        Ok(model)
    }

    /// Returns whether the model of the ended run learned little: its objective is at best hardly below that of w = 0,
    /// or all its scores are equal.
    pub fn has_learned_little(&self, model: &Model) -> bool {
        self.ended.as_ref().is_some_and(End::has_learned_little) || model.is_constant()
    }

    /// The measures of a scorer on a set: one list per measure, one value per
    /// query; all undefined if a score leaves the range. Empty without such data.
    pub(crate) fn values_on(
        &self,
        part: Part,
        scorer: &Scorer,
        measures: &[Measure],
    ) -> Vec<Vec<Option<f64>>> {
        let Some(set) = self.measured_set(part) else { return Vec::new() };
        let set = MeasuredSet { measures: measures.to_vec(), ..set };
        let ranked = |query: Query| scoring::rank(&set.data, query.documents, scorer);
        let rankings: Result<Vec<TiedRanking>, Error> = set.data.queries().map(ranked).collect();
        let mut values = vec![Vec::new(); measures.len()];
        for query in 0..set.data.n_queries() {
            let of_query = match &rankings {
                Ok(rankings) => set.values(query, &rankings[query]),
                Err(_) => vec![None; measures.len()],
            };
            values.iter_mut().zip(of_query).for_each(|(values, value)| values.push(value));
        }
        values
    }

    /// Number of cutting planes with a positive dual variable in the last solution; `None` for a method without them.
    pub(crate) fn n_support_planes(&self) -> Option<usize> {
        self.learner.planes().map(Trainer::n_support_planes)
    }

    /// Number of features before the map.
    pub(super) fn n_features(&self) -> usize {
        self.overview.features
    }

    /// Returns the highest grade of all data, which is the scale of ERR.
    pub(super) fn max_grade(&self) -> Grade {
        let watched = self.watched.iter().flatten().map(|data| data.max_grade());
        watched.fold(self.train.max_grade(), Grade::max)
    }
}
