//! Components of a combination with options of their own: the text form, what is refused, and the losses.

use std::sync::Arc;

use crate::support::Random;
use rankscope::export::command::{CommandFiles, train_command};
use rankscope::method::settings::TrainingSettings;
use rankscope::method::{list_items, loss_options};
use rankscope::run::{Progress, TrainingRun};

/// The settings of a combination with separate slacks, which fit every component.
fn combo(components: &[&str]) -> TrainingSettings {
    TrainingSettings {
        method: "combo".to_owned(),
        components: components.iter().map(|&text| text.to_owned()).collect(),
        slacks: "separate".to_owned(),
        ..TrainingSettings::default()
    }
}

fn names(components: &[&str]) -> Vec<String> {
    let config = combo(components).parse().expect("valid components");
    config.learner.loss().expect("a structured loss").component_names()
}

fn with(settings: &TrainingSettings, option: &str, value: &str) -> TrainingSettings {
    let mut settings = settings.clone();
    let all = loss_options();
    let option = all.iter().find(|one| one.name == option).expect("an option of the catalogue");
    option.set(&mut settings, value).expect("a value");
    settings
}

#[test]
fn a_component_prints_as_it_is_written() {
    for text in [
        "svm-auc",
        "svm-auc:threshold=2",
        "svm-ndcg:cut-off=5,discount=flat",
        "svm-ndcg-nc:discount=standard",
        "svm-mrr:cut-off=10,feature-map=po,threshold=3",
        "svm-precision:cut-off=1",
        "owpc:generator=top:10",
        "owpc:generator=exp:2.5,threshold=2",
        "ranksvm:pairs-of=threshold,pairs=sum",
    ] {
        assert_eq!(names(&["svm-map", text]), ["svm-map", text]);
    }
    for (text, printed) in [
        (" SVM-NDCG:Discount=Flat,CUT_OFF=05 ", "svm-ndcg:cut-off=5,discount=flat"),
        ("svm-mrr:threshold=2,feature_map=po", "svm-mrr:feature-map=po,threshold=2"),
    ] {
        assert_eq!(names(&["svm-map", text]), ["svm-map", printed]);
    }
    let of_grades = names(&["svm-map", "ranksvm:pairs=sum"]);
    assert_eq!(of_grades[1], "ranksvm:pairs=sum, grade 1");
}

#[test]
fn a_list_of_components_parses_back() {
    let check = |text: &str, expected: &[&str]| {
        assert_eq!(list_items(text), expected);
        assert_eq!(list_items(&expected.join(",")), expected);
    };
    check("svm-map,svm-ndcg", &["svm-map", "svm-ndcg"]);
    check(
        "svm-ndcg:cut-off=5, discount=flat,svm-mrr:cut-off=10,feature-map=po,owpc:generator=top:10,threshold=2,svm-auc",
        &[
            "svm-ndcg:cut-off=5,discount=flat",
            "svm-mrr:cut-off=10,feature-map=po",
            "owpc:generator=top:10,threshold=2",
            "svm-auc",
        ],
    );
    // Measures have no options of this form.
    check("eru:5,2,ndcg@10,p@3", &["eru:5,2", "ndcg@10", "p@3"]);
    check("ap,a=b", &["ap", "a=b"]);
}

