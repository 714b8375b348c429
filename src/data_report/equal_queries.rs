//! Queries that have the documents of an earlier query.

use super::facts::Facts;
use super::finding::{Finding, Places};
use crate::util::counted::{counted, verb};

/// Finds queries whose documents have the features of another query's documents, under another name.
pub(super) fn find(facts: &Facts) -> Option<Finding> {
    let sources = &facts.sources;
    let mut places = Places::default();
    let query = |(file, index): (usize, usize)| sources.files[file].data.query(index);
    for group in &facts.equal_rows().queries {
        let first = group[0];
        for &other in &group[1..] {
            let is_numbered = [first, other].iter().any(|one| sources.files[one.0].has_numbered_queries);
            // Queries of one name are another finding.
            if query(first).id == query(other).id && !is_numbered {
                continue;
            }
            places.add(|| {
                let note = format!("equal to query {} of {}", query(first).id, sources.files[first.0].name);
                sources.query_of(other.0, &query(other), note)
            });
        }
    }
    let n = places.count;
    let text = format!(
        "{} {} the documents of an earlier query under another name, feature by feature",
        counted(n, "query"),
        verb(n, "has", "have")
    );
    places.finding(
        sources.n_queries(),
        text,
        "If one is for training and one for tests, the test is not of new queries. Keep one of them.",
    )
}
