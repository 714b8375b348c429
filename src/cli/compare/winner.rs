//! The model of the method that validation data like best. Must not know how a comparison is made or printed.

use std::path::Path;

use rankscope::Error;
use rankscope::method::settings::TrainingSettings;
use rankscope::metric::Measure;
use rankscope::run::{MeasureValue, Progress, TrainingRun};
use rankscope::study::{ComparisonPlan, ComparisonTable};

use super::super::origin::{finished, model_iteration};
use super::super::signals::Interrupt;
use super::super::terminal::{name_of, say};
use super::super::{Failure, write_file};
use super::Sets;

/// Number of queries between two looks at the interrupt.
const SLICE: usize = 4096;

/// Returns the method with the best validation value of the first measure, its C, and this value.
///
/// Not the test value chooses, because the model would then look better on the test data than on others.
fn winner(table: &ComparisonTable) -> Option<(&str, Option<f64>, f64)> {
    let is_less_better = table
        .measures
        .first()
        .and_then(|name| name.parse::<Measure>().ok())
        .is_some_and(|one| one.prefers_less());
    let rows = table.rows.iter().filter_map(|row| {
        let cell = row.cells.first()?;
        Some((row.method.as_str(), cell.c, cell.valid?))
    });
    rows.reduce(|best, next| {
        let is_better = if is_less_better { next.2 < best.2 } else { next.2 > best.2 };
        if is_better { next } else { best }
    })
}

/// Trains the winner on all training data once more, and writes its model.
pub(super) fn write(
    out: &Path,
    plan: &ComparisonPlan,
    table: &ComparisonTable,
    sets: Sets,
    interrupt: &Interrupt,
) -> Result<(), Failure> {
    let Some((method, c, value)) = winner(table) else {
        return Err(Failure::NothingLearned(format!(
            "no method has a validation value, so no model is written to {}",
            name_of(out)
        )));
    };
    let settings = TrainingSettings {
        method: method.to_owned(),
        c: c.unwrap_or(plan.settings.c),
        measures: plan.measures.clone(),
        ..plan.settings.clone()
    };
    // Without training data there are no validation values, and so no winner.
    let train = sets.train.ok_or_else(|| Error::data("there are no training data"))?;
    let mut run = TrainingRun::new(train, &settings)?;
    run.leave_out_ledger();
    if let Some(valid) = sets.valid {
        run.watch_validation(valid)?;
    }
    run.watch_test(sets.test)?;
    let mut measured: Vec<[Vec<MeasureValue>; 3]> = Vec::new();
    let stop = loop {
        match run.advance(SLICE) {
            Progress::Stepped { report } => measured.push([report.train, report.valid, report.test]),
            Progress::Stopped { stop } => break stop,
            Progress::Working { .. } if interrupt.is_caught() => {
                return Err(Failure::Interrupted(format!(
                    "interrupted: no model is written to {}",
                    name_of(out)
                )));
            }
            Progress::Working { .. } => {}
        }
    };
    let measured = measured.into_iter().nth(model_iteration(&stop)).unwrap_or_default();
    let model = run.model()?.with_provenance(finished(sets.origin, &stop, run.overview(), &measured))?;
    write_file::write(out, (model.json() + "\n").as_bytes())?;
    let c = c.map_or_else(String::new, |c| format!(", C {c}"));
    let measure = table.measures.first().map_or("", String::as_str);
    let converged = if stop.reason.is_complete() { "" } else { " (not converged)" };
    say(&format!(
        "{}: {method}{c}{converged}; its {measure} on validation data is {value:.4}, the best",
        name_of(out)
    ));
    Ok(())
}
