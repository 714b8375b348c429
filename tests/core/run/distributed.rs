//! Training on partitions: the same optimum and bits as on one machine, whatever happens to the partitions meanwhile.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use rankscope::Error;
use rankscope::data::{Dataset, generate_letor};
use rankscope::learner::StopReason;
use rankscope::method::settings::TrainingSettings;
use rankscope::model::Model;
use rankscope::run::{
    AskPartitions, DistributedRun, Partition, Progress, Reply, StepReport, Stop, Task, TrainingRun,
};

/// The end of a training: reports, stop and model.
type Trained = (Vec<StepReport>, Stop, Model);

fn data() -> Dataset {
    Dataset::from_letor(&generate_letor(24, 12, 5)).expect("LETOR text")
}

/// Returns the queries of the data in `n` parts, in their order.
fn parts(data: &Dataset, n: usize) -> Vec<Arc<Dataset>> {
    let of = |part: usize| part * data.n_queries() / n..(part + 1) * data.n_queries() / n;
    (0..n).map(|part| Arc::new(data.select_queries(&of(part).collect::<Vec<_>>()))).collect()
}

/// Asks partitions of this memory. Tasks and replies travel as JSON.
fn asking(parts: Vec<Arc<Dataset>>) -> Box<AskPartitions> {
    let partitions: Vec<Partition> = parts.into_iter().map(Partition::new).collect();
    Box::new(move |task| partitions.iter().map(|partition| travelled(partition, task)).collect())
}

fn travelled(partition: &Partition, task: &Task) -> Result<Reply, Error> {
    let task: Task = serde_json::from_str(&serde_json::to_string(task).expect("a task")).expect("the same");
    let reply = partition.reply(&task)?;
    Ok(serde_json::from_str(&serde_json::to_string(&reply).expect("a reply")).expect("the same"))
}

fn train_on(ask: Box<AskPartitions>, settings: &TrainingSettings) -> Result<Trained, Error> {
    let mut run = DistributedRun::new(ask, settings)?;
    let mut reports = Vec::new();
    loop {
        match run.advance(7)? {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => reports.push(report),
            Progress::Stopped { stop } => return Ok((reports, stop, run.model()?)),
        }
    }
}

fn train(data: &Dataset, settings: &TrainingSettings) -> Trained {
    let mut run = TrainingRun::new(Arc::new(data.clone()), settings).expect("it can be trained");
    let mut reports = Vec::new();
    loop {
        match run.advance(7) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => reports.push(report),
            Progress::Stopped { stop } => return (reports, stop, run.model().expect("finite weights")),
        }
    }
}

fn settings(method: &str) -> TrainingSettings {
    TrainingSettings {
        method: method.to_owned(),
        working_set: "1-slack".to_owned(),
        c: 20.0,
        measures: vec!["ndcg@5".to_owned(), "err".to_owned()],
        ..TrainingSettings::default()
    }
}

/// Every structured loss, and variants that use other parts of the trainer.
fn with_planes() -> Vec<TrainingSettings> {
    let methods = [
        "dorm",
        "svm-auc",
        "svm-map",
        "svm-ndcg",
        "svm-ndcg-nc",
        "svm-mrr",
        "svm-precision",
        "dorm-cost",
        "owpc",
        "infinite-push",
        "ranksvm",
        "combo",
    ];
    let of = |change: fn(&mut TrainingSettings)| {
        let mut settings = settings("dorm");
        change(&mut settings);
        settings
    };
    // The last bits of scaled values can decide which start a trial prefers, and so the references and the optimum.
    let scaled = |change: fn(&mut TrainingSettings)| {
        let mut settings = of(change);
        settings.reference = "fixed".to_owned();
        settings
    };
    let variants = [
        of(|settings| settings.reference = "averaged".to_owned()),
        of(|settings| settings.reference = "fixed".to_owned()),
        of(|settings| settings.reference = "ramp".to_owned()),
        of(|settings| settings.measure = "mrr".to_owned()),
        scaled(|settings| settings.scale = "query".to_owned()),
        scaled(|settings| settings.scale = "rank".to_owned()),
        scaled(|settings| settings.scale = "minmax".to_owned()),
        scaled(|settings| settings.scale = "standard".to_owned()),
        of(|settings| settings.steps = "full".to_owned()),
        of(|settings| settings.drop_zero = true),
        of(|settings| {
            settings.method = "ranksvm".to_owned();
            settings.pairs_of = "grades".to_owned();
        }),
    ];
    methods.iter().map(|method| settings(method)).chain(variants).collect()
}

