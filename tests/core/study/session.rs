//! A study with its data and results in one object, as the page and the JS API use it.

use std::sync::Arc;

use crate::study::cells::{SMALL, load, results};
use crate::study::cells::{by_query, evaluation};
use rankscope::Error;
use rankscope::data::{Dataset, generate_letor, to_letor};
use rankscope::run::{Progress, TrainingRun};
use rankscope::study::{CellProgress, SourceData, StudySession, StudyTable};

fn prepared(json: &str) -> StudySession {
    let mut session = StudySession::new(json).unwrap_or_else(|error| panic!("{error}"));
    session.prepare().unwrap_or_else(|error| panic!("{error}"));
    session
}

fn train(session: &StudySession, cell: usize, budget: usize) -> String {
    let mut run = session.start(cell).expect("its own cell");
    while run.advance(budget) != CellProgress::Done {}
    run.finish(&[]).json()
}

#[test]
fn a_session_gives_the_tables_of_its_parts() {
    let loaded = load(SMALL);
    let parts = results(&loaded);
    let table = StudyTable::new(&loaded.study, &loaded.cells, &parts, &loaded.sets);
    let mut session = prepared(SMALL);
    let outline = session.outline();
    assert_eq!((outline.cells, outline.trainings, outline.has_qp_share), (18, 30, true));
    assert_eq!(outline.axes, loaded.study.axes());
    for cell in session.cells().expect("it is prepared") {
        let is_complete = session.record(cell.cell, &train(&session, cell.cell, 37)).expect("its own result");
        assert!(is_complete, "cell {}", cell.cell);
        assert_eq!(session.result(cell.cell), parts[cell.cell].as_ref());
    }
    assert_eq!(session.table().expect("results"), &table);
    assert_eq!(session.plots().expect("results"), table.plots(&loaded.study));
    assert_eq!(session.markdown().expect("results"), table.markdown(&loaded.study));
    let csv = table.cells_csv(&loaded.study, &loaded.cells, &parts, &loaded.sets);
    assert_eq!(session.cells_csv().expect("results"), csv);
    let queries = table.queries_csv(&loaded.study, &loaded.cells, &parts, &loaded.sets);
    assert_eq!(session.queries_csv().expect("results"), queries);
    assert_eq!(session.json(), loaded.study.json());
}

#[test]
fn the_queries_of_a_row_have_its_means_and_those_of_the_baseline() {
    let mut session = prepared(SMALL);
    for cell in session.cells().expect("it is prepared") {
        session.record(cell.cell, &train(&session, cell.cell, 1000)).expect("its own result");
    }
    let table = session.table().expect("results").clone();
    for (at, row) in table.rows.iter().enumerate() {
        let queries = session.row_queries(at).expect("a row");
        assert_eq!(queries.len(), 8);
        for (record, value) in row.values.iter().enumerate().filter(|(_, value)| value.queries > 0) {
            let values: Vec<f64> = queries.iter().filter_map(|query| query.values[record]).collect();
            assert_eq!(values.len(), value.queries);
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            assert!((mean - value.mean.expect("a mean")).abs() < 1e-12);
            let Some(against) = &value.against else {
                assert!(queries.iter().all(|query| query.baseline.is_empty()));
                continue;
            };
            let difference =
                |query: &rankscope::study::QueryValues| Some(query.values[record]? - query.baseline[record]?);
            let differences: Vec<f64> = queries.iter().filter_map(difference).collect();
            assert!(
                (differences.iter().sum::<f64>() / differences.len() as f64 - against.mean).abs() < 1e-12
            );
        }
    }
    assert!(session.row_queries(99).is_err());
    // A point of a plot names its row; a spread over rows has none.
    let plots = session.plots().expect("results");
    let tags = |plot: usize| -> Vec<Option<usize>> {
        plots[plot].series.iter().flat_map(|series| &series.points).map(|point| point.tag).collect()
    };
    assert_eq!(tags(0), (0..9).map(Some).collect::<Vec<_>>());
    assert!(tags(2).iter().all(Option::is_none) && !tags(2).is_empty());
}

