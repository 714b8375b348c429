//! The learned decay: every step lowers J, c never increases, and J is today's objective where c is fixed.

use std::sync::Arc;

use crate::support::{Random, assert_close, permutations};
use rankscope::Error;
use rankscope::data::Dataset;
use rankscope::learner::cutting_plane::Trainer;
use rankscope::learner::{Advance, Learner};
use rankscope::loss::Decay;
use rankscope::method::settings::TrainingSettings;
use rankscope::theory::decay::{DecayExperiment, DecayOptions, DecayResult, LEAST_FALL};

fn options(measure: &str, start: &str, c: f64) -> DecayOptions {
    let (measure, start) = (measure.parse().expect("a measure"), start.parse().expect("a decay"));
    DecayOptions { measure, start, c, rounds: 3, gap: 1e-4 }
}

fn run(data: &Arc<Dataset>, options: DecayOptions) -> (DecayResult, Vec<f64>) {
    let mut lab = DecayExperiment::new(Arc::clone(data), None, options).expect("usable data");
    let mut calls = 0;
    while !lab.advance().expect("finite numbers") {
        assert!(lab.result().is_none());
        calls += 1;
        assert!(calls <= 3, "the rounds end");
    }
    (lab.result().expect("it is complete"), lab.weights().to_vec())
}

#[test]
fn every_step_lowers_the_objective_and_no_decay_increases() {
    for (seed, measure, start, c) in [
        (1, "ndcg@10", "power:0.5", 10.0),
        (2, "ndcg", "power:1", 100.0),
        (3, "mrr", "log", 30.0),
        (4, "ndcg@2", "list:1,1,1,1,1,1", 50.0),
    ] {
        let data = Arc::new(Random::new(seed).dataset(20, 14, 4, 2));
        let (result, _) = run(&data, options(measure, start, c));
        assert_eq!(result.blocks.len(), 11, "the ranks 10 to 13 are one block");
        for (before, after) in result.rounds.iter().zip(&result.rounds[1..]) {
            assert!(after.before_weights <= before.objective, "the step of c: {before:?} {after:?}");
            assert!(after.objective <= after.before_weights, "the step of w: {after:?}");
        }
        for round in &result.rounds {
            assert!(round.decay.windows(2).all(|two| two[0] >= two[1]), "{round:?}");
            assert!(round.decay[0] > 0.0 && round.decay[10] >= 0.0, "{round:?}");
            let square: f64 = round.decay.iter().map(|c| c * c).sum();
            let norms = 0.5 * round.norm * round.norm + 0.5 * result.ratio * square;
            assert_close(round.objective, norms + round.slack, 1e-9, "J");
        }
        let (first, last) = (&result.rounds[0], &result.rounds[result.rounds.len() - 1]);
        assert!(last.objective < first.objective, "{measure}: the first round lowers J");
        assert_close(result.fall, 1.0 - last.objective / first.objective, 1e-12, "fall");
        let fell = |two: &[_]| -> f64 {
            let [before, after]: &[rankscope::theory::decay::DecayRound; 2] = two.try_into().expect("two");
            (before.objective - after.objective) / before.objective
        };
        let falls: Vec<f64> = result.rounds.windows(2).map(fell).collect();
        let (end, others) = falls.split_last().expect("a round");
        assert!(others.iter().all(|fall| *fall >= LEAST_FALL), "{falls:?}");
        assert_eq!(result.settled, *end < LEAST_FALL);
        assert!(result.settled || falls.len() == 3);
    }
}

/// Rescaling moves w, and J must be that of the definition at the w and c that are reported.
#[test]
fn the_slack_is_that_of_all_rankings() {
    let data = Arc::new(Random::new(7).dataset(6, 5, 3, 2));
    let (result, w) = run(&data, options("ndcg@3", "power:0.5", 20.0));
    let round = result.rounds.last().expect("a round");
    let discount = |rank: usize| if rank < 3 { 1.0 / (rank as f64 + 2.0).log2() } else { 0.0 };
    let (mut hinges, mut m) = (0.0, 0.0);
    for query in data.queries() {
        if query.grades.iter().all(|grade| grade == &query.grades[0]) {
            continue;
        }
        let scores = data.scores(query.documents.clone(), &w);
        let sum = |order: &[u32], value: &dyn Fn(usize, usize) -> f64| -> f64 {
            order.iter().enumerate().map(|(rank, &document)| value(rank, document as usize)).sum()
        };
        let gain = |document: usize| f64::from(query.grades[document]).exp2() - 1.0;
        let dcg = |order: &[u32]| sum(order, &|rank, document| discount(rank) * gain(document));
        let psi = |order: &[u32]| sum(order, &|rank, document| round.decay[rank] * scores[document]);
        let orders = permutations(5);
        let best = orders.iter().map(|order| dcg(order)).fold(0.0, f64::max);
        let ideal = orders.iter().filter(|order| dcg(order) >= best - 1e-12);
        let star = ideal.map(|order| psi(order)).fold(f64::NEG_INFINITY, f64::max);
        let hinge = |order: &Vec<u32>| 1.0 - dcg(order) / best + psi(order) - star;
        hinges += orders.iter().map(hinge).fold(0.0, f64::max);
        m += 1.0;
    }
    assert_eq!(result.queries, m);
    assert_close(round.slack, 20.0 * hinges / m, 1e-9, "C times the mean slack");
    assert_close(round.norm, w.iter().map(|weight| weight * weight).sum::<f64>().sqrt(), 1e-12, "norm");
}

