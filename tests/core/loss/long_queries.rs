//! Long searches run in steps, and their results are stored.

use crate::figures::Figures;
use std::sync::Arc;

use crate::support::{Random, assert_close};
use crate::test;
use rankscope::data::{Dataset, QueryRows};
use rankscope::learner::Phase;
use rankscope::loss::bind_groups;
use rankscope::method::settings::TrainingSettings;
use rankscope::ranking::{Ranking, ScoredDocuments};
use rankscope::run::{Progress, StepReport, TrainingRun};

/// Only the assignment fits an uncut measure with many grades, and its 120³ steps take long.
fn uncut() -> TrainingSettings {
    TrainingSettings { measure: "ndcg".to_owned(), max_iterations: 3, ..TrainingSettings::default() }
}

/// Trains on three queries, one of them long, and returns the run, its reports and the phases seen.
fn run(budget: usize) -> (TrainingRun, Vec<StepReport>, Vec<(usize, usize)>) {
    let mut random = Random::new(5);
    let long = random.dataset(1, 126, 4, 5);
    let text: String = (0..126)
        .map(|document| {
            let features = long.document_features(0, document).expect("there are 126");
            let grade = long.query(0).grades[document];
            let values: Vec<String> =
                features.iter().enumerate().map(|(at, value)| format!("{}:{value}", at + 1)).collect();
            // The first and the last query are short.
            let query = usize::from(document >= 8) + usize::from(document >= 120);
            format!("{grade} qid:{query} {}\n", values.join(" "))
        })
        .collect();
    let mut parser = rankscope::data::LetorParser::new();
    parser.push(text.as_bytes());
    let data = Arc::new(parser.finish().expect("it is LETOR").dataset);
    let mut run = TrainingRun::new(data, &uncut()).expect("the run starts");
    let (mut reports, mut searched) = (Vec::new(), Vec::new());
    loop {
        match run.advance(budget) {
            Progress::Working { phase: Phase::Search, done, of } => searched.push((done, of)),
            Progress::Working { .. } => {}
            Progress::Stepped { report } => reports.push(report),
            Progress::Stopped { .. } => return (run, reports, searched),
        }
    }
}

#[test]
fn a_search_in_steps_gives_the_same_reports_and_reports_progress() {
    let (whole, reports, _) = run(1 << 30);
    let (_, sliced, searched) = run(1);
    assert_eq!(sliced, reports, "how the work is sliced");
    assert_eq!(whole.overview().longest_query, 112);
    assert!(whole.overview().search_steps >= 112.0_f64.powi(3), "{}", whole.overview().search_steps);
    assert!(searched.len() > 112, "{} progress reports in {} iterations", searched.len(), reports.len());
    assert!(searched.iter().all(|&(done, of)| of == 112 && done < of), "{searched:?}");
}

#[test]
fn a_long_search_finds_the_violator_of_the_oracle() {
    let (run, reports, _) = run(1 << 30);
    let config = uncut().parse().expect("valid settings");
    for (iteration, report) in reports.iter().enumerate() {
        let rows = run.queries(iteration).expect("the iteration was reached");
        let mean: f64 = rows.iter().map(|row| row.slack).sum::<f64>() / rows.len() as f64;
        assert_close(
            mean,
            report.step.figures().mean_slack,
            1e-12,
            "the slacks of the table are those of the report",
        );
        let inspection = run.inspect(iteration, 1).expect("the query is used");
        let grades: Vec<u8> = inspection.documents.iter().map(|document| document.grade).collect();
        let scores: Vec<f64> = inspection.documents.iter().map(|document| document.score).collect();
        let features = vec![0.0; grades.len()];
        let query = QueryRows { id: "1".to_owned(), grades, features, comments: Vec::new() };
        let data = Dataset::from_queries(1, &[query]).expect("a data set");
        let groups = bind_groups(&config.learner.loss().expect("a structured loss").slack_groups(), &data, 0)
            .expect("the search is short");
        let found = groups[0][0].1.violator(&ScoredDocuments::new(scores));
        assert_eq!(Ranking::from_order(inspection.violator), found, "iteration {iteration}");
        assert_eq!(run.overview().oracle, groups[0][0].1.oracle(), "the search of the longest query");
    }
}

#[test]
fn the_table_of_queries_can_be_computed_in_slices() {
    let (run, ..) = run(1 << 30);
    let whole = run.queries(1).expect("the iteration was reached");
    let sliced: Vec<_> =
        (0..4).flat_map(|first| run.some_queries(1, first, 1).expect("the iteration was reached")).collect();
    assert_eq!(whole.len(), 3);
    assert_eq!(sliced, whole);
}

