//! Options that several laboratories about data share. Must not know laboratories.

use std::borrow::Cow;

use super::{LabOption, LabValues};
use crate::data::{Dataset, Scaling};
use crate::util::error::Error;
use crate::util::menu_entry::Choice;

/// Returns a choice without a formula.
pub(super) const fn choice(name: &'static str, label: &'static str, summary: &'static str) -> Choice {
    Choice { name, label, summary, formula: "", source: "" }
}

/// Scaling of the features.
pub(super) const SCALE: LabOption =
    LabOption::choice("scale", "Scaling", SCALINGS, "Scaling of the features.");

const SCALINGS: &[Choice] = &[
    choice("none", "none", "The features as they are."),
    choice("query", "by query", "To 0 to 1 within each query, as in LETOR."),
    choice("rank", "rank in the query", "The share of the query's documents with a smaller value."),
    choice("minmax", "0 to 1", "To 0 to 1 over the data."),
    choice("standard", "standard", "To mean 0 and standard deviation 1 over the data."),
];

/// δ.
pub(super) const DELTA: LabOption =
    LabOption::number("delta", "δ", "0.05", [0.001, 0.5], "Probability with which a bound may fail.");

/// Seed of the draws.
pub(super) const SEED: LabOption = LabOption::whole(
    "seed",
    "Seed",
    "1",
    [0.0, 1e9],
    "Seed of the draws; the same seed gives the same numbers.",
);

/// The highest number of a feature that an option takes; data have fewer, which a laboratory checks.
pub(super) const FEATURES: [f64; 2] = [1.0, crate::data::MAX_FEATURES as f64];

/// Returns the data with the scaling of [`SCALE`].
///
/// # Errors
/// [`Error::Data`] if the laboratory was given none.
pub(super) fn scaled<'a>(data: Option<&'a Dataset>, values: &LabValues) -> Result<Cow<'a, Dataset>, Error> {
    let data = data.ok_or_else(|| Error::data("this laboratory is about data; give documents and grades"))?;
    if data.has_gaps() {
        return Err(Error::data("some features are missing; give data without gaps"));
    }
    let name = values.choice("scale");
    let scaling = Scaling::ALL.into_iter().find(|scaling| scaling.name() == name).unwrap_or_default();
    Ok(match scaling {
        Scaling::None => Cow::Borrowed(data),
        scaling => Cow::Owned(scaling.fit(data).apply_to(data.clone())),
    })
}
