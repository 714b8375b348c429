//! What commands say about click logs: where propensities come from.

use std::path::Path;

use rankscope::Error;
use rankscope::clicks::{CurveName, Propensities, PropensitySource};
use rankscope::data::Dataset;

use super::{Failure, files};

/// Help for the source of propensities.
pub const PROPENSITIES_HELP: &str = "Propensities: a file of `rankscope propensities`, power:ETA for (1/rank)^ETA, \
    trust:ETA for users who trust the order, or log for those that the log gives";

/// Most bytes of a file of propensities: five lists of the most ranks take less.
const MOST_BYTES: usize = 1 << 28;

/// Where propensities come from.
#[derive(Debug, Clone, PartialEq)]
pub enum NamedCurve {
    /// A name.
    Named(CurveName),
    /// A file.
    File(Box<Propensities>),
}

impl NamedCurve {
    /// Reads a name such as `power:1`, or a file, which may be called `./log`.
    pub fn read(text: &str) -> Result<Self, Failure> {
        if let Some(name) = CurveName::parse(text)? {
            return Ok(Self::Named(name));
        }
        let path = Path::new(text);
        let json = files::read_text(path, "a file of propensities", MOST_BYTES)?;
        let read = Propensities::from_json(&json)
            .map_err(|error| files::about(&super::terminal::name_of(path), error))?;
        Ok(Self::File(Box::new(read)))
    }

    /// Returns the file that the text names, which is an input of the command.
    pub fn path(text: &str) -> Option<&Path> {
        matches!(CurveName::parse(text), Ok(None)).then(|| Path::new(text))
    }

    /// Returns the curve over all ranks of the data; `None` for the propensities of the log.
    pub fn curve(self, data: &Dataset) -> Result<Option<Propensities>, Error> {
        match self {
            Self::Named(name) => name.curve(data),
            Self::File(read) => Ok(Some(*read)),
        }
    }
}

/// Returns the source of a curve, or the log without one.
pub fn source(curve: Option<&Propensities>) -> PropensitySource<'_> {
    curve.map_or(PropensitySource::Log, PropensitySource::Curve)
}
