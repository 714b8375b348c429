//! Weights of queries on the command line: where they come from, what they change, and what is refused.

use rankscope::data::generate_letor;
use serde_json::Value;

use crate::support::{Folder, fails, messages, ok, rankscope};

const QUERIES: usize = 8;

/// The lines of some queries, each as often as told; the copies have names of their own.
fn lines(repeats: &[usize; QUERIES]) -> String {
    let text = generate_letor(QUERIES, 7, 3);
    let mut ids: Vec<&str> = text.lines().filter_map(qid).collect();
    ids.dedup();
    let mut all = String::new();
    for copy in 0..3 {
        for (id, _) in ids.iter().zip(repeats).filter(|(_, n)| **n > copy) {
            for line in text.lines().filter(|line| qid(line) == Some(*id)) {
                let renamed = format!("qid:{id}{}", "c".repeat(copy));
                all += &(line.replace(&format!("qid:{id}"), &renamed) + "\n");
            }
        }
    }
    all
}

fn qid(line: &str) -> Option<&str> {
    line.split_whitespace().find_map(|word| word.strip_prefix("qid:"))
}

fn weights(model: &str) -> Vec<f64> {
    let model: Value = serde_json::from_str(&std::fs::read_to_string(model).expect("a model")).expect("JSON");
    let weights = model["weights"].as_array().expect("a linear model");
    weights.iter().map(|weight| weight.as_f64().expect("a number")).collect()
}

const REPEATS: [usize; QUERIES] = [2, 1, 3, 1, 1, 2, 1, 1];

fn listed(weights: impl IntoIterator<Item = String>) -> String {
    weights.into_iter().collect::<Vec<_>>().join("\n") + "\n"
}

fn of_queries() -> String {
    listed(REPEATS.iter().map(usize::to_string))
}

fn of_documents() -> String {
    listed(weights_of_lines().iter().map(usize::to_string))
}

/// The weight of the query of every line.
fn weights_of_lines() -> Vec<usize> {
    let text = lines(&[1; QUERIES]);
    let ids: Vec<&str> = text.lines().filter_map(qid).collect();
    let of = ids.chunk_by(|one, next| one == next).zip(REPEATS);
    of.flat_map(|(documents, weight)| std::iter::repeat_n(weight, documents.len())).collect()
}

/// The data as a table, with the weight of the query in a column.
fn table() -> String {
    let text = lines(&[1; QUERIES]);
    let index = |word: &str| word.split_once(':').and_then(|(index, _)| index.parse::<usize>().ok());
    let n = text.split_whitespace().filter_map(index).max().expect("features");
    let names: Vec<String> = (1..=n).map(|feature| format!("f{feature}")).collect();
    let mut table = format!("label,qid,w,{}\n", names.join(","));
    for (line, weight) in text.lines().zip(weights_of_lines()) {
        let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
        let mut values = vec!["0"; n];
        for (feature, value) in words[2..].iter().filter_map(|word| word.split_once(':')) {
            values[feature.parse::<usize>().expect("an index") - 1] = value;
        }
        let id = qid(line).expect("a query");
        table += &format!("{},{id},{weight},{}\n", words[0], values.join(","));
    }
    table
}

#[test]
fn weights_come_from_a_file_or_a_column_and_count_queries_as_often() {
    let folder = Folder::new();
    let data = folder.file("data.txt", lines(&[1; QUERIES]));
    let repeated = folder.file("repeated.txt", lines(&REPEATS));
    let table = folder.file("table.csv", table());
    let (queries, documents) =
        (folder.file("queries.w", of_queries()), folder.file("documents.w", of_documents()));
    let trained = |file: &str, more: &[&str]| {
        let out = folder.path("model.json");
        ok(&[&["train", file, "--method", "listnet", "--gap", "1e-12", "--out", &out], more].concat());
        (weights(&out), ok(&["card", &out]))
    };
    let (expected, card) = trained(&repeated, &[]);
    assert!(!card.contains("have weights"), "{card}");
    let close = |seen: &[f64]| {
        assert_eq!(seen.len(), expected.len());
        assert!(
            seen.iter().zip(&expected).all(|(one, other)| (one - other).abs() < 1e-9),
            "{seen:?}, {expected:?}"
        );
    };
    for (file, source) in
        [(&data, &queries), (&data, &documents), (&table, &"column:w".to_owned()), (&table, &documents)]
    {
        let ignore: &[&str] = if file == &table && source != "column:w" { &["--ignore", "w"] } else { &[] };
        let (seen, card) = trained(file, &[&["--query-weight", source], ignore].concat());
        close(&seen);
        assert!(card.contains("have weights") && card.contains("--query-weight"), "{card}");
    }
    // Beside the data.
    folder.file("data.txt.weight", of_documents());
    close(&trained(&data, &[]).0);
    let (seen, card) = trained(&data, &["--query-weight", "none"]);
    assert!(seen.iter().zip(&expected).any(|(one, other)| (one - other).abs() > 1e-6), "{seen:?}");
    assert!(!card.contains("have weights"), "{card}");
}

