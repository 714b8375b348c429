//! Studies: cells, trainings and results. `format.rs` has the refusals, `statistics.rs` the table.

use std::sync::Arc;

use crate::test;
use rankscope::data::Dataset;
use rankscope::method::settings::TrainingSettings;
use rankscope::metric::{Measure, Undefined};
use rankscope::model::Evaluation;
use rankscope::run::{Progress, TrainingRun};
use rankscope::study::{
    BUILT_IN, Cell, CellProgress, CellResult, CellRun, CellSettings, RecordKind, Source, SourceData, Study,
    StudyKind, StudySets, StudyTable, TrainingTime,
};
use rankscope::util::checksum::Checksum;

/// Checksum of all results of [`SMALL`], on every target.
pub const GOLDEN: &str = "e58f19101f4ef62f";

pub const SMALL: &str = r#"{
  "rankscope": "study", "title": "small",
  "data": [{ "name": "made", "sample": { "queries": 40, "documents": 8, "seed": 3 } }],
  "factors": { "method": [{ "name": "DORM", "method": "dorm", "measure": "ndcg@5" }, "ranksvm", "mean-difference"] },
  "sizes": [6, "50%", "all"], "seeds": [1, 2],
  "fixed": { "gap": 0.01, "scale": "query" },
  "select": { "setting": "c", "grid": [1, 10], "by": "ndcg@5" },
  "record": ["ndcg@3..5", "map", "train.ndcg@5", "valid.ndcg@5", "gap.ndcg@5", "report.norm", "stop.iterations",
             "overview.queries_used", "iterations", "planes", "seconds", "share.qp"],
  "compare": { "baseline": "DORM" },
  "plots": [{ "mark": "line", "x": "size", "y": "ndcg@5", "line": "method" },
            { "mark": "line", "x": "rank", "y": "ndcg@3..5" },
            { "mark": "scatter", "x": "size", "x_of": "1/sqrt", "y": "ndcg@5", "y_of": "spread over method" },
            { "mark": "scatter", "x": "report.norm", "y": "gap.ndcg@5", "line": "method" },
            { "mark": "bars", "x": "method", "y": "map" }, { "mark": "box", "x": "method", "y": "map" },
            { "mark": "table", "x": "size", "y": "map", "line": "method" },
            { "mark": "line", "x": "size", "y": "report.norm", "ratio": "last" }]
}"#;

/// A study with everything that its cells need.
pub struct Loaded {
    pub study: Study,
    pub cells: Vec<Cell>,
    pub sets: StudySets,
}

pub fn load(json: &str) -> Loaded {
    let study = Study::parse(json).unwrap_or_else(|error| panic!("{error}"));
    let cells = study.cells().expect("it was checked");
    let made = |source: &Source| source.generated().expect("a sample").expect("it was checked");
    let data: Vec<SourceData> = study.sources().iter().map(made).collect();
    let sets = StudySets::new(&study, &data).unwrap_or_else(|error| panic!("{error}"));
    Loaded { study, cells, sets }
}

/// The settings of a cell on documents.
fn of_documents(cell: &Cell) -> TrainingSettings {
    match &cell.settings {
        CellSettings::Documents(settings) => settings.as_ref().clone(),
        CellSettings::Ratings(_) | CellSettings::Ranker(_) => panic!("it trains on ratings"),
    }
}

pub fn train(loaded: &Loaded, cell: &Cell, budget: usize) -> CellResult {
    let mut run = CellRun::new(&loaded.study, cell, &loaded.sets).expect("its own cell");
    let mut ended = 0;
    loop {
        match run.advance(budget) {
            CellProgress::Working { training, .. } => assert_eq!(training, ended),
            CellProgress::Trained { training } => {
                assert_eq!(training, ended);
                ended += 1;
            }
            CellProgress::Done => {
                assert_eq!(ended, cell.trainings);
                return run.finish(&[]);
            }
        }
    }
}

pub fn results(loaded: &Loaded) -> Vec<Option<CellResult>> {
    loaded.cells.iter().map(|cell| Some(train(loaded, cell, 1000))).collect()
}

/// Measures the model of an ended run.
pub fn evaluation(run: &TrainingRun, data: &Dataset, measure: &str) -> Evaluation {
    let measure: Measure = measure.parse().expect("a measure");
    run.model().expect("it has ended").evaluate(data, &[measure], Undefined::Skip).expect("it scores")
}

