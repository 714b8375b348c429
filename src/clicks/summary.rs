//! What a log has: sessions, click rates by rank, and what its propensities do to the clicks.

use serde::Serialize;

use super::QUANTILE;
use super::log::{Cell, ClickLog};
use crate::util::error::Error;

/// What a log has.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ClickSummary {
    /// Number of sessions.
    pub sessions: f64,
    /// Number of clicks.
    pub clicks: f64,
    /// Clicks per session; `None` for a log without sessions.
    pub clicks_per_session: Option<f64>,
    /// Number of queries of the data.
    pub queries: usize,
    /// Number of queries with sessions.
    pub queries_seen: usize,
    /// Number of documents of the data.
    pub documents: usize,
    /// Number of documents that no session shows.
    pub never_shown: usize,
    /// Number of documents that are shown and never clicked.
    pub never_clicked: usize,
    /// The rankers, in the order of the log.
    pub rankers: Vec<RankerSessions>,
    /// Click rates from the first rank to the last.
    pub ranks: Vec<RankRate>,
    /// Mean number of different rankings of a query by one ranker; `None` if rankings are not known.
    pub rankings_per_query: Option<f64>,
    /// Largest number of different rankings of a query by one ranker.
    pub most_rankings: Option<usize>,
    /// What the propensities do to the clicks; `None` without propensities or clicks.
    pub weights: Option<ClickWeights>,
}

/// A ranker with its sessions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RankerSessions {
    /// Its name; empty if the log names none.
    pub name: String,
    /// Its sessions.
    pub sessions: f64,
}

/// How often documents of one rank are clicked.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct RankRate {
    /// The rank, from 1.
    pub rank: usize,
    /// Impressions at this rank.
    pub impressions: f64,
    /// Clicks at this rank.
    pub clicks: f64,
    /// Clicks per impression.
    pub rate: f64,
    /// The lower end of the 95 % interval of Wilson.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Weights v = 1/p of the clicks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct ClickWeights {
    /// The largest weight of a click.
    pub largest: f64,
    /// (Σ v)² / Σ v²: the number of clicks of equal weight with the same relative spread.
    pub effective_clicks: f64,
}

impl ClickLog {
    /// Returns what the log has. `propensities`: by rank, from the first; `None` for those of the log, if it has any.
    /// Cost: O(cells).
    ///
    /// # Errors
    /// [`Error::Config`] for a propensity outside (0, 1], or a click at a rank without one.
    pub fn summary(&self, propensities: Option<&[f64]>) -> Result<ClickSummary, Error> {
        let (mut never_shown, mut never_clicked) = (0, 0);
        let mut ranks: Vec<(f64, f64)> = Vec::new();
        for query in 0..self.n_queries() {
            let mut of_documents = vec![(0.0, 0.0); self.n_documents(query)];
            for &Cell { rank, document, impressions, clicks, .. } in self.cells_of(query) {
                let place = &mut of_documents[document as usize];
                *place = (place.0 + impressions, place.1 + clicks);
                if ranks.len() <= rank as usize {
                    ranks.resize(rank as usize + 1, (0.0, 0.0));
                }
                let place = &mut ranks[rank as usize];
                *place = (place.0 + impressions, place.1 + clicks);
            }
            never_shown += of_documents.iter().filter(|(impressions, _)| *impressions == 0.0).count();
            never_clicked +=
                of_documents.iter().filter(|(shown, clicks)| *shown > 0.0 && *clicks == 0.0).count();
        }
        let rates = ranks.iter().enumerate().map(|(rank, &(impressions, clicks))| {
            let (low, high) = wilson(clicks, impressions);
            RankRate { rank: rank + 1, impressions, clicks, rate: clicks / impressions, low, high }
        });
        let counts: Option<Vec<usize>> =
            self.rankings.as_ref().map(|of| of.iter().map(|one| one.2 as usize).collect());
        let (sessions, clicks) = (self.n_sessions(), self.n_clicks());
        let names = self.rankers().iter().zip(self.sessions_of_rankers());
        Ok(ClickSummary {
            sessions,
            clicks,
            clicks_per_session: (sessions > 0.0).then(|| clicks / sessions),
            queries: self.n_queries(),
            queries_seen: self.sessions_of_queries().iter().filter(|&&sessions| sessions > 0.0).count(),
            documents: (0..self.n_queries()).map(|query| self.n_documents(query)).sum(),
            never_shown,
            never_clicked,
            rankers: names.map(|(name, &sessions)| RankerSessions { name: name.clone(), sessions }).collect(),
            // A list has no gaps, so every rank up to the last has impressions, unless counts leave one out.
            ranks: rates.filter(|rate| rate.impressions > 0.0).collect(),
            rankings_per_query: counts
                .as_ref()
                .filter(|counts| !counts.is_empty())
                .map(|counts| counts.iter().sum::<usize>() as f64 / counts.len() as f64),
            most_rankings: counts.and_then(|counts| counts.into_iter().max()),
            weights: self.weights(propensities)?,
        })
    }

    fn weights(&self, propensities: Option<&[f64]>) -> Result<Option<ClickWeights>, Error> {
        if let Some(wrong) = propensities.and_then(|all| all.iter().find(|p| !(**p > 0.0 && **p <= 1.0))) {
            return Err(Error::config("propensities", format!("{wrong} is not above 0 and at most 1")));
        }
        if propensities.is_none() && !self.has_propensities() {
            return Ok(None);
        }
        let (mut largest, mut sum, mut squares) = (0.0_f64, 0.0, 0.0);
        for cell in self.cells().iter().filter(|cell| cell.clicks > 0.0) {
            let known = match propensities {
                Some(propensities) => propensities.get(cell.rank as usize).copied(),
                None => cell.propensity,
            };
            let Some(propensity) = known else {
                let problem = format!("rank {} has clicks and no propensity", u64::from(cell.rank) + 1);
                return Err(Error::config("propensities", problem));
            };
            let weight = 1.0 / propensity;
            largest = largest.max(weight);
            sum += cell.clicks * weight;
            squares += cell.clicks * weight * weight;
        }
        Ok((squares > 0.0).then(|| ClickWeights { largest, effective_clicks: sum * sum / squares }))
    }
}

/// Returns the 95 % interval of a rate. Source: Wilson 1927.
fn wilson(clicks: f64, impressions: f64) -> (f64, f64) {
    if impressions <= 0.0 {
        return (0.0, 1.0);
    }
    let (rate, square) = (clicks / impressions, QUANTILE * QUANTILE);
    let middle = rate + square / (2.0 * impressions);
    let half =
        QUANTILE * libm::sqrt(rate * (1.0 - rate) / impressions + square / (4.0 * impressions * impressions));
    let scale = 1.0 + square / impressions;
    (((middle - half) / scale).max(0.0), ((middle + half) / scale).min(1.0))
}
