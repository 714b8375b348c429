//! Models of RankLib. Source: RankLib 2.18, `Ensemble`, `Split`, `RankBoost`, `AdaRank`, `CoorAscent`, `LinearRegRank`.
//!
//! Features count from 1. A feature that a document lacks is 0. Values and sums of trees have 32 bits.

use super::layout::{RawNode, RawSplit, lay_out, n_features};
use super::single::up_to;
use super::svmrank::shifted;
use super::{Foreign, Read, fault};
use crate::data::MAX_FEATURES;
use crate::ranking::scorer::{ClassLink, Missing, Scorer, Term, WeakLearner};
use crate::util::counted::counted;
use crate::util::error::{Error, shown};

const PROGRAM: &str = "RankLib";

/// Returns the model of a file. The first line names the method.
pub(super) fn read(text: &str) -> Result<Read, Error> {
    let name = text.trim_start().lines().next().unwrap_or("").trim_start_matches('#').trim().to_owned();
    let body: String =
        text.lines().filter(|line| !line.trim_start().starts_with("##")).collect::<Vec<_>>().join("\n");
    let (scorer, kind) = match name.to_ascii_lowercase().as_str() {
        "lambdamart" | "mart" => {
            let terms = ensemble(&body)?;
            let kind = format!("{name}, {}", counted(terms.len(), "tree"));
            (Scorer::Classes { link: ClassLink::Single, ensembles: vec![terms] }, kind)
        }
        "rankboost" => {
            let terms = pairs(&body, true)?.into_iter().map(|(feature, threshold, weight)| Term {
                weight,
                weak: WeakLearner::Stump { feature: feature - 1, threshold },
            });
            let terms: Vec<Term> = terms.collect();
            let kind = format!("{name}, {}", counted(terms.len(), "threshold"));
            (Scorer::Additive { terms }, kind)
        }
        "coordinate ascent" | "adarank" | "linear regression" => {
            let pairs = pairs(&body, false)?;
            let n = pairs.iter().map(|&(feature, ..)| feature).max().unwrap_or(0);
            let mut weights = vec![0.0; n];
            let mut constant = 0.0;
            for (feature, _, weight) in pairs {
                match feature {
                    // Linear regression writes its constant as feature 0.
                    0 => constant += weight,
                    _ => weights[feature - 1] += weight,
                }
            }
            let kind = format!("{name}, linear");
            (if constant == 0.0 { Scorer::Linear { weights } } else { shifted(weights, constant) }, kind)
        }
        other => {
            let problem = format!(
                "the method {} cannot be scored here; LambdaMART, MART, RankBoost, AdaRank, Coordinate Ascent and Linear \
                 Regression can",
                shown(other)
            );
            return Err(fault(PROGRAM, problem));
        }
    };
    let n_features = match &scorer {
        Scorer::Linear { weights } => weights.len(),
        scorer => scorer.ensembles().iter().map(|terms| n_features(terms)).max().unwrap_or(0),
    };
    let notes = vec!["the file does not say whether training normalised the features (-norm); the data must be as in training".to_owned()];
    let about = Foreign { program: PROGRAM.to_owned(), kind, notes, follows_gaps: false };
    Ok(Read { about, scorer, n_features, names: Vec::new() })
}

/// Returns the words `feature:weight`, or `feature:threshold:weight`, as features from 1 with thresholds and weights.
fn pairs(body: &str, has_threshold: bool) -> Result<Vec<(usize, f64, f64)>, Error> {
    let parse = |word: &str| {
        let mut parts = word.split(':');
        let feature = parts.next()?.parse().ok().filter(|&feature: &usize| feature <= MAX_FEATURES)?;
        let mut number = || parts.next()?.parse().ok().filter(|number: &f64| number.is_finite());
        let threshold = if has_threshold { number()? } else { 0.0 };
        let weight = number()?;
        (parts.next().is_none() && !(has_threshold && feature == 0)).then_some((feature, threshold, weight))
    };
    let expected = if has_threshold { "<feature>:<threshold>:<weight>" } else { "<feature>:<weight>" };
    let words: Vec<&str> = body.split_whitespace().collect();
    if words.is_empty() {
        return Err(fault(PROGRAM, "the file has a head and no weights; is it complete?"));
    }
    let parsed = words
        .iter()
        .map(|word| parse(word).ok_or_else(|| fault(PROGRAM, format!("{} is not {expected}", shown(word)))));
    parsed.collect()
}

