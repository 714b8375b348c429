//! Propensities: the chance that a user sees a rank, and the line from relevance to clicks of users who trust the
//! order. Must not know logs or how propensities are estimated.
//!
//! Source: Joachims, Swaminathan and Schnabel 2017, section 5.1, for the power law; Vardasbi, Oosterhuis and de Rijke
//! 2020, equations 7 to 9, for trust.

use serde::{Deserialize, Serialize};

use super::users::{examination, trust};
use crate::util::error::{Error, Problem, brief, shown};
use crate::util::serde_message::plain_words;

/// Largest number of ranks.
pub const MAX_RANKS: usize = 1 << 20;

/// Value of the first field of a file of propensities.
const FORMAT: &str = "propensities";

/// Smallest propensity: its reciprocal is finite.
const SMALLEST: f64 = f64::MIN_POSITIVE;

/// Largest difference of logarithms between the propensities of a file and the power law that it names.
const LAW_TOLERANCE: f64 = 1e-6;

/// The chance that a user sees a rank, and for users who trust the order, the chance of a click as a line in relevance.
#[derive(Debug, Clone, PartialEq)]
pub struct Propensities {
    /// By rank from 0, in (0, 1].
    p: Vec<f64>,
    /// The exponent of the power law p = (rank + 1)^-eta; `None` for another curve.
    eta: Option<f64>,
    /// Lower and upper bounds of p by rank.
    interval: Option<Vec<[f64; 2]>>,
    /// Lower and upper bound of the exponent.
    eta_interval: Option<[f64; 2]>,
    trust: Option<Trust>,
}

/// P(click) = A · relevance + B, by rank.
#[derive(Debug, Clone, PartialEq)]
struct Trust {
    slopes: Vec<f64>,
    offsets: Vec<f64>,
}

impl Propensities {
    /// Returns the power law p_j = (j + 1)^-eta of the ranks j from 0. Cost: O(n_ranks).
    ///
    /// # Errors
    /// [`Error::Config`] for an exponent that is not finite, below 0, or so large that the last p is 0, and for no rank
    /// or more than [`MAX_RANKS`].
    pub fn power(eta: f64, n_ranks: usize) -> Result<Self, Error> {
        check_eta(eta).map_err(|problem| Error::config("eta", problem))?;
        check_number(n_ranks).map_err(|problem| Error::config("ranks", problem))?;
        let p: Vec<f64> = (0..n_ranks).map(|rank| examination(rank, eta)).collect();
        if p[n_ranks - 1] < SMALLEST {
            return Err(Error::config(
                "eta",
                format!("{} makes the propensity of rank {n_ranks} zero; use a smaller exponent", brief(eta)),
            ));
        }
        Ok(Self { p, eta: Some(eta), interval: None, eta_interval: None, trust: None })
    }

    /// Returns the power law with trust: a click has the chance A_j · relevance + B_j with A_j = p_j (e⁺_j − e⁻_j) and
    /// B_j = p_j e⁻_j, where e⁺_j = max(0.98 − j/100, 0.5) and e⁻_j = 0.65/(j + 1). Cost: O(n_ranks).
    ///
    /// # Errors
    /// As [`power`](Self::power).
    pub fn trust(eta: f64, n_ranks: usize) -> Result<Self, Error> {
        let mut propensities = Self::power(eta, n_ranks)?;
        let (slopes, offsets) = (0..n_ranks).map(|rank| trust(rank, eta)).unzip();
        propensities.trust = Some(Trust { slopes, offsets });
        Ok(propensities)
    }

    /// Returns a curve of any shape. `p`: by rank from 0.
    ///
    /// # Errors
    /// [`Error::Data`] for no rank, too many ranks, or a p outside (0, 1].
    pub fn new(p: Vec<f64>) -> Result<Self, Error> {
        check_curve(&p)?;
        Ok(Self { p, eta: None, interval: None, eta_interval: None, trust: None })
    }

    /// Returns the same curve with lower and upper bounds of each p, in the order of the ranks.
    ///
    /// # Errors
    /// [`Error::Data`] if the bounds do not enclose p, or another number of them is given.
    pub fn with_interval(mut self, interval: Vec<[f64; 2]>) -> Result<Self, Error> {
        if interval.len() != self.p.len() {
            return Err(Error::data(format!(
                "{} intervals for {} ranks; give one for each",
                interval.len(),
                self.p.len()
            )));
        }
        for (rank, (&[low, high], &p)) in interval.iter().zip(&self.p).enumerate() {
            check_interval(low, p, high).map_err(|problem| {
                Error::data(format!("the interval of p of rank {} is {problem}", rank + 1))
            })?;
        }
        self.interval = Some(interval);
        Ok(self)
    }

