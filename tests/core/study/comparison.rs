//! Comparisons of methods: the choice of C, tables of results and faults; also folds, and documents by index.

use std::sync::Arc;

use rankscope::data::{Dataset, generate_letor};
use rankscope::learner::StopReason;
use rankscope::method::catalog;
use rankscope::metric::{Mean, Measure, Undefined};
use rankscope::model::PROGRAM;
use rankscope::run::{Progress, TrainingRun};
use rankscope::study::{
    CellPlan, CellProgress, CellResult, ComparisonCurve, ComparisonPlan, ComparisonTable, DataFields,
    SourceData, StudySession, TrainingEnd,
};

fn plan(methods: &[&str], folds: Option<usize>) -> ComparisonPlan {
    ComparisonPlan {
        methods: methods.iter().map(|&method| method.to_owned()).collect(),
        c_grid: vec![0.1, 1.0, 10.0],
        measures: vec!["ndcg@10".to_owned(), "map".to_owned()],
        folds,
        ..ComparisonPlan::default()
    }
}

/// A comparison whose results the test makes up.
struct Session(StudySession);

impl Session {
    fn new(plan: &ComparisonPlan) -> Self {
        let all = Dataset::from_letor(&generate_letor(30, 8, 5)).expect("LETOR text");
        let parts = all.split_by_query([0.5, 0.25, 0.25], 1).expect("enough queries");
        Self::on(plan, &parts.map(Arc::new))
    }

    fn on(plan: &ComparisonPlan, [train, valid, test]: &[Arc<Dataset>; 3]) -> Self {
        let name = |name: &str| Some(name.to_owned());
        let data = DataFields {
            train: name("train"),
            valid: plan.folds.map_or_else(|| name("valid"), |_| None),
            test: name("test"),
            ..DataFields::default()
        };
        let study = plan.study(&data).expect("it can be used");
        let mut session = StudySession::new(&study.json()).expect("it was checked");
        for (file, data) in [("train", train), ("valid", valid), ("test", test)] {
            if session.outline().files.iter().any(|name| name == file) {
                session.give(file, SourceData::Documents(Arc::clone(data))).expect("it is named");
            }
        }
        session.prepare().expect("all data are there");
        Self(session)
    }

    fn cells(&self) -> Vec<CellPlan> {
        self.0.cells().expect("they are prepared")
    }

    /// Method and C of a cell.
    fn settings(&self, cell: usize) -> (String, f64) {
        let settings = self.0.settings(cell).expect("a cell on documents");
        (settings.method, settings.c)
    }

    /// Stores the trainings of a cell and the test values of its measures, query by query.
    fn put(&mut self, cell: usize, trainings: Vec<TrainingEnd>, queries: Vec<Vec<Option<f64>>>) {
        let mean = |values: &Vec<Option<f64>>| Mean::of(values.iter().copied(), Undefined::Skip).value;
        let result = CellResult {
            key: self.cells()[cell].key.clone(),
            trainings,
            values: queries.iter().map(mean).collect(),
            queries,
            ..CellResult::default()
        };
        self.0.put(cell, result).expect("there is such a cell");
    }

    fn fail(&mut self, cell: usize, why: &str) {
        let key = self.cells()[cell].key.clone();
        let result = CellResult { key, failure: Some(why.to_owned()), ..CellResult::default() };
        self.0.put(cell, result).expect("there is such a cell");
    }

    fn table(&mut self) -> ComparisonTable {
        self.0.comparison().expect("it is prepared").expect("it is a comparison").table()
    }

    fn curves(&mut self) -> Vec<ComparisonCurve> {
        self.0.comparison().expect("it is prepared").expect("it is a comparison").curves()
    }

    fn csv(&mut self, checksums: [&str; 3]) -> String {
        self.0.comparison().expect("it is prepared").expect("it is a comparison").csv(checksums)
    }
}

/// A training on all data, with validation values.
fn whole(valid: &[Option<f64>]) -> TrainingEnd {
    TrainingEnd { valid: valid.to_vec(), ..TrainingEnd::default() }
}

fn on_fold(fold: usize, valid: &[Option<f64>]) -> TrainingEnd {
    TrainingEnd { fold: Some(fold), ..whole(valid) }
}

/// One test query with these values.
fn one_query(values: &[Option<f64>]) -> Vec<Vec<Option<f64>>> {
    values.iter().map(|&value| vec![value]).collect()
}

