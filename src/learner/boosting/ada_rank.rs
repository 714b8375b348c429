//! AdaRank: boosting of single features on a ranking measure. Must not know pairs of documents.
//!
//! Source: Xu and Li 2007 as given by Tewari 2015. He prints the new weights as e^{−L} with a loss L. By his own
//! sentence (more weight where the ranker performs badly) the sign must be the opposite, as here.

use std::sync::Arc;

use super::booster::Booster;
use super::{BoostingLoss, Candidate, Found, QueryWeight, RoundMetrics, Search, check_rounds, check_size};
use crate::data::{Dataset, Grade};
use crate::learner::{Chosen, StopReason};
use crate::metric::{AVERAGE_PRECISION, COST, Labels, Measure, Range};
use crate::ranking::TiedRanking;
use crate::ranking::scorer::{Term, WeakLearner};
use crate::util::error::Error;

/// The features that a round may choose.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Reuse {
    /// Every feature at most once.
    #[default]
    Once,
    /// Any feature except that of the last round.
    NotLast,
    /// Any feature, as published. Training ends when every round so far chose the same ranker. Then the ranking, the
    /// weights and the choice would never change again.
    Paper,
}

/// Settings of AdaRank.
#[derive(Debug, Clone, PartialEq)]
pub struct AdaRankConfig {
    /// Number of rounds, from 1.
    pub rounds: usize,
    /// The boosted measure, with values in [0, 1].
    pub measure: Measure,
    /// The features that a round may choose.
    pub reuse: Reuse,
    /// Documents with this grade or a higher one are good; at least 1.
    pub threshold: Grade,
}

impl Default for AdaRankConfig {
    fn default() -> Self {
        Self { rounds: 100, measure: AVERAGE_PRECISION.whole(), reuse: Reuse::Once, threshold: 1 }
    }
}

impl AdaRankConfig {
    /// Checks every value against its range.
    ///
    /// # Errors
    /// [`Error::Config`] for rounds or a threshold out of range, or a measure that may leave [0, 1].
    pub fn check(&self) -> Result<(), Error> {
        check_rounds(self.rounds)?;
        if self.threshold == 0 {
            return Err(Error::config("threshold", "0: a good document needs at least grade 1"));
        }
        let refuse = |needs: &str| {
            Err(Error::config("measure", format!("{}: AdaRank needs a measure {needs}", self.measure)))
        };
        match self.measure.kind.range {
            _ if self.measure.needs_groups() => refuse("of grades alone, without groups"),
            _ if self.measure.is(&COST) => refuse("of grades alone"),
            _ if self.measure.prefers_less() => refuse("of which a larger value is better"),
            Range::Unit => Ok(()),
            Range::FromZero | Range::UpToCutOff | Range::Signed => refuse("with values in [0, 1]"),
        }
    }
}

/// AdaRank: queries are weighted, features are the weak learners.
///
/// The measures of the 2 d single rankers (each feature ascending and descending) are computed once, in O(n d log n).
/// A round costs O(m d) and one evaluation of the combined ranker. The weight of a query in the data is a factor of its
/// weight in every round and of its measure in the mean.
pub struct AdaRank {
    config: AdaRankConfig,
    /// Indices of the queries that define the measure, their weights, and the sum of these.
    queries: Vec<usize>,
    query_weights: Vec<f64>,
    total_weight: f64,
    /// First row of each such query, and its grades.
    first_rows: Vec<usize>,
    grades: Vec<Vec<Grade>>,
    max_grade: Grade,
    n_features: usize,
    /// E_q of every feature, ascending and then descending.
    singles: Vec<[Vec<f64>; 2]>,
}

/// A round: the weights of the queries and the best ranker so far.
pub struct Round {
    /// P_q, whose sum is 1.
    weights: Vec<f64>,
    /// E_q of the combined ranker.
    values: Vec<f64>,
    /// Features that may not be chosen.
    barred: Vec<bool>,
    /// Feature and sign of the ranker, if all rounds so far chose the same one.
    only: Option<(usize, f64)>,
    feature: usize,
    /// The best candidate so far.
    best: Option<usize>,
    candidates: Vec<Candidate>,
}

