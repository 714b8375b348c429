//! Why a run learned nothing: what its model and its training data lack. Must not know learners.

use super::TrainingRun;
use crate::data::{Dataset, FeatureValue, FittedScaling};
use crate::model::{Model, of_query};
use crate::ranking::scoring;
use crate::util::error::Error;

impl TrainingRun {
    /// Checks that a model of the run can score the training data. Cost: one pass.
    ///
    /// # Errors
    /// [`Error::Numeric`] if a score is out of range.
    pub fn check_scores(&self, model: &Model) -> Result<(), Error> {
        check_scores(&self.train, model)
    }

    /// Returns why nothing is measured on validation data and on test data, for those that a model of the run cannot
    /// score. Cost: one pass over both.
    pub fn why_unmeasured(&self, model: &Model) -> impl Iterator<Item = String> {
        let sets = ["test", "validation"].into_iter().zip(self.watched.iter().rev());
        sets.filter_map(|(name, data)| {
            let fault = check_scores(data.as_ref()?, model).err()?;
            Some(format!("nothing is measured on the {name} data: {fault}"))
        })
    }

    /// Returns the raw value of the training data that is furthest from 0; `None` if the features are scaled or mapped.
    /// Cost: one pass.
    pub fn extreme_value(&self) -> Option<FeatureValue> {
        let is_raw = matches!(self.scaling, FittedScaling::None) && self.map.is_none();
        if is_raw { self.train.extreme_value() } else { None }
    }

    /// Returns whether a training query has two documents with different features; otherwise no model orders them.
    pub fn tells_documents_apart(&self) -> bool {
        self.train.tells_documents_apart()
    }
}

/// Checks that a model can score data that are scaled and mapped for it.
fn check_scores(data: &Dataset, model: &Model) -> Result<(), Error> {
    data.queries().try_for_each(|query| {
        let scores = scoring::scores(data, query.documents, &model.scorer);
        scores.map(drop).map_err(|error| of_query(query.id, error))
    })
}
