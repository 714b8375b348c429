//! Features with missing values.

use super::facts::Facts;
use super::finding::{Finding, Places};
use crate::util::counted::{counted, verb};
use crate::util::sorting::sorted;

/// Finds features with missing values; the places are those with the most.
pub(super) fn find(facts: &Facts) -> Option<Finding> {
    let sources = &facts.sources;
    let documents = sources.n_documents();
    let of_feature = |feature: usize| facts.profiles[feature].missing;
    let with: Vec<usize> = (0..sources.n_features).filter(|&feature| of_feature(feature) > 0).collect();
    let mut places = Places::default();
    let total: usize = with.iter().map(|&feature| of_feature(feature)).sum();
    for feature in sorted(with, &|&one, &other| of_feature(other).cmp(&of_feature(one))) {
        places.add(|| {
            let share = 100.0 * of_feature(feature) as f64 / documents.max(1) as f64;
            let note = format!("{share:.1} % of the documents");
            sources.feature_at(feature, &note, f64::is_nan)
        });
    }
    let n = places.count;
    let text = format!(
        "{} {} {} in {} documents",
        counted(n, "feature"),
        verb(n, "has", "have"),
        counted(total, "missing value"),
        documents
    );
    places.finding(
        sources.n_features,
        text,
        "Choose --missing zero, mean or query-mean for training. If a gap says something, add a feature that is 1 there.",
    )
}
