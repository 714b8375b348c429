//! Files in the formats of other programs: what they are taken for, the rules, and the same bits as their LETOR twin.

use proptest::prelude::*;
use rankscope::Error;
use rankscope::data::{
    DataReader, Dataset, GroupFile, LetorParser, ReadData, ReadingSettings, generate_letor, preview,
    to_letor_lines,
};
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{Progress, TrainingRun};
use std::sync::Arc;

fn groups(text: &str) -> Option<GroupFile> {
    Some(GroupFile { name: "sizes".to_owned(), text: text.into(), is_beside: false })
}

fn read_in_chunks(
    text: &str,
    settings: &ReadingSettings,
    groups: Option<GroupFile>,
    size: usize,
) -> Result<ReadData, Error> {
    let mut reader = DataReader::new(settings, groups)?;
    for chunk in text.as_bytes().chunks(size) {
        reader.push(chunk);
    }
    reader.finish()
}

fn read(text: &str, settings: &ReadingSettings, groups: Option<GroupFile>) -> Result<ReadData, Error> {
    let whole = read_in_chunks(text, settings, groups.clone(), text.len().max(1));
    for size in [1, 3, 7] {
        assert_eq!(
            read_in_chunks(text, settings, groups.clone(), size),
            whole,
            "{text:?} in chunks of {size}"
        );
    }
    whole
}

fn plain() -> ReadingSettings {
    ReadingSettings::default()
}

/// Everything that training sees, and the names.
fn contents(data: &Dataset) -> String {
    let queries: Vec<_> = data
        .queries()
        .map(|query| {
            let rows: Vec<Vec<u64>> = query
                .documents
                .map(|row| data.features(row).iter().map(|value| value.to_bits()).collect())
                .collect();
            (query.id.to_owned(), query.grades.to_vec(), rows)
        })
        .collect();
    format!("{queries:?} {}", data.max_grade())
}

fn letor(text: &str) -> Dataset {
    Dataset::from_letor(text).unwrap()
}

/// Checks that a text gives the data of a LETOR text.
fn same(text: &str, settings: &ReadingSettings, sizes: Option<GroupFile>, twin: &str) -> String {
    let read = read(text, settings, sizes).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    assert_eq!(contents(&read.parsed.dataset), contents(&letor(twin)), "{text:?}");
    read.read_as
}

#[track_caller]
fn refused(text: &str, settings: &ReadingSettings, sizes: Option<GroupFile>, parts: &[&str]) {
    let message = match read(text, settings, sizes) {
        Ok(read) => panic!("{text:?} was read as {}", read.read_as),
        Err(error) => error.to_string(),
    };
    for part in parts {
        assert!(message.contains(part), "{text:?}: {message:?} lacks {part:?}");
    }
}

#[test]
fn tables_give_the_data_of_their_letor_twin() {
    let twin = "2 qid:a 1:0.5 2:-3\n0 qid:a 1:0 2:1e-3\n1 qid:b 1:7 2:0\n";
    let read_as = same("label,qid,x,y2\n2,a,0.5,-3\n0,a,0,1e-3\n1,b,7,0\n", &plain(), None, twin);
    assert_eq!(read_as, "CSV: grades from column `label`, queries from column `qid`, 2 features (`x`, `y2`)");
    same("Query-ID\tRelevance\tx\tz\r\na\t2\t0.5\t-3\r\na\t0\t0\t1e-3\r\nb\t1\t7\t0", &plain(), None, twin);
    same("\u{feff}x;y2;rel;group\n0.5;-3;2;a\n0;1e-3;0;a\n\n7;0;1;b\n", &plain(), None, twin);
    let text =
        "# made by hand\n\"qid\",\"y\",\"x\",\"z, really\"\n\"a\",2,\"0.5\", -3\na,0,0,1e-3\nb,1.0,7,0\n";
    same(text, &plain(), None, twin);
    // Columns by name and by number, columns that are left out, and a column without a name.
    let settings =
        ReadingSettings { label: "judged".into(), qid: "3".into(), ignore: vec!["url".into()], ..plain() };
    let text = ",judged,which,x,url,z\n0,2,a,0.5,\"u,\nv\",-3\n1,0,a,0,w,1e-3\n2,1,b,7,w,0\n";
    let read_as = same(text, &settings, None, twin);
    assert!(read_as.ends_with("2 left out (``, `url`)"), "{read_as}");
    let data = read(text, &settings, None).unwrap().parsed.dataset;
    assert_eq!(data.feature_names(), [Some("x".to_owned()), Some("z".to_owned())]);
    let lines: Vec<_> = (0..3).filter_map(|row| data.line(row)).collect();
    assert_eq!(lines, [2, 4, 5], "the second row starts after a line end in quotes");
    // Names of queries have no spaces.
    same(
        "label,qid,x\n1,red shoes,1\n0,red shoes,2\n",
        &plain(),
        None,
        "1 qid:red_shoes 1:1\n0 qid:red_shoes 1:2\n",
    );
}

