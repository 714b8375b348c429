//! What `train` says about a run beside its figures: what was left out, why nothing was learned, and what may be wrong.

use rankscope::data::{FeatureValue, PreparationReport};
use rankscope::learner::{LEAST_GAIN, StopReason};
use rankscope::linalg::assignment;
use rankscope::method::settings::TrainingSettings;
use rankscope::method::{effective_options, remedies};
use rankscope::model::Model;
use rankscope::ranking::scoring::LARGEST_SCORE;
use rankscope::run::{CostliestQuery, MeasureValue, Overview, Stop, TrainingRun};

use crate::cli::reports::figure;
use crate::cli::terminal::say;

/// The reason why no model can order documents, and what to do.
const ALIKE: &str =
    "in every query all documents have the same features, so no model orders them; check the features";
/// Steps of the searches of one query from which on a note names it: a few seconds, as on the page.
const MANY_STEPS: f64 = 2e9;

/// Seconds that a step takes.
const STEP: f64 = 1.2e-9;

/// Returns why a run learned nothing and what to do, as the end of a sentence; `None` if it learned something.
///
/// A constant scorer orders nothing. It may be the optimum, so a run that converged, that made all its steps, or
/// that validation data ended keeps it.
pub fn why_nothing_is_learned(
    run: &TrainingRun,
    stop: &Stop,
    model: &Model,
    settings: &TrainingSettings,
) -> Option<String> {
    if !model.is_constant() {
        // Otherwise `score` would refuse the model.
        let fault = run.check_scores(model).err()?;
        return Some(format!(": {fault}{}", extreme(run, model)));
    }
    if matches!(stop.reason, StopReason::Converged | StopReason::Complete | StopReason::StoppedEarly) {
        return None;
    }
    let Some(cause) = cause(run, stop, model) else { return Some(String::new()) };
    let has_leaves = effective_options(settings)
        .is_ok_and(|options| options.iter().any(|option| option.name == "min_documents"));
    let advice = match stop.reason {
        StopReason::NoWeakLearner if !run.tells_documents_apart() => format!("; {ALIKE}"),
        StopReason::NoWeakLearner if has_leaves && settings.min_documents > 1 => {
            let fewer = settings.min_documents.min(run.overview().documents) / 2;
            format!("; let a leaf have fewer documents, as in --min-documents {}", fewer.max(1))
        }
        _ => String::new(),
    };
    Some(format!(": {cause}{advice}"))
}

/// Returns the cause of the end of a run, and what to do about numbers out of range; `None` for a usual end.
fn cause(run: &TrainingRun, stop: &Stop, model: &Model) -> Option<String> {
    let problem = stop.problem.as_ref()?;
    Some(match stop.reason {
        StopReason::Numeric => format!(
            "numbers left the range of floating point; scale the features, as with --scale minmax ({problem}){}",
            extreme(run, model)
        ),
        _ => problem.clone(),
    })
}

/// Returns the value furthest from 0 with its place, as the end of a sentence; empty if the features are scaled.
fn extreme(run: &TrainingRun, model: &Model) -> String {
    let Some(FeatureValue { line, feature, value }) = run.extreme_value() else { return String::new() };
    let line = line.map_or_else(String::new, |line| format!(" in line {line} of the training data"));
    let name = match model.names.get(feature).and_then(Option::as_deref) {
        Some(name) => format!(" ({name})"),
        None => String::new(),
    };
    let missing = match value.abs() > LARGEST_SCORE {
        true => "; if it stands for a missing value, write NaN in its place, and give --missing mean",
        false => "",
    };
    format!("; the value furthest from 0 is {value:e}, of feature {}{name}{line}{missing}", feature + 1)
}

pub fn say_what_was_left_out(settings: &TrainingSettings, overview: &Overview) {
    let PreparationReport { documents, zero_rows, near_duplicate_rows, queries } = overview.preparation;
    if settings.drop_zero || settings.drop_near_duplicates {
        let share = 100.0 * (zero_rows + near_duplicate_rows) as f64 / documents.max(1) as f64;
        say(&format!(
            "left out of training: {zero_rows} documents without a feature and {near_duplicate_rows} in near-duplicate \
             pairs ({share:.0} % of {documents} scaled documents), and {queries} queries that lost all documents"
        ));
    }
}

