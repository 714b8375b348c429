//! Binary and multiclass SVMs: their hinges by definition, their optima by a quadratic program, and their certificates.

use std::sync::Arc;

use crate::learner::descent::{check_slicing, quadratic, reports};
use crate::support::{Random, assert_close};
use rankscope::Error;
use rankscope::data::{Dataset, QueryRows};
use rankscope::learner::classifier::{
    BinaryHinge, ClassHinge, ClassifierConfig, ClassifierSvm, MulticlassHinge, Tangent,
};
use rankscope::learner::{Learner, StopReason};
use rankscope::loss::margin;
use rankscope::ranking::scorer::Scorer;

fn config(c: f64, gap: f64) -> ClassifierConfig {
    ClassifierConfig { c, gap, max_iterations: 3000 }
}

/// Data whose queries have the weights 1, 2, 1, 3.
fn weighted(seed: u64) -> Arc<Dataset> {
    let data = Random::new(seed).dataset(4, 6, 3, 2);
    Arc::new(data.with_weights(vec![1.0, 2.0, 1.0, 3.0]).expect("weights"))
}

/// Share of every document in the mean, by its definition.
fn shares(data: &Dataset, class_of: &dyn Fn(usize) -> usize, balanced: bool) -> Vec<f64> {
    let weight: Vec<f64> =
        data.queries().flat_map(|query| vec![data.weight(query.index); query.documents.len()]).collect();
    let of_class = |class: usize| -> f64 {
        (0..weight.len()).filter(|&row| class_of(row) == class).map(|row| weight[row]).sum()
    };
    let classes = (0..weight.len()).map(class_of).collect::<std::collections::BTreeSet<_>>().len() as f64;
    let total: f64 = weight.iter().sum();
    let share = |row: usize| {
        if balanced { weight[row] / (classes * of_class(class_of(row))) } else { weight[row] / total }
    };
    (0..weight.len()).map(share).collect()
}

fn is_good(data: &Dataset, row: usize) -> bool {
    data.grade(row) >= 1
}

fn binary_value(data: &Dataset, shares: &[f64], scores: &[f64]) -> f64 {
    let sign = |row: usize| if is_good(data, row) { 1.0 } else { -1.0 };
    let at = |bias: f64| -> f64 {
        let hinge = |row: usize| shares[row] * (1.0 - sign(row) * (scores[row] + bias)).max(0.0);
        (0..scores.len()).map(hinge).sum()
    };
    // A convex, piecewise linear function is lowest at one of its breakpoints.
    (0..scores.len()).map(|row| at(sign(row) - scores[row])).fold(f64::INFINITY, f64::min)
}

fn multiclass_value(data: &Dataset, shares: &[f64], scores: &[f64]) -> f64 {
    let n = data.n_documents();
    let hinge = |row: usize| {
        let own = usize::from(data.grade(row));
        let excess = |k: usize| f64::from(u8::from(k != own)) + scores[k * n + row] - scores[own * n + row];
        shares[row] * (0..3).map(excess).fold(f64::NEG_INFINITY, f64::max)
    };
    (0..n).map(hinge).sum()
}

#[test]
fn values_follow_the_definition_and_tangents_are_below() {
    let mut random = Random::new(1);
    for seed in 0..20 {
        let data = weighted(seed);
        let n = data.n_documents();
        let good = |row: usize| usize::from(is_good(&data, row));
        let grade = |row: usize| usize::from(data.grade(row));
        for (balanced, classes) in [(false, 1), (true, 1), (true, 3)] {
            let hinge: Box<dyn ClassHinge> = match classes {
                1 => Box::new(BinaryHinge::new(&data, 1, balanced).expect("good and bad documents")),
                _ => Box::new(MulticlassHinge::new(&data).expect("three grades")),
            };
            assert_eq!(hinge.n_classes(), classes);
            let value = |scores: &[f64]| match classes {
                1 => binary_value(&data, &shares(&data, &good, balanced), scores),
                _ => multiclass_value(&data, &shares(&data, &grade, true), scores),
            };
            let points: Vec<Vec<f64>> = (0..6).map(|_| random.scores(n * classes)).collect();
            for scores in &points {
                let Tangent { value: seen, slope } = hinge.tangent(scores);
                assert_close(seen, value(scores), 1e-12, "value");
                // The same shift of all scores of a document, or of all documents, changes nothing.
                assert_close(slope.iter().sum::<f64>(), 0.0, 1e-12, "the slopes add up to 0");
                for other in &points {
                    let step: Vec<f64> = other.iter().zip(scores).map(|(to, from)| to - from).collect();
                    let below = seen + margin(&slope, &step);
                    assert!(value(other) >= below - 1e-12, "{} is below the tangent {below}", value(other));
                }
            }
        }
    }
}

