//! The start of the rounds: the reference rankings of the first round.
//!
//! Which reference the first round has decides where the rounds end, because the bound with a reference that follows w
//! is not convex. Each start is a direction of w. The references are aligned to it, a short trial solves that convex
//! problem to a wide gap, and the start whose trial has the lowest objective after another realignment wins. The first
//! round begins with the reference of that start, not with the trial's: where a trial ends depends on rounding, its
//! start does not. Where the long searches of one iteration take more than 10^8 steps, trials would take longer than
//! many runs: the mean difference is then the start.
//!
//! The mean of ψ over the ideal rankings is no candidate. Where ties are many, w = 0 is nearly optimal for it, and the
//! rounds that follow stay there. The first step that it would make is a candidate: the mean difference.
//!
//! The two directions are the mean difference of ψ, ideal rankings against chance, and the covariance of the features
//! with the grades within queries. A trial makes up to ten iterations.

use std::sync::Arc;

use crate::learner::cutting_plane::config::TrainerConfig;
use crate::learner::partitions::Directions;
use crate::learner::{Advance, Learner, Phase, Start};
use crate::ranking::TiedRanking;
use crate::ranking::scoring::check_scores;

use super::pass::LONG_SEARCH;
use super::{Block, State, Trainer};

/// The relative gap of a trial.
const TRIAL_GAP: f64 = 0.1;
/// The most iterations of a trial.
const TRIAL_ITERATIONS: usize = 10;
/// The most steps that the long searches of one iteration may take where the starts are tried. That many take about a
/// tenth of a second, and trials have up to twenty iterations.
const MOST_TRIAL_STEPS: f64 = 1e8;

/// The choice among the starts.
pub(super) struct Starts {
    /// Directions without a trial yet, the next one last.
    left: Vec<(Start, Vec<f64>)>,
    trial: Option<Trial>,
    best: Option<Tried>,
    /// Iterations of all trials so far.
    iterations: usize,
}

/// A start and the trainer that tries it, which holds the losses meanwhile.
struct Trial {
    start: Start,
    direction: Vec<f64>,
    trainer: Box<Trainer>,
}

/// The result of a trial.
struct Tried {
    start: Start,
    direction: Vec<f64>,
    /// The lowest objective after realignment.
    objective: f64,
}

impl Starts {
    /// Returns the losses that a running trial holds.
    pub(super) fn blocks(&self) -> Option<&[Block]> {
        self.trial.as_ref().map(|trial| &trial.trainer.blocks[..])
    }

    /// Takes the losses back from a running trial.
    pub(super) fn into_blocks(self) -> Option<Vec<Block>> {
        self.trial.map(|trial| trial.trainer.blocks)
    }
}

impl Trainer {
    /// Returns the choice among the starts; `None` if the references never move. Cost: two passes over the features.
    pub(super) fn starts(&self) -> Option<Starts> {
        let of = |(start, direction): (Start, Option<Vec<f64>>)| Some((start, direction?));
        let directions = || {
            let Directions { grade_covariance, mean_difference } = self.directions()?;
            Some([
                (Start::GradeCovariance, normalised(grade_covariance)),
                (Start::MeanDifference, normalised(mean_difference)),
            ])
        };
        let is_aligned = self.begins_aligned();
        (self.can_realign() && !is_aligned).then(|| Starts {
            left: directions().into_iter().flatten().filter_map(of).collect(),
            trial: None,
            best: None,
            iterations: 0,
        })
    }

    /// Works on the trials. Returns `None` once the start is chosen and the references are aligned to it.
    pub(super) fn try_starts(&mut self, budget: usize) -> Option<Advance> {
        loop {
            let State::Starting(starts) = &mut self.state else { return None };
            if let Some(trial) = &mut starts.trial {
                match trial.trainer.advance(budget) {
                    Advance::Working { .. } => {
                        return Some(Advance::Working {
                            phase: Phase::Start,
                            done: starts.iterations,
                            of: 0,
                        });
                    }
                    Advance::Stepped(_) => starts.iterations += 1,
                    Advance::Stopped(_) => self.end_trial(),
                }
            } else if let Some((start, direction)) = starts.left.pop() {
                self.begin_trial(start, direction);
            } else {
                let best = starts.best.take();
                self.state = State::Oracle;
                self.begin_rounds(best);
            }
        }
    }

    /// Begins the trial of a start, unless a score by its direction leaves its range.
    fn begin_trial(&mut self, start: Start, direction: Vec<f64>) {
        if self.align_to(&direction).is_none() {
            return;
        }
        if self.long_search_steps() > MOST_TRIAL_STEPS {
            if let State::Starting(starts) = &mut self.state {
                starts.left.clear();
                starts.best = Some(Tried { start, direction, objective: f64::INFINITY });
            }
            return;
        }
        let config = TrainerConfig {
            gap: self.config.gap.max(TRIAL_GAP),
            max_iterations: TRIAL_ITERATIONS,
            ..self.config.clone()
        };
        let (blocks, used_queries) = (std::mem::take(&mut self.blocks), self.used_queries.clone());
        let (data, elsewhere) = (Arc::clone(&self.data), self.elsewhere.clone());
        let mut trainer = Self::with_blocks(data, blocks, used_queries, elsewhere, self.n_components, config);
        trainer.is_trial = true;
        trainer.leave_out_ledger();
        if let State::Starting(starts) = &mut self.state {
            starts.trial = Some(Trial { start, direction, trainer: Box::new(trainer) });
        }
    }

