//! What several findings need: the files, profiles of the features, features alone, and equal rows.

use std::sync::OnceLock;

use super::equal_rows::{EqualRows, equal_rows};
use super::measured_features::{MeasuredFeatures, measured_features};
use super::profile::{FeatureProfile, profiles};
use super::sources::Sources;

/// The files and what is known about them.
pub(super) struct Facts<'a> {
    pub sources: Sources<'a>,
    pub profiles: Vec<FeatureProfile>,
    pub measured: MeasuredFeatures,
    equal_rows: OnceLock<EqualRows>,
}

impl<'a> Facts<'a> {
    pub fn new(sources: Sources<'a>) -> Self {
        let profiles = profiles(&sources);
        let measured = measured_features(&sources);
        Self { sources, profiles, measured, equal_rows: OnceLock::new() }
    }

    /// Returns the documents with equal features within queries, and the queries with equal documents.
    pub fn equal_rows(&self) -> &EqualRows {
        self.equal_rows.get_or_init(|| equal_rows(&self.sources))
    }
}