#[test]
fn group_sizes_give_the_queries() {
    let twin = "2 qid:1 1:0.5\n0 qid:1 2:1\n1 qid:2 1:7 # x\n";
    let read_as = same("2 1:0.5\n0 2:1\n1 1:7 # x\n", &plain(), groups("2\n1\n"), twin);
    assert_eq!(read_as, "lines without qid, as of LightGBM and XGBoost; 2 group sizes from sizes");
    same(
        "# head\n2 0:0.5\n\n0 1:1\n1 0:7",
        &ReadingSettings { zero_based: true, ..plain() },
        groups("2 \r\n1"),
        twin,
    );
    let table = "label,a,b\n2,0.5,0\n0,0,1\n1,7,0\n";
    same(table, &plain(), groups("2\n1"), twin);
    // Groups beside a file that names its queries are not read.
    let beside = Some(GroupFile { name: "x".into(), text: b"junk".to_vec(), is_beside: true });
    same(twin, &plain(), beside.clone(), twin);
    same("label,qid,a,b\n2,1,0.5,0\n0,1,0,1\n1,2,7,0\n", &plain(), beside, twin);

    let lines = "2 1:0.5\n0 2:1\n1 1:7\n";
    refused(lines, &plain(), None, &["line 1", "no qid:<query>", "--group-sizes FILE", "FILE.query"]);
    refused(lines, &plain(), groups("2\n\n1\n"), &["sizes: line 2: the line is blank; remove it"]);
    refused(lines, &plain(), groups("2\n0\n1\n"), &["sizes: line 2: a group of 0 documents; remove"]);
    refused(lines, &plain(), groups("2\n1.5\n"), &["sizes: line 2: `1.5` is not the size of a group"]);
    refused(lines, &plain(), groups(" \n"), &["sizes: the file has no group sizes"]);
    refused(
        lines,
        &plain(),
        groups("1\n1\n"),
        &["2 group sizes sum to 2", "3 documents", "the last 1 have no group"],
    );
    refused(lines, &plain(), groups("1\n9\n"), &["sum to 10", "the data end within the group of line 2"]);
    refused(twin, &plain(), groups("2\n1\n"), &["line 1, column 3", "leave --group-sizes out"]);
    refused(
        table,
        &plain(),
        None,
        &["line 1, column 1", "no column names the queries", "--qid", "--group-sizes"],
    );
    let both = "label,qid,a\n1,1,1\n";
    refused(both, &plain(), groups("1"), &["line 1, column 7", "`qid` names the queries", "--ignore"]);
}

