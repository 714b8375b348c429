//! Gains of grades that are given apart from the measure, and grades above 31.

use std::sync::Arc;

use crate::support::{Random, assert_close, permutations};
use rankscope::Error;
use rankscope::data::{Dataset, QueryRows};
use rankscope::export::command::{CommandFiles, train_command};
use rankscope::loss::margin;
use rankscope::method::settings::TrainingSettings;
use rankscope::method::{METHODS, check_effect, effective_options};
use rankscope::metric::Undefined;
use rankscope::model::Model;
use rankscope::ranking::Ranking;
use rankscope::run::{Progress, TrainingRun};

fn settings(method: &str, measure: &str, label_gain: &str) -> TrainingSettings {
    TrainingSettings {
        method: method.to_owned(),
        measure: measure.to_owned(),
        label_gain: label_gain.to_owned(),
        ..TrainingSettings::default()
    }
}

/// Returns data with these grades, a few documents a query.
fn data(grades: &[&[u8]]) -> Arc<Dataset> {
    let mut random = Random::new(5);
    let query = |(index, grades): (usize, &&[u8])| QueryRows {
        id: index.to_string(),
        grades: grades.to_vec(),
        features: grades
            .iter()
            .flat_map(|&grade| [f64::from(grade) + random.uniform(), random.uniform()])
            .collect(),
        comments: vec![],
    };
    let rows: Vec<QueryRows> = grades.iter().enumerate().map(query).collect();
    Arc::new(Dataset::from_queries(2, &rows).expect("data"))
}

fn refusal(data: &Arc<Dataset>, settings: &TrainingSettings) -> String {
    match TrainingRun::new(Arc::clone(data), settings) {
        Ok(_) => panic!("{} is trained", settings.method),
        Err(error) => error.to_string(),
    }
}

fn trained(data: &Arc<Dataset>, settings: &TrainingSettings) -> Model {
    let mut run = TrainingRun::new(Arc::clone(data), settings).unwrap_or_else(|error| panic!("{error}"));
    while !matches!(run.advance(1000), Progress::Stopped { .. }) {}
    run.model().expect("a model")
}

/// DCG of gains in the order of ranks.
fn dcg(gains: impl Iterator<Item = f64>, cut_off: usize) -> f64 {
    gains.take(cut_off).enumerate().map(|(rank, gain)| gain / (rank as f64 + 2.0).log2()).sum()
}

#[test]
fn the_oracle_of_every_table_beats_every_permutation() {
    let mut random = Random::new(41);
    let orders: Vec<Vec<Ranking>> =
        (0..=6).map(|n| permutations(n).into_iter().map(Ranking::from_order).collect()).collect();
    for trial in 0..240 {
        // A table over 45 grades that rises now and then, and documents of few or many grades.
        let mut gains = vec![0.0_f64];
        for _ in 1..45 {
            let step = [0.0, 0.0, 0.5, random.uniform(), 20.0][random.integer(0, 4) as usize];
            gains.push(gains[gains.len() - 1] + step);
        }
        let is_linear = trial % 8 == 0;
        let gain_of = |grade: u8| if is_linear { f64::from(grade) } else { gains[usize::from(grade)] };
        let table = gains.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
        let n = random.integer(2, 6) as usize;
        let few = [0, random.integer(1, 44), random.integer(1, 44)];
        let grades: Vec<u8> = (0..n)
            .map(|_| if trial % 2 == 0 { few[random.integer(0, 2) as usize] } else { random.integer(0, 44) } as u8)
            .collect();
        let k = random.integer(1, 6) as usize;
        let name = ["ndcg", "dcg"][trial % 2];
        let settings = TrainingSettings {
            decay: ["power:0.5", "power:2", "measure", "log"][trial % 4].to_owned(),
            reference: ["fixed", "averaged", "aligned", "ramp"][trial / 4 % 4].to_owned(),
            ..settings("dorm", &format!("{name}@{k}"), if is_linear { "linear" } else { &table })
        };
        let config = settings.parse().unwrap_or_else(|error| panic!("{error}"));
        let loss = config.learner.loss().expect("a structured loss").slack_groups()[0][0].bind(&grades);
        let best_first = {
            let mut all: Vec<f64> = grades.iter().map(|&grade| gain_of(grade)).collect();
            all.sort_by(|one, other| other.total_cmp(one));
            all
        };
        let Some(loss) = loss else {
            let is_flat = best_first[0] == best_first[n - 1];
            assert!(is_flat || k == n && n == 1, "{grades:?} of {table} can be ranked");
            continue;
        };
        let best = dcg(best_first.iter().copied(), k);
        let scale = if name == "ndcg" { best } else { 1.0 };
        let scores = random.scores(n);
        let of = |y: &Ranking| loss.delta(y) - margin(&loss.delta_psi(y), &scores);
        let found = of(&loss.most_violated(&scores));
        let mut greatest = f64::MIN;
        for y in &orders[n] {
            let value = dcg(y.order().iter().map(|&document| gain_of(grades[document as usize])), k);
            if settings.reference != "ramp" {
                let what = format!("Δ of {} in trial {trial}", settings.measure);
                assert_close(loss.delta(y), (best - value) / scale, 1e-10 * (1.0 + best / scale), &what);
            }
            greatest = greatest.max(of(y));
        }
        assert_close(found, greatest, 1e-12 * (1.0 + best / scale), &format!("trial {trial}: {settings:?}"));
    }
}

