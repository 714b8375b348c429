//! A partition of the training data, at the machine that holds it: it answers the questions of a distributed training.
//! Must not know where the other partitions are.

use std::sync::{Arc, Mutex, OnceLock};

use crate::data::{Dataset, Moments, Scaling, extremes};
use crate::learner::Learner;
use crate::learner::cutting_plane::{Trainer, TrainerConfig, WorkingSetScheme};
use crate::learner::descent::PartitionObjective;
use crate::learner::partitions::{About, Answer, Question};
use crate::loss::QueryCosts;
use crate::method::settings::TrainingSettings;
use crate::method::{LearnerSpec, RunConfig};
use crate::ranking::TiedRanking;
use crate::ranking::scorer::Scorer;
use crate::ranking::scoring;
use crate::util::checksum::Checksum;
use crate::util::error::Error;
use crate::util::threads;

use super::data_check::{check_features, check_no_gaps};
use super::distributed_run::cannot_distribute;
use super::measuring::MeasuredSet;
use super::partition_task::{MeasureSum, Reply, Survey, Task, Whole};
use super::preparation::{first_queries, grouped, prepared, scaled};

/// Queries of the training data of a [`DistributedRun`](super::DistributedRun).
///
/// It keeps the scaled data and the losses of the latest training, so that a question costs a pass over the data. They
/// are made again for other settings, or after the partition was lost: a reply depends on the task alone.
pub struct Partition {
    data: Arc<Dataset>,
    checksum: OnceLock<String>,
    bound: Mutex<Option<Bound>>,
}

/// The data and losses of one training.
struct Bound {
    settings: TrainingSettings,
    whole: Whole,
    measured: MeasuredSet,
    queries: BoundQueries,
}

/// The queries with their losses.
enum BoundQueries {
    Planes {
        trainer: Box<Trainer>,
        /// Every w to which its references were aligned.
        alignments: Vec<Vec<f64>>,
    },
    Descent(PartitionObjective),
}

impl Partition {
    /// Returns a partition of these raw data.
    pub fn new(data: Arc<Dataset>) -> Self {
        Self { data, checksum: OnceLock::new(), bound: Mutex::new(None) }
    }

    /// Does a task. Cost: at most three passes over the data, and for the first question of a training a copy of the
    /// data if they are scaled. Several threads share the work, but one task is done at a time.
    ///
    /// # Errors
    /// [`Error::Config`] for settings that do not fit the data, [`Error::Data`] for data that cannot be used, and for a
    /// task of other data.
    pub fn reply(&self, task: &Task) -> Result<Reply, Error> {
        match task {
            Task::Survey { settings } => self.survey(settings).map(Reply::Survey),
            Task::Moments { minimum, maximum, relative_mean } => {
                self.check_widths(&[minimum, maximum])?;
                self.check_widths(relative_mean.as_slice())?;
                let (minimum, maximum) = (minimum.clone(), maximum.clone());
                let moments = Moments { minimum, maximum, relative_mean: relative_mean.clone() };
                Ok(Reply::Moments { data: self.checksum(), sums: moments.sums(&self.data) })
            }
            Task::Question { settings, whole, sizes, question } => {
                // A panic of another task leaves the losses in any state.
                let mut bound = self.bound.lock().unwrap_or_else(|poisoned| {
                    self.bound.clear_poison();
                    let mut bound = poisoned.into_inner();
                    *bound = None;
                    bound
                });
                let fits = |bound: &Bound| {
                    bound.settings == *settings && bound.whole == *whole && bound.is_before(question)
                };
                if !bound.as_ref().is_some_and(fits) {
                    *bound = None;
                    *bound = Some(self.bind(settings, whole)?);
                }
                let Some(bound) = bound.as_mut() else { unreachable!("it is bound") };
                self.check_widths(&question.alignments)?;
                if let (BoundQueries::Descent(objective), Some(sizes)) = (&mut bound.queries, sizes) {
                    objective.weigh(sizes);
                }
                let answer = self.answer(bound, question)?;
                Ok(Reply::Answer {
                    data: self.checksum(),
                    measures: bound.measures(question, &answer),
                    answer,
                })
            }
        }
    }

