//! Seeded splits by query. Must not know grades.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::Dataset;
use crate::util::error::Error;
use crate::util::sorting::sort_indices;

impl Dataset {
    /// Splits the queries into training, validation and test data.
    ///
    /// `shares`: fraction of the queries in each part, each in `[0, 1]`, with sum 1. Counts are rounded to the nearest
    /// whole numbers that add up to the number of queries. The same seed gives the same split on every machine. Each
    /// part keeps the order of the data. A share of 0 gives an empty part.
    ///
    /// Errors: shares out of range ([`Error::Config`]); too few queries, so that a part with a positive share would be
    /// empty ([`Error::Data`]).
    pub fn split_by_query(&self, shares: [f64; 3], seed: u64) -> Result<[Self; 3], Error> {
        self.clone().into_split(shares, seed)
    }

    /// Splits as [`split_by_query`](Self::split_by_query). The parts take the rows over, so the features exist once.
    ///
    /// # Errors
    /// As [`split_by_query`](Self::split_by_query).
    pub fn into_split(self, shares: [f64; 3], seed: u64) -> Result<[Self; 3], Error> {
        let counts = counts(self.n_queries(), shares)?;
        let mut order: Vec<usize> = (0..self.n_queries()).collect();
        shuffle(&mut order, &mut ChaCha8Rng::seed_from_u64(seed));
        let mut part_of = vec![None; order.len()];
        let places =
            counts.into_iter().enumerate().flat_map(|(part, count)| std::iter::repeat_n(part, count));
        for (query, part) in order.into_iter().zip(places) {
            part_of[query] = Some(part);
        }
        let mut parts = self.into_parts(3, &part_of, &|_| true).into_iter();
        Ok([(); 3].map(|()| parts.next().unwrap_or_else(|| Self::empty(0, 0))))
    }

    /// Returns the first `count` queries, or all if there are fewer, with the grade scale of all data. They take the
    /// rows over.
    pub fn into_first_queries(self, count: usize) -> Self {
        let part_of: Vec<_> = (0..self.n_queries()).map(|query| (query < count).then_some(0)).collect();
        self.into_parts(1, &part_of, &|_| true).pop().unwrap_or_else(|| Self::empty(0, 0))
    }

    /// Returns the training and the validation part of each fold of a cross-validation.
    ///
    /// Each query is in the validation part of exactly one fold, and sizes differ by at most one. The same seed gives
    /// the same folds on every machine. Each part keeps the order of the data.
    ///
    /// Errors: fewer than 2 folds ([`Error::Config`]), or more folds than queries ([`Error::Data`]).
    pub fn folds(&self, n_folds: usize, seed: u64) -> Result<Vec<[Self; 2]>, Error> {
        (0..n_folds.max(1)).map(|fold| self.fold(n_folds, fold, seed)).collect()
    }

    /// Returns the training and the validation part of one fold of [`Dataset::folds`].
    ///
    /// Errors: as for [`Dataset::folds`]; also a fold that is not below the number of folds ([`Error::Config`]).
    pub fn fold(&self, n_folds: usize, fold: usize, seed: u64) -> Result<[Self; 2], Error> {
        if n_folds < 2 {
            return Err(Error::config(
                "folds",
                format!("{n_folds} is too few; a cross-validation needs at least 2"),
            ));
        }
        if fold >= n_folds {
            return Err(Error::config("fold", format!("{fold} is not below {n_folds}, the number of folds")));
        }
        if n_folds > self.n_queries() {
            return Err(Error::data(format!(
                "{n_folds} folds need at least as many queries; there are {}",
                self.n_queries()
            )));
        }
        let mut order: Vec<usize> = (0..self.n_queries()).collect();
        shuffle(&mut order, &mut ChaCha8Rng::seed_from_u64(seed));
        let mut is_held_out = vec![false; order.len()];
        for &query in order.iter().skip(fold).step_by(n_folds) {
            is_held_out[query] = true;
        }
        let part = |held_out: bool| {
            let queries: Vec<usize> =
                (0..order.len()).filter(|&query| is_held_out[query] == held_out).collect();
            self.select_queries(&queries)
        };
        Ok([part(false), part(true)])
    }
}

/// Returns how many of `n` queries each part gets: shares rounded down, the rest by largest remainder.
fn counts(n: usize, shares: [f64; 3]) -> Result<[usize; 3], Error> {
    const NAMES: [&str; 3] = ["training", "validation", "test"];
    let seen = || format!("{}, {}, {}", shares[0], shares[1], shares[2]);
    if !shares.iter().all(|share| (0.0..=1.0).contains(share)) {
        return Err(Error::config("split", format!("shares {} are not all in 0 to 1", seen())));
    }
    let sum: f64 = shares.iter().sum();
    if (sum - 1.0).abs() > 1e-6 {
        return Err(Error::config("split", format!("shares {} add up to {sum}; expected 1", seen())));
    }
    let exact = shares.map(|share| share / sum * n as f64);
    let mut counts = exact.map(|exact| exact as usize);
    // On ties the earlier part gets the query.
    let missing = [0, 1, 2].map(|part| counts[part] as f64 - exact[part]);
    let mut by_remainder = [0, 1, 2];
    sort_indices(&mut by_remainder, &|a, b| missing[a].total_cmp(&missing[b]));
    let left = n.saturating_sub(counts.iter().sum());
    for &part in by_remainder.iter().filter(|&&part| shares[part] > 0.0).cycle().take(left) {
        counts[part] += 1;
    }
    for part in 0..3 {
        if shares[part] > 0.0 && counts[part] == 0 {
            let (name, share) = (NAMES[part], shares[part]);
            return Err(Error::data(format!(
                "the {name} share of {share} gives 0 of {n} queries; use more queries or a larger share"
            )));
        }
    }
    Ok(counts)
}

/// Fisher–Yates shuffle with draws that do not depend on the width of `usize`.
pub(crate) fn shuffle<T>(items: &mut [T], random: &mut impl Rng) {
    for last in (1..items.len()).rev() {
        // The upper half of a 128-bit product is a draw from 0..=last, uniform up to 2^-64.
        let draw = (u128::from(random.next_u64()) * (last as u128 + 1)) >> 64;
        items.swap(last, draw as usize);
    }
}
