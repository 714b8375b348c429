//! `rankscope train --clicks`: a model from a log, its provenance, and refusals before any work.

use serde_json::Value;

use crate::support::{Folder, fails, json_lines, messages, ok, rankscope};

const DATA: &str = "2 qid:1 1:0.9 2:0.1\n0 qid:1 1:0.5 2:0.3\n0 qid:1 1:0.1 2:0.9\n1 qid:2 1:0.7 2:0.2\n\
    0 qid:2 1:0.6 2:0.6\n0 qid:2 1:0.2 2:0.8\n";

fn model(path: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("a model file")).expect("JSON")
}

/// Returns the path of a log of 400 sessions, as counts.
fn log_of(folder: &Folder, data: &str) -> String {
    let log = folder.path("log.csv");
    let of = ["--logger", "feature:2", "--sessions", "400", "--format", "counts", "--out", &log];
    ok(&[&["simulate-clicks", data], &of[..]].concat());
    log
}

#[test]
fn a_log_trains_a_model_that_says_where_it_comes_from() {
    let folder = Folder::new();
    let data = folder.file("data.txt", DATA);
    let log = log_of(&folder, &data);
    let out = folder.path("model.json");
    let train =
        ["train", &data, "--clicks", &log, "--propensities", "power:1", "--method", "listnet", "--json"];
    let reports = json_lines(&ok(&[&train[..], &["--out", &out]].concat()));
    assert_eq!(reports.last().expect("a result")["type"], "result");
    let written = model(&out);
    assert_eq!(written["settings"]["targets"], "clicks");
    let clicks = &written["provenance"]["clicks"];
    assert_eq!((&clicks["estimator"], &clicks["eta"]), (&Value::from("ips"), &Value::from(1.0)));
    assert_eq!(clicks["sessions"], 400.0);
    assert_eq!(clicks["tau"], 0.05);
    assert_eq!(clicks["checksum"].as_str().expect("a checksum").len(), 16);
    assert_eq!(clicks["propensities"].as_array().expect("a list").len(), 3);
    // The same command trains the same bits, and a data file without grades too: nothing reads them.
    let again = folder.path("again.json");
    ok(&[&train[..], &["--out", &again]].concat());
    assert_eq!(model(&again), written);
    let bare: String = DATA.lines().map(|line| format!("0{}\n", &line[1..])).collect();
    let bare = folder.file("bare.txt", bare);
    let train_bare = ["train", &bare, "--clicks", &log, "--propensities", "power:1", "--method", "listnet"];
    ok(&[&train_bare[..], &["--out", &again]].concat());
    assert_eq!(model(&again)["weights"], written["weights"]);
    // The model scores, and its card has the log.
    ok(&["score", &data, "--model", &out]);
    ok(&["eval", &data, "--model", &out, "--measures", "ndcg@10"]);
}

#[test]
fn the_log_can_give_the_propensities() {
    let folder = Folder::new();
    let data = folder.file("data.txt", DATA);
    let log = folder.path("log.jsonl");
    let simulate =
        ["simulate-clicks", &data, "--logger", "feature:2", "--sessions", "300", "--with-propensities"];
    ok(&[&simulate[..], &["--out", &log]].concat());
    let (by_log, by_curve) = (folder.path("log.json"), folder.path("curve.json"));
    let train = ["train", &data, "--clicks", &log, "--method", "ranksvm", "--clip", "none"];
    ok(&[&train[..], &["--propensities", "log", "--out", &by_log]].concat());
    ok(&[&train[..], &["--propensities", "power:1", "--out", &by_curve]].concat());
    assert_eq!(model(&by_log)["weights"], model(&by_curve)["weights"]);
    assert_eq!(model(&by_log)["provenance"]["clicks"]["of_log"], true);
    assert_eq!(model(&by_log)["provenance"]["clicks"].get("tau"), None);
}

#[test]
fn what_cannot_be_trained_is_refused_before_work() {
    let folder = Folder::new();
    let data = folder.file("data.txt", DATA);
    let log = folder.file("log.csv", "query,rank,document,impressions,clicks\n1,1,1,10,4\n");
    let missing = folder.path("missing.csv");
    let train = |rest: &[&str], words: &[&str]| {
        fails(&[&["train", &data, "--clicks", &log][..], rest].concat(), 2, words);
    };
    train(&["--method", "listnet"], &["propensities", "power:1"]);
    train(&["--method", "listnet", "--estimator", "naive", "--propensities", "power:1"], &["naive"]);
    train(&["--method", "listnet", "--estimator", "naive", "--clip", "0.1"], &["clip", "naive"]);
    train(&["--method", "listnet", "--estimator", "best"], &["estimator", "naive, ips, affine"]);
    train(&["--method", "listnet", "--propensities", "power:1", "--clip", "2"], &["clip", "auto, none"]);
    train(&["--method", "listnet", "--propensities", "power:x"], &["propensities", "power:1"]);
    train(&["--method", "listnet", "--estimator", "naive", "--targets", "gain"], &["targets", "clicks"]);
    train(&["--method", "adarank", "--estimator", "naive"], &["adarank does not learn from clicks"]);
    train(&["--method", "owpc", "--estimator", "naive"], &["owpc", "ranksvm"]);
    train(&["--method", "dorm", "--measure", "ndcg@10", "--estimator", "naive"], &["measure", "dcg"]);
    fails(&["train", &data, "--method", "listnet", "--targets", "clicks"], 2, &["targets", "--clicks"]);
    fails(&["train", &data, "--propensities", "power:1"], 2, &["--clicks"]);
    fails(
        &["train", &data, "--clicks", &missing, "--estimator", "naive", "--method", "listnet"],
        1,
        &["missing.csv"],
    );
    let other = folder.file("other.csv", "query,rank,document,impressions,clicks\n9,1,1,10,4\n");
    let words = ["other.csv", "line 2", "query"];
    fails(&["train", &data, "--clicks", &other, "--estimator", "naive", "--method", "listnet"], 1, &words);
}

/// What is said of the bias holds for the estimator and the threshold, not for the method alone.
#[test]
fn the_bias_of_the_objective_is_said() {
    let folder = Folder::new();
    let data = folder.file("data.txt", DATA);
    let log = log_of(&folder, &data);
    let said = |more: &[&str]| {
        let train = ["train", &data, "--clicks", &log, "--method", "listnet"];
        messages(&rankscope(&[&train[..], more].concat()))
    };
    assert!(said(&["--estimator", "naive"]).contains("biased towards the ranking that users saw"));
    let by_curve = |clip: &str| said(&["--propensities", "power:1", "--clip", clip]);
    assert!(by_curve("none").contains("no bias at a fixed w"));
    // Every propensity is above 1/20.
    assert!(by_curve("auto").contains("no bias at a fixed w"));
    assert!(by_curve("0.4").contains("2 places of documents have a propensity below 0.400"));
}
