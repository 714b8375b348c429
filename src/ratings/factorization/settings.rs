//! The settings of a run over ratings, as plain data.

use serde::{Deserialize, Serialize};

use super::{RankerConfig, RatingsModel};
use crate::learner::cutting_plane::LARGEST_C;
use crate::loss::LossSpec;
use crate::method::settings::{MAX_SEED, TrainingSettings};
use crate::ratings::{Filter, GradeScale, MIN_TEST_RATINGS, Protocol, SplitPlan};
use crate::util::error::{Error, brief, shown};

/// Settings of a run over ratings. The command line, the JS API and the model file use the same words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct FactorizationSettings {
    /// Number of factors k of users and items.
    pub rank: usize,
    /// Weights of the mean slack that are tried; the held-out ratings choose one.
    pub c: Vec<f64>,
    /// Most rounds. After each the reference rankings are realigned.
    pub rounds: usize,
    /// Turns of a round: a step of the users, a step of the items, rebalancing. The held-out ratings choose the last.
    pub turns: usize,
    /// Passes of the oracles after which a step ends.
    pub passes: usize,
    /// Relative duality gap at which a step ends before.
    pub gap: f64,
    /// The measure that is optimised, such as `ndcg@10`.
    pub measure: String,
    /// Decay profile c: `power:P`, `log`, `loglog`, `measure` or `list:V,V,…`.
    pub decay: String,
    /// Added to the rank (from 0) in `power:P`.
    pub offset: f64,
    /// Which ranking without a loss is the reference: `aligned`, `averaged` or `fixed`.
    pub reference: String,
    /// Start of V: `squared-error`, from the tuned squared error, or `random`.
    pub start: String,
    /// Grades of ratings: `ceil` or `double`.
    pub grades: String,
    /// N: ratings that a tested user gives.
    pub keep: usize,
    /// Items with fewer ratings are left out.
    pub item_ratings: usize,
    /// `weak` tests further items of the same users, `strong` new users.
    pub protocol: String,
    /// Grade up to which an item has no utility in ERU.
    pub neutral: f64,
    /// Seed of splits and starts.
    pub seed: u64,
    /// Further models to train and measure: `jrank` and `mmmf`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub baselines: Vec<String>,
}

impl Default for FactorizationSettings {
    fn default() -> Self {
        Self {
            rank: 3,
            c: vec![30.0, 100.0, 300.0, 1000.0],
            rounds: 3,
            turns: 4,
            passes: 12,
            gap: 0.05,
            measure: "ndcg@10".to_owned(),
            decay: "measure".to_owned(),
            offset: 2.0,
            reference: "aligned".to_owned(),
            start: "squared-error".to_owned(),
            grades: "ceil".to_owned(),
            keep: 20,
            item_ratings: 1,
            protocol: "weak".to_owned(),
            neutral: 3.0,
            seed: 1,
            baselines: Vec::new(),
        }
    }
}

/// Largest rank; beyond it the problems of the users are larger than their ratings.
const LARGEST_RANK: usize = 50;
/// Most values of C, rounds and passes.
const MOST_VALUES: usize = 100;
/// Most rounds, and most passes of a step.
const MOST_ROUNDS: usize = 1_000;

