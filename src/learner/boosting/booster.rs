//! The loop of all boosting methods. Must not know particular losses.

use std::borrow::Cow;
use std::sync::Arc;

use super::{
    BoostingLoss, Candidate, Found, Inspection, Phases, QueryWeight, RoundMetrics, Search, StepCurve,
};
use crate::data::Dataset;
use crate::learner::{Advance, BoostingFigures, Chosen, Detail, End, Learner, Phase, Step, StopReason};
use crate::ranking::scorer::{RunningScores, Scorer, Term};
use crate::ranking::scoring::check_scores;
use crate::util::error::Error;

/// Boosting with one loss.
///
/// A round depends only on the scores at its start. Each iteration therefore stores only its terms and its figures,
/// and inspection recomputes the rest with the same bits.
pub struct Booster<L: BoostingLoss> {
    data: Arc<Dataset>,
    loss: L,
    n_rounds: usize,
    scorer: Scorer,
    running: RunningScores,
    history: Vec<Iteration>,
    best: usize,
    best_objective: Option<f64>,
    state: State<L::Round>,
    /// The scorer whose rounds come first, without a search. Only the command line goes on from a model.
    first: Option<Scorer>,
}

/// The stored figures of an iteration, besides its terms.
struct Iteration {
    metrics: RoundMetrics,
    /// α, edge, the choice, and its candidates.
    round: Option<Taken>,
}

struct Taken {
    alpha: f64,
    edge: f64,
    chosen: Option<Chosen>,
    candidates: Vec<usize>,
}

enum State<R> {
    Preparing { done: usize },
    Searching(R),
    Stopped(End),
}

impl<L: BoostingLoss> Booster<L> {
    pub(super) fn new(data: Arc<Dataset>, loss: L, n_rounds: usize) -> Self {
        let scorer = loss.untrained();
        Self {
            data,
            loss,
            n_rounds,
            scorer,
            running: RunningScores::new(),
            history: Vec::new(),
            best: 0,
            best_objective: None,
            state: State::Preparing { done: 0 },
            first: None,
        }
    }

    /// The method.
    pub fn loss(&self) -> &L {
        &self.loss
    }

    fn n_values(&self) -> usize {
        self.data.n_documents() * self.data.n_features()
    }

    /// Stores the iteration of the current scores, starts the next round at them, and reports.
    fn step(&mut self, round: Option<Taken>) -> Advance {
        let (next, metrics) = self.loss.begin(self.running.sums(), first_ensemble(&self.scorer));
        let iteration = self.history.len();
        let better = match (metrics.merit, metrics.objective) {
            (Some(merit), _) => Some(merit) > self.history.get(self.best).and_then(|one| one.metrics.merit),
            (None, Some(objective)) => self.best_objective.is_none_or(|best| objective < best),
            // Without a measure of its own, the method counts the last iteration as the best.
            (None, None) => true,
        };
        if better {
            self.best = iteration;
        }
        if let Some(objective) = metrics.objective {
            self.best_objective = Some(self.best_objective.map_or(objective, |best| best.min(objective)));
        }
        let (alpha, edge, chosen) =
            round.as_ref().map_or((0.0, 0.0, None), |taken| (taken.alpha, taken.edge, taken.chosen));
        let step = Step {
            iteration,
            objective: metrics.objective,
            best_objective: self.best_objective,
            gap: None,
            detail: Detail::Boosting(BoostingFigures {
                alpha,
                edge,
                pair_error: metrics.pair_error,
                given_up: metrics.given_up,
                entropy: metrics.entropy,
                chosen,
            }),
        };
        self.history.push(Iteration { metrics, round });
        self.state = State::Searching(next);
        Advance::Stepped(step)
    }

    fn stop(&mut self, reason: StopReason, problem: Option<String>) -> Advance {
        let end = End::new(reason, self.history.len().saturating_sub(1), problem);
        self.state = State::Stopped(end.clone());
        Advance::Stopped(end)
    }

