//! Rankers of others: lists of runs against ir_measures, other files, faults, and their rows in studies.
//!
//! `make.py` made `data.txt`, `run.trec` and `expected.json`, the values of ir_measures 0.4.3 by query; and
//! `distinct.trec` and `judged.json`, the shares of judged documents in a run without equal scores.

use std::sync::Arc;

use rankscope::Error;
use rankscope::data::{Dataset, Query, generate_letor};
use rankscope::metric::{Labels, Measure, NamedMeasure};
use rankscope::model::read_model;
use rankscope::ranker::{self, RankedList, Ranker, Ties};
use rankscope::study::{CellProgress, ComparisonPlan, ComparisonTable, DataFields, SourceData, StudySession};
use serde_json::Value;

const DATA: &str = include_str!("data.txt");
const RUN: &str = include_str!("run.trec");
const EXPECTED: &str = include_str!("expected.json");

fn data() -> Dataset {
    Dataset::from_letor(DATA).expect("LETOR text")
}

fn read(text: &str) -> Ranker {
    Ranker::read(text.as_bytes()).expect("no faults").expect("a run or scores")
}

/// The values of a measure by query, 0 where it is undefined.
fn values(ranker: &Ranker, data: &Dataset, ties: Ties, measure: &Measure) -> Vec<f64> {
    let lists = ranker.lists(data, ties).expect("it fits the data");
    let value = |(query, list): (Query, &RankedList)| {
        let labels = Labels {
            grades: query.grades,
            groups: query.groups,
            max_grade: data.max_grade(),
            threshold: 1,
            unjudged: 0,
        };
        list.value(measure, &labels).unwrap_or(0.0)
    };
    data.queries().zip(&lists).map(value).collect()
}

#[test]
fn a_run_has_the_values_of_ir_measures() {
    let (data, run) = (data(), read(RUN));
    let expected: Value = serde_json::from_str(EXPECTED).expect("JSON");
    let names = ["AP", "AP@5", "nDCG", "nDCG@5", "P@5", "R@5", "RR", "Rprec", "Success@3"];
    let mut differ_in_ties = 0;
    for name in names {
        let measure =
            NamedMeasure::read(name).expect("a name of ir_measures").with_scale(None, None, 1).measure;
        let ours = values(&run, &data, Ties::Trec, &measure);
        for (query, value) in data.queries().zip(&ours) {
            let theirs = expected[query.id][name].as_f64().expect("every query has a value");
            assert!((value - theirs).abs() < 1e-12, "{name} of {}: {value}, not {theirs}", query.id);
        }
        let means = values(&run, &data, Ties::Expected, &measure);
        differ_in_ties += means.iter().zip(&ours).filter(|(mean, value)| mean != value).count();
    }
    assert!(differ_in_ties > 20, "the run has ties, whose order changes values");
}

#[test]
fn the_share_of_judged_documents_is_that_of_ir_measures() {
    let (data, run) = (data(), read(include_str!("distinct.trec")));
    let expected: Value = serde_json::from_str(include_str!("judged.json")).expect("JSON");
    for ties in [Ties::Expected, Ties::Trec] {
        let lists = run.lists(&data, ties).expect("it fits the data");
        let mut partly = 0;
        for name in ["Judged", "Judged@1", "Judged@3", "Judged@10", "Judged(cutoff=3)"] {
            let measure = NamedMeasure::read(name).expect("a name").with_scale(None, None, 1).measure;
            let ours = ranker::values(&lists, &data, &measure, 1, data.max_grade());
            for (query, value) in data.queries().zip(ours) {
                // A query that is not in the run has no value here, and 0 there.
                assert_eq!(value.is_none(), query.id == "q5");
                let theirs = &expected[query.id][name.replace("(cutoff=3)", "@3")];
                assert_eq!(Some(value.unwrap_or(0.0)), theirs.as_f64(), "{name} of {}", query.id);
                partly += usize::from(value.is_some_and(|value| value < 1.0));
            }
        }
        assert!(partly > 15, "lists have documents that nobody judged: {partly}");
    }
    // A ranker of the data's own documents returns no others.
    let lists = Ranker::feature("feature:1").expect("a feature").lists(&data, Ties::Expected);
    let measure: Measure = "judged@5".parse().expect("a measure");
    let values = ranker::values(&lists.expect("the data have it"), &data, &measure, 1, data.max_grade());
    assert!(values.iter().all(|value| *value == Some(1.0)), "{values:?}");
}