impl FactorizationSettings {
    /// Checks every setting.
    ///
    /// # Errors
    /// [`Error::Config`] with the first setting out of range.
    pub fn check(&self) -> Result<(), Error> {
        let within = |field: &'static str, value: usize, least: usize, most: usize| {
            if (least..=most).contains(&value) {
                return Ok(());
            }
            Err(Error::config(field, format!("{value} is not a whole number from {least} to {most}")))
        };
        within("rank", self.rank, 1, LARGEST_RANK)?;
        within("rounds", self.rounds, 1, MOST_ROUNDS)?;
        within("turns", self.turns, 1, MOST_ROUNDS)?;
        within("passes", self.passes, 1, MOST_ROUNDS)?;
        within("keep", self.keep, 2, 1_000_000)?;
        within("item_ratings", self.item_ratings, 1, 1_000_000_000)?;
        if self.c.is_empty() || self.c.len() > MOST_VALUES {
            let problem = format!("{} values are given; give 1 to {MOST_VALUES}", self.c.len());
            return Err(Error::config("c", problem));
        }
        if let Some(&wrong) = self.c.iter().find(|&&c| !(c > 0.0 && c <= LARGEST_C)) {
            let problem = format!("{} is not a number above 0 and up to {LARGEST_C:e}", brief(wrong));
            return Err(Error::config("c", problem));
        }
        if let Some((_, c)) = self.c.iter().enumerate().find(|&(place, c)| self.c[..place].contains(c)) {
            return Err(Error::config("c", format!("{} occurs twice; give it once", brief(*c))));
        }
        if !(self.gap > 0.0 && self.gap < 1.0) {
            return Err(Error::config("gap", format!("{} is not between 0 and 1", brief(self.gap))));
        }
        if self.seed > MAX_SEED {
            return Err(Error::config(
                "seed",
                format!("{} is not a whole number from 0 to {MAX_SEED}", self.seed),
            ));
        }
        crate::metric::RankUtility::new(5.0, self.neutral).map_err(|error| match error {
            Error::Config { problem, .. } => Error::config("neutral", problem),
            other => other,
        })?;
        self.baselines()?;
        self.loss()?;
        self.scale()?;
        self.plan().map(drop)
    }

    /// Returns the loss of a user's ratings.
    ///
    /// # Errors
    /// [`Error::Config`] for a measure, decay profile or reference that DORM does not have.
    pub fn loss(&self) -> Result<LossSpec, Error> {
        if !["aligned", "averaged", "fixed"].contains(&self.reference.as_str()) {
            let problem = format!("{} is not one of aligned, averaged, fixed", shown(&self.reference));
            return Err(Error::config("reference", problem));
        }
        if !["squared-error", "random"].contains(&self.start.as_str()) {
            let problem = format!("{} is not one of squared-error, random", shown(&self.start));
            return Err(Error::config("start", problem));
        }
        let settings = TrainingSettings {
            method: "dorm".to_owned(),
            measure: self.measure.clone(),
            decay: self.decay.clone(),
            offset: self.offset,
            decay_cut: None,
            reference: self.reference.clone(),
            ..TrainingSettings::default()
        };
        let config = settings.parse()?;
        config.learner.loss().cloned().ok_or_else(|| Error::config("measure", "DORM has no such loss"))
    }

    /// Returns the configuration of the ranker for one value of C.
    pub fn ranker(&self, c: f64, turns: usize) -> RankerConfig {
        RankerConfig {
            rank: self.rank,
            c,
            turns,
            turns_per_round: self.turns,
            rounds: self.rounds,
            passes: self.passes,
            gap: self.gap,
            seed: self.seed,
        }
    }

    /// Returns the further models to train, in the order of the results.
    ///
    /// # Errors
    /// [`Error::Config`] for an unknown name, or one that occurs twice.
    pub fn baselines(&self) -> Result<Vec<RatingsModel>, Error> {
        let named = |model: &RatingsModel| self.baselines.iter().any(|name| name == model.name());
        let models: Vec<_> = RatingsModel::BASELINES.into_iter().filter(named).collect();
        if models.len() == self.baselines.len() {
            return Ok(models);
        }
        let is_known = |name: &String| RatingsModel::BASELINES.iter().any(|model| model.name() == name);
        Err(Error::config(
            "baselines",
            match self.baselines.iter().find(|name| !is_known(name)) {
                Some(name) => format!("{} is not one of jrank, mmmf", shown(name)),
                None => "a model occurs twice; give it once".to_owned(),
            },
        ))
    }

    /// Returns the grades of ratings.
    ///
    /// # Errors
    /// [`Error::Config`] for an unknown name.
    pub fn scale(&self) -> Result<GradeScale, Error> {
        self.grades.parse()
    }

    /// Returns what is left out: items with few ratings, and users with fewer than N + 10.
    pub fn filter(&self) -> Filter {
        Filter { item_ratings: self.item_ratings, user_ratings: self.keep.saturating_add(MIN_TEST_RATINGS) }
    }

    /// Returns how ratings are split.
    ///
    /// # Errors
    /// [`Error::Config`] for an unknown protocol.
    pub fn plan(&self) -> Result<SplitPlan, Error> {
        let protocol: Protocol = self.protocol.parse()?;
        Ok(SplitPlan { protocol, keep: self.keep, seed: self.seed })
    }
}
