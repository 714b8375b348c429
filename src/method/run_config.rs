//! Parsing of [`TrainingSettings`] into the configuration of a run.

use super::descent::PAIR_WEIGHTS;
use super::learner_spec::{LearnerSpec, Parse};
use super::pairwise::{PAIRS_OF, of_all_grades};
use super::{loss_options, method, shared, training_options};
use crate::data::{Dataset, FeatureMap, Grade, Grouping, Preparation, Scaling};
use crate::learner::cutting_plane::TrainerConfig;
use crate::loss::DormCost;
use crate::loss::{LossSpec, Profiles, Reference};
use crate::method::selection::Choose;
use crate::method::settings::{MAX_MEASURES, MAX_TEXT, TrainingSettings};
use crate::metric::{COST, Measure};
use crate::ranking::diversity::USUAL_DIVERSE_RANKS;
use crate::util::error::Error;

/// Parsed settings.
#[derive(Debug, Clone)]
pub struct RunConfig {
    /// Method to train.
    pub learner: LearnerSpec,
    /// The optimisation with cutting planes.
    pub trainer: TrainerConfig,
    /// Number of training queries, the first of the data; `None` for all.
    pub first_queries: Option<usize>,
    /// Documents to leave out of the training data.
    pub preparation: Preparation,
    /// Groups of documents, by the raw data.
    pub group: Grouping,
    /// Number of first ranks that show each group at most once: those of the first measure of groups, or 10.
    pub diverse_ranks: usize,
    /// Feature scaling.
    pub scaling: Scaling,
    /// Feature map, after scaling and preparation.
    pub map: FeatureMap,
    /// Rule that chooses the model among the iterates.
    pub choose: Choose,
    /// Rounds or epochs without a higher validation measure after which training stops; `None` for no such stop, and
    /// for methods whose rounds validation data do not choose.
    pub patience: Option<usize>,
    /// Measures to report, at least one.
    pub measures: Vec<Measure>,
    /// The cost that the measure `cost` means; `None` if it is not reported.
    pub cost: Option<DormCost>,
    /// Documents with this grade or a higher one are good.
    pub threshold: Grade,
    /// Whether the click weights of the data stand for their grades.
    pub by_clicks: bool,
}

impl RunConfig {
    /// Checks that the training data have click weights if the settings learn from them, and none otherwise.
    ///
    /// # Errors
    /// [`Error::Config`] with what to do.
    pub fn check_clicks(&self, train: &Dataset) -> Result<(), Error> {
        let problem = match (self.by_clicks, train.has_click_weights()) {
            (true, false) => "clicks needs a log of clicks on the training data; give it by --clicks",
            (false, true) => "the training data have click weights; set targets to clicks to learn from them",
            _ => return Ok(()),
        };
        Err(Error::config("targets", problem))
    }

    /// Checks that there are validation data if the settings can be followed only with them.
    ///
    /// # Errors
    /// [`Error::Config`] naming the setting, with what to give.
    pub fn check_validation(&self, has_validation: bool) -> Result<(), Error> {
        if self.patience.is_none() || has_validation {
            return Ok(());
        }
        Err(Error::config("patience", "it needs validation data; give them by --valid or a share of --split"))
    }

    /// Checks that the gains of the method and of the measures are exact on data with the grade `greatest`.
    ///
    /// # Errors
    /// [`Error::Config`] with what to give instead.
    pub fn check_grades(&self, greatest: Grade) -> Result<(), Error> {
        self.learner.check_grades(greatest)?;
        self.measures.iter().try_for_each(|measure| measure.check_grades(greatest))
    }
}

/// Largest number of documents for which [`TrainingSettings::profiles`] returns vectors.
const MAX_PROFILE: usize = 100_000;

