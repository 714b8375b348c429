//! `--group`, `eval --group` and `score --diverse`, on the sample of sites.

use crate::support::{Folder, fails, json_lines, ok};

const TRAIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/www/samples/sites-train.txt");
const TEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/www/samples/sites-test.txt");

/// Test dNDCG@5 and repeats@5 of a model trained for a measure.
fn trained_for(measure: &str) -> [f64; 2] {
    let arguments =
        ["--measure", measure, "--group", "key:site", "--c", "1000", "--measures", "dndcg@5,repeats@5"];
    let lines = json_lines(&ok(&[&["train", TRAIN, "--test", TEST, "--json"], &arguments[..]].concat()));
    let end = lines.last().expect("a last line");
    ["dndcg@5", "repeats@5"].map(|measure| end["test"][measure].as_f64().expect("a measure"))
}

#[test]
fn the_rule_removes_repeats_and_training_hardly_changes_anything() {
    let ([plain, repeats], [diverse, others]) = (trained_for("ndcg@5"), trained_for("dndcg@5"));
    assert!(repeats > 1.5 && others > 1.5, "{repeats} {others}");
    assert!((plain - diverse).abs() < 0.02 && plain > 0.85, "{plain} {diverse}");
}

#[test]
fn ranks_with_one_document_per_group() {
    let folder = Folder::new();
    let model = folder.path("model.json");
    ok(&["train", TRAIN, "--method", "ranksvm", "--out", &model]);
    // The model has no groups of its own.
    fails(&["score", TEST, "--model", &model, "--diverse"], 2, &["group", "key:NAME or feature:I"]);
    let score = |more: &[&str]| ok(&[&["score", TEST, "--model", &model], more].concat());
    let ranks: Vec<usize> = score(&["--diverse", "--group", "key:site", "--ranks", "5"])
        .lines()
        .map(|line| line.parse().expect("a rank"))
        .collect();
    assert_eq!((ranks.len(), score(&[]).lines().count()), (80 * 16, 80 * 16));
    let text = std::fs::read_to_string(TEST).expect("the sample");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    for (ranks, lines) in ranks.chunks(16).zip(lines.chunks(16)) {
        let first = ranks.iter().zip(lines).filter(|(rank, _)| **rank <= 5);
        let mut sites: Vec<&str> =
            first.map(|(_, line)| line.split_once('#').expect("a comment").1).collect();
        sites.sort_unstable();
        sites.dedup();
        assert_eq!(sites.len(), 5, "five ranks show five sites");
    }
    let evaluated = ok(&["eval", TEST, "--model", &model, "--measures", "repeats@5", "--group", "key:site"]);
    assert!(evaluated.starts_with("repeats@5 "), "{evaluated}");
}

#[test]
fn wrong_groups_say_what_to_do() {
    let train = |more: &[&'static str]| -> Vec<&'static str> { [&["train", TRAIN], more].concat() };
    fails(&train(&["--group", "site"]), 2, &["group", "use none, key:NAME or feature:I"]);
    fails(&train(&["--group", "key:host"]), 2, &["no document has the key \"host\"", "site="]);
    fails(&train(&["--group", "feature:9"]), 2, &["no feature 9; the last one is 3"]);
    fails(&train(&["--measure", "dndcg@5"]), 2, &["dNDCG@5 needs groups", "key:NAME"]);
}
