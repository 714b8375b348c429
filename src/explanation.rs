//! Why one document stands above another: the parts that every feature has in both scores. Knows no ranking.

use serde::Serialize;

use crate::data::Dataset;
use crate::error::Error;
use crate::loss::check_scores;

/// One feature's part in two scores.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FeaturePart {
    /// The feature, from 0.
    pub feature: usize,
    /// Its weight w_f.
    pub weight: f64,
    /// Its value x_f in both documents, as the model sees it.
    pub values: [f64; 2],
    /// w_f x_f of both documents.
    pub parts: [f64; 2],
    /// The first part less the second.
    pub difference: f64,
}

/// Two documents of a query at one w, feature by feature.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Explanation {
    /// The iteration of that w.
    pub iteration: usize,
    /// Index of the query in the data.
    pub query: usize,
    /// Both documents, by their index within the query.
    pub documents: [usize; 2],
    /// ⟨w, x⟩ of both.
    pub scores: [f64; 2],
    /// The first score less the second.
    pub difference: f64,
    /// Every feature that has a part in a score, the greatest |difference| first; their sums are the numbers above.
    pub features: Vec<FeaturePart>,
}

/// Takes the scores of two documents of a query apart. `data`: as the model sees them.
///
/// Cost: O(d log d).
///
/// # Errors
/// [`Error::Config`] for a query or document that there is not, [`Error::Numeric`] for a score out of range.
pub fn explain(
    data: &Dataset,
    iteration: usize,
    query: usize,
    documents: [usize; 2],
    w: &[f64],
) -> Result<Explanation, Error> {
    if query >= data.n_queries() {
        return Err(Error::config("query", format!("{query} of {}; they count from 0", data.n_queries())));
    }
    let rows = data.query(query).documents;
    if let Some(document) = documents.into_iter().find(|&document| document >= rows.len()) {
        return Err(Error::config("document", format!("{document} of {}; they count from 0", rows.len())));
    }
    let places = documents.map(|document| rows.start + document);
    let scores = places.map(|row| data.scores(row..row + 1, w)[0]);
    check_scores(&scores)?;
    let [first, second] = places.map(|row| data.features(row));
    let mut features: Vec<FeaturePart> = first
        .iter()
        .zip(second)
        .zip(w)
        .enumerate()
        .map(|(feature, ((&x, &y), &weight))| {
            let parts = [weight * x, weight * y];
            FeaturePart { feature, weight, values: [x, y], parts, difference: parts[0] - parts[1] }
        })
        .filter(|one| one.parts != [0.0, 0.0])
        .collect();
    // Stable, so features of equal difference stay in the order of their indices.
    features.sort_by(|one, other| other.difference.abs().total_cmp(&one.difference.abs()));
    Ok(Explanation { iteration, query, documents, scores, difference: scores[0] - scores[1], features })
}
