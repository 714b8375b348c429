//! `rankscope study`.

mod folder;
mod mark;
mod shipped;
pub(super) mod work;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use clap::Args;
use rankscope::Error;
use rankscope::study::{
    BUILT_IN, BuiltIn, CellResult, DataFields, LONGEST_STUDY, Source, SourceData, Study, StudySession,
};
use rankscope::util::threads;
use serde_json::json;

use super::reading::DataFiles;
use super::signals::Interrupt;
use super::terminal::{complain, name_of, print_line, print_object};
use super::{Failure, files};
use crate::cli::args::parse_whole;
use crate::cli::reading::ReadingArgs;
use folder::Folder;
use shipped::shipped;

/// Arguments of `study`.
#[derive(Debug, Args)]
pub struct StudyArgs {
    /// File of a study, or the name of a built-in one; data files are relative to its folder
    #[arg(value_name = "FILE.json|NAME")]
    pub study: Option<PathBuf>,
    /// List the built-in studies
    #[arg(long, conflicts_with_all = ["study", "train", "out", "jobs", "resume", "json", "csv"])]
    pub list: bool,
    /// Run the study on this training data, in place of its own
    #[arg(long, value_name = "FILE")]
    pub train: Option<PathBuf>,
    /// Validation data to the training data [default: a cross-validation, or a part without --test]
    #[arg(long, value_name = "FILE", requires = "train")]
    pub valid: Option<PathBuf>,
    /// Test data to the training data [default: a fifth of the queries tests, and a fifth validates]
    #[arg(long, value_name = "FILE", requires = "train")]
    pub test: Option<PathBuf>,
    /// Write tables, plots, results and the study with its defaults into this folder, which belongs to this study alone
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = parse_whole::<usize>)]
    pub jobs: Option<usize>,
    /// Train only the cells whose results the folder lacks
    #[arg(long, requires = "out")]
    pub resume: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print one line per cell and recorded value, as CSV
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

pub fn run(args: &StudyArgs) -> Result<(), Failure> {
    if args.list {
        return list();
    }
    let Some(name) = &args.study else {
        return Err(Failure::Usage(
            "give the file or the name of a study; --list names the built-in ones".to_owned(),
        ));
    };
    let jobs = jobs(args)?;
    let (text, beside) = read(name)?;
    let text = match own_data(args)? {
        None => text,
        Some(data) => Study::parse(&text)
            .and_then(|study| study.on(&data))
            .map_err(|error| refused(name, &error))?
            .json(),
    };
    let is_own = args.train.is_some();
    let beside = if is_own { PathBuf::new() } else { beside };
    let mut session = StudySession::new(&text).map_err(|error| refused(name, &error))?;
    let files = DataFiles::new(&args.reading)?;
    let inputs = inputs(name, session.sources(), &beside, args);
    if is_own || built_in(name).is_none() {
        files::check_present(&inputs.iter().map(PathBuf::as_path).collect::<Vec<_>>())?;
    }
    let folder = args.out.as_deref().map(|out| Folder::open(out, session.study(), &inputs)).transpose()?;
    give_files(&mut session, name, is_own, &beside, &files)?;
    session.prepare().map_err(|error| match error {
        Error::Config { .. } => refused(name, &error),
        other => files::about(&name_of(name), other),
    })?;
    folder.as_ref().map_or(Ok(()), |folder| folder.check_cells(&session.cells()?))?;
    if let Some(folder) = folder.as_ref().filter(|_| args.resume) {
        folder.resume(&mut session)?;
    }
    let interrupt =
        Interrupt::catch().map_err(|error| Failure::File { path: "signal handler".to_owned(), error })?;
    let trained = work::train(&mut session, jobs, folder.as_ref(), &interrupt);
    let written = folder.as_ref().map_or(Ok(()), |folder| folder.write(&mut session));
    // Printed also after a failed write, because the output is then the only record.
    print(args, &mut session)?;
    written?;
    trained?;
    end(session.results(), args, &interrupt)
}

/// Returns the data that the study runs on in place of its own.
fn own_data(args: &StudyArgs) -> Result<Option<DataFields>, Failure> {
    let Some(train) = &args.train else { return Ok(None) };
    let text = |path: &PathBuf| path.to_string_lossy().into_owned();
    let own = DataFields::own(text(train), args.valid.as_ref().map(text), args.test.as_ref().map(text));
    Ok(Some(own.map_err(|error| Failure::Usage(format!("--{error}")))?))
}

