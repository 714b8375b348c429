//! The cells of a study: the product of its axes, and the trainings of each cell.

use serde::Serialize;
use serde_json::Value;

pub use super::cell_settings::Picked;
pub(super) use super::cell_settings::fault;
use super::cell_settings::{CellSettings, RankerSettings, StudyKind, with_all};
use super::click_settings::{PREFIX, StudyClicks};
use super::format::{EACH, Grid, Level, RANKER, Select, Size, Study, TIES, WITHOUT, text_of};
use super::ordered::Ordered;
use super::records::{Record, RecordKind, parse_all};
use crate::data::Dataset;
use crate::method::effective_options;
use crate::method::settings::{CLICKS, TrainingSettings, present_name};
use crate::metric::COST;
use crate::util::error::Error;

/// Largest number of trainings of a study, without those of a cross-validation.
pub const MOST_TRAININGS: usize = 5_000;

/// An axis of a study. The first is `data`, the last is `size`, and the factors are between.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Axis {
    /// Name.
    pub name: String,
    /// Names of its levels.
    pub levels: Vec<String>,
    /// The levels as numbers, if all are numbers.
    pub numbers: Option<Vec<f64>>,
}

/// A cell: one place of all axes, one fold and one seed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cell {
    /// Number of the cell, from 0.
    pub cell: usize,
    /// Index of the level on every axis: data, factors, size.
    pub place: Vec<usize>,
    /// Fold of the data, from 0.
    pub fold: usize,
    /// Seed.
    pub seed: u64,
    /// Settings without the values of the grid.
    pub settings: CellSettings,
    /// Features that are left out, by number from 1 or by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// Simulated clicks that it learns from; `None` for grades.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clicks: Option<StudyClicks>,
    /// Combinations of grid values to try; one empty combination if there is nothing to choose. If every measure
    /// chooses its own values, there is one combination, and the cells of a place have different ones.
    pub candidates: Vec<Picked>,
    /// Number of trainings.
    pub trainings: usize,
}

impl Study {
    /// Returns the kind of its data, which is that of the first data set.
    pub fn kind(&self) -> StudyKind {
        match self.data.first() {
            Some(entry) if entry.0.ratings.is_some() => StudyKind::Ratings,
            _ => StudyKind::Documents,
        }
    }

    /// Returns the axes.
    pub fn axes(&self) -> Vec<Axis> {
        let names = |name: &str, levels: Vec<String>| Axis { name: name.to_owned(), levels, numbers: None };
        let mut axes = vec![names("data", self.data.iter().map(|entry| entry.0.name.clone()).collect())];
        for (name, levels) in &self.factors.0 {
            let number = |level: &Level| match level {
                Level::Value(value) => value.as_f64(),
                Level::Settings { .. } => None,
            };
            let numbers = levels.iter().map(number).collect();
            axes.push(Axis { numbers, ..names(name, levels.iter().map(Level::name).collect()) });
        }
        let sizes = self.sizes.iter().map(|size| text_of(&Value::from(*size))).collect();
        axes.push(names("size", sizes));
        axes
    }

    /// Returns the recorded values, ranges expanded.
    pub fn records(&self) -> Vec<Record> {
        // The names were checked when the study was parsed.
        parse_all(&self.record).unwrap_or_default()
    }

    /// Returns the measure that chooses settings and iterates.
    pub fn chooses_by(&self) -> String {
        match &self.select {
            Some(select) if !select.by.is_empty() && !self.chooses_each() => select.by.clone(),
            _ => {
                let is_test = |record: &Record| matches!(record.kind, RecordKind::Test(_));
                let first = self.records().into_iter().find(is_test);
                first.map_or_else(|| "ndcg@10".to_owned(), |record| record.name)
            }
        }
    }

    /// Returns whether every measure on the test data chooses its own values of the grid.
    pub fn chooses_each(&self) -> bool {
        self.select.as_ref().is_some_and(|select| select.by.trim().eq_ignore_ascii_case(EACH))
    }

