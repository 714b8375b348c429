//! The command-line program as a user or a script runs it.

#![cfg(not(target_arch = "wasm32"))]

mod arguments;
mod click_estimates;
mod click_training;
mod clicks;
mod components;
mod data_formats;
mod data_report;
mod diversity;
mod documents;
mod documents_formats;
#[cfg(unix)]
mod documents_teaching;
mod feature_maps;
mod input;
#[cfg(unix)]
mod interrupt;
mod join;
mod measures;
mod nothing_learned;
mod origin;
#[cfg(unix)]
mod output;
mod position_cost;
mod ratings;
mod reading_rules;
mod rounds;
mod runs_out;
mod study;
mod support;
mod terminal;
mod theory;
mod threads;
mod weights;

use std::fs;

use rankscope::data::generate_letor;
use rankscope::method::METHODS;
use serde_json::Value;

use support::{Folder, fails, gzip, json_lines, ok, rankscope};

#[test]
fn train_prints_an_object_per_iteration_and_a_result() {
    let folder = Folder::new();
    let train = folder.file("train.txt", generate_letor(20, 15, 1));
    let test = folder.file("test.txt", generate_letor(10, 15, 2));
    let out = folder.path("model.json");
    let text = ok(&[
        "train",
        &train,
        "--test",
        &test,
        "--measures",
        "ndcg@10,eru:5,0.5,map",
        "--out",
        &out,
        "--json",
        "--c",
        "5",
    ]);
    let lines = json_lines(&text);
    let (last, steps) = lines.split_last().expect("some output");
    for (index, step) in steps.iter().enumerate() {
        assert_eq!(step["iteration"], index);
        for key in
            ["round", "primal", "best_primal", "dual", "gap", "mean_slack", "mean_loss", "norm", "cuts"]
        {
            assert!(step[key].is_number(), "{key} of {step}");
        }
        assert!(step["train"]["ndcg@10"].is_number() && step["test"]["map"].is_number(), "{step}");
        assert!(
            step["train"]["eru:5,0.5"].is_number(),
            "a comma before a number belongs to the measure: {step}"
        );
        assert_eq!(step["valid"], serde_json::json!({}), "no validation data were given");
    }
    assert_eq!(last["stopped"], "converged");
    assert!(last["gap"].as_f64().is_some_and(|gap| gap <= 1e-3));
    assert_eq!(last["iterations"], steps.len() - 1);
    for key in ["best_primal", "dual", "queries_used", "queries_skipped", "seconds"] {
        assert!(last[key].is_number(), "{key} of {last}");
    }
    let model: Value = serde_json::from_str(&fs::read_to_string(&out).expect("a model file")).expect("JSON");
    assert_eq!(model["weights"], last["weights"], "the model file holds the weights that were printed");
}

#[test]
fn the_best_models_measures_are_those_of_its_iteration() {
    let folder = Folder::new();
    let train = folder.file("train.txt", generate_letor(15, 12, 3));
    let test = folder.file("test.txt", generate_letor(8, 12, 4));
    for scale in ["none", "query", "rank", "minmax", "standard"] {
        let out = folder.path("model.json");
        let text = ok(&["train", &train, "--test", &test, "--scale", scale, "--out", &out, "--json"]);
        let lines = json_lines(&text);
        let (last, steps) = lines.split_last().expect("some output");
        let best = &steps[last["best_iteration"].as_u64().expect("a number") as usize];
        let eval = ok(&["eval", &test, "--model", &out, "--json", "--per-query"]);
        let eval: Value = serde_json::from_str(&eval).expect("JSON");
        let (seen, expected) = (&eval["measures"]["ndcg@10"], &best["test"]["ndcg@10"]);
        let difference = seen.as_f64().expect("a number") - expected.as_f64().expect("a number");
        assert!(difference.abs() < 1e-12, "{scale}: {seen} and {expected}; raw data are scaled by the model");
        let rows = eval["per_query"].as_array().expect("rows");
        assert_eq!(rows.len(), 8);
        let values: Vec<f64> = rows.iter().filter_map(|row| row["measures"]["ndcg@10"].as_f64()).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        assert!((mean - seen.as_f64().expect("a number")).abs() < 1e-12, "the mean is that of the queries");
    }
}

