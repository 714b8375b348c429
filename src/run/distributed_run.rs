//! A training whose data no machine holds: the driver. The pass over the queries runs where the partitions are, and the
//! step after it runs here. Must not know where partitions are, or how a task travels.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::data::{Dataset, FeatureMap, FittedMap};
use crate::learner::cutting_plane::{Trainer, WorkingSetScheme};
use crate::learner::descent::Descent;
use crate::learner::partitions::{About, Answer, AskedPartitions, Partitions, Question, Sizes};
use crate::learner::{Advance, End};
use crate::loss::{GradeWeights, LossSpec};
use crate::method::selection::Choose;
use crate::method::settings::TrainingSettings;
use crate::method::{LearnerSpec, METHODS, RunConfig, StartedLearner};
use crate::model::Model;
use crate::util::error::Error;

use super::partition_survey::{
    AskPartitions, check_count, check_data, check_surveys, fitted, outline, surveys, wrong_reply,
};
use super::partition_task::{MeasureSum, Reply, Task, Whole};
use super::preparation::measure_keys;
use super::report::{MeasureValue, Progress, StepReport, Stop};

/// A run over [partitions](super::Partition), with one slack for all queries, or by descent on a smooth loss.
///
/// The result depends on the partitions and their order, not on where or when a reply is computed. With one partition
/// the bits of a method with cutting planes are those of a [`TrainingRun`](super::TrainingRun) with one slack.
pub struct DistributedRun {
    settings: TrainingSettings,
    whole: Whole,
    names: Vec<Option<String>>,
    n_features: usize,
    keys: Vec<String>,
    partitions: Arc<Asked>,
    learner: StartedLearner,
    /// Objective and gap of the latest step.
    latest: (Option<f64>, Option<f64>),
    ended: Option<End>,
}

impl DistributedRun {
    /// Returns a run at w = 0. It asks the partitions for their sizes, for what the scaling needs, and for the
    /// directions in which w can start.
    ///
    /// # Errors
    /// [`Error::Config`] for settings that cannot be used, or not on partitions. [`Error::Data`] for partitions that
    /// differ in their features, have no query, or share a query, and if no query can be used. The error of `ask`.
    pub fn new(ask: Box<AskPartitions>, settings: &TrainingSettings) -> Result<Self, Error> {
        let mut config = settings.parse()?;
        check_settings(settings, &config)?;
        let surveys = surveys(&ask, settings)?;
        let first = check_surveys(&surveys)?;
        let max_grade = surveys.iter().map(|survey| survey.grades[1]).max().unwrap_or(0);
        config.check_grades(max_grade)?;
        let scaling = fitted(&ask, config.scaling, &surveys)?;
        config.learner = config.learner.up_to(max_grade);
        let whole = Whole { max_grade, scaling };
        let partitions = Arc::new(Asked {
            ask,
            data: surveys.iter().map(|survey| survey.data.clone()).collect(),
            settings: settings.clone(),
            whole: whole.clone(),
            sizes: OnceLock::new(),
            measures: Mutex::new(Vec::new()),
        });
        let asked = AskedPartitions::new(Arc::clone(&partitions) as Arc<dyn Partitions>, first.features)?;
        partitions.sizes.get_or_init(|| asked.sizes);
        let (names, n_features) = (first.names.clone(), first.features);
        let features = Arc::new(Dataset::without_queries(n_features, max_grade));
        let learner = match &config.learner {
            LearnerSpec::Planes(loss) => {
                let trainer = config.trainer.clone();
                let trainer = Trainer::on_partitions(features, asked, &loss.slack_groups(), trainer)?;
                StartedLearner::Planes(Box::new(trainer))
            }
            LearnerSpec::Own(learner) => {
                let (loss, descent) = learner.descent().ok_or_else(cannot_distribute)?;
                loss.check(&outline(&surveys)?)?;
                let learner = Descent::on_partitions(features, asked, loss, descent.clone())?;
                StartedLearner::Own(Box::new(learner))
            }
        };
        let keys = measure_keys(settings, &config);
        let settings = settings.clone();
        let latest = (None, None);
        let run = Self { settings, whole, names, n_features, keys, partitions, learner, latest, ended: None };
        run.check_complete()?;
        Ok(run)
    }

    /// Works for about `budget` queries' worth of time at the driver, or to the next report. A pass over the partitions
    /// is one piece of work.
    ///
    /// After an error the run has ended, because its model would lack a partition.
    ///
    /// # Errors
    /// The first error of a partition.
    pub fn advance(&mut self, budget: usize) -> Result<Progress, Error> {
        if let Some(end) = &self.ended {
            return Ok(Progress::Stopped { stop: self.stop(end) });
        }
        let advance = self.learner.learner_mut().advance(budget);
        self.check_complete()?;
        Ok(match advance {
            Advance::Working { phase, done, of } => Progress::Working { phase, done, of },
            Advance::Stepped(step) => {
                self.latest = (step.best_objective, step.gap);
                let (train, valid, test) = (self.measures(), Vec::new(), Vec::new());
                Progress::Stepped { report: StepReport { step, train, valid, test } }
            }
            Advance::Stopped(end) => {
                let stop = self.stop(&end);
                self.ended = Some(end);
                Progress::Stopped { stop }
            }
        })
    }

    /// Checks that every partition has answered.
    fn check_complete(&self) -> Result<(), Error> {
        match self.learner.learner().failure() {
            Some(problem) => Err(Error::data(problem)),
            None => Ok(()),
        }
    }

