//! `--measure cost:FILE`: costs of positions on the command line.

use serde_json::Value;

use crate::support::{Folder, fails, json_lines, ok};

/// Two queries in which the documents of kind A are never the best ones.
const DATA: &str = "2 qid:1 1:1 2:0.1 # type=B\n1 qid:1 1:0.6 2:0.3 # type=A\n0 qid:1 1:0.2 2:0.9 # type=A\n\
                    2 qid:2 1:0.9 2:0.2 # type=B\n1 qid:2 1:0.5 2:0.1 # type=B\n0 qid:2 1:0.1 2:0.8 # type=A\n";

const FIRST_A: &str = r#"[{"grade": 0, "cost": [1, 0]}, {"grade": 1, "cost": [1, 0]}, {"grade": 2, "cost": [1, 0]},
    {"grade": 0, "kind": "A", "cost": [0, 0]}, {"grade": 1, "kind": "A", "cost": [0, 0]}]"#;

#[test]
fn a_table_puts_a_kind_first_and_a_formula_says_the_same() {
    let folder = Folder::new();
    let (data, table) = (folder.file("data.txt", DATA), folder.file("first.json", FIRST_A));
    let formula = folder.file("first.txt", "if(rank = 1, if(kind = \"A\", 0, 1), 0)\n");
    let model = folder.path("model.json");
    let run = |cost: &str| {
        let measure = format!("cost:{cost}");
        let args = [
            "train",
            &data,
            "--measure",
            &measure,
            "--kind",
            "key:type",
            "--c",
            "1000",
            "--out",
            &model,
            "--json",
        ];
        json_lines(&ok(&args))
    };
    let (of_table, of_formula) = (run(&table), run(&formula));
    let reports = |lines: &[Value]| lines[1..lines.len() - 1].to_vec();
    assert_eq!(reports(&of_table), reports(&of_formula), "the same numbers");
    let last = &of_table[of_table.len() - 2];
    assert_eq!(last["mean_loss"], 0.0, "a document of kind A stands first");

    let scores: Vec<f64> =
        ok(&["score", &data, "--model", &model]).lines().map(|s| s.parse().expect(s)).collect();
    for query in scores.chunks(3) {
        let first = (0..3).max_by(|&a, &b| query[a].total_cmp(&query[b])).expect("three documents");
        assert_ne!(first, 0, "the document of kind B is not first: {query:?}");
    }
}

#[test]
fn a_cost_that_cannot_be_used_says_what_to_do() {
    let folder = Folder::new();
    let data = folder.file("data.txt", DATA);
    let fault = |cost: &str, more: &[&str], code, words: &[&str]| {
        let measure = format!("cost:{}", folder.file("cost.txt", cost));
        fails(&[&["train", &data, "--measure", &measure], more].concat(), code, words);
    };
    fault("1 / grade", &[], 1, &["query \"1\": cost: the formula gives inf for grade = 0, rank = 1"]);
    fault("1 + x", &[], 2, &["character 5"]);
    fault("[{\"grade\": 0, \"cost\": [1, 2]}]", &[], 1, &["no row for grade 2"]);
    fault("if(kind = \"A\", 0, rank)", &[], 2, &["kind: the cost compares kinds", "key:type"]);
    fault("rank", &["--method", "svm-map"], 2, &["--method dorm-cost, not by svm-map"]);
    fault("3", &[], 1, &["none of the 2 queries can be used"]);
    fails(&["train", &data, "--measure", "cost:no-such-file"], 2, &["no-such-file: "]);
}
