//! `rankscope data`: the text, the object, files that name no queries, and what is refused.

use serde_json::Value;

use crate::support::{Folder, fails, gzip, messages, ok, rankscope, rankscope_with_input};

const TRAIN: &str = include_str!("../core/data_report/planted/train.txt");
const TEST: &str = include_str!("../core/data_report/planted/test.txt");

#[test]
fn the_report_names_faults_with_places_and_remedies() {
    let folder = Folder::new();
    let (train, test) = (folder.file("train.txt.gz", gzip(TRAIN)), folder.file("test.txt", TEST));
    let text = ok(&["data", &train, &test]);
    for line in [
        "train.txt.gz: 40 queries, 563 documents, 14 features",
        "together: 44 queries, 620 documents",
        "    test.txt, line 1, query q7: also in train.txt.gz with equal documents; test.txt, line 16, query q8: also in \
         train.txt.gz",
    ] {
        assert!(text.lines().any(|other| other == line), "{line:?} is missing in {text}");
    }
    assert!(text.contains(". sentinel values: 3 features have values"), "{text}");
    assert!(text.lines().filter(|line| line.starts_with("    → ")).count() == 13, "{text}");
    assert!(text.contains("\nNot found: ") && text.contains("\nnote: "), "{text}");
    let alone = ok(&["data", &train]);
    assert!(alone.contains("\n    line 43, query q2: as line 32; "), "one file is not named again: {alone}");
}

#[test]
fn data_are_written_as_letor_text() {
    let folder = Folder::new();
    let table = folder.file("table.csv", "label,qid,x,size\n2,a,0.5,0\n0,a,0,-1\n");
    let out = folder.path("out.txt");
    ok(&["data", &table, "--letor", &out]);
    let text = std::fs::read_to_string(&out).expect("the file");
    assert_eq!(text, "# features: 1 x, 2 size\n2 qid:a 1:0.5 2:0\n0 qid:a 2:-1\n");
    let digits = folder.file("digits.txt", "0 qid:1 1:1 # digit 7\n1 qid:1 1:2 # digit 3\n");
    ok(&["data", &digits, "--grades", "comment:digit", "--letor", &out]);
    let text = std::fs::read_to_string(&out).expect("the file");
    assert_eq!(text, "7 qid:1 1:1 # digit 7\n3 qid:1 1:2 # digit 3\n");
    fails(&["data", &table, &digits, "--letor", &out], 2, &["--letor", "one FILE"]);
    fails(&["data", &table, "--letor", &table], 2, &["table.csv"]);
    fails(&["data", &digits, "--grades", "comment:name", "--letor", &out], 1, &["line 1", "\"name\""]);
    let report = ok(&["data", &digits, "--grades", "comment:digit", "--threshold", "7"]);
    assert!(report.contains("grade 7") && !report.contains("missing grades:"), "{report}");
}

#[test]
fn the_object_has_every_feature_and_finding() {
    let folder = Folder::new();
    let train = folder.file("train.txt", TRAIN);
    let text = ok(&["data", &train, "--json"]);
    assert_eq!(text.lines().count(), 1);
    let report: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(report["type"], "data_report");
    assert_eq!(report["overview"]["files"][0]["name"], "train.txt");
    assert_eq!(report["features"].as_array().map(Vec::len), Some(14));
    for finding in report["findings"].as_array().expect("a list") {
        assert!(finding["count"].as_u64() <= finding["of"].as_u64(), "{finding}");
    }
    let one = ok(&["data", &train, "--json", "--threads", "1"]);
    assert_eq!(text, one, "the report is the same for any number of threads");
    let higher: Value =
        serde_json::from_str(&ok(&["data", &train, "--json", "--threshold", "3"])).expect("JSON");
    assert_ne!(report["findings"], higher["findings"], "other documents are good");
}

#[test]
fn the_table_of_the_page_has_every_finding() {
    let page = include_str!("../../docs/data-report.md");
    let folder = Folder::new();
    let report = ok(&["data", &folder.file("a.txt", "1 qid:1 1:1\n"), "--json"]);
    let report: Value = serde_json::from_str(&report).expect("JSON");
    let not_found = report["not_found"].as_array().expect("a list").iter();
    let found = report["findings"].as_array().expect("a list").iter().map(|finding| &finding["name"]);
    let mut n = 0;
    for name in not_found.chain(found) {
        let name = name.as_str().expect("a name");
        assert!(page.contains(&format!("\n| {name} | ")), "{name}");
        n += 1;
    }
    assert_eq!(
        page.lines().filter(|line| line.starts_with("| ")).count(),
        n + 1,
        "no other row than the head"
    );
}

#[test]
fn tables_and_group_sizes_are_read_as_everywhere() {
    let folder = Folder::new();
    let table = folder.file("a.csv", "query,docid,rating,bm25\nq,1,0.5,\nq,2,0.25,3\n");
    let output = rankscope(&["data", &table]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("missing grades: 2 documents have no grade"), "{text}");
    assert!(text.contains("missing values: 1 feature has 1 missing value in 2 documents"), "{text}");
    assert!(text.contains("feature 2 bm25: 50.0 % of the documents"), "{text}");
    assert!(messages(&output).contains("documents from column `docid`"), "{}", messages(&output));
    let rules = ["data", &table, "--label", "rating", "--grades", "0.3", "--missing", "zero"];
    assert!(ok(&rules).contains("Not found: missing grades,"), "rules are applied");

    // Numbers from group sizes are equal in all files, and say nothing about the queries.
    for (name, texts) in [("one", "1 1:1\n0 1:2\n"), ("two", "1 1:3\n0 1:4\n")] {
        folder.file(name, texts);
        folder.file(&format!("{name}.query"), "2\n");
    }
    let (one, two) = (folder.path("one"), folder.path("two"));
    assert!(ok(&["data", &one, &two]).contains("queries in several files, equal queries"));
    let sizes = folder.path("one.query");
    fails(&["data", &one, &two, "--group-sizes", &sizes], 2, &["--group-sizes", "beside each"]);
}

#[test]
fn wrong_usage_of_the_report_is_refused() {
    let folder = Folder::new();
    let data = folder.file("a.txt", "1 qid:1 1:1\n0 qid:1 1:2\n");
    fails(&["data"], 2, &["FILE"]);
    fails(&["data", &data, &folder.path("absent.txt")], 1, &["absent.txt"]);
    fails(&["data", "-", "-"], 2, &["- is given twice"]);
    fails(&["data", &data, "--threshold", "0"], 2, &["threshold", "1 to 255"]);
    fails(&["data", &data, "--missing", "guess"], 2, &["missing", "query-mean"]);
    let bad = folder.file("bad.txt", "1 qid:1 1:x\n");
    fails(&["data", &bad], 1, &["bad.txt", "line 1"]);
    let input = std::fs::File::open(&data).expect("the file");
    let output = rankscope_with_input(&["data", "-"], input);
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("-: 1 query, 2 documents, 1 feature\n"));
}
