//! Options of the commands that read data: formats, group sizes, weights, and the rules for what LETOR does not have.

use std::path::{Path, PathBuf};

use clap::Args;
use rankscope::data::ReadingSettings;

use super::query_weights::WeightSource;

/// Options of every command that reads data.
#[derive(Debug, Args)]
#[command(next_help_heading = "Reading data")]
pub struct ReadingArgs {
    /// Number of documents of each query, one per line, for FILE without queries [default: FILE.query or FILE.group]
    #[arg(long, value_name = "FILE")]
    pub group_sizes: Option<PathBuf>,
    /// Feature indices start at 0: index 0 is feature 1. =false for data of a model whose training data had them from 0
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub zero_based: Option<bool>,
    /// Column of a table with the grades, by name or number [default: label, relevance, rel, grade, y, …]
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    pub label: Option<String>,
    /// Column of a table with the queries [default: qid, query, query_id, group, …]
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    pub qid: Option<String>,
    /// Column of a table with the names of documents [default: docid, doc_id, document_id, docno]
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    pub docid: Option<String>,
    /// Columns of a table to leave out, separated by commas
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', allow_hyphen_values = true)]
    pub ignore: Vec<String>,
    /// A table whose header gives the order of the features, such as the training data of a model
    #[arg(long, value_name = "FILE")]
    pub columns_like: Option<PathBuf>,
    /// Unjudged documents, with grade -1 or none: drop, or zero for grade 0
    #[arg(long, value_name = "RULE")]
    pub unjudged: Option<String>,
    /// Grades from labels that are not whole: round, floor, ceil, or thresholds such as 0.5,1.5; comment:WORD takes the
    /// number behind this word of the comment as the grade
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    pub grades: Option<String>,
    /// Missing values (empty, NaN, NA): zero, mean (of the feature in the training data), query-mean, or model for the
    /// way through the trees of another program's model, which is the default there
    #[arg(long, value_name = "RULE")]
    pub missing: Option<String>,
    /// Features to leave out, by number or name, such as 3,title; the others move up
    #[arg(long, value_name = "FEATURES", value_delimiter = ',', allow_hyphen_values = true)]
    pub without: Vec<String>,
    /// Weights of the queries for training, and for `--weighted` of `eval` and `compare`: a file with one per line, for
    /// each query or each document; column:NAME of a table; or none [default: FILE.weight]
    #[arg(long, value_name = "SOURCE")]
    pub query_weight: Option<String>,
}

impl ReadingArgs {
    /// Returns where the weights of the queries are.
    pub fn weight_source(&self) -> WeightSource<'_> {
        WeightSource::of(self.query_weight.as_deref())
    }

    /// The rules.
    pub fn rules(&self) -> ReadingSettings {
        let text_of = |text: &Option<String>| text.clone().unwrap_or_default();
        ReadingSettings {
            zero_based: self.zero_based.unwrap_or_default(),
            label: text_of(&self.label),
            qid: text_of(&self.qid),
            docid: text_of(&self.docid),
            ignore: self.ignore.clone(),
            unjudged: text_of(&self.unjudged),
            grades: text_of(&self.grades),
            missing: text_of(&self.missing),
            without: self.without.clone(),
            means: Vec::new(),
        }
    }

    /// Returns the files that the options name.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.group_sizes
            .iter()
            .chain(&self.columns_like)
            .map(PathBuf::as_path)
            .chain(self.weight_source().file())
    }
}
