//! The mean score as a function of one feature. Must not know trainers.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::Serialize;

use crate::data::{Dataset, shuffle};
use crate::ranking::scorer::{Scorer, WeakLearner};
use crate::ranking::scoring::check_scores;
use crate::util::error::Error;
use crate::util::sorting::sort_numbers;

/// Quantiles of the feature, evenly spaced and with both ends.
const QUANTILES: usize = 41;

/// Steps of the scores, a node or a weight each, beyond which documents are drawn: about 100 ms.
const MOST_STEPS: usize = 10_000_000;

/// Documents that are drawn at least.
const LEAST_DRAWN: usize = 50;

/// Seed of the drawing.
const SEED: u64 = 1;

/// The partial dependence of a score on a feature.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PartialDependence {
    /// Values of the feature, ascending and distinct: quantiles of all documents that have the feature.
    pub values: Vec<f64>,
    /// The mean score of the documents if all had this value of the feature and kept the others.
    pub means: Vec<f64>,
    /// Number of documents in the means.
    pub documents: usize,
}

/// Returns the partial dependence of a scorer on a feature.
///
/// `data`: scaled for the scorer and mapped. `feature`: from 0, one of the mapped features. Where the scores of all
/// documents would take more than ten million steps, 50 or more documents are drawn by a fixed seed. Cost: 41 scores
/// for each of these documents, and O(n log n) for the quantiles of n documents.
///
/// Source: Friedman 2001, *Greedy function approximation*, section 8.2.
///
/// # Errors
/// [`Error::Absent`] for a feature that does not exist or that no document has, [`Error::Numeric`] if a mean is out of
/// range.
pub fn partial_dependence(
    data: &Dataset,
    scorer: &Scorer,
    feature: usize,
) -> Result<PartialDependence, Error> {
    if feature >= data.n_features() {
        return Err(Error::absent(
            "feature",
            format!("{feature} of {}; features count from 0", data.n_features()),
        ));
    }
    let values = quantiles(data, feature);
    if values.is_empty() {
        return Err(Error::absent("feature", "no document has a value of it; choose another feature"));
    }
    let documents = some_documents(data.n_documents(), values.len().saturating_mul(steps(scorer)));
    let mut sums = vec![0.0; values.len()];
    for &document in &documents {
        let mut row = data.features(document).into_owned();
        for (sum, value) in sums.iter_mut().zip(&values) {
            row[feature] = *value;
            *sum += scorer.score_row(&row);
        }
    }
    let means: Vec<f64> = sums.iter().map(|sum| sum / documents.len() as f64).collect();
    check_scores(&means)?;
    Ok(PartialDependence { values, means, documents: documents.len() })
}

/// Returns the distinct values among the quantiles of a feature.
fn quantiles(data: &Dataset, feature: usize) -> Vec<f64> {
    // Adding 0 turns −0 into 0.
    let all = (0..data.n_documents()).map(|document| data.value(document, feature) + 0.0);
    let mut all: Vec<f64> = all.filter(|value| !value.is_nan()).collect();
    sort_numbers(&mut all);
    let Some(last) = all.len().checked_sub(1) else { return Vec::new() };
    let mut values: Vec<f64> = (0..QUANTILES).map(|part| all[last * part / (QUANTILES - 1)]).collect();
    values.dedup();
    values
}

/// Returns the documents that count, in the order of the data. `steps`: of each document.
fn some_documents(n: usize, steps: usize) -> Vec<usize> {
    let mut documents: Vec<usize> = (0..n).collect();
    let most = (MOST_STEPS / steps.max(1)).max(LEAST_DRAWN);
    if n <= most {
        return documents;
    }
    shuffle(&mut documents, &mut ChaCha8Rng::seed_from_u64(SEED));
    let mut is_drawn = vec![false; n];
    documents.iter().take(most).for_each(|&document| is_drawn[document] = true);
    (0..n).filter(|&document| is_drawn[document]).collect()
}

/// Returns about how many steps a score takes.
fn steps(scorer: &Scorer) -> usize {
    match scorer {
        Scorer::Linear { weights } => weights.len(),
        Scorer::Network { hidden, .. } => hidden.iter().map(|unit| unit.weights.len()).sum(),
        Scorer::Additive { .. } | Scorer::Classes { .. } => {
            let terms = scorer.ensembles().iter().flatten();
            terms
                .map(|term| match &term.weak {
                    WeakLearner::Tree { nodes } => nodes.len().max(1).ilog2() as usize + 1,
                    WeakLearner::Feature { .. } | WeakLearner::Stump { .. } => 1,
                })
                .sum()
        }
    }
}
