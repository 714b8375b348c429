//! Constraints on how the score changes with a feature. Must not know trees.

use crate::data::{Dataset, FeatureKey};
use crate::util::error::Error;

/// A constraint on how the score changes with a feature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Monotone {
    /// The feature.
    pub feature: FeatureKey,
    /// Whether the score must not rise with the feature, rather than not fall.
    pub is_falling: bool,
}

/// Returns for each feature 1 if the score must not fall with it, −1 if it must not rise, else 0; empty without
/// constraints.
///
/// # Errors
/// [`Error::Config`] for a feature that the data do not have, and for a feature with two constraints.
pub(super) fn directions(monotone: &[Monotone], data: &Dataset) -> Result<Vec<i8>, Error> {
    let mut directions = vec![0; if monotone.is_empty() { 0 } else { data.n_features() }];
    for Monotone { feature, is_falling } in monotone {
        let place = feature.place(data, "monotone")?;
        if directions[place] != 0 {
            return Err(Error::config("monotone", format!("feature {} has two constraints", place + 1)));
        }
        directions[place] = if *is_falling { -1 } else { 1 };
    }
    Ok(directions)
}
