//! Removal of documents that no ranker can tell apart or score. Knows no learner.
//!
//! Source: Chakrabarti et al. 2008, section 4.1.

use serde::{Deserialize, Serialize};

use super::{Dataset, Grade, Query};

/// A good and a bad document with a larger cosine similarity are near-duplicates.
pub const NEAR_DUPLICATE_COSINE: f64 = 0.99;

/// Which documents to leave out of training.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preparation {
    /// Documents whose features are all 0.
    pub drop_zero: bool,
    /// Both documents of every pair, good and bad, of one query whose cosine similarity
    /// exceeds [`NEAR_DUPLICATE_COSINE`].
    pub drop_near_duplicates: bool,
}

/// What a [`Preparation`] left out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PreparationReport {
    /// Documents left out because all their features are 0.
    pub zero_rows: usize,
    /// Documents left out, of the rest, as part of a near-duplicate pair.
    pub near_duplicate_rows: usize,
    /// Queries left out because no document remained.
    pub queries: usize,
}

impl Preparation {
    /// The data without these documents, and how many there were. Good: grade at least `threshold`.
    ///
    /// Cost: for near-duplicates, goods × bads × features of every query, in one call that nothing interrupts: seconds
    /// for a query of ten thousand documents.
    pub fn apply(&self, data: &Dataset, threshold: Grade) -> (Dataset, PreparationReport) {
        let mut report = PreparationReport::default();
        if *self == Self::default() {
            return (data.clone(), report);
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
                for document in near_duplicates(data, &query, threshold) {
                    keep[document] = false;
                    report.near_duplicate_rows += 1;
                }
            }
        }
        let all: Vec<usize> = (0..data.n_queries()).collect();
        let rest = data.select(&all, |document| keep[document]);
        report.queries = data.n_queries() - rest.n_queries();
        (rest, report)
    }
}

/// The rows of a query that are part of a near-duplicate pair, each once. A zero vector has no direction.
fn near_duplicates(data: &Dataset, query: &Query, threshold: Grade) -> Vec<usize> {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for (document, &grade) in query.documents.clone().zip(query.grades) {
        if let Some(direction) = direction(data.features(document)) {
            let side = if grade >= threshold { &mut good } else { &mut bad };
            side.push((document, direction, false));
        }
    }
    for (_, good, good_found) in &mut good {
        for (_, bad, bad_found) in &mut bad {
            // A pair of two known ones tells nothing new.
            if !(*good_found && *bad_found) && crate::kernel::dot(good, bad) > NEAR_DUPLICATE_COSINE {
                (*good_found, *bad_found) = (true, true);
            }
        }
    }
    good.into_iter().chain(bad).filter_map(|(document, _, found)| found.then_some(document)).collect()
}

/// The unit vector along `x`; none for a zero vector.
fn direction(x: &[f64]) -> Option<Vec<f64>> {
    let largest = x.iter().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    if largest == 0.0 {
        return None;
    }
    // Relative to the largest value, so that no square leaves the range of f64.
    let mut unit: Vec<f64> = x.iter().map(|value| value / largest).collect();
    let norm = crate::kernel::dot(&unit, &unit).sqrt();
    unit.iter_mut().for_each(|value| *value /= norm);
    Some(unit)
}
