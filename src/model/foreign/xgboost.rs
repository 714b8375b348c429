//! The model files of XGBoost: JSON, and UBJSON with the same fields. Source: XGBoost 3, `doc/model.schema` and
//! `src/predictor/cpu_predictor.cc`.
//!
//! XGBoost rounds values to 32 bits, sends those below the threshold left, and adds leaves in 32 bits.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

use super::layout::{RawNode, RawSplit, constant, lay_out, n_features};
use super::single::below;
use super::{Foreign, Read, count, fault, real_names, ubjson};
use crate::ranking::scorer::{Missing, Scorer, SumLink, Term, WeakLearner};
use crate::util::error::{Error, shown};

pub(super) const PROGRAM: &str = "XGBoost";

#[derive(Deserialize)]
struct File {
    learner: Learner,
}

#[derive(Deserialize)]
struct Learner {
    #[serde(default)]
    attributes: BTreeMap<String, String>,
    #[serde(default)]
    feature_names: Vec<String>,
    gradient_booster: Booster,
    learner_model_param: LearnerParameters,
    objective: Objective,
}

#[derive(Deserialize)]
struct LearnerParameters {
    base_score: String,
    #[serde(default)]
    num_class: String,
    #[serde(default)]
    num_feature: String,
    #[serde(default)]
    num_target: String,
}

#[derive(Deserialize)]
struct Objective {
    name: String,
}

/// A booster: trees in `model`, for dart within `gbtree`, and for gblinear weights.
#[derive(Deserialize)]
struct Booster {
    name: String,
    model: Option<Trees>,
    gbtree: Option<Inner>,
    #[serde(default)]
    weight_drop: Vec<f64>,
}

#[derive(Deserialize)]
struct Inner {
    model: Trees,
}

#[derive(Deserialize)]
struct Trees {
    #[serde(default)]
    trees: Vec<Tree>,
    #[serde(default)]
    weights: Vec<f64>,
}

#[derive(Deserialize)]
struct Tree {
    left_children: Vec<i64>,
    right_children: Vec<i64>,
    split_indices: Vec<usize>,
    split_conditions: Vec<f64>,
    #[serde(deserialize_with = "flags")]
    default_left: Vec<bool>,
    #[serde(default)]
    split_type: Vec<u8>,
    #[serde(default)]
    loss_changes: Vec<f64>,
    #[serde(default)]
    sum_hessian: Vec<f64>,
}

/// Reads flags, which old versions write as words and new ones as numbers.
fn flags<'a, D: Deserializer<'a>>(source: D) -> Result<Vec<bool>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Flag {
        Word(bool),
        Number(u8),
    }
    let flags = Vec::<Flag>::deserialize(source)?;
    Ok(flags.into_iter().map(|flag| matches!(flag, Flag::Word(true) | Flag::Number(1..))).collect())
}

/// Returns the model of a JSON file.
pub(super) fn read_json(text: &str) -> Result<Read, Error> {
    // A dump of the settings has a learner, too.
    let file: File = serde_json::from_str(text).map_err(|error| damaged(&error.to_string()))?;
    assemble(file.learner)
}

/// Returns the model of a UBJSON file.
pub(super) fn read_ubjson(bytes: &[u8]) -> Result<Read, Error> {
    let file: File = ubjson::from_slice(bytes).map_err(|error| damaged(&error.to_string()))?;
    assemble(file.learner)
}

fn damaged(problem: &str) -> Error {
    fault(PROGRAM, format!("the file is damaged or of an unknown version: {problem}"))
}

