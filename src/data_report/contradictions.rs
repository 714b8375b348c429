//! Documents of a query with equal features and other grades.

use super::facts::Facts;
use super::finding::{Finding, Places};
use crate::util::counted::{counted, verb};

/// Finds documents whose features are those of another document of the query with another grade. Over several queries,
/// equal features may well have other grades, because they say how a document fits its query.
pub(super) fn find(facts: &Facts) -> Option<Finding> {
    let sources = &facts.sources;
    let mut places = Places::default();
    for group in &facts.equal_rows().documents {
        let data = sources.files[group.file].data;
        let graded = || group.rows.iter().copied().filter(|&row| sources.has_grade(group.file, row));
        let Some(first) = graded().next() else { continue };
        let Some(other) = graded().find(|&row| data.grade(row) != data.grade(first)) else { continue };
        places.add_faults(graded().count(), || {
            let line = data.line(other).map_or_else(String::new, |line| format!(" in line {line}"));
            let note = format!("grade {}, and {}{line}", data.grade(first), data.grade(other));
            sources.document(group.file, first, data.query(group.query).id, note)
        });
    }
    let n = places.count;
    let text = format!(
        "{} {} the features of a document of the same query with another grade",
        counted(n, "document"),
        verb(n, "has", "have")
    );
    places.finding(
        sources.n_documents(),
        text,
        "No model can rank them rightly. Judge them again, or add features that tell them apart.",
    )
}