#[test]
fn a_table_gives_the_same_training_as_the_name_of_its_gains() {
    let data = data(&[&[3, 0, 1, 2, 0], &[0, 2, 2, 1], &[1, 0, 3]]);
    for method in ["dorm", "lambdamart", "smoothrank", "adarank", "single-feature"] {
        let of = |label_gain: &str| {
            let mut settings = settings(method, "ndcg@3", label_gain);
            (settings.min_documents, settings.measures) = (1, vec!["map".to_owned()]);
            let model = trained(&data, &settings);
            format!("{:?}", model.score(&data).expect("scores"))
        };
        assert_eq!(of("0,1,3,7"), of(""), "{method}");
        assert_eq!(of("0,1,2,3"), of("linear"), "{method}");
        if ["dorm", "lambdamart", "smoothrank"].contains(&method) {
            assert_ne!(of("linear"), of(""), "{method}");
        }
    }
}

#[test]
fn models_keep_the_gains_and_measure_by_them() {
    let data = data(&[&[40, 0, 39], &[0, 41, 7, 41]]);
    let table = (0..=41).map(|grade| (grade * grade).to_string()).collect::<Vec<_>>().join(",");
    for method in ["dorm", "lambdamart", "smoothrank", "adarank", "single-feature"] {
        let mut settings = settings(method, "ndcg@3", &table);
        settings.min_documents = 1;
        let model = trained(&data, &settings);
        let json = model.json();
        let read = Model::parse(&json).expect("the file opens");
        assert_eq!(read.settings.label_gain, table);
        let measures = read.settings.parse().expect("settings").measures;
        let k = if method == "lambdamart" { 10 } else { 3 };
        assert_eq!(measures[0].key(), format!("ndcg@{k}+gain:{table}"), "{method}");
        let named = |name: String| {
            read.evaluate(&data, &[name.parse().expect("a measure")], Undefined::Skip)
                .expect("values")
                .per_query
        };
        assert_eq!(named(measures[0].key()), named(format!("ndcg@{k}+gain:{table}")));
        let command =
            train_command(&settings, &CommandFiles { train: "a.txt".to_owned(), ..Default::default() });
        assert!(command.contains(&format!("--label-gain {table}")), "{command}");
    }
    let plain = trained(&data, &settings("dorm", "ndcg@3+linear", ""));
    assert!(!plain.json().contains("label_gain"), "files without gains keep their bytes");
}

#[test]
fn gains_are_refused_where_they_mean_nothing() {
    let refused = |method: &str, measure: &str, gain: &str, words: &str| {
        let error = settings(method, measure, gain).parse().expect_err(words).to_string();
        assert!(error.starts_with("label_gain: ") && error.contains(words), "{error}");
        assert!(!error.contains(". "), "one sentence: {error}");
    };
    refused("dorm", "p@5", "linear", "P@5 has no gain of grades; ndcg, dcg and dndcg have one");
    refused("dorm", "mwta", "0,1", "mwta has the gain 2^g − 1 by definition");
    refused("dorm", "ndcg+linear", "0,1,3", "NDCG+linear names another gain itself");
    refused("adarank", "err", "0,1,3", "takes the gain linear only");
    refused("smoothrank", "map", "0,1,3", "AP has no gain of grades");
    for (gain, words) in [
        ("0,3,1", "never fall"),
        ("1,2", "begin with 0"),
        ("steep", "separated by commas"),
        (&vec!["0"; 257].join(","), "2 to 64 gains"),
    ] {
        refused("lambdamart", "ndcg", gain, words);
    }
    let names = (0..64).map(|grade: u64| (grade * 10_u64.pow(15)).to_string()).collect::<Vec<_>>().join(",");
    refused("lambdamart", "ndcg", &names, "longer than 1000 characters");
    // The same gain twice is no contradiction, and ERR has the linear gain.
    settings("dorm", "ndcg+linear", "linear").parse().expect("one gain");
    settings("adarank", "err", "LINEAR").parse().expect("the linear gain");
    // Methods without gains have no such option.
    for method in METHODS {
        let has = method.options.iter().any(|option| option.name == "label_gain");
        let one = [method.name.to_owned()];
        let error = check_effect(&["label_gain"], &settings(method.name, "ndcg", "0,1"), &one).err();
        assert_eq!(error.is_none(), has, "{}", method.name);
        if let Some(error) = error {
            assert!(error.to_string().contains("lambdamart"), "{error}");
        }
    }
    let used = effective_options(&settings("lambdamart", "ndcg", "")).expect("options");
    assert!(used.iter().any(|option| option.name == "label_gain"));
}

