//! `rankscope measures`, and names and scales of measures in `eval`, `train` and `compare`.

use std::fs;

use rankscope::loss::RankingMeasure;
use rankscope::method::catalog;
use rankscope::metric::{MEASURES, Measure, MeasureKind, Range};
use serde_json::{Value, json};

use super::support::{Folder, fails, messages, ok, rankscope};

/// Query a has the grades 1, 0, 2, 0, 1 in the order of its feature, and query b no good document.
const DATA: &str =
    "1 qid:a 1:5\n0 qid:a 1:4\n2 qid:a 1:3\n0 qid:a 1:2\n1 qid:a 1:1\n0 qid:b 1:1\n0 qid:b 1:2\n";

/// Returns the paths of the data and of a model that ranks by the feature.
fn trained(folder: &Folder, more: &[&str]) -> [String; 2] {
    let data = folder.file("data.txt", DATA);
    let single = folder.file("single.txt", "2 qid:a 1:1\n0 qid:a 1:0\n");
    let model = folder.path("model.json");
    ok(&[&["train", &single, "--out", &model], more].concat());
    [data, model]
}

#[test]
fn eval_states_the_conventions_of_every_value() {
    let folder = Folder::new();
    let [data, model] = trained(&folder, &[]);
    let names = "ndcg@10,nDCG@10,AP,AP(rel=2),P_5,R@2,success@1,ERR@10,err@10,map,wta";
    let text = ok(&["eval", &data, "--model", &model, "--measures", names]);
    let expected = "\
ndcg@10 0.698839 over 1 of 2 queries (1 with no document above grade 0: left out); gain 2^g − 1, discount 1/log2(rank + 1)
nDCG@10 0.762346 over 1 of 2 queries (1 with no document above grade 0: left out); gain g, discount 1/log2(rank + 1)
ap 0.755556 over 1 of 2 queries (1 with no good document: left out); good from grade 1
AP(rel=2) 0.333333 over 1 of 2 queries (1 with no good document: left out); good from grade 2
P_5 0.600000 over 1 of 2 queries (1 with no good document: left out); good from grade 1
R@2 0.333333 over 1 of 2 queries (1 with no good document: left out); good from grade 1
success@1 1.000000 over 1 of 2 queries (1 with no good document: left out); good from grade 1
ERR@10 0.130615 over 1 of 2 queries (1 with no document above grade 0: left out); greatest grade 4
err@10 0.446875 over 1 of 2 queries (1 with no document above grade 0: left out); greatest grade 2
map 0.755556 over 1 of 2 queries (1 with no good document: left out); good from grade 1
wta 0.000000 over 1 of 2 queries (1 with no document above grade 0: left out)
note: nDCG@10: linear gain g, as in ir_measures; ndcg@10 has the gain 2^g − 1
note: ERR@10: greatest grade 4, as in ir_measures by gdeval; err@10 takes the greatest grade of the data
";
    assert_eq!(text, expected);
}

