//! LETOR text: accepted forms, and every fault with its place.

use proptest::prelude::*;
use rankscope::Error;
use rankscope::data::{Dataset, LetorParser, MAX_LINE_BYTES, Parsed};

fn parse(bytes: &[u8]) -> Result<Parsed, Error> {
    parse_in_chunks(bytes, bytes.len().max(1))
}

fn parse_in_chunks(bytes: &[u8], size: usize) -> Result<Parsed, Error> {
    let mut parser = LetorParser::new();
    for chunk in bytes.chunks(size) {
        parser.push(chunk);
    }
    parser.finish()
}

/// Returns one text per row: `query grade values… # comment @line`.
fn rows(data: &Dataset) -> Vec<String> {
    let mut rows = Vec::new();
    for query in data.queries() {
        for document in query.documents {
            let line = data.line(document).map_or(0, |line| line);
            let (id, grade, comment) = (query.id, data.grade(document), data.comment(document));
            rows.push(format!("{id} {grade} {:?} # {comment} @{line}", data.features(document)));
        }
    }
    rows
}

#[test]
fn text_is_read() {
    let check = |text: &str, expected: &[&str]| {
        for size in [1, 2, 3, 7, 1000] {
            let parsed = parse_in_chunks(text.as_bytes(), size);
            let parsed = parsed.unwrap_or_else(|error| panic!("{text:?} in chunks of {size}: {error}"));
            assert_eq!(rows(&parsed.dataset), expected, "{text:?} in chunks of {size}");
        }
    };
    check("2 qid:1 1:0.5 2:-3\n", &["1 2 [0.5, -3.0] #  @1"]);
    check("2 qid:1 1:0.5 2:-3", &["1 2 [0.5, -3.0] #  @1"]);
    check("\u{feff}2 qid:1 1:0.5\r\n0 qid:1 1:1\r\n", &["1 2 [0.5] #  @1", "1 0 [1.0] #  @2"]);
    check("2 qid:1 1:0.5\r", &["1 2 [0.5] #  @1"]);
    check("\u{feff}# only words\n\n \t\r\n1 qid:a 1:1\n\n", &["a 1 [1.0] #  @4"]);
    check("  1\tqid:a\t\t1:1   2:2\t \n", &["a 1 [1.0, 2.0] #  @1"]);
    check(
        "1 qid:a 3:3 1:1\n0 qid:a 4:4",
        &["a 1 [1.0, 0.0, 3.0, 0.0] #  @1", "a 0 [0.0, 0.0, 0.0, 4.0] #  @2"],
    );
    check("1 qid:a\n", &["a 1 [] #  @1"]);
    check("1 qid:Äpfel:1 1:1 # Käse # 3 \r\n", &["Äpfel:1 1 [1.0] # Käse # 3 @1"]);
    check("1 qid:a 1:1# x", &["a 1 [1.0] # x @1"]);
    check("1.0 qid:a 1:+1e3 2:.5 3:5. 4:1E-2", &["a 1 [1000.0, 0.5, 5.0, 0.01] #  @1"]);
    check("31 qid:a 007:1e-999", &["a 31 [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0] #  @1"]);
    check("0 qid:a 1:-0", &["a 0 [-0.0] #  @1"]);
}

#[test]
fn scattered_queries_are_grouped() {
    let text =
        "1 qid:b 1:1 # one\n2 qid:a 1:2 # two\n3 qid:b 1:3 # three\n0 qid:b 1:4\n1 qid:c\n0  qid:a 1:6";
    for size in 1..text.len() {
        let parsed = parse_in_chunks(text.as_bytes(), size).unwrap();
        let expected = [
            "b 1 [1.0] # one @1",
            "b 3 [3.0] # three @3",
            "b 0 [4.0] #  @4",
            "a 2 [2.0] # two @2",
            "a 0 [6.0] #  @6",
            "c 1 [0.0] #  @5",
        ];
        assert_eq!(rows(&parsed.dataset), expected);
        assert_eq!(parsed.dataset.file_order(), [0, 3, 1, 2, 5, 4]);
        let places: Vec<_> = parsed.warnings.iter().map(|warning| (warning.line, warning.column)).collect();
        assert_eq!(places, [(3, 3), (6, 4)]);
        assert!(parsed.warnings[0].problem.starts_with("query `b` continues here after other queries"));
        assert_eq!(parsed.n_warnings, 2);
        assert_eq!(parsed.dataset.summary().warnings, parsed.warnings);
    }
}

