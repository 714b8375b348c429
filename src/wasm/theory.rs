//! Laboratories of learning theory.

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::Dataset;
use super::arguments::{Text, Texts, text, texts};
use super::convert::{to_js, to_js_error};
use crate::theory::{self, Lab, LabResult};

/// Returns all laboratories with their options, in the order of menus.
#[wasm_bindgen]
pub fn theory_labs() -> Result<Vec<Ts<Lab>>, JsValue> {
    theory::labs().map(to_js).collect()
}

/// Runs a laboratory that needs no data. `options`: texts such as `tilt=0.05`; absent ones have their defaults.
#[wasm_bindgen]
pub fn run_theory(name: Text, options: Texts) -> Result<Ts<LabResult>, JsValue> {
    let (name, options) = (text("name", &name)?, texts("options", &options)?);
    to_js(&theory::run(&name, &options, None).map_err(to_js_error)?)
}

/// Runs a laboratory on data, which it ignores if it needs none. `options`: as for `run_theory`.
#[wasm_bindgen]
pub fn run_theory_on(name: Text, options: Texts, data: &Dataset) -> Result<Ts<LabResult>, JsValue> {
    let (name, options) = (text("name", &name)?, texts("options", &options)?);
    to_js(&theory::run(&name, &options, Some(&data.inner)).map_err(to_js_error)?)
}
