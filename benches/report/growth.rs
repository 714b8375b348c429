//! Growth of the time of an iteration with the size of the data.

use std::sync::Arc;

use serde::Serialize;

use crate::data::{LARGE, Shape, made};
use crate::training::{dorm, train};
use rankscope::method::settings::TrainingSettings;

/// Times for growing data, and the exponent of a power law fitted to them.
#[derive(Serialize)]
pub struct Growth {
    what: &'static str,
    sizes: Vec<usize>,
    /// Seconds per iteration without the QP.
    seconds: Vec<f64>,
    /// Slope of log time over log size, by least squares.
    exponent: f64,
}

/// Returns the growth by documents of one query, and by queries of 100 documents.
pub fn growth() -> Vec<Growth> {
    let one_query = |documents| Shape { queries: 1, documents, features: 44, max_grade: 1, ..LARGE };
    let many = |queries| Shape { queries, documents: 100 * queries, features: 44, max_grade: 1, ..LARGE };
    vec![
        measured("documents of one query", &[100, 300, 1_000, 3_000, 10_000], one_query),
        measured("queries of 100 documents", &[10, 30, 100, 300, 1_000], many),
    ]
}

fn measured(what: &'static str, sizes: &[usize], shape: impl Fn(usize) -> Shape) -> Growth {
    let settings = TrainingSettings { max_iterations: 6, gap: 1e-6, ..dorm(10.0, "fixed", "n-slack") };
    let seconds: Vec<f64> = sizes
        .iter()
        .map(|&size| {
            let data = Arc::new(made(&shape(size), 1));
            (0..5)
                .map(|_| {
                    let (spent, stop) = train(&data, &settings);
                    (spent.oracle + spent.measure) / (stop.iterations + 1) as f64
                })
                .fold(f64::INFINITY, f64::min)
        })
        .collect();
    let points: Vec<(f64, f64)> =
        sizes.iter().zip(&seconds).map(|(&size, time)| ((size as f64).ln(), time.ln())).collect();
    let n = points.len() as f64;
    let (mean_x, mean_y) =
        (points.iter().map(|p| p.0).sum::<f64>() / n, points.iter().map(|p| p.1).sum::<f64>() / n);
    let covariance: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let variance: f64 = points.iter().map(|(x, _)| (x - mean_x) * (x - mean_x)).sum();
    Growth { what, sizes: sizes.to_vec(), seconds, exponent: covariance / variance }
}
