//! What the program understands.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, Subcommand};
use rankscope::settings::TrainingSettings;

/// Structured max-margin learning to rank.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Train a ranker and watch the bounds close.
    Train(TrainArgs),
    /// Evaluate a model.
    Eval(EvalArgs),
    /// Show the most violated ranking of one query.
    Violators(ViolatorsArgs),
    /// Print one score per document, in the order of the file.
    Score(ScoreArgs),
    /// Train many methods, pick C for each, and print training loss against test measure.
    Compare(CompareArgs),
    /// Print a model in the words of another program: a linear model for a search engine.
    Export(ExportArgs),
    /// List the ranking losses with their options, formulas, costs and sources.
    Methods(MethodsArgs),
}

/// The loss and its options. What is not given keeps its default, or the model's own value.
#[derive(Debug, Args)]
pub struct MethodArgs {
    /// Ranking loss: see `rankscope methods` [default: dorm]
    #[arg(long, value_name = "NAME")]
    pub method: Option<String>,
    /// Measure that the loss optimises: ndcg[@k], dcg[@k], p@k, wta, mwta, mrr, eru, eru-raw [default: ndcg@10]
    #[arg(long)]
    pub measure: Option<String>,
    /// Decay profile c: power:P, log, loglog, list:V,V,… or measure [default: power:0.5]
    #[arg(long, value_name = "PROFILE")]
    pub decay: Option<String>,
    /// Offset o of power:P, c_j = (j+o)^-P for rank j from 0 [default: 1]
    #[arg(long, value_name = "O", allow_negative_numbers = true)]
    pub offset: Option<f64>,
    /// Rank (from 0) from which on c is 0
    #[arg(long, value_name = "T")]
    pub decay_cut: Option<usize>,
    /// Order of equal grades in the reference ranking: aligned, averaged or fixed [default: aligned]
    #[arg(long, value_name = "REFERENCE")]
    pub reference: Option<String>,
    /// Grade from which on a document is good [default: 1]
    #[arg(long, value_name = "GRADE")]
    pub threshold: Option<u8>,
    /// Ranks that count (svm-ndcg, svm-mrr, svm-precision)
    #[arg(long, value_name = "K")]
    pub cut_off: Option<usize>,
    /// Discount of svm-ndcg and svm-ndcg-nc: standard or flat [default: standard]
    #[arg(long)]
    pub discount: Option<String>,
    /// Feature map of svm-mrr: mrr or po [default: mrr]
    #[arg(long, value_name = "MAP")]
    pub feature_map: Option<String>,
    /// Generator of owpc: constant, top:P, inverse-rank or exp:P [default: inverse-rank]
    #[arg(long)]
    pub generator: Option<String>,
    /// What ranksvm does with the pairs of a query: mean or sum [default: mean]
    #[arg(long)]
    pub pairs: Option<String>,
    /// Methods that combo combines, separated by commas [default: svm-map,svm-ndcg,svm-ndcg-nc,svm-mrr]
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    pub components: Option<Vec<String>>,
    /// Slacks of combo: shared or separate [default: shared]
    #[arg(long)]
    pub slacks: Option<String>,
}

impl MethodArgs {
    /// Puts what was given over `settings`.
    pub fn apply(&self, settings: &mut TrainingSettings) {
        fn set<T: Clone>(value: &Option<T>, into: &mut T) {
            if let Some(value) = value {
                into.clone_from(value);
            }
        }
        set(&self.method, &mut settings.method);
        set(&self.measure, &mut settings.measure);
        set(&self.decay, &mut settings.decay);
        set(&self.offset, &mut settings.offset);
        set(&self.reference, &mut settings.reference);
        set(&self.threshold, &mut settings.threshold);
        set(&self.discount, &mut settings.discount);
        set(&self.feature_map, &mut settings.feature_map);
        set(&self.generator, &mut settings.generator);
        set(&self.pairs, &mut settings.pairs);
        set(&self.components, &mut settings.components);
        set(&self.slacks, &mut settings.slacks);
        if self.cut_off.is_some() {
            settings.cut_off = self.cut_off;
        }
        if self.decay_cut.is_some() {
            settings.decay_cut = self.decay_cut;
        }
    }
}

/// Arguments of `train`.
#[derive(Debug, Args)]
pub struct TrainArgs {
    /// Training data in LETOR format, plain or gzip; - is standard input
    pub file: PathBuf,
    /// Validation data
    #[arg(long, value_name = "FILE")]
    pub valid: Option<PathBuf>,
    /// Test data
    #[arg(long, value_name = "FILE")]
    pub test: Option<PathBuf>,
    /// Split FILE by query into shares for training, validation and test, such as 60/20/20
    #[arg(long, value_name = "SHARES", conflicts_with_all = ["valid", "test"], value_parser = parse_shares)]
    pub split: Option<[f64; 3]>,
    /// What the split is drawn by [default: the seed]
    #[arg(long, value_name = "SEED", requires = "split")]
    pub split_seed: Option<u64>,
    #[command(flatten)]
    pub method: MethodArgs,
    /// Weight of the mean slack over the queries used
    #[arg(long, default_value_t = 10.0, allow_negative_numbers = true)]
    pub c: f64,
    /// Relative duality gap at which to stop
    #[arg(long, default_value_t = 0.001, allow_negative_numbers = true)]
    pub gap: f64,
    /// Who shares a slack: n-slack or 1-slack
    #[arg(long, default_value = "n-slack", value_name = "SCHEME")]
    pub working_set: String,
    /// Feature scaling: none, query, minmax or standard
    #[arg(long, default_value = "none", value_name = "SCALING")]
    pub scale: String,
    /// Leave out training documents whose features are all 0
    #[arg(long)]
    pub drop_zero: bool,
    /// Leave out training pairs of a good and a bad document with a cosine similarity above 0.99
    #[arg(long)]
    pub drop_near_duplicates: bool,
    /// Limit on the number of updates of w
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub max_iterations: usize,
    /// Measures to report, separated by commas [default: the one that goes with --measure]
    #[arg(long, value_name = "LIST")]
    pub measures: Vec<MeasureList>,
    /// Seed of every random choice
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Write the best model to this file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Print one JSON object per iteration and a last one for the result
    #[arg(long)]
    pub json: bool,
}

