//! The size and the properties of a data set, for people. Must not know formats.

use serde::Serialize;

use super::Dataset;
use crate::util::error::Problem;

/// Size and properties of a data set.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DatasetSummary {
    /// Number of queries.
    pub queries: usize,
    /// Number of documents.
    pub documents: usize,
    /// Number of features, which is the highest index seen.
    pub features: usize,
    /// Highest grade.
    // `u8` instead of the alias `Grade`, because the TypeScript type cannot name the alias.
    pub max_grade: u8,
    /// Number of documents of each grade 0, 1, … `max_grade`.
    pub grade_counts: Vec<usize>,
    /// Share of feature values that are 0, in `[0, 1]`; 0 for data without values.
    pub zero_share: f64,
    /// Number of documents of the longest query.
    pub longest_query: usize,
    /// Number of documents of the shortest query.
    pub shortest_query: usize,
    /// The first 20 warnings of the reader.
    pub warnings: Vec<Problem>,
    /// Total number of warnings.
    pub n_warnings: usize,
    /// Names of the features 1, 2, … from the head of the file; empty if the head names no features.
    pub feature_names: Vec<Option<String>>,
}

impl Dataset {
    /// Returns the size and properties of the data set. Cost: one pass.
    pub fn summary(&self) -> DatasetSummary {
        let mut grade_counts = vec![0; usize::from(self.max_grade) + 1];
        for &grade in &self.grades {
            grade_counts[usize::from(grade)] += 1;
        }
        let mut others = 0;
        for document in 0..self.n_documents() {
            self.row(document).for_each(|_, value| others += usize::from(value != 0.0));
        }
        let values = self.n_documents() * self.n_features();
        let zeros = values - others;
        let lengths = || self.queries().map(|query| query.documents.len());
        DatasetSummary {
            queries: self.n_queries(),
            documents: self.n_documents(),
            features: self.n_features(),
            max_grade: self.max_grade,
            grade_counts,
            zero_share: if values == 0 { 0.0 } else { zeros as f64 / values as f64 },
            longest_query: lengths().max().unwrap_or(0),
            shortest_query: lengths().min().unwrap_or(0),
            warnings: self.warnings.clone(),
            n_warnings: self.n_warnings,
            feature_names: self.feature_names.clone(),
        }
    }
}
