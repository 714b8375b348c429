//! The shipped samples and the sample generator.

use std::io::Read;

use rankscope::data::{CommentGrades, Dataset, Scaling, generate_letor};
use rankscope::pages::Collection;

/// The files are compiled into the program because a browser test cannot read them.
macro_rules! shipped {
    ($name:literal) => {
        ($name, include_bytes!(concat!("../../../www/samples/", $name)).as_slice())
    };
}

const KITCHEN: (&str, &[u8]) = shipped!("kitchen.txt");
const TOWN: &[u8] = include_bytes!("../../../www/samples/town.json");
const DIGITS: (&str, &[u8]) = shipped!("optdigits.txt.gz");

fn sample((name, bytes): (&str, &[u8])) -> Dataset {
    let mut text = String::new();
    if name.ends_with(".gz") {
        flate2::read::GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
    } else {
        text = String::from_utf8(bytes.to_vec()).unwrap();
    }
    Dataset::from_letor(&text).unwrap()
}

#[test]
fn shipped_samples_are_read() {
    let check = |file: (&str, &[u8]), counts: [usize; 3], grades: &[usize], lengths: [usize; 2]| {
        let name = file.0;
        let summary = sample(file).summary();
        assert_eq!([summary.queries, summary.documents, summary.features], counts, "{name}");
        assert_eq!(summary.grade_counts, grades, "{name}");
        assert_eq!([summary.shortest_query, summary.longest_query], lengths, "{name}");
        assert_eq!(summary.n_warnings, 0, "{name}");
    };
    check(KITCHEN, [6, 43, 5], &[16, 9, 10, 8], [7, 8]);
    for part in
        [shipped!("hopeless-train.txt"), shipped!("hopeless-valid.txt"), shipped!("hopeless-test.txt")]
    {
        check(part, [24, 240, 4], &[216, 24], [10, 10]);
    }
    check(shipped!("ring-train.txt"), [32, 384, 2], &[312, 72], [12, 12]);
    check(shipped!("ring-valid.txt"), [32, 384, 2], &[308, 76], [12, 12]);
    check(shipped!("ring-test.txt"), [100, 1200, 2], &[985, 215], [12, 12]);
    check(shipped!("results-train.txt"), [40, 320, 3], &[180, 140], [8, 8]);
    check(shipped!("results-valid.txt"), [40, 320, 3], &[167, 153], [8, 8]);
    check(shipped!("results-test.txt"), [80, 640, 3], &[369, 271], [8, 8]);
    check(shipped!("sites-train.txt"), [30, 480, 3], &[344, 74, 50, 12], [16, 16]);
    check(shipped!("sites-valid.txt"), [30, 480, 3], &[346, 67, 49, 18], [16, 16]);
    check(shipped!("sites-test.txt"), [80, 1280, 3], &[891, 221, 113, 55], [16, 16]);
    check(shipped!("lightgbm-train.txt.gz"), [201, 3005, 300], &[645, 1211, 858, 222, 69], [1, 27]);
    check(shipped!("lightgbm-test.txt.gz"), [50, 768, 300], &[206, 256, 252, 44, 10], [6, 24]);
    check(DIGITS, [45, 1797, 64], &[1614, 183], [39, 40]);
}

#[test]
fn the_pages_of_the_town_are_read() {
    let collection = Collection::read(TOWN).expect("the pages");
    assert_eq!((collection.pages().len(), collection.links_outside()), (400, 0));
    let data = collection.dataset().expect("data");
    let summary = data.summary();
    assert_eq!([summary.queries, summary.documents, summary.features], [64, 1379, 10]);
    assert_eq!(summary.grade_counts, [904, 271, 43, 161]);
    assert_eq!([summary.shortest_query, summary.longest_query], [11, 24]);
    assert_eq!(summary.n_warnings, 0);
    let names: Vec<&str> = data.feature_names().iter().flatten().map(String::as_str).collect();
    assert_eq!(names, collection.column_names());
    assert!((0..data.n_documents()).all(|row| data.comment(row).starts_with("docid = ")));
}

#[test]
fn digits_are_labelled_by_their_image() {
    let data = sample(DIGITS);
    let mut images = Vec::new();
    for document in 0..data.n_documents() {
        let comment = data.comment(document);
        let (digit, image) = comment.strip_prefix("digit ").unwrap().split_once(", image ").unwrap();
        assert_eq!(data.grade(document), u8::from(digit == "3"), "{comment}");
        images.push(image.parse::<usize>().unwrap());
    }
    images.sort_unstable();
    assert!(images.iter().copied().eq(1..=1797), "every image once");
    assert!(data.queries().all(|query| query.grades.contains(&1)), "every query has something to rank");
}

