//! Online learning and fixed samples: the statement on the mean iterate holds exactly over all orders.

use std::sync::Arc;

use crate::learner::descent::reports;
use crate::support::{Random, assert_close, permutations};
use rankscope::Error;
use rankscope::data::Dataset;
use rankscope::learner::descent::PairLogistic;
use rankscope::learner::online::{Iterate, Online, OnlineConfig, OnlinePass, OnlineQueries};
use rankscope::learner::{Detail, Learner, OnlineFigures};
use rankscope::ranking::scorer::Scorer;
use rankscope::theory::online_to_batch::{
    OnlineToBatchExperiment, OnlineToBatchOptions, OnlineToBatchResult,
};

fn run(train: &Arc<Dataset>, test: &Arc<Dataset>, options: &OnlineToBatchOptions) -> OnlineToBatchResult {
    let mut lab = OnlineToBatchExperiment::new(Arc::clone(train), Arc::clone(test), options.clone())
        .expect("usable data");
    while !lab.advance(3).expect("finite losses").is_complete() {
        assert!(lab.result().is_none());
    }
    lab.result().expect("the experiment is complete")
}

/// In a random order of six queries, the sixth is as good a test query as any: its loss at the mean iterate of the
/// others is in the mean at most the mean loss paid. The mean is over all 720 orders, so it is exact.
#[test]
fn over_all_orders_the_mean_iterate_has_at_most_the_loss_that_was_paid() {
    for seed in 0..6 {
        let data = Arc::new(Random::new(seed).dataset(6, 5, 3, 2));
        let queries = OnlineQueries::new(Arc::clone(&data), &PairLogistic).expect("usable data");
        assert_eq!(queries.len(), 6);
        for radius in [0.5, 20.0] {
            let (mut paid, mut risk) = (0.0, 0.0);
            for order in permutations(6) {
                let mut pass = OnlinePass::new(3, radius);
                for &place in &order[..5] {
                    pass.learn(&queries, place as usize).expect("finite losses");
                }
                paid += pass.mean_paid() / 720.0;
                risk += queries.evaluate(order[5] as usize, &pass.mean_weights()).expect("finite").0 / 720.0;
            }
            assert!(risk <= paid + 1e-12, "B = {radius}: {risk} {paid}");
        }
    }
}

#[test]
fn the_pass_in_the_order_of_the_file_is_that_of_the_perceptron() {
    let mut random = Random::new(7);
    let (train, test) = (Arc::new(random.dataset(15, 6, 3, 2)), Arc::new(random.dataset(9, 6, 3, 2)));
    let options = OnlineToBatchOptions { radius: 2.0, orders: 0, ..OnlineToBatchOptions::default() };
    let result = run(&train, &test, &options);
    assert_eq!(result.shuffled, None);
    let config = OnlineConfig { radius: 2.0, ..OnlineConfig::default() };
    let mut learner =
        Online::new(Arc::clone(&train), Box::new(PairLogistic), config.clone()).expect("usable data");
    let (steps, _) = reports(&mut learner, &[usize::MAX]);
    let (mut paid, mut gradient, mut sum) = (0.0, 0.0_f64, vec![0.0; 3]);
    let n = steps.len() - 1;
    for (iteration, step) in steps.iter().enumerate() {
        let Detail::Online(OnlineFigures { paid: one, gradient_norm, .. }) = step.detail else { panic!() };
        paid += one / n as f64;
        gradient = gradient.max(gradient_norm);
        if iteration < n {
            let scorer = learner.scorer(iteration).expect("it is reported").into_owned();
            let Scorer::Linear { weights } = scorer else { panic!("a linear scorer") };
            sum.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight / n as f64);
        }
    }
    assert_close(result.file_order.paid, paid, 1e-12, "mean paid loss");
    assert_close(result.file_order.largest_gradient, gradient, 1e-12, "largest gradient");
    assert_close(learner.pass().mean_paid(), paid, 1e-12, "mean paid loss of the learner");
    for (seen, expected) in learner.pass().mean_weights().iter().zip(&sum) {
        assert_close(*seen, *expected, 1e-12, "mean iterate");
    }
    let config = OnlineConfig { iterate: Iterate::Mean, ..config };
    let mut averaged = Online::new(Arc::clone(&train), Box::new(PairLogistic), config).expect("usable data");
    let (of_mean, _) = reports(&mut averaged, &[usize::MAX]);
    assert_eq!(of_mean, steps, "the model is another, the updates are the same");
    assert_eq!(*averaged.best().1, Scorer::Linear { weights: learner.pass().mean_weights() });
    let queries = OnlineQueries::new(Arc::clone(&test), &PairLogistic).expect("usable data");
    let loss = |w: &[f64]| queries.total(w) / queries.len() as f64;
    assert_close(result.file_order.mean_iterate, loss(&sum), 1e-12, "test loss of w̄");
    assert_close(result.file_order.last_iterate, loss(learner.pass().weights()), 1e-12, "test loss of w");
}

