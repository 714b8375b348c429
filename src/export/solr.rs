//! The linear model of the learning-to-rank plugin of Solr.

use serde_json::json;

use super::folded_weights;
use crate::error::Error;
use crate::model::Model;

/// What is put to `schema/model-store`: every feature is listed and has a weight.
///
/// # Errors
/// As [`folded_weights`].
pub fn solr(model: &Model, labels: &[String], name: &str) -> Result<String, Error> {
    let weights = folded_weights(model)?;
    // Written by hand, so that features keep their order.
    let features: Vec<String> =
        labels.iter().map(|label| format!("    {{ \"name\": {} }}", json!(label))).collect();
    let entries: Vec<String> = labels
        .iter()
        .zip(weights)
        .map(|(label, weight)| format!("      {}: {}", json!(label), json!(weight)))
        .collect();
    Ok(format!(
        "{{\n  \"class\": \"org.apache.solr.ltr.model.LinearModel\",\n  \"name\": {},\n  \"features\": [\n{}\n  \
         ],\n  \"params\": {{\n    \"weights\": {{\n{}\n    }}\n  }}\n}}\n",
        json!(name),
        features.join(",\n"),
        entries.join(",\n")
    ))
}