#[test]
fn faults_name_their_place() {
    let check = |text: &[u8], expected: &[(usize, usize, &str)]| {
        for size in [1, 5, text.len().max(1)] {
            let shown = String::from_utf8_lossy(&text[..text.len().min(80)]).into_owned();
            let Err(Error::Parse { problems, total }) = parse_in_chunks(text, size) else {
                panic!("{shown:?} in chunks of {size}: no fault");
            };
            assert_eq!(total, problems.len(), "{shown:?}");
            let places: Vec<_> = problems.iter().map(|fault| (fault.line, fault.column)).collect();
            let expected_places: Vec<_> = expected.iter().map(|fault| (fault.0, fault.1)).collect();
            assert_eq!(places, expected_places, "{shown:?}: {problems:?}");
            for (problem, (.., part)) in problems.iter().zip(expected) {
                assert!(problem.problem.contains(part), "{shown:?}: {:?} lacks {part:?}", problem.problem);
            }
        }
    };
    // The grade.
    check(b"qid:1 1:0.5", &[(1, 1, "found `qid:1`; expected a grade from 0 to 255")]);
    check(b"\xEF\xBB\xBF  qid:1 1:0.5", &[(1, 3, "found `qid:1`; expected a grade")]);
    check(b"1 qid:1 1:1\n-1 qid:1 1:0.5", &[(2, 1, "grade `-1` is negative; expected 0 to 255")]);
    check(b" 1.5 qid:1 1:0.5", &[(1, 2, "grade `1.5` is not a whole number")]);
    check(
        b"256 qid:1 1:0.5",
        &[(1, 1, "grade `256` is too large; expected 0 to 255, or --grades with thresholds such as 10,20")],
    );
    check(b"1e999 qid:1 1:0.5", &[(1, 1, "grade `1e999` is")]);
    check(b"good qid:1 1:0.5", &[(1, 1, "grade `good` is not a number")]);
    check(b"nan qid:1 1:0.5", &[(1, 1, "grade `nan` is not a number")]);
    // The query.
    check(b"1 1:0.5", &[(1, 3, "found `1:0.5`; expected qid:<query>")]);
    check(b"1 7 1:0.5", &[(1, 3, "found `7`; expected qid:<query>")]);
    check(b"1 QID:7 1:0.5", &[(1, 3, "found `QID:7`;"), (1, 3, "feature index in `QID:7`")]);
    check(b"1 qid: 1:0.5", &[(1, 3, "`qid:` is not followed")]);
    check(b"12  \r\n", &[(1, 3, "the line ends here; expected qid:<query>")]);
    check(b"1 # qid:1", &[(1, 2, "the line ends here; expected qid:<query>")]);
    // The features.
    check(b"1 qid:1 0:0.5", &[(1, 9, "index in `0:0.5` is 0; indices start at 1")]);
    check(b"1 qid:1\t-3:0.5", &[(1, 9, "index in `-3:0.5` is negative")]);
    check(b"1 qid:1 x:0.5", &[(1, 9, "index in `x:0.5` is not a whole number; expected 1 to 100000")]);
    check(b"1 qid:1 :0.5", &[(1, 9, "index in `:0.5` is not a whole number")]);
    check(b"1 qid:1 1.5:0.5", &[(1, 9, "index in `1.5:0.5` is not a whole number")]);
    check(b"1 qid:1 100001:0.5", &[(1, 9, "index in `100001:0.5` is too large; expected 1 to 100000")]);
    check(b"1 qid:1 99999999999999999999999:1", &[(1, 9, "is too large")]);
    check(b"1 qid:1 1:1 0.5", &[(1, 13, "`0.5` has no `:`; expected <index>:<value>")]);
    check(b"1 qid:1 1:1 2:2 1:1", &[(1, 17, "feature 1 is given twice")]);
    check(b"1 qid:1 1:0 1:0", &[(1, 13, "feature 1 is given twice")]);
    for value in ["nan", "NaN", "inf", "-Infinity", "", "-", "1,5", "0x1", "1_0", "٣", "1e", "1.2.3", "1:2"]
    {
        check(format!("1 qid:1 1:{value}").as_bytes(), &[(1, 9, "` is not a finite number")]);
    }
    check(b"1 qid:1 2:1e999 3:-1e999", &[(1, 9, "value in `2:1e999` is too large"), (1, 17, "too large")]);
    check(b"1 qid:1 1:\x07", &[(1, 9, r"`1:\u{7}`")]);
    // Several faults in a line, with columns in bytes.
    check("x qid:ä 0:1 é:1 2:2".as_bytes(), &[(1, 1, "grade"), (1, 10, "is 0"), (1, 14, "`é:1`")]);
    // The line and the file.
    check(b"1 qid:1 1:1 # caf\xE9\n1 qid:1 1:1", &[(1, 18, "byte 0xE9 is not UTF-8")]);
    check(b"\xFF\xFE1\x00", &[(1, 1, "byte 0xFF is not UTF-8")]);
    check(b"", &[(1, 1, "no documents")]);
    check(b"\n# nothing\n\n", &[(1, 1, "no documents")]);
    let long =
        [b"1 qid:1 1:1\n1 qid:1 # ".as_slice(), &vec![b'x'; MAX_LINE_BYTES], b"\n1 qid:1 0:1\n"].concat();
    check(&long, &[(2, MAX_LINE_BYTES + 1, "the line is longer than 1048576 bytes"), (3, 9, "is 0")]);
}

