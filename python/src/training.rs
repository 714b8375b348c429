//! A training step by step.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use rankscope::learner::cutting_plane::LedgerPage;
use rankscope::run::{Progress, StepReport, Stop, TrainingRun};

use crate::convert::{RankscopeError, to_py, to_py_error};
use crate::data::Dataset;
use crate::model::Model;
use crate::settings::{Options, settings};

/// Number of queries between two looks at the signals of the interpreter, so that Ctrl-C ends a training.
const SLICE: usize = 256;

/// A resumable training of a method on a data set.
#[pyclass(module = "rankscope._core")]
pub struct Training {
    run: TrainingRun,
}

#[pymethods]
impl Training {
    /// `method` and `options`: as `rankscope train`. `valid`, `test`: measured at every iteration.
    #[new]
    #[pyo3(signature = (train, method, options, valid=None, test=None, ledger=true))]
    fn new(
        py: Python<'_>,
        train: &Dataset,
        method: &str,
        options: Options,
        valid: Option<&Dataset>,
        test: Option<&Dataset>,
        ledger: bool,
    ) -> PyResult<Self> {
        let settings = settings(method, &options).map_err(to_py_error)?;
        let config = settings.parse().map_err(to_py_error)?;
        config.check_validation(valid.is_some()).map_err(to_py_error)?;
        let train = Arc::clone(&train.inner);
        let sets = [valid, test].map(|set| set.map(|set| Arc::clone(&set.inner)));
        let start = || {
            let mut run = TrainingRun::new(train, &settings)?;
            if !ledger {
                run.leave_out_ledger();
            }
            let [valid, test] = sets;
            valid.map_or(Ok(()), |valid| run.watch_validation(valid))?;
            test.map_or(Ok(()), |test| run.watch_test(test))?;
            Ok(run)
        };
        Ok(Self { run: py.detach(start).map_err(to_py_error)? })
    }

    /// Works to the next report, and returns it with `state` `stepped` or `stopped`. Other threads go on meanwhile.
    fn step<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loop {
            let progress = py.detach(|| self.run.advance(SLICE));
            match progress {
                Progress::Working { .. } => py.check_signals()?,
                Progress::Stepped { report } => return stepped(py, &report),
                Progress::Stopped { stop } => return stopped(py, &stop),
            }
        }
    }

    /// Sizes and names of the run.
    fn overview<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_py(py, self.run.overview())
    }

    /// Whether the paper of the method chooses the iteration by validation data, and there are none.
    fn wants_validation(&self) -> bool {
        self.run.wants_validation()
    }

    /// Whether the objective of the ended training is at best hardly below that of w = 0, or all scores are equal.
    fn has_learned_little(&self) -> PyResult<bool> {
        let model = self.run.model().map_err(to_py_error)?;
        Ok(self.run.has_learned_little(&model))
    }

    /// The model so far: the best iterate, or the one that validation data choose.
    fn model(&self) -> PyResult<Model> {
        Ok(Model { inner: self.run.model().map_err(to_py_error)? })
    }

    /// The weights of an iteration of a linear method.
    fn weights(&self, iteration: usize) -> PyResult<Vec<f64>> {
        self.run.weights(iteration).map_err(to_py_error)
    }

    /// The most violated constraint of a query (by its index) at an iteration.
    fn inspect<'py>(&self, py: Python<'py>, iteration: usize, query: usize) -> PyResult<Bound<'py, PyAny>> {
        to_py(py, &self.run.inspect(iteration, query).map_err(to_py_error)?)
    }

    /// Figures of every used query at an iteration. Cost: one pass of the oracle.
    fn queries<'py>(&self, py: Python<'py>, iteration: usize) -> PyResult<Bound<'py, PyAny>> {
        let rows = py.detach(|| self.run.queries(iteration)).map_err(to_py_error)?;
        to_py(py, &rows)
    }

    /// The ranking of a query at an iteration, with the pull on each document.
    fn pulls<'py>(&self, py: Python<'py>, iteration: usize, query: usize) -> PyResult<Bound<'py, PyAny>> {
        to_py(py, &self.run.pulls(iteration, query).map_err(to_py_error)?)
    }

    /// The lower bound of an iteration with its proof, and `count` of its planes from `first` on.
    fn certificate<'py>(
        &self,
        py: Python<'py>,
        iteration: usize,
        first: usize,
        count: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let page = LedgerPage { offset: first, count, ..LedgerPage::default() };
        to_py(py, &self.run.certificate(iteration, page).map_err(to_py_error)?)
    }
}

/// Returns the end of a training with `state`.
pub fn stopped<'py>(py: Python<'py>, stop: &Stop) -> PyResult<Bound<'py, PyAny>> {
    let result = to_py(py, stop)?;
    result.cast::<PyDict>()?.set_item("state", "stopped")?;
    Ok(result)
}

/// Returns a report with `state`, and with the measures of every part by their names.
pub fn stepped<'py>(py: Python<'py>, report: &StepReport) -> PyResult<Bound<'py, PyAny>> {
    let result = to_py(py, report)?;
    let fields = result.cast::<PyDict>().map_err(|_| RankscopeError::new_err("a report has fields"))?;
    fields.set_item("state", "stepped")?;
    for (part, values) in [("train", &report.train), ("valid", &report.valid), ("test", &report.test)] {
        let measures = PyDict::new(py);
        for value in values {
            measures.set_item(&value.measure, value.value)?;
        }
        fields.set_item(part, measures)?;
    }
    Ok(result)
}