#[test]
fn a_component_with_a_fault_is_refused_by_its_name_and_option() {
    let check = |components: &[&str], words: &[&str]| {
        let fault = combo(components).parse().map(drop).expect_err("a fault").to_string();
        assert!(fault.starts_with("components: "), "{components:?}: {fault}");
        for word in words {
            assert!(fault.contains(word), "{components:?}: {fault} lacks {word}");
        }
    };
    let one = |text: &str, words: &[&str]| check(&["svm-map", text], words);
    one("svm-ndcg:depth=5", &["svm-ndcg has no option \"depth\"", "cut-off, discount, threshold"]);
    one("svm-auc:cut-off=5", &["svm-auc has no option \"cut-off\"; choose among threshold"]);
    one("svm-precision:reference=fixed", &["no option \"reference\""]);
    one("svm-ndcg:slacks=shared", &["no option \"slacks\""]);
    one("svm-ndcg:cut-off=0", &["\"svm-ndcg:cut-off=0\": cut-off: 0 would count no rank; the smallest"]);
    one("svm-ndcg:cut-off=many", &["cut-off: \"many\" is not a whole number from 1"]);
    one("svm-ndcg:cut-off=", &["cut-off: the value is missing"]);
    one("svm-ndcg:discount=steep", &["discount: \"steep\" is not one of standard, flat"]);
    one("svm-mrr:feature-map=?", &["feature-map: "]);
    one("owpc:generator=top:0", &["\"owpc:generator=top:0\": generator: "]);
    one("owpc:threshold=256", &["threshold: ", "255"]);
    one("owpc:threshold=0", &["threshold: ", "1 to 255"]);
    one("svm-precision:cut-off=100001", &["\"svm-precision:cut-off=100001\": cut-off: 100001 is more than"]);
    // A machine with words of 32 bits cannot read the number.
    let refused = if usize::BITS > 32 { "too large" } else { "is not a whole number from 1" };
    one("svm-ndcg:cut-off=99999999999", &["cut-off: ", refused]);
    one("svm-ndcg:", &["\"\" is not an option with a value; write options as in svm-ndcg:cut-off=5"]);
    one("svm-ndcg:flat", &["\"flat\" is not an option with a value"]);
    one("svm-ndcg:discount = flat", &["no blanks"]);
    one("svm-ndcg:cut-off=5,cut_off=6", &["cut-off is there twice"]);
    one("dorm:cut-off=5", &["\"dorm\" cannot be a component"]);
    one("SVM-MAP", &["svm-map is there twice"]);
    check(
        &["svm-ndcg:cut-off=5,discount=flat", "svm-ndcg:discount=flat,cut_off=5"],
        &["svm-ndcg:cut-off=5,discount=flat is there twice"],
    );
    check(&["svm-ndcg:cut-off=5"], &["at least two"]);
    let many: Vec<String> = (1..=21).map(|k| format!("svm-ndcg:cut-off={k}")).collect();
    check(&many.iter().map(String::as_str).collect::<Vec<_>>(), &["at most 20 components", "21"]);
    // The grades of RankSVM have slacks of their own.
    let shared = |text: &str| {
        let settings = TrainingSettings { slacks: "shared".to_owned(), ..combo(&["svm-map", text]) };
        settings.parse().map(drop)
    };
    assert!(shared("ranksvm:pairs-of=threshold").is_ok());
    let fault = shared("ranksvm:pairs-of=grades").expect_err("grades").to_string();
    assert!(fault.starts_with("components: \"ranksvm:pairs-of=grades\": pairs-of: the grades"), "{fault}");
    assert!(shared("ranksvm").expect_err("grades").to_string().starts_with("pairs_of: "));
}

#[test]
fn a_component_has_the_loss_of_its_method_with_its_options() {
    type Own<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)]);
    let cases: &[Own] = &[
        ("svm-auc:threshold=2", "svm-auc", &[("threshold", "2")]),
        ("svm-map:threshold=3", "svm-map", &[("threshold", "3")]),
        ("svm-ndcg", "svm-ndcg", &[]),
        ("svm-ndcg:cut-off=2", "svm-ndcg", &[("cut_off", "2")]),
        ("svm-ndcg:cut-off=5,discount=flat", "svm-ndcg", &[("cut_off", "5"), ("discount", "flat")]),
        ("svm-ndcg-nc:discount=flat", "svm-ndcg-nc", &[("discount", "flat")]),
        ("svm-mrr", "svm-mrr", &[]),
        ("svm-mrr:cut-off=1,feature-map=po", "svm-mrr", &[("cut_off", "1"), ("feature_map", "po")]),
        ("svm-precision:cut-off=1", "svm-precision", &[("cut_off", "1")]),
        ("owpc:generator=top:50", "owpc", &[("generator", "top:50")]),
        ("owpc:threshold=2", "owpc", &[("threshold", "2")]),
        ("ranksvm:pairs=sum,pairs-of=threshold", "ranksvm", &[("pairs", "sum"), ("pairs_of", "threshold")]),
    ];
    let mut random = Random::new(91);
    // The settings of all components differ from the defaults.
    let shared = TrainingSettings {
        cut_off: Some(3),
        feature_map: "mrr".to_owned(),
        generator: "inverse-rank".to_owned(),
        ..combo(&cases.iter().map(|(text, ..)| *text).collect::<Vec<_>>())
    };
    let combination = shared.parse().expect("valid components");
    let combination = combination.learner.loss().expect("a structured loss").slack_groups();
    assert_eq!(combination.len(), cases.len(), "a slack for each component");
    let mut compared = 0;
    for (group, (text, method, own)) in combination.iter().zip(cases) {
        let alone = TrainingSettings {
            method: (*method).to_owned(),
            reference: if *method == "svm-precision" { "averaged" } else { "fixed" }.to_owned(),
            ..shared.clone()
        };
        let alone = own.iter().fold(alone, |settings, (option, value)| with(&settings, option, value));
        let alone = alone.parse().expect("valid settings");
        let alone = alone.learner.loss().expect("a structured loss").slack_groups();
        for _ in 0..40 {
            let n = random.integer(2, 7) as usize;
            let (grades, scores) = (random.grades(n, 3), random.scores(n));
            let (one, other) = (group[0].bind(&grades), alone[0][0].bind(&grades));
            assert_eq!(one.is_some(), other.is_some(), "{text}");
            let (Some(one), Some(other)) = (one, other) else { continue };
            let violator = one.most_violated(&scores);
            assert_eq!(violator.order(), other.most_violated(&scores).order(), "{text}");
            assert_eq!(one.delta(&violator).to_bits(), other.delta(&violator).to_bits(), "{text}");
            assert_eq!(one.delta_psi(&violator), other.delta_psi(&violator), "{text}");
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared} queries");
}

