//! Many features of which few are not 0: training to a certified gap, and the memory of the rows.

use std::fmt::Write;
use std::sync::Arc;

use crate::support::Random;
use rankscope::data::Dataset;
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{Progress, TrainingRun};

const FEATURES: usize = 10_000;
const STORED: usize = 30;

/// Returns LETOR text of documents that each have 30 of 10,000 features, of which a few say how good it is.
fn text(n_queries: usize, n_documents: usize) -> String {
    let mut random = Random::new(5);
    let mut text = String::new();
    for query in 0..n_queries {
        for document in 0..n_documents {
            let mut features: Vec<usize> =
                (0..STORED).map(|_| random.integer(1, FEATURES as i64) as usize).collect();
            let good = random.integer(0, 2);
            features.push(1 + good as usize * 7 + random.integer(0, 6) as usize);
            if query + document == 0 {
                features.push(FEATURES);
            }
            features.sort_unstable();
            features.dedup();
            let _ = write!(text, "{good} qid:{query}");
            for feature in features {
                let _ = write!(text, " {feature}:{:.3}", 0.1 + random.uniform());
            }
            text.push('\n');
        }
    }
    text
}

#[test]
fn every_linear_method_reaches_its_gap_on_ten_thousand_features() {
    let data = Arc::new(Dataset::from_letor(&text(30, 10)).expect("LETOR text"));
    assert_eq!(data.n_features(), FEATURES);
    let check = |method: &str, reference: &str, c: f64| {
        let settings = TrainingSettings {
            method: method.to_owned(),
            reference: reference.to_owned(),
            c,
            gap: 1e-3,
            ..TrainingSettings::default()
        };
        let mut run = TrainingRun::new(Arc::clone(&data), &settings).expect("the settings fit the data");
        let stop = loop {
            match run.advance(10_000) {
                Progress::Stopped { stop } => break stop,
                Progress::Working { .. } | Progress::Stepped { .. } => {}
            }
        };
        let gap = stop.gap.expect("it has a certificate");
        assert!(gap <= 1e-3, "{method}, {reference}, C = {c}: gap {gap}, {stop:?}");
    };
    for c in [1.0, 1000.0] {
        check("dorm", "aligned", c);
        check("dorm", "fixed", c);
        check("ranksvm", "aligned", c);
        check("svm-map", "aligned", c);
    }
    for method in ["regression", "logistic", "ranknet-linear", "ranksvm-squared", "listnet"] {
        check(method, "aligned", 10.0);
    }
}

#[test]
fn rows_of_mostly_zeros_take_the_memory_of_compressed_rows() {
    for (queries, documents) in [(1, 20), (20, 20), (13, 79)] {
        let text = text(queries, documents);
        let data = Dataset::from_letor(&text).expect("LETOR text");
        let stored = text.matches(':').count() - data.n_documents();
        let compressed = 12 * stored + 8 * (data.n_documents() + 1);
        let bytes = data.feature_bytes();
        assert!(bytes as f64 <= 1.2 * compressed as f64, "{bytes} bytes for {compressed}");
        let [part, _, _] = data.split_by_query([1.0, 0.0, 0.0], 1).expect("the shares fit");
        assert!(part.feature_bytes() as f64 <= 1.2 * compressed as f64, "a part of it is as small");
        assert_eq!(part, part.clone());
    }
}
