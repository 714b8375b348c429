//! Partial dependence against its definition: the mean score of changed documents.

use rankscope::Error;
use rankscope::data::{Dataset, QueryRows};
use rankscope::inspect::partial_dependence;
use rankscope::ranking::scorer::{ClassLink, Missing, Scorer, Term, TreeNode, Unit, WeakLearner};

use crate::support::{Random, assert_close};

const FEATURES: usize = 3;

fn split(feature: usize, threshold: f64, left: usize, right: usize, missing: Missing) -> TreeNode {
    TreeNode::Split { feature, threshold, left, right, gain: 1.0, value: 0.0, missing, documents: None }
}

fn leaf(value: f64) -> TreeNode {
    TreeNode::Leaf { value, documents: None }
}

fn tree(random: &mut Random) -> Term {
    let mut some = || 2.0 * random.uniform() - 1.0;
    let nodes = vec![
        split(0, some(), 1, 2, Missing::Zero),
        split(1, some(), 3, 4, Missing::Right),
        leaf(some()),
        leaf(some()),
        split(0, some(), 5, 6, Missing::Left),
        leaf(some()),
        leaf(some()),
    ];
    Term { weight: 0.1 + random.uniform(), weak: WeakLearner::Tree { nodes } }
}

fn trees(random: &mut Random, n: usize) -> Vec<Term> {
    (0..n).map(|_| tree(random)).collect()
}

fn scorers(random: &mut Random) -> Vec<Scorer> {
    let stump = |feature, threshold| Term { weight: 0.5, weak: WeakLearner::Stump { feature, threshold } };
    let unit = Unit { weights: vec![0.5, -1.0, 0.25], bias: 0.1 };
    vec![
        Scorer::Additive { terms: trees(random, 4) },
        Scorer::Additive { terms: vec![stump(0, 0.1), stump(1, -0.2), stump(0, 0.4)] },
        Scorer::Classes { link: ClassLink::Softmax, ensembles: vec![trees(random, 2), trees(random, 2)] },
        Scorer::Classes { link: ClassLink::Single, ensembles: vec![trees(random, 3)] },
        Scorer::Network { hidden: vec![unit], output: vec![2.0] },
        Scorer::Linear { weights: vec![1.5, -2.0, 0.0] },
    ]
}

/// Values with two decimals, so that some are equal.
fn data(random: &mut Random, documents: usize) -> Dataset {
    let mut value = || (200.0 * random.uniform() - 100.0).round() / 100.0;
    let features = (0..documents * FEATURES).map(|_| value()).collect();
    let rows = QueryRows { id: "1".to_owned(), grades: vec![0; documents], features, comments: Vec::new() };
    Dataset::from_queries(FEATURES, &[rows]).expect("data")
}

#[test]
fn it_is_the_mean_score_of_changed_documents() {
    let mut random = Random::new(8);
    let data = data(&mut random, 25);
    for scorer in scorers(&mut random) {
        for feature in 0..FEATURES {
            let seen = partial_dependence(&data, &scorer, feature).expect("a curve");
            assert_eq!(seen.documents, 25);
            let mut column: Vec<f64> = (0..25).map(|row| data.value(row, feature)).collect();
            column.sort_by(f64::total_cmp);
            column.dedup();
            // 41 quantiles of 25 documents are all of them.
            assert_eq!(seen.values, column);
            for (value, mean) in seen.values.iter().zip(&seen.means) {
                let score = |row: usize| {
                    let mut changed = data.features(row).to_vec();
                    changed[feature] = *value;
                    scorer.score_row(&changed)
                };
                let expected = (0..25).map(score).sum::<f64>() / 25.0;
                assert_close(*mean, expected, 1e-12, &format!("feature {feature} at {value}"));
            }
        }
    }
}

#[test]
fn many_documents_are_quantiles_and_a_drawing_that_stays() {
    let mut random = Random::new(9);
    let data = data(&mut random, 3000);
    let few = Scorer::Additive { terms: trees(&mut random, 2) };
    let seen = partial_dependence(&data, &few, 0).expect("a curve");
    assert_eq!(seen.documents, 3000);
    let mut column: Vec<f64> = (0..3000).map(|row| data.value(row, 0)).collect();
    column.sort_by(f64::total_cmp);
    assert_eq!([seen.values[0], seen.values[20], seen.values[40]], [column[0], column[1499], column[2999]]);

    // A tree of 7 nodes takes 3 steps, and each document 41 scores.
    let many = Scorer::Additive { terms: trees(&mut random, 200) };
    let drawn = partial_dependence(&data, &many, 0).expect("a curve");
    assert_eq!(drawn.documents, 10_000_000 / (41 * 200 * 3));
    assert_eq!(partial_dependence(&data, &many, 0), Ok(drawn.clone()));
    // The drawing is no part of the data that differs from the rest: it is near the mean of all.
    let at = |row: usize| {
        let mut changed = data.features(row).to_vec();
        changed[0] = drawn.values[7];
        many.score_row(&changed)
    };
    let all: Vec<f64> = (0..3000).map(at).collect();
    let mean = all.iter().sum::<f64>() / 3000.0;
    let spread = (all.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / 3000.0).sqrt();
    let error = spread / (drawn.documents as f64).sqrt();
    assert_close(drawn.means[7], mean, 4.0 * error, "the mean of a drawing");
    // No fewer than 50 documents count.
    let huge = Scorer::Additive { terms: trees(&mut random, 3000) };
    assert_eq!(partial_dependence(&data, &huge, 0).map(|one| one.documents), Ok(50));
}

#[test]
fn what_has_no_curve_is_refused() {
    let mut random = Random::new(8);
    let data = data(&mut random, 5);
    let linear = |weight| Scorer::Linear { weights: vec![weight; FEATURES] };
    let refused = partial_dependence(&data, &linear(1.0), FEATURES);
    assert_eq!(refused, Err(Error::absent("feature", "3 of 3; features count from 0")));
    assert!(matches!(partial_dependence(&data, &linear(1e200), 0), Err(Error::Numeric { .. })));
}