#[test]
fn with_the_decay_of_the_start_it_is_the_objective_of_dorm() {
    for (decay, measure) in [("power:0.5", "ndcg@10"), ("power:1", "ndcg@3"), ("log", "mrr")] {
        let data = Arc::new(Random::new(9).dataset(30, 9, 4, 2));
        let settings = TrainingSettings {
            decay: decay.to_owned(),
            measure: measure.to_owned(),
            c: 20.0,
            gap: 1e-4,
            ..TrainingSettings::default()
        };
        let config = settings.parse().expect("valid settings");
        let loss = config.learner.loss().expect("a structured loss");
        let mut trainer =
            Trainer::new(Arc::clone(&data), &loss.slack_groups(), config.trainer).expect("usable data");
        let end = loop {
            if let Advance::Stopped(end) = trainer.advance(usize::MAX) {
                break end;
            }
        };
        let today = end.planes.expect("it has planes").best_primal;
        let (result, _) = run(&data, options(measure, decay, 20.0));
        let start = &result.rounds[0];
        let seen = start.slack + 0.5 * start.norm * start.norm;
        // The last reference may be aligned once more, which lowers the objective by less than the gap.
        assert!(seen <= today * (1.0 + 1e-12) && seen >= today * (1.0 - 2e-4), "{decay}: {seen} {today}");
        let square: f64 = start.decay.iter().map(|c| c * c).sum();
        assert_close(result.ratio, start.norm * start.norm / square, 1e-12, "ϱ");
    }
}

#[test]
fn test_data_are_measured_and_change_nothing_else() {
    let mut random = Random::new(11);
    let (train, test) = (Arc::new(random.dataset(20, 8, 3, 2)), Arc::new(random.dataset(15, 8, 3, 2)));
    let (without, _) = run(&train, options("ndcg@5", "power:0.5", 20.0));
    assert!(without.test_change.is_none() && without.rounds.iter().all(|round| round.test_measure.is_none()));
    let options = options("ndcg@5", "power:0.5", 20.0);
    let mut lab = DecayExperiment::new(train, Some(test), options).expect("usable data");
    while !lab.advance().expect("finite numbers") {}
    let mut with = lab.result().expect("it is complete");
    let value = |place: usize| with.rounds[place].test_measure.expect("it is measured");
    let change = value(with.rounds.len() - 1) - value(0);
    assert_eq!(with.test_change.take(), Some(change));
    assert!(with.rounds.iter().all(|round| round.test_measure != round.train_measure));
    with.rounds.iter_mut().for_each(|round| round.test_measure = None);
    assert_eq!(with, without);
}

#[test]
fn unusable_input_is_refused() {
    let data = Arc::new(Random::new(12).dataset(8, 5, 3, 2));
    let refused = |field: &str, change: &dyn Fn(&mut DecayOptions)| {
        let mut options = options("ndcg@10", "power:0.5", 10.0);
        change(&mut options);
        match DecayExperiment::new(Arc::clone(&data), None, options).map(drop) {
            Err(Error::Config { field: seen, .. }) => assert_eq!(seen, field),
            other => panic!("{field}: {other:?}"),
        }
    };
    refused("c", &|options| options.c = 0.0);
    refused("rounds", &|options| options.rounds = 0);
    refused("rounds", &|options| options.rounds = 11);
    refused("measure", &|options| options.measure = "mwta".parse().expect("a measure"));
    refused("decay", &|options| options.start = Decay::List(vec![0.5, 1.0]));
    let flat = Arc::new(Dataset::from_letor("1 qid:1 1:1\n1 qid:1 1:2\n").expect("LETOR text"));
    let lab = DecayExperiment::new(flat, None, options("ndcg@10", "power:0.5", 10.0)).map(drop);
    assert!(matches!(lab, Err(Error::Data { .. })), "{lab:?}");
    // Documents that no score tells apart teach nothing, which only training shows.
    let blind = Arc::new(Dataset::from_letor("1 qid:1 1:1\n0 qid:1 1:1\n").expect("LETOR text"));
    let mut lab =
        DecayExperiment::new(blind, None, options("ndcg@10", "power:0.5", 10.0)).expect("usable data");
    let seen = lab.advance();
    assert!(matches!(seen, Err(Error::Config { field: "c", .. })), "{seen:?}");
}
