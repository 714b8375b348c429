//! Refused arguments: the message names the accepted values.

use crate::support::{Folder, fails, messages, rankscope};

#[test]
fn negative_numbers_are_out_of_range_and_not_unknown_options() {
    let folder = Folder::new();
    let good = folder.file("good.txt", "1 qid:a 1:1\n0 qid:a 1:0\n");
    for value in ["-1", "256", "1.5"] {
        fails(&["train", &good, "--threshold", value], 2, &[value, "threshold", "from 1 to 31"]);
    }
    for flag in ["--max-iterations", "--cut-off", "--decay-cut", "--seed"] {
        let key = flag.trim_start_matches('-').replace('-', "_");
        fails(&["train", &good, flag, "-1"], 2, &["\"-1\"", &key, "whole number from "]);
    }
    fails(&["train", &good, "--seed", "9007199254740992"], 2, &["seed", "from 0 to 9007199254740991"]);
    fails(&["train", &good, "--split", "1/1/1", "--split-seed", "-1"], 2, &["--split-seed", "from 0"]);
    fails(&["compare", &good, "--test", &good, "--folds", "-1"], 2, &["--folds", "from 0"]);
    fails(&["compare", &good, "--test", &good, "--gap", "-1"], 2, &["gap: -1 is not between 0 and 1"]);
    fails(&["compare", &good, "--test", &good, "--c-grid", "-1,1"], 2, &["-1 is not a positive number"]);
}

#[test]
fn an_error_about_the_measure_lists_the_measures_of_the_loss() {
    let folder = Folder::new();
    let good = folder.file("good.txt", "1 qid:a 1:1\n0 qid:a 1:0\n");
    for measure in ["nonsense", "auc", "map", "err@5", "p"] {
        let output = rankscope(&["train", &good, "--measure", measure]);
        let said = messages(&output);
        assert_eq!(output.status.code(), Some(2));
        for listed in ["ndcg[@k]", "dcg[@k]", "p@k", "wta", "mwta", "mrr[@k]", "eru[", "eru-raw["] {
            assert!(said.contains(listed), "{measure}: {said}");
        }
        for refused in [" ap,", "err[", " auc,"] {
            assert!(!said.contains(refused), "{measure}: {refused} cannot be optimised: {said}");
        }
    }
    // More measures can be reported than optimised.
    fails(&["train", &good, "--measures", "nonsense"], 2, &["ap", "err[@k]", "auc"]);
}
