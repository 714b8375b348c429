//! Constraints on how the score changes with a feature. Must not know trees.

use crate::data::Dataset;
use crate::util::error::{Error, shown};
use crate::util::menu_entry::nearest;

/// A constraint on how the score changes with a feature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Monotone {
    /// The feature.
    pub feature: ConstrainedFeature,
    /// Whether the score must not rise with the feature, rather than not fall.
    pub is_falling: bool,
}

/// A feature by its number or its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConstrainedFeature {
    /// Number of the feature, from 1.
    Number(usize),
    /// Name of the feature in the training data.
    Name(String),
}

impl From<&str> for ConstrainedFeature {
    /// Returns a number if the text is one, also where a feature has this name; else a name.
    fn from(text: &str) -> Self {
        text.parse().map_or_else(|_| Self::Name(text.to_owned()), Self::Number)
    }
}

/// Returns for each feature 1 if the score must not fall with it, −1 if it must not rise, else 0; empty without
/// constraints.
///
/// # Errors
/// [`Error::Config`] for a feature that the data do not have, and for a feature with two constraints.
pub(super) fn directions(monotone: &[Monotone], data: &Dataset) -> Result<Vec<i8>, Error> {
    let mut directions = vec![0; if monotone.is_empty() { 0 } else { data.n_features() }];
    for Monotone { feature, is_falling } in monotone {
        let place = place(feature, data)?;
        if directions[place] != 0 {
            return Err(Error::config("monotone", format!("feature {} has two constraints", place + 1)));
        }
        directions[place] = if *is_falling { -1 } else { 1 };
    }
    Ok(directions)
}

/// Returns the index of a feature of the data.
fn place(feature: &ConstrainedFeature, data: &Dataset) -> Result<usize, Error> {
    let n = data.n_features();
    match feature {
        ConstrainedFeature::Number(number) => {
            number.checked_sub(1).filter(|place| *place < n).ok_or_else(|| {
                Error::config("monotone", format!("feature {number} is not one of the {n} of the data"))
            })
        }
        ConstrainedFeature::Name(name) => {
            let names = || data.feature_names().iter().take(n);
            names().position(|own| own.as_ref() == Some(name)).ok_or_else(|| {
                let known: Vec<String> = names().flatten().map(|own| shown(own)).collect();
                let near = nearest(&shown(name), &known.iter().map(String::as_str).collect::<Vec<_>>());
                let which = match &near[..] {
                    "" => "the features have no names".to_owned(),
                    near => format!("the nearest names are {near}"),
                };
                let problem = format!(
                    "no feature of the data is named {}; {which}; features have the numbers 1 to {n}",
                    shown(name)
                );
                Error::config("monotone", problem)
            })
        }
    }
}