#[test]
fn grades_without_an_exact_gain_are_refused_with_the_remedy() {
    let high = data(&[&[60, 0, 1], &[0, 2, 60]]);
    let check = |settings: &TrainingSettings, words: &[&str]| {
        let error = refusal(&high, settings);
        for words in words {
            assert!(error.contains(words), "{} lacks {words}: {error}", settings.method);
        }
        assert!(!error.contains(". "), "one sentence: {error}");
    };
    let exact = "the gain 2^g − 1 is exact up to grade 53, and the data have grade 60";
    for method in ["dorm", "lambdamart", "smoothrank", "adarank", "single-feature"] {
        check(
            &settings(method, "ndcg@3", ""),
            &["label_gain: ", exact, "give linear, or a gain of every grade"],
        );
        check(&settings(method, "ndcg@3", "0,1,3"), &["the table has gains up to grade 2", "grade 60"]);
        let mut linear = settings(method, "ndcg@3", "linear");
        linear.min_documents = 1;
        trained(&high, &linear);
    }
    check(&settings("dorm", "mwta", ""), &["measure: ", exact, "choose another measure"]);
    check(&settings("adarank", "err", ""), &["measures: ERR: ", exact, "use err+linear", "as in err:4"]);
}

#[test]
fn every_method_trains_on_grades_above_31_or_says_why_not() {
    let high = data(&[&[200, 0, 1, 0, 0, 7, 0], &[0, 2, 60, 199, 0, 0, 3]]);
    for method in METHODS.iter().filter(|method| method.name != "dorm-cost") {
        let has_gain = method.options.iter().any(|option| option.name == "label_gain");
        let mut settings = settings(method.name, "ndcg@3", if has_gain { "linear" } else { "" });
        (settings.min_documents, settings.measures) = (1, vec!["ndcg@10+linear".to_owned()]);
        (settings.max_iterations, settings.rounds, settings.epochs) = (20, Some(2), Some(2));
        if method.name == "mcrank" {
            let error = refusal(&high, &settings);
            assert!(
                error.contains("McRank has a tree for each grade up to 31; read them with fewer"),
                "{error}"
            );
            continue;
        }
        trained(&high, &settings);
        // The usual measure has a gain that these grades do not have.
        let usual = TrainingSettings { measures: vec!["ndcg@10".to_owned()], ..settings };
        let error = refusal(&high, &usual);
        let words = "measures: NDCG@10: the gain 2^g − 1 is exact up to grade 53, and the data have grade 200; use \
                     ndcg@10+linear, or gains of the grades, as in ndcg@10+gain:0,1,3";
        assert_eq!(error, words, "{}", method.name);
    }
    for method in ["regression", "listnet"] {
        let targets = TrainingSettings {
            targets: "gain".to_owned(),
            measures: vec!["map".to_owned()],
            ..settings(method, "ndcg", "")
        };
        assert!(refusal(&high, &targets).contains("grade 200; use the targets grade"), "{method}");
    }
}

#[test]
fn watched_and_evaluated_data_need_gains_too() {
    let low = data(&[&[2, 0, 1], &[0, 2, 1]]);
    let high = data(&[&[60, 0, 1]]);
    let mut run = TrainingRun::new(Arc::clone(&low), &settings("dorm", "ndcg@3", "")).expect("a run");
    let error = run.watch_test(Arc::clone(&high)).expect_err("grade 60").to_string();
    assert!(error.contains("of the test data: NDCG@3: the gain 2^g − 1 is exact up to grade 53"), "{error}");
    while !matches!(run.advance(1000), Progress::Stopped { .. }) {}
    let model = run.model().expect("a model");
    let evaluate = |name: &str| model.evaluate(&high, &[name.parse().expect("a measure")], Undefined::Skip);
    assert!(matches!(evaluate("dcg@2"), Err(Error::Config { field: "measures", .. })));
    assert!(evaluate("dcg@2+linear").is_ok() && evaluate("err:4").is_ok() && evaluate("map").is_ok());
}