#[test]
fn weighted_means_are_those_of_the_repeated_queries() {
    let folder = Folder::new();
    let data = folder.file("data.txt", lines(&[1; QUERIES]));
    let repeated = folder.file("repeated.txt", lines(&REPEATS));
    let queries = folder.file("queries.w", of_queries());
    let model = folder.path("model.json");
    ok(&["train", &data, "--out", &model]);
    let eval = |file: &str, more: &[&str]| -> Value {
        let all = [&["eval", file, "--model", &model, "--measures", "ndcg@3,map", "--json"], more].concat();
        serde_json::from_str(&ok(&all)).expect("JSON")
    };
    let (weighted, plain) = (eval(&data, &["--weighted", "--query-weight", &queries]), eval(&data, &[]));
    let expected = eval(&repeated, &[]);
    for measure in ["NDCG@3", "MAP"].map(str::to_ascii_lowercase) {
        let of = |value: &Value| value["measures"][&measure].as_f64();
        let (Some(seen), Some(expected)) = (of(&weighted), of(&expected)) else { panic!("{weighted}") };
        assert!((seen - expected).abs() < 1e-12, "{measure}: {seen}, {expected}");
    }
    assert_ne!(weighted["measures"], plain["measures"]);
    assert_eq!((&weighted["weighted"], &plain["weighted"]), (&true.into(), &false.into()));
    let text = ok(&["eval", &data, "--model", &model, "--weighted", "--query-weight", &queries]);
    assert!(text.contains("by their weights"), "{text}");
    fails(&["eval", &data, "--model", &model, "--weighted"], 2, &["--weighted", "has no weights"]);
    fails(&["eval", &data, "--model", &model, "--query-weight", &queries], 2, &["--weighted"]);
}

#[test]
fn weighted_comparisons_have_the_means_and_differences_of_the_repeated_queries() {
    let folder = Folder::new();
    let data = folder.file("data.txt", lines(&[1; QUERIES]));
    let repeated = folder.file("repeated.txt", lines(&REPEATS));
    let table = folder.file("table.csv", table());
    let (queries, equal) =
        (folder.file("queries.w", of_queries()), folder.file("equal.w", "4\n".repeat(QUERIES)));
    let rankers = ["--ranker", "feature:1", "--ranker", "feature:2", "--measures", "ndcg@3,map"];
    let compare = |file: &str, more: &[&str]| -> Value {
        let all = [&["compare", "--test", file, "--json"], &rankers[..], more].concat();
        serde_json::from_str(&ok(&all)).expect("JSON")
    };
    let against = ["--against", "feature:1"];
    let by_file = ["--weighted", "--query-weight", &queries];
    let cell = |object: &Value, row: usize, column: usize| object["rows"][row]["cells"][column].clone();
    let close = |one: &Value, other: &Value| match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => assert!((one - other).abs() < 1e-12, "{one}, {other}"),
        (one, other) => panic!("{one:?}, {other:?}"),
    };
    let expected = compare(&repeated, &against);
    for seen in [
        compare(&data, &[&against[..], &by_file].concat()),
        compare(&table, &[&against[..], &["--weighted", "--query-weight", "column:w"]].concat()),
    ] {
        assert_eq!((&seen["weighted"], &expected["weighted"]), (&true.into(), &false.into()));
        for column in 0..2 {
            (0..2).for_each(|row| {
                close(&cell(&seen, row, column)["test"], &cell(&expected, row, column)["test"]);
            });
            let [one, other] = [&seen, &expected].map(|one| cell(one, 1, column)["difference"].clone());
            close(&one["mean"], &other["mean"]);
            // Twice as often would be two queries.
            assert!(one["queries"].as_u64() < other["queries"].as_u64(), "{one}, {other}");
            assert!(one["standard_error"].as_f64() > other["standard_error"].as_f64(), "{one}, {other}");
        }
    }
    // Equal weights change nothing but rounding, and the best row is the one with the best weighted mean.
    let (plain, same) = (compare(&data, &[]), compare(&data, &["--weighted", "--query-weight", &equal]));
    for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let [one, other] = [&plain, &same].map(|one| cell(one, row, column));
        close(&one["test"], &other["test"]);
        for field in ["best", "clearly_best"] {
            assert_eq!(one[field], other[field]);
        }
        assert_eq!(one["difference"]["interval"], other["difference"]["interval"]);
        assert_eq!(one["difference"]["p"], other["difference"]["p"]);
    }
    let weighted = compare(&data, &by_file);
    for column in 0..2 {
        let [one, other] = [0, 1].map(|row| cell(&weighted, row, column));
        assert_eq!(one["best"].as_bool(), Some(one["test"].as_f64() >= other["test"].as_f64()));
        assert_ne!(one["difference"].is_null(), other["difference"].is_null());
    }
    let text = ok(&[&["compare", "--test", &data], &rankers[..], &by_file].concat());
    assert!(text.contains("by the weights of the test queries"), "{text}");
    let csv = ok(&[&["compare", "--test", &data, "--csv"], &rankers[..], &by_file].concat());
    let value = cell(&weighted, 0, 0)["test"].to_string();
    assert!(csv.contains(&value), "{value} is in {csv}");
}

