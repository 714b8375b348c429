//! Time of training runs relative to bare passes over the same matrix.

use std::sync::Arc;

use rankscope::data::Dataset;
use rankscope::learner::Phase;
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{Progress, Stop, TrainingRun};

use crate::data::{LARGE, SMALL, made};
use crate::{Row, seconds};

const REPETITIONS: usize = 7;
/// Repetitions for runs of a few milliseconds, which other processes disturb more.
const SHORT_REPETITIONS: usize = 31;

/// Seconds of a run by part.
#[derive(Default)]
pub struct Spent {
    /// Building the run: binding labels to losses.
    pub setup: f64,
    /// Scores, oracles and the resulting planes.
    pub oracle: f64,
    /// Solving the dual.
    pub qp: f64,
    /// Evaluating the measures of every iteration.
    pub measure: f64,
}

impl Spent {
    pub fn total(&self) -> f64 {
        self.setup + self.oracle + self.qp + self.measure
    }
}

/// Returns the seconds of one pair of bare passes, X w and Xᵀ κ: the minimum of several.
pub fn bare_pair(data: &Dataset) -> f64 {
    let w: Vec<f64> = (0..data.n_features()).map(|feature| feature as f64 / 10.0 - 1.0).collect();
    let pair = || {
        let scores = data.scores(0..data.n_documents(), &w);
        let mut into = vec![0.0; data.n_features()];
        data.pull_back(0..data.n_documents(), &scores, &mut into);
        std::hint::black_box(into)
    };
    (0..10).map(|_| seconds(pair).0).fold(f64::INFINITY, f64::min)
}

/// Trains to the end, or for `iterations`, query by query, and returns the time of each part.
pub fn train(data: &Arc<Dataset>, settings: &TrainingSettings) -> (Spent, Stop) {
    let mut spent = Spent::default();
    let (setup, run) = seconds(|| TrainingRun::new(Arc::clone(data), settings));
    let mut run = run.expect("the settings fit the data");
    spent.setup = setup;
    let mut phase = Phase::Oracle;
    loop {
        let (time, progress) = seconds(|| run.advance(1));
        match phase {
            Phase::Start => spent.setup += time,
            Phase::Oracle | Phase::Search => spent.oracle += time,
            Phase::Qp | Phase::Learn => spent.qp += time,
            Phase::Measure => spent.measure += time,
        }
        match progress {
            Progress::Working { phase: next, .. } => phase = next,
            Progress::Stepped { .. } => phase = Phase::Qp,
            Progress::Stopped { stop } => return (spent, stop),
        }
    }
}

/// Returns the seconds of a training run in one call.
pub fn whole(data: &Arc<Dataset>, settings: &TrainingSettings) -> f64 {
    seconds(|| {
        let mut run = TrainingRun::new(Arc::clone(data), settings).expect("the settings fit the data");
        while !matches!(run.advance(1 << 20), Progress::Stopped { .. }) {}
    })
    .0
}

/// Returns settings for DORM with NDCG@10.
pub fn dorm(c: f64, reference: &str, working_set: &str) -> TrainingSettings {
    TrainingSettings {
        c,
        reference: reference.to_owned(),
        working_set: working_set.to_owned(),
        ..TrainingSettings::default()
    }
}

/// Returns all rows of runs with cutting planes.
pub fn rows() -> Vec<Row> {
    let data = Arc::new(made(&SMALL, 1));
    [vec![iteration()], whole_runs(&data, ""), qp_shares(&data, "")].concat()
}

/// Returns the time of one iteration without the QP, in pairs of bare passes.
fn iteration() -> Row {
    let data = Arc::new(made(&LARGE, 1));
    let settings = TrainingSettings { max_iterations: 8, gap: 1e-6, ..dorm(10.0, "fixed", "n-slack") };
    let mut iterations = 0;
    let values = (0..REPETITIONS)
        .map(|_| {
            let pair = bare_pair(&data);
            let (spent, stop) = train(&data, &settings);
            iterations = stop.iterations + 1;
            (spent.oracle + spent.measure) / iterations as f64 / pair
        })
        .collect();
    Row {
        row: "iteration".to_owned(),
        unit: "pairs",
        values,
        note: format!(
            "oracle, planes and measures; mean of {iterations} iterations; the pair {:.2} ms",
            bare_pair(&data) * 1e3
        ),
    }
}

/// Returns the times of whole runs, in pairs of bare passes. `on`: what the names of the rows end with.
pub fn whole_runs(data: &Arc<Dataset>, on: &str) -> Vec<Row> {
    let ranksvm = TrainingSettings {
        method: "ranksvm".to_owned(),
        pairs_of: "threshold".to_owned(),
        c: 1.0,
        ..TrainingSettings::default()
    };
    [
        ("run 10", dorm(10.0, "fixed", "n-slack")),
        ("run 1000", dorm(1000.0, "fixed", "n-slack")),
        ("run ranksvm", ranksvm),
    ]
    .into_iter()
    .flat_map(|(name, settings)| {
        let mut times = Vec::new();
        let values = (0..SHORT_REPETITIONS)
            .map(|_| {
                let pair = bare_pair(data);
                let time = whole(data, &settings);
                times.push(time);
                time / pair
            })
            .collect();
        times.sort_by(f64::total_cmp);
        let (_, stop) = train(data, &settings);
        let note = format!(
            "{} iterations, gap {:.3} %, median {:.3} ms",
            stop.iterations,
            stop.gap.unwrap_or(f64::NAN) * 100.0,
            times[times.len() / 2] * 1e3
        );
        let milliseconds = times.iter().map(|time| time * 1e3).collect();
        [
            Row { row: format!("{name}{on}"), unit: "pairs", values, note },
            // This row has no bar, because the browser is compared with it.
            Row { row: format!("ms {name}{on}"), unit: "ms", values: milliseconds, note: String::new() },
        ]
    })
    .collect()
}

/// Returns the share of the QP in runs to a gap of 0.1 %, in per cent. `on`: what the names of the rows end with.
pub fn qp_shares(data: &Arc<Dataset>, on: &str) -> Vec<Row> {
    let mut rows = Vec::new();
    for working_set in ["n-slack", "1-slack"] {
        for reference in ["aligned", "fixed"] {
            for c in [1.0, 10.0, 100.0, 1000.0] {
                let settings = dorm(c, reference, working_set);
                let mut note = String::new();
                let values = (0..3)
                    .map(|_| {
                        let (spent, stop) = train(data, &settings);
                        note = format!(
                            "{} iterations, gap {:.3} %, {:.1} ms",
                            stop.iterations,
                            stop.gap.unwrap_or(f64::NAN) * 100.0,
                            spent.total() * 1e3
                        );
                        100.0 * spent.qp / spent.total()
                    })
                    .collect();
                rows.push(Row {
                    row: format!("qp {working_set} {reference} {c}{on}"),
                    unit: "%",
                    values,
                    note,
                });
            }
        }
    }
    rows
}
