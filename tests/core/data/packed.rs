//! Packed data sets: the same set in every detail, for any cuts of the bytes, and an error for any other bytes.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::*;
use rankscope::data::{
    Dataset, DocumentInfo, Grouping, LetorParser, PackedReader, PackedWriter, QueryRows, generate_letor,
};
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{Progress, TrainingRun};

fn packed(data: &Dataset) -> Vec<u8> {
    let mut writer = PackedWriter::new(Arc::new(data.clone()));
    let mut bytes = Vec::new();
    while let Some(piece) = writer.next_piece() {
        bytes.extend(piece);
    }
    bytes
}

fn unpacked(bytes: &[u8], cut: usize) -> Dataset {
    let mut reader = PackedReader::new();
    bytes.chunks(cut).for_each(|piece| reader.push(piece).unwrap());
    reader.finish().unwrap()
}

fn problem(bytes: &[u8]) -> String {
    let mut reader = PackedReader::new();
    let pushed = reader.push(bytes);
    assert_eq!(pushed.is_err(), reader.push(&[]).is_err(), "an error stays");
    pushed.and_then(|()| reader.finish().map(|_| ())).unwrap_err().to_string()
}

/// Checks everything that a program can see of a data set, and the form of its rows.
fn assert_same(data: &Dataset, other: &Dataset) {
    assert_eq!(data, other);
    assert!(other.feature_bytes() <= data.feature_bytes(), "the rows have their form, without spare room");
    assert_eq!(format!("{:?}", data.summary()), format!("{:?}", other.summary()));
    for query in data.queries() {
        assert_eq!(query, other.query(query.index));
        let documents = |data: &Dataset| -> Vec<DocumentInfo> { data.documents(query.index).unwrap() };
        assert_eq!(documents(data), documents(other));
        for row in query.documents {
            let bits =
                |data: &Dataset| data.features(row).iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(data), bits(other));
        }
    }
    assert_eq!(packed(data), packed(other), "every block has its form");
}

fn comes_back(data: &Dataset) {
    let bytes = packed(data);
    for cut in [bytes.len(), 1 << 12, 7, 1] {
        if bytes.len() / cut < 100_000 {
            assert_same(data, &unpacked(&bytes, cut));
        }
    }
}

/// Text of `n` documents whose values are kept with a chance of `share`.
fn text(n: usize, n_features: usize, share: f64, seed: u64) -> String {
    let mut state = seed;
    let mut draw = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut text = "# features: length, 3 age\n".to_owned();
    for row in 0..n {
        text += &format!("{} qid:{}", row * 7 % 4, row / 40);
        for feature in 1..=n_features {
            if draw() < share {
                text += &format!(" {feature}:{}", if draw() < 0.1 { -0.0 } else { draw() - 0.5 });
            }
        }
        text += match row % 3 {
            0 => " # site=é.org\n",
            1 => " #\n",
            _ => "\n",
        };
    }
    text
}

#[test]
fn a_set_of_any_form_comes_back() {
    for (n, n_features, share) in [(1, 3, 1.0), (300, 20, 1.0), (600, 30, 0.1), (513, 12, 0.3), (256, 1, 0.5)]
    {
        comes_back(&Dataset::from_letor(&text(n, n_features, share, n as u64)).unwrap());
    }
    // Dense blocks and sparse ones.
    let mixed = text(300, 30, 0.05, 1) + &text(300, 30, 0.9, 2).replace("qid:", "qid:b");
    comes_back(&Dataset::from_letor(&mixed).unwrap());
    // Queries that continue, which gives warnings, and lines between the documents.
    let torn = "# 2: age\n1 qid:a 1:1\n\n0 qid:b 2:1 # x\n# y\n2 qid:a 2:-0\n";
    let data = Dataset::from_letor(torn).unwrap();
    assert_eq!(data.summary().n_warnings, 1);
    comes_back(&data);
}

