//! Studies: their cells, results and tables. The package owns files and executors.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use rankscope::Error;
use rankscope::ranker::Ranker;
use rankscope::ratings::RatingsReader;
use rankscope::study::{self, BUILT_IN, CellResult, DataFields, SAMPLES, SourceData, StudySession};
use rankscope::util::threads;

use crate::convert::{RankscopeError, to_py, to_py_error};
use crate::data::Dataset;

/// Time between two looks at the signals of the interpreter, so that Ctrl-C ends the training of a cell.
const PATIENCE: Duration = Duration::from_millis(50);

/// A study with its data and results. Several threads can train its cells at once.
#[pyclass(frozen, module = "rankscope._core")]
pub struct Study {
    session: RwLock<StudySession>,
    is_stopped: AtomicBool,
}

impl Study {
    fn read(&self) -> RwLockReadGuard<'_, StudySession> {
        self.session.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, StudySession> {
        self.session.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works without the interpreter, because a thread that waits for the lock must not hold up the one that has it.
    fn detached<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut StudySession) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        py.detach(|| work(&mut self.write())).map_err(to_py_error)
    }
}

#[pymethods]
impl Study {
    /// `text`: the JSON of a study.
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        let session = StudySession::new(text).map_err(to_py_error)?;
        Ok(Self { session: RwLock::new(session), is_stopped: AtomicBool::new(false) })
    }

    /// The study on files of these names in place of its own data.
    #[staticmethod]
    #[pyo3(signature = (text, train, valid=None, test=None))]
    fn on(text: &str, train: String, valid: Option<String>, test: Option<String>) -> PyResult<Self> {
        let own = DataFields::own(train, valid, test);
        let moved = own.and_then(|own| study::Study::parse(text)?.on(&own)).map_err(to_py_error)?;
        Self::new(&moved.json())
    }

    /// The study as JSON, with all defaults.
    fn json(&self, py: Python<'_>) -> String {
        py.detach(|| self.read().json())
    }

    /// What the study declares.
    fn outline<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let outline = py.detach(|| self.read().outline());
        to_py(py, &outline)
    }

    /// What a file of the study holds: `documents`, `ratings` or `ranker`.
    fn kind_of(&self, py: Python<'_>, file: &str) -> &'static str {
        py.detach(|| {
            let session = self.read();
            match session.grades_of(file) {
                Some(_) => "ratings",
                None if session.reads_ranker(file) => "ranker",
                None => "documents",
            }
        })
    }

    /// Sets the documents of a file that the study reads.
    fn give(&self, py: Python<'_>, file: &str, data: &Dataset) -> PyResult<()> {
        let data = SourceData::Documents(Arc::clone(&data.inner));
        self.detached(py, |session| session.give(file, data))
    }

    /// Sets the ratings or the ranker of a file that the study reads. `content`: that of the file, not packed.
    fn give_content(&self, py: Python<'_>, file: &str, content: &[u8]) -> PyResult<()> {
        self.detached(py, |session| {
            let grades = session.grades_of(file).map(str::to_owned);
            let data = match grades {
                None => SourceData::Ranker(Arc::new(Ranker::open(content)?)),
                Some(grades) => {
                    let mut reader = RatingsReader::new(grades.parse()?);
                    reader.push(content);
                    SourceData::Ratings(Arc::new(reader.finish()?.ratings))
                }
            };
            session.give(file, data)
        })
    }

    /// Makes the generated samples and the sets of every fold. All files must have been given.
    fn prepare(&self, py: Python<'_>) -> PyResult<()> {
        // A process that was forked has no threads but this one.
        self.detached(py, |session| threads::alone(|| session.prepare()))
    }

    /// The cells in the order of the study.
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let cells = py.detach(|| self.read().cells()).map_err(to_py_error)?;
        to_py(py, &cells)
    }

    /// Trains a cell, with this key, in this thread. Returns its result as JSON, or `None` if the study was stopped.
    fn train(&self, py: Python<'_>, cell: usize, key: &str) -> PyResult<Option<String>> {
        let run = match py.detach(|| self.read().start(cell)) {
            Ok(run) if run.cell_key() != key => return Err(other_data(cell)),
            Ok(run) => run,
            Err(error) => return Ok(Some(CellResult::failed(key, &error).json())),
        };
        let (start, mut looked, mut signal) = (Instant::now(), Instant::now(), None);
        let result = py.detach(|| {
            let clock = || start.elapsed().as_secs_f64();
            let watch = |_| {
                if looked.elapsed() > PATIENCE {
                    looked = Instant::now();
                    let checked = Python::attach(|py| -> PyResult<()> { py.check_signals() });
                    signal = checked.err();
                }
                signal.is_none() && !self.is_stopped.load(Ordering::Relaxed)
            };
            threads::alone(|| run.train(clock, watch))
        });
        signal.map_or(Ok(result.map(|result| result.json())), Err)
    }

    /// Stops the training of cells in all threads within a slice of work, or allows it again.
    fn set_stopped(&self, is_stopped: bool) {
        self.is_stopped.store(is_stopped, Ordering::Relaxed);
    }

    /// Stores the result of a cell: the text that `train` returned, also in another process.
    fn record(&self, py: Python<'_>, cell: usize, result: &str) -> PyResult<()> {
        self.detached(py, |session| session.record(cell, result).map(drop))
    }

    /// Stores the result of a cell from the text of its file.
    fn read_file(&self, py: Python<'_>, cell: usize, text: &str) -> PyResult<()> {
        self.detached(py, |session| session.put(cell, CellResult::from_file(text)?))
    }

    /// The text of the file of a finished cell; `None` for a cell without result, or one that failed.
    fn file_text(&self, py: Python<'_>, cell: usize) -> Option<String> {
        let is_kept = |result: &&CellResult| result.failure.is_none();
        py.detach(|| self.read().result(cell).filter(is_kept).map(CellResult::file_text))
    }

    /// Whether each cell has a result, and why it failed.
    fn states(&self, py: Python<'_>) -> Vec<(bool, Option<String>)> {
        let state = |result: &Option<CellResult>| {
            (result.is_some(), result.as_ref().and_then(|result| result.failure.clone()))
        };
        py.detach(|| self.read().results().iter().map(state).collect())
    }

    /// The statistics of the results so far.
    fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let table = self.detached(py, |session| session.table().cloned())?;
        to_py(py, &table)
    }

    /// The tables as Markdown.
    fn markdown(&self, py: Python<'_>) -> PyResult<String> {
        self.detached(py, StudySession::markdown)
    }

    /// The tables as LaTeX.
    fn latex(&self, py: Python<'_>) -> PyResult<String> {
        self.detached(py, StudySession::latex)
    }

    /// One line per finished cell and recorded value.
    fn cells_csv(&self, py: Python<'_>) -> PyResult<String> {
        self.detached(py, StudySession::cells_csv)
    }

    /// One line per finished cell, test query and measure on the test data.
    fn queries_csv(&self, py: Python<'_>) -> PyResult<String> {
        self.detached(py, StudySession::queries_csv)
    }
}

fn other_data(cell: usize) -> PyErr {
    RankscopeError::new_err(format!(
        "cell {cell}: the worker has other data, or another version of rankscope, than the program that runs the study; \
         give both the same"
    ))
}

/// Returns names and JSON of the studies that come with the program.
#[pyfunction]
pub fn studies() -> Vec<(&'static str, &'static str)> {
    BUILT_IN.iter().map(|built_in| (built_in.name, built_in.json)).collect()
}

/// Returns a sample file of the built-in studies, plain or gzip; `None` for another name.
#[pyfunction]
pub fn built_in_sample<'py>(py: Python<'py>, name: &str) -> Option<Bound<'py, PyBytes>> {
    let (_, content) = SAMPLES.iter().find(|(other, _)| *other == name)?;
    Some(PyBytes::new(py, content))
}
