//! Data sets from arrays and from LETOR text.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use rankscope::data::{self, ArrayReader, LetorParser, QueryIds};

use crate::convert::{to_py, to_py_error};

/// Features (documents × features), grades, and the id of the query of every document.
type Arrays<'py> = (Bound<'py, PyArray2<f64>>, Bound<'py, PyArray1<u8>>, Vec<String>);

/// Queries with documents, features and grades.
#[pyclass(frozen, module = "rankscope._core")]
pub struct Dataset {
    pub inner: Arc<data::Dataset>,
}

#[pymethods]
impl Dataset {
    /// Number of queries.
    #[getter]
    fn n_queries(&self) -> usize {
        self.inner.n_queries()
    }

    /// Number of documents.
    #[getter]
    fn n_documents(&self) -> usize {
        self.inner.n_documents()
    }

    /// Number of features.
    #[getter]
    fn n_features(&self) -> usize {
        self.inner.n_features()
    }

    /// Names of the features, `None` for a feature without one; empty if none has one.
    #[getter]
    fn feature_names(&self) -> Vec<Option<String>> {
        self.inner.feature_names().to_vec()
    }

    /// Sizes and warnings of the data.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_py(py, &self.inner.summary())
    }

    /// The data as arrays. Cost: a copy of the features.
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        let (documents, width) = (self.inner.n_documents(), self.inner.n_features());
        let features = PyArray2::zeros(py, [documents, width], false);
        {
            let mut all = features.readwrite();
            let all = all.as_slice_mut()?;
            for (document, row) in all.chunks_exact_mut(width.max(1)).enumerate() {
                row.copy_from_slice(&self.inner.features(document));
            }
        }
        let grades = (0..documents).map(|document| self.inner.grade(document));
        let grades = PyArray1::from_iter(py, grades);
        let ids = self.inner.queries().flat_map(|query| vec![query.id.to_owned(); query.documents.len()]);
        Ok((features, grades, ids.collect()))
    }

    /// The data as LETOR text. Reading the text gives the same numbers.
    fn letor<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, py.detach(|| data::to_letor(&self.inner)).as_bytes())
    }

    /// The data with a weight for every document, from which a training with `targets="clicks"` learns.
    fn with_click_weights(&self, weights: PyReadonlyArray1<f64>) -> PyResult<Self> {
        let weights = weights.as_array().to_vec();
        let weighted = data::Dataset::clone(&self.inner).with_click_weights(weights).map_err(to_py_error)?;
        Ok(Self { inner: Arc::new(weighted) })
    }

    /// Data sets of a seeded split by query; the shares of training, validation and test data sum to 1.
    fn split(&self, shares: [f64; 3], seed: u64) -> PyResult<Vec<Self>> {
        let parts = self.inner.split_by_query(shares, seed).map_err(to_py_error)?;
        Ok(parts.into_iter().map(|part| Self { inner: Arc::new(part) }).collect())
    }
}

/// A data set whose features arrive in blocks of rows, so that an array of another type never exists twice.
#[pyclass(module = "rankscope._core")]
pub struct DatasetBuilder {
    reader: Option<ArrayReader>,
}

#[pymethods]
impl DatasetBuilder {
    /// `n_values`: documents × features. `grades` and `queries`: one a document; the documents of a query stand
    /// together. `names`: one a feature, or none. `gaps`: whether NaN stands for a missing value.
    #[new]
    fn new(
        n_values: usize,
        grades: PyReadonlyArray1<f64>,
        queries: Vec<String>,
        names: Vec<String>,
        gaps: bool,
    ) -> PyResult<Self> {
        let grades = grades.as_array().to_vec();
        let reader = ArrayReader::new(n_values, &grades, &QueryIds::Texts(queries), &names);
        let reader = reader.map_err(to_py_error)?;
        Ok(Self { reader: Some(if gaps { reader.with_gaps() } else { reader }) })
    }

    /// Adds the features of the next documents (rows × features). Rows that stand together in memory are read in place.
    fn push(&mut self, block: PyReadonlyArray2<f64>) -> PyResult<()> {
        let reader = self.reader.as_mut().ok_or_else(finished)?;
        if block.is_c_contiguous() {
            return reader.push(block.as_slice()?).map_err(to_py_error);
        }
        let rows = block.as_array();
        rows.rows().into_iter().try_for_each(|row| reader.push(&row.to_vec()).map_err(to_py_error))
    }

    /// Returns the data set. The builder cannot be used again.
    fn finish(&mut self) -> PyResult<Dataset> {
        let reader = self.reader.take().ok_or_else(finished)?;
        Ok(Dataset { inner: Arc::new(reader.finish().map_err(to_py_error)?) })
    }
}

fn finished() -> PyErr {
    crate::convert::RankscopeError::new_err("the data set is finished; make another builder")
}

/// Returns the data set of LETOR text. The error lists the first 20 faults with line and column.
#[pyfunction]
pub fn read_letor(py: Python<'_>, text: &[u8]) -> PyResult<Dataset> {
    let read = || {
        let mut parser = LetorParser::default();
        parser.push(text);
        parser.finish()
    };
    let parsed = py.detach(read).map_err(to_py_error)?;
    Ok(Dataset { inner: Arc::new(parsed.dataset) })
}

/// Returns the LETOR text of the generated sample. The same seed gives the same text.
#[pyfunction]
pub fn generate_letor(queries: usize, documents: usize, seed: u64) -> PyResult<String> {
    data::check_sample(queries, documents).map_err(to_py_error)?;
    Ok(data::generate_letor(queries, documents, seed))
}
