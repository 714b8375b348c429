//! From raw data to data that a learner trains on: groups, scaling, dropped queries, and the feature map.

use std::borrow::Cow;
use std::sync::Arc;

use crate::data::{Dataset, FittedMap, FittedScaling, Grouping, Preparation, PreparationReport};
use crate::method::RunConfig;
use crate::method::settings::TrainingSettings;
use crate::metric::Measure;
use crate::util::error::Error;

/// Documents of the longest query.
pub(super) fn longest_query(data: &Dataset) -> usize {
    data.queries().map(|query| query.documents.len()).max().unwrap_or(0)
}

/// Returns the first queries of the data, as many as the settings name, without those of weight 0.
pub(super) fn first_queries(config: &RunConfig, train: Arc<Dataset>) -> Arc<Dataset> {
    let first = match config.first_queries {
        Some(count) if count < train.n_queries() => {
            Arc::new(Arc::unwrap_or_clone(train).into_first_queries(count))
        }
        _ => train,
    };
    match first.has_weightless() {
        true => Arc::new(Arc::unwrap_or_clone(first).without_weightless()),
        false => first,
    }
}

/// Returns the training data without the rows that the preparation leaves out.
pub(super) fn prepared(config: &RunConfig, train: Arc<Dataset>) -> (Arc<Dataset>, PreparationReport) {
    let (train, report) = if config.preparation == Preparation::default() {
        (train, PreparationReport::default())
    } else {
        let (prepared, report) = config.preparation.apply_to(Arc::unwrap_or_clone(train), config.threshold);
        (Arc::new(prepared), report)
    };
    (train, report)
}

/// Checks that the preparation leaves a document.
pub(super) fn check_prepared(train: &Dataset) -> Result<(), Error> {
    match train.n_documents() {
        0 => Err(Error::data("the preparation leaves no document to train on")),
        _ => Ok(()),
    }
}

/// Returns the reported measures of the settings, or the default measure of the loss.
pub(super) fn measure_keys(settings: &TrainingSettings, config: &RunConfig) -> Vec<String> {
    if settings.measures.is_empty() {
        config.measures.iter().map(Measure::key).collect()
    } else {
        settings.measures.iter().map(|name| name.trim().to_ascii_lowercase()).collect()
    }
}

/// Returns the data with groups, which come from the raw data.
pub(super) fn grouped(data: Arc<Dataset>, grouping: &Grouping) -> Result<Arc<Dataset>, Error> {
    let with_groups = match data.grouped(grouping)? {
        Cow::Borrowed(_) => None,
        Cow::Owned(with_groups) => Some(Arc::new(with_groups)),
    };
    Ok(with_groups.unwrap_or(data))
}

pub(super) fn scaled(scaling: &FittedScaling, data: Arc<Dataset>) -> Arc<Dataset> {
    match scaling {
        FittedScaling::None => data,
        // In place if nothing else has the data.
        _ => Arc::new(scaling.apply_to(Arc::unwrap_or_clone(data))),
    }
}

pub(super) fn mapped(map: &FittedMap, data: Arc<Dataset>) -> Arc<Dataset> {
    match map {
        FittedMap::None => data,
        _ => Arc::new(map.apply(&data).into_owned()),
    }
}
