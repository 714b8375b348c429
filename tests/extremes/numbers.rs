//! Features, grades and C at the limits of files and settings.

use rankscope::learner::StopReason;
use rankscope::method::settings::TrainingSettings;

use super::runs::{data, methods, other_methods, reason, run, scaled};
use super::support::Random;

#[test]
fn features_of_any_size() {
    let ordinary = Random::new(1).dataset(5, 8, 3, 2);
    for exponent in [-300_i32, -160, -100, -20, -3, 3, 20, 49, 100, 150, 300] {
        let data = scaled(&ordinary, |_| 10_f64.powi(exponent));
        // For extreme sizes the dual converges slowly. Training may then stop early, but with a named reason.
        let ordinary = exponent.abs() <= 3;
        for settings in methods() {
            for working_set in ["n-slack", "1-slack"] {
                let settings = TrainingSettings {
                    working_set: working_set.to_owned(),
                    max_iterations: if ordinary { 1000 } else { 12 },
                    ..settings.clone()
                };
                let reason = reason(&data, &settings);
                println!("1e{exponent} {} {working_set}: {reason}", settings.method);
                assert!(
                    !ordinary || reason == StopReason::Converged,
                    "1e{exponent} {}: {reason}",
                    settings.method
                );
            }
        }
    }
}

#[test]
fn scaled_features_of_any_size_converge() {
    let ordinary = Random::new(1).dataset(5, 8, 3, 2);
    for exponent in [-300, -100, 100, 300] {
        let data = scaled(&ordinary, |_| 10_f64.powi(exponent));
        for scale in ["query", "rank", "minmax", "standard"] {
            for settings in methods() {
                let settings = TrainingSettings { scale: scale.to_owned(), ..settings };
                assert_eq!(
                    reason(&data, &settings),
                    StopReason::Converged,
                    "1e{exponent} {scale} {}",
                    settings.method
                );
            }
        }
    }
}

#[test]
fn features_of_all_sizes_together() {
    let sizes = [1e-300, 1e-100, 1e-10, 1.0, 1e10, 1e100, 1e300];
    let data = scaled(&Random::new(2).dataset(4, 6, sizes.len(), 2), |feature| sizes[feature]);
    for settings in methods() {
        for scale in ["none", "query", "rank", "minmax", "standard"] {
            let settings = TrainingSettings { scale: scale.to_owned(), ..settings.clone() };
            let reason = reason(&data, &settings);
            assert!(
                scale == "none" || reason == StopReason::Converged,
                "{scale} {}: {reason}",
                settings.method
            );
        }
    }
}

#[test]
fn constant_features_and_identical_documents() {
    let constant = data(2, &[(&[1, 0, 2, 0], &[3.0; 8]), (&[0, 1], &[3.0; 4])]);
    let zero = data(2, &[(&[1, 0, 2, 0], &[0.0; 8])]);
    let twins = data(1, &[(&[1, 0, 1, 0], &[1.0, 1.0, 2.0, 2.0]), (&[0, 1], &[5.0, 5.0])]);
    for data in [&constant, &zero, &twins] {
        for settings in methods() {
            for reference in ["aligned", "averaged", "fixed"] {
                let settings = TrainingSettings {
                    reference: reference.to_owned(),
                    // The cut-off is below the number of documents, because otherwise every ranking has the same
                    // precision.
                    cut_off: Some(1),
                    ..settings.clone()
                };
                assert_eq!(reason(data, &settings), StopReason::Converged, "{} {reference}", settings.method);
            }
        }
    }
}

#[test]
fn queries_without_information() {
    let ordinary = Random::new(3).dataset(3, 6, 2, 2);
    let single = data(2, &[(&[1], &[1.0, 2.0]), (&[0], &[2.0, 1.0])]);
    let equal = data(2, &[(&[2, 2], &[1.0, 2.0, 3.0, 4.0]), (&[0, 0], &[1.0, 2.0, 3.0, 4.0])]);
    for settings in methods() {
        for data in [&single, &equal] {
            let error = run(data, &settings).expect_err("nothing can be learned").to_string();
            assert!(error.contains("none of the 2 queries can be used"), "{error}");
        }
        let stop = run(&ordinary, &settings).expect("the other queries can be used");
        assert_eq!(stop.reason, StopReason::Converged, "{}", settings.method);
    }
}

#[test]
fn any_c() {
    let data = Random::new(4).dataset(5, 8, 3, 2);
    for exponent in [-99_i32, -6, -3, 0, 3, 6, 9, 99] {
        let ordinary = (-6..=9).contains(&exponent);
        for settings in methods() {
            for working_set in ["n-slack", "1-slack"] {
                let settings = TrainingSettings {
                    c: 10_f64.powi(exponent),
                    working_set: working_set.to_owned(),
                    max_iterations: if ordinary { 1000 } else { 12 },
                    ..settings.clone()
                };
                let reason = reason(&data, &settings);
                println!("C 1e{exponent} {} {working_set}: {reason}", settings.method);
                assert!(
                    !ordinary || reason == StopReason::Converged,
                    "C 1e{exponent} {}: {reason}",
                    settings.method
                );
            }
        }
    }
}

#[test]
fn c_out_of_range_is_rejected() {
    let data = Random::new(4).dataset(2, 4, 2, 2);
    for c in [0.0, -1.0, 1e-101, 1e101, f64::INFINITY, f64::NAN] {
        let error =
            run(&data, &TrainingSettings { c, ..TrainingSettings::default() }).expect_err("it is refused");
        assert!(error.to_string().starts_with("c: "), "{error}");
    }
}

#[test]
fn methods_without_cutting_planes_end_by_name_or_refuse_the_data() {
    let ordinary = Random::new(5).dataset(5, 8, 3, 2);
    let zero = data(2, &[(&[1, 0, 2, 0], &[0.0; 8])]);
    let equal = data(2, &[(&[2, 2], &[1.0, 2.0, 3.0, 4.0])]);
    let mut ended = 0;
    for exponent in [-300_i32, -20, 0, 20, 100, 300] {
        let sized = scaled(&ordinary, |_| 10_f64.powi(exponent));
        for data in [&sized, &zero, &equal] {
            for settings in other_methods() {
                for (scale, c) in [("none", 10.0), ("query", 1e-99), ("standard", 1e99)] {
                    let settings = TrainingSettings { scale: scale.to_owned(), c, ..settings.clone() };
                    // Every report and the stop are checked in the run.
                    match run(data, &settings) {
                        Ok(_) => ended += 1,
                        Err(error) => assert!(!error.to_string().is_empty()),
                    }
                }
            }
        }
    }
    assert!(ended > 300, "{ended} runs");
}
