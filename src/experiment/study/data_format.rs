//! The part of a study's file that describes data.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::serde_message::plain_words;

/// A data set: files, files by folds, one file with a split, or a generated sample.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataFields {
    /// Name in tables and plots.
    #[serde(default)]
    pub name: String,
    /// File of training data, or of all data if there is a split.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub train: Option<String>,
    /// File of validation data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid: Option<String>,
    /// File of test data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    /// Files by fold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folds: Option<Vec<FoldFiles>>,
    /// A generated sample in place of files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
    /// Split by query.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub split: Option<Split>,
}

/// A data set of a study; in a file, the word `sample` is short for the usual generated sample.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "DataFields")]
pub struct DataEntry(pub DataFields);

impl From<DataEntry> for DataFields {
    fn from(entry: DataEntry) -> Self {
        entry.0
    }
}

impl TryFrom<Value> for DataEntry {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        match value {
            Value::String(word) if word == "sample" => {
                Ok(Self(DataFields { sample: Some(Sample::default()), ..DataFields::default() }))
            }
            Value::Object(_) => DataFields::deserialize(value)
                .map(Self)
                .map_err(|fault| format!("a data set: {}", plain_words(&fault.to_string()))),
            _ => Err("a data set is an object or the word \"sample\"".to_owned()),
        }
    }
}

/// The files of one fold.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoldFiles {
    /// Training data.
    pub train: String,
    /// Validation data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid: Option<String>,
    /// Test data.
    pub test: String,
}

/// A generated sample, see [`generate_letor`](crate::data::generate_letor).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Sample {
    /// Number of queries.
    pub queries: usize,
    /// Mean number of documents of a query.
    pub documents: usize,
    /// Seed.
    pub seed: u64,
}

impl Default for Sample {
    fn default() -> Self {
        Self { queries: 300, documents: 20, seed: 1 }
    }
}

/// A split by query, in shares or in folds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Split {
    /// Number of folds. Each fold tests on one part, validates on the next, and trains on the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folds: Option<usize>,
    /// Shares of training, validation and test data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shares: Option<[f64; 3]>,
    /// Seed of the split.
    #[serde(default = "one")]
    pub seed: u64,
}

fn one() -> u64 {
    1
}
