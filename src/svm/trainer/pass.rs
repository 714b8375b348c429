//! A pass: it calls every oracle at one w and makes planes of the violators.

use crate::error::shown;
use crate::loss::{LongSearch, check_scores, margin};
use crate::ranking::{Ranking, ScoredDocuments, TiedRanking};

use super::{Trainer, WorkingSetScheme};

/// A search with more steps than this (about a millisecond) is sliced, and its result is stored.
const LONG_SEARCH: f64 = 1e6;

/// A pass of the oracles over all blocks at one w.
#[derive(Default)]
pub(super) struct Pass {
    pub(super) next_block: usize,
    /// The first problem with the scores, as a message.
    pub(super) problem: Option<String>,
    pub(super) hinge: f64,
    /// Decrease of the hinges if the references were realigned by this w.
    pub(super) alignment_gain: f64,
    pub(super) expected_loss: f64,
    /// Sum of the hinges of every component.
    pub(super) component_hinges: Vec<f64>,
    pub(super) worst_violation: f64,
    pub(super) planes: Vec<NewPlane>,
    /// ξ that the working set allows every used query at this w, for n-slack.
    pub(super) working_slacks: Vec<f64>,
    /// The model's ranking of every used query.
    pub(super) rankings: Vec<TiedRanking>,
    /// The unfinished search of the next block, and the number of its loss there.
    searching: Option<(usize, LongSearch)>,
    /// Results of long searches, query after query.
    pub(super) searched: Vec<Searched>,
}

/// Cached result of an oracle, because recomputing it is too expensive.
#[derive(Debug, Clone)]
pub struct Searched {
    /// Place of the query among those used.
    pub place: usize,
    /// Number of the component; 0 for a single loss.
    pub component: usize,
    /// The violator.
    pub ranking: Ranking,
}

pub(super) struct NewPlane {
    pub(super) slack: usize,
    pub(super) loss: f64,
    pub(super) delta_psi: Vec<f64>,
}

impl Trainer {
    /// Continues the long searches of a block. Returns documents placed and documents in all while a search is
    /// unfinished; `None` once [`visit`](Self::visit) can run.
    pub(super) fn search(&mut self, index: usize, left: &mut usize) -> Option<(usize, usize)> {
        let block = &self.blocks[index];
        // One document of an oracle takes about as long as 8 steps of a search.
        let steps_per_query = 8 * (self.data.n_documents() / self.data.n_queries().max(1) + 1);
        let first = self.pass.searching.as_ref().map_or(0, |(number, _)| *number);
        for (number, (component, loss)) in block.losses.iter().enumerate().skip(first) {
            if self.pass.searching.is_none() {
                if loss.search_steps() < LONG_SEARCH {
                    continue;
                }
                let scores = self.data.scores(block.documents.clone(), &self.w);
                if check_scores(&scores).is_err() {
                    // `visit` reports the problem.
                    return None;
                }
                self.pass.searching = loss.long_search(&scores).map(|search| (number, search));
            }
            let Some((_, search)) = &mut self.pass.searching else { continue };
            loop {
                let (placed, of) = search.progress();
                if placed == of {
                    break;
                }
                if *left == 0 {
                    return Some((placed, of));
                }
                let steps = search.place_next();
                *left = left.saturating_sub(1 + steps / steps_per_query);
            }
            let ranking = self.pass.searching.take().map(|(_, search)| search.finish());
            let found = |ranking| Searched { place: block.place, component: *component, ranking };
            self.pass.searched.extend(ranking.map(found));
        }
        None
    }

    /// Calls the oracle of one block, and adds a plane if the working set does not hold it yet.
    pub(super) fn visit(&mut self, index: usize) {
        let block = &self.blocks[index];
        let scores = if self.w.iter().all(|&weight| weight == 0.0) {
            // The first pass needs no features.
            vec![0.0; block.documents.len()]
        } else {
            self.data.scores(block.documents.clone(), &self.w)
        };
        if let Err(error) = check_scores(&scores) {
            let query = self.data.query(self.used_queries[block.place]);
            self.pass.problem.get_or_insert_with(|| format!("query {}: {error}", shown(query.id)));
            self.pass.hinge = f64::NAN;
            return;
        }
        let documents = ScoredDocuments::new(scores);
        let mut most = (f64::NEG_INFINITY, 0.0, Vec::new());
        let mut expected_loss = 0.0_f64;
        self.pass.component_hinges.resize(self.n_components, 0.0);
        for (component, loss) in &block.losses {
            expected_loss = expected_loss.max(loss.expected_delta(documents.ranking()));
            self.pass.alignment_gain += loss.alignment_gain(&documents);
            let known = self.pass.searched.iter().rev().take_while(|found| found.place == block.place);
            let (delta, coefficients) = match known
                .map(|found| (found.component, &found.ranking))
                .find(|found| found.0 == *component)
            {
                Some((_, violator)) => (loss.delta(violator), loss.delta_psi(violator)),
                None => loss.violated_plane(&documents),
            };
            let hinge = delta - margin(&coefficients, documents.scores());
            self.pass.component_hinges[*component] += hinge;
            if hinge > most.0 || most.2.is_empty() {
                most = (hinge, delta, coefficients);
            }
        }
        let (hinge, loss, coefficients) = most;
        // y* itself has value 0; rounding can put the oracle's value slightly below.
        let hinge = if hinge.is_nan() { hinge } else { hinge.max(0.0) };
        self.pass.hinge += hinge;
        self.pass.expected_loss += expected_loss;

        if block.place == self.pass.rankings.len() {
            self.pass.rankings.push(documents.into_ranking());
        }

        let n_features = self.data.n_features();
        match self.config.working_set {
            WorkingSetScheme::NSlack => {
                let working_slack = self.working_set.slack_at(block.slack, &self.w);
                self.pass.working_slacks.resize(block.place + 1, 0.0);
                self.pass.working_slacks[block.place] += working_slack;
                let violation = hinge - working_slack;
                self.pass.worst_violation = self.pass.worst_violation.max(violation);
                if violation > self.violation_tolerance() {
                    let mut delta_psi = vec![0.0; n_features];
                    self.data.pull_back(block.documents.clone(), &coefficients, &mut delta_psi);
                    self.pass.planes.push(NewPlane { slack: block.slack, loss, delta_psi });
                }
            }
            WorkingSetScheme::OneSlack => {
                if self.pass.planes.is_empty() {
                    let delta_psi = vec![0.0; n_features];
                    self.pass.planes.push(NewPlane { slack: 0, loss: 0.0, delta_psi });
                }
                let sum = &mut self.pass.planes[0];
                sum.loss += loss;
                self.data.pull_back(block.documents.clone(), &coefficients, &mut sum.delta_psi);
            }
        }
    }

    /// Returns the violation below which a plane is ignored. If no violation is larger, all violations together add
    /// at most a tenth of the requested gap.
    pub(super) fn violation_tolerance(&self) -> f64 {
        if self.best.primal.is_finite() {
            let slacks_per_query = self.blocks.len() as f64 / self.used_queries.len() as f64;
            0.1 * self.config.gap * self.best.primal / (self.config.c * slacks_per_query)
        } else {
            0.0
        }
    }
}
