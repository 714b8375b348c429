//! Runs that learn nothing: the message says why and what to do, also with --quiet, and no model is written.

use std::path::Path;
use std::process::Output;

use rankscope::method::METHODS;

use crate::support::{Folder, fails, messages, ok, rankscope};

/// Ten documents, whose first feature orders them.
const TEN: &str = "1 qid:1 1:10 2:0.670\n1 qid:1 1:9 2:0.308\n1 qid:1 1:8 2:0.606\n1 qid:1 1:7 2:0.607\n\
                   1 qid:1 1:6 2:0.581\n0 qid:1 1:5 2:0.158\n0 qid:1 1:4 2:0.431\n0 qid:1 1:3 2:0.394\n\
                   0 qid:1 1:2 2:0.723\n0 qid:1 1:1 2:0.995\n";

/// Checks that a run writes no model and says all words, also with --quiet.
fn learns_nothing(arguments: &[&str], words: &[&str]) {
    let folder = Folder::new();
    let out = folder.path("model.json");
    for quiet in [&[][..], &["--quiet"]] {
        let output = rankscope(&[arguments, &["--out", &out], quiet].concat());
        let said = messages(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        for word in words {
            assert!(said.contains(word), "{arguments:?} {quiet:?}: {said:?} does not say {word:?}");
        }
        assert!(!said.contains("try --"), "no other advice: {said}");
        assert!(!Path::new(&out).exists(), "{arguments:?}");
    }
}

#[test]
fn trees_name_the_documents_of_a_leaf() {
    let folder = Folder::new();
    let data = folder.file("ten.txt", TEN);
    for method in ["lambdamart", "mcrank"] {
        let train = ["train", &data, "--method", method];
        learns_nothing(
            &train,
            &[
                "no weak learner",
                "no feature splits the 10 documents into two groups of 10 or more",
                "--min-documents 5",
                "no model",
            ],
        );
        let model = folder.path("model.json");
        ok(&[&train[..], &["--min-documents", "5", "--out", &model]].concat());
        let text = ok(&["score", &data, "--model", &model]);
        let scores: Vec<f64> = text.lines().map(|line| line.parse().expect("a score")).collect();
        let worst = |scores: &[f64]| scores.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(
            worst(&scores[..5]) > scores[5..].iter().copied().fold(f64::NEG_INFINITY, f64::max),
            "{method}"
        );
        fails(&[&train[..], &["--min-documents", "0"]].concat(), 2, &["min_documents", "0"]);
    }
    // A reader of standard error gets one sentence.
    let seven =
        folder.file("seven.txt", TEN.lines().take(7).map(|line| line.to_owned() + "\n").collect::<String>());
    let said = messages(&rankscope(&["train", &seven, "--method", "lambdamart"]));
    assert_eq!(
        said.trim_end(),
        "rankscope: training ended (no weak learner); nothing was learned before that: no feature splits the 7 documents \
         into two groups of 10 or more with different forces; let a leaf have fewer documents, as in --min-documents 3"
    );
    // Half of the default would be more than the documents have.
    let four = folder.file("four.txt", "1 qid:1 1:4\n1 qid:1 1:3\n0 qid:1 1:2\n0 qid:1 1:1\n");
    learns_nothing(&["train", &four, "--method", "lambdamart"], &["--min-documents 2"]);
    ok(&["train", &four, "--method", "lambdamart", "--min-documents", "2"]);
}

#[test]
fn documents_without_features_are_refused_by_every_method() {
    let folder = Folder::new();
    let data =
        folder.file("none.txt", "4\tqid:1\t# 7555\trambo\n0\tqid:1\t# 1370\trambo\n1\tqid:2\t# 5\trocky\n");
    for method in METHODS {
        // Some methods need more than these two queries.
        if method.name != "svm-precision" {
            learns_nothing(
                &["train", &data, "--method", method.name],
                &["no document has a feature", "1:0.5"],
            );
        }
    }
}

#[test]
fn documents_with_equal_features_are_named_as_the_reason() {
    let folder = Folder::new();
    let data = folder.file("alike.txt", "1 qid:1 1:3\n0 qid:1 1:3\n2 qid:2 1:5\n0 qid:2 1:5\n");
    let reason = "in every query all documents have the same features";
    for method in ["dorm", "listnet", "mean-difference"] {
        // w = 0 is the optimum, so the model is written.
        let output = rankscope(&["train", &data, "--method", method, "--out", &folder.path(method)]);
        let said = messages(&output);
        assert!(
            output.status.success() && said.contains(reason) && !said.contains("try --"),
            "{method}: {said}"
        );
        assert!(Path::new(&folder.path(method)).exists());
    }
    for method in ["lambdamart", "frank"] {
        learns_nothing(&["train", &data, "--method", method], &["no weak learner", reason]);
    }
}

#[test]
fn a_threshold_that_splits_no_query_is_named() {
    let folder = Folder::new();
    let data = folder.file(
        "one-to-three.txt",
        "3 qid:1 1:1 2:5\n1 qid:1 1:3 2:1\n2 qid:1 1:2 2:4\n1 qid:2 1:4 2:1\n2 qid:2 1:3 2:2\n3 qid:2 1:1 2:6\n",
    );
    let all = ["every document is relevant at the threshold 1", "--threshold 2"];
    for method in ["svm-map", "svm-auc", "svm-mrr", "owpc", "combo", "logistic", "mean-difference"] {
        learns_nothing(&["train", &data, "--method", method], &[&all[..], &[method]].concat());
        ok(&["train", &data, "--method", method, "--threshold", "2"]);
    }
    learns_nothing(&["train", &data, "--method", "ranksvm", "--pairs-of", "threshold"], &all);
    let none = ["no document is relevant at the threshold 4", "--threshold 3"];
    learns_nothing(&["train", &data, "--method", "svm-map", "--threshold", "4"], &none);
    let apart = folder.file("apart.txt", "3 qid:1 1:1\n2 qid:1 1:2\n1 qid:2 1:1\n0 qid:2 1:2\n");
    let apart = ["train", &apart, "--method", "svm-map", "--threshold", "2"];
    learns_nothing(
        &apart,
        &["no query has relevant and other documents at the threshold 2", "--threshold 3"],
    );
    // Where another threshold does not help, the message stays.
    let equal = folder.file("equal.txt", "1 qid:1 1:1\n1 qid:1 1:2\n");
    learns_nothing(&["train", &equal, "--method", "svm-map"], &["every ranking has the same loss"]);
}

#[test]
fn a_model_that_cannot_score_its_training_data_is_not_written() {
    let folder = Folder::new();
    let text =
        "2 qid:1 1:X00 2:5\n1 qid:1 1:Y00 2:1\n0 qid:1 1:2 2:4\n1 qid:2 1:Y50 2:1\n2 qid:2 1:X50 2:2\n";
    let huge = text.replace('X', "2e1").replace('Y', "1e1");
    let data = folder.file("huge.txt", &huge);
    // The second feature is in range, so it is the model although the first one orders better.
    let model = folder.path("model.json");
    let chosen = ok(&["train", &data, "--method", "single-feature", "--out", &model]);
    assert!(chosen.contains("the model is that of iteration 3"), "{chosen}");
    ok(&["score", &data, "--model", &model]);
    let alone = folder.file(
        "alone.txt",
        huge.lines()
            .map(|line| line.split(" 2:").next().unwrap_or_default().to_owned() + "\n")
            .collect::<String>(),
    );
    for method in ["single-feature", "mean-difference", "perceptron", "prank"] {
        let words = ["scale the features", "e150, of feature 1 in line ", "--missing mean"];
        learns_nothing(&["train", &alone, "--method", method], &words);
        ok(&["train", &alone, "--method", method, "--scale", "minmax", "--out", &model]);
        ok(&["score", &alone, "--model", &model]);
    }
}

#[test]
fn grades_and_values_out_of_range_name_place_and_remedy() {
    let folder = Folder::new();
    let ranks = folder.file("ranks.txt", "26 qid:1 1:36\n259 qid:1 1:69\n23 qid:1 1:33\n");
    let words = ["ranks.txt: line 2", "`259`", "0 to 255", "--grades with thresholds such as 10,20"];
    learns_nothing(&["train", &ranks], &words);
    ok(&["train", &ranks, "--grades", "24,40"]);
    let missing = "2 qid:1 1:1.79769313486e+308 2:734\n0 qid:1 1:398 2:1931\n3 qid:1 1:1.79769313486e+308 2:321\n\
                   1 qid:1 1:12 2:40\n";
    let data = folder.file("missing.txt", missing);
    let words = [
        "numbers left the range",
        "1.79769313486e308, of feature 1 in line 1 of the training data",
        "--scale minmax",
        "write NaN",
        "--missing mean",
    ];
    for method in ["dorm", "listnet"] {
        learns_nothing(&["train", &data, "--method", method], &words);
    }
    let named = folder.file("named.csv", "qid,label,title,length\n1,1,5,-1e200\n1,0,3,2\n");
    learns_nothing(&["train", &named], &["-1e200, of feature 2 (length) in line 2"]);
    ok(&["train", &data, "--scale", "minmax"]);
    let marked = folder.file("marked.txt", missing.replace("1.79769313486e+308", "NaN"));
    ok(&["train", &marked, "--missing", "mean"]);
}

#[test]
fn data_that_the_model_cannot_score_are_named_where_nothing_is_measured_on_them() {
    let folder = Folder::new();
    let train = folder.file("train.txt", TEN);
    let huge = folder.file("huge.txt", "1 qid:7 1:1\n0 qid:7 1:1e300\n");
    for (option, name) in [("--valid", "validation"), ("--test", "test")] {
        let output = rankscope(&["train", &train, option, &huge]);
        let said = messages(&output);
        assert!(output.status.success(), "{said}");
        let words =
            format!("nothing is measured on the {name} data: scores: query \"7\": the score of document 2");
        assert!(said.contains(&words), "{said:?} does not say {words:?}");
    }
    // A measure that no query defines is no fault of the model.
    let none = folder.file("none.txt", "0 qid:7 1:1\n0 qid:7 1:2\n");
    assert!(!messages(&rankscope(&["train", &train, "--test", &none])).contains("nothing is measured"));
}

#[test]
fn a_comparison_says_why_nothing_is_measured_on_data_that_no_model_can_score() {
    let folder = Folder::new();
    let train = folder.file("train.txt", TEN);
    let huge = folder.file("huge.txt", "1 qid:7 1:1\n0 qid:7 1:1e300\n");
    let compare = |test: &str, valid: &str, format: &[&str]| {
        let arguments =
            ["compare", &train, "--test", test, "--valid", valid, "--methods", "dorm", "--c-grid", "1"];
        rankscope(&[&arguments[..], format].concat())
    };
    let text = |output: &Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let words = "2 of 2 runs lack values, such as dorm: nothing is measured on the test data: scores: query \"7\": the \
                 score of document 2";
    let table = text(&compare(&huge, &train, &[]));
    assert!(table.contains(words), "{table}");
    let json = text(&compare(&huge, &train, &["--json"]));
    assert!(json.contains("nothing is measured on the test data"), "{json}");
    let csv = compare(&huge, &train, &["--csv"]);
    assert!(messages(&csv).contains(words) && !text(&csv).contains("nothing"), "{}", messages(&csv));
    assert!(!text(&compare(&train, &train, &[])).contains("lack values"));
}
