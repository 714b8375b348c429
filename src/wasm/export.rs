//! Tables, commands and names of features, in formats of other programs.

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::arguments::{self, Text, object, text};
use super::convert::{to_js, to_js_error};
use crate::data;
use crate::export::command::{CommandFiles, train_command};
use crate::export::table::{self, ExportTable};
use crate::method::settings::TrainingSettings;
use crate::model::PROGRAM;

/// Returns a table in the format `csv`, `markdown` or `latex`.
#[wasm_bindgen]
pub fn export_table(table: Ts<ExportTable>, format: Text) -> Result<String, JsValue> {
    let table = object("table", &table)?;
    table::write(&table, &text("format", &format)?).map_err(to_js_error)
}

/// Returns the command that reproduces a run, quoted for a POSIX shell.
#[wasm_bindgen]
pub fn command_line(settings: Ts<TrainingSettings>, files: Ts<CommandFiles>) -> Result<String, JsValue> {
    let files = object("files", &files)?;
    Ok(train_command(&object("settings", &settings)?, &files))
}

/// Returns the name and version of the program, as files have it.
#[wasm_bindgen]
pub fn program() -> String {
    PROGRAM.to_owned()
}

/// Names of features, by place; null for a feature without a name.
#[derive(Serialize, serde::Deserialize, Tsify)]
pub struct FeatureNames {
    /// The name of feature 1, 2, ….
    pub(super) names: Vec<Option<String>>,
}

/// Reads a names file: one name per line, or lines `index name` or `index:name`. Throws the faulty lines.
#[wasm_bindgen]
pub fn feature_names(text: Text) -> Result<Ts<FeatureNames>, JsValue> {
    to_js(&FeatureNames { names: data::parse_names(&arguments::text("text", &text)?).map_err(to_js_error)? })
}