#[test]
fn headers_without_a_clear_meaning_are_refused() {
    let check = |text: &str, parts: &[&str]| refused(text, &plain(), None, parts);
    check("1,2,3\n1,2,3\n", &["line 1", "numbers and no names", "label,qid,f1,f2"]);
    check("grade,label,qid,a\n1,1,1,1\n", &["column 7", "`grade` and `label`", "--label NAME chooses"]);
    check("stars,qid,a\n1,1,1\n", &["no column holds the grades", "`stars`, `qid`, `a`", "--label NAME"]);
    check("label,qid,a,a\n1,1,1,1\n", &["line 1, column 13", "columns 3 and 4 are both called `a`"]);
    check("label,qid,a\r1,1,1\r", &["carriage return (CR)", "LF or CRLF"]);
    check("label,qid,a\n1,1\n", &["line 2, column 1", "2 fields, but the header has 3"]);
    check("label,qid,a\n1,,1\n", &["line 2, column 3", "no query"]);
    check("label,qid,a\n1,q,1e999\n", &["line 2, column 5", "column `a`: `1e999` is too large"]);
    check("label,qid,a\nx,q,1\n", &["line 2, column 1", "grade `x` is not a number"]);
    check("label,qid,a\n", &["no documents", "no rows below the head"]);
    check(
        "label,qid,t\n1,q,\"p, q\"\n1,q,r\n",
        &["line 2, column 5", "`p, q` is not a number", "--ignore t"],
    );
    check("label,qid,a\n1,a b,1\n0,a_b,1\n", &["line 3, column 3", "would both be called `a_b`"]);
    let unknown = ReadingSettings { label: "lable".into(), ..plain() };
    refused("label,qid,a\n1,1,1\n", &unknown, None, &["--label: no column `lable`; the nearest are `label`"]);
    let open = "label,qid,a\n1,1,\"1\n".to_owned() + &"1,1,1\n".repeat(200_000);
    assert!(
        read_in_chunks(&open, &plain(), None, 1 << 16)
            .unwrap_err()
            .to_string()
            .contains("a quote is not closed")
    );
}

