//! `rankscope simulate-clicks`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use rankscope::Error;
use rankscope::clicks::{
    ClickLog, ClickWriter, Keep, LogFormat, Logger, MAX_SESSIONS, Sessions, SimulationSettings, Simulator,
    Users, expected_log,
};
use rankscope::data::Dataset;
use rankscope::model::Model;

use super::args::{parse_seed, parse_whole};
use super::click_args::{NameArgs, scores_of_rows};
use super::reading::{DataFiles, ReadingArgs};
use super::terminal::print_piece;
use super::{Failure, files, write_file};

/// What stands before the file of a model that logs.
const MODEL: &str = "model:";

/// Bytes of text that are written at once.
const PIECE: usize = 1 << 16;

/// Arguments of `simulate-clicks`.
#[derive(Debug, Args)]
pub struct SimulateArgs {
    /// Data in LETOR format or as a table (CSV, TSV), plain or gzip; - is standard input
    pub file: PathBuf,
    /// What ranks the documents that users see: feature:F by falling F, feature:-F by rising F (name, or number from
    /// 1), model:FILE, or random, a new order for every session
    #[arg(long, value_name = "LOGGER")]
    pub logger: String,
    /// A second logger, which takes sessions by a coin for each
    #[arg(long, value_name = "LOGGER")]
    pub second_logger: Option<String>,
    /// Probability that a session has the second logger [default: 0.5]
    #[arg(long, value_name = "P", requires = "second_logger", allow_negative_numbers = true)]
    pub share: Option<f64>,
    /// Model of users: pbm (position-based), trust, dcm (dependent clicks) or dbn (dynamic Bayesian network)
    #[arg(long, value_name = "USERS", default_value = "pbm")]
    pub users: String,
    /// Users of pbm and trust examine rank j, from 1, with probability j^-ETA [default: 1]
    #[arg(long, value_name = "ETA", allow_negative_numbers = true)]
    pub eta: Option<f64>,
    /// Probability of a click on an examined document of grade 0, for pbm, dcm and dbn [default: 0.1]
    #[arg(long, value_name = "P", allow_negative_numbers = true)]
    pub noise: Option<f64>,
    /// Number of sessions
    #[arg(long, value_name = "N", default_value_t = 10_000, allow_negative_numbers = true, value_parser = parse_whole::<u64>)]
    pub sessions: u64,
    /// Write expected counts, the same number of sessions for each query, instead of drawing
    #[arg(long)]
    pub expected: bool,
    /// In each session rank 1 changes places with a random one of the ranks 2 to K, by a coin
    #[arg(long, value_name = "K", default_value_t = 0, hide_default_value = true, allow_negative_numbers = true, value_parser = parse_whole::<usize>)]
    pub swap: usize,
    /// In each session the first K documents are in random order
    #[arg(long, value_name = "K", default_value_t = 0, hide_default_value = true, allow_negative_numbers = true, value_parser = parse_whole::<usize>)]
    pub shuffle: usize,
    /// Show only the first K documents
    #[arg(long, value_name = "K", default_value_t = 0, hide_default_value = true, allow_negative_numbers = true, value_parser = parse_whole::<usize>)]
    pub cut: usize,
    /// Write propensities too, for pbm and dcm
    #[arg(long)]
    pub with_propensities: bool,
    /// Seed of every random draw
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = parse_seed)]
    pub seed: u64,
    /// jsonl: one session a line; csv: one impression a line; counts: impressions and clicks by query, ranker, rank and
    /// document [default: jsonl; counts for --expected]
    #[arg(long, value_name = "FORMAT", value_parser = ["jsonl", "csv", "counts"])]
    pub format: Option<String>,
    /// Write the log to this file, complete or not at all [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub names: NameArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// A logger of the command line, whose model is read before the data.
enum Given {
    Named(Logger),
    Model { text: String, model: Box<Model> },
}

impl Given {
    fn of(text: &str) -> Result<Self, Failure> {
        match text.strip_prefix(MODEL) {
            Some(path) => {
                let model = Box::new(files::read_model(Path::new(path))?);
                Ok(Self::Model { text: text.to_owned(), model })
            }
            None => Ok(Self::Named(Logger::parse(text)?)),
        }
    }

    fn model(&self) -> Option<&Model> {
        match self {
            Self::Named(_) => None,
            Self::Model { model, .. } => Some(model),
        }
    }

    fn logger(self, data: &Dataset) -> Result<Logger, Failure> {
        match self {
            Self::Named(logger) => Ok(logger),
            Self::Model { text, model } => Ok(Logger::by_scores(&text, scores_of_rows(&model, data)?)),
        }
    }
}

