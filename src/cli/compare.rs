//! `rankscope compare`.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use rankscope::data::Dataset;
use rankscope::error::Error;
use rankscope::experiment::{Comparison, ComparisonPlan, Job, JobResult, TrainingRun};
use rankscope::learner::Progress;
use rankscope::settings::TrainingSettings;
use serde_json::json;

use super::args::{CompareArgs, MeasureList};
use super::{Failure, files, print_line};

/// Queries that are worked on at a time.
const SLICE: usize = 4096;

/// Training, validation and test data of a job.
struct Sets {
    train: Arc<Dataset>,
    valid: Option<Arc<Dataset>>,
    test: Arc<Dataset>,
    /// Training and validation part of every fold.
    folds: Vec<[Arc<Dataset>; 2]>,
}

pub fn run(args: &CompareArgs) -> Result<(), Failure> {
    let mut settings = TrainingSettings {
        gap: args.gap,
        working_set: args.working_set.clone(),
        scale: args.scale.clone(),
        max_iterations: args.max_iterations,
        seed: args.seed,
        ..TrainingSettings::default()
    };
    args.method.apply(&mut settings);
    let folds = if args.valid.is_some() { None } else { Some(args.folds) };
    let plan = ComparisonPlan {
        settings,
        methods: args.methods.clone(),
        c_grid: args.c_grid.clone(),
        measures: MeasureList::names(&args.measures),
        folds,
    };
    let mut comparison = Comparison::new(plan)?;

    let train = Arc::new(files::read_data(&args.file)?);
    let sets = Sets {
        valid: args.valid.as_deref().map(files::read_data).transpose()?.map(Arc::new),
        test: Arc::new(files::read_data(&args.test)?),
        folds: match folds {
            Some(folds) => {
                train.folds(folds, args.seed)?.into_iter().map(|fold| fold.map(Arc::new)).collect()
            }
            None => Vec::new(),
        },
        train,
    };

    let jobs = comparison.jobs().to_vec();
    let progress =
        ProgressBar::new(jobs.len() as u64).with_style(files::style("{bar:30} {pos}/{len} {msg} {eta}"));
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    progress.set_message(job.settings.method.clone());
                    let start = Instant::now();
                    let result = train_job(job, &sets).unwrap_or_else(|error| JobResult::failed(&error));
                    let done = (job.clone(), result, start.elapsed());
                    results.lock().unwrap_or_else(PoisonError::into_inner).push(done);
                    progress.inc(1);
                }
            });
        }
    });
    progress.finish_and_clear();

    let mut seconds = vec![Duration::ZERO; comparison.table().rows.len()];
    for (job, result, elapsed) in results.into_inner().unwrap_or_else(PoisonError::into_inner) {
        seconds[job.row] += elapsed;
        comparison.record(job.job, result)?;
    }
    let table = comparison.table();
    if args.csv {
        return print_line(table.csv().trim_end());
    }
    if args.json {
        let mut value = json!(table);
        for (row, seconds) in seconds.iter().enumerate() {
            value["rows"][row]["seconds"] = json!(seconds.as_secs_f64());
        }
        return print_line(&value.to_string());
    }
    for (line, seconds) in table.text().lines().zip([None].into_iter().chain(seconds.iter().map(Some))) {
        let seconds =
            seconds.map_or_else(|| "seconds".to_owned(), |time| format!("{:.2}", time.as_secs_f64()));
        print_line(&format!("{line} {seconds:>8}"))?;
    }
    table.note.iter().try_for_each(|note| print_line(note))
}

/// Trains the job and takes the measures of its best model.
fn train_job(job: &Job, sets: &Sets) -> Result<JobResult, Error> {
    let (train, valid) = match job.fold {
        Some(fold) => (&sets.folds[fold][0], Some(&sets.folds[fold][1])),
        None => (&sets.train, sets.valid.as_ref()),
    };
    let mut run = TrainingRun::new(Arc::clone(train), &job.settings)?;
    run.leave_out_ledger();
    if let Some(valid) = valid {
        run.watch_validation(Arc::clone(valid));
    }
    if job.fold.is_none() {
        run.watch_test(Arc::clone(&sets.test));
    }
    let mut reports = Vec::new();
    loop {
        match run.advance(SLICE) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => reports.push(report),
            Progress::Stopped { stop } => {
                let best = &reports[stop.best_iteration];
                return Ok(JobResult::new(&best.valid, &best.test, stop.reason));
            }
        }
    }
}
