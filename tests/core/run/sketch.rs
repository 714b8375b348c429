//! The sketch pad: moved planes against recomputed ones and against the exact hinge, and its figures against reports.

use std::sync::Arc;

use crate::support::{Random, assert_close};
use rankscope::data::{Dataset, QueryRows};
use rankscope::method::settings::TrainingSettings;
use rankscope::run::{MovingPlane, Progress, Sketch, TrainingRun};

/// Queries as lists of (first feature, second feature, grade).
type Points = Vec<Vec<(f64, f64, u8)>>;

fn points(random: &mut Random, n_queries: usize, n_documents: usize) -> Points {
    let coordinate = |random: &mut Random| random.integer(-2000, 2000) as f64 / 1000.0;
    let document = |random: &mut Random| (coordinate(random), coordinate(random), random.integer(0, 3) as u8);
    (0..n_queries).map(|_| (0..n_documents).map(|_| document(random)).collect()).collect()
}

fn dataset(points: &Points) -> Arc<Dataset> {
    let query = |(index, documents): (usize, &Vec<(f64, f64, u8)>)| QueryRows {
        id: (index + 1).to_string(),
        grades: documents.iter().map(|&(_, _, grade)| grade).collect(),
        features: documents.iter().flat_map(|&(x, y, _)| [x, y]).collect(),
        comments: Vec::new(),
    };
    let queries: Vec<QueryRows> = points.iter().enumerate().map(query).collect();
    Arc::new(Dataset::from_queries(2, &queries).expect("the numbers are finite"))
}

fn settings() -> Vec<TrainingSettings> {
    let base = TrainingSettings::default();
    let with = |method: &str, reference: &str, working_set: &str| TrainingSettings {
        method: method.to_owned(),
        reference: reference.to_owned(),
        working_set: working_set.to_owned(),
        ..base.clone()
    };
    vec![
        base.clone(),
        with("dorm", "averaged", "n-slack"),
        with("dorm", "fixed", "1-slack"),
        with("dorm", "ramp", "n-slack"),
        with("svm-map", "aligned", "n-slack"),
        with("svm-ndcg", "aligned", "n-slack"),
        with("ranksvm", "aligned", "n-slack"),
        with("combo", "aligned", "n-slack"),
        TrainingSettings { slacks: "separate".to_owned(), ..with("combo", "aligned", "n-slack") },
    ]
}

#[test]
fn a_moved_plane_is_the_recomputed_plane_and_never_above_the_hinge() {
    let mut random = Random::new(7);
    let mut planes_seen = 0;
    for settings in settings() {
        for _ in 0..4 {
            let mut drawn = points(&mut random, 3, 7);
            let mut sketch = Sketch::new(dataset(&drawn), &settings).expect("some query has two grades");
            for _ in 0..5 {
                let (query, document) = (random.integer(0, 2) as usize, random.integer(0, 6) as usize);
                let place = &mut drawn[query][document];
                (place.0, place.1) = (4.0 * random.uniform() - 2.0, 4.0 * random.uniform() - 2.0);
                let data = dataset(&drawn);
                sketch.follow(Arc::clone(&data)).expect("only features moved");
                for plane in sketch.moved_planes() {
                    let MovingPlane { query, group, loss, coefficients, delta_psi } = plane.clone();
                    let anew = MovingPlane::new(&data, query, group, loss, coefficients);
                    for (moved, anew) in delta_psi.iter().zip(&anew.delta_psi) {
                        assert_close(*moved, *anew, 1e-12, "δψ");
                    }
                    planes_seen += 1;
                }
                for _ in 0..10 {
                    let w = [6.0 * random.uniform() - 3.0, 6.0 * random.uniform() - 3.0];
                    let moved = sketch.moved(&w).expect("the method has planes");
                    let what = format!("{} {}", settings.method, settings.reference);
                    assert!(
                        moved.floor <= moved.objective * (1.0 + 1e-12) + 1e-12,
                        "{what}: {moved:?} at {w:?}"
                    );
                }
            }
        }
    }
    assert!(planes_seen > 1000, "{planes_seen} planes moved");
}

