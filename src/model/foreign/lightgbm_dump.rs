//! The JSON that LightGBM's `dump_model` writes: trees as nested objects.

use super::fields::{Fields, index, parse_json};
use super::layout::{RawNode, RawSplit, lay_out};
use super::lightgbm::{Head, PROGRAM, assemble, documents, missing};
use super::{Read, no_categories};
use crate::util::error::Error;

/// Returns the model of a file.
pub(super) fn read(text: &str) -> Result<Read, Error> {
    let value = parse_json(PROGRAM, text, "save the model as text with save_model")?;
    let dump = Fields { program: PROGRAM, value: &value };
    let names = dump.texts("feature_names");
    let mut terms = Vec::new();
    for (number, tree) in dump.list("tree_info")?.enumerate() {
        let mut nodes = Vec::new();
        flatten(number, tree.object("tree_structure")?, &names, &mut nodes)?;
        terms.push(lay_out(PROGRAM, number, 1.0, &nodes)?);
    }
    let whole = |key: &str| dump.number(key).map_or(0, |number| number as usize);
    let head = Head {
        objective: dump.text("objective").to_owned(),
        names,
        trees_per_iteration: whole("num_tree_per_iteration"),
        is_average: dump.number("average_output") == Some(1.0),
        n_features: whole("max_feature_idx").saturating_add(1),
    };
    assemble(head, terms)
}

/// Adds a node with all below it, and returns its place. The depth is at most that of the parsed JSON.
fn flatten(tree: usize, node: Fields, names: &[String], nodes: &mut Vec<RawNode>) -> Result<usize, Error> {
    let place = nodes.len();
    if let Some(value) = node.number("leaf_value") {
        nodes.push(RawNode::Leaf {
            value,
            cover: node.number("leaf_count").unwrap_or(1.0),
            documents: node.number("leaf_count").and_then(documents),
        });
        return Ok(place);
    }
    let feature = index(node.needed("split_feature")?);
    if node.text("decision_type") != "<=" {
        return Err(no_categories(PROGRAM, tree, feature, names));
    }
    let threshold = node.needed("threshold")?;
    let missing = missing(node.text("missing_type"), node.number("default_left") == Some(1.0));
    let missing = missing.ok_or_else(|| node.fail(&format!("tree {tree}: an unknown missing_type")))?;
    nodes.push(RawNode::Leaf { value: 0.0, cover: 0.0, documents: None });
    let left = flatten(tree, node.object("left_child")?, names, nodes)?;
    let right = flatten(tree, node.object("right_child")?, names, nodes)?;
    let gain = node.number("split_gain").unwrap_or(0.0);
    let documents = node.number("internal_count").and_then(documents);
    nodes[place] = RawNode::Split(RawSplit { feature, threshold, missing, left, right, gain, documents });
    Ok(place)
}
