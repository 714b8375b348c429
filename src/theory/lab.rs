//! What a laboratory declares. Must not know particular laboratories.

use serde::Serialize;

use super::lab_option::{LabOption, LabValues};
use crate::data::Dataset;
use crate::util::error::{Error, shown};

/// The data that a laboratory may be about.
#[derive(Debug, Clone, Copy, Default)]
pub struct LabData<'a> {
    /// Training data.
    pub train: Option<&'a Dataset>,
    /// Test data.
    pub test: Option<&'a Dataset>,
}

/// A laboratory. [`labs`](super::labs) lists all of them.
#[derive(Debug, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Lab {
    /// Name on the command line and in the JS API.
    pub name: &'static str,
    /// Name for display.
    pub title: &'static str,
    /// What it shows, in one sentence.
    pub summary: &'static str,
    /// Publication whose statement it shows.
    pub source: &'static str,
    /// Whether it is about data. Other laboratories ignore them.
    pub needs_data: bool,
    /// Whether it also measures test data if there are some. Other laboratories ignore them.
    pub takes_test: bool,
    /// Its options.
    pub options: &'static [LabOption],
}

impl Lab {
    /// Returns the values of all options: the given ones as checked values, the others by default.
    ///
    /// `given`: names and texts.
    ///
    /// # Errors
    /// [`Error::Config`] for an unknown name, or a text that is not a value of the option.
    pub fn values(&self, given: &[(String, String)]) -> Result<LabValues, Error> {
        let is_known = |name: &str| self.options.iter().any(|option| option.name == name);
        if let Some((name, _)) = given.iter().find(|(name, _)| !is_known(name)) {
            let names: Vec<&str> = self.options.iter().map(|option| option.name).collect();
            let problem =
                format!("{} is not an option of {}; it has {}", shown(name), self.name, names.join(", "));
            return Err(Error::config("options", problem));
        }
        let value = |option: &LabOption| {
            let text = given.iter().rev().find(|(name, _)| name == option.name);
            Ok((option.name, option.read(text.map_or(option.default, |(_, text)| text))?))
        };
        self.options.iter().map(value).collect::<Result<_, Error>>().map(LabValues::new)
    }
}
