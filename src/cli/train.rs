//! `rankscope train`.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use rankscope::Error;
use rankscope::data::{Dataset, FeatureValue, PreparationReport, labels};
use rankscope::learner::{LEAST_GAIN, Phase, StopReason};
use rankscope::linalg::assignment;
use rankscope::method::selection::Choose;
use rankscope::method::settings::TrainingSettings;
use rankscope::method::{effective_options, remedies};
use rankscope::model::{Model, Provenance};
use rankscope::ranking::scoring::LARGEST_SCORE;
use rankscope::run::{CostliestQuery, MeasureValue, Overview, Progress, Stop, TrainingRun};

use super::args::TrainArgs;
use super::measures::translate_settings;
use super::origin::{self, finished, model_iteration};
use super::reading::DataFiles;
use super::remaining::Remaining;
use super::reports::{Reports, figure};
use super::signals::Interrupt;
use super::terminal::{self, name_of, say};
use super::{Failure, files, write_file};

/// Number of queries between two updates of the progress line.
const SLICE: usize = 256;

/// Steps of the searches of one query from which on a note names it: a few seconds, as on the page.
const MANY_STEPS: f64 = 2e9;
/// Seconds that a step takes.
const STEP: f64 = 1.2e-9;

/// Trains, prints a report per iteration, and writes the best model.
///
/// With `--out`, training continues even if nothing reads the reports.
pub fn run(args: &TrainArgs) -> Result<(), Failure> {
    args.threads.count()?;
    let mut settings = TrainingSettings::default();
    args.options.apply(&mut settings)?;
    translate_settings(&mut settings)?;
    // Checked first, because reading a large file takes time.
    let choose = settings.parse()?.choose;
    args.options.check_effect(&settings, std::slice::from_ref(&settings.method))?;
    let has_validation = args.valid.is_some() || args.split.is_some_and(|shares| shares[1] > 0.0);
    check_choice(choose, has_validation)?;
    let inputs: Vec<&Path> = [Some(&args.file), args.valid.as_ref(), args.test.as_ref(), args.names.as_ref()]
        .into_iter()
        .chain(args.reading.files().map(Some))
        .flatten()
        .map(PathBuf::as_path)
        .collect();
    files::check_standard_input(&inputs)?;
    args.out.as_deref().map_or(Ok(()), |out| write_file::check(out, &inputs))?;
    files::check_present(&inputs)?;
    let ([train, valid, test], origin) = read_sets(args, settings.seed)?;
    let Some(train) = train else { return Err(Error::data("no training data").into()) };
    let largest = [Some(&train), valid.as_ref(), test.as_ref()].into_iter().flatten();
    args.threads.start(largest.map(|data| data.n_queries()).max().unwrap_or(1))?;
    let names = train.feature_names().to_vec();
    check_choice(choose, valid.is_some())?;

    let start = Instant::now();
    let mut run = TrainingRun::new(train, &settings)?;
    run.leave_out_ledger();
    let watched = [valid.is_some(), test.is_some()];
    if let Some(valid) = valid {
        run.watch_validation(valid)?;
    }
    if let Some(test) = test {
        run.watch_test(test)?;
    }
    let interrupt =
        Interrupt::catch().map_err(|error| Failure::File { path: "signal handler".to_owned(), error })?;
    let mut reports = Reports::new(args.json, args.out.is_some(), watched, names);
    say_what_was_left_out(&settings, run.overview());
    say_the_map(run.overview());
    reports.start(run.overview())?;
    say_the_search(&run, &settings);
    let stop = train_to_the_end(&mut run, &mut reports, &interrupt, settings.gap)?;
    let seconds = start.elapsed().as_secs_f64();

    let measured = reports.measures_at(model_iteration(&stop));
    let model = run.model()?.with_provenance(finished(origin, &stop, run.overview(), &measured))?;
    let failure = why_nothing_is_learned(&run, &stop, &model, &settings);
    let is_learned = failure.is_none();
    let written = match &args.out {
        Some(path) if is_learned => write_file::write(path, (model.json() + "\n").as_bytes()),
        _ => Ok(()),
    };
    if is_learned {
        say_problems(&run, &stop, &model, &settings, watched[0]);
        say_unmeasured(&run, &model, &measured);
    }
    // Printed also after a failed write, because the report is then the only record of the run.
    reports.finish(&stop, &model, run.overview(), seconds)?;
    if let (true, false, None) = (is_learned, args.json, &stop.chosen) {
        say_unchosen(&run);
    }
    written?;
    let out = args.out.as_deref().map(name_of);
    let nothing = match model.is_constant() {
        true => "nothing was learned before that",
        false => "the model cannot score its training data",
    };
    let fate = match &out {
        None if is_learned => String::new(),
        None => format!("; {nothing}"),
        Some(out) if is_learned => format!("; the best model so far is written to {out}"),
        Some(out) => format!("; {nothing}, so no model is written to {out}"),
    };
    match (stop.reason, failure) {
        (StopReason::Interrupted, _) => {
            Err(Failure::Interrupted(format!("interrupted after iteration {}{fate}", stop.iterations)))
        }
        (reason, Some(why)) => Err(Failure::NothingLearned(format!("training ended ({reason}){fate}{why}"))),
        (_, None) => reports.failure.map_or(Ok(()), Err),
    }
}

