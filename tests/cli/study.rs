//! `rankscope study`: files, resumption, threads, refusals and interruption.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rankscope::data::generate_letor;
use rankscope::study::BUILT_IN;
use serde_json::Value;

use crate::support::{Folder, fails, messages, ok, rankscope};

const STUDY: &str = r#"{
  "rankscope": "study", "title": "small",
  "data": [{ "name": "files", "train": "train.txt", "valid": "valid.txt", "test": "test.txt" }],
  "factors": { "method": [{ "name": "DORM", "method": "dorm" }, "ranksvm", "mean-difference"] },
  "sizes": [5, "all"], "seeds": [1, 2], "fixed": { "gap": 0.01 },
  "select": { "setting": "c", "grid": [1, 10] },
  "record": ["ndcg@10", "report.norm"],
  "compare": { "baseline": "DORM" },
  "plots": [{ "mark": "line", "x": "size", "y": "ndcg@10" }]
}"#;

fn write(folder: &Folder, study: &str) -> String {
    for (name, seed) in [("train.txt", 1), ("valid.txt", 2), ("test.txt", 3)] {
        folder.file(name, generate_letor(12, 8, seed));
    }
    folder.file("study.json", study)
}

/// Returns the text of every file in a folder of results.
fn files(folder: &str) -> BTreeMap<String, String> {
    let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files = paths.filter(|path| path.is_file());
    files
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("text"))
        })
        .collect()
}

