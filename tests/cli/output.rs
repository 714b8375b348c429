//! The model file: complete or not at all, and never in place of an input file.

use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use rankscope::data::generate_letor;

use crate::support::{Folder, command, fails, messages, ok, rankscope, rankscope_with_input};

const GOOD: &str = "1 qid:a 1:1\n0 qid:a 1:0\n";

fn names_in(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_model_that_cannot_be_written_is_refused_before_training() {
    let folder = Folder::new();
    let good = folder.file("good.txt", "1 qid:a 1:1\n0 qid:a 1:0\n");
    let flat = folder.file("flat.txt", "1 qid:a 1:1\n1 qid:a 1:0\n");
    // Standard output stays empty, and the data are not opened.
    let absent = format!("the folder {} does not exist; make it", folder.path("nowhere"));
    for name in ["nowhere/model.json", "nowhere/deeper/model.json"] {
        fails(&["train", &good, "--out", &folder.path(name)], 1, &[name, &absent]);
        fails(&["factorize", "--generate", "40x30", "--out", &folder.path(name)], 1, &[name, &absent]);
    }
    symlink("nowhere/model.json", folder.path("link")).expect("a link");
    fails(&["train", &good, "--out", &folder.path("link")], 1, &["link: ", &absent]);
    fails(&["train", &good, "--out", &folder.path("")], 1, &["directory"]);
    fails(
        &["train", &folder.path("no data"), "--out", &folder.path("nowhere/model.json")],
        1,
        &["model.json"],
    );
    // A failed run leaves an existing file unchanged and creates no new file.
    let (old, new) = (folder.file("old.json", "old"), folder.path("new.json"));
    for out in [&old, &new] {
        fails(&["train", &flat, "--out", out], 1, &["none of the 1 queries"]);
    }
    assert_eq!(fs::read_to_string(&old).expect("it is there"), "old");
    assert!(!Path::new(&new).exists());
    for out in [&old, &new] {
        ok(&["train", &good, "--out", out]);
        ok(&["score", &good, "--model", out]);
    }
}

#[test]
fn the_check_before_training_touches_only_a_file_of_its_own() {
    use std::sync::atomic::{AtomicBool, Ordering};

    let folder = Folder::new();
    let (absent, out) = (folder.path("no data"), folder.path("model.json"));
    let is_over = AtomicBool::new(false);
    // Another process may write the model at any moment, so a check that creates and removes it could remove that
    // model.
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                if Path::new(&out).exists() {
                    return true;
                }
            }
            false
        });
        for _ in 0..100 {
            fails(&["train", &absent, "--out", &out], 1, &["no data"]);
        }
        is_over.store(true, Ordering::Relaxed);
        assert!(!watcher.join().expect("a watcher"), "the check creates the file of the model");
    });
    assert!(names_in(&folder.path("")).is_empty(), "nothing stays behind");
    // What could not be created at the end is refused before training.
    fails(&["train", &absent, "--out", &folder.path("new/")], 1, &["new/", "directory"]);
    fails(&["train", &absent, "--out", &folder.path(&"x".repeat(300))], 1, &["too long"]);
}

#[test]
fn a_disk_that_fills_up_leaves_the_old_model() {
    let folder = Folder::new();
    // The weights of 4,000 features are more than 8 blocks.
    let data = folder.file("data.txt", "1 qid:a 1:1 4000:0.1\n0 qid:a 1:0\n");
    let out = folder.file("model.json", "old");
    let program = env!("CARGO_BIN_EXE_rankscope");
    let limited = |name: &str| {
        let script = format!("ulimit -f 8; exec '{program}' train '{data}' --out '{name}'");
        Command::new("sh").args(["-c", &script]).output().expect("a shell")
    };
    for name in [&out, &folder.path("new.json")] {
        let output = limited(name);
        assert_eq!(output.status.code(), Some(1), "{}", messages(&output));
        assert!(messages(&output).contains(name.as_str()), "{}", messages(&output));
        assert!(String::from_utf8_lossy(&output.stdout).contains("converged"), "the result is still printed");
    }
    assert_eq!(fs::read_to_string(&out).expect("it is there"), "old");
    assert_eq!(names_in(&folder.path("")), ["data.txt", "model.json"], "no part of a file stays behind");
}

#[test]
fn a_new_model_replaces_the_old_one_in_one_step() {
    let folder = Folder::new();
    let data = folder.file("data.txt", GOOD);
    let out = folder.file("model.json", "old");
    let before = File::open(&out).expect("it is there");
    let number = before.metadata().expect("metadata").ino();
    ok(&["train", &data, "--out", &out]);
    // An open handle or a second name of the old file still has its whole content.
    assert_eq!(std::io::read_to_string(before).expect("text"), "old");
    assert_ne!(fs::metadata(&out).expect("metadata").ino(), number);
    ok(&["score", &data, "--model", &out]);
    assert_eq!(names_in(&folder.path("")), ["data.txt", "model.json"]);
}

#[test]
fn links_and_modes_stay() {
    let folder = Folder::new();
    let data = folder.file("data.txt", GOOD);
    fs::create_dir(folder.path("models")).expect("a folder");
    let target = folder.file("models/real.json", "old");
    fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).expect("its mode");
    let (link, chain, dangling) = (folder.path("link"), folder.path("models/chain"), folder.path("dangling"));
    symlink("models/chain", &link).expect("a link");
    symlink("real.json", &chain).expect("a link");
    symlink("models/later.json", &dangling).expect("a link");
    for (out, model) in [(&link, &target), (&dangling, &folder.path("models/later.json"))] {
        ok(&["train", &data, "--out", out]);
        assert!(fs::symlink_metadata(out).expect("metadata").is_symlink(), "{out} is still a link");
        assert!(!fs::symlink_metadata(model).expect("metadata").is_symlink());
        ok(&["score", &data, "--model", model]);
    }
    assert_eq!(fs::metadata(&target).expect("metadata").permissions().mode() & 0o7777, 0o640);

    // A new file has the mode that the umask allows.
    let new = folder.path("new.json");
    let program = env!("CARGO_BIN_EXE_rankscope");
    let script = format!("umask 027; exec '{program}' train '{data}' --out '{new}'");
    assert!(Command::new("sh").args(["-c", &script]).output().expect("a shell").status.success());
    assert_eq!(fs::metadata(&new).expect("metadata").permissions().mode() & 0o7777, 0o640);
}

