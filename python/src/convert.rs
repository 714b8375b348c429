//! Errors of the library as Python exceptions, and results as dictionaries and lists.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::{PyErr, create_exception};
use pythonize::pythonize;
use serde::Serialize;

use rankscope::Error;

create_exception!(
    rankscope,
    RankscopeError,
    PyValueError,
    "Input that cannot be used. The text says where the fault is, what was found, and what to do."
);

/// Returns an error of the library as an exception with the same sentence.
pub fn to_py_error(error: Error) -> PyErr {
    RankscopeError::new_err(error.to_string())
}

/// Returns a result as dictionaries, lists, numbers and texts.
///
/// # Errors
/// If Python has no memory for it.
pub fn to_py<'py, T: Serialize + ?Sized>(py: Python<'py>, value: &T) -> PyResult<Bound<'py, PyAny>> {
    pythonize(py, value).map_err(PyErr::from)
}