#[test]
fn queries_without_a_good_document_count_as_requested() {
    let folder = Folder::new();
    let data = folder.file("data.txt", "1 qid:a 1:1\n0 qid:a 1:0\n0 qid:b 1:1\n0 qid:b 1:0\n");
    let out = folder.path("model.json");
    ok(&["train", &data, "--out", &out]);
    let check = |empty: &str, value: f64, counted: u64| {
        let eval =
            ok(&["eval", &data, "--model", &out, "--measures", "ndcg@10,MAP", "--empty", empty, "--json"]);
        let eval: Value = serde_json::from_str(&eval).expect("JSON");
        for measure in ["ndcg@10", "map"] {
            assert_eq!(eval["measures"][measure], value, "{empty} {measure}");
            assert_eq!(eval["counted"][measure], counted);
            assert_eq!(eval["undefined"][measure], 1);
        }
    };
    check("skip", 1.0, 1);
    check("zero", 0.5, 2);
    check("one", 1.0, 2);
    let text = ok(&["eval", &data, "--model", &out]);
    assert!(text.contains("over 1 of 2 queries (1 with no document above grade 0: left out)"), "{text}");
}

#[test]
fn violators_add_up() {
    let folder = Folder::new();
    let data = folder.file("data.txt", generate_letor(6, 10, 5));
    let out = folder.path("model.json");
    ok(&["train", &data, "--out", &out, "--max-iterations", "2"]);
    let scores = ok(&["score", &data, "--model", &out]);
    let scores: Vec<f64> = scores.lines().map(|line| line.parse().expect("a number")).collect();
    let query = "3";
    let rows: Vec<usize> = generate_letor(6, 10, 5)
        .lines()
        .filter(|line| !line.starts_with('#'))
        .enumerate()
        .filter(|(_, line)| line.split(' ').nth(1) == Some("qid:3"))
        .map(|(row, _)| row)
        .collect();
    for extra in [&[][..], &["--reference", "fixed"], &["--measure", "p@3", "--decay", "log"]] {
        let mut arguments = vec!["violators", &data, "--model", &out, "--query", query, "--json"];
        arguments.extend(extra);
        let found: Value = serde_json::from_str(&ok(&arguments)).expect("JSON");
        assert_eq!(found["documents"], rows.len());
        for key in ["reference", "predicted", "violator"] {
            let mut order: Vec<u64> =
                found[key].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
            order.sort_unstable();
            assert_eq!(order, (0..rows.len() as u64).collect::<Vec<_>>(), "{key} names every document once");
        }
        let number = |key: &str| found[key].as_f64().expect("a number");
        assert!((number("loss") - number("margin") - number("hinge")).abs() < 1e-12);
        let coefficients = found["coefficients"].as_array().expect("a list").iter().filter_map(Value::as_f64);
        let margin: f64 = coefficients.zip(&rows).map(|(coefficient, &row)| coefficient * scores[row]).sum();
        assert!((margin - number("margin")).abs() < 1e-9, "the margin is that of the scores");
    }
}

#[test]
fn numbers_beyond_floating_point_are_an_error_and_not_a_result() {
    let folder = Folder::new();
    let good = folder.file("good.txt", "1 qid:a 1:1\n0 qid:a 1:0\n");
    let huge = folder.file("huge.txt", "1 qid:a 1:1e300\n0 qid:a 1:-1e300\n0 qid:a 1:3\n");
    let out = folder.path("model.json");
    ok(&["train", &good, "--out", &out]);
    for arguments in [
        &["violators", &huge, "--model", &out, "--query", "a", "--decay", "log"][..],
        &["violators", &huge, "--model", &out, "--query", "a", "--measure", "mrr", "--decay", "measure"],
        &["eval", &huge, "--model", &out, "--json"],
        &["score", &huge, "--model", &out],
    ] {
        fails(arguments, 1, &["score", "scale the features"]);
    }
    fails(&["train", &good, "--decay", "list:1e200"], 2, &["decay", "1e100"]);
    // w = 0 has finite scores, but the first cutting plane overflows.
    for working_set in ["n-slack", "1-slack"] {
        let output = rankscope(&["train", &huge, "--working-set", working_set, "--json"]);
        let lines = json_lines(&String::from_utf8_lossy(&output.stdout));
        assert_eq!(lines.last().map(|last| last["stopped"].clone()), Some("numeric".into()));
        assert!(lines.last().is_some_and(|last| last["problem"].is_string()), "which numbers is said");
        assert!(String::from_utf8_lossy(&output.stderr).contains("--scale minmax"), "the way out is said");
        assert_eq!(output.status.code(), Some(1), "nothing was learned");
        ok(&["train", &huge, "--working-set", working_set, "--scale", "standard"]);
    }
}

