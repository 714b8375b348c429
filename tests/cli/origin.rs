//! Names of features and provenance: they stay with the model file, and the card tells them.

use std::fs;
use std::path::Path;
use std::process::Command;

use rankscope::data::generate_letor;
use rankscope::util::checksum::Checksum;
use serde_json::{Value, json};

use crate::support::{Folder, command, fails, messages, ok, rankscope};

fn named_data(names: &str, seed: u64) -> String {
    let body: String = generate_letor(8, 10, seed)
        .lines()
        .filter(|line| !line.starts_with('#'))
        .fold(String::new(), |text, line| text + line + "\n");
    format!("{names}\n{body}")
}

fn json_of(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a model file")).expect("JSON")
}

fn checksum(text: &str) -> String {
    let mut checksum = Checksum::default();
    checksum.push(text.as_bytes());
    checksum.hex()
}

#[test]
fn names_stay_with_the_model() {
    let folder = Folder::new();
    let data = folder.file("data.txt", named_data("# 1: title\n# 3: body | text", 4));
    let model = folder.path("model.json");
    ok(&["train", &data, "--out", &model]);
    assert_eq!(json_of(&model)["version"], 4);
    assert_eq!(json_of(&model)["names"], json!(["title", null, "body | text"]));

    let solr: Value = serde_json::from_str(&ok(&["export", &model, "--format", "solr"])).expect("JSON");
    let name = |place: usize| solr["features"][place]["name"].clone();
    assert_eq!((name(0), name(1), name(2)), (json!("title"), json!("f2"), json!("body | text")));
    // A names file goes first, and its names stay with an exported model file.
    let names = folder.file("names.txt", "1 heading\n2 anchor\n");
    let again = folder.file("again.json", ok(&["export", &model, "--format", "json", "--names", &names]));
    assert_eq!(json_of(&again)["names"], json!(["heading", "anchor", "body | text"]));
    assert_eq!(json_of(&again)["provenance"], json_of(&model)["provenance"]);
    ok(&["train", &data, "--names", &names, "--out", &again]);
    assert_eq!(json_of(&again)["names"], json!(["heading", "anchor", "body | text"]));
    let clash = folder.file("clash.txt", "2 title\n");
    fails(&["train", &data, "--names", &clash], 1, &["features 1 and 2", "title"]);
    fails(
        &["train", &data, "--names", &folder.file("broken.txt", "1 a\n1 b\n")],
        1,
        &["broken.txt", "line 2"],
    );

    let text = ok(&["violators", &data, "--model", &model, "--query", "3"]);
    assert!(text.contains("\nf2 ") && text.contains("\nbody | text "), "{text}");
    let found: Value =
        serde_json::from_str(&ok(&["violators", &data, "--model", &model, "--query", "3", "--json"]))
            .expect("JSON");
    let shares = found["features"].as_array().expect("a list");
    let sum: f64 = shares.iter().filter_map(|share| share["part"].as_f64()).sum();
    assert!(
        (sum - found["margin"].as_f64().expect("a number")).abs() < 1e-9,
        "the parts add up to the margin"
    );
    let rounds = ok(&["train", &data, "--method", "rankboost", "--rounds", "5"]);
    assert!(rounds.contains("f") && !rounds.is_empty());
    let single = ok(&["train", &data, "--method", "single-feature"]);
    assert!(!single.is_empty());
}

#[test]
fn an_explanation_names_the_features() {
    let folder = Folder::new();
    let data = folder.file("data.txt", named_data("# 1: title", 4));
    let model = folder.path("model.json");
    ok(&["train", &data, "--out", &model]);
    let explain = ["explain", &data, "--model", &model, "--query", "3"];
    let text = ok(&explain);
    assert!(text.contains("\ntitle ") && text.contains("weight times difference of the values"), "{text}");
    let object: Value =
        serde_json::from_str(&ok(&[&explain[..], &["--documents", "4,2", "--json"]].concat())).expect("JSON");
    assert_eq!((&object["type"], &object["documents"]), (&json!("explanation"), &json!([4, 2])));
    let number = |value: &Value| value.as_f64().expect("a number");
    let sum: f64 =
        object["features"].as_array().expect("a list").iter().map(|part| number(&part["difference"])).sum();
    assert!((sum - number(&object["difference"])).abs() < 1e-9);
    fails(&[&explain[..], &["--documents", "4,99"]].concat(), 1, &["99"]);
    fails(&[&explain[..], &["--documents", "4"]].concat(), 2, &["3,0"]);
    fails(&["explain", &data, "--model", &model, "--query", "none"], 1, &["none"]);
}

