//! Data sets from arrays: the same as from LETOR text, and every fault with its place.

use rankscope::data::{Dataset, MAX_GRADE, QueryIds, generate_letor, to_letor};
use rankscope::util::checksum::Checksum;

/// Checksum of a data set as LETOR text.
fn checksum(data: &Dataset) -> String {
    let mut checksum = Checksum::default();
    checksum.push(to_letor(data).as_bytes());
    checksum.hex()
}

fn texts(ids: &[&str]) -> QueryIds {
    QueryIds::Texts(ids.iter().map(|&id| id.to_owned()).collect())
}

#[test]
fn arrays_make_the_data_set_of_the_text() {
    let text = generate_letor(30, 20, 1);
    let read = Dataset::from_letor(&text).unwrap();
    let (mut features, mut grades, mut ids) = (Vec::new(), Vec::new(), Vec::new());
    for query in read.queries() {
        for row in query.documents.clone() {
            features.extend_from_slice(&read.features(row));
            grades.push(f64::from(read.grade(row)));
            ids.push(query.id);
        }
    }
    let names: Vec<String> =
        read.summary().feature_names.into_iter().map(Option::unwrap_or_default).collect();
    assert_eq!(names.len(), read.n_features());
    let made = Dataset::from_arrays(&features, &grades, &texts(&ids), &names).unwrap();
    // The generated sample has comments, which arrays have not.
    let plain: String = text.lines().map(|line| format!("{}\n", line.split(" #").next().unwrap())).collect();
    assert_eq!(checksum(&made), checksum(&Dataset::from_letor(&plain).unwrap()));
    assert_eq!(made.summary().feature_names, read.summary().feature_names);
    assert_eq!(made.summary().grade_counts, read.summary().grade_counts);
    assert_eq!(made.max_grade(), read.max_grade());
}

#[test]
fn ids_are_numbers_or_texts() {
    let text = "2 qid:-7 1:0.5\n0 qid:-7 1:1\n1 qid:9007199254740991 1:0\n";
    let expected = checksum(&Dataset::from_letor(text).unwrap());
    let largest = 9_007_199_254_740_991.0;
    for queries in [QueryIds::Numbers(vec![-7.0, -7.0, largest]), texts(&["-7", "-7", "9007199254740991"])] {
        let made = Dataset::from_arrays(&[0.5, 1.0, 0.0], &[2.0, 0.0, 1.0], &queries, &[]).unwrap();
        assert_eq!(checksum(&made), expected);
    }
}

#[test]
fn every_fault_names_the_argument_the_place_and_the_value() {
    let check = |features: &[f64], grades: &[f64], queries: &QueryIds, names: &[&str], expected: &str| {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let message = Dataset::from_arrays(features, grades, queries, &names).unwrap_err().to_string();
        assert!(message.starts_with(expected), "{message}\nis not\n{expected}");
    };
    let numbers = |ids: &[f64]| QueryIds::Numbers(ids.to_vec());
    let two = numbers(&[1.0, 1.0]);
    check(&[], &[], &numbers(&[]), &[], "grades: no documents");
    check(&[], &[1.0, 0.0], &two, &[], "features: no values for 2 documents");
    check(
        &[1.0; 5],
        &[1.0, 0.0],
        &two,
        &[],
        "features: 5 values cannot be shared by 2 documents, because 1 are left",
    );
    check(
        &[1.0; 100_001],
        &[1.0],
        &numbers(&[1.0]),
        &[],
        "features: 100001 features per document are more than",
    );
    check(
        &[1.0, 2.0, 3.0, f64::NAN],
        &[1.0, 0.0],
        &two,
        &[],
        "features: features[3] is NaN, not finite: feature 2 of document 2, from 1",
    );
    for (grade, seen) in [(1.5, "1.5"), (-1.0, "-1"), (f64::NAN, "NaN"), (f64::from(MAX_GRADE) + 1.0, "256")]
    {
        check(
            &[1.0, 2.0],
            &[1.0, grade],
            &two,
            &[],
            &format!("grades: grades[1] is {seen}; a grade is a whole"),
        );
    }
    check(
        &[1.0, 2.0],
        &[1.0, 0.0],
        &numbers(&[1.0]),
        &[],
        "queries: 1 ids for 2 grades; give one id and one grade",
    );
    check(
        &[1.0, 2.0],
        &[1.0, 0.0],
        &numbers(&[1.0, 0.5]),
        &[],
        "queries: queries[1] is 0.5; a query id is a whole",
    );
    check(
        &[1.0, 2.0],
        &[1.0, 0.0],
        &texts(&["a", "b c"]),
        &[],
        "queries: queries[1] is \"b c\"; a query id is not",
    );
    check(
        &[1.0, 2.0],
        &[1.0, 0.0],
        &texts(&["a", ""]),
        &[],
        "queries: queries[1] is \"\"; a query id is not",
    );
    check(
        &[1.0, 2.0, 3.0, 4.0],
        &[1.0, 0.0, 1.0, 0.0],
        &numbers(&[7.0, 7.0, 8.0, 7.0]),
        &[],
        "queries: queries[3] continues query \"7\", which ended at queries[1]; sort the documents by query",
    );
    check(&[1.0, 2.0], &[1.0, 0.0], &two, &["a", "b"], "names: 2 names for 1 features; give one per feature");
    check(
        &[1.0; 4],
        &[1.0, 0.0],
        &two,
        &["a", "a"],
        "names: names[1]: \"a\" is already the name of feature 1",
    );
}
