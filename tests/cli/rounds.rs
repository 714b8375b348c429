//! Rounds of boosting: `--patience`, `--from`, and the uses of features in the summary.

use std::collections::BTreeMap;
use std::fs;

use rankscope::data::generate_letor;
use serde_json::Value;

use crate::support::{Folder, fails, json_lines, ok};

fn files(folder: &Folder) -> [String; 2] {
    [(20, 1, "train.txt"), (10, 2, "valid.txt")]
        .map(|(queries, seed, name)| folder.file(name, generate_letor(queries, 15, seed)))
}

fn model(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a model file")).expect("JSON")
}

/// The number of rounds that a model has.
fn n_rounds(model: &Value) -> usize {
    let scorer = &model["scorer"];
    let terms = if scorer["ensembles"].is_null() { &scorer["terms"] } else { &scorer["ensembles"][0] };
    terms.as_array().expect("terms").len()
}

#[test]
fn patience_needs_validation_data_before_anything_is_read() {
    let folder = Folder::new();
    let [train, valid] = files(&folder);
    let words = ["patience: ", "validation data", "--valid", "--split"];
    for method in ["rankboost", "frank", "adarank", "mcrank", "lambdamart", "ranknet", "prank"] {
        let patience = ["--method", method, "--patience", "2"];
        fails(&[&["train", "no such file"][..], &patience].concat(), 2, &words);
        fails(&[&["train", &train, "--split", "80/0/20"][..], &patience].concat(), 2, &words);
        ok(&[&["train", &train, "--valid", &valid][..], &patience].concat());
    }
    fails(
        &["train", &train, "--valid", &valid, "--patience", "2"],
        2,
        &["patience", "no effect on dorm", "frank"],
    );
    fails(&["train", &train, "--method", "frank", "--patience", "0"], 2, &["patience: 0"]);
    let compare = ["compare", "no such file", "--test", "none", "--methods", "frank", "--patience", "2"];
    fails(&compare, 2, &words[..2]);
}

#[test]
fn patience_is_a_reason_of_its_own_in_text_json_model_and_card() {
    let folder = Folder::new();
    let [train, valid] = files(&folder);
    let out = folder.path("model.json");
    let arguments =
        ["train", &train, "--valid", &valid, "--method", "frank", "--patience", "3", "--out", &out];
    let text = ok(&arguments);
    assert!(text.contains("\nstopped early after "), "{text}");
    let lines = json_lines(&ok(&[&arguments[..], &["--json"]].concat()));
    let (last, steps) = lines.split_last().expect("some output");
    assert_eq!(last["stopped"], "stopped early");
    assert_eq!(last["iterations"], steps.len() - 1);
    let model = model(&out);
    assert_eq!(model["settings"]["patience"], 3);
    assert_eq!(model["provenance"]["training"]["stopped"], "stopped early");
    let card = ok(&["card", &out]);
    assert!(card.contains("--patience 3") && !card.contains("before it was complete"), "{card}");
}

#[test]
fn rounds_after_those_of_a_model_file_are_the_rounds_of_one_run() {
    let folder = Folder::new();
    let [train, _] = files(&folder);
    for (method, scale) in [
        ("rankboost", "none"),
        ("frank", "minmax"),
        ("adarank", "standard"),
        ("mcrank", "none"),
        ("lambdamart", "query"),
    ] {
        let [first, more, whole] = ["first.json", "more.json", "whole.json"].map(|name| folder.path(name));
        let options = ["train", &train, "--method", method, "--scale", scale, "--reuse", "not-last"];
        let options = if method == "adarank" { &options[..] } else { &options[..6] };
        ok(&[options, &["--rounds", "10", "--out", &first]].concat());
        let one_go = ok(&[options, &["--rounds", "30", "--out", &whole]].concat());
        // The best round of AdaRank by training data need not be the last one.
        let begun = n_rounds(&model(&first));
        assert!(begun == 10 || method == "adarank" && (1..10).contains(&begun), "{method}: {begun}");
        let further = (30 - begun).to_string();
        let text = ok(&["train", &train, "--from", &first, "--rounds", &further, "--out", &more]);
        let [mut more, whole] = [&more, &whole].map(|path| model(path));
        assert_eq!(more["scorer"], whole["scorer"], "{method}");
        // The names in the file do not train it again.
        let changed = more["provenance"].as_object_mut().expect("an object").remove("changed_names");
        assert_eq!(changed, Some(true.into()));
        assert_eq!(more, whole, "{method}");
        // The rounds of the model are not printed again.
        let iterations = |text: &str| -> Vec<String> {
            let numbered =
                |line: &&str| line.split_whitespace().next().is_some_and(|word| word.parse::<u32>().is_ok());
            let cells = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>().join(" ");
            text.lines().filter(numbered).filter(|line| !line.contains(" used, ")).map(cells).collect()
        };
        let (after, all) = (iterations(&text), iterations(&one_go));
        assert_eq!((after.len(), all.len()), (31 - begun, 31), "{method}: {text}");
        assert_eq!(after[1..], all[begun + 1..], "{method}");
    }
    let card = ok(&["card", &folder.path("more.json")]);
    assert!(card.contains("went on from a model") && !card.contains("rankscope train"), "{card}");
}

