//! Exports of trees and networks, evaluated by the rules of the engines: raw 32-bit features, and 32-bit sums.
//!
//! The two evaluators below follow the sources of the engines, not the code of the export.

use crate::export::engine_scores::{elasticsearch, solr, text};
use proptest::prelude::*;
use rankscope::data::{Dataset, FittedMap, FittedScaling, Scaling, generate_letor};
use rankscope::export::{ModelFormat, model};
use rankscope::method::settings::TrainingSettings;
use rankscope::model::Model;
use rankscope::ranking::scorer::{ClassLink, Missing, Scorer, Term, TreeNode, Unit, WeakLearner};
use rankscope::run::{Progress, TrainingRun};
use serde_json::Value;
use std::sync::Arc;

fn exported(trained: &Model, format: ModelFormat) -> Value {
    let text = model(trained, format, &[], "m").expect("the format can express the model");
    serde_json::from_str(&text).expect("JSON")
}

fn refusal(trained: &Model, format: ModelFormat) -> String {
    model(trained, format, &[], "m").expect_err("the format cannot express the model").to_string()
}

fn names(n: usize) -> Vec<String> {
    (1..=n).map(|index| format!("f{index}")).collect()
}

/// Trains a method on data whose features are exact in 32 bits.
fn trained(method: &str, scale: &str) -> (Arc<Dataset>, Model) {
    let rounded = |word: &str| match word.split_once(':') {
        Some((index, value)) if index != "qid" => {
            let value: f32 = value.parse().expect("a number");
            format!("{index}:{}", f64::from(value))
        }
        _ => word.to_owned(),
    };
    let text: String = generate_letor(12, 10, 3)
        .lines()
        .map(|line| {
            let line = line.split('#').next().unwrap_or_default();
            line.split_whitespace().map(rounded).collect::<Vec<_>>().join(" ") + "\n"
        })
        .collect();
    let data = Arc::new(Dataset::from_letor(&text).expect("sound data"));
    let settings = TrainingSettings {
        method: method.to_owned(),
        scale: scale.to_owned(),
        rounds: Some(20),
        epochs: Some(5),
        max_iterations: 30,
        ..TrainingSettings::default()
    };
    let mut run = TrainingRun::new(Arc::clone(&data), &settings).expect("settings fit the data");
    while !matches!(run.advance(1000), Progress::Stopped { .. }) {}
    let model = run.model().expect("a model");
    (data, model)
}

/// Returns the greatest difference of scores, relative to the greatest score, and checks the order of all pairs whose
/// scores differ by more than that of 32-bit sums.
fn compare(data: &Dataset, ours: &[f64], theirs: &[f32], tolerance: f64) {
    let size = ours.iter().fold(1.0_f64, |size, score| size.max(score.abs()));
    let mut decided = 0;
    for (one, other) in ours.iter().zip(theirs) {
        assert!((one - f64::from(*other)).abs() <= tolerance * size, "{one} is {other} in the engine");
    }
    for query in data.queries() {
        for i in query.documents.clone() {
            for j in query.documents.clone() {
                if ours[i] - ours[j] > 2.0 * tolerance * size {
                    decided += 1;
                    assert!(theirs[i] > theirs[j], "documents {i} and {j} change places");
                }
            }
        }
    }
    assert!(decided > 100, "the scores differ");
}

#[test]
fn engines_rank_with_exported_trees_as_the_model_does() {
    for method in ["rankboost", "frank", "lambdamart"] {
        for scale in ["none", "minmax", "standard"] {
            let (data, trained) = trained(method, scale);
            let ours = trained.score(&data).expect("scores");
            let rows: Vec<Vec<f32>> = (0..data.n_documents())
                .map(|document| data.features(document).iter().map(|&x| x as f32).collect())
                .collect();
            let definition = exported(&trained, ModelFormat::Solr);
            assert_eq!(definition["class"], "org.apache.solr.ltr.model.MultipleAdditiveTreesModel");
            let theirs: Vec<f32> = rows.iter().map(|row| solr(&definition, row)).collect();
            compare(&data, &ours, &theirs, 1e-5);
            let body = exported(&trained, ModelFormat::Elasticsearch);
            let labels = names(data.n_features());
            let theirs: Vec<f32> = rows.iter().map(|row| elasticsearch(&body, &labels, row)).collect();
            compare(&data, &ours, &theirs, 1e-5);
        }
    }
}

