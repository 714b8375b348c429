//! Documents whose label is no grade.

use super::facts::Facts;
use super::finding::{Finding, Places};
use crate::util::counted::{counted, verb};

/// Finds documents without a grade.
pub(super) fn find(facts: &Facts) -> Option<Finding> {
    let sources = &facts.sources;
    let mut places = Places::default();
    for one in sources.queries().filter(|one| !one.is_graded) {
        for row in one.query.documents.filter(|&row| !sources.has_grade(one.file, row)) {
            places.add(|| sources.document(one.file, row, one.query.id, String::new()));
        }
    }
    let n = places.count;
    let text = format!("{} {} no grade", counted(n, "document"), verb(n, "has", "have"));
    places.finding(
        sources.n_documents(),
        text,
        "Grades are whole numbers from 0 to 255. --unjudged drop or zero is for -1 and for gaps, --grades for fractions and for \
         larger numbers. score and explain need no grades.",
    )
}
