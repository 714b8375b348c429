//! Trains two methods on part of a data set, and compares them on the rest.
//!
//! `cargo run --example train_and_evaluate -- data.txt`; without a file, a sample is generated.

use std::error::Error;
use std::sync::Arc;

use rankscope::data::{Dataset, generate_letor};
use rankscope::method::settings::TrainingSettings;
use rankscope::metric::{Measure, Undefined};
use rankscope::model::Model;
use rankscope::run::{Progress, TrainingRun};

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(path) if path.ends_with(".txt") => std::fs::read_to_string(path)?,
        _ => generate_letor(60, 20, 1),
    };
    let [train, validation, test] = Dataset::from_letor(&text)?.split_by_query([0.6, 0.2, 0.2], 1)?;
    let (train, validation) = (Arc::new(train), Arc::new(validation));
    let measures: Vec<Measure> =
        ["ndcg@10", "map"].iter().map(|name| name.parse()).collect::<Result<_, _>>()?;

    for method in ["dorm", "ranksvm"] {
        let settings = TrainingSettings { method: method.into(), c: 10.0, ..Default::default() };
        let model = trained(&train, &validation, &settings)?;
        let evaluation = model.evaluate(&test, &measures, Undefined::Skip)?;
        for (measure, mean) in measures.iter().zip(&evaluation.means) {
            match mean.value {
                Some(value) => println!("{method}: {measure} {value:.4} on {} queries", mean.counted),
                None => println!("{method}: {measure} has no value on these queries"),
            }
        }
        println!("{method}: a model file of {} bytes", model.json().len());
    }
    Ok(())
}

/// Trains to the requested gap. Validation data are measured at every iteration.
fn trained(
    train: &Arc<Dataset>,
    validation: &Arc<Dataset>,
    settings: &TrainingSettings,
) -> Result<Model, rankscope::Error> {
    let mut run = TrainingRun::new(Arc::clone(train), settings)?;
    run.watch_validation(Arc::clone(validation))?;
    loop {
        // The work comes in slices, so that a program can show progress or stop in between.
        match run.advance(1000) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => {
                let value = report.valid.first().and_then(|one| one.value).unwrap_or(f64::NAN);
                println!("{}: iteration {}, validation {value:.4}", settings.method, report.step.iteration);
            }
            Progress::Stopped { stop } => {
                println!("{}: {} iterations", settings.method, stop.iterations);
                return run.model();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_runs() {
        super::main().unwrap();
    }
}