    /// Returns the number of folds of the cross-validation that chooses settings; `None` if validation data do.
    pub fn cross_validation(&self) -> Option<usize> {
        self.select.as_ref()?.on.strip_prefix("cv:")?.parse().ok()
    }

    /// Returns the cells in the order of the axes, folds and seeds within.
    ///
    /// # Errors
    /// [`Error::Config`] with the place of a setting that cannot be used, or for too many trainings.
    pub fn cells(&self) -> Result<Vec<Cell>, Error> {
        let axes = self.axes();
        let mut count = self.seeds.len();
        for axis in &axes {
            count = count.saturating_mul(axis.levels.len());
        }
        if count > MOST_TRAININGS {
            return Err(too_many(&format!("at least {count}")));
        }
        let mut cells = Vec::new();
        let mut trainings = 0_usize;
        let mut place = vec![0; axes.len()];
        loop {
            let levels = &place[1..axes.len() - 1];
            let clicks = self.clicks(levels)?;
            let settings = self.settings(levels, clicks.is_some())?;
            let clicks = clicks.filter(|_| !matches!(settings, CellSettings::Ranker(_)));
            let without = self.without(levels)?;
            let candidates = self.candidates(&settings)?;
            let groups: Vec<Vec<Picked>> = match self.chooses_each() {
                true => candidates.into_iter().map(|candidate| vec![candidate]).collect(),
                false => vec![candidates],
            };
            for fold in 0..self.data[place[0]].n_folds() {
                for (&seed, candidates) in
                    self.seeds.iter().flat_map(|seed| groups.iter().map(move |group| (seed, group)))
                {
                    trainings = trainings.saturating_add(candidates.len());
                    if trainings > MOST_TRAININGS {
                        return Err(too_many(&format!("more than {MOST_TRAININGS}")));
                    }
                    let settings = settings.clone().seeded(seed);
                    let trains = !matches!(settings, CellSettings::Ranker(_));
                    let runs = if trains { self.runs(candidates.len()) } else { 0 };
                    let (cell, place, candidates) = (cells.len(), place.clone(), candidates.clone());
                    let (without, clicks) = (without.clone(), clicks.clone());
                    cells.push(Cell {
                        cell,
                        place,
                        fold,
                        seed,
                        settings,
                        without,
                        clicks,
                        candidates,
                        trainings: runs,
                    });
                }
            }
            // The next place: the last axis turns fastest.
            let turned = (0..axes.len()).rev().find(|&axis| place[axis] + 1 < axes[axis].levels.len());
            let Some(turned) = turned else { return Ok(cells) };
            place[turned] += 1;
            place[turned + 1..].fill(0);
        }
    }

    /// Returns the number of trainings of a cell: those on folds are repeated for every candidate.
    fn runs(&self, candidates: usize) -> usize {
        match self.folds_of_cell(candidates) {
            Some(folds) => candidates.saturating_mul(folds).saturating_add(1),
            None => candidates,
        }
    }

    /// Returns the number of folds that a cell with these candidates trains on; `None` without a cross-validation, or
    /// if there is nothing to choose.
    pub(super) fn folds_of_cell(&self, candidates: usize) -> Option<usize> {
        self.cross_validation().filter(|_| candidates > 1 || self.chooses_each())
    }

    /// Returns the values of settings at a level of every factor, with their places in the study; a later one replaces
    /// an earlier one.
    fn values(&self, levels: &[usize]) -> Vec<(String, &str, &Value)> {
        let mut values: Vec<(String, &str, &Value)> =
            self.fixed.0.iter().map(|(key, value)| (format!("fixed.{key}"), key.as_str(), value)).collect();
        for ((name, all), &level) in self.factors.0.iter().zip(levels) {
            let place = format!("factors.{name}[{level}]");
            match &all[level] {
                Level::Value(_) if name == WITHOUT => {}
                Level::Value(value) => values.push((place, name, value)),
                Level::Settings { .. } if all[level].ranker().is_some() => {}
                Level::Settings { settings, .. } => {
                    let settings = settings.iter().filter(|(key, _)| *key != WITHOUT);
                    values
                        .extend(settings.map(|(key, value)| (format!("{place}.{key}"), key.as_str(), value)));
                }
            }
        }
        values
    }