#[test]
fn other_names_in_the_data_are_a_warning() {
    let folder = Folder::new();
    let data = folder.file("data.txt", named_data("# features: title, body, age", 4));
    let other = folder.file("other.txt", named_data("# features: body, title", 5));
    let model = folder.path("model.json");
    ok(&["train", &data, "--out", &model]);
    for command in ["score", "eval"] {
        let said = messages(&rankscope(&[command, &other, "--model", &model]));
        for words in ["feature 1", "\"body\" in the data", "\"title\" in the model", "1 more name differs"] {
            assert!(said.contains(words), "{command}: {words}: {said}");
        }
        assert!(!messages(&rankscope(&[command, &data, "--model", &model])).contains("in the model"));
    }
}

#[test]
fn the_model_file_says_where_it_comes_from() {
    let folder = Folder::new();
    let (text, test) = (named_data("", 4), named_data("", 5));
    let (data, tests) = (folder.file("data.txt", &text), folder.file("test.txt", &test));
    let model = folder.path("model.json");
    let run = ["train", &data, "--test", &tests, "--measures", "ndcg@10,map", "--out", &model, "--json"];
    let last: Value = serde_json::from_str(ok(&run).lines().last().expect("a line")).expect("JSON");
    let origin = &json_of(&model)["provenance"];
    assert_eq!(origin["program"], format!("rankscope {}", env!("CARGO_PKG_VERSION")));
    assert_eq!(origin["train"]["checksum"], checksum(&text));
    assert_eq!(origin["train"]["file"], "data.txt", "folders of an absolute path belong to one machine");
    assert_eq!((&origin["test"]["checksum"], &origin["valid"]), (&json!(checksum(&test)), &Value::Null));
    assert_eq!(
        (&origin["test"]["queries"], &origin["test"]["documents"]),
        (&json!(8), &json!(test.lines().count() - 1))
    );
    for set in ["train", "test"] {
        for measured in origin["measured"][set].as_array().expect("a list") {
            assert_eq!(measured["value"], last[set][measured["measure"].as_str().expect("a name")]);
        }
    }
    assert_eq!(origin["measured"]["test"].as_array().map(Vec::len), Some(2));
    assert_eq!(origin["training"]["stopped"], "converged");

    // A split has one file.
    ok(&["train", &data, "--split", "60/20/20", "--split-seed", "7", "--out", &model]);
    let origin = &json_of(&model)["provenance"];
    assert_eq!((&origin["split"], &origin["split_seed"]), (&json!([60.0, 20.0, 20.0]), &json!(7)));
    assert_eq!((&origin["valid"]["file"], &origin["train"]["file"]), (&Value::Null, &json!("data.txt")));
}

