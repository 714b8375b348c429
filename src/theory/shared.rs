//! Options that several laboratories about data share. Must not know laboratories.

use std::borrow::Cow;

use super::{LabData, LabOption, LabValues};
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

/// Returns the training data with the scaling of [`SCALE`].
///
/// # Errors
/// [`Error::Data`] if the laboratory was given none, or if features are missing.
pub(super) fn scaled<'a>(data: Option<&'a Dataset>, values: &LabValues) -> Result<Cow<'a, Dataset>, Error> {
    Ok(scaled_sets(LabData { train: data, test: None }, values)?.0)
}

/// Training data, and test data if there are some.
type Sets<'a> = (Cow<'a, Dataset>, Option<Cow<'a, Dataset>>);

/// Returns the training data and the test data with the scaling of [`SCALE`], which is fitted to the training data.
///
/// # Errors
/// [`Error::Data`] if the laboratory was given no training data, or if features are missing.
pub(super) fn scaled_sets<'a>(data: LabData<'a>, values: &LabValues) -> Result<Sets<'a>, Error> {
    let train =
        data.train.ok_or_else(|| Error::data("this laboratory is about data; give documents and grades"))?;
    if train.has_gaps() {
        return Err(Error::data("some features are missing; give data without gaps"));
    }
    if data.test.is_some_and(Dataset::has_gaps) {
        return Err(Error::data("some features of the test data are missing; give data without gaps"));
    }
    let name = values.choice("scale");
    let scaling = Scaling::ALL.into_iter().find(|scaling| scaling.name() == name).unwrap_or_default();
    Ok(match scaling {
        Scaling::None => (Cow::Borrowed(train), data.test.map(Cow::Borrowed)),
        scaling => {
            let fitted = scaling.fit(train);
            let apply = |data: &Dataset| Cow::Owned(fitted.apply_to(data.clone()));
            (apply(train), data.test.map(apply))
        }
    })
}
