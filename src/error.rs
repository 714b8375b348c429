//! The one error of the library: what was wrong, where, and what to do about it.
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

/// Everything that can go wrong on bad input.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A text that is not in its format. Lists the first faults and counts them all.
    #[error("{}", describe(.problems, *.total))]
    Parse {
        /// The first faults, in file order (at most 20).
        problems: Vec<Problem>,
        /// How many faults there are in all.
        total: usize,
    },
    /// A setting outside its range or not in its grammar.
    #[error("{field}: {problem}")]
    Config {
        /// Key of the setting, as in [`TrainingSettings`](crate::settings::TrainingSettings), or name of the argument.
        field: &'static str,
        /// The value seen and what was expected.
        problem: String,
    },
    /// Data that are well formed but cannot be used as asked.
    #[error("{problem}")]
    Data {
        /// What is wrong and what to do.
        problem: String,
    },
    /// Numbers left the range that floating point can hold.
    #[error("{stage}: {problem}")]
    Numeric {
        /// Which computation.
        stage: &'static str,
        /// What happened and what to do.
        problem: String,
    },
}

impl Error {
    /// A setting that cannot be used.
    pub fn config(field: &'static str, problem: impl Into<String>) -> Self {
        Self::Config { field, problem: problem.into() }
    }

    /// Data that cannot be used.
    pub fn data(problem: impl Into<String>) -> Self {
        Self::Data { problem: problem.into() }
    }
}

/// A stranger's word as messages show it: in quotes, in one line, its first 40 characters.
pub(crate) fn shown(word: &str) -> String {
    match word.char_indices().nth(40) {
        None => format!("{word:?}"),
        Some((end, _)) => format!("{:?}", format!("{}…", &word[..end])),
    }
}

/// A message of another library, which may repeat a stranger's words: in one line, its first 300 characters.
pub(crate) fn retold(message: &str) -> String {
    let mut told: String = message.chars().take(300).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if told.len() < message.len() {
        told.push('…');
    }
    told
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
