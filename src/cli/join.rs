//! `rankscope join`.

use std::path::{Path, PathBuf};

use clap::Args;
use rankscope::data::ReadingSettings;
use rankscope::judgements::{FeatureLogs, Joined, Judgements};

use super::files::{about, check_inputs, read_bytes, read_chunks, unless};
use super::terminal::{name_of, print_line, say};
use super::{Failure, write_file};

/// Arguments of `join`.
#[derive(Debug, Args)]
pub struct JoinArgs {
    /// Ratings of documents: a CSV export of Quepid, a table with columns such as query, docid and rating, or lines of
    /// judgements; plain or gzip, - is standard input
    pub ratings: PathBuf,
    /// Responses of Elasticsearch, OpenSearch or Solr with logged features, in JSON or JSON lines, plain or gzip
    #[arg(required = true, value_name = "LOG")]
    pub logs: Vec<PathBuf>,
    /// Write the data here: a table if the name ends in .csv or .tsv, else LETOR text [default: LETOR text to standard
    /// output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Column of the queries in the ratings, by name or number [default: query, query_text, keywords, …]
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    pub qid: Option<String>,
    /// Column of the documents in the ratings [default: docid, doc_id, …]
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    pub docid: Option<String>,
    /// Column of the ratings [default: rating, grade, label, …]
    #[arg(long, value_name = "COLUMN", allow_hyphen_values = true)]
    pub label: Option<String>,
    /// Grades from ratings that are not whole: round, floor, ceil, or thresholds such as 0.5,1.5
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    pub grades: Option<String>,
    /// Logged documents without a rating: drop, or zero for grade 0
    #[arg(long, value_name = "RULE", default_value = "drop", value_parser = ["drop", "zero"])]
    pub unjudged: String,
    /// Log entry of Elasticsearch or OpenSearch that has the features [default: all entries]
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
}

/// Most bytes of a file of ratings.
const MOST_RATINGS: usize = 1 << 28;

pub fn run(args: &JoinArgs) -> Result<(), Failure> {
    let inputs: Vec<&Path> = [&args.ratings].into_iter().chain(&args.logs).map(PathBuf::as_path).collect();
    check_inputs(&inputs)?;
    args.out.as_deref().map_or(Ok(()), |out| write_file::check(out, &inputs))?;
    let text_of = |text: &Option<String>| text.clone().unwrap_or_default();
    let settings = ReadingSettings {
        qid: text_of(&args.qid),
        docid: text_of(&args.docid),
        label: text_of(&args.label),
        grades: text_of(&args.grades),
        ..ReadingSettings::default()
    };
    settings.check()?;
    let bytes = read_bytes(&args.ratings, "a file of ratings", MOST_RATINGS)?;
    let judgements =
        Judgements::read(&bytes, &settings).map_err(|error| about(&name_of(&args.ratings), error))?;
    let mut logs = FeatureLogs::new(&judgements, args.entry.as_deref().unwrap_or_default());
    for path in &args.logs {
        logs.begin(&file_name(path));
        let name = read_chunks(path, |chunk| {
            logs.push(chunk);
            unless(logs.has_stopped())
        })?;
        logs.end().map_err(|error| about(&name, error))?;
    }
    let joined = logs.join(args.unjudged == "zero")?;
    joined.report().notes().iter().for_each(|note| say(note));
    match &args.out {
        None => print_line(joined.letor().trim_end_matches('\n')),
        Some(out) => write_file::write(out, written(&joined, out).as_bytes()),
    }
}

/// Returns the name of a file without its folder and without `.gz`.
fn file_name(path: &Path) -> String {
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    name.strip_suffix(".gz").map_or(name.clone(), str::to_owned)
}

/// Returns the data in the format that the name of the file asks for.
fn written(joined: &Joined, out: &Path) -> String {
    let ends_in = |end: &str| out.extension().is_some_and(|found| found.eq_ignore_ascii_case(end));
    let delimiter = if ends_in("csv") {
        ','
    } else if ends_in("tsv") {
        '\t'
    } else {
        return joined.letor();
    };
    if let Some(note) = joined.table_note() {
        say(&note);
    }
    joined.table(delimiter)
}
