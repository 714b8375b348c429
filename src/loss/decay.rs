//! Decay profiles c of the position-decay feature map ψ = Σ_j c_j x_y(j). Must not know labels or scores.
//!
//! Source: DORM, section 6.3 (its rank i is j + 1); Structured Learning for Non-Smooth Ranking Losses, sections 3.1.3
//! and 4.4 (the cut).

use std::fmt;
use std::str::FromStr;

use crate::util::error::{Error, brief, shown};

use crate::ranking::scoring::LARGEST_SCORE;

/// The shape of a decay profile.
#[derive(Debug, Clone, PartialEq)]
pub enum Decay {
    /// `(j + offset)^−exponent`.
    Power(f64),
    /// `1 / ln(j + 3)`.
    Log,
    /// `1 / ln ln(j + 3)`.
    LogLog,
    /// Explicit values; 0 after the last one.
    List(Vec<f64>),
    /// The discounts of the measure: c = a.
    Measure,
}

impl Decay {
    /// Makes an explicit list non-increasing and non-negative by its running minimum.
    ///
    /// A value that is not finite is replaced by the value of the rank before it. Other shapes stay unchanged.
    ///
    /// # Errors
    /// [`Error::Config`] if the value at the first rank is not positive.
    pub fn mended(self) -> Result<Self, Error> {
        let Self::List(values) = self else { return Ok(self) };
        let mut least = match values.first() {
            Some(&first) if first.is_finite() && first > 0.0 => first.min(LARGEST_SCORE),
            _ => {
                return Err(Error::config(
                    "decay",
                    "the value at rank 1 must be positive before the list can be corrected",
                ));
            }
        };
        let mend = |value: f64| {
            if value.is_finite() {
                least = least.min(value.max(0.0));
            }
            least
        };
        Ok(Self::List(values.into_iter().map(mend).collect()))
    }
}

/// A decay profile: a shape, its offset, and the rank from which c is 0.
#[derive(Debug, Clone, PartialEq)]
pub struct DecayProfile {
    decay: Decay,
    offset: f64,
    cut: Option<usize>,
    /// First values of the shape, computed once because powers and logarithms are expensive.
    first: Vec<f64>,
}

/// Number of precomputed values; few queries are longer.
const FIRST: usize = 1024;

impl DecayProfile {
    /// Returns a profile that is finite, non-negative, non-increasing and not all 0.
    ///
    /// `offset` is added to the rank in [`Decay::Power`]: 1 gives the profile of Chakrabarti et al., 2 that of DORM.
    /// From rank `cut` on, c is 0.
    ///
    /// # Errors
    /// [`Error::Config`] with the value that violates one of these conditions.
    pub fn new(decay: Decay, offset: f64, cut: Option<usize>) -> Result<Self, Error> {
        Self::check(&decay, offset, cut)?;
        let mut profile = Self { decay, offset, cut, first: Vec::new() };
        if profile.decay != Decay::Measure {
            profile.first = (0..FIRST).map(|rank| profile.at(rank)).collect();
        }
        Ok(profile)
    }

    /// Performs the checks of [`DecayProfile::new`] without building the profile.
    ///
    /// # Errors
    /// Same as [`DecayProfile::new`].
    pub fn check(decay: &Decay, offset: f64, cut: Option<usize>) -> Result<(), Error> {
        if !(offset.is_finite() && offset > 0.0) {
            return Err(Error::config("offset", format!("{} is not a positive number", brief(offset))));
        }
        if cut == Some(0) {
            return Err(Error::config(
                "decay_cut",
                "0 would set every value of c to 0; the smallest cut is 1",
            ));
        }
        match decay {
            Decay::Power(exponent) if !(exponent.is_finite() && *exponent >= 0.0) => {
                return Err(Error::config(
                    "decay",
                    format!(
                        "the exponent {} is not a number of at least 0, so c would increase",
                        brief(*exponent)
                    ),
                ));
            }
            Decay::Power(exponent) if libm::pow(offset, -exponent) > LARGEST_SCORE => {
                return Err(Error::config(
                    "decay",
                    format!(
                        "{}^-{} is more than {LARGEST_SCORE:e}; raise the offset",
                        brief(offset),
                        brief(*exponent)
                    ),
                ));
            }
            Decay::Power(exponent) if libm::pow(offset, -exponent) == 0.0 => {
                return Err(Error::config(
                    "decay",
                    format!(
                        "{}^-{} is too small for a number, so c would be 0; lower the exponent",
                        brief(offset),
                        brief(*exponent)
                    ),
                ));
            }
            Decay::List(values) => check_list(values)?,
            _ => {}
        }
        Ok(())
    }

