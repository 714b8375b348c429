//! A study with its data and results, for callers that train its cells one by one. Must not know clock, files or
//! workers.

use super::cell::CellRun;
use super::cell_result::{CellResult, picked_text};
use super::cell_settings::{CellSettings, with_all};
use super::check::check;
use super::comparison::Comparison;
use super::data::{Source, SourceData, StudySets};
use super::data_format::RatingsEntry;
use super::format::Study;
use super::outline::{CellData, CellPlan, CellRatings, StudyOutline};
use super::plan::Cell;
use super::records::RecordKind;
use super::row_queries::QueryValues;
use super::table::StudyTable;
use crate::data::{Dataset, to_letor};
use crate::learner::StopReason;
use crate::method::settings::TrainingSettings;
use crate::ratings::factorization::FactorizationSettings;
use crate::util::error::{Error, shown};
use crate::util::json;
use crate::util::marks::MarksPlot;

/// Why a cell does not open as a training on data.
fn closed(cell: &Cell) -> Option<&'static str> {
    match &cell.settings {
        _ if cell.clicks.is_some() => Some("it learns from simulated clicks, which are not part of the data"),
        CellSettings::Ranker(_) => Some("it is a ranker, and trains nothing"),
        _ => None,
    }
}

/// A study with its data, and the results so far.
#[derive(Debug)]
pub struct StudySession {
    study: Study,
    cells: Vec<Cell>,
    /// Keys of the cells, once the data are prepared.
    keys: Vec<String>,
    sources: Vec<Source>,
    data: Vec<Option<SourceData>>,
    sets: Option<StudySets>,
    results: Vec<Option<CellResult>>,
    /// The statistics of the results, until another result arrives.
    table: Option<StudyTable>,
}

impl StudySession {
    /// Parses a study and plans its cells.
    ///
    /// # Errors
    /// As [`Study::parse`].
    pub fn new(json: &str) -> Result<Self, Error> {
        let study = Study::parse(json)?;
        let cells = study.cells()?;
        let sources = study.sources();
        Ok(Self {
            data: vec![None; sources.len()],
            results: vec![None; cells.len()],
            keys: Vec::new(),
            sets: None,
            table: None,
            study,
            cells,
            sources,
        })
    }

    /// Returns what the study declares.
    pub fn outline(&self) -> StudyOutline {
        let study = &self.study;
        let records = study.records();
        StudyOutline {
            title: study.title.clone(),
            found: study.found.clone(),
            here: study.here.clone(),
            repeats: study.repeats.clone(),
            axes: study.axes(),
            cells: self.cells.len(),
            trainings: self.cells.iter().map(|cell| cell.trainings).sum(),
            kind: study.kind(),
            files: self.sources.iter().filter_map(Source::file).map(str::to_owned).collect(),
            has_qp_share: records.iter().any(|record| record.kind == RecordKind::QpShare),
            records: records.into_iter().map(|record| record.name).collect(),
        }
    }

    /// Returns the study as JSON, with all defaults.
    pub fn json(&self) -> String {
        self.study.json()
    }

    /// Returns the grades of the ratings in a file, `ceil` or `double`; `None` for a file of documents.
    pub fn grades_of(&self, file: &str) -> Option<&str> {
        self.sources.iter().find_map(|source| match source {
            Source::Ratings { file: name, grades } if name == file => Some(grades.as_str()),
            _ => None,
        })
    }

    /// Whether a file is that of a ranker.
    pub fn reads_ranker(&self, file: &str) -> bool {
        self.sources.iter().any(|source| matches!(source, Source::Ranker(name) if name == file))
    }

