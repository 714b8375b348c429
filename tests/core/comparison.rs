//! Comparisons of methods: jobs, tables of results and faults; also folds, and documents by index.

use std::sync::Arc;

use rankscope::Error;
use rankscope::data::{Dataset, generate_letor};
use rankscope::learner::StopReason;
use rankscope::method::catalog;
use rankscope::model::PROGRAM;
use rankscope::run::{Progress, TrainingRun};
use rankscope::study::{CellProgress, DataFields, SourceData, StudySession};
use rankscope::study::{Comparison, ComparisonPlan, JobResult};

fn plan(methods: &[&str], folds: Option<usize>) -> ComparisonPlan {
    ComparisonPlan {
        methods: methods.iter().map(|&method| method.to_owned()).collect(),
        c_grid: vec![0.1, 1.0, 10.0],
        measures: vec!["ndcg@10".to_owned(), "map".to_owned()],
        folds,
        ..ComparisonPlan::default()
    }
}

fn result(valid: &[Option<f64>], test: &[Option<f64>]) -> JobResult {
    JobResult { valid: valid.to_vec(), test: test.to_vec(), ..JobResult::default() }
}

#[test]
fn every_measure_chooses_its_own_c() {
    let mut comparison = Comparison::new(plan(&["svm-map", " DORM "], None)).expect("a plan");
    let jobs = comparison.jobs().to_vec();
    let seen: Vec<_> =
        jobs.iter().map(|job| (job.row, job.settings.method.as_str(), job.settings.c, job.fold)).collect();
    let expected =
        [(0, "svm-map"), (1, "dorm")].map(|(row, name)| [0.1, 1.0, 10.0].map(|c| (row, name, c, None)));
    assert_eq!(seen, expected.concat());

    // The first of equal validation values wins. Without any value the first C stays.
    let results = [
        result(&[Some(0.5), None], &[Some(0.4), Some(0.1)]),
        result(&[Some(0.7), None], &[Some(0.6), Some(0.2)]),
        result(&[Some(0.7), None], &[Some(0.9), Some(0.3)]),
        result(&[Some(0.1), Some(0.2)], &[Some(0.6), None]),
        result(&[Some(0.0), Some(0.4)], &[Some(0.1), Some(0.05)]),
        result(&[Some(0.0), Some(0.3)], &[Some(0.2), Some(0.9)]),
    ];
    for (job, result) in results.into_iter().enumerate().rev() {
        let before = comparison.table();
        assert!(before.rows[0].cells.is_empty(), "a row is empty until all its jobs are done");
        comparison.record(job, result).expect("there is such a job");
    }
    let table = comparison.table();
    assert_eq!((table.rows[1].done, table.rows[1].of, table.rows[1].method.as_str()), (3, 3, "dorm"));
    assert_eq!(
        comparison.csv(["a", "b", ""]),
        format!(
            "method,measure,part,mark,fold,c,value,standard_error,low,high,queries,less_the_best,p,stop,little_learned,\
             failure,program,train_checksum,valid_checksum,test_checksum\n\
             svm-map,ndcg@10,test,*,,1,0.6,,,,,,,,false,,{PROGRAM},a,b,\n\
             svm-map,ndcg@10,valid,,,1,0.7,,,,,,,,false,,{PROGRAM},a,b,\n\
             svm-map,map,test,*,,0.1,0.1,,,,,,,,false,,{PROGRAM},a,b,\n\
             dorm,ndcg@10,test,*,,0.1,0.6,,,,,,,,false,,{PROGRAM},a,b,\n\
             dorm,ndcg@10,valid,,,0.1,0.1,,,,,,,,false,,{PROGRAM},a,b,\n\
             dorm,map,test,,,1,0.05,,,,,,,,false,,{PROGRAM},a,b,\n\
             dorm,map,valid,,,1,0.4,,,,,,,,false,,{PROGRAM},a,b,\n"
        )
    );
    let best = |row: usize| table.rows[row].cells.iter().map(|cell| cell.best).collect::<Vec<_>>();
    assert_eq!((best(0), best(1)), (vec![true, true], vec![true, false]), "equal values are both best");
    let text = table.text();
    assert!(text.contains("0.6000*") && text.contains(" 0.0500 "), "{text}");
}

