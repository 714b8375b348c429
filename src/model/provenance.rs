//! Where a model comes from: program, data, end of training, and measured values.

use serde::{Deserialize, Serialize};

use crate::clicks::MAX_RANKS;
use crate::data::{MAX_FEATURES, ReadingSettings};
use crate::method::settings::{MAX_MEASURES, MAX_TEXT};
use crate::util::error::{Error, shown};
use crate::util::escape::is_hidden;

/// The name and version of this program.
pub const PROGRAM: &str = concat!("rankscope ", env!("CARGO_PKG_VERSION"));

/// Where a model comes from. Every part may be unknown.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct Provenance {
    /// Name and version of the program that trained it; empty for this program.
    pub program: String,
    /// Training data.
    pub train: Option<DataSource>,
    /// Validation data.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub valid: Option<DataSource>,
    /// Test data.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub test: Option<DataSource>,
    /// The clicks that stand for the grades of the training data.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub clicks: Option<ClickSource>,
    /// Shares of training, validation and test data in per cent if the training file was split by query.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub split: Option<[f64; 3]>,
    /// Seed of the split.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub split_seed: Option<u64>,
    /// File of the feature names, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub names_file: Option<String>,
    /// Whether the names that stand here do not train the model again: because a model file cannot hold the name of a
    /// file, or because training went on from another model.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub changed_names: bool,
    /// How the files were read, if by other rules than those of plain LETOR text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub reading: Option<Reading>,
    /// End of the training; absent if it was still going on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub training: Option<TrainingEnd>,
    /// Measured values of the model.
    pub measured: Measurements,
}

/// How data files were read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct Reading {
    /// The rules.
    pub rules: ReadingSettings,
    /// File with the sizes of the groups of the training data, if it was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub group_sizes: Option<String>,
    /// Table whose header gave the order of the features.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub columns_like: Option<String>,
    /// Names of the features in the training data, where the model has other names or fewer features.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub columns: Vec<String>,
    /// Where the weights of the training queries were: a file, `column:NAME` or `none`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub query_weight: Option<String>,
}

/// A data set: its file and its sizes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct DataSource {
    /// Name of the file; absent for a part of the training file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub file: Option<String>,
    /// FNV-1a checksum with 64 bits of the bytes of the file, packed or not, as 16 hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub checksum: Option<String>,
    /// Number of queries.
    pub queries: usize,
    /// Number of documents.
    pub documents: usize,
    /// Number of features.
    pub features: usize,
    /// Whether its queries have weights.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub weighted: bool,
}

/// A click log and how it became click weights.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct ClickSource {
    /// Name of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub file: Option<String>,
    /// Checksum of its bytes, as for data.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub checksum: Option<String>,
    /// Number of sessions, a fraction in expected logs.
    pub sessions: f64,
    /// `naive`, `ips` or `affine`.
    pub estimator: String,
    /// Propensities of the ranks that the log shows, if a curve gave them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub propensities: Vec<f64>,
    /// Whether the log gave the propensities.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub of_log: bool,
    /// The exponent of these propensities, if they are a power law.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub eta: Option<f64>,
    /// The least propensity that was divided by; absent without clipping.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub tau: Option<f64>,
}

/// How the training ended.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct TrainingEnd {
    /// The reason.
    pub stopped: String,
    /// Number of iterations.
    pub iterations: usize,
    /// The iteration of the model.
    pub iteration: usize,
    /// The smallest objective, if the method has one.
    pub objective: Option<f64>,
    /// Proved relative distance from the optimum, if there is a proof.
    pub gap: Option<f64>,
    /// Number of training queries that the loss can use: the m of C/m.
    pub queries_used: usize,
    /// Whether the objective is at best hardly below its value at w = 0.
    pub little_learned: bool,
}

/// Measured values of a model on its data.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct Measurements {
    /// On the training data.
    pub train: Vec<MeasuredValue>,
    /// On the validation data.
    pub valid: Vec<MeasuredValue>,
    /// On the test data.
    pub test: Vec<MeasuredValue>,
}

/// The mean of a measure over the queries that define it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct MeasuredValue {
    /// Key of the measure, such as `ndcg@10`.
    pub measure: String,
    /// Its mean; absent if no query defines it.
    #[serde(default)]
    #[cfg_attr(target_arch = "wasm32", tsify(optional))]
    pub value: Option<f64>,
}