    /// Returns the model so far: the best iterate.
    ///
    /// # Errors
    /// [`Error::Numeric`] if its weights are not finite; [`Error::Data`] after the loss of a partition, and if two
    /// features have the same name.
    pub fn model(&self) -> Result<Model, Error> {
        self.check_complete()?;
        let model = Model::new(
            self.settings.clone(),
            self.whole.max_grade,
            self.whole.scaling.clone(),
            FittedMap::None,
            self.learner.learner().best().1.into_owned(),
            self.n_features,
        )?;
        model.with_names(&self.names[..self.names.len().min(self.n_features)])
    }

    /// Returns whether the model of the ended run learned little, as
    /// [`TrainingRun::has_learned_little`](super::TrainingRun::has_learned_little).
    pub fn has_learned_little(&self, model: &Model) -> bool {
        self.ended.as_ref().is_some_and(End::has_learned_little) || model.is_constant()
    }

    /// Keys of the reported measures.
    pub fn measure_keys(&self) -> &[String] {
        &self.keys
    }

    /// Returns the measures at the w of the latest pass, which is the w of the latest step.
    fn measures(&self) -> Vec<MeasureValue> {
        let sums = self.partitions.measures.lock().unwrap_or_else(PoisonError::into_inner);
        let value = |(place, key): (usize, &String)| MeasureValue {
            measure: key.clone(),
            value: sums.get(place).filter(|sum| sum.queries > 0 && sum.sum.is_finite()).map(MeasureSum::mean),
        };
        self.keys.iter().enumerate().map(value).collect()
    }

    fn stop(&self, end: &End) -> Stop {
        Stop::of(end, self.learner.learner().best().0, self.latest, None)
    }
}

/// The partitions, asked with the settings of the run.
struct Asked {
    ask: Box<AskPartitions>,
    /// The checksums of the data of all partitions.
    data: Vec<String>,
    settings: TrainingSettings,
    whole: Whole,
    /// The sizes of all partitions, once they are known.
    sizes: OnceLock<Sizes>,
    /// The measures of the latest pass.
    measures: Mutex<Vec<MeasureSum>>,
}

impl Partitions for Asked {
    fn ask(&self, question: &Question) -> Result<Vec<Answer>, Error> {
        let (settings, whole) = (self.settings.clone(), self.whole.clone());
        let sizes = self.sizes.get().copied();
        let replies = (self.ask)(&Task::Question { settings, whole, sizes, question: question.clone() })?;
        check_count(replies.len(), self.data.len())?;
        let mut measured: Vec<MeasureSum> = Vec::new();
        let mut answers = Vec::with_capacity(replies.len());
        for (place, reply) in replies.into_iter().enumerate() {
            let Reply::Answer { data, answer, measures } = reply else { return Err(wrong_reply(place)) };
            check_data(place, &data, &self.data[place])?;
            if place == 0 {
                measured = measures;
            } else {
                if measures.len() != measured.len() {
                    return Err(wrong_reply(place));
                }
                measured.iter_mut().zip(measures).for_each(|(sum, next)| sum.add(next));
            }
            answers.push(answer);
        }
        if matches!(question.about, About::Pass { .. } | About::Slope { .. }) {
            *self.measures.lock().unwrap_or_else(PoisonError::into_inner) = measured;
        }
        Ok(answers)
    }
}

impl MeasureSum {
    fn add(&mut self, next: Self) {
        self.sum += next.sum;
        self.queries = self.queries.saturating_add(next.queries);
    }

    fn mean(&self) -> f64 {
        self.sum / self.queries as f64
    }
}

/// Returns the error about a method that needs all data in one place.
pub(super) fn cannot_distribute() -> Error {
    let settings = |name: &str| TrainingSettings { method: name.to_owned(), ..TrainingSettings::default() };
    let can = |name: &&str| settings(name).parse().is_ok_and(|config| is_distributable(&config.learner));
    let names: Vec<&str> = METHODS.iter().map(|method| method.name).filter(can).collect();
    Error::config(
        "method",
        format!("it needs all data in one place; the methods for partitions are {}", names.join(", ")),
    )
}

fn is_distributable(learner: &LearnerSpec) -> bool {
    match learner {
        LearnerSpec::Planes(_) => true,
        LearnerSpec::Own(learner) => learner.descent().is_some(),
    }
}

/// Refuses settings that need all data in one place.
fn check_settings(settings: &TrainingSettings, config: &RunConfig) -> Result<(), Error> {
    if !is_distributable(&config.learner) {
        return Err(cannot_distribute());
    }
    let has_planes = config.learner.loss().is_some();
    if has_planes && config.trainer.working_set == WorkingSetScheme::NSlack {
        let problem = "n-slack keeps planes of every query, and the queries are in partitions; use 1-slack";
        return Err(Error::config("working_set", problem));
    }
    if config.map != FeatureMap::None {
        let problem = format!("{} is fitted to all data; map the features of each partition", settings.map);
        return Err(Error::config("map", problem));
    }
    if config.first_queries.is_some() {
        let problem = "partitions have no first queries; leave out documents or partitions instead";
        return Err(Error::config("first_queries", problem));
    }
    if config.choose != Choose::Optimum {
        let problem = "validation needs validation data, and partitions are training data; use optimum";
        return Err(Error::config("choose", problem));
    }
    let lacks_weights = config.learner.loss().is_some_and(LossSpec::lacks_weights);
    let by_swaps = match &config.learner {
        LearnerSpec::Own(learner) => {
            learner.descent().is_some_and(|(_, descent)| descent.pair_weights != GradeWeights::Equal)
        }
        LearnerSpec::Planes(_) => lacks_weights,
    };
    if by_swaps {
        let problem = "swap-loss is computed from all data in one place; use equal";
        return Err(Error::config("pair_weights", problem));
    }
    Ok(())
}