/// A tree that is being read: its splits, of which the last is open.
#[derive(Default)]
struct Open {
    weight: f64,
    nodes: Vec<RawNode>,
    /// Places of the open splits.
    path: Vec<usize>,
    /// What stands in the open splits so far.
    parts: Vec<Parts>,
}

/// What a split has between its tags.
#[derive(Default)]
struct Parts {
    feature: Option<usize>,
    threshold: Option<f32>,
    output: Option<f32>,
    children: Vec<usize>,
}

/// Returns the trees of an `<ensemble>`. Its tags are few, so they are read one after the other.
fn ensemble(body: &str) -> Result<Vec<Term>, Error> {
    let mut terms: Vec<Term> = Vec::new();
    let mut tree: Option<Open> = None;
    let mut rest = body;
    while let Some(start) = rest.find('<') {
        let fail = |problem: &str| fault(PROGRAM, format!("tree {}: {problem}", terms.len() + 1));
        let end =
            rest[start..].find('>').ok_or_else(|| fail("a tag is not closed; is the file complete?"))?
                + start;
        let tag = rest[start + 1..end].trim();
        rest = &rest[end + 1..];
        let text = rest[..rest.find('<').unwrap_or(rest.len())].trim();
        let name = tag.split_whitespace().next().unwrap_or("");
        match (name, &mut tree) {
            ("tree", None) => {
                let weight = attribute(tag, "weight").and_then(single);
                let weight = f64::from(weight.ok_or_else(|| fail("no weight"))?);
                tree = Some(Open { weight, ..Open::default() });
            }
            ("/tree", Some(open)) => {
                if !open.path.is_empty() {
                    return Err(fail("a split is not closed"));
                }
                terms.push(lay_out(PROGRAM, terms.len() + 1, open.weight, &open.nodes)?);
                tree = None;
            }
            ("split", Some(open)) => {
                let place = open.nodes.len();
                open.nodes.push(RawNode::Leaf { value: 0.0, cover: 0.0, documents: None });
                if let Some(parent) = open.parts.last_mut() {
                    parent.children.push(place);
                }
                open.path.push(place);
                open.parts.push(Parts::default());
            }
            ("/split", Some(open)) => {
                let (Some(place), Some(parts)) = (open.path.pop(), open.parts.pop()) else {
                    return Err(fail("a split is closed that was not opened"));
                };
                open.nodes[place] = node(&parts).ok_or_else(|| {
                    fail("a split needs either an output, or a feature, a threshold and two splits")
                })?;
            }
            ("feature" | "threshold" | "output", Some(open)) => {
                let parts =
                    open.parts.last_mut().ok_or_else(|| fail("a value stands outside of the splits"))?;
                let number = || single(text);
                let is_read = match name {
                    "feature" => {
                        parts.feature =
                            text.parse().ok().filter(|feature| (1..=MAX_FEATURES).contains(feature));
                        parts.feature.is_some()
                    }
                    "threshold" => {
                        parts.threshold = number();
                        parts.threshold.is_some()
                    }
                    _ => {
                        parts.output = number();
                        parts.output.is_some()
                    }
                };
                if !is_read {
                    return Err(fail(&format!("the {name} is {}", shown(text))));
                }
            }
            // The ensemble itself, closing tags, and what some versions add.
            _ => {}
        }
    }
    if tree.is_some() {
        return Err(fault(PROGRAM, format!("tree {} is not closed; is the file complete?", terms.len() + 1)));
    }
    if terms.is_empty() {
        return Err(fault(PROGRAM, "the ensemble has no trees"));
    }
    Ok(terms)
}

fn node(parts: &Parts) -> Option<RawNode> {
    match (parts.output, &parts.children[..]) {
        (Some(output), []) => Some(RawNode::Leaf { value: f64::from(output), cover: 1.0, documents: None }),
        (None, &[left, right]) => Some(RawNode::Split(RawSplit {
            feature: parts.feature? - 1,
            threshold: up_to(parts.threshold?),
            missing: Missing::Zero,
            left,
            right,
            gain: 0.0,
            documents: None,
        })),
        _ => None,
    }
}

/// Returns a finite number in 32 bits.
fn single(text: &str) -> Option<f32> {
    text.parse().ok().map(|number: f64| number as f32).filter(|number| number.is_finite())
}

/// Returns the value of an attribute of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let behind = tag.split_once(&format!("{name}=\""))?.1;
    behind.split_once('"').map(|(value, _)| value)
}
