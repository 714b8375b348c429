//! Checked scores of documents under a scorer, and the ranking by them. Must not know labels.

use std::ops::Range;

use crate::data::{Dataset, FittedMap, FittedScaling, QueryRows};
use crate::ranking::TiedRanking;
use crate::ranking::scorer::Scorer;
use crate::util::error::{Error, brief};

/// Largest absolute value of a score, and of a decay c, for which all sums of the searches stay finite.
pub const LARGEST_SCORE: f64 = 1e100;

/// Checks that all scores lie in the range of the searches.
///
/// # Errors
/// [`Error::Numeric`] with the first score that is NaN or exceeds [`LARGEST_SCORE`] in absolute value.
pub fn check_scores(scores: &[f64]) -> Result<(), Error> {
    // Without an early end, several scores are compared at once.
    if scores.iter().fold(true, |good, score| good & (score.abs() <= LARGEST_SCORE)) {
        return Ok(());
    }
    match scores.iter().position(|score| score.is_nan() || score.abs() > LARGEST_SCORE) {
        None => Ok(()),
        Some(document) => Err(Error::Numeric {
            stage: "scores",
            problem: format!(
                "the score of document {} is {}; scale the features, or use a model for data of this size",
                document + 1,
                brief(scores[document])
            ),
        }),
    }
}

/// Returns the score of each of these rows. `data`: scaled for the scorer. Cost: that of [`Scorer::score`].
///
/// # Errors
/// [`Error::Numeric`] if a score is outside the range of searches and measures.
pub fn scores(data: &Dataset, rows: Range<usize>, scorer: &Scorer) -> Result<Vec<f64>, Error> {
    if let Scorer::Linear { weights } = scorer {
        return linear_scores(data, rows, weights);
    }
    let mut scores = vec![0.0; rows.len()];
    scorer.score(data, rows, &mut scores);
    check_scores(&scores)?;
    Ok(scores)
}

/// Returns ⟨w, x⟩ of each of these rows. Cost: O(n d).
///
/// # Errors
/// As [`scores`].
pub fn linear_scores(data: &Dataset, rows: Range<usize>, w: &[f64]) -> Result<Vec<f64>, Error> {
    let scores = data.scores(rows, w);
    check_scores(&scores)?;
    Ok(scores)
}

/// Returns the ranking of these rows by their scores. Cost: that of the scores and O(n log n).
///
/// # Errors
/// As [`scores`].
pub fn rank(data: &Dataset, rows: Range<usize>, scorer: &Scorer) -> Result<TiedRanking, Error> {
    Ok(TiedRanking::by_scores(&scores(data, rows, scorer)?))
}

/// Returns one score per point, in order. `points`: raw features, row-major, `n_features` values per point.
///
/// Cost: scaling, map and score of every point; memory for [`POINTS`] of them.
///
/// # Errors
/// [`Error::Absent`] for scaling within each query; [`Error::Config`] for a number of values that is not a multiple of
/// `n_features`, or a value that is not finite; [`Error::Numeric`] if a score is out of range.
pub fn point_scores(
    points: &[f64],
    n_features: usize,
    (scaling, map): (&FittedScaling, &FittedMap),
    scorer: &Scorer,
) -> Result<Vec<f64>, Error> {
    if scaling.is_by_query() {
        let problem = "the model scales every query by its own values, which single points do not have";
        return Err(Error::absent("points", problem));
    }
    if n_features == 0 || !points.len().is_multiple_of(n_features) {
        let problem = format!("{} values are not points of {n_features} features", points.len());
        return Err(Error::config("points", problem));
    }
    if let Some(place) = points.iter().position(|value| !value.is_finite()) {
        let (point, feature) = (place / n_features, place % n_features + 1);
        let problem = format!("point {point}, feature {feature} is {}, not finite", points[place]);
        return Err(Error::config("points", problem));
    }
    let mut all = Vec::with_capacity(points.len() / n_features);
    for some in points.chunks(POINTS * n_features) {
        let n = some.len() / n_features;
        let query = QueryRows {
            id: "points".to_owned(),
            grades: vec![0; n],
            features: some.to_vec(),
            comments: vec![],
        };
        let raw = Dataset::from_queries(n_features, &[query])?;
        all.extend(scores(&map.apply(&scaling.apply(&raw)), 0..n, scorer)?);
    }
    Ok(all)
}

/// Number of points that are scored together.
const POINTS: usize = 1024;
