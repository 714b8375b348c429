//! `rankscope factorize` and `rankscope generate-ratings`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;
use rankscope::ratings::factorization::{
    FactorModel, FactorizationSettings, RatingsMethod, RatingsProgress, RatingsResult, RatingsRun,
    TunedSettings, UserDifference,
};
use rankscope::ratings::{
    GeneratedRatings, RatingsReader, ReadRatings, Titles, TitlesReader, generate_ratings,
};
use serde_json::json;

use super::args::{SampleArgs, parse_seed, parse_size, parse_whole};
use super::reports::figure;
use super::signals::Interrupt;
use super::terminal::{self, is_quiet, print_line, print_object};
use super::{Failure, files, write_file};

/// Arguments of `generate-ratings`.
#[derive(Debug, Args)]
pub struct GenerateArgs {
    /// Numbers of users and items, such as 300x200
    #[arg(value_name = "USERSxITEMS", value_parser = parse_size)]
    pub size: (usize, usize),
    #[command(flatten)]
    pub sample: SampleArgs,
    /// Seed of every random draw
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = parse_seed)]
    pub seed: u64,
}

/// Arguments of `factorize`.
#[derive(Debug, Args)]
pub struct FactorizeArgs {
    /// Ratings as user,item,rating lines (commas, tabs or ::; a heading may name the columns), plain or gzip; - is
    /// standard input
    #[arg(value_name = "RATINGS", required_unless_present = "generate")]
    pub file: Option<PathBuf>,
    /// Generate the ratings instead, with the seed: every item by every user
    #[arg(long, value_name = "USERSxITEMS", allow_hyphen_values = true, conflicts_with = "file", value_parser = parse_size)]
    pub generate: Option<(usize, usize)>,
    #[command(flatten)]
    pub sample: SampleArgs,
    /// Titles of the items as item,title lines, for the model file
    #[arg(long, value_name = "FILE")]
    pub titles: Option<PathBuf>,
    /// Number of factors of users and items
    #[arg(long, value_name = "K", default_value_t = 3, allow_negative_numbers = true, value_parser = parse_whole::<usize>)]
    pub rank: usize,
    /// Weights of the mean slack to try, separated by commas; held-out ratings choose one [default: 30,100,300,1000]
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    pub c: Vec<f64>,
    /// Most rounds; after each the reference rankings are realigned
    #[arg(long, value_name = "N", default_value_t = 3, allow_negative_numbers = true, value_parser = parse_whole::<usize>)]
    pub rounds: usize,
    /// Turns of a round, each with a step of the users and one of the items; held-out ratings choose the last
    #[arg(long, value_name = "N", default_value_t = 4, allow_negative_numbers = true, value_parser = parse_whole::<usize>)]
    pub turns: usize,
    /// Passes of the oracles after which a step ends
    #[arg(long, value_name = "N", default_value_t = 12, allow_negative_numbers = true, value_parser = parse_whole::<usize>)]
    pub passes: usize,
    /// Relative duality gap at which a step ends before
    #[arg(long, default_value_t = 0.05, allow_negative_numbers = true)]
    pub gap: f64,
    /// The measure to optimise
    #[arg(long, default_value = "ndcg@10")]
    pub measure: String,
    /// Decay profile c: power:P, log, loglog, measure or list:V,V,…
    #[arg(long, default_value = "measure", value_name = "PROFILE")]
    pub decay: String,
    /// Added to the rank (from 0) in power:P
    #[arg(long, default_value_t = 2.0, allow_negative_numbers = true)]
    pub offset: f64,
    /// Which ranking without a loss is the reference: aligned, averaged or fixed
    #[arg(long, default_value = "aligned")]
    pub reference: String,
    /// Start of the items' factors: squared-error, from the tuned squared error, or random
    #[arg(long, default_value = "squared-error")]
    pub start: String,
    /// Grades: ceil rounds ratings up, double takes twice the rating
    #[arg(long, default_value = "ceil", value_name = "SCALE")]
    pub grades: String,
    /// Ratings that a tested user gives; users with fewer than 10 more are left out
    #[arg(long, value_name = "N", default_value_t = 20, allow_negative_numbers = true, value_parser = parse_whole::<usize>)]
    pub keep: usize,
    /// Leave out items with fewer ratings
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = parse_whole::<usize>)]
    pub item_ratings: usize,
    /// weak tests further items of the same users, strong tests new users
    #[arg(long, default_value = "weak")]
    pub protocol: String,
    /// Grade up to which an item has no utility in ERU
    #[arg(long, default_value_t = 3.0, value_name = "GRADE", allow_negative_numbers = true)]
    pub neutral: f64,
    /// Seed of the sample, the split and the start
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = parse_seed)]
    pub seed: u64,
    /// Further models to train and measure, separated by commas: jrank, a perceptron on pairs of user and item, and
    /// mmmf, maximum-margin factorisation
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true)]
    pub baselines: Vec<String>,
    /// Write the factors to this file, complete or not at all
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print one JSON object per step, and a last one for the result
    #[arg(long)]
    pub json: bool,
}

