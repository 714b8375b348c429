//! The same bits for any number of threads.

use std::sync::Arc;

use rankscope::Error;
use rankscope::data::{Dataset, generate_letor};
use rankscope::method::settings::TrainingSettings;
use rankscope::metric::Undefined;
use rankscope::util::threads;

use crate::run::golden;

/// Calls `compute` with 1, 2, 3 and 7 threads, and checks that the results are equal.
fn check<T: PartialEq + std::fmt::Debug + Send>(what: &str, compute: impl Fn() -> T + Sync) {
    let expected = threads::alone(&compute);
    for count in [1, 2, 3, 7] {
        let found = threads::within(count, || {
            assert_eq!(threads::count(), count);
            compute()
        });
        assert_eq!(found.expect("the threads start"), expected, "{what} with {count} threads");
    }
}

#[test]
fn reports_of_every_method_have_the_same_bits() {
    let data = Arc::new(Dataset::from_letor(&generate_letor(40, 30, 7)).expect("LETOR text"));
    for (name, settings) in golden::runs() {
        let settings = TrainingSettings { max_iterations: 6, rounds: Some(3), ..settings };
        check(&name, || golden::checksum(&data, &settings, 1000));
    }
}

#[test]
fn slices_and_threads_together_change_no_bit() {
    let data = Arc::new(Dataset::from_letor(&generate_letor(40, 60, 3)).expect("LETOR text"));
    for method in ["ranksvm", "svm-map", "combo", "listnet"] {
        let settings =
            TrainingSettings { method: method.to_owned(), max_iterations: 4, ..TrainingSettings::default() };
        let expected = threads::alone(|| golden::checksum(&data, &settings, 1));
        for budget in [1, 2, 7, 33, 10_000] {
            let found = threads::within(3, || golden::checksum(&data, &settings, budget));
            assert_eq!(found.expect("the threads start"), expected, "{method} with slices of {budget}");
        }
    }
}

/// The assignments of these queries are long searches, which one thread makes in steps.
#[test]
fn long_searches_have_the_same_bits() {
    let data = Arc::new(Dataset::from_letor(&generate_letor(5, 150, 3)).expect("LETOR text"));
    let settings =
        TrainingSettings { measure: "ndcg".to_owned(), max_iterations: 2, ..TrainingSettings::default() };
    let run = rankscope::run::TrainingRun::new(Arc::clone(&data), &settings).expect("it starts");
    assert!(run.overview().search_steps > 4e6, "{:?}", run.overview());
    check("a long search", || golden::checksum(&data, &settings, 1000));
}

#[test]
fn an_evaluation_has_the_same_bits() {
    let data = Arc::new(Dataset::from_letor(&generate_letor(100, 40, 7)).expect("LETOR text"));
    let settings = TrainingSettings { max_iterations: 2, ..TrainingSettings::default() };
    let mut run = rankscope::run::TrainingRun::new(Arc::clone(&data), &settings).expect("it starts");
    while !matches!(run.advance(1000), rankscope::run::Progress::Stopped { .. }) {}
    let model = run.model().expect("a model");
    let measures = ["ndcg@10".parse().expect("a measure"), "ap".parse().expect("a measure")];
    check("an evaluation", || {
        model.evaluate(&data, &measures, Undefined::Skip).expect("finite scores").per_query
    });
}

#[test]
fn a_number_of_threads_that_cannot_be_used_is_refused() {
    for count in [0, threads::MOST + 1, usize::MAX] {
        let error = threads::within(count, || ()).expect_err("it is out of range");
        assert!(matches!(&error, Error::Config { field: "threads", .. }), "{error}");
        assert!(error.to_string().contains("is not a number from 1 to 1024"), "{error}");
    }
}
