//! The arguments of the program.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand};
use rankscope::data::MAX_GRADE;
use rankscope::method::list_items;
use rankscope::method::settings::MAX_SEED;

use super::measures::joined;
use super::options::{Given, OfComparison, OfLoss, OfRun};
use super::reading::ReadingArgs;
use super::threads::ThreadArgs;

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
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Train a ranker, and print its bounds at every iteration
    Train(TrainArgs),
    /// Evaluate a model
    Eval(EvalArgs),
    /// Show the most violated ranking of one query
    Violators(ViolatorsArgs),
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
}

/// Arguments of `train`.
#[derive(Debug, Args)]
pub struct TrainArgs {
    /// Training data in LETOR format or as a table (CSV, TSV), plain or gzip; - is standard input
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

/// Conventions of measures, below the options of `eval`.
const CONVENTIONS: &str = "\
Conventions: ndcg and dcg have the gain 2^g - 1 for grade g and the discount 1/log2(rank + 1), ranks from 1; +linear
takes the gain g. ap, rr, p, recall, success and auc count documents from the threshold on as good. err takes the
greatest grade of the data, training data included, unless it is given. Every value is the expected value over all
orders of documents with equal scores. Names of ir_measures and trec_eval have their meaning there if they are written
as there: nDCG@10 has the linear gain. `rankscope measures` lists all measures and names.";

/// Arguments of `eval`.
#[derive(Debug, Args)]
#[command(after_help = CONVENTIONS)]
pub struct EvalArgs {
    /// Data in LETOR format or as a table (CSV, TSV), plain or gzip; - is standard input
    pub file: PathBuf,
    /// Model file, plain or gzip; - is standard input
    #[arg(long, value_name = "FILE")]
    pub model: PathBuf,
    /// Measures, separated by commas [default: the measure that the model was trained for]
    #[arg(long, value_name = "LIST")]
    pub measures: Vec<MeasureList>,
    /// Grade from which a document is good, 1 to 31 [default: that of the model; 1 for names of other programs]
    #[arg(long, value_name = "GRADE", allow_negative_numbers = true, value_parser = parse_grade)]
    pub threshold: Option<u8>,
    /// Greatest grade of err, 1 to 31 [default: that of the data; 4 for ERR of ir_measures]
    #[arg(long, value_name = "GRADE", allow_negative_numbers = true, value_parser = parse_grade)]
    pub max_grade: Option<u8>,
    /// Groups of documents for dndcg@k and repeats@k: key:NAME or feature:I [default: those of the model]
    #[arg(long, value_name = "GROUP")]
    pub group: Option<String>,
    /// Value of queries without a defined measure (for example without a good document): skip, zero or one
    #[arg(long, default_value = "skip", value_name = "CONVENTION")]
    pub empty: String,
    /// Print a table of the values of every query, with tabs; the means go to standard error
    #[arg(long)]
    pub per_query: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Arguments of `violators`.
#[derive(Debug, Args)]
pub struct ViolatorsArgs {
    /// Data in LETOR format or as a table (CSV, TSV), plain or gzip; - is standard input
    pub file: PathBuf,
    /// Model file, plain or gzip; - is standard input
    #[arg(long, value_name = "FILE")]
    pub model: PathBuf,
    #[command(flatten)]
    pub options: Given<OfLoss>,
    /// The qid of the query in the file
    #[arg(long, value_name = "QID", allow_hyphen_values = true)]
    pub query: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// Training data in LETOR format or as a table (CSV, TSV), plain or gzip
    pub file: PathBuf,
    /// Test data
    #[arg(long, value_name = "FILE")]
    pub test: PathBuf,
    /// Validation data that choose C; without them, cross-validation chooses it
    #[arg(long, value_name = "FILE")]
    pub valid: Option<PathBuf>,
    /// Folds of the cross-validation over queries
    #[arg(long, default_value_t = 5, value_name = "N", conflicts_with = "valid", allow_negative_numbers = true, value_parser = parse_whole::<usize>)]
    pub folds: usize,
    /// Methods to compare, separated by commas; mean-difference is always shown [default: all]
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    pub methods: Vec<String>,
    /// Measures of the comparison, separated by commas; the first one chooses the iterates on validation data
    #[arg(long, value_name = "LIST", default_value = "ndcg@10,map,mrr@10")]
    pub measures: Vec<MeasureList>,
    /// Values of C to try, separated by commas
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "LIST",
        default_value = "0.01,0.1,1,10,100",
        // clap would parse a negative first value as an option.
        allow_hyphen_values = true
    )]
    pub c_grid: Vec<f64>,
    #[command(flatten)]
    pub options: Given<OfComparison>,
    /// Print CSV with one value a row: methods, measures, test, validation and folds
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Print the table as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print the comparison as a study, and train nothing
    #[arg(long, conflicts_with_all = ["json", "csv", "out"])]
    pub study: bool,
    /// Write the model of the method with the best validation value of the first measure to this file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// Model file, plain or gzip; - is standard input
    pub model: PathBuf,
    /// elasticsearch (also for OpenSearch; linear models and trees), solr (also networks) or json
    #[arg(long)]
    pub format: String,
    /// Names of the features: one per line, or lines like `1 name` or `1:name` [default: those of the
    /// model, else f1, f2, …]
    #[arg(long, value_name = "FILE")]
    pub names: Option<PathBuf>,
    /// Name of the model
    #[arg(long, default_value = "rankscope", allow_hyphen_values = true)]
    pub name: String,
}

