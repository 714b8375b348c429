//! Cells that learn from simulated clicks.

use std::collections::HashSet;

use rankscope::clicks::{
    Clip, Estimator, Keep, Logger, Propensities, PropensitySource, SimulationSettings, Simulator,
};
use rankscope::data::{Dataset, generate_shop};
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{Progress, TrainingRun};
use rankscope::study::{CellProgress, StudySession};

const STUDY: &str = r#"{ "rankscope": "study", "title": "clicks", "data": [{ "shop": { "seed": 3 } }],
  "factors": { "clicks.sessions": [50, 500], "learner": [
    { "name": "naive", "clicks.estimator": "naive" },
    { "name": "ips" },
    { "name": "full", "clicks.estimator": "full" },
    { "name": "logger", "ranker": "feature:popular" }] },
  "seeds": [1, 2, 3],
  "fixed": { "method": "listnet", "c": 10, "scale": "none", "clicks.logger": "feature:popular", "clicks.clip": "none" },
  "record": ["ndcg@10", "report.objective"],
  "plots": [{ "mark": "line", "x": "clicks.sessions", "y": "ndcg@10", "line": "learner", "band": "seeds" },
    { "mark": "line", "x": "clicks.sessions", "y": "ndcg@10", "each": "learner" }] }"#;

fn prepared(json: &str) -> StudySession {
    let mut session = StudySession::new(json).unwrap_or_else(|error| panic!("{error}"));
    session.prepare().unwrap_or_else(|error| panic!("{error}"));
    session
}

fn trained(json: &str) -> StudySession {
    let mut session = prepared(json);
    for cell in session.cells().expect("it is prepared") {
        let mut run = session.start(cell.cell).expect("its own cell");
        while run.advance(1000) != CellProgress::Done {}
        let result = run.finish(&[]);
        assert_eq!(result.failure, None, "cell {}", cell.cell);
        session.put(cell.cell, result).expect("its own result");
    }
    session
}

/// Returns the objective of the training that a cell stands for, made by hand.
fn objective(sessions: u64, seed: u64, eta: Option<f64>) -> f64 {
    let train = Dataset::from_letor(&generate_shop(3)[0]).expect("it is valid");
    let logger = Logger::parse("feature:popular").expect("it is a logger");
    let settings = SimulationSettings { seed, ..SimulationSettings::default() };
    let mut simulator = Simulator::new(&train, &logger, None, &settings, Keep::Counts).expect("they fit");
    simulator.grow(sessions).expect("there are few");
    let log = simulator.snapshot().expect("it has sessions");
    let curve = eta.map(|eta| Propensities::power(eta, 10).expect("it is an exponent"));
    let estimator = if eta.is_some() { Estimator::Ips } else { Estimator::Naive };
    let source = curve.as_ref().map(PropensitySource::Curve);
    let weights = log.click_weights(estimator, source, Clip::None).expect("the log fits").weights;
    let settings = TrainingSettings {
        method: "listnet".to_owned(),
        targets: "clicks".to_owned(),
        scale: "none".to_owned(),
        c: 10.0,
        ..TrainingSettings::default()
    };
    let data = train.with_click_weights(weights).expect("one per document");
    let mut run = TrainingRun::new(data.into(), &settings).expect("they fit");
    let mut last = f64::NAN;
    loop {
        match run.advance(1000) {
            Progress::Stepped { report } => last = report.step.objective.expect("it is known"),
            Progress::Working { .. } => {}
            Progress::Stopped { .. } => return last,
        }
    }
}

#[test]
fn a_cell_trains_what_simulation_and_training_by_hand_do() {
    let session = trained(STUDY);
    for (cell, sessions, seed, eta) in
        [(0, 50, 1, None), (2, 50, 3, None), (4, 50, 2, Some(1.0)), (16, 500, 2, Some(1.0))]
    {
        let result = session.result(cell).expect("it is finished");
        assert_eq!(result.values[1], Some(objective(sessions, seed, eta)), "cell {cell}");
    }
}

