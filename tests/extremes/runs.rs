//! Runs to their end, every report checked on the way.

use std::sync::Arc;

use rankscope::data::{Dataset, MadeQuery};
use rankscope::error::Error;
use rankscope::experiment::TrainingRun;
use rankscope::learner::{Progress, Stop, StopReason};
use rankscope::loss::catalog;
use rankscope::settings::TrainingSettings;

use super::reports::{check_report, check_stop};

/// Trains to the end and checks every report, the end and the model.
pub fn run(data: &Dataset, settings: &TrainingSettings) -> Result<Stop, Error> {
    let mut run = TrainingRun::new(Arc::new(data.clone()), settings)?;
    let mut reported = None;
    loop {
        match run.advance(usize::MAX) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => {
                check_report(&report);
                reported = Some(report.iteration);
            }
            Progress::Stopped { stop } => {
                check_stop(&stop, reported);
                if stop.reason == StopReason::Converged {
                    assert!(stop.gap <= settings.gap, "{stop:?}");
                }
                run.model().expect("its weights are finite");
                return Ok(stop);
            }
        }
    }
}

/// The reason for which a run ends.
pub fn reason(data: &Dataset, settings: &TrainingSettings) -> StopReason {
    run(data, settings).expect("the settings and data can be used").reason
}

/// Default settings of every method of the catalogue.
pub fn methods() -> Vec<TrainingSettings> {
    let method = |name: &str| TrainingSettings { method: name.to_owned(), ..TrainingSettings::default() };
    catalog().methods.iter().map(|choice| method(choice.name)).collect()
}

/// A data set of these queries: grades and row-major features.
pub fn data(n_features: usize, queries: &[(&[u8], &[f64])]) -> Dataset {
    let queries: Vec<MadeQuery> = queries
        .iter()
        .enumerate()
        .map(|(index, (grades, features))| MadeQuery {
            id: index.to_string(),
            grades: grades.to_vec(),
            features: features.to_vec(),
            comments: Vec::new(),
        })
        .collect();
    Dataset::from_queries(n_features, &queries).expect("the numbers are finite")
}

/// The same data with every feature times `factor`.
pub fn scaled(data: &Dataset, factor: impl Fn(usize) -> f64) -> Dataset {
    let queries: Vec<MadeQuery> = data
        .queries()
        .map(|query| MadeQuery {
            id: query.id.to_owned(),
            grades: query.grades.to_vec(),
            features: query
                .documents
                .clone()
                .flat_map(|row| data.features(row).iter().enumerate().map(|(feature, x)| x * factor(feature)))
                .collect(),
            comments: Vec::new(),
        })
        .collect();
    Dataset::from_queries(data.n_features(), &queries).expect("the numbers are finite")
}
