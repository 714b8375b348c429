//! The laboratory of generalisation against values that follow from its definition.

use crate::support::{Random, assert_close};
use rankscope::Error;
use rankscope::data::Dataset;
use rankscope::theory::generalisation::{
    GeneralisationExperiment, GeneralisationOptions, GeneralisationResult, HYPOTHESES, hypothesis,
};

fn run(data: &Dataset, options: &GeneralisationOptions, slice: usize) -> GeneralisationResult {
    let mut lab = GeneralisationExperiment::new(data, options.clone()).expect("usable data");
    let mut calls = 0;
    while !lab.advance(slice).expect("finite losses").is_complete() {
        assert!(lab.result().is_none(), "the experiment is not complete");
        calls += 1;
        assert!(calls < 100_000, "the experiment ends");
    }
    lab.result().expect("the experiment is complete")
}

/// Returns the loss of a query under every hypothesis, by definition.
fn losses(data: &Dataset, query: usize, features: [usize; 2], radius: f64) -> Vec<f64> {
    let query = data.query(query);
    let loss = |place: usize| {
        let [a, b] = hypothesis(radius, place);
        let score = |document: usize| {
            let row = query.documents.start + document;
            a * data.value(row, features[0] - 1) + b * data.value(row, features[1] - 1)
        };
        let (mut sum, mut pairs) = (0.0, 0.0);
        for i in 0..query.grades.len() {
            for j in 0..query.grades.len() {
                if query.grades[i] > query.grades[j] {
                    sum += (1.0 + (score(j) - score(i)).exp()).ln();
                    pairs += 1.0;
                }
            }
        }
        sum / pairs
    };
    (0..HYPOTHESES).map(loss).collect()
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn greatest(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

#[test]
fn a_file_of_one_query_has_no_deviation() {
    let data = Random::new(4).dataset(1, 9, 3, 2);
    let options = GeneralisationOptions {
        features: [3, 1],
        queries: 1,
        radii: vec![2.0],
        draws: 40,
        ..GeneralisationOptions::default()
    };
    let result = run(&data, &options, usize::MAX);
    let expected = losses(&data, 0, [3, 1], 2.0);
    let of = &result.radii[0];
    assert_close(of.least_risk, least(&expected), 1e-12, "least risk");
    assert_close(of.training.mean, least(&expected), 1e-12, "training loss");
    assert_close(of.risk.high, least(&expected), 1e-12, "risk");
    assert_close(of.symmetrised.low, greatest(&expected), 1e-12, "|ε| max l");
    assert_eq!(of.deviation.high, 0.0);
    let [a, b] = of.least_weights;
    assert!(a.hypot(b) <= 2.0 * (1.0 + 1e-12));
}

#[test]
fn draws_of_one_query_take_one_of_two_values() {
    let data = Random::new(5).dataset(2, 8, 2, 2);
    let options = GeneralisationOptions {
        queries: 1,
        radii: vec![1.0, 7.0],
        draws: 60,
        ..GeneralisationOptions::default()
    };
    let result = run(&data, &options, usize::MAX);
    for of in &result.radii {
        let both = [0, 1].map(|query| losses(&data, query, [1, 2], of.radius));
        let means: Vec<f64> = both[0].iter().zip(&both[1]).map(|(one, other)| 0.5 * (one + other)).collect();
        assert_close(of.least_risk, least(&means), 1e-12, "least risk");
        let [first, second] = [least(&both[0]), least(&both[1])];
        assert_close(of.training.low, first.min(second), 1e-12, "training loss");
        assert_close(of.training.high, first.max(second), 1e-12, "training loss");
        let [first, second] = [greatest(&both[0]), greatest(&both[1])];
        assert_close(of.symmetrised.low, first.min(second), 1e-12, "symmetrised maximum");
        assert_close(of.symmetrised.high, first.max(second), 1e-12, "symmetrised maximum");
        let half = both[0].iter().zip(&both[1]).map(|(one, other)| 0.5 * (one - other).abs());
        let deviation = half.fold(0.0, f64::max);
        assert_close(of.deviation.low, deviation, 1e-12, "R − R̂");
        assert_close(of.deviation.high, deviation, 1e-12, "R − R̂");
        let term = (1.0_f64 / 0.05).ln().sqrt();
        assert_close(result.slide_term, term, 1e-12, "last term");
        let slide = of.training.mean + of.symmetrised.mean + term;
        assert_close(of.slide_bound.mean, slide, 1e-12, "slide's bound");
    }
}

#[test]
fn training_losses_are_too_low_and_the_full_bound_holds() {
    let data = Random::new(6).dataset(30, 7, 2, 1);
    let options =
        GeneralisationOptions { queries: 5, radii: vec![0.5, 5.0, 50.0], ..GeneralisationOptions::default() };
    let result = run(&data, &options, usize::MAX);
    let has_pair = |grades: &[u8]| grades.iter().any(|&grade| grade != grades[0]);
    let population = data.queries().filter(|query| has_pair(query.grades)).count();
    assert_eq!((result.population, result.draws), (population, 1000));
    for of in &result.radii {
        // The minimum of a mean is at most the mean at the best w, whose expectation is the least risk.
        assert!(of.training.mean < of.least_risk + 4.0 * of.training.standard_error, "{of:?}");
        assert!(of.risk.low >= of.least_risk * (1.0 - 1e-12), "{of:?}");
        assert_eq!(of.full_held, 1.0, "{of:?}");
        // At w = 0 every loss is log 2, so the bound on a loss is at least that.
        assert!(of.largest_loss > 2.0_f64.ln());
    }
    let grow = |value: fn(&rankscope::theory::generalisation::RadiusResult) -> f64| {
        let values: Vec<f64> = result.radii.iter().map(value).collect();
        assert!(values.windows(2).all(|two| two[0] < two[1]), "{values:?}");
    };
    grow(|of| of.symmetrised.mean);
    grow(|of| of.full_bound.mean);
    let chosen = |value: f64| result.radii.iter().any(|of| of.radius == value);
    assert!(chosen(result.chosen_by_slide) && chosen(result.chosen_by_full) && chosen(result.best));
    // Twenty times as many queries: the symmetrised maximum falls as the inverse root.
    let more = run(&data, &GeneralisationOptions { queries: 100, ..options }, usize::MAX);
    for (few, many) in result.radii.iter().zip(&more.radii) {
        let ratio = few.symmetrised.mean / many.symmetrised.mean;
        assert!((ratio / 20.0_f64.sqrt() - 1.0).abs() < 0.15, "{ratio}");
    }
}

#[test]
fn slices_do_not_change_the_result() {
    let data = Random::new(7).dataset(12, 6, 3, 2);
    let options =
        GeneralisationOptions { radii: vec![1.0, 3.0], draws: 50, ..GeneralisationOptions::default() };
    let whole = run(&data, &options, usize::MAX);
    assert_eq!(run(&data, &options, 1), whole);
    assert_eq!(run(&data, &options, 17), whole);
    let other = run(&data, &GeneralisationOptions { seed: 2, ..options }, 17);
    assert_ne!(other, whole, "another seed");
}

#[test]
fn unusable_input_is_refused() {
    let data = Random::new(8).dataset(4, 5, 2, 1);
    let refused = |field: &str, change: &dyn Fn(&mut GeneralisationOptions)| {
        let mut options = GeneralisationOptions::default();
        change(&mut options);
        match GeneralisationExperiment::new(&data, options).map(drop) {
            Err(Error::Config { field: seen, .. }) => assert_eq!(seen, field),
            other => panic!("{field}: {other:?}"),
        }
    };
    refused("features", &|options| options.features = [1, 3]);
    refused("features", &|options| options.features = [0, 1]);
    refused("features", &|options| options.features = [2, 2]);
    refused("queries", &|options| options.queries = 0);
    refused("queries", &|options| options.queries = 1_000_000);
    refused("draws", &|options| options.draws = 0);
    refused("radii", &|options| options.radii = Vec::new());
    refused("radii", &|options| options.radii = vec![1.0, f64::NAN]);
    refused("radii", &|options| options.radii = vec![0.0]);
    refused("radii", &|options| options.radii = vec![1e300]);
    refused("delta", &|options| options.delta = 0.0);
    refused("delta", &|options| options.delta = 1.0);
    refused("delta", &|options| options.delta = f64::NAN);
    let flat = Dataset::from_letor("1 qid:1 1:1 2:1\n1 qid:1 1:2 2:0\n").expect("LETOR text");
    let lab = GeneralisationExperiment::new(&flat, GeneralisationOptions::default()).map(drop);
    assert!(matches!(lab, Err(Error::Data { .. })), "{lab:?}");
    // Too many queries for the matrix are refused before any work.
    let text: String = (0..23_000).map(|q| format!("1 qid:{q} 1:1 2:1\n0 qid:{q} 1:0 2:1\n")).collect();
    let many = Dataset::from_letor(&text).expect("LETOR text");
    let lab = GeneralisationExperiment::new(&many, GeneralisationOptions::default()).map(drop);
    assert!(matches!(lab, Err(Error::Data { .. })), "{lab:?}");
    let long: String = (0..40_000).map(|d| format!("{} qid:1 1:{d} 2:1\n", d % 2)).collect();
    let long = Dataset::from_letor(&long).expect("LETOR text");
    let lab = GeneralisationExperiment::new(&long, GeneralisationOptions::default()).map(drop);
    assert!(matches!(lab, Err(Error::Config { field: "draws", .. })), "{lab:?}");
}

#[test]
fn losses_out_of_range_are_reported() {
    let text = "1 qid:1 1:1e308 2:0\n0 qid:1 1:-1e308 2:0\n";
    let data = Dataset::from_letor(text).expect("LETOR text");
    let mut lab =
        GeneralisationExperiment::new(&data, GeneralisationOptions::default()).expect("usable data");
    let advanced = lab.advance(usize::MAX);
    assert!(matches!(advanced, Err(Error::Numeric { .. })), "{advanced:?}");
}