#[test]
fn results_of_other_cells_are_refused_and_failures_are_kept() {
    let mut session = prepared(SMALL);
    let result = train(&session, 0, 1000);
    assert!(matches!(session.record(1, &result), Err(Error::Absent { .. })));
    assert!(matches!(session.record(99, &result), Err(Error::Absent { .. })));
    assert!(matches!(session.record(0, "{"), Err(Error::Data { .. })));
    assert!(matches!(
        session.record(0, &result.replacen("\"values\":[", "\"values\":[1,", 1)),
        Err(Error::Absent { .. })
    ));
    let unfinished = session.start(0).expect("its own cell").finish(&[]).json();
    assert!(!session.record(0, &unfinished).expect("the failure of its own cell"));
    assert!(session.markdown().expect("a result").contains("it was not trained to its end"));
    assert!(session.record(0, &result).expect("its own result"));
}

#[test]
fn data_are_needed_and_named() {
    let json = SMALL.replace(
        "\"sample\": { \"queries\": 40, \"documents\": 8, \"seed\": 3 }",
        "\"train\": \"all.txt\", \"split\": { \"shares\": [0.6, 0.2, 0.2], \"seed\": 1 }",
    );
    let mut session = StudySession::new(&json).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(session.outline().files, ["all.txt"]);
    assert!(session.cells().is_err() && session.start(0).is_err() && session.table().is_err());
    assert!(session.prepare().is_err_and(|error| error.to_string().contains("all.txt")));
    let data = Dataset::from_letor(&generate_letor(40, 8, 3)).expect("LETOR text");
    let data = SourceData::Documents(Arc::new(data));
    assert!(matches!(session.give("other.txt", data.clone()), Err(Error::Absent { .. })));
    session.give("all.txt", data).expect("it is named");
    session.prepare().expect("all data are there");
    // The same data have the same keys, whatever their names.
    let keys = |session: &StudySession| -> Vec<String> {
        session.cells().expect("it is prepared").into_iter().map(|cell| cell.key).collect()
    };
    assert_eq!(keys(&session), keys(&prepared(SMALL)));
}

#[test]
fn the_data_and_settings_of_a_cell_give_its_run() {
    let mut session = prepared(SMALL);
    for cell in [0, 5, 9] {
        let result = train(&session, cell, 1000);
        session.record(cell, &result).expect("its own result");
        let settings = session.settings(cell).expect("a cell");
        let data = session.data(cell).expect("a cell");
        let read = |text: &str| Arc::new(Dataset::from_letor(text).expect("LETOR text"));
        let mut run = TrainingRun::new(read(&data.train), &settings).expect("it starts");
        run.watch_validation(read(data.valid.as_deref().expect("validation data"))).expect("no groups");
        run.watch_test(read(&data.test)).expect("no groups");
        while !matches!(run.advance(100), Progress::Stopped { .. }) {}
        let measured = evaluation(&run, &read(&data.test), "ndcg@5");
        let kept = session.result(cell).expect("it was recorded");
        // The measure that chooses is the one of the run.
        assert_eq!(settings.measures, ["ndcg@5"]);
        assert_eq!(by_query(&measured), kept.queries[2], "cell {cell}");
    }
}

#[test]
fn letor_text_is_read_as_the_same_data() {
    let text = "2 qid:a 1:0.1 3:1e-300 # site=x\n0 qid:a 2:-3.5\n31 qid:b/1 1:12345678.9\n";
    let data = Dataset::from_letor(text).expect("LETOR text");
    let written = to_letor(&data);
    let read = Dataset::from_letor(&written).expect("LETOR text");
    assert_eq!(to_letor(&read), written);
    for document in 0..3 {
        assert_eq!(read.features(document), data.features(document));
        assert_eq!(
            (read.grade(document), read.comment(document)),
            (data.grade(document), data.comment(document))
        );
    }
    let ids = |data: &Dataset| data.queries().map(|query| query.id.to_owned()).collect::<Vec<_>>();
    assert_eq!(ids(&read), ids(&data));
}