/// Arguments of `card`.
#[derive(Debug, Args)]
pub struct CardArgs {
    /// Model file, plain or gzip; - is standard input
    pub model: PathBuf,
}

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// Data in LETOR format, plain or gzip; - is standard input
    pub file: PathBuf,
    /// Model file, plain or gzip; - is standard input
    #[arg(long, value_name = "FILE")]
    pub model: PathBuf,
    /// The qid of the query in the file
    #[arg(long, value_name = "QID", allow_hyphen_values = true)]
    pub query: String,
    /// Two documents of the query, by their places in it from 0, such as 3,0 [default: the first and second of the
    /// ranking]
    #[arg(long, value_name = "I,K", allow_hyphen_values = true, value_parser = parse_pair)]
    pub documents: Option<[usize; 2]>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Arguments of `methods`.
#[derive(Debug, Args)]
pub struct MethodsArgs {
    /// Print a JSON array
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `measures`.
#[derive(Debug, Args)]
pub struct MeasuresArgs {
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
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
    /// Write the factors to this file, complete or not at all
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print one JSON object per step, and a last one for the result
    #[arg(long)]
    pub json: bool,
}

/// Kinds of generated ratings.
#[derive(Debug, Args)]
pub struct SampleArgs {
    /// Generated users order the items that they dislike at random
    #[arg(long)]
    pub whim: bool,
    /// Generated users grade by cuts of their own
    #[arg(long)]
    pub scale: bool,
}

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

/// Arguments of `study`.
#[derive(Debug, Args)]
pub struct StudyArgs {
    /// File of a study, or the name of a built-in one; data files are relative to its folder
    #[arg(value_name = "FILE.json|NAME")]
    pub study: Option<PathBuf>,
    /// List the built-in studies
    #[arg(long, conflicts_with_all = ["study", "out", "jobs", "resume", "json", "csv"])]
    pub list: bool,
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

/// Arguments of `score`.
#[derive(Debug, Args)]
pub struct ScoreArgs {
    /// Data in LETOR format or as a table (CSV, TSV), plain or gzip; - is standard input
    pub file: PathBuf,
    /// Model file, plain or gzip; - is standard input. Only qrels need none
    #[arg(long, value_name = "FILE", required_unless_present = "format",
        required_if_eq_any = [("format", "scores"), ("format", "tsv"), ("format", "trec")])]
    pub model: Option<PathBuf>,
    /// scores: one score per line; tsv: a table of query, document, grade, score and rank; trec: a run for trec_eval
    /// and ir_measures; qrels: the grades for these programs
    #[arg(long, value_name = "FORMAT", default_value = "scores",
        value_parser = ["scores", "tsv", "trec", "qrels"])]
    pub format: String,
    /// Last column of trec, one word
    #[arg(long, value_name = "WORD", default_value = "rankscope", allow_hyphen_values = true)]
    pub tag: String,
    /// Ids of documents in tsv, trec and qrels: comments (# docid = NAME), lines (numbers of lines), or auto: comments
    /// if every document has one there, else lines
    #[arg(long, value_name = "SOURCE", default_value = "auto")]
    pub ids: String,
    /// Print the rank of each document in its query, from 1, with one document per group in the first ranks
    #[arg(long)]
    pub diverse: bool,
    /// Groups of documents: key:NAME or feature:I [default: those of the model]
    #[arg(long, value_name = "GROUP", requires = "diverse")]
    pub group: Option<String>,
    /// Number of first ranks that show a group at most once [default: that of the model's measure, or 10]
    #[arg(long, value_name = "N", requires = "diverse", allow_negative_numbers = true, value_parser = parse_whole::<usize>)]
    pub ranks: Option<usize>,
    #[command(flatten)]
    pub reading: ReadingArgs,
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
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(joined(list_items(text))))
    }
}

/// Parses a seed within the range that the page and the JS API accept.
fn parse_seed(text: &str) -> Result<u64, String> {
    let seed = text.parse().ok().filter(|seed| (0..=MAX_SEED).contains(seed));
    seed.ok_or_else(|| format!("not a whole number from 0 to {MAX_SEED}"))
}

/// Parses a grade that a good document can have.
fn parse_grade(text: &str) -> Result<u8, String> {
    let grade = text.parse().ok().filter(|grade| (1..=MAX_GRADE).contains(grade));
    grade.ok_or_else(|| format!("not a whole number from 1 to {MAX_GRADE}"))
}

/// Parses a whole number. It accepts a minus sign so that the message can name the range, not a missing `--`.
pub fn parse_whole<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| "not a whole number from 0 that this machine can hold".to_owned())
}

/// Parses two whole numbers with an x between them.
fn parse_size(text: &str) -> Result<(usize, usize), String> {
    let parse = |part: &str| part.trim().parse::<usize>().ok();
    let size = text.split_once(['x', '×']).and_then(|(users, items)| Some((parse(users)?, parse(items)?)));
    size.ok_or_else(|| "two whole numbers are needed, such as 300x200".to_owned())
}

/// Parses two places of documents.
fn parse_pair(text: &str) -> Result<[usize; 2], String> {
    let place = |part: &str| part.trim().parse::<usize>().ok();
    let pair = text.split_once(',').and_then(|(one, other)| Some([place(one)?, place(other)?]));
    pair.ok_or_else(|| "two whole numbers are needed, such as 3,0".to_owned())
}

fn parse_shares(text: &str) -> Result<[f64; 3], String> {
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
