//! `rankscope simulate-clicks`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use rankscope::Error;
use rankscope::clicks::{
    ClickLog, ClickWriter, Keep, LogFormat, MAX_SESSIONS, Sessions, SimulationSettings, Simulator,
    expected_log,
};

use super::args::parse_whole;
use super::click_args::NameArgs;
use super::reading::ReadingArgs;
use super::simulation_args::{Rankers, UserArgs};
use super::terminal::print_piece;
use super::{Failure, files, write_file};

/// Bytes of text that are written at once.
const PIECE: usize = 1 << 16;

/// Arguments of `simulate-clicks`.
#[derive(Debug, Args)]
pub struct SimulateArgs {
    /// Data in LETOR format, as a table (CSV, TSV) or as pages (JSON), plain or gzip; - is standard input
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
    #[command(flatten)]
    pub users: UserArgs,
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
    /// jsonl: one session a line; csv: one impression a line; counts: impressions and clicks by query, ranker, rank and
    /// document [default: jsonl; counts for --expected]
    #[arg(long, value_name = "FORMAT", value_parser = ["jsonl", "csv", "counts"])]
    pub format: Option<String>,
    /// Write the log to this file, complete or not at all, packed if its name ends in .gz [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub names: NameArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

pub fn run(args: &SimulateArgs) -> Result<(), Failure> {
    let settings = settings(args)?;
    args.names.check()?;
    let format = format_of(args)?;
    let texts: Vec<&str> =
        [Some(&args.logger), args.second_logger.as_ref()].into_iter().flatten().map(String::as_str).collect();
    let inputs = [vec![args.file.as_path()], Rankers::files(&texts)].concat();
    files::check_standard_input(&inputs)?;
    args.out.as_deref().map_or(Ok(()), |out| write_file::check(out, &inputs))?;
    files::check_present(&inputs)?;
    let rankers = Rankers::read(&texts)?;
    let data = rankers.read_data(&args.reading, &args.file)?;
    let names = args.names.of(&data)?;
    let loggers = rankers.on(&data)?;
    let Some((first, second)) = loggers.split_first() else { return Ok(()) };
    let second = second.first();

    let writer = ClickWriter::new(&names, format, true, settings.propensities);
    if format != LogFormat::Counts {
        let sessions = Sessions::new(&data, first, second, &settings)?;
        return match &args.out {
            Some(out) => write_file::write_as_named(out, &|file| {
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
        Some(out) => write_file::write_as_named(out, &|file: &mut dyn Write| -> io::Result<()> {
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
    let users = args.users.settings()?;
    let settings = SimulationSettings {
        share: args.share.unwrap_or(users.share),
        swap: args.swap,
        shuffle: args.shuffle,
        cut: args.cut,
        propensities: args.with_propensities,
        ..users
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
