//! The trainings of a cell on documents, one after the other, and the choice among them.

use std::sync::Arc;

use super::cell_result::{CellProgress, Recorded, TrainingEnd};
use super::cell_settings::with_all;
use super::click_settings::ClickWork;
use super::data::FoldSets;
use super::format::Study;
use super::plan::{Cell, Picked, fault};
use super::records::Record;
use super::training::{Outcome, Training};
use crate::data::Dataset;
use crate::learner::Phase;
use crate::method::settings::TrainingSettings;
use crate::util::error::Error;

/// The trainings of a cell.
pub(super) struct DocumentsCell {
    settings: TrainingSettings,
    picks: Vec<Picked>,
    seed: u64,
    n_trainings: usize,
    sets: FoldSets,
    /// Training data of the cell's size.
    train: Arc<Dataset>,
    /// Clicks that are still simulated.
    clicks: Option<ClickWork>,
    /// Training and validation part of every fold of the cross-validation, once needed.
    folds: Vec<[Arc<Dataset>; 2]>,
    cross_validation: Option<usize>,
    at: usize,
    current: Option<Training>,
    /// Sum and number of the validation values of every candidate.
    valid: Vec<(f64, usize)>,
    /// The trainings that have ended, if every measure chooses its own values.
    ends: Vec<TrainingEnd>,
    has_ends: bool,
    /// Candidate and training of the best model so far, with its values.
    best: Option<(usize, usize, Outcome)>,
}

impl DocumentsCell {
    /// Returns the trainings of a cell, none begun. Cost: a copy of the training data if the size is not all.
    pub fn new(study: &Study, cell: &Cell, settings: &TrainingSettings, sets: &FoldSets) -> Self {
        let train = match sets.chosen(cell.size(study), cell.seed) {
            Some(queries) => Arc::new(sets.train.select_queries(&queries)),
            None => Arc::clone(&sets.train),
        };
        Self {
            settings: settings.clone(),
            picks: cell.candidates.clone(),
            seed: cell.seed,
            n_trainings: cell.trainings,
            sets: sets.clone(),
            clicks: cell.clicks.as_ref().map(|clicks| ClickWork::new(clicks, &train, cell.seed)),
            train,
            folds: Vec::new(),
            cross_validation: study.folds_of_cell(cell.candidates.len()),
            at: 0,
            current: None,
            ends: Vec::new(),
            has_ends: study.chooses_each(),
            valid: vec![(0.0, 0); cell.candidates.len()],
            best: None,
        }
    }

    /// Returns training data of the cell's size, validation data and test data.
    pub fn data(&self) -> (&Dataset, Option<&Dataset>, &Dataset) {
        (&self.train, self.sets.valid.as_deref(), &self.sets.test)
    }

    /// Works for a slice, or to the end of a training.
    ///
    /// # Errors
    /// As [`TrainingRun::new`](crate::run::TrainingRun::new), `model` and [`ClickWork::advance`]; the cell then fails.
    pub fn work(&mut self, budget: usize, records: &[Record]) -> Result<CellProgress, Error> {
        if self.at == self.n_trainings {
            return Ok(CellProgress::Done);
        }
        let training = self.at;
        if let Some(clicks) = &mut self.clicks {
            let Some(weighted) = clicks.advance()? else {
                return Ok(CellProgress::Working { training, phase: Phase::Learn });
            };
            (self.train, self.clicks) = (weighted, None);
        }
        let mut current = match self.current.take() {
            Some(current) => current,
            None => self.start()?,
        };
        let (phase, has_ended) = current.advance(budget);
        if !has_ended {
            self.current = Some(current);
            return Ok(CellProgress::Working { training, phase });
        }
        let valid = current.valid();
        let (candidate, fold) = self.job();
        if self.picks.len() > 1
            && (fold.is_some() || self.cross_validation.is_none())
            && let (Some(value), Some(sum)) = (valid, self.valid.get_mut(candidate))
        {
            sum.0 += value;
            sum.1 += 1;
        }
        let mut tested = Vec::new();
        if fold.is_none() {
            let better = match &self.best {
                None => true,
                // Among equal values the first candidate stays.
                Some((other, ..)) => self.mean(candidate) > self.mean(*other),
            };
            if better {
                let outcome = current.outcome(records)?;
                if self.has_ends {
                    tested.clone_from(&outcome.queries);
                }
                self.best = Some((candidate, training, outcome));
            }
        }
        if self.has_ends {
            let chooses = fold.is_some() || self.cross_validation.is_none();
            self.ends.push(current.end(fold, chooses, records, &tested)?);
        }
        self.at += 1;
        Ok(CellProgress::Trained { training })
    }

    /// Returns candidate and fold of the current training. The last training of a cross-validation is on all data.
    fn job(&self) -> (usize, Option<usize>) {
        match self.cross_validation {
            None => (self.at, None),
            Some(folds) if self.at < folds * self.picks.len() => (self.at / folds, Some(self.at % folds)),
            Some(_) => {
                let first =
                    |best: usize, other: usize| if self.mean(other) > self.mean(best) { other } else { best };
                ((1..self.picks.len()).fold(0, first), None)
            }
        }
    }

    /// Returns the mean validation value of a candidate; a candidate without values is below all others.
    fn mean(&self, candidate: usize) -> Option<f64> {
        self.valid.get(candidate).filter(|(_, count)| *count > 0).map(|(sum, count)| sum / *count as f64)
    }

    fn start(&mut self) -> Result<Training, Error> {
        let (candidate, fold) = self.job();
        let settings = with_all(&self.settings, &self.picks[candidate])
            .map_err(|problem| fault("select.grid", problem))?;
        let Some(fold) = fold else {
            return Training::new(&self.train, self.sets.valid.as_ref(), Some(&self.sets.test), &settings);
        };
        if self.folds.is_empty() {
            let folds = self.train.folds(self.cross_validation.unwrap_or(2), self.seed)?;
            self.folds = folds.into_iter().map(|fold| fold.map(Arc::new)).collect();
        }
        let [train, valid] = &self.folds[fold];
        Training::new(train, Some(valid), None, &settings)
    }

    /// Returns the validation value of every candidate; none without a choice.
    pub fn candidates(&self) -> Vec<Option<f64>> {
        match self.picks.len() {
            0 | 1 => Vec::new(),
            n => (0..n).map(|candidate| self.mean(candidate)).collect(),
        }
    }

    /// Returns what is recorded of the chosen model; `None` before a training has ended.
    pub fn recorded(self) -> Option<Recorded> {
        let (candidate, training, outcome) = self.best?;
        let picked = self.picks.get(candidate).cloned().unwrap_or_default();
        let Outcome { values, queries, stop } = outcome;
        Some(Recorded { picked, training, trainings: self.ends, values, queries, stop })
    }
}
