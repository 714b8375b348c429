//! Removal of documents that a ranker cannot distinguish or score. Must not know learners.
//!
//! It runs after the scaling, because documents can be alike before the features of their query are scaled and differ
//! afterwards. On the raw features of OHSUMED, the rule for near-duplicates leaves out 87 % of the documents; on
//! scaled features, half.
//!
//! Source: Chakrabarti et al. 2008, section 4.1.
//!
//! The order of a run is scaling, preparation, feature map. Validation data, test data and scored data are scaled and
//! mapped, but not prepared.

use serde::{Deserialize, Serialize};

use super::{Dataset, Grade, Query};

/// A good and a bad document with a larger cosine similarity are near-duplicates.
pub const NEAR_DUPLICATE_COSINE: f64 = 0.99;

/// The kinds of documents that are left out of training.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preparation {
    /// Leaves out documents whose features are all 0.
    pub drop_zero: bool,
    /// Leaves out both documents of every good-bad pair of a query whose cosine similarity exceeds
    /// [`NEAR_DUPLICATE_COSINE`].
    pub drop_near_duplicates: bool,
}

/// Numbers of documents and queries that a [`Preparation`] left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PreparationReport {
    /// Documents before anything was left out.
    pub documents: usize,
    /// Documents whose features are all 0.
    pub zero_rows: usize,
    /// Other documents that are part of a near-duplicate pair.
    pub near_duplicate_rows: usize,
    /// Queries without a remaining document.
    pub queries: usize,
}

impl Preparation {
    /// Returns the data without these documents, and the numbers of documents left out.
    ///
    /// `data`: already scaled. `threshold`: documents with this grade or a higher one are good.
    ///
    /// Cost: near-duplicates take good documents × bad documents × features per query, in one call that cannot be
    /// interrupted. A query of ten thousand documents takes seconds.
    pub fn apply(&self, data: &Dataset, threshold: Grade) -> (Dataset, PreparationReport) {
        self.apply_to(data.clone(), threshold)
    }

    /// [`apply`](Self::apply) to data that are not needed any more: the rest takes their rows over.
    pub fn apply_to(&self, data: Dataset, threshold: Grade) -> (Dataset, PreparationReport) {
        let mut report = PreparationReport { documents: data.n_documents(), ..PreparationReport::default() };
        if *self == Self::default() {
            return (data, report);
        }
        let mut keep = vec![true; data.n_documents()];
        if self.drop_zero {
            for (document, keep) in keep.iter_mut().enumerate() {
                *keep = data.features(document).iter().any(|&value| value != 0.0);
                report.zero_rows += usize::from(!*keep);
            }
        }
        if self.drop_near_duplicates {
            for query in data.queries() {
                for document in near_duplicates(&data, &query, threshold) {
                    keep[document] = false;
                    report.near_duplicate_rows += 1;
                }
            }
        }
        let n_queries = data.n_queries();
        let parts = data.into_parts(1, &vec![Some(0); n_queries], &|document| keep[document]);
        let rest = parts.into_iter().next().unwrap_or_else(|| Dataset::empty(0, 0));
        report.queries = n_queries - rest.n_queries();
        (rest, report)
    }
}

/// Returns each row of a query that is part of a near-duplicate pair once. Zero vectors belong to no pair.
fn near_duplicates(data: &Dataset, query: &Query, threshold: Grade) -> Vec<usize> {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for (document, &grade) in query.documents.clone().zip(query.grades) {
        if let Some(direction) = direction(&data.features(document)) {
            let side = if grade >= threshold { &mut good } else { &mut bad };
            side.push((document, direction, false));
        }
    }
    for (_, good, good_found) in &mut good {
        for (_, bad, bad_found) in &mut bad {
            // Skip the product if both documents are already known to be part of a pair.
            if !(*good_found && *bad_found) && crate::linalg::dot::dot(good, bad) > NEAR_DUPLICATE_COSINE {
                (*good_found, *bad_found) = (true, true);
            }
        }
    }
    good.into_iter().chain(bad).filter_map(|(document, _, found)| found.then_some(document)).collect()
}

/// Returns the unit vector along `x`, or `None` for a zero vector.
fn direction(x: &[f64]) -> Option<Vec<f64>> {
    let largest = x.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    if largest == 0.0 {
        return None;
    }
    // Dividing by the largest value keeps all squares in the range of f64.
    let mut unit: Vec<f64> = x.iter().map(|value| value / largest).collect();
    let norm = crate::linalg::dot::dot(&unit, &unit).sqrt();
    unit.iter_mut().for_each(|value| *value /= norm);
    Some(unit)
}