    /// Returns the simulated clicks at a level of every factor; `None` if the study has no setting of clicks.
    fn clicks(&self, levels: &[usize]) -> Result<Option<StudyClicks>, Error> {
        let mut clicks = None;
        for (place, key, value) in self.values(levels).iter().filter(|(_, key, _)| key.starts_with(PREFIX)) {
            if self.kind() == StudyKind::Ratings {
                return Err(fault(place, "ratings have no clicks"));
            }
            let with = clicks.unwrap_or_else(StudyClicks::default).with(key, value);
            clicks = Some(with.map_err(|problem| fault(place, problem))?);
        }
        if let Some(clicks) = &clicks {
            clicks.check().map_err(|error| fault(&self.named(levels, "clicks"), error))?;
        }
        Ok(clicks)
    }

    /// Returns the names of levels, such as `method dorm`; `otherwise` if there are none.
    fn named(&self, levels: &[usize], otherwise: &str) -> String {
        let names = self.factors.0.iter().zip(levels);
        let names: Vec<String> =
            names.map(|((name, values), &level)| format!("{name} {}", values[level].name())).collect();
        if names.is_empty() { otherwise.to_owned() } else { names.join(", ") }
    }

    /// Returns the settings at a level of every factor. `has_clicks`: whether clicks are simulated.
    fn settings(&self, levels: &[usize], has_clicks: bool) -> Result<CellSettings, Error> {
        let mut values = self.values(levels);
        values.retain(|(_, key, _)| !key.starts_with(PREFIX));
        let ranker = self.factors.0.iter().zip(levels).find_map(|((_, all), &level)| match &all[level] {
            Level::Settings { settings, .. } if all[level].ranker().is_some() => Some(settings),
            _ => None,
        });
        let mut settings = CellSettings::with_each(self.kind(), &values)?;
        if let CellSettings::Documents(settings) = &mut settings {
            let usual = TrainingSettings::default().targets;
            match (has_clicks, settings.learns_from_clicks()) {
                (true, false) if settings.targets != usual => {
                    let problem = "the targets are clicks where clicks are simulated; remove this setting";
                    return Err(fault("targets", problem));
                }
                (true, _) => CLICKS.clone_into(&mut settings.targets),
                (false, true) => {
                    let problem =
                        "clicks need a log; give clicks.logger, such as feature:1, whose lists users see";
                    return Err(fault("targets", problem));
                }
                (false, false) => {}
            }
            settings.measures = vec![self.chooses_by()];
            if self.records().iter().any(|record| record.measure().is_some_and(|measure| measure.is(&COST))) {
                settings.measures.push(COST.whole().key());
            }
        }
        let checked = settings.check();
        if let (Some(level), CellSettings::Documents(training)) = (ranker, &settings) {
            let word = |key: &str| level.get(key).and_then(Value::as_str);
            settings = CellSettings::Ranker(Box::new(RankerSettings {
                ranker: word(RANKER).unwrap_or_default().to_owned(),
                ties: word(TIES).unwrap_or("expected").to_owned(),
                threshold: training.threshold,
                group: training.group.clone(),
            }));
        }
        checked.map_err(|error| fault(&self.named(levels, "fixed"), error))?;
        Ok(settings)
    }

