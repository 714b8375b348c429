//! The ways of documents through trees, and the difference of their scores round by round.

use std::sync::Arc;

use rankscope::Error;
use rankscope::data::{Dataset, QueryRows};
use rankscope::inspect::tree_paths;
use rankscope::method::settings::TrainingSettings;
use rankscope::ranking::scorer::{ClassLink, Missing, Scorer, Term, TreeNode, WeakLearner};
use rankscope::run::{Progress, TrainingRun};

use crate::support::{Random, assert_close};

fn split(feature: usize, threshold: f64, left: usize, right: usize, missing: Missing) -> TreeNode {
    TreeNode::Split { feature, threshold, left, right, gain: 1.0, value: 0.0, missing, documents: None }
}

fn leaf(value: f64) -> TreeNode {
    TreeNode::Leaf { value, documents: None }
}

fn tree() -> Term {
    let nodes = vec![
        split(0, 0.5, 1, 2, Missing::Zero),
        split(1, 2.0, 3, 4, Missing::Zero),
        leaf(0.25),
        leaf(-1.0),
        leaf(4.0),
    ];
    Term { weight: 0.5, weak: WeakLearner::Tree { nodes } }
}

fn data() -> Dataset {
    let query = |id: &str, features: &[f64]| QueryRows {
        id: id.to_owned(),
        grades: vec![0; features.len() / 2],
        features: features.to_vec(),
        comments: Vec::new(),
    };
    Dataset::from_queries(2, &[query("a", &[9.0, 9.0]), query("b", &[0.5, 1.0, 0.5, 3.0, 0.75, 1.0])])
        .expect("data")
}

#[test]
fn ways_and_differences_are_those_by_hand() {
    let scorer = Scorer::Additive { terms: vec![tree(), tree()] };
    let seen = tree_paths(&data(), &scorer, 1, [1, 2], [0, 1]).expect("ways");
    assert_eq!(seen.nodes, [vec![0, 1, 4], vec![0, 2]]);
    assert_eq!(seen.values, [vec![0.5, 3.0], vec![0.75]]);
    assert_eq!(seen.differences, [0.5 * (4.0 - 0.25), 4.0 - 0.25]);
    let same = tree_paths(&data(), &scorer, 1, [0, 0], [0, 0]).expect("ways");
    assert_eq!((same.nodes, same.differences), ([vec![0, 1, 3], vec![0, 1, 3]], vec![0.0, 0.0]));
}

#[test]
fn scores_by_round_are_those_of_the_first_terms() {
    let mut random = Random::new(3);
    let mut terms = |n: usize| -> Vec<Term> {
        let term = |_| Term { weight: random.uniform() - 0.3, ..tree() };
        (0..n).map(term).collect()
    };
    let mut scorers = vec![Scorer::Additive { terms: terms(5) }];
    for link in [ClassLink::Softmax, ClassLink::Ordinal, ClassLink::Single, ClassLink::Logistic] {
        scorers.push(Scorer::Classes { link, ensembles: vec![terms(5), terms(5), terms(3)] });
    }
    for scorer in scorers {
        for row in [[0.0, 1.0], [0.0, 3.0], [1.0, 0.0], [f64::NAN, f64::NAN]] {
            let by_round = scorer.scores_by_round(&row);
            let expected: Vec<f64> = (1..=5).map(|n| scorer.first_terms(n).score_row(&row)).collect();
            assert_eq!(by_round, expected, "bit for bit");
        }
    }
    assert!(Scorer::Linear { weights: vec![1.0] }.scores_by_round(&[1.0]).is_empty());
    assert!(Scorer::Additive { terms: Vec::new() }.scores_by_round(&[1.0]).is_empty());
}

#[test]
fn the_last_difference_is_that_of_the_scores_shown() {
    for (method, ensembles) in [("lambdamart", 1), ("mcrank", 3)] {
        let settings = TrainingSettings { method: method.to_owned(), ..TrainingSettings::default() };
        let data = Arc::new(Random::new(5).dataset(6, 7, 3, 2));
        let mut run = TrainingRun::new(data, &settings).expect("the run starts");
        let mut reached = 0;
        while reached < 4 {
            match run.advance(1000) {
                Progress::Working { .. } => {}
                Progress::Stepped { report } => reached = report.step.iteration,
                Progress::Stopped { .. } => break,
            }
        }
        let scorer = run.scorer(reached).expect("a scorer").into_owned();
        assert_eq!(scorer.ensembles().len(), ensembles, "{method}");
        let pulls = run.pulls(reached, 2).expect("a ranking");
        for (ensemble, terms) in scorer.ensembles().iter().enumerate() {
            for (round, term) in terms.iter().enumerate() {
                let seen = run.tree_paths(reached, 2, [4, 1], [ensemble, round]).expect("ways");
                let WeakLearner::Tree { nodes } = &term.weak else { panic!("{method} has trees") };
                assert_eq!(seen.differences.len(), terms.len());
                let shown = pulls.documents[4].score - pulls.documents[1].score;
                assert_close(seen.differences[terms.len() - 1], shown, 0.0, method);
                for (way, values) in seen.nodes.iter().zip(&seen.values) {
                    assert_eq!(values.len() + 1, way.len());
                    for (step, value) in way.windows(2).zip(values) {
                        let TreeNode::Split { threshold, left, right, .. } = nodes[step[0]] else {
                            panic!("a way goes on from a split");
                        };
                        assert_eq!(step[1], if *value > threshold { right } else { left });
                    }
                    assert!(matches!(nodes[way[values.len()]], TreeNode::Leaf { .. }));
                }
            }
        }
    }
}

#[test]
fn what_does_not_exist_is_refused() {
    let scorer = Scorer::Additive {
        terms: vec![tree(), Term { weight: 1.0, weak: WeakLearner::Feature { feature: 0 } }],
    };
    let refused = |query, documents, tree| match tree_paths(&data(), &scorer, query, documents, tree) {
        Err(Error::Absent { what, .. }) => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(2, [0, 0], [0, 0]), "query");
    assert_eq!(refused(1, [0, 3], [0, 0]), "document");
    assert_eq!(refused(1, [3, 0], [0, 0]), "document");
    assert_eq!(refused(1, [0, 1], [1, 0]), "tree");
    assert_eq!(refused(1, [0, 1], [0, 2]), "tree");
    assert_eq!(refused(1, [0, 1], [0, 1]), "tree");
    let large = Term { weight: f64::MAX, ..tree() };
    let scorer = Scorer::Additive { terms: vec![large] };
    assert!(matches!(tree_paths(&data(), &scorer, 1, [0, 1], [0, 0]), Err(Error::Numeric { .. })));
}
