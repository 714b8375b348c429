//! Options of boosted trees: depth, draws, monotone features; and the order of the data, which changes nothing.

use std::sync::Arc;

use crate::learner::boosting_support::train;
use crate::support::Random;
use crate::test;
use rankscope::Error;
use rankscope::data::{Dataset, FeatureKey, QueryRows, generate_letor};
use rankscope::learner::Learner;
use rankscope::learner::boosting::{
    ClassForm, LambdaMart, LambdaMartConfig, LambdaMartForm, McRank, McRankConfig, Monotone, TreeConfig,
};
use rankscope::method::settings::TrainingSettings;
use rankscope::ranking::scorer::{Scorer, TreeNode, WeakLearner};
use rankscope::run::{Progress, TrainingRun};

const FORMS: [LambdaMartForm; 3] =
    [LambdaMartForm::Published, LambdaMartForm::SecondOrder, LambdaMartForm::Normalised];

fn sample(n_queries: usize, n_documents: usize) -> Vec<QueryRows> {
    let data = Dataset::from_letor(&generate_letor(n_queries, n_documents, 5)).unwrap();
    data.queries()
        .map(|query| QueryRows {
            id: query.id.to_owned(),
            grades: query.grades.to_vec(),
            features: query.documents.flat_map(|row| data.features(row).to_vec()).collect(),
            comments: Vec::new(),
        })
        .collect()
}

/// Returns the queries in another order, and so the documents of each.
fn shuffled(queries: &[QueryRows], n_features: usize, random: &mut Random) -> Vec<QueryRows> {
    let mut queries: Vec<QueryRows> = queries
        .iter()
        .map(|query| {
            let mut places: Vec<usize> = (0..query.grades.len()).collect();
            shuffle(random, &mut places);
            let row = |place: &usize| query.features[place * n_features..(place + 1) * n_features].to_vec();
            QueryRows {
                id: query.id.clone(),
                grades: places.iter().map(|&place| query.grades[place]).collect(),
                features: places.iter().flat_map(row).collect(),
                comments: Vec::new(),
            }
        })
        .collect();
    shuffle(random, &mut queries);
    queries
}

fn shuffle<T>(random: &mut Random, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.integer(0, last as i64) as usize);
    }
}

fn set(queries: &[QueryRows], n_features: usize) -> Arc<Dataset> {
    Arc::new(Dataset::from_queries(n_features, queries).unwrap())
}

fn lambda_mart(data: &Arc<Dataset>, config: &LambdaMartConfig) -> Scorer {
    let mut booster = LambdaMart::learner(Arc::clone(data), config.clone()).unwrap();
    let (steps, _) = train(&mut booster, usize::MAX);
    assert!(steps.len() > 1);
    booster.scorer(steps.len() - 1).unwrap().into_owned()
}

fn mc_rank(data: &Arc<Dataset>, config: &McRankConfig) -> Scorer {
    let mut booster = McRank::learner(Arc::clone(data), config.clone()).unwrap();
    let (steps, _) = train(&mut booster, usize::MAX);
    assert!(steps.len() > 1);
    booster.scorer(steps.len() - 1).unwrap().into_owned()
}

fn trees(scorer: &Scorer) -> Vec<&[TreeNode]> {
    let terms = scorer.ensembles().iter().flatten();
    terms
        .map(|term| match &term.weak {
            WeakLearner::Tree { nodes } => nodes.as_slice(),
            other => panic!("a tree, not {other:?}"),
        })
        .collect()
}

