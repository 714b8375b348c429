//! Runs to the end, with checks of every report.

use std::sync::Arc;

use rankscope::Error;
use rankscope::data::{Dataset, QueryRows};
use rankscope::learner::StopReason;
use rankscope::method::catalog;
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{Progress, Stop, TrainingRun};

use super::reports::{Magnitudes, check_report, check_stop};

/// Trains to the end and checks every report, the stop and the model.
pub fn run(data: &Dataset, settings: &TrainingSettings) -> Result<Stop, Error> {
    let magnitudes = Magnitudes::of(data, settings);
    let mut run = TrainingRun::new(Arc::new(data.clone()), settings)?;
    let mut reported = None;
    loop {
        match run.advance(usize::MAX) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => {
                check_report(&report, &magnitudes);
                reported = Some(report.step.iteration);
            }
            Progress::Stopped { stop } => {
                check_stop(&stop, reported);
                if stop.reason == StopReason::Converged {
                    assert!(stop.gap.is_none_or(|gap| gap <= settings.gap), "{stop:?}");
                }
                run.model().expect("its weights are finite");
                return Ok(stop);
            }
        }
    }
}

/// Returns the reason for which a run stops.
pub fn reason(data: &Dataset, settings: &TrainingSettings) -> StopReason {
    run(data, settings).expect("the settings and data can be used").reason
}

/// Returns default settings of every method of the catalogue with cutting planes.
pub fn methods() -> Vec<TrainingSettings> {
    all_methods(true)
}

/// Returns settings of the other methods, with few rounds and epochs.
pub fn other_methods() -> Vec<TrainingSettings> {
    all_methods(false)
}

fn all_methods(structured: bool) -> Vec<TrainingSettings> {
    let method = |name: &str| TrainingSettings {
        method: name.to_owned(),
        rounds: Some(6),
        epochs: Some(4),
        ..TrainingSettings::default()
    };
    let methods = catalog().methods.iter().filter(|choice| choice.is_structured() == structured);
    methods.map(|choice| method(choice.name)).collect()
}

/// Returns a data set of these queries, each with grades and row-major features.
pub fn data(n_features: usize, queries: &[(&[u8], &[f64])]) -> Dataset {
    let queries: Vec<QueryRows> = queries
        .iter()
        .enumerate()
        .map(|(index, (grades, features))| QueryRows {
            id: index.to_string(),
            grades: grades.to_vec(),
            features: features.to_vec(),
            comments: Vec::new(),
        })
        .collect();
    Dataset::from_queries(n_features, &queries).expect("the numbers are finite")
}

/// Returns the same data with every feature multiplied by `factor`.
pub fn scaled(data: &Dataset, factor: impl Fn(usize) -> f64) -> Dataset {
    let queries: Vec<QueryRows> = data
        .queries()
        .map(|query| QueryRows {
            id: query.id.to_owned(),
            grades: query.grades.to_vec(),
            features: query
                .documents
                .clone()
                .flat_map(|row| (0..data.n_features()).map(move |feature| (row, feature)))
                .map(|(row, feature)| data.value(row, feature) * factor(feature))
                .collect(),
            comments: Vec::new(),
        })
        .collect();
    Dataset::from_queries(data.n_features(), &queries).expect("the numbers are finite")
}
