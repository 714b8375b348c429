//! The work on one cell in slices, and its result. What a slice does depends on the kind of the study.

use super::cell_result::{CellProgress, CellResult, TrainingTime};
use super::cell_settings::{CellSettings, RankerSettings};
use super::click_settings::StudyClicks;
use super::data::{CellSets, StudySets};
use super::documents_cell::DocumentsCell;
use super::format::Study;
use super::plan::Cell;
use super::ranker_cell::RankerCell;
use super::ratings_cell::RatingsCell;
use super::records::{Record, RecordKind};
use crate::data::Dataset;
use crate::learner::Phase;
use crate::method::effective_options;
use crate::method::settings::TrainingSettings;
use crate::util::checksum::Checksum;
use crate::util::error::Error;
use crate::util::json::value_of;

enum Work {
    Documents(Box<DocumentsCell>),
    Ratings(Box<RatingsCell>),
    Ranker(Box<RankerCell>),
}

/// Queries' worth of time between two looks at the clock.
const SLICE: usize = 256;

/// The work on a cell. It has no clock: the caller passes one to [`CellRun::train`], or measures times and passes them
/// to [`CellRun::finish`].
pub struct CellRun {
    records: Vec<Record>,
    work: Work,
    failure: Option<Error>,
    key: String,
}

/// Version of the keys; another number trains all cells again.
const KEYS: &str = concat!("study 2, rankscope ", env!("CARGO_PKG_VERSION"));

impl CellRun {
    /// Returns the work on a cell. Cost: a copy of the training data if the size is not all; for ratings, one pass.
    ///
    /// # Errors
    /// [`Error::Absent`] for a cell of another study; [`Error::Data`] for ratings that do not suffice.
    pub fn new(study: &Study, cell: &Cell, sets: &StudySets) -> Result<Self, Error> {
        let (key, records) = (Self::key(study, cell, sets)?, study.records());
        let work = match (&sets.of_features(cell)?, &cell.settings) {
            (CellSets::Documents(sets), CellSettings::Documents(settings)) => {
                Work::Documents(Box::new(DocumentsCell::new(study, cell, settings, sets)))
            }
            (CellSets::Documents(documents), CellSettings::Ranker(settings)) => {
                Work::Ranker(Box::new(RankerCell::new(settings, sets.ranker(&settings.ranker)?, documents)))
            }
            (CellSets::Ratings(set), CellSettings::Ratings(settings)) => {
                Work::Ratings(Box::new(RatingsCell::new(settings, set)?))
            }
            _ => return Err(Error::absent("cell", format!("{} is not a cell of this study", cell.cell))),
        };
        Ok(Self { records, work, failure: None, key })
    }

    /// Returns the key of a cell: a checksum of everything that its result depends on.
    fn key(study: &Study, cell: &Cell, sets: &StudySets) -> Result<String, Error> {
        let names: Vec<String> = study.records().into_iter().map(|record| record.name).collect();
        // A cell with the validation values of every measure has another result than one without them.
        let each = if study.chooses_each() { "each " } else { "" };
        let on = study.select.as_ref().map(|select| format!("{each}{}", select.on));
        // Strings, finite numbers and lists can always be written as JSON.
        let text = match (sets.of(cell)?, &cell.settings) {
            (CellSets::Documents(sets), CellSettings::Documents(settings)) => {
                let queries = sets.chosen(cell.size(study), cell.seed);
                let draws = queries.is_some() || cell.clicks.as_ref().is_some_and(StudyClicks::draws);
                let settings = without_idle_seed(study, settings, draws);
                serde_json::to_string(&(
                    KEYS,
                    settings,
                    &cell.candidates,
                    on,
                    names,
                    queries,
                    sets.checksum(),
                ))
            }
            (CellSets::Documents(documents), CellSettings::Ranker(settings)) => {
                let ranker = sets.ranker(&settings.ranker)?.checksum();
                let RankerSettings { ties, threshold, group, .. } = settings.as_ref();
                let scale = (ties, threshold, group);
                serde_json::to_string(&(KEYS, "ranker", ranker, scale, names, documents.checksum()))
            }
            (CellSets::Ratings(set), settings) => {
                serde_json::to_string(&(KEYS, "ratings", settings, names, set.checksum()))
            }
            _ => return Err(Error::absent("cell", format!("{} is not a cell of this study", cell.cell))),
        };
        let mut checksum = Checksum::default();
        checksum.push(text.unwrap_or_default().as_bytes());
        for feature in &cell.without {
            checksum.push(b"\nwithout ");
            checksum.push(feature.as_bytes());
        }
        if let Some(clicks) = &cell.clicks {
            checksum.push(b"\nclicks ");
            checksum.push(value_of(&clicks.effective()).to_string().as_bytes());
        }
        Ok(checksum.hex())
    }

    /// Returns the key of the cell: cells with the same key have the same result.
    pub fn cell_key(&self) -> &str {
        &self.key
    }

