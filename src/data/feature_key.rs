//! A feature as somebody writes it: by its number or by its name. Must not know what it is for.

use super::Dataset;
use crate::util::error::{Error, shown};
use crate::util::menu_entry::nearest;

/// A feature by its number or its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FeatureKey {
    /// Number of the feature, from 1.
    Number(usize),
    /// Name of the feature in the training data.
    Name(String),
}

impl From<&str> for FeatureKey {
    /// Returns a number if the text is one, also where a feature has this name; else a name.
    fn from(text: &str) -> Self {
        text.parse().map_or_else(|_| Self::Name(text.to_owned()), Self::Number)
    }
}

impl FeatureKey {
    /// Returns the index of the feature in the data, from 0. `setting`: where the feature is written.
    ///
    /// # Errors
    /// [`Error::Config`] naming the setting if the data have no such feature.
    pub fn place(&self, data: &Dataset, setting: &'static str) -> Result<usize, Error> {
        let n = data.n_features();
        match self {
            Self::Number(number) => number.checked_sub(1).filter(|place| *place < n).ok_or_else(|| {
                Error::config(setting, format!("feature {number} is not one of the {n} of the data"))
            }),
            Self::Name(name) => {
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
                    Error::config(setting, problem)
                })
            }
        }
    }
}
