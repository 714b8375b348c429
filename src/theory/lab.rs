//! What a laboratory declares, and how one is run by its name. Must not know particular laboratories but their results.

use serde::Serialize;

use super::complexity::ComplexityResult;
use super::generalisation::GeneralisationResult;
use super::margins::MarginCurves;
use super::online_to_batch::OnlineToBatchResult;
use super::steps::StepsResult;
use super::{Calibration, LABS, LabOption, LabValues};
use crate::data::Dataset;
use crate::util::error::{Error, shown};

/// A laboratory.
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
    /// Its options.
    pub options: &'static [LabOption],
    /// Computes the result. `data` are given if the laboratory needs them.
    #[serde(skip)]
    pub run: fn(data: Option<&Dataset>, values: &LabValues) -> Result<LabResult, Error>,
}

/// The result of a laboratory; `lab` is the name of the laboratory.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "lab", rename_all = "kebab-case")]
pub enum LabResult {
    /// The result of `calibration`.
    Calibration(Calibration),
    /// The result of `generalisation`.
    Generalisation(GeneralisationResult),
    /// The result of `complexity`.
    Complexity(ComplexityResult),
    /// The result of `margins`.
    Margins(MarginCurves),
    /// The result of `steps`.
    Steps(StepsResult),
    /// The result of `online-to-batch`.
    OnlineToBatch(OnlineToBatchResult),
}

impl LabResult {
    /// Returns the result as lines of text.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Self::Calibration(result) => result.lines(),
            Self::Generalisation(result) => result.lines(),
            Self::Complexity(result) => result.lines(),
            Self::Margins(result) => result.lines(),
            Self::Steps(result) => result.lines(),
            Self::OnlineToBatch(result) => result.lines(),
        }
    }
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

/// Returns the laboratory with this name.
///
/// # Errors
/// [`Error::Config`] with the names of all laboratories.
pub fn lab(name: &str) -> Result<&'static Lab, Error> {
    LABS.iter().copied().find(|lab| lab.name == name).ok_or_else(|| {
        let names: Vec<&str> = LABS.iter().map(|lab| lab.name).collect();
        Error::config("name", format!("{} is not one of {}", shown(name), names.join(", ")))
    })
}

/// Runs a laboratory. `options`: texts such as `tilt=0.05`; absent ones have their defaults.
///
/// # Errors
/// [`Error::Config`] for an unknown laboratory or option or a value outside its range, [`Error::Data`] if the data are
/// missing or do not suit the laboratory.
pub fn run(name: &str, options: &[String], data: Option<&Dataset>) -> Result<LabResult, Error> {
    let lab = lab(name)?;
    let pair = |text: &String| match text.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
        None => Err(Error::config("options", format!("{} has no =; write NAME=VALUE", shown(text)))),
    };
    let values = lab.values(&options.iter().map(pair).collect::<Result<Vec<_>, Error>>()?)?;
    if lab.needs_data && data.is_none() {
        return Err(Error::data(format!(
            "{} is about data; give a file with documents and grades",
            lab.name
        )));
    }
    (lab.run)(data.filter(|_| lab.needs_data), &values)
}
