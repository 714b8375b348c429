//! The text that LightGBM's `save_model` writes: lines `key=value` in a block per tree.

use std::collections::BTreeMap;

use super::layout::{RawNode, RawSplit, lay_out};
use super::lightgbm::{Head, PROGRAM, assemble, missing, no_categories};
use super::{Read, fault};
use crate::ranking::scorer::Term;
use crate::util::error::{Error, shown};

/// Returns the model of a file.
pub(super) fn read(text: &str) -> Result<Read, Error> {
    let mut blocks = Vec::new();
    let mut block = Block { line: 1, number: None, fields: BTreeMap::new() };
    for (at, line) in text.lines().enumerate() {
        let line = line.trim_end();
        if line == "end of trees" {
            break;
        }
        match line.split_once('=') {
            Some(("Tree", number)) => {
                let next = Block { line: at + 1, number: number.parse().ok(), fields: BTreeMap::new() };
                blocks.push(std::mem::replace(&mut block, next));
            }
            Some((key, value)) => drop(block.fields.insert(key, value)),
            // Flags such as average_output have no value.
            None if !line.is_empty() => drop(block.fields.insert(line, "")),
            None => {}
        }
    }
    blocks.push(block);
    let head = blocks.remove(0);
    let names: Vec<String> = head.words("feature_names").map(str::to_owned).collect();
    let terms: Result<Vec<Term>, Error> =
        blocks.iter().enumerate().map(|(index, tree)| tree.term(index, &names)).collect();
    let is_average = head.fields.contains_key("average_output");
    assemble(
        Head {
            objective: (*head.fields.get("objective").unwrap_or(&"")).to_owned(),
            trees_per_iteration: head.number("num_tree_per_iteration")?,
            n_features: head.number::<usize>("max_feature_idx")?.saturating_add(1),
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
    fields: BTreeMap<&'a str, &'a str>,
}

impl Block<'_> {
    fn fail(&self, problem: &str) -> Error {
        fault(PROGRAM, format!("the block that begins on line {}: {problem}", self.line))
    }

    fn words(&self, key: &str) -> impl Iterator<Item = &str> {
        self.fields.get(key).unwrap_or(&"").split_whitespace()
    }

    fn number<T: std::str::FromStr>(&self, key: &str) -> Result<T, Error> {
        let text =
            self.fields.get(key).ok_or_else(|| self.fail(&format!("no {key}; is the file complete?")))?;
        text.trim().parse().map_err(|_| self.fail(&format!("{key} is {}, not a number", shown(text))))
    }

    /// Returns a list of `n` numbers.
    fn list<T: std::str::FromStr>(&self, key: &str, n: usize) -> Result<Vec<T>, Error> {
        let list: Result<Vec<T>, Error> = self
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

    fn term(&self, index: usize, names: &[String]) -> Result<Term, Error> {
        let number = self.number.unwrap_or(index);
        if self.fields.get("is_linear").is_some_and(|text| text.trim() == "1") {
            let problem = "its leaves are linear (linear_tree), which Rankscope cannot score";
            return Err(fault(PROGRAM, format!("tree {number}: {problem}")));
        }
        let leaves: usize = self.number("num_leaves")?;
        let splits = leaves.checked_sub(1).ok_or_else(|| self.fail("the tree has no leaf"))?;
        let values: Vec<f64> = self.list("leaf_value", leaves)?;
        let covers: Vec<f64> = self.list("leaf_count", leaves).unwrap_or_else(|_| vec![1.0; leaves]);
        let features: Vec<usize> = self.list("split_feature", splits)?;
        let thresholds: Vec<f64> = self.list("threshold", splits)?;
        let kinds: Vec<u8> = self.list("decision_type", splits)?;
        let lefts: Vec<i64> = self.list("left_child", splits)?;
        let rights: Vec<i64> = self.list("right_child", splits)?;
        let gains: Vec<f64> = self.list("split_gain", splits).unwrap_or_else(|_| vec![0.0; splits]);
        // Splits count from 0, leaves from −1 downwards.
        let place = |child: i64| {
            let place =
                if child < 0 { child.unsigned_abs() - 1 + splits as u64 } else { child.unsigned_abs() };
            usize::try_from(place).unwrap_or(usize::MAX)
        };
        let split = |at: usize| {
            let name = names.get(features[at]).cloned().unwrap_or_else(|| features[at].to_string());
            if kinds[at] & 1 == 1 {
                return Err(no_categories(number, &name));
            }
            let kind = ["None", "Zero", "NaN", ""][usize::from(kinds[at] >> 2 & 3)];
            let missing = missing(kind, kinds[at] & 2 == 2)
                .ok_or_else(|| self.fail(&format!("decision_type {} is unknown", kinds[at])))?;
            Ok(RawNode::Split(RawSplit {
                feature: features[at],
                threshold: thresholds[at],
                missing,
                left: place(lefts[at]),
                right: place(rights[at]),
                gain: gains[at],
            }))
        };
        let mut nodes = (0..splits).map(split).collect::<Result<Vec<_>, Error>>()?;
        nodes.extend(values.into_iter().zip(covers).map(|(value, cover)| RawNode::Leaf { value, cover }));
        lay_out(PROGRAM, number, 1.0, &nodes)
    }
}
