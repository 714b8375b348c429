//! What the work on a cell returns: its progress in slices, and its result, as plain data.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::format::text_of;
use super::ordered::from_value;
use super::plan::Picked;
use super::records::Record;
use crate::learner::{Phase, StopReason};
use crate::util::checksum::Checksum;
use crate::util::error::Error;
use crate::util::json;

/// The times of a training, which the caller measures.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TrainingTime {
    /// Seconds in all.
    pub seconds: f64,
    /// Seconds in slices that began in [`Phase::Qp`].
    pub qp_seconds: f64,
}

/// A training of a cell in which every measure chooses its own values.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingEnd {
    /// The fold that was held out; `None` for the training on all data.
    pub fold: Option<usize>,
    /// Measures on the validation data or on the fold that was held out, one per measure on the test data; empty for
    /// the training on all data after a cross-validation.
    pub valid: Vec<Option<f64>>,
    /// Why it ended.
    pub stop: Option<StopReason>,
    /// Whether the model learned little: its objective is at best hardly below that of w = 0, or all its scores are
    /// equal.
    pub little_learned: bool,
    /// Why nothing is measured on validation or test data, if the model cannot score them.
    pub unmeasured: Option<String>,
    /// Seconds, if the caller measured them.
    pub seconds: Option<f64>,
}

/// The field of a file that has the checksum.
const CHECKSUM: &str = "checksum";

/// What a cell measured. Plain data, which a file or a worker's message carries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellResult {
    /// Key of the cell, see [`CellRun::key`].
    pub key: String,
    /// The values that validation picked, by setting.
    #[serde(default)]
    pub picked: Picked,
    /// Validation value of every candidate, in the order of [`Cell::candidates`]; empty without a choice.
    #[serde(default)]
    pub candidates: Vec<Option<f64>>,
    /// The trainings, those on folds first; empty unless every measure chooses its own values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trainings: Vec<TrainingEnd>,
    /// Recorded values, in the order of [`Study::records`]. Measures are means over the queries that define them.
    pub values: Vec<Option<f64>>,
    /// Values of every record by test query; empty for a record that is not a measure on the test data.
    pub queries: Vec<Vec<Option<f64>>>,
    /// Why the training behind these values ended.
    pub stop: Option<StopReason>,
    /// Why the cell failed, if it did.
    #[serde(default)]
    pub failure: Option<String>,
}

impl CellResult {
    /// Returns the result of a cell that could not start.
    pub fn failed(key: &str, reason: &Error) -> Self {
        Self { key: key.to_owned(), failure: Some(reason.to_string()), ..Self::default() }
    }

    /// Returns whether it is a complete result for these records.
    pub fn fits(&self, key: &str, records: &[Record]) -> bool {
        self.key == key
            && self.failure.is_none()
            && self.values.len() == records.len()
            && self.queries.len() == records.len()
    }

    /// Returns the validation value of a measure, which chooses: a mean over the folds that have one. `measure`: its
    /// number among the measures on the test data. `None` unless every measure chooses its own values.
    pub fn valid(&self, measure: usize) -> Option<f64> {
        let values = self.trainings.iter().filter_map(|one| one.valid.get(measure).copied().flatten());
        let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
        (count > 0).then(|| sum / f64::from(count))
    }

    /// Returns it as JSON.
    pub fn json(&self) -> String {
        // Strings, finite numbers and lists can always be written as JSON.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns the result as JSON with a checksum, for a file that [`CellResult::from_file`] reads.
    pub fn file_text(&self) -> String {
        let text = self.json();
        let checksum = checksum_of(&text);
        format!("{},\"{CHECKSUM}\":\"{checksum}\"}}\n", text.strip_suffix('}').unwrap_or(&text))
    }

    /// Parses a file whose values nobody has changed. White space and the order of the fields do not matter.
    ///
    /// # Errors
    /// [`Error::Data`] for a text that is no result, has no checksum, or has values that do not give its checksum.
    pub fn from_file(text: &str) -> Result<Self, Error> {
        let not_a_result = |error| Error::data(format!("not a result: {error}"));
        let mut fields: Map<String, Value> = json::read(text).map_err(not_a_result)?;
        let checksum = fields.remove(CHECKSUM);
        let result: Self = from_value(&fields.into()).map_err(not_a_result)?;
        match checksum {
            None => Err(Error::data("the checksum of the result is missing")),
            Some(checksum) if checksum == checksum_of(&result.json()) => Ok(result),
            Some(_) => {
                Err(Error::data("the result was changed after it was written: its checksum does not fit"))
            }
        }
    }

    /// Returns the picked values as text, such as `c 10`.
    pub fn picked_text(&self) -> String {
        picked_text(self.picked.iter())
    }
}

/// Returns values of the grid as text.
pub(super) fn picked_text<'a>(picked: impl Iterator<Item = &'a (String, Value)>) -> String {
    let texts: Vec<String> = picked.map(|(key, value)| format!("{key} {}", text_of(value))).collect();
    texts.join(", ")
}

fn checksum_of(text: &str) -> String {
    let mut checksum = Checksum::default();
    checksum.push(text.as_bytes());
    checksum.hex()
}

/// The state of a cell after a slice of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum CellProgress {
    /// A training is at work.
    Working {
        /// Its number, from 0.
        training: usize,
        /// The phase that the slice began in; exact for slices of one query.
        phase: Phase,
    },
    /// A training has ended.
    Trained {
        /// Its number, from 0.
        training: usize,
    },
    /// All trainings have ended.
    Done,
}

/// What is recorded of the model of a cell.
pub(super) struct Recorded {
    /// The values that validation picked, by setting.
    pub picked: Picked,
    /// Number of the training that gave the model.
    pub training: usize,
    /// See [`CellResult::trainings`].
    pub trainings: Vec<TrainingEnd>,
    /// One value per record; those that a clock measures are missing.
    pub values: Vec<Option<f64>>,
    /// Values by test query or user for measures on the test data; else empty.
    pub queries: Vec<Vec<Option<f64>>>,
    /// Why the training ended.
    pub stop: Option<StopReason>,
}
