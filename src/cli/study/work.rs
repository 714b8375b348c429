//! Trains the cells of a study in threads, with progress on standard error.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use rankscope::learner::Phase;
use rankscope::study::{Cell, CellProgress, CellResult, CellRun, RecordKind, TrainingTime};
use rankscope::util::threads;

use super::Prepared;
use super::folder::Folder;
use crate::cli::signals::Interrupt;
use crate::cli::threads::work_together;
use crate::cli::{Failure, files, terminal};

/// Queries between two looks at the clock and the interrupt.
const SLICE: usize = 256;

/// Progress of all threads.
struct Progress {
    bar: ProgressBar,
    start: Instant,
    /// Work of all cells and of the finished ones, in trainings times training queries.
    all: f64,
    done: Mutex<f64>,
}

impl Progress {
    fn new(prepared: &Prepared, waiting: &[&Cell]) -> Self {
        let trainings: usize = waiting.iter().map(|cell| cell.trainings).sum();
        let bar = terminal::progress(ProgressBar::new(trainings as u64))
            .with_style(files::style("{bar:30} {pos}/{len} trainings {msg}"));
        bar.enable_steady_tick(Duration::from_millis(200));
        let all = waiting.iter().map(|cell| work_of(prepared, cell)).sum();
        Self { bar, start: Instant::now(), all, done: Mutex::new(0.0) }
    }

    /// Counts a training. The remaining time supposes that time grows with the number of training queries.
    fn count(&self, work: f64) {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        *done += work;
        let left =
            self.start.elapsed().as_secs_f64() * (self.all - *done).max(0.0) / done.max(f64::MIN_POSITIVE);
        self.bar.inc(1);
        self.bar.set_message(format!("about {} left", shown(left)));
    }
}

fn shown(seconds: f64) -> String {
    match seconds {
        _ if seconds < 90.0 => format!("{seconds:.0} s"),
        _ if seconds < 5400.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

fn work_of(prepared: &Prepared, cell: &Cell) -> f64 {
    let size = cell.place.last().and_then(|size| prepared.study.sizes.get(*size));
    let queries = size.map_or(1, |size| prepared.sets.n_training_queries(cell, *size));
    (cell.trainings * queries.max(1)) as f64
}

/// Trains the cells without a result, equal ones once, until all are finished or the user interrupts.
///
/// # Errors
/// The first result that could not be written; the results stay in memory.
pub fn train(
    prepared: &Prepared,
    results: &mut [Option<CellResult>],
    jobs: usize,
    folder: Option<&Folder>,
    interrupt: &Interrupt,
) -> Result<(), Failure> {
    let mut known: HashMap<&str, CellResult> = HashMap::new();
    for (key, result) in prepared.keys.iter().zip(results.iter()) {
        if let Some(result) = result {
            known.insert(key, result.clone());
        }
    }
    let mut taken: Vec<&str> = known.keys().copied().collect();
    let mut waiting: Vec<&Cell> = Vec::new();
    for (cell, key) in prepared.cells.iter().zip(&prepared.keys) {
        if !taken.contains(&key.as_str()) {
            taken.push(key);
            waiting.push(cell);
        }
    }
    let progress = Progress::new(prepared, &waiting);
    let next = AtomicUsize::new(0);
    let finished = Mutex::new(Vec::new());
    let fault = Mutex::new(None);
    let work = || {
        while !interrupt.is_caught() {
            let Some(cell) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let result = threads::alone(|| train_cell(prepared, cell, &progress, interrupt));
            let Some(result) = result else { break };
            if let Some(Err(failure)) = folder.map(|folder| folder.keep(&result)) {
                fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
            }
            finished.lock().unwrap_or_else(PoisonError::into_inner).push(result);
        }
    };
    work_together("jobs", jobs.min(waiting.len()), work);
    progress.bar.finish_and_clear();
    let finished = finished.into_inner().unwrap_or_else(PoisonError::into_inner);
    for (key, result) in prepared.keys.iter().zip(results) {
        if result.is_none() {
            *result =
                known.get(key.as_str()).or_else(|| finished.iter().find(|one| one.key == *key)).cloned();
        }
    }
    fault.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// Trains a cell; `None` if the user interrupts.
fn train_cell(
    prepared: &Prepared,
    cell: &Cell,
    progress: &Progress,
    interrupt: &Interrupt,
) -> Option<CellResult> {
    let mut run = match CellRun::new(&prepared.study, cell, &prepared.sets) {
        Ok(run) => run,
        Err(error) => {
            let key = prepared.keys.get(cell.cell).cloned().unwrap_or_default();
            return Some(CellResult { key, failure: Some(error.to_string()), ..CellResult::default() });
        }
    };
    let work = work_of(prepared, cell) / cell.trainings.max(1) as f64;
    // The time of a phase is measured in slices of one query.
    let has_share = prepared.study.records().iter().any(|record| record.kind == RecordKind::QpShare);
    let slice = if has_share { 1 } else { SLICE };
    let mut times = vec![TrainingTime::default(); cell.trainings];
    loop {
        if interrupt.is_caught() {
            return None;
        }
        let start = Instant::now();
        let state = run.advance(slice);
        let seconds = start.elapsed().as_secs_f64();
        let (training, in_qp) = match state {
            CellProgress::Done => return Some(run.finish(&times)),
            CellProgress::Working { training, phase } => (training, phase == Phase::Qp),
            CellProgress::Trained { training } => {
                progress.count(work);
                (training, false)
            }
        };
        if let Some(time) = times.get_mut(training) {
            time.seconds += seconds;
            time.qp_seconds += if in_qp { seconds } else { 0.0 };
        }
    }
}
