//! The plane of w: the objective and the floor against the reports, the loss by angle and the hinge along a line against
//! values computed point by point.

use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use crate::support::{Random, assert_close};
use crate::test;
use rankscope::data::Dataset;
use rankscope::experiment::{CutOnPlane, Progress, StepReport, TrainingRun, WeightPlane};
use rankscope::learner::Detail;
use rankscope::ranking::TiedRanking;
use rankscope::settings::TrainingSettings;

fn trained(data: &Arc<Dataset>, settings: &TrainingSettings) -> (TrainingRun, Vec<StepReport>) {
    let mut run = TrainingRun::new(Arc::clone(data), settings).expect("the settings fit the data");
    let mut reports = Vec::new();
    loop {
        match run.advance(usize::MAX) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => reports.push(report),
            Progress::Stopped { .. } => return (run, reports),
        }
    }
}

fn primal(report: &StepReport) -> f64 {
    match &report.detail {
        Detail::Planes(figures) => figures.primal,
        other => panic!("{other:?} has no planes"),
    }
}

fn floor(plane: &WeightPlane, (a, b): (f64, f64)) -> f64 {
    let slacks = plane.held.iter().chain(&plane.new).map(|cut| cut.slack).max().map_or(0, |most| most + 1);
    let mut demands = vec![0.0_f64; slacks];
    for CutOnPlane { slack, loss, x, y, .. } in plane.held.iter().chain(&plane.new) {
        demands[*slack] = demands[*slack].max(loss - a * x - b * y);
    }
    0.5 * (a * a + b * b) + plane.price * demands.iter().sum::<f64>()
}

fn settings() -> Vec<TrainingSettings> {
    let base = TrainingSettings { c: 20.0, max_iterations: 40, ..TrainingSettings::default() };
    let with = |change: &dyn Fn(&mut TrainingSettings)| {
        let mut settings = base.clone();
        change(&mut settings);
        settings
    };
    vec![
        with(&|_| ()),
        with(&|s| s.reference = "averaged".to_owned()),
        with(&|s| s.reference = "ramp".to_owned()),
        with(&|s| s.working_set = "1-slack".to_owned()),
        with(&|s| s.method = "svm-map".to_owned()),
        with(&|s| s.method = "ranksvm".to_owned()),
        with(&|s| (s.method, s.slacks) = ("combo".to_owned(), "shared".to_owned())),
        with(&|s| (s.method, s.slacks) = ("combo".to_owned(), "separate".to_owned())),
    ]
}

#[test]
fn objective_and_floor_meet_the_reports_on_the_path() {
    let mut random = Random::new(41);
    for settings in settings() {
        let data = Arc::new(random.dataset(6, 7, 2, 2));
        let (run, reports) = trained(&data, &settings);
        let what = format!("{} {} {}", settings.method, settings.reference, settings.working_set);
        assert!(reports.len() > 1, "{what}");
        for report in &reports {
            let plane = run.weight_plane(report.iteration).expect("it has been reached");
            let at = plane.path[report.iteration];
            assert!(plane.axes.are_features && at.off == 0.0, "two features span the plane");
            let axes = [&plane.axes.x[..], &plane.axes.y[..]];
            let point = (at.x, at.y);
            let exact = run.objective_on_plane(report.iteration, axes, &[point]).expect("few documents")[0];
            assert_close(exact, primal(report), 1e-9, &what);
            for _ in 0..30 {
                let point = (6.0 * random.uniform() - 3.0, 6.0 * random.uniform() - 3.0);
                let exact = run.objective_on_plane(report.iteration, axes, &[point]).expect("finite")[0];
                assert!(floor(&plane, point) <= exact * (1.0 + 1e-9), "{what}: the floor is never above");
            }
            // The oracles' planes of the last iteration are not kept: training has ended.
            if report.iteration + 1 < reports.len() && settings.working_set == "n-slack" {
                assert!(
                    floor(&plane, point) >= exact * (1.0 - 1e-3),
                    "{what}: its new planes reach the objective"
                );
            }
        }
    }
}

