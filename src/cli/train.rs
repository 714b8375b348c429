//! `rankscope train`.

mod clicks;
mod notes;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;
use rankscope::Error;
use rankscope::data::{Dataset, labels};
use rankscope::learner::{Phase, StopReason};
use rankscope::method::selection::Choose;
use rankscope::method::settings::TrainingSettings;
use rankscope::model::{Model, Provenance};
use rankscope::run::{Progress, Stop, TrainingRun, add_rounds, n_rounds, settings_of};

use super::args::{parse_seed, parse_shares};
use super::measures::translate_settings;
use super::options::{Given, OfRun};
use super::origin::{self, finished, model_iteration};
use super::reading::{DataFiles, ReadFile, ReadingArgs};
use super::remaining::Remaining;
use super::reports::Reports;
use super::signals::Interrupt;
use super::terminal::{self, name_of, say};
use super::threads::ThreadArgs;
use super::{Failure, files, write_file};

use clicks::{ClickArgs, Clicks};
use notes::{
    say_problems, say_the_map, say_the_search, say_unchosen, say_unmeasured, say_what_was_left_out,
    why_nothing_is_learned,
};

/// Arguments of `train`.
#[derive(Debug, Args)]
pub struct TrainArgs {
    /// Training data in LETOR format, as a table (CSV, TSV) or as pages (JSON), plain or gzip; - is standard input
    pub file: PathBuf,
    /// Validation data
    #[arg(long, value_name = "FILE")]
    pub valid: Option<PathBuf>,
    /// Test data
    #[arg(long, value_name = "FILE")]
    pub test: Option<PathBuf>,
    /// Split FILE by query into shares for training, validation and test, such as 60/20/20
    #[arg(long, value_name = "SHARES", allow_hyphen_values = true, conflicts_with_all = ["valid", "test"], value_parser = parse_shares)]
    pub split: Option<[f64; 3]>,
    /// Seed of the split [default: the seed]
    #[arg(long, value_name = "SEED", requires = "split", allow_negative_numbers = true, value_parser = parse_seed)]
    pub split_seed: Option<u64>,
    /// Names of the features, which stay with the model: one per line, or lines like `1 name` or `1:name` [default:
    /// those at the head of FILE]
    #[arg(long, value_name = "FILE")]
    pub names: Option<PathBuf>,
    /// Go on from this model of a boosting method, or of LightGBM with lambdamart: --rounds counts the further rounds,
    /// and the settings are those of the model where no others are given
    #[arg(long, value_name = "MODEL")]
    pub from: Option<PathBuf>,
    #[command(flatten)]
    pub clicks: ClickArgs,
    #[command(flatten)]
    pub options: Given<OfRun>,
    /// Write the best model to this file, complete or not at all
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print one JSON object per iteration, and a last one for the result
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Number of queries between two updates of the progress line.
const SLICE: usize = 256;

/// Trains, prints a report per iteration, and writes the best model.
///
/// With `--out`, training continues even if nothing reads the reports.
pub fn run(args: &TrainArgs) -> Result<(), Failure> {
    args.threads.count()?;
    let (settings, from, clicks) = settings(args)?;
    let config = settings.parse()?;
    let ([train, valid, test], origin) = read_sets(args, &settings, clicks.as_ref())?;
    let Some(train) = train else { return Err(Error::data("no training data").into()) };
    let largest = [Some(&train), valid.as_ref(), test.as_ref()].into_iter().flatten();
    args.threads.start(largest.map(|data| data.n_queries()).max().unwrap_or(1))?;
    let names = train.feature_names().to_vec();
    check_choice(config.choose, valid.is_some())?;
    config.check_validation(valid.is_some())?;

    let start = Instant::now();
    let mut run = TrainingRun::new(train, &settings)?;
    run.leave_out_ledger();
    if let Some(model) = &from {
        run.continue_from(model)?;
    }
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
    reports.first = from.as_ref().map_or(0, n_rounds);
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

/// Returns the checked settings, and the model that training goes on from. Everything is checked that can be before the
/// data are read, because reading a large file takes time.
fn settings(args: &TrainArgs) -> Result<(TrainingSettings, Option<Model>, Option<Clicks<'_>>), Failure> {
    let files = [
        Some(&args.file),
        args.valid.as_ref(),
        args.test.as_ref(),
        args.names.as_ref(),
        args.from.as_ref(),
        args.clicks.clicks.as_ref(),
    ];
    let inputs: Vec<&Path> =
        files.into_iter().flatten().map(PathBuf::as_path).chain(args.reading.files()).collect();
    let present = || -> Result<(), Failure> {
        files::check_standard_input(&inputs)?;
        args.out.as_deref().map_or(Ok(()), |out| write_file::check(out, &inputs))?;
        files::check_present(&inputs)
    };
    // The settings may be those of the model, so its file comes first. Without a model, settings come before files.
    let from = match &args.from {
        Some(path) => present().and_then(|()| files::read_model(path)).map(Some)?,
        None => None,
    };
    let mut settings = from.as_ref().map_or_else(TrainingSettings::default, settings_of);
    args.options.apply(&mut settings)?;
    translate_settings(&mut settings)?;
    from.as_ref().map_or(Ok(()), |model| add_rounds(model, &mut settings))?;
    let clicks = args.clicks.parse(&mut settings, args.options.has("targets"))?;
    let config = settings.parse()?;
    args.options.check_effect(&settings, std::slice::from_ref(&settings.method))?;
    let has_validation = args.valid.is_some() || args.split.is_some_and(|shares| shares[1] > 0.0);
    check_choice(config.choose, has_validation)?;
    config.check_validation(has_validation)?;
    present()?;
    Ok((settings, from, clicks))
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
                remaining.add(start.elapsed().as_secs_f64(), report.step.gap);
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

/// Training, validation and test data.
type Sets = [Option<Arc<Dataset>>; 3];

/// Reads the data with the names of the features, and says where they come from.
fn read_sets(
    args: &TrainArgs,
    settings: &TrainingSettings,
    clicks: Option<&Clicks>,
) -> Result<(Sets, Provenance), Failure> {
    let seed = settings.seed;
    let mut reader = DataFiles::new(&args.reading)?;
    if clicks.is_some() {
        reader = reader.without_grades();
    }
    let named = args.names.as_deref().map(files::read_names).transpose()?;
    let ReadFile { data: mut train, checksum, is_plain, rules, columns, .. } =
        reader.read_training(&args.file)?;
    let mut logged = None;
    if let Some(clicks) = clicks {
        let (weighed, source) = clicks.weigh(train, &settings.method)?;
        (train, logged) = (weighed, Some(source));
    }
    if let Some(named) = named {
        train.rename_features(named);
        let named = train.feature_names().len().min(train.n_features());
        // Equal names are refused before training, not after it.
        labels(&train.feature_names()[..named], train.n_features())?;
    }
    let as_named = train.feature_names().to_vec();
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
                let (data, checksum) = reader.read_like_checked(path, &columns, &rules)?;
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
    // A table is read by its own names, whatever the model calls its features.
    let named: Option<Vec<String>> = columns.iter().cloned().collect();
    let renamed = named.filter(|_| !is_plain && columns != as_named).unwrap_or_default();
    let origin = origin::of_train(sources, args, seed, rules, renamed);
    Ok((sets, Provenance { clicks: logged, ..origin }))
}
