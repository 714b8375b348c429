//! Estimates propensities from a log that shows documents at different ranks. Must not know learners, files or how
//! clicks are simulated.

mod curve;
mod em;
mod likelihood;
mod moved;
mod newton;
mod pairs;
mod reach;
mod settings;

use serde::Serialize;

pub use curve::Curve;
pub use likelihood::ConditionalLikelihood;
pub use settings::{EstimationSettings, MAX_EM_STEPS, MAX_ESTIMATED_RANKS, Source};

use super::QUANTILE;
use super::log::ClickLog;
use super::propensities::Propensities;
use crate::util::error::{Error, brief};
use moved::Places;

/// With fewer queries, their spread says little.
const FEW_QUERIES: usize = 20;

/// A number with the bounds of its interval of 95 %.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Estimated {
    /// The estimate.
    pub value: f64,
    /// Lower bound; `None` without an interval.
    pub low: Option<f64>,
    /// Upper bound; `None` without an interval.
    pub high: Option<f64>,
}

/// The propensity of a rank, as estimated.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RankPropensity {
    /// From 0.
    pub rank: usize,
    /// Propensity relative to that of rank 0. Chance may make it larger than 1.
    pub p: Estimated,
    /// Impressions of the documents that inform the estimate.
    pub impressions: f64,
    /// Clicks on these documents.
    pub clicks: f64,
}

/// An estimated curve of propensities.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct PropensityEstimate {
    /// How it was estimated.
    pub source: Source,
    /// The shape of the curve.
    pub curve: Curve,
    /// The exponent of a power law; `None` for a free curve. Chance may make it negative.
    pub eta: Option<Estimated>,
    /// By rank from 0.
    pub ranks: Vec<RankPropensity>,
    /// Number of documents shown at two of the ranks or more.
    pub documents: usize,
    /// Number of queries with such a document.
    pub queries: usize,
    /// What the reader of the estimate must know, one sentence each.
    pub notes: Vec<String>,
}

impl PropensityEstimate {
    /// Returns the curve with its interval. Values above 1 become 1, and a negative exponent becomes 0. `n_ranks`: at
    /// least so many ranks of a power law; a free curve has those that were estimated. Cost: O(ranks).
    ///
    /// # Errors
    /// [`Error::Config`] for too many ranks or an exponent that makes the last propensity 0.
    pub fn propensities(&self, n_ranks: usize) -> Result<Propensities, Error> {
        let Some(eta) = self.eta else {
            let curve = Propensities::new(self.ranks.iter().map(|rank| within(rank.p.value)).collect())?;
            let bounds = |rank: &RankPropensity| Some([within(rank.p.low?), within(rank.p.high?)]);
            return match self.ranks.iter().map(bounds).collect() {
                Some(bounds) => curve.with_interval(bounds),
                None => Ok(curve),
            };
        };
        let n_ranks = n_ranks.max(self.ranks.len());
        let curve = Propensities::power(eta.value.max(0.0), n_ranks)?;
        let (Some(low), Some(high)) = (eta.low, eta.high) else { return Ok(curve) };
        let [low, high] = [low.max(0.0), high.max(0.0)];
        // A large exponent makes p small.
        let bound = |rank: usize, eta: f64| within(super::users::examination(rank, eta));
        let bounds = (0..n_ranks).map(|rank| [bound(rank, high), bound(rank, low)]);
        curve.with_interval(bounds.collect())?.with_eta_interval([low, high])
    }
}

/// Estimates propensities from a log.
///
/// Only documents at two of the ranks inform [`Source::Conditional`], [`Source::AllPairs`] and [`Source::Pivot`]. Cost:
/// O(cells · log cells) and a few passes over the documents; [`Source::Em`] takes O(steps · cells).
///
/// # Errors
/// [`Error::Config`] for settings outside their ranges; [`Error::Data`] for a log that does not determine the curve,
/// with the ranks that the log leaves open.
pub fn estimate(log: &ClickLog, settings: &EstimationSettings) -> Result<PropensityEstimate, Error> {
    settings.check()?;
    match settings.source {
        Source::Conditional => conditional(log, settings),
        Source::AllPairs | Source::Pivot => by_pairs(log, settings),
        Source::Em => by_em(log, settings),
    }
}

