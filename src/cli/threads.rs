//! The number of threads of a command.

use clap::Args;
use rankscope::Error;
use rankscope::util::threads;

use super::terminal::say;

/// The option of every command that computes with several threads.
#[derive(Debug, Args)]
pub struct ThreadArgs {
    /// Number of threads; the results are the same for any number [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = super::args::parse_whole::<usize>)]
    pub threads: Option<usize>,
}

impl ThreadArgs {
    /// Returns the number of threads.
    ///
    /// # Errors
    /// [`Error::Config`] for a number that cannot be used.
    pub fn count(&self) -> Result<usize, Error> {
        threads::number(self.threads)
    }

    /// Starts the threads of the program, at most one for each query. Call it before anything computes.
    ///
    /// # Errors
    /// As [`ThreadArgs::count`], and if the operating system refuses a thread.
    pub fn start(&self, queries: usize) -> Result<(), Error> {
        threads::set(self.count()?.min(queries.max(1)))
    }
}

/// Runs `work` in this many threads, or in fewer with a note if the system refuses one. `option`: the one that set
/// their number.
pub fn work_together(option: &str, threads: usize, work: impl Fn() + Sync) {
    if let (started, Some(error)) = threads::together(threads, work) {
        say(&format!("{option}: only {started} of {threads} threads could start: {error}"));
    }
}