#[test]
fn fewer_repeats_are_better() {
    let mut plan = plan(&["svm-map", "dorm"], None);
    plan.measures = vec!["ndcg@10".to_owned(), "repeats@10".to_owned()];
    plan.settings.group = "key:site".to_owned();
    let mut comparison = Comparison::new(plan).expect("a plan");
    let results = [
        (0.5, 3.0, 3.5),
        (0.5, 1.0, 1.5),
        (0.5, 2.0, 2.5),
        (0.5, 4.0, 0.5),
        (0.5, 5.0, 0.5),
        (0.5, 6.0, 0.5),
    ];
    for (job, (ndcg, valid, test)) in results.into_iter().enumerate() {
        let result = result(&[Some(ndcg), Some(valid)], &[Some(ndcg), Some(test)]);
        comparison.record(job, result).expect("there is such a job");
    }
    let table = comparison.table();
    let cells = [0, 1].map(|row| &table.rows[row].cells[1]);
    assert_eq!(
        cells.map(|cell| (cell.c, cell.valid, cell.test, cell.best)),
        [(Some(1.0), Some(1.0), Some(1.5), false), (Some(0.1), Some(4.0), Some(0.5), true),]
    );
}

#[test]
fn folds_validate_by_their_mean_and_failures_are_reported() {
    let mut comparison = Comparison::new(plan(&["svm-auc", "svm-mrr"], Some(2))).expect("a plan");
    assert_eq!(comparison.jobs().len(), 2 * 3 * 3);
    for job in comparison.jobs().to_vec().into_iter().filter(|job| job.row == 0) {
        // The mean over the folds is highest at C = 1, although one fold has its best value at C = 10.
        let valid = match (job.fold, job.settings.c) {
            (Some(0), 10.0) => 0.9,
            (Some(_), 1.0) => 0.6,
            _ => 0.2,
        };
        let result = match job.fold {
            Some(_) => result(&[Some(valid), None], &[]),
            None => result(&[], &[Some(job.settings.c / 100.0), None]),
        };
        comparison.record(job.job, result).expect("there is such a job");
    }
    let failed = JobResult::failed(&Error::data("nothing to rank"));
    comparison.record(9, failed).expect("there is such a job");
    let table = comparison.table();
    let cell = &table.rows[0].cells[0];
    assert_eq!((cell.c, cell.valid, cell.test, cell.best), (Some(1.0), Some(0.6), Some(0.01), true));
    assert_eq!((table.rows[1].done, table.rows[1].cells.len()), (1, 0));
    assert_eq!(table.rows[1].failure.as_deref(), Some("nothing to rank"));
    assert!(table.text().contains("nothing to rank") && table.text().contains('–'), "{}", table.text());
    let csv = comparison.csv(["", "", ""]);
    assert!(csv.ends_with(&format!("svm-mrr,,,,,,,,,,,,,,,nothing to rank,{PROGRAM},,,\n")), "{csv}");
    let folds: Vec<&str> = csv.lines().filter(|line| line.contains("ndcg@10,fold")).collect();
    assert_eq!(folds.len(), 2, "only at the chosen C: {csv}");
    assert!(folds[1].starts_with("svm-auc,ndcg@10,fold,,2,1,0.6,"), "{csv}");
    assert!(comparison.record(18, result(&[], &[])).is_err(), "there are jobs 0 to 17");
}

