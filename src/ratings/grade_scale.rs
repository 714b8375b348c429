//! Grades of ratings. Must not know files.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::data::Grade;
use crate::metric::LAST_EXACT;
use crate::util::error::{Error, brief, shown};

/// How a rating becomes a grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GradeScale {
    /// The rating, rounded up: half stars become 1 to 5.
    #[default]
    Ceil,
    /// Twice the rating, which must be a multiple of one half.
    Double,
}

impl GradeScale {
    /// Returns the grade of a rating.
    ///
    /// # Errors
    /// What was seen and what to do, as the text of a message.
    pub fn grade(self, rating: f64) -> Result<Grade, String> {
        let grade = match self {
            Self::Ceil => rating.ceil(),
            Self::Double => 2.0 * rating,
        };
        if !(rating >= 0.0 && grade <= f64::from(LAST_EXACT)) {
            let highest = match self {
                Self::Ceil => f64::from(LAST_EXACT),
                Self::Double => f64::from(LAST_EXACT) / 2.0,
            };
            return Err(format!(
                "the rating {} is out of range; expected a number from 0 to {highest}: divide the ratings by a \
                 constant, or shift them",
                brief(rating)
            ));
        }
        if grade.fract() != 0.0 {
            return Err(format!(
                "the rating {} is not a multiple of one half; use the grades ceil, which round up",
                brief(rating)
            ));
        }
        Ok(grade as Grade)
    }
}

impl fmt::Display for GradeScale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ceil => "ceil",
            Self::Double => "double",
        })
    }
}

impl FromStr for GradeScale {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "ceil" => Ok(Self::Ceil),
            "double" => Ok(Self::Double),
            other => Err(Error::config("grades", format!("{} is not one of ceil, double", shown(other)))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_become_grades() {
        let check = |scale: GradeScale, rating: f64, expected: Option<Grade>| {
            assert_eq!(scale.grade(rating).ok(), expected, "{scale} of {rating}");
        };
        check(GradeScale::Ceil, 0.5, Some(1));
        check(GradeScale::Ceil, 4.5, Some(5));
        check(GradeScale::Ceil, 4.0, Some(4));
        check(GradeScale::Ceil, 0.0, Some(0));
        check(GradeScale::Ceil, 53.0, Some(53));
        check(GradeScale::Ceil, 53.1, None);
        check(GradeScale::Ceil, -0.5, None);
        check(GradeScale::Double, 3.5, Some(7));
        check(GradeScale::Double, 3.4, None);
        check(GradeScale::Double, 26.5, Some(53));
        check(GradeScale::Double, 27.0, None);
        check(GradeScale::Double, f64::NAN, None);
        check(GradeScale::Ceil, f64::INFINITY, None);
    }
}
