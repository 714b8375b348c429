//! Ratings joined with logs: forms of both, the query of a response, gaps, faults. The expected values are written by
//! hand.

use rankscope::Error;
use rankscope::data::{DataReader, Dataset, ReadingSettings};
use rankscope::judgements::{FeatureLogs, Joined, Judgements};

const RATINGS: &str = "query,docid,rating\nrambo,7555,4\nrambo,1370,3\nrocky 2,4241,2\nrocky 2,1366,0\n";

/// What all three engines say of the documents of the ratings.
const LETOR: &str = "# 1: title\n# 2: body\n\
4 qid:rambo 1:12.5 2:10.25 # docid = 7555\n\
3 qid:rambo 1:9.510193 2:NaN # docid = 1370\n\
2 qid:rocky_2 1:7 2:0.5 # docid = 4241\n\
0 qid:rocky_2 1:0.00003 2:3 # docid = 1366\n";

const TABLE: &str = "grade,query,docid,title,body\n\
4,rambo,7555,12.5,10.25\n\
3,rambo,1370,9.510193,\n\
2,rocky 2,4241,7,0.5\n\
0,rocky 2,1366,0.00003,3\n";

/// An answer of `_msearch`, in the order of the ratings.
const ELASTICSEARCH: &str = r#"{
  "took": 8,
  "responses": [
    { "took": 3, "timed_out": false, "status": 200, "hits": { "total": { "value": 2, "relation": "eq" }, "max_score": 1.0,
      "hits": [
        { "_index": "tmdb", "_id": "1370", "_score": 20.291, "_source": { "title": "Rambo III" },
          "fields": { "year": [1988], "_ltrlog": [ { "log_entry1": [
            { "name": "title", "value": 9.510193 }, { "name": "body" } ] } ] },
          "matched_queries": ["logged_featureset"] },
        { "_index": "tmdb", "_id": "7555", "fields": { "_ltrlog": [ { "log_entry1": [
            { "name": "title", "value": 12.5 }, { "name": "body", "value": 10.25 } ] } ] } } ] } },
    { "hits": { "hits": [
        { "_id": "1366", "fields": { "_ltrlog": [ { "log_entry1": [
            { "name": "title", "value": 3.0E-5 }, { "name": "body", "value": 3.0 } ] } ] } },
        { "_id": "4241", "fields": { "_ltrlog": [ { "log_entry1": [
            { "name": "title", "value": 7.0 }, { "name": "body", "value": 0.5 },
            { "name": "extra_logging", "value": { "derived": 1.0 } } ] } ] } } ] } }
  ]
}"#;

/// JSON lines with the query beside the response, or in its object.
const OPENSEARCH: &str = concat!(
    r#"{"query":"rocky 2","response":{"hits":{"hits":["#,
    r#"{"_id":"4241","fields":{"_ltrlog":[{"main":[{"name":"title","value":7},{"name":"body","value":0.5}]}]}},"#,
    r#"{"_id":"1366","fields":{"_ltrlog":[{"main":[{"name":"title","value":0.00003},{"name":"body","value":3}]}]}}"#,
    "]}}}\n",
    r#"{"query":"rambo","hits":{"hits":["#,
    r#"{"_id":"7555","fields":{"_ltrlog":[{"main":[{"name":"title","value":12.5},{"name":"body","value":10.25}]}]}},"#,
    r#"{"_id":"1370","fields":{"_ltrlog":[{"main":[{"name":"title","value":9.510193},{"name":"body","value":"NaN"}]}]}}"#,
    "]}}\n"
);

/// The sparse format, with the query in `q` or in the external features.
const SOLR: &str = concat!(
    r#"{"responseHeader":{"status":0,"params":{"q":"rambo","fl":"id,[features]"}},"response":{"numFound":2,"docs":["#,
    r#"{"id":"7555","[features]":"title=12.5,body=10.25"},{"id":"1370","[features]":"title=9.510193"}]}}"#,
    "\n",
    r#"{"responseHeader":{"params":{"q":"{!terms f=id}4241,1366","fl":["id","[features store=s efi.keywords=\"rocky 2\"]"]}},"#,
    r#""response":{"docs":[{"id":4241,"[features]":"title=7.0,body=0.5"},{"id":1366,"[features]":"title=3.0E-5,body=3.0"}]}}"#,
);

