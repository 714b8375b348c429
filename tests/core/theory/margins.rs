//! Margin curves against enumeration.

use crate::support::{Random, assert_close, permutations};
use rankscope::Error;
use rankscope::data::{Dataset, Query};
use rankscope::loss::Generator;
use rankscope::theory::margins::{MarginOptions, MarginScorer, margin_curves};

const GENERATORS: [Generator; 4] =
    [Generator::Constant, Generator::InverseRank, Generator::Exponential(30.0), Generator::Top(40.0)];

/// Returns Φ(j) of n bad documents, by the definition of the generators.
fn sum_of_weights(generator: Generator, j: usize, n: usize) -> f64 {
    let weight = |j: usize| match generator {
        Generator::Constant => 1.0,
        Generator::InverseRank => 1.0 / j as f64,
        Generator::Exponential(percent) => 2.0_f64.powf(-100.0 * j as f64 / (percent * n as f64)),
        Generator::Top(percent) => f64::from(u8::from(j as f64 <= (n as f64 * percent / 100.0).max(1.0))),
    };
    (1..=j).map(weight).sum::<f64>() / (1..=n).map(weight).sum::<f64>()
}

/// Returns the mean over queries and goods of Φ(number of bads for which `counts` says so).
fn error(data: &Dataset, generator: Generator, counts: &dyn Fn(&Query<'_>, usize, usize) -> bool) -> f64 {
    let (mut total, mut queries) = (0.0, 0.0);
    for query in data.queries() {
        let of = |good: bool| -> Vec<usize> {
            (0..query.grades.len()).filter(|&document| (query.grades[document] >= 1) == good).collect()
        };
        let (good, bad) = (of(true), of(false));
        if good.is_empty() || bad.is_empty() {
            continue;
        }
        for &g in &good {
            let above = bad.iter().filter(|&&b| counts(&query, g, b)).count();
            total += sum_of_weights(generator, above, bad.len()) / good.len() as f64;
        }
        queries += 1.0;
    }
    total / queries
}

#[test]
fn curves_are_those_of_enumeration_and_rise() {
    for seed in 0..5 {
        let data = Random::new(seed).dataset(12, 9, 3, 2);
        let weights = vec![3.0, -4.0];
        let gammas: Vec<f64> = (0..12).map(|step| 0.1 * f64::from(step)).collect();
        let options = MarginOptions {
            scorer: MarginScorer::Weights(weights),
            generators: GENERATORS.to_vec(),
            gammas: gammas.clone(),
            ..MarginOptions::default()
        };
        let curves = margin_curves(&data, &options).expect("usable data");
        let score = |query: &Query<'_>, document: usize| {
            let row = data.features(query.documents.start + document);
            0.6 * row[0] - 0.8 * row[1]
        };
        for (curve, generator) in curves.curves.iter().zip(GENERATORS) {
            for (&gamma, &seen) in gammas.iter().zip(&curve.first) {
                let expected =
                    error(&data, generator, &|query, g, b| score(query, g) - score(query, b) <= gamma);
                assert_close(seen, expected, 1e-12, "E_γ");
            }
            assert!(curve.first.windows(2).all(|two| two[0] <= two[1]), "{curve:?}");
            // No scores are tied, so E_0 is the OWPC error.
            assert_close(curve.error, curve.first[0], 1e-12, "OWPC error");
        }
    }
}

#[test]
fn the_owpc_error_is_the_mean_over_the_orders_of_tied_documents() {
    // The feature has ties between goods and bads.
    let text = "1 qid:1 1:1\n0 qid:1 1:1\n0 qid:1 1:2\n2 qid:1 1:2\n0 qid:1 1:1\n1 qid:1 1:0\n";
    let data = Dataset::from_letor(text).expect("LETOR text");
    let options = MarginOptions { generators: GENERATORS.to_vec(), ..MarginOptions::default() };
    let curves = margin_curves(&data, &options).expect("usable data");
    for (curve, generator) in curves.curves.iter().zip(GENERATORS) {
        let (mut total, mut orders) = (0.0, 0.0);
        for order in permutations(6) {
            let scores: Vec<f64> = order.iter().map(|&d| data.value(d as usize, 0)).collect();
            if scores.windows(2).all(|two| two[0] >= two[1]) {
                let place = |document: usize| order.iter().position(|&other| other as usize == document);
                total += error(&data, generator, &|_, g, b| place(b) < place(g));
                orders += 1.0;
            }
        }
        assert_close(curve.error, total / orders, 1e-12, "mean over orders");
        let all_tied = error(&data, generator, &|_, g, b| data.value(g, 0) <= data.value(b, 0));
        assert_close(curve.first[0], all_tied, 1e-12, "E_0 counts every tied bad document");
        assert!(curve.error < curve.first[0]);
    }
}