fn with_descent() -> Vec<TrainingSettings> {
    let methods = [
        "regression",
        "logistic",
        "ranknet-linear",
        "ranksvm-squared",
        "mprank",
        "listnet",
        "listmle",
        "pnorm-push",
    ];
    let pairs = TrainingSettings { weighting: "pairs".to_owned(), ..settings("ranknet-linear") };
    methods.iter().map(|method| settings(method)).chain([pairs]).collect()
}

#[test]
fn one_partition_has_the_bits_of_one_machine() {
    let data = data();
    for settings in with_planes() {
        let alone = train(&data, &settings);
        let (reports, stop, model) = train_on(asking(parts(&data, 1)), &settings).expect("it trains");
        assert_eq!(reports, alone.0, "{settings:?}");
        assert_eq!(stop, alone.1, "{settings:?}");
        assert_eq!(model.json(), alone.2.json(), "{settings:?}");
    }
}

/// Two certified intervals of one optimum overlap.
fn assert_same_optimum(one: &Stop, other: &Stop, settings: &TrainingSettings) {
    let bounds = |stop: &Stop| {
        let best = stop.best_objective.expect("it has an objective");
        (best - stop.gap.expect("it is certified") * best.abs(), best)
    };
    let ((low, high), (other_low, other_high)) = (bounds(one), bounds(other));
    let rounding = 1e-9 * high.abs();
    assert!(low <= other_high + rounding && other_low <= high + rounding, "{one:?} {other:?} {settings:?}");
}

#[test]
fn several_partitions_have_the_same_optimum() {
    let data = data();
    for settings in with_planes() {
        let alone = train(&data, &settings);
        let (reports, stop, _) = train_on(asking(parts(&data, 3)), &settings).expect("it trains");
        assert_eq!(stop.reason, StopReason::Converged, "{settings:?}");
        let (first, of_alone) = (&reports[0], &alone.0[0]);
        for (measure, expected) in first.train.iter().zip(&of_alone.train) {
            let (value, expected) = (measure.value.expect("defined"), expected.value.expect("defined"));
            assert!((value - expected).abs() < 1e-12, "{settings:?}");
        }
        // The rounds after the first have references of their own, and so other optima.
        let ((low, high), (other_low, other_high)) = (first_round(&reports), first_round(&alone.0));
        assert!(low <= other_high * (1.0 + 1e-9) && other_low <= high * (1.0 + 1e-9), "{settings:?}");
    }
}

/// Returns the lower and the upper bound on the optimum of the first round.
fn first_round(reports: &[StepReport]) -> (f64, f64) {
    let figures = reports.iter().filter_map(|report| report.step.planes());
    let last = figures.take_while(|figures| figures.round == 0).last().expect("it has a first round");
    (last.dual, last.best_primal)
}

#[test]
fn descent_on_partitions_has_the_same_optimum() {
    let data = data();
    for settings in with_descent() {
        let alone = train(&data, &settings);
        let w = |trained: &Trained| trained.2.weights().expect("linear").to_vec();
        for n in [1, 3] {
            let trained = train_on(asking(parts(&data, n)), &settings).expect("it trains");
            assert_eq!(trained.1.reason, StopReason::Converged, "{settings:?}");
            assert_same_optimum(&trained.1, &alone.1, &settings);
            // P is 1-strongly convex, so each w is within √(2 gap P) of the optimum.
            let reach = |stop: &Stop| {
                (2.0 * stop.gap.expect("certified") * stop.best_objective.expect("finite")).sqrt()
            };
            let square: f64 =
                w(&trained).iter().zip(w(&alone)).map(|(one, other)| (one - other).powi(2)).sum();
            assert!(square.sqrt() <= reach(&trained.1) + reach(&alone.1) + 1e-9, "{settings:?}");
            let last = |trained: &Trained| trained.0.last().expect("a report").clone();
            for (one, other) in last(&trained).train.iter().zip(&last(&alone).train) {
                let difference = one.value.expect("defined") - other.value.expect("defined");
                assert!(difference.abs() < 0.02, "{settings:?}");
            }
            let pair_errors = [&trained, &alone].map(|trained| {
                let json = serde_json::to_value(&trained.0[0]).expect("a report");
                json["pair_error"].as_f64()
            });
            assert_eq!(pair_errors[0], pair_errors[1], "{settings:?}");
        }
    }
}

