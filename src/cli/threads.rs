//! The number of threads of a command.

use clap::Args;
use rankscope::error::Error;
use rankscope::threads;

/// The option of every command that computes with several threads.
#[derive(Debug, Args)]
pub struct ThreadArgs {
    /// Number of threads; the results are the same for any number [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = super::args::parse_whole::<usize>)]
    pub threads: Option<usize>,
}

impl ThreadArgs {
    /// Sets the number of threads of the program. Call it before anything computes.
    ///
    /// # Errors
    /// [`Error::Config`] for a number that cannot be used.
    pub fn set(&self) -> Result<(), Error> {
        threads::set(self.threads)
    }

    /// Returns the number of threads.
    pub fn count(&self) -> usize {
        self.threads.unwrap_or_else(threads::count)
    }
}
