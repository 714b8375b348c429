//! What one pass over all rows tells about each feature: range, zeros, gaps, most frequent value, sentinels.

use super::codes::{N_CANDIDATES, candidate};
use super::sources::Sources;

/// Values of a feature in all documents.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FeatureProfile {
    /// Number of missing values.
    pub missing: usize,
    /// Number of values that are 0.
    pub zeros: usize,
    /// The most frequent value other than 0, if it has more than half of these values; else any of them.
    frequent: f64,
    votes: usize,
    /// How often that value is there.
    n_frequent: usize,
    /// Range of the values that may not be sentinels; `lowest > highest` without any.
    pub lowest: f64,
    /// See `lowest`.
    pub highest: f64,
    /// Whether all values are whole numbers.
    pub is_whole: bool,
    /// Whether two documents of one query have different values.
    pub differs_in_query: bool,
    /// How often each value that may be a sentinel is there.
    pub sentinels: [usize; N_CANDIDATES],
}

impl FeatureProfile {
    fn new() -> Self {
        Self {
            missing: 0,
            zeros: 0,
            frequent: 0.0,
            votes: 0,
            n_frequent: 0,
            lowest: f64::INFINITY,
            highest: f64::NEG_INFINITY,
            is_whole: true,
            differs_in_query: false,
            sentinels: [0; N_CANDIDATES],
        }
    }

    /// Returns the most frequent value and its number, if it has more than half of the documents.
    pub fn most_frequent(&self) -> (f64, usize) {
        if self.zeros >= self.n_frequent { (0.0, self.zeros) } else { (self.frequent, self.n_frequent) }
    }

    fn add(&mut self, value: f64) {
        if value.is_nan() {
            self.missing += 1;
            return;
        }
        self.is_whole &= value == libm::trunc(value);
        match candidate(value) {
            Some(place) => self.sentinels[place] += 1,
            None => self.widen(value),
        }
        // The vote of Boyer and Moore 1981: what has more than half of the values is left at the end.
        if self.votes == 0 {
            self.frequent = value;
        }
        if self.frequent == value {
            self.votes += 1;
        } else {
            self.votes -= 1;
        }
    }

    fn widen(&mut self, value: f64) {
        self.lowest = self.lowest.min(value);
        self.highest = self.highest.max(value);
    }
}

/// Returns the profile of every feature. Cost: two passes over the values that are not 0.
pub(super) fn profiles(sources: &Sources) -> Vec<FeatureProfile> {
    let mut profiles = vec![FeatureProfile::new(); sources.n_features];
    let mut others = vec![0; sources.n_features];
    for file in sources.files {
        for row in 0..file.data.n_documents() {
            file.data.row(row).for_each(|feature, value| {
                if value != 0.0 {
                    others[feature] += 1;
                    profiles[feature].add(value);
                }
            });
        }
    }
    let documents = sources.n_documents();
    for (profile, others) in profiles.iter_mut().zip(others) {
        profile.zeros = documents - others;
        if profile.zeros > 0 {
            profile.widen(0.0);
        }
    }
    for file in sources.files {
        for row in 0..file.data.n_documents() {
            file.data.row(row).for_each(|feature, value| {
                profiles[feature].n_frequent +=
                    usize::from(value != 0.0 && value == profiles[feature].frequent);
            });
        }
    }
    mark_differences(sources, &mut profiles);
    profiles
}

/// The values of a feature in one query that are not 0.
#[derive(Clone, Copy)]
struct Seen {
    /// Number of the query, to forget the earlier one.
    query: usize,
    value: f64,
    n: usize,
}

/// Marks the features that differ within a query. A missing value differs from every other.
fn mark_differences(sources: &Sources, profiles: &mut [FeatureProfile]) {
    let mut seen = vec![Seen { query: usize::MAX, value: 0.0, n: 0 }; profiles.len()];
    let mut touched = Vec::new();
    for (number, one) in sources.queries().enumerate() {
        touched.clear();
        let n = one.query.documents.len();
        for row in one.query.documents {
            sources.files[one.file].data.row(row).for_each(|feature, value| {
                let profile = &mut profiles[feature];
                if value == 0.0 || profile.differs_in_query {
                    return;
                }
                let seen = &mut seen[feature];
                if seen.query != number {
                    *seen = Seen { query: number, value, n: 0 };
                    touched.push(feature);
                }
                seen.n += 1;
                profile.differs_in_query = seen.value.to_bits() != value.to_bits();
            });
        }
        for &feature in &touched {
            profiles[feature].differs_in_query |= seen[feature].n < n;
        }
    }
}
