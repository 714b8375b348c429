//! The laboratory of complexity against enumeration, finite differences and simulation.

use std::sync::Arc;

use crate::support::{Random, assert_close};
use rankscope::Error;
use rankscope::data::Dataset;
use rankscope::theory::complexity::{ComplexityExperiment, ComplexityOptions, ComplexityResult};
use rankscope::theory::generalisation::{HYPOTHESES, LossMatrix};

fn run(data: &Arc<Dataset>, options: &ComplexityOptions, slice: usize) -> ComplexityResult {
    let mut lab = ComplexityExperiment::new(Arc::clone(data), options.clone()).expect("usable data");
    while !lab.advance(slice).expect("finite losses").is_complete() {
        assert!(lab.result().is_none());
    }
    lab.result().expect("the experiment is complete")
}

#[test]
fn rho_is_that_of_its_definition_and_bounds_its_simulation() {
    let data = Arc::new(Random::new(1).dataset(25, 8, 4, 2));
    let result = run(&data, &ComplexityOptions::default(), 3);
    let mut sum = 0.0;
    let mut largest = 0.0_f64;
    for query in data.queries() {
        let rows: Vec<Vec<f64>> =
            query.documents.clone().map(|row| data.features(row).into_owned()).collect();
        let (mut squares, mut pairs) = (0.0, 0.0);
        for (i, one) in rows.iter().enumerate() {
            largest = largest.max(one.iter().map(|x| x * x).sum::<f64>().sqrt());
            for (j, other) in rows.iter().enumerate() {
                if query.grades[i] > query.grades[j] {
                    squares += one.iter().zip(other).map(|(x, y)| (x - y) * (x - y)).sum::<f64>();
                    pairs += 1.0;
                }
            }
        }
        sum += squares / pairs;
    }
    let n = data.n_queries() as f64;
    assert_eq!(result.queries, data.n_queries());
    assert_close(result.rho, sum.sqrt() / n, 1e-12, "ρ");
    assert_close(result.slide, largest / n.sqrt(), 1e-12, "R/√N");
    // E‖·‖ ≤ sqrt(E‖·‖²), and the norm of a sum of many terms varies little.
    assert!(result.simulated.mean <= result.rho + 3.0 * result.simulated.standard_error, "{result:?}");
    assert!(result.simulated.mean > 0.85 * result.rho, "{result:?}");
    for of in &result.radii {
        let upper = 2.0 * of.radius * result.rho + 2.0_f64.ln() / n.sqrt();
        assert_close(of.upper, upper, 1e-12, "upper bound");
        assert!(of.lower.mean < of.upper, "{of:?}");
    }
}

#[test]
fn the_gradient_is_that_of_finite_differences() {
    let mut random = Random::new(2);
    let data = Arc::new(random.dataset(6, 6, 3, 2));
    let lab =
        ComplexityExperiment::new(Arc::clone(&data), ComplexityOptions::default()).expect("usable data");
    let signs: Vec<f64> = (0..6).map(|_| if random.uniform() < 0.5 { 1.0 } else { -1.0 }).collect();
    for _ in 0..5 {
        let w: Vec<f64> = (0..3).map(|_| 4.0 * random.uniform() - 2.0).collect();
        let (_, gradient) = lab.evaluate(&signs, &w).expect("finite");
        for feature in 0..3 {
            let at = |step: f64| {
                let mut w = w.clone();
                w[feature] += step;
                lab.evaluate(&signs, &w).expect("finite").0
            };
            assert_close((at(1e-5) - at(-1e-5)) / 2e-5, gradient[feature], 1e-8, "gradient");
        }
    }
}

/// On two features the maximum is known on a grid, so that the complexity can be enumerated over all signs.
#[test]
fn the_complexity_lies_between_its_estimates() {
    let data = Arc::new(Random::new(3).dataset(9, 7, 2, 1));
    let radius = 3.0;
    let mut matrix = LossMatrix::new(radius);
    for query in data.queries() {
        matrix.push(&data, &query).expect("finite losses");
    }
    let n = data.n_queries();
    let mut total = 0.0;
    for signs in 0..1_usize << n {
        let value = |place: usize| {
            let terms = (0..n).map(|query| {
                let sign = if signs >> query & 1 == 1 { 1.0 } else { -1.0 };
                sign * matrix.losses(query)[place]
            });
            (terms.sum::<f64>() / n as f64).abs()
        };
        total += (0..HYPOTHESES).map(value).fold(0.0, f64::max);
    }
    let complexity = total / (1_usize << n) as f64;
    let options = ComplexityOptions { radii: vec![radius], draws: 600, ..ComplexityOptions::default() };
    let result = run(&data, &options, 100);
    let of = &result.radii[0];
    assert!(complexity < of.upper, "{complexity} {of:?}");
    // The grid misses a little of the maximum, and ascent some of it.
    assert!(of.lower.mean < 1.02 * complexity + 4.0 * of.lower.standard_error, "{complexity} {of:?}");
    assert!(of.lower.mean > 0.9 * complexity - 4.0 * of.lower.standard_error, "{complexity} {of:?}");
}

#[test]
fn slices_do_not_change_the_result_and_unusable_input_is_refused() {
    let data = Arc::new(Random::new(4).dataset(5, 5, 3, 2));
    let options = ComplexityOptions::default();
    assert_eq!(run(&data, &options, 1), run(&data, &options, usize::MAX));
    let refused = |field: &str, change: &dyn Fn(&mut ComplexityOptions)| {
        let mut options = ComplexityOptions::default();
        change(&mut options);
        match ComplexityExperiment::new(Arc::clone(&data), options).map(drop) {
            Err(Error::Config { field: seen, .. }) => assert_eq!(seen, field),
            other => panic!("{field}: {other:?}"),
        }
    };
    refused("radii", &|options| options.radii = vec![-1.0]);
    refused("draws", &|options| options.draws = 0);
    refused("evaluations", &|options| options.evaluations = 1);
    let flat = Arc::new(Dataset::from_letor("1 qid:1 1:1\n1 qid:1 1:2\n").expect("LETOR text"));
    let lab = ComplexityExperiment::new(flat, options.clone()).map(drop);
    assert!(matches!(lab, Err(Error::Data { .. })), "{lab:?}");
    let far = Dataset::from_letor("1 qid:1 1:1e308\n0 qid:1 1:-1e308\n").expect("LETOR text");
    let lab = ComplexityExperiment::new(Arc::new(far), options).map(drop);
    assert!(matches!(lab, Err(Error::Data { .. })), "{lab:?}");
}
