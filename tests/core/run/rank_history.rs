//! Ranks over time, compared with what the inspection of each iteration says.

use std::sync::Arc;

use crate::support::Random;
use rankscope::Error;
use rankscope::data::Dataset;
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{Progress, TrainingRun};

/// Returns a run to its end, or to 12 iterations.
fn trained(data: &Arc<Dataset>, method: &str) -> TrainingRun {
    let settings = TrainingSettings {
        method: method.to_owned(),
        max_iterations: 12,
        c: 20.0,
        ..TrainingSettings::default()
    };
    let mut run = TrainingRun::new(Arc::clone(data), &settings).expect(method);
    while !matches!(run.advance(1000), Progress::Stopped { .. }) {}
    run
}

fn newest(run: &TrainingRun) -> usize {
    (0..=12).take_while(|&iteration| run.scorer(iteration).is_ok()).last().expect("iteration 0")
}

/// The documents in the order of their ranks.
fn order(ranks: &[u32]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..ranks.len() as u32).collect();
    order.sort_by_key(|&document| ranks[document as usize]);
    order
}

#[test]
fn the_history_is_the_inspection_of_each_iteration() {
    let data = Arc::new(Random::new(5).dataset(6, 9, 3, 2));
    for method in ["dorm", "svm-map", "ranksvm", "combo"] {
        let run = trained(&data, method);
        let all: Vec<usize> = (0..=newest(&run)).rev().collect();
        assert!(all.len() > 2, "{method} learns something");
        for query in 0..data.n_queries() {
            let history = run.rank_history(query, &all).expect("all are reached");
            assert_eq!(history.iter().map(|at| at.iteration).collect::<Vec<_>>(), all);
            for at in &history {
                let Ok(inspection) = run.inspect(at.iteration, query) else {
                    assert_eq!(at.violator, None, "{method}: query {query} takes no part");
                    continue;
                };
                assert_eq!(order(&at.model), inspection.predicted, "{method}, {}", at.iteration);
                let violator = at.violator.as_ref().expect("a query that takes part");
                assert_eq!(order(violator), inspection.violator, "{method}, {}", at.iteration);
            }
        }
    }
}

#[test]
fn methods_without_planes_have_the_ranks_of_the_model_alone() {
    let data = Arc::new(Random::new(8).dataset(4, 7, 3, 2));
    for method in ["listnet", "lambdamart", "mean-difference"] {
        let run = trained(&data, method);
        let all: Vec<usize> = (0..=newest(&run)).collect();
        for query in 0..data.n_queries() {
            for at in run.rank_history(query, &all).expect("all are reached") {
                let pulls = run.pulls(at.iteration, query).expect("a query");
                assert_eq!(
                    (order(&at.model), at.violator),
                    (pulls.predicted, None),
                    "{method}, {}",
                    at.iteration
                );
            }
        }
    }
}

#[test]
fn what_is_not_there_has_no_history() {
    // Every ranking of the second query has the same loss.
    let text = "1 qid:a 1:1\n0 qid:a 1:0\n0 qid:b 1:1\n0 qid:b 1:2\n";
    let data = Arc::new(Dataset::from_letor(text).expect("LETOR text"));
    let run = trained(&data, "svm-map");
    let last = newest(&run);
    let at = run.rank_history(1, &[last]).expect("a query of the data").remove(0);
    assert_eq!((at.model, at.violator), (vec![1, 0], None));
    assert_eq!(run.rank_history(0, &[]), Ok(vec![]));
    for (query, iteration) in [(2, 0), (0, last + 1)] {
        assert!(
            matches!(run.rank_history(query, &[iteration]), Err(Error::Absent { .. })),
            "{query}, {iteration}"
        );
    }
    // At w = 0 all documents tie and keep their order.
    assert_eq!(run.rank_history(0, &[0]).expect("iteration 0")[0].model, [0, 1]);
}
