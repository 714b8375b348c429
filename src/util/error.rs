//! The error type of the library: the problem, its place, and what to do about it.
//!
//! Reaching a limit, converging or stalling is not an error but a
//! [`StopReason`](crate::learner::StopReason), part of a result.

use serde::Serialize;

/// One fault in a text file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Problem {
    /// Line of the file, from 1.
    pub line: usize,
    /// Byte column in that line, from 1.
    pub column: usize,
    /// What was found there and what was expected.
    pub problem: String,
}

/// The error of every function that handles bad input.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A text that cannot be parsed. It lists the first faults and counts all of them.
    #[error("{}", describe(.problems, *.total))]
    Parse {
        /// The first faults, in file order (at most 20).
        problems: Vec<Problem>,
        /// Number of all faults.
        total: usize,
    },
    /// A setting outside its range or with a syntax error.
    #[error("{field}: {problem}")]
    Config {
        /// Key of the setting, as in [`TrainingSettings`](crate::method::settings::TrainingSettings), or name of the
        /// argument.
        field: &'static str,
        /// The value seen and what was expected.
        problem: String,
    },
    /// A run or a data set lacks the requested thing, such as an iteration that has not been reached.
    #[error("{what}: {problem}")]
    Absent {
        /// Name of the argument.
        what: &'static str,
        /// The value seen, and what exists.
        problem: String,
    },
    /// Well-formed data that cannot be used for this purpose.
    #[error("{problem}")]
    Data {
        /// What is wrong, and what to do.
        problem: String,
    },
    /// A number left the range of floating point.
    #[error("{stage}: {problem}")]
    Numeric {
        /// The computation.
        stage: &'static str,
        /// What happened, and what to do.
        problem: String,
    },
}

impl Error {
    /// Returns an error about a setting.
    pub fn config(field: &'static str, problem: impl Into<String>) -> Self {
        Self::Config { field, problem: problem.into() }
    }

    /// Returns an error about something that a run or a data set lacks.
    pub fn absent(what: &'static str, problem: impl Into<String>) -> Self {
        Self::Absent { what, problem: problem.into() }
    }

    /// Returns an error about data.
    pub fn data(problem: impl Into<String>) -> Self {
        Self::Data { problem: problem.into() }
    }
}

/// Formats an untrusted word for a message: quoted, in one line, its first 40 characters.
pub(crate) fn shown(word: &str) -> String {
    match word.char_indices().nth(40) {
        None => format!("{word:?}"),
        Some((end, _)) => format!("{:?}", format!("{}…", &word[..end])),
    }
}

/// Formats a number for a message: its digits, or the scientific form if there would be more than about 17 digits.
pub(crate) fn brief(number: f64) -> String {
    let is_short = number == 0.0 || !number.is_finite() || (1e-5..1e16).contains(&number.abs());
    if is_short { number.to_string() } else { format!("{number:e}") }
}

fn describe(problems: &[Problem], total: usize) -> String {
    let mut text = String::new();
    for (index, Problem { line, column, problem }) in problems.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        text.push_str(&format!("line {line}, column {column}: {problem}"));
    }
    if total > problems.len() {
        text.push_str(&format!("\n… {total} faults in all, the first {} shown", problems.len()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_messages_are_short() {
        let check = |number: f64, expected: &str| assert_eq!(brief(number), expected);
        check(0.0, "0");
        check(-1.5, "-1.5");
        check(1e15, "1000000000000000");
        check(1e150, "1e150");
        check(-1.25e-150, "-1.25e-150");
        check(f64::NAN, "NaN");
        check(f64::NEG_INFINITY, "-inf");
    }
}
