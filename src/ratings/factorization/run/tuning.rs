//! The choice of settings on held-out ratings.

use std::sync::Arc;

use super::super::{
    FactorProgress, RankingFactorization, RatingScorer, RatingsModel, RatingsProgress, SquaredError,
    SquaredErrorConfig, StepKind, SweptModel, TunedSettings, mean, measure,
};
use super::finishing::Finishing;
use super::{CHOOSER, RATINGS_PER_UNIT, RIDGES, RatingsRun, START_SCALE, SWEEPS, Stage, refuse};
use crate::ratings::Rows;
use crate::util::error::Error;

/// A model on its way through its sweeps.
pub(super) struct SweptRun<M: ?Sized> {
    pub model: Box<M>,
    pub sweeps: usize,
    /// Sweeps after which it ends.
    pub most: usize,
}

impl<M: SweptModel + ?Sized> SweptRun<M> {
    /// Sweeps once, unless it is done. Returns whether more sweeps are left.
    pub fn sweep(&mut self, left: &mut usize) -> bool {
        if self.sweeps < self.most {
            *left = left.saturating_sub(1 + self.model.n_ratings() / RATINGS_PER_UNIT);
            self.model.sweep();
            self.sweeps += 1;
        }
        self.sweeps < self.most
    }

    /// Sweeps within a budget. Returns whether more sweeps are left.
    pub fn advance(&mut self, left: &mut usize) -> bool {
        while *left > 0 {
            if !self.sweep(left) {
                return false;
            }
        }
        self.sweeps < self.most
    }
}

impl RatingsRun {
    pub(super) fn squared(&self, candidate: usize) -> Stage {
        let model = self.squared_model(&self.fit, RIDGES[candidate]);
        Stage::Squared { candidate, squared: SweptRun { model, sweeps: 0, most: SWEEPS } }
    }

    fn squared_model(&self, rows: &Arc<Rows>, ridge: f64) -> Box<SquaredError> {
        let config = SquaredErrorConfig { rank: self.settings.rank, ridge, seed: self.settings.seed };
        Box::new(SquaredError::new(Arc::clone(rows), config))
    }

    /// Returns the squared error with its tuned settings, before its first sweep.
    pub(super) fn tuned_squared(&self, rows: &Arc<Rows>) -> SweptRun<SquaredError> {
        let (ridge, most) = match &self.squared_choice {
            Some(chosen) => (chosen.weight, chosen.rounds),
            None => (RIDGES[0], SWEEPS),
        };
        SweptRun { model: self.squared_model(rows, ridge), sweeps: 0, most }
    }

    /// Trains the start of the ranking, then begins with its first candidate.
    pub(super) fn start_ranking(
        &mut self,
        mut squared: SweptRun<SquaredError>,
        budget: usize,
    ) -> Result<RatingsProgress, Error> {
        let mut left = budget.max(1);
        let is_started = !self.starts_squared() || !squared.advance(&mut left);
        self.stage = Some(if is_started {
            self.start = self.starts_squared().then(|| start_of(&squared.model));
            self.ranking(0)?
        } else {
            Stage::FirstStart { squared }
        });
        Ok(self.working(RIDGES.len()))
    }

    /// Trains the squared error on all training ratings, then begins with the final training.
    pub(super) fn start_training(
        &mut self,
        mut squared: SweptRun<SquaredError>,
        budget: usize,
    ) -> Result<RatingsProgress, Error> {
        let mut left = budget.max(1);
        let reply = self.working(self.n_candidates() - 1);
        if squared.advance(&mut left) {
            self.stage = Some(Stage::LastStart { squared });
            return Ok(reply);
        }
        self.start = self.starts_squared().then(|| start_of(&squared.model));
        self.squared = Some(squared.model);
        if self.last == RatingsModel::SquaredError {
            self.stage = Some(Stage::Finishing(Box::new(Finishing::new(None))));
            return Ok(reply);
        }
        let most = self.settings.rounds * self.settings.turns;
        let (weight, rounds) =
            self.ranking_choice.as_ref().map_or((self.settings.c[0], most), |one| (one.weight, one.rounds));
        let run = self.ranker(&self.train, weight, rounds.max(1))?;
        self.stage = Some(Stage::Final { run, rounds });
        Ok(reply)
    }

    fn starts_squared(&self) -> bool {
        self.settings.start == "squared-error"
    }