/// The optimum by a quadratic program. `rows`: (coefficients of the weights, share, slack) with
/// `⟨coefficients, v⟩ ≥ 1 − ξ_slack`; the weights from `n_regularised` on are free.
fn optimum(
    c: f64,
    n_weights: usize,
    n_regularised: usize,
    rows: &[(Vec<f64>, usize)],
    shares: &[f64],
) -> f64 {
    let size = n_weights + shares.len();
    let mut p = vec![vec![0.0; size]; size];
    (0..n_regularised).for_each(|f| p[f][f] = 1.0);
    let q: Vec<f64> =
        (0..size).map(|i| if i < n_weights { 0.0 } else { c * shares[i - n_weights] }).collect();
    let (mut a, mut b) = (Vec::new(), Vec::new());
    for (coefficients, slack) in rows {
        let mut row: Vec<f64> = coefficients.iter().map(|value| -value).collect();
        row.resize(size, 0.0);
        row[n_weights + slack] = -1.0;
        a.push(row);
        b.push(-1.0);
    }
    for slack in 0..shares.len() {
        let mut row = vec![0.0; size];
        row[n_weights + slack] = -1.0;
        a.push(row);
        b.push(0.0);
    }
    quadratic(&p, &q, &a, &b).0
}

/// Trains to the gap, checks the certificate of every iteration against the optimum, and returns the best w.
fn check_optimum(learner: &mut ClassifierSvm, expected: f64, what: &str) -> Vec<f64> {
    let (steps, end) = reports(learner, &[usize::MAX]);
    assert_eq!(end.reason, StopReason::Converged, "{what}: {end:?}");
    for step in &steps {
        let (objective, best, gap) = (step.objective, step.best_objective, step.gap);
        let (Some(objective), Some(best), Some(gap)) = (objective, best, gap) else { panic!("{step:?}") };
        assert!(objective >= expected * (1.0 - 1e-8), "{what}: {objective} is below the optimum {expected}");
        assert!(best * (1.0 - gap) <= expected * (1.0 + 1e-8), "{what}: the bound of {step:?} is too high");
    }
    let proved = end.planes.expect("it has bounds");
    assert_close(proved.best_primal, expected, 1e-6, what);
    assert!(proved.dual <= expected * (1.0 + 1e-8) && proved.gap <= 1e-7, "{what}: {proved:?}");
    match &*learner.best().1 {
        Scorer::Linear { weights } => weights.clone(),
        other => panic!("{other:?} is not linear"),
    }
}

#[test]
fn the_binary_svm_agrees_with_a_quadratic_program() {
    for (seed, c) in [(3, 1.0), (4, 20.0), (5, 200.0)] {
        for balanced in [false, true] {
            let data = weighted(seed);
            let shares = shares(&data, &|row| usize::from(is_good(&data, row)), balanced);
            let row = |row: usize| {
                let sign = if is_good(&data, row) { 1.0 } else { -1.0 };
                let features = data.features(row);
                (features.iter().chain(&[1.0]).map(|value| sign * value).collect(), row)
            };
            let rows: Vec<_> = (0..data.n_documents()).map(row).collect();
            let expected = optimum(c, 4, 3, &rows, &shares);
            let hinge = BinaryHinge::new(&data, 1, balanced).expect("good and bad documents");
            let mut learner = ClassifierSvm::new(data.clone(), hinge, config(c, 1e-7)).expect("usable data");
            let w = check_optimum(&mut learner, expected, "binary");
            // The mean hinge as a function of scores meets the reported objective.
            let best = learner.best().0;
            let objective = learner.objective(best).expect("it is a function of the scores");
            let scores = data.scores(0..data.n_documents(), &w);
            let value = 0.5 * margin(&w, &w) + objective.c() * objective.mean_loss(&scores);
            assert_close(value, expected, 1e-6, "the objective of the scores");
        }
    }
}

#[test]
fn the_multiclass_svm_agrees_with_a_quadratic_program() {
    for (seed, c) in [(6, 1.0), (7, 20.0), (8, 200.0)] {
        let data = weighted(seed);
        let grade = |row: usize| usize::from(data.grade(row));
        let shares = shares(&data, &grade, true);
        let mut rows = Vec::new();
        for row in 0..data.n_documents() {
            for class in (0..3).filter(|&class| class != grade(row)) {
                let mut coefficients = vec![0.0; 12];
                for (f, value) in data.features(row).iter().chain(&[1.0]).enumerate() {
                    coefficients[4 * grade(row) + f] += value;
                    coefficients[4 * class + f] -= value;
                }
                rows.push((coefficients, row));
            }
        }
        let expected = optimum(c, 12, 12, &rows, &shares);
        let hinge = MulticlassHinge::new(&data).expect("three grades");
        let mut learner = ClassifierSvm::new(data.clone(), hinge, config(c, 1e-7)).expect("usable data");
        check_optimum(&mut learner, expected, "multiclass");
        assert!(learner.pull(0, 0).is_none() && learner.objective(0).is_none());
    }
}

