//! Features that alone put good documents above bad ones almost always.

use super::facts::Facts;
use super::finding::{Finding, Places};
use crate::util::counted::{counted, verb};

/// Mean AUC from which a feature is suspect.
const SUSPECT: f64 = 0.99;

/// Fewest queries with a good and a bad document, because a short file can be ordered by chance.
const FEWEST_QUERIES: usize = 5;

/// Finds features that order the data by themselves.
pub(super) fn find(facts: &Facts) -> Option<Finding> {
    let sources = &facts.sources;
    let mut places = Places::default();
    if facts.measured.n_auc < FEWEST_QUERIES {
        return None;
    }
    for one in &facts.measured.features {
        let Some(auc) = one.auc.filter(|&auc| auc >= SUSPECT) else { continue };
        let direction = if one.descending { "high values first" } else { "low values first" };
        places.add(|| sources.feature(one.feature - 1, format!("AUC {auc:.4}, {direction}")));
    }
    let n = places.count;
    let text = format!(
        "{} {} good documents above bad ones almost always",
        counted(n, "feature"),
        verb(n, "puts", "put")
    );
    places.finding(
        sources.n_features,
        text,
        "Find out whether the feature is known before the judgement. A copy of the grade, a click count of later, or the rank \
         of a judged list makes every measure too high; --ignore leaves a column out.",
    )
}
