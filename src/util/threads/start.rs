//! Starts threads. Must not know what they compute.

use std::io;
use std::thread;

/// Runs `work` in the calling thread and in others, in at most `threads` threads together.
///
/// Returns the number of threads, and the error of the operating system if it refused one.
pub fn together(threads: usize, work: impl Fn() + Sync) -> (usize, Option<io::Error>) {
    thread::scope(|scope| {
        for started in 1..threads {
            if let Err(refusal) = thread::Builder::new().spawn_scoped(scope, &work) {
                work();
                return (started, Some(refusal));
            }
        }
        work();
        (threads.max(1), None)
    })
}
