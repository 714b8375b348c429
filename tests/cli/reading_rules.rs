//! Rules of reading belong to the model: the command of its card makes the same bytes in an empty folder, and new data
//! are read as the training data were.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::{Folder, command, fails, messages, ok};

/// A rule with the training data and new data that need it.
struct Case {
    /// The options, as a shell reads them.
    options: &'static str,
    /// Files, the training data first.
    files: &'static [(&'static str, &'static str)],
    /// New data, which are read without options.
    new: (&'static str, &'static str),
    /// The same new data as plain LETOR text for the features of the model.
    twin: &'static str,
}

const CASES: &[Case] = &[
    Case {
        options: "--ignore docno,age",
        files: &[(
            "data.csv",
            "query,docid,docno,label,bm25,age\n1,8,3,1,2.5,1\n1,4,1,0,1,9\n2,1,4,1,3,1\n2,5,2,0,0,2\n",
        )],
        new: ("new.csv", "age,query,docno,docid,bm25\n7,1,7,a,2\n8,1,9,b,1\n"),
        twin: "0 qid:1 1:2\n0 qid:1 1:1\n",
    },
    Case {
        // By number: the second column of new data is another.
        options: "--ignore 2",
        files: &[("data.csv", "query,note,label,bm25\n1,8,1,2.5\n1,4,0,1\n2,1,1,3\n2,5,0,0\n")],
        new: ("new.csv", "query,bm25,note\n1,2,7\n1,1,8\n"),
        twin: "0 qid:1 1:2\n0 qid:1 1:1\n",
    },
    Case {
        options: "--unjudged drop",
        files: &[("data.txt", "1 qid:1 1:2 2:1\n-1 qid:1 1:9\n0 qid:1 1:1\n1 qid:2 1:2\n0 qid:2 2:1\n")],
        new: ("new.txt", "-1 qid:1 1:2\n0 qid:1 2:1\n"),
        twin: "0 qid:1 1:2\n0 qid:1 2:1\n",
    },
    Case {
        options: "--missing mean",
        files: &[("data.csv", "query,label,bm25,pop\n1,1,3,8\n1,0,,4\n2,1,6,\n2,0,0,0\n")],
        // The means of these two rows are others than 3 and 4.
        new: ("new.csv", "query,label,pop,bm25\n1,1,8,\n1,0,,1\n"),
        twin: "1 qid:1 1:3 2:8\n0 qid:1 1:1 2:4\n",
    },
    Case {
        options: "--missing query-mean",
        files: &[("data.csv", "query,label,bm25,pop\n1,1,3,8\n1,0,,4\n2,1,6,\n2,0,0,0\n")],
        new: ("new.csv", "query,label,pop,bm25\n1,1,8,\n1,0,,\n2,1,8,1\n2,1,8,2\n2,0,,\n"),
        // No document of query 1 has the first feature, so the mean of the training data stands for it.
        twin: "1 qid:1 1:3 2:8\n0 qid:1 1:3 2:8\n1 qid:2 1:1 2:8\n1 qid:2 1:2 2:8\n0 qid:2 1:1.5 2:8\n",
    },
    Case {
        options: "--missing mean",
        files: &[("data.txt", "1 qid:1 1:3 2:8\n0 qid:1 1:nan 2:4\n1 qid:2 1:6\n0 qid:2 1:0 2:NA\n")],
        new: ("new.txt", "1 qid:1 1:NaN 2:8\n0 qid:1 1:1 2:nan\n"),
        twin: "1 qid:1 1:3 2:8\n0 qid:1 1:1 2:4\n",
    },
    Case {
        options: "--grades 0.5,1.5",
        files: &[(
            "data.txt",
            "1.6 qid:1 1:2 2:1\n0.6 qid:1 1:9\n0 qid:1 1:1\n1.1 qid:2 1:2\n-3 qid:2 2:1\n",
        )],
        new: ("new.txt", "2.5 qid:1 1:2\n0.5 qid:1 2:1\n0.4 qid:1 2:3\n"),
        twin: "2 qid:1 1:2\n1 qid:1 2:1\n0 qid:1 2:3\n",
    },
    Case {
        options: "--label 'my rating' --qid topic --docid page",
        files: &[(
            "data.csv",
            "page,topic,my rating,label,bm25\na,1,1,7,2.5\nb,1,0,8,1\nc,2,1,7,3\nd,2,0,9,0\n",
        )],
        new: ("new.csv", "bm25,label,topic,my rating,page\n2,1,q,1,a\n1,0,q,0,b\n"),
        twin: "1 qid:q 1:1 2:2\n0 qid:q 1:0 2:1\n",
    },
    Case {
        options: "--zero-based",
        files: &[("data.txt", "1 qid:1 0:2 1:1\n0 qid:1 0:1\n1 qid:2 0:2\n0 qid:2 1:1\n")],
        new: ("new.txt", "1 qid:1 0:2\n0 qid:1 1:1\n"),
        twin: "1 qid:1 1:2\n0 qid:1 2:1\n",
    },
    Case {
        options: "--group-sizes sizes",
        files: &[("data.txt", "1 1:2 2:1\n0 1:1\n1 1:2\n0 2:1\n"), ("sizes", "2\n2\n")],
        // The sizes belong to this file.
        new: ("data.txt", "1 1:2 2:1\n0 1:1\n1 1:2\n0 2:1\n"),
        twin: "1 qid:1 1:2 2:1\n0 qid:1 1:1\n1 qid:2 1:2\n0 qid:2 2:1\n",
    },
    Case {
        options: "--names names",
        files: &[
            ("data.csv", "query,label,a,b\n1,1,2,1\n1,0,1,0\n2,1,2,0\n2,0,0,1\n"),
            ("names", "words in title\nwords in body\n"),
        ],
        new: ("new.csv", "b,query,a,label\n0,1,2,1\n1,1,0,0\n"),
        twin: "1 qid:1 1:2 2:0\n0 qid:1 1:0 2:1\n",
    },
    Case {
        options: "--columns-like order.csv",
        files: &[
            ("data.csv", "query,label,a,b\n1,1,2,1\n1,0,1,0\n2,1,2,0\n2,0,0,1\n"),
            ("order.csv", "b,a,query,label\n"),
        ],
        new: ("new.csv", "a,b,query,label\n2,0,1,1\n0,1,1,0\n"),
        twin: "1 qid:1 1:0 2:2\n0 qid:1 1:1 2:0\n",
    },
    Case {
        options: "--without b,4",
        files: &[("data.csv", "query,label,a,b,c,d\n1,1,2,1,3,9\n1,0,1,0,1,8\n2,1,2,0,4,7\n2,0,0,1,1,9\n")],
        new: ("new.csv", "c,a,query,label\n1,2,1,1\n3,0,1,0\n"),
        twin: "1 qid:1 1:2 2:1\n0 qid:1 1:0 2:3\n",
    },
    Case {
        options: "--without 2",
        files: &[("data.txt", "1 qid:1 1:2 2:1 3:5\n0 qid:1 1:1 2:7\n1 qid:2 1:2\n0 qid:2 2:1 3:1\n")],
        new: ("new.txt", "1 qid:1 1:2 2:99\n0 qid:1 3:1\n"),
        twin: "1 qid:1 1:2\n0 qid:1 2:1\n",
    },
];