/// Values of the one measure of an evaluation.
pub fn by_query(evaluation: &Evaluation) -> Vec<Option<f64>> {
    evaluation.per_query.iter().map(|values| values[0]).collect()
}

#[test]
fn cells_are_the_product_of_axes_and_seeds() {
    let Loaded { study, cells, .. } = load(SMALL);
    assert_eq!(cells.len(), 3 * 3 * 2);
    let names: Vec<String> = study.axes().into_iter().map(|axis| axis.name).collect();
    assert_eq!(names, ["data", "method", "size"]);
    assert!(cells.iter().enumerate().all(|(at, cell)| cell.cell == at));
    // A method without C has one training, because the grid has no effect on it.
    let trainings: Vec<usize> = cells.iter().step_by(6).map(|cell| cell.trainings).collect();
    assert_eq!(trainings, [2, 2, 1]);
    let small = cells.iter().find(|cell| cell.place == [0, 1, 0]).expect("it is a place");
    assert_eq!((of_documents(small).method.as_str(), small.seed), ("ranksvm", 1));
}

#[test]
fn the_study_with_its_defaults_is_the_same_study() {
    for json in BUILT_IN.iter().map(|built_in| built_in.json).chain([SMALL]) {
        let study = Study::parse(json).unwrap_or_else(|error| panic!("{error}"));
        let filled = study.json();
        let setting =
            if study.kind() == StudyKind::Ratings { "\"item_ratings\"" } else { "\"max_iterations\"" };
        assert!(filled.contains(setting), "the settings are filled in");
        let again = Study::parse(&filled).unwrap_or_else(|error| panic!("{error}\n{filled}"));
        assert_eq!(again, study);
        assert_eq!(again.cells(), study.cells());
    }
}

