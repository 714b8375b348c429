//! Threads by rayon.

use std::cell::Cell;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

use crate::error::Error;

thread_local! {
    static IS_ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Largest number of threads.
pub const MOST: usize = 1024;

/// Pieces of a computation for each thread, at least.
const PIECES: usize = 16;

/// Fewer columns than this are not worth a thread.
const LEAST_COLUMNS: usize = 4;

/// Returns the number of threads that a computation of the calling thread uses: all cores, unless [`within`] or [`alone`]
/// says otherwise.
pub fn count() -> usize {
    if IS_ALONE.get() { 1 } else { rayon::current_num_threads() }
}

/// Runs `work` with one thread: the calling one. Jobs that already fill the cores call it.
pub fn alone<R>(work: impl FnOnce() -> R) -> R {
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            IS_ALONE.set(self.0);
        }
    }
    let _before = Before(IS_ALONE.replace(true));
    work()
}

/// Runs `work` with this number of threads. They exist until it returns.
///
/// # Errors
/// [`Error::Config`] for a number that is not from 1 to [`MOST`], or if the operating system refuses the threads.
pub fn within<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> Result<R, Error> {
    if threads == 1 {
        return Ok(alone(work));
    }
    let pool = of(threads)?.build().map_err(|problem| refused(threads, &problem))?;
    Ok(pool.install(work))
}

/// Sets the number of threads of the whole program; `None` stands for all cores. Call it before anything computes.
///
/// The calling thread is one of them. So a computation has to wake the others only, and never waits to be woken itself.
///
/// # Errors
/// As [`within`], and if something has computed already.
pub fn set(threads: Option<usize>) -> Result<(), Error> {
    let all = || std::thread::available_parallelism().map_or(1, |cores| cores.get().min(MOST));
    let threads = threads.unwrap_or_else(all);
    of(threads)?.use_current_thread().build_global().map_err(|problem| refused(threads, &problem))
}

fn of(threads: usize) -> Result<rayon::ThreadPoolBuilder, Error> {
    if (1..=MOST).contains(&threads) {
        return Ok(rayon::ThreadPoolBuilder::new().num_threads(threads));
    }
    Err(Error::config("threads", format!("{threads} is not a number from 1 to {MOST}")))
}

fn refused(threads: usize, problem: &rayon::ThreadPoolBuildError) -> Error {
    Error::config("threads", format!("{threads} threads cannot start: {problem}; use fewer"))
}

/// Returns `of(index)` for every index below `n`, in order.
pub(crate) fn map<T: Send>(n: usize, of: impl Fn(usize) -> T + Sync) -> Vec<T> {
    match count() {
        1 => (0..n).map(of).collect(),
        threads => {
            // Small pieces, so that no thread waits long for the last one.
            let piece = n.div_ceil(PIECES * threads).max(1);
            (0..n).into_par_iter().with_max_len(piece).map(&of).collect()
        }
    }
}

/// Divides the sums into ranges of columns, and calls `add` with the first column of each and its sums.
pub(crate) fn add_columns(into: &mut [f64], add: impl Fn(usize, &mut [f64]) + Sync) {
    let threads = count();
    let width = into.len().div_ceil(threads);
    if threads == 1 || width < LEAST_COLUMNS {
        return add(0, into);
    }
    into.par_chunks_mut(width).enumerate().for_each(|(place, part)| {
        // Threads that write to the same cache line wait for each other, so each has sums of its own meanwhile.
        let mut sums = part.to_vec();
        add(place * width, &mut sums);
        part.copy_from_slice(&sums);
    });
}
