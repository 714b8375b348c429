//! The model files of XGBoost: JSON, and UBJSON with the same fields. Source: XGBoost 3, `doc/model.schema` and
//! `src/predictor/cpu_predictor.cc`.
//!
//! XGBoost rounds values to 32 bits, sends those below the threshold left, and adds leaves in 32 bits.

use serde_json::Value;

use super::fields::{Fields, check_size, index, parse_json};
use super::layout::{RawNode, RawSplit, constant, lay_out, n_features};
use super::single::below;
use super::{Foreign, Read, fault, no_categories, real_names, ubjson, unlinked};
use crate::ranking::scorer::{ClassLink, Missing, Scorer, Term, WeakLearner};
use crate::util::counted::counted;
use crate::util::error::{Error, shown};

pub(super) const PROGRAM: &str = "XGBoost";

/// Returns the model of a JSON file.
pub(super) fn read_json(text: &str) -> Result<Read, Error> {
    assemble(&parse_json(PROGRAM, text, "save it as UBJSON (.ubj)")?)
}

/// Returns the model of a UBJSON file.
pub(super) fn read_ubjson(bytes: &[u8]) -> Result<Read, Error> {
    check_size(PROGRAM, bytes.len())?;
    let value =
        ubjson::parse(bytes).map_err(|problem| fault(PROGRAM, format!("the file is damaged: {problem}")))?;
    assemble(&value)
}

fn assemble(value: &Value) -> Result<Read, Error> {
    let learner = Fields { program: PROGRAM, value }.object("learner")?;
    let names = learner.texts("feature_names");
    let given = learner.object("learner_model_param")?;
    let several = |key: &str| given.number(key).is_some_and(|n| n > 1.0);
    if several("num_class") || several("num_target") {
        return Err(learner.fail("it scores several classes or targets, and a ranking needs one score"));
    }
    // New versions write a list of one.
    let base = given.text("base_score").trim_matches(['[', ']', ' ']).parse::<f64>();
    let base = base.map_err(|_| learner.fail("base_score is not one number"))? as f32;
    let objective = learner.object("objective")?.text("name");
    let mut notes = Vec::new();
    let (link, start) = link(objective, base, &mut notes);
    let mut terms = vec![constant(f64::from(start))];
    let booster = learner.object("gradient_booster")?;
    let is_linear = booster.text("name") == "gblinear";
    let kind = if is_linear {
        add_linear(&mut terms, &booster.object("model")?.numbers("weights")?);
        format!("{objective}, linear")
    } else {
        // The trees of dart have weights of their own.
        let is_dart = booster.text("name") == "dart";
        let weights = if is_dart { booster.numbers("weight_drop")? } else { Vec::new() };
        let model = if is_dart { booster.object("gbtree")? } else { booster }.object("model")?;
        for (number, tree) in model.list("trees")?.enumerate() {
            let weight = if is_dart { weights.get(number).copied() } else { Some(1.0) };
            let weight = weight.ok_or_else(|| learner.fail("dart has fewer weights than trees"))?;
            terms.push(term(number, weight, tree, &names)?);
        }
        format!("{objective}, {}{}", counted(terms.len() - 1, "tree"), if is_dart { " (dart)" } else { "" })
    };
    let best = learner.object("attributes").ok().and_then(|attributes| attributes.number("best_iteration"));
    if let Some(best) = best.filter(|best| best + 2.0 < terms.len() as f64) {
        notes.push(format!(
            "early stopping found tree {best} best; all trees are used here, as Booster.predict does and \
             XGBRanker.predict does not"
        ));
    }
    let n_features = n_features(&terms).max(given.number("num_feature").map_or(0, |n| n as usize));
    let about = Foreign { program: PROGRAM.to_owned(), kind, notes, follows_gaps: !is_linear };
    let scorer = Scorer::Classes { link, ensembles: vec![terms] };
    Ok(Read { about, scorer, n_features, names: real_names(names) })
}

/// Returns how the sum makes the score, and the value that the sum begins with.
fn link(objective: &str, base: f32, notes: &mut Vec<String>) -> (ClassLink, f32) {
    match objective {
        "reg:squarederror"
        | "reg:linear"
        | "reg:absoluteerror"
        | "reg:pseudohubererror"
        | "reg:quantileerror"
        | "binary:logitraw" => (ClassLink::Single, base),
        "binary:logistic" | "reg:logistic" => (ClassLink::Logistic, -libm::logf(1.0 / base - 1.0)),
        ranking if ranking.starts_with("rank:") => (ClassLink::Single, base),
        other => {
            notes.push(unlinked(other));
            (ClassLink::Single, 0.0)
        }
    }
}

fn add_linear(terms: &mut Vec<Term>, weights: &[f64]) {
    let Some((bias, weights)) = weights.split_last() else { return };
    terms.push(constant(*bias));
    let of = |(feature, &weight): (usize, &f64)| Term { weight, weak: WeakLearner::Feature { feature } };
    terms.extend(weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0).map(of));
}

fn term(number: usize, weight: f64, tree: Fields, names: &[String]) -> Result<Term, Error> {
    let [lefts, rights, features, conditions, defaults] =
        ["left_children", "right_children", "split_indices", "split_conditions", "default_left"]
            .map(|key| tree.numbers(key));
    let (lefts, rights, features, conditions, defaults) =
        (lefts?, rights?, features?, conditions?, defaults?);
    let [kinds, gains, covers] =
        ["split_type", "loss_changes", "sum_hessian"].map(|key| tree.numbers(key).unwrap_or_default());
    let n = lefts.len();
    if [&rights, &features, &conditions, &defaults].iter().any(|list| list.len() != n) {
        return Err(tree.fail(&format!("tree {number}: its lists have different lengths")));
    }
    // JSON has the shortest decimals of 32-bit floats.
    let single =
        |list: &[f64], at: usize, other: f64| list.get(at).map_or(other, |&one| f64::from(one as f32));
    let node = |at: usize| {
        let value = conditions[at] as f32;
        if lefts[at] < 0.0 {
            let cover = single(&covers, at, 1.0);
            return Ok(RawNode::Leaf { value: f64::from(value), cover, documents: None });
        }
        let feature = index(features[at]);
        if kinds.get(at).is_some_and(|&kind| kind != 0.0) {
            return Err(no_categories(PROGRAM, number, feature, names));
        }
        Ok(RawNode::Split(RawSplit {
            feature,
            threshold: below(value),
            missing: if defaults[at] == 0.0 { Missing::Right } else { Missing::Left },
            left: index(lefts[at]),
            right: index(rights[at]),
            gain: single(&gains, at, 0.0),
            documents: None,
        }))
    };
    let nodes: Result<Vec<RawNode>, Error> = (0..n).map(node).collect();
    lay_out(PROGRAM, number, weight, &nodes?)
}

/// The message of a split that no threshold makes.
pub(super) fn strange_split(tree: usize, name: &str) -> Error {
    let problem =
        format!("tree {tree} splits {} without a threshold, which cannot be scored here", shown(name));
    fault(PROGRAM, problem)
}