    /// Sets the data of a file that the study reads.
    ///
    /// # Errors
    /// [`Error::Absent`] for a file that the study does not name, or not for this kind of data.
    pub fn give(&mut self, file: &str, data: SourceData) -> Result<(), Error> {
        let is_of = |source: &Source| match (source, &data) {
            (Source::File(name), SourceData::Documents(_))
            | (Source::Ranker(name), SourceData::Ranker(_))
            | (Source::Ratings { file: name, .. }, SourceData::Ratings(_)) => name == file,
            _ => false,
        };
        let mut is_read = false;
        for (_, slot) in self.sources.iter().zip(&mut self.data).filter(|(source, _)| is_of(source)) {
            *slot = Some(data.clone());
            is_read = true;
        }
        if !is_read {
            let what = match data {
                SourceData::Documents(_) => "documents",
                SourceData::Ratings(_) => "ratings",
                SourceData::Ranker(_) => "ranker",
            };
            return Err(Error::absent("file", format!("the study reads no {what} from {}", shown(file))));
        }
        self.sets = None;
        Ok(())
    }

    /// Makes the generated samples and the training, validation and test sets. A factor with the level `each` gets a
    /// level for every feature, so that there may be more cells.
    ///
    /// # Errors
    /// [`Error::Data`] for a file without data, and as [`StudySets::new`].
    pub fn prepare(&mut self) -> Result<(), Error> {
        let mut data = Vec::new();
        for (source, given) in self.sources.iter().zip(&mut self.data) {
            let content = match (given.as_ref(), source) {
                (Some(given), _) => given.clone(),
                (None, source) => source.generated().unwrap_or_else(|| {
                    let name = source.file().unwrap_or_default();
                    Err(Error::data(format!("the file {} is missing", shown(name))))
                })?,
            };
            data.push(given.insert(content).clone());
        }
        let sets = StudySets::new(&self.study, &data)?;
        let expanded = sets.first_training().and_then(|train| self.study.with_features(train));
        if let Some(mut study) = expanded {
            check(&mut study)?;
            self.cells = study.cells()?;
            self.results = vec![None; self.cells.len()];
            self.study = study;
        }
        self.cells.iter().try_for_each(|cell| sets.check_features(cell))?;
        self.keys = CellRun::keys(&self.study, &self.cells, &sets)?;
        self.sets = Some(sets);
        self.table = None;
        Ok(())
    }

    fn sets(&self) -> Result<&StudySets, Error> {
        self.sets.as_ref().ok_or_else(|| Error::absent("study", "its data are not prepared".to_owned()))
    }

    fn cell(&self, cell: usize) -> Result<&Cell, Error> {
        let absent = || Error::absent("cell", format!("{cell} is not below {}", self.cells.len()));
        self.cells.get(cell).ok_or_else(absent)
    }

    /// Returns the cells in the order of the study.
    ///
    /// # Errors
    /// [`Error::Absent`] before the data are prepared.
    pub fn cells(&self) -> Result<Vec<CellPlan>, Error> {
        let sets = self.sets()?;
        let plan = |(cell, key): (&Cell, &String)| CellPlan {
            cell: cell.cell,
            place: cell.place.clone(),
            fold: cell.fold,
            seed: cell.seed,
            key: key.clone(),
            candidate: if self.study.chooses_each() {
                picked_text(cell.candidates.iter().flatten())
            } else {
                String::new()
            },
            trainings: cell.trainings,
            closed: closed(cell),
            training_queries: self
                .study
                .sizes
                .get(cell.place.last().copied().unwrap_or(0))
                .map_or(0, |size| sets.n_training_queries(cell, *size)),
        };
        Ok(self.cells.iter().zip(&self.keys).map(plan).collect())
    }

    /// Returns the work on a cell.
    ///
    /// # Errors
    /// [`Error::Absent`] for a number that is not of a cell, or before the data are prepared.
    pub fn start(&self, cell: usize) -> Result<CellRun, Error> {
        CellRun::new(&self.study, self.cell(cell)?, self.sets()?)
    }

