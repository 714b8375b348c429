//! Shapley values of two documents against their definition: the mean over all orders of the features.

use rankscope::Error;
use rankscope::ranking::scorer::{ClassLink, Missing, Scorer, Term, TreeNode, Unit, WeakLearner};

use crate::support::{Random, assert_close, permutations};

const FEATURES: usize = 6;

fn pick<T: Copy>(random: &mut Random, of: &[T]) -> T {
    of[random.integer(0, of.len() as i64 - 1) as usize]
}

/// Adds a random tree below a new node. Features come again on a way.
fn grow(random: &mut Random, depth: usize, features: usize, nodes: &mut Vec<TreeNode>) -> usize {
    let at = nodes.len();
    nodes.push(TreeNode::Leaf { value: 4.0 * random.uniform() - 2.0, documents: None });
    if depth > 0 && random.integer(0, 5) > 0 {
        let left = grow(random, depth - 1, features, nodes);
        let right = grow(random, depth - 1, features, nodes);
        let all = [Missing::Zero, Missing::Left, Missing::Right, Missing::ZeroLeft, Missing::ZeroRight];
        nodes[at] = TreeNode::Split {
            feature: random.integer(0, features as i64 - 1) as usize,
            threshold: pick(random, &[-1.0, -0.5, 0.0, 0.5, 1.0]),
            left,
            right,
            gain: 1.0,
            value: 100.0 * random.uniform(),
            missing: pick(random, &all),
            documents: None,
        };
    }
    at
}

fn tree(random: &mut Random, depth: usize, features: usize) -> Term {
    let mut nodes = Vec::new();
    grow(random, depth, features, &mut nodes);
    Term { weight: 2.0 * random.uniform() - 1.0, weak: WeakLearner::Tree { nodes } }
}

fn row(random: &mut Random, features: usize) -> Vec<f64> {
    let values = [-1.5, -0.75, 0.0, -0.0, 1e-36, 0.25, 0.75, 1.5, f64::NAN];
    (0..features).map(|_| pick(random, &values)).collect()
}

/// A term without gaps: the value of a feature, or a stump.
fn simple(random: &mut Random) -> Term {
    let feature = random.integer(0, FEATURES as i64) as usize;
    let weak = match random.integer(0, 1) {
        0 => WeakLearner::Feature { feature },
        _ => WeakLearner::Stump { feature, threshold: pick(random, &[-1.0, 0.0, 1.0]) },
    };
    Term { weight: random.uniform() - 0.5, weak }
}

fn filled(row: &[f64]) -> Vec<f64> {
    row.iter().map(|x| if x.is_nan() { 0.5 } else { *x }).collect()
}

fn equal(x: f64, y: f64) -> bool {
    x == y || x.is_nan() && y.is_nan()
}

/// The mean over all orders of the features that differ of what each adds when it gets the value of `a`.
fn by_definition(scorer: &Scorer, a: &[f64], b: &[f64]) -> Vec<f64> {
    let differing: Vec<usize> = (0..a.len()).filter(|&feature| !equal(a[feature], b[feature])).collect();
    let orders = permutations(differing.len());
    let mut values = vec![0.0; a.len()];
    for order in &orders {
        let mut mixture = b.to_vec();
        let mut before = scorer.score_row(&mixture);
        for &place in order {
            let feature = differing[place as usize];
            mixture[feature] = a[feature];
            let after = scorer.score_row(&mixture);
            values[feature] += (after - before) / orders.len() as f64;
            before = after;
        }
    }
    values
}

fn check(scorer: &Scorer, a: &[f64], b: &[f64], tolerance: f64) {
    let seen = scorer.shapley_values(a, b).expect("few features");
    assert_eq!(seen.len(), a.len());
    for (feature, (seen, expected)) in seen.iter().zip(by_definition(scorer, a, b)).enumerate() {
        if equal(a[feature], b[feature]) {
            assert_eq!(*seen, 0.0, "feature {feature} is equal in both");
        }
        assert_close(
            *seen,
            expected,
            tolerance,
            &format!("feature {feature} of {a:?} and {b:?} in {scorer:?}"),
        );
    }
    let difference = scorer.score_row(a) - scorer.score_row(b);
    assert_close(seen.iter().sum(), difference, tolerance, "they add up to the difference");
    let mirrored = scorer.shapley_values(b, a).expect("few features");
    seen.iter().zip(&mirrored).for_each(|(one, other)| assert_close(*one, -other, tolerance, "mirrored"));
}

#[test]
fn values_of_trees_with_gaps_are_those_of_the_definition() {
    let mut random = Random::new(1);
    let mut parted = 0;
    for _ in 0..300 {
        let terms: Vec<Term> = (0..3).map(|_| tree(&mut random, 5, FEATURES)).collect();
        let (a, b) = (row(&mut random, FEATURES), row(&mut random, FEATURES));
        let scorer = Scorer::Additive { terms: terms.clone() };
        scorer.check().expect("a tree");
        check(&scorer, &a, &b, 1e-12);
        // Its sums have 32 bits, and its values have not.
        let single = Scorer::Classes { link: ClassLink::Single, ensembles: vec![terms.clone(), terms] };
        check(&single, &a, &b, 1e-5);
        parted += scorer.shapley_values(&a, &b).expect("a sum").iter().filter(|value| **value != 0.0).count();
    }
    assert!(parted > 500, "{parted} values are not 0");
}

