//! Simulated clicks that a cell learns from in place of grades: their settings, and the log as it grows.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::ordered::from_value;
use crate::clicks::{
    Clip, CurveName, EstimationSettings, Estimator, Keep, Logger, MAX_COUNTED_SESSIONS, PropensitySource,
    SimulationSettings, Simulator, Users, estimate, expected_log, relevance,
};
use crate::data::Dataset;
use crate::util::error::{Error, shown};
use crate::util::json;
use crate::util::menu_entry::nearest;
use crate::util::serde_message::plain_words;

/// What stands before the settings of clicks in a study.
pub(super) const PREFIX: &str = "clicks.";

/// The estimator of a training that knows the relevance of every document.
const FULL: &str = "full";

/// The propensities that the simulated users have.
const TRUE: &str = "true";

/// The propensities that are estimated from the log.
const ESTIMATED: &str = "estimated";

/// Sessions that are drawn one by one between two chances to stop.
const PIECE: u64 = 200_000;

/// Settings of simulated clicks. In a study each stands after the word `clicks.`, such as `clicks.eta`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StudyClicks {
    /// What ranks the documents that users see: `feature:F`, `feature:-F` or `random`.
    pub logger: String,
    /// Logger of some sessions; empty for none.
    pub second_logger: String,
    /// Probability that a session has the second logger.
    pub share: f64,
    /// Model of users.
    pub users: Users,
    /// As in [`SimulationSettings`].
    pub eta: f64,
    /// As in [`SimulationSettings`].
    pub noise: f64,
    /// As in [`SimulationSettings`].
    pub swap: usize,
    /// As in [`SimulationSettings`].
    pub shuffle: usize,
    /// As in [`SimulationSettings`].
    pub cut: usize,
    /// Number of sessions.
    pub sessions: u64,
    /// Whether counts are expected ones, so that nothing is drawn.
    pub expected: bool,
    /// `naive`, `ips` or `affine`, or `full` for the relevance of every document in place of clicks.
    pub estimator: String,
    /// `true` for those of the simulated users, `estimated` for an estimate from the log, or `power:ETA`, `trust:ETA`
    /// or `list:P,P,…`.
    pub propensities: String,
    /// `auto`, `none` or the least propensity.
    pub clip: String,
}

impl Default for StudyClicks {
    fn default() -> Self {
        let SimulationSettings { users, eta, noise, share, swap, shuffle, cut, .. } =
            SimulationSettings::default();
        Self {
            logger: String::new(),
            second_logger: String::new(),
            share,
            users,
            eta,
            noise,
            swap,
            shuffle,
            cut,
            sessions: 10_000,
            expected: false,
            estimator: Estimator::default().name().to_owned(),
            propensities: TRUE.to_owned(),
            clip: Clip::default().to_string(),
        }
    }
}

/// Where the propensities of a training come from.
enum Seen {
    Nothing,
    Estimate,
    Named(CurveName),
}

impl StudyClicks {
    /// Returns the settings as an object of JSON, by the keys of a study.
    pub(super) fn object(&self) -> Vec<(String, Value)> {
        let Value::Object(object) = json::value_of(self) else { return Vec::new() };
        object.into_iter().map(|(key, value)| (format!("{PREFIX}{key}"), value)).collect()
    }

    /// Returns the settings with one more value.
    ///
    /// # Errors
    /// A sentence for an unknown setting, or a value of another form.
    pub(super) fn with(&self, key: &str, value: &Value) -> Result<Self, String> {
        let mut object: Map<String, Value> = match json::value_of(self) {
            Value::Object(object) => object,
            _ => Map::new(),
        };
        let name = key.strip_prefix(PREFIX).unwrap_or(key);
        let Some(slot) = object.get_mut(name) else {
            let known: Vec<String> = self.object().into_iter().map(|(key, _)| key).collect();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let nearest = nearest(key, &known);
            return Err(format!("{} is not a setting of clicks; the nearest are {nearest}", shown(key)));
        };
        *slot = value.clone();
        from_value(&Value::Object(object)).map_err(|error| plain_words(&error.to_string()))
    }

    fn simulation(&self, seed: u64) -> SimulationSettings {
        let Self { users, eta, noise, share, swap, shuffle, cut, .. } = *self;
        let propensities = matches!(self.seen(), Ok(Seen::Named(CurveName::OfLog)));
        SimulationSettings { users, eta, noise, share, swap, shuffle, cut, propensities, seed }
    }

    fn loggers(&self) -> Result<(Logger, Option<Logger>), Error> {
        let second = match self.second_logger.as_str() {
            "" => None,
            text => {
                Some(Logger::parse(text).map_err(|error| Error::config("second_logger", error.to_string()))?)
            }
        };
        Ok((Logger::parse(&self.logger)?, second))
    }

    fn is_full(&self) -> bool {
        self.estimator.trim().eq_ignore_ascii_case(FULL)
    }

    /// Returns where propensities come from.
    fn seen(&self) -> Result<Seen, Error> {
        let Self { users, eta, propensities, .. } = self;
        if self.is_full() || self.estimator.parse::<Estimator>()? == Estimator::Naive {
            return Ok(Seen::Nothing);
        }
        match (propensities.trim(), users) {
            (TRUE, Users::Pbm) => Ok(Seen::Named(CurveName::Power(*eta))),
            (TRUE, Users::Trust) => Ok(Seen::Named(CurveName::Trust(*eta))),
            (TRUE, Users::Dcm) => Ok(Seen::Named(CurveName::OfLog)),
            (TRUE, Users::Dbn) => {
                let problem = "users of dbn have none that can be divided by; give estimated, or a curve such as power:1";
                Err(Error::config("propensities", problem))
            }
            (ESTIMATED, _) => Ok(Seen::Estimate),
            (text, _) => CurveName::parse(text)?
                .filter(|name| *name != CurveName::OfLog)
                .map(Seen::Named)
                .ok_or_else(|| {
                    let problem =
                        format!("{} is not true, estimated, power:ETA, trust:ETA or list:P,P,…", shown(text));
                    Error::config("propensities", problem)
                }),
        }
    }

