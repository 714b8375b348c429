//! A pass: it calls every oracle at one w and makes planes of the violators.

use std::iter;

use crate::learner::partitions::PassSums;
use crate::learner::{Advance, Phase};
use crate::loss::{LongSearch, margin};
use crate::ranking::scoring::check_scores;
use crate::ranking::{Ranking, ScoredDocuments};
use crate::util::error::shown;

use super::{Trainer, WorkingSetScheme};

/// A search with more steps than this (about a millisecond) is sliced, and its result is stored.
pub(super) const LONG_SEARCH: f64 = 1e6;

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
    /// Whether rounds minimise the ramp bound, if queries elsewhere said so.
    pub(super) is_ramp: Option<bool>,
    /// ξ that the working set allows every used query at this w, for n-slack.
    pub(super) working_slacks: Vec<f64>,
    /// The measures of every used query; none where they were not taken.
    pub(super) measured: Vec<Vec<Option<f64>>>,
    /// The scored documents of a query with a block that is not visited yet, with its place.
    scored: Option<(usize, ScoredDocuments)>,
    /// The unfinished search of the next block, and the number of its loss there.
    pub(super) searching: Option<(usize, LongSearch)>,
    /// Results of long searches, query after query.
    pub(super) searched: Vec<Searched>,
}

impl From<PassSums> for Pass {
    fn from(sums: PassSums) -> Self {
        Self {
            problem: sums.problem,
            hinge: sums.hinge,
            alignment_gain: sums.alignment_gain,
            expected_loss: sums.expected_loss,
            component_hinges: sums.component_hinges,
            planes: vec![NewPlane { slack: 0, loss: sums.loss, delta_psi: sums.delta_psi }],
            is_ramp: Some(sums.is_ramp),
            ..Self::default()
        }
    }
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

/// Result of the oracles of one block at one w, times the weight of its query.
#[derive(Default)]
pub(super) struct Found {
    /// Hinge of the first loss of the block, and its decrease if the reference were realigned.
    first: (f64, f64),
    /// The same of the other losses.
    others: Vec<(f64, f64)>,
    expected_loss: f64,
    /// Hinge, Δ and coefficients of the most violated loss.
    hinge: f64,
    loss: f64,
    coefficients: Vec<f64>,
    /// ξ that the working set allows the block, for n-slack.
    working_slack: f64,
    /// δψ of a new plane, for n-slack.
    delta_psi: Option<Vec<f64>>,
}

impl Found {
    fn weigh(&mut self, weight: f64) {
        for (hinge, alignment_gain) in iter::once(&mut self.first).chain(&mut self.others) {
            (*hinge, *alignment_gain) = (weight * *hinge, weight * *alignment_gain);
        }
        for value in [&mut self.expected_loss, &mut self.hinge, &mut self.loss] {
            *value *= weight;
        }
        self.coefficients.iter_mut().for_each(|coefficient| *coefficient *= weight);
    }

    /// Coefficients of δψ of the most violated loss, one per document.
    pub(super) fn coefficients(&self) -> &[f64] {
        &self.coefficients
    }
}

/// Whether the δψ of a block is in the one plane of 1-slack already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sums {
    Added,
    Missing,
}

pub(super) struct NewPlane {
    pub(super) slack: usize,
    pub(super) loss: f64,
    pub(super) delta_psi: Vec<f64>,
}

