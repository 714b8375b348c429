//! Values that stand for "missing" in other programs.

use super::codes::{CODES, N_CANDIDATES, candidate, is_huge};
use super::facts::Facts;
use super::finding::{Finding, Places};
use super::profile::FeatureProfile;
use super::sources::Sources;
use crate::util::counted::{counted, verb};

/// Finds sentinels: a huge value, or a code that is there twice and stands far outside the other values. A negative
/// code stands outside if no other value is negative, and a positive code from twice the range of the others on.
pub(super) fn find(facts: &Facts) -> Option<Finding> {
    let sources = &facts.sources;
    let mut places = Places::default();
    let mut n_values = 0;
    for (feature, profile) in facts.profiles.iter().enumerate() {
        let found: Vec<usize> = (0..N_CANDIDATES).filter(|&place| is_sentinel(profile, place)).collect();
        let Some(&first) = found.first() else { continue };
        let n: usize = found.iter().map(|&place| profile.sentinels[place]).sum();
        n_values += n;
        places.add(|| {
            let codes: Vec<String> = found.iter().map(|&place| name(sources, feature, place)).collect();
            let note = format!("{} in {}", codes.join(" and "), counted(n, "document"));
            sources.feature_at(feature, &note, |value| candidate(value) == Some(first))
        });
    }
    let n = places.count;
    let text = format!(
        "{} {} values that look like codes for a missing value: {}",
        counted(n, "feature"),
        verb(n, "has", "have"),
        counted(n_values, "value")
    );
    places.finding(
        sources.n_features,
        text,
        "Leave such values empty in a table and choose --missing, or replace them; scaling by range or deviation makes all \
         other values of the feature equal.",
    )
}

fn is_sentinel(profile: &FeatureProfile, place: usize) -> bool {
    let n = profile.sentinels[place];
    let Some(&code) = CODES.get(place) else { return n > 0 };
    if n < 2 || profile.lowest >= profile.highest {
        return false;
    }
    if code < 0.0 {
        return profile.lowest >= 0.0;
    }
    // Halves, because the difference of two large numbers can overflow.
    code / 2.0 >= profile.highest - profile.lowest / 2.0
}

/// Returns a code, or the first of the huge values of a feature.
fn name(sources: &Sources, feature: usize, place: usize) -> String {
    let huge = || {
        let (file, row) = sources.first_with(feature, is_huge)?;
        Some(format!("{:.3e}", sources.files[file].data.value(row, feature)))
    };
    CODES.get(place).map_or_else(|| huge().unwrap_or_default(), f64::to_string)
}
