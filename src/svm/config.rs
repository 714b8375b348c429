//! Settings of the optimisation. Knows no loss.

use std::str::FromStr;

use crate::error::{Error, shown};

/// Who shares a slack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WorkingSetScheme {
    /// One slack, and one working set, per query.
    #[default]
    NSlack,
    /// One slack for all queries; a plane is the sum over one violator of each.
    OneSlack,
}

impl FromStr for WorkingSetScheme {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "n-slack" => Ok(Self::NSlack),
            "1-slack" => Ok(Self::OneSlack),
            other => {
                Err(Error::config("working_set", format!("{} is not one of n-slack, 1-slack", shown(other))))
            }
        }
    }
}

impl std::fmt::Display for WorkingSetScheme {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NSlack => "n-slack",
            Self::OneSlack => "1-slack",
        })
    }
}

/// The largest C; the smallest is its inverse. The objective at w = 0 is then always a number.
pub const LARGEST_C: f64 = 1e100;

/// Settings of the optimisation.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainerConfig {
    /// C: weight of the mean slack over the queries used.
    pub c: f64,
    /// Relative duality gap at which a round has converged.
    pub gap: f64,
    /// Limit on the number of updates of w.
    pub max_iterations: usize,
    /// Who shares a slack.
    pub working_set: WorkingSetScheme,
    /// Order in which the dual visits the slacks.
    pub seed: u64,
}

impl TrainerConfig {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] naming the value that is out of range.
    pub fn check(&self) -> Result<(), Error> {
        if !(self.c.is_finite() && self.c > 0.0) {
            return Err(Error::config("c", format!("{} is not a positive number", self.c)));
        }
        if !(1.0 / LARGEST_C..=LARGEST_C).contains(&self.c) {
            let problem = format!("{:e} is not between {:e} and {LARGEST_C:e}", self.c, 1.0 / LARGEST_C);
            return Err(Error::config("c", problem));
        }
        if !(self.gap.is_finite() && self.gap > 0.0 && self.gap < 1.0) {
            return Err(Error::config("gap", format!("{} is not between 0 and 1; 0.001 is 0.1 %", self.gap)));
        }
        if self.max_iterations == 0 {
            return Err(Error::config("max_iterations", "0 would not train at all; the smallest is 1"));
        }
        Ok(())
    }
}