    /// Returns a checksum of everything that a training can read of the data. Cost: a pass over the data, once.
    fn checksum(&self) -> String {
        let of_data = || {
            let mut sum = Checksum::default();
            let mut text = |text: &str| {
                sum.push(&text.len().to_le_bytes());
                sum.push(text.as_bytes());
            };
            for name in self.data.feature_names() {
                text(name.as_deref().unwrap_or_default());
            }
            for (index, query) in self.data.queries().enumerate() {
                text(query.id);
                text(&self.data.weight(index).to_string());
                for document in query.documents {
                    text(self.data.comment(document));
                }
            }
            for document in 0..self.data.n_documents() {
                sum.push(&self.data.grade(document).to_le_bytes());
                for value in self.data.features(document).iter() {
                    sum.push(&value.to_bits().to_le_bytes());
                }
            }
            sum.hex()
        };
        self.checksum.get_or_init(of_data).clone()
    }

    /// Checks the data and counts.
    fn survey(&self, settings: &TrainingSettings) -> Result<Survey, Error> {
        let config = settings.parse()?;
        let data = &self.data;
        check_features(data)?;
        check_no_gaps(data)?;
        config.check_clicks(data)?;
        let grades = (0..data.n_documents()).map(|document| data.grade(document));
        let lowest = grades.min().unwrap_or(0);
        let (minimum, maximum) = match config.scaling {
            Scaling::None | Scaling::Query | Scaling::Rank => (Vec::new(), Vec::new()),
            Scaling::MinMax | Scaling::Standard => extremes(data, 0..data.n_documents()),
        };
        Ok(Survey {
            data: self.checksum(),
            queries: data.queries().map(|query| query.id.to_owned()).collect(),
            documents: data.n_documents(),
            features: data.n_features(),
            names: data.feature_names().to_vec(),
            grades: [lowest, data.max_grade()],
            has_pairs: data.queries().any(|query| query.grades.windows(2).any(|two| two[0] != two[1])),
            minimum,
            maximum,
        })
    }

    /// Returns the scaled data with their losses.
    fn bind(&self, settings: &TrainingSettings, whole: &Whole) -> Result<Bound, Error> {
        let config = settings.parse()?;
        let data = Dataset::clone(&self.data).with_max_grade(whole.max_grade);
        let data = grouped(first_queries(&config, Arc::new(data)), &config.group)?;
        // A partition may be empty now, as long as the others are not.
        let (data, _) = prepared(&config, scaled(&whole.scaling, data));
        let costs = config.cost.as_ref().map(|cost| QueryCosts::new(cost, &data)).transpose()?;
        let measured = MeasuredSet {
            data: Arc::clone(&data),
            measures: config.measures.clone(),
            threshold: config.threshold,
            max_grade: whole.max_grade,
            costs: costs.map(Arc::new),
        };
        let queries = BoundQueries::new(config, data, &measured)?;
        Ok(Bound { settings: settings.clone(), whole: whole.clone(), measured, queries })
    }

    fn answer(&self, bound: &mut Bound, question: &Question) -> Result<Answer, Error> {
        let (About::Pass { w, .. }
        | About::Alignment { w }
        | About::Slope { w, .. }
        | About::Bias { w, .. }
        | About::Curvature { w, .. }) = &question.about
        else {
            return bound.queries.answer(question, &[]);
        };
        self.check_widths(&[w])?;
        bound.queries.answer(question, w)
    }

    /// Checks that vectors have a value per feature.
    fn check_widths(&self, vectors: &[impl AsRef<[f64]>]) -> Result<(), Error> {
        let width = self.data.n_features();
        match vectors.iter().map(|vector| vector.as_ref().len()).find(|&length| length != width) {
            None => Ok(()),
            Some(length) => Err(Error::data(format!(
                "a question has {length} values for {width} features; ask every partition of one training"
            ))),
        }
    }
}

impl Bound {
    /// Returns whether the references were aligned to nothing that is unknown to the question.
    fn is_before(&self, question: &Question) -> bool {
        match &self.queries {
            BoundQueries::Planes { alignments, .. } => question.alignments.starts_with(alignments),
            BoundQueries::Descent(_) => true,
        }
    }

