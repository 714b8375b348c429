//! Refused arguments: the message names the accepted values.

use std::path::Path;

use rankscope::data::generate_letor;

use crate::support::{Folder, fails, messages, ok, rankscope};

#[test]
fn negative_numbers_are_out_of_range_and_not_unknown_options() {
    let folder = Folder::new();
    let good = folder.file("good.txt", "1 qid:a 1:1\n0 qid:a 1:0\n");
    for value in ["-1", "256", "1.5"] {
        fails(&["train", &good, "--threshold", value], 2, &[value, "threshold", "from 1 to 255"]);
    }
    for flag in ["--max-iterations", "--cut-off", "--decay-cut", "--seed"] {
        let key = flag.trim_start_matches('-').replace('-', "_");
        fails(&["train", &good, flag, "-1"], 2, &["\"-1\"", &key, "whole number from "]);
    }
    fails(&["train", &good, "--seed", "9007199254740992"], 2, &["seed", "from 0 to 9007199254740991"]);
    fails(&["train", &good, "--split", "1/1/1", "--split-seed", "-1"], 2, &["--split-seed", "from 0"]);
    fails(&["compare", &good, "--test", &good, "--folds", "-1"], 2, &["--folds", "from 0"]);
    fails(&["compare", &good, "--test", &good, "--gap", "-1"], 2, &["gap: -1 is not between 0 and 1"]);
    fails(&["compare", &good, "--test", &good, "--c-grid", "-1,1"], 2, &["-1 is not a positive number"]);
    fails(&["train", &good, "--split", "-1/2/3"], 2, &["--split", "must not be negative"]);
    let model = folder.path("model.json");
    ok(&["train", &good, "--out", &model]);
    let score = ["score", &good, "--model", &model, "--diverse", "--ranks", "-1"];
    fails(&score, 2, &["--ranks", "from 0"]);
    fails(&["explain", &good, "--model", &model, "--query", "a", "--documents", "-1,0"], 2, &["such as 3,0"]);
}

#[test]
fn texts_that_begin_with_a_minus_are_values() {
    let folder = Folder::new();
    let data = folder.file("data.txt", generate_letor(8, 8, 1).replace("qid:", "qid:-x"));
    let out = folder.path("model.json");
    let cost = ["--method", "dorm-cost", "--cost", "-grade / rank"];
    let train = ok(&[&["train", &data, "--out", &out, "--json"], &cost[..]].concat());
    let joined = ok(&["train", &data, "--json", "--method", "dorm-cost", "--cost=-grade / rank"]);
    let steps = |text: &str| text.lines().count();
    assert_eq!(steps(&train), steps(&joined));
    for command in ["violators", "explain"] {
        ok(&[command, &data, "--model", &out, "--query", "-x2"]);
    }
    ok(&[
        &["compare", &data, "--test", &data, "--c-grid", "1", "--folds", "2", "--methods", "dorm-cost"],
        &cost[2..],
    ]
    .concat());
    assert!(
        ok(&["score", &data, "--model", &out, "--format", "trec", "--tag", "-b"]).trim_end().ends_with(" -b")
    );
    assert!(ok(&["export", &out, "--format", "solr", "--name", "-m"]).contains("\"-m\""));
    let table = folder.file("table.csv", "-q,-y,-a,b\n1,1,2,1\n1,0,1,1\n2,1,3,0\n2,0,1,1\n");
    ok(&["train", &table, "--qid", "-q", "--label", "-y", "--ignore", "-a"]);
    // A missing value is still an error.
    fails(&["train", &data, "--decay", "--json"], 2, &["decay", "--json"]);
}

#[test]
fn an_error_about_the_measure_lists_the_measures_of_the_loss() {
    let folder = Folder::new();
    let good = folder.file("good.txt", "1 qid:a 1:1\n0 qid:a 1:0\n");
    for measure in ["nonsense", "auc", "map", "err@5", "p"] {
        let output = rankscope(&["train", &good, "--measure", measure]);
        let said = messages(&output);
        assert_eq!(output.status.code(), Some(2));
        for listed in ["ndcg[@k]", "dcg[@k]", "p@k", "wta", "mwta", "mrr[@k]", "eru[", "eru-raw["] {
            assert!(said.contains(listed), "{measure}: {said}");
        }
        for refused in [" ap,", "err[", " auc,"] {
            assert!(!said.contains(refused), "{measure}: {refused} cannot be optimised: {said}");
        }
    }
    // More measures can be reported than optimised.
    fails(&["train", &good, "--measures", "nonsense"], 2, &["ap", "err[@k]", "auc"]);
}

