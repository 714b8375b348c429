//! The JSON that LightGBM's `dump_model` writes: trees as nested objects.

use serde::Deserialize;

use super::layout::{RawNode, RawSplit, lay_out};
use super::lightgbm::{Head, PROGRAM, assemble, missing, no_categories};
use super::{Read, fault};
use crate::ranking::scorer::Term;
use crate::util::error::{Error, shown};

#[derive(Deserialize)]
struct Dump {
    #[serde(default)]
    num_tree_per_iteration: usize,
    #[serde(default)]
    max_feature_idx: usize,
    #[serde(default)]
    objective: String,
    #[serde(default)]
    average_output: bool,
    #[serde(default)]
    feature_names: Vec<String>,
    tree_info: Vec<Tree>,
}

#[derive(Deserialize)]
struct Tree {
    tree_index: usize,
    tree_structure: Node,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Node {
    Split(Box<Split>),
    Leaf {
        leaf_value: f64,
        #[serde(default = "one")]
        leaf_count: f64,
    },
}

#[derive(Deserialize)]
struct Split {
    split_feature: usize,
    #[serde(default)]
    split_gain: f64,
    threshold: Threshold,
    decision_type: String,
    default_left: bool,
    missing_type: String,
    left_child: Node,
    right_child: Node,
}

/// A number, or the categories as a text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Threshold {
    Number(f64),
    Categories(String),
}

fn one() -> f64 {
    1.0
}

/// Returns the model of a file.
pub(super) fn read(text: &str) -> Result<Read, Error> {
    let dump: Dump = serde_json::from_str(text).map_err(|error| {
        let problem = error.to_string();
        if problem.starts_with("recursion limit") {
            return fault(
                PROGRAM,
                "a tree is too deep for this dump; save the model as text with save_model",
            );
        }
        fault(PROGRAM, format!("the dump is damaged: {problem}"))
    })?;
    let terms: Result<Vec<Term>, Error> = dump
        .tree_info
        .iter()
        .map(|tree| {
            let mut nodes = Vec::new();
            flatten(tree.tree_index, &tree.tree_structure, &dump.feature_names, &mut nodes)?;
            lay_out(PROGRAM, tree.tree_index, 1.0, &nodes)
        })
        .collect();
    let terms = terms?;
    assemble(
        Head {
            objective: dump.objective,
            names: dump.feature_names,
            trees_per_iteration: dump.num_tree_per_iteration,
            is_average: dump.average_output,
            n_features: dump.max_feature_idx.saturating_add(1),
        },
        terms,
    )
}

/// Adds a node with all below it, and returns its place. The depth is at most that of the parsed JSON.
fn flatten(tree: usize, node: &Node, names: &[String], nodes: &mut Vec<RawNode>) -> Result<usize, Error> {
    let place = nodes.len();
    match node {
        Node::Leaf { leaf_value, leaf_count } => {
            nodes.push(RawNode::Leaf { value: *leaf_value, cover: *leaf_count })
        }
        Node::Split(split) => {
            let feature = split.split_feature;
            let name = || names.get(feature).cloned().unwrap_or_else(|| feature.to_string());
            let threshold = match &split.threshold {
                Threshold::Number(threshold) if split.decision_type == "<=" => *threshold,
                Threshold::Number(_) => return Err(no_categories(tree, &name())),
                Threshold::Categories(text) => {
                    // A number that JSON cannot hold is written as a text, too.
                    match text.parse::<f64>() {
                        Ok(number) if split.decision_type == "<=" => number.clamp(f64::MIN, f64::MAX),
                        _ => return Err(no_categories(tree, &name())),
                    }
                }
            };
            let missing = missing(&split.missing_type, split.default_left).ok_or_else(|| {
                fault(PROGRAM, format!("tree {tree}: missing_type {} is unknown", shown(&split.missing_type)))
            })?;
            nodes.push(RawNode::Leaf { value: 0.0, cover: 0.0 });
            let left = flatten(tree, &split.left_child, names, nodes)?;
            let right = flatten(tree, &split.right_child, names, nodes)?;
            nodes[place] =
                RawNode::Split(RawSplit { feature, threshold, missing, left, right, gain: split.split_gain });
        }
    }
    Ok(place)
}
