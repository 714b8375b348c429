//! The key of the exam is right: its commands print what stands below them, and its numbers are roundings of these outputs.

use std::fs;
use std::process::Command;

use crate::support::{Folder, messages};

const EXAM: &str = include_str!("../../docs/teaching/exam.md");
const KEY: &str = include_str!("../../docs/teaching/exam-key.md");

/// Returns the sections of a page, each with its heading as the first line.
fn sections(page: &str) -> Vec<&str> {
    page.split("\n## ").skip(1).collect()
}

/// Returns the headings of the sections.
fn headings(page: &str) -> Vec<&str> {
    sections(page).into_iter().map(|section| section.lines().next().expect("a heading")).collect()
}

/// Returns the content of the block of code in this language.
fn block<'a>(section: &'a str, language: &str) -> &'a str {
    let opening = format!("```{language}\n");
    section.split_once(&opening).expect("a block").1.split_once("```").expect("its end").0
}

/// Returns the sizes of all numbers of a text.
fn numbers(text: &str) -> Vec<f64> {
    text.split(|sign: char| !sign.is_ascii_digit() && sign != '.')
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// Whether a number is a rounding of one of others, whatever the signs.
fn is_rounding(number: &str, of: &[f64]) -> bool {
    let digits = number.split_once('.').map_or(0, |(_, behind)| behind.len());
    let number = number.trim_start_matches('−');
    of.iter().any(|value| format!("{value:.digits$}") == number)
}

/// Writes the files that the commands read.
fn folder() -> Folder {
    let folder = Folder::new();
    for place in ["docs/teaching/exam", "www/samples"] {
        for entry in fs::read_dir(format!("{}/{place}", env!("CARGO_MANIFEST_DIR"))).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("a readable name");
            if name.ends_with(".txt") {
                folder.file(name, fs::read(&path).expect("a file"));
            }
        }
    }
    folder
}

#[test]
fn the_exam_and_its_key_have_the_same_questions() {
    assert_eq!(headings(EXAM), headings(KEY));
    assert!(headings(KEY).len() >= 12);
}

#[test]
fn the_commands_of_the_key_print_its_answers() {
    let folder = folder();
    for (question, section) in sections(EXAM).into_iter().zip(sections(KEY)) {
        let heading = section.lines().next().expect("a heading");
        let program = format!("{} ", env!("CARGO_BIN_EXE_rankscope"));
        let script = block(section, "sh").replace("rankscope ", &program);
        let output =
            Command::new("sh").args(["-c", &script]).current_dir(folder.path("")).output().expect("a shell");
        assert!(output.status.success(), "{heading}: {}", messages(&output));
        let printed = String::from_utf8(output.stdout).expect("UTF-8");
        assert_eq!(printed, block(section, "text"), "{heading}");

        let values = numbers(&printed);
        let words = section.split("```").next().expect("an answer");
        let answers: Vec<_> = words.split("**").skip(1).step_by(2).collect();
        assert!(!answers.is_empty(), "{heading} has an answer");
        // A table of the question has numbers of the runs, too.
        let given =
            question.lines().filter(|line| line.starts_with('|')).flat_map(|line| line.split(" | ").skip(1));
        for number in answers.into_iter().chain(given.map(|cell| cell.trim_matches(['|', ' ']))) {
            if number.contains(|sign: char| sign.is_ascii_digit()) {
                assert!(is_rounding(number, &values), "{heading}: {number} is not in {printed}");
            }
        }
    }
}
