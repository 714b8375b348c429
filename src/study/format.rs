//! The file of a study, with all defaults. `parse.rs` reads it, and `check.rs` checks what the types do not.

use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::claim_format::Claim;
use super::click_settings::PREFIX;
use super::data_format::DataEntry;
use super::ordered::Ordered;
use super::plot_format::Plot;
use crate::method::METHODS;
use crate::util::escape::visible;

/// A study: factors, data, sizes and seeds make its cells, and plots and tables show what the cells measured.
///
/// [`Study::parse`] checks it and fills in the defaults. Its JSON parses to the same study.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// The word `study`.
    pub rankscope: String,
    /// Title of the tables and plots.
    pub title: String,
    /// What the paper found.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub found: String,
    /// What this study shows here.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub here: String,
    /// Data sets.
    pub data: Vec<DataEntry>,
    /// Axes: each is a list of levels, and the cells are the product of all axes. In a file, the levels of `method` can
    /// be the word `all`.
    #[serde(default, deserialize_with = "factors")]
    pub factors: Ordered<Vec<Level>>,
    /// Numbers of training queries.
    #[serde(default = "all_queries")]
    pub sizes: Vec<Size>,
    /// Seeds of the training and of the choice of training queries.
    #[serde(default = "first_seed")]
    pub seeds: Vec<u64>,
    /// Settings that all cells share.
    #[serde(default)]
    pub fixed: Ordered<Value>,
    /// Choice of settings by validation; `None` for no choice.
    #[serde(default)]
    pub select: Option<Select>,
    /// Measures and figures to record.
    #[serde(default = "usual_records")]
    pub record: Vec<String>,
    /// Comparison with a baseline.
    #[serde(default)]
    pub compare: Option<Compare>,
    /// What a paper claims of the levels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// Figures and tables of papers that it repeats, such as `DORM, figure 5`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub repeats: Vec<String>,
    /// Plots.
    #[serde(default)]
    pub plots: Vec<Plot>,
}

/// Reads the axes, with the methods of the catalogue for `"method": "all"`.
fn factors<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Ordered<Vec<Level>>, D::Error> {
    let Ordered(axes) = Ordered::<Value>::deserialize(deserializer)?;
    let levels = |(name, levels): (String, Value)| {
        let levels = match levels {
            Value::Array(levels) => levels.into_iter().map(Level::try_from).collect(),
            Value::String(word) if word == "all" && name == "method" => Ok(all_methods()),
            Value::String(word) if word == EACH && name == WITHOUT => Ok(each_feature()),
            other => Err(format!(
                "{other} is not a list of levels; only the methods can be \"all\", and only what the data are {WITHOUT} \
                 \"{EACH}\""
            )),
        };
        match levels {
            Ok(levels) => Ok((name, levels)),
            Err(problem) => Err(D::Error::custom(format!("factors.{}: {problem}", visible(&name)))),
        }
    };
    axes.into_iter().map(levels).collect::<Result<_, _>>().map(Ordered)
}

/// Returns a level for every method of the catalogue, named as in menus.
fn all_methods() -> Vec<Level> {
    let level = |(name, label): (&str, &str)| Level::Settings {
        name: label.to_owned(),
        settings: [("method".to_owned(), json!(name))].into_iter().collect(),
    };
    METHODS.iter().map(|method| level((method.name, method.label))).collect()
}

/// The key of features that a level leaves out, by number or name and separated by commas; also the name of a factor
/// whose levels are such lists. The level [`EACH`] stands for one level per feature, once the data are there.
pub const WITHOUT: &str = "without";

/// Returns a level with all features, and the word for one level per feature.
fn each_feature() -> Vec<Level> {
    vec![Level::without("all features", ""), Level::Value(json!(EACH))]
}

fn all_queries() -> Vec<Size> {
    vec![Size::All]
}

fn first_seed() -> Vec<u64> {
    vec![1]
}

fn usual_records() -> Vec<String> {
    vec!["ndcg@10".to_owned()]
}

/// A level of a factor: a value of the setting with the factor's name, or several settings with a name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Value")]
pub enum Level {
    /// The value of a setting.
    Value(Value),
    /// Settings with a name.
    Settings {
        /// Name in tables and plots.
        name: String,
        /// Settings by their keys.
        settings: serde_json::Map<String, Value>,
    },
}

impl TryFrom<Value> for Level {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let Value::Object(mut settings) = value else { return Ok(Self::Value(value)) };
        match settings.remove("name") {
            Some(Value::String(name)) => Ok(Self::Settings { name, settings }),
            Some(_) => Err("the name of a level is text".to_owned()),
            None => Err("a level with several settings needs a name".to_owned()),
        }
    }
}

impl From<Level> for Value {
    fn from(level: Level) -> Self {
        match level {
            Level::Value(value) => value,
            Level::Settings { name, mut settings } => {
                settings.insert("name".to_owned(), Self::String(name));
                Self::Object(settings)
            }
        }
    }
}

/// The key of a level that is a ranker: a file of a model, a run or scores, or `feature:NAME`.
pub const RANKER: &str = "ranker";
/// The key of the order of equal scores in such a level.
pub const TIES: &str = "ties";

impl Study {
    /// Returns the rankers of all levels, in the order of the study.
    pub fn rankers(&self) -> impl Iterator<Item = &str> {
        self.factors.0.iter().flat_map(|(_, levels)| levels).filter_map(Level::ranker)
    }