#[test]
fn every_measure_chooses_its_own_c() {
    let mut session = Session::new(&plan(&["svm-map", " DORM "], None));
    let seen: Vec<_> =
        session.cells().iter().map(|cell| (cell.place[1], session.settings(cell.cell))).collect();
    let expected = [(0, "svm-map"), (1, "dorm")]
        .map(|(row, name)| [0.1, 1.0, 10.0].map(|c| (row, (name.to_owned(), c))));
    assert_eq!(seen, expected.concat());

    // The first of equal validation values wins. Without any value the first C stays.
    let results = [
        ([Some(0.5), None], [Some(0.4), Some(0.1)]),
        ([Some(0.7), None], [Some(0.6), Some(0.2)]),
        ([Some(0.7), None], [Some(0.9), Some(0.3)]),
        ([Some(0.1), Some(0.2)], [Some(0.6), None]),
        ([Some(0.0), Some(0.4)], [Some(0.1), Some(0.05)]),
        ([Some(0.0), Some(0.3)], [Some(0.2), Some(0.9)]),
    ];
    for (cell, (valid, test)) in results.into_iter().enumerate().rev() {
        assert!(session.table().rows[0].cells.is_empty(), "a row is empty until all its trainings are done");
        session.put(cell, vec![whole(&valid)], one_query(&test));
    }
    let table = session.table();
    assert_eq!((table.rows[1].done, table.rows[1].of, table.rows[1].method.as_str()), (3, 3, "dorm"));
    assert_eq!(
        session.csv(["a", "b", ""]),
        format!(
            "method,measure,part,mark,fold,c,value,standard_error,low,high,queries,less_the_best,p,stop,little_learned,\
             failure,program,train_checksum,valid_checksum,test_checksum\n\
             svm-map,ndcg@10,test,≈,,1,0.6,,,,1,,,,false,,{PROGRAM},a,b,\n\
             svm-map,ndcg@10,valid,,,1,0.7,,,,,,,,false,,{PROGRAM},a,b,\n\
             svm-map,map,test,≈,,0.1,0.1,,,,1,,,,false,,{PROGRAM},a,b,\n\
             dorm,ndcg@10,test,≈,,0.1,0.6,,,,1,0,1,,false,,{PROGRAM},a,b,\n\
             dorm,ndcg@10,valid,,,0.1,0.1,,,,,,,,false,,{PROGRAM},a,b,\n\
             dorm,map,test,≈,,1,0.05,,,,1,-0.05,1,,false,,{PROGRAM},a,b,\n\
             dorm,map,valid,,,1,0.4,,,,,,,,false,,{PROGRAM},a,b,\n"
        )
    );
    let best = |row: usize| table.rows[row].cells.iter().map(|cell| cell.best).collect::<Vec<_>>();
    assert_eq!((best(0), best(1)), (vec![true, true], vec![true, false]), "equal values are both best");
    let text = table.text();
    assert!(text.contains("0.6000≈") && text.contains(" 0.0500≈ "), "{text}");
}

#[test]
fn fewer_repeats_are_better() {
    let mut plan = plan(&["svm-map", "dorm"], None);
    plan.measures = vec!["ndcg@10".to_owned(), "repeats@10".to_owned()];
    plan.settings.group = "key:site".to_owned();
    let all = Dataset::from_letor("1 qid:1 1:1 # site=a\n0 qid:1 1:2 # site=b\n").expect("LETOR text");
    let mut session = Session::on(&plan, &[0, 1, 2].map(|_| Arc::new(all.clone())));
    let results = [
        (0.5, 3.0, 3.5),
        (0.5, 1.0, 1.5),
        (0.5, 2.0, 2.5),
        (0.5, 4.0, 0.5),
        (0.5, 5.0, 0.5),
        (0.5, 6.0, 0.5),
    ];
    for (cell, (ndcg, valid, test)) in results.into_iter().enumerate() {
        session.put(cell, vec![whole(&[Some(ndcg), Some(valid)])], one_query(&[Some(ndcg), Some(test)]));
    }
    let table = session.table();
    let cells = [0, 1].map(|row| &table.rows[row].cells[1]);
    assert_eq!(
        cells.map(|cell| (cell.c, cell.valid, cell.test, cell.best)),
        [(Some(1.0), Some(1.0), Some(1.5), false), (Some(0.1), Some(4.0), Some(0.5), true),]
    );
}