    /// The shape.
    pub fn decay(&self) -> &Decay {
        &self.decay
    }

    /// Returns c_0 … c_{n−1} for a query of n documents; `discount` holds the discounts of the measure. Cost: O(n).
    pub fn vector(&self, discount: &[f64]) -> Vec<f64> {
        let mut decay: Vec<f64> = match self.decay {
            Decay::Measure => discount.to_vec(),
            _ => self.first.iter().copied().take(discount.len()).collect(),
        };
        decay.extend((decay.len()..discount.len()).map(|rank| self.at(rank)));
        if let Some(behind) = self.cut.and_then(|cut| decay.get_mut(cut..)) {
            behind.fill(0.0);
        }
        decay
    }

    /// The value of the shape at one rank; 0 for [`Decay::Measure`].
    fn at(&self, rank: usize) -> f64 {
        match &self.decay {
            Decay::Power(exponent) => libm::pow(rank as f64 + self.offset, -exponent),
            Decay::Log => 1.0 / libm::log(rank as f64 + 3.0),
            Decay::LogLog => 1.0 / libm::log(libm::log(rank as f64 + 3.0)),
            Decay::List(values) => values.get(rank).copied().unwrap_or(0.0),
            Decay::Measure => 0.0,
        }
    }
}

fn check_list(values: &[f64]) -> Result<(), Error> {
    for (rank, &value) in values.iter().enumerate() {
        let fault = if !value.is_finite() {
            "is not a finite number"
        } else if value > LARGEST_SCORE {
            "is more than 1e100"
        } else if value < 0.0 {
            "is negative"
        } else if rank > 0 && value > values[rank - 1] {
            "is more than at the rank before it; c must not increase"
        } else {
            continue;
        };
        return Err(Error::config("decay", format!("c at rank {}, {}, {fault}", rank + 1, brief(value))));
    }
    if values.first().is_none_or(|&first| first == 0.0) {
        return Err(Error::config("decay", "c at rank 1 must be positive"));
    }
    Ok(())
}

const GRAMMAR: &str =
    "power:P (such as power:0.5), log, loglog, measure, or list:V,V,… (such as list:1,0.5,0.25)";

impl FromStr for Decay {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let text = text.trim().to_ascii_lowercase();
        let read = |part: &str| {
            part.trim().parse().map_err(|_| {
                Error::config("decay", format!("{} in {} is not a number", shown(part), shown(&text)))
            })
        };
        match text.split_once(':') {
            Some(("power", exponent)) => Ok(Self::Power(read(exponent)?)),
            Some(("list", values)) => {
                let value = |(rank, part): (usize, &str)| {
                    let fault = || {
                        Error::config(
                            "decay",
                            format!("c at rank {}, {}, is not a number", rank + 1, shown(part)),
                        )
                    };
                    part.trim().parse().map_err(|_| fault())
                };
                Ok(Self::List(values.split(',').enumerate().map(value).collect::<Result<_, _>>()?))
            }
            None if text == "log" => Ok(Self::Log),
            None if text == "loglog" => Ok(Self::LogLog),
            None if text == "measure" => Ok(Self::Measure),
            _ => {
                Err(Error::config("decay", format!("{} is not a decay profile; use {GRAMMAR}", shown(&text))))
            }
        }
    }
}

impl fmt::Display for Decay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Power(exponent) => write!(f, "power:{exponent}"),
            Self::Log => f.write_str("log"),
            Self::LogLog => f.write_str("loglog"),
            Self::Measure => f.write_str("measure"),
            Self::List(values) => {
                let values: Vec<String> = values.iter().map(f64::to_string).collect();
                write!(f, "list:{}", values.join(","))
            }
        }
    }
}