fn assemble(learner: Learner) -> Result<Read, Error> {
    let Learner {
        attributes,
        feature_names,
        gradient_booster: booster,
        learner_model_param: given,
        objective,
    } = learner;
    let several = |text: &str| text.parse().is_ok_and(|n: usize| n > 1);
    if several(&given.num_class) || several(&given.num_target) {
        return Err(fault(PROGRAM, "it scores several classes or targets, and a ranking needs one score"));
    }
    let base = given.base_score.trim().trim_start_matches('[').trim_end_matches(']');
    let base: f32 = base
        .parse()
        .map_err(|_| fault(PROGRAM, format!("base_score is {}, not one number", shown(&given.base_score))))?;
    let mut notes = Vec::new();
    let (link, start) = link(&objective.name, base, &mut notes);
    let mut terms = vec![constant(f64::from(start))];
    let kind;
    let is_linear = booster.name == "gblinear";
    let weights = booster.weight_drop;
    match (booster.model, booster.gbtree) {
        (Some(model), _) if is_linear => {
            kind = format!("{}, linear", objective.name);
            add_linear(&mut terms, &model.weights);
        }
        (Some(model), _) | (None, Some(Inner { model })) => {
            let n = model.trees.len();
            kind = format!(
                "{}, {}{}",
                objective.name,
                count(n, "tree"),
                if weights.is_empty() { "" } else { " (dart)" }
            );
            if !weights.is_empty() && weights.len() != n {
                return Err(fault(PROGRAM, format!("{} weights of {n} trees", weights.len())));
            }
            for (number, tree) in model.trees.iter().enumerate() {
                let weight = weights.get(number).copied().unwrap_or(1.0);
                terms.push(term(number, weight, tree, &feature_names)?);
            }
        }
        (None, None) => {
            return Err(fault(PROGRAM, format!("the booster {} has no model", shown(&booster.name))));
        }
    }
    if let Some(best) = attributes.get("best_iteration").and_then(|text| text.parse::<usize>().ok())
        && best + 2 < terms.len()
    {
        notes.push(format!(
            "early stopping found tree {best} best; all trees are used here, as Booster.predict does and XGBRanker.predict \
             does not"
        ));
    }
    let n_features = n_features(&terms).max(given.num_feature.parse().unwrap_or(0));
    let about = Foreign { program: PROGRAM.to_owned(), kind, notes, follows_gaps: !is_linear };
    Ok(Read { about, scorer: Scorer::Single { terms, link }, n_features, names: real_names(feature_names) })
}

/// Returns how the sum makes the score, and the value that the sum begins with.
fn link(objective: &str, base: f32, notes: &mut Vec<String>) -> (SumLink, f32) {
    match objective {
        "reg:squarederror"
        | "reg:linear"
        | "reg:absoluteerror"
        | "reg:pseudohubererror"
        | "reg:quantileerror"
        | "binary:logitraw" => (SumLink::Identity, base),
        "binary:logistic" | "reg:logistic" => (SumLink::Logistic, -libm::logf(1.0 / base - 1.0)),
        ranking if ranking.starts_with("rank:") => (SumLink::Identity, base),
        other => {
            // Every other link grows with the sum.
            notes.push(format!(
                "the objective {} has a link that the scores here leave out; the ranking is the same, the scores are not",
                shown(other)
            ));
            (SumLink::Identity, 0.0)
        }
    }
}

fn add_linear(terms: &mut Vec<Term>, weights: &[f64]) {
    let Some((bias, weights)) = weights.split_last() else { return };
    terms.push(constant(*bias));
    let of = |(feature, &weight): (usize, &f64)| Term { weight, weak: WeakLearner::Feature { feature } };
    terms.extend(weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0).map(of));
}

fn term(number: usize, weight: f64, tree: &Tree, names: &[String]) -> Result<Term, Error> {
    let n = tree.left_children.len();
    let lists = [
        tree.right_children.len(),
        tree.split_indices.len(),
        tree.split_conditions.len(),
        tree.default_left.len(),
    ];
    if lists.iter().any(|&length| length != n) {
        return Err(fault(PROGRAM, format!("tree {number}: its lists have different lengths")));
    }
    let child = |index: i64| usize::try_from(index).unwrap_or(usize::MAX);
    // JSON has the shortest decimals of 32-bit floats.
    let single =
        |list: &[f64], at: usize, other: f64| list.get(at).map_or(other, |&number| f64::from(number as f32));
    let node = |at: usize| {
        let number_of_node = tree.split_conditions[at] as f32;
        if tree.left_children[at] < 0 {
            let cover = single(&tree.sum_hessian, at, 1.0);
            return Ok(RawNode::Leaf { value: f64::from(number_of_node), cover });
        }
        let feature = tree.split_indices[at];
        if tree.split_type.get(at).is_some_and(|&kind| kind != 0) {
            let name = names.get(feature).cloned().unwrap_or_else(|| format!("f{feature}"));
            return Err(no_categories(number, &name));
        }
        Ok(RawNode::Split(RawSplit {
            feature,
            threshold: below(number_of_node),
            missing: if tree.default_left[at] { Missing::Left } else { Missing::Right },
            left: child(tree.left_children[at]),
            right: child(tree.right_children[at]),
            gain: single(&tree.loss_changes, at, 0.0),
        }))
    };
    let nodes: Result<Vec<RawNode>, Error> = (0..n).map(node).collect();
    lay_out(PROGRAM, number, weight, &nodes?)
}

pub(super) fn no_categories(tree: usize, feature: &str) -> Error {
    let problem = format!(
        "tree {tree} splits the feature {} by categories, which Rankscope cannot score; train with numbers instead",
        shown(feature)
    );
    fault(PROGRAM, problem)
}