    /// Stores the result of a cell: the JSON of a [`CellResult`]. Returns whether its training came to its end.
    ///
    /// # Errors
    /// [`Error::Data`] for another text; [`Error::Absent`] for a result of another cell.
    pub fn record(&mut self, cell: usize, result: &str) -> Result<bool, Error> {
        let result: CellResult =
            json::read(result).map_err(|error| Error::data(format!("not a result: {error}")))?;
        let is_complete = result.stop.is_some_and(StopReason::is_complete);
        self.put(cell, result)?;
        Ok(is_complete)
    }

    /// Stores the result of a cell.
    ///
    /// # Errors
    /// [`Error::Absent`] for a result of another cell.
    pub fn put(&mut self, cell: usize, result: CellResult) -> Result<(), Error> {
        self.sets()?;
        self.cell(cell)?;
        let key = self.keys.get(cell).map_or("", String::as_str);
        let is_failure = result.failure.is_some() && result.values.is_empty() && result.key == key;
        if !is_failure && !result.fits(key, &self.study.records()) {
            return Err(Error::absent("result", "it is the result of another cell or study".to_owned()));
        }
        if let Some(slot) = self.results.get_mut(cell) {
            *slot = Some(result);
        }
        self.table = None;
        Ok(())
    }

    /// Returns the study with all its defaults.
    pub fn study(&self) -> &Study {
        &self.study
    }

    /// Returns the data that the study reads or generates.
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// Returns the cells with the settings that they train.
    pub fn planned(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the results so far, one place per cell.
    pub fn results(&self) -> &[Option<CellResult>] {
        &self.results
    }

    /// Returns the result of a cell, if there is one.
    pub fn result(&self, cell: usize) -> Option<&CellResult> {
        self.results.get(cell).and_then(Option::as_ref)
    }

    /// Returns the statistics of the results so far. Cost: as [`StudyTable::new`] after a new result, else none.
    ///
    /// # Errors
    /// [`Error::Absent`] before the data are prepared.
    pub fn table(&mut self) -> Result<&StudyTable, Error> {
        let sets = self
            .sets
            .as_ref()
            .ok_or_else(|| Error::absent("study", "its data are not prepared".to_owned()))?;
        let (study, cells, results) = (&self.study, &self.cells, &self.results);
        Ok(self.table.get_or_insert_with(|| StudyTable::new(study, cells, results, sets)))
    }

    /// Returns a text or a list that is made from the table.
    fn of_table<T>(&mut self, make: impl Fn(&StudyTable, &Study) -> T) -> Result<T, Error> {
        self.table()?;
        match &self.table {
            Some(table) => Ok(make(table, &self.study)),
            None => Err(Error::absent("study", "its data are not prepared".to_owned())),
        }
    }

    /// Returns the tables as texts. Errors of this and the next functions: as [`StudySession::table`].
    pub fn sheets(&mut self) -> Result<Vec<super::Sheet>, Error> {
        self.of_table(StudyTable::sheets)
    }

    /// Returns the sentences below the tables, warnings last.
    pub fn notes(&mut self) -> Result<Vec<String>, Error> {
        self.of_table(StudyTable::notes)
    }

    /// Returns the plots as series.
    pub fn plots(&mut self) -> Result<Vec<MarksPlot>, Error> {
        self.of_table(StudyTable::plots)
    }

    /// Returns the results as a comparison of methods; `None` for a study of another form, see [`Comparison`].
    pub fn comparison(&mut self) -> Result<Option<Comparison<'_>>, Error> {
        self.table()?;
        let table = self.table.as_ref();
        Ok(table.and_then(|table| Comparison::of(&self.study, &self.cells, &self.results, table)))
    }

    /// Returns the test queries behind a row of the table.
    ///
    /// # Errors
    /// [`Error::Absent`] for a number that is not of a row.
    pub fn row_queries(&mut self, row: usize) -> Result<Vec<QueryValues>, Error> {
        self.table()?;
        match (&self.table, &self.sets) {
            (Some(table), Some(sets)) if row < table.rows.len() => {
                Ok(table.row_queries(row, &self.cells, &self.results, sets))
            }
            _ => Err(Error::absent("row", format!("{row} is not a row of the table"))),
        }
    }

