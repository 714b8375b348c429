//! Models: files, scores, measures, explanations.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use rankscope::metric::Measure;
use rankscope::model;

use crate::convert::{to_py, to_py_error};
use crate::data::Dataset;

/// Name of a measure, its mean if a query defines it, and the number of queries that count.
type Mean = (String, Option<f64>, usize);

/// The mean of every measure, and the values of every query.
type Evaluation = (Vec<Mean>, Vec<Vec<Option<f64>>>);

/// A model with the scaling of its features. It scores raw data.
#[pyclass(frozen, module = "rankscope._core")]
pub struct Model {
    pub inner: model::Model,
}

#[pymethods]
impl Model {
    /// Reads a model file of Rankscope, LightGBM, XGBoost, RankLib or SVM^rank.
    #[staticmethod]
    fn read(file: &[u8]) -> PyResult<Self> {
        Ok(Self { inner: model::read_model(file).map_err(to_py_error)? })
    }

    /// The text of the model file.
    fn json(&self) -> String {
        self.inner.json()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let read = py.get_type::<Self>().getattr("read")?;
        Ok((read, (PyBytes::new(py, self.inner.json().as_bytes()),)))
    }

    /// The settings of the training.
    #[getter]
    fn settings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_py(py, &self.inner.settings)
    }

    /// Number of features of the training data.
    #[getter]
    fn n_features(&self) -> usize {
        self.inner.n_features
    }

    /// Names of the features by place, possibly fewer than the features.
    #[getter]
    fn names(&self) -> Vec<Option<String>> {
        self.inner.names.clone()
    }

    /// Whether another program trained the model.
    #[getter]
    fn is_foreign(&self) -> bool {
        self.inner.foreign.is_some()
    }

    /// Whether a score depends on the other documents of the query.
    #[getter]
    fn needs_queries(&self) -> bool {
        self.inner.scaling.is_by_query()
    }

    /// Whether all documents have the same score.
    #[getter]
    fn is_constant(&self) -> bool {
        self.inner.is_constant()
    }

    /// The weights of a linear model, one a feature or column of its map.
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(PyArray1::from_slice(py, self.inner.weights().map_err(to_py_error)?))
    }

    /// One score a document.
    fn score<'py>(&self, py: Python<'py>, data: &Dataset) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let scores = py.detach(|| self.inner.score(&data.inner)).map_err(to_py_error)?;
        Ok(PyArray1::from_vec(py, scores))
    }

    /// The means of measures with the number of their queries, and the values of every query. `empty`: how queries
    /// without a good document count.
    fn evaluate(
        &self,
        py: Python<'_>,
        data: &Dataset,
        measures: Vec<String>,
        empty: &str,
    ) -> PyResult<Evaluation> {
        let convention = empty.parse().map_err(to_py_error)?;
        let measures: Result<Vec<Measure>, _> = measures.iter().map(|name| name.parse()).collect();
        let measures = measures.map_err(to_py_error)?;
        let evaluate = || self.inner.evaluate(&data.inner, &measures, convention);
        let evaluation = py.detach(evaluate).map_err(to_py_error)?;
        let means = measures.iter().zip(&evaluation.means);
        let means = means.map(|(measure, mean)| (measure.key(), mean.value, mean.counted)).collect();
        Ok((means, evaluation.per_query))
    }

    /// The features that the model uses, the most important first.
    fn feature_uses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_py(py, &self.inner.scorer.features())
    }

    /// The difference of the scores of two documents of a query (by their index within it), feature by feature.
    fn explain<'py>(
        &self,
        py: Python<'py>,
        data: &Dataset,
        query: usize,
        documents: [usize; 2],
    ) -> PyResult<Bound<'py, PyAny>> {
        to_py(py, &self.inner.explain(&data.inner, query, documents).map_err(to_py_error)?)
    }
}