#[test]
fn latex_has_every_sheet_and_escapes_texts() {
    let json = SMALL.replace("\"title\": \"small\"", r#""title": "50 % & more_{x} \\~^""#);
    let mut session = prepared(&json);
    session.record(0, &train(&session, 0, 1000)).expect("its own result");
    let latex = session.latex().expect("a result");
    let sheets = session.sheets().expect("a result");
    assert_eq!(latex.matches("\\begin{tabular}").count(), sheets.len());
    assert_eq!(
        sheets.iter().map(|sheet| sheet.title.as_str()).collect::<Vec<_>>(),
        ["Values", "Against DORM"]
    );
    assert!(latex.contains(
        r"\caption{50 \% \& more\_\{x\} \textbackslash{}\textasciitilde{}\textasciicircum{}: Values}"
    ));
    assert!(latex.contains("train.ndcg@5 & valid.ndcg@5"));
    assert!(latex.contains(" {[}0."), "an interval does not begin an optional argument");
    for sheet in sheets {
        assert!(sheet.columns.iter().all(|column| column.cells.len() == sheet.columns[0].cells.len()));
    }
}

/// A study that leaves each of three features out, on data of its own.
const LESS: &str = r#"{ "rankscope": "study", "title": "Less", "data": [{ "name": "own", "train": "a", "test": "b" }],
    "factors": { "without": "each" }, "fixed": { "method": "ranksvm", "c": 1 }, "record": ["ndcg@10", "map"],
    "compare": { "baseline": "all features", "queries": 2 } }"#;

/// Data with three features, one of them named.
fn three_features(n: usize, seed: u64) -> Dataset {
    let text = generate_letor(n, 8, seed);
    let is_kept = |token: &&str| {
        let index = token.split_once(':').and_then(|(index, _)| index.parse::<usize>().ok());
        index.is_none_or(|index| index <= 3)
    };
    let cut = |line: &str| {
        let line = line.split('#').next().unwrap_or_default();
        line.split(' ').filter(is_kept).collect::<Vec<_>>().join(" ")
    };
    let lines = text.lines().filter(|line| !line.starts_with('#')).map(cut);
    Dataset::from_letor(&format!("# 2: title\n{}\n", lines.collect::<Vec<_>>().join("\n")))
        .expect("LETOR text")
}

fn session_of(json: &str) -> StudySession {
    let mut session = StudySession::new(json).unwrap_or_else(|error| panic!("{error}"));
    for (name, data) in [("a", three_features(30, 1)), ("b", three_features(20, 2))] {
        session.give(name, SourceData::Documents(Arc::new(data))).expect("it is a file of the study");
    }
    session
}

