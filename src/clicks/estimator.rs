//! Estimates of click weights from a log: one number ω per document that stands for its relevance. Must not know
//! losses.
//!
//! With propensities p, N sessions, n_q of them on query q, and m queries in the data,
//! `ω_i = (m n_q / N) · Σ_t z_ti / Σ_t p_ti` over the sessions t that show document i: the expectation is the chance of
//! a click on i when seen, if queries are equally frequent. With one ranking per query it is plain inverse propensity
//! weighting. Sources: Joachims, Swaminathan and Schnabel 2017, equation 4; Vardasbi, Oosterhuis and de Rijke 2020,
//! equation 10, for the affine correction; Ionides 2008 for the threshold of clipping.

use std::fmt;
use std::str::FromStr;

use super::log::{Cell, ClickLog};
use super::propensities::Propensities;
use crate::util::error::{Error, brief, shown};

/// How click weights correct for what users see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Estimator {
    /// Not at all: p = 1, the rate of clicks.
    Naive,
    /// Inverse propensity scores: clicks over the times that the document was seen.
    #[default]
    Ips,
    /// `Σ (z − B) / Σ A` over clicked and unclicked impressions, for users who trust the order. It may be negative.
    Affine,
}

/// The least propensity that an estimate divides by.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Clip {
    /// 1/√N for N sessions.
    #[default]
    Auto,
    /// None: without bias, and of great variance where propensities are small.
    None,
    /// This τ in (0, 1].
    At(f64),
}

/// Where propensities come from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PropensitySource<'a> {
    /// A curve by rank. With A and B, an evaluation counts (click − B)/A for each impression in place of click/p.
    Curve(&'a Propensities),
    /// The log gives the propensity of every impression.
    Log,
}

/// Click weights of the documents of a data set.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightEstimate {
    /// ω, one per document in the order of the data; 0 for a document that no session shows.
    pub weights: Vec<f64>,
    /// The least propensity that was divided by; `None` without clipping.
    pub tau: Option<f64>,
    /// Number of documents that no session shows.
    pub n_never_shown: usize,
    /// Number of places (query, ranker, rank and document) whose propensity is below that least one. With any, the
    /// weights have a bias.
    pub n_clipped: usize,
}

impl Estimator {
    /// Name in settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Naive => "naive",
            Self::Ips => "ips",
            Self::Affine => "affine",
        }
    }
}

impl FromStr for Estimator {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        [Self::Naive, Self::Ips, Self::Affine]
            .into_iter()
            .find(|estimator| text.trim().eq_ignore_ascii_case(estimator.name()))
            .ok_or_else(|| {
                Error::config("estimator", format!("{} is not one of naive, ips, affine", shown(text.trim())))
            })
    }
}

impl FromStr for Clip {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.trim().to_ascii_lowercase().as_str() {
            "auto" => Ok(Self::Auto),
            "none" => Ok(Self::None),
            other => Self::at(other).map(Self::At).map_err(|_| {
                let problem = format!("{} is not auto, none or a number above 0 and up to 1", shown(other));
                Error::config("clip", problem)
            }),
        }
    }
}

impl fmt::Display for Clip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => f.write_str("auto"),
            Self::None => f.write_str("none"),
            Self::At(tau) => write!(f, "{tau}"),
        }
    }
}

impl Clip {
    /// Returns the least propensity that a text gives.
    ///
    /// # Errors
    /// [`Error::Config`] for a text that is no number above 0 and up to 1.
    pub fn at(text: &str) -> Result<f64, Error> {
        match text.trim().parse::<f64>() {
            Ok(tau) if tau > 0.0 && tau <= 1.0 => Ok(tau),
            _ => {
                let problem = format!("{} is not a number above 0 and up to 1", shown(text.trim()));
                Err(Error::config("clip", problem))
            }
        }
    }
}

