//! Components of a combination with options of their own, from the command line to the model file and back.

use crate::support::{Folder, fails, json_lines, ok};
use rankscope::data::generate_letor;
use serde_json::{Value, json};

const COMPONENTS: &str =
    "svm-ndcg:cut-off=5,discount=flat,svm-mrr:cut-off=10,feature-map=po,svm-ndcg:cut-off=1";

#[test]
fn the_model_file_keeps_the_options_of_every_component() {
    let folder = Folder::new();
    let data = folder.file("data.txt", generate_letor(12, 8, 1));
    let out = folder.path("model.json");
    let train = ["train", &data, "--method", "combo", "--c", "1", "--json", "--out", &out];
    let lines = json_lines(&ok(&[&train[..], &["--components", COMPONENTS]].concat()));
    let names =
        ["svm-ndcg:cut-off=5,discount=flat", "svm-mrr:cut-off=10,feature-map=po", "svm-ndcg:cut-off=1"];
    let slacks = lines[0]["component_slacks"].as_object().expect("an object");
    for name in names {
        assert!(slacks.contains_key(name), "{slacks:?}");
    }
    assert_eq!(slacks.len(), names.len(), "components of one method have different names");
    let model: Value = serde_json::from_str(&std::fs::read_to_string(&out).expect("a file")).expect("JSON");
    assert_eq!(model["settings"]["components"], json!(names));

    // The card has the command, which trains the same model.
    let card = ok(&["card", &out]);
    assert!(card.contains(&format!("--components {COMPONENTS} ")), "{card}");
    let each: Vec<&str> = names.iter().flat_map(|name| ["--components", name]).collect();
    let again = json_lines(&ok(&[&train[..], &each].concat()));
    let of = |lines: &[Value]| lines.last().map(|result| result["weights"].clone());
    assert_eq!(of(&again), of(&lines));
    ok(&["eval", &data, "--model", &out]);
    let other = ["--components", "svm-mrr:cut-off=1,svm-map"];
    let violators = ["violators", &data, "--model", &out, "--query", "2"];
    ok(&violators);
    ok(&[&violators[..], &other].concat());
}

#[test]
fn a_fault_in_a_component_is_an_error_before_training() {
    let folder = Folder::new();
    let data = folder.file("data.txt", generate_letor(12, 8, 1));
    let out = folder.path("model.json");
    let train = ["train", &data, "--method", "combo", "--out", &out, "--components"];
    let refused = |components: &str, words: &[&str]| fails(&[&train[..], &[components]].concat(), 2, words);
    refused("svm-ndcg:cut-off=0,svm-map", &["svm-ndcg:cut-off=0", "cut-off: 0 would count no rank"]);
    refused("svm-map:cut-off=5,svm-ndcg", &["svm-map has no option \"cut-off\"", "threshold"]);
    refused("svm-ndcg:depth=5,svm-map", &["no option \"depth\"", "cut-off, discount, threshold"]);
    refused("svm-ndcg:discount=steep,svm-map", &["discount: \"steep\" is not one of standard, flat"]);
    refused("svm-map,svm-map", &["svm-map is there twice"]);
    // A shared option that no component uses has no effect.
    let own = [&train[..], &["svm-ndcg:cut-off=5,svm-map", "--cut-off", "3"]].concat();
    fails(&own, 2, &["cut_off: it has no effect on combo"]);
    assert!(!std::path::Path::new(&out).exists(), "nothing was written");
}

#[test]
fn the_help_explains_options_of_components_by_an_example() {
    let help: String = ok(&["train", "--help"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("svm-ndcg:cut-off=5,discount=flat,svm-mrr:feature-map=po"), "{help}");
}

#[test]
fn a_study_varies_the_options_of_components() {
    let folder = Folder::new();
    for (name, seed) in [("train.txt", 1), ("test.txt", 2)] {
        folder.file(name, generate_letor(8, 6, seed));
    }
    let study = json!({
        "rankscope": "study", "title": "components",
        "data": [{ "name": "files", "train": "train.txt", "test": "test.txt" }],
        "factors": { "cut": [
            { "name": "shared", "components": ["svm-ndcg", "svm-map"], "cut_off": 1 },
            { "name": "own", "components": ["svm-ndcg:cut-off=1", "svm-map"] },
            { "name": "other", "components": ["svm-ndcg:cut-off=4", "svm-map"] },
        ] },
        "fixed": { "method": "combo", "c": 1 },
        "record": ["ndcg@10", "report.norm"],
    });
    let study = folder.file("study.json", study.to_string());
    let table = ok(&["study", &study, "--csv"]);
    let norm = |name: &str| {
        let row = table.lines().find(|line| line.contains(name) && line.contains("report.norm"));
        row.and_then(|row| row.rsplit(',').next()).expect("a cell with a norm").to_owned()
    };
    assert_eq!(norm("shared"), norm("own"), "{table}");
    assert_ne!(norm("own"), norm("other"), "{table}");
}
