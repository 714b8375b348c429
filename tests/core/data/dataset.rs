//! Data sets, their scaling, preparation and splits.

use std::borrow::Cow;

use crate::support::Random;
use proptest::prelude::*;
use rankscope::Error;
use rankscope::data::{
    Dataset, FittedMap, FittedScaling, NEAR_DUPLICATE_COSINE, Preparation, PreparationReport, QueryRows,
    Scaling,
};
use rankscope::method::settings::TrainingSettings;
use rankscope::model::Model;
use rankscope::ranking::scorer::Scorer;

fn letor(text: &str) -> Dataset {
    Dataset::from_letor(text).unwrap()
}

/// Returns one query of grade 0 per list of rows.
fn made(n_features: usize, queries: &[&[&[f64]]]) -> Dataset {
    let queries: Vec<_> = queries
        .iter()
        .enumerate()
        .map(|(index, rows)| QueryRows {
            id: index.to_string(),
            grades: vec![0; rows.len()],
            features: rows.concat(),
            comments: Vec::new(),
        })
        .collect();
    Dataset::from_queries(n_features, &queries).unwrap()
}

fn features(data: &Dataset) -> Vec<Vec<f64>> {
    (0..data.n_documents()).map(|document| data.features(document).to_vec()).collect()
}

fn ids(data: &Dataset) -> Vec<&str> {
    data.queries().map(|query| query.id).collect()
}

#[test]
fn a_summary_counts() {
    let summary = letor("2 qid:a 1:1 3:0\n0 qid:a 2:1\n0 qid:b\n0 qid:a").summary();
    assert_eq!((summary.queries, summary.documents, summary.features), (2, 4, 3));
    assert_eq!((summary.max_grade, summary.grade_counts.as_slice()), (2, [3, 0, 1].as_slice()));
    assert_eq!((summary.longest_query, summary.shortest_query), (3, 1));
    assert_eq!((summary.zero_share, summary.n_warnings, summary.warnings.len()), (10.0 / 12.0, 1, 1));
}

#[test]
fn data_from_programs_are_checked() {
    let good = QueryRows {
        id: "a".into(),
        grades: vec![1, 0],
        features: vec![1.0, 2.0, 3.0, 4.0],
        comments: vec![" x ".into(), String::new()],
    };
    let data = Dataset::from_queries(2, std::slice::from_ref(&good)).unwrap();
    assert_eq!((&*data.features(1), data.comment(0), data.line(0)), ([3.0, 4.0].as_slice(), "x", None));
    assert_eq!(data.file_order(), [0, 1]);

    let check = |queries: &[QueryRows], expected: &str| {
        let error = Dataset::from_queries(2, queries).unwrap_err();
        assert!(matches!(error, Error::Data { .. }));
        assert!(error.to_string().contains(expected), "{error} lacks {expected:?}");
    };
    check(&[], "no queries");
    check(&[good.clone(), good.clone()], "two queries have the name \"a\"");
    check(&[QueryRows { grades: vec![], features: vec![], ..good.clone() }], "no documents");
    check(&[QueryRows { id: "a b".into(), ..good.clone() }], "must not be empty or contain white space");
    check(&[QueryRows { grades: vec![1], ..good.clone() }], "4 values for 1 documents of 2 features");
    check(&[QueryRows { comments: vec![String::new()], ..good.clone() }], "1 comments for 2");
    let features = vec![1.0, 2.0, 3.0, f64::NAN];
    check(&[QueryRows { features, ..good }], "document 2, feature 2 is NaN");
}

