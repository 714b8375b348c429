//! Reading data and models, and files that are written at the end.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use indicatif::{ProgressBar, ProgressStyle};
use rankscope::data::{Dataset, LetorParser};
use rankscope::error::Error;
use rankscope::model::Model;

use super::Failure;

/// Bytes that go to the parser at a time.
const CHUNK: usize = 1 << 18;

/// Reads a LETOR file, plain or gzip; `-` is standard input. Warnings go to standard error.
pub fn read_data(path: &Path) -> Result<Dataset, Failure> {
    let name = path.display().to_string();
    let file_failure = |error| Failure::File { path: name.clone(), error };
    let (source, size): (Box<dyn Read>, u64) = if path.as_os_str() == "-" {
        (Box::new(io::stdin()), 0)
    } else {
        let file = File::open(path).map_err(file_failure)?;
        let size = file.metadata().map_err(file_failure)?.len();
        (Box::new(file), size)
    };
    let progress = ProgressBar::new(size).with_style(style("{msg} {bytes}/{total_bytes} {bar:30}"));
    progress.set_message(format!("reading {name}"));
    let mut buffered = BufReader::with_capacity(CHUNK, progress.wrap_read(source));
    let is_gzip = buffered.fill_buf().map_err(file_failure)?.starts_with(&[0x1f, 0x8b]);
    let mut text: Box<dyn Read> =
        if is_gzip { Box::new(MultiGzDecoder::new(buffered)) } else { Box::new(buffered) };

    let mut parser = LetorParser::new();
    let mut chunk = vec![0; CHUNK];
    loop {
        let read = match text.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(file_failure(error)),
        };
        parser.push(&chunk[..read]);
    }
    progress.finish_and_clear();
    let parsed = parser.finish().map_err(|error| about(&name, error))?;
    for warning in &parsed.warnings {
        eprintln!("rankscope: {name}: line {}, column {}: {}", warning.line, warning.column, warning.problem);
    }
    if parsed.n_warnings > parsed.warnings.len() {
        eprintln!("rankscope: {name}: {} warnings in all", parsed.n_warnings);
    }
    Ok(parsed.dataset)
}

/// Reads a model file.
pub fn read_model(path: &Path) -> Result<Model, Failure> {
    let name = path.display().to_string();
    let json = fs::read_to_string(path).map_err(|error| Failure::File { path: name.clone(), error })?;
    Model::parse(&json).map_err(|error| about(&name, error))
}

/// Finds out whether a file can be written, before the work whose result it is to hold. It stays as it is.
pub fn check_writable(path: &Path) -> Result<(), Failure> {
    let checked = match fs::metadata(path) {
        Ok(found) if found.is_file() || found.is_dir() => {
            OpenOptions::new().append(true).open(path).map(drop)
        }
        // To open a pipe or a device is to use it.
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // What is interrupted leaves no empty file behind.
            match OpenOptions::new().write(true).create_new(true).open(path) {
                Ok(_) => fs::remove_file(path),
                // A link to a file that is not there yet.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
                Err(error) => Err(error),
            }
        }
        Err(error) => Err(error),
    };
    checked.map_err(|error| Failure::File { path: path.display().to_string(), error })
}

/// Says on standard error when the data have features that the model does not know. Missing ones count as 0.
pub fn warn_about_features(data: &Dataset, model: &Model) {
    let (data, model) = (data.n_features(), model.weights.len());
    if data > model {
        eprintln!("rankscope: the data have {data} features, the model {model}; the others are ignored");
    }
}

/// A progress style; templates are fixed, so one that fails shows in development and falls back to the default.
pub fn style(template: &str) -> ProgressStyle {
    debug_assert!(ProgressStyle::with_template(template).is_ok());
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

fn about(name: &str, error: Error) -> Failure {
    Failure::Library { about: Some(name.to_owned()), error }
}
