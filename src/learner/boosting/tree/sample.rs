//! The features and the queries of a round, drawn by their names. Must not know what is fitted to them.
//!
//! A draw depends on the seed, the round and the name alone, so that the order of the queries in the data changes
//! nothing.

use std::borrow::Cow;

use super::TreeConfig;
use crate::data::Dataset;
use crate::util::checksum::Checksum;
use crate::util::sorting::sort_documents;

/// The documents and features of a tree.
#[derive(Debug, Default)]
pub(in crate::learner::boosting) struct Part {
    /// The documents that it is fitted to, in ascending order; `None` for all.
    pub documents: Option<Vec<u32>>,
    /// Whether a split may use each feature; `None` for all.
    pub features: Option<Vec<bool>>,
    /// For each feature 1 if the values of leaves must not fall with it, −1 if they must not rise, 0 for neither; empty
    /// if all are 0.
    pub directions: Vec<i8>,
}

impl Part {
    pub(super) fn has(&self, feature: usize) -> bool {
        self.features.as_ref().is_none_or(|features| features[feature])
    }

    pub(super) fn direction(&self, feature: usize) -> i8 {
        self.directions.get(feature).copied().unwrap_or(0)
    }
}

/// Draws of one round.
#[derive(Debug, Clone, Copy)]
struct Sample {
    seed: u64,
    round: usize,
}

impl Part {
    /// Draws the queries and features of a round. `queries`: the name of each query; empty if all are used. `starts`:
    /// the first document of each query, followed by the number of documents.
    pub fn draw(
        config: &TreeConfig,
        round: usize,
        queries: &[String],
        starts: &[usize],
        n_features: usize,
    ) -> Self {
        let sample = Sample { seed: config.seed, round };
        let names = queries.iter().map(|name| Cow::Borrowed(name.as_str()));
        let drawn = sample.of("query", if queries.is_empty() { 1.0 } else { config.query_share }, names);
        let documents = drawn.map(|drawn| {
            let of_query = |(query, _): (usize, &bool)| starts[query] as u32..starts[query + 1] as u32;
            drawn.iter().enumerate().filter(|(_, is_drawn)| **is_drawn).flat_map(of_query).collect()
        });
        let names = (0..n_features).map(|feature| Cow::Owned(feature.to_string()));
        let features = sample.of("feature", config.feature_share, names);
        Self { documents, features, directions: Vec::new() }
    }
}

/// Returns the names of the queries that [`Part::draw`] needs.
pub(in crate::learner::boosting) fn query_names(config: &TreeConfig, data: &Dataset) -> Vec<String> {
    if config.query_share < 1.0 {
        data.queries().map(|query| query.id.to_owned()).collect()
    } else {
        Vec::new()
    }
}

impl Sample {
    /// Returns whether each name is drawn, a share of them, at least one; `None` if the share is 1. `kind`: parts draws
    /// of different things. Cost: O(n log n).
    fn of<'a>(
        self,
        kind: &str,
        share: f64,
        names: impl ExactSizeIterator<Item = Cow<'a, str>>,
    ) -> Option<Vec<bool>> {
        if share >= 1.0 {
            return None;
        }
        let count = ((share * names.len() as f64).round() as usize).max(1);
        let number = |name: &str| {
            let mut checksum = Checksum::default();
            for part in [&self.seed.to_le_bytes()[..], &(self.round as u64).to_le_bytes(), kind.as_bytes()] {
                checksum.push(part);
            }
            checksum.push(name.as_bytes());
            mixed(checksum.number())
        };
        let numbers: Vec<u64> = names.map(|name| number(&name)).collect();
        let mut drawn: Vec<u32> = (0..numbers.len() as u32).collect();
        sort_documents(&mut drawn, &|one, other| numbers[one as usize].cmp(&numbers[other as usize]));
        let mut is_drawn = vec![false; drawn.len()];
        drawn.iter().take(count).for_each(|&place| is_drawn[place as usize] = true);
        Some(is_drawn)
    }
}

/// Spreads the bits of a checksum, whose high bits change little with its last bytes. Source: the finaliser of
/// SplitMix64 (Steele, Lea and Flood 2014).
fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_even_and_change_with_the_round() {
        let names = || (0..40).map(|place| Cow::Owned(place.to_string()));
        let mut counts = [0; 40];
        let mut last = None;
        for round in 0..1000 {
            let drawn = Sample { seed: 3, round }.of("query", 0.25, names()).unwrap();
            assert_eq!(drawn.iter().filter(|&&is_drawn| is_drawn).count(), 10);
            drawn.iter().zip(&mut counts).for_each(|(&is_drawn, count)| *count += u32::from(is_drawn));
            assert_ne!(last.as_ref(), Some(&drawn));
            last = Some(drawn);
        }
        // Five standard deviations of 250.
        assert!(counts.iter().all(|&count| (182..=318).contains(&count)), "{counts:?}");
        let sample = Sample { seed: 3, round: 0 };
        assert_eq!(sample.of("query", 1.0, names()), None);
        assert_ne!(sample.of("query", 0.5, names()), sample.of("feature", 0.5, names()));
        let one = sample.of("query", 0.001, names()).unwrap();
        assert_eq!(one.iter().filter(|&&is_drawn| is_drawn).count(), 1);
        // The order of the names changes nothing.
        let reversed = sample.of("query", 0.5, names().rev()).unwrap();
        let forward = sample.of("query", 0.5, names()).unwrap();
        assert!(forward.iter().eq(reversed.iter().rev()));
    }
}