fn ratings(text: &str) -> Result<Judgements, Error> {
    Judgements::read(text.as_bytes(), &ReadingSettings::default())
}

/// Joins files, each with its name and its text.
fn joined(judgements: &Judgements, files: &[(&str, &str)]) -> Result<Joined, Error> {
    joined_with(judgements, files, "", false)
}

fn joined_with(
    judgements: &Judgements,
    files: &[(&str, &str)],
    entry: &str,
    with_unrated: bool,
) -> Result<Joined, Error> {
    let mut logs = FeatureLogs::new(judgements, entry);
    for (name, text) in files {
        logs.begin(name);
        logs.push(text.as_bytes());
        logs.end()?;
    }
    logs.join(with_unrated)
}

fn hit(id: &str, value: f64) -> String {
    format!(r#"{{"_id":"{id}","fields":{{"_ltrlog":[{{"e":[{{"name":"title","value":{value}}}]}}]}}}}"#)
}

fn hits(hits: &[String]) -> String {
    format!(r#"{{"hits":{{"hits":[{}]}}}}"#, hits.join(","))
}

#[test]
fn three_engines_give_the_same_data() {
    let judgements = ratings(RATINGS).expect("ratings");
    for (engine, log) in [("es", ELASTICSEARCH), ("os", OPENSEARCH), ("solr", SOLR)] {
        let joined = joined(&judgements, &[(engine, log)]).expect(engine);
        // OpenSearch's file begins with the other query, which does not change the numbers of the features.
        assert_eq!(joined.letor(), LETOR, "{engine}");
        assert_eq!(joined.table(','), TABLE, "{engine}");
        assert_eq!(joined.table('\t'), TABLE.replace(',', "\t"), "{engine}");
        let report = joined.report();
        assert_eq!(
            (report.queries, report.documents, report.features, report.gaps),
            (2, 4, 2, 1),
            "{engine}"
        );
        assert_eq!(report.is_by_order, engine == "es");
    }
}

#[test]
fn chunks_and_several_files_do_not_matter() {
    let judgements = ratings(RATINGS).expect("ratings");
    for log in [ELASTICSEARCH, OPENSEARCH, SOLR] {
        for size in [1, 7, 1000] {
            let mut logs = FeatureLogs::new(&judgements, "");
            logs.begin("log");
            log.as_bytes().chunks(size).for_each(|chunk| logs.push(chunk));
            logs.end().expect("a log");
            assert_eq!(logs.join(false).expect("data").letor(), LETOR);
        }
    }
    let (one, other) = SOLR.split_once('\n').expect("two lines");
    let list = format!("\u{feff}[{one},\n{other}]\n");
    for files in [vec![("a", one), ("b", other)], vec![("a", other), ("b", one)], vec![("list", &list)]] {
        assert_eq!(joined(&judgements, &files).expect("data").letor(), LETOR);
    }
}

#[test]
fn what_is_written_is_read_as_the_same_data() {
    let judgements = ratings(RATINGS).expect("ratings");
    let joined = joined(&judgements, &[("es", ELASTICSEARCH)]).expect("data");
    let read = |text: &str| -> Dataset {
        let settings = ReadingSettings { missing: "zero".to_owned(), ..ReadingSettings::default() };
        let mut reader = DataReader::new(&settings, None).expect("rules");
        reader.push(text.as_bytes());
        reader.finish().expect("data").parsed.dataset
    };
    let (letor, table) = (read(&joined.letor()), read(&joined.table(',')));
    for data in [&letor, &table] {
        assert_eq!(data.feature_names(), [Some("title".to_owned()), Some("body".to_owned())]);
        let rows: Vec<(String, u8, Vec<f64>, String)> = data
            .queries()
            .flat_map(|query| {
                let id = query.id.to_owned();
                query.documents.map(move |row| (id.clone(), row))
            })
            .map(|(id, row)| (id, data.grade(row), data.features(row).to_vec(), data.comment(row).to_owned()))
            .collect();
        let row = |id: &str, grade, values: [f64; 2], document: &str| {
            (id.to_owned(), grade, values.to_vec(), format!("docid = {document}"))
        };
        assert_eq!(
            rows,
            [
                row("rambo", 4, [12.5, 10.25], "7555"),
                row("rambo", 3, [9.510193, 0.0], "1370"),
                row("rocky_2", 2, [7.0, 0.5], "4241"),
                row("rocky_2", 0, [0.00003, 3.0], "1366"),
            ]
        );
    }
}

#[test]
fn ratings_have_the_forms_of_quepid_and_of_courses() {
    let log = hits(&[hit("7", 1.0), hit("a b", 2.0)]).replacen('{', r#"{"query":"will smith","#, 1);
    let check = |text: &str, expected: &str| {
        let judgements = ratings(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let joined = joined(&judgements, &[("log", &log)]).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(joined.letor(), format!("# 1: title\n{expected}"), "{text}");
    };
    let usual = "3 qid:will_smith 1:1 # docid = 7\n1 qid:will_smith 1:2 # docid = \"a b\"\n";
    // Basic, with a query without ratings, a short row and a repeated rating; from a snapshot.
    check("query,docid,rating\nwill smith,7,3.0\nnone,,\nshort\nwill smith,a b,1\nwill smith,7,3", usual);
    check("query,docid,rating\nwill smith,5,\nwill smith,7,3\nwill smith,a b,1\n", usual);
    // Detailed: more columns, quotes, a line end inside a field, CRLF.
    check(
        "Team Name,Case Name,Case ID,Query Text,Doc ID,Title,Rating,overview\r\n\
         ,Movies,3026,will smith,7,\"Bad, \"\"Boys\"\"\",3,\"one\r\ntwo\"\r\n,Movies,3026, will smith ,a b,Ali,1,\r\n",
        usual,
    );
    check("rating;keywords;docId\n3;will smith;7\n1;will smith;a b\n", usual);
    // For learning to rank, of hello-ltr, and with features, which are not read.
    for text in [
        "\n3 qid:12 # 7 will smith\n\n0 qid:13 # 8 rocky\n",
        "# qid:12: will smith*1\n# qid:13: rocky*1\n\n3\tqid:12\t # 7\tx\n",
        "3    qid:12 #    7; \"will smith\"\n",
        "3 qid:12 1:5 # 7 will smith\n",
    ] {
        check(text, "3 qid:12 1:1 # docid = 7\n");
    }
}

#[test]
fn a_file_may_have_the_name_of_its_query() {
    let judgements = ratings(RATINGS).expect("ratings");
    let (rambo, rocky) = (hits(&[hit("7555", 1.0)]), hits(&[hit("4241", 2.0)]));
    let expected = "# 1: title\n4 qid:rambo 1:1 # docid = 7555\n2 qid:rocky_2 1:2 # docid = 4241\n";
    for name in ["rocky 2.json", "rocky_2.json", "rocky_2"] {
        let files = [(name, rocky.as_str()), ("rambo.json", &rambo)];
        // The second file has the first number only because features are numbered as they come.
        assert_eq!(joined(&judgements, &files).expect("data").letor(), expected, "{name}");
    }
    // By order over the files, because no name fits.
    let data = joined(&judgements, &[("1.json", &rambo), ("2.json", &rocky)]).expect("data");
    assert_eq!((data.letor().as_str(), data.report().strangers), (expected, 0));
    // The wrong order still gives data if a document is in both queries; a note says so.
    let both = hits(&[hit("7555", 1.0), hit("4241", 2.0)]);
    let data = joined(&judgements, &[("1.json", &both), ("2.json", &rambo)]).expect("data");
    assert_eq!(data.report().strangers, 1);
    // Only queries with ratings count too.
    let more = ratings(&format!("{RATINGS}rated never,,\n")).expect("ratings");
    let lines = format!("{rambo}\n{rocky}\n");
    assert_eq!(joined(&more, &[("log", &lines)]).expect("data").letor(), expected);
    let empty = hits(&[]);
    assert_eq!(joined(&more, &[("log", &format!("{lines}{empty}"))]).expect("data").letor(), expected);
}

#[test]
fn what_only_one_side_has_is_counted() {
    let text = "query,docid,rating\na,1,2\na,2,1\na,3,\na,1,2\nb,1,1\nc,1,1\nd,,\n";
    let judgements = ratings(text).expect("ratings");
    assert_eq!((judgements.n_queries(), judgements.n_documents()), (4, 4));
    let named =
        |query: &str, list: &[String]| hits(list).replacen('{', &format!(r#"{{"query":"{query}","#), 1);
    let log = [
        named("a", &[hit("1", 1.0), hit("3", 3.0)]),
        named("a", &[hit("1", 1.5), hit("9", 9.0)]),
        named("b", &[hit("5", 5.0)]),
        named("d", &[hit("1", 1.0)]),
        named("e", &[hit("1", 1.0)]),
    ]
    .join("\n");
    let data = joined(&judgements, &[("log", &log)]).expect("data");
    assert_eq!(data.letor(), "# 1: title\n2 qid:a 1:1.5 # docid = 1\n");
    let report = data.report();
    assert_eq!((report.unlogged, report.lost_queries, report.unrated), (3, 2, 2));
    assert_eq!((report.other_responses, report.unrated_queries), (2, 1));
    assert_eq!((report.repeated, report.rows_without_rating, report.replaced), (1, 1, 1));
    let notes = report.notes().join("\n");
    for words in [
        "1 query, 1 document, 1 feature",
        "3 rated documents were not logged and were left out, the first is `2` of the query `a` in line 3 of the ratings",
        "2 queries without a logged document of their ratings were left out",
        "2 logged documents without a rating were left out; --unjudged zero",
        "2 responses of queries without ratings were left out",
        "1 query of the ratings has no rating",
        "1 row of the ratings has no rating",
        "1 row repeats an earlier rating",
        "1 value logged again with another number; the last counts",
    ] {
        assert!(notes.contains(words), "{words:?} is missing: {notes}");
    }
    assert!(!notes.contains("is missing"), "no gaps: {notes}");
    let zero = joined_with(&judgements, &[("log", &log)], "", true).expect("data");
    let expected =
        "# 1: title\n2 qid:a 1:1.5 # docid = 1\n0 qid:a 1:3 # docid = 3\n0 qid:a 1:9 # docid = 9\n";
    assert_eq!(zero.letor(), expected);
}

#[test]
fn grades_follow_the_rules_of_the_other_readers() {
    let rules = |grades: &str| ReadingSettings { grades: grades.to_owned(), ..ReadingSettings::default() };
    let text = "query,docid,rating\na,1,2.5\na,2,-1\na,3,0.2\n";
    let log = hits(&[hit("1", 1.0), hit("2", 1.0), hit("3", 1.0)]).replacen('{', r#"{"query":"a","#, 1);
    let grades = |rule: &str| {
        let judgements = Judgements::read(text.as_bytes(), &rules(rule)).expect(rule);
        let letor = joined(&judgements, &[("log", &log)]).expect(rule).letor();
        letor.lines().skip(1).map(|line| line[..1].to_owned()).collect::<Vec<_>>().join("")
    };
    assert_eq!(grades("round"), "30", "-1 is no rating");
    assert_eq!(grades("floor"), "20");
    assert_eq!(grades("0,1,2"), "301", "thresholds cut -1 too");
    let error = Judgements::read(text.as_bytes(), &ReadingSettings::default()).expect_err("2.5");
    assert!(
        error.to_string().contains("line 2, column 5: grade `2.5` is not a whole number; --grades"),
        "{error}"
    );
    assert!(Judgements::read(text.as_bytes(), &rules("often")).is_err());
}

#[test]
fn faults_of_ratings_have_a_place() {
    let check = |text: &str, words: &[&str]| {
        let error = ratings(text).expect_err(text).to_string();
        words.iter().for_each(|word| assert!(error.contains(word), "{text:?}: {error}"));
    };
    let head = "query,docid,rating\n";
    check("", &["line 1, column 1: no ratings"]);
    check(&format!("{head}a,1,good\n"), &["line 2, column 5: the rating `good` is not a number"]);
    check(&format!("{head}a,1,256\n"), &["line 2, column 5", "too large"]);
    check(&format!("{head}a,1,2\na,2,1\n\na,1,3\n"), &["line 5, column 5", "grade 3 here and 2 in line 2"]);
    check(&format!("{head}a,,2\n"), &["line 2, column 3", "no document"]);
    check(&format!("{head},1,2\n"), &["line 2, column 1: the row has no query"]);
    check(&format!("{head}a b,1,2\na_b,1,2\n"), &["line 3", "would both be called `a_b`"]);
    check(&format!("{head}a,1,2,5\n"), &["line 2", "4 fields", "3"]);
    check(
        "query,docid,Ann,Bob\na,1,2,3\n",
        &["line 1", "no column holds the ratings", "`Ann`", "--label NAME"],
    );
    check("1 # 7\n2 qid:1 # 8\n", &["no column"]);
    check("1 qid:1 # 7\n2 qid: # 8\n3 qid:1\n", &["line 2", "has no query", "line 3", "no document"]);
    let error = Judgements::read(b"query,docid,rating\na,\xff,1\n", &ReadingSettings::default());
    assert!(error.expect_err("bytes").to_string().starts_with("line 2, column 3: byte 0xFF is not UTF-8"));
    let long = format!("{head}a,\"1,2\n{}", "x,y,1\n".repeat(200_000));
    check(&long, &["line 2", "perhaps a quote is not closed"]);
    let settings = ReadingSettings { label: "Bob".to_owned(), ..ReadingSettings::default() };
    assert!(Judgements::read(b"query,docid,Ann,Bob\na,1,2,3\n", &settings).is_ok());
}

#[test]
fn faults_of_logs_have_a_place() {
    let judgements = ratings(RATINGS).expect("ratings");
    let check = |log: &str, words: &[&str]| {
        let error = joined(&judgements, &[("log.json", log)]).expect_err(log).to_string();
        words.iter().for_each(|word| assert!(error.contains(word), "{log}: {error}"));
    };
    let good = hits(&[hit("7555", 1.0)]);
    check("", &["line 1, column 1: no response"]);
    check("query,docid\n", &["line 1", "it is no JSON"]);
    check(&format!("{good}\n{{\"hits\": 5}}\n{good}\n[nul]"), &["line 2, column", "line 4, column"]);
    check("{\n  \"hits\": {\n    \"hits\": [}\n", &["line 3, column"]);
    check("{\"index\":\"tmdb\"}\n", &["line 1", "none of hits.hits, responses and response.docs"]);
    check(
        r#"{"responses":[{"error":{"type":"x","reason":"No query named [y] found"},"status":400}]}"#,
        &["line 1", "answered with an error: \"No query named [y] found\"", "repeat the request"],
    );
    check(r#"{"error":{"msg":"undefined field"}}"#, &["\"undefined field\""]);
    check(r#"{"hits":{"hits":[{"_source":{}}]}}"#, &["hit 1: it has no _id"]);
    check(r#"{"hits":{"hits":[{"_id":"x"}]}}"#, &["hit 1: the document `x` has no fields._ltrlog"]);
    check(r#"{"response":{"docs":[{"id":"x"}]}}"#, &["document 1: the document `x` has no [features]"]);
    check(r#"{"response":{"docs":[{"id":"x","[features]":"a"}]}}"#, &["`a`", "expected name=value"]);
    check(r#"{"response":{"docs":[{"id":"x","[features]":"a=Infinity"}]}}"#, &["feature `a`", "`Infinity`"]);
    check(r#"{"response":{"docs":[{"id":"x","[features]":"=1"}]}}"#, &["the name of feature 1 is empty"]);
    // No query: three responses for two queries, one in a file of its own.
    let error = joined(&judgements, &[("a.json", &good), ("b.json", &format!("{good}\n{good}\n"))]);
    let error = error.expect_err("no query").to_string();
    for words in ["a.json: line 1: nothing names the query", "echoParams", "here 3 responses and 2 queries"] {
        assert!(error.contains(words), "{error}");
    }
    let named = good.replacen('{', r#"{"query":"rambo","#, 1);
    check(&format!("{named}\n{good}"), &["log.json: line 2: nothing names the query"]);
    let strange = hits(&[hit("tmdb:7555", 1.0)]).replacen('{', r#"{"query":"rambo","#, 1);
    check(&strange, &["no rated document was logged", "`7555` of the query `rambo`", "`tmdb:7555`"]);
}

#[test]
fn one_of_several_log_entries_can_be_chosen() {
    let judgements = ratings("query,docid,rating\na,1,2\n").expect("ratings");
    let log = |second: &str| {
        format!(
            r#"{{"hits":{{"hits":[{{"_id":"1","fields":{{"_ltrlog":[{{"main":[{{"name":"x","value":1}}],"more":[{second}]}}]}}}}]}}}}"#
        )
    };
    let letor = |second: &str, entry: &str| {
        joined_with(&judgements, &[("log", &log(second))], entry, false).map(|joined| joined.letor())
    };
    let other = r#"{"name":"y","value":2}"#;
    assert_eq!(letor(other, "").expect("both"), "# 1: x\n# 2: y\n2 qid:a 1:1 2:2 # docid = 1\n");
    assert_eq!(letor(other, "more").expect("one"), "# 1: y\n2 qid:a 1:2 # docid = 1\n");
    let same = r#"{"name":"x","value":2}"#;
    let error = letor(same, "").expect_err("two values").to_string();
    assert!(
        error.contains("two values of the feature `x`, in the log entries `main` and `more`; --entry"),
        "{error}"
    );
    assert_eq!(letor(same, "more").expect("one"), "# 1: x\n2 qid:a 1:2 # docid = 1\n");
    let error = letor(other, "rest").expect_err("none").to_string();
    assert!(error.contains("no log entry `rest` (--entry); its entries are `main`, `more`"), "{error}");
}

#[test]
fn a_table_keeps_odd_texts_and_names() {
    let judgements = ratings("query,docid,rating\n\" =1,\"\"x\"\"\",\"a,b\",1\n").expect("ratings");
    let log = r#"{"response":{"docs":[{"id":"a,b","[features]":"grade=1,relevance=2"}]}}"#;
    let joined = joined(&judgements, &[("log", log)]).expect("data");
    let table = joined.table(',');
    assert_eq!(table, "label,query,docid,grade,relevance\n1,\" =1,\"\"x\"\"\",\"a,b\",1,2\n");
    let note = joined.table_note().expect("a name of another column");
    assert!(note.contains("\"grade\"") && note.contains("--label label --qid query --docid docid"), "{note}");
    let settings = ReadingSettings {
        label: "label".to_owned(),
        qid: "query".to_owned(),
        docid: "docid".to_owned(),
        ..ReadingSettings::default()
    };
    let mut reader = DataReader::new(&settings, None).expect("rules");
    reader.push(table.as_bytes());
    let data = reader.finish().expect("data").parsed.dataset;
    assert_eq!(data.queries().next().expect("a query").id, "=1,\"x\"");
    assert_eq!(*data.features(0), [1.0, 2.0]);
    assert_eq!(data.comment(0), "docid = a,b");
}
