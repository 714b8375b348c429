//! Output on the terminal: no character moves its cursor, changes its colours or reverses its text.

use rankscope::data::generate_letor;
use rankscope::util::escape::is_hidden;
use serde_json::Value;

use crate::support::{Folder, ok, rankscope};

/// A name with escape sequences, a C1 control character and direction marks.
const ODD: &str = "a\u{1b}[31m\u{9b}2j\u{202e}b\u{2066}\u{200f}\u{61c}\u{7f}";

fn check(arguments: &[&str], expected: &str) {
    let output = rankscope(arguments);
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("UTF-8");
    let hidden: Vec<char> = text.chars().filter(|&c| is_hidden(c) && c != '\n' && c != '\t').collect();
    assert!(hidden.is_empty(), "{arguments:?}: {hidden:?} in {text:?}");
    assert!(text.contains(expected), "{arguments:?}: {expected} is not in {text}");
}

#[test]
fn names_of_files_and_queries_are_shown_escaped() {
    let folder = Folder::new();
    let text = generate_letor(4, 8, 3).replace("qid:2 ", &format!("qid:{ODD} "));
    let data = folder.file(&format!("{ODD}.txt"), &text);
    let out = folder.path("model.json");
    ok(&["train", &data, "--out", &out]);
    let escaped = r"a\u{1b}[31m\u{9b}2j\u{202e}b\u{2066}\u{200f}\u{61c}\u{7f}";
    check(&["eval", &data, "--model", &out, "--per-query"], escaped);
    check(&["violators", &data, "--model", &out, "--query", ODD], escaped);
    check(&["violators", &data, "--model", &out, "--query", &format!("{ODD}?")], escaped);
    check(&["train", &folder.path(&format!("{ODD}.none"))], &format!("{escaped}.none"));
    check(&["train", &data, "--out", &data], &format!("{escaped}.txt"));
    let broken = folder.file(&format!("{ODD}\n.txt"), format!("1 qid:{ODD} {ODD}:1\n"));
    check(&["train", &broken], &format!(r"{escaped}\n.txt: line 1, column"));
    let apart = folder.file("apart", format!("1 qid:{ODD} 1:1\n0 qid:b 1:2\n0 qid:{ODD} 1:3\n"));
    check(&["train", &apart], escaped);
    check(&["train", &data, "--method", ODD], escaped);
    check(&[ODD], escaped);
    check(&["train", &data, "--seed", ODD], escaped);
    check(&["train", &data, &format!("--{ODD}")], escaped);
    let model = folder.file("odd.json", format!("{{\"format\": \"x\", \"{ODD}\": 1}}").replace('\u{1b}', ""));
    check(&["score", &data, "--model", &model], r"\u{9b}2j\u{202e}b");

    // JSON has its own escapes, so programs read the exact name.
    check(&["eval", &data, "--model", &out, "--per-query", "--json"], r"\u001b[31m\u009b2j\u202eb");
    let eval: Value =
        serde_json::from_str(&ok(&["eval", &data, "--model", &out, "--per-query", "--json"])).expect("JSON");
    let rows = eval["per_query"].as_array().expect("rows");
    assert!(rows.iter().any(|row| row["query"] == ODD));
}
