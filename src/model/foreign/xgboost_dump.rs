//! The JSON that XGBoost's `dump_model` and `get_dump` write: a list of trees as nested objects, without the base score.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::layout::{RawNode, RawSplit, lay_out};
use super::single::below;
use super::xgboost::{PROGRAM, no_categories};
use super::{Foreign, Read, count, fault};
use crate::ranking::scorer::{Missing, Scorer, SumLink, Term};
use crate::util::error::{Error, shown};

#[derive(Deserialize)]
struct Node {
    nodeid: u64,
    leaf: Option<f64>,
    split: Option<String>,
    split_condition: Option<Condition>,
    yes: Option<u64>,
    no: Option<u64>,
    missing: Option<u64>,
    #[serde(default)]
    children: Vec<Node>,
    #[serde(default)]
    gain: f64,
    #[serde(default = "one")]
    cover: f64,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Condition {
    Number(f64),
    Categories(serde::de::IgnoredAny),
}

fn one() -> f64 {
    1.0
}

/// What was seen on the way through the trees: names of features in the order in which they appear, or numbers.
#[derive(Default)]
struct Features {
    places: BTreeMap<String, usize>,
    names: Vec<String>,
    /// Whether a number has more than six digits: a float of 32 bits can need nine.
    has_long: bool,
}

impl Features {
    fn place(&mut self, name: &str) -> usize {
        if let Some(&place) = self.places.get(name) {
            return place;
        }
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), self.names.len() - 1);
        self.names.len() - 1
    }

    /// Returns a number in 32 bits.
    fn single(&mut self, number: f64) -> f32 {
        let single = number as f32;
        self.has_long |= format!("{single:.5e}").parse() != Ok(single);
        single
    }
}

/// Returns the model of a file.
pub(super) fn read(text: &str) -> Result<Read, Error> {
    let trees: Vec<Node> = serde_json::from_str(text).map_err(|error| {
        let problem = error.to_string();
        if problem.starts_with("recursion limit") {
            return fault(
                PROGRAM,
                "a tree is too deep for this dump; save the model as JSON with save_model",
            );
        }
        fault(PROGRAM, format!("the dump is damaged: {problem}"))
    })?;
    let mut features = Features::default();
    let mut raw = Vec::with_capacity(trees.len());
    for (number, tree) in trees.iter().enumerate() {
        let mut nodes = Vec::new();
        flatten(number, tree, &mut features, &mut nodes)?;
        raw.push(nodes);
    }
    // f0, f1, … are numbers; other names join by name.
    let numbers: Option<Vec<usize>> =
        features.names.iter().map(|name| name.strip_prefix('f')?.parse().ok()).collect();
    let (n_features, names) = match &numbers {
        Some(numbers) => (numbers.iter().max().map_or(0, |&last| last.saturating_add(1)), Vec::new()),
        None => (features.names.len(), features.names.iter().cloned().map(Some).collect()),
    };
    let terms: Result<Vec<Term>, Error> = raw
        .iter_mut()
        .enumerate()
        .map(|(number, nodes)| {
            if let Some(numbers) = &numbers {
                for node in &mut *nodes {
                    if let RawNode::Split(split) = node {
                        split.feature = numbers[split.feature];
                    }
                }
            }
            lay_out(PROGRAM, number, 1.0, nodes)
        })
        .collect();
    let mut notes = vec![
        "a dump has no base score: every score is lower or higher than the program’s by one number, and the ranking is the \
         same"
            .to_owned(),
    ];
    if !features.has_long {
        notes.push(
            "the dump has at most 6 digits of each number, so a document near a threshold may go the other way; save the \
             model as JSON with save_model"
                .to_owned(),
        );
    }
    let about = Foreign {
        program: PROGRAM.to_owned(),
        kind: format!("a dump, {}", count(trees.len(), "tree")),
        notes,
        follows_gaps: true,
    };
    Ok(Read { about, scorer: Scorer::Single { terms: terms?, link: SumLink::Identity }, n_features, names })
}

/// Adds a node with all below it, and returns its place. The depth is at most that of the parsed JSON.
fn flatten(
    tree: usize,
    node: &Node,
    features: &mut Features,
    nodes: &mut Vec<RawNode>,
) -> Result<usize, Error> {
    let fail = |problem: String| fault(PROGRAM, format!("tree {tree}, node {}: {problem}", node.nodeid));
    let place = nodes.len();
    if let Some(leaf) = node.leaf {
        nodes.push(RawNode::Leaf { value: f64::from(features.single(leaf)), cover: node.cover });
        return Ok(place);
    }
    let name = node.split.as_deref().ok_or_else(|| fail("neither a leaf nor a split".to_owned()))?;
    let threshold = match &node.split_condition {
        Some(Condition::Number(number)) => below(features.single(*number)),
        Some(Condition::Categories(_)) => return Err(no_categories(tree, name)),
        None => {
            return Err(fail(format!("the split on {} has no condition, as for an indicator", shown(name))));
        }
    };
    nodes.push(RawNode::Leaf { value: 0.0, cover: 0.0 });
    let feature = features.place(name);
    let mut child = |which: &str, id: Option<u64>| {
        let child = node.children.iter().find(|child| Some(child.nodeid) == id);
        flatten(tree, child.ok_or_else(|| fail(format!("no child {which}")))?, features, nodes)
    };
    let left = child("yes", node.yes)?;
    let right = child("no", node.no)?;
    let missing = if node.missing == node.yes { Missing::Left } else { Missing::Right };
    nodes[place] = RawNode::Split(RawSplit { feature, threshold, missing, left, right, gain: node.gain });
    Ok(place)
}
