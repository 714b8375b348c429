//! Features that are equal for all documents of a query.

use super::facts::Facts;
use super::finding::{Finding, Places};
use crate::util::counted::{counted, verb};

/// Finds features that differ between queries and in no query.
pub(super) fn find(facts: &Facts) -> Option<Finding> {
    let sources = &facts.sources;
    let documents = sources.n_documents();
    let mut places = Places::default();
    for feature in 0..sources.n_features {
        let profile = &facts.profiles[feature];
        if !profile.differs_in_query && profile.most_frequent().1 + profile.missing < documents {
            places.add(|| sources.feature(feature, String::new()));
        }
    }
    let n = places.count;
    let text =
        format!("{} {} equal for all documents of every query", counted(n, "feature"), verb(n, "is", "are"));
    places.finding(
        sources.n_features,
        text,
        "They order nothing in a linear model. Trees, networks and the feature map poly can combine them with other features.",
    )
}
