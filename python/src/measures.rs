//! Measures of scores, with the expectation over the orders of tied documents.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

use rankscope::metric::{Labels, NamedMeasure, ReadMeasure};
use rankscope::ranking::TiedRanking;
use rankscope::ranking::scoring::check_scores;

use crate::convert::{RankscopeError, to_py_error};

/// Returns one value a query and measure; `None` where a measure is undefined. The documents of a query stand together.
///
/// `starts`: the first document of every query, and the number of documents. `names`: those of Rankscope, ir_measures or
/// trec_eval. `max_grade`: the scale of ERR.
#[pyfunction]
#[pyo3(signature = (names, scores, grades, starts, threshold, max_grade))]
pub fn measure_values(
    names: Vec<String>,
    scores: PyReadonlyArray1<f64>,
    grades: PyReadonlyArray1<u8>,
    starts: Vec<usize>,
    threshold: u8,
    max_grade: u8,
) -> PyResult<Vec<Vec<Option<f64>>>> {
    let measures: Result<Vec<_>, _> = names.iter().map(|name| NamedMeasure::read(name)).collect();
    let measures: Vec<_> = measures
        .map_err(to_py_error)?
        .iter()
        .map(|measure| measure.with_scale(Some(threshold), None, threshold))
        .collect();
    let (scores, grades) = (scores.as_array().to_vec(), grades.as_array().to_vec());
    if scores.len() != grades.len() || starts.last() != Some(&scores.len()) || !starts.is_sorted() {
        return Err(RankscopeError::new_err("scores, grades and queries differ in length"));
    }
    check_scores(&scores).map_err(to_py_error)?;
    for read in &measures {
        read.measure.check_grades(max_grade).map_err(to_py_error)?;
    }
    let of_query = |bounds: &[usize]| {
        let documents = bounds[0]..bounds[1];
        let ranking = TiedRanking::by_scores(&scores[documents.clone()]);
        let value = |read: &ReadMeasure| {
            let labels = Labels {
                grades: &grades[documents.clone()],
                groups: &[],
                max_grade,
                threshold: read.threshold,
                unjudged: 0,
            };
            read.measure.value(&ranking, &labels)
        };
        measures.iter().map(value).collect()
    };
    Ok(starts.windows(2).map(of_query).collect())
}

/// Returns whether a smaller value of a measure is better.
#[pyfunction]
pub fn prefers_less(name: &str) -> PyResult<bool> {
    Ok(NamedMeasure::read(name).map_err(to_py_error)?.with_scale(None, None, 1).measure.prefers_less())
}
