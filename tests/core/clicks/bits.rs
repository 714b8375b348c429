//! Simulated logs have the same bits natively and on wasm32: binomial counts, drawn sessions, and expected counts.

use std::sync::Arc;

use crate::test;
use rankscope::clicks::{
    ClickLog, ClickWriter, Clip, Curve, Discounts, EstimationSettings, Estimator, Keep, LogFormat, LogNames,
    Logger, Propensities, PropensitySource, SimulationSettings, Simulator, Users, estimate, evaluate_clicks,
    expected_log,
};
use rankscope::data::{Dataset, generate_shop};
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{Progress, TrainingRun};

const DATA: &str = "2 qid:a 1:3\n0 qid:a 1:2\n1 qid:b 1:1\n0 qid:b 1:0\n0 qid:b 1:0\n";

fn check(log: &ClickLog, data: &Dataset, expected: &str) {
    let names = LogNames::lines(data);
    let writer = ClickWriter::new(&names, LogFormat::Counts, true, false);
    assert_eq!(writer.heading() + &writer.counts(log).collect::<String>(), expected);
}

#[test]
fn simulated_logs_have_their_bits() {
    let data = Dataset::from_letor(DATA).expect("LETOR text");
    let logger = Logger::parse("feature:1").expect("a logger");
    let drawn = |settings: &SimulationSettings, sessions| {
        let mut simulator = Simulator::new(&data, &logger, None, settings, Keep::Counts).expect("settings");
        simulator.grow(sessions).expect("a small log");
        simulator.snapshot().expect("a log")
    };
    let settings = SimulationSettings { eta: 0.7, seed: 3, ..Default::default() };
    check(&drawn(&settings, 1_000_000), &data, COUNTED);
    let settings = SimulationSettings { users: Users::Dcm, swap: 3, seed: 3, ..Default::default() };
    check(&drawn(&settings, 1000), &data, DRAWN);
    let settings = SimulationSettings { users: Users::Trust, eta: 0.7, ..Default::default() };
    check(&expected_log(&data, &logger, None, &settings, 100.0).expect("expected counts"), &data, EXPECTED);
}

/// The weights of models that learn from a drawn log.
#[test]
fn clicks_train_the_same_bits() {
    let data = Dataset::from_letor(DATA).expect("LETOR text");
    let logger = Logger::parse("feature:-1").expect("a logger");
    let settings = SimulationSettings { eta: 0.7, seed: 3, ..Default::default() };
    let mut simulator = Simulator::new(&data, &logger, None, &settings, Keep::Sessions).expect("settings");
    simulator.grow(1000).expect("a small log");
    let log = simulator.snapshot().expect("a log");
    let power = Propensities::power(0.7, 10).expect("a curve");
    let estimate = log
        .click_weights(Estimator::Ips, Some(PropensitySource::Curve(&power)), Clip::Auto)
        .expect("a usable log");
    let data = Arc::new(data.with_click_weights(estimate.weights).expect("finite weights"));
    let trained = |method: &str| {
        let settings = TrainingSettings {
            method: method.to_owned(),
            targets: "clicks".to_owned(),
            measure: "dcg".to_owned(),
            ..TrainingSettings::default()
        };
        let mut run = TrainingRun::new(Arc::clone(&data), &settings).expect("usable data");
        while !matches!(run.advance(1000), Progress::Stopped { .. }) {}
        run.model().expect("a model").weights().expect("linear")[0].to_bits()
    };
    let bits = ["listnet", "ranksvm", "dorm", "logistic"].map(trained);
    assert_eq!(bits, [4606818803984946300, 4607182418800017656, 4607217178802081099, 4604432327682343750]);
}

/// Propensities with their intervals, and an estimate of DCG.
#[test]
fn estimates_have_their_bits() {
    let data = Dataset::from_letor(&generate_shop(1)[0]).expect("LETOR text");
    let logger = Logger::parse("feature:popular").expect("a logger");
    let settings = SimulationSettings { eta: 0.7, swap: 3, seed: 3, ..Default::default() };
    let mut simulator = Simulator::new(&data, &logger, None, &settings, Keep::Sessions).expect("settings");
    simulator.grow(3000).expect("a small log");
    let log = simulator.snapshot().expect("a log");
    let estimated = |curve| {
        let settings = EstimationSettings { curve, ranks: 3, ..EstimationSettings::default() };
        let ranks = estimate(&log, &settings).expect("documents at two ranks").ranks;
        let last = ranks[2].p;
        [last.value, last.low.expect("an interval"), last.high.expect("an interval")].map(f64::to_bits)
    };
    let scores: Vec<f64> = (0..data.n_documents()).map(|row| data.features(row)[0]).collect();
    let discounts = Discounts::by_scores(&data, &scores, Some(5)).expect("scores");
    let power = Propensities::power(0.7, 10).expect("a curve");
    let value = evaluate_clicks(&log, &discounts, None, PropensitySource::Curve(&power), None)
        .expect("a usable log")
        .new;
    let evaluated = [value.mean, value.standard_error.expect("many sessions")].map(f64::to_bits);
    assert_eq!((estimated(Curve::Power), estimated(Curve::Free), evaluated), ESTIMATES);
}

/// p of the third rank with its bounds, by a power law and free; mean and standard error.
const ESTIMATES: ([u64; 3], [u64; 3], [u64; 2]) = (
    [4601450364428117744, 4600967841327114040, 4601964798367614971],
    [4601569623989717002, 4600932386369824552, 4602262788457951873],
    [4608300279930790526, 4582572309890396819],
);

const COUNTED: &str = concat!(
    "query,ranker,rank,document,impressions,clicks\n",
    "a,feature:1,1,1,500176,500176\n",
    "a,feature:1,2,2,500176,30701\n",
    "b,feature:1,1,3,499824,200024\n",
    "b,feature:1,2,4,499824,30610\n",
    "b,feature:1,3,5,499824,23071\n",
);

const DRAWN: &str = concat!(
    "query,ranker,rank,document,impressions,clicks\n",
    "a,feature:1,1,1,243,243\n",
    "a,feature:1,1,2,245,25\n",
    "a,feature:1,2,1,245,216\n",
    "a,feature:1,2,2,243,15\n",
    "b,feature:1,1,3,254,101\n",
    "b,feature:1,1,4,125,12\n",
    "b,feature:1,1,5,133,14\n",
    "b,feature:1,2,3,125,42\n",
    "b,feature:1,2,4,387,35\n",
    "b,feature:1,3,3,133,45\n",
    "b,feature:1,3,5,379,27\n",
);

const EXPECTED: &str = concat!(
    "query,ranker,rank,document,impressions,clicks\n",
    "a,feature:1,1,1,50,49\n",
    "a,feature:1,2,2,50,10.003048358427446\n",
    "b,feature:1,1,3,50,38\n",
    "b,feature:1,2,4,50,10.003048358427446\n",
    "b,feature:1,3,5,50,5.02084978169634\n",
);
