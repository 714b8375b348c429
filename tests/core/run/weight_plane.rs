//! The plane of w: the objective and the floor against the reports, the loss by angle and the hinge along a line
//! against values computed point by point.

use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use crate::support::{Random, assert_close};
use rankscope::data::Dataset;
use rankscope::learner::Detail;
use rankscope::method::METHODS;
use rankscope::method::settings::TrainingSettings;
use rankscope::ranking::TiedRanking;
use rankscope::run::{CutOnPlane, Progress, StepReport, TrainingRun, WeightAxes, WeightPlane};

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
    match &report.step.detail {
        Detail::Planes(figures) => figures.primal,
        other => panic!("{other:?} has no planes"),
    }
}

fn floor(plane: &WeightPlane, (a, b): (f64, f64)) -> f64 {
    let slacks = plane.held.iter().chain(&plane.new).map(|cut| cut.slack).max().map_or(0, |most| most + 1);
    let mut demands = vec![0.0_f64; slacks];
    for CutOnPlane { slack, loss, offset, x, y, .. } in plane.held.iter().chain(&plane.new) {
        demands[*slack] = demands[*slack].max(loss - offset - a * x - b * y);
    }
    plane.height + 0.5 * (a * a + b * b) + plane.price * demands.iter().sum::<f64>()
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
            let plane = run.weight_plane(report.step.iteration, None).expect("it has been reached");
            let at = plane.path[report.step.iteration];
            assert!(plane.axes.features == Some((0, 1)) && at.off == 0.0, "two features span the plane");
            let axes = &plane.axes;
            let point = (at.x, at.y);
            let exact =
                run.objective_on_plane(report.step.iteration, axes, &[point]).expect("few documents")[0];
            assert_close(exact, primal(report), 1e-9, &what);
            for _ in 0..30 {
                let point = (6.0 * random.uniform() - 3.0, 6.0 * random.uniform() - 3.0);
                let exact = run.objective_on_plane(report.step.iteration, axes, &[point]).expect("finite")[0];
                assert!(floor(&plane, point) <= exact * (1.0 + 1e-9), "{what}: the floor is never above");
            }
            // The oracles' planes of the last iteration are not kept: training has ended.
            if report.step.iteration + 1 < reports.len() && settings.working_set == "n-slack" {
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
        let last = reports.last().expect("it was trained").step.iteration;
        let plane = run.weight_plane(last, None).expect("it has been reached");
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
        assert!(run.weight_plane(last + 1, None).is_err(), "an iteration that was not reached");
        let short = WeightAxes { x: x[1..].to_vec(), ..plane.axes.clone() };
        assert!(run.objective_on_plane(last, &short, &[(0.0, 0.0)]).is_err(), "a short direction");
    }
    let line = Arc::new(random.dataset(4, 5, 1, 1));
    let (run, _) = trained(&line, &TrainingSettings::default());
    assert!(run.weight_plane(0, None).is_err(), "one feature spans no plane");
}

#[test]
fn the_loss_by_angle_is_that_of_every_direction() {
    let mut random = Random::new(43);
    for (queries, documents, is_exact) in [(4, 6, true), (6, 80, false)] {
        let data = Arc::new(random.dataset(queries, documents, 2, 2));
        let settings = TrainingSettings { measure: "ndcg@3".to_owned(), ..TrainingSettings::default() };
        let (run, _) = trained(&data, &settings);
        let view =
            run.angle_view(0, &run.weight_plane(0, None).expect("reached").axes, 2.0).expect("few documents");
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
        let best = run.hinge_on_line(0, 0).expect("it is used").best;
        for report in
            reports.iter().filter(|report| report.step.iteration % 3 == 1 || report.step.iteration == best)
        {
            let line = run.hinge_on_line(report.step.iteration, 0).expect("it is used");
            assert!(line.is_exact, "few documents make few kinks");
            let plane = run.weight_plane(report.step.iteration, None).expect("reached");
            assert_eq!(
                line.start,
                if report.step.iteration == line.best { 0 } else { report.step.iteration }
            );
            let (from, to) = (plane.path[line.start], plane.path[line.best]);
            for pair in line.kinks.windows(2) {
                let ((low, left), (high, right)) = (pair[0], pair[1]);
                assert!(low < high, "{what}: kinks are in order");
                let share = random.uniform();
                let tau = low + share * (high - low);
                let point = (from.x + tau * (to.x - from.x), from.y + tau * (to.y - from.y));
                let axes = &plane.axes;
                let exact = run.objective_on_plane(report.step.iteration, axes, &[point]).expect("finite")[0];
                let hinge = (exact - 0.5 * (point.0 * point.0 + point.1 * point.1)) / plane.price;
                assert_close(left + share * (right - left), hinge, 1e-8, &what);
                for (start, change, found_at) in &line.planes {
                    assert!(*found_at <= report.step.iteration);
                    assert!(start + tau * change <= hinge + 1e-9, "{what}: a plane is never above the hinge");
                }
            }
        }
    }
}

