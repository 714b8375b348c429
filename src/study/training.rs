//! One training of a study, and what is recorded of its model.

use std::sync::Arc;

use serde_json::Value;

use super::cell_result::TrainingEnd;
use super::records::{Record, RecordKind};
use crate::data::Dataset;
use crate::learner::{Phase, StopReason};
use crate::method::settings::TrainingSettings;
use crate::metric::{Mean, Measure, Undefined};
use crate::run::{Part, Progress, StepReport, Stop, TrainingRun};
use crate::util::error::Error;
use crate::util::json::value_of;

/// A training with its reports.
pub(super) struct Training {
    run: TrainingRun,
    reports: Vec<StepReport>,
    stop: Option<Stop>,
    /// Phase that the next slice begins in.
    phase: Phase,
}

/// What is recorded of a model.
pub(super) struct Outcome {
    /// One value per record.
    pub values: Vec<Option<f64>>,
    /// Values by test query for measures on the test data; else empty.
    pub queries: Vec<Vec<Option<f64>>>,
    pub stop: Option<StopReason>,
}

impl Training {
    pub(super) fn new(
        train: &Arc<Dataset>,
        valid: Option<&Arc<Dataset>>,
        test: Option<&Arc<Dataset>>,
        settings: &TrainingSettings,
    ) -> Result<Self, Error> {
        let mut run = TrainingRun::new(Arc::clone(train), settings)?;
        run.leave_out_ledger();
        if let Some(valid) = valid {
            run.watch_validation(Arc::clone(valid))?;
        }
        if let Some(test) = test {
            run.watch_test(Arc::clone(test))?;
        }
        run.check_validation()?;
        let phase = if run.n_support_planes().is_some() { Phase::Oracle } else { Phase::Learn };
        Ok(Self { run, reports: Vec::new(), stop: None, phase })
    }

    /// Works for a slice; returns the phase that it began in, and whether training has ended.
    pub(super) fn advance(&mut self, budget: usize) -> (Phase, bool) {
        let began = self.phase;
        match self.run.advance(budget) {
            Progress::Working { phase, .. } => self.phase = phase,
            Progress::Stepped { report } => {
                // After its report, an iteration with cutting planes solves the dual.
                self.phase = if report.step.planes().is_some() { Phase::Qp } else { Phase::Learn };
                self.reports.push(report);
            }
            Progress::Stopped { stop } => self.stop = Some(stop),
        }
        (began, self.stop.is_some())
    }

    /// Returns the validation value of the model, by the measure that chooses.
    pub(super) fn valid(&self) -> Option<f64> {
        self.model_report()?.valid.first()?.value
    }

    /// Returns how it ended, with the measures that choose. `tested`: the values by test query, for the training on all
    /// data. Cost: one pass over the validation data.
    ///
    /// # Errors
    /// As [`TrainingRun::model`].
    pub(super) fn end(
        &self,
        fold: Option<usize>,
        chooses: bool,
        records: &[Record],
        tested: &[Vec<Option<f64>>],
    ) -> Result<TrainingEnd, Error> {
        let model = self.run.model()?;
        let measures: Vec<Measure> =
            records.iter().filter_map(|record| tests(&record.kind)).copied().collect();
        let valid =
            if chooses { self.run.values_on(Part::Validation, &model.scorer, &measures) } else { Vec::new() };
        let tested: Vec<&Vec<Option<f64>>> = records
            .iter()
            .zip(tested)
            .filter(|(record, _)| tests(&record.kind).is_some())
            .map(|(_, values)| values)
            .collect();
        let is_lacking = |values: &[&Vec<Option<f64>>]| {
            !values.is_empty() && values.iter().copied().flatten().all(Option::is_none)
        };
        // Looking for the reason takes a pass over the data, so a measured value spares it.
        let lacks = is_lacking(&valid.iter().collect::<Vec<_>>()) || is_lacking(&tested);
        Ok(TrainingEnd {
            fold,
            valid: valid.iter().map(|values| mean(values)).collect(),
            stop: self.stop.as_ref().map(|stop| stop.reason),
            little_learned: self.run.has_learned_little(&model),
            unmeasured: if lacks { self.run.why_unmeasured(&model).next() } else { None },
            seconds: None,
        })
    }

    fn model_report(&self) -> Option<&StepReport> {
        let iteration = self.run.model_iteration();
        self.reports.iter().find(|report| report.step.iteration == iteration)
    }

    /// Returns the recorded values. Cost: one pass over the data per set that is measured.
    ///
    /// # Errors
    /// As [`TrainingRun::model`].
    pub(super) fn outcome(&self, records: &[Record]) -> Result<Outcome, Error> {
        let report = value_of(&self.model_report());
        let stop = value_of(&self.stop);
        let overview = value_of(&self.run.overview());
        let number = |object: &Value, key: &str| object.get(key).and_then(Value::as_f64);
        let scorer = self.run.model()?.scorer;
        let of_set = |part: Part, kind: fn(&RecordKind) -> Option<&Measure>| {
            let measures: Vec<Measure> =
                records.iter().filter_map(|record| kind(&record.kind)).copied().collect();
            let none = measures.is_empty();
            if none { Vec::new() } else { self.run.values_on(part, &scorer, &measures) }.into_iter()
        };
        let mut train = of_set(Part::Training, on_train);
        let mut valid = of_set(Part::Validation, |kind| {
            if let RecordKind::Valid(measure) = kind { Some(measure) } else { None }
        });
        let mut test = of_set(Part::Test, on_test);
        let (mut values, mut queries) = (Vec::new(), Vec::new());
        for record in records {
            let mut of_queries = Vec::new();
            values.push(match &record.kind {
                RecordKind::Train(_) => train.next().and_then(|values| mean(&values)),
                RecordKind::Valid(_) => valid.next().and_then(|values| mean(&values)),
                RecordKind::Test(_) => {
                    of_queries = test.next().unwrap_or_default();
                    mean(&of_queries)
                }
                RecordKind::Gap(_) => {
                    let train = train.next().and_then(|values| mean(&values));
                    let test = test.next().and_then(|values| mean(&values));
                    train.zip(test).map(|(train, test)| train - test)
                }
                RecordKind::Report(key) => number(&report, key),
                RecordKind::Stop(key) => number(&stop, key),
                RecordKind::Overview(key) => number(&overview, key),
                RecordKind::Iterations => number(&stop, "iterations"),
                RecordKind::Planes => self.run.n_support_planes().map(|planes| planes as f64),
                // The caller's clock measures them.
                RecordKind::Seconds | RecordKind::QpShare => None,
            });
            queries.push(of_queries);
        }
        Ok(Outcome { values, queries, stop: self.stop.as_ref().map(|stop| stop.reason) })
    }
}

/// Returns the mean over the queries that have a value.
fn mean(values: &[Option<f64>]) -> Option<f64> {
    Mean::of(values.iter().copied(), Undefined::Skip).value
}

/// The measures whose values on the test data are kept.
fn tests(kind: &RecordKind) -> Option<&Measure> {
    match kind {
        RecordKind::Test(measure) => Some(measure),
        _ => None,
    }
}

/// The measures on training data, in the order of the records.
fn on_train(kind: &RecordKind) -> Option<&Measure> {
    match kind {
        RecordKind::Train(measure) | RecordKind::Gap(measure) => Some(measure),
        _ => None,
    }
}

/// The measures on test data, in the order of the records.
fn on_test(kind: &RecordKind) -> Option<&Measure> {
    match kind {
        RecordKind::Test(measure) | RecordKind::Gap(measure) => Some(measure),
        _ => None,
    }
}