#[test]
fn what_letor_lacks_is_refused_until_a_rule_is_given() {
    let rules = |unjudged: &str, grades: &str, missing: &str| ReadingSettings {
        unjudged: unjudged.into(),
        grades: grades.into(),
        missing: missing.into(),
        ..plain()
    };
    for (text, place) in [
        ("1 qid:a 1:1\n-1 qid:a 1:2\n", "line 2, column 1"),
        ("label,qid,x\n1,a,1\n-1,a,2\n", "line 3, column 1"),
    ] {
        refused(text, &plain(), None, &[place, "grade `-1` is negative", "--unjudged"]);
        refused(text, &rules("", "round", ""), None, &[place, "--unjudged drop"]);
        let read_as = same(text, &rules("drop", "", ""), None, "1 qid:a 1:1\n");
        assert!(read_as.ends_with("; 1 unjudged document left out"), "{read_as}");
        same(text, &rules("zero", "", ""), None, "1 qid:a 1:1\n0 qid:a 1:2\n");
        same(text, &rules("", "0.5", ""), None, "1 qid:a 1:1\n0 qid:a 1:2\n");
    }
    refused(
        "label,qid,x\n,a,1\n",
        &plain(),
        None,
        &["line 2, column 1", "the grade is missing; --unjudged drop"],
    );
    same(
        "label,qid,x\n,a,1\nNA,a,2\n1,a,3\n",
        &rules("zero", "", ""),
        None,
        "0 qid:a 1:1\n0 qid:a 1:2\n1 qid:a 1:3\n",
    );
    refused("-1 qid:a 1:1\n", &rules("drop", "", ""), None, &["all 1 are unjudged"]);
    refused(
        "-2 qid:a 1:1\n",
        &rules("drop", "", ""),
        None,
        &["`-2` is negative", "--grades with thresholds"],
    );

    let text = "0.5 qid:a 1:1\n1.4 qid:a 1:2\n2 qid:a 1:3\n";
    refused(text, &plain(), None, &["line 1, column 1", "`0.5` is not a whole number", "--grades"]);
    let in_comments = ReadingSettings { grades: "comment:stars".into(), ..plain() };
    let found = read("0 qid:1 1:1 # a, stars 4\n1 qid:1 1:2 # b, stars=0\n", &in_comments, None).unwrap();
    assert_eq!(found.parsed.dataset.query(0).grades, [4, 0]);
    assert!(!found.is_plain && found.read_as.ends_with("grades from the comments"), "{}", found.read_as);
    refused("0 qid:1 1:1 # a\n", &in_comments, None, &["line 1", "\"a\"", "\"stars\""]);
    let check = |rule: &str, grades: [u8; 3]| {
        let [a, b, c] = grades;
        same(text, &rules("", rule, ""), None, &format!("{a} qid:a 1:1\n{b} qid:a 1:2\n{c} qid:a 1:3\n"));
    };
    check("round", [1, 1, 2]);
    check("floor", [0, 1, 2]);
    check("ceil", [1, 2, 2]);
    check("0.5,2", [1, 1, 2]);
    check("3", [0, 0, 0]);
    refused("299.5 qid:a 1:1\n", &rules("", "round", ""), None, &["grade `299.5` becomes 300", "thresholds"]);
    for rule in ["rounded", "1,1", "2,1", "1,,2", "nan", "1e999"] {
        assert!(rules("", rule, "").check().is_err(), "{rule}");
    }

    let text = "label,qid,x,y\n1,a,1,\n1,a,NaN,4\n0,b,3,NA\n0,b,null,6\n";
    let text = text.replace(",y\n", ",z\n");
    refused(&text, &plain(), None, &["line 2, column 7", "column `z`: the value is missing; --missing zero"]);
    let check = |rule: &str, twin: &str| same(&text, &rules("", "", rule), None, twin);
    check("zero", "1 qid:a 1:1 2:0\n1 qid:a 1:0 2:4\n0 qid:b 1:3 2:0\n0 qid:b 1:0 2:6\n");
    check("mean", "1 qid:a 1:1 2:5\n1 qid:a 1:2 2:4\n0 qid:b 1:3 2:5\n0 qid:b 1:2 2:6\n");
    check("query-mean", "1 qid:a 1:1 2:4\n1 qid:a 1:1 2:4\n0 qid:b 1:3 2:6\n0 qid:b 1:3 2:6\n");
    let lines = "1 qid:a 1:nan 2:3\n1 qid:b 1:4 2:\n1 qid:b 2:5\n";
    refused(lines, &plain(), None, &["line 1, column 9", "`1:nan`", "--missing"]);
    // An index that is not written is 0, as in LETOR.
    same(lines, &rules("", "", "mean"), None, "1 qid:a 1:2 2:3\n1 qid:b 1:4 2:4\n1 qid:b 1:0 2:5\n");
    assert!(rules("", "", "median").check().is_err() && rules("keep", "", "").check().is_err());
}

#[test]
fn indices_from_zero_are_read_by_a_rule() {
    let zero = ReadingSettings { zero_based: true, ..plain() };
    refused("1 qid:a 0:5\n", &plain(), None, &["line 1, column 9", "index in `0:5` is 0", "--zero-based"]);
    same("1 qid:a 0:5 2:7\n", &zero, None, "1 qid:a 1:5 3:7\n");
    same("1 qid:a 99999:5\n", &zero, None, "1 qid:a 100000:5\n");
    refused("1 qid:a 100000:5\n", &zero, None, &["`100000:5` is too large; expected 0 to 99999"]);
    refused("1 qid:a 3:5 3:1\n", &zero, None, &["`3:1` is given twice"]);
}