    /// Returns training data of the cell's size, validation data and test data; `None` for ratings.
    pub(super) fn data(&self) -> Option<(&Dataset, Option<&Dataset>, &Dataset)> {
        match &self.work {
            Work::Documents(cell) => Some(cell.data()),
            Work::Ranker(cell) => Some(cell.data()),
            Work::Ratings(_) => None,
        }
    }

    /// Returns the keys of cells, without their trainings.
    ///
    /// # Errors
    /// [`Error::Absent`] for a cell of another study.
    pub fn keys(study: &Study, cells: &[Cell], sets: &StudySets) -> Result<Vec<String>, Error> {
        cells.iter().map(|cell| Self::key(study, cell, sets)).collect()
    }

    /// Works for about `budget` queries' worth of time, or to the end of a training. The slicing never changes the
    /// result.
    pub fn advance(&mut self, budget: usize) -> CellProgress {
        if self.failure.is_some() {
            return CellProgress::Done;
        }
        let worked = match &mut self.work {
            Work::Documents(cell) => cell.work(budget, &self.records),
            Work::Ratings(cell) => cell.work(budget),
            Work::Ranker(cell) => cell.work(&self.records),
        };
        worked.unwrap_or_else(|error| {
            self.failure = Some(error);
            CellProgress::Done
        })
    }

    /// Works to the end. Returns the result, or `None` as soon as `watch` returns false.
    ///
    /// `clock`: seconds since any moment. `watch`: called after every slice but the last one. The slices have one query
    /// if the share of time in the dual is recorded, because the time of a phase is measured in slices.
    pub fn train(
        mut self,
        clock: impl Fn() -> f64,
        mut watch: impl FnMut(CellProgress) -> bool,
    ) -> Option<CellResult> {
        let has_share = self.records.iter().any(|record| record.kind == RecordKind::QpShare);
        let slice = if has_share { 1 } else { SLICE };
        let mut times: Vec<TrainingTime> = Vec::new();
        loop {
            let start = clock();
            let state = self.advance(slice);
            let seconds = clock() - start;
            let (training, in_qp) = match state {
                CellProgress::Done => return Some(self.finish(&times)),
                CellProgress::Working { training, phase } => (training, phase == Phase::Qp),
                CellProgress::Trained { training } => (training, false),
            };
            if times.len() <= training {
                times.resize(training + 1, TrainingTime::default());
            }
            times[training].seconds += seconds;
            times[training].qp_seconds += if in_qp { seconds } else { 0.0 };
            if !watch(state) {
                return None;
            }
        }
    }

    /// Returns the result. `times`: one per training; a missing one leaves recorded times out.
    pub fn finish(self, times: &[TrainingTime]) -> CellResult {
        let (candidates, recorded) = match self.work {
            Work::Documents(cell) => (cell.candidates(), cell.recorded()),
            Work::Ratings(cell) => (Vec::new(), cell.recorded(&self.records)),
            Work::Ranker(cell) => (Vec::new(), cell.recorded()),
        };
        let base = CellResult { key: self.key.clone(), candidates, ..CellResult::default() };
        let recorded = match (self.failure, recorded) {
            (None, Some(recorded)) => recorded,
            (failure, _) => {
                let failure = failure
                    .map_or_else(|| "it was not trained to its end".to_owned(), |error| error.to_string());
                return CellResult { failure: Some(failure), ..base };
            }
        };
        let time = times.get(recorded.training);
        let values =
            recorded.values.into_iter().zip(&self.records).map(|(value, record)| match record.kind {
                RecordKind::Seconds => time.map(|time| time.seconds),
                RecordKind::QpShare => {
                    time.filter(|time| time.seconds > 0.0).map(|time| time.qp_seconds / time.seconds)
                }
                _ => value.filter(|value| value.is_finite()),
            });
        let mut trainings = recorded.trainings;
        for (end, time) in trainings.iter_mut().zip(times) {
            end.seconds = Some(time.seconds);
        }
        CellResult {
            picked: recorded.picked,
            trainings,
            values: values.collect(),
            queries: recorded.queries,
            stop: recorded.stop,
            ..base
        }
    }
}

/// Returns the settings with the default seed where the seed has no effect: it must not make two cells of one training.
/// `draws`: whether it chooses the queries, or draws clicks.
fn without_idle_seed(study: &Study, settings: &TrainingSettings, draws: bool) -> TrainingSettings {
    let mut settings = settings.clone();
    // A kernel's map draws pairs of documents.
    let uses_seed = draws
        || study.cross_validation().is_some()
        || !settings.map.eq_ignore_ascii_case("none")
        || study.grid().get("map").is_some()
        || study.grid().get("method").is_some()
        || effective_options(&settings).map_or(true, |options| options.iter().any(|one| one.name == "seed"));
    if !uses_seed {
        settings.seed = TrainingSettings::default().seed;
    }
    settings
}