    /// Returns whether a setting of simulated clicks is given.
    pub(super) fn has_clicks(&self) -> bool {
        let of_level = |level: &Level| match level {
            Level::Value(_) => false,
            Level::Settings { settings, .. } => settings.keys().any(|key| key.starts_with(PREFIX)),
        };
        self.fixed.keys().any(|key| key.starts_with(PREFIX))
            || self
                .factors
                .0
                .iter()
                .any(|(name, levels)| name.starts_with(PREFIX) || levels.iter().any(of_level))
    }

    /// Returns whether a cell trains something: not if all levels of a factor are rankers.
    pub(super) fn trains(&self) -> bool {
        !self.factors.0.iter().any(|(_, levels)| levels.iter().all(|level| level.ranker().is_some()))
    }
}

impl Level {
    /// Returns a level that leaves features out.
    pub(super) fn without(name: &str, features: &str) -> Self {
        let settings = [(WITHOUT.to_owned(), json!(features))].into_iter().collect();
        Self::Settings { name: name.to_owned(), settings }
    }

    /// Returns the file or feature of a level that is a ranker.
    pub fn ranker(&self) -> Option<&str> {
        match self {
            Self::Settings { settings, .. } => settings.get(RANKER)?.as_str(),
            Self::Value(_) => None,
        }
    }

    /// Returns its name in tables and plots.
    pub fn name(&self) -> String {
        match self {
            Self::Settings { name, .. } => name.clone(),
            Self::Value(value) => text_of(value),
        }
    }
}

/// Returns a value as text without quotes.
pub(super) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "none".to_owned(),
        other => other.to_string(),
    }
}

/// A number of training queries.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Value")]
pub enum Size {
    /// All queries.
    All,
    /// So many queries.
    Queries(usize),
    /// So many percent of the queries, at least one query.
    Percent(f64),
}

impl TryFrom<Value> for Size {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let fault = || format!("{value} is not a size; use a whole number from 1, \"all\", or \"25%\"");
        match &value {
            Value::String(word) if word == "all" => Ok(Self::All),
            Value::String(word) => {
                let percent = word.strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
                let in_range = |percent: &f64| *percent > 0.0 && *percent <= 100.0;
                percent.filter(in_range).map(Self::Percent).ok_or_else(fault)
            }
            Value::Number(number) => {
                let queries = number.as_u64().and_then(|number| usize::try_from(number).ok());
                queries.filter(|&queries| queries > 0).map(Self::Queries).ok_or_else(fault)
            }
            _ => Err(fault()),
        }
    }
}

impl From<Size> for Value {
    fn from(size: Size) -> Self {
        match size {
            Size::All => Self::from("all"),
            Size::Queries(queries) => Self::from(queries),
            Size::Percent(percent) => Self::from(format!("{percent}%")),
        }
    }
}

/// The choice of settings by validation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Select {
    /// The setting whose values a plain list contains.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setting: Option<String>,
    /// Values to try: a list for one setting, or an object with one list per setting.
    pub grid: Grid,
    /// Measure that chooses; the first recorded measure if absent. With [`EACH`], every recorded measure on the test
    /// data chooses its own values, and a cell trains one candidate.
    #[serde(default)]
    pub by: String,
    /// `valid`, or `cv:K` for a cross-validation over the training queries with K folds.
    #[serde(default = "on_valid")]
    pub on: String,
}

/// The word for `by` if every measure chooses its own values.
pub const EACH: &str = "each";

fn on_valid() -> String {
    "valid".to_owned()
}

/// Values to try.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Grid {
    /// Values of the one setting.
    List(Vec<Value>),
    /// Values by setting; all combinations are tried.
    Settings(Ordered<Vec<Value>>),
}

/// Comparison of all levels of an axis with one of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// Name of the level to compare with. [`BEST`] is the level with the best value of each measure, unless a level has
    /// this name.
    pub baseline: String,
    /// The factor that has the level; needed if several have it.
    #[serde(default)]
    pub axis: String,
    /// The unit of chance: `query`, or `user` for ratings.
    #[serde(default)]
    pub unit: String,
    /// Tests.
    #[serde(default = "all_tests")]
    pub tests: Vec<TestName>,
    /// Adjustment for several comparisons.
    #[serde(default)]
    pub adjust: Adjust,
    /// Number of queries to list in each comparison: those whose values change most.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub queries: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// The word for `baseline` if the best level of each measure is meant.
pub const BEST: &str = "best";

fn all_tests() -> Vec<TestName> {
    vec![TestName::SignFlip, TestName::T, TestName::Wilcoxon]
}

/// A test of the difference between two rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum TestName {
    /// Sign-flip randomisation.
    SignFlip,
    /// Student's paired t-test.
    T,
    /// Wilcoxon's signed-rank test.
    Wilcoxon,
    /// Student's unpaired t-test with equal variances, of the means of the seeds.
    #[serde(rename = "unpaired-t")]
    UnpairedT,
}

impl TestName {
    /// Returns the name in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::SignFlip => "signflip",
            Self::T => "t",
            Self::Wilcoxon => "wilcoxon",
            Self::UnpairedT => "unpaired-t",
        }
    }
}

/// Adjustment of p-values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Adjust {
    /// None.
    None,
    /// Holm's, over the comparisons of one measure with one baseline.
    #[default]
    Holm,
    /// Holm's, over all comparisons of the study.
    HolmAll,
}