#[test]
fn runs_scores_and_models_open_by_their_content() {
    let data = data();
    let model = r#"{"format":"rankscope-model","version":4,"settings":{"method":"regression"},"max_grade":2,
        "scaling":{"kind":"none"},"features":1,"weights":[2]}"#;
    let scores: String = (0..data.n_documents()).map(|place| format!("{}\n", place % 7)).collect();
    for (text, is_model) in [(RUN, false), (scores.as_str(), false), (model, true)] {
        let opened = Ranker::open(text.as_bytes()).expect("a ranker");
        assert_eq!(opened.as_model().is_some(), is_model);
        opened.lists(&data, Ties::Expected).expect("it fits the data");
    }
    assert_eq!(Ranker::open(RUN.as_bytes()).expect("a run").checksum(), read(RUN).checksum());
    assert!(Ranker::open(b"neither of them").is_err());
}

#[test]
fn a_measure_of_ties_is_the_mean_over_their_orders() {
    let data = Dataset::from_letor("1 qid:a # docid = x\n0 qid:a # docid = y\n2 qid:a # docid = z\n");
    let data = data.expect("LETOR text");
    let tied = read("a Q0 x 1 1.0 t\na Q0 y 2 1.0 t\na Q0 new 3 1.0 t\n");
    let orders = [[3, 2, 1], [3, 1, 2], [2, 3, 1], [2, 1, 3], [1, 3, 2], [1, 2, 3]];
    for name in ["ndcg", "ndcg@2", "ap", "rr", "auc", "err", "p@1", "wta", "judged@2"] {
        let measure: Measure = name.parse().expect("a measure");
        let value = |[x, y, new]: [i32; 3]| {
            let run = read(&format!("a Q0 x 1 {x} t\na Q0 y 2 {y} t\na Q0 new 3 {new} t\n"));
            values(&run, &data, Ties::Expected, &measure)[0]
        };
        let mean = orders.into_iter().map(value).sum::<f64>() / 6.0;
        let expected = values(&tied, &data, Ties::Expected, &measure)[0];
        assert!((mean - expected).abs() < 1e-12, "{name}: {expected}, not {mean}");
    }
    // The document z was judged and not returned, so not even the best order is perfect.
    let best: Measure = "ndcg".parse().expect("a measure");
    let run = read("a Q0 x 1 3 t\n");
    assert!(
        (values(&run, &data, Ties::Expected, &best)[0] - 1.0 / (3.0 + 1.0 / 3.0_f64.log2())).abs() < 1e-12
    );
}