/// Oracle calls between two updates of the progress line.
const SLICE: usize = 5_000;

/// Prints generated ratings.
pub fn generate(args: &GenerateArgs) -> Result<(), Failure> {
    let text = generate_ratings(sample(args.size, &args.sample, args.seed))?;
    print_line(text.trim_end())
}

/// Trains the item mean, the squared error and the ranking, and prints their measures beside each other.
pub fn run(args: &FactorizeArgs) -> Result<(), Failure> {
    let settings = settings(args);
    // Checked first, because reading a large file takes time.
    settings.check()?;
    if args.generate.is_none() && (args.sample.noise || args.sample.scale) {
        let problem = "--noise and --scale shape generated ratings, and have no effect on those of a file; leave them out";
        return Err(Failure::Usage(problem.to_owned()));
    }
    let inputs: Vec<&Path> = args.file.iter().chain(&args.titles).map(PathBuf::as_path).collect();
    files::check_standard_input(&inputs)?;
    args.out.as_deref().map_or(Ok(()), |out| write_file::check(out, &inputs))?;
    files::check_present(&inputs)?;
    let ReadRatings { ratings, report } = read(args, &settings)?;
    let titles = args.titles.as_deref().map(read_titles).transpose()?;
    let (ratings, filtered) = ratings.filtered(settings.filter())?;
    if args.json {
        if !is_quiet() {
            print_object("data", json!({ "read": report, "kept": filtered }))?;
        }
    } else if !is_quiet() {
        say_read(&report, &filtered, &settings)?;
    }

    let start = Instant::now();
    let mut run = RatingsRun::new(&ratings, &settings)?;
    let interrupt =
        Interrupt::catch().map_err(|error| Failure::File { path: "signal handler".to_owned(), error })?;
    let result = work(&mut run, args.json, &interrupt)?;
    let seconds = start.elapsed().as_secs_f64();
    let model = || {
        let chosen = run.chosen().map_or((0.0, 0), |chosen| (chosen.weight, chosen.rounds));
        let title = |item: &String| titles.as_ref().and_then(|titles| titles.get(item)).map(str::to_owned);
        FactorModel {
            settings: settings.clone(),
            chosen,
            users: ratings.users().to_vec(),
            items: ratings.items().to_vec(),
            titles: if titles.is_some() { ratings.items().iter().map(title).collect() } else { Vec::new() },
            factors: run.tested_factors().clone(),
        }
    };
    let written = match &args.out {
        Some(path) => write_file::write(path, (model().json() + "\n").as_bytes()),
        None => Ok(()),
    };
    // Printed also after a failed write, because the report is then the only record of the run.
    if args.json {
        let mut value = json!({ "result": result });
        value["seconds"] = json!(seconds);
        print_object("result", value)?;
    } else {
        print_result(&result, seconds)?;
    }
    written
}