#[test]
fn the_first_twenty_faults_are_kept_and_all_counted() {
    let Err(error) = parse("0 qid:1 0:0\n".repeat(57).as_bytes()) else { panic!("no fault") };
    let Error::Parse { problems, total } = &error else { panic!("{error}") };
    assert_eq!((problems.len(), *total, problems[19].line), (20, 57, 20));
}

#[test]
fn a_line_at_the_limit_is_read() {
    let mut text = b"1 qid:1 1:1 #".to_vec();
    text.resize(MAX_LINE_BYTES, b'x');
    assert_eq!(parse(&text).unwrap().dataset.n_documents(), 1);
    text.push(b'x');
    assert!(parse(&text).is_err());
}

#[test]
fn a_matrix_over_the_limit_is_rejected_with_its_size() {
    let check = |line: &str, expected: &str| {
        let mut parser = LetorParser::with_limit(1 << 10);
        for _ in 0..100 {
            parser.push(line.as_bytes());
        }
        let error = parser.finish().unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    };
    check(
        "1 qid:1 1:1 2:1 3:1 100000:1\n",
        "100 documents of 100000 features take 0.00 GiB without their zeros",
    );
    check("1 qid:1 1:1 2:1 3:1 4:1 5:1\n", "100 documents of 5 features take 0.00 GiB as dense numbers");
    check("1 qid:1 1:1 # a comment\n", "the queries and comments of 100 documents take 0.00 GiB");
}

#[test]
fn progress_counts() {
    let mut parser = LetorParser::new();
    parser.push(b"1 qid:1 1:1\n\n0 qi");
    assert_eq!((parser.bytes(), parser.lines(), parser.documents()), (17, 2, 1));
    parser.push(b"d:1\n");
    assert_eq!((parser.bytes(), parser.lines(), parser.documents()), (21, 3, 2));
}

