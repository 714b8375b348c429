//! Pairs of documents with different grades: their number, their distances and their logistic loss. Must not know
//! hypotheses or bounds.

use std::borrow::Cow;

use crate::data::{Dataset, Grade, Query, Random};
use crate::linalg::dot::squared_distance;
use crate::util::error::{Error, brief};
use crate::util::sorting::by_falling_level;

/// The most elementary operations, about a nanosecond each, of a computation that cannot be interrupted.
pub(super) const MOST_OPERATIONS: f64 = 2e10;

/// Returns φ(o) = log(1 + e^−o), without overflow. Its slope is between −1 and 0.
pub(super) fn logistic(margin: f64) -> f64 {
    libm::log1p(libm::exp(-margin.abs())) + (-margin).max(0.0)
}

/// Returns the number of pairs of documents with different grades.
pub(super) fn n_pairs(grades: &[Grade]) -> f64 {
    let mut counts = [0_usize; Grade::MAX as usize + 1];
    for &grade in grades {
        counts[usize::from(grade)] += 1;
    }
    let all = grades.len() as f64;
    0.5 * (all * all - counts.iter().map(|&count| (count as f64) * (count as f64)).sum::<f64>())
}

/// Returns the queries that have a pair.
///
/// # Errors
/// [`Error::Data`] if there is none.
pub(super) fn queries_with_pairs(data: &Dataset) -> Result<Vec<Query<'_>>, Error> {
    let queries: Vec<Query<'_>> = data.queries().filter(|query| n_pairs(query.grades) > 0.0).collect();
    if queries.is_empty() {
        return Err(Error::data(
            "no query holds documents of two different grades, so there are no pairs; use data with at least one \
             such query",
        ));
    }
    Ok(queries)
}

/// Checks that this many operations on pairs end in about half a minute.
///
/// # Errors
/// [`Error::Data`] if they do not.
pub(super) fn check_operations(operations: f64) -> Result<(), Error> {
    if operations > MOST_OPERATIONS {
        return Err(Error::data(format!(
            "comparing all pairs of documents would take {} operations, and {MOST_OPERATIONS:e} is the limit; use \
             fewer queries",
            brief(operations)
        )));
    }
    Ok(())
}

/// The distances ‖x_i − x_j‖ of the pairs of one query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Distances {
    /// Mean of the squares.
    pub mean_square: f64,
    /// The largest.
    pub largest: f64,
}

/// Returns the distances of the pairs of a query whose documents have these labels, of which at least two differ. Cost:
/// O(pairs · features).
pub(super) fn distances(data: &Dataset, query: &Query<'_>, labels: &[Grade]) -> Distances {
    let rows: Vec<Cow<'_, [f64]>> = query.documents.clone().map(|row| data.features(row)).collect();
    let (mut sum, mut largest, mut pairs) = (0.0, 0.0_f64, 0.0);
    for (i, one) in rows.iter().enumerate() {
        for (j, other) in rows.iter().enumerate().skip(i + 1) {
            if labels[i] != labels[j] {
                let square = squared_distance(one, other);
                sum += square;
                largest = largest.max(square);
                pairs += 1.0;
            }
        }
    }
    Distances { mean_square: sum / pairs, largest: largest.sqrt() }
}

/// Draws pairs of documents of one query with different grades, all pairs alike.
pub(super) struct PairSampler {
    /// Documents by falling grade.
    order: Vec<u32>,
    /// For the document at each place of `order`: the places of its grade.
    same: Vec<(usize, usize)>,
    /// For each place, the number of documents of other grades up to it.
    partners: Vec<f64>,
}

impl PairSampler {
    /// Returns a sampler; `None` if all grades are equal. Cost: O(n).
    pub fn new(grades: &[Grade]) -> Option<Self> {
        let order = by_falling_level(grades);
        let (n, mut same, mut partners, mut total) = (order.len(), Vec::new(), Vec::new(), 0.0);
        while same.len() < n {
            let start = same.len();
            let level = grades[order[start] as usize];
            let end = start + order[start..].partition_point(|&document| grades[document as usize] == level);
            for _ in start..end {
                total += (n - (end - start)) as f64;
                same.push((start, end));
                partners.push(total);
            }
        }
        (total > 0.0).then_some(Self { order, same, partners })
    }