#[test]
fn folds_validate_by_their_mean_and_failures_are_reported() {
    let mut session = Session::new(&plan(&["svm-auc", "svm-mrr"], Some(2)));
    assert_eq!(session.cells().iter().map(|cell| cell.trainings).sum::<usize>(), 2 * 3 * 3);
    for cell in 0..3 {
        let (_, c) = session.settings(cell);
        // The mean over the folds is highest at C = 1, although one fold has its best value at C = 10.
        let value = |fold: usize| match (fold, c) {
            (0, 10.0) => 0.9,
            (_, 1.0) => 0.6,
            _ => 0.2,
        };
        let folds = [0, 1].map(|fold| on_fold(fold, &[Some(value(fold)), None]));
        session.put(cell, [&folds[..], &[whole(&[])]].concat(), one_query(&[Some(c / 100.0), None]));
    }
    session.fail(3, "nothing to rank");
    let table = session.table();
    let cell = &table.rows[0].cells[0];
    assert_eq!((cell.c, cell.valid, cell.test, cell.best), (Some(1.0), Some(0.6), Some(0.01), true));
    assert_eq!((table.rows[1].done, table.rows[1].cells.len()), (3, 0), "the trainings of one cell");
    assert_eq!(table.rows[1].failure.as_deref(), Some("nothing to rank"));
    assert!(table.text().contains("nothing to rank") && table.text().contains('–'), "{}", table.text());
    let csv = session.csv(["", "", ""]);
    assert!(csv.ends_with(&format!("svm-mrr,,,,,,,,,,,,,,,nothing to rank,{PROGRAM},,,\n")), "{csv}");
    let folds: Vec<&str> = csv.lines().filter(|line| line.contains("ndcg@10,fold")).collect();
    assert_eq!(folds.len(), 2, "only at the chosen C: {csv}");
    assert!(folds[1].starts_with("svm-auc,ndcg@10,fold,,2,1,0.6,"), "{csv}");
    assert!(session.0.put(6, CellResult::default()).is_err(), "there are cells 0 to 5");
    assert!(session.0.put(0, CellResult::default()).is_err(), "the result is of another cell");
}

#[test]
fn runs_that_did_not_converge_are_reported() {
    let mut session = Session::new(&plan(&["svm-map", "dorm"], Some(2)));
    assert_eq!(session.table().note, None);
    for cell in 0..6 {
        let (method, c) = session.settings(cell);
        let stop = |fold: Option<usize>| match (method.as_str(), c, fold) {
            ("svm-map", 1.0, Some(0)) => StopReason::IterationLimit,
            ("svm-map", 1.0, None) => StopReason::Stalled,
            ("svm-map", 10.0, _) => StopReason::Numeric,
            _ => StopReason::Converged,
        };
        // C = 1 is chosen for the first measure, 0.1 for the second.
        let values = if c == 1.0 { [Some(0.6), Some(0.3)] } else { [Some(0.2), Some(0.5)] };
        let folds = [0, 1].map(|fold| TrainingEnd { stop: Some(stop(Some(fold))), ..on_fold(fold, &values) });
        let all = TrainingEnd { stop: Some(stop(None)), ..whole(&[]) };
        session.put(cell, [&folds[..], &[all]].concat(), one_query(&values));
    }
    let table = session.table();
    let stops = |row: usize| table.rows[row].cells.iter().map(|cell| cell.stop).collect::<Vec<_>>();
    assert_eq!(stops(0), [Some(StopReason::Stalled), Some(StopReason::Converged)], "of the runs at that C");
    assert_eq!(stops(1), [Some(StopReason::Converged); 2]);
    assert_eq!(
        table.note.as_deref(),
        Some(
            "5 of 18 runs did not converge (iteration limit, stalled, numeric); † marks values that come from such runs."
        )
    );
    let text = table.text();
    assert_eq!(text.matches('†').count(), 1, "{text}");
    assert!(text.contains(" 0.6000≈† "), "{text}");
    let csv = session.csv(["", "", ""]);
    assert_eq!(
        csv.lines().filter(|line| line.starts_with("svm-map,ndcg@10")).collect::<Vec<_>>(),
        [
            format!("svm-map,ndcg@10,test,≈,,1,0.6,,,,1,,,stalled,false,,{PROGRAM},,,"),
            format!("svm-map,ndcg@10,valid,,,1,0.6,,,,,,,,,,{PROGRAM},,,"),
            format!("svm-map,ndcg@10,fold,,1,1,0.6,,,,,,,iteration limit,false,,{PROGRAM},,,"),
            format!("svm-map,ndcg@10,fold,,2,1,0.6,,,,,,,converged,false,,{PROGRAM},,,"),
        ]
    );
}

