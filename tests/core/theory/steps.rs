//! The bound on steps: planes never exceed it, and its constants are those of all rankings.

use std::sync::Arc;

use crate::support::{Random, permutations};
use rankscope::Error;
use rankscope::data::Dataset;
use rankscope::loss::bind_groups;
use rankscope::method::settings::TrainingSettings;
use rankscope::ranking::Ranking;
use rankscope::theory::steps::{StepsExperiment, StepsOptions, StepsResult};

fn run(data: &Arc<Dataset>, options: &StepsOptions, slice: usize) -> StepsResult {
    let mut lab = StepsExperiment::new(Arc::clone(data), options.clone()).expect("usable data");
    let mut calls = 0;
    while !lab.advance(slice) {
        calls += 1;
        assert!(calls < 1_000_000, "the training ends");
    }
    lab.result()
}

#[test]
fn no_ranking_is_longer_than_the_radius_or_worse_than_the_largest_loss() {
    for (seed, decay, cut) in [(1, "power:0.5", None), (2, "power:1", Some(3)), (3, "log", None)] {
        let data = Arc::new(Random::new(seed).dataset(4, 5, 3, 2));
        let options = StepsOptions { decay: decay.to_owned(), decay_cut: cut, ..StepsOptions::default() };
        let result = StepsExperiment::new(Arc::clone(&data), options).expect("usable data").result();
        let settings = TrainingSettings {
            decay: decay.to_owned(),
            decay_cut: cut,
            reference: "fixed".to_owned(),
            ..TrainingSettings::default()
        };
        let config = settings.parse().expect("valid settings");
        let loss = config.learner.loss().expect("a structured loss");
        let (mut longest, mut worst) = (0.0_f64, 0.0_f64);
        for query in data.queries() {
            let bound = bind_groups(&loss.slack_groups(), &data, query.index).expect("it can be bound");
            for (_, loss) in bound.into_iter().flatten() {
                for order in permutations(5) {
                    let y = Ranking::from_order(order);
                    let mut shift = vec![0.0; 3];
                    data.pull_back(query.documents.clone(), &loss.delta_psi(&y), &mut shift);
                    longest = longest.max(shift.iter().map(|part| part * part).sum::<f64>().sqrt());
                    worst = worst.max(loss.delta(&y));
                }
            }
        }
        assert!(longest <= result.radius && longest > 0.1 * result.radius, "{longest} {}", result.radius);
        assert_eq!(worst, result.largest_loss);
    }
}

#[test]
fn two_opposite_documents_reach_the_radius() {
    // One pair: δψ of the wrong ranking is (c_0 − c_1)(x_0 − x_1).
    let data = Dataset::from_letor("1 qid:1 1:3 2:4\n0 qid:1 1:0 2:0\n").expect("LETOR text");
    let options = StepsOptions { decay: "list:1,0.25".to_owned(), ..StepsOptions::default() };
    let result = StepsExperiment::new(Arc::new(data), options).expect("usable data").result();
    assert!((result.radius - 0.75 * 5.0).abs() < 1e-12);
}

#[test]
fn planes_stay_below_the_bound() {
    for seed in 0..4 {
        for c in [0.1, 10.0, 1000.0] {
            let data = Arc::new(Random::new(seed).dataset(10, 6, 3, 2));
            let options = StepsOptions { c, ..StepsOptions::default() };
            let result = run(&data, &options, usize::MAX);
            assert_eq!(result.ended, None, "the least ε is reached");
            assert!(result.rows.windows(2).all(|two| two[0].epsilon > two[1].epsilon));
            for row in &result.rows {
                let planes = row.planes.expect("it is reached");
                assert!((planes as f64) <= row.bound, "{row:?}");
                let first = 2.0 * result.queries * result.largest_loss / row.epsilon;
                let second =
                    8.0 * c * result.largest_loss * result.radius.powi(2) / (row.epsilon * row.epsilon);
                assert!((row.bound / first.max(second) - 1.0).abs() < 1e-12);
                let iteration = row.iterations.expect("it is reached");
                assert!(result.path[iteration].epsilon <= row.epsilon);
                assert!(iteration == 0 || result.path[iteration - 1].epsilon > row.epsilon);
            }
            assert!(result.path.windows(2).all(|two| two[0].planes <= two[1].planes));
        }
    }
}

#[test]
fn the_gap_is_an_absolute_one_of_the_objective() {
    let data = Arc::new(Random::new(5).dataset(8, 6, 3, 2));
    let result = run(&data, &StepsOptions { epsilons: vec![1e-3], ..StepsOptions::default() }, 3);
    let again = run(&data, &StepsOptions { epsilons: vec![1e-3], ..StepsOptions::default() }, usize::MAX);
    assert_eq!(result, again, "slices do not change the result");
    // At w = 0 the objective is C times the mean of the largest losses, and the dual is 0.
    assert!(result.path[0].epsilon <= result.largest_loss * (1.0 + 1e-12));
    assert_eq!(result.path[0].planes, 0);
    assert!((result.rows[0].gap - 10.0 * 1e-3).abs() < 1e-15);
}

#[test]
fn unusable_input_is_refused() {
    let data = Arc::new(Random::new(6).dataset(3, 5, 2, 1));
    let refused = |field: &str, change: &dyn Fn(&mut StepsOptions)| {
        let mut options = StepsOptions::default();
        change(&mut options);
        match StepsExperiment::new(Arc::clone(&data), options).map(drop) {
            Err(Error::Config { field: seen, .. }) => assert_eq!(seen, field),
            other => panic!("{field}: {other:?}"),
        }
    };
    refused("epsilons", &|options| options.epsilons = Vec::new());
    refused("epsilons", &|options| options.epsilons = vec![0.0]);
    refused("epsilons", &|options| options.epsilons = vec![f64::NAN]);
    refused("epsilons", &|options| options.epsilons = vec![1e-12]);
    refused("c", &|options| options.c = -1.0);
    refused("decay", &|options| options.decay = "power:-1".to_owned());
    refused("measure", &|options| options.measure = "nothing".to_owned());
    let flat = Arc::new(Dataset::from_letor("1 qid:1 1:1\n1 qid:1 1:2\n").expect("LETOR text"));
    let lab = StepsExperiment::new(flat, StepsOptions::default()).map(drop);
    assert!(matches!(lab, Err(Error::Data { .. })), "{lab:?}");
}