fn shell(line: &str, folder: &str) -> String {
    let line = line.replacen("rankscope", env!("CARGO_BIN_EXE_rankscope"), 1);
    let output = Command::new("sh").args(["-c", &line]).current_dir(folder).output().expect("a shell");
    assert!(output.status.success(), "{line}: {}", messages(&output));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn command_of(card: &str) -> &str {
    card.lines().find(|line| line.starts_with("rankscope train ")).expect("a command")
}

#[test]
fn the_command_of_the_card_makes_the_same_bytes_in_an_empty_folder() {
    for Case { options, files, .. } in CASES {
        let [first, second] = [Folder::new(), Folder::new()];
        for (name, text) in *files {
            first.file(name, text);
            second.file(name, text);
        }
        let data = files[0].0;
        shell(&format!("rankscope train {data} {options} --out model.json"), &first.path(""));
        let model = fs::read(first.path("model.json")).expect("a model");
        let card = ok(&["card", &first.path("model.json")]);
        shell(command_of(&card), &second.path(""));
        assert_eq!(fs::read(second.path("model.json")).expect("a model"), model, "{options}: {card}");
    }
}

#[test]
fn new_data_are_read_as_the_training_data_were() {
    for Case { options, files, new: (name, text), twin } in CASES {
        let folder = Folder::new();
        for (name, text) in *files {
            folder.file(name, text);
        }
        folder.file(name, text);
        shell(&format!("rankscope train {} {options} --out model.json", files[0].0), &folder.path(""));
        // What the model says about reading does not concern plain LETOR text for its features.
        let mut plain: Value =
            serde_json::from_slice(&fs::read(folder.path("model.json")).expect("a model")).expect("JSON");
        plain["provenance"].as_object_mut().expect("an object").remove("reading");
        folder.file("plain.json", plain.to_string());
        folder.file("twin.txt", twin);
        let expected = shell("rankscope score twin.txt --model plain.json", &folder.path(""));
        let scores = shell(&format!("rankscope score {name} --model model.json"), &folder.path(""));
        assert_eq!(scores, expected, "{options}");
        // Measures need grades, which the first new data lack.
        if !text.contains("-1") && (text.contains("label") || name.ends_with("txt")) {
            let values = shell(&format!("rankscope eval {name} --model model.json"), &folder.path(""));
            assert_eq!(
                values,
                shell("rankscope eval twin.txt --model plain.json", &folder.path("")),
                "{options}"
            );
        }
    }
}

#[test]
fn a_document_has_one_score_in_a_long_and_in_a_short_file() {
    let folder = Folder::new();
    let rows = ["1,8629,0.452,2.66,8", "1,4050,0.476,,4", "1,9825,0.142,0.196,0", "1,7490,0.595,,2"];
    let table = |rows: &[&str]| format!("query,docid,rating,bm25,pop\n{}\n", rows.join("\n"));
    let long = folder.file("long.csv", table(&rows));
    let short = folder.file("short.csv", table(&rows[1..2]));
    let model = folder.path("model.json");
    ok(&["train", &long, "--label", "rating", "--grades", "0.2,0.5", "--missing", "mean", "--out", &model]);
    let scores = ok(&["score", &long, "--model", &model]);
    assert_eq!(ok(&["score", &short, "--model", &model]).trim(), scores.lines().nth(1).expect("a score"));
    // Test data of the training are filled by the means of the training data, too.
    let stored = |file: &str| -> Value {
        let with = ["train", &long, "--label", "rating", "--grades", "0.2,0.5", "--missing", "mean"];
        ok(&[&with[..], &["--test", file, "--out", &model, "--measures", "rr,map"]].concat());
        let text = fs::read(&model).expect("a model");
        serde_json::from_slice::<Value>(&text).expect("JSON")["provenance"].clone()
    };
    assert_eq!(stored(&long)["measured"]["test"], stored(&long)["measured"]["train"]);
    let means = &stored(&short)["reading"]["rules"]["means"];
    assert_eq!(*means, serde_json::json!([(2.66 + 0.196) / 2.0, 3.5]));
}

#[test]
fn a_rule_of_the_command_holds_with_a_sentence() {
    let folder = Folder::new();
    let data = folder.file("data.csv", "query,label,bm25,pop\n1,1,3,8\n1,0,,4\n2,1,6,2\n2,0,0,0\n");
    let model = folder.path("model.json");
    ok(&["train", &data, "--missing", "mean", "--out", &model]);
    let zero =
        command(&["score", &data, "--model", &model, "--missing", "zero"]).output().expect("it starts");
    let said = messages(&zero);
    assert!(said.contains("--missing zero holds here; the training data of the model had mean"), "{said}");
    let filled =
        folder.file("filled.txt", "1 qid:1 1:3 2:8\n0 qid:1 1:0 2:4\n1 qid:2 1:6 2:2\n0 qid:2 2:0\n");
    assert_eq!(String::from_utf8_lossy(&zero.stdout), ok(&["score", &filled, "--model", &model]));
    let same =
        command(&["score", &data, "--model", &model, "--missing", "mean"]).output().expect("it starts");
    assert!(!messages(&same).contains("holds here"), "{}", messages(&same));
    // A model has its features.
    fails(&["score", &data, "--model", &model, "--without", "2"], 2, &["--without", "leave --without out"]);
    let export = command(&["export", &model, "--format", "solr"]).output().expect("it starts");
    assert!(
        messages(&export).contains("the model takes its mean in the training data"),
        "{}",
        messages(&export)
    );
    // Indices from 0 in the training data, from 1 in new data.
    let zeros = folder.file("zeros.txt", "1 qid:1 0:2 1:1\n0 qid:1 0:1\n1 qid:2 0:2\n0 qid:2 1:1\n");
    let ones = folder.file("ones.txt", "1 qid:1 1:2 2:1\n0 qid:1 1:1\n1 qid:2 1:2\n0 qid:2 2:1\n");
    ok(&["train", &zeros, "--zero-based", "--out", &model]);
    let scores = ok(&["score", &zeros, "--model", &model]);
    assert_eq!(ok(&["score", &ones, "--model", &model, "--zero-based=false"]), scores);
}

#[test]
fn features_that_are_left_out_change_no_bit_of_the_others() {
    let folder = Folder::new();
    let lines = |skip: &[usize]| -> String {
        let mut text = String::new();
        for document in 0..60 {
            text += &format!("{} qid:{}", document * 7 % 3, document / 6);
            let kept = (1..=9).filter(|feature| !skip.contains(feature));
            for (place, feature) in kept.enumerate() {
                let value = ((document * 37 + feature * 101) % 89) as f64 / 8.0;
                text += &format!(" {}:{value}", place + 1);
            }
            text += "\n";
        }
        text
    };
    let whole = folder.file("whole.txt", lines(&[]));
    for (without, skip) in [("3", vec![3]), ("9,1", vec![1, 9]), ("2,4,6", vec![2, 4, 6])] {
        let part = folder.file("part.txt", lines(&skip));
        for method in ["dorm", "lambdamart", "ranksvm", "listnet"] {
            let [one, other] = ["one.json", "other.json"].map(|name| folder.path(name));
            let train = |file: &str, rest: &[&str]| {
                let arguments = [&["train", file, "--method", method, "--scale", "standard"], rest];
                let output = command(&arguments.concat()).output().expect("it starts");
                assert!(output.status.success(), "{method}: {}", messages(&output));
            };
            train(&whole, &["--without", without, "--out", &one]);
            train(&part, &["--out", &other]);
            let parts = |path: &str| -> Vec<Value> {
                let model: Value = serde_json::from_slice(&fs::read(path).expect("a model")).expect("JSON");
                ["scaling", "weights", "scorer", "features"].map(|key| model[key].clone()).to_vec()
            };
            assert_eq!(parts(&one), parts(&other), "{method} --without {without}");
            assert_eq!(
                ok(&["score", &whole, "--model", &one]),
                ok(&["score", &part, "--model", &other]),
                "{method} --without {without}"
            );
        }
    }
    // The names keep the numbers of the file.
    let model = folder.path("one.json");
    ok(&["train", &whole, "--without", "3", "--out", &model]);
    let card = ok(&["card", &model]);
    assert!(card.contains("| f4 |") && !card.contains("| f3 |"), "{card}");
    assert!(Path::new(&model).is_file());
    for (without, words) in
        [("title", "no feature `title`"), ("10", "the data have 9 features"), ("0", "no feature `0`")]
    {
        fails(&["train", &whole, "--without", without], 2, &["without", words]);
    }
    let table = folder.file("table.csv", "query,label,title,body\n1,1,2,1\n1,0,1,0\n");
    fails(&["train", &table, "--without", "titel"], 1, &["--without", "no feature `titel`", "title"]);
}