impl AdaRank {
    /// Returns AdaRank on the queries of `data` that define its measure.
    ///
    /// # Errors
    /// [`Error::Config`] for a setting out of range, [`Error::Data`] if no query defines the measure.
    pub fn learner(data: Arc<Dataset>, config: AdaRankConfig) -> Result<Booster<Self>, Error> {
        config.check()?;
        check_size(&data)?;
        let rounds = config.rounds;
        let mut loss = Self {
            queries: Vec::new(),
            query_weights: Vec::new(),
            total_weight: 0.0,
            first_rows: Vec::new(),
            grades: Vec::new(),
            max_grade: data.max_grade(),
            n_features: data.n_features(),
            singles: Vec::new(),
            config,
        };
        for query in data.queries() {
            let tied = vec![0.0; query.grades.len()];
            if loss.measure(&tied, query.grades).is_some() {
                let weight = data.weight(query.index);
                loss.queries.push(query.index);
                loss.query_weights.push(weight);
                loss.total_weight += weight;
                loss.first_rows.push(query.documents.start);
                loss.grades.push(query.grades.to_vec());
            }
        }
        if loss.queries.is_empty() {
            let measure = loss.config.measure;
            return Err(Error::data(format!(
                "no query defines {measure} ({} in any): AdaRank needs at least one that does",
                measure.undefined_reason()
            )));
        }
        Ok(Booster::new(data, loss, rounds))
    }

    fn measure(&self, scores: &[f64], grades: &[Grade]) -> Option<f64> {
        let labels = Labels {
            grades,
            groups: &[],
            max_grade: self.max_grade,
            threshold: self.config.threshold,
            unjudged: 0,
        };
        self.config.measure.value(&TiedRanking::by_scores(scores), &labels)
    }

    /// Returns E_q of every used query. `score`: of a row of the data.
    fn measures(&self, score: impl Fn(usize) -> f64) -> Vec<f64> {
        self.grades
            .iter()
            .zip(&self.first_rows)
            .map(|(grades, first)| {
                let scores: Vec<f64> = (*first..first + grades.len()).map(&score).collect();
                self.measure(&scores, grades).unwrap_or(0.0)
            })
            .collect()
    }
}

impl BoostingLoss for AdaRank {
    type Round = Round;

    fn n_used_queries(&self) -> usize {
        self.queries.len()
    }

    fn prepare(&mut self, data: &Dataset) -> usize {
        let feature = self.singles.len();
        if feature == self.n_features {
            return 0;
        }
        let value = |row: usize| data.value(row, feature);
        self.singles.push([self.measures(value), self.measures(|row| -value(row))]);
        data.n_documents()
    }

    fn begin(&self, sums: &[Vec<f64>], terms: &[Term]) -> (Round, RoundMetrics) {
        let values = self.measures(|row| sums[0][row]);
        let m = self.total_weight;
        let weighted = |value: f64, weight: &f64| weight * value;
        let exponentials: Vec<f64> =
            values.iter().zip(&self.query_weights).map(|(value, p)| weighted(libm::exp(-value), p)).collect();
        let loss = exponentials.iter().fold(0.0, |sum, one| sum + one) / m;
        // Before the first round no ranker can have performed badly.
        let weights: Vec<f64> = match terms {
            [] => self.query_weights.iter().map(|p| p / m).collect(),
            _ => exponentials.iter().map(|one| one / (m * loss)).collect(),
        };
        let entropy = weights.iter().fold(0.0, |sum, weight| sum - weight * libm::log(*weight));
        let metrics = RoundMetrics {
            objective: Some(loss),
            merit: Some(
                values.iter().zip(&self.query_weights).fold(0.0, |sum, (value, p)| sum + weighted(*value, p))
                    / m,
            ),
            entropy: Some(match values.len() {
                1 => 1.0,
                n => (entropy / libm::log(n as f64)).clamp(0.0, 1.0),
            }),
            ..RoundMetrics::default()
        };
        let chosen = |term: &Term| match term.weak {
            WeakLearner::Feature { feature } => (feature, term.weight.signum()),
            _ => unreachable!("AdaRank adds features only"),
        };
        let mut barred = vec![false; self.n_features];
        let bars = match self.config.reuse {
            Reuse::Once => terms,
            Reuse::NotLast => &terms[terms.len().saturating_sub(1)..],
            Reuse::Paper => &[],
        };
        for term in bars {
            barred[chosen(term).0] = true;
        }
        let only = terms.first().map(chosen).filter(|first| terms.iter().all(|term| chosen(term) == *first));
        let round = Round { weights, values, barred, only, feature: 0, best: None, candidates: Vec::new() };
        (round, metrics)
    }