#[test]
fn with_more_features_the_plane_holds_zero_and_the_best_w() {
    let mut random = Random::new(42);
    for features in [3, 8] {
        let data = Arc::new(random.dataset(8, 9, features, 2));
        let (run, reports) = trained(&data, &TrainingSettings { c: 30.0, ..TrainingSettings::default() });
        let last = reports.last().expect("it was trained").iteration;
        let plane = run.weight_plane(last).expect("it has been reached");
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let (x, y) = (&plane.axes.x[..], &plane.axes.y[..]);
        assert_close(dot(x, x), 1.0, 1e-12, "length");
        assert_close(dot(y, y), 1.0, 1e-12, "length");
        assert_close(dot(x, y), 0.0, 1e-12, "orthogonal");
        let best = plane.path[plane.best];
        assert!(best.y.abs() < 1e-9 && best.off < 1e-9 && best.x > 0.0, "{best:?} lies on the first axis");
        let weights = run.weights(last).expect("reached");
        let at = plane.path[last];
        assert_close(
            at.x.powi(2) + at.y.powi(2) + at.off.powi(2),
            dot(&weights, &weights),
            1e-9,
            "Pythagoras",
        );
        assert!(plane.path.iter().any(|point| point.y.abs() > 1e-6), "the path leaves the first axis");
        assert!(run.weight_plane(last + 1).is_err(), "an iteration that was not reached");
        assert!(run.objective_on_plane(last, [&x[1..], y], &[(0.0, 0.0)]).is_err(), "a short direction");
    }
    let line = Arc::new(random.dataset(4, 5, 1, 1));
    let (run, _) = trained(&line, &TrainingSettings::default());
    assert!(run.weight_plane(0).is_err(), "one feature spans no plane");
}

#[test]
fn the_loss_by_angle_is_that_of_every_direction() {
    let mut random = Random::new(43);
    for (queries, documents, is_exact) in [(4, 6, true), (6, 80, false)] {
        let data = Arc::new(random.dataset(queries, documents, 2, 2));
        let settings = TrainingSettings { measure: "ndcg@3".to_owned(), ..TrainingSettings::default() };
        let (run, _) = trained(&data, &settings);
        let view = run.angle_view(0, [&[1.0, 0.0], &[0.0, 1.0]], 2.0).expect("few documents");
        assert_eq!(view.is_exact, is_exact);
        assert_eq!(view.angles[0], -PI);
        assert!(view.angles.windows(2).all(|pair| pair[0] < pair[1]));
        let config = settings.parse().expect("valid");
        let spec = config.learner.loss().expect("a structured loss");
        let loss_at = |angle: f64| {
            let (mut sum, mut used) = (0.0, 0.0);
            for query in data.queries() {
                let Some(loss) = spec.slack_groups()[0][0].bind(query.grades) else { continue };
                let scores = data.scores(query.documents.clone(), &[angle.cos(), angle.sin()]);
                sum += loss.expected_delta(&TiedRanking::by_scores(&scores));
                used += 1.0;
            }
            sum / used
        };
        let mut checked = 0;
        for _ in 0..400 {
            let angle = TAU * random.uniform() - PI;
            let step = view.angles.partition_point(|from| *from <= angle) - 1;
            let end = view.angles.get(step + 1).copied().unwrap_or(PI);
            let probe = if is_exact { angle } else { 0.5 * (view.angles[step] + end) };
            // At a change, rounding decides on which side an angle lies.
            if is_exact && (angle - view.angles[step]).min(end - angle) < 1e-9 {
                continue;
            }
            checked += 1;
            assert_close(view.losses[step], loss_at(probe), 1e-9, "the loss of the step");
        }
        assert!(checked > 300);
        assert!(
            view.bounds.iter().zip(&view.bound_angles).all(|(bound, &angle)| *bound >= loss_at(angle) - 1e-9)
        );
    }
}

#[test]
fn the_hinge_along_a_line_is_exact_between_its_kinks() {
    let mut random = Random::new(44);
    for settings in settings() {
        // One query, so that the objective is that of its hinge.
        let data = Arc::new(random.dataset(1, 9, 2, 2));
        let (run, reports) = trained(&data, &settings);
        let what = format!("{} {}", settings.method, settings.reference);
        for report in reports.iter().filter(|report| report.iteration % 3 == 1) {
            let line = run.hinge_on_line(report.iteration, 0).expect("it is used");
            assert!(line.is_exact, "few documents make few kinks");
            let plane = run.weight_plane(report.iteration).expect("reached");
            let (from, to) = (plane.path[report.iteration], plane.path[line.best]);
            for pair in line.kinks.windows(2) {
                let ((low, left), (high, right)) = (pair[0], pair[1]);
                assert!(low < high, "{what}: kinks are in order");
                let share = random.uniform();
                let tau = low + share * (high - low);
                let point = (from.x + tau * (to.x - from.x), from.y + tau * (to.y - from.y));
                let axes = [&plane.axes.x[..], &plane.axes.y[..]];
                let exact = run.objective_on_plane(report.iteration, axes, &[point]).expect("finite")[0];
                let hinge = (exact - 0.5 * (point.0 * point.0 + point.1 * point.1)) / plane.price;
                assert_close(left + share * (right - left), hinge, 1e-8, &what);
                for (start, change, found_at) in &line.planes {
                    assert!(*found_at <= report.iteration);
                    assert!(start + tau * change <= hinge + 1e-9, "{what}: a plane is never above the hinge");
                }
            }
        }
    }
}
