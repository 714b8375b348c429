//! Claims of papers, their verdicts, and studies on other data than their own.

use crate::study::cells::{load, results};
use rankscope::study::{ClaimResult, DataFields, Size, Split, Study, StudyTable, Verdict};

const CLAIMS: &str = r#"{ "rankscope": "study", "title": "claims",
  "data": [{ "name": "made", "sample": { "queries": 60, "documents": 10, "seed": 2 } }],
  "factors": { "method": [
    { "name": "DORM", "method": "dorm", "measure": "ndcg@5" },
    { "name": "untrained", "ranker": "feature:1" },
    { "name": "RankSVM", "method": "ranksvm" }] },
  "sizes": [6, 12, "all"], "fixed": { "gap": 0.01, "threshold": 2 },
  "select": { "setting": "c", "grid": [1, 10] },
  "record": ["ndcg@5", "iterations"],
  "claims": [
    { "claim": "DORM > untrained" },
    { "claim": "DORM < untrained", "paper": "DORM, figure 3" },
    { "claim": "DORM > RankSVM", "at": { "size": "6" } },
    { "claim": "RankSVM > all others" },
    { "claim": "6 < all", "at": { "method": "RankSVM" } },
    { "claim": "DORM > RankSVM", "measure": "iterations" }] }"#;

fn verdicts() -> (StudyTable, Vec<ClaimResult>) {
    let loaded = load(CLAIMS);
    let results = results(&loaded);
    let table = StudyTable::new(&loaded.study, &loaded.cells, &results, &loaded.sets);
    let claims = table.claims.clone();
    (table, claims)
}

#[test]
fn the_verdict_is_that_of_the_interval_of_the_paired_difference() {
    let (table, claims) = verdicts();
    let mean = |method: usize, size: usize, record: usize| {
        let row = table.rows.iter().find(|row| row.place == [0, method, size]).expect("a row");
        row.values[record].mean.expect("it is measured")
    };
    let expected = [
        mean(0, 2, 0) - mean(1, 2, 0),
        mean(0, 2, 0) - mean(1, 2, 0),
        mean(0, 0, 0) - mean(2, 0, 0),
        mean(2, 2, 0) - mean(0, 2, 0).max(mean(1, 2, 0)),
        mean(2, 0, 0) - mean(2, 2, 0),
        mean(0, 2, 1) - mean(2, 2, 1),
    ];
    for ((claim, expected), is_larger) in
        claims.iter().zip(expected).zip([true, false, true, true, false, true])
    {
        let difference = claim.difference.expect("it is measured");
        assert!((difference - expected).abs() < 1e-12, "{}: {difference}, expected {expected}", claim.claim);
        let [low, high] = claim.interval.unwrap_or([difference; 2]);
        let verdict = match () {
            () if low > 0.0 && is_larger || high < 0.0 && !is_larger => Verdict::SameSign,
            () if low > 0.0 || high < 0.0 => Verdict::Opposite,
            () => Verdict::WithinNoise,
        };
        assert_eq!(claim.verdict, verdict, "{}", claim.claim);
    }
    assert_eq!([claims[0].verdict, claims[1].verdict], [Verdict::SameSign, Verdict::Opposite]);
    assert_eq!(claims[3].against.as_deref(), Some("DORM"), "it is the hardest of the others");
    assert_eq!(claims[5].interval, None, "numbers of iterations are not values of queries");
}

#[test]
fn the_table_of_claims_stands_first() {
    let loaded = load(CLAIMS);
    let table = StudyTable::new(&loaded.study, &loaded.cells, &results(&loaded), &loaded.sets);
    let sheets = table.sheets(&loaded.study);
    assert_eq!(sheets[0].title, "What the paper claims");
    let column = |head: &str| &sheets[0].columns.iter().find(|column| column.head == head).expect(head).cells;
    assert_eq!(column("claim")[1], "DORM < untrained");
    assert_eq!(column("here")[..2], ["same sign", "opposite"]);
    assert_eq!(column("printed in")[1], "DORM, figure 3");
    let none = StudyTable::new(&loaded.study, &loaded.cells, &vec![None; loaded.cells.len()], &loaded.sets);
    assert!(none.claims.iter().all(|claim| claim.verdict == Verdict::NotMeasured));
}