    /// Returns the steps of the long searches of one pass.
    pub(super) fn long_search_steps(&self) -> f64 {
        if let Some(partitions) = &self.elsewhere {
            return partitions.sizes.long_search_steps;
        }
        let losses = self.blocks.iter().flat_map(|block| &block.losses);
        losses.map(|(_, loss)| loss.search_steps()).filter(|&steps| steps >= LONG_SEARCH).sum()
    }

    /// Takes the losses and the result of a trial.
    fn end_trial(&mut self) {
        let State::Starting(starts) = &mut self.state else { return };
        let Some(Trial { start, direction, trainer }) = starts.trial.take() else { return };
        let objective = trainer.best_aligned.primal;
        let is_best = starts.best.as_ref().is_none_or(|best| objective < best.objective);
        if objective.is_finite() && is_best {
            starts.best = Some(Tried { start, direction, objective });
        }
        self.blocks = trainer.blocks;
    }

    /// Aligns the references of the first round to the best start. They stay averaged if there is none.
    fn begin_rounds(&mut self, best: Option<Tried>) {
        let aligned = best.filter(|best| self.align_to(&best.direction).is_some());
        self.start = aligned.as_ref().map(|best| best.start);
        self.alignments.push(aligned.map(|best| best.direction));
    }

    /// Aligns all references to a w, before the first iteration. `None` if a score leaves its range.
    fn align_to(&mut self, w: &[f64]) -> Option<()> {
        if let Some(partitions) = &mut self.elsewhere {
            return partitions.align(w)?.is_finite.then_some(());
        }
        let all = self.blocks.iter().map(|block| self.data.scores(block.documents.clone(), w));
        let all: Vec<Vec<f64>> = all.collect();
        if all.iter().any(|scores| check_scores(scores).is_err()) {
            return None;
        }
        for (block, scores) in self.blocks.iter_mut().zip(&all) {
            for (_, loss) in &mut block.losses {
                loss.realign(scores);
            }
        }
        Some(())
    }

    /// Returns the sums that are the directions; `None` if queries elsewhere do not answer.
    fn directions(&self) -> Option<Directions> {
        match &self.elsewhere {
            Some(partitions) => partitions.directions(),
            None => Some(self.start_directions()),
        }
    }

    /// Returns whether the first round has a reference of its own.
    pub(super) fn begins_aligned(&self) -> bool {
        match &self.elsewhere {
            Some(partitions) => partitions.sizes.begins_aligned,
            None => self.blocks.iter().any(|block| block.losses[0].1.begins_aligned()),
        }
    }

    /// Returns Σ δψ, each query's mean over all its rankings: ideal rankings against chance.
    pub(super) fn mean_difference(&self) -> Vec<f64> {
        self.pulled_back(|block| {
            let by_chance = TiedRanking::by_scores(&vec![0.0; block.documents.len()]);
            block.losses[0].1.tied_delta_psi(&by_chance)
        })
    }

    /// Returns Σ mean (r − r̄) x, the covariance of the features with the grades within each query, or
    /// with the click weights where these stand for the grades.
    pub(super) fn grade_covariance(&self) -> Vec<f64> {
        self.pulled_back(|block| {
            let query = self.data.query(self.used_queries[block.place]);
            let labels: Vec<f64> = match query.click_weights {
                [] => query.grades.iter().map(|&grade| f64::from(grade)).collect(),
                weights => weights.to_vec(),
            };
            let n = labels.len() as f64;
            let mean = labels.iter().sum::<f64>() / n;
            Some(labels.iter().map(|label| (label - mean) / n).collect())
        })
    }

    /// Returns the sum of Xᵀ·coefficients over the blocks.
    fn pulled_back(&self, coefficients: impl Fn(&Block) -> Option<Vec<f64>>) -> Vec<f64> {
        let mut sum = vec![0.0; self.data.n_features()];
        for block in &self.blocks {
            if let Some(mut coefficients) = coefficients(block) {
                coefficients.iter_mut().for_each(|coefficient| *coefficient *= block.weight);
                self.data.pull_back(block.documents.clone(), &coefficients, &mut sum);
            }
        }
        sum
    }
}

/// Returns a direction with a greatest value of 1, because only the order by its scores counts. `None` if it is 0 or
/// not finite.
fn normalised(sum: Vec<f64>) -> Option<Vec<f64>> {
    let most = sum.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    let is_usable = most > 0.0 && sum.iter().all(|value| value.is_finite());
    is_usable.then(|| sum.into_iter().map(|value| value / most).collect())
}
