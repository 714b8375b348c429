//! The settings of a cell, by the kind of its study: a training on documents, or on ratings.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::data::Grade;
use crate::method::loss_options;
use crate::method::settings::{TrainingSettings, present_name};
use crate::ratings::factorization::{FactorizationSettings, RatingsModel};
use crate::util::error::{Error, shown};
use crate::util::escape::visible;
use crate::util::json;
use crate::util::menu_entry::nearest;
use crate::util::serde_message::plain_words;

use super::ordered::from_value;

/// Values of settings by their keys.
pub type Picked = Vec<(String, Value)>;

/// Most characters of a place in a message. A place contains keys of the file, which may be of any length.
const LONGEST_PLACE: usize = 200;

/// Returns an error about a place of a study.
pub(super) fn fault(place: &str, problem: impl std::fmt::Display) -> Error {
    let end = place.char_indices().nth(LONGEST_PLACE).map_or(place.len(), |(end, _)| end);
    let cut = if end < place.len() { "…" } else { "" };
    Error::config("study", format!("{}{cut}: {problem}", visible(&place[..end])))
}

/// What the data of a study are. All its data sets are of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum StudyKind {
    /// Documents of queries: any method is trained, and test queries are the units of chance.
    Documents,
    /// Ratings of items by users: the models of [`FactorizationSettings`] are trained, and users are the units.
    Ratings,
}

impl StudyKind {
    /// Returns the word for a unit of chance: `query` or `user`.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Documents => "query",
            Self::Ratings => "user",
        }
    }

    /// Returns the word for several units of chance.
    pub fn units(self) -> &'static str {
        match self {
            Self::Documents => "queries",
            Self::Ratings => "users",
        }
    }
}

/// Settings of a training on ratings.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct RatingsSettings {
    /// The model to train. The ranking starts from the squared error, so it trains all three.
    pub model: RatingsModel,
    /// The settings, which the three models share.
    #[serde(flatten)]
    pub training: FactorizationSettings,
}

/// Settings of a cell that trains nothing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RankerSettings {
    /// A file of a model, a run or scores, or a feature such as `feature:3`.
    pub ranker: String,
    /// Order of equal scores: `expected` or `trec`, see [`Ties`](crate::ranker::Ties).
    pub ties: String,
    /// Documents with this grade or a higher one are good.
    pub threshold: Grade,
    /// Groups of documents, see [`Grouping`](crate::data::Grouping).
    pub group: String,
}

/// The settings of a cell.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum CellSettings {
    /// Of a ranker that is not trained.
    Ranker(Box<RankerSettings>),
    /// Of a training on documents.
    Documents(Box<TrainingSettings>),
    /// Of a training on ratings.
    Ratings(Box<RatingsSettings>),
}

impl CellSettings {
    /// Returns the defaults of a kind.
    pub(super) fn defaults(kind: StudyKind) -> Self {
        match kind {
            StudyKind::Documents => Self::Documents(Box::default()),
            StudyKind::Ratings => Self::Ratings(Box::default()),
        }
    }

    fn kind(&self) -> StudyKind {
        match self {
            Self::Documents(_) | Self::Ranker(_) => StudyKind::Documents,
            Self::Ratings(_) => StudyKind::Ratings,
        }
    }

    /// Returns the settings with a seed.
    pub(super) fn seeded(mut self, seed: u64) -> Self {
        match &mut self {
            Self::Documents(settings) => settings.seed = seed,
            // It draws nothing, so the cells of all seeds are one.
            Self::Ranker(_) => {}
            Self::Ratings(settings) => settings.training.seed = seed,
        }
        self
    }

    /// Checks every setting.
    ///
    /// # Errors
    /// [`Error::Config`] with the first setting that cannot be used.
    pub(super) fn check(&self) -> Result<(), Error> {
        match self {
            Self::Documents(settings) => settings.parse().map(drop),
            // The settings that it has were checked as those of a training.
            Self::Ranker(_) => Ok(()),
            Self::Ratings(settings) => settings.training.check(),
        }
    }

