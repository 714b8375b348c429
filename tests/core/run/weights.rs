//! Weights of queries: every method of the catalogue, with a weight against the query as often in the data.

use std::sync::Arc;

use rankscope::data::{Dataset, QueryRows};
use rankscope::learner::{Detail, Step};
use rankscope::method::METHODS;
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{Progress, TrainingRun, WeightAxes};

use crate::support::Random;

const FEATURES: usize = 4;
const WEIGHTS: [usize; 9] = [2, 1, 1, 3, 1, 1, 2, 1, 0];
/// The weight of a query is a factor of its step, so that two steps differ from one with twice the weight.
const BY_STEPS: [&str; 3] = ["ranknet", "prank", "perceptron"];
/// A choice among few features can be the same with any weights.
const BASELINES: [&str; 2] = ["single-feature", "typed"];

fn queries() -> Vec<QueryRows> {
    let mut random = Random::new(8);
    let query = |place: usize| QueryRows {
        id: place.to_string(),
        grades: [0, 1, 2].into_iter().chain(random.grades(6, 2)).collect(),
        features: (0..9 * FEATURES).map(|_| random.uniform()).collect(),
        comments: Vec::new(),
    };
    (0..WEIGHTS.len()).map(query).collect()
}

fn dataset(queries: &[QueryRows]) -> Dataset {
    Dataset::from_queries(FEATURES, queries).expect("finite numbers")
}

/// The queries with their weights.
fn weighted() -> Dataset {
    let weights = WEIGHTS.iter().map(|&weight| weight as f64).collect();
    dataset(&queries()).with_weights(weights).expect("weights from 0")
}

/// Every query as often as its weight says, the copies at the end under other names.
fn repeated() -> Dataset {
    let once: Vec<QueryRows> =
        queries().into_iter().zip(WEIGHTS).filter(|(_, n)| *n > 0).map(|(query, _)| query).collect();
    let copies = queries().into_iter().zip(WEIGHTS).flat_map(|(query, n)| {
        (1..n).map(move |copy| QueryRows {
            id: format!("{} again {copy}", query.id).replace(' ', "-"),
            ..query.clone()
        })
    });
    dataset(&once.into_iter().chain(copies).collect::<Vec<_>>())
}

fn settings(method: &str) -> TrainingSettings {
    TrainingSettings {
        method: method.to_owned(),
        gap: 1e-9,
        working_set: "1-slack".to_owned(),
        // Without balance the optimum of the binary SVM is w = 0.
        class_weights: "balanced".to_owned(),
        // Documents are counted whatever their weights.
        min_documents: 1,
        rounds: Some(8),
        epochs: Some(4),
        ..TrainingSettings::default()
    }
}

/// The steps of a run.
fn trained(data: Dataset, settings: &TrainingSettings) -> (TrainingRun, Vec<Step>) {
    let mut run = TrainingRun::new(Arc::new(data), settings).expect("the run starts");
    let mut steps = Vec::new();
    loop {
        match run.advance(1000) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => steps.push(report.step),
            Progress::Stopped { .. } => return (run, steps),
        }
    }
}

/// The scores of the documents of all queries by the model.
fn scores(run: &TrainingRun) -> Vec<f64> {
    run.model().expect("a model").score(&dataset(&queries())).expect("finite scores")
}

fn bits(scores: &[f64]) -> Vec<u64> {
    scores.iter().map(|score| score.to_bits()).collect()
}

fn check_equal(seen: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(seen.len(), expected.len(), "{what}");
    for (seen, expected) in seen.iter().zip(expected) {
        assert!((seen - expected).abs() <= tolerance * expected.abs().max(1.0), "{what}: {seen}, {expected}");
    }
}

/// Methods whose hinges have ties at kinks, so that rounding chooses the planes, but one optimum.
const CLASSIFIERS: [&str; 2] = ["svm-binary", "svm-multiclass"];

#[test]
fn a_weight_is_the_query_as_often_for_every_method() {
    let others = METHODS.iter().filter(|method| !method.is_structured() && !BY_STEPS.contains(&method.name));
    for method in others {
        let settings = settings(method.name);
        let (run, steps) = trained(weighted(), &settings);
        let (repeated, expected) = trained(repeated(), &settings);
        let objectives =
            |steps: &[Step]| steps.iter().map(|step| step.objective.unwrap_or(0.0)).collect::<Vec<_>>();
        if CLASSIFIERS.contains(&method.name) {
            let best = |steps: &[Step]| vec![steps.last().and_then(|step| step.best_objective).expect("one")];
            check_equal(&best(&steps), &best(&expected), 1e-8, method.name);
            check_equal(&scores(&run), &scores(&repeated), 1e-3, method.name);
        } else {
            check_equal(&objectives(&steps), &objectives(&expected), 1e-12, method.name);
            check_equal(&scores(&run), &scores(&repeated), 1e-12, method.name);
        }
        let (once, _) = trained(dataset(&queries()), &settings);
        if !BASELINES.contains(&method.name) {
            assert_ne!(scores(&run), scores(&once), "{}: weights have an effect", method.name);
        }
    }
}