#[test]
fn values_of_other_scorers_are_those_of_the_definition() {
    let mut random = Random::new(2);
    for _ in 0..60 {
        let (a, b) = (filled(&row(&mut random, FEATURES)), filled(&row(&mut random, FEATURES)));
        let mut weights = |n: usize| (0..n).map(|_| 2.0 * random.uniform() - 1.0).collect::<Vec<f64>>();
        let linear = Scorer::Linear { weights: weights(FEATURES + 1) };
        check(&linear, &a, &b, 1e-12);
        let hidden = (0..3).map(|_| Unit { weights: weights(FEATURES), bias: weights(1)[0] }).collect();
        check(&Scorer::Network { hidden, output: weights(3) }, &a, &b, 1e-12);
        let mut terms = || {
            let mut terms = vec![tree(&mut random, 4, FEATURES)];
            terms.extend((0..4).map(|_| simple(&mut random)));
            terms
        };
        check(&Scorer::Additive { terms: terms() }, &a, &b, 1e-12);
        for link in [ClassLink::Softmax, ClassLink::Ordinal] {
            check(&Scorer::Classes { link, ensembles: vec![terms(), terms(), terms()] }, &a, &b, 1e-12);
        }
        check(&Scorer::Classes { link: ClassLink::Logistic, ensembles: vec![terms()] }, &a, &b, 1e-5);
    }
}

#[test]
fn values_of_deep_trees_of_many_features_add_up() {
    let mut random = Random::new(3);
    for features in [40, 200] {
        let terms: Vec<Term> = (0..20).map(|_| tree(&mut random, 12, features)).collect();
        let size: f64 = terms.iter().map(|term| 2.0 * term.weight.abs()).sum();
        let scorer = Scorer::Additive { terms };
        for _ in 0..20 {
            let (a, b) = (row(&mut random, features), row(&mut random, features));
            let sum: f64 = scorer.shapley_values(&a, &b).expect("a sum").iter().sum();
            let difference = scorer.score_row(&a) - scorer.score_row(&b);
            assert!((sum - difference).abs() < 1e-12 * size, "{sum} and {difference} of {size}");
        }
    }
}

#[test]
fn a_chain_of_many_features_keeps_its_shares() {
    // Only a document with a's value of every feature reaches the last leaf.
    let n = 300;
    let mut nodes = Vec::new();
    for feature in 0..n {
        nodes.push(TreeNode::Split {
            feature,
            threshold: 0.5,
            left: 2 * feature + 1,
            right: 2 * feature + 2,
            gain: 1.0,
            value: 0.0,
            missing: Missing::Zero,
            documents: None,
        });
        nodes.push(TreeNode::Leaf { value: 0.0, documents: None });
    }
    nodes.push(TreeNode::Leaf { value: 3.0, documents: None });
    let scorer = Scorer::Additive { terms: vec![Term { weight: 1.0, weak: WeakLearner::Tree { nodes } }] };
    let values = scorer.shapley_values(&vec![1.0; n], &vec![0.0; n]).expect("a sum");
    values.iter().for_each(|value| assert_close(*value, 3.0 / n as f64, 1e-15, "an equal share"));
}

#[test]
fn too_many_features_of_a_network_are_refused_and_equal_ones_do_not_count() {
    let unit = |n: usize| Unit { weights: vec![0.1; n], bias: 0.2 };
    let scorer = Scorer::Network { hidden: vec![unit(20)], output: vec![1.0] };
    let mut a = vec![0.0; 20];
    a[..13].fill(1.0);
    let refused = scorer.shapley_values(&a, &[0.0; 20]).expect_err("13 features");
    assert!(
        matches!(refused, Error::Absent { .. }) && refused.to_string().contains("13 features"),
        "{refused}"
    );
    a[12] = 0.0;
    let values = scorer.shapley_values(&a, &[0.0; 20]).expect("12 features");
    assert_close(values.iter().sum(), scorer.score_row(&a) - scorer.score_row(&[0.0; 20]), 1e-12, "the sum");
    assert!(values[..12].iter().all(|value| *value > 0.0) && values[12..].iter().all(|value| *value == 0.0));
}

#[test]
fn a_node_with_two_parents_is_refused() {
    let split = |left, right| TreeNode::Split {
        feature: 0,
        threshold: 0.0,
        left,
        right,
        gain: 0.0,
        value: 0.0,
        missing: Missing::Zero,
        documents: None,
    };
    let leaf = TreeNode::Leaf { value: 1.0, documents: None };
    for nodes in [vec![split(1, 1), leaf.clone()], vec![split(1, 2), split(2, 3), leaf.clone(), leaf]] {
        let scorer =
            Scorer::Additive { terms: vec![Term { weight: 1.0, weak: WeakLearner::Tree { nodes } }] };
        assert!(scorer.check().expect_err("no tree").to_string().contains("two"), "a sentence");
    }
}