    /// Checks the settings.
    ///
    /// # Errors
    /// [`Error::Config`] with the first setting that cannot be used.
    pub(super) fn check(&self) -> Result<(), Error> {
        if self.logger.trim().is_empty() {
            let problem = "it is missing; give clicks.logger, such as feature:1, whose lists users see";
            return Err(Error::config("logger", problem));
        }
        self.loggers()?;
        if !self.is_full() {
            self.estimator.parse::<Estimator>().map_err(|_| {
                let problem = format!("{} is not one of naive, ips, affine, {FULL}", shown(&self.estimator));
                Error::config("estimator", problem)
            })?;
        }
        let shows_at_several_ranks = self.swap > 0
            || self.shuffle > 0
            || !self.second_logger.is_empty()
            || self.loggers()?.0.is_random();
        if matches!(self.seen()?, Seen::Estimate) && !shows_at_several_ranks {
            let problem = "estimated needs documents that were shown at several ranks; give clicks.swap, \
                           clicks.shuffle or clicks.second_logger, or the propensities true";
            return Err(Error::config("propensities", problem));
        }
        self.clip.parse::<Clip>()?;
        if !(1..=MAX_COUNTED_SESSIONS).contains(&self.sessions) {
            let problem = format!("{} is not a number from 1 to {MAX_COUNTED_SESSIONS}", self.sessions);
            return Err(Error::config("sessions", problem));
        }
        self.simulation(1).check()
    }

    /// Checks that the data have the features of the loggers. `data`: any data with these features.
    ///
    /// # Errors
    /// [`Error::Config`] naming the feature.
    pub(super) fn check_features(&self, data: &Dataset) -> Result<(), Error> {
        let (first, second) = self.loggers()?;
        first.check(data)?;
        second.map_or(Ok(()), |second| second.check(data))
    }

    /// Returns the estimator of the weights; [`Estimator::Naive`] for `full`, which has none.
    fn weighs(&self) -> Estimator {
        self.estimator.parse().unwrap_or(Estimator::Naive)
    }

    /// Whether the weights depend on a seed.
    pub(super) fn draws(&self) -> bool {
        !self.is_full() && !self.expected
    }

    /// Returns the settings without what has no effect, so that equal weights have equal settings.
    pub(super) fn effective(&self) -> Self {
        if self.is_full() {
            return Self { logger: self.logger.clone(), estimator: FULL.to_owned(), ..Self::default() };
        }
        let defaults = Self::default();
        match self.seen() {
            Ok(Seen::Nothing) => {
                Self { propensities: defaults.propensities, clip: defaults.clip, ..self.clone() }
            }
            _ => self.clone(),
        }
    }
}

/// Training data on their way to click weights.
pub(super) struct ClickWork {
    settings: StudyClicks,
    data: Arc<Dataset>,
    seed: u64,
    simulator: Option<Simulator>,
}

impl ClickWork {
    /// Returns the work, not begun.
    pub fn new(settings: &StudyClicks, data: &Arc<Dataset>, seed: u64) -> Self {
        Self { settings: settings.clone(), data: Arc::clone(data), seed, simulator: None }
    }

    /// Adds sessions for a slice of work; returns the data with their weights once all are there. Cost: O(documents) if
    /// clicks are counted, else 200,000 sessions.
    ///
    /// # Errors
    /// As [`Simulator::new`], [`Simulator::grow`] and [`crate::clicks::ClickLog::click_weights`].
    pub fn advance(&mut self) -> Result<Option<Arc<Dataset>>, Error> {
        let Self { settings, data, seed, simulator } = self;
        if settings.is_full() {
            let highest = data.max_grade();
            let weights = (0..data.n_documents()).map(|row| relevance(data.grade(row), highest)).collect();
            return Dataset::clone(data).with_click_weights(weights).map(Arc::new).map(Some);
        }
        let (first, second) = settings.loggers()?;
        let simulation = settings.simulation(*seed);
        let log = if settings.expected {
            expected_log(data, &first, second.as_ref(), &simulation, settings.sessions as f64)?
        } else {
            let simulator = match simulator {
                Some(simulator) => simulator,
                None => simulator.insert(Simulator::new(
                    data,
                    &first,
                    second.as_ref(),
                    &simulation,
                    Keep::Counts,
                )?),
            };
            let rest = settings.sessions.saturating_sub(simulator.n_sessions());
            let piece = if simulator.draws_sessions() { rest.min(PIECE) } else { rest };
            simulator.grow(piece)?;
            if piece < rest {
                return Ok(None);
            }
            simulator.snapshot()?
        };
        let curve = match settings.seen()? {
            Seen::Nothing => None,
            Seen::Named(name) => Some(name.curve(data)?),
            Seen::Estimate => {
                let n_ranks = data.queries().map(|query| query.documents.len()).max().unwrap_or(0);
                Some(Some(estimate(&log, &EstimationSettings::default())?.propensities(n_ranks)?))
            }
        };
        let source =
            curve.as_ref().map(|curve| curve.as_ref().map_or(PropensitySource::Log, PropensitySource::Curve));
        let estimate = log.click_weights(settings.weighs(), source, settings.clip.parse()?)?;
        Dataset::clone(data).with_click_weights(estimate.weights).map(Arc::new).map(Some)
    }
}
