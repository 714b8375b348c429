//! Invalid settings are rejected with the name of the setting, equally natively and on wasm32.

use rankscope::export::command::{CommandFiles, train_command};
use rankscope::method::settings::TrainingSettings;
use rankscope::method::{METHODS, check_all, effective_options, loss_options, training_options};
use rankscope::model::Model;

fn parsed(settings: TrainingSettings) -> Result<(), String> {
    settings.parse().map(drop).map_err(|fault| fault.to_string())
}

#[test]
fn a_threshold_is_a_grade_above_0() {
    let with = |threshold| parsed(TrainingSettings { threshold, ..TrainingSettings::default() });
    assert_eq!((with(1), with(255)), (Ok(()), Ok(())));
    let fault = with(0).expect_err("no grade");
    assert!(fault.starts_with("threshold: 0 is not a grade"), "{fault}");
    assert!(fault.ends_with("choose one from 1 to 255"), "{fault}");
}

#[test]
fn both_targets_accept_the_same_integers() {
    let model = |settings: &str| {
        format!(
            r#"{{"format": "rankscope-model", "version": 1, "settings": {settings}, "max_grade": 1,
                "scaling": {{"kind": "none"}}, "weights": [1.0]}}"#
        )
    };
    for field in ["max_iterations", "cut_off", "decay_cut"] {
        let with = |number: u64| {
            let settings = format!(r#"{{"method": "svm-mrr", "{field}": {number}}}"#);
            let read = serde_json::from_str(&settings).map_err(|fault| fault.to_string()).and_then(parsed);
            assert_eq!(Model::parse(&model(&settings)).is_ok(), read.is_ok(), "{field} {number}");
            read
        };
        assert_eq!(with(u32::MAX.into()), Ok(()), "{field}");
        assert!(with(u64::from(u32::MAX) + 1).is_err() && with(u64::MAX).is_err(), "{field}");
    }
    #[cfg(target_pointer_width = "64")]
    assert_eq!(
        parsed(TrainingSettings { decay_cut: Some(5_000_000_000), ..TrainingSettings::default() }),
        Err("decay_cut: 5000000000 is too large; the largest is 4294967295".to_owned())
    );
}

#[test]
fn every_setting_is_an_option_of_the_catalogue() {
    // Files leave gains and patience out that are not given.
    let with_both = TrainingSettings {
        label_gain: "linear".to_owned(),
        patience: Some(5),
        ..TrainingSettings::default()
    };
    let settings = serde_json::to_value(with_both).expect("settings are plain data");
    let mut keys: Vec<&String> = settings.as_object().expect("an object").keys().collect();
    let mut names: Vec<&str> =
        [loss_options(), training_options()].concat().iter().map(|one| one.name).collect();
    names.push("method");
    keys.sort_unstable();
    names.sort_unstable();
    assert_eq!(keys, names);
}

#[test]
fn the_text_of_a_value_parses_back() {
    for option in [loss_options(), training_options()].concat() {
        let mut settings = TrainingSettings::default();
        let usual = option.text(&settings);
        option.set(&mut settings, &usual).expect(option.name);
        assert_eq!(settings, TrainingSettings::default(), "{}", option.name);
        let other = match option.kind {
            rankscope::method::OptionKind::Flag => "true",
            rankscope::method::OptionKind::Number => "0.5",
            rankscope::method::OptionKind::Integer => "7",
            _ => "x,y",
        };
        option.set(&mut settings, other).expect(option.name);
        assert_eq!(option.text(&settings), other, "{}", option.name);
        assert!(!option.is_default(&settings), "{}", option.name);
        option.reset(&mut settings);
        assert_eq!(settings, TrainingSettings::default(), "{} is reset", option.name);
    }
}