#[test]
fn the_second_term_and_the_number_of_queries_follow_their_formula() {
    let data = Random::new(9).dataset(20, 8, 4, 1);
    let options = MarginOptions {
        scorer: MarginScorer::Feature(2),
        gammas: vec![0.0, 0.05, 0.2, 0.4],
        wanted: 0.9,
        ..MarginOptions::default()
    };
    let curves = margin_curves(&data, &options).expect("usable data");
    let mut farthest = 0.0_f64;
    for query in data.queries() {
        for i in query.documents.clone() {
            for j in query.documents.clone().filter(|&j| data.grade(i) > data.grade(j)) {
                let squares = data
                    .features(i)
                    .iter()
                    .zip(data.features(j).iter())
                    .map(|(x, y)| (x - y).powi(2))
                    .sum::<f64>();
                farthest = farthest.max(squares.sqrt());
            }
        }
    }
    assert_close(curves.largest_distance, farthest, 1e-12, "Z");
    assert_eq!((curves.second[0], curves.second_chosen[0]), (None, None));
    let term = |gamma: f64, delta: f64, m: f64| {
        ((4.0 * (1.0 + 4.0 * farthest / gamma).ln() + (1.0 / delta).ln()) / (2.0 * m)).sqrt()
    };
    let m = curves.queries as f64;
    for (place, &gamma) in options.gammas.iter().enumerate().skip(1) {
        assert_close(curves.second[place].expect("finite"), term(gamma, 0.05, m), 1e-12, "second term");
        let chosen = curves.second_chosen[place].expect("finite");
        assert_close(chosen, term(gamma, 0.05 / 4.0, m), 1e-12, "with the divided δ");
    }
    for curve in &curves.curves {
        let sum = |place: usize, m: f64| curve.first[place] + term(options.gammas[place], 0.05 / 4.0, m);
        let least = |m: f64| (1..4).map(|place| sum(place, m)).fold(f64::INFINITY, f64::min);
        assert_close(curve.best_sum.expect("finite"), least(m), 1e-12, "least sum");
        let needed = curve.queries_needed.expect("E_γ is below 0.9");
        assert!(least(needed) <= 0.9 * (1.0 + 1e-12) && least(needed - 1.0) > 0.9, "{needed}");
    }
    let hopeless = MarginOptions { wanted: 1e-3, ..options };
    let curves = margin_curves(&data, &hopeless).expect("usable data");
    assert_eq!(curves.curves[0].queries_needed, None);
}

#[test]
fn unusable_input_is_refused() {
    let data = Random::new(1).dataset(3, 5, 2, 1);
    let refused = |field: &str, change: &dyn Fn(&mut MarginOptions)| {
        let mut options = MarginOptions::default();
        change(&mut options);
        match margin_curves(&data, &options).map(drop) {
            Err(Error::Config { field: seen, .. }) => assert_eq!(seen, field),
            other => panic!("{field}: {other:?}"),
        }
    };
    refused("scorer", &|options| options.scorer = MarginScorer::Feature(0));
    refused("scorer", &|options| options.scorer = MarginScorer::Feature(3));
    refused("scorer", &|options| options.scorer = MarginScorer::Weights(vec![0.0, 0.0]));
    refused("scorer", &|options| options.scorer = MarginScorer::Weights(Vec::new()));
    refused("scorer", &|options| options.scorer = MarginScorer::Weights(vec![f64::NAN]));
    refused("scorer", &|options| options.scorer = MarginScorer::Weights(vec![1.0; 3]));
    refused("gammas", &|options| options.gammas = Vec::new());
    refused("gammas", &|options| options.gammas = vec![0.2, 0.1]);
    refused("gammas", &|options| options.gammas = vec![-0.1]);
    refused("gammas", &|options| options.gammas = vec![f64::INFINITY]);
    refused("generators", &|options| options.generators = Vec::new());
    refused("delta", &|options| options.delta = 1.5);
    refused("wanted", &|options| options.wanted = 0.0);
    refused("threshold", &|options| options.threshold = 0);
    let options = MarginOptions { threshold: 7, ..MarginOptions::default() };
    assert!(matches!(margin_curves(&data, &options), Err(Error::Data { .. })));
    // Very small and very large weights have a direction too.
    for scale in [1e-300, 1e300] {
        let scorer = MarginScorer::Weights(vec![scale, scale]);
        let curves = margin_curves(&data, &MarginOptions { scorer, ..MarginOptions::default() });
        let usual = MarginScorer::Weights(vec![1.0, 1.0]);
        let expected = margin_curves(&data, &MarginOptions { scorer: usual, ..MarginOptions::default() });
        assert_eq!(curves.expect("usable"), expected.expect("usable"));
    }
}
