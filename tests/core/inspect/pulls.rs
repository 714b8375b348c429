//! The ranking of a query by any learner, the pull on its documents, and its score as a sum over features.

use std::sync::Arc;

use crate::support::{Random, assert_close};
use rankscope::Error;
use rankscope::data::{Dataset, Grade};
use rankscope::method::METHODS;
use rankscope::method::settings::TrainingSettings;
use rankscope::model::Model;
use rankscope::run::{Progress, TrainingRun};

/// Returns a run after at most three iterations.
fn run(method: &str) -> (TrainingRun, usize) {
    let settings = TrainingSettings { method: method.to_owned(), ..TrainingSettings::default() };
    let data = Arc::new(Random::new(5).dataset(6, 7, 3, 2));
    let mut run = TrainingRun::new(data, &settings).expect("the run starts");
    let mut reached = 0;
    while reached < 3 {
        match run.advance(1000) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => reached = report.step.iteration,
            Progress::Stopped { .. } => break,
        }
    }
    (run, reached)
}

/// Share of pairs of different grades in the wrong order, pair by pair.
fn pair_error(grades: &[Grade], scores: &[f64]) -> Option<f64> {
    let (mut wrong, mut pairs) = (0.0, 0.0);
    for (i, high) in grades.iter().enumerate() {
        for (j, _) in grades.iter().enumerate().filter(|(_, low)| high > *low) {
            pairs += 1.0;
            wrong += match scores[i].total_cmp(&scores[j]) {
                _ if scores[i] == scores[j] => 0.5,
                std::cmp::Ordering::Less => 1.0,
                _ => 0.0,
            };
        }
    }
    (pairs > 0.0).then(|| wrong / pairs)
}

#[test]
fn rankings_and_pair_errors_of_every_method_are_those_of_its_scores() {
    for method in METHODS {
        let (run, reached) = run(method.name);
        let rows = run.ranked_queries(reached, 0, usize::MAX).expect(method.name);
        assert_eq!(rows.len(), 6, "{}", method.name);
        assert_eq!(run.ranked_queries(reached, 2, 3).expect(method.name), rows[2..5], "{}", method.name);
        for row in &rows {
            let pulls = run.pulls(reached, row.query).expect(method.name);
            let grades: Vec<Grade> = pulls.documents.iter().map(|document| document.grade).collect();
            let scores: Vec<f64> = pulls.documents.iter().map(|document| document.score).collect();
            let place =
                |ranking: &[u32], document: usize| ranking.iter().position(|&one| one as usize == document);
            for (i, j) in (0..7).flat_map(|i| (0..7).map(move |j| (i, j))) {
                if scores[i] > scores[j] {
                    assert!(place(&pulls.predicted, i) < place(&pulls.predicted, j), "{}", method.name);
                }
                if grades[i] > grades[j] || grades[i] == grades[j] && scores[i] > scores[j] {
                    assert!(place(&pulls.ideal, i) < place(&pulls.ideal, j), "{}", method.name);
                }
            }
            assert_eq!(pulls.pair_error, row.pair_error, "{}", method.name);
            match (pulls.pair_error, pair_error(&grades, &scores)) {
                (Some(seen), Some(expected)) => assert_close(seen, expected, 1e-12, method.name),
                (seen, expected) => assert_eq!(seen, expected, "{}", method.name),
            }
            assert_eq!(pulls.value, row.value, "{}", method.name);
            assert!(pulls.pull.is_none_or(|pull| pull.len() == 7 && pull.iter().all(|one| one.is_finite())));
        }
        assert!(matches!(run.pulls(reached, 99), Err(Error::Absent { .. })), "{}", method.name);
        assert!(matches!(run.pulls(99, 0), Err(Error::Absent { .. })), "{}", method.name);
    }
}