#[test]
fn pipes_and_devices_are_written_directly() {
    let folder = Folder::new();
    let data = folder.file("data.txt", GOOD);
    let pipe = folder.path("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe).expect("text")
    });
    ok(&["train", &data, "--out", &pipe]);
    let model = folder.file("model.json", reader.join().expect("a model"));
    ok(&["score", &data, "--model", &model]);
    ok(&["train", &data, "--out", "/dev/null"]);
    assert!(!fs::metadata("/dev/null").expect("metadata").is_file());
}

#[test]
fn a_model_is_written_even_if_no_program_reads_the_reports() {
    let folder = Folder::new();
    let data = folder.file("data.txt", generate_letor(20, 15, 1));
    for extra in [&["--json"][..], &[]] {
        let out = folder.path("model.json");
        let train = [&["train", &data, "--out", &out], extra].concat();
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let same = writer.try_clone().expect("a pipe");
        let status = command(&train).stdout(writer).stderr(same).status().expect("the program starts");
        assert!(status.success(), "{extra:?}: a closed pipe is no failure");
        ok(&["eval", &data, "--model", &out]);
        fs::remove_file(&out).expect("it is there");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn reports_that_cannot_be_written_are_a_failure_but_the_model_is_written() {
    let folder = Folder::new();
    let data = folder.file("data.txt", GOOD);
    let out = folder.path("model.json");
    let full = || File::options().write(true).open("/dev/full").expect("a full device");
    let output = command(&["train", &data, "--out", &out]).stdout(full()).output().expect("it starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(messages(&output).contains("standard output"), "{}", messages(&output));
    ok(&["score", &data, "--model", &out]);
    let status = command(&["score", &data, "--model", "none"]).stderr(full()).status().expect("it starts");
    assert_eq!(status.code(), Some(1), "a full standard error changes no exit code");
}

#[test]
fn a_model_never_replaces_an_input_of_the_command() {
    let folder = Folder::new();
    let text = generate_letor(6, 8, 3);
    let (train, valid, test) = (folder.file("a", &text), folder.file("b", &text), folder.file("c", &text));
    let (link, hard) = (folder.path("link"), folder.path("hard"));
    symlink("a", &link).expect("a link");
    fs::hard_link(&test, &hard).expect("a second name");
    let dotted = folder.path("./a");
    for out in [&train, &valid, &test, &link, &hard, &dotted] {
        let arguments = ["train", &train, "--valid", &valid, "--test", &test, "--out", out];
        fails(&arguments, 2, &["--out", "would replace", "give another file name"]);
    }
    for name in [&train, &valid, &test] {
        assert_eq!(&fs::read_to_string(name).expect("it is there"), &text, "the data are still there");
    }
    let input = File::open(&train).expect("it is there");
    let output = rankscope_with_input(&["train", "-", "--out", &train], input);
    assert_eq!(output.status.code(), Some(2));
    assert!(messages(&output).contains("would replace standard input"), "{}", messages(&output));

    let log = File::create(folder.path("log")).expect("a file");
    let output =
        command(&["train", &train, "--out", &folder.path("log")]).stdout(log).output().expect("it starts");
    assert_eq!(output.status.code(), Some(2), "{}", messages(&output));
    ok(&["train", &train, "--out", &folder.path("model.json")]);
}

#[test]
fn standard_output_is_not_a_place_for_the_model() {
    let folder = Folder::new();
    let data = folder.file("data.txt", GOOD);
    let dashed = |out: &str| {
        let mut call = command(&["train", &data, "--out", out]);
        call.current_dir(folder.path("")).stdin(Stdio::null()).output().expect("the program starts")
    };
    let output = dashed("-");
    assert_eq!(output.status.code(), Some(2));
    assert!(messages(&output).contains("standard output") && messages(&output).contains("./-"));
    assert!(output.stdout.is_empty() && !Path::new(&folder.path("-")).exists());
    assert!(dashed("./-").status.success());
    assert!(Path::new(&folder.path("-")).exists());
}

#[test]
fn a_model_that_was_not_learned_is_not_written() {
    let folder = Folder::new();
    let huge = folder.file("huge.txt", "1 qid:a 1:1e300\n0 qid:a 1:-1e300\n0 qid:a 1:3\n");
    let old = folder.file("old.json", "old");
    for out in [&old, &folder.path("new.json")] {
        let output = rankscope(&["train", &huge, "--out", out]);
        assert_eq!(output.status.code(), Some(1));
        let said = messages(&output);
        assert!(said.contains("no model is written") && said.contains("--scale minmax"), "{said}");
    }
    assert_eq!(fs::read_to_string(&old).expect("it is there"), "old");
    assert_eq!(names_in(&folder.path("")), ["huge.txt", "old.json"]);
    let rows = String::from_utf8(rankscope(&["train", &huge]).stdout).expect("UTF-8");
    assert!(rows.lines().skip(1).all(|line| line.len() < 130), "no number fills the line: {rows}");
}
