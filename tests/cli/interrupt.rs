//! Ctrl+C: the first one writes the best model so far, the second one ends the program. SIGTERM and SIGHUP act as the
//! first one.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rankscope::data::generate_letor;
use serde_json::Value;

use crate::support::{Folder, command, json_lines, ok};

/// Returns settings of a run that is long enough to be interrupted.
const LONG: [&str; 8] =
    ["--c", "1e9", "--gap", "1e-14", "--max-iterations", "1000000", "--working-set", "1-slack"];

fn interrupt(child: &Child) {
    send("-INT", child);
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
}

/// Interrupts a run after `lines` lines of output. Returns its exit code, output and messages.
fn interrupted(arguments: &[&str], lines: usize) -> (Option<i32>, String, String) {
    ended_by("-INT", &[arguments, &LONG].concat(), lines)
}

/// Sends a signal to a run after `lines` lines of output. Returns its exit code, output and messages.
fn ended_by(signal: &str, arguments: &[&str], lines: usize) -> (Option<i32>, String, String) {
    let mut child =
        command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    for _ in 0..lines {
        assert!(
            reader.read_line(&mut text).expect("a line") > 0,
            "the run is too short for this test: {text}"
        );
    }
    send(signal, &child);
    reader.read_to_string(&mut text).expect("text");
    let output = child.wait_with_output().expect("it ends");
    (output.status.code(), text, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn an_interrupted_run_writes_the_best_model_so_far() {
    let folder = Folder::new();
    let data = folder.file("data.txt", generate_letor(600, 20, 1));
    let out = folder.file("model.json", "old");
    let (code, text, said) = interrupted(&["train", &data, "--json", "--out", &out], 10);
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("interrupted after iteration") && said.contains("best model so far"), "{said}");
    assert!(said.contains(&out), "{said}");
    let lines = json_lines(&text);
    let last = lines.last().expect("a result");
    assert_eq!(last["stopped"], "interrupted");
    assert_eq!(last["iterations"], lines.len() - 2, "the run ends at a report");
    let model: Value = serde_json::from_str(&fs::read_to_string(&out).expect("a model")).expect("JSON");
    assert_eq!(model["weights"], last["weights"]);
    let best = last["best_iteration"].as_u64().expect("a number") as usize;
    assert_eq!(lines[best]["primal"], last["best_primal"], "it is the best model");
    ok(&["score", &data, "--model", &out]);
}

#[test]
fn an_interrupted_run_without_a_model_file_ends_with_its_summary() {
    let folder = Folder::new();
    let data = folder.file("data.txt", generate_letor(600, 20, 1));
    let (code, text, said) = interrupted(&["train", &data], 10);
    assert_eq!(code, Some(130), "{said}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("interrupted: gap ")), "{text}");
    assert!(said.contains("interrupted after iteration") && !said.contains("written"), "{said}");
}

#[test]
fn a_run_that_a_batch_system_ends_writes_the_best_model_so_far() {
    let folder = Folder::new();
    let data = folder.file("data.txt", generate_letor(600, 20, 1));
    let out = folder.file("model.json", "old");
    let train = [&["train", &data, "--json", "--out", &out][..], &LONG].concat();
    let (code, text, said) = ended_by("-TERM", &train, 10);
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("best model so far is written to"), "{said}");
    assert_eq!(json_lines(&text).last().expect("a result")["stopped"], "interrupted");
    ok(&["score", &data, "--model", &out]);
    let factorize = [
        "factorize",
        "--generate",
        "200x200",
        "--rounds",
        "1000",
        "--passes",
        "1000",
        "--gap",
        "1e-9",
        "--out",
        &out,
    ];
    let (code, _, said) = ended_by("-TERM", &[&factorize[..], &["--json"]].concat(), 2);
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("interrupted before the end"), "{said}");
}

