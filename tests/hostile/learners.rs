//! Training of every method without cutting planes, on any small data with any settings.

use std::sync::Arc;

use rankscope::data::Dataset;
use rankscope::learner::{Advance, Learner};
use rankscope::method::settings::TrainingSettings;
use rankscope::method::{METHODS, Method, MethodOption};
use rankscope::model::Model;
use rankscope::run::{Progress, TrainingRun};

use super::bytes::Bytes;
use super::reports::{Magnitudes, check_report, check_stop};
use super::targets::check_error;

/// Texts for options without choices: numbers inside and outside their ranges, and measures.
const TEXTS: [&str; 16] = [
    "1", "2", "3", "7", "0.5", "0.01", "100", "0", "-1", "1e-300", "1e300", "1e9", "", "ndcg@2", "map", "err",
];

/// A method without cutting planes refuses data and settings with a reason, or trains to the end with finite figures.
/// The slices of the work do not matter, the rounds of boosting can be inspected, and the model file is read back.
///
/// Byte 0 chooses the method, then one byte chooses the value of each of its options. Three bytes choose the scaling,
/// the number of features and the range of the numbers. The bytes after them give grades and features.
pub fn learners(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let methods: Vec<&Method> = METHODS.iter().copied().filter(|method| !method.is_structured()).collect();
    let method = bytes.one_of(&methods);
    let mut settings = TrainingSettings { method: method.name.to_owned(), ..TrainingSettings::default() };
    for option in method.options.iter().chain(method.training) {
        set(option, &mut settings, &mut bytes);
    }
    settings.scale = bytes.one_of(&["none", "query", "rank", "minmax", "standard"]).to_owned();
    if let Err(error) = settings.parse() {
        return check_error(&error, &[]);
    }
    // The checks allow long runs, which take too long here.
    settings.rounds = Some(settings.rounds.unwrap_or(4).min(4));
    settings.epochs = Some(settings.epochs.unwrap_or(3).min(3));
    settings.max_iterations = settings.max_iterations.min(6);
    settings.hidden = settings.hidden.min(4);
    settings.leaves = settings.leaves.min(8);
    let Some(data) = data(&mut bytes) else { return };
    let sliced = trained(&data, &settings, 7);
    assert_eq!(trained(&data, &settings, 1 << 20), sliced, "the slices changed the run");
    inspect_rounds(&data, &settings);
}

/// Sets an option to one of its choices, or to one of the texts. Half of the options keep their defaults.
fn set(option: &MethodOption, settings: &mut TrainingSettings, bytes: &mut Bytes) {
    let byte = usize::from(bytes.next());
    if byte.is_multiple_of(2) {
        return;
    }
    let text = match option.choices {
        [] => TEXTS[byte / 2 % TEXTS.len()],
        choices => choices[byte / 2 % choices.len()].name,
    };
    if let Err(error) = option.set(settings, text) {
        check_error(&error, &[]);
    }
}

/// Returns at most 24 documents in queries of 6.
fn data(bytes: &mut Bytes) -> Option<Arc<Dataset>> {
    let n_features = 1 + bytes.below(4);
    // Whole numbers, so that many values are equal; numbers of different sizes; or the whole range of f64.
    let most = bytes.one_of(&[0, 3, 300]);
    let mut text = String::new();
    for row in 0..24 {
        if bytes.0.len() <= 2 * n_features {
            break;
        }
        text += &format!("{} qid:{}", bytes.below(5), row / 6);
        for feature in 1..=n_features {
            let exponent = (i32::from(bytes.next()) - 128) * most / 128;
            let digit = f64::from(bytes.next() % 16) - 8.0;
            text += &format!(" {feature}:{:e}", digit * 10_f64.powi(exponent));
        }
        text.push('\n');
    }
    Dataset::from_letor(&text).ok().map(Arc::new)
}

/// Trains to the end. Returns the reports and the model as text.
fn trained(data: &Arc<Dataset>, settings: &TrainingSettings, budget: usize) -> Option<(Vec<String>, String)> {
    let magnitudes = Magnitudes::of(data, settings);
    let mut run = match TrainingRun::new(Arc::clone(data), settings) {
        Err(error) => {
            check_error(&error, &[]);
            return None;
        }
        Ok(run) => run,
    };
    let (mut reports, mut reported) = (Vec::new(), None);
    // More slices than a run of this size can need.
    for _ in 0..1_000_000 {
        match run.advance(budget) {
            Progress::Working { .. } => {}
            Progress::Stepped { report } => {
                check_report(&report, &magnitudes);
                reported = Some(report.step.iteration);
                reports.push(format!("{report:?}"));
            }
            Progress::Stopped { stop } => {
                check_stop(&stop, reported);
                reports.push(format!("{stop:?}"));
                let model = run.model().expect("its numbers are finite");
                let json = model.json();
                assert_eq!(Model::parse(&json).as_ref(), Ok(&model), "its own file is read back");
                return Some((reports, json));
            }
        }
    }
    panic!("the run does not end");
}

/// Trains without measures, and requests every inspection of every iteration.
fn inspect_rounds(data: &Arc<Dataset>, settings: &TrainingSettings) {
    let config = settings.parse().expect("it was parsed before");
    let mut started = match config.learner.start(Arc::clone(data), &config.trainer) {
        Err(error) => return check_error(&error, &[]),
        Ok(started) => started,
    };
    let learner = started.learner_mut();
    let mut last = None;
    let end = loop {
        match learner.advance(1 << 20) {
            Advance::Working { .. } => {}
            Advance::Stepped(step) => last = Some(step.iteration),
            Advance::Stopped(end) => break end,
        }
    };
    assert_eq!(learner.advance(1), Advance::Stopped(end), "the end is returned again");
    let Some(last) = last else { return };
    for iteration in 0..=last {
        learner
            .scorer(iteration)
            .expect("the iteration was reported")
            .check()
            .expect("its numbers are finite");
        for query in data.queries() {
            if let Some(pull) = learner.pull(query.index, iteration) {
                assert_eq!(pull.len(), query.documents.len());
                assert!(pull.iter().all(|pull| !pull.is_nan()), "{pull:?}");
            }
        }
        check_round(learner, iteration);
    }
    assert!(learner.scorer(last + 1).is_none());
}

fn check_round(learner: &dyn Learner, iteration: usize) {
    let Some(boosting) = learner.boosting() else { return };
    let weights = boosting.query_weights(iteration).expect("the iteration was reported");
    assert!(weights.iter().all(|one| (0.0..=1.0 + 1e-9).contains(&one.weight)), "{weights:?}");
    if iteration == 0 {
        assert!(boosting.phases(0).is_none(), "no round leads to the untrained scorer");
        return;
    }
    let phases = boosting.phases(iteration).expect("a round led here");
    for candidate in &phases.candidates {
        let figures = [Some(candidate.alpha), Some(candidate.edge), candidate.objective, candidate.threshold];
        assert!(figures.into_iter().flatten().all(f64::is_finite), "{candidate:?}");
    }
    assert!(phases.chosen.iter().all(|&chosen| chosen < phases.candidates.len()), "{phases:?}");
    if let Some(curve) = boosting.step_curve(iteration, 5) {
        assert!(curve.alphas.iter().chain(&curve.objectives).all(|value| value.is_finite()), "{curve:?}");
    }
}
