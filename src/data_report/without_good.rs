//! Queries in which nothing is good.

use super::facts::Facts;
use super::finding::{Finding, Places};
use crate::util::counted::{counted, verb};

/// Finds queries without a document from the threshold on.
pub(super) fn find(facts: &Facts) -> Option<Finding> {
    let sources = &facts.sources;
    let mut places = Places::default();
    for one in sources.queries().filter(|one| one.is_graded) {
        if one.query.grades.iter().all(|&grade| grade < sources.threshold) {
            places.add(|| {
                let note = counted(one.query.documents.len(), "document");
                sources.query_of(one.file, &one.query, note)
            });
        }
    }
    let n = places.count;
    let text = format!(
        "{} of {} {} no document from grade {} on",
        counted(n, "query"),
        sources.n_queries(),
        verb(n, "has", "have"),
        sources.threshold
    );
    places.finding(
        sources.n_queries(),
        text,
        "Most measures are undefined there: eval --empty skip leaves such queries out, zero counts them as 0. Programs differ \
         in this, so say which when you compare.",
    )
}
