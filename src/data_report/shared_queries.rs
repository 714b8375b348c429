//! Queries that stand in several files, such as training and test data.

use std::collections::{HashMap, HashSet};

use super::facts::Facts;
use super::finding::{Finding, Places};
use crate::util::counted::verb;

/// Finds queries of later files with the name of a query of an earlier file. Numbers from group sizes are no names.
pub(super) fn find(facts: &Facts) -> Option<Finding> {
    let sources = &facts.sources;
    if sources.files.len() < 2 {
        return None;
    }
    let group_of: HashMap<(usize, usize), usize> = facts
        .equal_rows()
        .queries
        .iter()
        .enumerate()
        .flat_map(|(group, queries)| queries.iter().map(move |&query| (query, group)))
        .collect();
    let mut first: HashMap<&str, (usize, usize)> = HashMap::new();
    let (mut places, mut n_later, mut n_equal) = (Places::default(), 0, 0);
    let mut shared = HashSet::new();
    for one in sources.queries().filter(|one| !sources.files[one.file].has_numbered_queries) {
        let here = (one.file, one.query.index);
        n_later += usize::from(one.file > 0);
        let earlier = *first.entry(one.query.id).or_insert(here);
        if earlier.0 == one.file || !shared.insert(here) {
            continue;
        }
        let is_equal = group_of.get(&here).is_some_and(|group| group_of.get(&earlier) == Some(group));
        n_equal += usize::from(is_equal);
        places.add(|| {
            let equal = if is_equal { " with equal documents" } else { "" };
            let note = format!("also in {}{equal}", sources.files[earlier.0].name);
            sources.query_of(one.file, &one.query, note)
        });
    }
    let n = places.count;
    let text = format!(
        "{n} of the {n_later} queries of later files {} in an earlier file, {n_equal} of them with equal documents",
        verb(n, "is", "are"),
    );
    places.finding(
        n_later,
        text,
        "Measures on such queries do not tell how a model ranks new ones. Split by query, or take these queries out of one file.",
    )
}
