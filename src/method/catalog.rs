//! The catalogue for the page and for tests: names, explanations, formulas, costs, sources.

use serde::Serialize;

use crate::method::settings::TrainingSettings;
use crate::metric;
use crate::util::menu_entry::Choice;

use super::family::FAMILIES;
use super::measures::{MEASURES, MeasureChoice};
use super::position_decay::DECAYS;
use super::shared::REFERENCES;
use super::training::{RUN, SCALINGS, WORKING_SETS};
use super::{METHODS, Method, MethodOption};

/// All choices of a run.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Catalog {
    /// Methods with their options.
    pub methods: &'static [&'static Method],
    /// Families of methods.
    pub families: &'static [Choice],
    /// Options of every run, for any method.
    pub run: &'static [MethodOption],
    /// Measures that methods can be trained for.
    pub measures: &'static [MeasureChoice],
    /// Measures that can be reported.
    pub reported_measures: Vec<Choice>,
    /// Decay profiles.
    pub decays: &'static [Choice],
    /// Reference rankings.
    pub references: &'static [Choice],
    /// Working-set schemes.
    pub working_sets: &'static [Choice],
    /// Feature scalings.
    pub scalings: &'static [Choice],
    /// The settings to start from.
    pub defaults: TrainingSettings,
}

/// Returns the whole catalogue.
pub fn catalog() -> Catalog {
    Catalog {
        methods: METHODS,
        families: FAMILIES,
        run: RUN,
        measures: MEASURES,
        reported_measures: metric::menu(),
        decays: DECAYS,
        references: REFERENCES,
        working_sets: WORKING_SETS,
        scalings: SCALINGS,
        defaults: TrainingSettings::default(),
    }
}
