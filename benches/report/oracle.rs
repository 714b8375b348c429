//! Time of the DORM oracle against the assignment solver of another crate on the same scores.

use std::hint::black_box;

use pathfinding::kuhn_munkres::kuhn_munkres;
use pathfinding::matrix::Matrix;
use rankscope::loss::margin;
use rankscope::method::settings::TrainingSettings;

use crate::data::Random;
use crate::{Row, seconds};

const DOCUMENTS: usize = 1_000;
const REPETITIONS: usize = 3;
/// Searches per repetition, because one search is too short for the clock.
const SEARCHES: u32 = 200;

/// Returns how many times faster the oracle is than the crate `pathfinding`, for two and for five grades.
pub fn rows() -> Vec<Row> {
    [2, 5].map(row).into()
}

fn row(grades: u8) -> Row {
    let mut random = Random::new(u64::from(grades));
    let labels: Vec<u8> =
        (0..DOCUMENTS).map(|_| (random.uniform().powi(3) * f64::from(grades)) as u8).collect();
    let scores: Vec<f64> = (0..DOCUMENTS).map(|_| random.normal()).collect();
    let settings = TrainingSettings { reference: "fixed".to_owned(), ..TrainingSettings::default() };
    let config = settings.parse().expect("the defaults fit");
    let loss = config.learner.loss().expect("a structured loss").slack_groups()[0][0]
        .bind(&labels)
        .expect("there is something to rank");
    let vectors = loss.positions().expect("DORM has positions");
    let cell = |document: usize, rank: usize| {
        vectors.decay[rank] * scores[document] - vectors.discount[rank] * vectors.gain[document]
    };
    let scale = 2_f64.powi(36);
    let weights =
        Matrix::from_fn(DOCUMENTS, DOCUMENTS, |(row, column)| (cell(row, column) * scale).round() as i64);
    let value = |order: &[u32]| -> f64 {
        order.iter().enumerate().map(|(rank, &document)| cell(document as usize, rank)).sum()
    };

    let mut values = Vec::new();
    let mut ours = Vec::new();
    for _ in 0..REPETITIONS {
        let (search, violator) = seconds(|| {
            (1..SEARCHES).for_each(|_| drop(black_box(loss.most_violated(black_box(&scores)))));
            loss.most_violated(&scores)
        });
        let (solver, (_, columns)) = seconds(|| kuhn_munkres(&weights));
        let best: f64 = columns.iter().enumerate().map(|(row, &column)| cell(row, column)).sum();
        let found = value(violator.order());
        assert!(
            (found - best).abs() <= 1e-6 * best.abs().max(1.0),
            "the oracle finds {found}, the solver {best}"
        );
        let hinge = loss.delta(&violator) - margin(&loss.delta_psi(&violator), &scores);
        assert!(hinge >= -1e-9, "H of the violator is at least H of y*");
        ours.push(search / f64::from(SEARCHES));
        values.push(solver / (search / f64::from(SEARCHES)));
    }
    let fastest = ours.iter().copied().fold(f64::INFINITY, f64::min);
    Row {
        row: format!("oracle {grades}"),
        unit: "times faster",
        values,
        note: format!("{:.0} µs with sorting, equal values", fastest * 1e6),
    }
}