    /// Returns the same power law with a lower and an upper bound of its exponent.
    ///
    /// # Errors
    /// [`Error::Data`] if the curve has no exponent, or the bounds do not enclose it.
    pub fn with_eta_interval(mut self, interval: [f64; 2]) -> Result<Self, Error> {
        let eta = self
            .eta
            .ok_or_else(|| Error::data("an interval of eta without eta; give eta, or leave it out"))?;
        check_interval(interval[0], eta, interval[1])
            .map_err(|problem| Error::data(format!("the interval of eta is {problem}")))?;
        self.eta_interval = Some(interval);
        Ok(self)
    }

    /// Number of ranks of the list.
    pub fn n_ranks(&self) -> usize {
        self.p.len()
    }

    /// All propensities of the list, by rank from 0.
    pub fn values(&self) -> &[f64] {
        &self.p
    }

    /// The exponent of a power law; `None` for another curve.
    pub fn eta(&self) -> Option<f64> {
        self.eta
    }

    /// Lower and upper bounds of the propensities by rank, if they are known.
    pub fn interval(&self) -> Option<&[[f64; 2]]> {
        self.interval.as_deref()
    }

    /// Lower and upper bound of the exponent, if they are known.
    pub fn eta_interval(&self) -> Option<[f64; 2]> {
        self.eta_interval
    }

    /// Whether the propensities say how clicks depend on relevance: they have A and B.
    pub fn is_affine(&self) -> bool {
        self.trust.is_some()
    }

    /// Returns the propensity of a rank from 0. A power law has every rank; another curve has those of its list.
    pub fn at(&self, rank: usize) -> Option<f64> {
        match (self.p.get(rank), self.eta) {
            (Some(&p), _) => Some(p),
            (None, Some(eta)) => Some(examination(rank, eta)).filter(|&p| p >= SMALLEST),
            (None, None) => None,
        }
    }

    /// Returns A and B of a rank from 0, where P(click) = A · relevance + B; `None` beyond the list and for
    /// propensities without trust.
    pub fn affine(&self, rank: usize) -> Option<(f64, f64)> {
        let trust = self.trust.as_ref()?;
        Some((*trust.slopes.get(rank)?, *trust.offsets.get(rank)?))
    }

    /// Parses a file of propensities: `{"rankscope":"propensities","p":[1,0.5],"eta":1,"low":[1,0.4],"high":[1,0.6],
    /// "eta_low":0.7,"eta_high":1.3,"A":[…],"B":[…]}`. Only the first two fields are required. `low` and `high` are
    /// bounds of p. Cost: linear in the text.
    ///
    /// # Errors
    /// [`Error::Parse`] with the place of the first fault of syntax; [`Error::Data`] for numbers that cannot be used.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        let file: File = serde_json::from_str(text).map_err(|fault| Error::Parse {
            problems: vec![Problem {
                line: fault.line(),
                column: fault.column(),
                problem: format!("not a file of propensities: {}", plain_words(&fault.to_string())),
            }],
            total: 1,
        })?;
        if file.rankscope != FORMAT {
            return Err(Error::data(format!(
                "the file is {}; a file of propensities begins with {{\"rankscope\":\"{FORMAT}\"",
                shown(&file.rankscope)
            )));
        }
        let mut propensities = Self::new(file.p)?;
        if let Some(eta) = file.eta {
            check_eta(eta).map_err(|problem| Error::data(format!("eta: {problem}")))?;
            propensities.check_law(eta)?;
            propensities.eta = Some(eta);
        }
        let propensities = match (file.low, file.high) {
            (None, None) => propensities,
            (Some(low), Some(high)) if low.len() == high.len() => {
                let bounds = low.into_iter().zip(high).map(|(low, high)| [low, high]);
                propensities.with_interval(bounds.collect())?
            }
            _ => return Err(Error::data("low and high are lists of the same length; give both or none")),
        };
        let mut propensities = match (file.eta_low, file.eta_high) {
            (None, None) => propensities,
            (Some(low), Some(high)) => propensities.with_eta_interval([low, high])?,
            _ => return Err(Error::data("give eta_low and eta_high, or none of them")),
        };
        propensities.trust = match (file.a, file.b) {
            (None, None) => None,
            (Some(slopes), Some(offsets)) => {
                check_trust(&slopes, &offsets, propensities.p.len())?;
                Some(Trust { slopes, offsets })
            }
            _ => return Err(Error::data("users who trust the order need A and B; give both or none")),
        };
        Ok(propensities)
    }

    /// Returns the text of the file, in one line. [`Propensities::from_json`] restores the same bits.
    pub fn to_json(&self) -> String {
        let bounds = |place: usize| {
            let interval = self.interval.as_ref()?;
            Some(interval.iter().map(|bounds| bounds[place]).collect())
        };
        let file = File {
            rankscope: FORMAT.to_owned(),
            p: self.p.clone(),
            eta: self.eta,
            low: bounds(0),
            high: bounds(1),
            eta_low: self.eta_interval.map(|[low, _]| low),
            eta_high: self.eta_interval.map(|[_, high]| high),
            a: self.trust.as_ref().map(|trust| trust.slopes.clone()),
            b: self.trust.as_ref().map(|trust| trust.offsets.clone()),
        };
        // The file has only strings, finite numbers and lists, which can always be written as JSON.
        serde_json::to_string(&file).unwrap_or_default()
    }

    /// Checks that the propensities are those of the power law.
    fn check_law(&self, eta: f64) -> Result<(), Error> {
        for (rank, &p) in self.p.iter().enumerate() {
            let expected = examination(rank, eta);
            if (libm::log(p) - libm::log(expected.max(SMALLEST))).abs() > LAW_TOLERANCE {
                return Err(Error::data(format!(
                    "p of rank {} is {}, but (1/{})^{} is {}; leave eta out for another curve",
                    rank + 1,
                    brief(p),
                    rank + 1,
                    brief(eta),
                    brief(expected)
                )));
            }
        }
        Ok(())
    }
}

