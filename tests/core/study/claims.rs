//! Claims of papers, their verdicts, and studies on other data than their own.

use crate::study::cells::{load, results};
use crate::support::assert_close;
use rankscope::metric::statistics::bootstrap_mean;
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

/// The same study with other claims.
fn with_claims(claims: &str) -> String {
    let (before, _) = CLAIMS.split_once("\"claims\": [").expect("it has claims");
    format!("{before}\"claims\": [{claims}] }}")
}

#[test]
fn sides_have_levels_of_another_axis_factors_and_spreads() {
    let json = with_claims(
        r#"{ "claim": "DORM at 6 > RankSVM at all" }, { "claim": "DORM at 6 < DORM at all" },
        { "claim": "DORM at 6 > all others at all" }, { "claim": "DORM > 1.5 × untrained" },
        { "claim": "2 * DORM > RankSVM", "measure": "iterations" }, { "claim": "DORM > 0.9 × all others at all" },
        { "claim": "untrained < all others", "of": "spread over size" },
        { "claim": "6 > 0.5 × all", "of": "spread over method" },
        { "claim": "DORM > RankSVM", "of": "spread over size", "measure": "iterations" }"#,
    )
    .replace("0.9 × all others at all", "0.9 × all others");
    let loaded = load(&json);
    let results = results(&loaded);
    let table = StudyTable::new(&loaded.study, &loaded.cells, &results, &loaded.sets);
    let row = |method: usize, size: usize| {
        table.rows.iter().position(|row| row.place == [0, method, size]).expect("a row")
    };
    let mean = |row: usize, record: usize| table.rows[row].values[record].mean.expect("it is measured");
    let queries = |row: usize| {
        let result = results[table.rows[row].cells[0]].as_ref().expect("it is finished");
        result.queries[0].clone()
    };
    // The largest minus the smallest of some rows.
    let spread = |rows: [usize; 3]| {
        let by = |sign: f64| {
            rows.into_iter()
                .reduce(|best, next| if sign * mean(next, 0) > sign * mean(best, 0) { next } else { best })
                .expect("three rows")
        };
        [(1.0, by(1.0)), (-1.0, by(-1.0))]
    };
    let over_size = |method: usize| spread([0, 1, 2].map(|size| row(method, size)));
    let over_method = |size: usize| spread([0, 1, 2].map(|method| row(method, size)));
    let value =
        |terms: &[(f64, usize)]| terms.iter().map(|(weight, row)| weight * mean(*row, 0)).sum::<f64>();
    let hardest = if mean(row(1, 2), 0) > mean(row(2, 2), 0) { 1 } else { 2 };
    let least = if value(&over_size(0)) < value(&over_size(2)) { 0 } else { 2 };
    let times = |factor: f64, terms: [(f64, usize); 2]| terms.map(|(weight, row)| (factor * weight, row));
    let expected: [Vec<(f64, usize)>; 7] = [
        vec![(1.0, row(0, 0)), (-1.0, row(2, 2))],
        vec![(1.0, row(0, 0)), (-1.0, row(0, 2))],
        vec![(1.0, row(0, 0)), (-1.0, row(hardest, 2))],
        vec![(1.0, row(0, 2)), (-1.5, row(1, 2))],
        vec![(1.0, row(0, 2)), (-0.9, row(hardest, 2))],
        [over_size(1), times(-1.0, over_size(least))].concat(),
        [over_method(0), times(-0.5, over_method(2))].concat(),
    ];
    let of_queries = [0, 1, 2, 3, 5, 6, 7].map(|claim: usize| &table.claims[claim]);
    for (claim, terms) in of_queries.into_iter().zip(&expected) {
        let by_row: Vec<(f64, Vec<Option<f64>>)> =
            terms.iter().map(|(weight, row)| (*weight, queries(*row))).collect();
        let sums: Vec<f64> = (0..by_row[0].1.len())
            .filter_map(|query| by_row.iter().map(|(weight, values)| Some(weight * values[query]?)).sum())
            .collect();
        let interval = bootstrap_mean(&sums, 4000, 1).expect("there are queries");
        let difference = claim.difference.expect("it is measured");
        assert_close(difference, value(terms), 1e-12, &claim.claim);
        let seen = claim.interval.expect("it is a measure");
        assert_close(seen[0], interval.low, 1e-12, &claim.claim);
        assert_close(seen[1], interval.high, 1e-12, &claim.claim);
        let is_larger = claim.claim.contains('>');
        let verdict = match () {
            () if seen[0] > 0.0 && is_larger || seen[1] < 0.0 && !is_larger => Verdict::SameSign,
            () if seen[0] > 0.0 || seen[1] < 0.0 => Verdict::Opposite,
            () => Verdict::WithinNoise,
        };
        assert_eq!(claim.verdict, verdict, "{}", claim.claim);
    }
    let names = ["DORM", "untrained", "RankSVM"];
    assert_eq!(table.claims[2].against.as_deref(), Some(names[hardest]));
    assert_eq!(table.claims[6].against.as_deref(), Some(names[least]));
    assert_eq!(table.claims[3].ratio, Some(mean(row(0, 2), 0) / mean(row(1, 2), 0)));
    assert_eq!(table.claims[0].ratio, None, "no factor, no ratio");
    let iterations = [row(0, 2), row(2, 2)].map(|row| mean(row, 1));
    assert_eq!(table.claims[4].difference, Some(2.0 * iterations[0] - iterations[1]));
    assert_eq!((table.claims[4].interval, table.claims[8].interval), (None, None));
    let [dorm, other] = [0, 2].map(|method| {
        let values = [0, 1, 2].map(|size| mean(row(method, size), 1));
        values.into_iter().fold(f64::NEG_INFINITY, f64::max)
            - values.into_iter().fold(f64::INFINITY, f64::min)
    });
    assert_eq!(table.claims[8].difference, Some(dorm - other));
    let markdown = table.markdown(&loaded.study);
    for words in ["all others, spread over size", "ratio", "A spread is the largest minus the smallest mean"]
    {
        assert!(markdown.contains(words), "{words}: {markdown}");
    }
    let none = StudyTable::new(&loaded.study, &loaded.cells, &vec![None; loaded.cells.len()], &loaded.sets);
    assert!(none.claims.iter().all(|claim| claim.verdict == Verdict::NotMeasured));
    // A spread over some of the levels would be too small.
    let mut some = results.clone();
    some[table.rows[row(1, 1)].cells[0]] = None;
    let some = StudyTable::new(&loaded.study, &loaded.cells, &some, &loaded.sets);
    assert_eq!(some.claims[6].verdict, Verdict::NotMeasured);
    assert_eq!(some.claims[0], table.claims[0]);
}