#[test]
fn every_data_set_is_a_question_of_its_own() {
    let two = CLAIMS
        .replace(r#""seed": 2 } }]"#, r#""seed": 2 } }, { "name": "other", "sample": { "queries": 40, "documents": 8, "seed": 3 } }]"#)
        .replace(r#"{ "claim": "DORM > untrained" }"#, r#"{ "claim": "DORM > untrained" }, { "claim": "DORM > untrained", "at": { "data": "other" } }, { "claim": "made > other", "at": { "method": "DORM" }, "measure": "iterations" }"#);
    let loaded = load(&two);
    let table = StudyTable::new(&loaded.study, &loaded.cells, &results(&loaded), &loaded.sets);
    let data: Vec<usize> = table.claims.iter().take(4).map(|claim| claim.data).collect();
    assert_eq!(data, [0, 1, 1, 0]);
    assert_eq!(table.claims[1], table.claims[2]);
}

#[test]
fn names_that_a_study_does_not_have_are_refused_with_their_place() {
    for (from, to, words) in [
        ("DORM > untrained", "DORM beats untrained", "A > B"),
        ("DORM > untrained", "DORM > Drom", "no axis"),
        ("DORM > untrained", "DORM > DORM", "no axis"),
        (r#""measure": "iterations""#, r#""measure": "map""#, "claims[5]: measure: \"map\" is not recorded"),
        (r#"{ "size": "6" }"#, r#"{ "size": "7" }"#, "at.size"),
        (r#"{ "size": "6" }"#, r#"{ "method": "DORM" }"#, "axis of the claim"),
        (r#"{ "size": "6" }"#, r#"{ "c": "1" }"#, "not an axis"),
    ] {
        let json = CLAIMS.replacen(from, to, 1);
        let message = Study::parse(&json).expect_err(to).to_string();
        assert!(message.contains(words) && message.contains("claims["), "{to}: {message}");
    }
}

#[test]
fn a_study_moves_to_other_data() {
    let study = Study::parse(CLAIMS).expect("it is valid");
    let files = DataFields {
        train: Some("a.txt".to_owned()),
        test: Some("b.txt".to_owned()),
        ..DataFields::default()
    };
    let moved = study.on(&files).expect("it can move");
    // 36 of 60 queries train.
    assert_eq!(moved.sizes, [Size::Percent(16.67), Size::Percent(33.33), Size::All]);
    assert_eq!(moved.claims[2].at.get("size").map(String::as_str), Some("16.67%"));
    assert_eq!(moved.claims[4].claim, "16.67% < all");
    assert_eq!(moved.select.as_ref().map(|select| select.on.as_str()), Some("cv:5"));
    assert_eq!(moved.fixed.get("threshold"), Some(&1.into()));
    assert_eq!((moved.data.len(), moved.data[0].0.name.as_str()), (1, "a.txt"));
    assert_eq!(Study::parse(&moved.json()).expect("its own text"), moved);

    let split = Split { folds: None, shares: Some([0.6, 0.2, 0.2]), seed: 1 };
    let one = DataFields { train: Some("a.txt".to_owned()), split: Some(split), ..DataFields::default() };
    let moved = study.on(&one).expect("it can move");
    assert_eq!(moved.select.map(|select| select.on), Some("valid".to_owned()));

    let lists = r#"{ "rankscope": "study", "title": "t", "data": [{ "sample": { "queries": 9, "list": { "first": [1, 0], "second": [0, 1], "share": 0.5 } } }] }"#;
    let refused =
        |json: &str| Study::parse(json).expect("valid").on(&files).expect_err("it is refused").to_string();
    assert!(refused(lists).contains("lists that it makes"));
    let ratings = r#"{ "rankscope": "study", "title": "t", "data": [{ "ratings": { "generate": { "users": 30, "items": 20 } } }] }"#;
    assert!(refused(ratings).contains("on ratings"));
}
