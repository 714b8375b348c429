//! Where the weights of the queries of a data file come from. Must not know how data are read, or what is weighted.

use std::path::Path;

use rankscope::data::{Dataset, read_weights};

use super::Failure;
use super::files::{about, file_beside, read_bytes};
use super::terminal::{name_of, say};

/// Where the weights of the queries are, by `--query-weight`.
pub enum WeightSource<'a> {
    /// In the file `NAME.weight` beside the data, if there is one.
    Beside,
    File(&'a Path),
    /// In a column of the table.
    Column(&'a str),
    Nowhere,
}

/// Most bytes of a file of weights.
const MOST_BYTES: usize = 1 << 28;

impl<'a> WeightSource<'a> {
    /// Returns the source that the option names.
    pub fn of(option: Option<&'a str>) -> Self {
        match option {
            None => Self::Beside,
            Some("none") => Self::Nowhere,
            Some(source) => match source.strip_prefix("column:") {
                Some(column) => Self::Column(column),
                None => Self::File(Path::new(source)),
            },
        }
    }

    /// Returns the column of a table with the weights, if one was named.
    pub fn column(&self) -> Option<&'a str> {
        match self {
            Self::Column(column) => Some(column),
            _ => None,
        }
    }

    /// Returns the file of weights, if one was named.
    pub fn file(&self) -> Option<&'a Path> {
        match self {
            Self::File(file) => Some(file),
            _ => None,
        }
    }

    /// Returns the data with the weights of their queries, if they have any. `path`: the file of the data. The weights
    /// of a column are read with the data.
    pub fn weigh(&self, path: &Path, data: Dataset) -> Result<Dataset, Failure> {
        let file = match self {
            Self::Nowhere => return Ok(data),
            Self::Column(_) if data.is_weighted() => return Ok(data),
            Self::Column(column) => {
                let problem = format!(
                    "--query-weight: {} is no table, so it has no column {column:?}; give a file with one weight per line",
                    name_of(path)
                );
                return Err(Failure::Usage(problem));
            }
            Self::File(file) => (*file).to_owned(),
            Self::Beside => match file_beside(path, &["weight"]) {
                Some(file) => file,
                None => return Ok(data),
            },
        };
        let name = name_of(&file);
        let text = read_bytes(&file, "a file of weights", MOST_BYTES)?;
        let weights = read_weights(&text).map_err(|error| about(&name, error))?;
        let data = data.with_listed_weights(weights).map_err(|error| about(&name, error))?;
        say(&format!("{name}: weights of {} queries; --query-weight none leaves them out", data.n_queries()));
        Ok(data)
    }

    /// Checks that no file of weights was named, where it would have no effect.
    pub fn refuse_file(&self) -> Result<(), Failure> {
        match self {
            Self::File(_) => {
                let problem = "--query-weight: a file of weights is for training, and for eval --weighted and compare --weighted";
                Err(Failure::Usage(problem.to_owned()))
            }
            _ => Ok(()),
        }
    }
}

/// Checks that data whose measures are weighted have weights. `path`: their file.
pub fn check_weighted(path: &Path, data: &Dataset) -> Result<(), Failure> {
    if data.is_weighted() {
        return Ok(());
    }
    let problem = format!(
        "--weighted: {} has no weights; put NAME.weight beside the file, or name them by --query-weight",
        name_of(path)
    );
    Err(Failure::Usage(problem))
}
