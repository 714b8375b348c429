//! Many documents, many ties, many features. A few iterations each, because only their cost matters.

use rankscope::data::Dataset;
use rankscope::learner::StopReason;
use rankscope::method::settings::TrainingSettings;

use super::runs::{data, methods, reason};
use super::support::Random;

/// Asserts that a run converges or reaches its iteration limit.
fn ends_well(data: &Dataset, settings: TrainingSettings, iterations: usize) {
    let settings = TrainingSettings { max_iterations: iterations, ..settings };
    let reason = reason(data, &settings);
    assert!(
        matches!(reason, StopReason::Converged | StopReason::IterationLimit),
        "{}: {reason}",
        settings.method
    );
}

#[test]
fn ten_thousand_documents_in_one_query() {
    let n = 10_000;
    let mut random = Random::new(5);
    let grades: Vec<u8> = (0..n).map(|i| if i % 20 == 0 { 1 + (i / 20 % 2) as u8 } else { 0 }).collect();
    let features: Vec<f64> = (0..2 * n).map(|_| random.uniform()).collect();
    let data = data(2, &[(&grades, &features)]);
    for settings in methods() {
        ends_well(&data, settings, 2);
    }
}

#[test]
fn thousands_of_tied_scores() {
    let n = 4_000;
    // All but a few rows are equal.
    let features: Vec<f64> = (0..n).flat_map(|i| [1.0, f64::from(u8::from(i % 997 == 0))]).collect();
    let grades: Vec<u8> = (0..n).map(|i| (i % 7 == 0) as u8).collect();
    let data = data(2, &[(&grades, &features), (&grades, &features)]);
    for settings in methods() {
        ends_well(&data, settings, 3);
    }
}

#[test]
fn five_thousand_features() {
    let data = Random::new(6).dataset(6, 10, 5_000, 2);
    for settings in methods() {
        for working_set in ["n-slack", "1-slack"] {
            ends_well(
                &data,
                TrainingSettings { working_set: working_set.to_owned(), ..settings.clone() },
                20,
            );
        }
    }
}
