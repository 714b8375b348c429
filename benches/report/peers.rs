//! RankSVM on MQ2008 as other programs train it. `scripts/lib/bench/dlib.mjs` measures them beside it.

use std::sync::Arc;

use rankscope::data::Dataset;
use rankscope::learner::cutting_plane::Trainer;
use rankscope::learner::{Advance, Learner};
use rankscope::method::settings::TrainingSettings;

use crate::real::read;
use crate::{Row, seconds};

/// The C of dlib: the weight of the mean hinge over all pairs.
const CS: [f64; 7] = [0.01, 0.1, 1.0, 10.0, 100.0, 1_000.0, 10_000.0];
const REPETITIONS: usize = 15;

/// Returns the milliseconds of training for every C, with the objective in the note; no row without the data.
///
/// The time is that of training alone, from binding the labels, without measures, reports and certificates.
pub fn rows() -> Vec<Row> {
    let Some(data) = read("mq2008-fold1-train.txt.gz") else { return Vec::new() };
    let data = Arc::new(data);
    CS.iter().map(|&c| row(&data, c)).collect()
}

fn row(data: &Arc<Dataset>, c: f64) -> Row {
    let n_pairs: usize = data.queries().map(|query| pairs(query.grades)).sum();
    let used = data.queries().filter(|query| pairs(query.grades) > 0).count();
    let settings = TrainingSettings {
        method: "ranksvm".to_owned(),
        pairs_of: "threshold".to_owned(),
        pairs: "sum".to_owned(),
        // Here C is divided by the queries, and the hinges of a query are summed.
        c: c * used as f64 / n_pairs as f64,
        ..TrainingSettings::default()
    };
    let config = settings.parse().expect("the settings fit");
    let mut objective = f64::NAN;
    let values = (0..REPETITIONS)
        .map(|_| {
            let (time, trainer) = seconds(|| {
                let loss = config.learner.loss().expect("a structured loss");
                let mut trainer =
                    Trainer::new(Arc::clone(data), &loss.slack_groups(), config.trainer.clone())
                        .expect("the data have pairs");
                trainer.leave_out_ledger();
                while !matches!(trainer.advance(usize::MAX), Advance::Stopped(_)) {}
                trainer
            });
            objective = trainer.iteration(trainer.best_iteration()).expect("it was reached").primal;
            time * 1e3
        })
        .collect();
    Row { row: format!("ms dlib {c}"), unit: "ms", values, note: objective.to_string() }
}

/// Returns the number of pairs of a relevant and another document.
fn pairs(grades: &[u8]) -> usize {
    let relevant = grades.iter().filter(|&&grade| grade >= 1).count();
    relevant * (grades.len() - relevant)
}
