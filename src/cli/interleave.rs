//! `rankscope interleave`.

use std::path::PathBuf;

use clap::Args;
use rankscope::Error;
use rankscope::clicks::{Interleaving, SimulationSettings, interleave};
use rankscope::util::counted::counted;
use rankscope::util::escape::visible;

use super::args::parse_whole;
use super::reading::ReadingArgs;
use super::simulation_args::{Rankers, UserArgs};
use super::terminal::{print_line, print_object};
use super::{Failure, files};

/// Arguments of `interleave`.
#[derive(Debug, Args)]
pub struct InterleaveArgs {
    /// Data in LETOR format, as a table (CSV, TSV) or as pages (JSON), plain or gzip; - is standard input
    pub file: PathBuf,
    /// The first ranker: feature:F by falling F, feature:-F by rising F (name, or number from 1), or model:FILE
    #[arg(long, value_name = "RANKER")]
    pub first: String,
    /// The ranker that it is compared with
    #[arg(long, value_name = "RANKER")]
    pub second: String,
    #[command(flatten)]
    pub users: UserArgs,
    /// Number of sessions
    #[arg(long, value_name = "N", default_value_t = 10_000, allow_negative_numbers = true, value_parser = parse_whole::<u64>)]
    pub sessions: u64,
    /// Number of documents shown, 0 for all
    #[arg(long, value_name = "K", default_value_t = 10, allow_negative_numbers = true, value_parser = parse_whole::<usize>)]
    pub ranks: usize,
    /// Print the outcome as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

pub fn run(args: &InterleaveArgs) -> Result<(), Failure> {
    let settings = SimulationSettings { cut: args.ranks, ..args.users.settings()? };
    settings.check()?;
    let texts = [args.first.as_str(), args.second.as_str()];
    let inputs = [vec![args.file.as_path()], Rankers::files(&texts)].concat();
    files::check_inputs(&inputs)?;
    let rankers = Rankers::read(&texts)?;
    let data = rankers.read_data(&args.reading, &args.file)?;
    let rankers = rankers.on(&data)?;
    let [first, second] = rankers.as_slice() else { return Ok(()) };
    let outcome = interleave(&data, first, second, &settings, args.sessions)?;
    if args.json {
        let value = serde_json::to_value(&outcome)
            .map_err(|error| Error::data(format!("the outcome cannot be written as JSON: {error}")))?;
        return print_object("interleaving", value);
    }
    print_line(&lines(&outcome).join("\n"))
}

fn lines(outcome: &Interleaving) -> Vec<String> {
    let Interleaving { rankers, sessions, clicks, wins, ties, preference, .. } = outcome;
    let [first, second] = rankers.each_ref().map(|name| visible(name));
    let team = |name: &str, team: usize| {
        let (clicks, wins) =
            (counted(clicks[team] as usize, "click"), counted(wins[team] as usize, "session"));
        format!("{name}: {clicks} on its documents, more than the other in {wins}")
    };
    let mut lines = vec![
        format!("sessions: {sessions}, {ties} of them with as many clicks on both"),
        team(&first, 0),
        team(&second, 1),
    ];
    let verdict = match (outcome.low, outcome.high) {
        (Some(low), _) if low > 0.0 => format!("users prefer {second}"),
        (_, Some(high)) if high < 0.0 => format!("users prefer {first}"),
        _ => "the difference is within chance".to_owned(),
    };
    lines.push(match (outcome.low, outcome.high) {
        (Some(low), Some(high)) => format!(
            "mean sign of the difference, second minus first: {preference:.4}, 95 % from {low:.4} to {high:.4}: {verdict}"
        ),
        _ => format!("mean sign of the difference, second minus first: {preference:.4}, of one session"),
    });
    lines
}
