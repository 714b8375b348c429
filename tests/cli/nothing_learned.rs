//! Runs that learn nothing: the message says why and what to do, also with --quiet, and no model is written.

use std::path::Path;

use crate::support::{Folder, messages, ok, rankscope};

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
