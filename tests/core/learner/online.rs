//! PRank and the online protocol.

use std::sync::Arc;

use crate::learner::descent::{check_slicing, reports};
use crate::support::{Random, assert_close};
use rankscope::Error;
use rankscope::data::{Dataset, QueryRows};
use rankscope::learner::descent::{Descent, DescentConfig, ListNet, PairLogistic, Ridge, ScoreLoss};
use rankscope::learner::online::{Online, OnlineConfig, PRank, PRankConfig, PRankModel};
use rankscope::learner::{DescentFigures, Detail, Learner, OnlineFigures, StopReason};
use rankscope::loss::margin;
use rankscope::ranking::scorer::Scorer;

/// Returns data with one feature that determines the grade.
fn separable() -> Arc<Dataset> {
    let query = |id: &str, shift: f64| QueryRows {
        id: id.to_owned(),
        grades: vec![2, 0, 1, 0],
        features: [2.1, 0.1, 1.0, 0.0].iter().flat_map(|x| [x + shift, 1.0 - shift]).collect(),
        comments: Vec::new(),
    };
    Arc::new(Dataset::from_queries(2, &[query("a", 0.0), query("b", 0.2)]).expect("made data"))
}

#[test]
fn prank_follows_its_published_rule() {
    // One document: score 0 is not below any threshold, so the predicted grade is the highest, 2. The true grade is 0,
    // so both thresholds rise by one, and twice the features are subtracted from w.
    let query = |id: &str, grades: &[u8], features: &[f64]| QueryRows {
        id: id.to_owned(),
        grades: grades.to_vec(),
        features: features.to_vec(),
        comments: Vec::new(),
    };
    let data = Dataset::from_queries(1, &[query("a", &[0], &[3.0]), query("b", &[2, 1], &[1.0, 0.0])]);
    let config = PRankConfig { epochs: 1, model: PRankModel::Last };
    let mut learner = PRank::new(Arc::new(data.expect("made data")), config).expect("three grades");
    let (steps, end) = reports(&mut learner, &[usize::MAX]);
    // w = −6, b = (1, 1). Then x = 1 has score −6, predicted 0, true 2: w = −4, b = (0, 0). Then x = 0 has score 0,
    // predicted 2, true 1: threshold 1 is on the wrong side (0 ≥ 0), and so is threshold 0 by equality: τ = (1, −1).
    assert_eq!(learner.thresholds(), [-1.0, 1.0]);
    assert_eq!(*learner.best().1, Scorer::Linear { weights: vec![-4.0] });
    let Detail::Descent(DescentFigures { mistakes, mean_loss, .. }) = steps[1].detail else { panic!() };
    assert_eq!((mistakes, mean_loss), (Some(3), (2.0 + 2.0 + 1.0) / 3.0));
    assert_eq!((end.reason, end.iterations), (StopReason::Complete, 1));
}

#[test]
fn prank_ends_without_mistakes_on_separable_grades() {
    for model in [PRankModel::Average, PRankModel::Last] {
        let make = || PRank::new(separable(), PRankConfig { epochs: 1000, model }).expect("three grades");
        check_slicing("PRank", &|| Box::new(make()));
        let mut learner = make();
        let (steps, end) = reports(&mut learner, &[usize::MAX]);
        assert_eq!(end.reason, StopReason::Converged, "{end:?}");
        let Detail::Descent(DescentFigures { mistakes, .. }) = steps[end.iterations].detail else { panic!() };
        assert_eq!(mistakes, Some(0));
    }
}

#[test]
fn the_regret_follows_from_the_reported_figures_and_stays_below_its_bound() {
    let data = Arc::new(Random::new(1).dataset(40, 6, 3, 2));
    let losses: [fn() -> Box<dyn ScoreLoss>; 2] =
        [|| Box::new(PairLogistic), || Box::new(ListNet::default())];
    for loss in losses {
        for radius in [0.3, 3.0] {
            let make = || {
                Online::new(data.clone(), loss(), OnlineConfig { radius, ..OnlineConfig::default() })
                    .expect("usable data")
            };
            check_slicing("online", &|| Box::new(make()));
            let mut learner = make();
            let (steps, end) = reports(&mut learner, &[usize::MAX]);
            assert_eq!(end.reason, StopReason::Complete);
            let hindsight = learner.hindsight().expect("it is found first").clone();
            assert!(margin(&hindsight.weights, &hindsight.weights).sqrt() <= radius * (1.0 + 1e-12));
            let mut total = 0.0;
            for step in &steps {
                let Detail::Online(OnlineFigures { norm, paid, regret, bound, .. }) = step.detail else {
                    panic!()
                };
                total += paid;
                assert!(norm <= radius * (1.0 + 1e-12));
                assert!(step.iteration == 0 || regret < bound, "{step:?}");
            }
            let Detail::Online(OnlineFigures { regret, .. }) = steps[end.iterations].detail else { panic!() };
            assert_close(regret * end.iterations as f64, total - hindsight.total, 1e-9, "regret");
        }
    }
}

#[test]
fn no_w_of_the_ball_beats_the_best_w_in_hindsight_by_more_than_its_uncertainty() {
    let data = Arc::new(Random::new(2).dataset(15, 6, 3, 2));
    let mut learner = Online::new(
        data.clone(),
        Box::new(PairLogistic),
        OnlineConfig { radius: 2.0, ..OnlineConfig::default() },
    )
    .expect("usable data");
    reports(&mut learner, &[usize::MAX]);
    let hindsight = learner.hindsight().expect("it is found first").clone();
    assert!(hindsight.uncertainty < 1e-2 * hindsight.total, "{hindsight:?}");
    for exponent in -10..10 {
        let config = DescentConfig { c: 2.0_f64.powi(exponent), gap: 1e-10, ..DescentConfig::default() };
        let mut other = Descent::new(data.clone(), &PairLogistic, config.clone()).expect("usable data");
        let (steps, _) = reports(&mut other, &[usize::MAX]);
        let norm = margin(other.weights(), other.weights()).sqrt();
        let Detail::Descent(DescentFigures { mean_loss, .. }) = steps[steps.len() - 1].detail else {
            panic!()
        };
        if norm <= 2.0 {
            let total = mean_loss * other.n_used_queries() as f64;
            assert!(total >= hindsight.total - hindsight.uncertainty, "{total} at C = {}", config.c);
        }
    }
}

#[test]
fn unusable_input_is_refused() {
    let query =
        QueryRows { id: "a".to_owned(), grades: vec![1, 1], features: vec![0.0, 1.0], comments: Vec::new() };
    let one_class = Arc::new(Dataset::from_queries(1, &[query]).expect("made data"));
    assert!(matches!(PRank::new(one_class.clone(), PRankConfig::default()), Err(Error::Data { .. })));
    let online = |data: &Arc<Dataset>, loss: Box<dyn ScoreLoss>, radius: f64| {
        Online::new(data.clone(), loss, OnlineConfig { radius, ..OnlineConfig::default() }).map(|_| ())
    };
    assert!(matches!(online(&one_class, Box::new(PairLogistic), 1.0), Err(Error::Data { .. })));
    assert!(matches!(online(&separable(), Box::new(PairLogistic), 0.0), Err(Error::Config { .. })));
    assert!(matches!(online(&separable(), Box::new(PairLogistic), f64::NAN), Err(Error::Config { .. })));
    assert!(matches!(online(&separable(), Box::<Ridge>::default(), 1.0), Err(Error::Config { .. })));
    assert!(matches!(
        PRank::new(separable(), PRankConfig { epochs: 0, ..PRankConfig::default() }),
        Err(Error::Config { .. })
    ));
}