impl TrainingSettings {
    /// Parses the settings. Every value is checked, even for options that the method does not use.
    ///
    /// # Errors
    /// [`Error::Config`] naming the first setting that is not in its grammar or range.
    pub fn parse(&self) -> Result<RunConfig, Error> {
        let options = || loss_options().into_iter().chain(training_options());
        options().try_for_each(|option| option.check_size(self))?;
        (shared::THRESHOLD.check)(self)?;
        let learner = self.learner()?;
        options().try_for_each(|option| (option.check)(self))?;
        // A model file has a value of every measure, and could not be written after the training.
        if self.measures.len() > MAX_MEASURES {
            let problem = format!("{} measures are more than {MAX_MEASURES}", self.measures.len());
            return Err(Error::config("measures", problem));
        }
        if self.measures.iter().any(|measure| measure.chars().count() > MAX_TEXT) {
            return Err(Error::config("measures", format!("a measure is longer than {MAX_TEXT} characters")));
        }
        let measures = if self.measures.is_empty() {
            vec![learner.reported_measure()]
        } else {
            self.measures.iter().map(|measure| measure.parse()).collect::<Result<_, _>>()?
        };
        if measures.iter().any(|measure| measure.key().chars().count() > MAX_TEXT) {
            let problem =
                format!("the name of a measure with these gains is longer than {MAX_TEXT} characters");
            return Err(Error::config("label_gain", problem));
        }
        let trainer = TrainerConfig {
            c: self.c,
            gap: self.gap,
            max_iterations: self.max_iterations,
            working_set: self.working_set.parse()?,
            steps: self.steps.parse()?,
            seed: self.seed,
        };
        trainer.check()?;
        let group: Grouping = self.group.parse()?;
        let choose: Choose = self.choose.parse()?;
        let bounded = learner.loss().map(LossSpec::reported_measure);
        let mut of_groups = bounded.iter().chain(&measures).filter(|measure| measure.needs_groups());
        let of_groups = of_groups.next();
        if let Some(measure) = of_groups
            && group.is_none()
        {
            let problem =
                format!("{measure} needs groups of documents, and there are none; use key:NAME or feature:I");
            return Err(Error::config("group", problem));
        }
        if let Some(measure) = measures.first().filter(|measure| measure.prefers_less())
            && (choose == Choose::Validation || learner.chooses_by_validation())
        {
            let problem = format!(
                "{measure} comes first and would choose the model, but fewer is better; put another first"
            );
            return Err(Error::config("measures", problem));
        }
        Ok(RunConfig {
            patience: self.patience.filter(|_| learner.chooses_by_validation()),
            learner,
            group,
            diverse_ranks: of_groups.and_then(Measure::diverse_ranks).unwrap_or(USUAL_DIVERSE_RANKS),
            trainer,
            first_queries: self.first_queries,
            preparation: Preparation {
                drop_zero: self.drop_zero,
                drop_near_duplicates: self.drop_near_duplicates,
            },
            scaling: self.scale.parse()?,
            map: self.map.parse()?,
            choose,
            cost: measures
                .iter()
                .any(|measure| measure.is(&COST))
                .then(|| self.measured_cost())
                .transpose()?,
            measures,
            threshold: self.threshold,
            by_clicks: self.learns_from_clicks(),
        })
    }

    /// What the settings train.
    fn learner(&self) -> Result<LearnerSpec, Error> {
        if self.learns_from_clicks() {
            return super::clicks::parse(self);
        }
        match method(&self.method)?.parse {
            Parse::Loss(parse) => Ok(LearnerSpec::Planes(self.with_reference(parse(self)?)?)),
            Parse::Learner(parse) => Ok(LearnerSpec::Own(parse(self)?)),
        }
    }

    fn with_reference(&self, loss: LossSpec) -> Result<LossSpec, Error> {
        match self.reference.parse()? {
            Reference::Ramp => loss.ramp(),
            Reference::Fixed | Reference::Averaged | Reference::Aligned => Ok(loss),
        }
    }

    /// Returns decay and discounts of the loss for a query of `documents` documents.
    ///
    /// # Errors
    /// [`Error::Config`] for settings that cannot be used, or for more than 100,000 documents.
    pub fn profiles(&self, documents: usize) -> Result<Profiles, Error> {
        if documents > MAX_PROFILE {
            return Err(Error::config("documents", format!("{documents} is more than {MAX_PROFILE}")));
        }
        let learner = self.learner()?;
        let loss = learner
            .loss()
            .ok_or_else(|| Error::config("method", "it has neither a decay profile nor discounts"))?;
        Ok(loss.profiles(documents))
    }

    /// Sets options without effect to their defaults if their values are invalid. Files can contain such values,
    /// because earlier versions did not check them.
    ///
    /// # Errors
    /// [`Error::Config`] for an unknown method or component.
    pub fn mend_unused(&mut self) -> Result<(), Error> {
        let effective = super::effective_options(self)?;
        // Pairs of good and bad documents have one weight.
        if effective.iter().any(|option| option.name == PAIRS_OF.name) && of_all_grades(self) == Ok(false) {
            PAIR_WEIGHTS.reset(self);
        }
        let mut unused = loss_options();
        unused.retain(|option| effective.iter().all(|other| other.name != option.name));
        for checked in &unused {
            // A check can concern several options. Each is reset at most once, because its default passes.
            for _ in &unused {
                let Err(Error::Config { field, .. }) = (checked.check)(self) else { break };
                match unused.iter().find(|option| option.name == field) {
                    Some(option) => option.reset(self),
                    None => break,
                }
            }
        }
        Ok(())
    }
}