/// Returns a number rounded to six significant digits, because γ can be far below 1.
fn six_digits(number: f64) -> f64 {
    format!("{number:.5e}").parse().unwrap_or(number)
}

pub fn say_the_map(overview: &Overview) {
    let Some(map) = &overview.map else { return };
    let of = format!("{} columns from {} features", map.columns, map.features);
    match (map.gamma, map.residual) {
        (Some(gamma), Some(residual)) => say(&format!(
            "feature map {}: {of}, gamma {}, {} % of the kernel's trace left out",
            map.kind,
            six_digits(gamma),
            figure(100.0 * residual, 3)
        )),
        _ => say(&format!("feature map {}: {of}", map.kind)),
    }
}

/// Says that the search of a query takes long, and what to do.
pub fn say_the_search(run: &TrainingRun, settings: &TrainingSettings) {
    let Some(query) = run.costliest_query().filter(|query| query.steps > MANY_STEPS) else { return };
    let CostliestQuery { id, documents, steps } = query;
    let growth = match steps >= assignment::steps(documents) {
        true => "; twice as many documents would take eight times as long",
        false => "",
    };
    let advice = match settings.method.as_str() {
        "dorm-cost" => "a cost that counts the first ranks only, as in if(rank <= 10, rank * grade, 0)",
        _ => "a measure that counts the first ranks only, such as ndcg@10",
    };
    say(&format!(
        "query {id:?} has {documents} documents, and its search takes about {} s in every iteration{growth}; {advice}, or \
         fewer documents are faster",
        figure(STEP * steps, 0)
    ));
}

/// Says why nothing is measured on validation or test data that the model cannot score.
pub fn say_unmeasured(run: &TrainingRun, model: &Model, measured: &[Vec<MeasureValue>; 3]) {
    // Scoring takes a pass over the data, so a measured value spares it.
    if measured[1..].iter().flatten().all(|measure| measure.value.is_some()) {
        return;
    }
    run.why_unmeasured(model).for_each(|why| say(&why));
}

/// Says that nothing chose the rounds or epochs, where the method's paper has validation data choose them.
pub fn say_unchosen(run: &TrainingRun) {
    if run.wants_validation() {
        say(
            "the paper chooses the iteration by validation data; without them it is the best by training data",
        );
    }
}

pub fn say_problems(
    run: &TrainingRun,
    stop: &Stop,
    model: &Model,
    settings: &TrainingSettings,
    has_validation: bool,
) {
    if let Some(cause) = cause(run, stop, model) {
        say(&match stop.reason {
            StopReason::Numeric => cause,
            reason => format!("{reason}: {cause}"),
        });
    }
    if let Some(start) = stop.planes.and_then(|proved| proved.start) {
        say(&format!("the first reference rankings were aligned to the {start}"));
    }
    if let Some(chosen) = stop.chosen.filter(|chosen| chosen.iteration != chosen.optimum) {
        let value = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| figure(value, 4));
        say(&format!(
            "optimum at iteration {}, chosen iteration {}: {} on the validation data instead of {}",
            chosen.optimum,
            chosen.iteration,
            value(chosen.valid),
            value(chosen.optimum_valid)
        ));
    }
    if let Some(proved) =
        stop.planes.filter(|proved| stop.reason == StopReason::Converged && !proved.beats_zero)
    {
        let zero = figure(proved.zero_primal, 6);
        say(&if proved.best_primal < proved.zero_primal * (1.0 - proved.gap) {
            format!(
                "the objective is less than {} % below {zero}, its value at w = 0: by this bound no w is much better than \
                 w = 0, so it hardly decides how the model ranks",
                100.0 * LEAST_GAIN
            )
        } else {
            format!(
                "the objective is not below {zero}, its value at w = 0: by this bound no w is better than w = 0, so it \
                 does not decide how the model ranks"
            )
        });
    }
    if model.is_constant() && !run.tells_documents_apart() {
        say(ALIKE);
    } else if stop.planes.is_some_and(|proved| stop.reason == StopReason::Converged && !proved.beats_zero) {
        for remedy in remedies(settings, has_validation).unwrap_or_default() {
            say(&format!("try {}: {}", remedy.flag(), remedy.reason));
        }
    }
}