#[test]
fn the_order_of_documents_and_queries_changes_no_bit() {
    let mut random = Random::new(41);
    let n_features = 12;
    let queries = sample(15, 12);
    for (query_share, feature_share) in [(1.0, 1.0), (0.6, 0.5)] {
        let tree =
            TreeConfig { leaves: 6, min_documents: 3, query_share, feature_share, ..TreeConfig::default() };
        for form in FORMS {
            let config =
                LambdaMartConfig { rounds: 8, form, tree: tree.clone(), ..LambdaMartConfig::default() };
            let expected = lambda_mart(&set(&queries, n_features), &config);
            for _ in 0..10 {
                let other = shuffled(&queries, n_features, &mut random);
                assert_eq!(lambda_mart(&set(&other, n_features), &config), expected, "{form:?}");
            }
        }
        for form in [ClassForm::Classes, ClassForm::Ordinal] {
            let config = McRankConfig { rounds: 4, form, tree: tree.clone() };
            let expected = mc_rank(&set(&queries, n_features), &config);
            for _ in 0..10 {
                let other = shuffled(&queries, n_features, &mut random);
                assert_eq!(mc_rank(&set(&other, n_features), &config), expected, "{form:?}");
            }
        }
    }
}

#[test]
fn a_tree_keeps_to_its_depth_its_features_and_its_queries() {
    let n_features = 12;
    let mut queries = sample(20, 12);
    let n_documents = queries.iter().map(|query| query.grades.len()).min().unwrap();
    for query in &mut queries {
        query.grades.truncate(n_documents);
        query.features.truncate(n_documents * n_features);
    }
    let data = set(&queries, n_features);
    let tree = TreeConfig {
        leaves: 12,
        min_documents: 2,
        depth: Some(3),
        feature_share: 0.25,
        query_share: 0.4,
        ..TreeConfig::default()
    };
    let config = LambdaMartConfig { rounds: 20, tree: tree.clone(), ..LambdaMartConfig::default() };
    let scorer = lambda_mart(&data, &config);
    let mut used = std::collections::BTreeSet::new();
    let mut roots = Vec::new();
    for nodes in trees(&scorer) {
        let mut depths = vec![0; nodes.len()];
        let mut of_tree = std::collections::BTreeSet::new();
        for (at, node) in nodes.iter().enumerate() {
            assert!(depths[at] <= 3);
            if let TreeNode::Split { left, right, feature, documents, .. } = *node {
                (depths[left], depths[right]) = (depths[at] + 1, depths[at] + 1);
                of_tree.insert(feature);
                let count = |node: &TreeNode| match *node {
                    TreeNode::Split { documents, .. } | TreeNode::Leaf { documents, .. } => {
                        documents.unwrap()
                    }
                };
                assert_eq!(documents.unwrap(), count(&nodes[left]) + count(&nodes[right]));
                if at == 0 {
                    assert_eq!(documents, Some((8 * n_documents) as u32), "40 % of the queries");
                    roots.push(feature);
                }
            }
        }
        assert!(of_tree.len() <= 3, "a quarter of 12 features");
        used.extend(of_tree);
    }
    assert!(used.len() > 5, "another draw in every round: {used:?}");
    let again = LambdaMartConfig { tree: TreeConfig { seed: 2, ..tree.clone() }, ..config.clone() };
    assert_ne!(lambda_mart(&data, &again), scorer, "another seed, other draws");
    assert_eq!(lambda_mart(&data, &config), scorer);
}

#[test]
fn scores_are_monotone_in_the_features_that_must_be() {
    let n_features = 12;
    let data = set(&sample(25, 14), n_features);
    let tree = TreeConfig { leaves: 10, min_documents: 2, shrinkage: 0.5, ..TreeConfig::default() };
    let free = LambdaMartConfig { rounds: 25, tree, ..LambdaMartConfig::default() };
    let rises = |scorer: &Scorer, feature: usize| {
        let (mut up, mut down) = (0, 0);
        for row in 0..data.n_documents() {
            let mut row = data.features(row).to_vec();
            let mut last = None;
            for step in -40..=40 {
                row[feature] = f64::from(step) / 8.0;
                let score = scorer.score_row(&row);
                let rise = last.map_or(0.0, |last| score - last);
                // Sums of leaves of different trees are rounded.
                up += usize::from(rise > 1e-12);
                down += usize::from(rise < -1e-12);
                last = Some(score);
            }
        }
        (up, down)
    };
    let unconstrained = lambda_mart(&data, &free);
    let mut checked = 0;
    for form in [LambdaMartForm::SecondOrder, LambdaMartForm::Normalised] {
        for feature in 1..=n_features {
            let (up, down) = rises(&unconstrained, feature - 1);
            if up == 0 || down == 0 {
                continue;
            }
            checked += 1;
            for is_falling in [false, true] {
                let monotone = vec![Monotone { feature: FeatureKey::Number(feature), is_falling }];
                let scorer = lambda_mart(&data, &LambdaMartConfig { form, monotone, ..free.clone() });
                let (up, down) = rises(&scorer, feature - 1);
                assert_eq!(if is_falling { up } else { down }, 0, "{form:?}, feature {feature}");
            }
        }
    }
    assert!(checked >= 4, "{checked} features go both ways without a constraint");
}