impl Trainer {
    /// Continues the pass for about `left` queries. Returns `None` once all blocks are visited.
    pub(super) fn continue_pass(&mut self, left: &mut usize) -> Option<Advance> {
        while self.pass.next_block < self.blocks.len() {
            let index = self.pass.next_block;
            if *left == 0 {
                return Some(Advance::Working { phase: Phase::Oracle, done: index, of: self.blocks.len() });
            }
            if let Some(end) = self.batch(index, *left) {
                self.visit_together(index..end);
                *left = left.saturating_sub(end - index);
                continue;
            }
            if let Some((done, of)) = self.search(index, left) {
                return Some(Advance::Working { phase: Phase::Search, done, of });
            }
            self.visit(index);
            self.pass.next_block += 1;
            *left = left.saturating_sub(1);
        }
        None
    }

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
        let place = self.blocks[index].place;
        let documents = match self.pass.scored.take() {
            // The blocks of a query share the scores and their order.
            Some((scored, documents)) if scored == place => Ok(documents),
            _ => self.scored(index),
        };
        match documents {
            Ok(documents) => {
                let found = self.find(index, &documents, &self.pass.searched);
                self.take(index, found, Sums::Missing);
                if self.ends_query(index) {
                    self.pass.measured.push(self.measures_of(place, &documents));
                } else {
                    self.pass.scored = Some((place, documents));
                }
            }
            Err(problem) => self.refuse(problem),
        }
    }

    /// Returns the documents of a block with their scores at w, or what is wrong with a score.
    pub(super) fn scored(&self, index: usize) -> Result<ScoredDocuments, String> {
        let block = &self.blocks[index];
        let scores = if self.w.iter().all(|&weight| weight == 0.0) {
            // The first pass needs no features.
            vec![0.0; block.documents.len()]
        } else {
            self.data.scores(block.documents.clone(), &self.w)
        };
        match check_scores(&scores) {
            Ok(()) => Ok(ScoredDocuments::new(scores)),
            Err(error) => {
                let query = self.data.query(self.used_queries[block.place]);
                Err(format!("query {}: {error}", shown(query.id)))
            }
        }
    }

    /// Returns the measures of the query at a place, one value per measure; an empty list if nothing takes them.
    pub(super) fn measures_of(&self, place: usize, documents: &ScoredDocuments) -> Vec<Option<f64>> {
        let measures = self.measures.as_ref();
        measures.map_or_else(Vec::new, |measures| measures(self.used_queries[place], documents.ranking()))
    }

    /// Ends the pass with a problem of the scores.
    pub(super) fn refuse(&mut self, problem: String) {
        self.pass.problem.get_or_insert(problem);
        self.pass.hinge = f64::NAN;
    }

    /// Returns whether no later block is about the same query.
    pub(super) fn ends_query(&self, index: usize) -> bool {
        self.blocks.get(index + 1).is_none_or(|next| next.place != self.blocks[index].place)
    }

    /// Calls the oracles of one block at these scores. It changes nothing, so that threads can share the trainer.
    ///
    /// `searched`: results of long searches, those of this query last.
    pub(super) fn find(&self, index: usize, documents: &ScoredDocuments, searched: &[Searched]) -> Found {
        let block = &self.blocks[index];
        let mut found = Found { hinge: f64::NEG_INFINITY, ..Found::default() };
        for (number, (component, loss)) in block.losses.iter().enumerate() {
            found.expected_loss = found.expected_loss.max(loss.expected_delta(documents.ranking()));
            let alignment_gain = loss.alignment_gain(documents);
            let mut known = searched.iter().rev().take_while(|found| found.place == block.place);
            let (delta, coefficients) = match known.find(|found| found.component == *component) {
                Some(found) => (loss.delta(&found.ranking), loss.delta_psi(&found.ranking)),
                None => loss.violated_plane(documents),
            };
            let hinge = delta - margin(&coefficients, documents.scores());
            match number {
                0 => found.first = (hinge, alignment_gain),
                _ => found.others.push((hinge, alignment_gain)),
            }
            if hinge > found.hinge || found.coefficients.is_empty() {
                (found.hinge, found.loss, found.coefficients) = (hinge, delta, coefficients);
            }
        }
        // y* itself has value 0; rounding can put the oracle's value slightly below.
        found.hinge = if found.hinge.is_nan() { found.hinge } else { found.hinge.max(0.0) };
        if block.weight != 1.0 {
            found.weigh(block.weight);
        }
        if self.config.working_set == WorkingSetScheme::NSlack {
            found.working_slack = self.working_set.slack_at(block.slack, &self.w);
            if found.hinge - found.working_slack > self.violation_tolerance() {
                let mut delta_psi = vec![0.0; self.data.n_features()];
                self.data.pull_back(block.documents.clone(), &found.coefficients, &mut delta_psi);
                found.delta_psi = Some(delta_psi);
            }
            // The thread that made them frees them at once, and uses the memory for the next query.
            found.coefficients = Vec::new();
        }
        found
    }

    /// Adds the result of the oracles of a block to the sums of the pass. Blocks come in order.
    pub(super) fn take(&mut self, index: usize, found: Found, sums: Sums) {
        let block = &self.blocks[index];
        let pass = &mut self.pass;
        pass.component_hinges.resize(self.n_components, 0.0);
        let losses = iter::once(&found.first).chain(&found.others);
        for ((component, _), (hinge, alignment_gain)) in block.losses.iter().zip(losses) {
            pass.alignment_gain += alignment_gain;
            pass.component_hinges[*component] += hinge;
        }
        pass.hinge += found.hinge;
        pass.expected_loss += found.expected_loss;
        match self.config.working_set {
            WorkingSetScheme::NSlack => {
                pass.working_slacks.resize(block.place + 1, 0.0);
                pass.working_slacks[block.place] += found.working_slack / block.weight;
                pass.worst_violation = pass.worst_violation.max(found.hinge - found.working_slack);
                if let Some(delta_psi) = found.delta_psi {
                    pass.planes.push(NewPlane { slack: block.slack, loss: found.loss, delta_psi });
                }
            }
            WorkingSetScheme::OneSlack => {
                if pass.planes.is_empty() {
                    let delta_psi = vec![0.0; self.data.n_features()];
                    pass.planes.push(NewPlane { slack: 0, loss: 0.0, delta_psi });
                }
                let sum = &mut pass.planes[0];
                sum.loss += found.loss;
                if sums == Sums::Missing {
                    self.data.pull_back(block.documents.clone(), &found.coefficients, &mut sum.delta_psi);
                }
            }
        }
    }

    /// Returns the violation below which a plane is ignored. If no violation is larger, all violations together add
    /// at most a tenth of the requested gap.
    pub(super) fn violation_tolerance(&self) -> f64 {
        if self.best.primal.is_finite() {
            let slacks_per_query = self.n_blocks() as f64 / self.total_weight;
            0.1 * self.config.gap * self.best.primal / (self.config.c * slacks_per_query)
        } else {
            0.0
        }
    }
}
