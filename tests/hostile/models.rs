//! Model files of all kinds of scorers, and their exports.

use rankscope::data::{Dataset, FittedScaling};
use rankscope::export::{self, ModelFormat};
use rankscope::model::Model;
use rankscope::ranking::scorer::{ClassLink, Missing, Scorer, Term, TreeNode, Unit, WeakLearner};
use serde_json::Value;

use super::bytes::Bytes;
use super::engines;
use super::targets::{check_error, check_model};

/// A model file with any scorer is rejected with a reason, or gives a model that scores, evaluates, exports and is read
/// back.
///
/// The bytes give number of features, scaling and scorer in this order. Parts of the scorer may be inconsistent.
pub fn scorers(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let n_features = bytes.below(5);
    let scaling = scaling(n_features, &mut bytes);
    let kind = bytes.below(4);
    if let Some(model) = parsed(n_features, &scaling, &scorer(kind, n_features, &mut bytes)) {
        check_model(&model, &[]);
    }
}

/// Exported trees and networks are rejected with a reason, or give the scores of the model to search engines.
///
/// The bytes give number of features, scaling, scorer and one document in this order.
pub fn exports(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let n_features = 1 + bytes.below(4);
    let scaling = scaling(n_features, &mut bytes);
    let kind = 1 + bytes.below(2);
    let Some(model) = parsed(n_features, &scaling, &scorer(kind, n_features, &mut bytes)) else { return };
    let row: Vec<f32> = bytes.numbers(n_features).into_iter().map(|x| x.clamp(-1e38, 1e38) as f32).collect();
    let names: Vec<String> = (1..=n_features).map(|index| format!("f{index}")).collect();
    let document: String =
        row.iter().enumerate().map(|(index, x)| format!(" {}:{:e}", index + 1, f64::from(*x))).collect();
    let data = Dataset::from_letor(&format!("1 qid:1{document}\n")).expect("it is LETOR text");
    for format in [ModelFormat::Elasticsearch, ModelFormat::Solr] {
        let text = match export::model(&model, format, &[], "a model") {
            Err(error) => {
                check_error(&error, &[]);
                continue;
            }
            Ok(text) => text,
        };
        let value: Value = serde_json::from_str(&text).expect("an export is JSON");
        if format == ModelFormat::Solr {
            let is_linear = value["class"] == "org.apache.solr.ltr.model.LinearModel";
            let theirs = if is_linear { f32::NAN } else { engines::solr(&value, &row) };
            if let (Scorer::Network { hidden, output }, FittedScaling::None) = (&model.scorer, &model.scaling)
            {
                compare_network(hidden, output, &row, theirs);
            }
        } else if value["model"]["model"]["type"] == "model/xgboost+json" {
            let theirs = engines::elasticsearch(&value, &names, &row);
            let scaled = model.scale(&data);
            let [terms] = model.scorer.ensembles() else { panic!("only sums are exported as trees") };
            // The engine adds 32-bit values of leaves. A link keeps the ranking.
            let ours = terms.iter().fold(0.0_f32, |sum, term| sum + term.value(&scaled.features(0)) as f32);
            assert_eq!(theirs, ours, "{row:?} {model:?}");
        }
    }
}

/// Compares the score of a network in 32 bits with that in 64 bits, up to the rounding of its sums.
fn compare_network(hidden: &[Unit], output: &[f64], row: &[f32], theirs: f32) {
    let row: Vec<f64> = row.iter().map(|&x| f64::from(x)).collect();
    let rounding = 1e-6;
    let (mut ours, mut bound) = (0.0, 1e-30);
    for (unit, output) in hidden.iter().zip(output) {
        let size: f64 =
            row.iter().zip(&unit.weights).map(|(x, w)| (x * w).abs()).sum::<f64>() + unit.bias.abs();
        ours += output * unit.activation(&row);
        // tanh lies between −1 and 1, so its error is at most 2.
        bound += output.abs() * (rounding + (rounding * size).min(2.0));
        if size > 1e37 {
            // A sum of 32-bit numbers can overflow.
            return;
        }
    }
    if bound < 1e30 {
        assert!((f64::from(theirs) - ours).abs() <= bound, "{theirs} is not {ours} ± {bound}");
    }
}

