//! A document of a response with its logged features, as Elasticsearch, OpenSearch and Solr write it. Must not know
//! queries.
//!
//! Sources: `LoggingFetchSubPhase.java` of the Learning to Rank plugin of Elasticsearch, which OpenSearch has too;
//! `CSVFeatureLogger.java` of Solr.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::words::Words;
use crate::data::letor_line::{quoted, read_number};
use crate::data::reading::settings::is_missing;

/// A feature without a name that the plugin adds for log entries of other plugins.
const EXTRA: &str = "extra_logging";

/// A hit of Elasticsearch or OpenSearch.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Hit {
    #[serde(rename = "_id")]
    id: Words,
    fields: Fields,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Fields {
    #[serde(rename = "_ltrlog")]
    log: Option<Vec<BTreeMap<String, Vec<Entry>>>>,
}

#[derive(Debug, Deserialize)]
struct Entry {
    name: String,
    /// A feature that does not match the document has none.
    #[serde(default)]
    value: Words,
}

/// A document of Solr.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct SolrDocument {
    id: Words,
    #[serde(rename = "[features]")]
    features: Option<String>,
}

/// A document with its features in the order of the log; a feature without a value is a gap.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LoggedDocument {
    pub id: String,
    pub features: Vec<(String, Option<f64>)>,
}

impl Hit {
    /// Returns the document with the features of the log entry with a name, or of all entries.
    ///
    /// # Errors
    /// What the hit lacks, or two values of one feature.
    pub fn read(self, entry: Option<&str>) -> Result<LoggedDocument, String> {
        let id = self.id.one().filter(|id| !id.trim().is_empty()).ok_or("it has no _id")?;
        let about = |problem: &str| format!("the document {} {problem}", quoted(&id));
        let log = self.fields.log.ok_or_else(|| {
            about("has no fields._ltrlog; request ext.ltr_log with the name of the sltr query")
        })?;
        let mut features: Vec<(String, Option<f64>)> = Vec::new();
        // The entry, and the place in `features`, of every name.
        let mut places: BTreeMap<String, (String, usize)> = BTreeMap::new();
        let mut others: Vec<String> = Vec::new();
        let mut is_found = entry.is_none();
        for (name, logged) in log.into_iter().flatten() {
            if entry.is_some_and(|entry| entry != name) {
                others.push(quoted(&name));
                continue;
            }
            is_found = true;
            for Entry { name: feature, value } in logged {
                if feature == EXTRA {
                    continue;
                }
                let value =
                    read_value(&feature, value.one().as_deref()).map_err(|problem| about(&problem))?;
                match places.get(&feature) {
                    None => {
                        places.insert(feature.clone(), (name.clone(), features.len()));
                        features.push((feature, value));
                    }
                    Some((_, place)) if features[*place].1 == value => {}
                    Some((first, _)) => {
                        return Err(about(&format!(
                            "has two values of the feature {}, in the log entries {} and {}; --entry NAME chooses one",
                            quoted(&feature),
                            quoted(first),
                            quoted(&name)
                        )));
                    }
                }
            }
        }
        if is_found {
            return Ok(LoggedDocument { id, features });
        }
        let entry = quoted(entry.unwrap_or_default());
        Err(about(&format!("has no log entry {entry} (--entry); its entries are {}", others.join(", "))))
    }
}

impl SolrDocument {
    /// Returns the document with its features: `name=value,name=value`.
    ///
    /// # Errors
    /// What the document lacks, or a part without a value.
    pub fn read(self) -> Result<LoggedDocument, String> {
        let id = self.id.one().filter(|id| !id.trim().is_empty());
        let id = id.ok_or("it has no id; request fl=id,[features …]")?;
        let about = |problem: &str| format!("the document {} {problem}", quoted(&id));
        let text = self.features.ok_or_else(|| about("has no [features]; request fl=id,[features …]"))?;
        let mut features: Vec<(String, Option<f64>)> = Vec::new();
        for part in text.split(',').filter(|part| !part.trim().is_empty()) {
            let (name, value) = part
                .rsplit_once('=')
                .ok_or_else(|| about(&format!("has {} in [features]; expected name=value", quoted(part))))?;
            let value = read_value(name, Some(value)).map_err(|problem| about(&problem))?;
            features.push((name.to_owned(), value));
        }
        Ok(LoggedDocument { id, features })
    }
}

/// Returns the value of a feature, `None` if it is missing.
fn read_value(name: &str, value: Option<&str>) -> Result<Option<f64>, String> {
    let Some(value) = value.map(str::trim).filter(|value| !is_missing(value)) else { return Ok(None) };
    match read_number(value).filter(|value| value.is_finite()) {
        Some(number) => Ok(Some(number)),
        None => Err(format!(
            "has the feature {} with the value {}; expected a finite number",
            quoted(name),
            quoted(value)
        )),
    }
}
