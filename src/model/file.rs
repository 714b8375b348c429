//! The text form of a model file: its versions, reading and writing.

use serde::{Deserialize, Serialize};

use crate::data::{FittedMap, FittedScaling, Grade};
use crate::method::settings::TrainingSettings;
use crate::ranking::scorer::Scorer;
use crate::util::error::{Error, Problem, shown};
use crate::util::json;
use crate::util::serde_message::plain_words;

use super::{Foreign, Model, Provenance};

/// Name in the first field of a model file.
const FORMAT: &str = "rankscope-model";
/// Version of the file of a linear scorer, which holds its weights.
const LINEAR: u32 = 1;
/// Version of the file of any other scorer.
const GENERAL: u32 = 2;
/// Version of the file of any scorer behind a feature map.
const MAPPED: u32 = 3;
/// Version of the file of any scorer with feature names or provenance.
const NAMED: u32 = 4;
/// Version of the file of a model of another program.
const FOREIGN: u32 = 5;

/// The text form of a model. Version 1 has one weight per feature; the first belongs to index 1. Version 2 has a
/// scorer and the number of features. Version 3 also has a map, and either weights or a scorer over its columns.
/// Version 4 has the number of features, weights or a scorer, and perhaps a map, feature names by place, and
/// provenance. Version 5 also has what the file of another program says.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    settings: TrainingSettings,
    max_grade: Grade,
    scaling: FittedScaling,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weights: Option<Vec<f64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    features: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    map: Option<FittedMap>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scorer: Option<Scorer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    names: Option<Vec<Option<String>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    provenance: Option<Provenance>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    foreign: Option<Foreign>,
}

/// The part of a model file that tells its age. Older files have no `pairs_of`, and their RankSVM compares good
/// documents with bad ones.
#[derive(Deserialize)]
struct Age {
    settings: GivenSettings,
}

#[derive(Deserialize)]
struct GivenSettings {
    pairs_of: Option<serde::de::IgnoredAny>,
}

impl Model {
    /// Parses a model file.
    ///
    /// # Errors
    /// [`Error::Parse`] with the place of the first fault; [`Error::Data`] for another format or version, or for
    /// numbers or settings that cannot be used.
    pub fn parse(json: &str) -> Result<Self, Error> {
        let file: File = json::read(json).map_err(|fault| Error::Parse {
            problems: vec![Problem {
                line: fault.line(),
                column: fault.column(),
                problem: format!("not a model file of Rankscope: {}", plain_words(&fault.to_string())),
            }],
            total: 1,
        })?;
        if file.format != FORMAT || !(LINEAR..=FOREIGN).contains(&file.version) {
            return Err(Error::data(format!(
                "the file says {} version {}; this program reads {FORMAT:?} versions {LINEAR} to {FOREIGN}",
                shown(&file.format),
                file.version
            )));
        }
        let (scorer, map, n_features) =
            match (file.version, file.weights, file.features, file.scorer, file.map) {
                (LINEAR, Some(weights), None, None, None) => {
                    let n_features = weights.len();
                    (Scorer::Linear { weights }, FittedMap::None, n_features)
                }
                (GENERAL, None, Some(features), Some(scorer), None) => (scorer, FittedMap::None, features),
                (MAPPED, Some(weights), Some(features), None, Some(map)) => {
                    (Scorer::Linear { weights }, map, features)
                }
                (MAPPED, None, Some(features), Some(scorer), Some(map)) => (scorer, map, features),
                (NAMED | FOREIGN, Some(weights), Some(features), None, map) => {
                    (Scorer::Linear { weights }, map.unwrap_or_default(), features)
                }
                (NAMED | FOREIGN, None, Some(features), Some(scorer), map) => {
                    (scorer, map.unwrap_or_default(), features)
                }
                (version, ..) => {
                    let parts = match version {
                        LINEAR => "weights, no scorer or map",
                        GENERAL => "features and a scorer, no weights or map",
                        MAPPED => "features, a map, and either weights or a scorer",
                        _ => "features, and either weights or a scorer",
                    };
                    return Err(Error::data(format!("a model file of version {version} has {parts}")));
                }
            };
        if file.version < NAMED && (file.names.is_some() || file.provenance.is_some()) {
            return Err(Error::data("only a model file of version 4 or 5 has names and provenance"));
        }
        if (file.version == FOREIGN) != file.foreign.is_some() {
            return Err(Error::data(
                "a model file of version 5, and no other, says which program the model is from",
            ));
        }
        if file.version == MAPPED && map.is_none() {
            return Err(Error::data("the map of a model file of version 3 is none; expected poly or rbf"));
        }
        if let (Scorer::Linear { weights }, true) = (&scorer, map.is_none())
            && weights.len() != n_features
        {
            return Err(Error::data(format!("the weights are {}, the features {n_features}", weights.len())));
        }
        file.scaling.check()?;
        if let Some(fitted) = file.scaling.n_features().filter(|&fitted| fitted != n_features) {
            return Err(Error::data(format!(
                "the scaling is for {fitted} features, the weights are {n_features}"
            )));
        }
        // A fault in the settings of a file is a fault of the data, not of the usage.
        let mut settings = file.settings;
        if json::read(json).is_ok_and(|Age { settings: given }| given.pairs_of.is_none()) {
            "threshold".clone_into(&mut settings.pairs_of);
        }
        let sound = settings.mend_unused().and_then(|()| settings.parse().map(drop));
        sound.map_err(|fault| Error::data(format!("settings: {fault}")))?;
        let mut model = Self::new(settings, file.max_grade, file.scaling, map, scorer, n_features)?;
        if let Some(names) = file.names {
            model = model.with_names(&names)?;
        }
        model.foreign = file.foreign;
        match file.provenance {
            Some(provenance) => model.with_provenance(provenance),
            None => Ok(model),
        }
    }

    /// Returns the text of the model file. [`Model::parse`] restores the same bits.
    pub fn json(&self) -> String {
        let file = File {
            format: FORMAT.to_owned(),
            version: match (self.is_linear(), self.map.is_none()) {
                _ if self.foreign.is_some() => FOREIGN,
                _ if self.has_origin() => NAMED,
                (_, false) => MAPPED,
                (true, true) => LINEAR,
                (false, true) => GENERAL,
            },
            settings: self.settings.clone(),
            max_grade: self.max_grade,
            scaling: self.scaling.clone(),
            weights: self.weights().ok().map(<[f64]>::to_vec),
            features: (self.has_origin() || !self.is_linear() || !self.map.is_none())
                .then_some(self.n_features),
            map: (!self.map.is_none()).then(|| self.map.clone()),
            scorer: (!self.is_linear()).then(|| self.scorer.clone()),
            names: (!self.names.is_empty()).then(|| self.names.clone()),
            provenance: self.provenance.clone(),
            foreign: self.foreign.clone(),
        };
        // The types above hold only strings, finite numbers and lists, which can always be written as JSON.
        json::pretty(&file)
    }

    /// Whether the file says names of features or where the model comes from.
    fn has_origin(&self) -> bool {
        !self.names.is_empty() || self.provenance.is_some() || self.foreign.is_some()
    }
}