#[test]
fn an_interrupt_ends_a_long_search() {
    let folder = Folder::new();
    // Only the assignment finds the violator of many documents at any rank.
    let text: String = (0..1300).map(|row| format!("{} qid:7 1:{row}\n", row % 5)).collect();
    let data = folder.file("data.txt", text);
    let out = folder.path("model.json");
    let train = ["train", &data, "--method", "dorm-cost", "--cost", "rank * grade", "--out", &out];
    let (code, text, said) = ended_by("-INT", &train, 1);
    assert_eq!(code, Some(130), "{said}");
    assert_eq!(text.lines().count(), 2, "it waits for no report: {text}");
    assert!(text.contains("interrupted: "), "{text}");
    assert!(said.contains("nothing was learned before that, so no model is written"), "{said}");
    for word in ["query \"7\" has 1300 documents", "eight times as long", "if(rank <= 10, rank * grade, 0)"] {
        assert!(said.contains(word), "{said:?} does not say {word:?}");
    }
    assert!(!Path::new(&out).exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_that_loses_its_terminal_writes_the_best_model_so_far() {
    let folder = Folder::new();
    let data = folder.file("data.txt", generate_letor(600, 20, 1));
    let out = folder.file("model.json", "old");
    let train = [&["train", &data, "--json", "--out", &out][..], &LONG].concat();
    let (code, text, said) = ended_by("-HUP", &train, 10);
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains("best model so far is written to"), "{said}");
    assert_eq!(json_lines(&text).last().expect("a result")["stopped"], "interrupted");
    ok(&["score", &data, "--model", &out]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_run_behind_nohup_outlives_its_terminal() {
    let folder = Folder::new();
    let data = folder.file("data.txt", generate_letor(600, 20, 1));
    let train = [&["train", &data, "--json"][..], &LONG].concat();
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_rankscope")]).args(train);
    let mut child = shell.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("a shell");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut next = || lines.next().expect("the run goes on").expect("a line");
    (0..5).for_each(|_| drop(next()));
    send("-HUP", &child);
    // Longer than a pipe holds: these iterations come after the signal.
    let after: Vec<String> = (0..400).map(|_| next()).collect();
    assert!(after.iter().all(|line| line.contains("\"iteration\"")), "{after:?}");
    assert!(child.try_wait().expect("its state").is_none());
    send("-INT", &child);
    lines.for_each(drop);
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
}

#[cfg(target_os = "linux")]
mod blocked {
    use std::fs;
    use std::io::{PipeReader, Write as _};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(60);

    /// Returns a run that waits at its first report because its pipe is full, and the reading end of the pipe.
    fn blocked(data: &str, out: &str) -> (Child, PipeReader) {
        let (reader, mut writer) = std::io::pipe().expect("a pipe");
        // The capacity of a pipe in Linux.
        writer.write_all(&[b'\n'; 65536]).expect("it has room");
        let arguments = [&["train", data, "--json", "--out", out][..], &LONG].concat();
        let child = command(&arguments).stdout(writer).spawn().expect("the program starts");
        let start = Instant::now();
        while !catches_interrupts(&child) {
            assert!(start.elapsed() < PATIENCE, "the handler is not set");
            sleep(Duration::from_millis(5));
        }
        (child, reader)
    }

    fn catches_interrupts(child: &Child) -> bool {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("its status");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a mask");
        // SIGINT is signal 2, the second bit.
        u64::from_str_radix(caught.trim(), 16).expect("a mask") & 0b10 != 0
    }

    #[test]
    fn a_second_interrupt_ends_at_once_and_leaves_the_old_model() {
        let folder = Folder::new();
        let data = folder.file("data.txt", generate_letor(600, 20, 1));
        let out = folder.file("model.json", "old");
        let (mut child, _reader) = blocked(&data, &out);
        interrupt(&child);
        sleep(Duration::from_millis(300));
        assert!(child.try_wait().expect("its state").is_none(), "the first one only asks");
        let start = Instant::now();
        // Two simultaneous signals count as one, so more than two may be needed.
        let status = loop {
            interrupt(&child);
            sleep(Duration::from_millis(50));
            if let Some(status) = child.try_wait().expect("its state") {
                break status;
            }
            assert!(start.elapsed() < PATIENCE, "it does not end");
        };
        assert_eq!(status.code(), Some(130));
        assert_eq!(fs::read_to_string(&out).expect("it is there"), "old");
    }

    #[test]
    fn a_second_sigterm_only_asks_too() {
        let folder = Folder::new();
        let data = folder.file("data.txt", generate_letor(600, 20, 1));
        let out = folder.file("model.json", "old");
        let (mut child, _reader) = blocked(&data, &out);
        for _ in 0..3 {
            send("-TERM", &child);
            sleep(Duration::from_millis(50));
        }
        assert!(child.try_wait().expect("its state").is_none());
        send("-INT", &child);
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
    }

    #[test]
    fn an_interrupt_before_anything_is_learned_leaves_the_old_model() {
        let folder = Folder::new();
        let data = folder.file("data.txt", generate_letor(600, 20, 1));
        let out = folder.file("model.json", "old");
        let (mut child, reader) = blocked(&data, &out);
        interrupt(&child);
        sleep(Duration::from_millis(300));
        let text = std::io::read_to_string(reader).expect("text");
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        assert!(text.contains("\"interrupted\""), "{}", text.trim());
        assert_eq!(fs::read_to_string(&out).expect("it is there"), "old");
        assert!(Path::new(&data).exists());
    }
}
