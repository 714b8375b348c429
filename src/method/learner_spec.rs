//! A parsed method that is ready to start on data. Must not know particular methods.
//!
//! A method is a structured loss, which cutting planes train, or a learner of its own. `TrainingRun` drives both
//! through the trait `Learner`. A step has figures that all learners share (`objective`, `gap`) and a `Detail` of its
//! kind; in JSON they stand beside each other.

use std::fmt;
use std::sync::Arc;

use crate::data::{Dataset, Grade};
use crate::learner::Learner;
use crate::learner::cutting_plane::{Trainer, TrainerConfig};
use crate::learner::descent::{DescentConfig, ScoreLoss};
use crate::loss::LossSpec;
use crate::method::settings::TrainingSettings;
use crate::metric::Measure;
use crate::util::error::Error;

/// The function that makes a loss or a learner from settings.
#[derive(Debug, Clone, Copy)]
pub(super) enum Parse {
    /// A structured loss for cutting planes.
    Loss(fn(&TrainingSettings) -> Result<LossSpec, Error>),
    /// A learner without cutting planes.
    Learner(fn(&TrainingSettings) -> Result<DirectLearner, Error>),
}

/// The parsed loss or learner of a method.
#[derive(Debug, Clone)]
pub enum LearnerSpec {
    /// A structured loss for cutting planes.
    Planes(LossSpec),
    /// A learner without cutting planes.
    Own(DirectLearner),
}

/// A configured and checked learner without cutting planes.
#[derive(Clone)]
pub struct DirectLearner {
    measure: Measure,
    /// Whether it optimises this measure, whose gains the grades of the data then need.
    optimises: bool,
    by_validation: bool,
    /// The loss of the scores of a query, if it has that form.
    score_loss: Option<Arc<dyn ScoreLoss>>,
    /// The settings of descent on that loss, if it is the whole method.
    descent: Option<DescentConfig>,
    start: Arc<Start>,
}

/// A learner on its data. A trainer that finds cutting planes can show more than other learners.
pub enum StartedLearner {
    /// Cutting planes.
    Planes(Box<Trainer>),
    /// A learner without them.
    Own(Box<dyn Learner>),
}

impl StartedLearner {
    /// The learner.
    pub fn learner(&self) -> &dyn Learner {
        match self {
            Self::Planes(trainer) => trainer.as_ref(),
            Self::Own(learner) => learner.as_ref(),
        }
    }

    /// The learner, to advance it.
    pub fn learner_mut(&mut self) -> &mut dyn Learner {
        match self {
            Self::Planes(trainer) => trainer.as_mut(),
            Self::Own(learner) => learner.as_mut(),
        }
    }

    /// The trainer that finds cutting planes; `None` for other learners.
    pub fn planes(&self) -> Option<&Trainer> {
        match self {
            Self::Planes(trainer) => Some(trainer),
            Self::Own(_) => None,
        }
    }

    /// The same trainer, to change it.
    pub fn planes_mut(&mut self) -> Option<&mut Trainer> {
        match self {
            Self::Planes(trainer) => Some(trainer),
            Self::Own(_) => None,
        }
    }
}

type Start = dyn Fn(Arc<Dataset>) -> Result<Box<dyn Learner>, Error> + Send + Sync;

impl LearnerSpec {
    /// Returns the same method without components for grades above `highest`, the highest grade of the data.
    pub fn up_to(self, highest: Grade) -> Self {
        match self {
            Self::Planes(loss) => Self::Planes(loss.up_to(highest)),
            Self::Own(_) => self,
        }
    }

    /// Checks that the gains of the method are exact on data with the grade `greatest`.
    ///
    /// # Errors
    /// [`Error::Config`] with what to give instead.
    pub fn check_grades(&self, greatest: Grade) -> Result<(), Error> {
        match self {
            Self::Planes(loss) => loss.check_grades(greatest),
            Self::Own(learner) if learner.optimises => learner.measure.check_trained(greatest),
            Self::Own(_) => Ok(()),
        }
    }

    /// Returns the same method with the weights of pairs that are computed from these training data.
    pub fn weighted_by(self, data: &Dataset) -> Self {
        match self {
            Self::Planes(loss) => Self::Planes(loss.weighted_by(data).into_owned()),
            Self::Own(_) => self,
        }
    }

    /// Returns the untrained learner on these data. `trainer`: the configuration for cutting planes.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting outside its range, [`Error::Data`] if the method cannot learn from the data.
    pub fn start(&self, data: Arc<Dataset>, trainer: &TrainerConfig) -> Result<StartedLearner, Error> {
        match self {
            Self::Planes(loss) => {
                let trainer = Trainer::new(data, &loss.slack_groups(), trainer.clone())?;
                Ok(StartedLearner::Planes(Box::new(trainer)))
            }
            Self::Own(learner) => Ok(StartedLearner::Own((learner.start)(data)?)),
        }
    }

    /// Returns the structured loss; `None` for learners without cutting planes.
    pub fn loss(&self) -> Option<&LossSpec> {
        match self {
            Self::Planes(loss) => Some(loss),
            Self::Own(_) => None,
        }
    }

    /// Returns the measure to report if the settings name none.
    pub fn reported_measure(&self) -> Measure {
        match self {
            Self::Planes(loss) => loss.reported_measure(),
            Self::Own(learner) => learner.measure,
        }
    }

    /// Whether validation data always choose the iteration, as in the method's paper.
    pub fn chooses_by_validation(&self) -> bool {
        matches!(self, Self::Own(DirectLearner { by_validation: true, .. }))
    }
}

impl DirectLearner {
    /// Returns a learner that reports `measure` unless the settings name other measures.
    pub(super) fn new<L: Learner + 'static>(
        measure: Measure,
        start: impl Fn(Arc<Dataset>) -> Result<L, Error> + Send + Sync + 'static,
    ) -> Self {
        let start: Arc<Start> = Arc::new(move |data| Ok(Box::new(start(data)?) as Box<dyn Learner>));
        Self { measure, optimises: false, by_validation: false, score_loss: None, descent: None, start }
    }

    /// Returns the same learner, which minimises this loss of the scores of every query.
    pub(super) fn minimising(self, loss: impl ScoreLoss + 'static) -> Self {
        Self { score_loss: Some(Arc::new(loss)), ..self }
    }

    /// The loss of the scores of a query; `None` for a learner of another form.
    pub fn score_loss(&self) -> Option<&dyn ScoreLoss> {
        self.score_loss.as_deref()
    }

    /// Returns the same learner, which is descent on its loss of the scores.
    pub(super) fn descending(self, config: DescentConfig) -> Self {
        Self { descent: Some(config), ..self }
    }

    /// The loss on which the method descends, with its settings; `None` for a learner of another form.
    pub(crate) fn descent(&self) -> Option<(&dyn ScoreLoss, &DescentConfig)> {
        self.score_loss().zip(self.descent.as_ref())
    }

    /// Returns the same learner, which optimises the measure that it reports.
    pub(super) fn optimising(self) -> Self {
        Self { optimises: true, ..self }
    }

    /// Returns the same learner, with rounds or epochs chosen by validation data.
    pub(super) fn by_validation(self) -> Self {
        Self { by_validation: true, ..self }
    }
}

impl fmt::Debug for DirectLearner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { measure, by_validation, .. } = self;
        f.debug_struct("DirectLearner")
            .field("measure", measure)
            .field("by_validation", by_validation)
            .finish()
    }
}
