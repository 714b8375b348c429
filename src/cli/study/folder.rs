//! The folder of a study's results. Every file is written complete or not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rankscope::Error;
use rankscope::chart::marks_svg;
use rankscope::study::{CellPlan, CellResult, Study, StudySession};

use super::mark::Mark;
use crate::cli::terminal::{complain, name_of, say};
use crate::cli::{Failure, write_file};

/// Folder of the results of single cells, which `--resume` reads.
const CELLS: &str = "cells";

/// Largest file of a cell that is read, in bytes. A cell of 15 records and 100,000 queries has about 30 MB.
const LARGEST_CELL: u64 = 1 << 28;

/// A folder that belongs to the study and that no other study writes to.
pub struct Folder {
    path: PathBuf,
    /// Holds the lock.
    _mark: Mark,
}

impl Folder {
    /// Makes the folder, marks it as that of the study, and checks that its files can be written and are not inputs.
    /// Temporary files of a killed study are removed.
    ///
    /// # Errors
    /// [`Failure::Usage`] for a folder with results of another study, or with files of the same names;
    /// [`Failure::File`] while another study writes to the folder, and for files that cannot be written.
    pub fn open(path: &Path, study: &Study, inputs: &[PathBuf]) -> Result<Self, Failure> {
        if path.as_os_str() == "-" {
            return Err(Failure::Usage("--out -: a study writes several files; give a folder".to_owned()));
        }
        let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
        // Checked before the mark is made, because a refused folder must stay as it is.
        if !Mark::is_in(path) {
            refuse_foreign_files(path, study, &inputs)?;
        }
        let cells = path.join(CELLS);
        fs::create_dir_all(&cells).map_err(|error| Failure::File { path: name_of(&cells), error })?;
        let mark = Mark::lock(path)?;
        match mark.title()? {
            None => {
                refuse_foreign_files(path, study, &inputs)?;
                mark.write(&study.title)?;
            }
            Some(title) if title == study.title => {}
            Some(title) => {
                return Err(Failure::Usage(format!(
                    "--out {}: the folder has the results of the study {title:?}, and this is the study {:?}; give \
                     another folder",
                    name_of(path),
                    study.title
                )));
            }
        }
        let folder = Self { path: path.to_owned(), _mark: mark };
        for name in file_names(study) {
            let file = path.join(name);
            check_is_file(&file)?;
            write_file::check(&file, &inputs)?;
        }
        write_file::remove_left_over(path);
        write_file::remove_left_over(&cells);
        Ok(folder)
    }

    fn cell(&self, key: &str) -> PathBuf {
        self.path.join(CELLS).join(format!("{key}.json"))
    }

    /// Writes the result of a cell. A failure is not kept, so that `--resume` trains the cell again.
    pub fn keep(&self, result: &CellResult) -> Result<(), Failure> {
        if result.failure.is_some() {
            return Ok(());
        }
        write_file::write(&self.cell(&result.key), result.file_text().as_bytes())
    }

    /// Checks that the result of every cell can be written.
    ///
    /// # Errors
    /// [`Failure::File`] for a cell whose place is taken by something that is not a file.
    pub fn check_cells(&self, cells: &[CellPlan]) -> Result<(), Failure> {
        cells.iter().try_for_each(|cell| check_is_file(&self.cell(&cell.key)))
    }

    /// Reads the results of earlier cells. A file with a fault is reported, and its cell is trained again.
    ///
    /// # Errors
    /// As [`StudySession::cells`].
    pub fn resume(&self, session: &mut StudySession) -> Result<(), Error> {
        for cell in session.cells()? {
            let path = self.cell(&cell.key);
            match read_cell(&path) {
                Ok(Some(kept)) => {
                    if session.put(cell.cell, kept).is_err() {
                        say(&format!("{}: the result of another cell; it is trained again", name_of(&path)));
                    }
                }
                Ok(None) => {}
                Err(problem) => say(&format!("{}: {problem}; the cell is trained again", name_of(&path))),
            }
        }
        Ok(())
    }

