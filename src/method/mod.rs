//! The catalogue of methods: names, options, and the losses that settings name. It trains nothing.
//!
//! A method is an entry in the file of its family and a line of [`METHODS`]. Its options are declared once: the page's
//! menus, the command line, the exported command, README.md and the generic tests are made from them.

mod alternatives;
mod baselines;
mod boosting;
mod catalog;
mod charts;
mod classification;
mod clicks;
mod combination;
mod component;
mod descent;
mod family;
mod learner_spec;
mod loss_at_scores;
mod measures;
mod online;
mod option;
mod pairwise;
mod partial_order;
mod position_cost;
mod position_decay;
mod remedies;
mod run_config;
pub mod selection;
pub mod settings;
mod shared;
mod smoothed;
mod training;
mod trees;
mod weights_setting;

pub use alternatives::check_all;
pub use catalog::{Catalog, catalog};
pub use charts::{ChartChoice, CurveChoice, Role};
pub use clicks::{Bias, click_bias};
pub use family::Family;
pub use learner_spec::{DirectLearner, LearnerSpec, StartedLearner};
pub use loss_at_scores::{LossAtScores, StructuredLossAtScores, loss_at_scores};
pub use measures::{MeasureChoice, Parameter, Variant};
pub use option::{MethodOption, OptionKind, list_items};
pub use position_cost::CostRow;
pub use remedies::{Remedy, remedies};
pub use run_config::RunConfig;
pub use training::METHOD;

use learner_spec::Parse;
use serde::Serialize;

use crate::loss::LossSpec;
use crate::method::settings::TrainingSettings;
use crate::metric::{COST, Measure};
use crate::util::error::{Error, shown};

/// Every method, in the order of menus.
pub const METHODS: &[&Method] = &[
    &position_decay::DORM,
    &partial_order::AUC,
    &partial_order::MAP,
    &partial_order::NDCG,
    &partial_order::NDCG_NOT_CLIPPED,
    &partial_order::MRR,
    &position_decay::PRECISION,
    &position_cost::DORM_COST,
    &pairwise::OWPC,
    &pairwise::INFINITE_PUSH,
    &pairwise::RANKSVM,
    &combination::COMBO,
    &descent::RANKNET_LINEAR,
    &descent::SQUARED_HINGE,
    &descent::MPRANK,
    &descent::LISTNET,
    &descent::LISTMLE,
    &descent::NORM_PUSH,
    &descent::LAMBDA_RANK_LINEAR,
    &smoothed::LAMBDA_RANK,
    &smoothed::APPROX_NDCG,
    &smoothed::SOFT_RANK,
    &smoothed::SMOOTH_RANK,
    &smoothed::RANKNET,
    &descent::REGRESSION,
    &descent::LOGISTIC,
    &classification::BINARY,
    &classification::MULTICLASS,
    &boosting::RANK_BOOST,
    &boosting::FRANK,
    &boosting::ADA_RANK,
    &boosting::MC_RANK,
    &boosting::LAMBDA_MART,
    &online::PRANK,
    &online::PERCEPTRON,
    &online::SINGLE_FEATURE,
    &baselines::MEAN_DIFFERENCE,
    &baselines::TYPED,
];

/// A method of the catalogue.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Method {
    /// Name in settings.
    pub name: &'static str,
    /// Name for display.
    pub label: &'static str,
    /// How it learns.
    pub family: Family,
    /// One-line explanation.
    pub summary: &'static str,
    /// Definition.
    pub formula: &'static str,
    /// Cost of its oracle for a query of n documents, n₊ good and n₋ bad; without cutting planes that of a step.
    pub cost: &'static str,
    /// Publication that defines it.
    pub source: &'static str,
    /// Options of its loss. A combination passes on the options of its components that are not their own, except the
    /// reference ranking, which is averaged.
    pub options: &'static [MethodOption],
    /// Options of its optimiser.
    pub training: &'static [MethodOption],
    /// The charts of its figures.
    pub charts: &'static [ChartChoice],
    /// Makes what is trained from settings.
    #[serde(skip)]
    parse: Parse,
}