/// Generates text that is often almost LETOR.
fn letor_like() -> impl Strategy<Value = Vec<u8>> {
    let parts: Vec<&'static [u8]> = vec![
        b"1 ",
        b"0 qid:1 ",
        b"2 qid:a ",
        b"qid:",
        b"1:0.5 ",
        b"2:-1e-3 ",
        b"3:7",
        b" ",
        b"\t",
        b"\r\n",
        b"\n",
        b"\n",
        b"# x",
        "# é".as_bytes(),
        b"\xEF\xBB\xBF",
        b"\xFF",
        b"nan",
        b":",
    ];
    prop::collection::vec(prop::sample::select(parts), 0..60).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn chunks_do_not_matter(text in letor_like(), cuts in prop::collection::vec(0usize..9, 1..40)) {
        let whole = parse(&text);
        let mut parser = LetorParser::new();
        let (mut rest, mut cuts) = (text.as_slice(), cuts.iter().cycle());
        let mut empties = 0;
        while !rest.is_empty() && empties < 100 {
            let size = cuts.next().map_or(1, |&size| size.min(rest.len()));
            empties += usize::from(size == 0);
            parser.push(&rest[..size]);
            rest = &rest[size..];
        }
        parser.push(rest);
        prop_assert_eq!(parser.finish(), whole);
    }

    #[test]
    fn any_order_of_queries_is_a_stable_grouping(queries in prop::collection::vec(0usize..5, 1..700)) {
        let mut text = String::new();
        for (row, query) in queries.iter().enumerate() {
            text += &format!("{} qid:{query} 1:{row} {}:1 # {row}\n", row % 3, row % 7 + 2);
        }
        let data = Dataset::from_letor(&text).unwrap();
        let mut seen = Vec::new();
        for query in &queries {
            if !seen.contains(query) {
                seen.push(*query);
            }
        }
        let mut expected: Vec<usize> = (0..queries.len()).collect();
        expected.sort_by_key(|&row| seen.iter().position(|&query| query == queries[row]));
        for (document, &row) in expected.iter().enumerate() {
            prop_assert_eq!(data.features(document)[0], row as f64);
            prop_assert_eq!(data.features(document)[row % 7 + 1], 1.0);
            prop_assert_eq!(data.grade(document), (row % 3) as u8);
            prop_assert_eq!(data.comment(document), row.to_string());
            prop_assert_eq!(data.line(document), Some(row + 1));
        }
        for query in data.queries() {
            prop_assert!(query.documents.clone().all(|document| queries[expected[document]].to_string() == query.id));
        }
        let in_file: Vec<usize> = data.file_order().into_iter().map(|document| expected[document]).collect();
        prop_assert!(in_file.into_iter().eq(0..queries.len()));
    }

    #[test]
    fn random_bytes_do_not_panic(text in prop::collection::vec(any::<u8>(), 0..200), size in 1usize..50) {
        prop_assert_eq!(parse_in_chunks(&text, size), parse(&text));
    }

    #[test]
    fn values_have_the_bits_of_the_standard_library(text in "[+-]?[0-9]{0,22}(\\.[0-9]{0,22})?([eE][+-]?[0-9]{1,3})?") {
        let read = parse(format!("1 qid:1 1:{text}").as_bytes());
        match text.parse::<f64>().ok().filter(|value| value.is_finite()) {
            Some(value) => prop_assert_eq!(read.unwrap().dataset.features(0)[0].to_bits(), value.to_bits()),
            None => prop_assert!(read.is_err()),
        }
    }

    #[test]
    fn short_decimals_have_the_bits_of_the_standard_library(value in -1_000_000_000i64..1_000_000_000, decimals in 0usize..12) {
        let text = format!("{:.decimals$}", value as f64 / 10f64.powi(decimals as i32));
        let data = Dataset::from_letor(&format!("1 qid:1 1:{text}")).unwrap();
        prop_assert_eq!(data.features(0)[0].to_bits(), text.parse::<f64>().unwrap().to_bits());
    }
}