    /// Returns the tables as Markdown.
    pub fn markdown(&mut self) -> Result<String, Error> {
        self.of_table(StudyTable::markdown)
    }

    /// Returns the tables as LaTeX.
    pub fn latex(&mut self) -> Result<String, Error> {
        self.of_table(StudyTable::latex)
    }

    /// Returns one line per finished cell and recorded value.
    pub fn cells_csv(&mut self) -> Result<String, Error> {
        self.table()?;
        match (&self.table, &self.sets) {
            (Some(table), Some(sets)) => Ok(table.cells_csv(&self.study, &self.cells, &self.results, sets)),
            _ => Err(Error::absent("study", "its data are not prepared".to_owned())),
        }
    }

    /// Returns one line per finished cell, test query and measure on the test data.
    pub fn queries_csv(&mut self) -> Result<String, Error> {
        self.table()?;
        match (&self.table, &self.sets) {
            (Some(table), Some(sets)) => Ok(table.queries_csv(&self.study, &self.cells, &self.results, sets)),
            _ => Err(Error::absent("study", "its data are not prepared".to_owned())),
        }
    }

    /// Returns the settings of the run behind a cell: those that validation picked, once the cell is finished.
    ///
    /// # Errors
    /// [`Error::Absent`] for a number that is not of a cell, or for a cell on ratings.
    pub fn settings(&self, cell: usize) -> Result<TrainingSettings, Error> {
        let planned = self.cell(cell)?;
        if let Some(problem) = closed(planned) {
            return Err(Error::absent("cell", problem.to_owned()));
        }
        let CellSettings::Documents(settings) = &planned.settings else {
            return Err(Error::absent("cell", "it trains on ratings".to_owned()));
        };
        let picked = match self.result(cell) {
            Some(result) => &result.picked,
            None => planned.candidates.first().unwrap_or(const { &Vec::new() }),
        };
        with_all(settings, picked).map_err(Error::data)
    }

    /// Returns what a cell on ratings trains on, with its settings.
    ///
    /// # Errors
    /// [`Error::Absent`] for a number that is not of a cell, or for a cell on documents.
    pub fn ratings(&self, cell: usize) -> Result<CellRatings, Error> {
        let planned = self.cell(cell)?;
        let entry = planned.place.first().and_then(|data| self.study.data.get(*data));
        match (&planned.settings, entry.and_then(|entry| entry.0.ratings.clone())) {
            (CellSettings::Ratings(settings), Some(data)) => {
                let RatingsEntry { file, generate, grades } = data;
                let settings = FactorizationSettings { grades, ..settings.training.clone() };
                Ok(CellRatings { file, generate, settings })
            }
            _ => Err(Error::absent("cell", "it trains on documents".to_owned())),
        }
    }

    /// Returns training, validation and test data of a cell as text.
    ///
    /// # Errors
    /// As [`StudySession::start`], and [`Error::Absent`] for a cell on ratings.
    pub fn data(&self, cell: usize) -> Result<CellData, Error> {
        let planned = self.cell(cell)?;
        if let (Some(_), Some(problem)) = (&planned.clicks, closed(planned)) {
            return Err(Error::absent("cell", problem.to_owned()));
        }
        let run = self.start(cell)?;
        let Some((train, valid, test)) = run.data() else {
            return Err(Error::absent("cell", "it trains on ratings".to_owned()));
        };
        let has_scale =
            |data: &Dataset| (0..data.n_documents()).any(|document| data.grade(document) == data.max_grade());
        Ok(CellData {
            train: to_letor(train),
            valid: valid.map(to_letor),
            test: to_letor(test),
            has_scale: has_scale(train) && valid.is_none_or(has_scale) && has_scale(test),
        })
    }
}