#[test]
fn a_list_has_its_two_kinds_of_grades_in_their_shares() {
    let study = |list: &str| {
        Study::parse(&format!(
            r#"{{ "rankscope": "study", "title": "List", "data": [{{ "name": "list",
                 "sample": {{ "queries": 10, "list": {list} }} }}], "factors": {{ "c": [1] }} }}"#
        ))
    };
    let made = study(r#"{ "first": [4, 2, 0], "second": [0, 2, 0], "share": 0.3 }"#).expect("it can be used");
    let data = made.sources()[0].generated().expect("it is generated").expect("it can be read");
    let SourceData::Documents(data) = data else { panic!("a list has documents") };
    assert_eq!((data.n_queries(), data.n_features()), (10, 3));
    let first = data.queries().filter(|query| query.grades == [4, 2, 0]).count();
    let second = data.queries().filter(|query| query.grades == [0, 2, 0]).count();
    assert_eq!((first, second), (3, 7));
    for query in data.queries() {
        for (document, row) in query.documents.clone().enumerate() {
            let own: Vec<f64> = (0..3).map(|feature| f64::from(u8::from(feature == document))).collect();
            assert_eq!(data.features(row), own, "a feature of its own");
        }
    }
    for (list, problem) in [
        (r#"{ "first": [1, 0], "second": [0], "share": 0.5 }"#, "2 first and 1 second grades"),
        (r#"{ "first": [1], "second": [0], "share": 0.5 }"#, "from 2 to 100"),
        (r#"{ "first": [1, 999], "second": [0, 0], "share": 0.5 }"#, "a whole number from 0 to 255"),
        (r#"{ "first": [1, 0], "second": [0, 0], "share": 1.5 }"#, "1.5 is not between 0 and 1"),
        (r#"{ "first": [1, 0], "second": [0, 0] }"#, "share"),
    ] {
        let error = study(list).expect_err(list).to_string();
        assert!(error.contains("data") && error.contains(problem), "{error}");
    }
}

#[test]
fn results_have_the_recorded_checksum_and_do_not_depend_on_the_slices() {
    let loaded = load(SMALL);
    let mut checksum = Checksum::default();
    for cell in &loaded.cells {
        let result = train(&loaded, cell, 1000);
        if cell.cell % 5 == 0 {
            assert_eq!(train(&loaded, cell, 1), result, "cell {}", cell.cell);
        }
        // The key has the version of the program in it.
        let result = CellResult { key: String::new(), ..result };
        checksum.push(serde_json::to_string(&result).expect("plain data").as_bytes());
    }
    assert_eq!(checksum.hex(), GOLDEN);
}

#[test]
fn a_cell_is_the_run_that_validation_chooses() {
    let loaded = load(SMALL);
    let cell = loaded.cells.iter().find(|cell| cell.place == [0, 0, 2]).expect("DORM on all queries");
    let result = train(&loaded, cell, 1000);
    let data = Dataset::from_letor(&rankscope::data::generate_letor(40, 8, 3)).expect("LETOR text");
    let [train_set, valid, test] =
        data.split_by_query([0.6, 0.2, 0.2], 1).expect("enough queries").map(Arc::new);
    let runs: Vec<TrainingRun> = [1.0, 10.0]
        .map(|c| {
            let settings = TrainingSettings { c, measures: vec!["ndcg@5".to_owned()], ..of_documents(cell) };
            let mut run = TrainingRun::new(Arc::clone(&train_set), &settings).expect("it starts");
            run.watch_validation(Arc::clone(&valid)).expect("no groups");
            run.watch_test(Arc::clone(&test)).expect("no groups");
            while !matches!(run.advance(1000), Progress::Stopped { .. }) {}
            run
        })
        .into();
    let evaluated = |run: &TrainingRun, data: &Dataset| evaluation(run, data, "ndcg@5");
    let valid: Vec<Option<f64>> = runs.iter().map(|run| evaluated(run, &valid).means[0].value).collect();
    assert_eq!(result.candidates, valid);
    let best = usize::from(valid[1] > valid[0]);
    assert_eq!(result.picked[0].1, serde_json::json!([1, 10][best]));
    let records = loaded.study.records();
    let place = records.iter().position(|record| record.name == "ndcg@5").expect("it is recorded");
    let measured = evaluated(&runs[best], &test);
    assert_eq!(result.queries[place], by_query(&measured));
    assert_eq!(result.values[place], measured.means[0].value);
    let value =
        |name: &str| result.values[records.iter().position(|record| record.name == name).expect("recorded")];
    assert_eq!(
        value("gap.ndcg@5"),
        value("train.ndcg@5").zip(value("ndcg@5")).map(|(one, other)| one - other)
    );
    assert_eq!(value("valid.ndcg@5"), valid[best]);
    assert_eq!(value("iterations"), value("stop.iterations"));
    assert!(value("planes").is_some_and(|planes| planes >= 1.0));
    assert_eq!(value("seconds"), None, "nobody measured it");
}

#[test]
fn times_belong_to_the_chosen_training() {
    let loaded = load(SMALL);
    let mut run = CellRun::new(&loaded.study, &loaded.cells[0], &loaded.sets).expect("its own cell");
    while run.advance(1000) != CellProgress::Done {}
    let times = [1.0, 2.0].map(|seconds| TrainingTime { seconds, qp_seconds: 0.25 * seconds });
    let result = run.finish(&times);
    let records = loaded.study.records();
    let of = |kind: RecordKind| {
        result.values[records.iter().position(|record| record.kind == kind).expect("recorded")]
    };
    let chosen = if result.picked[0].1 == serde_json::json!(1) { 1.0 } else { 2.0 };
    assert_eq!(of(RecordKind::Seconds), Some(chosen));
    assert_eq!(of(RecordKind::QpShare), Some(0.25));
}

#[test]
fn a_cell_trains_to_its_end_with_the_clock_of_the_caller() {
    let loaded = load(SMALL);
    let cell = &loaded.cells[0];
    let run = || CellRun::new(&loaded.study, cell, &loaded.sets).expect("its own cell");
    let ticks = std::cell::Cell::new(0.0);
    let clock = || {
        ticks.set(ticks.get() + 0.5);
        ticks.get()
    };
    let (mut ended, mut slices) = (0, 0);
    let result = run().train(clock, |state| {
        ended += usize::from(matches!(state, CellProgress::Trained { .. }));
        slices += 1;
        true
    });
    let result = result.expect("nobody stopped it");
    let sliced = train(&loaded, cell, 1000);
    assert_eq!(ended, cell.trainings);
    assert_eq!(
        (&result.picked, &result.candidates, &result.queries),
        (&sliced.picked, &sliced.candidates, &sliced.queries)
    );
    let at =
        |name: &str| loaded.study.records().iter().position(|record| record.name == name).expect("recorded");
    let seconds = result.values[at("seconds")].expect("measured");
    let all = 0.5 * f64::from(slices);
    assert!((0.5..all).contains(&seconds), "{seconds} s of {all} s in slices of half a second");
    assert_eq!(seconds % 0.5, 0.0);
    let share = result.values[at("share.qp")].expect("measured");
    assert!(share > 0.0 && share < 1.0, "{share}");
    assert!(run().train(|| 0.0, |_| false).is_none());
}

#[test]
fn keys_are_equal_exactly_for_equal_trainings() {
    let keys = |json: &str| {
        let loaded = load(json);
        CellRun::keys(&loaded.study, &loaded.cells, &loaded.sets).expect("its own cells")
    };
    let all = keys(SMALL);
    // The difference of means on all queries does not depend on the seed; every other pair of cells differs.
    let mut distinct = all.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), all.len() - 1);
    assert_eq!(all[16], all[17]);
    let changed = keys(&SMALL.replace("[1, 2],", "[2, 3],"));
    assert!(changed[0] == all[1] && !all.contains(&changed[1]), "seed 2 has its result, seed 3 is new");
    let more = keys(&SMALL.replace("\"gap\": 0.01", "\"gap\": 0.02"));
    assert!(more.iter().zip(&all).take(12).all(|(one, other)| one != other));
    let other_data = keys(&SMALL.replace("\"seed\": 3", "\"seed\": 4"));
    assert!(other_data.iter().all(|key| !all.contains(key)));
    assert_eq!(keys(&SMALL.replace("\"title\": \"small\"", "\"title\": \"other\"")), all);
}

#[test]
fn cross_validation_chooses_on_the_training_queries() {
    let json = SMALL
        .replace("\"by\": \"ndcg@5\"", "\"by\": \"ndcg@5\", \"on\": \"cv:3\"")
        .replace("[6, \"50%\", \"all\"]", "[\"all\"]");
    let loaded = load(&json);
    let cell = &loaded.cells[0];
    assert_eq!(cell.trainings, 2 * 3 + 1);
    let result = train(&loaded, cell, 1000);
    let data = Dataset::from_letor(&rankscope::data::generate_letor(40, 8, 3)).expect("LETOR text");
    let [train_set, ..] = data.split_by_query([0.6, 0.2, 0.2], 1).expect("enough queries");
    for (candidate, c) in [1.0, 10.0].into_iter().enumerate() {
        let mut sum = 0.0;
        for [part, held_out] in train_set.folds(3, cell.seed).expect("enough queries") {
            let settings = TrainingSettings { c, ..of_documents(cell) };
            let mut run = TrainingRun::new(Arc::new(part), &settings).expect("it starts");
            let held_out = Arc::new(held_out);
            run.watch_validation(Arc::clone(&held_out)).expect("no groups");
            while !matches!(run.advance(1000), Progress::Stopped { .. }) {}
            sum += evaluation(&run, &held_out, &settings.measures[0]).means[0].value.expect("it is defined");
        }
        assert_eq!(result.candidates[candidate], Some(sum / 3.0));
    }
}

#[test]
fn folds_test_every_query_once_and_share_training_queries() {
    let json =
        SMALL.replace("\"seed\": 3 } }]", "\"seed\": 3 }, \"split\": { \"folds\": 4, \"seed\": 2 } }]");
    let loaded = load(&json);
    let cells: Vec<&Cell> =
        loaded.cells.iter().filter(|cell| cell.place == [0, 0, 2] && cell.seed == 1).collect();
    assert_eq!(cells.len(), 4);
    let mut tested: Vec<String> = cells.iter().flat_map(|cell| loaded.sets.test_queries(cell)).collect();
    assert_eq!(tested.len(), 40);
    tested.sort();
    tested.dedup();
    assert_eq!(tested.len(), 40);
    assert!(loaded.sets.warnings().iter().any(|warning| warning.contains("share training queries")));
    assert!(!loaded.sets.warnings().iter().any(|warning| warning.contains("share test queries")));
}

#[test]
fn a_training_that_cannot_start_fails_its_cell_with_the_reason() {
    let json = SMALL.replace("\"gap\": 0.01", "\"threshold\": 31").replace("\"ranksvm\"", "\"svm-map\"");
    let loaded = load(&json);
    let failed = loaded.cells.iter().find(|cell| cell.place == [0, 1, 0]).expect("SVM-MAP");
    let mut run = CellRun::new(&loaded.study, failed, &loaded.sets).expect("its own cell");
    while run.advance(100) != CellProgress::Done {}
    let result = run.finish(&[]);
    assert!(result.failure.as_ref().is_some_and(|failure| !failure.is_empty()), "{result:?}");
    let mut results = vec![None; loaded.cells.len()];
    results[failed.cell] = Some(result);
    let table = StudyTable::new(&loaded.study, &loaded.cells, &results, &loaded.sets);
    assert!(table.markdown(&loaded.study).contains("Failed: made, svm-map, 6"));
}
