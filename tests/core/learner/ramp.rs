//! The ramp bound R(w) = max_y [Δ(y) + ⟨w, ψ(y)⟩] − max_y ⟨w, ψ(y)⟩ compared with every permutation, and its rounds.

use crate::figures::{Figures, Proved};
use std::sync::Arc;

use crate::support::{
    Random, assert_close, dorm_settings, partial_order_settings, permutations, relevant_first,
};
use rankscope::data::{Dataset, Scaling};
use rankscope::loss::{QueryLoss, margin};
use rankscope::method::settings::TrainingSettings;
use rankscope::ranking::{Ranking, ScoredDocuments, TiedRanking};
use rankscope::run::{Progress, StepReport, Stop, TrainingRun};

/// Returns settings with every loss, measure and decay profile that has a ramp bound.
fn ramp_settings() -> Vec<TrainingSettings> {
    let all = dorm_settings().into_iter().chain(partial_order_settings());
    let has_ramp = |s: &TrainingSettings| {
        ["averaged", "ramp"].contains(&s.reference.as_str())
            == ["dorm", "svm-precision"].contains(&s.method.as_str())
            && !(s.method == "svm-mrr" && s.feature_map == "mrr")
    };
    all.filter(has_ramp).map(|settings| with_reference(&settings, "ramp")).collect()
}

fn with_reference(settings: &TrainingSettings, reference: &str) -> TrainingSettings {
    TrainingSettings { reference: reference.to_owned(), ..settings.clone() }
}

fn bind(settings: &TrainingSettings, grades: &[u8]) -> Option<Box<dyn QueryLoss>> {
    settings
        .parse()
        .expect("the settings are right")
        .learner
        .loss()
        .expect("a structured loss")
        .slack_groups()[0][0]
        .bind(grades)
}

fn hinge(loss: &dyn QueryLoss, scores: &[f64]) -> f64 {
    let y = loss.most_violated(scores);
    loss.delta(&y) - margin(&loss.delta_psi(&y), scores)
}

#[test]
fn the_bound_is_the_difference_of_its_two_maxima() {
    let mut random = Random::new(31);
    let orders: Vec<Vec<Ranking>> =
        (0..=5).map(|n| permutations(n).into_iter().map(Ranking::from_order).collect()).collect();
    let mut tested = 0;
    for settings in ramp_settings() {
        let what = format!("{} {} {}", settings.method, settings.measure, settings.decay);
        for _ in 0..8 {
            let n = random.integer(2, 5) as usize;
            let grades = random.grades(n, 3);
            let Some(mut ramp) = bind(&settings, &grades) else { continue };
            let averaged =
                bind(&with_reference(&settings, "averaged"), &grades).expect("the same queries are used");
            let scores = random.scores(n);
            let of_all =
                |value: &dyn Fn(&Ranking) -> f64| orders[n].iter().map(value).fold(f64::MIN, f64::max);
            let bound_of = |(grades, scores): (Vec<u8>, Vec<f64>)| {
                let averaged = bind(&with_reference(&settings, "averaged"), &grades).expect("the same query");
                let score = |y: &Ranking| -margin(&averaged.delta_psi(y), &scores);
                of_all(&|y| averaged.delta(y) + score(y)) - of_all(&score)
            };
            let expected = relevant_first(&settings, &grades, &scores).into_iter().map(bound_of);
            let expected = expected.fold(f64::MAX, f64::min);

            let before = hinge(ramp.as_ref(), &scores);
            assert_close(
                before,
                hinge(averaged.as_ref(), &scores),
                1e-12,
                "before it is realigned, it is the averaged one",
            );
            let gain = ramp.alignment_gain(&ScoredDocuments::new(scores.clone()));
            ramp.realign(&scores);
            let seen = hinge(ramp.as_ref(), &scores);
            assert_close(seen, expected, 1e-12, &what);
            assert_close(before - gain, expected, 1e-12, &format!("{what}: the gain foretold"));

            assert!(seen <= before + 1e-12, "{what}: {seen} is above the structured hinge {before}");
            let mut aligned =
                bind(&with_reference(&settings, "aligned"), &grades).expect("the same queries are used");
            aligned.realign(&scores);
            assert!(seen <= hinge(aligned.as_ref(), &scores) + 1e-12, "{what}: above the aligned hinge");
            let predicted = ramp.expected_delta(&TiedRanking::by_scores(&scores));
            assert!(
                seen >= predicted - 1e-12,
                "{what}: {seen} is below the loss {predicted} of the predicted ranking"
            );
            // Linearised at these scores, it is an upper bound at all others.
            let other = random.scores(n);
            let mut there = bind(&settings, &grades).expect("bound before");
            there.realign(&other);
            assert!(hinge(ramp.as_ref(), &other) >= hinge(there.as_ref(), &other) - 1e-12, "{what}");
            tested += 1;
        }
    }
    assert!(tested > 500, "{tested} cases");
}