#[test]
fn runs_that_did_not_converge_are_reported() {
    let mut comparison = Comparison::new(plan(&["svm-map", "dorm"], Some(2))).expect("a plan");
    assert_eq!(comparison.table().note, None);
    for job in comparison.jobs().to_vec() {
        let stop = match (job.row, job.settings.c, job.fold) {
            (0, 1.0, Some(0)) => StopReason::IterationLimit,
            (0, 1.0, None) => StopReason::Stalled,
            (0, 10.0, _) => StopReason::Numeric,
            _ => StopReason::Converged,
        };
        // C = 1 is chosen for the first measure, 0.1 for the second.
        let values = if job.settings.c == 1.0 { [Some(0.6), Some(0.3)] } else { [Some(0.2), Some(0.5)] };
        let (valid, test) = if job.fold.is_some() { (&values[..], &[][..]) } else { (&[][..], &values[..]) };
        comparison.record(job.job, JobResult { stop: Some(stop), ..result(valid, test) }).expect("a job");
    }
    let table = comparison.table();
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
    assert!(text.contains(" 0.6000*† "), "{text}");
    assert_eq!(
        comparison
            .csv(["", "", ""])
            .lines()
            .filter(|line| line.starts_with("svm-map,ndcg@10"))
            .collect::<Vec<_>>(),
        [
            format!("svm-map,ndcg@10,test,*,,1,0.6,,,,,,,stalled,false,,{PROGRAM},,,"),
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
        let mut comparison = Comparison::new(plan).expect("a plan");
        for (job, values) in rows.iter().enumerate() {
            // A query without a value is left out for all methods.
            let queries: Vec<Option<f64>> = values.iter().copied().map(Some).chain([None]).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let result = JobResult { test_queries: vec![queries], ..result(&[], &[Some(mean)]) };
            comparison.record(job, result).expect("there is such a job");
        }
        comparison.table()
    };
    let all = table(&[&first, &second, &third]);
    let cell = |row: usize| &all.rows[row].cells[0];
    assert_eq!([0, 1, 2].map(|row| cell(row).queries), [30; 3]);
    assert_eq!((cell(0).best, cell(0).clearly_best, cell(0).against_best), (true, false, None));
    let [close, far] = [1, 2].map(|row| cell(row).against_best.expect("it is not the best"));
    assert!(close.is_noise() && (close.mean + 0.005).abs() < 1e-12, "{close:?}");
    assert!(!far.is_noise() && far.p < 0.001, "{far:?}");
    let marks: Vec<char> = all.text().chars().filter(|letter| "*≈".contains(*letter)).collect();
    assert_eq!(marks, ['≈', '≈'], "{}", all.text());

    let clear = table(&[&first, &third]);
    assert!(clear.rows[0].cells[0].clearly_best && clear.text().contains('*') && !clear.text().contains('≈'));
}

#[test]
fn names_with_commas_stay_one_field() {
    let measures = vec!["eru:5,0.5".to_owned()];
    let plan = ComparisonPlan { measures, c_grid: vec![1.0], ..plan(&["dorm"], None) };
    let mut comparison = Comparison::new(plan).expect("a plan");
    comparison.record(0, result(&[], &[Some(0.5)])).expect("a job");
    let csv = comparison.csv(["", "", ""]);
    assert!(csv.contains("\ndorm,\"eru:5,0.5\",test,*,,1,0.5,"), "{csv}");
}

#[test]
fn what_learned_little_is_marked() {
    let methods = &["svm-map", "dorm"];
    let mut comparison =
        Comparison::new(ComparisonPlan { c_grid: vec![1.0], ..plan(methods, None) }).expect("a plan");
    for job in comparison.jobs().to_vec() {
        let values = result(&[Some(0.5), Some(0.5)], &[Some(0.5), Some(0.5)]);
        let stop = Some(StopReason::Converged);
        let result = JobResult { little_learned: job.row == 0, stop, ..values };
        comparison.record(job.job, result).expect("a job");
    }
    let table = comparison.table();
    let little = |row: usize| table.rows[row].cells.iter().all(|cell| cell.little_learned);
    assert!(little(0) && !little(1));
    assert!(table.note.as_deref().is_some_and(|note| note.starts_with("1 of 2 runs learned little:")));
    assert_eq!(table.text().matches('‡').count(), 2, "{}", table.text());
    let csv = comparison.csv(["", "", ""]);
    assert_eq!(csv.matches(",converged,true,").count(), 4, "{csv}");
}

#[test]
fn impossible_plans_are_rejected() {
    let all = Comparison::new(ComparisonPlan::default()).expect("the default plan");
    let with_c =
        |method: &&&rankscope::method::Method| method.training.iter().any(|option| option.name == "c");
    let tuned = catalog().methods.iter().filter(with_c).count();
    // Methods without a C are trained once a fold, and once on all data.
    assert_eq!(all.jobs().len(), (tuned * 5 + (catalog().methods.len() - tuned)) * 6);
    let refused = |change: &dyn Fn(&mut ComparisonPlan), field: &str| {
        let mut plan = plan(&["svm-map"], None);
        change(&mut plan);
        let message = Comparison::new(plan).expect_err(field).to_string();
        assert!(message.starts_with(field), "{message}");
    };
    refused(&|plan| plan.c_grid.clear(), "c_grid: ");
    refused(&|plan| plan.c_grid.push(-1.0), "c: ");
    refused(&|plan| plan.measures.clear(), "measures: ");
    refused(&|plan| plan.measures.push("dance".to_owned()), "measure: ");
    refused(&|plan| plan.methods.push("dance".to_owned()), "method: ");
    refused(&|plan| plan.folds = Some(1), "folds: ");
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
fn a_comparison_is_a_study_with_the_same_values() {
    let all = Dataset::from_letor(&generate_letor(40, 8, 5)).expect("LETOR text");
    let [train, valid, test] = all.split_by_query([0.5, 0.25, 0.25], 1).expect("enough").map(Arc::new);
    for folds in [None, Some(3)] {
        let plan = plan(&["svm-map", "frank", "mean-difference"], folds);
        let mut comparison = Comparison::new(plan.clone()).expect("a plan");
        for job in comparison.jobs().to_vec() {
            let part = job.fold.map(|fold| train.fold(3, fold, 1).expect("enough").map(Arc::new));
            let [fit, held_out] = part.unwrap_or_else(|| [Arc::clone(&train), Arc::clone(&valid)]);
            let mut run = TrainingRun::new(fit, &job.settings).expect("it starts");
            if job.fold.is_some() || folds.is_none() {
                run.watch_validation(held_out).expect("no groups");
            }
            if job.fold.is_none() {
                run.watch_test(Arc::clone(&test)).expect("no groups");
            }
            while !matches!(run.advance(1000), Progress::Stopped { .. }) {}
            comparison.record(job.job, run.job_result().expect("a model")).expect("there is such a job");
        }
        let table = comparison.table();

        let named = |name: &str| Some(name.to_owned());
        let valid_file = folds.map_or_else(|| named("valid.txt"), |_| None);
        let data = DataFields {
            train: named("a.txt"),
            valid: valid_file,
            test: named("b.txt"),
            ..DataFields::default()
        };
        let study = plan.study(&data).expect("it can be used");
        let mut session = StudySession::new(&study.json()).expect("it was checked");
        for (file, data) in [("a.txt", &train), ("valid.txt", &valid), ("b.txt", &test)] {
            if session.outline().files.iter().any(|name| name == file) {
                session.give(file, SourceData::Documents(Arc::clone(data))).expect("it is named");
            }
        }
        session.prepare().expect("all data are there");
        for cell in 0..session.outline().cells {
            let mut run = session.start(cell).expect("a cell");
            while run.advance(1000) != CellProgress::Done {}
            session.record(cell, &run.finish(&[]).json()).expect("its own result");
        }
        for (row, of_study) in table.rows.iter().zip(&session.table().expect("results").rows) {
            let cell = &row.cells[0];
            assert_eq!(of_study.values[0].mean, cell.test, "{folds:?} {}", row.method);
            let picked: Vec<&str> = of_study.picked.iter().map(|(picked, _)| picked.as_str()).collect();
            let expected = cell.c.map(|c| format!("c {c:?}"));
            assert_eq!(picked, expected.iter().map(String::as_str).collect::<Vec<_>>(), "{}", row.method);
        }
    }
}

#[test]
fn curves_have_the_values_that_chose_c() {
    let grid = vec![10.0, 0.1, 1.0];
    let methods = ["svm-map", "mean-difference", "dorm"];
    let plan = ComparisonPlan { c_grid: grid, ..plan(&methods, Some(2)) };
    let mut comparison = Comparison::new(plan).expect("a plan");
    assert!(comparison.curves().iter().all(|curve| curve.points.iter().all(|point| point.valid.is_none())));
    let value = |c: f64, fold: usize| 0.5 + 0.1 * (c.log10() - fold as f64 / 4.0);
    for job in comparison.jobs().to_vec() {
        let c = job.settings.c;
        let result = match job.fold {
            // The first measure rises with C, the second is best at C = 1 and has no value on the second fold.
            Some(fold) => {
                result(&[Some(value(c, fold)), (fold == 0).then(|| 0.9 - (c - 1.0).abs() / 100.0)], &[])
            }
            None => result(&[], &[Some(c / 20.0), None]),
        };
        let last_of_c = job.fold.is_none();
        comparison.record(job.job, result).expect("there is such a job");
        let curve = comparison.curves().into_iter().find(|curve| curve.row == job.row && curve.column == 0);
        let Some(curve) = curve else {
            assert_eq!(job.row, 1, "the method without a C has no curve");
            continue;
        };
        let point = curve.points.iter().find(|point| point.c == c).expect("a point for every C");
        assert_eq!(point.valid.is_some(), job.fold != Some(0), "the mean waits for all folds");
        assert_eq!(point.test.is_some(), last_of_c);
    }
    let (curves, table) = (comparison.curves(), comparison.table());
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
    let mut comparison = Comparison::new(plan(&["dorm"], None)).expect("a plan");
    // All equal: the first C is chosen at the edge of the grid, but no other C is worse.
    for job in 0..3 {
        comparison.record(job, result(&[Some(0.5), None], &[Some(0.4), None])).expect("there is such a job");
    }
    let curves = comparison.curves();
    assert_eq!((curves[0].folds, curves[0].chosen, curves[0].at_edge), (0, Some(0), false));
    assert!(curves[0].points.iter().all(|point| point.valid == Some(0.5) && point.folds.is_empty()));
    assert!(curves[1].points.iter().all(|point| point.valid.is_none()));
    let failed = JobResult::failed(&Error::data("nothing to rank"));
    comparison.record(0, failed).expect("there is such a job");
    assert_eq!(comparison.curves()[0].chosen, None, "a failed method chooses nothing");
}