fn cells(folder: &str) -> Vec<std::path::PathBuf> {
    let mut cells: Vec<_> = fs::read_dir(Path::new(folder).join("cells"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    cells.sort();
    cells
}

#[test]
fn a_study_writes_its_files_whatever_the_number_of_threads() {
    let folder = Folder::new();
    let study = write(&folder, STUDY);
    let (one, two) = (folder.path("one"), folder.path("two"));
    let text = ok(&["study", &study, "--out", &one, "--jobs", "1"]);
    assert_eq!(ok(&["study", &study, "--out", &two, "--jobs", "2"]), text);
    let written = files(&one);
    assert_eq!(files(&two), written);
    let names: Vec<&str> = written.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["cells.csv", "plot-1.svg", "queries.csv", "rankscope-study.json", "study.json", "table.md"]
    );
    assert_eq!(written["table.md"].trim_end(), text.trim_end());
    assert_eq!(written["cells.csv"].lines().count(), 1 + 12 * 2);
    assert_eq!(written["queries.csv"].lines().count(), 1 + 12 * 12);
    assert!(written["plot-1.svg"].starts_with("<svg"));
    // The difference of means on all queries is the same for both seeds, so it was trained once.
    assert_eq!(cells(&one).len(), 11);
    // The study with its defaults makes the same cells.
    for name in ["train.txt", "valid.txt", "test.txt"] {
        fs::copy(folder.path(name), Path::new(&one).join(name)).expect("a copy");
    }
    let filled = Path::new(&one).join("study.json").to_string_lossy().into_owned();
    assert_eq!(ok(&["study", &filled, "--csv"]).trim_end(), written["cells.csv"].trim_end());
}

#[test]
fn resumption_trains_only_what_is_missing_and_gives_the_whole() {
    let folder = Folder::new();
    let study = write(&folder, STUDY);
    let out = folder.path("out");
    ok(&["study", &study, "--out", &out]);
    let whole = files(&out);
    let kept = cells(&out);
    for path in kept.iter().step_by(2) {
        fs::remove_file(path).expect("it is there");
    }
    // A broken result is reported and trained again.
    fs::write(&kept[1], "{").expect("it is there");
    let output = rankscope(&["study", &study, "--out", &out, "--resume"]);
    assert!(output.status.success() && messages(&output).contains("trained again"), "{}", messages(&output));
    assert_eq!(files(&out), whole);
    assert_eq!(cells(&out), kept);
    // A kept result is taken as it is: layout does not matter, and its file is not written again.
    let kept_text = fs::read_to_string(&kept[3]).expect("text");
    let parsed: Value = serde_json::from_str(&kept_text).expect("JSON");
    let pretty = serde_json::to_string_pretty(&parsed).expect("JSON");
    fs::write(&kept[3], &pretty).expect("it is there");
    let output = rankscope(&["study", &study, "--out", &out, "--resume"]);
    assert!(output.status.success() && messages(&output).is_empty(), "{}", messages(&output));
    assert_eq!(fs::read_to_string(&kept[3]).expect("text"), pretty);
    // Changed values are refused, with or without their checksum.
    for (field, words) in [("", "was changed"), ("checksum", "checksum of the result is missing")] {
        let mut changed = parsed.clone();
        changed["values"][1] = Value::from(123.0);
        changed.as_object_mut().expect("an object").remove(field);
        fs::write(&kept[3], changed.to_string()).expect("it is there");
        let output = rankscope(&["study", &study, "--out", &out, "--resume"]);
        assert!(messages(&output).contains(words), "{}", messages(&output));
        assert!(messages(&output).contains("trained again"), "{}", messages(&output));
        assert_eq!(files(&out), whole);
        assert_eq!(fs::read_to_string(&kept[3]).expect("text"), kept_text);
    }
    // Without --resume everything is trained.
    ok(&["study", &study, "--out", &out]);
    assert_eq!(files(&out), whole);
    // A changed study trains only its new cells.
    let changed = folder.file("study.json", STUDY.replace("[1, 2], \"fixed\"", "[1, 2, 3], \"fixed\""));
    ok(&["study", &changed, "--out", &out, "--resume"]);
    assert!(kept.iter().all(|path| path.exists()));
    assert_eq!(cells(&out).len(), 11 + 5);
}

#[test]
fn json_has_study_cells_results_and_table() {
    let folder = Folder::new();
    let study = write(&folder, STUDY);
    let value: Value = serde_json::from_str(&ok(&["study", &study, "--json"])).expect("JSON");
    assert_eq!(value["study"]["title"], "small");
    assert_eq!(value["cells"].as_array().map(Vec::len), Some(12));
    assert_eq!(value["results"].as_array().map(Vec::len), Some(12));
    assert_eq!(value["table"]["rows"].as_array().map(Vec::len), Some(6));
    assert!(value["table"]["rows"][0]["values"][0]["mean"].is_number());
}

#[test]
fn wrong_studies_are_refused_with_place_and_reason() {
    let folder = Folder::new();
    let refused = |from: &str, to: &str, words: &[&str]| {
        let study = write(&folder, &STUDY.replace(from, to));
        fails(&["study", &study], 2, words);
    };
    refused("\"title\"", "\"titel\"", &["study.json", "line 2", "titel"]);
    refused("\"ranksvm\"", "\"rankvsm\"", &["study.json", "method rankvsm"]);
    refused("[5, ", "[50, ", &["sizes[0]", "\"files\" has 12 training queries"]);
    let seeds: Vec<String> = (0..600).map(|seed| seed.to_string()).collect();
    refused("[1, 2], \"fixed\"", &format!("[{}], \"fixed\"", seeds.join(",")), &["5000 trainings"]);
    let study = write(&folder, STUDY);
    fails(&["study", &study, "--out", "-"], 2, &["--out -", "folder"]);
    fails(&["study", &study, "--resume"], 2, &["--out"]);
    fails(&["study"], 2, &["--list"]);
    fails(&["study", "--list", "--json"], 2, &["--json"]);
    for jobs in ["0", "1025"] {
        fails(
            &["study", &study, "--jobs", jobs],
            2,
            &[&format!("jobs: {jobs} is not a number from 1 to 1024")],
        );
    }
    fails(&["study", &folder.path("none.json")], 2, &["none.json", "learning-curve"]);
    let missing = folder.file("study.json", STUDY.replace("test.txt", "absent.txt"));
    fails(&["study", &missing], 1, &["absent.txt"]);
    // The study must not replace its own data.
    let out = folder.path("same");
    fs::create_dir(&out).expect("a folder");
    for name in ["train.txt", "valid.txt", "test.txt"] {
        fs::copy(folder.path(name), Path::new(&out).join(name)).expect("a copy");
    }
    let inside = Path::new(&out).join("study.json");
    fs::write(&inside, STUDY).expect("a file");
    fails(&["study", &inside.to_string_lossy(), "--out", &out], 2, &["study.json"]);
    assert_eq!(fs::read_to_string(&inside).expect("text"), STUDY);
}

#[test]
fn a_failed_cell_is_reported_and_the_others_are_written() {
    let folder = Folder::new();
    let study = write(
        &folder,
        &STUDY.replace("\"ranksvm\"", "{ \"name\": \"none\", \"method\": \"svm-map\", \"threshold\": 31 }"),
    );
    let out = folder.path("out");
    let output = rankscope(&["study", &study, "--out", &out]);
    assert_eq!(output.status.code(), Some(1), "{}", messages(&output));
    assert!(messages(&output).contains("4 of 12 cells failed"), "{}", messages(&output));
    assert!(files(&out)["table.md"].contains("failed"));
    assert_eq!(cells(&out).len(), 7, "a failure is not kept");
}

#[test]
fn grades_in_comments_are_those_of_a_file_with_these_labels() {
    let folder = Folder::new();
    let lines = |label: &dyn Fn(usize) -> usize| -> String {
        let line = |at: usize| {
            let (query, class, x) = (at / 6, (7 * at + at / 6) % 4, (at * at % 11) as f64 / 10.0);
            format!("{} qid:{query} 1:{x} 2:{class} # class {class}, row {at}\n", label(class))
        };
        (0..90).map(line).collect()
    };
    folder.file("labels.txt", lines(&|class| class));
    folder.file("zeros.txt", lines(&|_| 0));
    let csv = |data: &str| {
        let data = format!("{{ \"name\": \"x\", {data}, \"split\": {{ \"folds\": 3, \"seed\": 1 }} }}");
        let all = "{ \"name\": \"files\", \"train\": \"train.txt\", \"valid\": \"valid.txt\", \"test\": \"test.txt\" }";
        let study = STUDY.replace(all, &data).replace("\"sizes\": [5, \"all\"], ", "");
        let study = study.replace("\"x\": \"size\"", "\"x\": \"method\"");
        let study = study.replace("\"mark\": \"line\"", "\"mark\": \"bars\"");
        folder.file("study.json", study)
    };
    let labels = ok(&["study", &csv("\"train\": \"labels.txt\""), "--csv"]);
    assert!(labels.lines().count() > 10, "{labels}");
    let comments = ok(&["study", &csv("\"train\": \"zeros.txt\", \"grades\": \"comment:class\""), "--csv"]);
    assert_eq!(comments, labels);
    let wrong = csv("\"train\": \"zeros.txt\", \"grades\": \"comment:digit\"");
    fails(&["study", &wrong], 1, &["data \"x\"", "line 1", "\"digit\""]);
    fails(
        &["study", &csv("\"train\": \"zeros.txt\", \"grades\": \"round\"")],
        2,
        &["data[0]", "comment:WORD"],
    );
}

#[test]
fn built_in_studies_are_listed_and_run_by_name() {
    let list = ok(&["study", "--list"]);
    assert_eq!(list.lines().count(), BUILT_IN.len());
    for built_in in BUILT_IN {
        assert!(list.contains(built_in.name));
    }
    let text = ok(&["study", "mrr-psi"]);
    assert!(text.contains("What the paper found") && text.contains("What one sees here"), "{text}");
}

#[test]
fn plots_of_an_earlier_version_of_the_study_are_removed() {
    let folder = Folder::new();
    let plot = r#"{ "mark": "line", "x": "size", "y": "ndcg@10" }"#;
    let study = write(&folder, &STUDY.replace(plot, &[plot; 3].join(",")));
    let out = folder.path("out");
    ok(&["study", &study, "--out", &out]);
    assert!(files(&out).contains_key("plot-3.svg"));
    let fewer = folder.file("study.json", STUDY);
    ok(&["study", &fewer, "--out", &out, "--resume"]);
    let plots: Vec<String> = files(&out).into_keys().filter(|name| name.starts_with("plot")).collect();
    assert_eq!(plots, ["plot-1.svg"]);
    // Nobody else's plot is removed.
    let other = folder.path("other");
    fs::create_dir(&other).expect("a new folder");
    folder.file("other/plot-2.svg", "mine");
    fails(&["study", &fewer, "--out", &other], 2, &["plot-2.svg"]);
    assert_eq!(files(&other)["plot-2.svg"], "mine");
}

#[test]
fn a_folder_belongs_to_one_study() {
    let folder = Folder::new();
    let study = write(&folder, STUDY);
    for name in ["table.md", "cells.csv", "study.json", "plot-1.svg", "cells"] {
        let out = folder.path(&format!("with-{name}"));
        let file = if name == "cells" { "cells/notes.txt" } else { name };
        fs::create_dir_all(Path::new(&out).join("cells")).expect("a folder");
        let file = folder.file(&format!("with-{name}/{file}"), "mine");
        for extra in [&[][..], &["--resume"]] {
            let arguments = [&["study", &study, "--out", &out][..], extra].concat();
            fails(&arguments, 2, &[&out, &format!("would replace {name}"), "another folder", "move"]);
        }
        assert_eq!(fs::read_to_string(&file).expect("text"), "mine");
        assert!(!Path::new(&out).join("rankscope-study.json").exists(), "a refused folder stays as it is");
    }
    let out = folder.path("out");
    ok(&["study", &study, "--out", &out]);
    let whole = files(&out);
    let other = folder.file("other.json", STUDY.replace("\"small\"", "\"another\""));
    fails(&["study", &other, "--out", &out], 2, &[&out, "\"small\"", "\"another\"", "give another folder"]);
    assert_eq!(files(&out), whole);
    folder.file("out/rankscope-study.json", "{}");
    fails(&["study", &study, "--out", &out], 1, &["rankscope-study.json", "not the mark"]);
}

#[cfg(unix)]
#[test]
fn pipes_and_folders_in_place_of_results_are_refused_before_training() {
    let folder = Folder::new();
    let study = write(&folder, STUDY);
    let out = folder.path("out");
    ok(&["study", &study, "--out", &out]);
    let cell = cells(&out)[2].to_string_lossy().into_owned();
    let table = folder.path("out/table.md");
    for place in [&cell, &table] {
        for extra in [&[][..], &["--resume"]] {
            let arguments = [&["study", &study, "--out", &out][..], extra].concat();
            fs::remove_file(place).expect("it is there");
            fs::create_dir(place).expect("a folder");
            fails(&arguments, 1, &[place, "not a file", "remove it"]);
            fs::remove_dir(place).expect("it is there");
            assert!(std::process::Command::new("mkfifo").arg(place).status().expect("mkfifo").success());
            fails(&arguments, 1, &[place, "not a file", "remove it"]);
        }
        fs::remove_file(place).expect("it is there");
        fs::write(place, "").expect("a file");
    }
}

#[test]
fn temporary_files_of_a_killed_study_are_removed_at_the_next_start() {
    let folder = Folder::new();
    let study = write(&folder, STUDY);
    let out = folder.path("out");
    ok(&["study", &study, "--out", &out]);
    let left = ["out/.rankscope-a1.tmp", "out/cells/.rankscope-b2.tmp"].map(|name| folder.file(name, "{"));
    let other = folder.file("out/notes.tmp", "mine");
    ok(&["study", &study, "--out", &out, "--resume"]);
    assert!(left.iter().all(|path| !Path::new(path).exists()));
    assert_eq!(fs::read_to_string(other).expect("text"), "mine");
}

#[cfg(unix)]
#[test]
fn an_interrupted_study_keeps_its_finished_cells() {
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    let folder = Folder::new();
    // The second cell takes hours.
    let study = write(
        &folder,
        r#"{ "rankscope": "study", "title": "long",
            "data": [{ "name": "files", "train": "train.txt", "test": "test.txt" }],
            "factors": { "method": ["mean-difference",
              { "name": "long", "method": "dorm", "c": 1e9, "gap": 1e-14, "max_iterations": 1000000000,
                "working_set": "1-slack" }] } }"#,
    );
    let out = folder.path("out");
    let child = crate::support::command(&["study", &study, "--out", &out, "--jobs", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let start = Instant::now();
    while !Path::new(&out).join("cells").exists()
        || cells(&out).iter().all(|path| path.extension() != Some("json".as_ref()))
    {
        assert!(start.elapsed() < Duration::from_secs(60), "the first cell does not end");
        sleep(Duration::from_millis(10));
    }
    fails(
        &["study", &study, "--out", &out, "--resume"],
        1,
        &[&out, "another study is writing", "give another folder"],
    );
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{}", messages(&output));
    let said = messages(&output);
    assert!(said.contains("1 of 2 cells are finished") && said.contains("--resume"), "{said}");
    let written = files(&out);
    assert_eq!(written["cells.csv"].lines().count(), 2);
    assert!(written["table.md"].contains("0 of 1"), "{}", written["table.md"]);
}

#[test]
fn a_study_runs_on_other_data() {
    let folder = Folder::new();
    let study = write(&folder, STUDY);
    let [train, test] = ["train.txt", "test.txt"].map(|name| folder.path(name));
    let text = ok(&["study", &study, "--train", &train, "--test", &test]);
    // Without validation data a cross-validation chooses C.
    assert!(text.contains("| DORM | 5 |") && text.contains("picked"), "{text}");
    let longer = folder.file("longer.txt", generate_letor(90, 8, 4));
    let claimed = ok(&["study", "learning-curve", "--train", &longer]);
    assert!(
        claimed.contains("## What the paper claims") && claimed.contains("| DORM | 6.25% |"),
        "{claimed}"
    );
    assert!(!claimed.contains("What one sees here"), "that is about the data of the study");
    fails(&["study", "calibration", "--train", &train], 2, &["calibration", "lists that it makes"]);
    fails(&["study", "ratings", "--train", &train], 2, &["on ratings"]);
    fails(&["study", "learning-curve", "--train", &folder.path("none.txt")], 1, &["none.txt"]);
    fails(
        &["study", "learning-curve", "--train", &train, "--valid", &test],
        2,
        &["--valid: without test data", "give test data too"],
    );
    fails(&["study", "learning-curve", "--test", &test], 2, &["--train"]);
}

#[test]
fn the_searches_of_the_town_have_the_numbers_of_the_documentation() {
    let folder = Folder::new();
    let out = folder.path("out");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let study = root.join("examples/town-study.json");
    ok(&["study", study.to_str().expect("a readable path"), "--out", &out]);
    let table = fs::read_to_string(Path::new(&out).join("table.md")).expect("the table");
    let documents = fs::read_to_string(root.join("docs/data.md")).expect("the documentation");
    let values: Vec<f64> = ["Best single feature", "DORM", "LambdaMART"]
        .into_iter()
        .map(|method| {
            let row = table.lines().find(|line| line.starts_with(&format!("| {method} |"))).expect(method);
            let value =
                row.split('|').nth(2).and_then(|cell| cell.split_whitespace().next()).expect("a value");
            let value: f64 = value.parse().expect("a number");
            let printed = format!("| {method} | {value:.3} |");
            assert!(documents.contains(&printed), "docs/data.md lacks {printed}");
            value
        })
        .collect();
    assert!(values.windows(2).all(|pair| pair[1] > pair[0] + 0.1), "learning helps: {values:?}");
}
