//! Models of other programs: LightGBM, XGBoost, RankLib and SVM^rank. Must not know files.
//!
//! [`read_model`] recognises the format by the content. Each format has one file, which makes a [`Scorer`] with the
//! same scores as the program: thresholds and sums in the program's own width, and missing values along its own
//! branches. `layout.rs` makes trees of nodes in any order.

mod fields;
mod layout;
mod lightgbm;
mod lightgbm_dump;
mod lightgbm_text;
mod ranklib;
mod recognize;
mod single;
mod svmrank;
mod ubjson;
mod xgboost;
mod xgboost_dump;

use serde::{Deserialize, Serialize};

use super::Model;
use crate::data::{FittedMap, FittedScaling};
use crate::method::settings::TrainingSettings;
use crate::ranking::scorer::Scorer;
use crate::util::error::{Error, shown};

use recognize::{Format, recognize};

/// What another program's file says of its model.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Foreign {
    /// The program, such as `LightGBM`.
    pub program: String,
    /// The kind of the model, such as `lambdarank, 100 trees`.
    pub kind: String,
    /// Sentences about what the file does not say, and what that changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Whether a gap in the data has a way of its own through the trees. Else it counts as 0.
    #[serde(default)]
    pub follows_gaps: bool,
}

/// A model as one of the formats gives it.
struct Read {
    about: Foreign,
    scorer: Scorer,
    /// Number of features, which may be more than the scorer uses.
    n_features: usize,
    /// Names by place; empty if the file only has numbers.
    names: Vec<Option<String>>,
}

/// Reads a model file of Rankscope or of another program.
///
/// | program | formats |
/// |---|---|
/// | Rankscope | its model file |
/// | LightGBM | `save_model` (text), `dump_model` (JSON) |
/// | XGBoost | `save_model` (JSON, UBJSON), `dump_model` (JSON) |
/// | RankLib | LambdaMART, MART, RankBoost, AdaRank, Coordinate Ascent, Linear Regression |
/// | SVM^rank | linear |
///
/// Cost: linear in the file.
///
/// # Errors
/// [`Error::Data`] that says what the file seems to be, what in it cannot be scored, or what is damaged; for a model
/// file of Rankscope as [`Model::parse`].
pub fn read_model(bytes: &[u8]) -> Result<Model, Error> {
    let read = match recognize(bytes)? {
        Format::Rankscope(text) => return Model::parse(text),
        Format::LightGbmText(text) => lightgbm_text::read(text)?,
        Format::LightGbmDump(text) => lightgbm_dump::read(text)?,
        Format::XgBoostJson(text) => xgboost::read_json(text)?,
        Format::XgBoostUbjson(bytes) => xgboost::read_ubjson(bytes)?,
        Format::XgBoostDump(text) => xgboost_dump::read(text)?,
        Format::RankLib(text) => ranklib::read(text)?,
        Format::SvmRank(text) => svmrank::read(text)?,
    };
    // The settings only say how measures count grades.
    let settings = TrainingSettings::default();
    let (none, unscaled) = (FittedMap::None, FittedScaling::None);
    let model = Model::new(settings, 0, unscaled, none, read.scorer, read.n_features)?;
    Ok(Model { foreign: Some(read.about), ..model.with_names(&read.names)? })
}

/// Returns whether a file begins as one of the formats of [`read_model`]. `head`: its first bytes, which may end in the
/// middle of a character.
pub fn begins_model(head: &[u8]) -> bool {
    let whole = match std::str::from_utf8(head) {
        Err(fault) if fault.error_len().is_none() => &head[..fault.valid_up_to()],
        _ => head,
    };
    recognize(whole).is_ok()
}

impl Foreign {
    /// Returns the program and the kind of the model in one line.
    pub fn line(&self) -> String {
        format!("{}, {}", self.program, self.kind)
    }
}

/// Returns names for a model; none if all of them only number the features, as in `f0 f1` or `Column_0 Column_1`.
fn real_names(names: Vec<String>) -> Vec<Option<String>> {
    let numbers = |start: &str| {
        names.iter().enumerate().all(|(place, name)| name.strip_prefix(start) == Some(&place.to_string()))
    };
    if numbers("f") || numbers("Column_") { Vec::new() } else { names.into_iter().map(Some).collect() }
}

/// The message of a split by categories.
fn no_categories(program: &str, tree: usize, feature: usize, names: &[String]) -> Error {
    let name = names.get(feature).cloned().unwrap_or_else(|| feature.to_string());
    let problem = format!(
        "tree {tree} splits the feature {} by categories, which cannot be scored here; train with numbers instead",
        shown(&name)
    );
    fault(program, problem)
}

/// The note on an objective whose link the scores leave out. Every such link grows with the sum.
fn unlinked(objective: &str) -> String {
    format!(
        "the objective {} has a link that the scores here leave out; the ranking is the same, the scores are not",
        shown(objective)
    )
}

fn fault(program: &str, problem: impl std::fmt::Display) -> Error {
    Error::data(format!("{program} model: {problem}"))
}