impl Provenance {
    /// Checks texts and numbers, which may come from a file.
    ///
    /// # Errors
    /// [`Error::Data`] naming the first field that is too long, has control characters, or is no checksum or number.
    pub fn check(&self) -> Result<(), Error> {
        text("program", &self.program)?;
        text("names_file", self.names_file.as_deref().unwrap_or_default())?;
        for (name, source) in [("train", &self.train), ("valid", &self.valid), ("test", &self.test)] {
            let Some(DataSource { file, checksum, .. }) = source else { continue };
            text(&format!("file of {name}"), file.as_deref().unwrap_or_default())?;
            hexadecimal(name, checksum.as_deref())?;
        }
        if let Some(clicks) = &self.clicks {
            text("file of clicks", clicks.file.as_deref().unwrap_or_default())?;
            text("estimator", &clicks.estimator)?;
            hexadecimal("clicks", clicks.checksum.as_deref())?;
            if clicks.propensities.len() > MAX_RANKS {
                return Err(fault(&format!(
                    "{} propensities are more than {MAX_RANKS}",
                    clicks.propensities.len()
                )));
            }
            for (name, number) in
                [("sessions", Some(clicks.sessions)), ("eta", clicks.eta), ("tau", clicks.tau)]
            {
                finite(name, number)?;
            }
            clicks.propensities.iter().try_for_each(|&p| finite("propensities", Some(p)))?;
        }
        if let Some(shares) =
            self.split.filter(|shares| !shares.iter().all(|share| (0.0..=100.0).contains(share)))
        {
            return Err(fault(&format!("split: {shares:?} are not shares in per cent")));
        }
        if let Some(Reading { rules, group_sizes, columns_like, columns, query_weight }) = &self.reading {
            rules.check().map_err(|error| fault(&format!("reading: {error}")))?;
            let lists = [
                ("ignored columns", rules.ignore.len()),
                ("features left out", rules.without.len()),
                ("means", rules.means.len()),
                ("columns", columns.len()),
            ];
            if let Some((name, n)) = lists.into_iter().find(|(_, n)| *n > MAX_FEATURES) {
                return Err(fault(&format!("{n} {name} are more than {MAX_FEATURES}")));
            }
            let words = [&rules.label, &rules.qid, &rules.unjudged, &rules.grades, &rules.missing];
            let lists = rules.ignore.iter().chain(&rules.without).chain(columns);
            let named =
                words.into_iter().chain(lists).chain(group_sizes).chain(columns_like).chain(query_weight);
            for word in named {
                text("reading", word)?;
            }
        }
        if let Some(end) = &self.training {
            text("stopped", &end.stopped)?;
            for (name, number) in [("objective", end.objective), ("gap", end.gap)] {
                finite(name, number)?;
            }
        }
        let Measurements { train, valid, test } = &self.measured;
        for values in [train, valid, test] {
            if values.len() > MAX_MEASURES {
                return Err(fault(&format!("{} measured values are more than {MAX_MEASURES}", values.len())));
            }
            for MeasuredValue { measure, value } in values {
                text("measure", measure)?;
                finite(measure, *value)?;
            }
        }
        Ok(())
    }
}

fn fault(problem: &str) -> Error {
    Error::data(format!("provenance: {problem}"))
}

fn hexadecimal(name: &str, checksum: Option<&str>) -> Result<(), Error> {
    let is_sum = |sum: &str| sum.len() == 16 && sum.bytes().all(|byte| byte.is_ascii_hexdigit());
    match checksum.filter(|sum| !is_sum(sum)) {
        Some(sum) => Err(fault(&format!("checksum of {name}: {} is not 16 hexadecimal digits", shown(sum)))),
        None => Ok(()),
    }
}

fn text(name: &str, text: &str) -> Result<(), Error> {
    if text.chars().count() > MAX_TEXT {
        return Err(fault(&format!("{name} is longer than {MAX_TEXT} characters")));
    }
    match text.contains(is_hidden) {
        true => Err(fault(&format!("{name} contains a control character"))),
        false => Ok(()),
    }
}

fn finite(name: &str, number: Option<f64>) -> Result<(), Error> {
    match number.filter(|number| !number.is_finite()) {
        Some(number) => Err(fault(&format!("{name} is {number}, not a finite number"))),
        None => Ok(()),
    }
}