#[test]
fn tied_documents_share_the_mean_of_their_coefficients() {
    let mut random = Random::new(32);
    for settings in ramp_settings() {
        let n = random.integer(3, 6) as usize;
        let grades = random.grades(n, 2);
        let Some(loss) = bind(&settings, &grades) else { continue };
        let scores: Vec<f64> = (0..n).map(|_| random.integer(0, 2) as f64).collect();
        let mut sum = vec![0.0; n];
        let mut count = 0.0;
        for order in permutations(n) {
            if order.windows(2).all(|pair| scores[pair[0] as usize] >= scores[pair[1] as usize]) {
                let one = loss.delta_psi(&Ranking::from_order(order));
                sum.iter_mut().zip(one).for_each(|(sum, one)| *sum += one);
                count += 1.0;
            }
        }
        let seen = loss.tied_delta_psi(&TiedRanking::by_scores(&scores)).expect("it has a ramp bound");
        for (seen, sum) in seen.iter().zip(sum) {
            assert_close(*seen, sum / count, 1e-12, &settings.method);
        }
    }
}

/// Returns contradictory queries: the good documents of some have the features of the bad documents of others.
fn hopeless(seed: u64) -> Arc<Dataset> {
    let data = Random::new(seed).dataset(40, 8, 3, 2);
    Arc::new(Scaling::Query.fit(&data).apply(&data).into_owned())
}

fn train(data: &Arc<Dataset>, settings: &TrainingSettings) -> (Vec<StepReport>, Stop) {
    train_to_the_end(&mut start(data, settings))
}

fn start(data: &Arc<Dataset>, settings: &TrainingSettings) -> TrainingRun {
    TrainingRun::new(Arc::clone(data), settings).expect("it can be trained on")
}

fn train_to_the_end(run: &mut TrainingRun) -> (Vec<StepReport>, Stop) {
    let mut reports = Vec::new();
    loop {
        match run.advance(1000) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => reports.push(report),
            Progress::Stopped { stop } => return (reports, stop),
        }
    }
}

#[test]
fn the_ramp_objective_never_rises_from_round_to_round() {
    for (method, cut_off) in [("dorm", None), ("svm-precision", Some(2)), ("owpc", None), ("svm-map", None)] {
        for working_set in ["n-slack", "1-slack"] {
            for seed in 1..4 {
                let settings = TrainingSettings {
                    method: method.to_owned(),
                    measure: "ndcg@3".to_owned(),
                    cut_off,
                    working_set: working_set.to_owned(),
                    c: 20.0,
                    ..with_reference(&TrainingSettings::default(), "ramp")
                };
                let what = format!("{method}, {working_set}, seed {seed}");
                let (reports, stop) = train(&hopeless(seed), &settings);
                assert!(
                    reports.iter().all(|report| report.step.figures().ramp_objective.is_some()),
                    "{what}"
                );
                let ramp = |report: &StepReport| report.step.figures().ramp_objective.unwrap_or(f64::NAN);
                for report in &reports {
                    assert!(
                        ramp(report) <= report.step.figures().primal * (1.0 + 1e-12),
                        "{what}: the ramp is at most the primal"
                    );
                }
                let mut starts = reports
                    .windows(2)
                    .filter(|pair| pair[1].step.figures().round > pair[0].step.figures().round)
                    .map(|pair| &pair[1]);
                let mut last = f64::INFINITY;
                let mut rounds = 0;
                for start in &mut starts {
                    assert_close(
                        start.step.figures().primal,
                        ramp(start),
                        1e-9,
                        &format!("{what}: both are equal where a round starts"),
                    );
                    assert!(ramp(start) <= last + 1e-9, "{what}: {} after {last}", ramp(start));
                    last = ramp(start);
                    rounds += 1;
                }
                assert!(rounds > 0, "{what}: it had a second round");
                assert!(stop.proved().best_primal <= last + 1e-9, "{what}");
            }
        }
    }
}