#[test]
fn one_feature_less_trains_on_files_without_the_column() {
    let mut session = session_of(LESS);
    assert_eq!(session.outline().axes[1].levels, ["all features", "each"]);
    session.prepare().unwrap_or_else(|error| panic!("{error}"));
    let levels = ["all features", "without f1", "without title", "without f3"];
    assert_eq!(session.outline().axes[1].levels, levels);
    for cell in session.cells().expect("it is prepared") {
        session.record(cell.cell, &train(&session, cell.cell, 100)).expect("its own result");
    }
    // Each cell has the bits of a study on data without the column.
    let keys: Vec<String> =
        session.cells().expect("it is prepared").into_iter().map(|cell| cell.key).collect();
    for (cell, skip) in [(0, None), (1, Some(0)), (2, Some(1)), (3, Some(2))] {
        let cut = |data: Dataset| -> Arc<Dataset> {
            let mut text = String::new();
            for query in data.queries() {
                for row in query.documents.clone() {
                    let kept: Vec<f64> =
                        (0..3).filter(|&at| Some(at) != skip).map(|at| data.value(row, at)).collect();
                    let features = kept.iter().enumerate().map(|(at, value)| format!("{}:{value}", at + 1));
                    let features = features.collect::<Vec<_>>().join(" ");
                    text += &format!("{} qid:{} {features}\n", data.grade(row), query.id);
                }
            }
            Arc::new(Dataset::from_letor(&text).expect("LETOR text"))
        };
        let mut plain = StudySession::new(
            &LESS.replace("\"each\"", "[{ \"name\": \"all features\", \"without\": \"\" }]"),
        )
        .unwrap_or_else(|error| panic!("{error}"));
        plain.give("a", SourceData::Documents(cut(three_features(30, 1)))).expect("a file");
        plain.give("b", SourceData::Documents(cut(three_features(20, 2)))).expect("a file");
        plain.prepare().unwrap_or_else(|error| panic!("{error}"));
        plain.record(0, &train(&plain, 0, 100)).expect("its own result");
        let [ours, theirs] =
            [session.result(cell), plain.result(0)].map(|result| result.expect("a result").clone());
        assert_eq!((ours.values, ours.queries), (theirs.values, theirs.queries), "cell {cell}");
        assert_eq!(keys.iter().filter(|key| **key == keys[cell]).count(), 1);
    }
    // The queries that change most, by brute force.
    let table = session.table().expect("results").clone();
    let mut listed = 0;
    for row in 1..4 {
        let queries = session.row_queries(row).expect("a row");
        for record in 0..2 {
            let change = |query: &rankscope::study::QueryValues| {
                Some((query.query.clone(), query.values[record]? - query.baseline[record]?))
            };
            let mut changes: Vec<(String, f64)> = queries.iter().filter_map(change).collect();
            changes.retain(|(_, difference)| *difference != 0.0);
            changes.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
            changes.truncate(2);
            let against = table.rows[row].values[record].against.as_ref().expect("it is compared");
            let found: Vec<(String, f64)> =
                against.changed.iter().map(|one| (one.query.clone(), one.difference)).collect();
            assert_eq!(found, changes);
            listed += found.len();
        }
    }
    assert!(listed > 6, "some queries change");
    assert!(session.markdown().expect("results").contains("## Queries that change most"));
    // The study with its levels is a study, and the data stay right for it.
    let mut again = session_of(&session.json());
    again.prepare().unwrap_or_else(|error| panic!("{error}"));
    let same: Vec<String> = again.cells().expect("it is prepared").into_iter().map(|cell| cell.key).collect();
    assert_eq!(same, keys);
}

#[test]
fn features_that_cannot_be_left_out_are_refused() {
    let with = |level: &str| {
        LESS.replace("\"each\"", &format!("[{{ \"name\": \"all features\", \"without\": \"\" }}, {level}]"))
    };
    for (level, words) in [("\"titel\"", "no feature `titel`"), ("9", "the data have 3 features")] {
        let error = session_of(&with(level)).prepare().expect_err(level).to_string();
        assert!(error.contains(words), "{error}");
    }
    session_of(&with("\"title, 3\"")).prepare().unwrap_or_else(|error| panic!("{error}"));
    let refused = |json: &str, words: &str| {
        let error = StudySession::new(json).expect_err(json).to_string();
        assert!(error.contains(words), "{error}");
    };
    refused(&with("[1]"), "features are a text");
    refused(
        &with("{ \"name\": \"x\", \"ranker\": \"feature:1\", \"without\": \"2\" }"),
        "\"without\" has no effect",
    );
    refused(&LESS.replace("\"queries\": 2", "\"queries\": 200"), "200 is more than 100");
    refused(&LESS.replace("\"without\": \"each\"", "\"c\": \"each\""), "is not a list of levels");
}