/// Returns why a run learned nothing and what to do, as the end of a sentence; `None` if it learned something.
///
/// A constant scorer orders nothing. It may be the optimum, so a run that converged, or that made all its steps, keeps it.
fn why_nothing_is_learned(
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
    if matches!(stop.reason, StopReason::Converged | StopReason::Complete) {
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

/// The reason why no model can order documents, and what to do.
const ALIKE: &str =
    "in every query all documents have the same features, so no model orders them; check the features";

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

/// Checks that validation data can choose the model if they should.
///
/// # Errors
/// [`Error::Config`] if there are none.
fn check_choice(choose: Choose, has_validation: bool) -> Result<(), Error> {
    if choose == Choose::Optimum || has_validation {
        return Ok(());
    }
    let problem = "validation needs validation data; give them by --valid or a share of --split";
    Err(Error::config("choose", problem))
}

/// Advances the run to its end, or after an interrupt to the next report or into a long search.
fn train_to_the_end(
    run: &mut TrainingRun,
    reports: &mut Reports,
    interrupt: &Interrupt,
    gap: f64,
) -> Result<Stop, Failure> {
    let (start, mut remaining) = (Instant::now(), Remaining::new(gap));
    let overview = run.overview().clone();
    let progress = terminal::progress(ProgressBar::new_spinner()).with_style(files::style("{spinner} {msg}"));
    progress.enable_steady_tick(Duration::from_millis(100));
    let mut is_announced = false;
    let stop = loop {
        match run.advance(SLICE) {
            // The search of a long query can take minutes, and a report comes after all searches.
            Progress::Working { phase: Phase::Search, .. } if interrupt.is_caught() => break run.interrupt(),
            Progress::Working { phase, done, of } => {
                let left = remaining.text(start.elapsed().as_secs_f64());
                progress.set_message(format!("{phase:?} {done}/{of}  {left}"));
            }
            Progress::Stepped { report } => {
                // In a pipe, Ctrl+C also ends the program that reads the reports. The exit code is still 130.
                reports.must_go_on |= interrupt.is_caught();
                remaining.add(start.elapsed().as_secs_f64(), report.gap);
                progress.suspend(|| reports.step(&report, &overview))?;
                // A small set has no slices that the message could be about.
                progress.set_message(remaining.text(start.elapsed().as_secs_f64()));
                if interrupt.is_caught() {
                    break run.interrupt();
                }
            }
            Progress::Stopped { stop } => break stop,
        }
        if interrupt.is_caught() && !is_announced {
            is_announced = true;
            progress.suspend(|| {
                say("training stops at the next report; Ctrl+C now ends the program at once");
            });
        }
    };
    progress.finish_and_clear();
    Ok(stop)
}

fn say_what_was_left_out(settings: &TrainingSettings, overview: &Overview) {
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

fn say_the_map(overview: &Overview) {
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
fn say_the_search(run: &TrainingRun, settings: &TrainingSettings) {
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
fn say_unmeasured(run: &TrainingRun, model: &Model, measured: &[Vec<MeasureValue>; 3]) {
    // Scoring takes a pass over the data, so a measured value spares it.
    if measured[1..].iter().flatten().all(|measure| measure.value.is_some()) {
        return;
    }
    run.why_unmeasured(model).for_each(|why| say(&why));
}

/// Says that nothing chose the rounds or epochs, where the method's paper has validation data choose them.
fn say_unchosen(run: &TrainingRun) {
    if run.wants_validation() {
        say(
            "the paper chooses the iteration by validation data; without them it is the best by training data",
        );
    }
}

fn say_problems(
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

/// Training, validation and test data.
type Sets = [Option<Arc<Dataset>>; 3];

/// Reads the data with the names of the features, and says where they come from.
fn read_sets(args: &TrainArgs, seed: u64) -> Result<(Sets, Provenance), Failure> {
    let reader = DataFiles::new(&args.reading)?;
    let named = args.names.as_deref().map(files::read_names).transpose()?;
    let (mut train, checksum) = reader.read_checked(&args.file)?;
    let as_read = train.feature_names().to_vec();
    if let Some(named) = named {
        train.rename_features(named);
        let named = train.feature_names().len().min(train.n_features());
        // Equal names are refused before training, not after it.
        labels(&train.feature_names()[..named], train.n_features())?;
    }
    let mut file = Some((args.file.as_path(), checksum));
    let mut sources = [None, None, None];
    let sets = match args.split {
        Some(shares) => {
            let parts = train.into_split(shares, args.split_seed.unwrap_or(seed))?;
            parts.map(|part| (part.n_queries() > 0).then(|| Arc::new(part)))
        }
        None => {
            let mut sets = [Some(Arc::new(train)), None, None];
            for (place, path) in [(1, &args.valid), (2, &args.test)] {
                let Some(path) = path else { continue };
                let (data, checksum) = reader.read_like_checked(path, &as_read)?;
                sources[place] = Some(origin::source(Some((path, checksum)), &data));
                sets[place] = Some(Arc::new(data));
            }
            sets
        }
    };
    // The training data come first, and parts of a split have no file of their own.
    for (source, set) in sources.iter_mut().zip(&sets) {
        if let (None, Some(data)) = (&source, set) {
            *source = Some(origin::source(file.take(), data));
        }
    }
    Ok((sets, origin::of_train(sources, args, seed)))
}
