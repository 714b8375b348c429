//! Measures of scored items on held-out ratings. Must not know how scores are learned.

use serde::Serialize;

use super::RatingScorer;
use crate::data::Grade;
use crate::metric::statistics::{Sample, bootstrap_mean, sign_flip};
use crate::metric::{EXPECTED_RANK_UTILITY, Labels, Measure, NDCG, RankUtility};
use crate::ranking::TiedRanking;
use crate::ratings::Rows;
use crate::util::error::Error;

/// Names of the measures, in the order of [`UserMeasures`].
pub const MEASURES: [&str; 3] = ["NDCG@10", "NDCG", "ERU"];
/// Ranks at which the interest of a reader halves, in ERU.
const HALF_LIFE: f64 = 5.0;
/// Draws of an interval, and of a test.
const DRAWS: usize = 4_000;

/// NDCG@10, NDCG and ERU of every user with held-out ratings; `None` if a measure is undefined for the user.
pub type UserMeasures = Vec<[Option<f64>; 3]>;

/// Measures the order of the held-out items of every user with at least two. Cost: O(ratings log).
///
/// `neutral`: grade up to which an item has no utility.
///
/// # Errors
/// [`Error::Config`] for a neutral grade out of range.
pub fn measure(scorer: &dyn RatingScorer, held_out: &Rows, neutral: f64) -> Result<UserMeasures, Error> {
    let (measures, max_grade) = (measures_of(neutral)?, held_out.max_grade());
    let of = |user: usize| measure_user(scorer, held_out, user, &measures, max_grade);
    Ok((0..held_out.n_users()).map(of).collect())
}

/// Returns the measures of [`MEASURES`].
///
/// # Errors
/// [`Error::Config`] for a neutral grade out of range.
pub(super) fn measures_of(neutral: f64) -> Result<[Measure; 3], Error> {
    let utility = RankUtility::new(HALF_LIFE, neutral)?;
    Ok([NDCG.at(Some(10)), NDCG.whole(), Measure { utility, ..EXPECTED_RANK_UTILITY.whole() }])
}

/// Measures the order of one user's held-out items; `max_grade`: the highest grade of all users.
pub(super) fn measure_user(
    scorer: &dyn RatingScorer,
    held_out: &Rows,
    user: usize,
    measures: &[Measure; 3],
    max_grade: Grade,
) -> [Option<f64>; 3] {
    let scores = scorer.scores(user, held_out.items(user));
    measure_scores(&scores, held_out.grades(user), measures, max_grade)
}

/// Measures the order of scored items.
pub(super) fn measure_scores(
    scores: &[f64],
    grades: &[Grade],
    measures: &[Measure; 3],
    max_grade: Grade,
) -> [Option<f64>; 3] {
    // Items of one grade have the same value in any order.
    if grades.iter().all(|grade| grades.first() == Some(grade)) {
        return [None; 3];
    }
    let ranking = TiedRanking::by_scores(scores);
    let labels = Labels { grades, groups: &[], max_grade, threshold: 1, unjudged: 0 };
    std::array::from_fn(|number| measures[number].value(&ranking, &labels))
}

/// Returns the mean of a measure over the users for whom it is defined, with their number; `None` without any.
pub fn mean(values: &[[Option<f64>; 3]], measure: usize) -> Option<(f64, usize)> {
    let defined: Vec<f64> = values.iter().filter_map(|of_user| of_user[measure]).collect();
    let sample = Sample::of(&defined);
    (sample.count > 0).then_some((sample.mean, sample.count))
}

/// The difference between two models, over users.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UserDifference {
    /// Mean of the differences.
    pub difference: f64,
    /// Lower end of the 95 % bootstrap interval over users.
    pub low: f64,
    /// Upper end.
    pub high: f64,
    /// p-value of the sign-flip test.
    pub p: f64,
    /// Number of users.
    pub users: usize,
}

/// Compares two models by a measure: first minus second. `None` if no user has both values.
///
/// Cost: 8,000 passes over the users.
pub fn compare(
    first: &[[Option<f64>; 3]],
    second: &[[Option<f64>; 3]],
    measure: usize,
    seed: u64,
) -> Option<UserDifference> {
    let both = first.iter().zip(second).filter_map(|(one, other)| Some(one[measure]? - other[measure]?));
    let differences: Vec<f64> = both.collect();
    let interval = bootstrap_mean(&differences, DRAWS, seed)?;
    Some(UserDifference {
        difference: Sample::of(&differences).mean,
        low: interval.low,
        high: interval.high,
        p: sign_flip(&differences, DRAWS, seed),
        users: differences.len(),
    })
}
