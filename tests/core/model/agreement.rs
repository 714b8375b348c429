//! Agreement of rankings checked against direct counting, and agreement of models against their own evaluation.

use rankscope::Error;
use rankscope::data::{Dataset, generate_letor};
use rankscope::method::settings::TrainingSettings;
use rankscope::metric::{Measure, Undefined};
use rankscope::model::Model;
use rankscope::model::agreement::{compare, rbo, tau_b};
use rankscope::ranking::TiedRanking;
use rankscope::run::{Progress, TrainingRun};

fn ranking(scores: &[f64]) -> TiedRanking {
    TiedRanking::by_scores(scores)
}

/// Returns every list of `n` scores from 0, 1, 2, which gives all tie patterns of up to three groups.
fn all_scores(n: usize) -> Vec<Vec<f64>> {
    let all = 3_usize.pow(n as u32);
    (0..all).map(|code| (0..n).map(|at| (code / 3_usize.pow(at as u32) % 3) as f64).collect()).collect()
}

/// Returns tau-b by a loop over all pairs.
fn slow_tau(a: &[f64], b: &[f64]) -> Option<f64> {
    let (mut sum, mut in_a, mut in_b) = (0.0, 0.0, 0.0);
    for i in 0..a.len() {
        for j in 0..i {
            let sign = |x: f64| if x == 0.0 { 0.0 } else { x.signum() };
            let (x, y) = (sign(a[i] - a[j]), sign(b[i] - b[j]));
            sum += x * y;
            in_a += x * x;
            in_b += y * y;
        }
    }
    (in_a * in_b > 0.0).then(|| sum / (in_a * in_b).sqrt())
}

/// Returns RBO from the sets of every depth. A document is in the first d if fewer than d documents score higher.
fn slow_rbo(a: &[f64], b: &[f64], p: f64) -> f64 {
    let n = a.len();
    let among = |scores: &[f64], document: usize, depth: usize| {
        scores.iter().filter(|&&score| score > scores[document]).count() < depth
    };
    let agreement = |depth: usize| {
        let (mut both, mut sizes) = (0, 0);
        for document in 0..n {
            let (x, y) = (among(a, document, depth), among(b, document, depth));
            both += usize::from(x && y);
            sizes += usize::from(x) + usize::from(y);
        }
        2.0 * both as f64 / sizes as f64
    };
    let sum: f64 = (1..=n).map(|depth| agreement(depth) * p.powi(depth as i32)).sum();
    agreement(n) * p.powi(n as i32) + (1.0 - p) / p * sum
}

#[test]
fn both_equal_a_count_by_their_definitions() {
    for n in 1..=4 {
        for a in all_scores(n) {
            for b in all_scores(n) {
                let (x, y) = (ranking(&a), ranking(&b));
                let (seen, expected) = (tau_b(&x, &y), slow_tau(&a, &b));
                assert_eq!(seen.is_some(), expected.is_some(), "{a:?} {b:?}");
                assert!(
                    seen.zip(expected).is_none_or(|(seen, expected)| (seen - expected).abs() < 1e-12),
                    "{a:?} {b:?}: {seen:?} is not {expected:?}"
                );
                for p in [0.1, 0.5, 0.9] {
                    let (seen, expected) = (rbo(&x, &y, p).unwrap(), slow_rbo(&a, &b, p));
                    assert!((seen - expected).abs() < 1e-12, "{a:?} {b:?} p {p}: {seen} is not {expected}");
                }
            }
        }
    }
}