impl TrainArgs {
    /// The settings of the run.
    pub fn settings(&self) -> TrainingSettings {
        let mut settings = TrainingSettings {
            c: self.c,
            gap: self.gap,
            working_set: self.working_set.clone(),
            scale: self.scale.clone(),
            drop_zero: self.drop_zero,
            drop_near_duplicates: self.drop_near_duplicates,
            max_iterations: self.max_iterations,
            measures: MeasureList::names(&self.measures),
            seed: self.seed,
            ..TrainingSettings::default()
        };
        self.method.apply(&mut settings);
        settings
    }
}

/// Arguments of `eval`.
#[derive(Debug, Args)]
pub struct EvalArgs {
    /// Data in LETOR format, plain or gzip
    pub file: PathBuf,
    /// Model file
    #[arg(long, value_name = "FILE")]
    pub model: PathBuf,
    /// Measures, separated by commas [default: the one that the model was trained for]
    #[arg(long, value_name = "LIST")]
    pub measures: Vec<MeasureList>,
    /// How queries count that define no value (no good document): skip, zero or one
    #[arg(long, default_value = "skip", value_name = "CONVENTION")]
    pub empty: String,
    /// Print the values of every query too
    #[arg(long)]
    pub per_query: bool,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `violators`.
#[derive(Debug, Args)]
pub struct ViolatorsArgs {
    /// Data in LETOR format, plain or gzip
    pub file: PathBuf,
    /// Model file
    #[arg(long, value_name = "FILE")]
    pub model: PathBuf,
    #[command(flatten)]
    pub method: MethodArgs,
    /// The query, as its qid in the file
    #[arg(long, value_name = "QID")]
    pub query: String,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `compare`.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// Training data in LETOR format, plain or gzip
    pub file: PathBuf,
    /// Test data
    #[arg(long, value_name = "FILE")]
    pub test: PathBuf,
    /// Validation data that pick C; without them it is picked by cross-validation
    #[arg(long, value_name = "FILE")]
    pub valid: Option<PathBuf>,
    /// Folds of the cross-validation over queries
    #[arg(long, default_value_t = 5, value_name = "N", conflicts_with = "valid")]
    pub folds: usize,
    /// Methods to compare, separated by commas [default: all]
    #[arg(long, value_delimiter = ',', value_name = "LIST")]
    pub methods: Vec<String>,
    /// Measures to compare by, separated by commas
    #[arg(long, value_name = "LIST", default_value = "ndcg@10,map,mrr@10")]
    pub measures: Vec<MeasureList>,
    /// Values of C to try, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "LIST", default_value = "0.01,0.1,1,10,100")]
    pub c_grid: Vec<f64>,
    #[command(flatten)]
    pub method: MethodArgs,
    /// Relative duality gap at which to stop
    #[arg(long, default_value_t = 0.001)]
    pub gap: f64,
    /// Who shares a slack: n-slack or 1-slack
    #[arg(long, default_value = "n-slack", value_name = "SCHEME")]
    pub working_set: String,
    /// Feature scaling: none, query, minmax or standard
    #[arg(long, default_value = "none", value_name = "SCALING")]
    pub scale: String,
    /// Limit on the number of updates of w
    #[arg(long, default_value_t = 1000, value_name = "N")]
    pub max_iterations: usize,
    /// Seed of every random choice
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print the table as CSV
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
    /// Print the table as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `export`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// Model file
    pub model: PathBuf,
    /// elasticsearch (OpenSearch too), solr or json
    #[arg(long)]
    pub format: String,
    /// Names of the features: one per line, or lines like `1 name` or `1:name` [default: f1, f2, …]
    #[arg(long, value_name = "FILE")]
    pub names: Option<PathBuf>,
    /// Name of the model
    #[arg(long, default_value = "rankscope")]
    pub name: String,
}

/// Arguments of `methods`.
#[derive(Debug, Args)]
pub struct MethodsArgs {
    /// Print a JSON array
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `score`.
#[derive(Debug, Args)]
pub struct ScoreArgs {
    /// Data in LETOR format, plain or gzip
    pub file: PathBuf,
    /// Model file
    #[arg(long, value_name = "FILE")]
    pub model: PathBuf,
}

/// Measures separated by commas. One before a number belongs to its measure, as in `eru:5,2`.
#[derive(Debug, Clone)]
pub struct MeasureList(Vec<String>);

impl MeasureList {
    /// The measures of several lists.
    pub fn names(lists: &[Self]) -> Vec<String> {
        lists.iter().flat_map(|list| list.0.iter().cloned()).collect()
    }
}

impl FromStr for MeasureList {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let mut names: Vec<String> = Vec::new();
        for part in text.split(',') {
            let is_number = part.trim_start().starts_with(|letter: char| "+-.0123456789".contains(letter));
            match names.last_mut() {
                Some(measure) if is_number => measure.extend([",", part]),
                _ => names.push(part.to_owned()),
            }
        }
        Ok(Self(names))
    }
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