#[test]
fn a_partition_that_is_lost_and_made_again_changes_no_bit() {
    let data = data();
    for settings in with_planes().into_iter().chain(with_descent()) {
        let expected = train_on(asking(parts(&data, 3)), &settings).expect("it trains");
        let parts = parts(&data, 3);
        let partitions: Mutex<Vec<Partition>> =
            Mutex::new(parts.iter().map(|part| Partition::new(Arc::clone(part))).collect());
        let asked = AtomicUsize::new(0);
        let ask: Box<AskPartitions> = Box::new(move |task| {
            let mut partitions = partitions.lock().expect("one thread");
            let number = asked.fetch_add(1, Ordering::Relaxed);
            partitions[number % 3] = Partition::new(Arc::clone(&parts[number % 3]));
            // The last partition is the first to answer.
            let mut replies: Vec<_> =
                partitions.iter().rev().map(|partition| travelled(partition, task)).collect();
            replies.reverse();
            replies.into_iter().collect()
        });
        let (reports, stop, model) = train_on(ask, &settings).expect("it trains");
        assert_eq!((&reports, &stop), (&expected.0, &expected.1), "{settings:?}");
        assert_eq!(model.json(), expected.2.json());
    }
}

#[test]
fn two_trainings_can_share_partitions() {
    let data = data();
    let partitions: Arc<Vec<Partition>> = Arc::new(parts(&data, 2).into_iter().map(Partition::new).collect());
    let ask = || -> Box<AskPartitions> {
        let partitions = Arc::clone(&partitions);
        Box::new(move |task| partitions.iter().map(|partition| partition.reply(task)).collect())
    };
    let (one, other) = (settings("dorm"), TrainingSettings { c: 0.5, ..settings("dorm") });
    let mut runs =
        [&one, &other].map(|settings| Some(DistributedRun::new(ask(), settings).expect("it begins")));
    let mut models = [None, None];
    while runs.iter().any(Option::is_some) {
        for (run, model) in runs.iter_mut().zip(&mut models) {
            let Some(training) = run else { continue };
            if let Progress::Stopped { .. } = training.advance(100).expect("it answers") {
                *model = Some(training.model().expect("finite").json());
                *run = None;
            }
        }
    }
    for (settings, model) in [&one, &other].into_iter().zip(models) {
        let alone = train_on(asking(parts(&data, 2)), settings).expect("it trains");
        assert_eq!(model, Some(alone.2.json()));
    }
}

#[test]
fn a_failure_ends_the_training_without_a_model() {
    let data = data();
    let converging = [settings("dorm"), settings("ranknet-linear")];
    for settings in converging {
        let total = {
            let (partitions, asked) = (asking(parts(&data, 2)), Arc::new(AtomicUsize::new(0)));
            let counted = Arc::clone(&asked);
            let ask: Box<AskPartitions> = Box::new(move |task| {
                counted.fetch_add(1, Ordering::Relaxed);
                partitions(task)
            });
            train_on(ask, &settings).expect("it trains");
            asked.load(Ordering::Relaxed)
        };
        assert!(total > 10);
        for failing in 0..total {
            let (partitions, asked) = (asking(parts(&data, 2)), AtomicUsize::new(0));
            // One partition fails once, and all would answer again.
            let ask: Box<AskPartitions> = Box::new(move |task| {
                if asked.fetch_add(1, Ordering::Relaxed) == failing {
                    return Err(Error::data("worker 1 is gone"));
                }
                partitions(task)
            });
            let error = match DistributedRun::new(ask, &settings) {
                Err(error) => error,
                Ok(mut run) => {
                    let error = loop {
                        match run.advance(100) {
                            Ok(Progress::Stopped { stop }) => panic!("{failing} of {total}: {stop:?}"),
                            Ok(_) => {}
                            Err(error) => break error,
                        }
                    };
                    assert_eq!(run.model().expect_err("it lacks a partition"), error);
                    assert_eq!(run.advance(1).expect_err("it has ended"), error);
                    error
                }
            };
            assert_eq!(error.to_string(), "worker 1 is gone", "{failing} of {total}");
        }
    }
}

