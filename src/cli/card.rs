//! `rankscope card`.

use rankscope::export::card;

use super::args::CardArgs;
use super::terminal::print_line;
use super::{Failure, files};

pub fn run(args: &CardArgs) -> Result<(), Failure> {
    let model = files::read_model(&args.model)?;
    print_line(card(&model)?.trim_end())
}