#[test]
fn the_pull_of_a_structured_loss_is_its_share_of_the_plane() {
    for method in METHODS.iter().filter(|method| method.is_structured()) {
        let (run, reached) = run(method.name);
        let share = TrainingSettings::default().c / run.overview().queries_used as f64;
        let mut seen = 0;
        for query in 0..6 {
            let Some(pull) = run.pulls(reached, query).expect(method.name).pull else { continue };
            let coefficients = run.inspect(reached, query).expect(method.name).coefficients;
            let expected: Vec<f64> = coefficients.iter().map(|coefficient| share * coefficient).collect();
            pull.iter()
                .zip(&expected)
                .for_each(|(&one, &other)| assert_close(one, other, 1e-12, method.name));
            seen += 1;
        }
        assert!(seen > 0, "{}", method.name);
    }
}

#[test]
fn the_explanation_of_every_method_adds_up_to_the_difference() {
    for method in METHODS {
        let (run, reached) = run(method.name);
        let found = run.explain(reached, 1, [2, 5]).expect(method.name);
        let differences: f64 = found.features.iter().map(|part| part.difference).sum();
        assert_close(differences, found.difference, 1e-9, method.name);
        assert!(found.features.iter().all(|part| part.values[0] != part.values[1]), "{}", method.name);
    }
}

#[test]
fn a_model_explains_its_scores_as_its_run_does_on_raw_data() {
    let raw = Random::new(5).dataset(6, 7, 3, 2);
    for method in METHODS {
        for (scale, map) in [("none", "none"), ("query", "none"), ("minmax", "poly:2")] {
            let settings = TrainingSettings {
                method: method.name.to_owned(),
                scale: scale.to_owned(),
                map: map.to_owned(),
                rounds: Some(3),
                epochs: Some(3),
                ..TrainingSettings::default()
            };
            let Ok(mut run) = TrainingRun::new(Arc::new(raw.clone()), &settings) else { continue };
            let reached = loop {
                match run.advance(1000) {
                    Progress::Stepped { report } if report.step.iteration == 3 => break 3,
                    Progress::Stopped { stop } => break stop.best_iteration,
                    _ => {}
                }
            };
            let model = run.model().expect(method.name);
            let scores = model.score_query(&raw, 4).expect(method.name);
            assert_eq!(scores, model.score(&raw).expect(method.name)[28..35], "{}: {scale}", method.name);
            match model.explain(&raw, 4, [2, 5]) {
                Ok(found) => {
                    assert_eq!((found.query, found.scores), (4, [scores[2], scores[5]]), "{}", method.name);
                    let sum: f64 = found.features.iter().map(|part| part.difference).sum();
                    assert_close(sum, found.difference, 1e-9, method.name);
                }
                Err(error) => {
                    assert_eq!(Some(error), run.explain(reached, 4, [2, 5]).err(), "{}", method.name);
                }
            }
        }
    }
}

#[test]
fn documents_of_a_model_are_those_of_the_query_in_files_of_mixed_queries() {
    let model = Model::parse(
        r#"{ "format": "rankscope-model", "version": 1, "settings": {}, "max_grade": 2,
        "scaling": { "kind": "none" }, "weights": [2.0, 1.0] }"#,
    )
    .expect("a model");
    let data =
        Dataset::from_letor("1 qid:b 1:1 2:5\n0 qid:a 1:3\n2 qid:b 1:4\n0 qid:a 2:7\n").expect("LETOR text");
    let (a, b) = (data.find_query("a").expect("a"), data.find_query("b").expect("b"));
    assert_eq!(data.find_query("c"), None);
    assert_eq!(model.score_query(&data, a).expect("scores"), [6.0, 7.0]);
    assert_eq!(model.score_query(&data, b).expect("scores"), [7.0, 8.0]);
    let found = model.explain(&data, b, [1, 0]).expect("a sum");
    assert_eq!((found.query, found.documents, found.scores), (b, [1, 0], [8.0, 7.0]));
    assert!(model.explain(&data, 2, [0, 1]).is_err() && model.explain(&data, a, [0, 2]).is_err());
    assert!(model.score_query(&data, 2).is_err());
}
