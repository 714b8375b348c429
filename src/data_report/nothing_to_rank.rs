//! Queries in which every order is right.

use super::facts::Facts;
use super::finding::{Finding, Places};
use crate::util::counted::{counted, verb};

/// Finds queries whose documents have one grade, from the threshold on. Queries of one lower grade are another finding.
pub(super) fn find(facts: &Facts) -> Option<Finding> {
    let sources = &facts.sources;
    let mut places = Places::default();
    for one in sources.queries().filter(|one| one.is_graded) {
        let grade = one.query.grades[0];
        if grade >= sources.threshold && one.query.grades.iter().all(|&other| other == grade) {
            places.add(|| {
                let note = format!("{}, grade {grade}", counted(one.query.documents.len(), "document"));
                sources.query_of(one.file, &one.query, note)
            });
        }
    }
    let n = places.count;
    let text = format!(
        "{} of {} {} good documents of one grade alone",
        counted(n, "query"),
        sources.n_queries(),
        verb(n, "has", "have")
    );
    places.finding(
        sources.n_queries(),
        text,
        "Every order is right there, so they teach nothing, and NDCG is 1 for every model. Add bad documents, or leave the \
         queries out.",
    )
}