#[test]
fn known_values() {
    let rank = |order: [u32; 5]| -> Vec<f64> {
        let mut scores = vec![0.0; 5];
        order.iter().enumerate().for_each(|(rank, &document)| scores[document as usize] = -(rank as f64));
        scores
    };
    let (up, down, swapped) = (rank([0, 1, 2, 3, 4]), rank([4, 3, 2, 1, 0]), rank([1, 0, 2, 3, 4]));
    assert_eq!(tau_b(&ranking(&up), &ranking(&up)), Some(1.0));
    assert_eq!(tau_b(&ranking(&up), &ranking(&down)), Some(-1.0));
    // One of ten pairs is inverted.
    assert_eq!(tau_b(&ranking(&up), &ranking(&swapped)), Some(0.8));
    assert!((rbo(&ranking(&up), &ranking(&up), 0.9).unwrap() - 1.0).abs() < 1e-15);
    // The rankings differ only at the first depth: 1 − (1 − p).
    assert!((rbo(&ranking(&up), &ranking(&swapped), 0.9).unwrap() - 0.9).abs() < 1e-15);
    assert_eq!((tau_b(&ranking(&[]), &ranking(&[])), rbo(&ranking(&[]), &ranking(&[]), 0.9)), (None, None));
    assert_eq!(tau_b(&ranking(&[1.0]), &ranking(&[2.0])), None);
}

#[test]
fn long_rankings_equal_a_direct_count() {
    // A linear congruential generator with few different scores, so that there are ties.
    let mut state = 7_u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % 40) as f64
    };
    for n in [2, 63, 64, 65, 300] {
        let a: Vec<f64> = (0..n).map(|_| draw()).collect();
        let b: Vec<f64> = (0..n).map(|_| draw()).collect();
        let (x, y) = (ranking(&a), ranking(&b));
        let (tau, overlap) = (tau_b(&x, &y).unwrap_or(0.0), rbo(&x, &y, 0.95).unwrap());
        assert!((tau - slow_tau(&a, &b).unwrap_or(0.0)).abs() < 1e-12, "{n}");
        assert!((overlap - slow_rbo(&a, &b, 0.95)).abs() < 1e-12, "{n}");
        assert_eq!((tau_b(&y, &x).unwrap_or(0.0), rbo(&y, &x, 0.95).unwrap()), (tau, overlap), "symmetric");
    }
}

fn trained(data: &Dataset, settings: &TrainingSettings) -> Model {
    let mut run = TrainingRun::new(std::sync::Arc::new(data.clone()), settings).unwrap();
    while !matches!(run.advance(1000), Progress::Stopped { .. }) {}
    run.model().unwrap()
}

#[test]
fn models_are_compared_by_their_own_measures() {
    let data = Dataset::from_letor(&generate_letor(12, 15, 3)).unwrap();
    let weak = trained(&data, &TrainingSettings { c: 0.01, ..Default::default() });
    let strong = trained(&data, &TrainingSettings { scale: "standard".to_owned(), ..Default::default() });
    let measure: Measure = "ndcg@10".parse().unwrap();
    let seen = compare(&weak, &strong, &data, measure, 0.9).unwrap();
    for (model, mean) in [(&weak, seen.first), (&strong, seen.second)] {
        assert_eq!(model.evaluate(&data, &[measure], Undefined::Skip).unwrap().means[0].value, mean);
    }
    assert!((seen.difference.unwrap() - (seen.second.unwrap() - seen.first.unwrap())).abs() < 1e-12);
    let back = compare(&strong, &weak, &data, measure, 0.9).unwrap();
    assert_eq!((seen.better, seen.worse, seen.rbo, seen.tau), (back.worse, back.better, back.rbo, back.tau));
    assert!(seen.better > seen.worse, "{} {}", seen.better, seen.worse);
    let same = compare(&weak, &weak, &data, measure, 0.9).unwrap();
    assert_eq!((same.difference, same.better, same.worse), (Some(0.0), 0, 0));
    assert!((same.rbo.unwrap() - 1.0).abs() < 1e-12 && (same.tau.unwrap() - 1.0).abs() < 1e-12);
}

#[test]
fn p_must_lie_inside_its_range() {
    let data = Dataset::from_letor(&generate_letor(2, 5, 3)).unwrap();
    let model = trained(&data, &TrainingSettings::default());
    for p in [0.0, 1.0, -1.0, f64::NAN, f64::INFINITY] {
        let refused = compare(&model, &model, &data, "ap".parse().unwrap(), p);
        assert!(matches!(refused, Err(Error::Config { field: "p", .. })), "{p}: {refused:?}");
    }
}