#[test]
fn structured_losses_have_one_objective_and_one_optimum() {
    let mut random = Random::new(4);
    for method in METHODS.iter().filter(|method| method.is_structured()) {
        for working_set in ["n-slack", "1-slack"] {
            let settings = TrainingSettings { working_set: working_set.to_owned(), ..settings(method.name) };
            let (run, steps) = trained(weighted(), &settings);
            let (repeated, expected) = trained(repeated(), &settings);
            // The exact objective at the same w.
            let mut direction = || (0..FEATURES).map(|_| random.uniform() - 0.5).collect::<Vec<f64>>();
            let axes =
                WeightAxes { features: None, origin: vec![0.0; FEATURES], x: direction(), y: direction() };
            let points = [(0.0, 0.0), (1.0, 2.0), (-3.0, 0.5), (0.0, 20.0)];
            let at = |run: &TrainingRun| run.objective_on_plane(0, &axes, &points).expect("few documents");
            check_equal(&at(&run), &at(&repeated), 1e-12, method.name);
            // The trainer reports this objective.
            for step in steps.iter().take(4) {
                let Detail::Planes(figures) = &step.detail else { panic!("cutting planes") };
                if figures.round == 0 {
                    let w = run.weights(step.iteration).expect("linear");
                    let axes = WeightAxes { origin: w, ..axes.clone() };
                    let exact = repeated.objective_on_plane(0, &axes, &[(0.0, 0.0)]).expect("few documents");
                    check_equal(&[figures.primal], &exact, 1e-12, method.name);
                }
            }
            // Both end at the optimum.
            let best =
                |steps: &[Step]| vec![steps.last().and_then(|step| step.best_objective).expect("planes")];
            check_equal(&best(&steps), &best(&expected), 1e-8, method.name);
            check_equal(&scores(&run), &scores(&repeated), 1e-3, method.name);
            let (once, _) = trained(dataset(&queries()), &settings);
            assert_ne!(at(&run), at(&once), "{}: weights have an effect", method.name);
        }
    }
}

#[test]
fn a_weight_is_a_factor_of_the_step_for_methods_that_go_query_by_query() {
    let all_two = || dataset(&queries()).with_weights(vec![2.0; WEIGHTS.len()]).expect("weights");
    let of = |data: Dataset, settings: &TrainingSettings| scores(&trained(data, settings).0);
    for method in BY_STEPS {
        let settings = settings(method);
        let (once, twice) = (of(dataset(&queries()), &settings), of(all_two(), &settings));
        match method {
            // Twice the weights at half the rate are the same steps.
            "ranknet" => {
                let half =
                    TrainingSettings { learning_rate: settings.learning_rate / 2.0, ..settings.clone() };
                assert_eq!(bits(&of(all_two(), &half)), bits(&once), "{method}");
                assert_ne!(once, twice);
            }
            // All steps are twice as long, and so are w and the thresholds.
            "prank" => {
                assert_eq!(bits(&twice), bits(&once.iter().map(|score| 2.0 * score).collect::<Vec<_>>()));
            }
            // The rate is relative to the longest gradient.
            _ => assert_eq!(bits(&twice), bits(&once), "{method}"),
        }
        assert_ne!(of(weighted(), &settings), once, "{method}: weights have an effect");
    }
}

#[test]
fn weights_of_one_and_of_zero_are_no_weights_and_no_queries() {
    let n = WEIGHTS.len();
    for method in METHODS {
        let settings = settings(method.name);
        let of = |data: Dataset| bits(&scores(&trained(data, &settings).0));
        let ones = dataset(&queries()).with_weights(vec![1.0; n]).expect("weights");
        assert_eq!(of(ones), of(dataset(&queries())), "{}", method.name);
        let mut weights = vec![1.0; n];
        weights[2] = 0.0;
        let left_out = dataset(&queries()).with_weights(weights).expect("weights");
        let mut without = queries();
        without.remove(2);
        assert_eq!(of(left_out), of(dataset(&without)), "{}", method.name);
    }
}

#[test]
fn weights_follow_their_queries() {
    let data = weighted();
    let weights = |data: &Dataset| (0..data.n_queries()).map(|query| data.weight(query)).collect::<Vec<_>>();
    assert_eq!(weights(&data.select_queries(&[3, 0])), [3.0, 2.0]);
    for part in data.split_by_query([0.5, 0.25, 0.25], 7).expect("enough queries") {
        for query in part.queries() {
            let place: usize = query.id.parse().expect("a number");
            assert_eq!(part.weight(query.index), WEIGHTS[place] as f64);
        }
    }
    assert!(data.is_weighted() && !dataset(&queries()).is_weighted());
}

#[test]
fn what_is_no_weight_is_refused_in_a_sentence() {
    let n = WEIGHTS.len();
    let with = |place: usize, weight: f64| {
        let mut weights = vec![1.0; n];
        weights[place] = weight;
        weights
    };
    for (weights, words) in [
        (vec![1.0; n - 1], "8 weights for 9 queries"),
        (with(4, -1.0), "the weight of query \"4\" is -1"),
        (with(0, f64::NAN), "is NaN"),
        (with(0, f64::INFINITY), "is inf"),
        (vec![0.0; n], "add up to 0"),
        (vec![f64::MAX; n], "add up to inf"),
    ] {
        let said = dataset(&queries()).with_weights(weights).expect_err(words).to_string();
        assert!(said.contains(words), "{said}");
    }
}