fn settings(args: &FactorizeArgs) -> FactorizationSettings {
    let defaults = FactorizationSettings::default();
    FactorizationSettings {
        rank: args.rank,
        c: if args.c.is_empty() { defaults.c.clone() } else { args.c.clone() },
        rounds: args.rounds,
        turns: args.turns,
        passes: args.passes,
        gap: args.gap,
        measure: args.measure.clone(),
        decay: args.decay.clone(),
        offset: args.offset,
        reference: args.reference.clone(),
        start: args.start.clone(),
        grades: args.grades.clone(),
        keep: args.keep,
        item_ratings: args.item_ratings,
        protocol: args.protocol.clone(),
        neutral: args.neutral,
        seed: args.seed,
        baselines: args.baselines.clone(),
    }
}

fn sample((users, items): (usize, usize), sample: &SampleArgs, seed: u64) -> GeneratedRatings {
    GeneratedRatings { users, items, noise: sample.noise, scale: sample.scale, seed }
}

fn read(args: &FactorizeArgs, settings: &FactorizationSettings) -> Result<ReadRatings, Failure> {
    if let Some(path) = &args.file {
        return files::read_ratings(path, settings.scale()?);
    }
    let Some(size) = args.generate else {
        let problem = "give a file of ratings, or --generate USERSxITEMS, as in --generate 300x200";
        return Err(Failure::Usage(problem.to_owned()));
    };
    let mut reader = RatingsReader::new(settings.scale()?);
    reader.push(generate_ratings(sample(size, &args.sample, settings.seed))?.as_bytes());
    Ok(reader.finish()?)
}

fn read_titles(path: &Path) -> Result<Titles, Failure> {
    let mut reader = TitlesReader::new();
    let name = files::read_chunks(path, |chunk| {
        reader.push(chunk);
        files::unless(reader.has_stopped())
    })?;
    reader.finish().map_err(|error| files::about(&name, error))
}

/// Advances the run to its end, or to the next slice after an interrupt.
fn work(run: &mut RatingsRun, json: bool, interrupt: &Interrupt) -> Result<RatingsResult, Failure> {
    let progress = terminal::progress(ProgressBar::new(0))
        .with_style(files::style("{spinner} {pos}/{len} candidates {msg}"));
    progress.enable_steady_tick(Duration::from_millis(100));
    loop {
        match run.advance(SLICE)? {
            RatingsProgress::Working { done, of } => {
                progress.set_length(of as u64);
                progress.set_position(done as u64);
            }
            RatingsProgress::Stepped { c, is_final, step, held_out } => {
                if json && is_quiet() {
                    continue;
                }
                if json {
                    let mut value = json!(step);
                    value["c"] = json!(c);
                    value["final"] = json!(is_final);
                    value["held_out_ndcg@10"] = json!(held_out);
                    progress.suspend(|| print_object("step", value))?;
                } else {
                    progress.set_message(format!(
                        "C = {c}, round {}, J {}",
                        step.turn,
                        figure(step.objective, 5)
                    ));
                }
            }
            RatingsProgress::Finished { result } => {
                progress.finish_and_clear();
                return Ok(*result);
            }
        }
        if interrupt.is_caught() {
            progress.finish_and_clear();
            return Err(Failure::Interrupted(
                "interrupted before the end, so no model is written and nothing is measured".to_owned(),
            ));
        }
    }
}

fn say_read(
    read: &rankscope::ratings::RatingsReport,
    kept: &rankscope::ratings::FilterReport,
    settings: &FactorizationSettings,
) -> Result<(), Failure> {
    let grades: Vec<String> = (read.grades.iter().enumerate())
        .filter(|(_, count)| **count > 0)
        .map(|(grade, count)| format!("{grade}: {count}"))
        .collect();
    print_line(&format!(
        "{} ratings of {} items by {} users (grades {}); {} replaced by a later rating",
        read.ratings,
        read.items,
        read.users,
        grades.join(", "),
        read.replaced
    ))?;
    let filter = settings.filter();
    print_line(&format!(
        "left out: {} items with fewer than {} ratings, {} users with fewer than {} of the others, {} items of these \
         users alone; {} ratings of {} items by {} users stay",
        kept.items_left_out,
        filter.item_ratings,
        kept.users_left_out,
        filter.user_ratings,
        kept.items_without_users,
        kept.ratings,
        kept.items,
        kept.users
    ))?;
    print_line(&match settings.protocol.as_str() {
        "strong" => format!("strong: new users give {} ratings each, and the rest test", settings.keep),
        _ => format!("weak: {} ratings of every user train, and the rest test", settings.keep),
    })
}