proptest! {
    #[test]
    fn kernels_agree_with_plain_sums(
        rows in prop::collection::vec(prop::collection::vec(-9.0..9.0f64, 21), 1..12),
        w in prop::collection::vec(-9.0..9.0f64, 0..30),
        coefficients in prop::collection::vec(prop_oneof![Just(0.0), -9.0..9.0f64], 12),
    ) {
        let slices: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        let data = made(21, &[&slices]);
        let scores = data.scores(0..rows.len(), &w);
        for (score, row) in scores.iter().zip(&rows) {
            let plain: f64 = row.iter().zip(&w).map(|(x, w)| x * w).sum();
            prop_assert!((score - plain).abs() < 1e-9);
        }
        // Trailing zeros of w and the selected range change no bit.
        let longer = [w.as_slice(), &[0.0; 40]].concat();
        prop_assert_eq!(&data.scores(0..rows.len(), &longer), &scores);
        let last = rows.len() - 1;
        prop_assert_eq!(&data.scores(last..rows.len(), &w)[..], &scores[last..]);

        let mut sums = vec![1.0; 21];
        data.pull_back(0..rows.len(), &coefficients[..rows.len()], &mut sums);
        for (feature, sum) in sums.iter().enumerate() {
            let plain: f64 = rows.iter().zip(&coefficients).map(|(row, c)| c * row[feature]).sum();
            prop_assert!((sum - 1.0 - plain).abs() < 1e-9);
        }
    }

    #[test]
    fn scaled_features_are_finite_and_in_range(
        rows in prop::collection::vec(prop::collection::vec(any::<f64>().prop_filter("finite", |x| x.is_finite()), 3), 1..9),
        others in prop::collection::vec(prop::collection::vec(any::<f64>().prop_filter("finite", |x| x.is_finite()), 3), 1..9),
    ) {
        let slices: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        let train = made(3, &[&slices]);
        let slices: Vec<&[f64]> = others.iter().map(Vec::as_slice).collect();
        let test = made(3, &[&slices]);
        for scaling in Scaling::ALL {
            let fitted = scaling.fit(&train);
            prop_assert_eq!(fitted.check(), Ok(()));
            for value in features(&fitted.apply(&test)).concat() {
                prop_assert!(value.is_finite(), "{} gives {}", scaling, value);
            }
            for value in features(&fitted.apply(&train)).concat() {
                let bound = match scaling {
                    Scaling::None => f64::INFINITY,
                    Scaling::Query | Scaling::Rank | Scaling::MinMax => 1.0,
                    // A value differs from the mean by at most √n deviations.
                    Scaling::Standard => 3.0001,
                };
                prop_assert!(value.abs() <= bound, "{} gives {}", scaling, value);
            }
        }
    }
}

#[test]
fn unchanged_data_are_not_copied() {
    let data = made(2, &[&[&[0.0, 7.0], &[4.0, 5.0]]]);
    for scaling in Scaling::ALL {
        let fitted = scaling.fit(&data);
        let borrowed = matches!(fitted.apply(&data), Cow::Borrowed(same) if std::ptr::eq(same, &data));
        assert_eq!(borrowed, scaling == Scaling::None, "{scaling}");
        let model = Model::new(
            TrainingSettings::default(),
            1,
            fitted,
            FittedMap::None,
            Scorer::Linear { weights: vec![1.0, 2.0] },
            2,
        )
        .expect("finite weights");
        assert_eq!(matches!(model.scale(&data), Cow::Borrowed(_)), borrowed, "{scaling}");
    }
}

#[test]
fn features_are_scaled() {
    let train = made(3, &[&[&[0.0, 7.0, -1.0], &[4.0, 7.0, 1.0]], &[&[2.0, 7.0, 3.0]]]);
    let check = |scaling: Scaling, data: &Dataset, expected: &[&[f64]]| {
        assert_eq!(features(&scaling.fit(&train).apply(data)), expected, "{scaling}");
    };
    check(Scaling::None, &train, &[&[0.0, 7.0, -1.0], &[4.0, 7.0, 1.0], &[2.0, 7.0, 3.0]]);
    check(Scaling::Query, &train, &[&[0.0, 0.0, 0.0], &[1.0, 0.0, 1.0], &[0.0, 0.0, 0.0]]);
    check(Scaling::MinMax, &train, &[&[0.0, 0.0, 0.0], &[1.0, 0.0, 0.5], &[0.5, 0.0, 1.0]]);
    let unit = 1.224744871391589;
    let standard = features(&Scaling::Standard.fit(&train).apply(&train)).concat();
    for (value, expected) in standard.iter().zip([-unit, 0.0, -unit, unit, 0.0, 0.0, 0.0, 0.0, unit]) {
        assert!((value - expected).abs() < 1e-12, "{standard:?}");
    }
    // Missing features count as 0 before the scaling, extra features are dropped, and constant features become 0.
    check(Scaling::MinMax, &made(1, &[&[&[8.0]]]), &[&[2.0, 0.0, 0.25]]);
    check(Scaling::MinMax, &made(4, &[&[&[1.0, 9.0, 5.0, 6.0]]]), &[&[0.25, 0.0, 1.5]]);
    check(Scaling::Query, &made(1, &[&[&[8.0], &[9.0]]]), &[&[0.0], &[1.0]]);
}