#[test]
fn parts_groups_and_sets_without_documents_come_back() {
    let data = Dataset::from_letor(&generate_letor(40, 20, 1)).unwrap();
    comes_back(&data);
    // The parts keep the scale of the whole. The third one is empty.
    let parts = data.split_by_query([0.5, 0.5, 0.0], 1).unwrap();
    assert_eq!(parts[2].n_queries(), 0);
    parts.iter().for_each(comes_back);
    data.fold(3, 1, 7).unwrap().iter().for_each(comes_back);
    comes_back(&data.select_queries(&[3, 3, 1]));
    let grouped = data.grouped(&Grouping::Feature(1)).unwrap();
    assert!(!grouped.query(0).groups.is_empty());
    comes_back(&grouped);
    let made = QueryRows { id: "a".into(), grades: vec![1, 0], ..QueryRows::default() };
    comes_back(&Dataset::from_queries(0, &[made]).unwrap());
}

#[test]
fn a_large_set_crosses_in_pieces() {
    let data = Dataset::from_letor(&text(3000, 150, 1.0, 5)).unwrap();
    let mut writer = PackedWriter::new(Arc::new(data.clone()));
    let mut reader = PackedReader::new();
    let mut sizes = Vec::new();
    while let Some(piece) = writer.next_piece() {
        sizes.push(piece.len());
        reader.push(&piece).unwrap();
    }
    assert!(sizes.len() > 3 && sizes.iter().all(|&size| size < 1_100_000), "{sizes:?}");
    assert_eq!(writer.next_piece(), None);
    assert_same(&data, &reader.finish().unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_set_comes_back(
        queries in vec(vec((0_u8..32, vec(prop_oneof![3 => Just(0.0), 1 => any::<f64>()], 5), ".{0,6}"), 1..30), 1..30),
        cut in 1_usize..5000,
    ) {
        let finite = |value: f64| if value.is_finite() { value } else { -0.0 };
        let made: Vec<QueryRows> = queries.iter().enumerate().map(|(index, documents)| QueryRows {
            id: format!("é{index}"),
            grades: documents.iter().map(|(grade, ..)| *grade).collect(),
            features: documents.iter().flat_map(|(_, row, _)| row.iter().copied().map(finite)).collect(),
            comments: documents.iter().map(|(.., comment)| comment.clone()).collect(),
        }).collect();
        let mut data = Dataset::from_queries(5, &made).unwrap();
        data.rename_features(vec![None, Some("age".to_owned())]);
        assert_same(&data, &unpacked(&packed(&data), cut));
    }
}

#[test]
fn training_has_the_same_bits() {
    let sparse = Dataset::from_letor(&text(200, 30, 0.1, 9)).unwrap();
    let dense = Dataset::from_letor(&generate_letor(20, 15, 3)).unwrap();
    for data in [sparse, dense] {
        let copy = unpacked(&packed(&data), 1000);
        for method in ["dorm", "ranksvm", "regression", "rankboost"] {
            let settings = TrainingSettings { method: method.to_owned(), ..TrainingSettings::default() };
            let trained = |data: &Dataset| {
                let mut run = TrainingRun::new(Arc::new(data.clone()), &settings).unwrap();
                while !matches!(run.advance(1000), Progress::Stopped { .. }) {}
                run.model().unwrap().json()
            };
            assert_eq!(trained(&data), trained(&copy), "{method}");
        }
    }
}

/// Text with names, a warning, comments, a dense and a sparse block.
fn small() -> Dataset {
    let mut parser = LetorParser::new();
    parser.push(b"# features: length, age\n1 qid:a 1:1 2:3 # x\n0 qid:b 2:0.5\n2 qid:a 1:-2 2:1\n");
    parser.finish().unwrap().dataset
}

#[test]
fn a_set_that_is_cut_off_is_an_error() {
    let sparse = Dataset::from_letor("1 qid:a 20:1\n0 qid:a 3:2\n").unwrap();
    for data in [small(), sparse] {
        let bytes = packed(&data);
        for length in 0..bytes.len() {
            let problem = problem(&bytes[..length]);
            assert!(problem.contains("the bytes end here (at byte "), "{length}: {problem}");
        }
        assert!(problem(&[&bytes[..], &[0]].concat()).contains("bytes behind the last ones"));
    }
}

#[test]
fn forged_numbers_are_refused() {
    let bytes = packed(&small());
    let check = |at: usize, forged: &[u8], expected: &str| {
        let mut bytes = bytes.clone();
        bytes[at..at + forged.len()].copy_from_slice(forged);
        let problem = problem(&bytes);
        assert!(problem.starts_with("the packed data cannot be used: "), "{problem}");
        assert!(problem.contains(expected), "{problem}\nis not\n{expected}");
    };
    let most = u64::MAX.to_le_bytes();
    // On wasm32 such numbers are no sizes at all.
    let beyond = |on_64_bits| if cfg!(target_pointer_width = "32") { "is too large" } else { on_64_bits };
    check(0, b"x", "they do not begin as this version");
    check(7, &[2], "they do not begin as this version");
    check(8, &100_001_u64.to_le_bytes(), "100001 features, more than 100000");
    check(16, &most, beyond("than fits"));
    check(24, &most, beyond("than fits"));
    check(32, &most, beyond("than fits"));
    check(40, &3_u64.to_le_bytes(), "3 of 1 warnings");
    check(56, &[77], "the highest grade is 77, above 31");
    check(57, &[4], "the flags are 4");
    // The head is followed by the two names, one warning and the first query.
    let names = 58;
    check(names, &most[..7], "the bytes end here");
    check(names + 8, &[0xff], "is not UTF-8");
    let find = |text: &[u8]| bytes.windows(text.len()).position(|window| window == text).unwrap();
    let grade =
        find(&[&1_u64.to_le_bytes()[..], &1_u64.to_le_bytes()[..], &2_u64.to_le_bytes()[..]].concat()) + 8;
    check(grade, &[3], "document 0 has grade 3, above 2");
    check(grade + 8, &[0], "document 0 stands on line 0");
    let rows = bytes.len() - 6 * 8;
    check(rows - 1, &[9], "block 0 has the unknown form 9");
    check(rows, &f64::NAN.to_le_bytes(), "row 0 has the value NaN, which is not finite");
    let query = find(b"a\x01\x00\x00\x00\x00\x00\x00\x00\x01");
    check(query, b" ", "query 0 has the name \" \"");
    check(query - 8, &[9], "query 0 has 9 documents");
    check(query - 8, &[0], "query 0 has 0 documents");
    check(query - 8, &[1], "the queries have 2 documents");
}

#[test]
fn columns_of_sparse_rows_must_be_in_order() {
    let data = Dataset::from_letor("1 qid:a 2:1 20:1\n0 qid:a 3:2\n").unwrap();
    let bytes = packed(&data);
    // Behind the form: the ends 2 and 3, the columns 1 and 19, two values, the column 2, one value.
    let ends = bytes.len() - (2 * 4 + 2 * 12 + 12);
    let check = |at: usize, forged: u32, expected: &str| {
        let mut bytes = bytes.clone();
        bytes[ends + at..ends + at + 4].copy_from_slice(&forged.to_le_bytes());
        let problem = problem(&bytes);
        assert!(problem.contains(expected), "{problem}\nis not\n{expected}");
    };
    check(0, 21, "a row has 0 to 21 as its values, of 20");
    check(4, 1, "a row has 2 to 1 as its values, of 20");
    check(8, 19, "the columns of row 0 are not in order below 20");
    check(12, 20, "the columns of row 0 are not in order below 20");
    check(12, 0, "the columns of row 0 are not in order below 20");
    check(32, 20, "the columns of row 1 are not in order below 20");
}