#[test]
fn an_option_that_equals_the_shared_one_changes_no_bit_of_the_run() {
    let data = Arc::new(Random::new(5).dataset(6, 8, 3, 2));
    let objectives = |settings: &TrainingSettings| {
        let mut run = TrainingRun::new(Arc::clone(&data), settings).expect("the run starts");
        let mut objectives = Vec::new();
        loop {
            match run.advance(100) {
                Progress::Working { .. } => {}
                Progress::Stepped { report } => objectives.push(report.step.objective.map(f64::to_bits)),
                Progress::Stopped { .. } => return objectives,
            }
        }
    };
    for slacks in ["shared", "separate"] {
        let of = |components| TrainingSettings { slacks: slacks.to_owned(), ..combo(components) };
        let shared = TrainingSettings { cut_off: Some(2), ..of(&["svm-ndcg", "svm-mrr"]) };
        let own = of(&["svm-ndcg:cut-off=2", "svm-mrr:cut-off=2"]);
        assert_eq!(objectives(&shared), objectives(&own), "{slacks}");
        let other = of(&["svm-ndcg:cut-off=2", "svm-mrr:cut-off=1"]);
        assert_ne!(objectives(&shared), objectives(&other), "{slacks}");
        let twice = objectives(&of(&["svm-ndcg:cut-off=1", "svm-ndcg:cut-off=4"]));
        assert_ne!(twice, objectives(&own), "{slacks}");
    }
}

#[test]
fn a_shared_option_has_an_effect_unless_every_component_has_its_own() {
    let files = CommandFiles { train: "t".to_owned(), ..CommandFiles::default() };
    let command = |components: &[&str]| {
        let settings = TrainingSettings { cut_off: Some(3), ..combo(components) };
        train_command(&settings, &files)
    };
    assert_eq!(
        command(&["svm-ndcg:cut-off=5,discount=flat", "svm-mrr"]),
        "rankscope train t --method combo --components svm-ndcg:cut-off=5,discount=flat,svm-mrr --slacks separate \
         --cut-off 3 --c 10"
    );
    assert_eq!(
        command(&["svm-ndcg:cut-off=5", "owpc:generator=top:10"]),
        "rankscope train t --method combo --components svm-ndcg:cut-off=5,owpc:generator=top:10 --slacks separate \
         --c 10"
    );
}

#[test]
fn the_first_component_reports_its_own_measure() {
    let measure =
        |components: &[&str]| combo(components).parse().expect("valid components").measures[0].to_string();
    assert_eq!(measure(&["svm-ndcg:cut-off=5", "svm-map"]), measure(&["svm-ndcg:cut-off=5", "svm-mrr"]));
    assert_ne!(measure(&["svm-ndcg:cut-off=5", "svm-map"]), measure(&["svm-ndcg", "svm-map"]));
}
