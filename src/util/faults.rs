//! The faults of a text: the first ones are described, all are counted.

use super::error::{Error, Problem};

/// Number of faults that are described.
pub const KEPT_FAULTS: usize = 20;

/// The first faults of a text and their total number.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Faults {
    /// The first faults, at most [`KEPT_FAULTS`].
    pub first: Vec<Problem>,
    /// Number of all faults.
    pub total: usize,
}

impl Faults {
    /// Adds a fault. `line`: from 1. `column`: in bytes, from 1.
    pub fn add(&mut self, line: usize, column: usize, describe: &dyn Fn() -> String) {
        self.total += 1;
        if self.first.len() < KEPT_FAULTS {
            self.first.push(Problem { line, column, problem: describe() });
        }
    }

    /// Returns the faults as an error, if there are any.
    ///
    /// # Errors
    /// [`Error::Parse`] with the faults.
    pub fn into_result(self) -> Result<(), Error> {
        if self.total == 0 {
            return Ok(());
        }
        Err(Error::Parse { problems: self.first, total: self.total })
    }
}