#[test]
fn ranks_are_shares_of_smaller_values() {
    let check = |data: &Dataset| {
        let fitted = Scaling::Rank.fit(data);
        let scaled = features(&fitted.apply(data));
        let raw = features(data);
        for query in data.queries() {
            let n = query.documents.len();
            for document in query.documents.clone() {
                for feature in 0..data.n_features() {
                    let others = query.documents.clone().filter(|&other| other != document);
                    let wins =
                        others.map(|other| match raw[other][feature].partial_cmp(&raw[document][feature]) {
                            Some(std::cmp::Ordering::Less) => 1.0,
                            Some(std::cmp::Ordering::Equal) => 0.5,
                            _ => 0.0,
                        });
                    let expected = if n == 1 { 0.5 } else { wins.sum::<f64>() / (n - 1) as f64 };
                    assert_eq!(scaled[document][feature], expected, "document {document}, feature {feature}");
                }
            }
        }
        assert!(fitted.is_by_query() && fitted.value(0, 1.0).is_none());
    };
    check(&made(2, &[&[&[0.0, 1.0], &[-0.0, 2.0], &[-3.0, 1e300], &[5.0, 1.0]], &[&[7.0, 7.0]]]));
    let mut random = Random::new(3);
    for _ in 0..20 {
        check(&random.dataset(5, 9, 3, 2));
    }
    check(&Dataset::from_letor("1 qid:1 700:1\n0 qid:1 3:-2\n0 qid:1 3:1 700:2\n").expect("LETOR text"));
}

#[test]
fn extreme_features_are_scaled() {
    let check = |values: [f64; 3], minmax: [f64; 3], standard: [f64; 3]| {
        let data = made(1, &[&[&[values[0]], &[values[1]], &[values[2]]]]);
        for (scaling, expected) in
            [(Scaling::MinMax, minmax), (Scaling::Query, minmax), (Scaling::Standard, standard)]
        {
            let scaled = features(&scaling.fit(&data).apply(&data)).concat();
            for (value, expected) in scaled.iter().zip(expected) {
                assert!((value - expected).abs() < 1e-9, "{scaling} of {values:?}: {scaled:?}");
            }
        }
    };
    let unit = 1.224744871391589;
    check([-1e300, 0.0, 1e300], [0.0, 0.5, 1.0], [-unit, 0.0, unit]);
    check([-f64::MAX, 0.0, f64::MAX], [0.0, 0.5, 1.0], [-unit, 0.0, unit]);
    check([f64::MAX; 3], [0.0; 3], [0.0; 3]);
    check([-1e-300, 0.0, 1e-300], [0.0, 0.5, 1.0], [-unit, 0.0, unit]);
    check([0.1, 0.1, 0.1], [0.0; 3], [0.0; 3]);
}

#[test]
fn scalings_are_written_and_read() {
    for scaling in Scaling::ALL {
        assert_eq!(scaling.to_string().parse::<Scaling>().unwrap(), scaling);
        assert_eq!(serde_json::to_string(&scaling).unwrap(), format!("\"{scaling}\""));
        let fitted = scaling.fit(&made(2, &[&[&[1.0, 2.5], &[0.1, -3.0]]]));
        let json = serde_json::to_string(&fitted).unwrap();
        assert!(json.starts_with(&format!("{{\"kind\":\"{scaling}\"")), "{json}");
        assert_eq!(serde_json::from_str::<FittedScaling>(&json).unwrap(), fitted);
    }
    let error = "zscore".parse::<Scaling>().unwrap_err().to_string();
    assert_eq!(error, "scale: \"zscore\" is not one of none, query, rank, minmax, standard");
}

#[test]
fn read_scalings_are_checked() {
    let check = |fitted: FittedScaling, expected: &str| {
        assert_eq!(fitted.check().unwrap_err().to_string(), expected);
    };
    let minmax = |minimum: &[f64], maximum: &[f64]| FittedScaling::MinMax {
        minimum: minimum.to_vec(),
        maximum: maximum.to_vec(),
    };
    check(minmax(&[1.0], &[]), "scaling minmax: minimum and maximum differ in length");
    check(minmax(&[0.0], &[f64::INFINITY]), "scaling minmax: maximum of feature 1 is inf, not finite");
    check(minmax(&[0.0, 1.0], &[0.0, 0.5]), "scaling minmax: maximum of feature 2 is 0.5, below 1");
    let (mean, standard_deviation) = (vec![0.0], vec![-1.0]);
    let standard = FittedScaling::Standard { mean, standard_deviation };
    check(standard, "scaling standard: standard deviation of feature 1 is -1, below 0");
}

