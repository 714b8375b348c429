//! The work on one cell: its trainings in slices, the choice among them, and the result.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::data::{FoldSets, StudySets};
use super::format::{Study, text_of};
use super::plan::{Cell, Picked, fault, with_all};
use super::records::{Record, RecordKind};
use super::training::{Outcome, Training};
use crate::checksum::Checksum;
use crate::data::Dataset;
use crate::error::Error;
use crate::learner::{Phase, StopReason};
use crate::method::effective_options;
use crate::settings::TrainingSettings;

/// The times of a training, which the caller measures.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TrainingTime {
    /// Seconds in all.
    pub seconds: f64,
    /// Seconds in slices that began in [`Phase::Qp`].
    pub qp_seconds: f64,
}

/// What a cell measured. Plain data, which a file or a worker's message carries.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CellResult {
    /// Key of the cell, see [`CellRun::key`].
    pub key: String,
    /// The values that validation picked, by setting.
    #[serde(default)]
    pub picked: Picked,
    /// Validation value of every candidate, in the order of [`Cell::candidates`]; empty without a choice.
    #[serde(default)]
    pub candidates: Vec<Option<f64>>,
    /// Recorded values, in the order of [`Study::records`]. Measures are means over the queries that define them.
    pub values: Vec<Option<f64>>,
    /// Values of every record by test query; empty for a record that is not a measure on the test data.
    pub queries: Vec<Vec<Option<f64>>>,
    /// Why the training behind these values ended.
    pub stop: Option<StopReason>,
    /// Why the cell failed, if it did.
    #[serde(default)]
    pub failure: Option<String>,
}

impl CellResult {
    /// Returns whether it is a complete result for these records.
    pub fn fits(&self, key: &str, records: &[Record]) -> bool {
        self.key == key
            && self.failure.is_none()
            && self.values.len() == records.len()
            && self.queries.len() == records.len()
    }

    /// Returns it as JSON.
    pub fn json(&self) -> String {
        // Strings, finite numbers and lists can always be written as JSON.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns the picked values as text, such as `c 10`.
    pub fn picked_text(&self) -> String {
        let texts: Vec<String> =
            self.picked.iter().map(|(key, value)| format!("{key} {}", text_of(value))).collect();
        texts.join(", ")
    }
}

/// The state of a cell after a slice of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum CellProgress {
    /// A training is at work.
    Working {
        /// Its number, from 0.
        training: usize,
        /// The phase that the slice began in; exact for slices of one query.
        phase: Phase,
    },
    /// A training has ended.
    Trained {
        /// Its number, from 0.
        training: usize,
    },
    /// All trainings have ended.
    Done,
}

/// The work on a cell. It has no clock: the caller measures times and passes them to [`CellRun::finish`].
pub struct CellRun {
    cell: Cell,
    records: Arc<Vec<Record>>,
    sets: FoldSets,
    /// Training data of the cell's size.
    train: Arc<Dataset>,
    /// Training and validation part of every fold of the cross-validation, once needed.
    folds: Vec<[Arc<Dataset>; 2]>,
    cross_validation: Option<usize>,
    at: usize,
    current: Option<Training>,
    /// Sum and number of the validation values of every candidate.
    valid: Vec<(f64, usize)>,
    best: Option<(usize, usize, Outcome)>,
    failure: Option<Error>,
    key: String,
}

/// Version of the keys; another number trains all cells again.
const KEYS: &str = concat!("study 1, rankscope ", env!("CARGO_PKG_VERSION"));

impl CellRun {
    /// Returns the work on a cell. Cost: a copy of the training data if the size is not all.
    ///
    /// # Errors
    /// [`Error::Absent`] for a cell of another study.
    pub fn new(study: &Study, cell: &Cell, sets: &StudySets) -> Result<Self, Error> {
        let sets = sets.of(cell)?.clone();
        let size = study.sizes[cell.place.last().copied().unwrap_or(0)];
        let train = match sets.chosen(size, cell.seed) {
            Some(queries) => Arc::new(sets.train.select_queries(&queries)),
            None => Arc::clone(&sets.train),
        };
        let key = Self::key(study, cell, &sets);
        let has_choice = cell.candidates.len() > 1;
        Ok(Self {
            records: Arc::new(study.records()),
            train,
            folds: Vec::new(),
            cross_validation: study.cross_validation().filter(|_| has_choice),
            at: 0,
            current: None,
            valid: vec![(0.0, 0); cell.candidates.len()],
            best: None,
            failure: None,
            key,
            cell: cell.clone(),
            sets,
        })
    }

    /// Returns the key of a cell: a checksum of everything that its result depends on.
    fn key(study: &Study, cell: &Cell, sets: &FoldSets) -> String {
        let size = study.sizes[cell.place.last().copied().unwrap_or(0)];
        let queries = sets.chosen(size, cell.seed);
        let mut settings = cell.settings.clone();
        // A seed without effect must not make two cells of one training. A kernel's map draws pairs of documents.
        let uses_seed = queries.is_some()
            || study.cross_validation().is_some()
            || !settings.map.eq_ignore_ascii_case("none")
            || study.grid().get("map").is_some()
            || study.grid().get("method").is_some()
            || effective_options(&settings)
                .map_or(true, |options| options.iter().any(|one| one.name == "seed"));
        if !uses_seed {
            settings.seed = TrainingSettings::default().seed;
        }
        let names: Vec<String> = study.records().into_iter().map(|record| record.name).collect();
        let on = study.select.as_ref().map(|select| &select.on);
        // Strings, finite numbers and lists can always be written as JSON.
        let text =
            serde_json::to_string(&(KEYS, settings, &cell.candidates, on, names, queries, sets.checksum()));
        let mut checksum = Checksum::default();
        checksum.push(text.unwrap_or_default().as_bytes());
        checksum.hex()
    }