impl PropensitySource<'_> {
    /// Returns the propensity of a cell.
    ///
    /// # Errors
    /// [`Error::Data`] if the log or the curve does not give it.
    fn of(self, cell: &Cell) -> Result<f64, Error> {
        match self {
            Self::Curve(curve) => curve.at(cell.rank as usize).ok_or_else(|| beyond(curve, cell)),
            Self::Log => cell.propensity.ok_or_else(|| {
                Error::data("the log gives no propensities; give a curve, such as power:1, or a file")
            }),
        }
    }

    /// Returns A and B of a cell, where P(click) = A · relevance + B.
    ///
    /// # Errors
    /// [`Error::Data`] if the curve does not give them.
    fn affine(self, cell: &Cell) -> Result<(f64, f64), Error> {
        match self {
            Self::Curve(curve) if curve.is_affine() => {
                curve.affine(cell.rank as usize).ok_or_else(|| beyond(curve, cell))
            }
            _ => Err(Error::data(
                "the affine estimator needs A and B of every rank: give trust:1, or a file that has them",
            )),
        }
    }
}

fn beyond(curve: &Propensities, cell: &Cell) -> Error {
    Error::data(format!(
        "the log shows rank {}, and the propensities end at rank {}; give a power law, or more ranks",
        cell.rank + 1,
        curve.n_ranks()
    ))
}

impl ClickLog {
    /// Returns the click weights of all documents of the data. `propensities`: `None` for [`Estimator::Naive`], which
    /// takes none. Cost: linear in the cells.
    ///
    /// # Errors
    /// [`Error::Config`] if propensities are missing or are given to the naive estimator; [`Error::Data`] for an empty
    /// log, and if a rank has no propensity.
    pub fn click_weights(
        &self,
        estimator: Estimator,
        propensities: Option<PropensitySource>,
        clip: Clip,
    ) -> Result<WeightEstimate, Error> {
        if self.n_sessions() <= 0.0 {
            return Err(Error::data("the log has no session on the queries of the data"));
        }
        let source = match (estimator, propensities) {
            (Estimator::Naive, None) => None,
            (Estimator::Naive, Some(_)) => {
                let problem = "naive divides by nothing; use ips, or leave the propensities out";
                return Err(Error::config("estimator", problem));
            }
            (_, None) => {
                let problem = format!(
                    "{} needs propensities; give --propensities a file, power:1 or log",
                    estimator.name()
                );
                return Err(Error::config("propensities", problem));
            }
            (_, source) => source,
        };
        let tau = match clip {
            _ if estimator == Estimator::Naive => None,
            Clip::None => None,
            Clip::Auto => Some(1.0 / self.n_sessions().sqrt()),
            Clip::At(tau) => Some(tau),
        };
        let least = tau.unwrap_or(0.0);
        let m = self.n_queries() as f64;
        let mut weights = Vec::new();
        let (mut n_never_shown, mut n_clipped) = (0, 0);
        for query in 0..self.n_queries() {
            let scale = m * (self.sessions_of_queries()[query] / self.n_sessions());
            // Corrected clicks and times seen, by document.
            let mut sums = vec![[0.0; 2]; self.n_documents(query)];
            for cell in self.cells_of(query) {
                let (slope, offset) = match (estimator, source) {
                    (Estimator::Affine, Some(source)) => source.affine(cell)?,
                    (Estimator::Ips, Some(source)) => (source.of(cell)?, 0.0),
                    _ => (1.0, 0.0),
                };
                let [clicks, seen] = &mut sums[cell.document as usize];
                *clicks += cell.clicks - cell.impressions * offset;
                *seen += cell.impressions * slope.max(least);
                n_clipped += usize::from(slope < least);
            }
            for [clicks, seen] in sums {
                let weight = if seen > 0.0 { scale * (clicks / seen) } else { 0.0 };
                n_never_shown += usize::from(seen <= 0.0);
                weights.push(weight);
            }
        }
        if let Some(weight) = weights.iter().find(|weight| !weight.is_finite()) {
            let problem = format!("a click weight is {}; clip the propensities", brief(*weight));
            return Err(Error::data(problem));
        }
        Ok(WeightEstimate { weights, tau, n_never_shown, n_clipped })
    }
}
