//! The sizes and names of a run as plain data. Must not know how a run is trained.

use serde::Serialize;

use crate::data::{MapReport, PreparationReport};

/// The sizes and names of a run.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Overview {
    /// Number of queries that the loss can use: the m of C/m.
    pub queries_used: usize,
    /// Number of queries left out because every ranking of them has the same loss.
    pub queries_skipped: usize,
    /// Number of training documents after the preparation.
    pub documents: usize,
    /// Number of features before the map.
    pub features: usize,
    /// The feature map; `None` without one.
    pub map: Option<MapReport>,
    /// Keys of the reported measures.
    pub measures: Vec<String>,
    /// Names of the components of a combination; none for a single loss.
    pub components: Vec<String>,
    /// How the oracle of the largest query finds its ranking, in words; empty without cutting planes.
    pub oracle: String,
    /// The numbers of training documents that the preparation left out.
    pub preparation: PreparationReport,
    /// Number of documents of the longest query that is used.
    pub longest_query: usize,
    /// Estimated steps of the searches of one iteration, without sorting. One step takes about a nanosecond.
    pub search_steps: f64,
}

/// The query of a run whose searches take longest.
#[derive(Debug, Clone, PartialEq)]
pub struct CostliestQuery {
    /// Its identifier.
    pub id: String,
    /// Number of its documents.
    pub documents: usize,
    /// Estimated steps of its searches in one iteration. One step takes about a nanosecond.
    pub steps: f64,
}