#[test]
fn differences_that_may_be_chance_are_marked() {
    let plan = ComparisonPlan { c_grid: vec![1.0], measures: vec!["map".to_owned()], ..plan(&[], None) };
    let methods = ["svm-map", "svm-auc", "dorm"].map(str::to_owned).to_vec();
    // One value per query. The second method differs from the first by chance, the third by half on each query.
    let first: Vec<f64> = (0..30).map(|query| 0.5 + f64::from(query % 7) / 20.0).collect();
    let second: Vec<f64> =
        first.iter().zip(0..).map(|(value, query)| value + [0.1, -0.11][query % 2]).collect();
    let third: Vec<f64> = first.iter().map(|value| 0.5 * value).collect();
    let table = |rows: &[&[f64]]| {
        let plan = ComparisonPlan { methods: methods[..rows.len()].to_vec(), ..plan.clone() };
        let mut session = Session::new(&plan);
        for (cell, values) in rows.iter().enumerate() {
            // A query without a value is left out for all methods.
            let queries: Vec<Option<f64>> = values.iter().copied().map(Some).chain([None]).collect();
            session.put(cell, vec![whole(&[])], vec![queries]);
        }
        session.table()
    };
    let all = table(&[&first, &second, &third]);
    let cell = |row: usize| &all.rows[row].cells[0];
    assert_eq!([0, 1, 2].map(|row| cell(row).queries), [30; 3]);
    assert_eq!((cell(0).best, cell(0).clearly_best, cell(0).difference), (true, false, None));
    let [close, far] = [1, 2].map(|row| cell(row).difference.expect("it is not the best"));
    assert!(close.is_noise() && (close.mean + 0.005).abs() < 1e-12, "{close:?}");
    assert!(!far.is_noise() && far.p < 0.001, "{far:?}");
    assert!(far.standard_error.is_some_and(|error| error > 0.0), "{far:?}");
    let marks: Vec<char> = all.text().chars().filter(|letter| "*≈".contains(*letter)).collect();
    assert_eq!(marks, ['≈', '≈'], "{}", all.text());

    let clear = table(&[&first, &third]);
    assert!(clear.rows[0].cells[0].clearly_best && clear.text().contains('*') && !clear.text().contains('≈'));
}

#[test]
fn names_with_commas_stay_one_field() {
    let measures = vec!["eru:5,0.5".to_owned()];
    let plan = ComparisonPlan { measures, c_grid: vec![1.0], ..plan(&["dorm"], None) };
    let mut session = Session::new(&plan);
    session.put(0, vec![whole(&[])], one_query(&[Some(0.5)]));
    let csv = session.csv(["", "", ""]);
    assert!(csv.contains("\ndorm,\"eru:5,0.5\",test,*,,1,0.5,"), "{csv}");
}

#[test]
fn what_learned_little_is_marked() {
    let mut session = Session::new(&ComparisonPlan { c_grid: vec![1.0], ..plan(&["svm-map", "dorm"], None) });
    for cell in 0..2 {
        let end = TrainingEnd {
            little_learned: cell == 0,
            stop: Some(StopReason::Converged),
            ..whole(&[Some(0.5), Some(0.5)])
        };
        session.put(cell, vec![end], one_query(&[Some(0.5), Some(0.5)]));
    }
    let table = session.table();
    let little = |row: usize| table.rows[row].cells.iter().all(|cell| cell.little_learned);
    assert!(little(0) && !little(1));
    assert!(table.note.as_deref().is_some_and(|note| note.starts_with("1 of 2 runs learned little:")));
    assert_eq!(table.text().matches('‡').count(), 2, "{}", table.text());
    let csv = session.csv(["", "", ""]);
    assert_eq!(csv.matches(",converged,true,").count(), 4, "{csv}");
}