#[test]
fn what_cannot_be_distributed_is_refused_before_work_begins() {
    let check = |change: &dyn Fn(&mut TrainingSettings), expected: &str| {
        let mut settings = settings("dorm");
        change(&mut settings);
        let ask: Box<AskPartitions> = Box::new(|task| panic!("it was asked {task:?}"));
        let error = DistributedRun::new(ask, &settings).err().expect("it is refused").to_string();
        assert!(error.contains(expected), "{error}");
    };
    check(
        &|settings| settings.method = "lambdamart".to_owned(),
        "method: it needs all data in one place; the methods for partitions are dorm,",
    );
    check(&|settings| settings.method = "lambdamart".to_owned(), "ranknet-linear");
    check(&|settings| settings.method = "lambdarank-linear".to_owned(), "method: it needs all data");
    check(&|settings| settings.working_set = "n-slack".to_owned(), "working_set: n-slack keeps");
    check(&|settings| settings.map = "poly:2".to_owned(), "map: poly:2 is fitted to all data");
    check(&|settings| settings.first_queries = Some(3), "first_queries: ");
    check(&|settings| settings.choose = "validation".to_owned(), "choose: ");
    for method in ["ranksvm", "ranknet-linear"] {
        let change = |settings: &mut TrainingSettings| {
            settings.method = method.to_owned();
            settings.pairs_of = "grades".to_owned();
            settings.pair_weights = "swap-loss".to_owned();
        };
        check(&change, "pair_weights: swap-loss is computed from all data");
    }
}

#[test]
fn partitions_that_do_not_fit_are_refused() {
    let check = |texts: &[&str], expected: &str| {
        let read = |text: &&str| Arc::new(Dataset::from_letor(text).expect("LETOR text"));
        let error = train_on(asking(texts.iter().map(read).collect()), &settings("dorm"));
        let error = error.expect_err("it is refused").to_string();
        assert!(error.contains(expected), "{error}");
    };
    let good = "1 qid:1 1:1 2:2\n0 qid:1 1:2 2:1\n";
    check(&[], "there are no partitions");
    check(&[good, "1 qid:2 1:1\n0 qid:2 1:2\n"], "partitions[1] has 1 features, partitions[0] has 2");
    check(&[good, good], "query \"1\" is in partitions[0] and in partitions[1]");
    check(&["1 qid:1 1:1\n1 qid:1 1:2\n"], "no query of any partition can be used");
    let named = "# features: title, body\n1 qid:2 1:1 2:2\n0 qid:2 1:2 2:1\n";
    check(&[good, named], "partitions[1] names its features differently");
    let (data, empty) = (data(), data().select_queries(&[]));
    let error = train_on(asking(vec![Arc::new(data.clone()), Arc::new(empty)]), &settings("dorm"));
    assert!(error.expect_err("refused").to_string().contains("partitions[1] has no queries"));

    let partitions = asking(parts(&data, 2));
    let ask: Box<AskPartitions> = Box::new(move |task| {
        let mut replies = partitions(task)?;
        if matches!(task, Task::Question { .. }) {
            replies.pop();
        }
        Ok(replies)
    });
    let error = train_on(ask, &settings("dorm")).expect_err("refused").to_string();
    assert!(error.starts_with("1 replies came from 2 partitions"), "{error}");
}

/// Returns the error of a training whose replies are changed from the question `from` on.
fn refused(settings: &TrainingSettings, from: usize, change: fn(&mut Vec<serde_json::Value>)) -> String {
    let (partitions, asked) = (asking(parts(&data(), 3)), AtomicUsize::new(0));
    let ask: Box<AskPartitions> = Box::new(move |task| {
        let replies = partitions(task)?;
        if !matches!(task, Task::Question { .. }) || asked.fetch_add(1, Ordering::Relaxed) < from {
            return Ok(replies);
        }
        let mut values: Vec<serde_json::Value> =
            replies.iter().map(|reply| serde_json::to_value(reply).expect("a reply")).collect();
        change(&mut values);
        Ok(values.into_iter().map(|value| serde_json::from_value(value).expect("a reply")).collect())
    });
    train_on(ask, settings).expect_err("it is refused").to_string()
}

