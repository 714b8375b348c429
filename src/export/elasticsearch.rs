//! The linear model of the learning-to-rank plugins of Elasticsearch and OpenSearch.

use serde_json::{Value, json};

use super::folded_weights;
use crate::error::Error;
use crate::model::Model;

/// The body of `POST _ltr/_featureset/SET/_createmodel`. The definition is a text of its own within it, and has a
/// number for every feature; the set must know all their names.
///
/// # Errors
/// As [`folded_weights`].
pub fn elasticsearch(model: &Model, labels: &[String], name: &str) -> Result<String, Error> {
    let weights = folded_weights(model)?;
    // Written by hand, so that features keep their order.
    let entries: Vec<String> = labels
        .iter()
        .zip(weights)
        .map(|(label, weight)| format!("{}:{}", json!(label), json!(weight)))
        .collect();
    let definition = Value::from(format!("{{{}}}", entries.join(",")));
    Ok(format!(
        "{{\n  \"model\": {{\n    \"name\": {},\n    \"model\": {{\n      \"type\": \"model/linear\",\n      \
         \"definition\": {definition}\n    }}\n  }}\n}}\n",
        json!(name)
    ))
}