    /// Draws a pair: two places within the query.
    pub fn draw(&self, random: &mut Random) -> (usize, usize) {
        let n = self.order.len();
        let drawn = random.uniform() * self.partners[n - 1];
        let first = self.partners.partition_point(|&total| total <= drawn).min(n - 1);
        let (start, end) = self.same[first];
        let others = n - (end - start);
        let place = ((random.uniform() * others as f64) as usize).min(others - 1);
        let second = if place < start { place } else { place + end - start };
        (self.order[first] as usize, self.order[second] as usize)
    }
}

/// Checks that a bound holds with a probability strictly between 0 and 1.
///
/// # Errors
/// [`Error::Config`] for another value of δ.
pub(super) fn check_delta(delta: f64) -> Result<(), Error> {
    if !(1e-300..1.0).contains(&delta) {
        let problem = format!(
            "{} is not above 0 and below 1; a bound fails with this probability, such as 0.05",
            brief(delta)
        );
        return Err(Error::config("delta", problem));
    }
    Ok(())
}

/// The largest B: scores and losses stay far inside the range of floating point.
const LARGEST_RADIUS: f64 = 1e6;

/// Checks a list of values of B.
///
/// # Errors
/// [`Error::Config`] for an empty list, more than `most` values, or a value out of range.
pub(super) fn check_radii(radii: &[f64], most: usize) -> Result<(), Error> {
    if radii.is_empty() || radii.len() > most {
        let problem = format!("{} values of B; give 1 to {most}, such as 1, 5 and 20", radii.len());
        return Err(Error::config("radii", problem));
    }
    match radii.iter().find(|&radius| !(1.0 / LARGEST_RADIUS..=LARGEST_RADIUS).contains(radius)) {
        Some(&radius) => {
            let problem = format!("B = {} is not between 1e-6 and 1e6", brief(radius));
            Err(Error::config("radii", problem))
        }
        None => Ok(()),
    }
}

/// Checks that a count lies in a range.
///
/// # Errors
/// [`Error::Config`] about `field` if it does not.
pub(super) fn check_count(field: &'static str, count: usize, least: usize, most: usize) -> Result<(), Error> {
    if count < least || count > most {
        return Err(Error::config(field, format!("{count} is not between {least} and {most}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logistic_loss_is_that_of_its_definition_and_never_overflows() {
        for margin in [-30.0, -2.5, -1e-9, 0.0, 0.3, 4.0, 30.0] {
            let expected = (1.0 + f64::exp(-margin)).ln();
            assert!((logistic(margin) - expected).abs() < 1e-13, "{margin}");
        }
        assert_eq!(logistic(-1e300), 1e300);
        assert_eq!(logistic(1e300), 0.0);
    }

    #[test]
    fn all_pairs_are_drawn_alike() {
        let grades = [1, 0, 2, 0, 1];
        let Some(sampler) = PairSampler::new(&grades) else { panic!("there are pairs") };
        let mut times = [[0.0; 5]; 5];
        let mut random = Random::new(1);
        for _ in 0..80_000 {
            let (i, j) = sampler.draw(&mut random);
            times[i][j] += 1.0;
        }
        // 8 pairs, each in two orders.
        for i in 0..5 {
            for j in 0..5 {
                let expected = if grades[i] == grades[j] { 0.0 } else { 5000.0 };
                let seen: f64 = times[i][j];
                assert!((seen - expected).abs() <= 0.06 * expected, "{i} {j}: {seen}");
            }
        }
        assert!(PairSampler::new(&[1, 1]).is_none());
        assert!(PairSampler::new(&[]).is_none());
    }

    #[test]
    fn pairs_are_counted_as_by_enumeration() {
        let check = |grades: &[Grade], expected: f64| assert_eq!(n_pairs(grades), expected, "{grades:?}");
        check(&[], 0.0);
        check(&[1, 1, 1], 0.0);
        check(&[2, 0, 1, 0], 5.0);
        check(&[255, 0], 1.0);
    }
}
