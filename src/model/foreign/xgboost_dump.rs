//! The JSON that XGBoost's `dump_model` and `get_dump` write: a list of trees as nested objects, without the base
//! score.

use std::collections::HashMap;

use serde_json::Value;

use super::fields::{Fields, parse_json};
use super::layout::{RawNode, RawSplit, lay_out};
use super::single::below;
use super::xgboost::{PROGRAM, strange_split};
use super::{Foreign, Read, fault};
use crate::ranking::scorer::{ClassLink, Missing, Scorer, Term};
use crate::util::counted::counted;
use crate::util::error::Error;

/// What was seen on the way through the trees: names of features in the order in which they appear, or numbers.
#[derive(Default)]
struct Seen {
    places: HashMap<String, usize>,
    names: Vec<String>,
    /// Whether a number has more than six digits: a float of 32 bits can need nine.
    has_long: bool,
}

impl Seen {
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
        let short: Option<f64> = format!("{number:.5e}").parse().ok();
        self.has_long |= short.map(|short| short as f32) != Some(single);
        single
    }
}

/// Returns the model of a file.
pub(super) fn read(text: &str) -> Result<Read, Error> {
    let value = parse_json(PROGRAM, text, "save the model as JSON with save_model")?;
    let trees = value.as_array().map_or(&[][..], Vec::as_slice);
    let mut seen = Seen::default();
    let mut raw = Vec::with_capacity(trees.len());
    for (number, value) in trees.iter().enumerate() {
        let mut nodes = Vec::new();
        flatten(number, Fields { program: PROGRAM, value }, &mut seen, &mut nodes)?;
        raw.push(nodes);
    }
    // f0, f1, … are numbers; other names join by name.
    let numbers: Option<Vec<usize>> =
        seen.names.iter().map(|name| name.strip_prefix('f')?.parse().ok()).collect();
    let (n_features, names) = match &numbers {
        Some(numbers) => (numbers.iter().max().map_or(0, |&last| last.saturating_add(1)), Vec::new()),
        None => (seen.names.len(), seen.names.iter().cloned().map(Some).collect()),
    };
    let mut terms = Vec::with_capacity(raw.len());
    for (number, mut nodes) in raw.into_iter().enumerate() {
        for node in &mut nodes {
            if let (RawNode::Split(split), Some(numbers)) = (node, &numbers) {
                split.feature = numbers[split.feature];
            }
        }
        terms.push(lay_out(PROGRAM, number, 1.0, &nodes)?);
    }
    let mut notes = vec![
        "a dump has no base score: every score is lower or higher than the program's by one number, and the ranking is \
         the same"
            .to_owned(),
    ];
    if !seen.has_long {
        notes.push(
            "the dump has at most 6 digits of each number, so a document near a threshold may go the other way; save the \
             model as JSON with save_model"
                .to_owned(),
        );
    }
    let kind = format!("a dump, {}", counted(terms.len(), "tree"));
    let about = Foreign { program: PROGRAM.to_owned(), kind, notes, follows_gaps: true };
    Ok(Read { about, scorer: single(terms), n_features, names })
}

fn single(terms: Vec<Term>) -> Scorer {
    Scorer::Classes { link: ClassLink::Single, ensembles: vec![terms] }
}

/// Adds a node with all below it, and returns its place. The depth is at most that of the parsed JSON.
fn flatten(tree: usize, node: Fields, seen: &mut Seen, nodes: &mut Vec<RawNode>) -> Result<usize, Error> {
    let place = nodes.len();
    let cover = node.number("cover").unwrap_or(1.0);
    if let Some(leaf) = node.number("leaf") {
        nodes.push(RawNode::Leaf { value: f64::from(seen.single(leaf)), cover, documents: None });
        return Ok(place);
    }
    let name = node.text("split");
    // Categories are a list, and an indicator has no condition.
    let Some(condition) = node.value.get("split_condition").and_then(Value::as_f64) else {
        return Err(strange_split(tree, name));
    };
    let threshold = below(seen.single(condition));
    nodes.push(RawNode::Leaf { value: 0.0, cover: 0.0, documents: None });
    let feature = seen.place(name);
    let [yes, no, missing] = ["yes", "no", "missing"].map(|key| node.number(key));
    let mut child = |id: Option<f64>| {
        let child = node.list("children")?.find(|child| id.is_some() && child.number("nodeid") == id);
        let child = child.ok_or_else(|| fault(PROGRAM, format!("tree {tree}: a split lacks a child")))?;
        flatten(tree, child, seen, nodes)
    };
    let (left, right) = (child(yes)?, child(no)?);
    let missing = if missing == yes { Missing::Left } else { Missing::Right };
    let gain = node.number("gain").unwrap_or(0.0);
    let split = RawSplit { feature, threshold, missing, left, right, gain, documents: None };
    nodes[place] = RawNode::Split(split);
    Ok(place)
}
