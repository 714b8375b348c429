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
fn wrong_words_are_refused() {
    let folder = Folder::new();
    let data = folder.file("data.txt", "1 qid:a 1:1\n0 qid:a 1:0\n");
    fails(&["theory", "x"], 2, &["name", "calibration"]);
    fails(&["theory", "calibration", "--tilt", "7"], 2, &["tilt", "from -0.2 to 0.2"]);
    fails(&["theory", "calibration", "--part", "x"], 2, &["part", "lists, dcg, binary"]);
    fails(&["theory", "calibration", &data], 2, &["not about data"]);
    fails(&["theory", "--tilt", "0"], 2, &["--tilt", "name the laboratory"]);
}
