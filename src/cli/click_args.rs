//! What commands say about click logs: where propensities come from.

use std::path::Path;

use rankscope::Error;
use rankscope::clicks::{Propensities, PropensitySource};
use rankscope::data::Dataset;

use super::{Failure, files};

/// Help for the source of propensities.
pub const PROPENSITIES_HELP: &str = "Propensities: a file of `rankscope propensities`, power:ETA for (1/rank)^ETA, \
    trust:ETA for users who trust the order, or log for those that the log gives";

/// What stands before the exponent of a power law.
const POWER: &str = "power:";

/// What stands before the exponent of users who trust the order.
const TRUST: &str = "trust:";

/// The propensities that a log gives.
const LOG: &str = "log";

/// Most bytes of a file of propensities: five lists of the most ranks take less.
const MOST_BYTES: usize = 1 << 28;

/// Where propensities come from.
#[derive(Debug, Clone, PartialEq)]
pub enum NamedCurve {
    /// (1/rank)^eta.
    Power(f64),
    /// The same, with A and B.
    Trust(f64),
    /// A file.
    File(Box<Propensities>),
    /// The log.
    OfLog,
}

impl NamedCurve {
    /// Reads `power:ETA`, `trust:ETA`, `log`, or a file, which may be called `./log`.
    pub fn read(text: &str) -> Result<Self, Failure> {
        if let Some(eta) = text.strip_prefix(POWER) {
            return Ok(Self::Power(exponent(eta)?));
        }
        if let Some(eta) = text.strip_prefix(TRUST) {
            return Ok(Self::Trust(exponent(eta)?));
        }
        let Some(path) = Self::path(text) else { return Ok(Self::OfLog) };
        let json = files::read_text(path, "a file of propensities", MOST_BYTES)?;
        let read = Propensities::from_json(&json)
            .map_err(|error| files::about(&super::terminal::name_of(path), error))?;
        Ok(Self::File(Box::new(read)))
    }

    /// Returns the file that the text names, which is an input of the command.
    pub fn path(text: &str) -> Option<&Path> {
        let is_file = text != LOG && !text.starts_with(POWER) && !text.starts_with(TRUST);
        is_file.then(|| Path::new(text))
    }

    /// Returns the curve over all ranks of the data; `None` for the propensities of the log.
    pub fn curve(self, data: &Dataset) -> Result<Option<Propensities>, Error> {
        let n_ranks = data.queries().map(|query| query.documents.len()).max().unwrap_or(0).max(1);
        match self {
            Self::Power(eta) => Propensities::power(eta, n_ranks).map(Some),
            Self::Trust(eta) => Propensities::trust(eta, n_ranks).map(Some),
            Self::File(read) => Ok(Some(*read)),
            Self::OfLog => Ok(None),
        }
    }
}

/// Returns the source of a curve, or the log without one.
pub fn source(curve: Option<&Propensities>) -> PropensitySource<'_> {
    curve.map_or(PropensitySource::Log, PropensitySource::Curve)
}

fn exponent(text: &str) -> Result<f64, Error> {
    let problem = || {
        Error::config(
            "propensities",
            format!("{text:?} is not an exponent; give a number from 0, such as {POWER}1"),
        )
    };
    let eta: f64 = text.trim().parse().map_err(|_| problem())?;
    if eta.is_finite() && eta >= 0.0 { Ok(eta) } else { Err(problem()) }
}