/// Writes a model file by hand, so that the scorer can be inconsistent, and reads it.
fn parsed(n_features: usize, scaling: &FittedScaling, scorer: &Scorer) -> Option<Model> {
    let scaling = serde_json::to_string(scaling).expect("its numbers are finite");
    let rest = match scorer {
        Scorer::Linear { weights } => format!("\"version\":1,\"weights\":{weights:?}"),
        scorer => {
            let scorer = serde_json::to_string(scorer).expect("its numbers are finite");
            format!("\"version\":2,\"features\":{n_features},\"scorer\":{scorer}")
        }
    };
    let text = format!(
        "{{\"format\":\"rankscope-model\",\"settings\":{{}},\"max_grade\":4,\"scaling\":{scaling},{rest}}}"
    );
    match Model::parse(&text) {
        Err(error) => {
            check_error(&error, text.as_bytes());
            None
        }
        Ok(model) => {
            assert_eq!(&model.scorer, scorer, "the file says {text}");
            Some(model)
        }
    }
}

fn scaling(n_features: usize, bytes: &mut Bytes) -> FittedScaling {
    match bytes.below(5) {
        0 => FittedScaling::None,
        1 => FittedScaling::Query,
        2 => FittedScaling::Rank,
        3 => FittedScaling::MinMax { minimum: bytes.numbers(n_features), maximum: bytes.numbers(n_features) },
        _ => FittedScaling::Standard {
            mean: bytes.numbers(n_features),
            standard_deviation: bytes.numbers(n_features),
        },
    }
}

fn scorer(kind: usize, n_features: usize, bytes: &mut Bytes) -> Scorer {
    match kind {
        0 => Scorer::Linear { weights: bytes.numbers(n_features) },
        1 => Scorer::Additive { terms: terms(n_features, bytes) },
        2 => {
            let n_hidden = bytes.below(4);
            let hidden = (0..n_hidden)
                .map(|_| Unit { weights: bytes.numbers(n_features), bias: bytes.number() })
                .collect();
            // One time in sixteen, an output weight is missing.
            let n_output = if bytes.below(16) == 15 { n_hidden / 2 } else { n_hidden };
            Scorer::Network { hidden, output: bytes.numbers(n_output) }
        }
        _ => {
            let link = bytes.one_of(&[
                ClassLink::Softmax,
                ClassLink::Ordinal,
                ClassLink::Single,
                ClassLink::Logistic,
            ]);
            let n_ensembles = bytes.below(4);
            Scorer::Classes { link, ensembles: (0..n_ensembles).map(|_| terms(n_features, bytes)).collect() }
        }
    }
}

fn terms(n_features: usize, bytes: &mut Bytes) -> Vec<Term> {
    let n_terms = bytes.below(4);
    // The first byte decides, so that most sums have one kind of weak learners.
    let kind = bytes.below(4);
    (0..n_terms)
        .map(|_| {
            let weight = bytes.number();
            // One feature more than there are, one time in eight.
            let feature = bytes.below(8 * (n_features + 1)) / 8;
            let weak = match kind {
                0 => WeakLearner::Feature { feature },
                1 => WeakLearner::Stump { feature, threshold: bytes.number() },
                _ => WeakLearner::Tree { nodes: tree(n_features, bytes) },
            };
            Term { weight, weak }
        })
        .collect()
}

/// Returns up to 9 nodes. Splits are chained so that most trees are sound: every second node is a leaf at first, and a
/// byte can move a child anywhere.
fn tree(n_features: usize, bytes: &mut Bytes) -> Vec<TreeNode> {
    let n_splits = bytes.below(5);
    let n_nodes = 2 * n_splits + 1;
    (0..n_nodes)
        .map(|index| {
            if index % 2 == 1 || index + 1 == n_nodes {
                return TreeNode::Leaf { value: bytes.number(), documents: None };
            }
            let moved = bytes.next();
            let (left, right) =
                if moved < 240 { (index + 1, index + 2) } else { (usize::from(moved) % 7, index + 2) };
            let feature = bytes.below(n_features.max(1));
            let (left, right) = if bytes.below(2) == 0 { (left, right) } else { (right, left) };
            TreeNode::Split {
                feature,
                threshold: bytes.number(),
                left,
                right,
                gain: bytes.number(),
                value: bytes.number(),
                missing: [
                    Missing::Zero,
                    Missing::Left,
                    Missing::Right,
                    Missing::ZeroLeft,
                    Missing::ZeroRight,
                ][bytes.below(5)],
                documents: None,
            }
        })
        .collect()
}
