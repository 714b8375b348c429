//! Rounds of boosting and gradient steps in slow motion, compared with the reports of the same run.

use std::sync::Arc;

use crate::support::{Random, assert_close};
use rankscope::Error;
use rankscope::data::Dataset;
use rankscope::learner::Detail;
use rankscope::method::settings::TrainingSettings;
use rankscope::method::{Family, METHODS, Method};
use rankscope::run::{DescentMotion, Progress, RoundMotion, StepMotion, StepReport, TrainingRun};

/// Methods of the family of descent whose iterations are no single step on one objective.
const NO_SINGLE_STEP: [&str; 6] =
    ["smoothrank", "ranknet", "lambdarank-linear", "lambdarank", "svm-binary", "svm-multiclass"];

fn data() -> Arc<Dataset> {
    Arc::new(Random::new(11).dataset(7, 8, 4, 2))
}

/// Returns a run of at most four iterations, and its reports.
fn run(method: &Method) -> (TrainingRun, Vec<StepReport>) {
    let settings = TrainingSettings { method: method.name.to_owned(), ..TrainingSettings::default() };
    let mut run = TrainingRun::new(data(), &settings).expect(method.name);
    let mut reports = Vec::new();
    while reports.len() < 5 {
        match run.advance(1000) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => reports.push(report),
            Progress::Stopped { .. } => break,
        }
    }
    (run, reports)
}

#[test]
fn a_round_of_boosting_chooses_what_its_report_says() {
    let mut curves = 0;
    for method in METHODS.iter().filter(|method| method.family == Family::Boosting) {
        let (run, reports) = run(method);
        let newest = reports.len() - 1;
        assert!(newest > 0, "{} learns something", method.name);
        for (iteration, following) in reports[1..].iter().enumerate() {
            let motion = rounds(&run, iteration);
            check_shares(&motion, method.name);
            let next = motion.next.expect("the next iteration is there");
            let Detail::Boosting(figures) = &following.step.detail else {
                panic!("{} reports rounds", method.name);
            };
            assert!(!next.chosen.is_empty(), "{}", method.name);
            if let Some(reported) = figures.chosen {
                let chosen = next.chosen[0];
                assert_eq!(
                    (chosen.feature, chosen.threshold),
                    (reported.feature, reported.threshold),
                    "{}",
                    method.name
                );
                assert_close(chosen.edge, figures.edge, 1e-12, method.name);
            }
            let best = motion.candidates.first().expect("there are candidates").edge.abs();
            assert!(motion.candidates.iter().all(|one| one.edge.abs() <= best), "{}", method.name);
            if let Some(curve) = next.curve {
                curves += 1;
                // Near the step that was taken, the curve passes through the objective that was reported.
                let place =
                    curve.alphas.iter().position(|&alpha| alpha >= curve.taken).expect("it reaches so far");
                let (low, high) = (curve.objectives[place - 1], curve.objectives[place]);
                let reported = following.step.objective.expect("a curve is of an objective");
                let slack = (low - high).abs() + 1e-3 * reported.abs();
                assert!(
                    reported <= low.max(high) + slack && reported >= low.min(high) - slack,
                    "{}",
                    method.name
                );
            }
        }
        let last = rounds(&run, newest);
        assert!(
            last.next.is_none() && last.query.is_none_or(|query| query.after.is_none()),
            "{}",
            method.name
        );
        assert!(last.candidates.iter().all(|one| !one.chosen), "{}", method.name);
    }
    assert!(curves > 0, "FRank draws its step");
}

fn rounds(run: &TrainingRun, iteration: usize) -> RoundMotion {
    match run.step_motion(iteration, 0) {
        Ok(StepMotion::Boosting(motion)) => motion,
        other => panic!("{other:?} is not a round"),
    }
}

fn check_shares(motion: &RoundMotion, name: &str) {
    let next = motion.next.as_ref().expect("the next iteration is there");
    let heaviest: Vec<f64> = motion.heaviest.iter().map(|query| query.before).collect();
    assert!(heaviest.is_sorted_by(|one, other| one >= other), "{name}");
    assert!(heaviest.iter().sum::<f64>() <= 1.0 + 1e-12 && heaviest.len() == motion.queries.min(5), "{name}");
    let changes: Vec<f64> =
        next.changes.iter().map(|query| (query.after.expect("it is known") - query.before).abs()).collect();
    assert!(changes.is_sorted_by(|one, other| one >= other), "{name}");
}

