//! The best objective grows no faster than C, so no start leaves a run in a poor local optimum.

use std::sync::Arc;

use rankscope::Error;
use rankscope::data::{Dataset, generate_letor};
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{Progress, TrainingRun};

/// Trains. Returns the best objective; `None` if the loss can use no query of the data.
pub fn objective(data: &Arc<Dataset>, settings: &TrainingSettings) -> Option<f64> {
    let mut run = match TrainingRun::new(Arc::clone(data), settings) {
        Err(Error::Data { .. }) => return None,
        run => run.expect("the run starts"),
    };
    loop {
        if let Progress::Stopped { stop } = run.advance(1_000) {
            return stop.best_objective;
        }
    }
}

pub fn what(settings: &TrainingSettings) -> String {
    let TrainingSettings { method, measure, decay, cut_off, discount, cost, .. } = settings;
    match method.as_str() {
        "dorm" => format!("{method} {measure} {decay}"),
        "dorm-cost" => format!("{method} {cost} {decay}"),
        _ => format!("{method} {cut_off:?} {discount}"),
    }
}

/// For κ ≥ 1 any w has P_κC(w) ≤ κ P_C(w), so the best objectives must satisfy it too, up to the gaps of both.
pub fn check_growth(name: &str, data: &Arc<Dataset>, scale: &str) {
    for settings in &with_starts(scale) {
        let at = |c: f64| objective(data, &TrainingSettings { c, ..settings.clone() });
        let costs = [1.0, 10.0, 100.0, 1000.0];
        let objectives: Vec<f64> = costs.into_iter().filter_map(at).collect();
        for (low, one) in objectives.iter().enumerate() {
            for (high, other) in objectives.iter().enumerate().skip(low + 1) {
                let most = costs[high] / costs[low] * one * (1.0 + settings.gap);
                assert!(*other <= most, "{name}, {}: {objectives:?} for C = {costs:?}", what(settings));
            }
        }
    }
}

/// Settings of losses whose rounds have little or much to choose, which one bad start would spoil.
fn with_starts(scale: &str) -> Vec<TrainingSettings> {
    let dorm = ["ndcg@1", "ndcg@3", "ndcg@10", "p@10", "mrr", "wta"]
        .map(|measure| TrainingSettings { measure: measure.to_owned(), ..TrainingSettings::default() });
    let others = ["svm-precision", "svm-ndcg", "svm-mrr", "dorm-cost"].map(|method| TrainingSettings {
        method: method.to_owned(),
        feature_map: "po".to_owned(),
        cut_off: Some(3),
        ..TrainingSettings::default()
    });
    let scaled = |settings| TrainingSettings { scale: scale.to_owned(), ..settings };
    dorm.into_iter().chain(others).map(scaled).collect()
}

/// `tests/extremes` checks it on every sample and on larger sets.
#[test]
fn the_objective_grows_no_faster_than_c_on_small_data() {
    let kitchen = Dataset::from_letor(include_str!("../../../www/samples/kitchen.txt")).expect("LETOR text");
    check_growth("kitchen", &Arc::new(kitchen), "none");
    let generated = Dataset::from_letor(&generate_letor(12, 10, 1)).expect("LETOR text");
    check_growth("generated", &Arc::new(generated), "none");
}
