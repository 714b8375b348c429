//! Files of pages: what they say, and what is refused with its place.

use rankscope::data::{DataReader, ReadData, ReadingSettings};
use rankscope::pages::{Collection, FileReader, LONGEST_PAGES, MOST_ROWS, begins};
use serde_json::json;

use super::support::{EXAMPLE, read};

fn of_file(bytes: &[u8], piece: usize, settings: &ReadingSettings) -> Result<ReadData, rankscope::Error> {
    let mut reader = FileReader::new(DataReader::new(settings, None)?);
    bytes.chunks(piece).for_each(|chunk| reader.push(chunk));
    reader.finish()
}

#[test]
fn pages_are_read_where_data_are_and_the_cuts_do_not_matter() {
    let settings = ReadingSettings::default();
    let whole = of_file(EXAMPLE.as_bytes(), EXAMPLE.len(), &settings).expect("the example");
    assert_eq!(whole.read_as, "pages: 5 pages, 1 query, 19 columns");
    assert!(!whole.is_plain);
    let data = &whole.parsed.dataset;
    assert_eq!((data.n_queries(), data.query(0).id), (1, "learning_rank"));
    assert_eq!(data.query(0).grades, [2, 0, 1, 0, 0]);
    assert_eq!(data.comment(1), "docid = https://b.org/league");
    for piece in [1, 2, 7, 199, 200, 201] {
        assert_eq!(of_file(EXAMPLE.as_bytes(), piece, &settings).as_ref(), Ok(&whole), "{piece}");
        let far = " ".repeat(190) + EXAMPLE;
        let near = " ".repeat(150) + "\n" + EXAMPLE;
        assert!(of_file(far.as_bytes(), piece, &settings).is_err());
        assert_eq!(of_file(near.as_bytes(), piece, &settings).as_ref(), Ok(&whole), "{piece}");
        assert_eq!(of_file(format!("\u{feff}{EXAMPLE}").as_bytes(), piece, &settings).as_ref(), Ok(&whole));
    }
}

#[test]
fn other_files_are_read_as_before() {
    for text in
        ["1 qid:1 1:0.5\n0 qid:1 1:0.25\n", "label,qid,a\n1,1,0.5\n0,1,0.25\n", "{}", "[1]", "", " \n", "{"]
    {
        let settings = ReadingSettings::default();
        let expected = {
            let mut reader = DataReader::new(&settings, None).expect("rules");
            reader.push(text.as_bytes());
            reader.finish()
        };
        for piece in [1, 3, 1000] {
            assert_eq!(of_file(text.as_bytes(), piece, &settings), expected, "{text:?}");
        }
    }
}

#[test]
fn rules_hold_for_pages() {
    let of = |change: &dyn Fn(&mut ReadingSettings)| {
        let mut settings = ReadingSettings::default();
        change(&mut settings);
        of_file(EXAMPLE.as_bytes(), 64, &settings)
    };
    let dropped = of(&|rules| rules.unjudged = "drop".into()).expect("two documents");
    assert_eq!(dropped.parsed.dataset.query(0).grades, [2, 1]);
    assert_eq!(dropped.read_as, "pages: 5 pages, 1 query, 19 columns; 3 unjudged documents left out");
    let zero = of(&|rules| rules.unjudged = "zero".into()).expect("five documents");
    assert_eq!(zero.parsed.dataset.query(0).grades, [2, 0, 1, 0, 0]);
    let without = of(&|rules| rules.without = vec!["cosine".into(), "1".into()]).expect("17 columns");
    assert_eq!(without.parsed.dataset.n_features(), 17);
    assert_eq!(without.rules.without, ["1", "13"]);
    let error = of(&|rules| rules.without = vec!["cosin".into()]).expect_err("no such column").to_string();
    assert!(error.contains("no feature `cosin`; the nearest are cosine"), "{error}");

    let ungraded = |json: &str| -> Vec<usize> {
        let reader = DataReader::new(&ReadingSettings::default(), None).expect("rules");
        let mut reader = FileReader::new(reader).without_grades();
        reader.push(json.as_bytes());
        let read = reader.finish().expect("data");
        let data = &read.parsed.dataset;
        let is_ungraded = |row: &usize| data.line(*row).is_some_and(|line| read.ungraded.contains(&line));
        (0..data.n_documents()).filter(is_ungraded).collect()
    };
    assert_eq!(ungraded(EXAMPLE), [0; 0]);
    let further = EXAMPLE.replace("\"queries\": [", "\"queries\": [{ \"query\": \"teams\" },");
    assert_eq!(ungraded(&further), [0, 1, 2, 3, 4]);
}

