//! Laboratories of learning theory.

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::Dataset;
use super::arguments::{Text, Texts, text, texts};
use super::convert::{to_js, to_js_error};
use crate::theory::{self, Lab, LabData, LabResult};

/// Returns all laboratories with their options, in the order of menus.
#[wasm_bindgen]
pub fn theory_labs() -> Result<Vec<Ts<Lab>>, JsValue> {
    theory::labs().map(to_js).collect()
}

/// Runs a laboratory that needs no data. `options`: texts such as `tilt=0.05`; absent ones have their defaults.
#[wasm_bindgen]
pub fn run_theory(name: Text, options: Texts) -> Result<Ts<LabResult>, JsValue> {
    run_on(&name, &options, LabData::default())
}

/// Runs a laboratory on data, which it ignores if it needs none. `options`: as for `run_theory`.
#[wasm_bindgen]
pub fn run_theory_on(name: Text, options: Texts, data: &Dataset) -> Result<Ts<LabResult>, JsValue> {
    run_on(&name, &options, LabData { train: Some(&data.inner), test: None })
}

/// Runs a laboratory on training data and test data; it ignores those that it does not take. `options`: as for
/// `run_theory`.
#[wasm_bindgen]
pub fn run_theory_with_test(
    name: Text,
    options: Texts,
    train: &Dataset,
    test: &Dataset,
) -> Result<Ts<LabResult>, JsValue> {
    run_on(&name, &options, LabData { train: Some(&train.inner), test: Some(&test.inner) })
}

fn run_on(name: &Text, options: &Texts, data: LabData<'_>) -> Result<Ts<LabResult>, JsValue> {
    to_js(&theory::run(&text("name", name)?, &texts("options", options)?, data).map_err(to_js_error)?)
}
