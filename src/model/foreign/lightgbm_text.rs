//! The text that LightGBM's `save_model` writes: lines `key=value` in a block per tree.

use super::fields::index;
use super::layout::{RawNode, RawSplit, lay_out};
use super::lightgbm::{Head, PROGRAM, assemble, documents, missing};
use super::{Read, fault, no_categories};
use crate::ranking::scorer::Term;
use crate::util::error::{Error, shown};

/// Returns the model of a file.
pub(super) fn read(text: &str) -> Result<Read, Error> {
    let mut blocks = Vec::new();
    let mut block = Block { line: 1, number: None, fields: Vec::new() };
    for (at, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if line == "end of trees" {
            break;
        }
        match line.split_once('=') {
            Some(("Tree", number)) => {
                let next = Block { line: at + 1, number: number.parse().ok(), fields: Vec::new() };
                blocks.push(std::mem::replace(&mut block, next));
            }
            Some((key, value)) => block.fields.push((key, value)),
            // Flags such as average_output have no value.
            None if !line.is_empty() => block.fields.push((line, "")),
            None => {}
        }
    }
    blocks.push(block);
    let head = blocks.remove(0);
    let names: Vec<String> = head.words("feature_names").map(str::to_owned).collect();
    let terms: Result<Vec<Term>, Error> =
        blocks.iter().enumerate().map(|(index, tree)| tree.term(index, &names)).collect();
    let is_average = head.field("average_output").is_some();
    assemble(
        Head {
            objective: head.field("objective").unwrap_or("").to_owned(),
            trees_per_iteration: head.number("num_tree_per_iteration")? as usize,
            n_features: (head.number("max_feature_idx")? as usize).saturating_add(1),
            names,
            is_average,
        },
        terms?,
    )
}

/// The head, or a tree.
struct Block<'a> {
    line: usize,
    /// Number of the tree as the file says it.
    number: Option<usize>,
    fields: Vec<(&'a str, &'a str)>,
}

impl Block<'_> {
    fn fail(&self, problem: &str) -> Error {
        fault(PROGRAM, format!("the block that begins on line {}: {problem}", self.line))
    }

    /// Returns the value of a field; the fields are few.
    fn field(&self, key: &str) -> Option<&str> {
        self.fields.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
    }

    fn words(&self, key: &str) -> impl Iterator<Item = &str> {
        self.field(key).unwrap_or("").split_whitespace()
    }

    fn number(&self, key: &str) -> Result<f64, Error> {
        let text = self.field(key).ok_or_else(|| self.fail(&format!("no {key}; is the file complete?")))?;
        text.trim().parse().map_err(|_| self.fail(&format!("{key} is {}, not a number", shown(text))))
    }

    /// Returns a list of `n` numbers.
    fn list(&self, key: &str, n: usize) -> Result<Vec<f64>, Error> {
        let list: Result<Vec<f64>, Error> = self
            .words(key)
            .map(|word| {
                word.parse().map_err(|_| self.fail(&format!("{key} has {}, not a number", shown(word))))
            })
            .collect();
        let list = list?;
        if list.len() == n {
            return Ok(list);
        }
        Err(self
            .fail(&format!("{key} has {} values, and {n} are expected; is the file complete?", list.len())))
    }

    fn term(&self, place_of_tree: usize, names: &[String]) -> Result<Term, Error> {
        let number = self.number.unwrap_or(place_of_tree);
        if self.field("is_linear").is_some_and(|text| text.trim() == "1") {
            let problem = "its leaves are linear (linear_tree), which Rankscope cannot score";
            return Err(fault(PROGRAM, format!("tree {number}: {problem}")));
        }
        let leaves = index(self.number("num_leaves")?);
        let splits = leaves.checked_sub(1).ok_or_else(|| self.fail("the tree has no leaf"))?;
        let values = self.list("leaf_value", leaves)?;
        // Counts have no part in the score, so a file may lack them.
        let counts = self.list("leaf_count", leaves).unwrap_or_default();
        let inner_counts = self.list("internal_count", splits).unwrap_or_default();
        let count_of = |counts: &[f64], at: usize| counts.get(at).copied().and_then(documents);
        let features = self.list("split_feature", splits)?;
        let thresholds = self.list("threshold", splits)?;
        let kinds = self.list("decision_type", splits)?;
        let lefts = self.list("left_child", splits)?;
        let rights = self.list("right_child", splits)?;
        let gains = self.list("split_gain", splits).unwrap_or_else(|_| vec![0.0; splits]);
        // Splits count from 0, leaves from −1 downwards.
        let place =
            |child: f64| if child < 0.0 { index(-child - 1.0).saturating_add(splits) } else { index(child) };
        let split = |at: usize| {
            let (feature, kind) = (index(features[at]), kinds[at] as usize);
            if kind & 1 == 1 {
                return Err(no_categories(PROGRAM, number, feature, names));
            }
            let word = ["None", "Zero", "NaN", ""][kind >> 2 & 3];
            let missing = missing(word, kind & 2 == 2)
                .ok_or_else(|| self.fail(&format!("decision_type {kind} is unknown")))?;
            let (threshold, gain) = (thresholds[at], gains[at]);
            let (left, right) = (place(lefts[at]), place(rights[at]));
            let documents = count_of(&inner_counts, at);
            Ok(RawNode::Split(RawSplit { feature, threshold, missing, left, right, gain, documents }))
        };
        let mut nodes = (0..splits).map(split).collect::<Result<Vec<_>, Error>>()?;
        nodes.extend(values.into_iter().enumerate().map(|(at, value)| RawNode::Leaf {
            value,
            cover: counts.get(at).copied().unwrap_or(1.0),
            documents: count_of(&counts, at),
        }));
        lay_out(PROGRAM, number, 1.0, &nodes)
    }
}
