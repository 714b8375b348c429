//! Simulated click logs and their summaries, from the program.

use rankscope::data::generate_shop;
use serde_json::Value;

use crate::support::{Folder, fails, gzip, ok};

fn summary(log: &str, data: &str, more: &[&str]) -> Value {
    let text = ok(&[&["summarise-clicks", log, "--data", data, "--json"], more].concat());
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn every_format_of_a_log_has_one_summary() {
    let folder = Folder::new();
    let [train, _] = generate_shop(1);
    let data = folder.file("train.txt", &train);
    let simulate = |more: &[&str]| {
        let usual =
            ["simulate-clicks", &data, "--logger", "feature:popular", "--sessions", "400", "--users", "dcm"];
        ok(&[&usual[..], &["--swap", "5"], more].concat())
    };
    let lines = simulate(&["--format", "jsonl"]);
    assert_eq!(lines.lines().count(), 400);
    assert_eq!(lines, simulate(&[]), "JSON lines are the default");
    let out = folder.path("log.csv");
    assert_eq!(simulate(&["--format", "csv", "--out", &out]), "");
    let packed = folder.file("log.jsonl.gz", gzip(&lines));
    let [one, other] = [&packed, &out].map(|log| summary(log, &data, &[]));
    assert_eq!(one, other);
    assert_eq!((&one["sessions"], &one["type"]), (&400.0.into(), &"click_summary".into()));
    assert_eq!(one["rankers"][0]["name"], "feature:popular");
    let counts = folder.file("log.counts", simulate(&["--format", "counts"]));
    let mut counted = summary(&counts, &data, &[]);
    assert!(counted["most_rankings"].is_null());
    for key in ["most_rankings", "rankings_per_query"] {
        counted[key] = one[key].clone();
    }
    assert_eq!(counted, one, "these users are drawn one by one, so the counts are those of the sessions");
}

#[test]
fn a_log_whose_name_ends_in_gz_is_packed() {
    let folder = Folder::new();
    let data = folder.file("data.txt", "2 qid:a 1:3\n0 qid:a 1:2\n");
    let usual = ["simulate-clicks", &data, "--logger", "feature:1", "--sessions", "30"];
    let plain = ok(&usual);
    let out = folder.path("log.jsonl.gz");
    assert_eq!(ok(&[&usual[..], &["--out", &out]].concat()), "");
    let bytes = std::fs::read(&out).expect("it was written");
    assert_eq!(bytes[..2], [0x1f, 0x8b]);
    assert_eq!(summary(&out, &data, &[]), summary(&folder.file("log.jsonl", plain), &data, &[]));
}

#[test]
fn interleaved_lists_compare_two_rankers() {
    let folder = Folder::new();
    let data = folder.file("data.txt", "1 qid:a 1:2 2:1\n0 qid:a 1:1 2:2\n");
    let compare = |first: &str, second: &str, more: &[&str]| {
        ok(&[&["interleave", &data, "--first", first, "--second", second], more].concat())
    };
    let text = compare("feature:1", "feature:2", &[]);
    assert!(text.contains("users prefer feature:1\n"), "{text}");
    assert!(compare("feature:2", "feature:1", &[]).contains("users prefer feature:1\n"));
    let object: Value = serde_json::from_str(&compare("feature:1", "feature:2", &["--json"])).expect("JSON");
    assert_eq!((&object["type"], &object["sessions"]), (&"interleaving".into(), &10_000.into()));
    for (arguments, words) in [
        (["--first", "feature:1", "--second", "feature:1"], "first"),
        (["--first", "feature:1", "--second", "random"], "no ranker to compare"),
        (["--first", "feature:1", "--second", "feature:9"], "no feature"),
    ] {
        fails(&[&["interleave", &data], &arguments[..]].concat(), 2, &[words]);
    }
}

#[test]
fn expected_counts_follow_the_formula() {
    let folder = Folder::new();
    let data = folder.file("data.txt", "2 qid:a 1:3\n0 qid:a 1:2\n0 qid:b 1:1\n1 qid:b 1:0\n");
    let text = ok(&["simulate-clicks", &data, "--logger", "feature:-1", "--expected", "--sessions", "40"]);
    let expected = "query,ranker,rank,document,impressions,clicks\n\
                    a,feature:-1,1,2,20,2\na,feature:-1,2,1,20,10\n\
                    b,feature:-1,1,4,20,8\nb,feature:-1,2,3,20,1\n";
    assert_eq!(text, expected);
    let log = folder.file("log.csv", text);
    let text = ok(&["summarize-clicks", &log, "--data", &data]);
    assert!(text.contains("sessions: 40, on 2 of 2 queries\nclicks: 21, 0.5250 per session\n"), "{text}");
}

#[test]
fn wrong_arguments_and_logs_have_their_messages() {
    let folder = Folder::new();
    let data = folder.file("data.txt", "2 qid:a 1:3\n0 qid:a 1:2\n");
    let refused =
        |more: &[&str], words: &[&str]| fails(&[&["simulate-clicks", &data], more].concat(), 2, words);
    refused(&["--logger", "bm25"], &["logger: \"bm25\" is not one of"]);
    refused(&["--logger", "feature:7"], &["no feature \"7\""]);
    refused(&["--logger", "feature:1", "--eta", "-1"], &["eta: -1"]);
    refused(&["--logger", "feature:1", "--users", "dcm", "--eta", "1"], &["eta: users of dcm"]);
    refused(&["--logger", "feature:1", "--users", "robots"], &["users: \"robots\""]);
    refused(&["--logger", "feature:1", "--sessions", "0"], &["sessions: 0"]);
    refused(&["--logger", "feature:1", "--sessions", "100000001"], &["sessions: ", "maximum"]);
    refused(&["--logger", "feature:1", "--expected", "--format", "csv"], &["format: csv has sessions"]);
    refused(&["--logger", "feature:1", "--share", "0.5"], &["--second-logger"]);
    refused(&["--logger", "random", "--swap", "4"], &["swap: it has no effect"]);
    let log = folder.file("log.csv", "query,session,rank,document,click\na,s,1,9,1\n");
    fails(
        &["summarise-clicks", &log, "--data", &data],
        1,
        &["log.csv: line 2, column 7: the data have no document"],
    );
}

/// A model's scores belong to the documents also where the lines of two queries alternate.
#[test]
fn a_model_logs_files_that_interrupt_their_queries() {
    let folder = Folder::new();
    let data = folder.file("data.txt", "2 qid:a 1:1\n0 qid:b 1:9\n0 qid:a 1:3\n1 qid:b 1:4\n0 qid:a 1:2\n");
    let model = folder.path("model.json");
    let method = ["--method", "single-feature", "--measure", "auc"];
    ok(&[&["train", &data, "--out", &model], &method[..]].concat());
    let logged = |logger: &str| {
        let text = ok(&["simulate-clicks", &data, "--logger", logger, "--expected", "--sessions", "4"]);
        text.replace(logger, "L")
    };
    // The feature ranks the good documents last, so the model is its reverse.
    assert_eq!(logged(&format!("model:{model}")), logged("feature:-1"));
}