#[test]
fn eval_takes_a_threshold_and_a_greatest_grade() {
    let folder = Folder::new();
    let [data, model] = trained(&folder, &["--threshold", "2", "--method", "svm-map"]);
    let eval = |more: &[&str]| -> Value {
        let text = ok(&[&["eval", &data, "--model", &model, "--json"], more].concat());
        serde_json::from_str(&text).expect("JSON")
    };
    // Names of Rankscope have the threshold of the model, others that of their program.
    let seen = eval(&["--measures", "p@5,P@5,P(rel=2)@5"]);
    assert_eq!(seen["measures"], json!({"p@5": 0.2, "P@5": 0.6, "P(rel=2)@5": 0.2}));
    assert_eq!(seen["conventions"]["P@5"]["good_from"], 1);
    assert_eq!(seen["conventions"]["p@5"]["good_from"], 2);
    assert_eq!(seen["computed"], json!({"p@5": "p@5", "P@5": "p@5", "P(rel=2)@5": "p@5"}));
    assert_eq!(
        seen["notes"],
        json!(["P@5: good from grade 1, as in ir_measures; p@5 would be good from grade 2"])
    );
    let seen = eval(&["--measures", "p@5,P_5,P(rel=2)@5", "--threshold", "1", "--per-query"]);
    assert_eq!(seen["measures"], json!({"p@5": 0.6, "P_5": 0.6, "P(rel=2)@5": 0.2}));
    assert_eq!(seen["per_query"][0]["measures"], seen["measures"]);
    assert_eq!(seen["per_query"][1]["measures"]["p@5"], Value::Null);

    let seen = eval(&["--measures", "err,err:2,err:1", "--max-grade", "3"]);
    let greatest = |name: &str| seen["conventions"][name]["greatest_grade"].clone();
    assert_eq!([greatest("err"), greatest("err:2"), greatest("err:1")], [json!(3), json!(2), json!(1)]);
    assert_eq!(seen["notes"], json!(["err:1: the data have grade 2, which counts as the greatest grade 1"]));

    let refused = |more: &[&str], words: &[&str]| {
        fails(&[&["eval", &data, "--model", &model], more].concat(), 2, words);
    };
    refused(&["--threshold", "0"], &["--threshold", "from 1 to 255"]);
    refused(&["--max-grade", "256"], &["--max-grade", "from 1 to 255"]);
    refused(
        &["--measures", "ndcg@10", "--threshold", "1"],
        &["threshold: none of these measures depends on it"],
    );
    refused(&["--measures", "ap", "--max-grade", "4"], &["max-grade: none of these measures depends on it"]);
    refused(&["--measures", "infAP"], &["infAP", "a measure that Rankscope does not have"]);
    refused(&["--measures", "ndcg@3..1"], &["not a range of cut-offs"]);
    refused(&["--measures", "SetF"], &["SetF", "Rankscope does not have"]);
}