#[test]
fn shuffled_orders_depend_on_the_seed_alone_and_bound_the_loss() {
    let mut random = Random::new(8);
    let (train, test) = (Arc::new(random.dataset(30, 6, 3, 1)), Arc::new(random.dataset(30, 6, 3, 1)));
    let options = OnlineToBatchOptions { radius: 4.0, orders: 30, ..OnlineToBatchOptions::default() };
    let result = run(&train, &test, &options);
    assert_eq!(run(&train, &test, &options), result);
    let shuffled = result.shuffled.expect("there are orders");
    assert_eq!(shuffled.passes.len(), 30);
    assert!(shuffled.passes.windows(2).any(|two| two[0] != two[1]));
    // The deviation term is far larger than any spread, so that the statement holds in every order.
    assert!(shuffled.mean_iterate.high <= shuffled.paid.low + result.deviation);
    let size = result.queries as f64;
    let deviation = result.largest_loss * (2.0 * 20.0_f64.ln() / size).sqrt();
    assert_close(result.deviation, deviation, 1e-12, "deviation term");
    let queries = OnlineQueries::new(Arc::clone(&train), &PairLogistic).expect("usable data");
    let mut pass = OnlinePass::new(3, 4.0);
    for place in 0..queries.len() {
        let paid = pass.learn(&queries, place).expect("finite losses").paid;
        assert!(paid <= result.largest_loss, "M bounds every loss");
    }
}

#[test]
fn unusable_input_is_refused() {
    let data = Arc::new(Random::new(9).dataset(4, 5, 2, 1));
    let lab = |train: &Arc<Dataset>, test: &Arc<Dataset>, options: OnlineToBatchOptions| {
        OnlineToBatchExperiment::new(Arc::clone(train), Arc::clone(test), options).map(drop)
    };
    let refused = |field: &str, options: OnlineToBatchOptions| match lab(&data, &data, options) {
        Err(Error::Config { field: seen, .. }) => assert_eq!(seen, field),
        other => panic!("{field}: {other:?}"),
    };
    refused("radius", OnlineToBatchOptions { radius: 0.0, ..OnlineToBatchOptions::default() });
    refused("delta", OnlineToBatchOptions { delta: 2.0, ..OnlineToBatchOptions::default() });
    refused("orders", OnlineToBatchOptions { orders: 1_000_000, ..OnlineToBatchOptions::default() });
    let flat = Arc::new(Dataset::from_letor("1 qid:1 1:1 2:0\n1 qid:1 1:2 2:3\n").expect("LETOR text"));
    let other = Arc::new(Random::new(9).dataset(4, 5, 3, 1));
    for (train, test) in [(&flat, &data), (&data, &flat), (&data, &other)] {
        let seen = lab(train, test, OnlineToBatchOptions::default());
        assert!(matches!(seen, Err(Error::Data { .. })), "{seen:?}");
    }
}
