//! A training whose data no machine holds: the driver. The pass over the queries runs where the partitions are, and the
//! step after it runs here. Must not know where partitions are, or how a task travels.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::data::{
    Dataset, FeatureMap, FittedMap, FittedScaling, Grade, MAX_FEATURES, Moments, QueryRows, Scaling, averages,
};
use crate::learner::cutting_plane::{Trainer, WorkingSetScheme};
use crate::learner::descent::Descent;
use crate::learner::partitions::{About, Answer, AskedPartitions, Partitions, Question, Sizes};
use crate::learner::{Advance, End};
use crate::loss::{GradeWeights, LossSpec};
use crate::method::selection::Choose;
use crate::method::settings::TrainingSettings;
use crate::method::{LearnerSpec, METHODS, RunConfig, StartedLearner};
use crate::model::Model;
use crate::util::error::{Error, shown};

use super::partition_task::{MeasureSum, Reply, Survey, Task, Whole};
use super::preparation::measure_keys;
use super::report::{MeasureValue, Progress, StepReport, Stop};

/// Returns the replies of all partitions to a task, in the order of the partitions.
pub type AskPartitions = dyn Fn(&Task) -> Result<Vec<Reply>, Error> + Send + Sync;

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
        let (best_objective, gap) = match &end.planes {
            Some(planes) => (Some(planes.best_primal), Some(planes.gap)),
            None => self.latest,
        };
        Stop {
            reason: end.reason,
            iterations: end.iterations,
            best_iteration: self.learner.learner().best().0,
            best_objective,
            gap,
            planes: end.planes,
            chosen: None,
            problem: end.problem.clone(),
        }
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

impl Survey {
    /// Whether the lists have a value for every feature, or none.
    fn has_widths(&self) -> bool {
        let widths = [self.minimum.len(), self.maximum.len()];
        (widths == [0; 2] || widths == [self.features; 2]) && self.names.len() <= MAX_FEATURES
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

fn surveys(ask: &AskPartitions, settings: &TrainingSettings) -> Result<Vec<Survey>, Error> {
    let replies = ask(&Task::Survey { settings: settings.clone() })?;
    let survey = |(place, reply)| match reply {
        Reply::Survey(survey) => Ok(survey),
        _ => Err(wrong_reply(place)),
    };
    replies.into_iter().enumerate().map(survey).collect()
}

/// Checks that the partitions are parts of one data set. Returns the first.
fn check_surveys(surveys: &[Survey]) -> Result<&Survey, Error> {
    let first = surveys.first().ok_or_else(|| Error::data("there are no partitions; give at least one"))?;
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (place, survey) in surveys.iter().enumerate() {
        if survey.queries.is_empty() {
            return Err(Error::data(format!("partitions[{place}] has no queries; leave it out")));
        }
        if survey.features > MAX_FEATURES || !survey.has_widths() {
            return Err(wrong_reply(place));
        }
        if survey.features != first.features {
            return Err(Error::data(format!(
                "partitions[{place}] has {} features, partitions[0] has {}; give all documents the same features",
                survey.features, first.features
            )));
        }
        if survey.names != first.names {
            return Err(Error::data(format!(
                "partitions[{place}] names its features differently from partitions[0]; give all the same columns in \
                 the same order"
            )));
        }
        for id in &survey.queries {
            if let Some(other) = places.insert(id, place) {
                return Err(Error::data(format!(
                    "query {} is in partitions[{other}] and in partitions[{place}]; put all documents of a query \
                     into one partition",
                    shown(id)
                )));
            }
        }
    }
    Ok(first)
}

/// Returns the scaling, fitted to all partitions.
fn fitted(ask: &AskPartitions, scaling: Scaling, surveys: &[Survey]) -> Result<FittedScaling, Error> {
    let extreme = |of: fn(&Survey) -> &Vec<f64>, is_beyond: fn(f64, f64) -> bool| {
        let mut extreme = of(&surveys[0]).clone();
        for survey in &surveys[1..] {
            for (extreme, &value) in extreme.iter_mut().zip(of(survey)) {
                *extreme = if is_beyond(value, *extreme) { value } else { *extreme };
            }
        }
        extreme
    };
    let minimum = extreme(|survey| &survey.minimum, |value, minimum| value < minimum);
    let maximum = extreme(|survey| &survey.maximum, |value, maximum| value > maximum);
    let n_documents = surveys.iter().fold(0_usize, |sum, survey| sum.saturating_add(survey.documents));
    let mean_of = |moments: &Moments| -> Result<Vec<f64>, Error> {
        let Moments { minimum, maximum, relative_mean } = moments.clone();
        let replies = ask(&Task::Moments { minimum, maximum, relative_mean })?;
        check_count(replies.len(), surveys.len())?;
        let mut total: Option<Vec<f64>> = None;
        for (place, reply) in replies.into_iter().enumerate() {
            let Reply::Moments { data, sums } = reply else { return Err(wrong_reply(place)) };
            check_data(place, &data, &surveys[place].data)?;
            if sums.len() != surveys[place].features {
                return Err(wrong_reply(place));
            }
            match &mut total {
                None => total = Some(sums),
                Some(total) => total.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum),
            }
        }
        Ok(averages(&total.unwrap_or_default(), n_documents))
    };
    Ok(match scaling {
        Scaling::None => FittedScaling::None,
        Scaling::Query => FittedScaling::Query,
        Scaling::Rank => FittedScaling::Rank,
        Scaling::MinMax => FittedScaling::MinMax { minimum, maximum },
        Scaling::Standard => {
            let mut moments = Moments { minimum, maximum, relative_mean: None };
            moments.relative_mean = Some(mean_of(&moments)?);
            let (mean, standard_deviation) = moments.finish(&mean_of(&moments)?);
            FittedScaling::Standard { mean, standard_deviation }
        }
    })
}

/// Returns small data that a loss can learn from exactly if it can learn from the partitions: with the lowest and the
/// highest grade, in one query if a query has both kinds.
fn outline(surveys: &[Survey]) -> Result<Dataset, Error> {
    let lowest: Grade = surveys.iter().map(|survey| survey.grades[0]).min().unwrap_or(0);
    let highest: Grade = surveys.iter().map(|survey| survey.grades[1]).max().unwrap_or(0);
    let query = |id: &str, grades: &[Grade]| QueryRows {
        id: id.to_owned(),
        grades: grades.to_vec(),
        features: vec![0.0; grades.len()],
        comments: Vec::new(),
    };
    let queries = match surveys.iter().any(|survey| survey.has_pairs) {
        true => vec![query("1", &[lowest, highest])],
        false => vec![query("1", &[lowest]), query("2", &[highest])],
    };
    Dataset::from_queries(1, &queries)
}

fn check_count(replies: usize, partitions: usize) -> Result<(), Error> {
    if replies == partitions {
        return Ok(());
    }
    Err(Error::data(format!(
        "{replies} replies came from {partitions} partitions; return one reply for each, in the order of the partitions"
    )))
}

/// Checks that a partition still has the data that it had at first.
fn check_data(place: usize, data: &str, expected: &str) -> Result<(), Error> {
    if data == expected {
        return Ok(());
    }
    Err(Error::data(format!(
        "partitions[{place}] replied from other data than at first; return the replies in the order of the partitions, \
         and make a lost partition again from the same data"
    )))
}

fn wrong_reply(place: usize) -> Error {
    Error::data(format!("partitions[{place}] did another task than it was given; pass tasks on as they are"))
}
