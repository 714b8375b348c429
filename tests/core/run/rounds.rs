//! Rounds that validation data end early, and rounds that go on after those of a model.

use std::sync::Arc;

use rankscope::data::{Dataset, generate_letor};
use rankscope::learner::StopReason;
use rankscope::method::settings::TrainingSettings;
use rankscope::method::{METHODS, methods_with};
use rankscope::model::{Model, read_model};
use rankscope::run::{Progress, StepReport, Stop, TrainingRun, add_rounds, n_rounds, settings_of};

/// The methods whose rounds or epochs validation data choose.
const CHOSEN: [&str; 8] =
    ["lambdarank", "ranknet", "rankboost", "frank", "adarank", "mcrank", "lambdamart", "prank"];
const BOOSTED: [&str; 5] = ["rankboost", "frank", "adarank", "mcrank", "lambdamart"];

/// Training and validation data.
fn sets(seed: u64) -> [Arc<Dataset>; 2] {
    [(14, seed), (8, seed + 1)].map(|(queries, seed)| {
        Arc::new(Dataset::from_letor(&generate_letor(queries, 12, seed)).expect("generated data parse"))
    })
}

fn settings(method: &str, rounds: usize) -> TrainingSettings {
    TrainingSettings {
        method: method.to_owned(),
        rounds: Some(rounds),
        epochs: Some(rounds),
        reuse: "not-last".to_owned(),
        leaves: 4,
        min_documents: 5,
        ..TrainingSettings::default()
    }
}

/// Trains to the end in slices of `budget`, after the rounds of a model if one is given.
fn train(
    [train, valid]: &[Arc<Dataset>; 2],
    settings: &TrainingSettings,
    from: Option<&Model>,
    budget: usize,
) -> (Vec<StepReport>, Stop, Model) {
    let mut run = TrainingRun::new(Arc::clone(train), settings).expect("the run starts");
    run.watch_validation(Arc::clone(valid)).expect("the validation data fit");
    run.check_validation().expect("there are validation data");
    from.map_or(Ok(()), |model| run.continue_from(model)).expect("the model fits");
    let mut reports = Vec::new();
    loop {
        match run.advance(budget) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => reports.push(report),
            Progress::Stopped { stop } => return (reports, stop, run.model().expect("a model")),
        }
    }
}

/// The iteration at which a run of these validation values stops, by definition: the first at which none of the last
/// `patience` values is above all values before them.
fn stops_at(values: &[f64], patience: usize) -> Option<usize> {
    (patience..values.len()).find(|&last| {
        let (before, waited) = values[..=last].split_at(last + 1 - patience);
        let highest = before.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        waited.iter().all(|value| *value <= highest)
    })
}

#[test]
fn patience_is_an_option_of_the_methods_whose_rounds_validation_data_choose() {
    assert_eq!(methods_with("patience"), CHOSEN);
    let [train, _] = sets(1);
    for method in METHODS {
        let settings =
            TrainingSettings { method: method.name.to_owned(), patience: Some(2), ..settings("", 2) };
        // A threshold that splits queries is not the point here.
        let Ok(run) = TrainingRun::new(Arc::clone(&train), &settings) else { panic!("{}", method.name) };
        let refused = run.check_validation();
        assert_eq!(refused.is_err(), CHOSEN.contains(&method.name), "{}: {refused:?}", method.name);
    }
    let none = TrainingSettings { patience: Some(0), ..settings("frank", 2) }.parse();
    assert!(none.is_err_and(|error| error.to_string().contains("patience: 0")));
}

#[test]
fn training_stops_at_the_round_that_the_validation_curve_of_a_full_run_says() {
    let mut stopped = 0;
    for method in CHOSEN {
        for seed in [1, 5] {
            let sets = sets(seed);
            let whole = settings(method, 40);
            let (all, _, _) = train(&sets, &whole, None, 50);
            let values: Vec<f64> = all.iter().map(|report| report.valid[0].value.expect("defined")).collect();
            for patience in [1, 2, 3, 5, 8] {
                let wanted = TrainingSettings { patience: Some(patience), ..whole.clone() };
                let (reports, stop, model) = train(&sets, &wanted, None, 3);
                let case = format!("{method}, seed {seed}, patience {patience}: {values:?}");
                match stops_at(&values, patience) {
                    Some(last) => {
                        assert_eq!(
                            (stop.reason, stop.iterations),
                            (StopReason::StoppedEarly, last),
                            "{case}"
                        );
                        stopped += 1;
                    }
                    None => assert_ne!(stop.reason, StopReason::StoppedEarly, "{case}"),
                }
                assert_eq!(reports, all[..reports.len()], "{case}");
                assert_eq!(stop.iterations + 1, reports.len(), "{case}");
                // The model is the best of these iterations, not the last one.
                let highest = values[..reports.len()].iter().copied().fold(0.0, f64::max);
                let chosen = stop.chosen.expect("validation data choose");
                assert_eq!(chosen.valid, Some(highest), "{case}");
                let (_, other, last) = train(&sets, &wanted, None, 1_000_000);
                assert_eq!((other, last), (stop, model), "{case}");
            }
        }
    }
    assert!(stopped > 30, "only {stopped} runs stopped early");
}

#[test]
fn without_validation_data_patience_never_ends_a_run() {
    let [train, _] = sets(1);
    let settings = TrainingSettings { patience: Some(1), ..settings("lambdamart", 12) };
    let mut run = TrainingRun::new(train, &settings).expect("the run starts");
    assert!(run.check_validation().is_err_and(|error| error.to_string().contains("--valid")));
    let stop = loop {
        if let Progress::Stopped { stop } = run.advance(100) {
            break stop;
        }
    };
    assert_eq!((stop.reason, stop.iterations), (StopReason::Complete, 12));
}

