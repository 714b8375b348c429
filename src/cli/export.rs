//! `rankscope export`.

use std::path::{Path, PathBuf};

use clap::Args;
use rankscope::export::{ModelFormat, gap_note, model};

use super::terminal::{print_json_text, say};
use super::{Failure, files};

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

pub fn run(args: &ExportArgs) -> Result<(), Failure> {
    let format: ModelFormat = args.format.parse()?;
    let inputs: Vec<&Path> = [&args.model].into_iter().chain(&args.names).map(PathBuf::as_path).collect();
    files::check_inputs(&inputs)?;
    let trained = files::read_model(&args.model)?;
    let names = match &args.names {
        None => Vec::new(),
        Some(path) => files::read_names(path)?,
    };
    let text = model(&trained, format, &names, &args.name)?;
    if let Some(note) = gap_note(&trained).filter(|_| format != ModelFormat::Json) {
        say(&note);
    }
    print_json_text(&text)
}
