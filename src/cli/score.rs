//! `rankscope score`.

use rankscope::data::Grouping;

use super::args::ScoreArgs;
use super::reading::DataFiles;
use super::terminal::print_line;
use super::{Failure, files};

pub fn run(args: &ScoreArgs) -> Result<(), Failure> {
    files::check_standard_input(&[&args.file, &args.model])?;
    let mut model = files::read_model(&args.model)?;
    if let Some(group) = &args.group {
        group.parse::<Grouping>()?;
        model.settings.group.clone_from(group);
    }
    let data = DataFiles::new(&args.reading)?.read(&args.file)?;
    files::warn_about_features(&data, &model);
    let lines: Vec<String> = if args.diverse {
        model.diverse_ranks(&data, args.ranks)?.iter().map(usize::to_string).collect()
    } else {
        model.score(&data)?.iter().map(f64::to_string).collect()
    };
    print_line(&lines.join("\n"))
}