/// Returns the method with this name.
///
/// # Errors
/// [`Error::Config`] for a name that is not in the catalogue.
pub fn method(name: &str) -> Result<&'static Method, Error> {
    let name = name.trim().to_ascii_lowercase();
    METHODS.iter().copied().find(|method| method.name == name).ok_or_else(|| {
        let names: Vec<&str> = METHODS.iter().map(|method| method.name).collect();
        Error::config("method", format!("{} is not one of {}", shown(&name), names.join(", ")))
    })
}

/// Returns the options of all losses, one for each key, in the order of the catalogue.
pub fn loss_options() -> Vec<&'static MethodOption> {
    distinct(METHODS.iter().flat_map(|method| method.options))
}

/// Returns the options of all optimisers and of every run, one for each key.
pub fn training_options() -> Vec<&'static MethodOption> {
    distinct(METHODS.iter().flat_map(|method| method.training).chain(training::RUN))
}

/// Returns the names of the methods that have an option; empty for an option of every run.
pub fn methods_with(option: &str) -> Vec<&'static str> {
    METHODS.iter().filter(|method| method.has(option)).map(|method| method.name).collect()
}

/// Returns the options that have an effect with these settings, the method itself first.
///
/// # Errors
/// [`Error::Config`] for an unknown method or component.
pub fn effective_options(settings: &TrainingSettings) -> Result<Vec<&'static MethodOption>, Error> {
    let method = method(&settings.method)?;
    let own = method.options.iter();
    let components = if method.has(combination::COMPONENTS.name) {
        combination::components(settings)?
    } else {
        Vec::new()
    };
    let inherited = components.iter().flat_map(component::Component::shared);
    // The measure `cost` is that of these options, whatever the method.
    let has_cost = settings
        .measures
        .iter()
        .any(|measure| measure.parse().is_ok_and(|measure: Measure| measure.is(&COST)));
    let of_measures = if has_cost { position_cost::MEASURED.as_slice() } else { &[] };
    let of_clicks = if settings.learns_from_clicks() { [descent::TARGETS].as_slice() } else { &[] };
    let all = [&METHOD].into_iter().chain(own).chain(of_clicks).chain(inherited).chain(of_measures);
    let all = all.chain(method.training).chain(training::RUN);
    let mut effective = distinct(all);
    effective.retain(|option| option.has_effect(settings));
    Ok(effective)
}

/// Checks that every requested option has an effect on one of the methods.
///
/// # Errors
/// [`Error::Config`] naming the first such option and the methods that have it, or an unknown method.
pub fn check_effect(
    asked_for: &[&'static str],
    settings: &TrainingSettings,
    methods: &[String],
) -> Result<(), Error> {
    let mut effective: Vec<&MethodOption> = Vec::new();
    for method in methods {
        effective
            .extend(effective_options(&TrainingSettings { method: method.clone(), ..settings.clone() })?);
    }
    match asked_for.iter().find(|name| effective.iter().all(|option| option.name != **name)) {
        None => Ok(()),
        Some(name) => {
            let (methods, others) = (methods.join(", "), methods_with(name).join(", "));
            Err(Error::config(name, format!("it has no effect on {methods}; it is an option of {others}")))
        }
    }
}

impl Method {
    /// Its structured loss.
    ///
    /// # Errors
    /// [`Error::Config`] for settings that cannot be used, or a method without one.
    fn loss(&self, settings: &TrainingSettings) -> Result<LossSpec, Error> {
        match self.parse {
            Parse::Loss(parse) => parse(settings),
            Parse::Learner(_) => {
                Err(Error::config("method", format!("{} has no structured loss", self.name)))
            }
        }
    }

    /// Whether it finds cutting planes for a structured loss.
    pub fn is_structured(&self) -> bool {
        matches!(self.parse, Parse::Loss(_))
    }

    fn has(&self, option: &str) -> bool {
        self.options.iter().chain(self.training).any(|own| own.name == option)
    }
}

/// Returns the first option of each key.
fn distinct(options: impl Iterator<Item = &'static MethodOption>) -> Vec<&'static MethodOption> {
    let mut distinct: Vec<&MethodOption> = Vec::new();
    for option in options {
        if distinct.iter().all(|other| other.name != option.name) {
            distinct.push(option);
        }
    }
    distinct
}