#[test]
fn queries_rank_their_candidates() {
    let collection = read(&json!({
        "rankscope": "pages",
        "pages": [{ "url": "u/a", "id": "a", "text": "x" }, { "url": "u/b", "text": "x y" }, { "url": "c" }],
        "queries": [
            { "query": "x", "pages": ["u/b", "a"], "grades": { "u/a": 3 } },
            { "query": "Y  y", "id": "second query" },
        ],
    }));
    let of = |query: usize| -> Vec<(usize, Option<u8>)> {
        collection.queries()[query].candidates.iter().map(|one| (one.page, one.grade)).collect()
    };
    assert_eq!(of(0), [(1, None), (0, Some(3))]);
    assert_eq!(of(1), [(0, None), (1, None), (2, None)]);
    assert_eq!(collection.queries()[1].name, "second_query");
    assert_eq!(collection.pages()[0].name, "a");
    assert_eq!(collection.pages()[1].name, "u/b");
    // The document frequencies are those of all pages: y is in one of three.
    let row = collection.row(1, 1).expect("the row");
    assert!((row[7] - 3.0_f64.ln()).abs() < 1e-15);
}

#[test]
fn faults_are_named_with_their_places() {
    let page = r#"{ "url": "a", "text": "x" }"#;
    let query = r#"{ "query": "x" }"#;
    let file = |pages: &str, queries: &str| {
        format!("{{ \"rankscope\": \"pages\",\n\"pages\": [{pages}],\n\"queries\": [{queries}] }}")
    };
    let long = "é".repeat(2_049);
    let many: Vec<String> = (0..101).map(|word| format!("w{word}")).collect();
    for (json, expected) in [
        (file("", query), "pages: the list is empty; a page is"),
        (file(page, ""), "queries: the list is empty; a query is"),
        (file(&format!("{page}, {page}"), query), "page 2: url \"a\" names page 1 already; keep one"),
        (
            file(&format!(r#"{page}, {{ "url": "b", "id": "a" }}"#), query),
            "page 2: id \"a\" names page 1 already",
        ),
        (file(r#"{ "url": " " }"#, query), "page 1: url is empty; every page needs an address"),
        (file(r#"{ "url": "a", "title": "" }"#, query), "page 1: title is empty; leave it out"),
        (
            file(r#"{ "url": "a", "title": "t" }, { "url": "b", "title": "t" }"#, query),
            "page 2: title \"t\" names page 1 already; keep one",
        ),
        (
            file(r#"{ "url": "a", "date": "2026-02-28" }, { "url": "b" }"#, query),
            "page 2: the date is missing; give every page a date, or no page",
        ),
        (
            file(r#"{ "url": "a", "date": "2026-02-29" }"#, query),
            "page 1: date \"2026-02-29\" is no day; write it as 2026-05-31",
        ),
        (
            file(page, &format!("{query}], \"columns\": [")),
            "columns: the list is empty; leave it out, and the data have all columns",
        ),
        (
            file(page, &format!("{query}], \"columns\": [\"BM11\"")),
            "columns: there is no column \"BM11\"; the columns are matched terms, length, tf sum",
        ),
        (
            file(page, &format!("{query}], \"columns\": [\"length\", \"age\"")),
            "columns: \"age\" needs pages with a date",
        ),
        (
            file(page, &format!("{query}], \"columns\": [\"length\", \"length\"")),
            "columns: \"length\" is twice in the list; name it once",
        ),
        (
            file(&format!("{{ \"url\": \"{long}\" }}"), query),
            "page 1: url is longer than 2048 characters: \"éé",
        ),
        (
            file(r#"{ "text": "x" }"#, query),
            "line 2, column 25: not pages of Rankscope: the key \"url\" is missing",
        ),
        (
            file(r#"{ "url": "a", "heading": "x" }"#, query),
            "line 2, column 33: not pages of Rankscope: \"heading\" is not",
        ),
        (file(page, r#"{ "query": "?!" }"#), "query 1: \"?!\" has no word; write letters or digits"),
        (
            file(page, &format!("{{ \"query\": \"{}\" }}", many.join(" "))),
            "query 1: 101 different words; the most are 100",
        ),
        (
            file(page, &format!("{{ \"query\": \"{}\" }}", "x ".repeat(501))),
            "query 1: the text is longer than 1000",
        ),
        (file(page, r#"{ "query": "x", "id": "" }"#), "query 1: the id is empty"),
        (
            file(page, &format!("{query}, {query}")),
            "query 2: \"x\" is the name of query 1 already; give one of them",
        ),
        (
            file(page, r#"{ "query": "x y" }, { "query": "x_y" }"#),
            "query 2: queries `x y` and `x_y` would both be called",
        ),
        (
            file(page, r#"{ "query": "x", "pages": [] }"#),
            "query 1: the list \"pages\" is empty; leave it out",
        ),
        (
            file(page, r#"{ "query": "x", "pages": ["a", "a"] }"#),
            "query 1: page 1 is twice in the list \"pages\"",
        ),
        (
            file(page, r#"{ "query": "x", "pages": ["b"] }"#),
            "query 1: there is no page \"b\"; name a page by its url",
        ),
        (file(page, r#"{ "query": "x", "grades": { "b": 1 } }"#), "query 1: there is no page \"b\""),
        (
            file(page, r#"{ "query": "x", "grades": { "a": 1, "a": 1 } }"#),
            "query 1: \"a\" has two grades; keep one",
        ),
        (
            file(page, r#"{ "query": "x", "grades": { "a": 256 } }"#),
            "256 is not a whole number from 0 to 255",
        ),
        (file(page, r#"{ "query": "x", "grades": { "a": -1 } }"#), "-1 is not a whole number from 0 to 255"),
        (file(page, r#"{ "query": "x", "grades": [1] }"#), "not an object"),
        (
            file(
                &format!(r#"{page}, {{ "url": "b" }}"#),
                r#"{ "query": "x", "pages": ["a"], "grades": { "b": 1 } }"#,
            ),
            "query 1: \"b\" has a grade but is not in the list \"pages\"; add it there",
        ),
        (
            file(page, query).replace("\"pages\",", "\"study\","),
            "not pages of Rankscope: the file begins with",
        ),
        (file(page, query) + "x", "line 3, column "),
        ("{ \"rankscope\": \"pages\"".to_owned(), "not pages of Rankscope: the text ends"),
        ("[".repeat(100_000), "not pages of Rankscope"),
    ] {
        let error = Collection::read(json.as_bytes()).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}\nlacks {expected}");
    }
    let error = Collection::read(b"{ \"rankscope\": \"pages\",\n\"\xff\"").expect_err("no text").to_string();
    assert_eq!(error, "line 2, column 2: byte 0xFF is not UTF-8; save the file as UTF-8");
}

#[test]
fn sizes_have_limits() {
    let n = 1_000;
    let pages: Vec<_> = (0..n).map(|page| json!({ "url": page.to_string() })).collect();
    let queries: Vec<_> = (0..=MOST_ROWS / n).map(|query| json!({ "query": format!("q{query}") })).collect();
    let json = json!({ "rankscope": "pages", "pages": pages, "queries": queries }).to_string();
    let error = Collection::read(json.as_bytes()).expect_err("too many rows").to_string();
    assert_eq!(
        error,
        "query 501: the queries so far have 501000 candidates; the most are 500000. Name fewer pages"
    );

    let mut reader = FileReader::new(DataReader::new(&ReadingSettings::default(), None).expect("rules"));
    reader.push(b"{ \"rankscope\": \"pages\", \"pages\": [");
    let chunk = vec![b' '; 1 << 20];
    for _ in 0..LONGEST_PAGES >> 20 {
        assert!(!reader.has_stopped());
        reader.push(&chunk);
    }
    assert!(reader.has_stopped());
    let error = reader.finish().expect_err("too long").to_string();
    assert!(error.starts_with("the pages have more than 32 MiB; use fewer pages"), "{error}");
}

#[test]
fn a_file_of_pages_begins_with_its_key() {
    for (head, expected) in [
        (EXAMPLE, true),
        ("{\"rankscope\":\"pages\"", true),
        ("\u{feff} {\r\n\t\"rankscope\" : \"pages\",", true),
        ("{\"rankscope\":\"study\"", false),
        ("{\"pages\":[]", false),
        ("", false),
    ] {
        assert_eq!(begins(head.as_bytes()), expected, "{head}");
    }
}
