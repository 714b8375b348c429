//! Tables, commands and names of features, in the words of other programs.

use serde::Serialize;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use super::convert::{given, settings_of, thrown};
use crate::data;
use crate::error::Error;
use crate::export::command::{CommandFiles, train_command};
use crate::export::table::{self, ExportTable};
use crate::settings::TrainingSettings;

/// A table in the format `csv`, `markdown` or `latex`.
#[wasm_bindgen]
pub fn export_table(table: Ts<ExportTable>, format: &str) -> Result<String, JsValue> {
    let table = table.to_rust().map_err(|fault| thrown(Error::config("table", fault.to_string())))?;
    table::write(&table, format).map_err(thrown)
}

/// The command that reproduces a run, quoted for a POSIX shell.
#[wasm_bindgen]
pub fn command_line(settings: Ts<TrainingSettings>, files: Ts<CommandFiles>) -> Result<String, JsValue> {
    let files = files.to_rust().map_err(|fault| thrown(Error::config("files", fault.to_string())))?;
    Ok(train_command(&settings_of(&settings)?, &files))
}

/// Names of features, by place; null where there is none.
#[derive(Serialize, serde::Deserialize, Tsify)]
pub struct FeatureNames {
    /// The name of feature 1, 2, ….
    pub(super) names: Vec<Option<String>>,
}

/// Reads a names file: one name per line, or lines `index name` or `index:name`. Throws the lines at fault.
#[wasm_bindgen]
pub fn feature_names(text: &str) -> Result<Ts<FeatureNames>, JsValue> {
    given(&FeatureNames { names: data::parse_names(text).map_err(thrown)? })
}
