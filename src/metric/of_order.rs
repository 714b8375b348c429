//! Measures of one ranking that a reader made by hand. Must not know scores, features or learners.

use super::{Labels, Measure};
use crate::data::Grade;
use crate::ranking::{Ranking, TiedRanking};
use crate::util::error::Error;

/// Most documents of such a ranking.
const MOST: usize = 1000;

/// Returns the value of each measure for documents in their order; NaN where a measure is undefined.
///
/// `grades`: of the documents from the first rank to the last. Documents from grade 1 on are good. The highest grade is
/// the scale of ERR. Cost: O(n log n) per measure.
///
/// # Errors
/// [`Error::Config`] for more than 1,000 documents, a measure that cannot be read, or one that needs groups or other
/// grades.
pub fn of_order(grades: &[Grade], measures: &[String]) -> Result<Vec<f64>, Error> {
    if grades.len() > MOST {
        return Err(Error::config(
            "grades",
            format!("{} documents; at most {MOST} can be measured", grades.len()),
        ));
    }
    let ranking = TiedRanking::strict(&Ranking::from_order((0..grades.len() as u32).collect()));
    let max_grade = grades.iter().copied().max().unwrap_or(0);
    let labels = Labels { grades, groups: &[], max_grade, threshold: 1, unjudged: 0 };
    measures
        .iter()
        .map(|name| {
            let measure: Measure = name.parse()?;
            if measure.needs_groups() {
                return Err(Error::config("measures", format!("{measure} needs groups of documents")));
            }
            measure.check_grades(max_grade)?;
            Ok(measure.value(&ranking, &labels).unwrap_or(f64::NAN))
        })
        .collect()
}
