//! Trees beside a slow search of every cut.

use super::cuts::UNBOUNDED;
use super::*;
use crate::data::Dataset;
use crate::data::QueryRows;
use crate::ranking::scorer::{TreeNode, WeakLearner};

/// Deterministic noise in [0, 1).
fn noise(i: usize, step: usize) -> f64 {
    (i * step % 211) as f64 / 211.0
}

fn data_of(n: usize, n_features: usize, value: impl Fn(usize, usize) -> f64) -> Dataset {
    let features = (0..n).flat_map(|i| (0..n_features).map(move |feature| (i, feature)));
    let query = QueryRows {
        id: "q".into(),
        grades: vec![0; n],
        features: features.map(|(i, feature)| value(i, feature)).collect(),
        comments: Vec::new(),
    };
    Dataset::from_queries(n_features, &[query]).unwrap()
}

fn grow(
    data: &Dataset,
    most_codes: usize,
    amounts: &[[f64; 2]],
    directions: &[i8],
    config: &TreeConfig,
) -> Vec<TreeNode> {
    let mut presorted = Presorted::default();
    while presorted.prepare_with(data, most_codes) > 0 {}
    let value = LeafValue { factor: 1.0, bound: f64::MAX };
    let of = Targets { amounts: amounts.to_vec(), curvatures: Vec::new() };
    let part = Part { directions: directions.to_vec(), ..Part::default() };
    let mut grower = Grower::new(&presorted, of, value, part);
    while grower.step(&presorted, config) > 0 {}
    match grower.finish().0 {
        WeakLearner::Tree { nodes } => nodes,
        other => panic!("a tree, not {other:?}"),
    }
}

/// A leaf of the slow tree: its node, its documents, its bounds, and the splits above it.
type Slow = (usize, Vec<usize>, [f64; 2], usize);

/// Returns the tree by trying every cut of every leaf anew, with sums in floating point.
fn slowly(
    data: &Dataset,
    amounts: &[[f64; 2]],
    directions: &[i8],
    config: &TreeConfig,
) -> Vec<(usize, f64, f64)> {
    let sums = |documents: &[usize]| {
        documents.iter().fold([0.0; 2], |[s, d], &i| [s + amounts[i][0], d + amounts[i][1]])
    };
    let value = |documents: &[usize], [low, high]: [f64; 2]| {
        let [s, d] = sums(documents);
        (s / d).clamp(low, high)
    };
    let explained = |documents: &[usize], bounds: [f64; 2]| {
        let ([s, d], v) = (sums(documents), value(documents, bounds));
        2.0 * s * v - d * v * v
    };
    let mut leaves: Vec<Slow> = vec![(0, (0..amounts.len()).collect(), UNBOUNDED, 0)];
    let mut nodes = vec![(usize::MAX, value(&leaves[0].1, UNBOUNDED), 0.0)];
    while leaves.len() < config.leaves {
        let mut best = None::<(f64, usize, usize, f64)>;
        for (index, (_, documents, bounds, depth)) in leaves.iter().enumerate() {
            if config.depth.is_some_and(|most| *depth >= most) {
                continue;
            }
            for (feature, &direction) in directions.iter().enumerate() {
                for &at in documents {
                    let threshold = data.value(at, feature);
                    let (left, right): (Vec<_>, Vec<_>) =
                        documents.iter().partition(|&&i| data.value(i, feature) <= threshold);
                    if left.len().min(right.len()) < config.min_documents {
                        continue;
                    }
                    let rise = value(&right, *bounds) - value(&left, *bounds);
                    if f64::from(direction) * rise < 0.0 {
                        continue;
                    }
                    let gain = explained(&left, *bounds) + explained(&right, *bounds)
                        - explained(documents, *bounds);
                    if gain > best.map_or(1e-9, |best| best.0 + 1e-12) {
                        best = Some((gain, index, feature, threshold));
                    }
                }
            }
        }
        let Some((gain, index, feature, threshold)) = best else { break };
        let (node, documents, bounds, depth) = leaves.remove(index);
        let (left, right): (Vec<_>, Vec<_>) =
            documents.iter().partition(|&&i| data.value(i, feature) <= threshold);
        let middle = (value(&left, bounds) + value(&right, bounds)) / 2.0;
        let below = [bounds[0], middle];
        let above = [middle, bounds[1]];
        let [of_left, of_right] = match directions[feature] {
            0 => [bounds; 2],
            1 => [below, above],
            _ => [above, below],
        };
        nodes[node] = (feature, gain, threshold);
        for (documents, bounds) in [(left, of_left), (right, of_right)] {
            leaves.push((nodes.len(), documents.clone(), bounds, depth + 1));
            nodes.push((usize::MAX, value(&documents, bounds), 0.0));
        }
    }
    nodes
}

