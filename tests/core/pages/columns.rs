//! The columns: the worked example to its printed digits, and random collections against the definitions.

use std::collections::{HashMap, HashSet};

use rankscope::pages::Collection;

use super::support::{DATED, EXAMPLE, Sample, place};
use crate::support::Random;

/// Number of random collections.
const SAMPLES: u64 = 200;

#[test]
fn the_example_has_its_printed_digits() {
    let collection = Collection::read(EXAMPLE.as_bytes()).expect("the example");
    let printed: [(&str, [f64; 5]); 9] = [
        ("tf-idf sum", [2.748872196, 0.916290732, 0.916290732, 0.0, 0.0]),
        ("cosine", [0.437491311, 0.156131353, 0.349847593, 0.0, 0.0]),
        ("BM25", [1.701568937, 0.744873953, 1.114232938, 0.0, 0.0]),
        ("BM25 Okapi", [0.653970475, 0.286280246, 0.428237392, 0.0, 0.0]),
        ("slashes", [3.0, 1.0, 1.0, 3.0, 2.0]),
        ("URL length", [32.0, 20.0, 14.0, 34.0, 20.0]),
        ("PageRank", [0.366008977, 0.214449658, 0.347252208, 0.036144578, 0.036144578]),
        ("matched terms", [2.0, 1.0, 1.0, 0.0, 0.0]),
        ("length", [7.0, 6.0, 2.0, 4.0, 2.0]),
    ];
    for (name, values) in printed {
        for (page, expected) in values.into_iter().enumerate() {
            let value = collection.row(0, page).expect("the page")[place(name)];
            assert!((value - expected).abs() <= 5.1e-10, "{name} of page {}: {value}", page + 1);
        }
    }
    // Every page of the example is a site of its own.
    for page in 0..5 {
        let row = collection.row(0, page).expect("the page");
        assert_eq!(row[place("PageRank")].to_bits(), row[place("site rank")].to_bits());
    }
}

/// Returns minimum, maximum, mean and variance below their names.
fn statistics(of: &str, values: &[f64]) -> Vec<(String, f64)> {
    let n = values.len() as f64;
    let sum: f64 = values.iter().sum();
    let squares: f64 = values.iter().map(|value| value * value).sum();
    let sorted = {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        sorted
    };
    vec![
        (format!("{of} sum"), sum),
        (format!("{of} min"), sorted[0]),
        (format!("{of} max"), sorted[sorted.len() - 1]),
        (format!("{of} mean"), sum / n),
        (format!("{of} variance"), squares / n - (sum / n) * (sum / n)),
    ]
}

/// Returns the columns of terms by their definitions, from words as texts.
fn defined(sample: &Sample, query: &[String], page: usize) -> Vec<(String, f64)> {
    let n = sample.texts.len() as f64;
    let df =
        |word: &str| sample.texts.iter().filter(|text| text.iter().any(|one| one == word)).count() as f64;
    let idf = |word: &str| if df(word) == 0.0 { 0.0 } else { (n / df(word)).ln() };
    let count = |text: &[String], word: &str| text.iter().filter(|one| *one == word).count() as f64;
    let text = &sample.texts[page];
    let mut distinct: Vec<&String> = Vec::new();
    for word in query {
        if !distinct.contains(&word) {
            distinct.push(word);
        }
    }
    let tf: Vec<f64> = distinct.iter().map(|word| count(text, word)).collect();
    let tf_idf: Vec<f64> = distinct.iter().zip(&tf).map(|(word, tf)| tf * idf(word)).collect();

    let all: HashSet<&String> = query.iter().chain(text).collect();
    let vector = |words: &[String]| -> HashMap<&String, f64> {
        all.iter().map(|&word| (word, count(words, word) * idf(word))).collect()
    };
    let (q, d) = (vector(query), vector(text));
    let dot = |one: &HashMap<&String, f64>, other: &HashMap<&String, f64>| -> f64 {
        one.iter().map(|(word, value)| value * other[word]).sum()
    };
    let norms = (dot(&q, &q) * dot(&d, &d)).sqrt();
    let cosine = if norms == 0.0 { 0.0 } else { dot(&q, &d) / norms };

    let average = sample.texts.iter().map(Vec::len).sum::<usize>() as f64 / n;
    let bm25 = |idf: &dyn Fn(f64) -> f64| -> f64 {
        let part = |(word, &tf): (&&String, &f64)| {
            let norm = 1.2 * (1.0 - 0.75 + 0.75 * text.len() as f64 / average);
            if tf == 0.0 { 0.0 } else { idf(df(word)) * tf * 2.2 / (tf + norm) }
        };
        distinct.iter().zip(&tf).map(part).sum()
    };
    let mut columns = vec![
        ("matched terms".to_owned(), tf.iter().filter(|tf| **tf > 0.0).count() as f64),
        ("length".to_owned(), text.len() as f64),
        ("cosine".to_owned(), cosine),
        ("BM25".to_owned(), bm25(&|df| (1.0 + (n - df + 0.5) / (df + 0.5)).ln())),
        ("BM25 Okapi".to_owned(), bm25(&|df| ((n - df + 0.5) / (df + 0.5)).ln())),
        ("slashes".to_owned(), 2.0),
        ("URL length".to_owned(), sample.url(page).len() as f64),
    ];
    columns.extend(statistics("tf", &tf));
    columns.extend(statistics("tf-idf", &tf_idf));
    columns
}