#[test]
fn the_card_tells_what_the_file_says() {
    let folder = Folder::new();
    let text = named_data("# 1: title_x", 4);
    folder.file("data.txt", &text);
    folder.file("test.txt", named_data("", 5));
    let in_folder = |arguments: &[&str]| {
        let output = command(arguments).current_dir(folder.path("")).output().expect("it starts");
        assert!(output.status.success(), "{arguments:?}: {}", messages(&output));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    in_folder(&[
        "train",
        "data.txt",
        "--test",
        "test.txt",
        "--c",
        "3",
        "--scale",
        "minmax",
        "--out",
        "model.json",
    ]);
    let card = in_folder(&["card", "model.json"]);
    for words in [
        "# Model card",
        "- Method: DORM (`dorm`)",
        "| training | data.txt | ",
        &checksum(&text),
        "## Measured values",
        "| measure | training | test |",
        "gain 2^g − 1",
        "title\\_x",
        "## Limits",
        "rankscope train data.txt --test test.txt --method dorm --c 3 --scale minmax --out model.json",
    ] {
        assert!(card.contains(words), "{words}: {card}");
    }
    // The command of the card writes the same file again.
    let before = fs::read_to_string(folder.path("model.json")).expect("a model file");
    let command =
        card.split("```sh\n").nth(1).and_then(|rest| rest.split("\n```").next()).expect("a command");
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    in_folder(&words);
    assert_eq!(fs::read_to_string(folder.path("model.json")).expect("a model file"), before);

    // A file of an older program says less, and the card says so.
    let mut old = json_of(&folder.path("model.json"));
    for key in ["features", "names", "provenance"] {
        old.as_object_mut().expect("an object").remove(key);
    }
    old["version"] = 1.into();
    let old = folder.file("old.json", old.to_string());
    let card = ok(&["card", &old]);
    for words in
        ["does not say which data", "no measured values", "`TRAIN`", "Its training data are unknown."]
    {
        assert!(card.contains(words), "{words}: {card}");
    }
    ok(&["score", &folder.path("data.txt"), "--model", &old]);
}

#[test]
fn faulty_names_and_provenance_are_refused() {
    let folder = Folder::new();
    let data = folder.file("data.txt", named_data("# 1: title", 4));
    let model = folder.path("model.json");
    ok(&["train", &data, "--out", &model]);
    let check = |words: &str, change: &dyn Fn(&mut Value)| {
        let mut file = json_of(&model);
        change(&mut file);
        let changed = folder.file("changed.json", file.to_string());
        fails(&["card", &changed], 1, &["changed.json", words]);
    };
    check("already the name of feature 1", &|file| file["names"] = json!(["a", "a"]));
    check("control character", &|file| file["names"] = json!(["a\u{1b}[31m"]));
    check("is empty", &|file| file["names"] = json!([""]));
    check("but the model has", &|file| {
        file["names"] = json!((0..999).map(|place| format!("x{place}")).collect::<Vec<_>>());
    });
    check("longer than", &|file| file["names"] = json!(["x".repeat(101)]));
    check("line 1", &|file| file["names"] = json!("title"));
    check("16 hexadecimal", &|file| file["provenance"]["train"]["checksum"] = json!("zz"));
    check("control character", &|file| file["provenance"]["train"]["file"] = json!("a\nb"));
    check("longer than", &|file| file["provenance"]["program"] = json!("x".repeat(1001)));
    check("per cent", &|file| file["provenance"]["split"] = json!([-1, 50, 51]));
    check("more", &|file| {
        file["provenance"]["measured"]["train"] = json!(vec![json!({ "measure": "map" }); 1001]);
    });
    check("bogus", &|file| file["provenance"]["bogus"] = json!(1));
    check("only a model file of version 4", &|file| {
        file["version"] = json!(1);
        file.as_object_mut().expect("an object").remove("features");
    });
    check("the features 1", &|file| file["features"] = json!(1));
}

/// What the card prints as the way to reproduce the model makes the same file, whatever rules the data needed.
#[cfg(unix)]
#[test]
fn the_command_of_the_card_makes_the_same_model() {
    let folder = Folder::new();
    for (name, text) in [
        (
            "gaps.csv",
            "query,doc id,label,bm25,age\n1,8,1.5,2.6,3\n1,4,,1.0,\n1,7,0.2,0.5,1\n2,1,1,3,8\n2,9,0,1,2\n",
        ),
        ("minus.csv", "query,-age,bm25,age,label\n1,1,2.5,1,9\n1,0,1,2,9\n2,1,3,1,9\n2,0,1,4,9\n"),
        ("order.csv", "query,-age,bm25,age\n"),
        ("lines.txt", "0 0:1 3:0.5\n1 0:2\n2 1:1\n0 0:3 2:1\n"),
        ("lines.txt.query", "2\n2\n"),
        ("sizes", "1\n3\n"),
    ] {
        folder.file(name, text);
    }
    let finish = |mut command: Command| {
        let output = command.current_dir(folder.path("")).output().expect("the program starts");
        assert!(output.status.success(), "{command:?}: {}", messages(&output));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    for arguments in [
        "gaps.csv --ignore 'doc id' --unjudged drop --grades 0.5,1.5 --missing mean",
        "minus.csv --label=-age --qid query --ignore label --columns-like order.csv",
        "lines.txt --zero-based --group-sizes sizes --valid lines.txt",
    ] {
        let shell = |line: &str| {
            let mut shell = Command::new("sh");
            shell.args(["-c", &line.replacen("rankscope", env!("CARGO_BIN_EXE_rankscope"), 1)]);
            finish(shell)
        };
        shell(&format!("rankscope train {arguments} --out model.json"));
        let model = json_of(&folder.path("model.json"));
        let card = finish(command(&["card", "model.json"]));
        fs::remove_file(folder.path("model.json")).expect("it is there");
        shell(card.lines().find(|line| line.starts_with("rankscope train ")).expect("a command"));
        assert_eq!(json_of(&folder.path("model.json")), model, "{card}");
    }
}

#[cfg(unix)]
#[test]
fn the_card_has_no_command_with_a_name_that_a_model_file_cannot_hold() {
    use std::ffi::{OsStr, OsString};
    use std::os::unix::ffi::OsStrExt as _;

    let folder = Folder::new();
    let data = "1 qid:a 1:1\n0 qid:a 1:0\n";
    let card = |name: &OsStr| {
        fs::write(Path::new(&folder.path("")).join(name), data).expect("a file");
        let mut train = command(&["train", "--out", "model.json"]);
        let output = train.arg(name).current_dir(folder.path("")).output().expect("the program starts");
        assert!(output.status.success(), "{}", messages(&output));
        ok(&["card", &folder.path("model.json")])
    };
    let long = OsString::from(format!("{}data.txt", "./".repeat(600)));
    for name in [OsStr::new("two\nlines.txt"), OsStr::from_bytes(b"\xff.txt"), &long] {
        let text = card(name);
        assert!(!text.contains("rankscope train"), "{text}");
        assert!(text.contains("There is no command, because the name of a file"), "{text}");
        assert!(text.contains("The same files, settings and program version"), "{text}");
    }
    for name in ["data.txt", "back\\nslash.txt", "Größe.txt"] {
        let text = card(OsStr::new(name));
        assert!(text.contains("rankscope train ") && text.contains(name), "{text}");
        assert!(!text.contains("There is no command"), "{text}");
    }
}
