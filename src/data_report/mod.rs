//! The data report: size and grades of data files, features that order the data alone, and faults that people make.
//! Must not know files, terminals or learners.
//!
//! A finding is one file with a function of `Facts` and one line of `FINDINGS`. It has a count, up to three places,
//! and what to do about it.

mod codes;
mod constant_features;
mod contradictions;
mod correlations;
mod duplicates;
mod equal_queries;
mod equal_rows;
mod facts;
mod file_order;
mod finding;
mod grade_scale;
mod id_features;
mod measured_features;
mod missing_grades;
mod missing_values;
mod nothing_to_rank;
mod overview;
mod perfect_features;
mod profile;
mod query_features;
mod sentinels;
mod shared_queries;
mod sources;
mod without_good;

pub use correlations::{MOST_CORRELATED, MOST_PRODUCTS};
pub use finding::{Finding, Place};
pub use measured_features::{MOST_RANKED_VALUES, MeasuredFeature};
pub use overview::{DataOverview, FileSize, GradeCount, Lengths};
pub use sources::DataFile;

use serde::Serialize;

use crate::data::Grade;
use crate::util::counted::counted;
use facts::Facts;
use sources::Sources;

/// All findings, the gravest first. A finding is `None` if there is nothing to say.
const FINDINGS: &[(&str, Detect)] = &[
    ("missing grades", missing_grades::find),
    ("queries in several files", shared_queries::find),
    ("equal queries", equal_queries::find),
    ("features that order almost perfectly", perfect_features::find),
    ("ids as features", id_features::find),
    ("order of the file", file_order::find),
    ("sentinel values", sentinels::find),
    ("missing values", missing_values::find),
    ("contradicting grades", contradictions::find),
    ("duplicate rows", duplicates::find),
    ("queries without a good document", without_good::find),
    ("queries with nothing to rank", nothing_to_rank::find),
    ("no bad document", grade_scale::find),
    ("constant features", constant_features::find),
    ("features constant within queries", query_features::find),
    ("correlated features", correlations::find),
];

/// A function that looks for one kind of fault.
type Detect = fn(&Facts) -> Option<Finding>;

/// What is known about data files.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct DataReport {
    /// Sizes and grades.
    pub overview: DataOverview,
    /// Every feature alone, the best first.
    pub features: Vec<MeasuredFeature>,
    /// NDCG@10 of a random order, on the queries that measured the features.
    pub random_ndcg: Option<f64>,
    /// Faults, the gravest first.
    pub findings: Vec<Finding>,
    /// Kinds of faults that the data do not have.
    pub not_found: Vec<&'static str>,
    /// Sentences on what was left out, because the data are large.
    pub notes: Vec<String>,
}

/// Returns the report of data files. Documents from grade `threshold` on are good.
///
/// Cost: O(n d log n) for n documents of d features, of which at most [`MOST_RANKED_VALUES`] values are sorted; O(m d²)
/// for correlations on m documents, at most [`MOST_PRODUCTS`] products. Memory beside the data: 40 bytes a document,
/// 500 bytes a feature, and 8 bytes a pair of at most [`MOST_CORRELATED`] features.
pub fn data_report(files: &[DataFile], threshold: Grade) -> DataReport {
    let facts = Facts::new(Sources::new(files, threshold));
    let mut report = DataReport {
        overview: overview::overview(&facts),
        features: facts.measured.features.clone(),
        random_ndcg: facts.measured.random_ndcg,
        findings: Vec::new(),
        not_found: Vec::new(),
        notes: notes(&facts),
    };
    for &(name, detect) in FINDINGS {
        match detect(&facts) {
            Some(finding) => report.findings.push(Finding { name, ..finding }),
            None => report.not_found.push(name),
        }
    }
    report
}

/// Returns sentences on what is left out: what has no grade, and what is too large.
fn notes(facts: &Facts) -> Vec<String> {
    let (sources, measured) = (&facts.sources, &facts.measured);
    let mut notes = Vec::new();
    let graded = sources.queries().filter(|one| one.is_graded).count();
    if graded < sources.n_queries() {
        notes.push(format!(
            "{} of {} have a document without a grade, and count in nothing about grades",
            sources.n_queries() - graded,
            counted(sources.n_queries(), "query")
        ));
    }
    if measured.n_queries < graded {
        notes.push(format!(
            "features alone: measured on {} of {graded} queries, because at most {MOST_RANKED_VALUES} values are sorted",
            measured.n_queries
        ));
    }
    let step = correlations::step(sources);
    if sources.n_features > MOST_CORRELATED {
        notes.push(format!(
            "correlations: left out, because there are {} features, and at most {MOST_CORRELATED} are compared",
            sources.n_features
        ));
    } else if step > 1 {
        notes.push(format!(
            "correlations: from one of {step} documents, because at most {MOST_PRODUCTS} products are summed"
        ));
    }
    notes
}
