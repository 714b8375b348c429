//! Time of an iteration with one thread and with all cores.

use std::sync::Arc;

use rankscope::data::Dataset;
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{Progress, TrainingRun};
use rankscope::util::threads;

use crate::data::{LARGE, made};
use crate::training::dorm;
use crate::{Row, seconds};

const REPETITIONS: usize = 9;
/// Queries of a slice, as in `rankscope train`.
pub const SLICE: usize = 256;

/// Returns how many times faster an iteration is with all cores than with one thread, measured in turns.
pub fn rows() -> Vec<Row> {
    let data = Arc::new(made(&LARGE, 1));
    let of = |method: &str, working_set: &str| TrainingSettings {
        method: method.to_owned(),
        ..dorm(10.0, "fixed", working_set)
    };
    let settings =
        [of("dorm", "n-slack"), of("ranksvm", "n-slack"), of("svm-map", "1-slack"), of("listnet", "n-slack")];
    let cores = threads::count();
    let row = |settings: &TrainingSettings| {
        let settings = TrainingSettings { max_iterations: 5, ..settings.clone() };
        let (mut one, mut all) = (Vec::new(), Vec::new());
        for _ in 0..REPETITIONS {
            one.push(threads::alone(|| iteration(&data, &settings)));
            all.push(iteration(&data, &settings));
        }
        let least = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
        Row {
            row: format!("threads {}", settings.method),
            unit: "times",
            values: one.iter().zip(&all).map(|(one, all)| one / all).collect(),
            note: format!(
                "{cores} threads; least {:.2} ms and {:.2} ms",
                least(&one) * 1e3,
                least(&all) * 1e3
            ),
        }
    };
    settings.iter().map(row).collect()
}

/// Returns the seconds of an iteration with all its parts: the mean of a run.
pub fn iteration(data: &Arc<Dataset>, settings: &TrainingSettings) -> f64 {
    let mut run = TrainingRun::new(Arc::clone(data), settings).expect("the settings fit the data");
    run.leave_out_ledger();
    let (spent, iterations) = seconds(|| {
        loop {
            if let Progress::Stopped { stop } = run.advance(SLICE) {
                return stop.iterations + 1;
            }
        }
    });
    spent / iterations as f64
}