    /// Returns the key of the cell: cells with the same key have the same result.
    pub fn cell_key(&self) -> &str {
        &self.key
    }

    /// Returns training data of the cell's size, validation data and test data.
    pub(super) fn data(&self) -> (&Dataset, Option<&Dataset>, &Dataset) {
        (&self.train, self.sets.valid.as_deref(), &self.sets.test)
    }

    /// Returns the keys of cells, without their trainings.
    ///
    /// # Errors
    /// As [`CellRun::new`].
    pub fn keys(study: &Study, cells: &[Cell], sets: &StudySets) -> Result<Vec<String>, Error> {
        cells.iter().map(|cell| Ok(Self::key(study, cell, sets.of(cell)?))).collect()
    }

    /// Works for about `budget` queries' worth of time, or to the end of a training. The slicing never changes the
    /// result.
    pub fn advance(&mut self, budget: usize) -> CellProgress {
        if self.failure.is_some() || self.at == self.cell.trainings {
            return CellProgress::Done;
        }
        match self.work(budget) {
            Ok(progress) => progress,
            Err(error) => {
                self.failure = Some(error);
                self.current = None;
                CellProgress::Done
            }
        }
    }

    fn work(&mut self, budget: usize) -> Result<CellProgress, Error> {
        let training = self.at;
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
        if self.cell.candidates.len() > 1
            && (fold.is_some() || self.cross_validation.is_none())
            && let (Some(value), Some(sum)) = (valid, self.valid.get_mut(candidate))
        {
            sum.0 += value;
            sum.1 += 1;
        }
        if fold.is_none() {
            let better = match &self.best {
                None => true,
                // Among equal values the first candidate stays.
                Some((other, ..)) => self.mean(candidate) > self.mean(*other),
            };
            if better {
                self.best = Some((candidate, training, current.outcome(&self.records)?));
            }
        }
        self.at += 1;
        Ok(CellProgress::Trained { training })
    }

    /// Returns candidate and fold of the current training. The last training of a cross-validation is on all data.
    fn job(&self) -> (usize, Option<usize>) {
        match self.cross_validation {
            None => (self.at, None),
            Some(folds) if self.at < folds * self.cell.candidates.len() => {
                (self.at / folds, Some(self.at % folds))
            }
            Some(_) => {
                let first =
                    |best: usize, other: usize| if self.mean(other) > self.mean(best) { other } else { best };
                ((1..self.cell.candidates.len()).fold(0, first), None)
            }
        }
    }

    /// Returns the mean validation value of a candidate; a candidate without values is below all others.
    fn mean(&self, candidate: usize) -> Option<f64> {
        self.valid.get(candidate).filter(|(_, count)| *count > 0).map(|(sum, count)| sum / *count as f64)
    }

    fn start(&mut self) -> Result<Training, Error> {
        let (candidate, fold) = self.job();
        let settings = with_all(&self.cell.settings, &self.cell.candidates[candidate])
            .map_err(|problem| fault("select.grid", problem))?;
        let Some(fold) = fold else {
            return Training::new(&self.train, self.sets.valid.as_ref(), Some(&self.sets.test), &settings);
        };
        if self.folds.is_empty() {
            let folds = self.train.folds(self.cross_validation.unwrap_or(2), self.cell.seed)?;
            self.folds = folds.into_iter().map(|fold| fold.map(Arc::new)).collect();
        }
        let [train, valid] = &self.folds[fold];
        Training::new(train, Some(valid), None, &settings)
    }

    /// Returns the result. `times`: one per training; a missing one leaves recorded times out.
    pub fn finish(self, times: &[TrainingTime]) -> CellResult {
        let candidates = match self.cell.candidates.len() {
            0 | 1 => Vec::new(),
            n => (0..n).map(|candidate| self.mean(candidate)).collect(),
        };
        let base = CellResult { key: self.key.clone(), candidates, ..CellResult::default() };
        let (picked, training, outcome) = match (self.failure, self.best) {
            (None, Some(best)) => best,
            (failure, _) => {
                let failure = failure
                    .map_or_else(|| "it was not trained to its end".to_owned(), |error| error.to_string());
                return CellResult { failure: Some(failure), ..base };
            }
        };
        let time = times.get(training);
        let values =
            outcome.values.into_iter().zip(self.records.iter()).map(|(value, record)| match record.kind {
                RecordKind::Seconds => time.map(|time| time.seconds),
                RecordKind::QpShare => {
                    time.filter(|time| time.seconds > 0.0).map(|time| time.qp_seconds / time.seconds)
                }
                _ => value.filter(|value| value.is_finite()),
            });
        CellResult {
            picked: self.cell.candidates.get(picked).cloned().unwrap_or_default(),
            values: values.collect(),
            queries: outcome.queries,
            stop: outcome.stop,
            ..base
        }
    }
}