/// The text form. `A` and `B` have the names of the formula.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rankscope: String,
    p: Vec<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    eta: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    low: Option<Vec<f64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    high: Option<Vec<f64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    eta_low: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    eta_high: Option<f64>,
    #[serde(default, rename = "A", skip_serializing_if = "Option::is_none")]
    a: Option<Vec<f64>>,
    #[serde(default, rename = "B", skip_serializing_if = "Option::is_none")]
    b: Option<Vec<f64>>,
}

fn check_eta(eta: f64) -> Result<(), String> {
    if eta.is_finite() && eta >= 0.0 {
        return Ok(());
    }
    Err(format!("{} is not a finite number from 0; p of rank j is j^-eta", brief(eta)))
}

fn check_number(n_ranks: usize) -> Result<(), String> {
    match n_ranks {
        0 => Err("0 ranks; give at least one".to_owned()),
        1..=MAX_RANKS => Ok(()),
        _ => Err(format!("{n_ranks} ranks; use at most {MAX_RANKS}")),
    }
}

fn check_curve(p: &[f64]) -> Result<(), Error> {
    check_number(p.len()).map_err(|problem| Error::data(format!("the list p has {problem}")))?;
    match p.iter().position(|p| !(SMALLEST..=1.0).contains(p)) {
        None => Ok(()),
        Some(rank) => Err(Error::data(format!(
            "p of rank {} is {}; a propensity is above 0 and at most 1",
            rank + 1,
            brief(p[rank])
        ))),
    }
}

/// Checks a lower and an upper bound of a value, both finite.
fn check_interval(low: f64, value: f64, high: f64) -> Result<(), String> {
    if low.is_finite() && high.is_finite() && low <= value && value <= high {
        return Ok(());
    }
    Err(format!("{} to {}, which does not enclose {}", brief(low), brief(high), brief(value)))
}

/// Checks that clicks have a chance for every relevance from 0 to 1, and that relevance matters.
fn check_trust(slopes: &[f64], offsets: &[f64], n_ranks: usize) -> Result<(), Error> {
    if slopes.len() != n_ranks || offsets.len() != n_ranks {
        return Err(Error::data(format!(
            "A has {} values and B {}, p has {n_ranks}; give one of each for every rank",
            slopes.len(),
            offsets.len()
        )));
    }
    // A sum of A and B may exceed 1 by rounding.
    let is_sound = |a: f64, b: f64| a >= SMALLEST && b >= 0.0 && a + b <= 1.0 + 1e-12;
    match (0..n_ranks).find(|&rank| !is_sound(slopes[rank], offsets[rank])) {
        None => Ok(()),
        Some(rank) => Err(Error::data(format!(
            "rank {} has A = {} and B = {}; A is above 0, B is not negative, and A + B is at most 1",
            rank + 1,
            brief(slopes[rank]),
            brief(offsets[rank])
        ))),
    }
}
