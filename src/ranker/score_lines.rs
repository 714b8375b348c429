//! A file with one score per document, in the order of the data, as LightGBM, XGBoost, SVM^rank and `rankscope score`
//! write it.

use crate::util::error::Error;
use crate::util::faults::Faults;

/// Returns whether a line is one number.
pub(super) fn is_line(line: &str) -> bool {
    line.trim().parse::<f64>().is_ok()
}

/// Returns the scores. Empty lines at the end do not count. Cost: O(text).
///
/// # Errors
/// [`Error::Parse`] with the lines that are not one finite number.
pub(super) fn parse(text: &str) -> Result<Vec<f64>, Error> {
    let mut faults = Faults::default();
    let mut scores = Vec::new();
    for (index, line) in text.trim_end().lines().enumerate() {
        match line.trim().parse::<f64>() {
            Ok(score) if score.is_finite() => scores.push(score),
            Ok(_) => faults.add(index + 1, 1, &|| "the score is not finite".to_owned()),
            Err(_) => faults.add(index + 1, 1, &|| "it is not a score; each line has one number".to_owned()),
        }
    }
    faults.into_result()?;
    Ok(scores)
}