#[test]
fn impossible_plans_are_rejected() {
    let all = Session::new(&ComparisonPlan::default());
    let with_c =
        |method: &&&rankscope::method::Method| method.training.iter().any(|option| option.name == "c");
    let tuned = catalog().methods.iter().filter(with_c).count();
    // Methods without a C are trained once a fold, and once on all data.
    let trainings: usize = all.cells().iter().map(|cell| cell.trainings).sum();
    assert_eq!(trainings, (tuned * 5 + (catalog().methods.len() - tuned)) * 6);
    let refused = |change: &dyn Fn(&mut ComparisonPlan), field: &str| {
        let mut plan = plan(&["svm-map"], None);
        change(&mut plan);
        let message = plan.checked().expect_err(field).to_string();
        assert!(message.starts_with(field), "{message}");
    };
    refused(&|plan| plan.c_grid.clear(), "c_grid: ");
    refused(&|plan| plan.c_grid.push(-1.0), "c: ");
    refused(&|plan| plan.measures.clear(), "measures: ");
    refused(&|plan| plan.measures.push("dance".to_owned()), "measure: ");
    refused(&|plan| plan.methods.push("dance".to_owned()), "method: ");
    refused(&|plan| plan.folds = Some(1), "folds: ");
    refused(&|plan| plan.folds = Some(100_000), "folds: ");
}

#[test]
fn a_fold_is_one_of_all_folds() {
    let data = Dataset::from_letor(&generate_letor(7, 5, 2)).expect("LETOR text");
    let all = data.folds(3, 9).expect("enough queries");
    let mut held_out = Vec::new();
    for (fold, parts) in all.iter().enumerate() {
        assert_eq!(&data.fold(3, fold, 9).expect("it is one of three"), parts);
        held_out.extend(parts[1].queries().map(|query| query.id.to_owned()));
        assert_eq!(parts[0].n_queries() + parts[1].n_queries(), 7);
    }
    held_out.sort();
    let mut ids: Vec<String> = data.queries().map(|query| query.id.to_owned()).collect();
    ids.sort();
    assert_eq!(held_out, ids, "every query is held out once");
    for (folds, fold) in [(1, 0), (3, 3), (8, 0)] {
        assert!(data.fold(folds, fold, 9).is_err(), "fold {fold} of {folds}");
    }
}

#[test]
fn documents_are_found_by_query_and_place() {
    let data = Dataset::from_letor("2 qid:a 1:1 # first\n0 qid:b 1:3\n1 qid:a 2:2\n").expect("LETOR text");
    let documents = data.documents(0).expect("there is a first query");
    let seen: Vec<_> = documents.iter().map(|d| (d.document, d.grade, d.comment.as_str(), d.line)).collect();
    assert_eq!(seen, [(0, 2, "first", Some(1)), (1, 1, "", Some(3))]);
    assert_eq!(data.document_features(0, 1).as_deref(), Ok(&[0.0, 2.0][..]));
    for (query, document) in [(0, 2), (2, 0)] {
        assert!(data.document_features(query, document).is_err(), "{query} {document}");
    }
    assert!(data.documents(2).is_err());
}

#[test]
fn every_cell_is_the_training_by_hand() {
    let all = Dataset::from_letor(&generate_letor(40, 8, 5)).expect("LETOR text");
    let parts = all.split_by_query([0.5, 0.25, 0.25], 1).expect("enough").map(Arc::new);
    let [train, valid, test] = &parts;
    let measures: Vec<Measure> = ["ndcg@10", "map"].map(|name| name.parse().expect("a measure")).to_vec();
    for folds in [None, Some(3)] {
        let plan = plan(&["svm-map", "frank", "mean-difference"], folds);
        let mut session = Session::on(&plan, &parts);
        for cell in 0..session.cells().len() {
            let mut run = session.0.start(cell).expect("a cell");
            while run.advance(1000) != CellProgress::Done {}
            session.0.record(cell, &run.finish(&[]).json()).expect("its own result");
        }
        for cell in 0..session.cells().len() {
            let settings = session.0.settings(cell).expect("a cell on documents");
            let result = session.0.result(cell).expect("it was recorded");
            assert_eq!(result.trainings.len(), folds.unwrap_or(0) + 1);
            for end in &result.trainings {
                let part = end.fold.map(|fold| train.fold(3, fold, 1).expect("enough").map(Arc::new));
                let [fit, held_out] = part.unwrap_or_else(|| [Arc::clone(train), Arc::clone(valid)]);
                let mut run = TrainingRun::new(fit, &settings).expect("it starts");
                if end.fold.is_some() || folds.is_none() {
                    run.watch_validation(Arc::clone(&held_out)).expect("no groups");
                }
                while !matches!(run.advance(1000), Progress::Stopped { .. }) {}
                let model = run.model().expect("it has ended");
                let values = |data: &Dataset| -> Vec<Option<f64>> {
                    let means = model.evaluate(data, &measures, Undefined::Skip).expect("it scores").means;
                    means.into_iter().map(|mean| mean.value).collect()
                };
                match end.fold {
                    Some(_) => assert_eq!(end.valid, values(&held_out)),
                    None => {
                        assert_eq!(result.values, values(test));
                        assert_eq!(end.valid, if folds.is_none() { values(valid) } else { Vec::new() });
                    }
                }
            }
        }
        assert_eq!(session.0.sheets().expect("results")[1].title, "Against the best of each measure");
        // The table of the study shows the same choice as that of the comparison.
        let table = session.table();
        let study = session.0.table().expect("results");
        for (row, of_study) in table.rows.iter().zip(&study.rows) {
            for (cell, value) in row.cells.iter().zip(&of_study.values) {
                assert!(cell.test.zip(value.mean).is_some_and(|(one, other)| (one - other).abs() < 1e-12));
                let best = value.against.is_none();
                assert_eq!(cell.difference.is_none(), best, "{}", row.method);
            }
        }
    }
}