#[test]
fn queries_of_one_document_change_nothing() {
    let bounds = |alone: usize| {
        let data = Random::new(8).dataset(1, 101, 2, 5);
        let mut queries = vec![QueryRows {
            id: "long".to_owned(),
            grades: data.query(0).grades.to_vec(),
            features: (0..101)
                .flat_map(|i| data.document_features(0, i).expect("there are 101").to_vec())
                .collect(),
            comments: Vec::new(),
        }];
        queries.extend((0..alone).map(|id| QueryRows {
            id: id.to_string(),
            grades: vec![1],
            features: vec![0.5; 2],
            comments: Vec::new(),
        }));
        let data = Arc::new(Dataset::from_queries(2, &queries).expect("the numbers are finite"));
        let settings = TrainingSettings { max_iterations: 1, ..uncut() };
        let mut run = TrainingRun::new(data, &settings).expect("the run starts");
        let mut bounds = Vec::new();
        loop {
            match run.advance(1) {
                Progress::Working { .. } => {}
                Progress::Stepped { report } => {
                    bounds.push((
                        report.step.figures().primal,
                        report.step.figures().dual,
                        report.step.figures().mean_slack,
                    ));
                }
                Progress::Stopped { .. } => return bounds,
            }
        }
    };
    assert_eq!(bounds(120), bounds(0));
}

#[test]
fn a_slow_preview_is_rejected() {
    let data = Arc::new(Random::new(6).dataset(1, 700, 2, 5));
    let cut = TrainingSettings { measure: "ndcg@10".to_owned(), ..TrainingSettings::default() };
    let mut run = TrainingRun::new(data, &cut).expect("the run starts");
    while !matches!(run.advance(1 << 30), Progress::Stepped { .. }) {}
    assert!(run.preview(0, 0, &cut).is_ok(), "the search for a cut measure is short");
    let refused = run.preview(0, 0, &uncut()).expect_err("700³ steps are too many");
    assert!(refused.to_string().contains("too long for a preview"), "{refused}");
}

/// Returns settings of the losses that compare every good document with every bad one.
fn comparing_all() -> [TrainingSettings; 3] {
    ["svm-map", "svm-ndcg-nc", "svm-mrr"].map(|method| TrainingSettings {
        method: method.to_owned(),
        feature_map: "po".to_owned(),
        ..TrainingSettings::default()
    })
}

/// Returns one query of n documents with one feature; the first half is good.
fn halves(n: usize) -> Arc<Dataset> {
    let query = QueryRows {
        id: "everything".to_owned(),
        grades: (0..n).map(|document| u8::from(document < n / 2)).collect(),
        features: (0..n).map(|document| (document * 7919 % n) as f64 / n as f64).collect(),
        comments: Vec::new(),
    };
    Arc::new(Dataset::from_queries(1, &[query]).expect("the numbers are finite"))
}

#[test]
fn the_cost_of_a_search_over_all_pairs_is_known_in_advance() {
    for settings in comparing_all() {
        let run = TrainingRun::new(halves(3000), &settings).expect("the run starts");
        let steps = run.overview().search_steps;
        assert!((2.25e6..2.3e6).contains(&steps), "{}: {steps} steps", settings.method);
    }
    let sorts = TrainingSettings { method: "svm-auc".to_owned(), ..TrainingSettings::default() };
    let run = TrainingRun::new(halves(3000), &sorts).expect("the run starts");
    assert_eq!(run.overview().search_steps, 0.0, "one sort is enough for AUC");
}

#[test]
fn a_preview_over_too_many_pairs_is_rejected() {
    let sorts = TrainingSettings { method: "svm-auc".to_owned(), ..TrainingSettings::default() };
    let mut run = TrainingRun::new(halves(40_000), &sorts).expect("the run starts");
    while !matches!(run.advance(1 << 30), Progress::Stepped { .. }) {}
    for settings in comparing_all() {
        let refused = run.preview(0, 0, &settings).expect_err("4e8 steps are too many");
        assert!(refused.to_string().contains("too long for a preview"), "{refused}");
    }
}

#[test]
fn a_search_that_exceeds_memory_is_rejected_with_the_name_of_its_query() {
    let data = halves(200_000);
    for settings in comparing_all() {
        let Err(refused) = TrainingRun::new(Arc::clone(&data), &settings) else {
            panic!("{}: 1e10 cells would not fit", settings.method)
        };
        let message = refused.to_string();
        assert!(message.starts_with("query \"everything\" has 200000 documents"), "{message}");
        assert!(message.contains("1250 MB"), "{message}");
    }
}

#[test]
fn starts_are_tried_only_where_searches_are_short() {
    let phase = |documents: usize| {
        let data = Arc::new(Random::new(6).dataset(1, documents, 2, 5));
        let mut run = TrainingRun::new(data, &uncut()).expect("the run starts");
        match run.advance(1) {
            Progress::Working { phase, .. } => phase,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(phase(400), Phase::Start, "400³ steps are few");
    assert_eq!(phase(500), Phase::Search, "the first search begins at once");
}
