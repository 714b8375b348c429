//! `rankscope compare`.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use rankscope::Error;
use rankscope::data::Dataset;
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{Progress, TrainingRun};
use rankscope::study::DataFields;
use rankscope::study::{Comparison, ComparisonPlan, Job, JobResult};
use rankscope::util::threads::alone;
use serde_json::json;

use super::args::{CompareArgs, MeasureList};
use super::measures::{translate, translate_settings};
use super::reading::DataFiles;
use super::terminal::{self, is_quiet, print_line, print_object, say};
use super::threads::work_together;
use super::{Failure, files};

/// Number of queries between two updates of the progress line.
const SLICE: usize = 4096;

/// Training, validation and test data of a job.
struct Sets {
    train: Arc<Dataset>,
    valid: Option<Arc<Dataset>>,
    test: Arc<Dataset>,
    /// Training and validation part of every fold.
    folds: Vec<[Arc<Dataset>; 2]>,
}

/// The line without any training, which every comparison shows.
const UNTRAINED: &str = "mean-difference";

/// Returns the methods, with the untrained line last if it is not among them. No method means all of them.
fn with_untrained(methods: &[String]) -> Vec<String> {
    let mut all = methods.to_vec();
    if !all.is_empty() && !all.iter().any(|method| method.trim().eq_ignore_ascii_case(UNTRAINED)) {
        all.push(UNTRAINED.to_owned());
    }
    all
}

pub fn run(args: &CompareArgs) -> Result<(), Failure> {
    let threads = args.threads.count()?;
    let mut settings = TrainingSettings::default();
    if args.valid.is_some() {
        "validation".clone_into(&mut settings.choose);
    }
    args.options.apply(&mut settings)?;
    translate_settings(&mut settings)?;
    let measures = translate(MeasureList::names(&args.measures), settings.threshold)?;
    let seed = settings.seed;
    let folds = if args.valid.is_some() { None } else { Some(args.folds) };
    let plan = ComparisonPlan {
        settings,
        methods: with_untrained(&args.methods),
        c_grid: args.c_grid.clone(),
        measures,
        folds,
    };
    let mut comparison = Comparison::new(plan)?;
    let asked = if args.methods.is_empty() { &comparison.plan().methods } else { &args.methods };
    args.options.check_effect(&comparison.plan().settings, asked)?;

    if args.study {
        return print_study(args, comparison.plan());
    }
    let inputs: Vec<&Path> =
        [&args.file, &args.test].into_iter().chain(&args.valid).map(PathBuf::as_path).collect();
    files::check_inputs(&inputs)?;
    let files = DataFiles::new(&args.reading)?;
    let (train, of_train) = files.read_checked(&args.file)?;
    let (valid, of_valid) = args
        .valid
        .as_deref()
        .map(|path| files.read_like_checked(path, train.feature_names()))
        .transpose()?
        .unzip();
    let (test, of_test) = files.read_like_checked(&args.test, train.feature_names())?;
    let train = Arc::new(train);
    let sets = Sets {
        valid: valid.map(Arc::new),
        test: Arc::new(test),
        folds: match folds {
            Some(folds) => train.folds(folds, seed)?.into_iter().map(|fold| fold.map(Arc::new)).collect(),
            None => Vec::new(),
        },
        train,
    };

    let jobs = comparison.jobs().to_vec();
    let progress = terminal::progress(ProgressBar::new(jobs.len() as u64))
        .with_style(files::style("{bar:30} {pos}/{len} {msg} {eta}"));
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    work_together("threads", threads.min(jobs.len()), || {
        while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            progress.set_message(job.settings.method.clone());
            let start = Instant::now();
            let result = alone(|| train_job(job, &sets));
            let result = result.unwrap_or_else(|error| JobResult::failed(&error));
            let done = (job.clone(), result, start.elapsed());
            results.lock().unwrap_or_else(PoisonError::into_inner).push(done);
            progress.inc(1);
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
        let checksums = [&of_train, &of_valid.unwrap_or_default(), &of_test];
        table.note.iter().for_each(|note| say(note));
        return print_line(comparison.csv(checksums.map(String::as_str)).trim_end());
    }
    if args.json {
        let mut value = json!(table);
        for (row, seconds) in seconds.iter().enumerate() {
            value["rows"][row]["seconds"] = json!(seconds.as_secs_f64());
        }
        return print_object("comparison", value);
    }
    for (line, seconds) in table.text().lines().zip([None].into_iter().chain(seconds.iter().map(Some))) {
        let seconds =
            seconds.map_or_else(|| "seconds".to_owned(), |time| format!("{:.2}", time.as_secs_f64()));
        print_line(&format!("{line} {seconds:>8}"))?;
    }
    table.note.iter().filter(|_| !is_quiet()).try_for_each(|note| print_line(note))
}

/// Prints the comparison as a study on the same files.
fn print_study(args: &CompareArgs, plan: &ComparisonPlan) -> Result<(), Failure> {
    let file = |path: &Path| path.display().to_string();
    let data = DataFields {
        train: Some(file(&args.file)),
        valid: args.valid.as_deref().map(file),
        test: Some(file(&args.test)),
        ..DataFields::default()
    };
    print_line(plan.study(&data)?.json().trim_end())
}

/// Trains the job and measures its best model.
fn train_job(job: &Job, sets: &Sets) -> Result<JobResult, Error> {
    let (train, valid) = match job.fold {
        Some(fold) => (&sets.folds[fold][0], Some(&sets.folds[fold][1])),
        None => (&sets.train, sets.valid.as_ref()),
    };
    let mut run = TrainingRun::new(Arc::clone(train), &job.settings)?;
    run.leave_out_ledger();
    if let Some(valid) = valid {
        run.watch_validation(Arc::clone(valid))?;
    }
    if job.fold.is_none() {
        run.watch_test(Arc::clone(&sets.test))?;
    }
    loop {
        if let Progress::Stopped { .. } = run.advance(SLICE) {
            return run.job_result();
        }
    }
}
