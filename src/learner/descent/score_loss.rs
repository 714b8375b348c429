//! The interface of a smooth loss of the scores. Must not know features, weights or C.

use std::fmt;
use std::str::FromStr;

use crate::data::{Dataset, Grade, Query};
use crate::loss::PairTable;
use crate::metric::Gain;
use crate::util::error::{Error, shown};

/// A smooth loss of the scores, before it is bound to a query.
pub trait ScoreLoss: Send + Sync {
    /// Returns the loss of one query, or `None` if the query takes no part.
    ///
    /// `grades`: one per document. `table`: the weights of pairs, which only losses of pairs use. A loss of clicks
    /// reads no grades, so it has [`bind_query`](Self::bind_query) instead.
    fn bind(&self, _grades: &[Grade], _table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        None
    }

    /// Same as [`bind`](Self::bind), also for a loss that learns from clicks.
    fn bind_query(&self, query: &Query, table: &PairTable) -> Option<Box<dyn QueryScoreLoss>> {
        self.bind(query.grades, table)
    }

    /// Returns whether documents are fitted one by one, independent of their queries. Then a free bias is added to
    /// every score, and every document has the same weight.
    fn is_pointwise(&self) -> bool {
        false
    }

    /// Returns whether the loss of every query is convex and therefore has a curvature.
    fn is_convex(&self) -> bool {
        true
    }

    /// Checks that the loss can learn from these data.
    ///
    /// # Errors
    /// [`Error::Data`] naming what the loss requires.
    fn check(&self, data: &Dataset) -> Result<(), Error> {
        check_pairs(data)
    }
}

/// A smooth loss bound to the grades of one query of n documents.
pub trait QueryScoreLoss: Send + Sync {
    /// Returns the number of terms of the loss: pairs, documents, or 1 for a list. A mean divides by it.
    fn size(&self) -> usize;

    /// Returns l(s) and writes the pull `−∂l/∂s_i` of every document into `pull`.
    ///
    /// A convex loss is at least 0 after rounding too, because the gap of a run is relative to it. Negative click
    /// weights are the exception.
    ///
    /// `scores`, `pull`: one per document; the scores are finite.
    fn evaluate(&self, scores: &[f64], pull: &mut [f64]) -> f64;

    /// Returns the second derivatives L of l at these scores; `None` for a loss that is not convex.
    fn curvature<'a>(&'a self, scores: &'a [f64]) -> Option<Curvature<'a>>;
}

/// Writes `L v` into the second argument, for the first argument v. One value per document each.
///
/// L is symmetric and positive semidefinite.
pub type Curvature<'a> = Box<dyn Fn(&[f64], &mut [f64]) + 'a>;

/// Checks that a query has documents of different grades.
pub(super) fn check_pairs(data: &Dataset) -> Result<(), Error> {
    if data.queries().any(|query| has_pair(query.grades)) {
        return Ok(());
    }
    Err(Error::data(
        "no query holds documents of two different grades, and this method compares documents within a query; \
         use data with at least one such query",
    ))
}

/// Returns whether two documents have different grades.
pub(crate) fn has_pair(grades: &[Grade]) -> bool {
    grades.windows(2).any(|two| two[0] != two[1])
}

/// How the terms of a loss add up over queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Weighting {
    /// A mean over the pairs of a query, then a mean over queries: every query has the same weight.
    #[default]
    Query,
    /// A mean over all pairs of all queries: every pair has the same weight.
    Pairs,
}

impl FromStr for Weighting {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "query" => Ok(Self::Query),
            "pairs" => Ok(Self::Pairs),
            other => Err(Error::config("weighting", format!("{} is not one of query, pairs", shown(other)))),
        }
    }
}

impl fmt::Display for Weighting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Query => "query",
            Self::Pairs => "pairs",
        })
    }
}

/// The target value of a grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Targets {
    /// r.
    #[default]
    Grade,
    /// 2^r − 1, as in DCG.
    Gain,
}

impl Targets {
    /// Returns the target of a grade.
    pub fn of(self, grade: Grade) -> f64 {
        match self {
            Self::Grade => Gain::Linear.of(grade),
            Self::Gain => Gain::Exponential.of(grade),
        }
    }

    /// Checks that the targets of the grades of the data are exact.
    ///
    /// # Errors
    /// [`Error::Config`] if they are not.
    pub fn check(self, data: &Dataset) -> Result<(), Error> {
        let problem = match self {
            Self::Grade => None,
            Self::Gain => Gain::Exponential.problem(data.max_grade()),
        };
        let refused = |problem| Err(Error::config("targets", format!("{problem}; use the targets grade")));
        problem.map_or(Ok(()), refused)
    }
}

impl FromStr for Targets {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "grade" => Ok(Self::Grade),
            "gain" => Ok(Self::Gain),
            other => Err(Error::config("targets", format!("{} is not one of grade, gain", shown(other)))),
        }
    }
}

impl fmt::Display for Targets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Grade => "grade",
            Self::Gain => "gain",
        })
    }
}
