//! `--threads` and `--jobs` where the system has no memory for so many threads.

use std::process::Command;

use rankscope::data::generate_letor;

use crate::support::{Folder, messages, ok};

/// Runs the program with this many KiB of addresses. Returns its exit code, output and messages.
fn limited(size: usize, arguments: &[&str]) -> (Option<i32>, String, String) {
    let script = format!("ulimit -v {size}; exec \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_rankscope")]).args(arguments);
    let output = shell.output().expect("a shell");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), text, messages(&output))
}

#[cfg(target_os = "linux")]
#[test]
fn no_more_threads_start_than_there_is_work_for() {
    let folder = Folder::new();
    let data = folder.file("data.txt", generate_letor(6, 10, 1));
    let model = folder.path("model.json");
    ok(&["train", &data, "--out", &model]);
    let compare =
        ["compare", &data, "--test", &data, "--valid", &data, "--methods", "dorm", "--c-grid", "1", "--csv"];
    let train = ["train", &data, "--quiet", "--json"];
    let eval = ["eval", &data, "--model", &model];
    let without_time = |text: &str| text.split("\"seconds\"").next().unwrap_or_default().to_owned();
    for arguments in [&compare[..], &train, &eval] {
        let expected = ok(&[arguments, &["--threads", "1"]].concat());
        // A thousand stacks need 2 GB.
        let (code, text, said) = limited(1_000_000, &[arguments, &["--threads", "1000"]].concat());
        assert_eq!(code, Some(0), "{arguments:?}: {said}");
        assert_eq!(without_time(&text), without_time(&expected), "{arguments:?}");
    }
}