    fn add(&mut self, found: Found) -> Advance {
        let Found { terms, values, alpha, edge, chosen, candidates } = found;
        self.grow(terms, values, Some(Taken { alpha, edge, chosen, candidates }))
    }

    /// Adds the terms of a round, and reports it. `values`: as in [`Found::values`].
    fn grow(&mut self, terms: Vec<Term>, values: Vec<Vec<f64>>, round: Option<Taken>) -> Advance {
        let before = self.history.len() - 1;
        push(&mut self.scorer, terms);
        self.running.update_with(&self.scorer, &self.data, &values);
        drop(values);
        if let Some(problem) = self.running.sums().iter().find_map(|sums| check_scores(sums).err()) {
            self.scorer = self.scorer.first_terms(before);
            return self.stop(StopReason::Numeric, Some(problem.to_string()));
        }
        self.step(round)
    }

    /// Returns the terms of the next round, if the scorer that comes first has them.
    fn given(&self) -> Option<Vec<Term>> {
        if !matches!(self.state, State::Searching(_)) {
            return None;
        }
        terms_of_round(self.first.as_ref()?, self.history.len() - 1)
    }

    /// Returns the round that starts after an iteration.
    fn round(&self, iteration: usize) -> Option<L::Round> {
        let scorer = self.scorer(iteration)?;
        let mut running = RunningScores::new();
        running.update(&scorer, &self.data);
        Some(self.loss.begin(running.sums(), first_ensemble(&scorer)).0)
    }

    /// Returns the sums of the documents of one query after an iteration.
    fn sums_of_query(&self, query: usize, iteration: usize) -> Option<Vec<Vec<f64>>> {
        if query >= self.data.n_queries() || iteration >= self.history.len() {
            return None;
        }
        let rows = self.data.query(query).documents;
        let sum = |terms: &Vec<_>| {
            let terms = &terms[..iteration.min(terms.len())];
            rows.clone()
                .map(|row| {
                    let row = self.data.features(row);
                    terms.iter().fold(0.0, |sum, term: &Term| sum + term.value(&row))
                })
                .collect()
        };
        Some(self.scorer.ensembles().iter().map(sum).collect())
    }
}

impl<L: BoostingLoss> Learner for Booster<L> {
    fn advance(&mut self, budget: usize) -> Advance {
        // The budget counts a query as its mean number of feature values.
        let per_query = self.n_values().div_ceil(self.data.n_queries().max(1)).max(1);
        let budget = budget.max(1).saturating_mul(per_query);
        let mut spent = 0;
        while spent < budget {
            if let Some(terms) = self.given() {
                return self.grow(terms, Vec::new(), None);
            }
            match &mut self.state {
                State::Stopped(end) => return Advance::Stopped(end.clone()),
                State::Preparing { done } => match self.loss.prepare(&self.data) {
                    0 => {
                        self.running.update(&self.scorer, &self.data);
                        return self.step(None);
                    }
                    values => {
                        spent += values;
                        *done += values;
                    }
                },
                State::Searching(_) if self.history.len() > self.n_rounds => {
                    return self.stop(StopReason::Complete, None);
                }
                State::Searching(round) => match self.loss.search(round) {
                    Search::Working { values } => spent += values.max(1),
                    Search::Found(found) => return self.add(found),
                    Search::Over { reason, problem } => return self.stop(reason, Some(problem)),
                },
            }
        }
        let (done, of) = match &self.state {
            State::Preparing { done } => (*done / per_query, self.n_values() / per_query),
            State::Searching(round) => self.loss.progress(round),
            State::Stopped(_) => (0, 0),
        };
        Advance::Working { phase: Phase::Learn, done, of }
    }