fn conditional(log: &ClickLog, settings: &EstimationSettings) -> Result<PropensityEstimate, Error> {
    let EstimationSettings { curve, ranks: n, .. } = *settings;
    let likelihood = ConditionalLikelihood::new(log, n)?;
    reach::check(&likelihood.moved, curve, n)?;
    let maximum = newton::maximise(&likelihood, curve)?;
    let log_p = curve.log_p(&maximum.parameters, n);
    let d = maximum.parameters.len();
    let queries = likelihood.n_queries();
    let mut notes = Vec::new();
    // The gradients of d queries may have the sum 0 in every direction.
    let errors: Option<Vec<f64>> = (queries > d + 1).then(|| {
        let covariance = newton::sandwich(&likelihood, curve, &maximum);
        (0..d).map(|at| covariance[at * d + at].max(0.0).sqrt()).collect()
    });
    if likelihood.moved.have_fractions() {
        notes.push(
            "The log has expected counts, so the interval does not say how far the clicks of users may fall from them."
                .to_owned(),
        );
    } else if errors.is_none() {
        notes.push(format!("{queries} queries inform {d} parameters, which are too few for an interval."));
    } else if queries < FEW_QUERIES {
        notes.push(format!(
            "Only {queries} queries inform the estimate, so the interval is likely too short."
        ));
    }
    let around = |value: f64, error: Option<f64>| Estimated {
        value,
        low: error.map(|error| value - QUANTILE * error),
        high: error.map(|error| value + QUANTILE * error),
    };
    let eta = (curve == Curve::Power)
        .then(|| around(maximum.parameters[0], errors.as_ref().map(|errors| errors[0])));
    // The interval of a rank is symmetric in log p.
    let error_of = |rank: usize| match curve {
        Curve::Power => errors.as_ref().map(|errors| errors[0] * libm::log(rank as f64 + 1.0)),
        Curve::Free if rank == 0 => errors.as_ref().map(|_| 0.0),
        Curve::Free => errors.as_ref().map(|errors| errors[rank - 1]),
    };
    let p = (0..n).map(|rank| around(log_p[rank], error_of(rank))).collect();
    Ok(finished(settings, &likelihood.moved, p, eta, notes))
}

fn by_pairs(log: &ClickLog, settings: &EstimationSettings) -> Result<PropensityEstimate, Error> {
    let EstimationSettings { curve, ranks: n, source, .. } = *settings;
    let likelihood = ConditionalLikelihood::new(log, n)?;
    let parameters = pairs::fitted(&likelihood.moved, curve, n, source == Source::Pivot)?;
    let eta = (curve == Curve::Power).then(|| without_interval(parameters[0]));
    let p = curve.log_p(&parameters, n).into_iter().map(without_interval).collect();
    let note = "The logarithm of a rate of few clicks is too low on average, so this estimate is biased in small logs; \
                the conditional likelihood is not."
        .to_owned();
    Ok(finished(settings, &likelihood.moved, p, eta, vec![note]))
}

fn by_em(log: &ClickLog, settings: &EstimationSettings) -> Result<PropensityEstimate, Error> {
    let EstimationSettings { curve, ranks: n, start, steps, .. } = *settings;
    let places = Places::of(log, n);
    let sums = places.by_rank(n);
    if let Some(open) = reach::listed(n, &|rank| sums[rank].impressions == 0.0) {
        return Err(Error::data(format!("the log shows no document at {open}; use fewer ranks (--ranks)")));
    }
    if sums.iter().all(|rank| rank.clicks == 0.0) {
        return Err(Error::data(format!("the log has no click at the first {n} ranks; log more sessions")));
    }
    let (log_p, eta) = em::em(&places, n, curve, start, steps);
    let moved = places.clone().into_moved();
    let mut notes = Vec::new();
    if moved.len() == 0 {
        notes.push(format!(
            "Every document was shown at one rank only, so the clicks do not determine the propensities: the result \
             depends on the start, eta = {}, and on the number of steps.",
            brief(start)
        ));
    }
    notes.push("EM is for comparison: it has no interval, and it approaches its limit slowly.".to_owned());
    let p = log_p.into_iter().map(without_interval).collect();
    let mut estimate = finished(settings, &places, p, eta.map(without_interval), notes);
    (estimate.documents, estimate.queries) = (moved.len(), moved.n_queries());
    Ok(estimate)
}

fn without_interval(value: f64) -> Estimated {
    Estimated { value, low: None, high: None }
}

/// Returns the estimate. `log_p`: by rank, with its bounds.
fn finished(
    settings: &EstimationSettings,
    places: &Places,
    log_p: Vec<Estimated>,
    eta: Option<Estimated>,
    mut notes: Vec<String>,
) -> PropensityEstimate {
    let n = settings.ranks;
    let ranks: Vec<RankPropensity> = log_p
        .into_iter()
        .zip(places.by_rank(n))
        .map(|(log_p, sum)| RankPropensity {
            rank: sum.rank,
            p: Estimated {
                value: libm::exp(log_p.value),
                low: log_p.low.map(libm::exp),
                high: log_p.high.map(libm::exp),
            },
            impressions: sum.impressions,
            clicks: sum.clicks,
        })
        .collect();
    match eta {
        Some(eta) if eta.value < 0.0 => notes.push(format!(
            "The clicks rise with the rank: eta is {:.3}. Files and evaluations use eta = 0.",
            eta.value
        )),
        Some(_) => {}
        None => {
            if let Some(high) = reach::listed(n, &|rank| ranks[rank].p.value > 1.0) {
                notes.push(format!(
                    "The estimate is above that of rank 1 at {high}. Files and evaluations use 1 there."
                ));
            }
        }
    }
    PropensityEstimate {
        source: settings.source,
        curve: settings.curve,
        eta,
        ranks,
        documents: places.len(),
        queries: places.n_queries(),
        notes,
    }
}

/// Returns the nearest propensity.
fn within(p: f64) -> f64 {
    p.clamp(f64::MIN_POSITIVE, 1.0)
}
