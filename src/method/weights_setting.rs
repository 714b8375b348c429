//! The setting `weights`, which PRank and typed weights read in two ways.

use crate::learner::baseline::WeightList;
use crate::learner::online::PRankModel;
use crate::method::settings::TrainingSettings;
use crate::util::error::{Error, shown};

/// Name of PRank, whose weights are those of the mean or of the last w.
pub(super) const OF_PRANK: &str = "prank";
/// Name of the method whose weights are typed.
pub(super) const OF_TYPED: &str = "typed";

/// Checks the weights for the method that uses them; for another method they may be those of either.
pub(super) fn check_weights(settings: &TrainingSettings) -> Result<(), Error> {
    let (model, typed) = (prank_model(settings).map(drop), weight_list(settings).map(drop));
    match settings.method.trim().to_ascii_lowercase().as_str() {
        OF_TYPED => typed,
        OF_PRANK => model,
        _ => model.or(typed),
    }
}

/// Returns the typed weights.
pub(super) fn weight_list(settings: &TrainingSettings) -> Result<WeightList, Error> {
    settings.weights.parse()
}

/// Returns which w of an epoch is the model.
pub(super) fn prank_model(settings: &TrainingSettings) -> Result<PRankModel, Error> {
    match settings.weights.trim().to_ascii_lowercase().as_str() {
        "average" => Ok(PRankModel::Average),
        "last" => Ok(PRankModel::Last),
        other => Err(Error::config("weights", format!("{} is not one of average, last", shown(other)))),
    }
}
