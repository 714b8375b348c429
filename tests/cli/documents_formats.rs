//! The tables of docs/formats.md are those of the program.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::{Folder, json_lines, ok};

const FORMATS: &str = include_str!("../../docs/formats.md");

const DATA: &str = "2 qid:a 1:0.9 2:0.1 # docid = x1\n0 qid:a 1:0.1 2:0.5 # docid = x2\n\
    1 qid:b 1:0.8 2:0.2 # docid = x3\n0 qid:b 1:0.2 2:0.9 # docid = x4\n0 qid:c 1:0.4 2:0.4 # docid = x5\n";

const STUDY: &str = r#"{ "rankscope": "study", "title": "small", "data": [{ "name": "file", "train": "data.txt", "test": "data.txt" }],
  "factors": { "method": ["dorm"] }, "record": ["ndcg@10"] }"#;

/// Returns the cells of the table whose head begins with these words.
fn table(head: &str) -> Vec<Vec<&'static str>> {
    let rows = FORMATS.split_once(&format!("\n| {head}")).expect("the head of the table").1;
    let cells = |row: &'static str| row.trim_matches('|').split('|').map(str::trim).collect();
    rows.lines().skip(2).take_while(|row| row.starts_with('|')).map(cells).collect()
}

/// Returns the words between backquotes.
fn coded(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_command_prints_the_types_of_the_table() {
    let folder = Folder::new();
    let (data, model) = (folder.file("data.txt", DATA), folder.path("m.json"));
    let study = folder.file("study.json", STUDY);
    ok(&["train", &data, "--quiet", "--out", &model]);
    let log = folder.path("log.jsonl");
    let logger = ["--logger", "feature:1", "--swap", "2", "--sessions", "2000", "--out", &log];
    ok(&[&["simulate-clicks", &data], &logger[..]].concat());
    for row in table("command | `type` |") {
        let command = coded(row[0])[0];
        let arguments: &[&str] = match command {
            "train" => &["train", &data, "--json"],
            "data" => &[command, &data, "--json"],
            "eval" => &[command, &data, "--model", &model, "--json"],
            "eval --clicks" => {
                &["eval", &data, "--model", &model, "--clicks", &log, "--propensities", "power:1", "--json"]
            }
            "summarise-clicks" => &[command, &log, "--data", &data, "--json"],
            "interleave" => &[
                command,
                &data,
                "--first",
                "feature:1",
                "--second",
                "feature:2",
                "--sessions",
                "9",
                "--json",
            ],
            "propensities" => &[command, &log, "--data", &data, "--ranks", "2", "--json"],
            "violators" | "explain" => &[command, &data, "--model", &model, "--query", "a", "--json"],
            "compare" => &[
                command,
                &data,
                "--test",
                &data,
                "--valid",
                &data,
                "--methods",
                "dorm",
                "--c-grid",
                "1",
                "--json",
            ],
            "study" => &[command, "--json", &study],
            "measures" => &[command, "--json"],
            "loss" => &[command, "dorm", "--grades", "2,0", "--scores", "0,1", "--json"],
            "theory" => &[command, "calibration", "--json"],
            "factorize" => &[command, "--generate", "40x30", "--turns", "1", "--json"],
            other => panic!("the test does not know {other}"),
        };
        let mut types: Vec<Value> =
            json_lines(&ok(arguments)).iter().map(|line| line["type"].clone()).collect();
        types.dedup();
        assert_eq!(types, coded(row[1]), "{command}");
    }
}

#[test]
fn a_comparison_as_csv_has_the_columns_of_the_table() {
    let folder = Folder::new();
    let data = folder.file("data.txt", DATA);
    let csv = ok(&["compare", &data, "--test", &data, "--valid", &data, "--methods", "dorm", "--csv"]);
    let columns: Vec<_> = table("column | meaning |").iter().flat_map(|row| coded(row[0])).collect();
    assert_eq!(csv.lines().next(), Some(columns.join(",").as_str()));
}

#[test]
fn lines_of_scores_have_the_form_of_the_table() {
    let folder = Folder::new();
    let (data, model) = (folder.file("data.txt", DATA), folder.path("m.json"));
    ok(&["train", &data, "--quiet", "--out", &model]);
    let mut formats = BTreeSet::new();
    for row in table("format | line | order |") {
        let format = coded(row[0])[0];
        let with_model: &[&str] =
            if row[2].ends_with("it needs no model") { &[] } else { &["--model", &model] };
        let text = ok(&[&["score", &data, "--format", format], with_model].concat());
        assert!(!text.contains('#'), "{format} has no line of comments");
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().collect()).collect();
        let columns = match coded(row[1])[..] {
            [line] => line.split(' ').count(),
            _ if format == "scores" => 1,
            _ => 5,
        };
        assert!(lines.iter().all(|line| line.len() == columns), "{format}: {lines:?}");
        let heads = usize::from(format == "tsv");
        assert_eq!(lines.len(), 5 + heads, "{format} has one line per document");
        formats.insert(format);
    }
    assert_eq!(formats, BTreeSet::from(["scores", "tsv", "trec", "qrels"]));
}

#[test]
fn a_model_file_has_the_fields_of_its_section() {
    let folder = Folder::new();
    let (data, model) = (folder.file("data.txt", DATA), folder.path("m.json"));
    ok(&["train", &data, "--quiet", "--out", &model]);
    let file: Value = serde_json::from_slice(&std::fs::read(&model).expect("written")).expect("JSON");
    assert_eq!(file["format"], "rankscope-model");
    let section = FORMATS.split_once("\n## Model file\n").expect("the section").1;
    let section = section.split_once("\n## ").expect("a section after it").0;
    let named: BTreeSet<_> = coded(section).into_iter().collect();
    let fields = |object: &Value| object.as_object().expect("an object").keys().cloned().collect::<Vec<_>>();
    for field in [fields(&file), fields(&file["provenance"])].concat() {
        assert!(named.contains(field.as_str()) || field == "version", "{field} stands in the section");
    }
    let newest = FORMATS.match_indices("| model file |").count() as u64;
    // The newest version is that of models of other programs.
    assert_eq!(file["version"], newest - 1, "the table of changes has every version");
}
