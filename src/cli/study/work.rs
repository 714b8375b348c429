//! Trains the cells of a study in threads, with progress on standard error.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use rankscope::study::{CellPlan, CellProgress, CellResult, StudySession};
use rankscope::util::threads;

use super::folder::Folder;
use crate::cli::signals::Interrupt;
use crate::cli::threads::work_together;
use crate::cli::{Failure, files, terminal};

/// Progress of all threads.
struct Progress {
    bar: ProgressBar,
    start: Instant,
    /// Work of all cells and of the finished ones, in trainings times training queries.
    all: f64,
    done: Mutex<f64>,
}

impl Progress {
    fn new(waiting: &[&CellPlan]) -> Self {
        let trainings: usize = waiting.iter().map(|cell| cell.trainings).sum();
        let bar = terminal::progress(ProgressBar::new(trainings as u64))
            .with_style(files::style("{bar:30} {pos}/{len} trainings {msg}"));
        bar.enable_steady_tick(Duration::from_millis(200));
        let all = waiting.iter().map(|cell| work_of(cell)).sum();
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

fn work_of(cell: &CellPlan) -> f64 {
    (cell.trainings * cell.training_queries.max(1)) as f64
}

/// Trains the cells without a result, equal ones once, until all are finished or the user interrupts.
///
/// # Errors
/// The first result that could not be written; the results stay in the session.
pub fn train(
    session: &mut StudySession,
    jobs: usize,
    folder: Option<&Folder>,
    interrupt: &Interrupt,
) -> Result<(), Failure> {
    let cells = session.cells()?;
    let mut known: HashMap<&str, CellResult> = HashMap::new();
    for cell in &cells {
        if let Some(result) = session.result(cell.cell) {
            known.insert(&cell.key, result.clone());
        }
    }
    let mut taken: HashSet<&str> = known.keys().copied().collect();
    let waiting: Vec<&CellPlan> = cells.iter().filter(|cell| taken.insert(&cell.key)).collect();
    let progress = Progress::new(&waiting);
    let next = AtomicUsize::new(0);
    let finished = Mutex::new(Vec::new());
    let fault = Mutex::new(None);
    let shared = &*session;
    let work = || {
        while !interrupt.is_caught() {
            let Some(cell) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            let result = threads::alone(|| train_cell(shared, cell, &progress, interrupt));
            let Some(result) = result else { break };
            if let Some(Err(failure)) = folder.map(|folder| folder.keep(&result)) {
                fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
            }
            finished.lock().unwrap_or_else(PoisonError::into_inner).push((cell.key.as_str(), result));
        }
    };
    work_together("jobs", jobs.min(waiting.len()), work);
    progress.bar.finish_and_clear();
    known.extend(finished.into_inner().unwrap_or_else(PoisonError::into_inner));
    for cell in &cells {
        if let (None, Some(result)) = (session.result(cell.cell), known.get(cell.key.as_str())) {
            session.put(cell.cell, result.clone())?;
        }
    }
    fault.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// Trains a cell; `None` if the user interrupts.
fn train_cell(
    session: &StudySession,
    cell: &CellPlan,
    progress: &Progress,
    interrupt: &Interrupt,
) -> Option<CellResult> {
    let work = work_of(cell) / cell.trainings.max(1) as f64;
    let run = match session.start(cell.cell) {
        Ok(run) => run,
        Err(error) => return Some(CellResult::failed(&cell.key, &error)),
    };
    let start = Instant::now();
    let watch = |state| {
        if matches!(state, CellProgress::Trained { .. }) {
            progress.count(work);
        }
        !interrupt.is_caught()
    };
    run.train(|| start.elapsed().as_secs_f64(), watch)
}
