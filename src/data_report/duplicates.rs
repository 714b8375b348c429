//! Documents of a query that are there twice.

use super::facts::Facts;
use super::finding::{Finding, Places};
use crate::util::counted::{counted, verb};

/// Finds documents with the features and the grade of an earlier document of their query. Groups with several grades
/// are another finding.
pub(super) fn find(facts: &Facts) -> Option<Finding> {
    let sources = &facts.sources;
    let mut places = Places::default();
    for group in &facts.equal_rows().documents {
        let data = sources.files[group.file].data;
        let first = group.rows[0];
        let label = |row: usize| sources.has_grade(group.file, row).then(|| data.grade(row));
        if group.rows.iter().any(|&row| label(row) != label(first)) {
            continue;
        }
        for &row in &group.rows[1..] {
            places.add(|| {
                let note = data.line(first).map_or_else(String::new, |line| format!("as line {line}"));
                sources.document(group.file, row, data.query(group.query).id, note)
            });
        }
    }
    let n = places.count;
    let text = format!(
        "{} {} the features and the grade of an earlier document of the query",
        counted(n, "document"),
        verb(n, "has", "have")
    );
    places.finding(
        sources.n_documents(),
        text,
        "Copies count several times in training and in measures. Keep one of them, unless they are different documents.",
    )
}
