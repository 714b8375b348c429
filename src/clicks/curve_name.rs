//! Names of propensity curves in settings. Must not know files.

use super::propensities::Propensities;
use crate::data::Dataset;
use crate::util::error::{Error, shown};

/// What stands before the exponent of a power law.
const POWER: &str = "power:";

/// What stands before the exponent of users who trust the order.
const TRUST: &str = "trust:";

/// What stands before the propensities of the ranks, separated by commas.
const LIST: &str = "list:";

/// The propensities that a log gives.
const LOG: &str = "log";

/// A curve that has a name.
#[derive(Debug, Clone, PartialEq)]
pub enum CurveName {
    /// `power:ETA`: (1/rank)^ETA.
    Power(f64),
    /// `trust:ETA`: the same, with A and B.
    Trust(f64),
    /// `list:P,P,…`: these, from the first rank on.
    List(Propensities),
    /// `log`: the propensities that the log gives.
    OfLog,
}

impl CurveName {
    /// Reads a name; `None` for a text that is none, such as the path of a file.
    ///
    /// # Errors
    /// [`Error::Config`] for an exponent that is no number from 0, and a list with a part that is no propensity.
    pub fn parse(text: &str) -> Result<Option<Self>, Error> {
        if let Some(eta) = text.strip_prefix(POWER) {
            return exponent(eta).map(|eta| Some(Self::Power(eta)));
        }
        if let Some(eta) = text.strip_prefix(TRUST) {
            return exponent(eta).map(|eta| Some(Self::Trust(eta)));
        }
        if let Some(list) = text.strip_prefix(LIST) {
            let p = list.split(',').map(|part| part.trim().parse().unwrap_or(f64::NAN)).collect();
            return match Propensities::new(p) {
                Ok(curve) => Ok(Some(Self::List(curve))),
                Err(error) => Err(Error::config("propensities", error.to_string())),
            };
        }
        Ok((text == LOG).then_some(Self::OfLog))
    }

    /// Returns the curve over all ranks of the data; `None` for the propensities of the log.
    ///
    /// # Errors
    /// As [`Propensities::power`].
    pub fn curve(self, data: &Dataset) -> Result<Option<Propensities>, Error> {
        let n_ranks = data.queries().map(|query| query.documents.len()).max().unwrap_or(0).max(1);
        match self {
            Self::Power(eta) => Propensities::power(eta, n_ranks).map(Some),
            Self::Trust(eta) => Propensities::trust(eta, n_ranks).map(Some),
            Self::List(curve) => Ok(Some(curve)),
            Self::OfLog => Ok(None),
        }
    }
}

fn exponent(text: &str) -> Result<f64, Error> {
    match text.trim().parse::<f64>() {
        Ok(eta) if eta.is_finite() && eta >= 0.0 => Ok(eta),
        _ => {
            let problem =
                format!("{} is not an exponent; give a number from 0, such as {POWER}1", shown(text));
            Err(Error::config("propensities", problem))
        }
    }
}