    /// Returns the features that the levels of all factors leave out. The level [`EACH`] leaves none out.
    fn without(&self, levels: &[usize]) -> Result<Vec<String>, Error> {
        let mut features = Vec::new();
        for ((name, all), &level) in self.factors.0.iter().zip(levels) {
            let given = match &all[level] {
                Level::Value(value) if name == WITHOUT => value,
                Level::Settings { settings, .. } if settings.contains_key(WITHOUT) => &settings[WITHOUT],
                _ => continue,
            };
            let place = format!("factors.{name}[{level}]");
            if self.kind() == StudyKind::Ratings {
                return Err(fault(&place, "ratings have no features that can be left out"));
            }
            let text = match given {
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                _ => return Err(fault(&place, "features are a text such as \"3,title\"")),
            };
            let listed = text.split(',').map(str::trim).filter(|one| !one.is_empty() && *one != EACH);
            features.extend(listed.map(str::to_owned));
        }
        Ok(features)
    }

    /// Returns the study with a level for every feature in the place of the level [`EACH`]; `None` if there is none.
    /// `data`: training data of the first data set.
    pub(super) fn with_features(&self, data: &Dataset) -> Option<Self> {
        let mut study = self.clone();
        let (_, levels) = study.factors.0.iter_mut().find(|(name, _)| name == WITHOUT)?;
        let place = levels.iter().position(|level| matches!(level, Level::Value(value) if value == EACH))?;
        let own = |feature: usize| data.feature_names().get(feature).and_then(Option::as_deref);
        let level = |feature: usize| {
            let name = own(feature).map_or_else(|| format!("f{}", feature + 1), str::to_owned);
            Level::without(&format!("without {name}"), &(feature + 1).to_string())
        };
        levels.splice(place..=place, (0..data.n_features()).map(level));
        Some(study)
    }

    /// Returns the combinations of grid values for a cell. Settings that have no effect on its method are left out.
    fn candidates(&self, settings: &CellSettings) -> Result<Vec<Picked>, Error> {
        let mut candidates: Vec<Picked> = vec![Vec::new()];
        let (Some(Select { grid: Grid::Settings(grid), .. }), CellSettings::Documents(settings)) =
            (&self.select, settings)
        else {
            return Ok(candidates);
        };
        let effective = effective_options(settings)?;
        for (key, values) in &grid.0 {
            if effective.iter().all(|option| option.name != present_name(key)) {
                continue;
            }
            let longer = |picked: &Picked| {
                let picked = picked.clone();
                values.iter().map(move |value| [picked.clone(), vec![(key.clone(), value.clone())]].concat())
            };
            candidates = candidates.iter().flat_map(longer).collect();
            if candidates.len() > MOST_TRAININGS {
                return Err(too_many(&format!("more than {MOST_TRAININGS}")));
            }
        }
        for picked in &candidates {
            let parsed = with_all(settings, picked)
                .and_then(|settings| settings.parse().map(drop).map_err(|error| error.to_string()));
            parsed.map_err(|problem| fault("select.grid", problem))?;
        }
        Ok(candidates)
    }

    /// Returns the settings of the grid with the values to try.
    pub fn grid(&self) -> Ordered<Vec<Value>> {
        match &self.select {
            Some(Select { grid: Grid::Settings(grid), .. }) => grid.clone(),
            _ => Ordered::default(),
        }
    }
}

fn too_many(count: &str) -> Error {
    let problem = format!(
        "it has {count} trainings, and at most {MOST_TRAININGS} are allowed; use fewer levels, sizes, seeds or values of \
         the grid"
    );
    Error::config("study", problem)
}

impl Cell {
    /// Returns its number of training queries.
    pub(super) fn size(&self, study: &Study) -> Size {
        self.place.last().and_then(|size| study.sizes.get(*size)).copied().unwrap_or(Size::All)
    }
}

impl Size {
    /// Returns the number of queries out of `n`; `None` if there are fewer.
    pub(super) fn of(self, n: usize) -> Option<usize> {
        match self {
            Self::All => Some(n),
            Self::Queries(queries) => (queries <= n).then_some(queries),
            Self::Percent(percent) => {
                Some((libm::round(percent / 100.0 * n as f64) as usize).clamp(1.min(n), n))
            }
        }
    }
}