    fn ranking(&self, candidate: usize) -> Result<Stage, Error> {
        let turns = self.settings.rounds * self.settings.turns;
        let run = self.ranker(&self.fit, self.settings.c[candidate], turns)?;
        Ok(Stage::Ranking { candidate, run })
    }

    /// Returns a factorisation before its first step, from the start that the settings name.
    fn ranker(&self, rows: &Arc<Rows>, c: f64, turns: usize) -> Result<Box<RankingFactorization>, Error> {
        let config = self.settings.ranker(c, turns);
        let mut run = RankingFactorization::new(Arc::clone(rows), self.settings.loss()?, config)?;
        self.start.as_ref().map_or(Ok(()), |start| run.start_from(start))?;
        Ok(Box::new(run))
    }

    pub(super) fn held_out(&self, scorer: &dyn RatingScorer) -> Result<Option<f64>, Error> {
        let values = measure(scorer, &self.split.held_out, self.settings.neutral)?;
        Ok(mean(&values, CHOOSER).map(|(mean, _)| mean))
    }

    pub(super) fn tune_squared(
        &mut self,
        candidate: usize,
        mut squared: SweptRun<SquaredError>,
        budget: usize,
    ) -> Result<RatingsProgress, Error> {
        let mut left = budget.max(1);
        let mut is_unfinished = true;
        while is_unfinished && left > 0 {
            is_unfinished = squared.sweep(&mut left);
            let held_out = self.held_out(squared.model.as_ref())?;
            let at_edge = candidate == 0 || candidate + 1 == RIDGES.len();
            let rounds = squared.sweeps;
            note(
                &mut self.squared_choice,
                TunedSettings { weight: RIDGES[candidate], rounds, held_out, at_edge },
            );
        }
        self.stage = Some(if is_unfinished {
            Stage::Squared { candidate, squared }
        } else if candidate + 1 < RIDGES.len() {
            self.squared(candidate + 1)
        } else if self.last == RatingsModel::SquaredError {
            Stage::LastStart { squared: self.tuned_squared(&self.train) }
        } else {
            Stage::FirstStart { squared: self.tuned_squared(&self.fit) }
        });
        Ok(self.working(candidate))
    }

    pub(super) fn tune_ranking(
        &mut self,
        candidate: usize,
        mut run: Box<RankingFactorization>,
        budget: usize,
    ) -> Result<RatingsProgress, Error> {
        let c = self.settings.c[candidate];
        let progress = run.advance(budget);
        let reply = match progress {
            FactorProgress::Working { .. } => {
                self.stage = Some(Stage::Ranking { candidate, run });
                return Ok(self.working(RIDGES.len() + candidate));
            }
            FactorProgress::Stepped(step) => {
                let mut held_out = None;
                if matches!(step.kind, StepKind::Biases | StepKind::Balance) {
                    held_out = self.held_out(run.factors())?;
                    let at_edge = self.settings.c.len() > 1
                        && (candidate == 0 || candidate + 1 == self.settings.c.len());
                    note(
                        &mut self.ranking_choice,
                        TunedSettings { weight: c, rounds: step.turn, held_out, at_edge },
                    );
                }
                self.stage = Some(Stage::Ranking { candidate, run });
                return Ok(RatingsProgress::Stepped { c, is_final: false, step, held_out });
            }
            FactorProgress::Stopped(end) => {
                refuse(end)?;
                self.working(RIDGES.len() + candidate + 1)
            }
        };
        self.stage = Some(if candidate + 1 < self.settings.c.len() {
            self.ranking(candidate + 1)?
        } else {
            let chosen = self.ranking_choice.clone().unwrap_or(TunedSettings {
                weight: c,
                rounds: self.settings.rounds * self.settings.turns,
                held_out: None,
                at_edge: false,
            });
            self.ranking_choice = Some(chosen);
            Stage::LastStart { squared: self.tuned_squared(&self.train) }
        });
        Ok(reply)
    }
}

/// Returns V of a squared error as a start of the ranking.
fn start_of(squared: &SquaredError) -> Vec<f64> {
    squared.factors().items.iter().map(|value| START_SCALE * value).collect()
}

/// Keeps the choice with the greatest value; the earlier of equal ones.
pub(super) fn note(best: &mut Option<TunedSettings>, choice: TunedSettings) {
    let value = |choice: &TunedSettings| choice.held_out.unwrap_or(f64::NEG_INFINITY);
    if best.as_ref().is_none_or(|best| value(&choice) > value(best)) {
        *best = Some(choice);
    }
}
