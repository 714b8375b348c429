//! Training on partitions: the end of a partition, and the driver, which asks all of them through a function of Python.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pythonize::depythonize;

use rankscope::Error;
use rankscope::run::{self, DistributedRun, Progress, Reply, Task};

use crate::convert::{to_py, to_py_error};
use crate::data::Dataset;
use crate::model::Model;
use crate::settings::{Options, settings};
use crate::training::{stepped, stopped};

/// Queries between two looks at the signals of the interpreter.
const SLICE: usize = 256;

/// A partition of training data, at the machine that holds it.
#[pyclass(frozen, module = "rankscope._core")]
pub struct Partition {
    inner: run::Partition,
}

#[pymethods]
impl Partition {
    #[new]
    fn new(data: &Dataset) -> Self {
        Self { inner: run::Partition::new(Arc::clone(&data.inner)) }
    }

    /// The reply to a task of the driver. Both are dictionaries of numbers, lists and texts.
    fn reply<'py>(&self, py: Python<'py>, task: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let task: Task = depythonize(task)?;
        let reply = py.detach(|| self.inner.reply(&task)).map_err(to_py_error)?;
        to_py(py, &reply)
    }
}

/// A training on partitions. `ask`: a function that returns the replies of all partitions to a task, in their order.
#[pyclass(module = "rankscope._core")]
pub struct DistributedTraining {
    run: DistributedRun,
    failure: Failure,
}

/// The exception of `ask`, which the error of the run stands for.
#[derive(Clone, Default)]
struct Failure(Arc<Mutex<Option<PyErr>>>);

impl Failure {
    fn keep(&self, exception: PyErr) -> Error {
        let error = Error::data(exception.to_string());
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(exception);
        error
    }

    /// Returns the exception of an error of the run.
    fn raised(&self, error: Error) -> PyErr {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        kept.unwrap_or_else(|| to_py_error(error))
    }
}

#[pymethods]
impl DistributedTraining {
    #[new]
    fn new(py: Python<'_>, ask: Py<PyAny>, method: &str, options: Options) -> PyResult<Self> {
        let settings = settings(method, &options).map_err(to_py_error)?;
        let failure = Failure::default();
        let kept = failure.clone();
        let ask = move |task: &Task| -> Result<Vec<Reply>, Error> {
            let replies = Python::attach(|py| {
                let replies = ask.bind(py).call1((to_py(py, task)?,))?;
                replies.try_iter()?.map(|reply| Ok(depythonize(&reply?)?)).collect::<PyResult<Vec<Reply>>>()
            });
            replies.map_err(|exception| kept.keep(exception))
        };
        let run = py.detach(|| DistributedRun::new(Box::new(ask), &settings));
        Ok(Self { run: run.map_err(|error| failure.raised(error))?, failure })
    }

    /// Works to the next report, and returns it with `state` `stepped` or `stopped`.
    fn step<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        loop {
            let progress = py.detach(|| self.run.advance(SLICE));
            match progress.map_err(|error| self.failure.raised(error))? {
                Progress::Working { .. } => py.check_signals()?,
                Progress::Stepped { report } => return stepped(py, &report),
                Progress::Stopped { stop } => return stopped(py, &stop),
            }
        }
    }

    /// The names of the reported measures.
    fn measures(&self) -> Vec<String> {
        self.run.measure_keys().to_vec()
    }

    /// Whether the objective of the ended training is at best hardly below that of w = 0, or all scores are equal.
    fn has_learned_little(&self) -> PyResult<bool> {
        let model = self.run.model().map_err(to_py_error)?;
        Ok(self.run.has_learned_little(&model))
    }

    /// The model so far: the best iterate.
    fn model(&self) -> PyResult<Model> {
        Ok(Model { inner: self.run.model().map_err(to_py_error)? })
    }
}