#[test]
fn runs_report_names_of_other_programs_under_their_own() {
    let folder = Folder::new();
    let data = folder.file("data.txt", DATA);
    let model = folder.path("model.json");
    let names = "nDCG(dcg='log2',judged_only=False)@10,R@2,ERR,success@1,ndcg@10";
    let output = rankscope(&["train", &data, "--measures", names, "--out", &model, "--json"]);
    assert!(output.status.success(), "{}", messages(&output));
    assert!(messages(&output).contains("linear gain g, as in ir_measures"), "{}", messages(&output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let last: Value = serde_json::from_str(text.lines().last().expect("a line")).expect("JSON");
    let keys: Vec<&String> = last["train"].as_object().expect("measures").keys().collect();
    assert_eq!(keys, ["err:4", "ndcg@10", "ndcg@10+linear", "recall@2", "success@1"]);
    let eval: Value = serde_json::from_str(&ok(&["eval", &data, "--model", &model, "--json"])).expect("JSON");
    assert_eq!(eval["measures"], last["train"], "the model keeps its measures");

    fails(&["train", &data, "--measures", "P(rel=2)@5"], 2, &["P(rel=2)@5", "add --threshold 2"]);
    fails(&["compare", &data, "--test", &data, "--measures", "SetF"], 2, &["SetF", "does not have"]);
    ok(&["train", &data, "--measures", "P(rel=2)@5,AP", "--threshold", "2", "--method", "svm-map"]);
    let study = ok(&[
        "compare",
        &data,
        "--test",
        &data,
        "--methods",
        "svm-map",
        "--measures",
        "nDCG@5,AP",
        "--study",
    ]);
    let study: Value = serde_json::from_str(&study).expect("JSON");
    assert_eq!(study["record"], json!(["ndcg@5+linear", "ap"]));
}

#[test]
fn a_measure_to_train_for_can_have_a_name_of_ir_measures() {
    let folder = Folder::new();
    let data = folder.file("data.txt", DATA);
    let model = folder.path("model.json");
    ok(&["train", &data, "--measure", "nDCG@3", "--out", &model]);
    let text = ok(&["eval", &data, "--model", &model]);
    assert!(text.starts_with("ndcg@3+linear "), "{text}");
}

#[test]
fn all_measures_are_listed() {
    let text = ok(&["measures"]);
    for line in [
        "ndcg[@k][+linear][+gain:G,G,…][+flat]: normalised discounted cumulative gain",
        "    gain 2^g − 1, discount 1/log2(rank + 1) in ndcg@10",
        "    range 0 to 1; no value for a query with: no good document",
        "    nDCG@10 (ir_measures): ndcg@10+linear; linear gain g, as in ir_measures; ndcg@10 has the gain 2^g − 1",
        "    recall_10 (trec_eval): recall@10, good from grade 1",
    ] {
        assert!(text.lines().any(|one| one == line), "{line} is missing in {text}");
    }
    let listed: Value = serde_json::from_str(&ok(&["measures", "--json"])).expect("JSON");
    let measures = listed["measures"].as_array().expect("measures");
    assert_eq!(measures.len(), MEASURES.len());
    for measure in measures {
        for key in ["grammar", "label", "formula", "range", "ties", "undefined_with"] {
            assert!(measure[key].as_str().is_some_and(|text| !text.is_empty()), "{key} of {measure}");
        }
        assert!(measure["uses_threshold"].is_boolean());
    }
    let first = json!({"name": "nDCG@10", "tool": "ir_measures", "measure": "ndcg@10+linear", "good_from": null,
        "note": "nDCG@10: linear gain g, as in ir_measures; ndcg@10 has the gain 2^g − 1"});
    assert_eq!(listed["other_names"][0], first);
    let help = ok(&["eval", "--help"]);
    for words in
        ["gain 2^g - 1", "1/log2(rank + 1)", "threshold", "greatest grade", "equal scores", "linear gain"]
    {
        assert!(help.contains(words), "{words} in {help}");
    }
}

/// Returns the tables of docs/measures.md, by the name of their place.
fn tables() -> [(&'static str, String); 2] {
    let listed: Value = serde_json::from_str(&ok(&["measures", "--json"])).expect("JSON");
    // A bar would end the cell of a table.
    let text = |object: &Value, key: &str| object[key].as_str().unwrap_or_default().replace('|', "\\|");
    let of = |key: &str| listed[key].as_array().cloned().expect("a list");
    let mut measures =
        "| name | value | options | range | no value for a query with |\n|---|---|---|---|---|\n".to_owned();
    for one in of("measures") {
        let [label, formula] = ["label", "formula"].map(|key| text(&one, key));
        let [options, range, undefined] = ["options", "range", "undefined_with"].map(|key| text(&one, key));
        let grammar = text(&one, "grammar");
        measures += &format!("| `{grammar}` | {label}: {formula} | {options} | {range} | {undefined} |\n");
    }
    let mut names = "| name | program | Rankscope's name | good from grade |\n|---|---|---|---|\n".to_owned();
    for one in of("other_names").iter().filter(|one| one["tool"] != "rankscope") {
        let [name, tool, measure] = ["name", "tool", "measure"].map(|key| text(one, key));
        let good = one["good_from"].as_u64().map_or_else(String::new, |grade| grade.to_string());
        names += &format!("| `{name}` | {tool} | `{measure}` | {good} |\n");
    }
    [("measures", measures), ("names", names)]
}

/// Returns the page's table of measures, with the measures that are trained for and never reported.
fn page_table() -> String {
    let mut table = "// The names of the measures, as the core declares them. Written by
// `UPDATE_README=1 cargo test --test cli page_of_measures`.

/**
 * `name`: as people write it. `term`: its entry of the glossary. `isUnit`: whether all values are from 0 to 1.
 * @type {Readonly<Record<string, { name: string, term: string, isUnit: boolean }>>}
 */
export const MEASURES = {
"
    .to_owned();
    let mut push = |key: &str, name: &str, kind: &MeasureKind| {
        let is_unit = kind.range == Range::Unit;
        table += &format!("  '{key}': {{ name: '{name}', term: '{}', isUnit: {is_unit} }},\n", kind.term);
    };
    for kind in MEASURES {
        push(&kind.name.to_ascii_lowercase(), kind.name, kind);
        for other in kind.other_names {
            push(other, &other.to_ascii_uppercase(), kind);
        }
    }
    for choice in catalog().measures.iter().filter(|choice| choice.name.parse::<Measure>().is_err()) {
        if let Ok(trained) = choice.name.parse::<RankingMeasure>() {
            push(choice.name, &trained.to_string(), trained.reported().kind);
        }
    }
    table + "};\n"
}

#[test]
fn the_page_of_measures_has_the_names_of_the_core() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/www/lib/measures.js");
    let table = page_table();
    if std::env::var_os("UPDATE_README").is_some() {
        fs::write(path, &table).expect("the table can be written");
    }
    assert_eq!(fs::read_to_string(path).expect("the page's table"), table);
    for measure in MEASURES {
        assert!(table.contains(&format!("name: '{}'", measure.name)), "{}", measure.name);
    }
    assert!(table.contains("'mwta': { name: 'mWTA', term: 'wta', isUnit: true }"), "{table}");
}

#[test]
fn the_readme_of_measures_lists_all_of_them() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/measures.md");
    for (place, table) in tables() {
        let text = fs::read_to_string(path).expect("docs/measures.md");
        let begin = format!("<!-- {place}: written by `UPDATE_README=1 cargo test --test cli readme` -->\n");
        let end = format!("<!-- end of {place} -->");
        let (head, rest) = text.split_once(&begin).expect("the table begins");
        let (written, tail) = rest.split_once(&end).expect("the table ends");
        if std::env::var_os("UPDATE_README").is_some() {
            fs::write(path, format!("{head}{begin}{table}{end}{tail}"))
                .expect("docs/measures.md can be written");
        } else {
            assert_eq!(written, table);
        }
    }
}

/// Two queries with names of documents, a run that lacks one of them, and a file of scores.
const NAMED: &str = "2 qid:a 1:3 2:1 # docid = x\n0 qid:a 1:2 2:2 # docid = y\n1 qid:b 1:1 2:3 # docid = z\n0 qid:b 1:2 2:1 # docid = v\n";

#[test]
fn compare_takes_rankers_and_trains_nothing() {
    let folder = Folder::new();
    let data = folder.file("data.txt", NAMED);
    let run = folder.file("engine.run", "a Q0 y 1 3 t\na Q0 x 2 2 t\nb Q0 new 1 1 t\n");
    let scores = folder.file("scores.txt", "4\n3\n2\n1\n");
    let given = ["compare", "--test", &data, "--ranker", &run, "--ranker", &scores, "--ranker", "feature:1"];
    let with = |more: &[&'static str]| [&given[..], &["--measures", "rr,nDCG@2"], more].concat();
    let table: Value =
        serde_json::from_str(&ok(&with(&["--json", "--against", "engine.run"]))).expect("JSON");
    assert_eq!(table["against"], "engine.run");
    let rows = table["rows"].as_array().expect("rows");
    let value = |row: usize, column: usize| rows[row]["cells"][column]["test"].as_f64().expect("a number");
    assert_eq!([value(0, 0), value(1, 0), value(2, 0)], [0.25, 1.0, 0.75]);
    assert_eq!(rows[0]["cells"][0]["difference"], Value::Null);
    assert_eq!(rows[1]["cells"][0]["difference"]["mean"], 0.75);
    let text = ok(&with(&["--against", "engine.run"]));
    assert!(text.contains("difference from engine.run") && text.contains('–'), "{text}");
    let queries = ok(&with(&["--per-query"]));
    assert!(queries.contains("b\tengine.run\t0.000000\t0.000000\n"), "{queries}");
    let said = messages(&rankscope(&with(&[])));
    assert!(said.contains("1 document of the run has no judgement"), "{said}");

    fails(&with(&["--methods", "dorm"]), 2, &["FILE"]);
    fails(&["compare", "--test", &data], 2, &["FILE"]);
    fails(&with(&["--against", "gone"]), 2, &["the rows are"]);
    fails(&["compare", "--test", &data, "--ranker", &data], 1, &["data.txt"]);
    fails(&["compare", "--test", &data, "--ranker", "feature:title"], 1, &["no feature"]);
}

#[test]
fn gains_of_grades_are_given_by_a_table() {
    let folder = Folder::new();
    let data = folder.file("data.txt", "1 qid:a 1:1\n2 qid:a 1:2\n0 qid:a 1:3\n3 qid:b 1:1\n0 qid:b 1:2\n");
    let model = folder.path("model.json");
    ok(&["train", &data, "--measures", "ndcg@10+gain:0,1,1,5,map", "--out", &model]);
    let text = fs::read_to_string(&model).expect("a model");
    assert!(text.contains("ndcg@10+gain:0,1,1,5"), "the model keeps the table");
    let value = |more: &[&str]| {
        let line = ok(&[&["eval", &data, "--model", &model], more].concat());
        line.split(' ').nth(1).expect("a value").to_owned()
    };
    let own = value(&[]);
    assert_eq!(value(&["--measures", "ndcg@10", "--label-gain", "0,1,1,5"]), own);
    assert_ne!(value(&["--measures", "ndcg@10"]), own);
    assert_eq!(
        value(&["--measures", "ndcg@10", "--label-gain", "0,1,3,7"]),
        value(&["--measures", "ndcg@10"])
    );
    let said = ok(&["eval", &data, "--model", &model, "--measures", "ndcg@10", "--label-gain", "0,1,4"]);
    for words in
        ["gain 0 of grade 0 and 1 of grade 1 and 4 of grade 2", "the data have grade 3, which counts as"]
    {
        assert!(said.contains(words), "{said}");
    }
    let refused = |more: &[&str], words: &[&str]| {
        fails(&[&["eval", &data, "--model", &model], more].concat(), 2, words);
    };
    refused(&["--measures", "map", "--label-gain", "0,1"], &["label-gain", "ndcg and dcg do"]);
    refused(&["--measures", "ndcg", "--label-gain", "0,3,1"], &["--label-gain", "never fall"]);
}

#[test]
fn methods_are_trained_for_the_gains_of_a_table() {
    let folder = Folder::new();
    let data = folder.file(
        "data.txt",
        "1 qid:a 1:1 2:3\n60 qid:a 1:2 2:1\n0 qid:a 1:3 2:2\n59 qid:b 1:1 2:4\n0 qid:b 1:2 2:2\n",
    );
    let model = folder.path("model.json");
    let table = (0..=60).map(|grade| (grade / 3).to_string()).collect::<Vec<_>>().join(",");
    // A gain of the grade 60 is needed before work begins.
    fails(&["train", &data], 2, &["label_gain: the gain 2^g − 1 is exact up to grade 53", "give linear"]);
    fails(&["train", &data, "--label-gain", "0,1,3"], 2, &["the table has gains up to grade 2"]);
    fails(
        &["train", &data, "--label-gain", "0,3,1"],
        2,
        &["label_gain: \"0,3,1\" needs gains", "never fall"],
    );
    fails(
        &["train", &data, "--method", "listnet", "--label-gain", &table],
        2,
        &["label_gain: it has no effect on listnet", "lambdamart"],
    );
    for method in ["dorm", "lambdamart"] {
        let own = if method == "lambdamart" { &["--min-documents", "1"][..] } else { &[] };
        let train = ["train", &data, "--method", method, "--label-gain", &table, "--out", &model];
        ok(&[&train[..], own].concat());
        let text = fs::read_to_string(&model).expect("a model");
        assert!(text.contains(&format!("\"label_gain\": \"{table}\"")), "the model keeps the gains: {text}");
        let said = ok(&["eval", &data, "--model", &model]);
        assert!(said.contains(&format!("ndcg@10+gain:{table} ")), "{said}");
        let same = ok(&["eval", &data, "--model", &model, "--measures", "ndcg@10", "--label-gain", &table]);
        assert_eq!(said.split(' ').nth(1), same.split(' ').nth(1));
        assert!(ok(&["card", &model]).contains(&format!("--label-gain {table}")), "the command of the card");
        fails(&["eval", &data, "--model", &model, "--measures", "ndcg@10"], 2, &["use ndcg@10+linear"]);
    }
    let compared = ["compare", &data, "--test", &data, "--valid", &data, "--methods", "dorm,lambdamart"];
    let own = ["--label-gain", &table, "--min-documents", "1", "--measures"];
    let named = format!("ndcg@10+gain:{table}");
    let said = ok(&[&compared[..], &own, &[&named, "--c-grid", "1"]].concat());
    assert!(said.contains("lambdamart") || said.contains("LambdaMART"), "{said}");
    let said = ok(&[&compared[..], &["--measures", &named, "--c-grid", "1"]].concat());
    assert!(
        said.contains("label_gain: the gain 2^g − 1 is exact up to grade 53"),
        "each method says why: {said}"
    );
    let reported = ok(&["data", &data]);
    assert!(
        reported.contains("grade 60") && !reported.contains("grade 40"),
        "no empty grades of a long scale"
    );
}