#[test]
fn random_collections_have_the_columns_of_the_definitions() {
    let mut compared = 0;
    for seed in 0..SAMPLES {
        let sample = Sample::draw(&mut Random::new(seed));
        let collection = sample.collection();
        for (query, words) in sample.queries.iter().enumerate() {
            for page in 0..sample.texts.len() {
                let row = collection.row(query, page).expect("the row");
                for (name, expected) in defined(&sample, words, page) {
                    let value = row[place(&name)];
                    assert!((value - expected).abs() < 1e-9, "{name}: {value}, not {expected}; seed {seed}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn bm25_is_never_negative_and_that_of_okapi_can_be() {
    let mut is_negative = false;
    for seed in 0..SAMPLES {
        let sample = Sample::draw(&mut Random::new(seed));
        let collection = sample.collection();
        for query in 0..sample.queries.len() {
            for page in 0..sample.texts.len() {
                let row = collection.row(query, page).expect("the row");
                let [matched, bm25, okapi] =
                    ["matched terms", "BM25", "BM25 Okapi"].map(|name| row[place(name)]);
                // A page with a word of the query has more than 0, however many pages have the word.
                assert!(bm25 >= 0.0 && (matched > 0.0) == (bm25 > 0.0), "seed {seed}: {bm25}");
                is_negative |= okapi < 0.0;
            }
        }
    }
    assert!(is_negative);
}

#[test]
fn data_have_the_values_of_the_columns() {
    for seed in 0..20 {
        let sample = Sample::draw(&mut Random::new(seed));
        let collection = sample.collection();
        let data = collection.dataset().expect("data");
        let names: Vec<&str> = data.feature_names().iter().flatten().map(String::as_str).collect();
        assert_eq!(names, collection.column_names());
        assert_eq!(data.n_features(), names.len());
        for query in data.queries() {
            assert_eq!(query.id, format!("q{}", query.index));
            assert_eq!(query.documents.len(), sample.texts.len());
            for (page, row) in query.documents.enumerate() {
                let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
                assert_eq!(
                    bits(&data.features(row)),
                    bits(&collection.row(query.index, page).expect("the row"))
                );
                assert_eq!(data.comment(row), format!("docid = {}", sample.url(page)));
            }
        }
    }
}

#[test]
fn titles_and_dates_have_columns_in_the_order_of_the_file() {
    let collection = Collection::read(DATED.as_bytes()).expect("the pages");
    assert_eq!(collection.column_names(), ["age", "title match", "BM25"]);
    // 2024 is a leap year.
    for (candidate, age, share) in [(0, 2.0, 1.0), (1, 0.0, 0.5), (2, 366.0, 0.0)] {
        let row = collection.row(0, candidate).expect("the row");
        assert_eq!(row[..2], [age, share], "page {}", candidate + 1);
    }
    let explain = |column: usize| collection.explain(0, 0, column).expect("the cell").numbers;
    assert_eq!(explain(0), "2 [days from 2024-02-28 to 2024-03-01] = 2");
    assert_eq!(explain(1), "(1 [pool] + 1 [hours]) / 2 = 1");
    assert!(collection.row(0, 0).expect("the row")[2] == 0.0, "the title is no part of the text");

    let all = DATED.replace("\"columns\": [\"age\", \"title match\", \"BM25\"],", "");
    let names = Collection::read(all.as_bytes()).expect("the pages").column_names();
    assert_eq!((names.len(), &names[19..]), (21, &["title match", "age"][..]));
    let without = Collection::read(EXAMPLE.as_bytes()).expect("the example").column_names();
    assert_eq!(without, names[..19]);
}

#[test]
fn a_title_is_the_name_of_a_page_and_its_text_begins_behind_it() {
    let data = Collection::read(DATED.as_bytes()).expect("the pages").dataset().expect("data");
    let long = DATED.replace("From  seven\\tto nine.", &"word ".repeat(30));
    let collection = Collection::read(long.as_bytes()).expect("the pages");
    assert_eq!(collection.pages()[0].beginning, format!("{}…", ["word"; 24].join(" ")));
    let one = DATED.replace("From  seven\\tto nine.", &"é".repeat(130));
    let collection = Collection::read(one.as_bytes()).expect("the pages");
    assert_eq!(collection.pages()[0].beginning, format!("{}…", "é".repeat(120)));

    let comments: Vec<&str> = (0..3).map(|row| data.comment(row)).collect();
    assert_eq!(
        comments,
        [
            "docid = \"Pool: opening hours\" From seven to nine.",
            "docid = news The pool is open.",
            "docid = https://a.edu/old"
        ]
    );
}