#[test]
fn other_references_report_no_ramp_objective() {
    let (reports, _) = train(&hopeless(1), &TrainingSettings::default());
    assert!(reports.iter().all(|report| report.step.figures().ramp_objective.is_none()));
}

#[test]
fn losses_without_a_ramp_bound_are_refused_with_the_reason() {
    let check = |change: &dyn Fn(&mut TrainingSettings), expected: &str| {
        let mut settings = with_reference(&TrainingSettings::default(), "ramp");
        change(&mut settings);
        let message = settings.parse().map(|_| ()).expect_err("it is refused").to_string();
        assert!(message.starts_with("reference: ") && message.contains(expected), "{message}");
    };
    check(&|s| s.method = "svm-mrr".to_owned(), "does not maximise");
    check(&|s| s.method = "combo".to_owned(), "separate slacks");
    check(&|s| (s.method, s.slacks) = ("combo".to_owned(), "separate".to_owned()), "does not maximise");
    let separate = TrainingSettings {
        method: "combo".to_owned(),
        slacks: "separate".to_owned(),
        components: vec!["svm-map".to_owned(), "svm-ndcg".to_owned()],
        ..with_reference(&TrainingSettings::default(), "ramp")
    };
    let (reports, stop) = train(&hopeless(2), &separate);
    let is_ramp = |report: &StepReport| report.step.figures().ramp_objective.is_some();
    assert!(stop.proved().start.is_some() && reports.iter().all(is_ramp), "each component has its own ramp");
}

#[test]
fn along_a_line_the_bounds_are_those_of_the_reports() {
    let settings = |method: &str, reference: &str| TrainingSettings {
        method: method.to_owned(),
        ..with_reference(&TrainingSettings::default(), reference)
    };
    for (method, reference) in [
        ("dorm", "averaged"),
        ("dorm", "ramp"),
        ("svm-precision", "ramp"),
        ("svm-map", "averaged"),
        ("owpc", "ramp"),
    ] {
        let settings = settings(method, reference);
        let mut run = start(&hopeless(1), &settings);
        let (reports, _) = train_to_the_end(&mut run);
        for report in reports {
            let what = format!("{method} {reference} {}", report.step.iteration);
            let along = run.bounds_along(report.step.iteration, &[0.0, 0.5, 1.0, 2.0]).expect("bounds");
            let objective = |bound: f64| 0.5 * along.norm * along.norm + settings.c * bound;
            let ramp = along.ramp.as_ref().expect("it has a ramp bound");
            match report.step.figures().ramp_objective {
                Some(expected) => assert_close(objective(ramp[2]), expected, 1e-9, &what),
                None => assert_close(objective(along.hinge[2]), report.step.figures().primal, 1e-9, &what),
            }
            assert_eq!(ramp[0], along.hinge[0], "{what}: at w = 0 both are the greatest loss");
            for ((hinge, ramp), loss) in along.hinge.iter().zip(ramp).zip(&along.loss) {
                assert!(ramp <= hinge && *ramp >= loss - 1e-12, "{what}: {loss} ≤ {ramp} ≤ {hinge}");
            }
        }
    }
}

#[test]
fn a_loss_without_a_ramp_bound_has_its_hinge_along_a_line() {
    for method in ["combo", "svm-mrr"] {
        let settings = TrainingSettings { method: method.to_owned(), ..TrainingSettings::default() };
        let mut run = start(&hopeless(1), &settings);
        train_to_the_end(&mut run);
        let along = run.bounds_along(1, &[0.0, 1.0]).expect("bounds");
        assert!(along.ramp.is_none() && along.hinge[0] > 0.0, "{method}: {along:?}");
        assert!(run.bounds_along(1, &[f64::INFINITY]).is_err(), "no score is infinite");
    }
}
