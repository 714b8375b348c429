//! `rankscope card`.

use std::path::PathBuf;

use clap::Args;
use rankscope::export::card;

use super::terminal::print_line;
use super::{Failure, files};

/// Arguments of `card`.
#[derive(Debug, Args)]
pub struct CardArgs {
    /// Model file, plain or gzip; - is standard input
    pub model: PathBuf,
}

pub fn run(args: &CardArgs) -> Result<(), Failure> {
    let model = files::read_model(&args.model)?;
    print_line(card(&model)?.trim_end())
}