#[test]
fn figures_are_those_of_an_ordinary_run() {
    let mut random = Random::new(11);
    for settings in settings() {
        let measures = ["ndcg@3", "map", "auc"].map(str::to_owned).to_vec();
        let settings = TrainingSettings { measures, ..settings };
        let data = dataset(&points(&mut random, 4, 8));
        let sketch = Sketch::new(Arc::clone(&data), &settings).expect("some query has two grades");
        let training = sketch.training().expect("finite");
        let mut run = TrainingRun::new(data, &settings).expect("as the sketch");
        let mut reports = Vec::new();
        let stop = loop {
            match run.advance(usize::MAX) {
                Progress::Working { .. } => {}
                Progress::Stepped { report } => reports.push(report),
                Progress::Stopped { stop } => break stop,
            }
        };
        let what = format!("{} {} {}", settings.method, settings.reference, settings.working_set);
        assert_eq!(training.stop, stop, "{what}");
        let w = training.w.expect("w is a direction of the points");
        assert_eq!(w, run.weights(stop.best_iteration).expect("reported"), "{what}");
        let figures = sketch.trained_figures().expect("finite");
        assert_eq!(figures, sketch.figures(&w).expect("finite"), "{what}");
        let report = &reports[stop.best_iteration].train;
        assert_eq!(figures.ndcg_measure, "ndcg@3", "{what}");
        let values = [figures.mean.ndcg, figures.mean.average_precision, figures.mean.auc];
        for (value, reported) in values.iter().zip(report) {
            let (value, reported) = (value.expect("defined"), reported.value.expect("defined"));
            assert_close(value, reported, 1e-12, &what);
        }
        let (loss, bound) = (figures.mean.loss.expect("planes"), figures.mean.bound.expect("planes"));
        assert!(
            settings.reference == "ramp" || loss <= bound * (1.0 + 1e-12) + 1e-12,
            "{what}: {loss} {bound}"
        );
        if settings.reference != "ramp" {
            let best = stop.best_objective.expect("an objective");
            assert_close(figures.objective.expect("planes"), best, 1e-9, &what);
        }
        let moved = training.moved.expect("planes were found");
        assert!(moved.floor >= moved.objective * (1.0 - 0.05), "{what}: nothing has moved: {moved:?}");
    }
}

#[test]
fn methods_without_a_direction_say_so_and_are_measured() {
    let mut random = Random::new(13);
    let data = dataset(&points(&mut random, 3, 9));
    let cases = [
        ("trees", TrainingSettings { method: "lambdamart".to_owned(), ..TrainingSettings::default() }),
        ("a map", TrainingSettings { map: "poly:2".to_owned(), ..TrainingSettings::default() }),
        ("scaling", TrainingSettings { scale: "standard".to_owned(), ..TrainingSettings::default() }),
    ];
    for (what, settings) in cases {
        let sketch = Sketch::new(Arc::clone(&data), &settings).expect("the settings fit");
        let training = sketch.training().expect("finite");
        assert!(training.w.is_none() && !training.without_w.is_empty(), "{what}");
        let figures = sketch.trained_figures().expect("points can be scored");
        assert!(figures.mean.ndcg.is_some() && figures.mean.bound.is_none(), "{what}");
        sketch.figures(&[1.0, 0.0]).expect_err(what);
    }
}

#[test]
fn tied_documents_share_their_ranks() {
    let data = dataset(&vec![vec![(0.0, 1.0, 2), (0.0, 1.0, 0), (1.0, 0.0, 1)]]);
    let sketch = Sketch::new(data, &TrainingSettings::default()).expect("two grades");
    assert_eq!(sketch.figures(&[0.0, 0.0]).expect("finite").ranks, [[(1, 3), (1, 3), (1, 3)]]);
    assert_eq!(sketch.figures(&[1.0, 0.0]).expect("finite").ranks, [[(2, 3), (2, 3), (1, 1)]]);
}

#[test]
fn other_data_are_refused() {
    let mut random = Random::new(17);
    let settings = TrainingSettings::default();
    let refused =
        |points: &Points| Sketch::new(dataset(points), &settings).err().expect("refused").to_string();
    assert!(refused(&points(&mut random, 9, 4)).contains("at most 8 queries"));
    assert!(refused(&points(&mut random, 2, 21)).contains("at most 20"));
    assert!(refused(&vec![vec![(0.0, 1.0, 1), (1.0, 0.0, 1)]]).contains("none of the 1 queries"));
    let mut drawn = points(&mut random, 2, 5);
    let mut sketch = Sketch::new(dataset(&drawn), &settings).expect("two grades");
    drawn[0][0].2 = (drawn[0][0].2 + 1) % 4;
    assert!(sketch.follow(dataset(&drawn)).expect_err("a grade changed").to_string().contains("new sketch"));
    sketch.figures(&[1.0]).expect_err("w has two numbers");
    sketch.figures(&[f64::NAN, 0.0]).expect_err("w is finite");
}
