//! The arguments of the program.

use std::str::FromStr;

use clap::{Args, Parser, Subcommand};
use rankscope::data::MAX_GRADE;
use rankscope::method::list_items;
use rankscope::method::settings::MAX_SEED;
use rankscope::metric::{GainTable, expand_range};

use super::card::CardArgs;
use super::compare::CompareArgs;
use super::data::DataArgs;
use super::eval::EvalArgs;
use super::explain::ExplainArgs;
use super::export::ExportArgs;
use super::factorize::{FactorizeArgs, GenerateArgs};
use super::interleave::InterleaveArgs;
use super::join::JoinArgs;
use super::loss::LossArgs;
use super::measures::{MeasuresArgs, joined};
use super::methods::MethodsArgs;
use super::propensities::PropensitiesArgs;
use super::score::ScoreArgs;
use super::simulate_clicks::SimulateArgs;
use super::study::StudyArgs;
use super::summarise_clicks::SummariseArgs;
use super::theory::TheoryArgs;
use super::train::TrainArgs;
use super::violators::ViolatorsArgs;

/// Structured max-margin learning to rank.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub struct Cli {
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,
    /// Print only results and errors: no progress, no notes, no iterations of `train`
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// The commands.
#[expect(clippy::large_enum_variant, reason = "there is one command in a run")]
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Report sizes, grades and faults of data files, and the features that order the data alone
    Data(DataArgs),
    /// Join ratings, such as those of Quepid, with features that a search engine logged, to data
    Join(JoinArgs),
    /// Train a ranker, and print its bounds at every iteration
    Train(TrainArgs),
    /// Evaluate a model
    Eval(EvalArgs),
    /// Show the most violated ranking of one query
    Violators(ViolatorsArgs),
    /// Print the loss of a method at given scores, with its gradient, or its violator and δψ
    Loss(LossArgs),
    /// Print one score per document, or a table, a run or judgements of TREC
    Score(ScoreArgs),
    /// Train several methods, choose C for each, and print training loss against test measure
    Compare(CompareArgs),
    /// Run a study: train its cells, and write tables and plots
    Study(StudyArgs),
    /// Print a model in the format of another program, such as a search engine
    Export(ExportArgs),
    /// Print the model card of a model file, in Markdown
    Card(CardArgs),
    /// Explain why a model ranks one document of a query above another, feature by feature
    Explain(ExplainArgs),
    /// List the methods with their options, formulas, costs and sources
    Methods(MethodsArgs),
    /// List the measures with their formulas, ranges, options and conventions, and names of other programs
    Measures(MeasuresArgs),
    /// Factorise ratings by a ranking loss, beside the item mean and the squared error
    Factorize(FactorizeArgs),
    /// Print generated ratings
    GenerateRatings(GenerateArgs),
    /// Print a log of simulated clicks on the documents of data
    SimulateClicks(SimulateArgs),
    /// Compare two rankers by the clicks of simulated users on interleaved lists
    Interleave(InterleaveArgs),
    /// Report sessions, click rates by rank, and documents without clicks of a click log
    #[command(alias = "summarize-clicks")]
    SummariseClicks(SummariseArgs),
    /// Estimate from a click log how likely users see each rank
    Propensities(PropensitiesArgs),
    /// Run a laboratory of learning theory, or list the laboratories
    Theory(TheoryArgs),
}

/// Kinds of generated ratings.
#[derive(Debug, Args)]
pub struct SampleArgs {
    /// Generated users order the items that they dislike at random
    #[arg(long, alias = "whim")]
    pub noise: bool,
    /// Generated users grade by cuts of their own
    #[arg(long)]
    pub scale: bool,
}

/// Measures separated by commas. A comma inside one measure is followed by a number, as in `eru:5,2`.
#[derive(Debug, Clone)]
pub struct MeasureList(Vec<String>);

impl MeasureList {
    /// Returns the measures of several lists.
    pub fn names(lists: &[Self]) -> Vec<String> {
        lists.iter().flat_map(|list| list.0.iter().cloned()).collect()
    }
}

impl FromStr for MeasureList {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names =
            joined(list_items(text)).iter().map(|name| expand_range(name)).collect::<Result<Vec<_>, _>>()?;
        Ok(Self(names.concat()))
    }
}

/// Parses a seed within the range that the page and the JS API accept.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    let seed = text.parse().ok().filter(|seed| (0..=MAX_SEED).contains(seed));
    seed.ok_or_else(|| format!("not a whole number from 0 to {MAX_SEED}"))
}

/// Parses a grade that a good document can have.
pub fn parse_grade(text: &str) -> Result<u8, String> {
    let grade = text.parse().ok().filter(|grade| (1..=MAX_GRADE).contains(grade));
    grade.ok_or_else(|| format!("not a whole number from 1 to {MAX_GRADE}"))
}

/// Parses the gains of the grades 0, 1, 2, ….
pub fn parse_gains(text: &str) -> Result<GainTable, String> {
    GainTable::parse(text).map_err(|problem| format!("the table {problem}"))
}

/// Parses a whole number. It accepts a minus sign so that the message can name the range, not a missing `--`.
pub fn parse_whole<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "not a whole number from 0 that this machine can hold".to_owned())
}

/// Parses two whole numbers with an x between them.
pub fn parse_size(text: &str) -> Result<(usize, usize), String> {
    let parse = |part: &str| part.trim().parse::<usize>().ok();
    let size = text.split_once(['x', '×']).and_then(|(users, items)| Some((parse(users)?, parse(items)?)));
    size.ok_or_else(|| "two whole numbers are needed, such as 300x200".to_owned())
}

/// Parses two places of documents.
pub fn parse_pair(text: &str) -> Result<[usize; 2], String> {
    let place = |part: &str| part.trim().parse::<usize>().ok();
    let pair = text.split_once(',').and_then(|(one, other)| Some([place(one)?, place(other)?]));
    pair.ok_or_else(|| "two whole numbers are needed, such as 3,0".to_owned())
}

pub fn parse_shares(text: &str) -> Result<[f64; 3], String> {
    let parts: Vec<f64> = text
        .split('/')
        .map(|part| part.trim().parse().map_err(|_| format!("{part:?} is not a number")))
        .collect::<Result<_, _>>()?;
    let shares =
        <[f64; 3]>::try_from(parts).map_err(|_| "three numbers are needed, such as 60/20/20".to_owned())?;
    let sum: f64 = shares.iter().sum();
    if shares.iter().all(|share| share.is_finite() && *share >= 0.0) && sum > 0.0 {
        Ok(shares.map(|share| share / sum))
    } else {
        Err("the shares must not be negative, and not all 0".to_owned())
    }
}
