//! Findings of the data report, against a program that counts the same by definition, and against small data.
//!
//! `planted/make.mjs` makes the data with faults, and counts the faults in the files without the core.

use rankscope::data::{DataReader, ReadData, ReadingSettings};
use rankscope::data_report::{DataFile, DataReport, Finding, data_report};
use serde_json::Value;

const TRAIN: &str = include_str!("planted/train.txt");
const TEST: &str = include_str!("planted/test.txt");
const EXPECTED: &str = include_str!("planted/expected.json");

fn read(text: &str) -> ReadData {
    let rules = ReadingSettings { missing: "model".to_owned(), ..ReadingSettings::default() };
    let mut reader = DataReader::new(&rules, None).expect("known rules").without_grades();
    reader.push(text.as_bytes());
    reader.finish().expect("data")
}

/// Returns the report of files, by their names and texts.
fn report_of(texts: &[(&str, &str)]) -> DataReport {
    let read: Vec<ReadData> = texts.iter().map(|(_, text)| read(text)).collect();
    let files: Vec<DataFile> = read
        .iter()
        .zip(texts)
        .map(|(read, (name, _))| DataFile {
            name,
            data: &read.parsed.dataset,
            ungraded: &read.ungraded,
            has_numbered_queries: false,
        })
        .collect();
    data_report(&files, 1)
}

fn finding<'a>(report: &'a DataReport, name: &str) -> Option<&'a Finding> {
    report.findings.iter().find(|finding| finding.name == name)
}

fn count(report: &DataReport, name: &str) -> u64 {
    finding(report, name).map_or(0, |finding| finding.count as u64)
}

fn lines(report: &DataReport, name: &str) -> Vec<usize> {
    finding(report, name)
        .map_or_else(Vec::new, |finding| finding.places.iter().filter_map(|place| place.line).collect())
}

#[test]
fn planted_faults_are_counted_as_by_another_program() {
    let expected: Value = serde_json::from_str(EXPECTED).expect("JSON");
    let report = report_of(&[("train.txt", TRAIN)]);
    let of_train = &expected["train"];
    for (name, n) in of_train["findings"].as_object().expect("an object") {
        assert_eq!(count(&report, name), n.as_u64().expect("a number"), "{name}");
    }
    for name in ["queries in several files", "equal queries", "order of the file", "no bad document"] {
        assert!(report.not_found.contains(&name), "{name}");
    }
    assert!(report.findings.len() + report.not_found.len() >= 16, "every kind is named");
    let both = report_of(&[("train.txt", TRAIN), ("test.txt", TEST)]);
    for (name, n) in expected["together"].as_object().expect("an object") {
        assert_eq!(count(&both, name), n.as_u64().expect("a number"), "{name}");
        assert_eq!(count(&report, name), 0, "{name} needs two files here");
    }
    let shared = finding(&both, "queries in several files").expect("shared queries");
    assert!(shared.text.ends_with(&format!("{} of them with equal documents", expected["shared"])));

    let (overview, of_overview) = (&report.overview, &of_train["overview"]);
    for (n, key) in [
        (overview.queries, "queries"),
        (overview.documents, "documents"),
        (overview.ungraded, "ungraded"),
        (overview.documents_per_query.highest, "longest"),
        (overview.documents_per_query.lowest, "shortest"),
    ] {
        assert_eq!(n as u64, of_overview[key].as_u64().expect("a number"), "{key}");
    }
    let grades: Vec<usize> = overview.grades.iter().map(|grade| grade.documents).collect();
    assert_eq!(serde_json::json!(grades), of_overview["grades"]);
    let values = (overview.documents * overview.features) as f64;
    let share = |n: &Value| n.as_f64().expect("a number") / values;
    assert!((overview.zero_share - share(&of_overview["zeros"])).abs() < 1e-15);
    assert!((overview.missing_share - share(&of_train["values"]["missing"])).abs() < 1e-15);
    for (name, key) in [("sentinel values", "sentinels"), ("missing values", "missing")] {
        let text = &finding(&report, name).expect("a finding").text;
        assert!(text.contains(&of_train["values"][key].to_string()), "{text}");
    }
}