#[test]
fn scores_models_and_features_rank_whole_lists() {
    let data = data();
    let feature = Ranker::feature("feature:1").expect("a feature");
    let scores: Vec<String> =
        data.file_order().into_iter().map(|row| data.value(row, 0).to_string()).collect();
    let lines = read(&(scores.join("\n") + "\n\n"));
    let run: String = data
        .queries()
        .flat_map(|query| {
            let line = |row: usize| {
                let id = data.comment(row).trim_start_matches("docid =").trim();
                format!("{} Q0 {id} 1 {} t\n", query.id, data.value(row, 0))
            };
            query.documents.map(line).collect::<Vec<_>>()
        })
        .collect();
    let run = read(&run);
    let model = read_model(b"SVM-light Version V6.20\n0 # kernel type\n3 # kernel parameter -d\n1 # kernel parameter -g\n1 # kernel parameter -s\n1 # kernel parameter -r\nempty# kernel parameter -u\n1 # highest feature index\n1 # number of training documents\n2 # number of support vectors plus 1\n0 # threshold b, each following line is a SV (starting with alpha*y)\n1 1:2 #\n");
    let model = Ranker::model(model.expect("a model of SVM-rank"), "checksum".to_owned());
    for ties in [Ties::Expected, Ties::Trec] {
        let lists = feature.lists(&data, ties).expect("the data have it");
        assert!(lists.iter().all(|list| list.unjudged == 0 && list.ranking.absent().is_empty()));
        for other in [&lines, &run, &model] {
            assert_eq!(other.lists(&data, ties).expect("it fits"), lists);
        }
    }
    assert!(
        Ranker::feature("bm25").is_none() && Ranker::read(b"tree\nversion=v4\n").expect("text").is_none()
    );
}

#[test]
fn faults_say_what_to_do() {
    let data = data();
    let refused = |text: &str| Ranker::read(text.as_bytes()).expect_err("it has a fault").to_string();
    let has = |text: String, words: &str| assert!(text.contains(words), "{text}");
    has(refused("a Q0 x 1 2 t\na Q0 x 2 1 t\n"), "twice");
    has(refused("a Q0 x 1 2 t\na Q0 y 1\n"), "six words");
    has(refused("a Q0 x 1 2 t\na Q0 y 1 NaN t\n"), "finite");
    has(refused("0.5\nx\n"), "one number");
    has(refused("0.5\ninf\n"), "finite");
    let lists = |ranker: &Ranker, data: &Dataset| {
        ranker.lists(data, Ties::Expected).expect_err("it does not fit").to_string()
    };
    has(lists(&read("0.5\n"), &data), "105 documents");
    has(lists(&read("zz Q0 d0-0 1 2 t\n"), &data), "none of the queries");
    has(lists(&read("q0 Q0 zz 1 2 t\n"), &data), "none of the documents");
    has(lists(&Ranker::feature("feature:2").expect("a feature"), &data), "no feature");
    let unnamed = Dataset::from_letor("1 qid:q0 1:1\n").expect("LETOR text");
    has(lists(&read("q0 Q0 d0-0 1 2 t\n"), &unnamed), "--docid");
    let notes = read(RUN).check(&data).expect("it fits").join("\n");
    for words in ["1 query of 12 is not in the run", "1 query of the run is not", "have no rank", "grade 0"] {
        has(notes.clone(), words);
    }
}

/// Returns the table of a comparison, all of whose cells are worked on.
fn compared(plan: &ComparisonPlan, data: &[(&str, SourceData)]) -> Result<ComparisonTable, Error> {
    let name = |name: &str| data.iter().any(|(other, _)| *other == name).then(|| name.to_owned());
    let fields = DataFields { train: name("train"), test: name("test"), ..DataFields::default() };
    let mut session = StudySession::new(&plan.study(&fields)?.json())?;
    for (file, data) in data {
        session.give(file, data.clone())?;
    }
    session.prepare()?;
    for cell in session.cells()? {
        let mut run = session.start(cell.cell)?;
        while run.advance(100) != CellProgress::Done {}
        session.put(cell.cell, run.finish(&[]))?;
    }
    Ok(session.comparison()?.expect("a comparison").table())
}

