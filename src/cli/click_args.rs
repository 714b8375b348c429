//! Arguments about clicks that several commands have.

use std::path::Path;

use rankscope::clicks::{MAX_RANKS, Propensities, PropensityCurve};

use super::{Failure, files, terminal};

/// Most bytes of a file of propensities.
const MOST_BYTES: usize = 100 * MAX_RANKS;

/// Reads propensities: `power:ETA`, `trust:ETA`, `log` or a file.
pub fn propensities(text: &str) -> Result<PropensityCurve, Failure> {
    if let Some(curve) = PropensityCurve::named(text)? {
        return Ok(curve);
    }
    let path = Path::new(text);
    let json = files::read_text(path, "a file of propensities", MOST_BYTES)?;
    let curve = Propensities::from_json(&json);
    Ok(PropensityCurve::Given(curve.map_err(|error| files::about(&terminal::name_of(path), error))?))
}
