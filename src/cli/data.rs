//! `rankscope data`.

use std::path::{Path, PathBuf};

use clap::Args;
use rankscope::Error;
use rankscope::data::{Grade, MAX_GRADE, to_letor_lines};
use rankscope::data_report::{
    DataFile, DataOverview, DataReport, GradeCount, MeasuredFeature, Place, data_report,
};
use rankscope::util::counted::counted;
use rankscope::util::escape::visible;

use super::args::parse_whole;
use super::reading::{DataFiles, ReadingArgs};
use super::terminal::{name_of, print_line, print_object};
use super::threads::ThreadArgs;
use super::{Failure, files, write_file};

/// Arguments of `data`.
#[derive(Debug, Args)]
pub struct DataArgs {
    /// Data in LETOR format, as tables (CSV, TSV) or as pages (JSON), plain or gzip, such as training and test data; -
    /// is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Documents from this grade on are good
    #[arg(long, value_name = "GRADE", default_value_t = 1, allow_negative_numbers = true, value_parser = parse_whole::<Grade>)]
    pub threshold: Grade,
    /// Write the data as LETOR text with the same line numbers, such as tables and pages; only one FILE
    #[arg(long, value_name = "FILE")]
    pub letor: Option<PathBuf>,
    /// Print the report as one JSON object, with the measures of all features
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub threads: ThreadArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Features in the text.
const SHOWN_FEATURES: usize = 3;

/// Characters of the longest bar.
const BAR: usize = 40;

pub fn run(args: &DataArgs) -> Result<(), Failure> {
    if !(1..=MAX_GRADE).contains(&args.threshold) {
        let problem = format!("{} is not a grade from 1 to {MAX_GRADE}", args.threshold);
        return Err(Error::config("threshold", problem).into());
    }
    args.threads.count()?;
    let inputs: Vec<&Path> = args.files.iter().map(PathBuf::as_path).collect();
    files::check_inputs(&inputs)?;
    if let Some(letor) = &args.letor {
        if inputs.len() > 1 {
            return Err(Failure::Usage("--letor writes one file, so give one FILE".to_owned()));
        }
        write_file::check(letor, &inputs)?;
    }
    // What is written has a grade and all features, as for a training.
    let files = match args.letor {
        Some(_) => DataFiles::new(&args.reading),
        None => DataFiles::of_report(&args.reading),
    }?;
    let read = files.read_all(&args.files)?;
    args.threads.start(read.iter().map(|file| file.data.n_queries()).sum())?;
    if let (Some(letor), [file]) = (&args.letor, read.as_slice()) {
        let order = file.data.file_order();
        write_file::write(letor, to_letor_lines(&file.data, &order, 0..order.len()).as_bytes())?;
    }
    let names = short_names(&args.files);
    let files: Vec<DataFile> = read
        .iter()
        .zip(&names)
        .map(|(file, name)| DataFile {
            name,
            data: &file.data,
            ungraded: &file.ungraded,
            has_numbered_queries: file.has_groups,
        })
        .collect();
    let report = data_report(&files, args.threshold);
    if args.json {
        let value = serde_json::to_value(&report)
            .map_err(|error| Error::data(format!("the report cannot be written as JSON: {error}")))?;
        return print_object("data_report", value);
    }
    print_line(&lines(&report).join("\n"))
}

/// Returns the names of files for messages, without their folder if they have one folder and names of their own.
fn short_names(paths: &[PathBuf]) -> Vec<String> {
    let is_short = paths.iter().all(|path| path.parent() == paths[0].parent());
    let short = |path: &PathBuf| path.file_name().filter(|_| is_short).map(PathBuf::from);
    paths.iter().map(|path| name_of(&short(path).unwrap_or_else(|| path.clone()))).collect()
}

fn lines(report: &DataReport) -> Vec<String> {
    let mut lines = sizes(&report.overview);
    lines.push(String::new());
    lines.extend(grades(&report.overview));
    lines.push(String::new());
    lines.extend(features(report));
    lines.push(String::new());
    let is_one_file = report.overview.files.len() == 1;
    for (number, finding) in report.findings.iter().enumerate() {
        lines.push(format!("{:>2}. {}: {}.", number + 1, finding.name, finding.text));
        let more = if finding.more_places > 0 { "; …" } else { "" };
        let places: Vec<String> = finding.places.iter().map(|place| shown(place, is_one_file)).collect();
        if !places.is_empty() {
            lines.push(format!("    {}{more}", places.join("; ")));
        }
        lines.push(format!("    → {}", finding.advice));
    }
    if !report.not_found.is_empty() {
        lines.push(format!("Not found: {}.", report.not_found.join(", ")));
    }
    lines.extend(report.notes.iter().map(|note| format!("note: {note}")));
    lines
}

/// Returns a place as text, without the name of the only file.
fn shown(place: &Place, is_one_file: bool) -> String {
    let file = place.file.clone().filter(|_| !is_one_file);
    visible(&Place { file, ..place.clone() }.to_string()).into_owned()
}

fn sizes(overview: &DataOverview) -> Vec<String> {
    let mut lines: Vec<String> = overview
        .files
        .iter()
        .map(|file| {
            format!(
                "{}: {}, {}, {}",
                file.name,
                counted(file.queries, "query"),
                counted(file.documents, "document"),
                counted(file.features, "feature")
            )
        })
        .collect();
    if overview.files.len() > 1 {
        lines.push(format!("together: {} queries, {} documents", overview.queries, overview.documents));
    }
    let lengths = overview.documents_per_query;
    lines.push(format!(
        "documents per query: {} to {}, median {}, middle half {} to {}, mean {:.1}",
        lengths.lowest,
        lengths.highest,
        lengths.median,
        lengths.lower_quartile,
        lengths.upper_quartile,
        lengths.mean
    ));
    lines.push(format!(
        "values: {:.1} % are 0, {:.1} % are missing",
        100.0 * overview.zero_share,
        100.0 * overview.missing_share
    ));
    lines
}

fn grades(overview: &DataOverview) -> Vec<String> {
    let greatest = overview.grades.iter().map(|grade| grade.documents).chain([overview.ungraded]).max();
    let line = |name: String, documents: usize, queries: String| {
        // A bar for every grade that is there, also for a rare one.
        let length = (documents * BAR).div_ceil(greatest.unwrap_or(0).max(1));
        let share = 100.0 * documents as f64 / overview.documents.max(1) as f64;
        let bar = "█".repeat(length);
        format!("{name:<9}{documents:>10} {share:>5.1} %  {bar:<BAR$}  {queries}").trim_end().to_owned()
    };
    let mut lines: Vec<String> = overview
        .grades
        .iter()
        .map(|&GradeCount { grade, documents, queries }| {
            line(format!("grade {grade}"), documents, format!("in {queries} of {} queries", overview.queries))
        })
        .collect();
    if overview.ungraded > 0 {
        lines.push(line("no grade".to_owned(), overview.ungraded, String::new()));
    }
    lines
}

fn features(report: &DataReport) -> Vec<String> {
    if report.features.is_empty() {
        return vec!["no features".to_owned()];
    }
    if report.random_ndcg.is_none() {
        return vec![
            "features alone: not measured, because no query has a document above grade 0".to_owned(),
        ];
    }
    let mut lines = vec![format!("{:<40} {:>8} {:>8}", "best features alone", "NDCG@10", "AUC")];
    for one in report.features.iter().take(SHOWN_FEATURES) {
        let MeasuredFeature { feature, name, ndcg, auc, descending } = one;
        let name = name.as_ref().map_or_else(String::new, |name| format!(" {name}"));
        let order = if *descending { "" } else { ", low values first" };
        let name = format!("feature {feature}{name}{order}");
        lines.push(format!("{:<40} {:>8} {:>8}", visible(&name), figure(*ndcg), figure(*auc)));
    }
    lines.push(format!("{:<40} {:>8} {:>8}", "a random order", figure(report.random_ndcg), "0.5000"));
    lines
}

fn figure(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.4}"))
}
