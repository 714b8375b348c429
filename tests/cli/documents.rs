//! The commands that README.md shows do what they say: each of them runs.

use std::fs;
use std::process::Command;

use rankscope::data::generate_letor;

use crate::join;
use crate::support::{Folder, messages};

/// Generated data with the queries and the sites that the commands name.
fn data(seed: u64) -> String {
    let mut text = String::new();
    for (number, line) in
        generate_letor(12, 20, seed).lines().filter(|line| !line.starts_with('#')).enumerate()
    {
        let line = line.replace("qid:1 ", "qid:10032 ").replace("qid:2 ", "qid:18219 ");
        let line = line.split('#').next().unwrap_or_default().trim_end();
        text.push_str(&format!("{line} # site={}\n", number % 3));
    }
    text
}

/// Returns the lines of the block of code under a heading.
fn commands<'a>(text: &'a str, heading: &str) -> Vec<&'a str> {
    let section = text.split_once(heading).expect("the heading").1;
    let block = section.split_once("```sh\n").expect("a block").1.split_once("```").expect("its end").0;
    block.lines().collect()
}

#[cfg(unix)]
#[test]
fn the_commands_of_the_readme_run() {
    let readme = include_str!("../../README.md");
    let folder = Folder::new();
    for (name, seed) in [("train.txt", 1), ("vali.txt", 2), ("test.txt", 3)] {
        folder.file(name, data(seed));
    }
    folder.file("names.txt", "title\nbody\n");
    folder.file("ratings.csv", join::RATINGS);
    folder.file("responses.jsonl", join::LOG);
    let lines = commands(readme, "\n## Command line\n");
    let mut run = 0;
    for line in lines.iter().filter(|line| line.starts_with("rankscope ")) {
        let script = line.replacen("rankscope", env!("CARGO_BIN_EXE_rankscope"), 1);
        let output =
            Command::new("sh").args(["-c", &script]).current_dir(folder.path("")).output().expect("a shell");
        assert!(output.status.success(), "{line}: {}", messages(&output));
        run += 1;
    }
    assert!(run > 10, "{run} commands");
    for file in ["model.json", "run.txt", "card.md", "upload.json", "learning-curve/table.md"] {
        assert!(fs::metadata(folder.path(file)).is_ok_and(|file| file.len() > 0), "{file} was written");
    }
}

/// The table of exit codes, and where each comes from.
#[test]
fn the_readme_lists_the_exit_codes() {
    let readme = include_str!("../../README.md");
    let folder = Folder::new();
    let good = folder.file("good.txt", data(1));
    let bad = folder.file("bad.txt", "1 qid:1 1:x\n");
    let out = folder.path("no/such/folder/model.json");
    for (arguments, code) in [
        (&["train", &good, "--quiet"][..], 0),
        (&["train", &bad], 1),
        (&["train", &folder.path("absent.txt")], 1),
        (&["train", &good, "--out", &out], 1),
        (&["train", &good, "--no-such-option"], 2),
    ] {
        let output = crate::support::rankscope(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", messages(&output));
        assert!(readme.contains(&format!("\n| {code} | ")), "{code} is in the table");
    }
}