#[test]
fn a_slice_along_two_features_goes_through_the_best_w() {
    let mut random = Random::new(45);
    for settings in settings() {
        let data = Arc::new(random.dataset(6, 7, 5, 2));
        let (run, reports) = trained(&data, &settings);
        let what = format!("{} {} {}", settings.method, settings.reference, settings.working_set);
        let last = reports.last().expect("it was trained").step.iteration;
        let plane = run.weight_plane(last / 2, Some([3, 1])).expect("reached");
        let best = run.weights(plane.best).expect("reached");
        assert_eq!(plane.axes.features, Some((3, 1)));
        assert_close(plane.path[plane.best].x, best[3], 1e-12, "the weight of the first feature");
        assert_close(plane.path[plane.best].y, best[1], 1e-12, "the weight of the second");
        assert!(plane.path[plane.best].off < 1e-12, "the best w lies on the slice");
        for _ in 0..20 {
            let point = (6.0 * random.uniform() - 3.0, 6.0 * random.uniform() - 3.0);
            let exact = run.objective_on_plane(last / 2, &plane.axes, &[point]).expect("few documents")[0];
            let probe = run.probe_weights(last / 2, &plane.axes, point, None).expect("few documents");
            assert_close(probe.objective, exact, 1e-9, &what);
            assert_close(probe.floor.expect("planes"), floor(&plane, point), 1e-9, &what);
            assert!(floor(&plane, point) <= exact * (1.0 + 1e-9), "{what}: the floor is never above");
        }
        let radius = run.angle_view(last / 2, &plane.axes, 1.0);
        assert!(radius.is_err(), "{what}: the slice does not hold 0");
    }
    let data = Arc::new(random.dataset(4, 5, 3, 1));
    let (run, _) = trained(&data, &TrainingSettings::default());
    for features in [[0, 0], [0, 3]] {
        assert!(run.weight_plane(0, Some(features)).is_err(), "{features:?} are not two features");
    }
}

#[test]
fn a_probe_has_the_values_of_its_w() {
    let mut random = Random::new(46);
    for settings in settings() {
        let data = Arc::new(random.dataset(6, 12, 2, 2));
        let (run, reports) = trained(&data, &settings);
        let what = format!("{} {} {}", settings.method, settings.reference, settings.working_set);
        for report in reports.iter().filter(|report| report.step.iteration % 2 == 0) {
            let plane = run.weight_plane(report.step.iteration, None).expect("reached");
            let at = plane.path[report.step.iteration];
            let probe = run
                .probe_weights(report.step.iteration, &plane.axes, (at.x, at.y), Some(3))
                .expect("reached");
            assert_close(probe.objective, primal(report), 1e-9, &what);
            assert_close(probe.floor.expect("planes"), floor(&plane, (at.x, at.y)), 1e-9, &what);
            // The measures of the run are those of the report, tie by tie.
            for value in &report.train {
                let seen = probe.measures.iter().find(|seen| seen.measure == value.measure);
                assert_eq!(seen.map(|seen| seen.value), Some(value.value), "{what} {}", value.measure);
            }
            assert!(probe.measures.iter().any(|seen| seen.measure == "ndcg@10"), "{what}");
            if settings.slacks != "separate" {
                let rows = run.queries(report.step.iteration).expect("planes");
                let mean = rows.iter().map(|row| row.loss).sum::<f64>() / rows.len() as f64;
                assert_close(probe.loss, mean, 1e-9, &what);
                let slack = rows.iter().map(|row| row.slack).sum::<f64>() / rows.len() as f64;
                assert_close(probe.slack.expect("planes"), slack, 1e-9, &what);
            }
            let violator = probe.violator.expect("the query takes part");
            let inspected = run.inspect(report.step.iteration, 3).expect("reached");
            assert_close(violator.hinge, inspected.hinge, 1e-9, &what);
            assert_close(violator.loss - violator.margin, violator.hinge, 1e-9, &what);
            assert_eq!(violator.reference, inspected.reference, "{what}");
            let ranking = probe.ranking.expect("it was asked for");
            let w = run.weights(report.step.iteration).expect("reached");
            let tied = TiedRanking::by_scores(&data.scores(data.query(3).documents, &w));
            let expected: Vec<(usize, usize, usize)> = tied
                .groups()
                .flat_map(|(first, documents)| {
                    let last = first + documents.len();
                    documents.iter().map(move |&document| (document as usize, first + 1, last))
                })
                .collect();
            let seen: Vec<_> =
                ranking.places.iter().map(|place| (place.document, place.first, place.last)).collect();
            assert_eq!(seen, expected, "{what}: ties are exact");
        }
        let plane = run.weight_plane(0, None).expect("reached");
        assert!(run.probe_weights(0, &plane.axes, (f64::NAN, 0.0), None).is_err());
        assert!(run.probe_weights(0, &plane.axes, (0.0, 0.0), Some(6)).is_err());
    }
}