#[test]
fn digits_become_grades() {
    let rule: CommentGrades = "comment:digit".parse().unwrap();
    let summary = rule.apply(sample(DIGITS)).unwrap().summary();
    assert_eq!([summary.queries, summary.documents, summary.features], [45, 1797, 64]);
    assert_eq!(summary.grade_counts, [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]);
    assert_eq!(summary.max_grade, 9);
}

#[test]
fn popularity_misleads_in_the_kitchen_sample() {
    let data = sample(KITCHEN);
    let single = |feature: usize| {
        let mut w = [0.0; 5];
        w[feature] = 1.0;
        ordered_pairs(&data, &w)
    };
    let shares = [0, 1, 2, 3, 4].map(single);
    assert!(shares[2] < 0.4, "popularity alone is worse than chance: {shares:?}");
    let learned = ordered_pairs(&data, &least_squares(&data));
    assert!(shares.iter().all(|&share| share < learned - 0.05), "no single feature does: {shares:?}");
    assert!((0.96..1.0).contains(&learned), "{learned}");
}

#[test]
fn generated_text_is_the_same_everywhere() {
    let text = generate_letor(30, 20, 1);
    assert_eq!(text, generate_letor(30, 20, 1));
    assert_ne!(text, generate_letor(30, 20, 2));
    // Golden: FNV-1a of the bytes.
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    assert_eq!((text.len(), hash), (66097, 616584349389149657));
}

#[test]
fn generated_text_is_letor() {
    for (queries, documents) in [(1, 0), (1, 1), (3, 2), (200, 30)] {
        let data = Dataset::from_letor(&generate_letor(queries, documents, 5)).unwrap();
        let summary = data.summary();
        assert_eq!(summary.queries, queries);
        assert!(summary.longest_query <= (documents * 3 / 2).max(1));
        assert!(summary.shortest_query >= (documents / 2).max(1));
        assert_eq!(summary.n_warnings, 0);
    }
}

#[test]
fn a_linear_ranker_learns_generated_data_in_part() {
    let data = Dataset::from_letor(&generate_letor(200, 30, 5)).unwrap();
    let summary = data.summary();
    assert_eq!((summary.features, summary.max_grade), (12, 4));
    let zeros = summary.grade_counts[0] as f64 / summary.documents as f64;
    assert!((0.6..0.85).contains(&zeros), "{:?}", summary.grade_counts);

    let [train, _, test] = data.split_by_query([0.5, 0.0, 0.5], 1).unwrap();
    let scaling = Scaling::Standard.fit(&train);
    let (train, test) = (scaling.apply(&train), scaling.apply(&test));
    let w = least_squares(&train);
    let share = ordered_pairs(&test, &w);
    assert!((0.75..0.92).contains(&share), "{share}");
    for feature in 0..12 {
        let mut single = [0.0; 12];
        single[feature] = 1.0;
        let alone = ordered_pairs(&test, &single);
        assert!(alone < share - 0.03, "feature {} alone orders {alone} of the pairs", feature + 1);
    }
}

/// Returns the share of pairs of different grade in a query that w orders correctly; ties count one half.
fn ordered_pairs(data: &Dataset, w: &[f64]) -> f64 {
    let (mut right, mut pairs) = (0.0, 0.0);
    for query in data.queries() {
        let scores = data.scores(query.documents, w);
        for (s, grade) in scores.iter().zip(query.grades) {
            for (t, _) in scores.iter().zip(query.grades).filter(|(_, other)| grade > other) {
                right += if s > t { 1.0 } else { 0.5 * f64::from(s == t) };
                pairs += 1.0;
            }
        }
    }
    right / pairs
}

/// Returns the least-squares fit to the grades, centred by query, by gradient descent.
fn least_squares(data: &Dataset) -> Vec<f64> {
    let mut w = vec![0.0; data.n_features()];
    for _ in 0..200 {
        let mut gradient = vec![0.0; data.n_features()];
        for query in data.queries() {
            let scores = data.scores(query.documents.clone(), &w);
            let errors = scores.iter().zip(query.grades).map(|(s, &grade)| f64::from(grade) - s);
            let errors: Vec<f64> = errors.collect();
            let mean = errors.iter().sum::<f64>() / errors.len() as f64;
            let centred: Vec<f64> = errors.iter().map(|error| error - mean).collect();
            data.pull_back(query.documents, &centred, &mut gradient);
        }
        for (w, g) in w.iter_mut().zip(gradient) {
            *w += 0.3 * g / data.n_documents() as f64;
        }
    }
    w
}
