//! `rankscope join`: files in, data out, and what other commands read of the data.

use std::fs;
use std::process::Command;

use super::support::{Folder, fails, gzip, messages, ok, rankscope};

pub const RATINGS: &str =
    "query,docid,rating\nrambo,7555,3\nrambo,1370,2\nrambo,1369,0\nrocky 2,4241,3\nrocky 2,1366,1\n";

pub const LOG: &str = concat!(
    r#"{"responseHeader":{"params":{"q":"rambo"}},"response":{"docs":[{"id":"7555","[features]":"title=12.5,body=10.0"},"#,
    r#"{"id":"1370","[features]":"title=9.5"},{"id":"9","[features]":"title=0.5,body=0.25"}]}}"#,
    "\n",
    r#"{"responseHeader":{"params":{"q":"rocky 2"}},"response":{"docs":[{"id":"4241","[features]":"title=7.0,body=0.5"},"#,
    r#"{"id":"1366","[features]":"title=0.0,body=3.0"}]}}"#,
    "\n"
);

const LETOR: &str = "# 1: title\n# 2: body\n\
3 qid:rambo 1:12.5 2:10 # docid = 7555\n\
2 qid:rambo 1:9.5 2:NaN # docid = 1370\n\
3 qid:rocky_2 1:7 2:0.5 # docid = 4241\n\
1 qid:rocky_2 1:0 2:3 # docid = 1366\n";

#[test]
fn joined_data_are_reported_and_trained_on() {
    let folder = Folder::new();
    let ratings = folder.file("ratings.csv", RATINGS);
    let log = folder.file("log.jsonl", LOG);
    let output = rankscope(&["join", &ratings, &log]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), LETOR);
    for words in
        ["2 queries, 4 documents, 2 features", "`1369` of the query `rambo` in line 4", "--missing zero"]
    {
        assert!(messages(&output).contains(words), "{words:?} is missing: {}", messages(&output));
    }
    let packed = [folder.file("r.csv.gz", gzip(RATINGS)), folder.file("l.gz", gzip(LOG))];
    let output = rankscope(&["join", "--quiet", &packed[0], &packed[1]]);
    assert_eq!((String::from_utf8_lossy(&output.stdout).as_ref(), messages(&output).as_str()), (LETOR, ""));

    let read = |name: &str| fs::read_to_string(folder.path(name)).expect("it is written");
    let mut models = Vec::new();
    for name in ["data.txt", "data.csv", "data.tsv"] {
        let (out, model) = (folder.path(name), folder.path("model.json"));
        assert_eq!(ok(&["join", &ratings, &log, "--out", &out]), "");
        let report = ok(&["data", &out]);
        assert!(report.contains("2 queries, 4 documents, 2 features"), "{name}: {report}");
        assert!(report.contains("feature 2 body"), "the names and the gap are there: {report}");
        fails(&["train", &out], 1, &["--missing"]);
        ok(&["train", &out, "--missing", "zero", "--out", &model]);
        let json: serde_json::Value = serde_json::from_str(&read("model.json")).expect("JSON");
        models.push([json["weights"].clone(), json["names"].clone()]);
        let scores = ok(&["score", &out, "--missing", "zero", "--model", &model, "--format", "tsv"]);
        assert!(scores.contains("rocky_2\t1366\t1\t"), "{name}: {scores}");
    }
    assert_eq!(read("data.txt"), LETOR);
    assert!(read("data.csv").contains("\n2,rambo,1370,9.5,\n3,rocky 2,4241,7,0.5\n"));
    assert_eq!(read("data.tsv"), read("data.csv").replace(',', "\t"));
    assert!(models.iter().all(|model| *model == models[0]) && models[0][0].is_array(), "{models:?}");
    let zero = ok(&["join", &ratings, &log, "--unjudged", "zero"]);
    assert!(zero.contains("0 qid:rambo 1:0.5 2:0.25 # docid = 9\n"), "{zero}");
}

#[test]
fn wrong_usage_is_refused_before_work() {
    let folder = Folder::new();
    let ratings = folder.file("ratings.csv", RATINGS);
    let log = folder.file("log.jsonl", LOG);
    fails(&["join", &ratings], 2, &["LOG"]);
    fails(&["join", &ratings, &log, "--unjudged", "one"], 2, &["drop", "zero"]);
    fails(&["join", &ratings, &log, "--grades", "often"], 2, &["grades", "round"]);
    fails(&["join", &ratings, &log, "--out", &log], 2, &["would replace"]);
    fails(&["join", "-", "-"], 2, &["twice"]);
    fails(&["join", &ratings, &folder.path("absent")], 1, &["absent"]);
    fails(&["join", &ratings, &log, "--label", "stars"], 1, &["ratings.csv", "line 1", "stars"]);
    fails(&["join", &ratings, &ratings], 1, &["ratings.csv: line 1", "no JSON"]);
    fails(&["join", &ratings, &log, &ratings], 1, &["ratings.csv: line 1"]);
    let some = folder.file("some.json", r#"{"hits":{"hits":[]}}"#);
    fails(&["join", &ratings, &log, &some], 1, &["some.json: line 1: nothing names the query"]);
}

#[cfg(unix)]
#[test]
fn the_commands_of_the_page_run() {
    let page = include_str!("../../docs/judgements.md");
    let block = page.split_once("```sh\n").expect("a block").1.split_once("```").expect("its end").0;
    let folder = Folder::new();
    folder.file("ratings.csv", RATINGS);
    folder.file("responses.jsonl", LOG);
    assert_eq!(block.lines().count(), 2);
    for line in block.lines() {
        let script = line.replacen("rankscope", env!("CARGO_BIN_EXE_rankscope"), 1);
        let output =
            Command::new("sh").args(["-c", &script]).current_dir(folder.path("")).output().expect("a shell");
        assert!(output.status.success(), "{line}: {}", messages(&output));
    }
    assert!(fs::metadata(folder.path("model.json")).is_ok());
}
