//! Seconds to train every method without cutting planes, with its default settings.

use std::sync::Arc;

use rankscope::method::settings::TrainingSettings;
use rankscope::method::{METHODS, Method};
use rankscope::run::{Progress, Stop, TrainingRun};

use crate::data::{SMALL, made};
use crate::{Row, seconds};

/// A method is trained at least this often …
const FEWEST_REPETITIONS: usize = 3;
/// … and again until its runs have taken this many seconds together, or for this many times.
const SECONDS: f64 = 1.0;
const MOST_REPETITIONS: usize = 31;

/// Returns the seconds of whole runs, one row per method of the catalogue.
pub fn rows() -> Vec<Row> {
    METHODS.iter().filter(|method| !method.is_structured()).map(|method| row(method)).collect()
}

fn row(method: &Method) -> Row {
    let data = Arc::new(made(&SMALL, 1));
    let settings = TrainingSettings { method: method.name.to_owned(), ..TrainingSettings::default() };
    let mut values = Vec::new();
    let mut note = String::new();
    while values.len() < FEWEST_REPETITIONS
        || (values.len() < MOST_REPETITIONS && values.iter().sum::<f64>() < SECONDS)
    {
        let (time, (stop, measure)) = seconds(|| whole(&data, &settings));
        values.push(time);
        note = format!("{} iterations, {measure}, {}", stop.iterations, stop.reason);
    }
    Row { row: format!("train {}", method.name), unit: "s", values, note }
}

/// Trains to the end. Returns the stop and the first measure of the last iteration.
fn whole(data: &Arc<rankscope::data::Dataset>, settings: &TrainingSettings) -> (Stop, String) {
    let mut run = TrainingRun::new(Arc::clone(data), settings).expect("the settings fit the data");
    let mut measure = String::new();
    loop {
        match run.advance(1 << 20) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => {
                let value = report.train.first().map_or(f64::NAN, |mean| mean.value.unwrap_or(f64::NAN));
                measure = format!("{} {value:.4} on the training data", run.overview().measures[0]);
            }
            Progress::Stopped { stop } => return (stop, measure),
        }
    }
}
