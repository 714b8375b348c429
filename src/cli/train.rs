//! `rankscope train`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use rankscope::data::{Dataset, PreparationReport};
use rankscope::experiment::TrainingRun;
use rankscope::learner::{MeasureValue, Progress, StepReport, Stop, StopReason};
use serde_json::{Map, Value, json};

use super::args::TrainArgs;
use super::{Failure, files, print_line};

/// Queries that are worked on between two updates of the progress line.
const SLICE: usize = 256;

pub fn run(args: &TrainArgs) -> Result<(), Failure> {
    let settings = args.settings();
    // Before a large file is read.
    settings.parse()?;
    args.out.as_deref().map_or(Ok(()), files::check_writable)?;
    let (train, valid, test) = read_sets(args)?;

    let start = Instant::now();
    let mut run = TrainingRun::new(train, &settings)?;
    run.leave_out_ledger();
    let (watches_valid, watches_test) = (valid.is_some(), test.is_some());
    if let Some(valid) = valid {
        run.watch_validation(valid);
    }
    if let Some(test) = test {
        run.watch_test(test);
    }
    let overview = run.overview().clone();
    let PreparationReport { zero_rows, near_duplicate_rows, queries } = overview.preparation;
    if args.drop_zero || args.drop_near_duplicates {
        eprintln!(
            "rankscope: left out of training: {zero_rows} documents without a feature, {near_duplicate_rows} in \
             near-duplicate pairs, and {queries} queries that lost all documents"
        );
    }
    if !args.json {
        print_line(&format!(
            "{} queries used, {} skipped; {} documents, {} features; oracle: {}",
            overview.queries_used,
            overview.queries_skipped,
            overview.documents,
            overview.features,
            overview.oracle
        ))?;
        print_line(&heading(&overview.measures, watches_valid, watches_test))?;
    }
    let mut reader_has_gone = false;
    let progress = ProgressBar::new_spinner().with_style(files::style("{spinner} {msg}"));
    progress.enable_steady_tick(Duration::from_millis(100));
    let stop = loop {
        match run.advance(SLICE) {
            Progress::Working { phase, done, of } => progress.set_message(format!("{phase:?} {done}/{of}")),
            Progress::Stepped { report } if !reader_has_gone => {
                let line =
                    if args.json { object(&report, &overview.components).to_string() } else { row(&report) };
                match progress.suspend(|| print_line(&line)) {
                    // The model was asked for too.
                    Err(Failure::OutputClosed) if args.out.is_some() => reader_has_gone = true,
                    other => other?,
                }
            }
            Progress::Stepped { .. } => {}
            Progress::Stopped { stop } => break stop,
        }
    };
    progress.finish_and_clear();
    let seconds = start.elapsed().as_secs_f64();

    let model = run.model()?;
    if let Some(path) = &args.out {
        std::fs::write(path, model.json() + "\n")
            .map_err(|error| Failure::File { path: path.display().to_string(), error })?;
    }
    if let Some(problem) = &stop.problem {
        eprintln!(
            "rankscope: numbers left the range of floating point; scale the features, as with --scale minmax ({problem})"
        );
    }
    if stop.reason == StopReason::Converged && !stop.beats_zero {
        eprintln!(
            "rankscope: the objective is not below {:.6}, its value at w = 0, so little was learned; try another C, \
             measure, decay profile or reference",
            stop.zero_primal
        );
    }
    if args.json {
        let Stop {
            reason,
            iterations,
            best_primal,
            dual,
            gap,
            best_iteration,
            zero_primal,
            beats_zero,
            problem,
        } = stop;
        let last = json!({
            "stopped": reason.to_string(), "problem": problem, "iterations": iterations, "best_iteration": best_iteration,
            "zero_primal": zero_primal, "beats_zero": beats_zero, "best_primal": best_primal, "dual": dual, "gap": gap, "weights": model.weights,
            "queries_used": overview.queries_used, "queries_skipped": overview.queries_skipped,
            "preparation": overview.preparation, "seconds": seconds,
        });
        return print_line(&last.to_string());
    }
    print_line(&format!(
        "{}: gap {:.3} % after {} iterations, objective between {:.6} and {:.6}, {seconds:.2} s",
        stop.reason,
        100.0 * stop.gap,
        stop.iterations,
        stop.dual,
        stop.best_primal
    ))
}

/// Training, validation and test data.
type Sets = (Arc<Dataset>, Option<Arc<Dataset>>, Option<Arc<Dataset>>);

fn read_sets(args: &TrainArgs) -> Result<Sets, Failure> {
    let train = files::read_data(&args.file)?;
    let Some(shares) = args.split else {
        let read = |path: &Option<PathBuf>| path.as_deref().map(files::read_data).transpose();
        return Ok((Arc::new(train), read(&args.valid)?.map(Arc::new), read(&args.test)?.map(Arc::new)));
    };
    let [train, valid, test] = train.split_by_query(shares, args.split_seed.unwrap_or(args.seed))?;
    let given = |data: Dataset| (data.n_queries() > 0).then(|| Arc::new(data));
    Ok((Arc::new(train), given(valid), given(test)))
}

fn object(report: &StepReport, components: &[String]) -> Value {
    let measures = |values: &[MeasureValue]| {
        Value::Object(
            values.iter().map(|mean| (mean.measure.clone(), json!(mean.value))).collect::<Map<_, _>>(),
        )
    };
    json!({
        "iteration": report.iteration, "round": report.round, "primal": report.primal,
        "best_primal": report.best_primal, "dual": report.dual, "gap": report.gap,
        "mean_slack": report.mean_slack, "mean_loss": report.mean_loss, "norm": report.norm, "cuts": report.cuts,
        "added": report.added, "worst_violation": report.worst_violation,
        "component_slacks": components.iter().zip(&report.component_slacks).collect::<BTreeMap<_, _>>(),
        "train": measures(&report.train), "valid": measures(&report.valid), "test": measures(&report.test),
    })
}

fn heading(measures: &[String], valid: bool, test: bool) -> String {
    let mut line = format!(
        "{:>5} {:>5} {:>12} {:>12} {:>8} {:>9} {:>9} {:>9} {:>7}",
        "iter", "round", "primal", "dual", "gap %", "slack", "loss", "norm", "cuts"
    );
    for (set, present) in [("train", true), ("valid", valid), ("test", test)] {
        for measure in measures.iter().filter(|_| present) {
            line.push_str(&format!(" {:>14}", format!("{set} {measure}")));
        }
    }
    line
}

fn row(report: &StepReport) -> String {
    let mut line = format!(
        "{:>5} {:>5} {:>12.6} {:>12.6} {:>8.3} {:>9.5} {:>9.5} {:>9.5} {:>7}",
        report.iteration,
        report.round,
        report.primal,
        report.dual,
        100.0 * report.gap,
        report.mean_slack,
        report.mean_loss,
        report.norm,
        report.cuts
    );
    for mean in report.train.iter().chain(&report.valid).chain(&report.test) {
        let value = mean.value.map_or_else(|| "–".to_owned(), |value| format!("{value:.4}"));
        line.push_str(&format!(" {value:>14}"));
    }
    line
}
