//! Threads for the independent parts of one computation. Must not know what is computed.
//!
//! A result never depends on the number of threads: every part is computed as by one thread, and parts are put together
//! in order. Sums over documents are added in order by one thread at a time, while the others compute.
//!
//! Without the feature `threads`, and in WebAssembly, there is one thread.
//!
//! Several threads compute a pass of the trainer, the objective of descent, the pair error of boosting, the forces and
//! the search of a tree, the measures of a step, and an evaluation. The dual, the other parts of boosting and the
//! perceptrons use one thread. Jobs of a comparison or a study have one thread each (`alone`), in as many threads as
//! the system starts (`together`). The thread of a command is one of the pool (`set`): a pool beside it would have to
//! be woken, and would have to wake it, for every pass.

#[cfg(all(feature = "threads", not(target_arch = "wasm32")))]
mod pool;
#[cfg(all(feature = "threads", not(target_arch = "wasm32")))]
mod start;

#[cfg(all(feature = "threads", not(target_arch = "wasm32")))]
pub use pool::{MOST, alone, count, number, set, within};
#[cfg(all(feature = "threads", not(target_arch = "wasm32")))]
pub(crate) use pool::{map, map_in_order, map_mut};
#[cfg(all(feature = "threads", not(target_arch = "wasm32")))]
pub use start::together;

#[cfg(not(all(feature = "threads", not(target_arch = "wasm32"))))]
pub use one::count;
#[cfg(not(all(feature = "threads", not(target_arch = "wasm32"))))]
pub(crate) use one::{map, map_in_order, map_mut};

/// The same functions for one thread.
mod one {
    /// Returns the number of threads that a computation uses: 1.
    #[cfg(not(all(feature = "threads", not(target_arch = "wasm32"))))]
    pub const fn count() -> usize {
        1
    }

    /// Returns `of(index)` for every index below `n`, in order.
    pub(crate) fn map<T>(n: usize, of: impl Fn(usize) -> T) -> Vec<T> {
        (0..n).map(of).collect()
    }

    /// Returns `of(index, item)` for every item, in order.
    pub(crate) fn map_mut<S, T>(items: &mut [S], of: impl Fn(usize, &mut S) -> T) -> Vec<T> {
        items.iter_mut().enumerate().map(|(index, item)| of(index, item)).collect()
    }

    /// Returns `of(index)` for every index below `n`, in order, and passes each result to `take`.
    pub(crate) fn map_in_order<T>(n: usize, of: impl Fn(usize) -> T, mut take: impl FnMut(&T)) -> Vec<T> {
        let taken = |index| {
            let result = of(index);
            take(&result);
            result
        };
        (0..n).map(taken).collect()
    }
}

/// Work, in multiplications, below which one thread is faster: handing it over takes about this long.
const LEAST_WORK: usize = 1 << 16;
/// Sorting and the measures of a document take about as long as this many multiplications.
const OF_A_DOCUMENT: usize = 100;

/// Returns whether work on this many documents and features is worth several threads.
pub(crate) fn pays(documents: usize, features: usize) -> bool {
    count() > 1 && documents.saturating_mul(features + OF_A_DOCUMENT) >= LEAST_WORK
}
