//! The commands: files, terminal and clock. They compute nothing themselves.

mod args;
mod card;
mod click_args;
mod compare;
mod data;
mod eval;
mod eval_clicks;
mod explain;
mod export;
mod factorize;
mod files;
mod importance;
mod interleave;
mod join;
mod loss;
mod measures;
mod methods;
mod options;
mod origin;
mod propensities;
mod query_weights;
mod reading;
mod reading_args;
mod remaining;
mod reports;
mod score;
mod signals;
mod simulate_clicks;
mod simulation_args;
mod study;
mod summarise_clicks;
mod terminal;
mod theory;
mod threads;
mod train;
mod violators;
mod write_file;

use std::fmt;
use std::io;
use std::process::ExitCode;

use args::{Cli, Command};
use clap::Parser as _;
use rankscope::Error;
use rankscope::util::escape::visible;
use terminal::complain;

/// The reason why a command did not finish.
#[derive(Debug)]
pub enum Failure {
    /// An error of the library, with the file that it belongs to, if any.
    Library {
        /// Name of the file, if any.
        about: Option<String>,
        /// The error.
        error: Error,
    },
    /// A file that cannot be read or written.
    File {
        /// Name of the file.
        path: String,
        /// Error of the operating system.
        error: io::Error,
    },
    /// Arguments that exclude each other.
    Usage(String),
    /// A run whose numbers left the range of floating point before it learned anything.
    NothingLearned(String),
    /// A run that the user interrupted, with a message about its model.
    Interrupted(String),
    /// Standard output was closed by its reader. This is not an error.
    OutputClosed,
}

impl Failure {
    fn exit_code(&self) -> u8 {
        match self {
            Self::Library { error: Error::Config { .. }, .. } | Self::Usage(_) => 2,
            Self::Library { .. } | Self::File { .. } | Self::NothingLearned(_) => 1,
            Self::Interrupted(_) => signals::EXIT_CODE,
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
            Self::Usage(problem) | Self::NothingLearned(problem) | Self::Interrupted(problem) => {
                f.write_str(problem)
            }
            Self::OutputClosed => Ok(()),
        }
    }
}

/// Runs the command that the program was called with.
///
/// Returns the exit code: 0 for success, 1 for bad data or a file that cannot be read or written, 2 for wrong usage,
/// 130 for an interrupted run.
pub fn run() -> ExitCode {
    if let Err(error) = signals::survive_size_limit() {
        complain(&format!("cannot install the handler for the file size limit: {error}"));
    }
    let command = match Cli::try_parse() {
        Ok(cli) => {
            if cli.quiet {
                terminal::be_quiet();
            }
            cli.command
        }
        Err(ended) => return end(&ended),
    };
    let result = match command {
        Command::Train(args) => train::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Violators(args) => violators::run(&args),
        Command::Loss(args) => loss::run(&args),
        Command::Score(args) => score::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Study(args) => study::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Data(args) => data::run(&args),
        Command::Join(args) => join::run(&args),
        Command::Card(args) => card::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Methods(args) => methods::run(&args),
        Command::Measures(args) => measures::run(&args),
        Command::Factorize(args) => factorize::run(&args),
        Command::GenerateRatings(args) => factorize::generate(&args),
        Command::SimulateClicks(args) => simulate_clicks::run(&args),
        Command::Interleave(args) => interleave::run(&args),
        Command::SummariseClicks(args) => summarise_clicks::run(&args),
        Command::Propensities(args) => propensities::run(&args),
        Command::Theory(args) => theory::run(&args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            let text = failure.to_string();
            if !text.is_empty() {
                complain(&text);
            }
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Ends the program after wrong usage, or after printing help or the version.
fn end(ended: &clap::Error) -> ExitCode {
    // The message repeats arguments, so it is made from arguments with escaped characters.
    let words = std::env::args_os().map(|word| visible(&word.to_string_lossy()).into_owned());
    match Cli::try_parse_from(words) {
        Err(ended) => ended.exit(),
        Ok(_) => {
            complain(&ended.render().to_string());
            u8::try_from(ended.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
        }
    }
}
