//! Settings by the options of the catalogue, as texts.

use pyo3::prelude::*;

use rankscope::Error;
use rankscope::method::settings::{OLDER_NAMES, TrainingSettings};
use rankscope::method::{self, METHOD, MethodOption};

use crate::convert::{to_py, to_py_error};

/// An option with its text, in the order in which they were given.
pub type Options = Vec<(String, String)>;

/// Returns the catalogue of methods, options and measures.
#[pyfunction]
pub fn catalog(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    to_py(py, &method::catalog())
}

/// Checks a method and its options without data: unknown names, values out of range, and options without effect.
#[pyfunction]
pub fn check_settings(method: &str, options: Options) -> PyResult<()> {
    settings(method, &options).map(drop).map_err(to_py_error)
}

/// Returns the settings of a method with these options, by their names in model files and links.
#[pyfunction]
pub fn training_settings<'py>(
    py: Python<'py>,
    method: &str,
    options: Options,
) -> PyResult<Bound<'py, PyAny>> {
    to_py(py, &settings(method, &options).map_err(to_py_error)?)
}

/// Returns the settings of a method with these options.
///
/// # Errors
/// [`Error::Config`] for an unknown method or option, a value outside its range, and an option without effect.
pub fn settings(method: &str, options: &[(String, String)]) -> Result<TrainingSettings, Error> {
    let known: Vec<&'static MethodOption> = [method::loss_options(), method::training_options()].concat();
    let mut settings = TrainingSettings::default();
    METHOD.set(&mut settings, method)?;
    method::method(method)?;
    let mut given = Vec::new();
    for (name, text) in options {
        let option = known.iter().find(|option| option.name == present(name)).ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|option| option.name).collect();
            Error::config(
                "options",
                format!("{name:?} is not an option; the options are {}", names.join(", ")),
            )
        })?;
        option.set(&mut settings, text)?;
        given.push(option.name);
    }
    settings.parse()?;
    method::check_effect(&given, &settings, std::slice::from_ref(&settings.method))?;
    Ok(settings)
}

fn present(name: &str) -> &str {
    OLDER_NAMES.iter().find(|(older, _)| *older == name).map_or(name, |(_, present)| present)
}
