//! Models for the learning-to-rank plugins of Elasticsearch and OpenSearch.
//!
//! Source: `LinearRankerParser`, `XGBoostJsonParser` and `NaiveAdditiveDecisionTree` of the plugin
//! o19s/elasticsearch-learning-to-rank.

use serde_json::{Value, json};

use super::raw::{RawModel, decimal, raw};
use super::trees::Node;
use crate::model::Model;
use crate::util::error::Error;

/// Returns the body of `POST _ltr/_featureset/SET/_createmodel`.
///
/// The model definition is a JSON text inside the body. A linear model has one number per feature (`model/linear`). A
/// sum of trees is an array of trees (`model/xgboost+json`), whose values contain the weights. The feature set must
/// contain all feature names. A feature that a document lacks is 0, as here.
///
/// # Errors
/// [`Error::Data`] for scaling within each query, McRank and networks; [`Error::Numeric`] for numbers outside the range
/// of 32-bit floats.
pub fn elasticsearch(model: &Model, labels: &[String], name: &str) -> Result<String, Error> {
    let (kind, definition) = match raw(model)? {
        // Written by hand to keep the order of the features.
        RawModel::Linear(weights) => {
            let entry = |(label, weight): (&String, f64)| format!("{}:{}", json!(label), json!(weight));
            let entries: Vec<String> = labels.iter().zip(weights).map(entry).collect();
            ("model/linear", format!("{{{}}}", entries.join(",")))
        }
        RawModel::Trees(trees) => {
            let trees: Vec<String> = trees.iter().map(|tree| Writer::tree(tree, labels)).collect();
            ("model/xgboost+json", format!("[{}]", trees.join(",")))
        }
        RawModel::Network(_) => {
            return Err(Error::data(
                "the model is a network, and the plugins of Elasticsearch and OpenSearch have only linear models and \
                 trees; export it for Solr",
            ));
        }
    };
    let definition = Value::from(definition);
    Ok(format!(
        "{{\n  \"model\": {{\n    \"name\": {},\n    \"model\": {{\n      \"type\": \"{kind}\",\n      \
         \"definition\": {definition}\n    }}\n  }}\n}}\n",
        json!(name)
    ))
}

/// A tree as XGBoost writes it. Nodes are numbered from the root, every node before its children.
struct Writer<'a> {
    labels: &'a [String],
    text: String,
    next_id: usize,
}

impl<'a> Writer<'a> {
    fn tree(root: &Node, labels: &'a [String]) -> String {
        let mut writer = Self { labels, text: String::new(), next_id: 1 };
        writer.node(root, 0, 0);
        writer.text
    }

    /// The child `yes` gets the values below the split condition, which is therefore the next float after the last
    /// one that goes there. `missing` is the child of 0.
    fn node(&mut self, node: &Node, id: usize, depth: usize) {
        let split = match node {
            Node::Leaf(value) => {
                self.text.push_str(&format!("{{\"nodeid\":{id},\"leaf\":{}}}", decimal(*value)));
                return;
            }
            Node::Split(split) => split,
        };
        let (yes, no) = (self.next_id, self.next_id + 1);
        self.next_id += 2;
        let missing = if split.last_below >= 0.0 { yes } else { no };
        self.text.push_str(&format!(
            "{{\"nodeid\":{id},\"depth\":{depth},\"split\":{},\"split_condition\":{},\"yes\":{yes},\"no\":{no},\
             \"missing\":{missing},\"children\":[",
            json!(self.labels[split.feature]),
            decimal(split.last_below.next_up())
        ));
        self.node(&split.below, yes, depth + 1);
        self.text.push(',');
        self.node(&split.above, no, depth + 1);
        self.text.push_str("]}");
    }
}