#[test]
fn a_model_that_training_cannot_go_on_from_is_refused() {
    let folder = Folder::new();
    let [train, _] = files(&folder);
    let (boosted, linear) = (folder.path("boosted.json"), folder.path("linear.json"));
    ok(&["train", &train, "--method", "rankboost", "--rounds", "3", "--out", &boosted]);
    ok(&["train", &train, "--method", "listnet", "--out", &linear]);
    fails(&["train", "no such file", "--from", &linear], 1, &["no such file"]);
    fails(&["train", &train, "--from", &linear], 2, &["from: listnet", "no rounds"]);
    fails(
        &["train", &train, "--from", &boosted, "--method", "frank"],
        2,
        &["of rankboost", "--method rankboost"],
    );
    fails(&["train", &train, "--from", &boosted, "--scale", "minmax"], 2, &["from: ", "scaled", "--scale"]);
    let narrow = folder.file("narrow.txt", "1 qid:1 1:2\n0 qid:1 1:1\n");
    fails(&["train", &narrow, "--from", &boosted], 2, &["from: the model has "]);
    fails(&["train", "-", "--from", "-"], 2, &["-"]);
    fails(&["train", &train, "--from", &boosted, "--out", &boosted], 2, &["boosted.json"]);
}

#[test]
fn lambdamart_goes_on_from_a_model_of_lightgbm() {
    let folder = Folder::new();
    let foreign = include_bytes!("../core/model/foreign/complete/lightgbm.txt");
    let data = folder.file("data.csv", include_bytes!("../core/model/foreign/complete/data.csv"));
    let (from, out) = (folder.file("lightgbm.txt", foreign), folder.path("model.json"));
    let ignored = ["--ignore", "docid"];
    let arguments = ["train", &data, "--from", &from, "--rounds", "5", "--out", &out];
    ok(&[&arguments[..], &ignored].concat());
    let trees = |path: &str| model(path)["scorer"]["terms"].as_array().map(Vec::len);
    let own = String::from_utf8_lossy(foreign).lines().filter(|line| line.starts_with("Tree=")).count();
    assert_eq!(trees(&out), Some(own + 5));
    let xgboost = folder.file("xgboost.json", include_bytes!("../core/model/foreign/complete/xgboost.json"));
    fails(&[&["train", &data, "--from", &xgboost][..], &ignored].concat(), 2, &["from: ", "other terms"]);
}

#[test]
fn the_summary_counts_the_splits_of_the_model_file() {
    let folder = Folder::new();
    let [train, valid] = files(&folder);
    let out = folder.path("model.json");
    let arguments =
        ["train", &train, "--method", "lambdamart", "--rounds", "8", "--leaves", "6", "--out", &out];
    let text = ok(&arguments);
    let mut by_hand: BTreeMap<u64, (u64, f64)> = BTreeMap::new();
    for term in model(&out)["scorer"]["terms"].as_array().expect("terms") {
        for node in term["weak"]["nodes"].as_array().expect("nodes") {
            if node["kind"] == "split" {
                let of = by_hand.entry(node["feature"].as_u64().expect("a feature") + 1).or_default();
                *of = (of.0 + 1, of.1 + node["gain"].as_f64().expect("a gain"));
            }
        }
    }
    let lines = json_lines(&ok(&[&arguments[..], &["--json"]].concat()));
    let features = lines.last().expect("a result")["features"].as_array().expect("features").clone();
    let counted: BTreeMap<u64, (u64, f64)> = features
        .iter()
        .map(|one| {
            let whole = |name: &str| one[name].as_u64().expect("a whole number");
            (whole("index"), (whole("splits"), one["gain"].as_f64().expect("a gain")))
        })
        .collect();
    assert_eq!(counted, by_hand);
    let gains: Vec<f64> = features.iter().map(|one| one["gain"].as_f64().expect("a gain")).collect();
    assert!(gains.is_sorted_by(|one, next| one >= next), "the most important feature comes first: {gains:?}");
    let name = features[0]["name"].as_str().expect("a name");
    let line = text.lines().find(|line| line.starts_with(name)).expect("a line of the summary");
    let words: Vec<&str> = line[name.len()..].split_whitespace().collect();
    assert_eq!(words, [features[0]["splits"].to_string(), format!("{:.4}", gains[0])], "{text}");
    // The explanation of two documents says them beside each feature.
    let explained = ok(&["explain", &valid, "--model", &out, "--query", "1"]);
    assert!(explained.contains("splits") && explained.contains(&format!("{:.4}", gains[0])), "{explained}");
    let lines = json_lines(&ok(&["explain", &valid, "--model", &out, "--query", "1", "--json"]));
    for one in lines[0]["features"].as_array().expect("features") {
        let own = by_hand.get(&one["index"].as_u64().expect("an index")).copied().unwrap_or_default();
        assert_eq!((one["splits"].as_u64(), one["gain"].as_f64()), (Some(own.0), Some(own.1)), "{one}");
    }
    // Stumps count their rounds; a linear model has weights instead.
    let frank = ok(&["train", &train, "--method", "frank", "--rounds", "7"]);
    let rounds = frank.lines().skip_while(|line| !line.starts_with("feature ")).skip(1);
    let all: usize =
        rounds.filter_map(|line| line.split_whitespace().rev().nth(1)?.parse::<usize>().ok()).sum();
    assert_eq!(all, 7, "{frank}");
    assert!(!ok(&["train", &train, "--method", "listnet"]).contains("\nfeature "));
}
