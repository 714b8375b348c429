//! Scales of grades on which every document is good.

use super::facts::Facts;
use super::finding::{Finding, Places};

/// Finds whether every document with a grade is good.
pub(super) fn find(facts: &Facts) -> Option<Finding> {
    let sources = &facts.sources;
    let mut places = Places::default();
    let mut lowest = None;
    for one in sources.queries() {
        for (row, &grade) in one.query.documents.zip(one.query.grades) {
            if sources.has_grade(one.file, row) {
                lowest = Some(lowest.map_or(grade, |lowest: u8| lowest.min(grade)));
                places.count += 1;
            }
        }
    }
    let lowest = lowest.filter(|&lowest| lowest >= sources.threshold)?;
    let text = format!(
        "no document has a grade below {}: the lowest grade is {lowest}, so every document is good",
        sources.threshold
    );
    let advice = format!(
        "Measures and methods of good and bad documents (AP, RR, P@k, AUC, svm-map) find no bad one: give --threshold {}.",
        lowest.saturating_add(1)
    );
    places.finding(sources.n_documents(), text, &advice)
}
