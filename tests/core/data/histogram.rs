//! Histograms and quartiles of features, against direct counts.

use std::sync::Arc;

use crate::support::Random;
use rankscope::Error;
use rankscope::data::{Dataset, FeatureHistogram, FeatureSpread, QueryRows, Scaling, generate_letor};
use rankscope::method::settings::TrainingSettings;
use rankscope::run::TrainingRun;

fn column(values: &[f64]) -> Dataset {
    let query = QueryRows {
        id: "a".to_owned(),
        grades: vec![0; values.len()],
        features: values.to_vec(),
        comments: Vec::new(),
    };
    Dataset::from_queries(1, &[query]).expect("made data")
}

#[test]
fn each_value_is_counted_once() {
    let mut random = Random::new(7);
    // Multiples of an eighth, so that many values are at an edge, and the edges are exact.
    let values: Vec<f64> = (0..600).map(|_| random.integer(0, 63) as f64 / 8.0 - 4.0).collect();
    let (low, high, bins) = (-2.0, 2.0, 16);
    let seen = column(&values).feature_histogram(0, low, high, bins);
    let between = |from: f64, to: f64| values.iter().filter(|&&x| from <= x && x < to).count();
    let mut counts: Vec<usize> =
        (0..bins).map(|bin| between(low + bin as f64 / 4.0, low + (bin + 1) as f64 / 4.0)).collect();
    counts[bins - 1] += values.iter().filter(|&&x| x == high).count();
    let outside = |hit: fn(f64) -> bool| values.iter().filter(|&&x| hit(x)).count();
    let (below, above) = (outside(|x| x < -2.0), outside(|x| x > 2.0));
    assert_eq!(seen.counts.iter().sum::<usize>() + below + above, values.len());
    assert!(below > 0 && above > 0);
    assert_eq!(seen, FeatureHistogram { counts, below, above });
}

#[test]
fn constant_features_and_the_largest_numbers_have_histograms() {
    let constant = column(&[3.0; 5]);
    let all = FeatureHistogram { counts: vec![0, 0, 5, 0], below: 0, above: 0 };
    assert_eq!(constant.feature_histogram(0, 2.0, 3.75, 4), all);
    assert_eq!(constant.feature_histogram(0, 3.0, 4.0, 1).counts, [5]);
    assert_eq!(constant.feature_histogram(0, 2.0, 2.5, 1).above, 5);
    let spread = FeatureSpread { lowest: 3.0, lower_quartile: 3.0, upper_quartile: 3.0, highest: 3.0 };
    assert_eq!(constant.feature_spread(0), Some(spread));
    let wide = column(&[-f64::MAX, -1.0, 1.0, f64::MAX]);
    assert_eq!(wide.feature_histogram(0, -f64::MAX, f64::MAX, 2).counts, [1, 3], "the sum with MAX rounds");
}

#[test]
fn quartiles_enclose_half_of_the_documents() {
    let mut random = Random::new(11);
    for n in 1..40 {
        let values: Vec<f64> = (0..n).map(|_| random.integer(0, 9) as f64 - 5.0).collect();
        let spread = column(&values).feature_spread(0).expect("there are documents");
        let share = |hit: &dyn Fn(f64) -> bool| values.iter().filter(|&&x| hit(x)).count();
        assert!(4 * share(&|x| x < spread.lower_quartile) <= n);
        assert!(4 * share(&|x| x > spread.upper_quartile) <= n);
        assert!(2 * share(&|x| (spread.lower_quartile..=spread.upper_quartile).contains(&x)) >= n);
        let ends = [
            values.iter().copied().fold(f64::MAX, f64::min),
            values.iter().copied().fold(f64::MIN, f64::max),
        ];
        assert_eq!([spread.lowest, spread.highest], ends);
    }
    assert_eq!(column(&[1.0]).select_queries(&[]).feature_spread(0), None);
}

#[test]
fn a_run_counts_the_values_on_which_thresholds_are_defined() {
    let data = Arc::new(Dataset::from_letor(&generate_letor(6, 20, 3)).expect("a sample"));
    for scaling in ["none", "query"] {
        let settings = TrainingSettings {
            method: "rankboost".to_owned(),
            scale: scaling.to_owned(),
            ..TrainingSettings::default()
        };
        let run = TrainingRun::new(Arc::clone(&data), &settings).expect("the run starts");
        let scaled = match scaling {
            "none" => (*data).clone(),
            _ => Scaling::Query.fit(&data).apply(&data).into_owned(),
        };
        for feature in 0..data.n_features() {
            let spread = run.feature_spread(feature).expect("the feature exists");
            assert_eq!(Some(spread), scaled.feature_spread(feature));
            let seen = run.feature_histogram(feature, 0.125, 0.75, 5).expect("a range");
            assert_eq!(seen, scaled.feature_histogram(feature, 0.125, 0.75, 5));
        }
        assert!(matches!(run.feature_spread(data.n_features()), Err(Error::Absent { .. })));
        for (low, high, bins) in [(0.0, 0.0, 5), (1.0, 0.0, 5), (f64::NAN, 1.0, 5), (0.0, 1.0, 0)] {
            assert!(matches!(run.feature_histogram(0, low, high, bins), Err(Error::Config { .. })));
        }
    }
}
