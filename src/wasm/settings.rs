//! Settings: the catalogue, checks, and previews before training.

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::arguments::{self, Bytes, Flag, Numbers, flag};
use super::arguments::{Number, Text, Texts, object, text, texts, whole};
use super::convert::all_to_js;
use super::convert::{to_js, to_js_error};
use crate::loss::{self, GreedyViolation};
use crate::loss::{Decay, Profiles};
use crate::method::settings::TrainingSettings;
use crate::method::{self, Catalog};
use crate::method::{CostRow, Remedy};
use crate::util::error::Error;

/// Returns the catalogue, with names, one-line explanations, formulas and sources.
#[wasm_bindgen]
pub fn catalog() -> Result<Ts<Catalog>, JsValue> {
    to_js(&method::catalog())
}

/// Checks settings without data. Throws the fault of the first invalid setting.
#[wasm_bindgen]
pub fn check_settings(settings: Ts<TrainingSettings>) -> Result<(), JsValue> {
    object("settings", &settings)?.parse().map(drop).map_err(to_js_error)
}

/// Returns why each value of an option does not fit the other settings, in the order of `values`; empty if it fits.
#[wasm_bindgen]
pub fn check_all(
    settings: Ts<TrainingSettings>,
    option: Text,
    values: Texts,
) -> Result<Vec<String>, JsValue> {
    let settings = object("settings", &settings)?;
    let option = text("option", &option)?;
    let alternatives: Vec<(String, String)> =
        texts("values", &values)?.into_iter().map(|value| (option.clone(), value)).collect();
    let refusals = method::check_all(&settings, &alternatives).map_err(to_js_error)?;
    Ok(refusals.into_iter().map(Option::unwrap_or_default).collect())
}

/// Returns the settings with defaults for options that have no effect on the method and invalid values.
#[wasm_bindgen]
pub fn mend_unused(settings: Ts<TrainingSettings>) -> Result<Ts<TrainingSettings>, JsValue> {
    let mut settings = object("settings", &settings)?;
    settings.mend_unused().map_err(to_js_error)?;
    to_js(&settings)
}

/// Returns the changes that are likely to help where the minimum of the bound is w = 0, the most likely first.
///
/// `has_validation`: whether there are validation data.
#[wasm_bindgen]
pub fn remedies(settings: Ts<TrainingSettings>, has_validation: Flag) -> Result<Vec<Ts<Remedy>>, JsValue> {
    let has_validation = flag("has_validation", &has_validation)?;
    all_to_js(&method::remedies(&object("settings", &settings)?, has_validation).map_err(to_js_error)?)
}

/// Returns decay c and discounts a of the settings for a query of `documents` documents, for drawing.
#[wasm_bindgen]
pub fn profiles(settings: Ts<TrainingSettings>, documents: Number) -> Result<Ts<Profiles>, JsValue> {
    let documents = whole("documents", &documents)?;
    to_js(&object("settings", &settings)?.profiles(documents).map_err(to_js_error)?)
}

/// Returns the costs at the first `shown` ranks of a query of `documents` documents, by grade from 0 to `highest` and
/// by kind.
#[wasm_bindgen]
pub fn cost_rows(
    settings: Ts<TrainingSettings>,
    highest: Number,
    documents: Number,
    shown: Number,
) -> Result<Vec<Ts<CostRow>>, JsValue> {
    let settings = object("settings", &settings)?;
    let highest = u8::try_from(whole("highest", &highest)?).unwrap_or(u8::MAX);
    let (documents, shown) = (whole("documents", &documents)?, whole("shown", &shown)?);
    all_to_js(&settings.cost_rows(highest, documents, shown).map_err(to_js_error)?)
}

/// Returns the value of each measure for documents in their order; NaN where a measure is undefined. `grades`: of the
/// documents from the first rank to the last.
#[wasm_bindgen]
pub fn measures_of_order(grades: Bytes, measures: Texts) -> Result<Vec<f64>, JsValue> {
    crate::metric::of_order(&arguments::grades("grades", &grades)?, &texts("measures", &measures)?)
        .map_err(to_js_error)
}

/// Returns a decay profile whose typed list is made non-increasing and non-negative by its running minimum.
#[wasm_bindgen]
pub fn mend_decay(decay: Text) -> Result<String, JsValue> {
    text("decay", &decay)?
        .parse::<Decay>()
        .and_then(Decay::mended)
        .map(|decay| decay.to_string())
        .map_err(to_js_error)
}

/// Returns the result of the published greedy search for SVM-NDCG for one query, to compare it with the violator.
#[wasm_bindgen]
pub fn published_greedy(
    settings: Ts<TrainingSettings>,
    grades: Bytes,
    scores: Numbers,
) -> Result<Ts<GreedyViolation>, JsValue> {
    let learner = object("settings", &settings)?.parse().map_err(to_js_error)?.learner;
    let loss =
        learner.loss().ok_or_else(|| to_js_error(Error::config("method", "it has no structured loss")))?;
    let (grades, scores) = (arguments::grades("grades", &grades)?, arguments::scores("scores", &scores)?);
    to_js(&loss::published_greedy(loss, &grades, &scores).map_err(to_js_error)?)
}