#[test]
fn solr_ranks_with_the_exported_network_as_the_model_does() {
    for scale in ["none", "minmax", "standard"] {
        let (data, trained) = trained("ranknet", scale);
        let ours = trained.score(&data).expect("scores");
        let definition = exported(&trained, ModelFormat::Solr);
        assert_eq!(definition["class"], "org.apache.solr.ltr.model.NeuralNetworkModel");
        let row = |document: usize| data.features(document).iter().map(|&x| x as f32).collect::<Vec<_>>();
        let theirs: Vec<f32> = (0..data.n_documents()).map(|one| solr(&definition, &row(one))).collect();
        compare(&data, &ours, &theirs, 1e-5);
        assert!(refusal(&trained, ModelFormat::Elasticsearch).contains("only linear models and trees"));
    }
}

#[test]
fn a_sum_of_features_is_exported_as_a_linear_model() {
    for scale in ["none", "minmax"] {
        let (data, trained) = trained("adarank", scale);
        let folded = rankscope::export::folded_weights(&trained).expect("it is linear");
        let ours = trained.score(&data).expect("scores");
        let theirs = data.scores(0..data.n_documents(), &folded);
        // The constant of the scaling is the same for all documents.
        let constant = theirs[0] - ours[0];
        let theirs: Vec<f32> = theirs.iter().map(|score| (score - constant) as f32).collect();
        compare(&data, &ours, &theirs, 1e-5);
        let definition = exported(&trained, ModelFormat::Solr);
        assert_eq!(definition["class"], "org.apache.solr.ltr.model.LinearModel");
    }
}

fn made(scaling: FittedScaling, scorer: Scorer, n_features: usize) -> Model {
    Model::new(TrainingSettings::default(), 2, scaling, FittedMap::None, scorer, n_features)
        .expect("a sound scorer")
}

fn leaf(value: f64) -> TreeNode {
    TreeNode::Leaf { value, documents: None }
}

fn split(feature: usize, threshold: f64, left: usize, right: usize) -> TreeNode {
    TreeNode::Split {
        feature,
        threshold,
        left,
        right,
        gain: 1.0,
        value: 0.0,
        missing: Missing::Zero,
        documents: None,
    }
}

fn tree(nodes: Vec<TreeNode>) -> Term {
    Term { weight: 1.0, weak: WeakLearner::Tree { nodes } }
}

fn stump(feature: usize, threshold: f64, weight: f64) -> Term {
    Term { weight, weak: WeakLearner::Stump { feature, threshold } }
}

#[test]
fn inexpressible_trees_and_networks_are_refused_with_the_reason() {
    let both = [ModelFormat::Elasticsearch, ModelFormat::Solr];
    let refused = |scaling: FittedScaling, scorer: Scorer, reason: &str| {
        let model = made(scaling, scorer, 2);
        for format in both {
            let problem = refusal(&model, format);
            assert!(problem.contains(reason), "{problem}");
        }
    };
    let additive = |terms: Vec<Term>| Scorer::Additive { terms };
    refused(FittedScaling::Query, additive(vec![stump(0, 0.5, 1.0)]), "scales every query");
    refused(FittedScaling::Rank, additive(vec![stump(0, 0.5, 1.0)]), "scales every query");
    let feature = Term { weight: 1.0, weak: WeakLearner::Feature { feature: 0 } };
    refused(FittedScaling::None, additive(vec![stump(0, 0.5, 1.0), feature]), "cannot mix");
    let far = Term { weight: 1.0, weak: WeakLearner::Feature { feature: 2 } };
    refused(FittedScaling::None, additive(vec![far]), "uses feature 3, but has 2");
    refused(FittedScaling::None, additive(vec![stump(7, 0.5, 1.0)]), "uses feature 8, but has 2");
    refused(FittedScaling::None, additive(vec![stump(0, 0.5, 1e39)]), "does not fit 32 bits");
    let large = vec![stump(0, 0.5, 3e38), stump(1, 0.5, 3e38)];
    refused(FittedScaling::None, additive(large), "sum of the trees");
    // Every level has both children in common, so walks through the tree would double with every level.
    let shared: Vec<TreeNode> = (0..40)
        .map(|at| split(0, f64::from(at), at as usize + 1, at as usize + 1))
        .chain([leaf(1.0)])
        .collect();
    let shared = additive(vec![tree(shared)]).check().expect_err("no tree").to_string();
    assert!(shared.contains("two parents"), "{shared}");
    let deep: Vec<TreeNode> = (0..500)
        .flat_map(|at| [split(0, 1.0, 2 * at + 1, 2 * at + 2), leaf(0.0)])
        .chain([leaf(1.0)])
        .collect();
    refused(FittedScaling::None, additive(vec![tree(deep)]), "more than 400 levels");
    let classes = Scorer::Classes { link: ClassLink::Softmax, ensembles: vec![vec![], vec![]] };
    refused(FittedScaling::None, classes, "expected grade");
    let (_, mc_rank) = trained("mcrank", "none");
    assert!(refusal(&mc_rank, ModelFormat::Solr).contains("expected grade"));

    // Solr adds 1e-6 to every threshold.
    let tiny = made(FittedScaling::None, additive(vec![stump(1, 1e-20, 1.0)]), 2);
    assert!(refusal(&tiny, ModelFormat::Solr).contains("so close to 0"));
    let body = exported(&tiny, ModelFormat::Elasticsearch);
    assert_eq!(elasticsearch(&body, &names(2), &[0.0, 2e-20]), 1.0);
    assert_eq!(elasticsearch(&body, &names(2), &[0.0, 1e-21]), 0.0);

    let network = |unit: Unit, output: f64| Scorer::Network { hidden: vec![unit], output: vec![output] };
    let unit = |weight: f64, bias: f64| Unit { weights: vec![weight, 1.0], bias };
    let solr_refuses = |scaling: FittedScaling, scorer: Scorer, reason: &str| {
        let problem = refusal(&made(scaling, scorer, 2), ModelFormat::Solr);
        assert!(problem.contains(reason), "{problem}");
    };
    solr_refuses(FittedScaling::Query, network(unit(1.0, 0.0), 1.0), "scales every query");
    solr_refuses(FittedScaling::None, network(unit(1e39, 0.0), 1.0), "does not fit 32 bits");
    solr_refuses(FittedScaling::None, network(unit(1.0, 1e39), 1.0), "bias");
    solr_refuses(FittedScaling::None, network(unit(1.0, 0.0), -1e39), "output weight");
    solr_refuses(FittedScaling::None, Scorer::Network { hidden: vec![], output: vec![] }, "no hidden units");
    let long = Unit { weights: vec![1.0; 3], bias: 0.0 };
    solr_refuses(FittedScaling::None, network(long, 1.0), "uses feature 3");
}

