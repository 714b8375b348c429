//! `rankscope score`.

use std::path::{Path, PathBuf};

use clap::Args;
use rankscope::Error;
use rankscope::data::{Dataset, Grouping};
use rankscope::export::{DocumentIds, IdOrigin, IdSource, check_tag, qrels, score_table, trec_run};

use super::args::parse_whole;
use super::reading::{DataFiles, ReadingArgs};
use super::terminal::{print_line, say};
use super::{Failure, files};

/// Arguments of `score`.
#[derive(Debug, Args)]
pub struct ScoreArgs {
    /// Data in LETOR format, as a table (CSV, TSV) or as pages (JSON), plain or gzip; - is standard input
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
    /// Ids of documents in tsv, trec and qrels: comments (# docid = NAME, or first words that differ within every
    /// query), lines (numbers of lines), or auto: comments if every document has an id there, else lines
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

pub fn run(args: &ScoreArgs) -> Result<(), Failure> {
    let source: IdSource = args.ids.parse()?;
    check_effect(args, source)?;
    let inputs: Vec<&Path> = [&args.file].into_iter().chain(&args.model).map(PathBuf::as_path).collect();
    files::check_inputs(&inputs)?;
    let model = args.model.as_deref().map(files::read_model).transpose()?;
    let Some(mut model) = model else {
        let data = DataFiles::new(&args.reading)?.read(&args.file)?;
        return print_line(qrels(&data, &ids(&data, source)?)?.trim_end());
    };
    if let Some(group) = &args.group {
        group.parse::<Grouping>()?;
        model.settings.group.clone_from(group);
    }
    if args.diverse {
        model.diverse_rule(args.ranks)?;
    }
    let (data, ungraded) = DataFiles::of_model(&args.reading, &model)?.read_ungraded(&args.file)?;
    files::warn_about_features(&data, &model);
    let text = match args.format.as_str() {
        "tsv" => {
            let ranks = if args.diverse { Some(model.diverse_ranks(&data, args.ranks)?) } else { None };
            let (scores, ids) = (model.score(&data)?, ids(&data, source)?);
            score_table(&data, &scores, &ids, ranks.as_deref(), &ungraded)
        }
        "trec" => {
            let ids = ids(&data, source)?;
            ids.check_words(&data)?;
            trec_run(&data, &model.score(&data)?, &ids, &args.tag)?
        }
        _ if args.diverse => lines(&model.diverse_ranks(&data, args.ranks)?),
        _ => lines(&model.score(&data)?),
    };
    print_line(text.trim_end_matches('\n'))
}

fn lines<T: ToString>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join("\n")
}

/// Refuses options that have no effect on the format.
fn check_effect(args: &ScoreArgs, source: IdSource) -> Result<(), Error> {
    let format = args.format.as_str();
    let refuse = |option: &'static str, problem: &str| Err(Error::config(option, problem.to_owned()));
    if format == "qrels" && args.model.is_some() {
        return refuse(
            "model",
            "it has no effect on --format qrels, which has grades, not scores; leave it out",
        );
    }
    if format != "trec" && args.tag != "rankscope" {
        return refuse("tag", "only --format trec has a tag");
    }
    if format == "trec" {
        check_tag(&args.tag)?;
    }
    if format == "scores" && source != IdSource::Auto {
        return refuse("ids", "only the formats tsv, trec and qrels have ids of documents");
    }
    if args.diverse && ["trec", "qrels"].contains(&format) {
        let problem =
            "trec_eval orders documents by their scores, not by ranks; use --format tsv with --diverse";
        return refuse("diverse", problem);
    }
    Ok(())
}

/// Returns the ids of the documents, and says where they come from.
fn ids(data: &Dataset, source: IdSource) -> Result<DocumentIds, Error> {
    let ids = DocumentIds::of(data, source)?;
    say(&match ids.origin {
        IdOrigin::Keys => "ids of documents: from the comments (docid)".to_owned(),
        IdOrigin::FirstWords => "ids of documents: the first words of the comments".to_owned(),
        IdOrigin::Lines { unnamed: None } => "ids of documents: numbers of lines".to_owned(),
        IdOrigin::Lines { unnamed: Some(line) } => format!(
            "ids of documents: numbers of lines, because the comment of line {line} has no docid; # docid = NAME gives one"
        ),
    });
    Ok(ids)
}
