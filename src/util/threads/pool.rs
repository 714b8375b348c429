//! Threads by rayon.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefMutIterator, ParallelIterator,
};

use crate::util::error::Error;

use super::one;

thread_local! {
    static IS_ALONE: Cell<bool> = const { Cell::new(false) };
}

/// Largest number of threads.
pub const MOST: usize = 1024;

/// Pieces of a computation for each thread, at least. A thread that has finished waits for the last piece of another,
/// so pieces are small: 75 long queries for two threads are a piece each.
const PIECES: usize = 128;

/// Returns the number of threads that a computation of the calling thread uses: all cores, unless [`within`] or
/// [`alone`] says otherwise.
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
    let pool = rayon::ThreadPoolBuilder::new().num_threads(check(threads)?);
    Ok(pool.build().map_err(|problem| refused(threads, &problem))?.install(work))
}

/// Returns the number of threads that a user asked for; `None` stands for all cores.
///
/// # Errors
/// [`Error::Config`] for a number that is not from 1 to [`MOST`].
pub fn number(asked: Option<usize>) -> Result<usize, Error> {
    let all = || std::thread::available_parallelism().map_or(1, |cores| cores.get().min(MOST));
    check(asked.unwrap_or_else(all))
}

/// Sets the number of threads of the whole program. Call it before anything computes.
///
/// The calling thread is one of them. So a computation has to wake the others only, and never waits to be woken itself.
///
/// # Errors
/// As [`within`], and if something has computed already.
pub fn set(threads: usize) -> Result<(), Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(check(threads)?).use_current_thread();
    pool.build_global().map_err(|problem| refused(threads, &problem))
}

fn check(threads: usize) -> Result<usize, Error> {
    if (1..=MOST).contains(&threads) {
        return Ok(threads);
    }
    Err(Error::config("threads", format!("{threads} is not a number from 1 to {MOST}")))
}

fn refused(threads: usize, problem: &rayon::ThreadPoolBuildError) -> Error {
    Error::config("threads", format!("{threads} threads cannot start: {problem}; use fewer"))
}

/// Returns `of(index)` for every index below `n`, in order.
pub(crate) fn map<T: Send>(n: usize, of: impl Fn(usize) -> T + Sync) -> Vec<T> {
    match count() {
        1 => one::map(n, of),
        threads => {
            // Small pieces, so that no thread waits long for the last one.
            let piece = n.div_ceil(PIECES * threads).max(1);
            (0..n).into_par_iter().with_max_len(piece).map(&of).collect()
        }
    }
}

/// Returns `of(index, item)` for every item, in order.
pub(crate) fn map_mut<S: Send, T: Send>(items: &mut [S], of: impl Fn(usize, &mut S) -> T + Sync) -> Vec<T> {
    match count() {
        1 => one::map_mut(items, of),
        _ => items.par_iter_mut().enumerate().map(|(index, item)| of(index, item)).collect(),
    }
}

/// Returns `of(index)` for every index below `n`, in order, and passes each result to `take`, also in order. While one
/// thread is in `take`, the others go on with `of`.
pub(crate) fn map_in_order<T: Send>(
    n: usize,
    of: impl Fn(usize) -> T + Sync,
    take: impl FnMut(&T) + Send,
) -> Vec<T> {
    let threads = count();
    if threads == 1 {
        return one::map_in_order(n, of, take);
    }
    let next = AtomicUsize::new(0);
    // Results that wait for an earlier one.
    let answers: Mutex<Vec<Option<T>>> = Mutex::new((0..n).map(|_| None).collect());
    let taken = Mutex::new((take, Vec::with_capacity(n)));
    let take_found = || {
        // If another thread is there, it goes on with this result, or the last call does.
        let Ok(mut taken) = taken.try_lock() else { return };
        let (take, results) = &mut *taken;
        let ready = |place: usize| locked(&answers).get_mut(place).and_then(Option::take);
        while let Some(result) = ready(results.len()) {
            take(&result);
            results.push(result);
        }
    };
    let work = || {
        loop {
            // The indices are handed out in order, so that few results have to wait.
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= n {
                return;
            }
            let result = of(index);
            locked(&answers)[index] = Some(result);
            take_found();
        }
    };
    rayon::scope(|scope| (0..threads).for_each(|_| scope.spawn(|_| work())));
    take_found();
    taken.into_inner().unwrap_or_else(PoisonError::into_inner).1
}

/// Returns the guard of a mutex. If a thread has panicked, the computation ends with its panic and the value is unused.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