    /// Returns the measures at the w of a question, if an iteration may be about it.
    fn measures(&self, question: &Question, answer: &Answer) -> Vec<MeasureSum> {
        let w = match (&question.about, answer) {
            (About::Pass { w, is_trial: false }, Answer::Pass(sums)) if sums.problem.is_none() => w,
            (About::Slope { w, .. }, Answer::Slope(sums)) if sums.is_finite => w,
            _ => return Vec::new(),
        };
        let (data, scorer) = (&self.measured.data, Scorer::Linear { weights: w.clone() });
        let of_query = |index: usize| -> Result<Vec<Option<f64>>, Error> {
            if let BoundQueries::Planes { trainer, .. } = &self.queries
                && let Some(values) = trainer.latest_measures(index)
            {
                return Ok(values.to_vec());
            }
            Ok(self.measured.values(index, &scoring::rank(data, data.query(index).documents, &scorer)?))
        };
        let values = match threads::pays(data.n_documents(), data.n_features()) {
            true => threads::map(data.n_queries(), of_query),
            false => (0..data.n_queries()).map(of_query).collect(),
        };
        let mut sums = vec![MeasureSum { sum: 0.0, queries: 0 }; self.measured.measures.len()];
        for of_query in values {
            for (place, sum) in sums.iter_mut().enumerate() {
                match &of_query {
                    Ok(values) => {
                        sum.sum += values[place].unwrap_or(0.0);
                        sum.queries += usize::from(values[place].is_some());
                    }
                    // A mean without this query would describe other data, so there is no mean.
                    Err(_) => sum.sum = f64::NAN,
                }
            }
        }
        sums
    }
}

impl BoundQueries {
    fn new(config: RunConfig, data: Arc<Dataset>, measured: &MeasuredSet) -> Result<Self, Error> {
        match config.learner.up_to(measured.max_grade) {
            LearnerSpec::Planes(loss) => {
                let one_slack = TrainerConfig { working_set: WorkingSetScheme::OneSlack, ..config.trainer };
                let mut trainer = Trainer::of_partition(data, &loss.slack_groups(), one_slack)?;
                let measured = measured.clone();
                let measures = move |query: usize, ranking: &TiedRanking| measured.values(query, ranking);
                trainer.measure_with(Arc::new(measures));
                Ok(Self::Planes { trainer: Box::new(trainer), alignments: Vec::new() })
            }
            LearnerSpec::Own(learner) => {
                let (loss, config) = learner.descent().ok_or_else(cannot_distribute)?;
                Ok(Self::Descent(PartitionObjective::new(data, loss, config.clone())))
            }
        }
    }

    /// Answers a question. `w`: that of the question, if it has one.
    fn answer(&mut self, question: &Question, w: &[f64]) -> Result<Answer, Error> {
        Ok(match (self, &question.about) {
            (Self::Planes { trainer, alignments }, about) => {
                for w in &question.alignments[alignments.len()..] {
                    trainer.align(w);
                    alignments.push(w.clone());
                }
                match about {
                    About::Sizes => Answer::Sizes(trainer.sizes()),
                    About::Directions => Answer::Directions(trainer.start_directions()),
                    About::Pass { is_trial, .. } => Answer::Pass(trainer.pass_at(w, *is_trial)),
                    About::Alignment { .. } => {
                        let sums = trainer.align(w);
                        if sums.is_finite {
                            alignments.push(w.to_vec());
                        }
                        Answer::Alignment(sums)
                    }
                    _ => return Err(other_method()),
                }
            }
            (Self::Descent(objective), about) => match about {
                About::Sizes => Answer::Sizes(objective.sizes()),
                About::Slope { bias, .. } => Answer::Slope(objective.slope(w, *bias)),
                About::Bias { bias, .. } => Answer::Bias(objective.bias(w, *bias)),
                About::Curvature { bias, .. } => Answer::Curvature(objective.curvature(w, *bias)),
                _ => return Err(other_method()),
            },
        })
    }
}

fn other_method() -> Error {
    Error::data("a question is about another method; ask every partition of one training")
}
