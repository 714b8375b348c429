//! What training data lack for a method. Must not know particular methods.

use crate::data::{Dataset, Grade};
use crate::method::effective_options;
use crate::method::settings::TrainingSettings;
use crate::util::error::Error;

/// Checks that documents have features.
///
/// # Errors
/// [`Error::Data`] if none has one.
pub(super) fn check_features(train: &Dataset) -> Result<(), Error> {
    if train.n_features() > 0 || train.n_documents() == 0 {
        return Ok(());
    }
    Err(Error::data(
        "no document has a feature, so nothing can be learned; a line has them behind its query, as in \
         1 qid:7 1:0.5 2:3, and a table has a column for each",
    ))
}

/// Returns what is wrong with the threshold if no training query has good and bad documents, and the method needs both;
/// `None` if another threshold would not help.
pub(super) fn threshold_problem(settings: &TrainingSettings, train: &Dataset) -> Option<Error> {
    let uses_threshold = effective_options(settings).ok()?.iter().any(|option| option.name == "threshold");
    let is_good = |grade: &Grade| *grade >= settings.threshold;
    let has_both = |grades: &[Grade]| grades.iter().any(is_good) && !grades.iter().all(is_good);
    let differ = |grades: &[Grade]| grades.iter().any(|grade| *grade != grades[0]);
    if !uses_threshold || train.queries().any(|query| has_both(query.grades)) {
        return None;
    }
    // Another threshold splits this query.
    let split = train.queries().find(|query| differ(query.grades))?;
    let (lowest, highest) = (split.grades.iter().min()?, split.grades.iter().max()?);
    let threshold = settings.threshold;
    let (what, way, better) = if (0..train.n_documents()).all(|row| train.grade(row) >= threshold) {
        (format!("every document is relevant at the threshold {threshold}"), "higher", lowest + 1)
    } else if train.max_grade() < threshold {
        (format!("no document is relevant at the threshold {threshold}"), "lower", *highest)
    } else {
        (
            format!("no query has relevant and other documents at the threshold {threshold}"),
            "different",
            *highest,
        )
    };
    Some(Error::data(format!(
        "{what}, and {} needs both kinds in a query; give a {way} one, as in --threshold {better}",
        settings.method
    )))
}

/// Refuses data in which values are missing, as they may be for a model of another program.
///
/// # Errors
/// [`Error::Data`] with what to do.
pub(super) fn check_no_gaps(data: &Dataset) -> Result<(), Error> {
    if data.has_gaps() {
        return Err(Error::data(
            "values are missing, and training needs numbers; read the data with missing zero, mean or query-mean",
        ));
    }
    Ok(())
}