#[test]
fn a_level_may_contain_the_signs_of_a_claim() {
    let json = with_claims(r#"{ "claim": "2 × DORM at 6 > RankSVM", "measure": "iterations" }"#);
    let refused = Study::parse(&json).expect_err("the right side has no level").to_string();
    assert!(refused.contains("on one side only"), "{refused}");
    let named = json.replace("\"name\": \"DORM\"", "\"name\": \"2 × DORM at 6\"");
    let loaded = load(&named);
    let table = StudyTable::new(&loaded.study, &loaded.cells, &results(&loaded), &loaded.sets);
    assert_eq!(table.claims[0].ratio, None);
    let mean = |method: usize| table.rows[3 * method + 2].values[1].mean.expect("it is measured");
    assert_eq!(table.claims[0].difference, Some(mean(0) - mean(2)));
}

#[test]
fn faults_of_the_longer_forms_name_what_to_change() {
    for (claim, words) in [
        (r#"{ "claim": "DORM at 7 > RankSVM at all" }"#, "no axis has the levels \"DORM at 7\""),
        (r#"{ "claim": "DORM at 6 > RankSVM" }"#, "on one side only; write"),
        (r#"{ "claim": "DORM at 6 > DORM at 6" }"#, "no axis"),
        (r#"{ "claim": "-2 × DORM > RankSVM" }"#, "no axis"),
        (r#"{ "claim": "DORM > 1e999 × RankSVM" }"#, "no axis"),
        (
            r#"{ "claim": "DORM at 6 > RankSVM at all", "at": { "size": "6" } }"#,
            "have levels of \"size\"; remove",
        ),
        (
            r#"{ "claim": "DORM > RankSVM", "of": "range over size" }"#,
            "of: \"range over size\" is not \"spread over AXIS\"",
        ),
        (r#"{ "claim": "DORM > RankSVM", "of": "spread over method" }"#, "several levels: size"),
        (r#"{ "claim": "DORM at 6 > RankSVM at all", "of": "spread over size" }"#, "leave \"of\" out"),
        (
            r#"{ "claim": "DORM > RankSVM", "of": "spread over size", "at": { "size": "6" } }"#,
            "the axis of the spread",
        ),
    ] {
        let message = Study::parse(&with_claims(claim)).expect_err(claim).to_string();
        assert!(message.contains(words) && message.contains("claims[0]"), "{claim}: {message}");
    }
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
    let markdown = table.markdown(&loaded.study);
    assert!(markdown.contains("| DORM < untrained |"), "a sign before a space is no markup: {markdown}");
    let none = StudyTable::new(&loaded.study, &loaded.cells, &vec![None; loaded.cells.len()], &loaded.sets);
    assert!(none.claims.iter().all(|claim| claim.verdict == Verdict::NotMeasured));
    for (title, shown) in [
        ("a<b>", "# a&lt;b>"),
        ("</b>", "# &lt;/b>"),
        ("<!-- x", "# &lt;\\!-- x"),
        ("<?x", "# &lt;?x"),
        ("1 <2 <", "# 1 <2 <"),
    ] {
        let study = Study { title: title.to_owned(), ..loaded.study.clone() };
        assert!(
            none.markdown(&study).starts_with(&format!("{shown}\n")),
            "{title}: {}",
            none.markdown(&study)
        );
    }
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
    let longer = with_claims(r#"{ "claim": "2 * DORM at 6 > RankSVM at all" }, { "claim": "6 > 3 × 12" }"#);
    let longer = Study::parse(&longer).expect("it is valid").on(&files).expect("it can move");
    let texts: Vec<&str> = longer.claims.iter().map(|claim| claim.claim.as_str()).collect();
    assert_eq!(texts, ["2 * DORM at 16.67% > RankSVM at all", "16.67% > 3 × 33.33%"]);
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