#[test]
fn bytes_that_are_no_text_are_named() {
    for (bytes, part) in [
        (&b"\x1f\x8b\x08\x00junk"[..], ".gz file: unpack them first"),
        (b"PK\x03\x04....", "spreadsheet (.xlsx)"),
        (b"PAR1....", "Parquet"),
        (b"\xFF\xFE1\x00", "UTF-16"),
        (b"1\x00 \x00q\x00i\x00d\x00", "not text"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "not text"),
    ] {
        let mut reader = DataReader::new(&plain(), None).unwrap();
        reader.push(bytes);
        let message = reader.finish().unwrap_err().to_string();
        assert!(message.contains(part), "{message}");
    }
    let mut parser = LetorParser::new();
    parser.push(b"\x1f\x8b\x08\x00junk\nmore");
    let message = parser.finish().unwrap_err().to_string();
    assert!(
        message.contains("byte 0x8B is not UTF-8; these are the packed bytes of a .gz file"),
        "{message}"
    );
}

#[test]
fn a_comment_may_have_a_byte_0() {
    assert_eq!(
        read("1 qid:a 1:5 # \0\n0 qid:a 1:3\n", &plain(), None).unwrap().parsed.dataset.n_documents(),
        2
    );
}

#[test]
fn features_of_further_files_follow_the_names_of_the_first() {
    let first = read("label,qid,a,b\n1,q,1,2\n", &plain(), None).unwrap().parsed.dataset;
    let like = |text: &str| {
        let mut reader = DataReader::new(&plain(), None).unwrap().like(first.feature_names());
        reader.push(text.as_bytes());
        reader.finish()
    };
    let read = like("b,extra,qid,a,label\n2,9,q,1,1\n").unwrap();
    assert_eq!(contents(&read.parsed.dataset), contents(&first));
    assert!(read.read_as.ends_with("1 left out (`extra`)"), "{}", read.read_as);
    let message = like("label,qid,b\n1,q,1\n").unwrap_err().to_string();
    assert!(message.contains("no column `a`, which is a feature of the training data"), "{message}");
}

#[test]
fn a_preview_says_what_a_file_would_be_taken_for() {
    let table = "relevance,qid,title,x\n1,a,shoes,1\n-1,a,hats,\n0.5,b,caps,2\n0,b,ti";
    let found = preview(table.as_bytes(), false, &plain(), None).unwrap();
    assert_eq!((found.format, found.format_name), ("table", "CSV"));
    assert_eq!((found.label.as_deref(), found.qid.as_deref()), (Some("relevance"), Some("qid")));
    assert_eq!((found.columns.len(), found.features, found.documents, found.queries), (4, 2, 3, 2));
    assert_eq!((found.seen.unjudged, found.seen.fractional, found.seen.missing), (1, 1, 1));
    assert_eq!(found.text_columns, ["title"]);
    assert_eq!(found.rows[1].fields, ["-1", "a", "hats", ""]);
    assert_eq!((found.rows[1].line, found.rows.len()), (3, 3));
    let settings = ReadingSettings {
        ignore: vec!["title".into()],
        unjudged: "drop".into(),
        grades: "round".into(),
        missing: "zero".into(),
        ..plain()
    };
    let found = preview(table.as_bytes(), false, &settings, None).unwrap();
    assert_eq!((found.n_problems, found.features, found.documents, found.queries), (0, 1, 3, 2));
    let found = preview(b"a,b\n1,2\n", true, &plain(), None).unwrap();
    assert_eq!((found.label, found.qid, found.n_problems), (None, None, 2));
    assert_eq!(found.rows.len(), 1, "the rows are shown all the same");

    let found = preview(b"1 1:2\n0 3:1\n", true, &plain(), None).unwrap();
    assert_eq!((found.format, found.features, found.documents), ("without-queries", 3, 2));
    assert!(found.refusal.is_some_and(|problem| problem.contains("no qid")));
    let found = preview(b"1 1:2\n0 3:1\n", true, &plain(), groups("1\n1\n")).unwrap();
    assert_eq!((found.refusal, found.queries), (None, 2));
    let found = preview(b"1 1:2\n0 3:1\n", true, &plain(), groups("3\n")).unwrap();
    assert!(found.refusal.is_some_and(|problem| problem.contains("sum to 3")));
    let found = preview(b"1 1:2\n0 3:1\n", false, &plain(), groups("3\n")).unwrap();
    assert_eq!(found.refusal, None, "the rest may have more rows");

    let found = preview(b"2 qid:1 1:0.5\n0 qid:1 0:1\n", true, &plain(), None).unwrap();
    assert_eq!((found.format, found.seen.zero_indices, found.n_problems), ("letor", 1, 1));
    let found = preview(b"\x1f\x8b\x08", true, &plain(), None).unwrap();
    assert_eq!((found.format, found.refusal.is_some()), ("unreadable", true));
}

