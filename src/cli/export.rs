//! `rankscope export`.

use std::path::{Path, PathBuf};

use rankscope::export::{ModelFormat, model};

use super::args::ExportArgs;
use super::terminal::print_json_text;
use super::{Failure, files};

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
    print_json_text(&text)
}
