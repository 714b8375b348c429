//! Settings of cutting-plane training. Must not know losses.

use std::str::FromStr;

use crate::util::error::{Error, brief, shown};

/// How queries share slacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WorkingSetScheme {
    /// One slack, and one working set, per query.
    #[default]
    NSlack,
    /// One slack for all queries; a plane sums one violator per query.
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

/// How far training goes towards the minimiser of the working set in one update: w ← w_best + θ (w_floor − w_best).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum StepLength {
    /// A part of the way from the best w so far, θ = 1/2 with n slacks and 1/10 with one: fewer iterations (in-out
    /// separation, Ben-Ameur and Neto 2007).
    #[default]
    Shortened,
    /// All the way, θ = 1, as in Tsochantaridis et al. 2005, algorithm 1.
    Full,
}

impl FromStr for StepLength {
    type Err = Error;

    /// Reads the name of a setting, in letters of any case.
    ///
    /// # Errors
    /// [`Error::Config`] for any other name.
    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "shortened" => Ok(Self::Shortened),
            "full" => Ok(Self::Full),
            other => Err(Error::config("steps", format!("{} is not one of shortened, full", shown(other)))),
        }
    }
}

/// The largest C; the smallest is its inverse. Within this range the objective at w = 0 is finite.
pub const LARGEST_C: f64 = 1e100;

/// Settings of cutting-plane training.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainerConfig {
    /// C: weight of the mean slack over the queries used.
    pub c: f64,
    /// Relative duality gap at which a round has converged.
    pub gap: f64,
    /// Largest number of updates of w.
    pub max_iterations: usize,
    /// How queries share slacks.
    pub working_set: WorkingSetScheme,
    /// How far one update goes.
    pub steps: StepLength,
    /// Seed of the order in which the dual visits the slacks.
    pub seed: u64,
}

impl TrainerConfig {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] naming the value that is out of range.
    pub fn check(&self) -> Result<(), Error> {
        check_c(self.c)?;
        check_gap(self.gap)?;
        if self.max_iterations == 0 {
            return Err(Error::config("max_iterations", "0 would train nothing; the smallest value is 1"));
        }
        Ok(())
    }
}

/// Checks that C is a number with which the objective at w = 0 is finite.
///
/// # Errors
/// [`Error::Config`] unless C is between 1/[`LARGEST_C`] and [`LARGEST_C`].
pub(crate) fn check_c(c: f64) -> Result<(), Error> {
    if !(c.is_finite() && c > 0.0) {
        return Err(Error::config("c", format!("{} is not a positive number", brief(c))));
    }
    if !(1.0 / LARGEST_C..=LARGEST_C).contains(&c) {
        let problem = format!("{c:e} is not between {:e} and {LARGEST_C:e}", 1.0 / LARGEST_C);
        return Err(Error::config("c", problem));
    }
    Ok(())
}

/// Checks a relative gap.
///
/// # Errors
/// [`Error::Config`] unless it is between 0 and 1.
pub(crate) fn check_gap(gap: f64) -> Result<(), Error> {
    if !(gap.is_finite() && gap > 0.0 && gap < 1.0) {
        return Err(Error::config("gap", format!("{} is not between 0 and 1; 0.001 is 0.1 %", brief(gap))));
    }
    Ok(())
}
