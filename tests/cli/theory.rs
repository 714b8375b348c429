//! `rankscope theory`: the list, a result as text and as JSON, and what is refused.

use serde_json::Value;

use super::support::{Folder, fails, ok};

#[test]
fn a_laboratory_prints_a_table_and_an_object() {
    let list = ok(&["theory"]);
    assert!(list.starts_with("calibration: "), "{list}");
    assert!(list.contains("--tilt: ") && list.contains("[a number from -0.2 to 0.2] [default: 0]"), "{list}");
    let text = ok(&["theory", "calibration", "--tilt", "-0.01"]);
    assert!(text.contains("120                         0.7525000  best"), "{text}");
    let text = ok(&["theory", "calibration", "--part", "dcg"]);
    assert!(text.contains("ListNet on gains            0.3379864316"), "{text}");
    let json: Value =
        serde_json::from_str(&ok(&["theory", "calibration", "--tilt", "0.05", "--json"])).expect("JSON");
    assert_eq!((&json["type"], &json["lab"]), (&"theory".into(), &"calibration".into()));
    assert_eq!(json["options"]["tilt"], "0.05");
    assert_eq!(json["options"]["measure"], "ap");
    assert_eq!(json["lists"]["at"]["best"], Value::from(vec![1]));
    let list: Value = serde_json::from_str(&ok(&["theory", "--json"])).expect("JSON");
    assert_eq!(list["labs"][0]["options"][2]["maximum"], 0.2);
}

#[test]
fn the_laboratory_of_the_decay_reads_test_data() {
    let folder = Folder::new();
    let train = folder.file("train.txt", "2 qid:a 1:1 2:0\n1 qid:a 1:0.5 2:1\n0 qid:a 1:0 2:1\n");
    let test = folder.file("test.txt", "0 qid:b 1:1 2:1\n1 qid:b 1:0.2 2:1\n");
    let text = ok(&["theory", "decay", &train, "--test", &test, "--rounds", "2"]);
    assert!(text.starts_with("m = 1, C = 10, NDCG@10, ϱ = "), "{text}");
    assert!(text.contains("NDCG@10 of the test data changed by +0.0000"), "{text}");
    let json: Value =
        serde_json::from_str(&ok(&["theory", "decay", &train, "--test", &test, "--json"])).expect("JSON");
    // The only test query has its bad document first by both features.
    assert_eq!(json["rounds"][0]["test_measure"], 1.0 / 3.0_f64.log2());
    let json: Value = serde_json::from_str(&ok(&["theory", "decay", &train, "--json"])).expect("JSON");
    assert_eq!((&json["rounds"][0]["test_measure"], &json["test_change"]), (&Value::Null, &Value::Null));
    assert!(ok(&["theory"]).contains("decay DATA [--test FILE]: "));
}

/// By the only feature the good document is above two bad documents and below one. With the weights 1/j the bad one
/// above it counts more than the two others.
const HARD: &str = "1 qid:a 1:1\n0 qid:a 1:0\n0 qid:a 1:0\n0 qid:a 1:2\n";

#[test]
fn the_laboratory_of_combined_losses_leaves_out_what_cannot_be_learned() {
    let folder = Folder::new();
    let data = folder.file("train.txt", HARD);
    let text = ok(&["theory", "combined-losses", &data]);
    assert!(
        text.contains("owpc:generator=inverse-rank is left out: trained alone, its mean slack goes from"),
        "{text}"
    );
    let json: Value =
        serde_json::from_str(&ok(&["theory", "combined-losses", &data, "--json"])).expect("JSON");
    assert_eq!(json["options"]["components"], "owpc:generator=constant,owpc:generator=inverse-rank");
    assert_eq!((&json["components"][1]["part"], &json["front"]), (&Value::Null, &Value::Array(Vec::new())));
    fails(&["theory", "combined-losses", &data, "--components", "svm-map"], 2, &["at least two"]);
    fails(&["theory", "combined-losses", &data, "--components", "svm-map,dorm"], 2, &["dorm", "cannot be"]);
}

#[test]
fn wrong_words_are_refused() {
    let folder = Folder::new();
    let data = folder.file("data.txt", "1 qid:a 1:1\n0 qid:a 1:0\n");
    fails(&["theory", "steps", &data, "--test", &data], 2, &["does not measure test data"]);
    fails(&["theory", "decay", "--test", &data], 1, &["about data"]);
    fails(&["theory", "decay", &data, "--test", "absent.txt"], 1, &["absent.txt"]);
    fails(&["theory", "decay", &data, "--rounds", "11"], 2, &["rounds", "from 1 to 10"]);
    fails(&["theory", "x"], 2, &["name", "calibration"]);
    fails(&["theory", "calibration", "--tilt", "7"], 2, &["tilt", "from -0.2 to 0.2"]);
    fails(&["theory", "calibration", "--part", "x"], 2, &["part", "lists, dcg, binary"]);
    fails(&["theory", "calibration", &data], 2, &["not about data"]);
    fails(&["theory", "--tilt", "0"], 2, &["--tilt", "name the laboratory"]);
}