#[test]
fn untrained_and_one_sided_models_are_exported() {
    for format in [ModelFormat::Elasticsearch, ModelFormat::Solr] {
        let empty = made(FittedScaling::None, Scorer::Additive { terms: vec![] }, 2);
        exported(&empty, format);
    }
    // Feature 1 is constant in the training data, so that its scaled value is 0 everywhere.
    let scaling = FittedScaling::MinMax { minimum: vec![3.0, 0.0], maximum: vec![3.0, 1.0] };
    let terms = vec![stump(0, 0.5, 5.0), stump(0, -0.5, 2.0), stump(1, 1e300, 7.0), stump(1, -1e300, 1.0)];
    let model = made(scaling, Scorer::Additive { terms }, 2);
    let row = [9.0, 0.25];
    assert_eq!(solr(&exported(&model, ModelFormat::Solr), &row), 3.0);
    assert_eq!(elasticsearch(&exported(&model, ModelFormat::Elasticsearch), &names(2), &row), 3.0);
}

/// The greatest values that go left at the splits of all trees, the root first: of Solr, and of Elasticsearch.
fn last_left(definition: &Value, body: &Value) -> (Vec<f32>, Vec<f32>) {
    fn collect(node: &Value, of_solr: bool, found: &mut Vec<f32>) {
        if of_solr && node.get("feature").is_some() {
            found.push(text(&node["threshold"]) + 1e-6_f32);
            collect(&node["left"], of_solr, found);
            collect(&node["right"], of_solr, found);
        } else if !of_solr && node.get("leaf").is_none() {
            found.push((node["split_condition"].as_f64().expect("a number") as f32).next_down());
            node["children"]
                .as_array()
                .expect("children")
                .iter()
                .for_each(|child| collect(child, of_solr, found));
        }
    }
    let (mut of_solr, mut of_elasticsearch) = (Vec::new(), Vec::new());
    let trees = definition["params"]["trees"].as_array().expect("trees");
    trees.iter().for_each(|tree| collect(&tree["root"], true, &mut of_solr));
    let text = body["model"]["model"]["definition"].as_str().expect("a text");
    let trees: Value = serde_json::from_str(text).expect("JSON in JSON");
    trees.as_array().expect("trees").iter().for_each(|tree| collect(tree, false, &mut of_elasticsearch));
    (of_solr, of_elasticsearch)
}

/// Thresholds on a grid and anywhere, no nearer to 0 than Solr can express.
fn thresholds() -> impl Strategy<Value = f64> {
    prop_oneof![
        (-8_i32..8).prop_map(|value| f64::from(value) / 4.0),
        (-30.0_f64..30.0).prop_filter("Solr's slack", |value| value.abs() > 1e-3),
        any::<f32>()
            .prop_filter("in range", |value| value.is_normal() && value.abs() > 1e-3)
            .prop_map(f64::from),
    ]
}

