//! The features of a foreign model among those of the data: by name, else by number. Must not know scorers.
//!
//! A model of Rankscope takes features by index, because it was trained on data with indices. Another program may have
//! read the same features in another order, or numbered them from 0.

use super::Model;
use crate::data::Dataset;

/// The column of the data for each feature of a model; `None` where the data lack it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Join {
    columns: Vec<Option<usize>>,
    is_by_name: bool,
}

impl Join {
    /// Returns the data with the columns of the model. A feature that the data lack is missing in every document.
    pub fn apply(&self, data: &Dataset) -> Dataset {
        data.with_columns(&self.columns)
    }
}

impl Model {
    /// Returns where the features of a foreign model stand in the data; `None` if they stand at their own index, or if
    /// names do not say it.
    pub(super) fn join(&self, data: &Dataset) -> Option<Join> {
        self.foreign.as_ref()?;
        let used: Vec<usize> = self.scorer.features().into_iter().map(|one| one.feature).collect();
        if self.names.is_empty() {
            // A file that counts from 1, read by a program that counts from 0: its feature 0 is always 0.
            let counts_from_one = data.n_features() + 1 == self.n_features && !used.contains(&0);
            let columns = (0..self.n_features).map(|feature| feature.checked_sub(1)).collect();
            return counts_from_one.then_some(Join { columns, is_by_name: false });
        }
        let theirs = data.feature_names();
        let column = |feature: usize| {
            let name = self.names.get(feature)?.as_deref()?;
            theirs
                .iter()
                .position(|other| other.as_deref() == Some(name))
                .filter(|&column| column < data.n_features())
        };
        let columns: Vec<Option<usize>> = (0..self.n_features).map(column).collect();
        let is_there = used.iter().all(|&feature| columns.get(feature).copied().flatten().is_some());
        let is_moved = columns.iter().enumerate().any(|(feature, column)| *column != Some(feature));
        (is_there && is_moved).then_some(Join { columns, is_by_name: true })
    }

    /// Returns a sentence about how the features of the data became those of the model; `None` if index by index.
    pub fn join_note(&self, data: &Dataset) -> Option<String> {
        let join = self.join(data)?;
        Some(if join.is_by_name {
            let found = join.columns.iter().flatten().count();
            format!(
                "the features are joined by name: {found} of the model's {} are in the data",
                self.n_features
            )
        } else {
            "the model has one feature more than the data and does not use its first, as when its program counts from 0 and \
             the file from 1; so its second feature is the first of the data"
                .to_owned()
        })
    }
}
