//! The data report.

use std::sync::Arc;

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::Dataset;
use super::arguments::{Number, Text, text, whole};
use super::convert::{to_js, to_js_error};
use crate::data::{self, MAX_GRADE};
use crate::data_report::{DataFile, DataReport, data_report};
use crate::util::error::Error;

/// Data sets for a report on their sizes, grades, features and faults.
#[wasm_bindgen]
#[derive(Default)]
pub struct DataReporter {
    files: Vec<(String, Arc<data::Dataset>)>,
}

#[wasm_bindgen]
impl DataReporter {
    /// Returns a reporter without data.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a data set. It shares its memory with the reporter. `name`: of its file, for places.
    pub fn add(&mut self, name: Text, data: &Dataset) -> Result<(), JsValue> {
        self.files.push((text("name", &name)?, Arc::clone(&data.inner)));
        Ok(())
    }

    /// Returns the report. `threshold`: documents from this grade on are good.
    pub fn report(&self, threshold: Number) -> Result<Ts<DataReport>, JsValue> {
        let threshold = whole("threshold", &threshold)?;
        if !(1..=usize::from(MAX_GRADE)).contains(&threshold) {
            let problem = format!("{threshold} is not a grade from 1 to {MAX_GRADE}");
            return Err(to_js_error(Error::config("threshold", problem)));
        }
        let files: Vec<DataFile> = self
            .files
            .iter()
            .map(|(name, data)| DataFile { name, data, ungraded: &[], has_numbered_queries: false })
            .collect();
        to_js(&data_report(&files, threshold as u8))
    }
}