#[test]
fn replies_in_another_order_and_of_other_data_are_refused() {
    let error = refused(&settings("dorm"), 6, |replies| replies.swap(0, 2));
    assert!(error.starts_with("partitions[0] replied from other data than at first"), "{error}");

    let parts = parts(&data(), 2);
    let other = Partition::new(Arc::new(parts[1].select_queries(&[0, 1, 2])));
    let (partitions, asked) = (asking(parts), AtomicUsize::new(0));
    let ask: Box<AskPartitions> = Box::new(move |task| {
        let mut replies = partitions(task)?;
        if asked.fetch_add(1, Ordering::Relaxed) > 8 {
            replies[1] = travelled(&other, task)?;
        }
        Ok(replies)
    });
    let error = train_on(ask, &settings("dorm")).expect_err("it is refused").to_string();
    assert!(error.starts_with("partitions[1] replied from other data than at first"), "{error}");
}

#[test]
fn replies_with_vectors_of_other_lengths_are_refused() {
    let shorter = |replies: &mut Vec<serde_json::Value>| {
        for reply in replies {
            for list in reply["answer"].as_object_mut().expect("an answer").values_mut() {
                list.as_array_mut().map(Vec::pop);
            }
        }
    };
    for settings in [settings("dorm"), settings("ranknet-linear"), settings("logistic")] {
        for from in [1, 2, 3, 5] {
            let error = refused(&settings, from, shorter);
            assert!(error.contains("answers another question than it was asked"), "{from}: {error}");
        }
    }
    let fewer = |replies: &mut Vec<serde_json::Value>| {
        if let Some(measures) = replies[1]["measures"].as_array_mut() {
            measures.pop();
        }
    };
    let error = refused(&settings("dorm"), 1, fewer);
    assert!(error.contains("partitions[1] did another task"), "{error}");
}

#[test]
fn a_partition_that_the_preparation_empties_is_left_out() {
    let text = generate_letor(10, 12, 5);
    let zeros = "1 qid:zero 1:0 2:0\n0 qid:zero 1:0 2:0\n";
    let together = Dataset::from_letor(&format!("{text}{zeros}")).expect("LETOR text");
    let n = together.n_queries();
    let parts = [(0..n - 1).collect::<Vec<_>>(), vec![n - 1]];
    let parts = parts.map(|queries| Arc::new(together.select_queries(&queries))).to_vec();
    for method in ["dorm", "ranknet-linear"] {
        let settings = TrainingSettings { drop_zero: true, ..settings(method) };
        let alone = train(&together, &settings);
        let trained = train_on(asking(parts.clone()), &settings).expect("it trains");
        let w = |trained: &Trained| trained.2.weights().expect("linear").to_vec();
        for (one, other) in w(&trained).iter().zip(w(&alone)) {
            assert!((one - other).abs() < 1e-3, "{method}: {one} {other}");
        }
    }
    let settings = TrainingSettings { drop_zero: true, ..settings("dorm") };
    let empty = Dataset::from_letor(zeros).expect("LETOR text");
    let error = train_on(asking(vec![Arc::new(empty)]), &settings).expect_err("it is refused").to_string();
    assert!(error.contains("no query of any partition can be used"), "{error}");
}

#[test]
fn a_partition_without_usable_queries_takes_part_in_the_measures_alone() {
    let text = generate_letor(10, 12, 5);
    let flat: String = (0..3).map(|row| format!("1 qid:flat {}\n", features(&text, row))).collect();
    let together = Dataset::from_letor(&format!("{text}{flat}")).expect("LETOR text");
    let n = together.n_queries();
    let parts = [(0..n - 1).collect::<Vec<_>>(), vec![n - 1]];
    let parts = parts.map(|queries| Arc::new(together.select_queries(&queries))).to_vec();
    for method in ["dorm", "ranknet-linear"] {
        let settings = settings(method);
        let alone = train(&together, &settings);
        let (reports, stop, _) = train_on(asking(parts.clone()), &settings).expect("it trains");
        assert_same_optimum(&stop, &alone.1, &settings);
        assert_eq!(reports[0].train[0].value, alone.0[0].train[0].value);
    }
}

/// Returns the features of a document of the text.
fn features(text: &str, row: usize) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let line = lines[row].split('#').next().expect("a line");
    line.split_whitespace().skip(2).collect::<Vec<_>>().join(" ")
}
