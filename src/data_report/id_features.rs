//! Features that are numbers of documents or queries.

use super::facts::Facts;
use super::finding::{Finding, Places};
use crate::util::counted::{counted, verb};

/// Share of different values from which whole numbers look like ids.
const DIFFERENT: f64 = 0.99;

/// Fewest documents or queries that show it.
const FEWEST: usize = 20;

/// Last words of names of ids.
const WORDS: [&str; 11] =
    ["id", "ids", "qid", "docid", "documentid", "queryid", "docno", "uid", "uuid", "guid", "rownum"];

/// Finds features with whole numbers that differ in almost all documents, or that are one number per query and differ
/// in almost all queries, and features with the name of an id.
pub(super) fn find(facts: &Facts) -> Option<Finding> {
    let sources = &facts.sources;
    let mut places = Places::default();
    for feature in 0..sources.n_features {
        if let Some(reason) = reason(facts, feature) {
            places.add(|| sources.feature(feature, reason));
        }
    }
    let n = places.count;
    let text = format!("{} {} like ids", counted(n, "feature"), verb(n, "looks", "look"));
    places.finding(
        sources.n_features,
        text,
        "A tree can learn such a number by heart. Name its column with --docid or --qid, or leave it out with --ignore.",
    )
}

fn reason(facts: &Facts, feature: usize) -> Option<String> {
    let sources = &facts.sources;
    if sources.feature_name(feature).is_some_and(is_name_of_id) {
        return Some("by its name".to_owned());
    }
    let profile = &facts.profiles[feature];
    if !profile.is_whole || profile.missing > 0 {
        return None;
    }
    let by_query = !profile.differs_in_query;
    let n = if by_query { sources.n_queries() } else { sources.n_documents() };
    let needed = DIFFERENT * n as f64;
    // A range that is too short cannot hold enough whole numbers.
    if n < FEWEST || profile.highest - profile.lowest + 1.0 < needed {
        return None;
    }
    let mut values: Vec<f64> = Vec::with_capacity(n);
    for one in sources.queries() {
        let data = sources.files[one.file].data;
        let rows = one.query.documents.take(if by_query { 1 } else { usize::MAX });
        values
            .extend(rows.map(|row| if feature < data.n_features() { data.value(row, feature) } else { 0.0 }));
    }
    values.sort_unstable_by(f64::total_cmp);
    values.dedup();
    let things = if by_query { "queries" } else { "documents" };
    (values.len() as f64 >= needed).then(|| format!("{} whole numbers in {n} {things}", values.len()))
}

/// Returns whether the last word of a name is that of an id: `doc_id`, `Doc ID`, `docId`.
fn is_name_of_id(name: &str) -> bool {
    let last = name.rsplit(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    let ends_in_camel = last
        .strip_suffix("Id")
        .or_else(|| last.strip_suffix("ID"))
        .is_some_and(|stem| stem.chars().next_back().is_some_and(char::is_lowercase));
    ends_in_camel || WORDS.contains(&last.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_ids_end_with_a_word_for_ids() {
        for name in ["id", "doc_id", "Doc ID", "docId", "productID", "doc-id", "UUID"] {
            assert!(is_name_of_id(name), "{name}");
        }
        for name in ["bid", "grid", "id_count", "idf", "BM25 of the title", "", "paid"] {
            assert!(!is_name_of_id(name), "{name}");
        }
    }
}
