//! Score difference of two documents, split over the features. Must not know rankings.

use serde::Serialize;

use crate::data::{Dataset, FittedMap};
use crate::ranking::scorer::Scorer;
use crate::ranking::scoring;
use crate::util::error::Error;
use crate::util::sorting::sorted;

/// Part of one feature in the difference of two scores.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FeaturePart {
    /// The feature, from 0; with a polynomial map the number of the monomial.
    pub feature: usize,
    /// The features that are multiplied, from 0: with a polynomial map those of the monomial, else the feature alone.
    pub factors: Vec<usize>,
    /// Weight w_f of the feature, if the scorer is linear.
    pub weight: Option<f64>,
    /// Value x_f of the feature in both documents, as the model sees it; NaN if the document lacks it.
    pub values: [f64; 2],
    /// Shapley value of the feature: 0 if both documents have one value; w_f times the difference of the values for a
    /// linear scorer. See [`Scorer::shapley_values`].
    pub difference: f64,
}

/// Comparison of two documents of a query under one scorer, feature by feature.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Explanation {
    /// The iteration of that scorer.
    pub iteration: usize,
    /// Index of the query in the data.
    pub query: usize,
    /// Indices of both documents within the query.
    pub documents: [usize; 2],
    /// Scores of both documents.
    pub scores: [f64; 2],
    /// First score minus second score.
    pub difference: f64,
    /// The features that the scorer uses, the greatest |difference| first; of a linear scorer those with w_f x_f ≠ 0 in
    /// one of the documents. Their parts add up to the difference above, up to rounding.
    pub features: Vec<FeaturePart>,
}

/// Checks that the features of the map are those of the documents, so that [`explain`] can split a score over them.
///
/// # Errors
/// [`Error::Absent`] for kernel maps.
pub fn check_map(map: &FittedMap) -> Result<(), Error> {
    if map.kind() == "rbf" {
        let problem =
            "the feature map rbf compares whole documents, so its score is not a sum over the features";
        return Err(Error::absent("explanation", problem));
    }
    Ok(())
}

/// Splits the difference of the scores of two documents of a query over the features, by Shapley values.
///
/// `data`: scaled for the model and mapped by `map`. With a polynomial map, the monomials are the features. Cost: that
/// of two scores, of [`Scorer::shapley_values`], and O(d log d).
///
/// # Errors
/// [`Error::Absent`] if the query or a document does not exist, for kernel maps, and as [`Scorer::shapley_values`];
/// [`Error::Numeric`] if a score is out of range.
pub fn explain(
    data: &Dataset,
    iteration: usize,
    query: usize,
    documents: [usize; 2],
    scorer: &Scorer,
    map: &FittedMap,
) -> Result<Explanation, Error> {
    let places = [data.row_of(query, documents[0])?, data.row_of(query, documents[1])?];
    check_map(map)?;
    let monomials = map.monomials();
    let mut scores = [0.0; 2];
    for (score, row) in scores.iter_mut().zip(places) {
        *score = scoring::scores(data, row..row + 1, scorer)?[0];
    }
    let rows = places.map(|row| data.features(row));
    let parts = scorer.shapley_values(&rows[0], &rows[1])?;
    // The values of leaves can be beyond those of all scores.
    if parts.iter().any(|part| !part.is_finite()) {
        let problem = "a value of the model is too large to be split over the features".to_owned();
        return Err(Error::Numeric { stage: "explanation", problem });
    }
    let mut is_used = vec![false; parts.len()];
    for one in scorer.features() {
        if let Some(is_used) = is_used.get_mut(one.feature) {
            *is_used = true;
        }
    }
    let part = |(feature, difference): (usize, f64)| {
        let weight = match scorer {
            Scorer::Linear { weights } => weights.get(feature).copied(),
            _ => None,
        };
        let values = rows.each_ref().map(|row| row[feature]);
        let counts = weight.map_or(is_used[feature], |w| values.iter().any(|x| w * x != 0.0));
        counts.then(|| FeaturePart {
            feature,
            factors: monomials.get(feature).cloned().unwrap_or_else(|| vec![feature]),
            weight,
            values,
            difference,
        })
    };
    let features: Vec<FeaturePart> = parts.into_iter().enumerate().filter_map(part).collect();
    // The sort is stable, so features with equal differences stay in index order.
    let features = sorted(features, &|one, other| other.difference.abs().total_cmp(&one.difference.abs()));
    let difference = scores[0] - scores[1];
    Ok(Explanation { iteration, query, documents, scores, difference, features })
}
