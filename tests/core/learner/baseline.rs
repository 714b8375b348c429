//! Rankers without optimisation.

use std::sync::Arc;

use crate::learner::descent::{check_slicing, reports};
use crate::support::{Random, assert_close};
use rankscope::Error;
use rankscope::data::{Dataset, QueryRows};
use rankscope::learner::baseline::{MeanDifference, SingleFeature, TypedWeights};
use rankscope::learner::{Detail, FixedFigures, Learner, StopReason};
use rankscope::metric::Measure;
use rankscope::ranking::scorer::{Scorer, Term, WeakLearner};

fn measure(text: &str) -> Measure {
    text.parse().expect("a measure")
}

#[test]
fn every_feature_is_tried_with_both_signs_and_the_first_best_is_kept() {
    // Feature 2 orders in reverse, feature 3 is its negative, and feature 1 is constant.
    let query = |id: &str| QueryRows {
        id: id.to_owned(),
        grades: vec![0, 2, 1],
        features: vec![1.0, 3.0, -3.0, 1.0, 1.0, -1.0, 1.0, 2.0, -2.0],
        comments: Vec::new(),
    };
    let data = Arc::new(Dataset::from_queries(3, &[query("a"), query("b")]).expect("made data"));
    let make = || SingleFeature::new(data.clone(), measure("ndcg"), 1).expect("usable data");
    check_slicing("single feature", &|| Box::new(make()));
    let mut learner = make();
    let (steps, end) = reports(&mut learner, &[usize::MAX]);
    assert_eq!((end.reason, end.iterations), (StopReason::Complete, 6));
    let Detail::Fixed(FixedFigures { chosen: None, value: Some(constant) }) = steps[0].detail else {
        panic!()
    };
    let expected =
        [(1, 1.0, Some(constant)), (1, -1.0, Some(constant)), (2, 1.0, None), (2, -1.0, Some(1.0))];
    for (step, (feature, sign, worth)) in steps[1..].iter().zip(expected) {
        let Detail::Fixed(FixedFigures { chosen: Some(chosen), value: Some(value) }) = step.detail else {
            panic!()
        };
        assert_eq!((chosen.feature, chosen.alpha), (feature, sign));
        match worth {
            Some(worth) => assert_close(value, worth, 1e-12, "NDCG"),
            None => assert!(value < constant),
        }
    }
    let (best, scorer) = learner.best();
    assert_eq!(best, 4, "feature 3 upwards is as good, but comes later");
    let term = Term { weight: -1.0, weak: WeakLearner::Feature { feature: 1 } };
    assert_eq!(*scorer, Scorer::Additive { terms: vec![term] });
}

#[test]
fn the_mean_difference_is_averaged_over_queries() {
    let query = |id: &str, grades: &[u8], features: &[f64]| QueryRows {
        id: id.to_owned(),
        grades: grades.to_vec(),
        features: features.to_vec(),
        comments: Vec::new(),
    };
    let queries = [
        query("a", &[1, 0, 2, 0], &[1.0, 2.0, 5.0, 4.0]),
        query("b", &[0, 0], &[7.0, 7.0]),
        query("c", &[1, 0], &[2.0, 3.0]),
    ];
    let data = Arc::new(Dataset::from_queries(1, &queries).expect("made data"));
    let make = || MeanDifference::new(data.clone(), 1).expect("usable data");
    check_slicing("mean difference", &|| Box::new(make()));
    let mut learner = make();
    reports(&mut learner, &[usize::MAX]);
    // (3 − 3) and (2 − 3), halved.
    assert_eq!(*learner.best().1, Scorer::Linear { weights: vec![-0.5] });
    assert_eq!(learner.pull(0, 1), Some(vec![0.25, -0.25, 0.25, -0.25]));
    assert_eq!(learner.pull(1, 1), None);
    assert!(matches!(MeanDifference::new(data, 3), Err(Error::Data { .. })));
}

#[test]
fn typed_weights_are_a_scorer_without_training() {
    let data = Random::new(1).dataset(2, 3, 3, 1);
    let mut learner = TypedWeights::new(&data, vec![1.0, -2.0]).expect("finite weights");
    let (steps, end) = reports(&mut learner, &[1]);
    assert_eq!((steps.len(), end.reason, end.iterations), (1, StopReason::Complete, 0));
    assert_eq!(*learner.best().1, Scorer::Linear { weights: vec![1.0, -2.0] });
    for refused in [vec![], vec![f64::NAN], vec![0.0; 4]] {
        assert!(matches!(TypedWeights::new(&data, refused), Err(Error::Config { .. })));
    }
}

#[test]
fn typed_weights_name_features_by_number_or_name() {
    let mut data = Random::new(1).dataset(2, 3, 3, 1);
    data.rename_features(vec![Some("bm25".to_owned()), None, Some("a:b".to_owned())]);
    let weights = |text: &str| {
        let learner = TypedWeights::by_list(&data, &text.parse()?)?;
        match &*learner.best().1 {
            Scorer::Linear { weights } => Ok::<_, Error>(weights.clone()),
            other => panic!("{other:?} is not linear"),
        }
    };
    assert_eq!(weights(" Average "), Ok(vec![1.0 / 3.0; 3]));
    assert_eq!(weights("3:0.8,1:-2"), Ok(vec![-2.0, 0.0, 0.8]));
    assert_eq!(weights("bm25 : 1e-3, a:b:2"), Ok(vec![1e-3, 0.0, 2.0]));
    for (text, words) in [
        ("", "neither average nor a feature"),
        ("1", "neither average nor a feature"),
        ("1:x", "neither average nor a feature"),
        ("1:NaN", "neither average nor a feature"),
        (":1", "neither average nor a feature"),
        ("4:1", "feature 4 is not one of the 3 of the data"),
        ("0:1", "feature 0 is not one of the 3"),
        ("bm52:1", "the nearest names are \"bm25\""),
        ("1:2,bm25:3", "feature 1 has two weights"),
        ("1:1e308,2:1e308,3:-1e308", "type smaller weights"),
    ] {
        let refused = weights(text).expect_err(text).to_string();
        assert!(refused.starts_with("weights: ") && refused.contains(words), "{text}: {refused}");
    }
}

#[test]
fn a_single_feature_needs_a_query_with_a_value() {
    let query =
        QueryRows { id: "a".to_owned(), grades: vec![0, 0], features: vec![0.0, 1.0], comments: Vec::new() };
    let data = Arc::new(Dataset::from_queries(1, &[query]).expect("made data"));
    let refused = SingleFeature::new(data, measure("ap"), 1);
    assert!(matches!(refused, Err(Error::Data { .. })));
}
