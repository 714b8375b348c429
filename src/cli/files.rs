//! Reads data, models and names from files and standard input.

use std::cell::Cell;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use flate2::bufread::MultiGzDecoder;
use indicatif::{ProgressBar, ProgressStyle};
use rankscope::Error;
use rankscope::data::{Dataset, parse_names};
use rankscope::model::{self, Model};
use rankscope::ranker::Ranker;
use rankscope::ratings::{GradeScale, RatingsReader, ReadRatings};
use rankscope::util::checksum::Checksum;

use super::Failure;
use super::terminal::{name_of, progress, say};

/// Bytes per call of the parser.
const CHUNK: usize = 1 << 18;

/// Most bytes of a names file: the longest names of all features take less.
const MOST_NAMES: usize = 1 << 26;

/// Most bytes of a model: the largest kernel models take less.
const MOST_MODEL: usize = 1 << 30;

/// Checks that all `inputs` exist, before reading one of them takes time, and that at most one of them is `-`, because
/// standard input can be read only once.
///
/// # Errors
/// [`Failure::Usage`] for a second `-`; [`Failure::File`] for a file that is not there.
pub fn check_inputs(inputs: &[&Path]) -> Result<(), Failure> {
    check_standard_input(inputs)?;
    check_present(inputs)
}

/// Checks that all `inputs` exist; `-` does.
///
/// # Errors
/// [`Failure::File`] naming the first that is not there.
pub fn check_present(inputs: &[&Path]) -> Result<(), Failure> {
    for path in inputs.iter().filter(|path| path.as_os_str() != "-") {
        fs::metadata(path).map_err(|error| Failure::File { path: name_of(path), error })?;
    }
    Ok(())
}

/// Checks that at most one of the `inputs` is `-`, because standard input can be read only once.
pub fn check_standard_input(inputs: &[&Path]) -> Result<(), Failure> {
    if inputs.iter().filter(|input| input.as_os_str() == "-").count() > 1 {
        return Err(Failure::Usage("- is given twice, but standard input can be read only once".to_owned()));
    }
    Ok(())
}

/// An open text file with its progress bar.
struct Source {
    name: String,
    text: Box<dyn Read>,
    progress: ProgressBar,
    /// Checksum of the bytes read so far, packed or not.
    checksum: Rc<Cell<Checksum>>,
}

/// A reader that computes the checksum of what it reads.
struct Checked<R> {
    inner: R,
    checksum: Rc<Cell<Checksum>>,
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        let mut checksum = self.checksum.get();
        checksum.push(&buffer[..read]);
        self.checksum.set(checksum);
        Ok(read)
    }
}

/// Opens a file, plain or gzip; `-` is standard input.
fn open(path: &Path) -> Result<Source, Failure> {
    let name = name_of(path);
    let file_failure = |error| Failure::File { path: name.clone(), error };
    let (source, size): (Box<dyn Read>, u64) = if path.as_os_str() == "-" {
        (Box::new(io::stdin()), 0)
    } else {
        let file = File::open(path).map_err(file_failure)?;
        let size = file.metadata().map_err(file_failure)?.len();
        (Box::new(file), size)
    };
    let progress = progress(ProgressBar::new(size)).with_style(style("{msg} {bytes}/{total_bytes} {bar:30}"));
    progress.set_message(format!("reading {name}"));
    let checksum = Rc::new(Cell::new(Checksum::default()));
    let mut buffered = BufReader::with_capacity(
        CHUNK,
        Checked { inner: progress.wrap_read(source), checksum: Rc::clone(&checksum) },
    );
    let is_gzip = buffered.fill_buf().map_err(file_failure)?.starts_with(&[0x1f, 0x8b]);
    let text: Box<dyn Read> =
        if is_gzip { Box::new(MultiGzDecoder::new(buffered)) } else { Box::new(buffered) };
    Ok(Source { name, text, progress, checksum })
}

/// Reads a file in chunks, plain or gzip; `-` is standard input. `take` says whether to go on. Returns the name of the
/// file for messages.
pub fn read_chunks(path: &Path, take: impl FnMut(&[u8]) -> ControlFlow<()>) -> Result<String, Failure> {
    Ok(read_checked(path, take)?.0)
}

/// Returns what the reader of a file answers: reading ends early if `has_stopped`.
pub fn unless(has_stopped: bool) -> ControlFlow<()> {
    if has_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Reads a file as [`read_chunks`], and returns its name and the checksum of the bytes that were read, packed or not.
pub fn read_checked(
    path: &Path,
    mut take: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<(String, String), Failure> {
    let Source { name, mut text, progress, checksum } = open(path)?;
    let file_failure = |error| Failure::File { path: name.clone(), error };
    let mut chunk = vec![0; CHUNK];
    loop {
        let read = match text.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(file_failure(error)),
        };
        if take(&chunk[..read]).is_break() {
            break;
        }
    }
    progress.finish_and_clear();
    Ok((name, checksum.get().hex()))
}

/// Reads the first `most` bytes of a file, plain or gzip. Returns its name for messages, the bytes, and whether they
/// are the whole file.
pub fn read_head(path: &Path, most: usize) -> Result<(String, Vec<u8>, bool), Failure> {
    let Source { name, text, progress, .. } = open(path)?;
    let mut head = Vec::new();
    let read = text.take(most as u64).read_to_end(&mut head);
    read.map_err(|error| Failure::File { path: name.clone(), error })?;
    progress.finish_and_clear();
    let is_whole = head.len() < most;
    Ok((name, head, is_whole))
}

/// Reads a file of `user,item,rating` lines, plain or gzip; `-` is standard input.
pub fn read_ratings(path: &Path, scale: GradeScale) -> Result<ReadRatings, Failure> {
    let mut reader = RatingsReader::new(scale);
    let name = read_chunks(path, |chunk| {
        reader.push(chunk);
        unless(reader.has_stopped())
    })?;
    reader.finish().map_err(|error| about(&name, error))
}

/// Reads a whole file of at most `most` bytes, plain or gzip; `-` is standard input. `what` it is, for messages.
pub fn read_bytes(path: &Path, what: &str, most: usize) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let mut has_more = false;
    let name = read_chunks(path, |chunk| {
        has_more = chunk.len() > most - bytes.len();
        if !has_more {
            bytes.extend_from_slice(chunk);
        }
        unless(has_more)
    })?;
    if has_more {
        let problem =
            format!("{what} has at most {most} bytes, and this file has more; is it the right file?");
        return Err(about(&name, Error::data(problem)));
    }
    Ok(bytes)
}