    /// Writes the tables and the study with its defaults.
    pub fn write(&self, session: &mut StudySession) -> Result<(), Failure> {
        let write = |name: &str, text: &str| write_file::write(&self.path.join(name), text.as_bytes());
        write("study.json", &session.json())?;
        write("cells.csv", &session.cells_csv()?)?;
        write("queries.csv", &session.queries_csv()?)?;
        write("table.md", &session.markdown()?)?;
        let plots = session.plots()?;
        for (number, plot) in plots.iter().enumerate() {
            match marks_svg(plot) {
                Ok(svg) => write(&plot_name(number), &svg)?,
                Err(error) => {
                    complain(&format!("plot {}: {error}", number + 1));
                    self.remove_plot(number)?;
                }
            }
        }
        self.remove_plots_from(plots.len())
    }

    /// Removes the plots that an earlier version of the study had beyond the present ones. They would show other
    /// results than the tables beside them.
    fn remove_plots_from(&self, number: usize) -> Result<(), Failure> {
        for number in number.. {
            if !self.remove_plot(number)? {
                break;
            }
        }
        Ok(())
    }

    /// Removes a plot, and returns whether it was there.
    fn remove_plot(&self, number: usize) -> Result<bool, Failure> {
        let path = self.path.join(plot_name(number));
        match fs::remove_file(&path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(Failure::File { path: name_of(&path), error }),
        }
    }
}

/// Reads the result of a cell; `None` if there is no file.
fn read_cell(path: &Path) -> Result<Option<CellResult>, String> {
    match fs::metadata(path) {
        Ok(found) if found.len() > LARGEST_CELL => {
            return Err(format!("a file of more than {LARGEST_CELL} bytes is not the result of a cell"));
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    }
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    CellResult::from_file(&text).map(Some).map_err(|error| error.to_string())
}

/// Refuses a folder without a mark that has files where the study writes its own.
fn refuse_foreign_files(folder: &Path, study: &Study, inputs: &[&Path]) -> Result<(), Failure> {
    // One plot more, because the study removes the plots that follow its own.
    let next = plot_name(most_plots(study));
    for name in file_names(study).into_iter().chain([next]) {
        let file = folder.join(&name);
        if fs::symlink_metadata(&file).is_ok() {
            // The data of the study are named as such.
            write_file::check(&file, inputs)?;
            return Err(foreign(folder, &name));
        }
    }
    let has_cells = fs::read_dir(folder.join(CELLS)).is_ok_and(|mut entries| entries.next().is_some());
    if has_cells { Err(foreign(folder, CELLS)) } else { Ok(()) }
}

fn foreign(folder: &Path, name: &str) -> Failure {
    Failure::Usage(format!(
        "--out {}: the folder has no mark of this study, and the study would replace {name}; give another folder, or move \
         {name} away",
        name_of(folder)
    ))
}

/// Refuses a folder, a pipe or a device in place of a result, because a study writes files.
fn check_is_file(path: &Path) -> Result<(), Failure> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(Failure::File {
            path: name_of(path),
            error: io::Error::other("not a file, so no result can be written there; remove it"),
        }),
        // A file that is absent is created. Opening the file reports any other problem.
        _ => Ok(()),
    }
}

fn plot_name(number: usize) -> String {
    format!("plot-{}.svg", number + 1)
}

/// Returns the names of all files that a study can write.
fn file_names(study: &Study) -> Vec<String> {
    let fixed = ["study.json", "cells.csv", "queries.csv", "table.md"].map(str::to_owned);
    fixed.into_iter().chain((0..most_plots(study)).map(plot_name)).collect()
}

/// Returns the largest number of plots that a study can have.
fn most_plots(study: &Study) -> usize {
    study.plots.len() * study.data.len()
}