#[test]
fn comparisons_of_trained_methods_take_weights_of_the_test_data() {
    let folder = Folder::new();
    let data = folder.file("data.txt", lines(&[1; QUERIES]));
    let test = folder.file("test.txt", lines(&[1; QUERIES]));
    let queries = folder.file("queries.w", of_queries());
    let base = ["compare", &data, "--test", &test, "--methods", "mean-difference", "--measures", "ndcg@3"];
    // The file has the weights of the training data.
    let weighted = [&base[..], &["--json", "--weighted", "--query-weight", &queries]].concat();
    fails(&weighted, 2, &["--weighted", "test.txt has no weights"]);
    folder.file("test.txt.weight", of_queries());
    let seen: Value = serde_json::from_str(&ok(&weighted)).expect("JSON");
    let plain = [&base[..], &["--json", "--query-weight", &queries]].concat();
    let plain: Value = serde_json::from_str(&ok(&plain)).expect("JSON");
    let test = |object: &Value| object["rows"][0]["cells"][0]["test"].as_f64();
    assert!(test(&seen).is_some() && test(&seen) != test(&plain), "{seen}, {plain}");
    fails(&[&base[..], &["--weighted", "--query-weight", "none"]].concat(), 2, &["has no weights"]);
    fails(&[&base[..], &["--weighted", "--study"]].concat(), 2, &["--weighted", "--study"]);
    fails(&[&base[..], &["--weighted", "--per-query"]].concat(), 2, &["--weighted", "--per-query"]);
}

#[test]
fn what_does_not_fit_is_refused_in_a_sentence() {
    let folder = Folder::new();
    let data = folder.file("data.txt", lines(&[1; QUERIES]));
    let table = folder.file("table.csv", table());
    for (content, words) in [
        ("1\n2\n", "2 weights for 8 queries with "),
        ("1\n1\n1\n-2\n1\n1\n1\n1\n", "is -2; a weight is a finite number from 0"),
        ("0\n0\n0\n0\n0\n0\n0\n0\n", "add up to 0"),
        ("1\n1\nx\n", "line 3: `x` is not a number"),
        ("1\n1\ninf\n1\n1\n1\n1\n1\n", "line 3"),
        ("", "line 1"),
    ] {
        let file = folder.file("bad.w", content);
        let output = rankscope(&["train", &data, "--query-weight", &file]);
        let said = messages(&output);
        assert!(output.status.code() == Some(1) && said.contains("bad.w") && said.contains(words), "{said}");
    }
    let mut unequal = of_documents();
    unequal.replace_range(0..1, "5");
    let unequal = folder.file("unequal.w", unequal);
    fails(
        &["train", &data, "--query-weight", &unequal],
        1,
        &["unequal.w", "the weights 5 and 2", "one weight"],
    );
    fails(&["train", &data, "--query-weight", "column:w"], 2, &["data.txt", "no table"]);
    fails(&["train", &table, "--query-weight", "column:v"], 1, &["--query-weight: no column"]);
    fails(&["train", &table, "--query-weight", "column:qid"], 1, &["cannot hold both queries and weights"]);
    fails(&["train", &table, "--query-weight", "column:f1"], 1, &["documents of query", "one weight"]);
    fails(&["train", &data, "--query-weight", &folder.path("none.w")], 1, &["none.w"]);
}