#[test]
fn training_has_the_same_bits_in_every_format() {
    let text = generate_letor(8, 12, 5);
    let data = letor(&text);
    let (mut table, mut bare, mut zero, mut sizes) =
        (String::new(), String::new(), String::new(), String::new());
    let names: Vec<String> = (1..=data.n_features()).map(|index| format!("f{index}")).collect();
    table += &format!("qid\t{}\tgrade\n", names.join("\t"));
    for query in data.queries() {
        sizes += &format!("{}\n", query.documents.len());
        for (row, grade) in query.documents.zip(query.grades) {
            let values: Vec<String> = data.features(row).iter().map(f64::to_string).collect();
            table += &format!("{}\t{}\t{grade}\n", query.id, values.join("\t"));
            let indexed = |from: usize| -> String {
                values.iter().enumerate().map(|(index, value)| format!(" {}:{value}", index + from)).collect()
            };
            bare += &format!("{grade}{}\n", indexed(1));
            zero += &format!("{grade} qid:{}{}\n", query.id, indexed(0));
        }
    }
    let trained = |data: Dataset| {
        let settings = TrainingSettings { max_iterations: 8, ..TrainingSettings::default() };
        let mut run = TrainingRun::new(Arc::new(data), &settings).unwrap();
        let mut reports = Vec::new();
        loop {
            match run.advance(1000) {
                Progress::Working { .. } => {}
                Progress::Stepped { report } => reports.push(serde_json::to_string(&report).unwrap()),
                Progress::Stopped { .. } => return reports,
            }
        }
    };
    let expected = trained(data);
    for (text, settings, sizes) in [
        (table, plain(), None),
        (bare, plain(), groups(&sizes)),
        (zero, ReadingSettings { zero_based: true, ..plain() }, None),
        // A rule without effect sends LETOR lines through the reader of rules.
        (text, ReadingSettings { missing: "zero".into(), ..plain() }, None),
    ] {
        let read = read_in_chunks(&text, &settings, sizes, 1000).unwrap();
        assert_eq!(trained(read.parsed.dataset), expected, "{}", read.read_as);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The reader of rules agrees with the fast one on everything that LETOR has.
    #[test]
    fn both_readers_of_letor_lines_agree(
        rows in proptest::collection::vec((0_u8..32, 0_u8..4, proptest::collection::vec((1_usize..30, any::<f32>()), 0..8)), 1..40),
    ) {
        let mut text = String::from("# 2: second\n");
        for (grade, query, features) in rows {
            let mut seen = std::collections::BTreeMap::new();
            seen.extend(features.into_iter().filter(|(_, value)| value.is_finite()));
            text += &format!("{grade}\tqid:q{query} ");
            for (index, value) in seen {
                text += &format!(" {index}:{value:e}");
            }
            text += " # note\r\n";
        }
        let settings = ReadingSettings { unjudged: "drop".into(), ..plain() };
        let other = read_in_chunks(&text, &settings, None, 17).unwrap().parsed;
        let mut parser = LetorParser::new();
        parser.push(text.as_bytes());
        prop_assert_eq!(other, parser.finish().unwrap());
    }
}

#[test]
fn what_was_read_can_be_written_as_letor_lines_at_the_same_places() {
    let text = "label,qid,\"size, cm\",x\n1,b,0,2\n-1,a,1,1\n\n0,a,0.1,0\n2,b,\"3\n\",-0\n";
    let settings = ReadingSettings { unjudged: "drop".into(), ..plain() };
    let read = read(text, &settings, None).unwrap().parsed;
    let order = read.dataset.file_order();
    let pieces: Vec<String> =
        (0..2).map(|piece| to_letor_lines(&read.dataset, &order, 2 * piece..2 * piece + 2)).collect();
    let letor = letor(&pieces.concat());
    assert_eq!(contents(&letor), contents(&read.dataset));
    let lines = |data: &Dataset| (0..data.n_documents()).map(|row| data.line(row)).collect::<Vec<_>>();
    assert_eq!(lines(&letor), lines(&read.dataset));
    assert_eq!(letor.feature_names(), [Some("size; cm".to_owned()), Some("x".to_owned())]);
}

#[test]
fn data_that_are_only_scored_need_no_grades() {
    let read = |text: &str, rules: &ReadingSettings| {
        let mut reader = DataReader::new(rules, None).expect("known rules").without_grades();
        reader.push(text.as_bytes());
        reader.finish().map(|read| (read.ungraded.len(), read.is_plain, read.parsed.dataset))
    };
    let table = "query,docid,bm25,pop\n\"q, 1\",8629,2.66,8\n\"q, 1\",4050,1.0,4\n";
    let (ungraded, _, data) = read(table, &plain()).expect("a table without grades");
    assert_eq!((ungraded, data.n_features(), data.comment(1)), (2, 2, "docid = 4050"));
    let (ungraded, is_plain, data) =
        read("0.5 qid:1 1:2\n1 qid:1 1:3\nNA qid:1 1:4\n999 qid:1 1:5\n", &plain()).expect("LETOR");
    assert_eq!((ungraded, is_plain, data.grade(1), data.n_documents()), (3, false, 1, 4));
    let (ungraded, is_plain, _) = read("2 qid:1 1:2\n0 qid:1 1:3\n", &plain()).expect("LETOR");
    assert_eq!((ungraded, is_plain), (0, true), "plain LETOR stays plain");
    let (ungraded, _, data) = read("qid:1 1:2\n1 qid:1 1:3\n", &plain()).expect("a line without a label");
    assert_eq!((ungraded, data.grade(1), data.value(0, 0)), (1, 1, 2.0));
    // Rules still hold: unjudged documents are dropped if the user says so.
    let drop = ReadingSettings { unjudged: "drop".into(), ..plain() };
    assert_eq!(read("-1 qid:1 1:2\n0.5 qid:1 1:3\n", &drop).expect("LETOR").2.n_documents(), 1);
    assert!(read("1 qid:1 1:x\n", &plain()).is_err(), "features must be numbers");
}

#[test]
fn a_column_of_document_names_is_no_feature() {
    let read = |text: &str, rules: &ReadingSettings| {
        let mut reader = DataReader::new(rules, None).expect("known rules");
        reader.push(text.as_bytes());
        reader.finish().expect("a table")
    };
    let found = read("grade,qid,Doc ID,x\n1,a,d7,2\n0,a,d9,3\n", &plain());
    assert!(found.read_as.contains("documents from column `Doc ID`"), "{}", found.read_as);
    assert_eq!((found.parsed.dataset.n_features(), found.parsed.dataset.comment(0)), (1, "docid = d7"));
    let named = ReadingSettings { docid: "url".into(), ..plain() };
    let found = read("grade,qid,url,x\n1,a,http://a.b/c,2\n0,a,,3\n", &named);
    assert_eq!(found.parsed.dataset.comment(0), "docid = http://a.b/c");
    assert_eq!(found.parsed.dataset.comment(1), "", "a document without a name");
    let found = read("grade,qid,docid,x\n1,a,\"two\nwords\",2\n0,a,\"b\"\"c d\",3\n", &plain());
    let data = found.parsed.dataset;
    assert_eq!((data.comment(0), data.comment(1)), ("docid = \"two words\"", "docid = \"b'c d\""));
    let letor = to_letor_lines(&data, &data.file_order(), 0..2);
    assert_eq!(Dataset::from_letor(&letor).expect("LETOR lines").n_documents(), 2, "{letor}");
    for (rules, both) in [
        (ReadingSettings { docid: "qid".into(), ..plain() }, "queries and names of documents"),
        (ReadingSettings { docid: "grade".into(), ..plain() }, "grades and names of documents"),
    ] {
        let mut reader = DataReader::new(&rules, None).expect("known rules");
        reader.push(b"grade,qid,x\n1,a,2\n");
        let error = reader.finish().expect_err("a column with two meanings").to_string();
        assert!(error.contains(both), "{error}");
    }
    let ignored = ReadingSettings { ignore: vec!["docid".into()], ..plain() };
    let found = read("grade,qid,docid,x\n1,a,5,2\n0,a,6,3\n", &ignored);
    assert_eq!((found.parsed.dataset.n_features(), found.parsed.dataset.comment(0)), (1, ""));
}

/// Reads a further file after the rules of the training data.
fn read_after(text: &str, own: &ReadingSettings, training: &ReadData) -> Result<ReadData, Error> {
    let mut reader = DataReader::new(own, None)?.like(&training.columns).after(&training.rules)?;
    reader.push(text.as_bytes());
    reader.finish()
}

#[test]
fn further_files_are_read_by_the_rules_of_the_training_data() {
    let settings = ReadingSettings {
        label: "4".into(),
        ignore: vec!["3".into(), "a, b".into()],
        missing: "mean".into(),
        without: vec!["pop".into()],
        ..plain()
    };
    let text = "qid,x,note,judged,pop,\"a, b\",y\n1,2,n,1,5,6,7\n1,,n,0,5,6,\n";
    let training = read(text, &settings, None).unwrap();
    assert_eq!(contents(&training.parsed.dataset), contents(&letor("1 qid:1 1:2 2:7\n0 qid:1 1:2 2:7\n")));
    let rules = ReadingSettings {
        label: "judged".into(),
        ignore: vec!["note".into(), "a, b".into()],
        without: vec!["2".into()],
        means: vec![2.0, 7.0],
        ..settings
    };
    assert_eq!(training.rules, rules, "columns by name, features by number");
    let columns = ["x", "pop", "y"].map(|name| Some(name.to_owned()));
    assert_eq!(training.columns, columns);
    // Other columns in another order, gaps that get the means of the training data, and no judged column.
    let new = "y,label,x,qid\n,1,9,1\n3,0,,1\n";
    let read_new = read_after(new, &plain(), &training).unwrap().parsed.dataset;
    assert_eq!(contents(&read_new), contents(&letor("1 qid:1 1:9 2:7\n0 qid:1 1:2 2:3\n")));
    // A rule of its own holds.
    let zero = ReadingSettings { missing: "zero".into(), ..plain() };
    let read_new = read_after(new, &zero, &training).unwrap().parsed.dataset;
    assert_eq!(contents(&read_new), contents(&letor("1 qid:1 1:9 2:0\n0 qid:1 1:0 2:3\n")));
    // A column of its own is needed.
    let own = ReadingSettings { label: "stars".into(), ..plain() };
    assert!(read_after(new, &own, &training).unwrap_err().to_string().contains("no column `stars`"));
    let nan = ReadingSettings { means: vec![f64::NAN], ..plain() };
    assert!(nan.check().unwrap_err().to_string().contains("means"));
}