#[test]
fn what_has_no_effect_does_not_make_two_cells() {
    let session = prepared(STUDY);
    let cells = session.cells().expect("it is prepared");
    let keys: HashSet<&str> = cells.iter().map(|cell| cell.key.as_str()).collect();
    // Two numbers of sessions, two learners and three seeds; full and the logger are one each.
    assert_eq!((cells.len(), keys.len()), (24, 14));
    let expected =
        STUDY.replace(r#""clicks.clip": "none""#, r#""clicks.clip": "none", "clicks.expected": true"#);
    let session = prepared(&expected);
    let cells = session.cells().expect("it is prepared");
    let keys: HashSet<&str> = cells.iter().map(|cell| cell.key.as_str()).collect();
    assert_eq!(keys.len(), 6);
}

#[test]
fn a_band_over_seeds_is_one_standard_deviation_of_their_means() {
    let mut session = trained(STUDY);
    let values: Vec<f64> = (3..6).filter_map(|cell| session.result(cell)?.values[0]).collect();
    let mean = values.iter().sum::<f64>() / 3.0;
    let deviation = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 2.0).sqrt();
    let plots = session.plots().expect("results");
    let titles: Vec<&str> = plots.iter().map(|plot| plot.title.as_str()).collect();
    assert_eq!(
        titles[1..],
        ["naive", "ips", "full", "logger"]
            .map(|level| { format!("ndcg@10 by clicks.sessions: learner {level}") })
    );
    let ips = plots[0].series.iter().find(|series| series.name == "ips").expect("a line");
    let [low, high] = ips.points[0].interval.expect("a band");
    assert!((low - (mean - deviation)).abs() < 1e-12 && (high - (mean + deviation)).abs() < 1e-12);
    let logger = plots[0].series.iter().find(|series| series.name == "logger").expect("a line");
    assert_eq!(logger.points[0].interval, Some([logger.points[0].y; 2]), "nothing is drawn");
    // Every plot of its own has the points of its level alone.
    assert!(plots[1..].iter().all(|plot| plot.series.len() == 1 && plot.series[0].points.len() == 2));
}

#[test]
fn a_cell_on_clicks_says_why_it_does_not_open_on_grades() {
    let session = prepared(STUDY);
    for problem in [session.settings(0).map(drop), session.data(0).map(drop)] {
        assert!(problem.expect_err("its data have no clicks").to_string().contains("simulated clicks"));
    }
    assert!(session.data(9).is_ok(), "nothing is learned from clicks by the logger");
}

#[test]
fn the_file_of_a_study_says_all_settings_of_clicks() {
    let session = prepared(STUDY);
    let json = session.json();
    for key in ["clicks.noise", "clicks.users", "clicks.estimator", "clicks.propensities"] {
        assert!(json.contains(&format!("\"{key}\"")), "{key}");
    }
    assert_eq!(StudySession::new(&json).expect("its own file").json(), json);
}

fn refusal(from: &str, to: &str) -> String {
    let json = STUDY.replacen(from, to, 1);
    assert_ne!(json, STUDY, "{from}");
    let refused = match StudySession::new(&json) {
        Ok(mut session) => session.prepare(),
        Err(error) => Err(error),
    };
    refused.expect_err(to).to_string()
}

#[test]
fn settings_that_cannot_be_used_are_refused_before_anything_is_trained() {
    let logger = r#""clicks.logger": "feature:popular""#;
    let with = |more: &str| format!("{logger}, {more}");
    for (from, to, words) in [
        (logger, r#""clicks.logger": """#.to_owned(), "clicks.logger"),
        (logger, r#""clicks.logger": "feature:fame""#.to_owned(), "no feature \"fame\""),
        (logger, with(r#""clicks.etta": 1"#), "clicks.eta"),
        (logger, with(r#""clicks.eta": -1"#), "eta"),
        (logger, with(r#""clicks.eta": "one""#), "fixed.clicks.eta"),
        (logger, with(r#""clicks.users": "dbn""#), "dbn have none"),
        (logger, with(r#""clicks.propensities": "estimated""#), "at several ranks"),
        (logger, with(r#""clicks.propensities": "log""#), "not true, estimated"),
        (logger, with(r#""clicks.clip": "2""#), "clip"),
        (logger, with(r#""targets": "gain""#), "remove this setting"),
        (
            r#""clicks.estimator": "naive""#,
            r#""clicks.estimator": "raw""#.to_owned(),
            "naive, ips, affine, full",
        ),
        ("[50, 500]", "[0, 500]".to_owned(), "sessions"),
        (r#""method": "listnet""#, r#""method": "listmle""#.to_owned(), "listmle"),
        (r#"{ "seed": 3 }"#, r#"{ "seed": 3 }, "train": "a.txt""#.to_owned(), "stands alone"),
        (r#""each": "learner""#, r#""each": "clicks.sessions""#.to_owned(), "each"),
    ] {
        let message = refusal(from, &to);
        assert!(message.contains(words), "{to}: {message}");
    }
    let grid = r#""select": { "grid": { "clicks.eta": [1, 2] }, "on": "cv:3" }, "record""#;
    assert!(refusal(r#""record""#, grid).contains("make it a factor"));
    assert!(refusal(r#""method": "listnet""#, r#""targets": "gain""#).contains("remove this setting"));
    let without = r#"{ "rankscope": "study", "title": "t", "data": ["sample"], "fixed": { "method": "listnet", "targets": "clicks" } }"#;
    let error = StudySession::new(without).expect_err("there is no log").to_string();
    assert!(error.contains("clicks.logger"), "{error}");
}