#[test]
fn options_out_of_range_are_refused() {
    let data = set(&sample(5, 6), 12);
    let refused = |config: LambdaMartConfig, name: &str| {
        let error = LambdaMart::learner(Arc::clone(&data), config).err();
        assert!(matches!(&error, Some(Error::Config { field, .. }) if *field == name), "{error:?}");
    };
    let of_tree = |tree| LambdaMartConfig { tree, ..LambdaMartConfig::default() };
    refused(of_tree(TreeConfig { depth: Some(0), ..TreeConfig::default() }), "depth");
    for share in [0.0, -1.0, 1.5, f64::NAN] {
        refused(of_tree(TreeConfig { feature_share: share, ..TreeConfig::default() }), "feature_share");
        refused(of_tree(TreeConfig { query_share: share, ..TreeConfig::default() }), "query_share");
    }
    let of = |monotone: &[(&str, bool)], form| LambdaMartConfig {
        monotone: monotone
            .iter()
            .map(|&(feature, is_falling)| Monotone { feature: feature.into(), is_falling })
            .collect(),
        form,
        ..LambdaMartConfig::default()
    };
    let normalised = LambdaMartForm::Normalised;
    for monotone in [&[("0", true)][..], &[("13", true)], &[("bm25", true)], &[("3", true), ("3", false)]] {
        refused(of(monotone, normalised), "monotone");
    }
    refused(of(&[("3", true)], LambdaMartForm::Published), "monotone");
}

#[test]
fn a_monotone_feature_goes_by_its_name() {
    let run = |names: &[&str], monotone: &str| {
        let text = generate_letor(15, 10, 6);
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        let mut data = Dataset::from_letor(&lines.join("\n")).unwrap();
        data.rename_features(names.iter().map(|name| Some((*name).to_owned())).collect());
        let (method, monotone) = ("lambdamart".to_owned(), monotone.to_owned());
        let settings = TrainingSettings { method, monotone, rounds: Some(5), ..TrainingSettings::default() };
        let mut run = TrainingRun::new(Arc::new(data), &settings)?;
        while !matches!(run.advance(1000), Progress::Stopped { .. }) {}
        Ok::<_, Error>(run.scorer(5)?.into_owned())
    };
    let named = ["bm25", "page rank", "tf:title", "2"];
    let free = run(&named, "none").unwrap();
    for (name, number) in [("down:bm25", "down:1"), (" up: page rank ,down:tf:title", "up:2,down:3")] {
        let by_number = run(&named, number).unwrap();
        assert_ne!(by_number, free, "{number} has an effect");
        assert_eq!(run(&named, name).unwrap(), by_number, "{name}");
    }
    assert_eq!(run(&named, "down:2").unwrap(), run(&[], "down:2").unwrap(), "a number is no name");
    for (names, monotone, said) in [
        (&named[..], "up:bm52", "no feature of the data is named \"bm52\"; the nearest names are \"bm25\""),
        (&[], "up:bm25", "the features have no names; features have the numbers 1 to 12"),
        (&named, "up:bm25,down:1", "feature 1 has two constraints"),
        (&named, "up:", "\"up:\" is not like up:3 or down:price"),
        (&named, "up:a,b", "\"b\" is not like up:3 or down:price; a feature with a comma in its name"),
    ] {
        let error = run(names, monotone).unwrap_err();
        assert!(matches!(&error, Error::Config { field: "monotone", .. }), "{error}");
        assert!(error.to_string().contains(said), "{monotone}: {error}");
    }
}