    /// Returns the settings as an object of JSON.
    pub(super) fn object(&self) -> Map<String, Value> {
        match json::value_of(self) {
            Value::Object(object) => object,
            _ => Map::new(),
        }
    }

    fn parse(kind: StudyKind, mut object: Map<String, Value>) -> Result<Self, serde_json::Error> {
        Ok(match kind {
            StudyKind::Documents => Self::Documents(Box::new(from_value(&Value::Object(object))?)),
            StudyKind::Ratings => {
                let model = object.remove("model").as_ref().map(from_value).transpose()?;
                let training = from_value(&Value::Object(object))?;
                Self::Ratings(Box::new(RatingsSettings { model: model.unwrap_or_default(), training }))
            }
        })
    }

    /// Returns the settings with one more value.
    ///
    /// # Errors
    /// A sentence for an unknown setting, or a value of another form.
    pub(super) fn with(&self, key: &str, value: &Value) -> Result<Self, String> {
        let kind = self.kind();
        let mut object = self.object();
        *slot(kind, &mut object, key)? = value.clone();
        Self::parse(kind, object).map_err(|error| plain_words(&error.to_string()))
    }

    /// Returns the default settings with values, each with its place in the study; a later one replaces an earlier
    /// one.
    ///
    /// # Errors
    /// [`Error::Config`] with the place of an unknown setting, or of a value of another form.
    pub(super) fn with_each(kind: StudyKind, given: &[(String, &str, &Value)]) -> Result<Self, Error> {
        let defaults = Self::defaults(kind);
        let mut object = defaults.object();
        for (place, key, value) in given {
            *slot(kind, &mut object, key).map_err(|problem| fault(place, problem))? = (*value).clone();
        }
        if let Ok(settings) = Self::parse(kind, object) {
            return Ok(settings);
        }
        // One by one, to name the place of the fault.
        given.iter().try_fold(defaults, |settings, (place, key, value)| {
            settings.with(key, value).map_err(|problem| fault(place, problem))
        })
    }
}

/// Returns the settings of a training on documents with the values that were picked.
///
/// # Errors
/// A sentence for an unknown setting, or a value of another form.
pub(super) fn with_all(settings: &TrainingSettings, picked: &Picked) -> Result<TrainingSettings, String> {
    let start = CellSettings::Documents(Box::new(settings.clone()));
    let all = picked.iter().try_fold(start, |settings, (key, value)| settings.with(key, value))?;
    match all {
        CellSettings::Documents(settings) => Ok(*settings),
        CellSettings::Ranker(_) | CellSettings::Ratings(_) => Ok(settings.clone()),
    }
}

/// Returns the place of a setting that a study can set.
fn slot<'a>(kind: StudyKind, object: &'a mut Map<String, Value>, key: &str) -> Result<&'a mut Value, String> {
    let key = if kind == StudyKind::Documents { present_name(key) } else { key };
    match (kind, key) {
        (_, "seed") => return Err("the seeds are the field \"seeds\" of the study".to_owned()),
        (StudyKind::Documents, "measures") => {
            return Err("the measures are the field \"record\" of the study".to_owned());
        }
        (StudyKind::Ratings, "grades") => {
            return Err("the grades of ratings stand beside their file, in \"data\"".to_owned());
        }
        _ => {}
    }
    // A setting that is empty by default is not written.
    let is_empty = kind == StudyKind::Documents && loss_options().iter().any(|option| option.name == key);
    if !object.contains_key(key) && !is_empty {
        let known: Vec<&str> = object.keys().map(String::as_str).collect();
        return Err(format!("{} is not a setting; the nearest are {}", shown(key), nearest(key, &known)));
    }
    Ok(object.entry(key).or_insert(Value::Null))
}