#[test]
fn ten_rounds_and_twenty_more_are_thirty_rounds_bit_by_bit() {
    for method in BOOSTED {
        for (scale, variant) in [("none", ""), ("minmax", "second")] {
            let sets = sets(3);
            let second = match (method, variant) {
                ("rankboost", "second") => "first",
                ("mcrank", "second") => "ordinal",
                _ => "",
            };
            let of = |rounds| TrainingSettings {
                scale: scale.to_owned(),
                variant: second.to_owned(),
                epochs: None,
                ..settings(method, rounds)
            };
            let (whole, end, model) = train(&sets, &of(30), None, 40);
            // The model of ten rounds has all of them, because it is chosen by training data.
            let mut short = TrainingRun::new(Arc::clone(&sets[0]), &of(10)).expect("the run starts");
            while !matches!(short.advance(1000), Progress::Stopped { .. }) {}
            let scorer = short.scorer(10).expect("ten rounds").into_owned();
            let first = Model { scorer, ..short.model().expect("a model") };
            // As a file has it.
            let first = read_model(first.json().as_bytes()).expect("a model file");
            assert_eq!(n_rounds(&first), 10, "{method}");
            let mut more = TrainingSettings { rounds: Some(20), ..settings_of(&first) };
            add_rounds(&first, &mut more).expect("a method with rounds");
            assert_eq!(more.rounds, Some(30));
            let (reports, stop, last) = train(&sets, &more, Some(&first), 7);
            assert_eq!(last.json(), model.json(), "{method} {scale}");
            assert_eq!((stop, reports.len()), (end, whole.len()), "{method} {scale}");
            assert_eq!(reports[11..], whole[11..], "{method} {scale}");
            for (report, one) in reports.iter().zip(&whole) {
                assert_eq!((&report.train, &report.valid), (&one.train, &one.valid), "{method}");
                assert_eq!(report.step.objective, one.step.objective, "{method}");
            }
        }
    }
}

#[test]
fn patience_counts_from_the_end_of_the_model() {
    let sets = sets(5);
    let (all, _, _) = train(&sets, &settings("frank", 40), None, 100);
    let values: Vec<f64> = all.iter().map(|report| report.valid[0].value.expect("defined")).collect();
    let mut short = TrainingRun::new(Arc::clone(&sets[0]), &settings("frank", 20)).expect("the run starts");
    while !matches!(short.advance(1000), Progress::Stopped { .. }) {}
    let scorer = short.scorer(20).expect("twenty rounds").into_owned();
    let first = Model { scorer, ..short.model().expect("a model") };
    for patience in [1, 2, 4, 7] {
        let wanted = TrainingSettings { patience: Some(patience), ..settings("frank", 40) };
        let (_, stop, _) = train(&sets, &wanted, Some(&first), 100);
        let highest = |last: usize| values[..=last].iter().copied().fold(0.0, f64::max);
        let last = (20 + patience..=40).find(|&last| highest(last) == highest(last - patience));
        assert_eq!(stop.iterations, last.unwrap_or(40), "{patience}: {values:?}");
    }
}

#[test]
fn a_model_that_does_not_fit_is_refused_in_one_sentence() {
    let [train, _] = sets(1);
    let trained = |settings: &TrainingSettings| {
        let mut run = TrainingRun::new(Arc::clone(&train), settings).expect("the run starts");
        while !matches!(run.advance(1000), Progress::Stopped { .. }) {}
        run.model().expect("a model")
    };
    let check = |model: &Model, of: &TrainingSettings, words: &[&str]| {
        let mut run = TrainingRun::new(Arc::clone(&train), of).expect("the run starts");
        let said = run.continue_from(model).expect_err("it does not fit").to_string();
        for word in words.iter().chain(&["from: "]) {
            assert!(said.contains(word), "{said:?} does not say {word:?}");
        }
        assert!(!said.contains(". "), "{said:?} is more than a sentence");
    };
    let of = |method: &str, scale: &str| TrainingSettings { scale: scale.to_owned(), ..settings(method, 3) };
    let model = trained(&of("rankboost", "none"));
    check(&model, &of("frank", "none"), &["of rankboost", "--method rankboost"]);
    check(&model, &of("rankboost", "minmax"), &["scaled", "--scale"]);
    check(&trained(&of("rankboost", "standard")), &of("rankboost", "minmax"), &["scaled"]);
    let wide = Model { n_features: 3, ..model.clone() };
    check(&wide, &of("rankboost", "none"), &["has 3 features"]);
    let named = train.feature_names()[0].clone().expect("generated features have names");
    let other = model.clone().with_names(&[Some("other".to_owned())]).expect("a name");
    check(&other, &of("rankboost", "none"), &["feature 1", "other", &named]);
    let classes = trained(&of("mcrank", "none"));
    let ordinal = TrainingSettings { variant: "ordinal".to_owned(), ..of("mcrank", "none") };
    check(&classes, &ordinal, &["other terms"]);
    let linear = trained(&of("listnet", "none"));
    check(&linear, &of("listnet", "none"), &["cannot go on"]);
    let mut more = settings_of(&linear);
    assert!(add_rounds(&linear, &mut more).is_err_and(|error| error.to_string().contains("no rounds")));
}
