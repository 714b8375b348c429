//! What a study records of a training: measures, figures of reports by the names of lessons, and times.

use crate::metric::{Measure, expand_range};
use crate::util::error::shown;
use crate::util::menu_entry::nearest;

/// A recorded value.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Name in tables and plots.
    pub name: String,
    /// Where the value comes from.
    pub kind: RecordKind,
}

/// The source of a recorded value. All are of the iterate that became the model.
#[derive(Debug, Clone, PartialEq)]
pub enum RecordKind {
    /// A measure on the test data, kept query by query.
    Test(Measure),
    /// A measure on the training data used.
    Train(Measure),
    /// A measure on the validation data.
    Valid(Measure),
    /// A measure on the training data used, minus the same measure on the test data.
    Gap(Measure),
    /// A figure of the iterate's report.
    Report(&'static str),
    /// A figure of the end of training.
    Stop(&'static str),
    /// A size of the run.
    Overview(&'static str),
    /// Number of the last iteration.
    Iterations,
    /// Cutting planes with a positive dual variable in the last solution.
    Planes,
    /// Seconds of this training, measured by the caller.
    Seconds,
    /// Share of these seconds in the solution of the dual, measured by the caller.
    QpShare,
}

impl Record {
    /// Returns the measure that is recorded, on whatever data.
    pub(super) fn measure(&self) -> Option<&Measure> {
        match &self.kind {
            RecordKind::Test(measure)
            | RecordKind::Train(measure)
            | RecordKind::Valid(measure)
            | RecordKind::Gap(measure) => Some(measure),
            _ => None,
        }
    }
}

/// Figures of a report, as in lessons.
pub const REPORT_FIGURES: [&str; 25] = [
    "iteration",
    "round",
    "primal",
    "best_primal",
    "dual",
    "gap",
    "mean_slack",
    "mean_loss",
    "norm",
    "cuts",
    "added",
    "worst_violation",
    "objective",
    "best_objective",
    "pair_error",
    "smoothing",
    "moved",
    "gradient_norm",
    "rate",
    "alpha",
    "edge",
    "given_up",
    "entropy",
    "regret",
    "bound",
];
/// Figures of the end of training, as in lessons.
pub const STOP_FIGURES: [&str; 7] =
    ["gap", "iterations", "best_iteration", "best_objective", "best_primal", "dual", "zero_primal"];
/// Sizes of a run, as in lessons.
pub const OVERVIEW_FIGURES: [&str; 4] = ["queries_used", "queries_skipped", "documents", "features"];

/// Largest number of recorded values.
const MOST_RECORDS: usize = 200;

/// Returns the records of a list of names; a range such as `ndcg@1..10` stands for ten.
///
/// # Errors
/// The problem with the name at an index.
pub(super) fn parse_all(names: &[String]) -> Result<Vec<Record>, (usize, String)> {
    let mut records: Vec<Record> = Vec::new();
    for (index, name) in names.iter().enumerate() {
        for name in range(name).map_err(|problem| (index, problem))? {
            let record = parse(&name).map_err(|problem| (index, problem))?;
            if records.iter().any(|other| other.name == record.name) {
                return Err((index, format!("{} is recorded twice", shown(&record.name))));
            }
            records.push(record);
        }
        if records.len() > MOST_RECORDS {
            return Err((index, format!("more than {MOST_RECORDS} values are recorded; leave some out")));
        }
    }
    Ok(records)
}

/// As [`expand_range`], in lower case.
pub(super) fn range(name: &str) -> Result<Vec<String>, String> {
    expand_range(&name.trim().to_ascii_lowercase())
}

fn parse(name: &str) -> Result<Record, String> {
    let record = |kind| Ok(Record { name: name.to_owned(), kind });
    let measure = |text: &str| text.parse::<Measure>().map_err(|error| error.to_string());
    let figure = |word: &str, known: &'static [&'static str]| {
        let found = known.iter().copied().find(|figure| *figure == word);
        let problem = || format!("{} is not a figure; the nearest are {}", shown(name), nearest(word, known));
        found.ok_or_else(problem)
    };
    match name {
        "seconds" => return record(RecordKind::Seconds),
        "iterations" => return record(RecordKind::Iterations),
        "planes" => return record(RecordKind::Planes),
        "share.qp" => return record(RecordKind::QpShare),
        _ => {}
    }
    match name.split_once('.') {
        Some(("train", rest)) => record(RecordKind::Train(measure(rest)?)),
        Some(("valid", rest)) => record(RecordKind::Valid(measure(rest)?)),
        Some(("gap", rest)) => record(RecordKind::Gap(measure(rest)?)),
        Some(("report", word)) => record(RecordKind::Report(figure(word, &REPORT_FIGURES)?)),
        Some(("stop", word)) => record(RecordKind::Stop(figure(word, &STOP_FIGURES)?)),
        Some(("overview", word)) => record(RecordKind::Overview(figure(word, &OVERVIEW_FIGURES)?)),
        _ => match measure(name) {
            Ok(measure) => record(RecordKind::Test(measure)),
            Err(problem) => Err(format!(
                "{problem}; or train.MEASURE, valid.MEASURE, gap.MEASURE, report.FIGURE, stop.FIGURE, overview.FIGURE, seconds, \
                 iterations, planes, share.qp"
            )),
        },
    }
}