#[test]
fn documents_that_the_preparation_leaves_out_are_reported() {
    let folder = Folder::new();
    let data = folder
        .file("data.txt", "1 qid:a 1:1\n0 qid:a 1:-1\n0 qid:a\n2 qid:b 1:1\n0 qid:b 1:2\n1 qid:c 1:0\n");
    let output = rankscope(&["train", &data, "--drop-zero", "--drop-near-duplicates", "--json"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(
        said.contains(
            "2 documents without a feature and 2 in near-duplicate pairs (67 % of 6 scaled documents)"
        ) && said.contains("2 queries that lost all documents"),
        "{said}"
    );
}

#[test]
fn an_inconsistent_model_file_is_bad_data() {
    let folder = Folder::new();
    let data = folder.file("data.txt", generate_letor(6, 10, 5));
    let out = folder.path("model.json");
    ok(&["train", &data, "--scale", "minmax", "--max-iterations", "2", "--out", &out]);
    let text = fs::read_to_string(&out).expect("a model file");
    let check = |change: fn(&mut Value), words: &str| {
        let mut model: Value = serde_json::from_str(&text).expect("JSON");
        change(&mut model);
        let changed = folder.file("changed.json", model.to_string());
        fails(&["eval", &data, "--model", &changed], 1, &["changed.json", words]);
        fails(&["violators", &data, "--model", &changed, "--query", "1"], 1, &["changed.json", words]);
    };
    check(|model| model["settings"]["method"] = "none".into(), "method");
    check(|model| model["settings"]["c"] = (-1).into(), "c: -1");
    check(|model| model["weights"] = serde_json::json!([1.0]), "the weights are 1");
    check(|model| model["scaling"]["minimum"] = serde_json::json!([1.0]), "differ in length");
    check(|model| model["weights"][0] = Value::Null, "line 1");
    check(|model| model["version"] = 2.into(), "version 2");
}

#[test]
fn scores_come_in_the_order_of_the_file() {
    let folder = Folder::new();
    let apart = folder.file("apart.txt", "1 qid:a 1:1\n0 qid:b 1:2\n0 qid:a 1:3\n1 qid:b 1:4\n");
    let out = folder.path("model.json");
    let output = rankscope(&["train", &apart, "--out", &out]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 3"), "merging is said");
    let model: Value = serde_json::from_str(&fs::read_to_string(&out).expect("a model file")).expect("JSON");
    let weight = model["weights"][0].as_f64().expect("a number");
    let scores = ok(&["score", &apart, "--model", &out]);
    let expected: Vec<String> = [1.0, 2.0, 3.0, 4.0].iter().map(|x| (x * weight).to_string()).collect();
    assert_eq!(scores.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn gzip_files_and_splits_are_accepted() {
    let folder = Folder::new();
    let text = generate_letor(20, 10, 6);
    let packed = folder.file("data.txt.gz", gzip(&text));
    let plain = folder.file("data.txt", text);
    let without_time = |text: String| text.rsplit_once(", ").map(|(kept, _)| kept.to_owned());
    assert_eq!(without_time(ok(&["train", &packed])), without_time(ok(&["train", &plain])));
    let lines = json_lines(&ok(&["train", &packed, "--split", "60/20/20", "--json"]));
    assert!(lines[0]["valid"]["ndcg@10"].is_number() && lines[0]["test"]["ndcg@10"].is_number());
    let used = lines.last().and_then(|last| last["queries_used"].as_u64()).expect("a number");
    assert!((1..=12).contains(&used), "60 % of 20 queries are trained on, less those without a signal");

    let held = |more: &[&str]| {
        let lines = json_lines(&ok(&[&["train", &plain, "--split", "60/20/20", "--json"], more].concat()));
        (lines[0]["test"].clone(), lines[lines.len() - 1]["weights"].clone())
    };
    assert_eq!(held(&["--split-seed", "1"]), held(&[]), "the split is drawn by the seed, which is 1");
    assert_ne!(held(&["--split-seed", "7"]), held(&[]));
    assert_eq!(
        held(&["--seed", "5", "--split-seed", "7"]).0,
        held(&["--seed", "7"]).0,
        "the same queries are held out"
    );
    fails(&["train", &plain, "--split-seed", "7"], 2, &["--split"]);
    for seed in ["9007199254740992", "-1", "0.5"] {
        fails(&["train", &plain, &format!("--seed={seed}")], 2, &["seed", seed]);
    }
    fails(&["train", &plain, "--seed", "9007199254740992"], 2, &["from 0 to 9007199254740991"]);
    fails(
        &["compare", &plain, "--test", &plain, "--seed", "9007199254740992"],
        2,
        &["from 0 to 9007199254740991"],
    );
    fails(
        &["train", &plain, "--split", "60/20/20", "--split-seed", "9007199254740992"],
        2,
        &["from 0 to 9007199254740991"],
    );
}

#[test]
fn bad_data_and_wrong_usage_have_their_own_exit_codes() {
    let folder = Folder::new();
    let good = folder.file("good.txt", "1 qid:a 1:1\n0 qid:a 1:0\n");
    let broken = folder.file("broken.txt", "1 qid:a 1:1\n0 qid:a 1:x\n");
    let flat = folder.file("flat.txt", "1 qid:a 1:1\n1 qid:a 1:0\n");
    let text = folder.file("model.json", "{}");
    fails(&["train", &broken], 1, &["broken.txt", "line 2, column 9"]);
    fails(&["train", &flat], 1, &["none of the 1 queries"]);
    fails(&["train", &folder.path("nowhere.txt")], 1, &["nowhere.txt"]);
    fails(&["eval", &good, "--model", &text], 1, &["model.json", "can be opened"]);
    fails(&["train", &good, "--measure", "auc"], 2, &["measure", "AUC"]);
    fails(&["train", &good, "--decay", "power:-1"], 2, &["decay"]);
    fails(&["train", &good, "--c", "-1"], 2, &["c: -1 is not a positive number"]);
    fails(&["train", &good, "--offset", "-1"], 2, &["offset", "not a positive number"]);
    fails(&["train", &good, "--split", "1/2"], 2, &["three numbers"]);
    fails(&["train", &good, "--threshold", "0"], 2, &["threshold: 0 is not a grade", "from 1 to 255"]);
    fails(&["train", &good, "--threshold", "300"], 2, &["threshold: \"300\" is not", "from 1 to 255"]);
    fails(
        &["train", &good, "--max-iterations", "5000000000"],
        2,
        &["max_iterations: 5000000000 is too large"],
    );
    fails(&["train"], 2, &["Usage"]);
    fails(&["dance"], 2, &["dance"]);
    let out = folder.path("trained.json");
    ok(&["train", &good, "--out", &out]);
    fails(&["violators", &good, "--model", &out, "--query", "z"], 1, &["no query \"z\""]);
    fails(&["eval", &good, "--model", &out, "--empty", "half"], 2, &["half"]);
}

/// Returns the table of README.md, from the catalogue.
fn methods_table() -> String {
    let mut table = "| `--method` | loss | its options |\n|---|---|---|\n".to_owned();
    for method in METHODS {
        let options: Vec<String> =
            method.options.iter().map(|option| format!("`--{}`", option.name.replace('_', "-"))).collect();
        table += &format!("| `{}` | {} | {} |\n", method.name, method.label, options.join(", "));
    }
    table
}

#[test]
fn the_readme_lists_the_methods() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let text = fs::read_to_string(path).expect("README.md");
    let (head, rest) = text.split_once("cli readme` -->\n").expect("the table begins");
    let (table, tail) = rest.split_once("<!-- end of methods -->").expect("the table ends");
    if std::env::var_os("UPDATE_README").is_some() {
        let text = format!("{head}cli readme` -->\n{}<!-- end of methods -->{tail}", methods_table());
        fs::write(path, text).expect("README.md can be written");
    } else {
        assert_eq!(table, methods_table());
    }
}

#[test]
fn options_are_checked_whatever_the_method() {
    let folder = Folder::new();
    let good = folder.file("good.txt", "1 qid:a 1:1\n0 qid:a 1:0\n");
    fails(&["train", &good, "--pairs", "bogus"], 2, &["pairs: \"bogus\" is not one of mean, sum"]);
    fails(&["train", &good, "--cut-off", "0"], 2, &["cut_off: 0 would count no rank"]);
    fails(&["train", &good, "--method", "svm-map", "--offset", "-1"], 2, &["offset: -1 is not a positive"]);
    fails(&["train", &good, "--c", "much"], 2, &["c: \"much\" is not a number"]);
    fails(&["train", &good, "--threshold", "1.5"], 2, &["threshold: \"1.5\" is not a whole number"]);
}

#[test]
fn an_option_without_effect_is_refused_with_the_methods_that_have_it() {
    let folder = Folder::new();
    let good = folder.file("good.txt", "1 qid:a 1:1\n0 qid:a 1:0\n");
    let refused = |arguments: &[&str], words: &[&str]| fails(arguments, 2, words);
    let train = |more: &[&'static str]| [vec!["train", good.as_str()], more.to_vec()].concat();
    refused(
        &train(&["--method", "svm-map", "--decay", "power:1"]),
        &["decay: it has no effect on svm-map; it is an option of dorm"],
    );
    refused(&train(&["--cut-off", "3"]), &["cut_off", "on dorm", "svm-ndcg, svm-mrr, svm-precision"]);
    // The default has no effect either.
    refused(&train(&["--pairs", "mean"]), &["pairs", "ranksvm"]);

    // A combination passes on the options of its components, except the reference ranking.
    let combo = ["--method", "combo", "--components", "svm-precision,ranksvm"];
    refused(&train(&[&combo[..], &["--pairs", "sum"]].concat()), &["pairs_of", "slacks of their own"]);
    let combo = [&combo[..], &["--slacks", "separate"]].concat();
    ok(&train(&[&combo[..], &["--pairs", "sum", "--cut-off", "3"]].concat()));
    refused(&train(&[&combo[..], &["--discount", "flat"]].concat()), &["discount", "on combo"]);
    refused(&train(&[&combo[..], &["--reference", "fixed"]].concat()), &["reference", "on combo"]);

    // At least one of the compared methods must have the option.
    let compare = |methods: &'static str, more: &[&'static str]| {
        let files = ["compare", &good, "--test", &good, "--valid", &good, "--c-grid", "1"];
        [&files[..], &["--methods", methods], more].concat()
    };
    ok(&compare("dorm,ranksvm", &["--pairs", "sum", "--drop-zero"]));
    refused(&compare("dorm,svm-map", &["--pairs", "sum"]), &["on dorm, svm-map", "option of ranksvm"]);
    refused(&compare("dorm", &["--method", "svm-map"]), &["--method"]);

    let out = folder.path("model.json");
    ok(&train(&["--out"]).into_iter().chain([out.as_str()]).collect::<Vec<_>>());
    let violators = ["violators", &good, "--model", &out, "--query", "a"];
    ok(&[&violators[..], &["--method", "ranksvm", "--pairs", "sum"]].concat());
    ok(&[&violators[..], &["--method", "ranksvm", "--pairs-of", "threshold"]].concat());
    let weighted = ["--method", "ranksvm", "--pair-weights", "swap-loss"];
    ok(&[&violators[..], &weighted].concat());
    ok(&train(&weighted));
    refused(&train(&[&weighted[..], &["--pairs-of", "threshold"]].concat()), &["pair_weights", "pairs_of"]);
    refused(&train(&["--method", "svm-map", "--pair-weights", "swap-loss"]), &["pair_weights", "ranksvm"]);
    refused(&[&violators[..], &["--pairs", "sum"]].concat(), &["pairs", "on dorm"]);
}

#[test]
fn a_model_file_with_faults_in_unused_settings_still_opens() {
    let folder = Folder::new();
    let good = folder.file("good.txt", "1 qid:a 1:1\n0 qid:a 1:0\n");
    let out = folder.path("model.json");
    ok(&["train", &good, "--out", &out]);
    let text = fs::read_to_string(&out).expect("a model file");
    let with = |settings: Value| {
        let mut model: Value = serde_json::from_str(&text).expect("JSON");
        for (key, value) in settings.as_object().expect("settings") {
            model["settings"][key] = value.clone();
        }
        folder.file("changed.json", model.to_string())
    };
    let old = with(serde_json::json!({
        "pairs": "bogus", "cut_off": 0, "generator": "top:0", "components": ["dorm"], "slacks": "",
    }));
    assert_eq!(ok(&["score", &good, "--model", &old]), ok(&["score", &good, "--model", &out]));
    ok(&["eval", &good, "--model", &old]);
    ok(&["violators", &good, "--model", &old, "--query", "a"]);
    ok(&["export", &old, "--format", "json"]);
    let old = with(serde_json::json!({
        "method": "svm-map", "measure": "?", "decay": "?", "offset": -1, "decay_cut": 0,
    }));
    ok(&["violators", &good, "--model", &old, "--query", "a"]);
    let broken = with(serde_json::json!({ "method": "ranksvm", "pairs": "bogus" }));
    fails(&["eval", &good, "--model", &broken], 1, &["changed.json", "pairs"]);
}

#[test]
fn the_help_lists_every_option_of_the_catalogue_with_its_default() {
    let help = ok(&["train", "--help"]);
    let methods: Value = serde_json::from_str(&ok(&["methods", "--json"])).expect("JSON");
    for method in methods.as_array().expect("a list") {
        let lists = ["options", "training"].map(|list| method[list].as_array().expect("a list"));
        for option in lists.into_iter().flatten() {
            let flag = format!("--{} <", option["name"].as_str().expect("a name").replace('_', "-"));
            assert!(help.contains(&flag), "{flag} is missing: {help}");
        }
    }
    let flat = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in [
        "--method <METHOD> Method to train [values: see `rankscope methods`] [default: dorm]",
        "ψ (dorm, dorm-cost) [values: power:P, log, loglog, measure or list:V,V,…] [default: power:0.5]",
        "(svm-ndcg, svm-mrr, svm-precision, lambdamart) [default: 10 for svm-ndcg, 5 for svm-precision, 30 for lambdamart]",
        "(rankboost, mcrank, lambdamart) [values: third, first for rankboost; classes, ordinal for mcrank; normalised, ",
        "(lambdarank, ranknet, prank) [default: 50 for lambdarank, 50 for ranknet, 10 for prank]",
        "map for smoothrank; ndcg[@k], map, rr[@k], err[@k]",
        "Mean or sum of the hinges of a query (ranksvm) [values: mean, sum] [default: mean]",
        "Documents that are compared (ranksvm) [values: grades, threshold] [default: grades]",
        "--c <X> Weight of the mean slack or loss over the queries used (dorm, ",
        "--drop-zero Leave out",
    ] {
        assert!(flat.contains(words), "{words}: {flat}");
    }
    assert!(
        !ok(&["violators", "--help"]).contains("[default: dorm]"),
        "the model says what it was trained with"
    );
}

#[test]
fn compare_fills_a_table_and_chooses_c() {
    let folder = Folder::new();
    let train = folder.file("train.txt", generate_letor(20, 10, 8));
    let valid = folder.file("valid.txt", generate_letor(8, 10, 9));
    let test = folder.file("test.txt", generate_letor(8, 10, 10));
    let common =
        ["compare", &train, "--test", &test, "--methods", "dorm,svm-map,ranksvm", "--c-grid", "0.1,10"];
    let with = |extra: &[&str]| ok(&[&common[..], extra].concat());
    for extra in [&["--valid", &valid][..], &["--folds", "3"]] {
        let table: Value = serde_json::from_str(&with(&[extra, &["--json"]].concat())).expect("JSON");
        assert_eq!(table["measures"], serde_json::json!(["ndcg@10", "map", "mrr@10"]));
        let rows = table["rows"].as_array().expect("rows");
        assert_eq!(rows.len(), 4);
        assert_eq!(rows[3]["method"], "mean-difference", "the untrained line is always shown");
        for column in 0..3 {
            let tests: Vec<f64> =
                rows.iter().filter_map(|row| row["cells"][column]["test"].as_f64()).collect();
            let best = tests.iter().copied().fold(f64::MIN, f64::max);
            for (row, value) in rows.iter().zip(&tests) {
                assert_eq!(row["cells"][column]["best"], *value == best, "the best of a column is marked");
                assert!(row["seconds"].is_number());
            }
        }
        let csv = with(&[extra, &["--csv"]].concat());
        let folds = if extra[0] == "--folds" { 3 } else { 0 };
        let parts = |part: &str| csv.lines().skip(1).filter(|line| line.contains(part)).count();
        assert_eq!([",test,", ",valid,", ",fold,"].map(parts), [12, 12, 12 * folds], "{csv}");
        assert!(with(extra).contains(['*', '≈']), "the text marks the best too");
    }

    // The cell equals the result of a separate training.
    let by_hand: Vec<(f64, f64)> = ["0.1", "10"]
        .iter()
        .map(|c| {
            let out = folder.path("model.json");
            ok(&["train", &train, "--method", "svm-map", "--c", c, "--out", &out]);
            let value = |file: &str| {
                let eval = ok(&["eval", file, "--model", &out, "--measures", "map", "--json"]);
                let eval: Value = serde_json::from_str(&eval).expect("JSON");
                eval["measures"]["map"].as_f64().expect("a number")
            };
            (value(&valid), value(&test))
        })
        .collect();
    let table: Value =
        serde_json::from_str(&with(&["--valid", &valid, "--choose", "optimum", "--json"])).expect("JSON");
    let cell = &table["rows"][1]["cells"][1];
    let picked = usize::from(by_hand[1].0 > by_hand[0].0);
    assert_eq!(cell["c"], [0.1, 10.0][picked]);
    assert!((cell["test"].as_f64().expect("a number") - by_hand[picked].1).abs() < 1e-12);

    // Every output format marks a run that did not converge.
    let hasty = |extra: &[&str]| {
        let few = ["compare", &train, "--test", &test, "--valid", &valid, "--methods", "svm-map"];
        ok(&[&few[..], &["--c-grid", "1000000", "--max-iterations", "1"], extra].concat())
    };
    let text = hasty(&[]);
    assert!(text.lines().nth(1).is_some_and(|row| row.contains('†')), "{text}");
    assert!(text.contains("\n1 of 2 runs did not converge (iteration limit); † marks"), "{text}");
    assert!(hasty(&["--csv"]).lines().nth(1).is_some_and(|row| row.contains(",iteration limit,")));
    let table: Value = serde_json::from_str(&hasty(&["--json"])).expect("JSON");
    assert_eq!(table["rows"][0]["cells"][0]["stop"], "iteration limit");
    assert!(!with(&["--valid", &valid]).contains("converge"), "and what did converge does not");

    fails(&["compare", &train, "--test", &test, "--methods", "dance"], 2, &["dance"]);
    fails(&["compare", &train, "--test", &test, "--folds", "1"], 2, &["folds"]);
    fails(&["compare", &train, "--test", &test, "--folds", "99"], 1, &["99 folds"]);
}

#[test]
fn every_method_is_listed_and_trains() {
    let folder = Folder::new();
    let train = folder.file("train.txt", generate_letor(10, 8, 11));
    let methods: Value = serde_json::from_str(&ok(&["methods", "--json"])).expect("JSON");
    let text = ok(&["methods"]);
    for method in methods.as_array().expect("a list") {
        let name = method["name"].as_str().expect("a name");
        assert!(text.contains(&format!("{name}: ")), "{name} is in the text too");
        for key in ["summary", "formula", "cost", "source"] {
            assert!(method[key].as_str().is_some_and(|value| !value.is_empty()), "{name} says its {key}");
        }
        let mut arguments = vec!["train", &train, "--method", name, "--json"];
        let flags: Vec<(String, String)> = method["options"]
            .as_array()
            .expect("a list")
            .iter()
            .filter(|option| option["default"] != "")
            .map(|option| {
                let value = |key: &str| option[key].as_str().expect("a text").to_owned();
                (format!("--{}", value("name").replace('_', "-")), value("default"))
            })
            .collect();
        let defaults = flags.iter().flat_map(|(flag, value)| [flag.as_str(), value.as_str()]);
        let plain = json_lines(&ok(&arguments));
        arguments.extend(defaults);
        let explicit = json_lines(&ok(&arguments));
        let last = plain.last().expect("a result");
        let kind = plain[0]["kind"].as_str().expect("a kind");
        assert_eq!(kind == "planes", method["family"] == "max-margin", "{name}");
        if kind == "planes" {
            let slacks = plain[0]["component_slacks"].as_object().expect("an object");
            // RankSVM has a slack for every grade above 0; the data have grades up to 4.
            let components = if ["combo", "ranksvm"].contains(&name) { 4 } else { 0 };
            assert_eq!(slacks.len(), components, "components of {name}");
        }
        let stopped = last["stopped"].as_str().expect("a reason");
        assert!(["converged", "complete", "no weak learner"].contains(&stopped), "{name}: {stopped}");
        for key in ["train", "valid", "test", "best_objective", "best_iteration"] {
            assert!(last.get(key).is_some(), "{name} has no {key}");
        }
        let explicit = explicit.last().expect("a result");
        for key in ["weights", "best_objective", "train", "iterations"] {
            assert_eq!(last[key], explicit[key], "{name}: the defaults are those, {key}");
        }
    }
}

#[test]
fn models_are_exported_for_search_engines() {
    let folder = Folder::new();
    let train = folder.file("train.txt", generate_letor(10, 8, 5));
    let out = folder.path("model.json");
    ok(&["train", &train, "--scale", "minmax", "--out", &out]);
    let names = folder.file("names.txt", "title\nbody\n");
    let text = ok(&["export", &out, "--format", "elasticsearch", "--names", &names, "--name", "mine"]);
    let exported: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(exported["model"]["name"], "mine");
    let definition = exported["model"]["model"]["definition"].as_str().expect("a text");
    assert!(definition.starts_with("{\"title\":"), "{definition}");
    let solr: Value = serde_json::from_str(&ok(&["export", &out, "--format", "solr"])).expect("JSON");
    assert_eq!(solr["features"][0]["name"], "bm25_body", "the head of the data names it");
    let json = folder.file("again.json", ok(&["export", &out, "--format", "json"]));
    assert_eq!(ok(&["score", &train, "--model", &json]), ok(&["score", &train, "--model", &out]));

    for (method, class, kind) in [
        ("lambdamart", "MultipleAdditiveTreesModel", Some("model/xgboost+json")),
        ("rankboost", "MultipleAdditiveTreesModel", Some("model/xgboost+json")),
        ("ranknet", "NeuralNetworkModel", None),
    ] {
        let few = if method == "ranknet" { "--epochs" } else { "--rounds" };
        let other = folder.path("other.json");
        ok(&["train", &train, "--method", method, few, "2", "--scale", "standard", "--out", &other]);
        let solr: Value = serde_json::from_str(&ok(&["export", &other, "--format", "solr"])).expect("JSON");
        assert_eq!(solr["class"], format!("org.apache.solr.ltr.model.{class}"));
        match kind {
            None => {
                fails(&["export", &other, "--format", "opensearch"], 1, &["only linear models and trees"]);
            }
            Some(kind) => {
                let text = ok(&["export", &other, "--format", "opensearch"]);
                let exported: Value = serde_json::from_str(&text).expect("JSON");
                assert_eq!(exported["model"]["model"]["type"], kind);
            }
        }
    }

    fails(&["export", &out, "--format", "word"], 2, &["word"]);
    let broken = folder.file("broken.txt", "1 a\n1 b\n");
    fails(&["export", &out, "--format", "solr", "--names", &broken], 1, &["broken.txt", "line 2"]);
    ok(&["train", &train, "--scale", "query", "--out", &out]);
    fails(&["export", &out, "--format", "solr"], 1, &["scales every query"]);
}

#[test]
fn compare_writes_the_model_of_the_winner() {
    let folder = Folder::new();
    let train = folder.file("train.txt", generate_letor(20, 10, 8));
    let valid = folder.file("valid.txt", generate_letor(8, 10, 9));
    let test = folder.file("test.txt", generate_letor(8, 10, 10));
    let out = folder.path("winner.json");
    let common =
        ["compare", &train, "--test", &test, "--methods", "dorm,ranksvm", "--c-grid", "0.1,10", "--json"];
    for choice in [&["--valid", valid.as_str()][..], &["--folds", "3"]] {
        let table = ok(&[&common[..], choice, &["--out", &out]].concat());
        let table: Value = serde_json::from_str(&table).expect("JSON");
        let rows = table["rows"].as_array().expect("rows");
        let valid_of = |row: &&Value| row["cells"][0]["valid"].as_f64().expect("a validation value");
        let best = rows.iter().max_by(|one, other| valid_of(one).total_cmp(&valid_of(other))).expect("rows");
        let model: Value =
            serde_json::from_str(&fs::read_to_string(&out).expect("the file")).expect("a model");
        assert_eq!(model["settings"]["method"], best["method"]);
        if best["cells"][0]["c"].is_number() {
            assert_eq!(model["settings"]["c"], best["cells"][0]["c"]);
        }
        let test_of = |file: &str| {
            let eval = ok(&["eval", file, "--model", &out, "--measures", "ndcg@10", "--json"]);
            let eval: Value = serde_json::from_str(&eval).expect("JSON");
            eval["measures"]["ndcg@10"].as_f64().expect("a number")
        };
        let difference = test_of(&test) - best["cells"][0]["test"].as_f64().expect("a test value");
        assert!(difference.abs() < 1e-12, "the model is that of the table: {difference}");
    }
    fails(&["compare", &train, "--test", &test, "--out", &train], 2, &["--out"]);
}

#[test]
fn an_older_name_of_an_option_is_accepted_and_not_shown() {
    let folder = Folder::new();
    let train = folder.file("train.txt", generate_letor(10, 8, 8));
    let model = |option: &str| {
        let out = folder.path("model.json");
        ok(&["train", &train, "--method", "ranknet", "--epochs", "2", option, "0.3", "--out", &out]);
        fs::read_to_string(&out).expect("the model")
    };
    assert_eq!(model("--rate"), model("--learning-rate"));
    let help = ok(&["train", "--help"]);
    assert!(help.contains("--learning-rate") && !help.contains("--rate"));
}
