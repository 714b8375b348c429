//! `rankscope theory`. The options are those of the laboratories; a new laboratory needs no change here.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};
use rankscope::Error;
use rankscope::theory::{Lab, LabData, LabOption, lab, labs, run as run_lab};
use serde_json::{Map, Value, json};

use super::reading::{DataFiles, ReadingArgs};
use super::terminal::{print_line, print_object};
use super::{Failure, files};

/// Arguments of `theory`.
#[derive(Debug, Args)]
pub struct TheoryArgs {
    /// The laboratory; without it all laboratories are listed
    pub name: Option<String>,
    /// Data in LETOR format or as a table, plain or gzip, for a laboratory about data; - is standard input
    #[arg(value_name = "DATA")]
    pub file: Option<PathBuf>,
    /// Test data, for a laboratory that also measures them
    #[arg(long, value_name = "FILE")]
    pub test: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub given: GivenOptions,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Names and texts of the given options.
#[derive(Debug)]
pub struct GivenOptions(Vec<(&'static str, String)>);

pub fn run(args: &TheoryArgs) -> Result<(), Failure> {
    let Some(name) = &args.name else { return list(args) };
    let lab = lab(name)?;
    if args.file.is_some() && !lab.needs_data {
        return Err(Failure::Usage(format!("{name} is not about data; leave the file out")));
    }
    if args.test.is_some() && !lab.takes_test {
        return Err(Failure::Usage(format!("{name} does not measure test data; leave --test out")));
    }
    let options: Vec<String> = args.given.0.iter().map(|(name, text)| format!("{name}={text}")).collect();
    let paths: Vec<&Path> = args.file.iter().chain(&args.test).map(PathBuf::as_path).collect();
    files::check_inputs(&paths)?;
    let reader = DataFiles::new(&args.reading)?;
    let train = args.file.as_ref().map(|file| reader.read_checked(file)).transpose()?;
    let test = match (&train, &args.test) {
        (Some(train), Some(test)) => Some(reader.read_like_checked(test, &train.columns, &train.rules)?.0),
        _ => None,
    };
    let data = LabData { train: train.as_ref().map(|train| &train.data), test: test.as_ref() };
    let result = run_lab(name, &options, data)?;
    if !args.json {
        return print_line(&result.lines().join("\n"));
    }
    let unwritable = |error| Error::data(format!("the result cannot be written as JSON: {error}"));
    let mut value = serde_json::to_value(&result).map_err(unwritable)?;
    if let Some(fields) = value.as_object_mut() {
        fields.insert("options".to_owned(), Value::Object(options_of(lab, &args.given)));
    }
    print_object("theory", value)
}

/// Lists the laboratories with their options.
fn list(args: &TheoryArgs) -> Result<(), Failure> {
    if let Some((option, _)) = args.given.0.first() {
        return Err(Failure::Usage(format!("--{option} is an option of a laboratory; name the laboratory")));
    }
    if args.json {
        return print_object("theory", json!({ "labs": labs().collect::<Vec<_>>() }));
    }
    for lab in labs() {
        let data = match (lab.needs_data, lab.takes_test) {
            (true, true) => " DATA [--test FILE]",
            (true, false) => " DATA",
            (false, _) => "",
        };
        print_line(&format!("{}{data}: {}", lab.name, lab.summary))?;
        print_line(&format!("    source: {}", lab.source))?;
        for option in lab.options {
            print_line(&format!("    --{}: {}", option.name, meaning(option)))?;
        }
    }
    Ok(())
}

/// Returns the texts of all options of a laboratory.
fn options_of(lab: &Lab, given: &GivenOptions) -> Map<String, Value> {
    let text = |option: &LabOption| {
        let own = given.0.iter().find(|(name, _)| *name == option.name);
        own.map_or(option.default, |(_, text)| text.trim()).to_owned()
    };
    lab.options.iter().map(|option| (option.name.to_owned(), text(option).into())).collect()
}

fn meaning(option: &LabOption) -> String {
    format!("{} [{}] [default: {}]", option.summary.trim_end_matches('.'), option.form(), option.default)
}

/// Returns the options of all laboratories by name, each with the laboratories that have it.
fn all_options() -> Vec<(&'static LabOption, Vec<&'static Lab>)> {
    let mut all: Vec<(&LabOption, Vec<&Lab>)> = Vec::new();
    for (lab, option) in labs().flat_map(|lab| lab.options.iter().map(move |option| (lab, option))) {
        match all.iter_mut().find(|(other, _)| other.name == option.name) {
            Some((_, labs)) => labs.push(lab),
            None => all.push((option, vec![lab])),
        }
    }
    all
}

impl FromArgMatches for GivenOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let text = |(option, _): (&'static LabOption, _)| {
            Some((option.name, matches.get_one::<String>(option.name)?.clone()))
        };
        Ok(Self(all_options().into_iter().filter_map(text).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for GivenOptions {
    fn augment_args(command: Command) -> Command {
        let argument = |(option, labs): (&'static LabOption, Vec<&'static Lab>)| {
            let names: Vec<&str> = labs.iter().map(|lab| lab.name).collect();
            Arg::new(option.name)
                .long(option.name)
                .help(format!("{} ({})", meaning(option), names.join(", ")))
                .help_heading("Options of laboratories")
                .allow_negative_numbers(true)
        };
        command.args(all_options().into_iter().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
