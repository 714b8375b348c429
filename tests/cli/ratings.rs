//! `rankscope factorize` and `rankscope generate-ratings`.

use std::fs;

use rankscope::ratings::factorization::FactorModel;

use super::support::{Folder, fails, gzip, json_lines, ok};

/// Settings that train in a moment.
const SMALL: [&str; 10] = ["--rank", "2", "--c", "30,300", "--rounds", "1", "--turns", "2", "--keep", "8"];

fn small(arguments: &[&str]) -> Vec<String> {
    ["factorize"].iter().chain(arguments).chain(&SMALL).map(|one| (*one).to_owned()).collect()
}

fn factorize(arguments: &[&str]) -> String {
    let arguments = small(arguments);
    ok(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn a_sample_is_factorised_beside_the_baselines() {
    let folder = Folder::new();
    let out = folder.path("factors.json");
    let table = factorize(&["--generate", "40x30", "--noise", "--scale", "--out", &out]);
    for words in [
        "1200 ratings of 30 items by 40 users",
        "item-mean",
        "squared-error",
        "ranking − squared-error",
        "ERU",
    ] {
        assert!(table.contains(words), "{words:?} is missing: {table}");
    }
    let model = FactorModel::parse(&fs::read_to_string(&out).expect("it is written")).expect("it is sound");
    assert_eq!((model.users.len(), model.items.len(), model.factors.rank), (40, 30, 2));

    let lines = json_lines(&factorize(&["--generate", "40x30", "--noise", "--scale", "--json"]));
    assert_eq!(lines[0]["kept"]["users"], 40);
    let objectives: Vec<f64> = lines.iter().filter_map(|line| line["objective"].as_f64()).collect();
    assert!(objectives.len() >= 9, "a line per step");
    let methods = lines.last().expect("a result")["result"]["methods"].as_array().expect("a list").clone();
    let shown = format!("{:.4}", methods[2]["means"][0].as_f64().expect("a number"));
    assert!(table.contains(&shown), "the table shows {shown}: {table}");
}

#[test]
fn biases_alone_are_reported_with_their_own_objective() {
    let folder = Folder::new();
    let out = folder.path("factors.json");
    let arguments = ["factorize", "--generate", "120x60", "--scale", "--c", "20", "--out", &out];
    let table = ok(&arguments);
    assert!(table.contains("C = 20.0000, biases alone"), "{table}");
    assert!(table.contains("(what factors can lower it at most, with the present references: "), "{table}");
    let model = FactorModel::parse(&fs::read_to_string(&out).expect("it is written")).expect("it is sound");
    assert!(model.factors.items.iter().chain(&model.factors.users).all(|&value| value == 0.0));
    let lines = json_lines(&ok(&[arguments.as_slice(), &["--json"]].concat()));
    let result = &lines.last().expect("a result")["result"];
    assert_eq!(result["objective"], result["biases"]["objective"]);
    assert_eq!(result["certificate"], result["biases"]);
}

#[test]
fn files_with_titles_give_the_same_result_as_the_sample() {
    let folder = Folder::new();
    let text = ok(&["generate-ratings", "40x30", "--noise", "--scale"]);
    assert_eq!(text.lines().count(), 1201);
    assert_eq!(ok(&["generate-ratings", "40x30", "--whim", "--scale"]), text, "an older name of --noise");
    let plain = folder.file("ratings.csv", &text);
    let packed = folder.file("ratings.csv.gz", gzip(&text));
    let titles = folder.file("titles.csv", "item,title\ni1,\"Up, and away\"\n");
    let without_time = |text: String| text.rsplit_once(", ").map(|(head, _)| head.to_owned());
    let expected = without_time(factorize(&["--generate", "40x30", "--noise", "--scale"]));
    assert_eq!(without_time(factorize(&[&plain])), expected);
    let out = folder.path("factors.json");
    assert_eq!(without_time(factorize(&[&packed, "--titles", &titles, "--out", &out])), expected);
    let model = FactorModel::parse(&fs::read_to_string(&out).expect("it is written")).expect("it is sound");
    assert_eq!(model.titles[0].as_deref(), Some("Up, and away"));
    let strong = factorize(&[&plain, "--protocol", "strong", "--start", "random"]);
    assert!(strong.contains("strong: new users give 8 ratings"), "{strong}");
}

#[test]
fn wrong_usage_and_bad_ratings_are_refused_with_their_place() {
    let folder = Folder::new();
    let bad = folder.file("bad.csv", "1,a,5\n1,b,nine\n");
    let few = folder.file("few.csv", "1,a,5\n1,b,3\n");
    fails(&["factorize"], 2, &["RATINGS"]);
    fails(&["factorize", &few, "--generate", "3x3"], 2, &["cannot be used with"]);
    fails(&["factorize", "--generate", "3"], 2, &["300x200"]);
    for option in ["--noise", "--scale"] {
        fails(&["factorize", &few, option], 2, &[option, "no effect"]);
    }
    fails(&["factorize", &bad], 1, &["bad.csv", "line 2, column 5", "nine"]);
    fails(&["factorize", &few], 1, &["0 of 1 users", "lower these numbers"]);
    fails(&["factorize", &few, "--rank", "0"], 2, &["rank: 0"]);
    fails(&["factorize", &few, "--c", "-1"], 2, &["c: -1"]);
    fails(&["factorize", &few, "--measure", "map"], 2, &["measure"]);
    fails(&["factorize", &few, "--out", &few], 2, &["would replace"]);
    fails(&["generate-ratings", "1x5"], 2, &["at least 2"]);
}