/// Reads a whole file as UTF-8, as [`read_bytes`].
pub fn read_text(path: &Path, what: &str, most: usize) -> Result<String, Failure> {
    String::from_utf8(read_bytes(path, what, most)?).map_err(|problem| {
        let place = problem.utf8_error().valid_up_to();
        about(&name_of(path), Error::data(format!("byte {} is not UTF-8; save the file as UTF-8", place + 1)))
    })
}

/// Reads a names file, plain or gzip; `-` is standard input.
pub fn read_names(path: &Path) -> Result<Vec<Option<String>>, Failure> {
    parse_names(&read_text(path, "a file of names", MOST_NAMES)?)
        .map_err(|error| about(&name_of(path), error))
}

/// Reads a model file of Rankscope or of another program, plain or gzip; `-` is standard input. What another program's
/// file does not say goes to standard error.
pub fn read_model(path: &Path) -> Result<Model, Failure> {
    let name = name_of(path);
    let bytes = read_bytes(path, "a model", MOST_MODEL)?;
    let model = model::read_model(&bytes).map_err(|error| about(&name, error))?;
    say_origin(&name, &model);
    Ok(model)
}

/// Says which program made a model, and what its file does not say.
fn say_origin(name: &str, model: &Model) {
    if let Some(foreign) = &model.foreign {
        say(&format!("{name}: read as {}", foreign.line()));
        foreign.notes.iter().for_each(|note| say(&format!("{name}: {note}")));
    }
}

/// Reads what orders documents: a model, a run of TREC, or one score a line, plain or gzip; or a feature of the data,
/// as `feature:NAME`.
pub fn read_ranker(path: &Path) -> Result<Ranker, Failure> {
    if let Some(feature) = path.to_str().and_then(Ranker::feature) {
        return Ok(feature);
    }
    let name = name_of(path);
    let bytes = read_bytes(path, "a model or a run", MOST_MODEL)?;
    let ranker = Ranker::open(&bytes).map_err(|error| about(&name, error))?;
    if let Some(model) = ranker.as_model() {
        say_origin(&name, model);
    }
    Ok(ranker)
}

/// Says on standard error what a ranker and the test data do not have in common.
pub fn warn_about_ranker(name: &str, ranker: &Ranker, test: &Dataset) -> Result<(), Failure> {
    if let Some(model) = ranker.as_model() {
        warn_about_features(test, model);
    }
    let notes = ranker.check(test).map_err(|error| about(name, error))?;
    notes.iter().for_each(|note| say(&format!("{name}: {note}")));
    Ok(())
}

/// Says on standard error how the features of a foreign model were found in the data, or warns if the data have
/// features that the model lacks, or call features by other names. Features that the data lack count as 0, or as gaps
/// of a foreign model.
pub fn warn_about_features(data: &Dataset, model: &Model) {
    if let Some(note) = model.join_note(data) {
        return say(&note);
    }
    if let Some(conflict) = model.name_conflict(data) {
        say(&conflict);
    }
    let (data, model) = (data.n_features(), model.n_features);
    if data > model {
        say(&format!(
            "the data have {data} features and the model has {model}; the extra features are ignored"
        ));
    }
}

/// Returns a progress style. Templates are fixed, so a wrong one shows in development; it falls back to the default.
pub fn style(template: &str) -> ProgressStyle {
    debug_assert!(ProgressStyle::with_template(template).is_ok());
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Returns a failure of the library about a file.
pub fn about(name: &str, error: Error) -> Failure {
    Failure::Library { about: Some(name.to_owned()), error }
}

/// Returns the first file beside a data file with one of these ends: group sizes are `NAME.query` (LightGBM) or
/// `NAME.group` (XGBoost), weights `NAME.weight`; for a packed file also beside its name without `.gz`.
pub fn file_beside(path: &Path, ends: &[&str]) -> Option<PathBuf> {
    if path.as_os_str() == "-" {
        return None;
    }
    let unpacked =
        path.extension().filter(|end| end.eq_ignore_ascii_case("gz")).map(|_| path.with_extension(""));
    let names = [Some(path.to_owned()), unpacked].into_iter().flatten();
    let mut beside = names.flat_map(|name| {
        ends.iter().map(move |end| {
            let mut beside = name.clone().into_os_string();
            beside.push(".");
            beside.push(end);
            PathBuf::from(beside)
        })
    });
    beside.find(|file| file.is_file())
}
