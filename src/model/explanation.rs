//! Score difference of two documents, split into the contributions of the features. Must not know rankings.

use serde::Serialize;

use crate::data::{Dataset, FittedMap};
use crate::ranking::scorer::{ClassLink, Scorer};
use crate::ranking::scoring;
use crate::util::error::Error;
use crate::util::sorting::sorted;

/// Contribution of one feature to two scores.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct FeaturePart {
    /// The feature, from 0; with a polynomial map the number of the monomial.
    pub feature: usize,
    /// The features that are multiplied, from 0: with a polynomial map those of the monomial, else the feature alone.
    pub factors: Vec<usize>,
    /// Weight w_f of the feature, if the scorer is linear.
    pub weight: Option<f64>,
    /// Value x_f of the feature in both documents, as the model sees it.
    pub values: [f64; 2],
    /// What the feature adds to both scores: w_f x_f for a linear scorer.
    pub parts: [f64; 2],
    /// First contribution minus second contribution.
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
    /// What both scores have in common before any feature counts: the values of the roots of trees, else 0.
    pub base: f64,
    /// All features that contribute to a score, the greatest |difference| first. Their sums are the numbers above.
    pub features: Vec<FeaturePart>,
}

/// Checks that a score is a sum over the features, so that [`explain`] can split it.
///
/// # Errors
/// [`Error::Absent`] for networks, classes and kernel maps.
pub fn check_is_sum(scorer: &Scorer, map: &FittedMap) -> Result<(), Error> {
    if map.kind() == "rbf" {
        let problem =
            "the feature map rbf compares whole documents, so its score is not a sum over the features";
        return Err(Error::absent("explanation", problem));
    }
    match scorer {
        Scorer::Linear { .. } | Scorer::Additive { .. } => Ok(()),
        Scorer::Classes { link: ClassLink::Single, ensembles } if ensembles.len() == 1 => Ok(()),
        Scorer::Classes { .. } | Scorer::Network { .. } => Err(not_a_sum()),
    }
}

fn not_a_sum() -> Error {
    Error::absent("explanation", "the score of this model is not a sum over the features")
}

/// Splits the scores of two documents of a query into contributions of the features.
///
/// `data`: scaled for the model and mapped by `map`. Cost: that of two scores, and O(d log d).
///
/// # Errors
/// [`Error::Absent`] if the query or a document does not exist, or if the score is not a sum over features (networks,
/// classes and kernel maps); [`Error::Numeric`] if a score is out of range.
pub fn explain(
    data: &Dataset,
    iteration: usize,
    query: usize,
    documents: [usize; 2],
    scorer: &Scorer,
    map: &FittedMap,
) -> Result<Explanation, Error> {
    if query >= data.n_queries() {
        return Err(Error::absent("query", format!("{query} of {}; queries count from 0", data.n_queries())));
    }
    check_is_sum(scorer, map)?;
    let monomials = map.monomials();
    let rows = data.query(query).documents;
    if let Some(document) = documents.into_iter().find(|&document| document >= rows.len()) {
        return Err(Error::absent(
            "document",
            format!("{document} of {}; documents count from 0", rows.len()),
        ));
    }
    let places = documents.map(|document| rows.start + document);
    let mut scores = [0.0; 2];
    for (score, row) in scores.iter_mut().zip(places) {
        *score = scoring::scores(data, row..row + 1, scorer)?[0];
    }
    let split = places.map(|row| scorer.contributions(&data.features(row)));
    let [Some([first]), Some([second])] =
        [&split[0], &split[1]].map(|split| split.as_deref().map(<&[_; 1]>::try_from).and_then(Result::ok))
    else {
        return Err(not_a_sum());
    };
    let [one, other] = places.map(|row| data.features(row));
    let weight = |feature: usize| match scorer {
        Scorer::Linear { weights } => Some(weights[feature]),
        _ => None,
    };
    // The features of the model, not those of the data: the data may have more features, which no score uses, or fewer,
    // which count as 0 and may still pass a threshold.
    let last =
        [first, second].into_iter().filter_map(|split| split.parts.last()).map(|part| part.feature).max();
    let parts = (0..last.map_or(0, |last| last + 1)).map(|feature| {
        let parts = [first, second].map(|split| split.part(feature));
        let values = [&one, &other].map(|row| row.get(feature).copied().unwrap_or(0.0));
        let factors = monomials.get(feature).cloned().unwrap_or_else(|| vec![feature]);
        FeaturePart {
            feature,
            factors,
            weight: weight(feature),
            values,
            parts,
            difference: parts[0] - parts[1],
        }
    });
    let features: Vec<FeaturePart> = parts.filter(|one| one.parts != [0.0, 0.0]).collect();
    // The values of nodes on the way to a leaf can be beyond those of all scores.
    if !first.base.is_finite() || features.iter().any(|one| !one.difference.is_finite()) {
        let problem = "a value of a node is too large to be split over the features".to_owned();
        return Err(Error::Numeric { stage: "explanation", problem });
    }
    // The sort is stable, so features with equal differences stay in index order.
    let features = sorted(features, &|one, other| other.difference.abs().total_cmp(&one.difference.abs()));
    let difference = scores[0] - scores[1];
    Ok(Explanation { iteration, query, documents, scores, difference, base: first.base, features })
}
