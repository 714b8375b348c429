//! Models for the learning-to-rank plugin of Solr.
//!
//! Source: `LinearModel`, `MultipleAdditiveTreesModel` and `NeuralNetworkModel` of apache/solr.

use serde_json::json;

use super::network::Network;
use super::raw::{RawModel, decimal, raw};
use super::refused;
use super::trees::Node;
use crate::model::Model;
use crate::util::error::Error;

/// `NODE_SPLIT_SLACK` of Solr's trees, which it adds to every threshold in 32 bits.
const SLACK: f32 = 1e-6;
/// Largest relative shift of a threshold by rounding with the slack.
const LARGEST_SHIFT: f64 = 1e-4;

/// Returns the body of `PUT schema/model-store`, with all features by name.
///
/// A linear model becomes a `LinearModel`, a sum of trees a `MultipleAdditiveTreesModel`, and a network a
/// `NeuralNetworkModel`. A feature that a document lacks is 0, as here, unless its definition has another default.
///
/// # Errors
/// [`Error::Data`] for scaling within each query and McRank; [`Error::Numeric`] for numbers outside the range of 32-bit
/// floats, and for thresholds that Solr's slack would move.
pub fn solr(model: &Model, labels: &[String], name: &str) -> Result<String, Error> {
    let (class, params) = match raw(model)? {
        RawModel::Linear(weights) => {
            // Written by hand to keep the order of the features.
            let entry =
                |(label, weight): (&String, f64)| format!("      {}: {}", json!(label), json!(weight));
            let entries: Vec<String> = labels.iter().zip(weights).map(entry).collect();
            ("LinearModel", format!("\"weights\": {{\n{}\n    }}", entries.join(",\n")))
        }
        RawModel::Trees(trees) => {
            let mut written = Vec::with_capacity(trees.len());
            for tree in &trees {
                let mut root = String::new();
                write_node(&mut root, tree, labels)?;
                written.push(format!("      {{ \"weight\": \"1\", \"root\": {root} }}"));
            }
            ("MultipleAdditiveTreesModel", format!("\"trees\": [\n{}\n    ]", written.join(",\n")))
        }
        RawModel::Network(network) => ("NeuralNetworkModel", layers(&network)),
    };
    let features: Vec<String> =
        labels.iter().map(|label| format!("    {{ \"name\": {} }}", json!(label))).collect();
    Ok(format!(
        "{{\n  \"class\": \"org.apache.solr.ltr.model.{class}\",\n  \"name\": {},\n  \"features\": [\n{}\n  ],\n  \
         \"params\": {{\n    {params}\n  }}\n}}\n",
        json!(name),
        features.join(",\n"),
    ))
}

/// Writes a tree. Its numbers are texts, because Solr passes other numbers of trees to the wrong setter.
fn write_node(text: &mut String, node: &Node, labels: &[String]) -> Result<(), Error> {
    match node {
        Node::Leaf(value) => text.push_str(&format!("{{\"value\":\"{}\"}}", decimal(*value))),
        Node::Split(split) => {
            let label = json!(labels[split.feature]);
            let threshold = threshold(split.last_below).ok_or_else(|| {
                refused(format!(
                    "the threshold {} of feature {label} is so close to 0 that Solr, which adds {SLACK:e}, would \
                     move it; multiply the feature by a constant in the data and in Solr's feature store",
                    decimal(split.last_below)
                ))
            })?;
            text.push_str(&format!(
                "{{\"feature\":{label},\"threshold\":\"{}\",\"left\":",
                decimal(threshold)
            ));
            write_node(text, &split.below, labels)?;
            text.push_str(",\"right\":");
            write_node(text, &split.above, labels)?;
            text.push('}');
        }
    }
    Ok(())
}

/// Returns the threshold to which Solr adds its slack to get `last_below`, the greatest value that goes left.
///
/// Near 0 and near negative powers of two, the sum cannot be every float. Then the nearest sum is taken. Returns `None`
/// if the nearest sum is further away than [`LARGEST_SHIFT`] allows.
fn threshold(last_below: f32) -> Option<f32> {
    let exact = f64::from(last_below);
    let start = (exact - f64::from(SLACK)) as f32;
    let shift = |threshold: f32| (f64::from(threshold + SLACK) - exact).abs();
    let candidates = [start, start.next_down(), start.next_up()];
    let nearest = candidates
        .into_iter()
        .filter(|threshold| threshold.is_finite())
        .min_by(|one, other| shift(*one).total_cmp(&shift(*other)))?;
    (shift(nearest) <= LARGEST_SHIFT * exact.abs()).then_some(nearest)
}

/// Returns the layers of a network: hidden units with tanh, and one output without bias.
fn layers(network: &Network) -> String {
    let list = |numbers: &[f32]| {
        format!("[{}]", numbers.iter().map(|&number| decimal(number)).collect::<Vec<_>>().join(", "))
    };
    let matrix: Vec<String> = network.weights.iter().map(|row| format!("          {}", list(row))).collect();
    format!(
        "\"layers\": [\n      {{\n        \"matrix\": [\n{}\n        ],\n        \"bias\": {},\n        \
         \"activation\": \"tanh\"\n      }},\n      {{\n        \"matrix\": [{}],\n        \"bias\": [0.0],\n        \
         \"activation\": \"identity\"\n      }}\n    ]",
        matrix.join(",\n"),
        list(&network.bias),
        list(&network.output)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slack_is_taken_off_exactly_except_near_zero() {
        let mut value = 1e-5_f32;
        while value < 1e30 {
            for last_below in [value, -value, value.next_up(), (-value).next_up()] {
                let written = threshold(last_below).expect("far from 0");
                assert_eq!(written + SLACK, last_below, "{last_below:e}");
            }
            value *= 1.37;
        }
        let written = threshold(-1.0).expect("far from 0");
        assert!((written + SLACK + 1.0).abs() <= 2.0 * f32::EPSILON, "one float beside");
        assert_eq!(threshold(0.0).map(|written| written + SLACK), Some(0.0));
        for tiny in [1e-12, -1e-12, 1e-40, -1e-40] {
            assert_eq!(threshold(tiny), None, "{tiny:e}");
        }
        for small in [1e-8, -1e-8, 3.3e-7_f32] {
            let written = threshold(small).expect("nearly exact");
            assert!((written + SLACK - small).abs() <= 1e-4 * small.abs(), "{small:e}");
        }
    }
}
