//! Statistics of comparisons. The package has checked the numbers.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

use rankscope::metric::statistics::{self, Sample, TestResult};
use rankscope::model::agreement;
use rankscope::ranking::TiedRanking;

/// Values with their weights.
fn pairs(values: PyReadonlyArray1<f64>, weights: PyReadonlyArray1<f64>) -> Vec<(f64, f64)> {
    values.as_array().iter().copied().zip(weights.as_array().iter().copied()).collect()
}

fn parts(result: Option<TestResult>) -> Option<(f64, f64)> {
    result.map(|result| (result.statistic, result.p))
}

/// Number of values, mean, standard error and detectable difference.
#[pyfunction]
#[pyo3(signature = (values, weights=None))]
pub fn sample(
    values: PyReadonlyArray1<f64>,
    weights: Option<PyReadonlyArray1<f64>>,
) -> (usize, f64, Option<f64>, Option<f64>) {
    let sample = match weights {
        Some(weights) => statistics::weighted_sample(&pairs(values, weights)),
        None => Sample::of(&values.as_array().to_vec()),
    };
    (sample.count, sample.mean, sample.standard_error, sample.detectable_difference())
}

/// Ends of the 95 % bootstrap interval of the mean; `None` without values.
#[pyfunction]
#[pyo3(signature = (values, draws, seed, weights=None))]
pub fn bootstrap_mean(
    py: Python<'_>,
    values: PyReadonlyArray1<f64>,
    draws: usize,
    seed: u64,
    weights: Option<PyReadonlyArray1<f64>>,
) -> Option<(f64, f64)> {
    let interval = match weights {
        Some(weights) => {
            let pairs = pairs(values, weights);
            py.detach(|| statistics::weighted_bootstrap(&pairs, draws, seed))
        }
        None => {
            let values = values.as_array().to_vec();
            py.detach(|| statistics::bootstrap_mean(&values, draws, seed))
        }
    };
    interval.map(|interval| (interval.low, interval.high))
}

/// The p-value of the sign-flip test.
#[pyfunction]
#[pyo3(signature = (differences, draws, seed, weights=None))]
pub fn sign_flip(
    py: Python<'_>,
    differences: PyReadonlyArray1<f64>,
    draws: usize,
    seed: u64,
    weights: Option<PyReadonlyArray1<f64>>,
) -> f64 {
    match weights {
        Some(weights) => {
            let pairs = pairs(differences, weights);
            py.detach(|| statistics::weighted_sign_flip(&pairs, draws, seed))
        }
        None => {
            let differences = differences.as_array().to_vec();
            py.detach(|| statistics::sign_flip(&differences, draws, seed))
        }
    }
}

/// Statistic and p-value of the paired t-test.
#[pyfunction]
pub fn paired_t(differences: PyReadonlyArray1<f64>) -> Option<(f64, f64)> {
    parts(statistics::paired_t(&differences.as_array().to_vec()))
}

/// Statistic and p-value of the unpaired t-test.
#[pyfunction]
pub fn unpaired_t(one: PyReadonlyArray1<f64>, other: PyReadonlyArray1<f64>) -> Option<(f64, f64)> {
    let [one, other] = [one, other].map(|values| Sample::of(&values.as_array().to_vec()));
    parts(statistics::unpaired_t(&one, &other))
}

/// Statistic and p-value of the signed-rank test.
#[pyfunction]
pub fn wilcoxon(differences: PyReadonlyArray1<f64>) -> Option<(f64, f64)> {
    parts(statistics::wilcoxon(&differences.as_array().to_vec()))
}

/// Adjusted p-values.
#[pyfunction]
pub fn holm(p: PyReadonlyArray1<f64>) -> Vec<f64> {
    statistics::holm(&p.as_array().to_vec())
}

fn rankings(one: PyReadonlyArray1<f64>, other: PyReadonlyArray1<f64>) -> [TiedRanking; 2] {
    [one, other].map(|scores| TiedRanking::by_scores(&scores.as_array().to_vec()))
}

/// Kendall's tau-b of the rankings by two lists of scores of the same length.
#[pyfunction]
pub fn kendall_tau(one: PyReadonlyArray1<f64>, other: PyReadonlyArray1<f64>) -> Option<f64> {
    let [one, other] = rankings(one, other);
    agreement::tau_b(&one, &other)
}

/// Extrapolated rank-biased overlap of the rankings by two lists of scores of the same length.
#[pyfunction]
pub fn rank_biased_overlap(one: PyReadonlyArray1<f64>, other: PyReadonlyArray1<f64>, p: f64) -> Option<f64> {
    let [one, other] = rankings(one, other);
    agreement::rbo(&one, &other, p)
}
