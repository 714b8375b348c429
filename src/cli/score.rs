//! `rankscope score`.

use super::args::ScoreArgs;
use super::{Failure, files, print_line};

pub fn run(args: &ScoreArgs) -> Result<(), Failure> {
    let model = files::read_model(&args.model)?;
    let data = files::read_data(&args.file)?;
    files::warn_about_features(&data, &model);
    let lines: Vec<String> = model.score(&data)?.iter().map(f64::to_string).collect();
    print_line(&lines.join("\n"))
}
