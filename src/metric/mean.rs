//! Means over queries, including queries without a value.

use std::fmt;
use std::str::FromStr;

use crate::util::error::{Error, shown};

/// How a mean counts a query without a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Undefined {
    /// The query is left out.
    #[default]
    Skip,
    /// The query counts as 0, as in the evaluation scripts of LETOR.
    CountAsZero,
    /// The query counts as 1, because its documents cannot be ranked wrongly.
    CountAsOne,
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Skip => "skip",
            Self::CountAsZero => "zero",
            Self::CountAsOne => "one",
        })
    }
}

impl FromStr for Undefined {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "skip" => Ok(Self::Skip),
            "zero" => Ok(Self::CountAsZero),
            "one" => Ok(Self::CountAsOne),
            _ => Err(Error::config("empty", format!("{} is not one of skip, zero, one", shown(text)))),
        }
    }
}

/// A mean with the number of queries that it is over.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean; `None` if no query counts.
    pub value: Option<f64>,
    /// Number of queries that the mean is over.
    pub counted: usize,
    /// Number of queries without a value, whether counted or not.
    pub undefined: usize,
    /// How queries without a value are counted.
    pub convention: Undefined,
}

impl Mean {
    /// Returns the mean of one value per query. Cost: O(number of queries).
    pub fn of(values: impl IntoIterator<Item = Option<f64>>, convention: Undefined) -> Self {
        Self::weighted(values.into_iter().map(|value| (value, 1.0)), convention)
    }

    /// Returns the mean of one value per query by the weights of the queries: the sum of weight times value over the
    /// sum of the weights. Queries of weight 0 do not count. Cost: O(number of queries).
    pub fn weighted(values: impl IntoIterator<Item = (Option<f64>, f64)>, convention: Undefined) -> Self {
        let filler = match convention {
            Undefined::Skip => None,
            Undefined::CountAsZero => Some(0.0),
            Undefined::CountAsOne => Some(1.0),
        };
        let (mut sum, mut total) = (0.0, 0.0);
        let mut counted = 0;
        let mut undefined = 0;
        for (value, weight) in values.into_iter().filter(|(_, weight)| *weight > 0.0) {
            undefined += usize::from(value.is_none());
            if let Some(value) = value.or(filler) {
                sum += weight * value;
                total += weight;
                counted += 1;
            }
        }
        let value = (counted > 0).then(|| sum / total);
        Self { value, counted, undefined, convention }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_conventions() {
        let check = |values: &[Option<f64>], convention, value, counted, undefined| {
            let mean = Mean::of(values.iter().copied(), convention);
            assert_eq!(mean, Mean { value, counted, undefined, convention });
        };
        let values = [Some(0.5), None, Some(1.0), None];
        check(&values, Undefined::Skip, Some(0.75), 2, 2);
        check(&values, Undefined::CountAsZero, Some(0.375), 4, 2);
        check(&values, Undefined::CountAsOne, Some(0.875), 4, 2);
        check(&[None], Undefined::Skip, None, 0, 1);
        check(&[None], Undefined::CountAsZero, Some(0.0), 1, 1);
        check(&[], Undefined::CountAsOne, None, 0, 0);
    }

    #[test]
    fn a_weight_is_the_value_as_often() {
        let values = [Some(0.5), None, Some(1.0), Some(0.25)];
        let weighted = values.into_iter().zip([2.0, 3.0, 1.0, 0.0]);
        let often = [Some(0.5), Some(0.5), None, None, None, Some(1.0)];
        for convention in [Undefined::Skip, Undefined::CountAsZero, Undefined::CountAsOne] {
            let (seen, expected) =
                (Mean::weighted(weighted.clone(), convention), Mean::of(often, convention));
            assert_eq!(seen.value, expected.value);
        }
    }

    #[test]
    fn conventions_print_and_parse() {
        for convention in [Undefined::Skip, Undefined::CountAsZero, Undefined::CountAsOne] {
            assert_eq!(convention.to_string().parse(), Ok(convention));
        }
        assert!("two".parse::<Undefined>().is_err());
    }
}