#[test]
fn the_qp_finds_the_lowest_point_of_the_floor() {
    let mut random = Random::new(47);
    let settings = TrainingSettings { c: 20.0, gap: 1e-6, ..TrainingSettings::default() };
    let data = Arc::new(random.dataset(6, 7, 2, 2));
    let (run, reports) = trained(&data, &settings);
    let (mut seen, mut excess) = (0, f64::INFINITY);
    for report in &reports {
        let plane = run.weight_plane(report.step.iteration, None).expect("reached");
        let Some(lowest) = plane.lowest else { continue };
        seen += 1;
        // The dual is a lower bound of the floor. The QP ends at a share of the gap, which is large at first.
        let value = floor(&plane, (lowest.x, lowest.y));
        let Detail::Planes(next) = &reports[report.step.iteration + 1].step.detail else {
            panic!("it has planes")
        };
        assert!(value >= next.dual - 1e-9 * next.dual.abs(), "iteration {}", report.step.iteration);
        excess = (value - next.dual) / next.dual;
        assert!(excess < 0.1, "iteration {}", report.step.iteration);
        for found in &plane.rankings {
            let inspection = run.inspect(report.step.iteration, found.query).expect("it is used");
            let first: Vec<u32> = found.first.iter().map(|(document, _)| *document as u32).collect();
            assert_eq!(first, inspection.violator[..first.len()], "the ranking of the plane");
        }
        assert_eq!(plane.rankings.len(), plane.new.len().min(8));
    }
    assert!(seen > 1 && excess < 1e-5, "several QPs were solved, the last one well: {excess}");
}

#[test]
fn the_objective_of_a_descent_meets_its_reports() {
    let mut random = Random::new(48);
    let (mut drawn, mut refused) = (Vec::new(), Vec::new());
    for method in METHODS.iter().filter(|method| !method.is_structured()) {
        let base =
            TrainingSettings { c: 5.0, rounds: Some(2), max_iterations: 6, ..TrainingSettings::default() };
        let settings = TrainingSettings { method: method.name.to_owned(), ..base };
        let data = Arc::new(random.dataset(8, 9, 4, 2));
        let Ok(run) = TrainingRun::new(Arc::clone(&data), &settings) else { continue };
        drop(run);
        let (run, reports) = trained(&data, &settings);
        let what = method.name;
        if let Err(error) = run.weight_plane(0, None) {
            assert!(error.to_string().contains(what), "{what}: {error}");
            refused.push(what);
            continue;
        }
        drawn.push(what);
        for report in &reports {
            let objective = report.step.objective.expect("a descent has an objective");
            for features in [None, Some([2, 0])] {
                let plane = run.weight_plane(report.step.iteration, features).expect("reached");
                assert!(!plane.has_floor && plane.held.is_empty() && plane.lowest.is_none(), "{what}");
                // The iterate itself, on a plane through it.
                let w = run.weights(report.step.iteration).expect("linear");
                let at = plane.path[report.step.iteration];
                let axes = WeightAxes { origin: through(&w, &plane.axes), ..plane.axes.clone() };
                let exact =
                    run.objective_on_plane(report.step.iteration, &axes, &[(at.x, at.y)]).expect("finite")[0];
                assert_close(exact, objective, 1e-9, what);
                let probe =
                    run.probe_weights(report.step.iteration, &axes, (at.x, at.y), Some(0)).expect("finite");
                assert_close(probe.objective, objective, 1e-9, what);
                assert_eq!((probe.floor, probe.slack), (None, None), "{what}");
                let Detail::Descent(figures) = &report.step.detail else { panic!("{what} descends") };
                assert_close(probe.loss, figures.mean_loss, 1e-9, what);
                let Some((right, up)) = plane.downhill else { continue };
                // Against finite differences.
                let step = 1e-5;
                let near =
                    [(at.x + step, at.y), (at.x - step, at.y), (at.x, at.y + step), (at.x, at.y - step)];
                let near = run.objective_on_plane(report.step.iteration, &axes, &near).expect("finite");
                assert_close(right, (near[1] - near[0]) / (2.0 * step), 1e-4 * (1.0 + objective), what);
                assert_close(up, (near[3] - near[2]) / (2.0 * step), 1e-4 * (1.0 + objective), what);
            }
        }
    }
    for method in [
        "regression",
        "logistic",
        "ranknet-linear",
        "ranksvm-squared",
        "mprank",
        "listnet",
        "listmle",
        "smoothrank",
    ] {
        assert!(drawn.contains(&method), "{method} has a w and an objective: {drawn:?}");
    }
    assert!(refused.contains(&"frank") && refused.len() > 3, "{refused:?}");
}

/// The part of w that is orthogonal to the directions of the axes.
fn through(w: &[f64], axes: &WeightAxes) -> Vec<f64> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let (x, y) = (dot(w, &axes.x), dot(w, &axes.y));
    let along = axes.x.iter().zip(&axes.y).map(|(right, up)| x * right + y * up);
    w.iter().zip(along).map(|(w, along)| w - along).collect()
}
