//! Data sets from typed arrays.

use std::sync::Arc;

use js_sys::{Array, Float64Array};
use wasm_bindgen::prelude::*;

use super::Dataset;
use super::arguments::{Texts, fault, texts, unless_text};
use super::convert::to_js_error;
use crate::data::{ArrayReader, QueryIds};

#[wasm_bindgen(module = "/src/wasm/arrays.js")]
extern "C" {
    /// A plain view of real numbers, text that describes the fault, or undefined if the value is of another class.
    #[wasm_bindgen(js_name = reals)]
    fn reals_of(value: &JsValue, most: f64) -> JsValue;
    /// The numbers of a view from one place to another.
    fn piece(view: &JsValue, from: u32, to: u32) -> Float64Array;
    /// A copy of numbers or texts, text that describes the fault, or undefined if the value is no array.
    #[wasm_bindgen(js_name = entries)]
    fn entries_of(value: &JsValue, most: f64, texts: bool) -> JsValue;
}

#[wasm_bindgen]
extern "C" {
    /// Real numbers.
    #[wasm_bindgen(typescript_type = "Float64Array | Float32Array")]
    pub type Reals;
    /// Whole numbers in any array.
    #[wasm_bindgen(
        typescript_type = "Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float32Array | Float64Array | number[]"
    )]
    pub type WholeNumbers;
    /// Ids of queries.
    #[wasm_bindgen(
        typescript_type = "Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array | Float64Array | BigInt64Array | BigUint64Array | number[] | string[]"
    )]
    pub type Ids;
}

/// Most values of features: 2 GiB of f64.
const MOST_VALUES: u32 = 1 << 28;
/// Most documents.
const MOST_DOCUMENTS: u32 = 10_000_000;
/// Values that are copied at a time, in whole rows: a mebibyte.
const PIECE: usize = 1 << 17;

#[wasm_bindgen]
impl Dataset {
    /// Returns the data set of typed arrays, the same as from LETOR text with these values.
    ///
    /// `features`: documents × features, row by row; the number of features is their number divided by the number of
    /// grades. `grades`: whole numbers from 0 (not relevant) to 255, one per document. `queries`: one id per document,
    /// whole numbers or texts; the documents of a query stand together. `names`: one name per feature, empty for a
    /// feature without name. The arrays are copied. Throws the argument, the place and the value of the first fault.
    pub fn from(
        features: Reals,
        grades: WholeNumbers,
        queries: Ids,
        names: Option<Texts>,
    ) -> Result<Dataset, JsValue> {
        let view = reals("features", &features)?;
        let grades = numbers("grades", &grades, "an array of grades")?;
        let names = names.map_or(Ok(Vec::new()), |names| texts("names", &names))?;
        let queries = ids("queries", &queries)?;
        let n_values = view.length();
        let mut reader =
            ArrayReader::new(n_values as usize, &grades, &queries, &names).map_err(to_js_error)?;
        let width = reader.n_features();
        let step = (PIECE / width).max(1) * width;
        for from in (0..n_values).step_by(step) {
            let to = n_values.min(from.saturating_add(step as u32));
            reader.push(&piece(&view, from, to).to_vec()).map_err(to_js_error)?;
        }
        Ok(Dataset { inner: Arc::new(reader.finish().map_err(to_js_error)?) })
    }
}

/// Returns a view of a Float64Array or Float32Array.
fn reals(name: &'static str, value: &Reals) -> Result<Float64Array, JsValue> {
    let view = reals_of(value, f64::from(MOST_VALUES));
    if view.is_undefined() {
        return Err(fault(name, value, "a Float64Array or Float32Array"));
    }
    // Only its length and `piece` are used, which a Float32Array has too.
    unless_text(name, view).map(JsCast::unchecked_into)
}

/// Returns the numbers of any array.
fn numbers(name: &'static str, value: &JsValue, expected: &str) -> Result<Vec<f64>, JsValue> {
    let copy = entries_of(value, f64::from(MOST_DOCUMENTS), false);
    if copy.is_undefined() {
        return Err(fault(name, value, expected));
    }
    Ok(unless_text(name, copy)?.unchecked_into::<Float64Array>().to_vec())
}

/// Returns the ids of an array of numbers or texts.
fn ids(name: &'static str, value: &JsValue) -> Result<QueryIds, JsValue> {
    let copy = entries_of(value, f64::from(MOST_DOCUMENTS), true);
    if copy.is_undefined() {
        return Err(fault(name, value, "an array of query ids"));
    }
    let copy = unless_text(name, copy)?;
    if !Array::is_array(&copy) {
        return Ok(QueryIds::Numbers(copy.unchecked_into::<Float64Array>().to_vec()));
    }
    let all = copy.unchecked_into::<Array>();
    Ok(QueryIds::Texts(all.iter().map(|id| id.as_string().unwrap_or_default()).collect()))
}
