//! What commands on click logs share: the log with its data, names of documents, and where propensities come from.

use std::path::{Path, PathBuf};

use clap::Args;
use rankscope::Error;
use rankscope::clicks::{ClickLog, ClickReader, CurveName, LogNames, Propensities, PropensitySource};
use rankscope::data::Dataset;
use rankscope::export::{DocumentIds, IdOrigin, IdSource};
use rankscope::model::Model;

use super::reading::{DataFiles, ReadingArgs};
use super::{Failure, files};

/// Help for the source of propensities.
pub const PROPENSITIES_HELP: &str = "Propensities: a file of `rankscope propensities`, power:ETA for (1/rank)^ETA, \
    trust:ETA for users who trust the order, or log for those that the log gives";

/// Most bytes of a file of propensities: five lists of the most ranks take less.
const MOST_BYTES: usize = 1 << 28;

/// Where propensities come from.
#[derive(Debug, Clone, PartialEq)]
pub enum NamedCurve {
    /// A name.
    Named(CurveName),
    /// A file.
    File(Box<Propensities>),
}

impl NamedCurve {
    /// Reads a name such as `power:1`, or a file, which may be called `./log`.
    pub fn read(text: &str) -> Result<Self, Failure> {
        if let Some(name) = CurveName::parse(text)? {
            return Ok(Self::Named(name));
        }
        let path = Path::new(text);
        let json = files::read_text(path, "a file of propensities", MOST_BYTES)?;
        let read = Propensities::from_json(&json)
            .map_err(|error| files::about(&super::terminal::name_of(path), error))?;
        Ok(Self::File(Box::new(read)))
    }

    /// Returns the file that the text names, which is an input of the command.
    pub fn path(text: &str) -> Option<&Path> {
        matches!(CurveName::parse(text), Ok(None)).then(|| Path::new(text))
    }

    /// Returns the curve over all ranks of the data; `None` for the propensities of the log.
    pub fn curve(self, data: &Dataset) -> Result<Option<Propensities>, Error> {
        match self {
            Self::Named(name) => name.curve(data),
            Self::File(read) => Ok(Some(*read)),
        }
    }
}

/// Returns the source of a curve, or the log without one.
pub fn source(curve: Option<&Propensities>) -> PropensitySource<'_> {
    curve.map_or(PropensitySource::Log, PropensitySource::Curve)
}

/// A log and the data that it belongs to.
#[derive(Debug, Args)]
pub struct LogArgs {
    /// Click log: JSON lines, a table of impressions, or counts, plain or gzip; - is standard input
    #[arg(value_name = "LOG")]
    pub log: PathBuf,
    /// The data that the log belongs to, plain or gzip; - is standard input
    #[arg(long, value_name = "FILE")]
    pub data: PathBuf,
    #[command(flatten)]
    pub names: NameArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

impl LogArgs {
    /// Checks the arguments before anything is read.
    pub fn check(&self) -> Result<(), Failure> {
        self.names.check()?;
        files::check_inputs(&[&self.log, &self.data])
    }

    /// Reads the data, whose documents need no grades, and the log.
    pub fn read(&self) -> Result<ClickLog, Failure> {
        let (data, _) = DataFiles::new(&self.reading)?.read_ungraded(&self.data)?;
        let names = self.names.of(&data)?;
        Ok(read_log(&self.log, &data, &names)?.0)
    }
}

/// How logs name documents.
#[derive(Debug, Args)]
pub struct NameArgs {
    /// Names of documents in the log: lines (numbers of lines in the data, from 1), comments (# docid = NAME, or first
    /// words that differ within every query), or auto: comments if every document has an id there, else lines
    #[arg(long, value_name = "SOURCE", default_value = "lines")]
    pub ids: String,
}

impl NameArgs {
    /// Returns how the log names documents.
    pub fn of(&self, data: &Dataset) -> Result<LogNames, Error> {
        let ids = DocumentIds::of(data, self.ids.parse::<IdSource>()?)?;
        if matches!(ids.origin, IdOrigin::Lines { .. }) {
            return Ok(LogNames::lines(data));
        }
        LogNames::ids(data, &|row| ids.get(row).to_owned())
    }

    /// Checks the argument before the data are read.
    pub fn check(&self) -> Result<(), Error> {
        self.ids.parse::<IdSource>().map(drop)
    }
}

/// Reads a click log, plain or gzip; `-` is standard input. Returns its checksum too.
pub fn read_log(path: &Path, data: &Dataset, names: &LogNames) -> Result<(ClickLog, String), Failure> {
    let mut reader = ClickReader::new(data, names);
    let (name, checksum) = files::read_checked(path, |chunk| {
        reader.push(chunk);
        files::unless(reader.has_stopped())
    })?;
    let log = reader.finish().map_err(|error| files::about(&name, error))?;
    Ok((log, checksum))
}

/// Returns the scores of a model by row, which is not the order of a file that interrupts its queries.
pub fn scores_of_rows(model: &Model, data: &Dataset) -> Result<Vec<f64>, Error> {
    files::warn_about_features(data, model);
    let mut of_rows = vec![0.0; data.n_documents()];
    for (row, score) in data.file_order().into_iter().zip(model.score(data)?) {
        of_rows[row] = score;
    }
    Ok(of_rows)
}

/// Returns a count, with decimals only if it is a fraction.
pub fn number(count: f64) -> String {
    if count.fract() == 0.0 { format!("{count:.0}") } else { format!("{count:.2}") }
}