#[test]
fn preparation_drops_rows_and_queries() {
    let text = "\
        1 qid:a 1:1 2:0    # pair\n\
        0 qid:a 1:2 2:0.01 # pair\n\
        0 qid:a 1:0 2:1    # other direction\n\
        1 qid:a            # zero\n\
        0 qid:b 1:0 2:0    # zero\n\
        0 qid:c 1:1 2:1    # alike, but both bad\n\
        0 qid:c 1:1 2:1    # alike, but both bad\n\
        2 qid:d 1:1e300 2:1e300    # pair\n\
        0 qid:d 1:1e-300 2:1e-300  # pair\n\
        1 qid:e 1:1        # opposite\n\
        0 qid:e 1:-1       # opposite\n";
    let data = letor(text);
    let check = |drop_zero, drop_near_duplicates, threshold, expected: PreparationReport, rest: &[&str]| {
        let (prepared, report) = Preparation { drop_zero, drop_near_duplicates }.apply(&data, threshold);
        assert_eq!(report, expected);
        assert_eq!(ids(&prepared), rest);
        let dropped = report.zero_rows + report.near_duplicate_rows;
        assert_eq!(prepared.n_documents() + dropped, data.n_documents());
        for document in 0..prepared.n_documents() {
            let comment = prepared.comment(document);
            assert!(!(drop_zero && comment == "zero"));
            assert!(!(drop_near_duplicates && threshold == 1 && comment == "pair"));
        }
    };
    let report = |zero_rows, near_duplicate_rows, queries| PreparationReport {
        documents: data.n_documents(),
        zero_rows,
        near_duplicate_rows,
        queries,
    };
    check(false, false, 1, report(0, 0, 0), &["a", "b", "c", "d", "e"]);
    check(true, false, 1, report(2, 0, 1), &["a", "c", "d", "e"]);
    check(false, true, 1, report(0, 4, 1), &["a", "b", "c", "e"]);
    check(true, true, 1, report(2, 4, 2), &["a", "c", "e"]);
    check(false, true, 2, report(0, 2, 1), &["a", "b", "c", "e"]);
}

#[test]
fn near_duplicates_have_a_cosine_above_the_limit() {
    for (cosine, dropped) in [(NEAR_DUPLICATE_COSINE + 1e-6, 2), (NEAR_DUPLICATE_COSINE - 1e-6, 0)] {
        let sine = (1.0 - cosine * cosine).sqrt();
        let data = letor(&format!("1 qid:a 1:1\n0 qid:a 1:{cosine} 2:{sine}\n"));
        let (_, report) = Preparation { drop_zero: false, drop_near_duplicates: true }.apply(&data, 1);
        assert_eq!(report.near_duplicate_rows, dropped);
    }
}

#[test]
fn splits_are_seeded_and_keep_order() {
    let text: String = (0..20).map(|query| format!("{} qid:{query} 1:{query}\n", query % 3)).collect();
    let data = letor(&text);
    let parts = data.split_by_query([0.6, 0.2, 0.2], 7).unwrap();
    // Golden: the split is the same on every machine.
    let train = ["0", "2", "4", "6", "7", "8", "10", "13", "14", "15", "16", "18"];
    let expected: [&[&str]; 3] = [&train, &["1", "5", "9", "11"], &["3", "12", "17", "19"]];
    for (part, expected) in parts.iter().zip(expected) {
        assert_eq!(ids(part), expected);
        assert_eq!(part.max_grade(), 2);
        assert!(part.queries().all(|query| part.features(query.documents.start)[0].to_string() == query.id));
    }
    assert_eq!(data.split_by_query([0.6, 0.2, 0.2], 7).unwrap(), parts);
    assert_ne!(data.split_by_query([0.6, 0.2, 0.2], 8).unwrap(), parts);

    let check = |shares: [f64; 3], expected: [usize; 3]| {
        let parts = data.split_by_query(shares, 1).unwrap();
        assert_eq!(parts.map(|part| part.n_queries()), expected, "{shares:?}");
    };
    check([1.0, 0.0, 0.0], [20, 0, 0]);
    check([0.5, 0.0, 0.5], [10, 0, 10]);
    check([1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0], [7, 7, 6]);
    check([0.9, 0.05, 0.05], [18, 1, 1]);

    let fault = |shares: [f64; 3], expected: &str| {
        let error = data.split_by_query(shares, 1).unwrap_err().to_string();
        assert!(error.contains(expected), "{error} lacks {expected:?}");
    };
    fault([0.5, 0.2, 0.2], "split: shares 0.5, 0.2, 0.2 add up to 0.8999999999999999; expected 1");
    fault([1.5, -0.5, 0.0], "not all in 0 to 1");
    fault([f64::NAN, 0.5, 0.5], "not all in 0 to 1");
    fault([0.98, 0.01, 0.01], "the validation share of 0.01 gives 0 of 20 queries");
}