#[test]
fn a_tree_is_the_one_that_tries_every_cut() {
    let n = 90;
    let values = |i: usize, feature: usize| (noise(i + 1, [7, 31, 53, 97][feature]) * 12.0).floor();
    let data = data_of(n, 4, values);
    let mut splits = 0;
    for case in 0..60 {
        let amounts: Vec<[f64; 2]> = (0..n)
            .map(|i| {
                let target = values(i, 0) * values(i, 1) / 40.0 - values(i, 2) / 5.0;
                [target + noise(i + 7 * case, 67) - 1.0, 0.1 + noise(i + case, 41)]
            })
            .collect();
        let directions = [[0; 4], [1, 0, -1, 0], [-1, 1, 1, -1]][case % 3];
        let config = TreeConfig {
            leaves: 2 + case % 9,
            min_documents: 1 + case % 7,
            depth: Some(1 + case % 5).filter(|depth| *depth < 5),
            ..TreeConfig::default()
        };
        let fast = grow(&data, n, &amounts, &directions, &config);
        // No feature has more than 12 values, so every value has its own bin.
        assert_eq!(fast, grow(&data, 12, &amounts, &directions, &config), "bins find the same tree");
        let slow = slowly(&data, &amounts, &directions, &config);
        assert_eq!(fast.len(), slow.len(), "case {case}");
        for (fast, (its_feature, number, at)) in fast.iter().zip(slow) {
            match *fast {
                TreeNode::Leaf { value, .. } => {
                    assert!(its_feature == usize::MAX && (value - number).abs() < 1e-9, "case {case}");
                }
                TreeNode::Split { feature, threshold, gain, .. } => {
                    splits += 1;
                    assert_eq!(feature, its_feature, "case {case}");
                    // The slow tree cuts at the largest value on the left.
                    assert!(threshold > at, "case {case}");
                    assert!((gain - number).abs() < 1e-9, "case {case}: {gain} and {number}");
                }
            }
        }
    }
    assert!(splits > 150, "{splits}");
}

#[test]
fn the_order_of_documents_changes_no_bit() {
    let n = 300;
    let value = |i: usize, feature: usize| noise(i + 1, [7, 31, 53][feature]);
    let amount = |i: usize| [noise(i, 67) - 0.4 + value(i, 0) * value(i, 1), 0.1 + noise(i, 41)];
    let config = TreeConfig { leaves: 12, min_documents: 3, ..TreeConfig::default() };
    for most_codes in [n, 20] {
        let tree_of = |step: usize| {
            // 300 has no divisor in common with these steps, so that every document comes once.
            let data = data_of(n, 3, |i, feature| value(i * step % n, feature));
            let amounts: Vec<[f64; 2]> = (0..n).map(|i| amount(i * step % n)).collect();
            grow(&data, most_codes, &amounts, &[], &config)
        };
        for step in [7, 11, 77, 299] {
            assert_eq!(tree_of(1), tree_of(step));
        }
    }
}

#[test]
fn without_curvature_a_leaf_stays_where_it_is() {
    let value = LeafValue { factor: 1.0, bound: 4.0 };
    assert_eq!(value.of(0.0, 0.0), 0.0);
    assert_eq!(value.of(-1.0, 0.0), -4.0);
    assert_eq!(value.of(1.0, 0.5), 2.0);
}