    fn scorer(&self, iteration: usize) -> Option<Cow<'_, Scorer>> {
        if iteration >= self.history.len() {
            None
        } else if iteration + 1 == self.history.len() {
            Some(Cow::Borrowed(&self.scorer))
        } else {
            Some(Cow::Owned(self.scorer.first_terms(iteration)))
        }
    }

    fn best(&self) -> (usize, Cow<'_, Scorer>) {
        (self.best, self.scorer(self.best).unwrap_or(Cow::Borrowed(&self.scorer)))
    }

    fn begin_with(&mut self, scorer: &Scorer) -> Result<(), Error> {
        check_alike(scorer, &self.scorer)?;
        self.first = Some(scorer.clone());
        Ok(())
    }

    fn n_used_queries(&self) -> usize {
        self.loss.n_used_queries()
    }

    fn pull(&self, query: usize, iteration: usize) -> Option<Vec<f64>> {
        let sums = self.sums_of_query(query, iteration)?;
        self.loss.pull(query, &sums, &self.history[iteration].metrics)
    }

    fn latest_scores(&self) -> Option<&[f64]> {
        Some(self.running.scores())
    }

    fn boosting(&self) -> Option<&dyn Inspection> {
        Some(self)
    }
}

impl<L: BoostingLoss> Inspection for Booster<L> {
    fn phases(&self, iteration: usize) -> Option<Phases> {
        let taken = self.history.get(iteration)?.round.as_ref()?;
        let (before, after) = (self.query_weights(iteration - 1)?, self.query_weights(iteration)?);
        let candidates = self.candidates(iteration - 1)?;
        Some(Phases { iteration, before, candidates, chosen: taken.candidates.clone(), after })
    }

    fn candidates(&self, iteration: usize) -> Option<Vec<Candidate>> {
        let mut round = self.round(iteration)?;
        while let Search::Working { .. } = self.loss.search(&mut round) {}
        Some(self.loss.candidates(&round))
    }

    fn step_curve(&self, iteration: usize, points: usize) -> Option<StepCurve> {
        let chosen = self.history.get(iteration)?.round.as_ref()?.chosen?;
        let round = self.round(iteration - 1)?;
        let curve = self.loss.step_curve(&round, chosen, points.max(2))?;
        Some(StepCurve { iteration, ..curve })
    }

    fn query_weights(&self, iteration: usize) -> Option<Vec<QueryWeight>> {
        Some(self.loss.query_weights(&self.round(iteration)?))
    }

    fn residuals(&self, query: usize, iteration: usize) -> Option<Vec<Vec<f64>>> {
        self.loss.residuals(query, &self.sums_of_query(query, iteration)?)
    }
}

fn first_ensemble(scorer: &Scorer) -> &[Term] {
    scorer.ensembles().first().map_or(&[], Vec::as_slice)
}

/// Returns one term of every ensemble; `None` after the last round.
fn terms_of_round(scorer: &Scorer, round: usize) -> Option<Vec<Term>> {
    scorer.ensembles().iter().map(|terms| terms.get(round).cloned()).collect()
}

/// Checks that rounds can be added to a scorer that begins as `own` does.
fn check_alike(scorer: &Scorer, own: &Scorer) -> Result<(), Error> {
    let is_alike = match (scorer, own) {
        (Scorer::Additive { .. }, Scorer::Additive { .. }) => true,
        (Scorer::Classes { link, ensembles }, Scorer::Classes { link: own, ensembles: others }) => {
            link == own && ensembles.len() == others.len()
        }
        _ => false,
    };
    if !is_alike {
        return Err(Error::config(
            "from",
            "its rounds add other terms than those of these settings and grades",
        ));
    }
    Ok(())
}

/// Adds one term to every ensemble.
fn push(scorer: &mut Scorer, new: Vec<Term>) {
    match scorer {
        Scorer::Additive { terms } => terms.extend(new),
        Scorer::Classes { ensembles, .. } => {
            for (terms, term) in ensembles.iter_mut().zip(new) {
                terms.push(term);
            }
        }
        Scorer::Linear { .. } | Scorer::Network { .. } => {
            unreachable!("boosting makes scorers of terms")
        }
    }
}
