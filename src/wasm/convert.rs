//! Conversion between Rust and JS: results, settings, errors.

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::util::error::{Error, Problem};

/// The details of an error, for programs.
#[derive(Serialize, Tsify)]
pub struct Fault {
    /// `parse`, `config`, `absent`, `data` or `numeric`.
    kind: &'static str,
    /// The faulty setting or argument, or the stage of the computation.
    field: Option<&'static str>,
    /// The first faults in a text.
    problems: Vec<Problem>,
    /// Number of all faults in the text.
    total: usize,
}

#[wasm_bindgen(typescript_custom_section)]
const ERRORS: &str = r#"
/** Every function that fails throws one of these. */
export interface RankscopeError extends Error { name: "RankscopeError"; cause: Fault }
/** Graded relevance of a document, a whole number from 0 to 255. */
export type Grade = number;
"#;

/// Returns the JS form of a result.
///
/// Not by `into_ts`, whose errors hold the Rust names of all types: 1 kB of the packed module.
pub(super) fn to_js<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>, JsValue> {
    value.into_js().map(|js| Ts::new_unchecked(js.into())).map_err(unwritable)
}

#[inline(never)]
fn unwritable(fault: serde_wasm_bindgen::Error) -> JsValue {
    to_js_error(Error::data(fault.to_string()))
}

pub(super) fn all_to_js<T: Tsify + Serialize>(values: &[T]) -> Result<Vec<Ts<T>>, JsValue> {
    values.iter().map(to_js).collect()
}

/// Returns the JS form of an error.
pub(super) fn to_js_error(error: Error) -> JsValue {
    let message = error.to_string();
    let fault = match error {
        Error::Parse { problems, total } => Fault { kind: "parse", field: None, problems, total },
        Error::Config { field, .. } => {
            Fault { kind: "config", field: Some(field), problems: Vec::new(), total: 0 }
        }
        Error::Absent { what, .. } => {
            Fault { kind: "absent", field: Some(what), problems: Vec::new(), total: 0 }
        }
        Error::Data { .. } => Fault { kind: "data", field: None, problems: Vec::new(), total: 0 },
        Error::Numeric { stage, .. } => {
            Fault { kind: "numeric", field: Some(stage), problems: Vec::new(), total: 0 }
        }
    };
    let options = js_sys::Object::new();
    let cause = serde_wasm_bindgen::to_value(&fault).unwrap_or(JsValue::UNDEFINED);
    // Setting a property of a new plain object cannot fail.
    let _ = js_sys::Reflect::set(&options, &"cause".into(), &cause);
    let to_js_error = js_sys::Error::new_with_options(&message, &options);
    to_js_error.set_name("RankscopeError");
    to_js_error.into()
}