#[test]
fn values_are_checked_for_every_method() {
    type Fault<'a> = (&'a str, &'a dyn Fn(&mut TrainingSettings));
    let faults: [Fault; 11] = [
        ("pairs", &|s| s.pairs = "bogus".to_owned()),
        ("pairs_of", &|s| s.pairs_of = "bogus".to_owned()),
        ("cut_off", &|s| s.cut_off = Some(0)),
        ("generator", &|s| s.generator = "top:0".to_owned()),
        ("components", &|s| s.components = vec!["dorm".to_owned()]),
        ("slacks", &|s| s.slacks = "?".to_owned()),
        ("discount", &|s| s.discount = "?".to_owned()),
        ("feature_map", &|s| s.feature_map = "?".to_owned()),
        ("measure", &|s| s.measure = "?".to_owned()),
        ("decay", &|s| s.decay = "power:-1".to_owned()),
        ("reference", &|s| s.reference = "?".to_owned()),
    ];
    for method in METHODS {
        for (field, change) in &faults {
            let mut settings =
                TrainingSettings { method: method.name.to_owned(), ..TrainingSettings::default() };
            change(&mut settings);
            let fault = parsed(settings.clone()).expect_err(field);
            assert!(fault.starts_with(&format!("{field}: ")), "{}: {fault}", method.name);
            // A file may contain the value if the option has no effect.
            let uses =
                effective_options(&settings).is_ok_and(|used| used.iter().any(|one| one.name == *field));
            let mended = settings.mend_unused().and_then(|()| settings.parse().map(drop));
            assert_eq!(
                mended.is_err(),
                uses || method.name == "combo" && *field == "components",
                "{}: {field}",
                method.name
            );
        }
    }
}

/// The settings that a command line sets, limited to values without blanks.
#[test]
fn the_command_of_a_run_contains_every_option_with_an_effect() {
    let mut settings = TrainingSettings {
        measure: "p@3".to_owned(),
        decay: "log".to_owned(),
        offset: 2.0,
        decay_cut: Some(4),
        reference: "fixed".to_owned(),
        cut_off: Some(3),
        discount: "flat".to_owned(),
        feature_map: "po".to_owned(),
        generator: "top:5".to_owned(),
        pairs: "sum".to_owned(),
        components: vec!["svm-mrr".to_owned(), "ranksvm".to_owned()],
        slacks: "separate".to_owned(),
        working_set: "1-slack".to_owned(),
        drop_zero: true,
        measures: vec!["map".to_owned(), "eru:5,2".to_owned()],
        ..TrainingSettings::default()
    };
    let files = CommandFiles { train: "t".to_owned(), ..CommandFiles::default() };
    for (method, options) in [
        ("dorm", "--measure p@3 --decay log --offset 2 --decay-cut 4 --reference fixed"),
        ("svm-auc", ""),
        ("svm-ndcg", "--cut-off 3 --discount flat --reference fixed"),
        ("svm-precision", "--cut-off 3 --reference fixed"),
        ("combo", "--components svm-mrr,ranksvm --slacks separate --cut-off 3 --feature-map po --pairs sum"),
    ] {
        settings.method = method.to_owned();
        let words = format!(
            "rankscope train t --method {method} {options} --c 10 --working-set 1-slack --drop-zero --measures map,eru:5,2"
        );
        assert_eq!(train_command(&settings, &files), words.replace("  ", " "));
    }
}

#[test]
fn alternatives_are_refused_only_for_their_own_faults() {
    let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    };
    let check = |settings: &TrainingSettings, alternatives| check_all(settings, &pairs(alternatives));
    let usual = TrainingSettings::default();
    let asked = [
        ("method", "svm-map"),
        ("method", "dance"),
        ("decay", "list:1"),
        ("decay", "power:-1"),
        ("pairs", "sum"),
        ("cut_off", "0"),
    ];
    let refused = check(&usual, &asked).expect("options of the catalogue");
    assert_eq!(
        refused.iter().map(Option::is_some).collect::<Vec<_>>(),
        [false, true, false, true, false, true]
    );
    let why = refused[5].as_deref().expect("refused");
    assert!(why.starts_with("0 would count no rank"), "without the option's name: {why}");

    let broken = TrainingSettings { decay: "steep".to_owned(), ..usual.clone() };
    let refused = check(&broken, &[("reference", "fixed"), ("reference", "odd"), ("decay", "log")]);
    let refused = refused.expect("options of the catalogue");
    assert_eq!(refused.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, false]);
    assert!(check(&usual, &[("colour", "red")]).is_err() && check(&usual, &[("c", "much")]).is_err());
}

#[test]
fn model_files_with_larger_seeds_still_open() {
    let file = r#"{"format": "rankscope-model", "version": 1, "settings": {"seed": 18446744073709551615},
        "max_grade": 1, "scaling": {"kind": "none"}, "weights": [1.0]}"#;
    let model = Model::parse(file).expect("a model file of an earlier version");
    assert_eq!(model.settings.seed, u64::MAX);
    assert_eq!(parsed(model.settings.clone()), Ok(()), "what else is asked of the settings works too");
    assert_eq!(Model::parse(&model.json()), Ok(model));
}
