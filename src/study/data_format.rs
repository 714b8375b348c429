//! The part of a study's file that describes data.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::data::{Dataset, Grade, QueryRows};
use crate::ratings::GeneratedRatings;
use crate::ratings::factorization::FactorizationSettings;
use crate::util::error::Error;
use crate::util::serde_message::plain_words;

use super::ordered::from_value;

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
    /// The made shop in place of files, which has training and test data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shop: Option<ShopSample>,
    /// Ratings in place of documents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<RatingsEntry>,
    /// `comment:WORD` if the comments of the files have the grades, see [`CommentGrades`](crate::data::CommentGrades).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grades: Option<String>,
    /// Split by query.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub split: Option<Split>,
}

impl DataFields {
    /// Returns the data of a user in files, for [`Study::on`](super::Study::on). Without test data, a seeded split by
    /// query trains on 60 % of the queries, validates on 20 % and tests on 20 %.
    ///
    /// # Errors
    /// [`Error::Config`] for validation data without test data.
    pub fn own(train: String, valid: Option<String>, test: Option<String>) -> Result<Self, Error> {
        if valid.is_some() && test.is_none() {
            let problem = "without test data the training data are split; give test data too";
            return Err(Error::config("valid", problem));
        }
        let split = Split { folds: None, shares: Some([0.6, 0.2, 0.2]), seed: 1 };
        let split = test.is_none().then_some(split);
        Ok(Self { train: Some(train), valid, test, split, ..Self::default() })
    }
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
            Value::Object(_) => from_value(&value)
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

/// The made shop, see [`generate_shop`](crate::data::generate_shop).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ShopSample {
    /// Seed.
    pub seed: u64,
}

impl Default for ShopSample {
    fn default() -> Self {
        Self { seed: 1 }
    }
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
    /// One list with two kinds of relevance, in place of documents and seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<ListSample>,
}

impl Default for Sample {
    fn default() -> Self {
        Self { queries: 300, documents: 20, seed: 1, list: None }
    }
}

/// One list of documents whose grades are now these, now those. Every document has a feature of its own, so a linear
/// scorer can give the list any scores, the same for every query.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListSample {
    /// Grades by document in a share of the queries.
    pub first: Vec<Grade>,
    /// Grades by document in the other queries.
    pub second: Vec<Grade>,
    /// Share of the first, from 0 to 1.
    pub share: f64,
}

/// The most documents of such a list.
const MOST_LISTED: usize = 100;

impl ListSample {
    /// Returns why the list cannot be used.
    pub(super) fn problem(&self) -> Option<String> {
        let n = self.first.len();
        if self.second.len() != n || !(2..=MOST_LISTED).contains(&n) {
            return Some(format!(
                "list: {n} first and {} second grades; both have the same number, from 2 to {MOST_LISTED}",
                self.second.len()
            ));
        }
        (!(0.0..=1.0).contains(&self.share))
            .then(|| format!("list: the share {} is not between 0 and 1", self.share))
    }

    /// Returns this number of queries, the first kind spread evenly among them.
    ///
    /// # Errors
    /// [`Error::Data`] never for a list that was checked.
    pub(super) fn dataset(&self, queries: usize) -> Result<Dataset, Error> {
        let n = self.first.len();
        let features: Vec<f64> = (0..n * n).map(|cell| f64::from(u8::from(cell / n == cell % n))).collect();
        let until = |query: usize| (query as f64 * self.share).floor();
        let rows: Vec<QueryRows> = (0..queries)
            .map(|query| QueryRows {
                id: (query + 1).to_string(),
                grades: if until(query + 1) > until(query) { &self.first } else { &self.second }.clone(),
                features: features.clone(),
                comments: Vec::new(),
            })
            .collect();
        Dataset::from_queries(n, &rows)
    }
}

/// Ratings of items by users: a file, or generated ones.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RatingsEntry {
    /// File of `user,item,rating` lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Generated ratings in place of a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generate: Option<GeneratedRatings>,
    /// Grades of ratings: `ceil` or `double`.
    pub grades: String,
}

impl Default for RatingsEntry {
    fn default() -> Self {
        Self { file: None, generate: None, grades: FactorizationSettings::default().grades }
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