fn scalings() -> impl Strategy<Value = FittedScaling> {
    prop_oneof![
        Just(FittedScaling::None),
        (-4.0..4.0, 0.01..9.0).prop_map(|(low, range)| FittedScaling::MinMax {
            minimum: vec![low, -low],
            maximum: vec![low + range, range - low],
        }),
        (-4.0..4.0, 0.01..9.0).prop_map(|(mean, unit)| FittedScaling::Standard {
            mean: vec![mean, -mean],
            standard_deviation: vec![unit, 1.0 / unit],
        }),
    ]
}

proptest! {
    /// Leaves are small whole numbers, so sums are exact and every difference is a wrong turn at a split. The values
    /// are on both sides of every threshold, one 32-bit float apart. Solr's sum of a threshold and its slack can miss a
    /// float near a negative power of two; then only the thresholds are compared.
    #[test]
    fn every_split_is_exact_for_32_bit_values(
        cuts in prop::collection::vec((0..2_usize, thresholds()), 1..6),
        scaling in scalings(),
        more in prop::collection::vec(-40.0_f32..40.0, 0..6),
    ) {
        let terms: Vec<Term> = cuts.iter().enumerate().map(|(at, &(feature, threshold))| {
            let (other, value) = (1 - feature, f64::from(1_u32 << (3 * at)));
            tree(vec![
                split(feature, threshold, 1, 2), split(other, threshold, 3, 4), leaf(0.0), leaf(value),
                leaf(2.0 * value),
            ])
        }).collect();
        let model = made(scaling.clone(), Scorer::Additive { terms }, 2);
        let mut values = more;
        for &(feature, threshold) in &cuts {
            // The raw value of the threshold, about.
            let raw = match &scaling {
                FittedScaling::MinMax { minimum, maximum } =>
                    minimum[feature] + threshold * (maximum[feature] - minimum[feature]),
                FittedScaling::Standard { mean, standard_deviation } =>
                    mean[feature] + threshold * standard_deviation[feature],
                _ => threshold,
            } as f32;
            let (mut below, mut above) = (raw, raw);
            for _ in 0..4 {
                values.extend([below, above]);
                (below, above) = (below.next_down(), above.next_up());
            }
        }
        values.retain(|value| value.is_finite());
        let small = |threshold: f64, feature: usize| match &scaling {
            FittedScaling::MinMax { minimum, maximum } =>
                minimum[feature] + threshold * (maximum[feature] - minimum[feature]),
            FittedScaling::Standard { mean, standard_deviation } =>
                mean[feature] + threshold * standard_deviation[feature],
            _ => threshold,
        }.abs() < 1e-4;
        let is_near_zero = cuts.iter().any(|&(_, threshold)| small(threshold, 0) || small(threshold, 1));
        let body = exported(&model, ModelFormat::Elasticsearch);
        let mut definition = (!is_near_zero).then(|| exported(&model, ModelFormat::Solr));
        if let Some(of_solr) = &definition {
            let (of_solr, of_elasticsearch) = last_left(of_solr, &body);
            prop_assert_eq!(of_solr.len(), of_elasticsearch.len());
            for (one, other) in of_solr.iter().zip(&of_elasticsearch) {
                prop_assert!((one - other).abs() <= 2.0 * (other.next_up() - other).abs(), "{} {}", one, other);
                prop_assert!(one == other || *other < 0.0, "positive thresholds are exact: {} {}", one, other);
            }
            if of_solr != of_elasticsearch {
                definition = None;
            }
        }
        let labels = names(2);
        for &x in &values {
            for &y in values.iter().take(8) {
                let text = format!("1 qid:1 1:{} 2:{}\n", f64::from(x), f64::from(y));
                let data = Dataset::from_letor(&text).expect("one document");
                let ours = model.score(&data).expect("a score")[0];
                prop_assert_eq!(f64::from(elasticsearch(&body, &labels, &[x, y])), ours, "{} {}", x, y);
                if let Some(definition) = &definition {
                    prop_assert_eq!(f64::from(solr(definition, &[x, y])), ours, "{} {}", x, y);
                }
            }
        }
    }

    #[test]
    fn one_value_is_scaled_as_a_data_set_is(values in prop::collection::vec(-1e6_f64..1e6, 2..8), x in -1e6_f64..1e6) {
        let lines = |values: &[f64]| -> String {
            values.iter().map(|value| format!("1 qid:1 1:{value} 2:3\n")).collect()
        };
        let train = Dataset::from_letor(&lines(&values)).expect("sound");
        let data = Dataset::from_letor(&lines(&[x])).expect("sound");
        for scaling in Scaling::ALL {
            let fitted = scaling.fit(&train);
            let value = fitted.value(0, x);
            if fitted.is_by_query() {
                prop_assert_eq!(value, None);
            } else {
                let scaled = fitted.apply(&data);
                prop_assert_eq!(value, Some(scaled.features(0)[0]));
                prop_assert_eq!(fitted.value(1, 3.0), Some(scaled.features(0)[1]));
            }
        }
    }
}
