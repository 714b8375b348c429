//! The catalogue of laboratories: a laboratory is a file, an entry here and a kind of result.

use serde::Serialize;

use super::calibration::{self, Calibration};
use super::combined_losses::{self, CombinedLossesResult};
use super::complexity::{self, ComplexityResult};
use super::decay::{self, DecayResult};
use super::generalisation::{self, GeneralisationResult};
use super::lab::{Lab, LabData};
use super::lab_option::LabValues;
use super::margins::{self, MarginCurves};
use super::online_to_batch::{self, OnlineToBatchResult};
use super::steps::{self, StepsResult};
use crate::util::error::{Error, shown};

/// A laboratory and what computes its result. It is given the data that it declares.
type Entry = (&'static Lab, fn(LabData<'_>, &LabValues) -> Result<LabResult, Error>);

/// Every laboratory, in the order of menus.
static LABS: &[Entry] = &[
    (&calibration::CALIBRATION, |_, values| {
        calibration::run(values).map(|result| LabResult::Calibration(Box::new(result)))
    }),
    (&generalisation::GENERALISATION, |data, values| {
        generalisation::run(data.train, values).map(LabResult::Generalisation)
    }),
    (&complexity::COMPLEXITY, |data, values| complexity::run(data.train, values).map(LabResult::Complexity)),
    (&margins::MARGINS, |data, values| margins::run(data.train, values).map(LabResult::Margins)),
    (&steps::STEPS, |data, values| steps::run(data.train, values).map(LabResult::Steps)),
    (&online_to_batch::ONLINE_TO_BATCH, |data, values| {
        online_to_batch::run(data.train, values).map(LabResult::OnlineToBatch)
    }),
    (&decay::DECAY, |data, values| decay::run(data, values).map(LabResult::Decay)),
    (&combined_losses::COMBINED_LOSSES, |data, values| {
        combined_losses::run(data.train, values).map(LabResult::CombinedLosses)
    }),
];

/// The result of a laboratory; `lab` is the name of the laboratory.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "lab", rename_all = "kebab-case")]
pub enum LabResult {
    /// The result of `calibration`.
    Calibration(Box<Calibration>),
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
    /// The result of `decay`.
    Decay(DecayResult),
    /// The result of `combined-losses`.
    CombinedLosses(CombinedLossesResult),
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
            Self::Decay(result) => result.lines(),
            Self::CombinedLosses(result) => result.lines(),
        }
    }
}

/// Returns all laboratories, in the order of menus.
pub fn labs() -> impl Iterator<Item = &'static Lab> {
    LABS.iter().map(|(lab, _)| *lab)
}

fn entry(name: &str) -> Result<&'static Entry, Error> {
    LABS.iter().find(|(lab, _)| lab.name == name).ok_or_else(|| {
        let names: Vec<&str> = labs().map(|lab| lab.name).collect();
        Error::config("name", format!("{} is not one of {}", shown(name), names.join(", ")))
    })
}

/// Returns the laboratory with this name.
///
/// # Errors
/// [`Error::Config`] with the names of all laboratories.
pub fn lab(name: &str) -> Result<&'static Lab, Error> {
    entry(name).map(|(lab, _)| *lab)
}

/// Runs a laboratory. `options`: texts such as `tilt=0.05`; absent ones have their defaults. `data`: data that the
/// laboratory does not take are ignored.
///
/// # Errors
/// [`Error::Config`] for an unknown laboratory or option or a value outside its range, [`Error::Data`] if the data are
/// missing or do not suit the laboratory.
pub fn run(name: &str, options: &[String], data: LabData<'_>) -> Result<LabResult, Error> {
    let (lab, compute) = entry(name)?;
    let pair = |text: &String| match text.split_once('=') {
        Some((name, value)) => Ok((name.trim().to_owned(), value.trim().to_owned())),
        None => Err(Error::config("options", format!("{} has no =; write NAME=VALUE", shown(text)))),
    };
    let values = lab.values(&options.iter().map(pair).collect::<Result<Vec<_>, Error>>()?)?;
    if lab.needs_data && data.train.is_none() {
        return Err(Error::data(format!(
            "{} is about data; give a file with documents and grades",
            lab.name
        )));
    }
    let train = data.train.filter(|_| lab.needs_data);
    compute(LabData { train, test: data.test.filter(|_| lab.takes_test) }, &values)
}