#[test]
fn curves_have_the_values_that_chose_c() {
    let grid = vec![10.0, 0.1, 1.0];
    let methods = ["svm-map", "mean-difference", "dorm"];
    let mut session = Session::new(&ComparisonPlan { c_grid: grid, ..plan(&methods, Some(2)) });
    assert!(session.curves().iter().all(|curve| curve.points.iter().all(|point| point.valid.is_none())));
    let value = |c: f64, fold: usize| 0.5 + 0.1 * (c.log10() - fold as f64 / 4.0);
    for cell in session.cells() {
        let (_, c) = session.settings(cell.cell);
        // The first measure rises with C, the second is best at C = 1 and has no value on the second fold.
        let second = |fold: usize| (fold == 0).then(|| 0.9 - (c - 1.0).abs() / 100.0);
        let folds = [0, 1].map(|fold| on_fold(fold, &[Some(value(c, fold)), second(fold)]));
        let before = session.curves();
        session.put(cell.cell, [&folds[..], &[whole(&[])]].concat(), one_query(&[Some(c / 20.0), None]));
        let row = cell.place[1];
        let point = |curves: &[ComparisonCurve]| {
            let curve = curves.iter().find(|curve| curve.row == row && curve.column == 0)?;
            curve.points.iter().find(|point| point.c == c).cloned()
        };
        let Some(before) = point(&before) else {
            assert_eq!(row, 1, "the method without a C has no curve");
            continue;
        };
        assert!(before.valid.is_none() && before.test.is_none());
        let after = point(&session.curves()).expect("a point for every C");
        assert!(after.valid.is_some() && after.test.is_some());
    }
    let (curves, table) = (session.curves(), session.table());
    assert_eq!(
        curves.iter().map(|curve| (curve.row, curve.column)).collect::<Vec<_>>(),
        [(0, 0), (0, 1), (2, 0), (2, 1)]
    );
    for curve in &curves {
        let cell = &table.rows[curve.row].cells[curve.column];
        assert_eq!(curve.points.iter().map(|point| point.c).collect::<Vec<_>>(), [0.1, 1.0, 10.0]);
        let chosen = &curve.points[curve.chosen.expect("all runs are done")];
        assert_eq!((Some(chosen.c), chosen.valid, chosen.test), (cell.c, cell.valid, cell.test));
        assert_eq!((curve.folds, curve.prefers_less), (2, false));
    }
    assert_eq!((curves[0].chosen, curves[0].at_edge), (Some(2), true), "it still rises at the largest C");
    assert_eq!((curves[1].chosen, curves[1].at_edge), (Some(1), false));
    assert_eq!(curves[1].points[0].folds[1], None);
    assert_eq!(curves[0].points[1].folds, [Some(value(1.0, 0)), Some(value(1.0, 1))]);
}

#[test]
fn a_curve_of_validation_data_has_no_folds() {
    let mut session = Session::new(&plan(&["dorm"], None));
    // All equal: the first C is chosen at the edge of the grid, but no other C is worse.
    for cell in 0..3 {
        session.put(cell, vec![whole(&[Some(0.5), None])], one_query(&[Some(0.4), None]));
    }
    let curves = session.curves();
    assert_eq!((curves[0].folds, curves[0].chosen, curves[0].at_edge), (0, Some(0), false));
    assert!(curves[0].points.iter().all(|point| point.valid == Some(0.5) && point.folds.is_empty()));
    assert!(curves[1].points.iter().all(|point| point.valid.is_none()));
    session.fail(0, "nothing to rank");
    assert_eq!(session.curves()[0].chosen, None, "a failed method chooses nothing");
}