/// Returns the number of threads.
fn jobs(args: &StudyArgs) -> Result<usize, Error> {
    let most = threads::MOST;
    match args.jobs {
        None => Ok(thread::available_parallelism().map_or(1, usize::from).min(most)),
        Some(jobs) if (1..=most).contains(&jobs) => Ok(jobs),
        Some(jobs) => Err(Error::config("jobs", format!("{jobs} is not a number from 1 to {most}"))),
    }
}

fn list() -> Result<(), Failure> {
    let width = BUILT_IN.iter().map(|built_in| built_in.name.len()).max().unwrap_or(0);
    for built_in in BUILT_IN {
        let study = Study::parse(built_in.json)?;
        print_line(&format!("{:<width$}  {}", built_in.name, study.title))?;
    }
    Ok(())
}

/// Returns a failure about a study that cannot be used.
fn refused(name: &Path, error: &Error) -> Failure {
    Failure::Usage(format!("{}: {error}", name_of(name)))
}

/// Returns the built-in study of this name.
fn built_in(name: &Path) -> Option<&'static BuiltIn> {
    BUILT_IN.iter().find(|built_in| Path::new(built_in.name) == name)
}

/// Returns the text of a study, and the folder of its data files.
fn read(name: &Path) -> Result<(String, PathBuf), Failure> {
    let built_in = built_in(name);
    // A file called as a built-in study is ./NAME.
    let text = match built_in {
        Some(built_in) => built_in.json.to_owned(),
        None if name.as_os_str() != "-" && !name.exists() => {
            let names: Vec<&str> = BUILT_IN.iter().map(|built_in| built_in.name).collect();
            return Err(Failure::Usage(format!(
                "{}: no such file, and not a built-in study; these are {}",
                name_of(name),
                names.join(", ")
            )));
        }
        None => files::read_text(name, "a study", LONGEST_STUDY)?,
    };
    Ok((text, name.parent().map_or_else(PathBuf::new, Path::to_owned)))
}

/// Returns all files that the study reads.
fn inputs(name: &Path, sources: &[Source], beside: &Path, args: &StudyArgs) -> Vec<PathBuf> {
    let is_read = args.train.is_some() || built_in(name).is_none();
    let files = sources.iter().filter_map(Source::file).filter(|_| is_read);
    files
        .map(|file| beside.join(file))
        .chain(built_in(name).is_none().then(|| name.to_owned()))
        .chain(args.reading.files().map(Path::to_owned))
        .collect()
}

/// Reads the files of a study. A built-in study has the samples of the page, unless it runs on own data (`is_own`).
fn give_files(
    session: &mut StudySession,
    name: &Path,
    is_own: bool,
    beside: &Path,
    files: &DataFiles,
) -> Result<(), Failure> {
    for source in session.sources().to_vec() {
        let Some(file) = source.file() else { continue };
        let data = match &source {
            Source::Ratings { grades, .. } => SourceData::Ratings(Arc::new(
                files::read_ratings(&beside.join(file), grades.parse()?)?.ratings,
            )),
            Source::Ranker(_) => SourceData::Ranker(Arc::new(files::read_ranker(&beside.join(file))?)),
            _ => SourceData::Documents(Arc::new(
                match shipped(file).filter(|_| built_in(name).is_some() && !is_own) {
                    Some(sample) => sample?,
                    None => files.read_one(&beside.join(file))?,
                },
            )),
        };
        session.give(file, data)?;
    }
    Ok(())
}

fn print(args: &StudyArgs, session: &mut StudySession) -> Result<(), Failure> {
    if args.json {
        let table = json!(session.table()?);
        let (study, cells, results) = (session.study(), session.planned(), session.results());
        let object = json!({ "study": study, "cells": cells, "results": results, "table": table });
        return print_object("study", object);
    }
    if args.csv {
        return print_line(session.cells_csv()?.trim_end());
    }
    print_line(session.markdown()?.trim_end())
}

/// Returns the failure of a study that was interrupted, or in which cells failed.
fn end(results: &[Option<CellResult>], args: &StudyArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    let done = results.iter().flatten().count();
    if interrupt.is_caught() && done < results.len() {
        let how = match &args.out {
            Some(_) => "; the same command with --resume trains the others",
            None => "; with --out, --resume could train the others later",
        };
        return Err(Failure::Interrupted(format!(
            "interrupted: {done} of {} cells are finished{how}",
            results.len()
        )));
    }
    let failed: Vec<&String> =
        results.iter().flatten().filter_map(|result| result.failure.as_ref()).collect();
    match failed.first() {
        None => Ok(()),
        Some(first) => {
            complain(&format!("the first failure: {first}"));
            Err(Failure::NothingLearned(format!("{} of {} cells failed", failed.len(), results.len())))
        }
    }
}