#[test]
fn a_gradient_step_is_the_change_between_two_iterations() {
    for method in METHODS.iter().filter(|method| method.family == Family::Descent) {
        let (run, reports) = run(method);
        if NO_SINGLE_STEP.contains(&method.name) {
            assert!(matches!(run.step_motion(0, 0), Err(Error::Absent { .. })), "{}", method.name);
            continue;
        }
        assert!(reports.len() > 1, "{} learns something", method.name);
        for (iteration, pair) in reports.windows(2).enumerate() {
            let motion = slope(&run, iteration);
            let figures = |report: &StepReport| match &report.step.detail {
                Detail::Descent(figures) => figures.clone(),
                _ => panic!("{} reports steps", method.name),
            };
            let (before, after) = (figures(&pair[0]), figures(&pair[1]));
            assert_eq!(Some(motion.objective), pair[0].step.objective, "{}", method.name);
            assert_eq!(Some(motion.gradient_norm), before.gradient_norm, "{}", method.name);
            let next = motion.next.as_ref().expect("the next iteration is there");
            assert_eq!(Some(next.objective), pair[1].step.objective, "{}", method.name);
            assert_eq!(
                (Some(next.gradient_norm), next.step),
                (after.gradient_norm, after.step),
                "{}",
                method.name
            );
            let [from, to] = [iteration, iteration + 1].map(|at| run.weights(at).expect("it is linear"));
            let distance =
                from.iter().zip(&to).map(|(from, to)| (to - from) * (to - from)).sum::<f64>().sqrt();
            assert_close(next.distance, distance, 1e-12, method.name);
            assert!(next.cosine.is_none_or(|cosine| cosine > 0.0), "{} goes down", method.name);
            let largest = motion.largest.first().expect("there is a gradient");
            assert_eq!(largest.regulariser, from[largest.feature], "{}", method.name);
            check_pull_back(&run, iteration, &motion, method.name);
        }
        let newest = slope(&run, reports.len() - 1);
        assert!(newest.next.is_none(), "{}", method.name);
    }
}

fn slope(run: &TrainingRun, iteration: usize) -> DescentMotion {
    match run.step_motion(iteration, 0) {
        Ok(StepMotion::Descent(motion)) => motion,
        other => panic!("{other:?} is not a step"),
    }
}

/// The part of the loss in the gradient is minus the sum of the pulls on all documents times their features.
fn check_pull_back(run: &TrainingRun, iteration: usize, motion: &DescentMotion, name: &str) {
    let data = data();
    let mut sum = vec![0.0; data.n_features()];
    for query in data.queries() {
        if let Some(pull) = run.pull(iteration, query.index).expect("the iteration is there") {
            data.pull_back(query.documents, &pull, &mut sum);
        }
    }
    for part in &motion.largest {
        assert_close(part.loss, -sum[part.feature], 1e-9, name);
    }
}

#[test]
fn other_methods_have_no_such_steps() {
    let own = |method: &&&Method| matches!(method.family, Family::Online | Family::Fixed);
    for method in METHODS.iter().filter(own) {
        let (run, _) = run(method);
        assert!(matches!(run.step_motion(0, 0), Err(Error::Absent { .. })), "{}", method.name);
    }
    let boosted = METHODS.iter().find(|method| method.family == Family::Boosting).expect("there is one");
    let (run, reports) = run(boosted);
    assert!(matches!(run.step_motion(reports.len(), 0), Err(Error::Absent { .. })));
    assert!(matches!(run.step_motion(0, 99), Err(Error::Absent { .. })));
}

#[test]
fn with_cutting_planes_it_is_the_motion_of_the_trainer() {
    let dorm = METHODS.iter().find(|method| method.name == "dorm").expect("there is DORM");
    let (run, _) = run(dorm);
    let motion = run.motion(1, 0).expect("the iteration is there");
    assert_eq!(run.step_motion(1, 0), Ok(StepMotion::Planes(motion)));
}
