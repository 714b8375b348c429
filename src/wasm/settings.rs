//! Settings: what can be chosen, checks, and what is drawn or tried before any training.

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::arguments::{self, Bytes, Number, Numbers, Text, object, text, whole};
use super::convert::{given, thrown};
use crate::loss::{self, Catalog, Decay, GreedyViolation, Profiles};
use crate::settings::TrainingSettings;

/// What can be chosen, with names, one-line explanations, formulas and sources.
#[wasm_bindgen]
pub fn catalog() -> Result<Ts<Catalog>, JsValue> {
    given(&loss::catalog())
}

/// Checks settings without data; throws what is wrong with the first that cannot be used.
#[wasm_bindgen]
pub fn check_settings(settings: Ts<TrainingSettings>) -> Result<(), JsValue> {
    object("settings", &settings)?.parse().map(drop).map_err(thrown)
}

/// Decay c and discounts a of the settings for a query of `documents` documents, for drawing.
#[wasm_bindgen]
pub fn profiles(settings: Ts<TrainingSettings>, documents: Number) -> Result<Ts<Profiles>, JsValue> {
    let documents = whole("documents", &documents)?;
    given(&object("settings", &settings)?.profiles(documents).map_err(thrown)?)
}

/// A decay profile with a typed list made non-increasing and non-negative by its running minimum.
#[wasm_bindgen]
pub fn mend_decay(decay: Text) -> Result<String, JsValue> {
    text("decay", &decay)?
        .parse::<Decay>()
        .and_then(Decay::mended)
        .map(|decay| decay.to_string())
        .map_err(thrown)
}

/// What the published greedy search for SVM-NDCG answers for one query, to compare it with the exact violator.
#[wasm_bindgen]
pub fn published_greedy(
    settings: Ts<TrainingSettings>,
    grades: Bytes,
    scores: Numbers,
) -> Result<Ts<GreedyViolation>, JsValue> {
    let settings = object("settings", &settings)?;
    let (grades, scores) = (arguments::grades("grades", &grades)?, arguments::scores("scores", &scores)?);
    given(&loss::published_greedy(&settings, &grades, &scores).map_err(thrown)?)
}