#[test]
fn a_ranker_is_a_row_of_a_comparison() {
    let data = Arc::new(data());
    let test = SourceData::Documents(Arc::clone(&data));
    let run = SourceData::Ranker(Arc::new(read(RUN)));
    let plan = ComparisonPlan {
        rankers: vec!["runs/made.run".to_owned(), "feature:1".to_owned()],
        measures: vec!["ap".to_owned()],
        ..ComparisonPlan::default()
    };
    let ap: Measure = "ap".parse().expect("a measure");
    for ties in [Ties::Expected, Ties::Trec] {
        let word = if ties == Ties::Trec { "trec" } else { "expected" };
        let plan = ComparisonPlan { ties: word.to_owned(), against: "made.run".to_owned(), ..plan.clone() };
        let table = compared(&plan, &[("test", test.clone()), ("runs/made.run", run.clone())]);
        let table = table.expect("nothing is trained");
        let labels: Vec<&str> = table.rows.iter().map(|row| row.label.as_str()).collect();
        assert_eq!(labels, ["made.run", "feature:1"]);
        let of_run = values(&read(RUN), &data, ties, &ap);
        let value = table.rows[0].cells[0].test.expect("a value");
        // A query without a good document has no value.
        let defined = data.queries().filter(|query| query.grades.iter().any(|grade| *grade > 0)).count();
        assert!((value - of_run.iter().sum::<f64>() / defined as f64).abs() < 1e-12);
        let difference = table.rows[1].cells[0].difference.expect("it is not the row itself");
        let other = table.rows[1].cells[0].test.expect("a value");
        assert!((difference.mean - (other - value)).abs() < 1e-12 && difference.queries == defined);
        assert!(table.rows[0].cells[0].difference.is_none() && table.against.as_deref() == Some("made.run"));
        let text = table.differences_text().expect("a row has a name");
        assert!(text.contains("difference from made.run") && text.contains("feature:1"), "{text}");
    }
}

#[test]
fn a_ranker_stands_beside_methods() {
    let all = Dataset::from_letor(&generate_letor(30, 8, 5)).expect("LETOR text");
    let [train, _, test] = all.split_by_query([0.6, 0.0, 0.4], 1).expect("enough queries").map(Arc::new);
    let sets = [("train", SourceData::Documents(train)), ("test", SourceData::Documents(test))];
    let plan = ComparisonPlan {
        methods: vec!["mean-difference".to_owned()],
        rankers: vec!["feature:2".to_owned()],
        folds: Some(2),
        ..ComparisonPlan::default()
    };
    let alone = ComparisonPlan { rankers: Vec::new(), ..plan.clone() };
    let [with, without] = [&plan, &alone].map(|plan| compared(plan, &sets).expect("it can be compared"));
    assert_eq!(with.rows.len(), 2);
    let value = |table: &ComparisonTable| table.rows[0].cells[0].test;
    assert_eq!(value(&with), value(&without), "a ranker changes no training");
    assert_eq!((with.rows[1].of, with.rows[1].cells[0].valid), (0, None), "nothing is trained for it");
    let refused = |change: &dyn Fn(&mut ComparisonPlan)| {
        let mut plan = plan.clone();
        change(&mut plan);
        compared(&plan, &sets).expect_err("it cannot be used").to_string()
    };
    let has = |text: String, words: &str| assert!(text.contains(words), "{text}");
    has(refused(&|plan| plan.against = "bm25".to_owned()), "the rows are mean-difference, feature:2");
    has(refused(&|plan| plan.ties = "file".to_owned()), "expected, trec");
    has(refused(&|plan| plan.rankers = vec!["feature:2".to_owned(); 2]), "twice");
    has(refused(&|plan| plan.measures = vec!["cost".to_owned()]), "cost");
    has(refused(&|plan| plan.rankers = vec!["gone.run".to_owned()]), "gone.run");
    // A ranker that does not fit is refused before anything is trained.
    let mut session = StudySession::new(
        &ComparisonPlan { rankers: vec!["feature:99".to_owned()], ..plan.clone() }
            .study(&DataFields {
                train: Some("train".to_owned()),
                test: Some("test".to_owned()),
                ..DataFields::default()
            })
            .expect("its form is right")
            .json(),
    )
    .expect("it was checked");
    for (file, data) in &sets {
        session.give(file, data.clone()).expect("it is named");
    }
    has(session.prepare().expect_err("no such feature").to_string(), "no feature");
}
