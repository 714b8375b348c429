//! Propensities from logs, and models evaluated by clicks, from the program.

use rankscope::data::generate_shop;
use serde_json::Value;

use crate::support::{Folder, fails, ok};

/// Returns the paths of data, a log of two rankers, and two models.
fn prepared(folder: &Folder) -> [String; 4] {
    let [train, test] = generate_shop(1);
    let data = folder.file("train.txt", &train);
    let test = folder.file("test.txt", &test);
    let log = folder.path("log.jsonl");
    let loggers = ["--logger", "feature:popular", "--second-logger", "feature:match"];
    ok(&[&["simulate-clicks", &data, "--sessions", "5000", "--out", &log], &loggers[..]].concat());
    let models = ["listnet", "mean-difference"].map(|method| {
        let out = folder.path(&format!("{method}.json"));
        ok(&["train", &test, "--method", method, "--out", &out]);
        out
    });
    let [new, old] = models;
    [data, log, new, old]
}

#[test]
fn propensities_of_a_log_evaluate_a_model() {
    let folder = Folder::new();
    let [data, log, new, old] = prepared(&folder);
    let p = folder.path("p.json");
    let text = ok(&["propensities", &log, "--data", &data, "--out", &p]);
    assert!(text.starts_with("eta: ") && text.contains("documents at two ranks or more: "), "{text}");
    let json: Value =
        serde_json::from_str(&ok(&["propensities", &log, "--data", &data, "--json"])).expect("JSON");
    let eta = json["eta"]["value"].as_f64().expect("a number");
    assert!((eta - 1.0).abs() < 0.2, "{eta}");
    let evaluate = |more: &[&str]| -> Value {
        let usual = ["eval", &data, "--model", &new, "--clicks", &log, "--json"];
        serde_json::from_str(&ok(&[&usual, more].concat())).expect("JSON")
    };
    let found = evaluate(&["--propensities", &p, "--against", &old, "--measures", "dcg@10,dcg@3"]);
    let power = evaluate(&[
        "--propensities",
        &format!("power:{eta}"),
        "--against",
        &old,
        "--measures",
        "dcg@10,dcg@3",
    ]);
    assert_eq!(found["measures"]["DCG@10"]["sessions"], 5000.0);
    for place in ["new", "old", "difference"] {
        let [one, other] = [&found, &power].map(|of| of["measures"]["DCG@3"][place]["mean"].as_f64());
        let difference = one.expect("a number") - other.expect("a number");
        assert!(difference.abs() < 1e-9, "{place}: {difference}");
    }
    let text = ok(&["eval", &data, "--model", &new, "--clicks", &log, "--propensities", "power:1"]);
    assert!(text.starts_with("DCG@10 of ") && text.contains(" over 5000 sessions\n"), "{text}");
    assert!(text.contains("note: The interval does not contain the error of the propensities."), "{text}");
}

#[test]
fn wrong_sources_and_options_have_their_messages() {
    let folder = Folder::new();
    let [data, log, new, _] = prepared(&folder);
    let refused = |arguments: &[&str], code: i32, expected: &str| fails(arguments, code, &[expected]);
    let estimate = |more: &[&str], code, expected| {
        refused(&[&["propensities", &log, "--data", &data], more].concat(), code, expected);
    };
    estimate(&["--curve", "straight"], 2, "curve: \"straight\" is not one of power, free");
    estimate(&["--source", "guess"], 2, "source: \"guess\" is not one of conditional, allpairs, pivot, em");
    estimate(&["--steps", "9"], 2, "steps: only em has it");
    estimate(&["--ranks", "1"], 2, "ranks: 1 is not from 2 to 100");
    estimate(&["--out", &log], 2, "the result would replace");
    let evaluate = |more: &[&str], code, expected| {
        refused(&[&["eval", &data, "--model", &new, "--clicks", &log], more].concat(), code, expected);
    };
    evaluate(&[], 2, "--propensities");
    evaluate(&["--propensities", "power:x"], 2, "\"x\" is not an exponent");
    evaluate(&["--propensities", "power:-1"], 2, "\"-1\" is not an exponent");
    evaluate(&["--propensities", "log"], 1, "the log has no propensities");
    evaluate(&["--propensities", &new], 1, "not a file of propensities");
    evaluate(
        &["--propensities", "power:1", "--measures", "ndcg@10"],
        2,
        "NDCG@10 needs grades; clicks estimate dcg",
    );
    evaluate(&["--propensities", "power:1", "--measures", "dcg@10+linear"], 2, "needs grades");
    evaluate(&["--propensities", "power:1", "--clip", "x"], 2, "clip: \"x\" is not a number");
    evaluate(&["--propensities", "power:1", "--clip", "2"], 2, "is not a number above 0 and up to 1");
    evaluate(&["--propensities", "power:1", "--per-query"], 2, "cannot be used with");
    refused(&["eval", &data, "--model", &new, "--propensities", "power:1"], 2, "--clicks");
}
