//! What was found, in the words of other programs: models for search engines, tables, and a command. Knows no
//! learner; one file per format.

pub mod command;
mod elasticsearch;
mod linear;
mod solr;
pub mod table;

pub use elasticsearch::elasticsearch;
pub use linear::folded_weights;
pub use solr::solr;

use std::str::FromStr;

use crate::data::labels;
use crate::error::{Error, shown};
use crate::model::Model;

/// A form in which a model can leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ModelFormat {
    /// The model file, which this program reads.
    Json,
    /// A linear model of the learning-to-rank plugins of Elasticsearch and OpenSearch.
    Elasticsearch,
    /// A linear model of the learning-to-rank plugin of Solr.
    Solr,
}

impl FromStr for ModelFormat {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "json" => Ok(Self::Json),
            "elasticsearch" | "opensearch" => Ok(Self::Elasticsearch),
            "solr" => Ok(Self::Solr),
            _ => Err(Error::config(
                "format",
                format!("{} is not one of json, elasticsearch, solr", shown(text)),
            )),
        }
    }
}

/// A model in the given format. `names`: of the features, `f1`, `f2`, … where there is none; `name`: of the model.
///
/// # Errors
/// [`Error::Data`] if the format cannot express the model, or for names that cannot be used.
pub fn model(
    model: &Model,
    format: ModelFormat,
    names: &[Option<String>],
    name: &str,
) -> Result<String, Error> {
    if format == ModelFormat::Json {
        return Ok(model.json() + "\n");
    }
    if name.trim().is_empty() {
        return Err(Error::config("name", "the model needs a name"));
    }
    let labels = labels(names, model.weights.len())?;
    if format == ModelFormat::Solr { solr(model, &labels, name) } else { elasticsearch(model, &labels, name) }
}
