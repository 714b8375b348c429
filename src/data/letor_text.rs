//! Data sets as LETOR text.

use std::fmt::Write as _;

use super::dataset::Dataset;

/// Returns LETOR text that is read as the same queries, grades, features and comments. Every document names all features,
/// so that the number of features stays. Cost: linear.
pub fn to_letor(data: &Dataset) -> String {
    let mut text = String::new();
    for query in data.queries() {
        for (document, grade) in query.documents.zip(query.grades) {
            // Writing to a string cannot fail. A number is written with as many digits as it needs.
            let _ = write!(text, "{grade} qid:{}", query.id);
            for (feature, value) in data.features(document).iter().enumerate() {
                let _ = write!(text, " {}:{value}", feature + 1);
            }
            let comment = data.comment(document);
            if !comment.is_empty() {
                let _ = write!(text, " # {comment}");
            }
            text.push('\n');
        }
    }
    text
}