#[test]
fn what_can_be_refused_is_refused_before_any_work() {
    let folder = Folder::new();
    let good = folder.file("good.txt", generate_letor(6, 8, 1));
    // Reading this file fails, so a message about something else came before the reading.
    let broken = folder.file("broken.txt", "x\n");
    let absent = folder.path("absent.txt");
    let out = folder.path("out.json");
    let model = |name: &str, more: &[&str]| {
        let path = folder.path(name);
        ok(&[&["train", &good, "--out", &path], more].concat());
        path
    };
    let (svm, network) = (model("svm", &[]), model("network", &["--method", "ranknet", "--epochs", "1"]));
    let boosted = model("boosted", &["--method", "lambdamart", "--leaves", "2", "--rounds", "2"]);
    let kernel = model("kernel", &["--map", "rbf:0.1:4"]);

    let many = (1..=1001).map(|k| format!("p@{k}")).collect::<Vec<_>>().join(",");
    let long = format!("eru:5,{}2", "0".repeat(1000));
    for (measures, words) in [(&many, "1001 measures are more than 1000"), (&long, "longer than 1000")] {
        fails(&["train", &broken, "--measures", measures, "--out", &out], 2, &["measures", words]);
        fails(&["compare", &broken, "--test", &good, "--measures", measures], 2, &["measures", words]);
    }
    for choice in ["validation", "Validation"] {
        fails(&["train", &broken, "--choose", choice], 2, &["choose", "--valid"]);
    }
    fails(&["train", &broken, "--choose", "validation", "--split", "80/0/20"], 2, &["choose", "--split"]);
    fails(&["train", &broken, "--names", &folder.file("names", "a\na\n")], 1, &["names", "line 2"]);
    for option in ["--valid", "--test", "--names", "--group-sizes", "--columns-like"] {
        fails(&["train", &broken, option, &absent], 1, &["absent.txt"]);
    }
    let sizes = folder.file("sizes", "8\n");
    for option in ["--group-sizes", "--columns-like"] {
        fails(&["train", &good, option, &sizes, "--out", &sizes], 2, &["would replace", "sizes"]);
    }
    fails(&["compare", &broken, "--test", &absent], 1, &["absent.txt"]);
    fails(&["factorize", &broken, "--titles", &absent], 1, &["absent.txt"]);
    fails(&["score", &broken, "--model", &svm, "--format", "trec", "--tag", "a b"], 2, &["tag", "one word"]);
    fails(&["score", &broken, "--model", &svm, "--diverse"], 2, &["group", "key:NAME"]);
    let ranks = ["score", &broken, "--model", &svm, "--diverse", "--group", "feature:1", "--ranks", "0"];
    fails(&ranks, 2, &["ranks", "from 1"]);
    fails(&["eval", &broken, "--model", &svm, "--measures", "dndcg@5"], 2, &["group", "dNDCG@5"]);
    fails(&["violators", &broken, "--model", &network, "--query", "1"], 2, &["no structured loss"]);
    let dorm = ["violators", &broken, "--model", &boosted, "--query", "1", "--method", "dorm"];
    fails(&dorm, 1, &["not linear"]);
    fails(&["explain", &broken, "--model", &kernel, "--query", "1"], 1, &["not a sum over the features"]);
    let study =
        r#"{ "rankscope": "study", "title": "t", "data": [{ "train": "good.txt", "test": "absent.txt" }] }"#;
    let (study, made) = (folder.file("study.json", study), folder.path("made"));
    fails(&["study", &study, "--out", &made], 1, &["absent.txt"]);
    fails(&["study", &study, "--out", &made, "--missing", "x"], 2, &["missing"]);
    assert!(!Path::new(&made).exists() && !Path::new(&out).exists());
}

#[test]
fn repeated_values_that_would_be_trained_twice_are_refused() {
    // The files are absent, so nothing was read before.
    let compare = ["compare", "no-train", "--test", "no-test"];
    for (list, words) in [
        (["--methods", "dorm,owpc, DORM "], "methods: \"dorm\" occurs twice; give it once"),
        (["--c-grid", "1,10,1.0"], "c_grid: \"1\" occurs twice; give it once"),
        (["--measures", "ndcg@10,map,ap"], "measures: \"ap\" occurs twice; give it once"),
    ] {
        fails(&[&compare[..], &list].concat(), 2, &[words]);
    }
    fails(&["factorize", "no-ratings", "--c", "30,100,30"], 2, &["c: 30 occurs twice; give it once"]);
}