pub fn run(args: &SimulateArgs) -> Result<(), Failure> {
    let settings = settings(args)?;
    args.names.check()?;
    let format = format_of(args)?;
    let texts = [Some(&args.logger), args.second_logger.as_ref()];
    let models: Vec<&Path> =
        texts.iter().flatten().filter_map(|text| text.strip_prefix(MODEL)).map(Path::new).collect();
    let inputs: Vec<&Path> = [args.file.as_path()].into_iter().chain(models).collect();
    files::check_standard_input(&inputs)?;
    args.out.as_deref().map_or(Ok(()), |out| write_file::check(out, &inputs))?;
    files::check_present(&inputs)?;
    let loggers = texts.iter().flatten().map(|text| Given::of(text)).collect::<Result<Vec<_>, _>>()?;
    let reading = match loggers.iter().find_map(Given::model) {
        Some(model) => DataFiles::of_model(&args.reading, model)?,
        None => DataFiles::new(&args.reading)?,
    };
    let data = reading.read(&args.file)?;
    let names = args.names.of(&data)?;
    let loggers = loggers.into_iter().map(|given| given.logger(&data)).collect::<Result<Vec<_>, _>>()?;
    let Some((first, second)) = loggers.split_first() else { return Ok(()) };
    let second = second.first();

    let writer = ClickWriter::new(&names, format, true, settings.propensities);
    if format != LogFormat::Counts {
        let sessions = Sessions::new(&data, first, second, &settings)?;
        return match &args.out {
            Some(out) => write_file::write_with(out, &|file| {
                write_sessions(sessions.clone(), args.sessions, &writer, &mut |text| {
                    file.write_all(text.as_bytes())
                })
            }),
            None => write_sessions(sessions, args.sessions, &writer, &mut print_piece),
        };
    }
    let log = if args.expected {
        expected_log(&data, first, second, &settings, args.sessions as f64)?
    } else {
        let mut simulator = Simulator::new(&data, first, second, &settings, Keep::Counts)?;
        simulator.grow(args.sessions)?;
        simulator.snapshot()?
    };
    match &args.out {
        Some(out) => write_file::write_with(out, &|file: &mut dyn Write| -> io::Result<()> {
            write_counts(&log, writer, &mut |text| file.write_all(text.as_bytes()))
        }),
        None => write_counts(&log, writer, &mut print_piece),
    }
}

/// Draws sessions and writes them, in pieces.
fn write_sessions<E>(
    mut sessions: Sessions,
    n_sessions: u64,
    writer: &ClickWriter,
    write: &mut dyn FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let rankers = sessions.rankers().to_vec();
    let mut text = writer.heading();
    for number in 1..=n_sessions {
        let session = sessions.draw();
        writer.push_session(&mut text, number, &rankers[session.ranker], &session);
        if text.len() >= PIECE {
            write(&text)?;
            text.clear();
        }
    }
    write(&text)
}

fn write_counts<E>(
    log: &ClickLog,
    writer: ClickWriter,
    write: &mut dyn FnMut(&str) -> Result<(), E>,
) -> Result<(), E> {
    let mut text = writer.heading();
    for line in writer.counts(log) {
        text += &line;
        if text.len() >= PIECE {
            write(&text)?;
            text.clear();
        }
    }
    write(&text)
}

/// Returns the settings, and refuses those without effect.
fn settings(args: &SimulateArgs) -> Result<SimulationSettings, Error> {
    let users: Users = args.users.parse()?;
    if args.eta.is_some() && !users.are_independent() {
        let problem = format!("users of {} go down the list and have no eta; leave it out", users.name());
        return Err(Error::config("eta", problem));
    }
    if args.noise.is_some() && users == Users::Trust {
        return Err(Error::config("noise", "users of trust have noise of their own; leave it out"));
    }
    let defaults = SimulationSettings::default();
    let settings = SimulationSettings {
        users,
        eta: args.eta.unwrap_or(defaults.eta),
        noise: args.noise.unwrap_or(defaults.noise),
        share: args.share.unwrap_or(defaults.share),
        swap: args.swap,
        shuffle: args.shuffle,
        cut: args.cut,
        propensities: args.with_propensities,
        seed: args.seed,
    };
    settings.check()?;
    if args.sessions == 0 {
        return Err(Error::config("sessions", "0 sessions are no log; give 1 or more"));
    }
    Ok(settings)
}

fn format_of(args: &SimulateArgs) -> Result<LogFormat, Error> {
    let format = match (args.format.as_deref(), args.expected) {
        (Some("counts"), _) | (None, true) => LogFormat::Counts,
        (Some(format), true) => {
            let problem = format!("{format} has sessions, and --expected gives counts; use --format counts");
            return Err(Error::config("format", problem));
        }
        (Some("csv"), false) => LogFormat::Impressions,
        _ => LogFormat::JsonLines,
    };
    if format != LogFormat::Counts && args.sessions > MAX_SESSIONS {
        let problem = format!("{} exceed the maximum of {MAX_SESSIONS}; counts may have more", args.sessions);
        return Err(Error::config("sessions", problem));
    }
    Ok(format)
}
