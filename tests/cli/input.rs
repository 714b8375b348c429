//! Input of the commands: models through gzip and standard input, and LETOR text with unusual separators.

use std::fs::{self, File};

use rankscope::data::generate_letor;

use crate::support::{Folder, fails, gzip, messages, ok, rankscope, rankscope_with_input};

#[test]
fn models_are_read_from_gzip_and_standard_input() {
    let folder = Folder::new();
    let data = folder.file("data.txt", generate_letor(6, 8, 3));
    let out = folder.path("model.json");
    ok(&["train", &data, "--out", &out]);
    let packed = folder.file("model.json.gz", gzip(&fs::read_to_string(&out).expect("a model")));
    let names = folder.file("names.txt.gz", gzip("title\nbody\n"));
    let expected = ok(&["score", &data, "--model", &out]);
    assert_eq!(ok(&["score", &data, "--model", &packed]), expected);
    assert!(ok(&["export", &packed, "--format", "solr", "--names", &names]).contains("title"));
    for model in [&out, &packed] {
        let input = File::open(model).expect("it is there");
        let output = rankscope_with_input(&["score", &data, "--model", "-"], input);
        assert!(output.status.success(), "{}", messages(&output));
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    }
    let cut = folder.file("cut.gz", &gzip(&expected)[..20]);
    fails(&["score", &data, "--model", &cut], 1, &["cut.gz"]);
    let latin = folder.file("latin.json", b"{\"format\": \"\xe4\"}");
    fails(&["score", &data, "--model", &latin], 1, &["latin.json", "UTF-8"]);
}

#[test]
fn standard_input_is_read_once() {
    let folder = Folder::new();
    let data = folder.file("data.txt", generate_letor(6, 8, 3));
    for arguments in [
        &["train", "-", "--valid", "-"][..],
        &["compare", "-", "--test", "-"],
        &["eval", "-", "--model", "-"],
        &["score", "-", "--model", "-"],
        &["violators", "-", "--model", "-", "--query", "1"],
        &["export", "-", "--names", "-", "--format", "solr"],
    ] {
        let output = rankscope_with_input(arguments, File::open(&data).expect("it is there"));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(messages(&output).contains("only once"), "{arguments:?}: {}", messages(&output));
    }
}

#[test]
fn unusual_line_ends_and_spaces_are_named() {
    let folder = Folder::new();
    let check = |text: &str, words: &[&str]| {
        let data = folder.file("data.txt", text);
        fails(&["train", &data], 1, words);
    };
    let lone = ["line 1, column 12", "carriage return (CR)", "LF or CRLF"];
    check("1 qid:a 1:1\r0 qid:a 1:0\r", &lone);
    check("1 qid:a 1:1#\r0 qid:a 1:0\r", &["line 1, column 13", "carriage return (CR)"]);
    check("# head\r1 qid:a 1:1\r0 qid:a 1:0\r", &["line 1, column 7", "carriage return (CR)"]);
    check(&"1 qid:a 1:1\r".repeat(100_000), &["longer than 1048576 bytes", "not with CR alone"]);
    check("1 qid:a\u{a0}1:1\n0 qid:a 1:0\n", &["line 1, column 8", "no-break space", "ordinary spaces"]);
    check("1 qid:a 1:1\n0\u{3000}qid:a 1:0\n", &["line 2, column 2", "not ASCII"]);
    // A comment may contain anything except a document, and CRLF is a line end.
    let data = folder.file("data.txt", "1 qid:a 1:1 # no\u{a0}break\r\n0 qid:a 1:0 # a\rb\r\r\n");
    ok(&["train", &data]);
}

#[test]
fn numbers_in_messages_are_short_and_infinite_grades_are_too_large() {
    let folder = Folder::new();
    let good = folder.file("good.txt", "1 qid:a 1:1\n0 qid:a 1:0\n");
    let data = folder.file("grade.txt", "1e999 qid:a 1:1\n255.5 qid:a 1:0\n0.5 qid:a 1:0\n");
    fails(
        &["train", &data],
        1,
        &["grade `1e999` is too large", "grade `255.5` is too large", "grade `0.5` is not a whole number"],
    );
    let out = folder.path("model.json");
    ok(&["train", &good, "--out", &out]);
    let huge = folder.file("huge.txt", "0 qid:a 1:1\n1 qid:b 1:0\n0 qid:b 1:1e150\n");
    for command in [&["score"][..], &["eval"], &["violators", "--query", "b"]] {
        let output = rankscope(&[command, &[&huge, "--model", &out]].concat());
        assert_eq!(output.status.code(), Some(1));
        let said = messages(&output);
        assert!(said.contains("the score of document 2 is "), "counted from 1 within its query: {said}");
        assert!(command[0] == "violators" || said.contains("query \"b\""), "{said}");
        assert!(said.len() < 200, "{said}");
    }
    for (flag, value) in [("--c", "-1e150"), ("--gap", "1e150"), ("--offset", "-1e150")] {
        let output = rankscope(&["train", &good, flag, value]);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            messages(&output).contains("1e150") && messages(&output).len() < 150,
            "{}",
            messages(&output)
        );
    }
}

/// A device without an end is read as far as it takes to refuse it.
#[cfg(target_os = "linux")]
#[test]
fn endless_files_are_refused() {
    let folder = Folder::new();
    let data = folder.file("data.txt", generate_letor(6, 8, 3));
    fails(&["train", "/dev/zero"], 1, &["/dev/zero", "not text"]);
    fails(&["train", &data, "--group-sizes", "/dev/zero"], 1, &["/dev/zero"]);
    fails(&["train", &data, "--names", "/dev/zero"], 1, &["/dev/zero", "at most"]);
    fails(&["train", &data, "--method", "dorm-cost", "--measure", "cost:/dev/zero"], 2, &["at most"]);
    fails(&["factorize", "/dev/zero"], 1, &["longer than"]);
    fails(&["study", "/dev/zero"], 1, &["a study has at most"]);
    // Packed, a gigabyte of zeros is a megabyte.
    let bomb = folder.file("bomb.gz", gzip(&"\0".repeat(1 << 27)));
    fails(&["train", &bomb], 1, &["not text"]);
    let line = folder.file("line.gz", gzip(&format!("1 qid:1 1:1 # {}", "x".repeat(1 << 27))));
    fails(&["train", &line], 1, &["longer than"]);
    fails(&["study", &bomb], 1, &["a study has at most"]);
}
