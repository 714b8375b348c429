//! The loss of a method at given scores of one query.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

use rankscope::method::loss_at_scores;

use crate::convert::{to_py, to_py_error};
use crate::settings::{Options, settings};

/// Returns the loss of a method at scores of one query, as `rankscope loss --json` prints it.
#[pyfunction]
pub fn loss<'py>(
    py: Python<'py>,
    method: &str,
    options: Options,
    grades: PyReadonlyArray1<u8>,
    scores: PyReadonlyArray1<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let settings = settings(method, &options).map_err(to_py_error)?;
    let (grades, scores) = (grades.as_array().to_vec(), scores.as_array().to_vec());
    to_py(py, &loss_at_scores(&settings, &grades, &scores).map_err(to_py_error)?)
}
