//! Data sets as LETOR text.

use std::fmt::Write as _;
use std::ops::Range;

use super::dataset::Dataset;

/// Returns LETOR text that is read as the same queries, grades, features and comments. Every document names all
/// features, so that the number of features stays. Cost: linear.
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

/// Returns some rows as LETOR text that is read as the same data with the same line numbers: row `rows.start` in file
/// order begins after the line of the row before it. Zeros are left out, except in the first row of the file, which
/// names the last feature, so that the number of features stays. The names of the features are on line 1 if it has no
/// document; a comma in a name becomes a semicolon, because commas separate names there.
///
/// `order`: all rows in file order. Cost: linear in the rows.
pub fn to_letor_lines(data: &Dataset, order: &[usize], rows: Range<usize>) -> String {
    let mut text = String::new();
    let rows = rows.start.min(order.len())..rows.end.min(order.len());
    let line_of = |place: usize| data.line(order[place]).unwrap_or(place + 1);
    let mut line = if rows.start == 0 { 0 } else { line_of(rows.start - 1) };
    if rows.start == 0 && line_of(0) > 1 && !data.feature_names().is_empty() {
        let named = data.feature_names().iter().enumerate();
        let names: Vec<String> = named
            .filter_map(|(index, name)| Some(format!("{} {}", index + 1, name.as_ref()?.replace(',', ";"))))
            .collect();
        let _ = writeln!(text, "# features: {}", names.join(", "));
        line = 1;
    }
    for place in rows {
        let row = order[place];
        while line + 1 < line_of(place) {
            text.push('\n');
            line += 1;
        }
        line += 1;
        let id = data.query(data.starts.partition_point(|&start| start <= row) - 1).id;
        let _ = write!(text, "{} qid:{id}", data.grade(row));
        for (feature, value) in data.features(row).iter().enumerate() {
            let is_last_of_first = place == 0 && feature + 1 == data.n_features();
            if value.to_bits() != 0 || is_last_of_first {
                let _ = write!(text, " {}:{value}", feature + 1);
            }
        }
        let comment = data.comment(row);
        if !comment.is_empty() {
            let _ = write!(text, " # {comment}");
        }
        text.push('\n');
    }
    text
}
