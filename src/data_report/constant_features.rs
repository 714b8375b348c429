//! Features with one value in all documents, or in almost all.

use super::facts::Facts;
use super::finding::{Finding, Places};
use crate::util::counted::{counted, verb};

/// Share of the documents with one value from which a feature is nearly constant.
const NEARLY: f64 = 0.99;

/// Finds constant and nearly constant features; the constant ones come first.
pub(super) fn find(facts: &Facts) -> Option<Finding> {
    let sources = &facts.sources;
    let documents = sources.n_documents();
    let mut places = Places::default();
    let is_constant = |feature: usize| {
        let profile = &facts.profiles[feature];
        profile.most_frequent().1 + profile.missing == documents
    };
    for feature in (0..sources.n_features).filter(|&feature| is_constant(feature)) {
        let profile = &facts.profiles[feature];
        let value = if profile.missing == documents {
            "no value".to_owned()
        } else {
            profile.most_frequent().0.to_string()
        };
        places.add(|| sources.feature(feature, format!("{value} in all documents")));
    }
    let constant = places.count;
    for feature in (0..sources.n_features).filter(|&feature| !is_constant(feature)) {
        let (value, n) = facts.profiles[feature].most_frequent();
        if n as f64 >= NEARLY * documents as f64 {
            let share = 100.0 * n as f64 / documents as f64;
            places.add(|| sources.feature(feature, format!("{value} in {share:.2} % of the documents")));
        }
    }
    let nearly = places.count - constant;
    let more = match nearly {
        0 => String::new(),
        _ => format!(", {nearly} more in at least {:.0} %", 100.0 * NEARLY),
    };
    let text = format!(
        "{} {} one value in all documents{more}",
        counted(constant, "feature"),
        verb(constant, "has", "have")
    );
    places.finding(
        sources.n_features,
        text,
        "They say nothing or little. Find out whether the value is missing or was not computed, or leave them out.",
    )
}
