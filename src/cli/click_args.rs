//! Arguments about clicks that several commands have.

use rankscope::Error;
use rankscope::clicks::{MAX_RANKS, Propensities};
use rankscope::util::escape::visible;

use super::{Failure, files};

/// Most ranks of a curve that a word names; a power law goes on beyond them.
const RANKS: usize = 1000;
/// Most bytes of a file of propensities.
const MOST_BYTES: usize = 100 * MAX_RANKS;

/// Reads propensities: `power:ETA`, `trust:ETA` or a file.
pub fn propensities(text: &str) -> Result<Propensities, Failure> {
    let eta = |eta: &str| {
        eta.parse::<f64>().map_err(|_| {
            Error::config("propensities", format!("{} is not like power:1 or trust:1", visible(text)))
        })
    };
    if let Some(exponent) = text.strip_prefix("power:") {
        return Ok(Propensities::power(eta(exponent)?, RANKS)?);
    }
    if let Some(exponent) = text.strip_prefix("trust:") {
        return Ok(Propensities::trust(eta(exponent)?, RANKS)?);
    }
    let path = std::path::Path::new(text);
    let json = files::read_text(path, "a file of propensities", MOST_BYTES)?;
    Propensities::from_json(&json).map_err(|error| files::about(&super::terminal::name_of(path), error))
}