    fn search(&self, round: &mut Round) -> Search {
        if let Some(signs) = self.singles.get(round.feature) {
            let feature = round.feature;
            round.feature += 1;
            if !round.barred[feature] {
                let [up, down] = [0, 1].map(|sign| {
                    signs[sign]
                        .iter()
                        .zip(&round.weights)
                        .fold(0.0, |sum, (value, weight)| sum + weight * value)
                });
                let (sign, edge) = if down > up { (-1.0, down) } else { (1.0, up) };
                // A ranker that is perfect on every query would get an infinite weight.
                let bounded = edge.min(1.0 - 0.5 / self.total_weight.max(1.0));
                let alpha = sign * 0.5 * libm::log((1.0 + bounded) / (1.0 - bounded));
                if edge > 0.0 {
                    if round.best.is_none_or(|best| edge > round.candidates[best].edge) {
                        round.best = Some(round.candidates.len());
                    }
                    let feature = feature + 1;
                    let (threshold, objective) = (None, None);
                    round.candidates.push(Candidate {
                        ensemble: 0,
                        feature,
                        threshold,
                        alpha,
                        edge,
                        objective,
                    });
                }
            }
            return Search::Working { values: 2 * self.queries.len() };
        }
        let Some(best) = round.best else {
            let problem = if round.barred.iter().any(|&barred| barred) {
                "every feature that reaches anything has been used"
            } else {
                "no feature puts a good document where the measure counts it"
            };
            return Search::Over { reason: StopReason::NoWeakLearner, problem: problem.into() };
        };
        let Candidate { feature, alpha, edge, .. } = round.candidates[best];
        if self.config.reuse == Reuse::Paper && round.only == Some((feature - 1, alpha.signum())) {
            let problem = format!(
                "feature {feature} is chosen again, as in every round before: that changes no ranking, so all further \
                 rounds would do the same"
            );
            return Search::Over { reason: StopReason::SameFeature, problem };
        }
        Search::Found(Found {
            terms: vec![Term { weight: alpha, weak: WeakLearner::Feature { feature: feature - 1 } }],
            values: Vec::new(),
            alpha,
            edge,
            chosen: Some(Chosen { feature, threshold: None, alpha }),
            candidates: vec![best],
        })
    }

    fn progress(&self, round: &Round) -> (usize, usize) {
        (round.feature, self.n_features)
    }

    fn candidates(&self, round: &Round) -> Vec<Candidate> {
        round.candidates.clone()
    }

    fn query_weights(&self, round: &Round) -> Vec<QueryWeight> {
        let of = |((&query, &weight), &value)| QueryWeight { query, weight, value: Some(value) };
        self.queries.iter().zip(&round.weights).zip(&round.values).map(of).collect()
    }

    /// Always `None`: AdaRank weighs queries, not documents.
    fn pull(&self, _query: usize, _sums: &[Vec<f64>], _metrics: &RoundMetrics) -> Option<Vec<f64>> {
        None
    }
}