#[test]
fn features_alone_have_the_measures_of_another_program() {
    let expected: Value = serde_json::from_str(EXPECTED).expect("JSON");
    let report = report_of(&[("train.txt", TRAIN)]);
    let is_close = |value: Option<f64>, expected: &Value| {
        let (value, expected) = (value.expect("a value"), expected.as_f64().expect("a number"));
        assert!((value - expected).abs() < 1e-12, "{value} and {expected}");
    };
    is_close(report.random_ndcg, &expected["train"]["randomNdcg"]);
    assert!(report.features.is_sorted_by(|one, other| one.ndcg >= other.ndcg), "the best first");
    for of_feature in expected["train"]["features"].as_array().expect("a list") {
        let number = of_feature["feature"].as_u64().expect("a number") as usize;
        let one = report.features.iter().find(|one| one.feature == number).expect("the feature");
        is_close(one.ndcg, &of_feature["ndcg"]);
        is_close(one.auc, &of_feature["auc"]);
        assert_eq!(one.descending, of_feature["descending"], "feature {number}");
    }
}

#[test]
fn places_name_line_query_and_feature() {
    let report = report_of(&[("train.txt", TRAIN)]);
    let places = |name: &str| -> Vec<String> {
        finding(&report, name).expect(name).places.iter().map(ToString::to_string).collect()
    };
    assert!(report.findings.iter().all(|finding| finding.places.len() <= 3 && !finding.advice.is_empty()));
    assert_eq!(places("duplicate rows")[0], "train.txt, line 43, query q2: as line 32");
    assert_eq!(
        places("contradicting grades")[0],
        "train.txt, line 403, query q28: grade 3, and 0 in line 409"
    );
    assert_eq!(places("sentinel values")[0], "feature 5: 999 in 48 documents, first in train.txt line 6");
    assert!(places("sentinel values")[1].starts_with("feature 11: 1.797e308 in "));
    assert_eq!(lines(&report, "missing grades"), [141, 142, 301]);
    let more = |name: &str| finding(&report, name).expect(name).more_places;
    assert_eq!([more("missing grades"), more("contradicting grades"), more("sentinel values")], [0, 0, 0]);
    let often = report_of(&[("a.txt", &"1 qid:1 1:1\n".repeat(6))]);
    assert_eq!(finding(&often, "duplicate rows").map(|one| (one.count, one.more_places)), Some((5, 2)));
}

#[test]
fn the_order_of_the_lines_and_a_scale_without_0_are_found() {
    let query = |number: usize, grades: &[u8]| -> String {
        let line = |(place, grade): (usize, &u8)| {
            format!("{grade} qid:{number} 1:{} 2:{}\n", (place * 7 + number) % 5, place * number % 3)
        };
        grades.iter().enumerate().map(line).collect()
    };
    let text: String = (1..8).map(|number| query(number, &[3, 2, 1, 0, 0])).collect();
    let report = report_of(&[("a.txt", &text)]);
    assert_eq!(count(&report, "order of the file"), 7);
    assert_eq!(count(&report, "no bad document"), 0);
    let text: String = (1..8).map(|number| query(number, &[2, 1, 3, 1, 2])).collect();
    let report = report_of(&[("a.txt", &text)]);
    assert_eq!(count(&report, "order of the file"), 0);
    let scale = finding(&report, "no bad document").expect("a scale without 0");
    assert!(scale.advice.contains("--threshold 2"), "{}", scale.advice);
}

#[test]
fn ordinary_data_have_no_sentinels_and_no_ids() {
    let mut text = String::new();
    for number in 0..200 {
        // Counts up to 1000, signs, percentages, and lengths that repeat.
        let values = [number * 5 + 4, number % 3, number % 100, number / 2];
        let sign = if number % 2 == 0 { -1 } else { 1 };
        let [count, few, share, length] = values;
        let line = format!(
            "{} qid:{} 1:{count} 2:{few} 3:{share} 4:{length} 5:{sign}\n",
            number * 7 % 3,
            number / 10
        );
        text.push_str(&line);
    }
    let report = report_of(&[("a.txt", &text)]);
    assert_eq!(count(&report, "sentinel values"), 0);
    // Feature 1 differs in every document, so it looks like an id, although it may be a count.
    assert_eq!(count(&report, "ids as features"), 1);
}

#[test]
fn empty_and_extreme_data_have_a_report() {
    for text in [
        "1 qid:1\n",
        "0.5 qid:1\nqid:2 1:1\n",
        "1 qid:1 1:1.797e308 2:-1.797e308\n0 qid:1 1:-1.797e308 2:5e-324\n",
        "1 qid:1 100000:1\n0 qid:2 3:NA\n",
    ] {
        let report = report_of(&[("a.txt", text), ("b.txt", text)]);
        assert!(report.findings.len() + report.not_found.len() >= 16, "{text}");
    }
    let wide = report_of(&[("a.txt", "1 qid:1 3000:1\n0 qid:1 1:1\n")]);
    assert!(wide.notes.iter().any(|note| note.contains("at most 2000 are compared")), "{:?}", wide.notes);
    assert_eq!(data_report(&[], 1).overview.documents, 0);
}