#[test]
fn at_the_optimum_the_pulls_of_a_query_are_its_share_of_the_slope() {
    let data = weighted(9);
    let hinge = BinaryHinge::new(&data, 1, true).expect("good and bad documents");
    let mut learner =
        ClassifierSvm::new(data.clone(), hinge.clone(), config(20.0, 1e-4)).expect("usable data");
    let (_, end) = reports(&mut learner, &[usize::MAX]);
    let Some(Scorer::Linear { weights }) = learner.scorer(end.iterations).map(std::borrow::Cow::into_owned)
    else {
        panic!("it is linear")
    };
    let slope = hinge.tangent(&data.scores(0..data.n_documents(), &weights)).slope;
    for query in data.queries() {
        let pull = learner.pull(query.index, end.iterations).expect("reached");
        for (pull, row) in pull.iter().zip(query.documents) {
            assert_close(*pull, -20.0 * slope[row], 1e-12, "pull");
            assert!(if is_good(&data, row) { *pull >= 0.0 } else { *pull <= 0.0 }, "{pull}");
        }
    }
    assert!(learner.pull(99, 0).is_none() && learner.pull(0, 99_999).is_none());
}

#[test]
fn few_good_documents_are_all_called_bad_unless_classes_are_balanced() {
    // One of ten documents is good, and the feature tells little.
    let query = |id: i32| QueryRows {
        id: id.to_string(),
        grades: vec![1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        features: (0..10).map(|i| if i < 4 { 1.0 } else { 0.0 }).collect(),
        comments: Vec::new(),
    };
    let data = Arc::new(Dataset::from_queries(1, &[query(1), query(2)]).expect("made data"));
    let best = |balanced: bool| {
        let hinge = BinaryHinge::new(&data, 1, balanced).expect("good and bad documents");
        let mut learner = ClassifierSvm::new(data.clone(), hinge, config(10.0, 1e-4)).expect("usable data");
        let (_, end) = reports(&mut learner, &[usize::MAX]);
        (end.planes.expect("it has bounds"), learner.best().1.into_owned())
    };
    let (proved, scorer) = best(false);
    assert_eq!((proved.best_primal, proved.beats_zero), (2.0, false), "2 C × the share of good documents");
    assert_eq!(scorer, Scorer::Linear { weights: vec![0.0] });
    let (proved, scorer) = best(true);
    assert!(proved.beats_zero && matches!(scorer, Scorer::Linear { weights } if weights[0] > 0.5));
}

#[test]
fn slicing_does_not_change_a_bit_and_extreme_features_end_without_nan() {
    let of = |data: &Arc<Dataset>, what: &str| {
        check_slicing(what, &|| {
            let hinge = BinaryHinge::new(data, 1, false).expect("good and bad documents");
            Box::new(ClassifierSvm::new(data.clone(), hinge, config(5.0, 1e-3)).expect("usable data"))
        });
        check_slicing(what, &|| {
            let hinge = MulticlassHinge::new(data).expect("three grades");
            Box::new(ClassifierSvm::new(data.clone(), hinge, config(5.0, 1e-3)).expect("usable data"))
        });
    };
    of(&weighted(10), "usual data");
    for scale in [1e-300, 1e100, 1e160, 1e300] {
        let query = |id: &str, sign: f64| QueryRows {
            id: id.to_owned(),
            grades: vec![0, 1, 2],
            features: vec![sign * scale, -scale, 0.5 * scale, scale, 0.0, scale],
            comments: Vec::new(),
        };
        let data = Dataset::from_queries(2, &[query("a", 1.0), query("b", -1.0)]).expect("made data");
        of(&Arc::new(data), &format!("{scale:e}"));
    }
}

#[test]
fn unusable_data_and_settings_are_refused() {
    let one_class = |grade: u8| {
        let query = QueryRows {
            id: "a".to_owned(),
            grades: vec![grade; 3],
            features: vec![1.0, 2.0, 3.0],
            comments: Vec::new(),
        };
        Dataset::from_queries(1, &[query]).expect("made data")
    };
    for (grade, words) in [(0, "no document reaches grade 1"), (2, "every document reaches grade 1")] {
        let data = one_class(grade);
        let refused = BinaryHinge::new(&data, 1, false).expect_err("one class").to_string();
        assert!(refused.contains(words), "{refused}");
        let refused = MulticlassHinge::new(&data).expect_err("one class").to_string();
        assert!(refused.contains(&format!("all documents have grade {grade}")), "{refused}");
    }
    let data = weighted(11);
    let hinge = BinaryHinge::new(&data, 1, false).expect("good and bad documents");
    for refused in [
        config(0.0, 0.1),
        config(f64::NAN, 0.1),
        config(1.0, 1.0),
        ClassifierConfig { max_iterations: 0, ..config(1.0, 0.1) },
    ] {
        let learner = ClassifierSvm::new(data.clone(), hinge.clone(), refused);
        assert!(matches!(learner, Err(Error::Config { .. })));
    }
    let endless = ClassifierConfig { max_iterations: usize::MAX, ..config(1.0, 0.1) };
    assert!(matches!(ClassifierSvm::new(data, hinge, endless), Err(Error::Data { .. })));
}