fn print_result(result: &RatingsResult, seconds: f64) -> Result<(), Failure> {
    let value = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| figure(value, 4));
    let row = |name: &str, cells: &[String], rest: &str| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>9}")).collect();
        format!("{name:<14}{cells}  {rest}")
    };
    let heads: Vec<String> = result.measures.iter().map(|name| (*name).to_owned()).collect();
    print_line("")?;
    print_line(&row("", &heads, "chosen on held-out ratings"))?;
    for method in &result.methods {
        let cells: Vec<String> = method.means.iter().map(|mean| value(*mean)).collect();
        print_line(&row(method.name, &cells, &chosen(method)))?;
    }
    let users: Vec<String> = result.methods[0].users.iter().map(usize::to_string).collect();
    print_line(&row("users", &users, ""))?;
    print_line("")?;
    for method in result.methods.iter().filter(|method| !method.behind.is_empty()) {
        for (name, behind) in result.measures.iter().zip(&method.behind) {
            let line = behind.as_ref().map_or_else(|| "–".to_owned(), difference);
            print_line(&format!("ranking − {:<14} {name:<8} {line}", method.name))?;
        }
    }
    print_line("")?;
    let certificate = &result.certificate;
    if let Some(biases) = &result.biases {
        let (low, high) = (figure(biases.sigma.low, 4), figure(biases.sigma.high, 4));
        print_line(&if biases.zero_is_optimal {
            format!(
                "σ1 of the biases' dual is at most {high}, so U = V = 0 is optimal: at this C nothing personal can be \
                 learned; use a greater C"
            )
        } else if biases.sigma.low > 1.0 {
            format!(
                "σ1 of the biases' dual is between {low} and {high}: above 1, personal factors can lower J"
            )
        } else {
            format!(
                "σ1 of the biases' dual is between {low} and {high}, which does not decide whether personal factors can \
                 lower J"
            )
        })?;
    }
    let are_alone = result.methods.last().is_some_and(|ranking| ranking.chosen.rounds == 0);
    let price = if result.biases.is_some_and(|biases| biases.zero_is_optimal) {
        "the gap of the biases"
    } else if are_alone {
        "what factors can lower it at most, with the present references"
    } else {
        "the price of the rank, with the present references"
    };
    print_line(&format!(
        "J {}; no factors of any rank are below {} ({price}: {} %); {} users used, {seconds:.2} s",
        figure(result.objective, 6),
        figure(certificate.lower_bound, 6),
        figure(100.0 * certificate.gap, 3),
        result.users_used
    ))
}

fn chosen(method: &RatingsMethod) -> String {
    let TunedSettings { weight, rounds, held_out, at_edge } = &method.chosen;
    let weight = figure(*weight, 4);
    let settings = match method.name {
        "item-mean" => format!("λ = {weight}"),
        "squared-error" => format!("λ = {weight}, {rounds} sweeps"),
        "jrank" => format!("{rounds} sweeps"),
        "mmmf" => format!("C = {weight}, {rounds} sweeps"),
        _ if *rounds == 0 => format!("C = {weight}, biases alone"),
        _ => format!("C = {weight}, {rounds} turns"),
    };
    let value = held_out.map_or_else(String::new, |value| format!(" ({} there)", figure(value, 4)));
    let edge = if *at_edge { "; the edge of those tried" } else { "" };
    format!("{settings}{value}{edge}")
}

fn difference(behind: &UserDifference) -> String {
    let signed = |value: f64| format!("{}{}", if value < 0.0 { "−" } else { "+" }, figure(value.abs(), 3));
    let p = if behind.p < 0.001 { "p < 0.001".to_owned() } else { format!("p {}", figure(behind.p, 2)) };
    format!(
        "{} [{}, {}], {p}, {} users",
        signed(behind.difference),
        signed(behind.low),
        signed(behind.high),
        behind.users
    )
}
