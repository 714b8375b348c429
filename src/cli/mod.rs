//! The commands. Knows files, the terminal and the clock; computes nothing itself.

mod args;
mod compare;
mod eval;
mod export;
mod files;
mod methods;
mod score;
mod train;
mod violators;

use std::fmt;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser as _;
use rankscope::error::Error;

use args::{Cli, Command};

/// Why a command could not finish.
#[derive(Debug)]
pub enum Failure {
    /// The library's own words, with what they are about (a file name, or nothing).
    Library {
        /// What the error is about.
        about: Option<String>,
        /// The error.
        error: Error,
    },
    /// A file that cannot be read or written.
    File {
        /// Its name.
        path: String,
        /// What happened.
        error: io::Error,
    },
    /// The reader of standard output has gone; nothing is wrong.
    OutputClosed,
}

impl Failure {
    fn exit_code(&self) -> u8 {
        match self {
            Self::Library { error: Error::Config { .. }, .. } => 2,
            Self::Library { .. } | Self::File { .. } => 1,
            Self::OutputClosed => 0,
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Library { about: None, error }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Library { about: Some(about), error } => write!(f, "{about}: {error}"),
            Self::Library { about: None, error } => error.fmt(f),
            Self::File { path, error } => write!(f, "{path}: {error}"),
            Self::OutputClosed => Ok(()),
        }
    }
}

/// Runs the command that the program was called with.
///
/// Exit codes: 0, 1 for bad data, 2 for wrong usage.
pub fn run() -> ExitCode {
    // Wrong usage ends here, with code 2 and a message on standard error.
    let result = match Cli::parse().command {
        Command::Train(args) => train::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Violators(args) => violators::run(&args),
        Command::Score(args) => score::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Methods(args) => methods::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let text = failure.to_string();
            if !text.is_empty() {
                eprintln!("rankscope: {text}");
            }
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Writes one line to standard output.
fn print_line(line: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::OutputClosed,
        _ => Failure::File { path: "standard output".to_owned(), error },
    })
}
