//! The folder of a study's results. Every file is written complete or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use rankscope::chart::marks_svg;
use rankscope::experiment::study::{CellResult, Study, StudyTable};

use super::Prepared;
use crate::cli::terminal::{complain, name_of, say};
use crate::cli::{Failure, write_file};

/// Folder of the results of single cells, which `--resume` reads.
const CELLS: &str = "cells";

/// A folder that can be written.
pub struct Folder(PathBuf);

impl Folder {
    /// Makes the folder, and checks that its files can be written and are not inputs.
    pub fn open(path: &Path, study: &Study, inputs: &[PathBuf]) -> Result<Self, Failure> {
        if path.as_os_str() == "-" {
            return Err(Failure::Usage("--out -: a study writes several files; give a folder".to_owned()));
        }
        let made = path.join(CELLS);
        fs::create_dir_all(&made).map_err(|error| Failure::File { path: name_of(&made), error })?;
        let folder = Self(path.to_owned());
        let inputs: Vec<&Path> = inputs.iter().map(PathBuf::as_path).collect();
        for name in file_names(study) {
            write_file::check(&folder.0.join(name), &inputs)?;
        }
        Ok(folder)
    }

    fn cell(&self, key: &str) -> PathBuf {
        self.0.join(CELLS).join(format!("{key}.json"))
    }

    /// Writes the result of a cell. A failure is not kept, so that `--resume` trains the cell again.
    pub fn keep(&self, result: &CellResult) -> Result<(), Failure> {
        if result.failure.is_some() {
            return Ok(());
        }
        write_file::write(&self.cell(&result.key), (result.json() + "\n").as_bytes())
    }

    /// Reads the results of earlier cells. A file with a fault is reported, and its cell is trained again.
    pub fn resume(&self, prepared: &Prepared, results: &mut [Option<CellResult>]) {
        let records = prepared.study.records();
        for (key, result) in prepared.keys.iter().zip(results) {
            let path = self.cell(key);
            let text = match fs::read_to_string(&path) {
                Ok(text) => text,
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
                Err(error) => {
                    say(&format!("{}: {error}; the cell is trained again", name_of(&path)));
                    continue;
                }
            };
            match serde_json::from_str::<CellResult>(&text) {
                Ok(kept) if kept.fits(key, &records) => *result = Some(kept),
                Ok(_) => say(&format!("{}: the result of another cell; it is trained again", name_of(&path))),
                Err(error) => say(&format!("{}: {error}; the cell is trained again", name_of(&path))),
            }
        }
    }

    /// Writes the tables and the study with its defaults.
    pub fn write(
        &self,
        prepared: &Prepared,
        results: &[Option<CellResult>],
        table: &StudyTable,
    ) -> Result<(), Failure> {
        let Prepared { study, cells, sets, .. } = prepared;
        let write = |name: &str, text: &str| write_file::write(&self.0.join(name), text.as_bytes());
        write("study.json", &study.json())?;
        write("cells.csv", &table.cells_csv(study, cells, results, sets))?;
        write("queries.csv", &table.queries_csv(study, cells, results, sets))?;
        write("table.md", &table.markdown(study))?;
        for (number, plot) in table.plots(study).iter().enumerate() {
            match marks_svg(plot) {
                Ok(svg) => write(&plot_name(number), &svg)?,
                Err(error) => complain(&format!("plot {}: {error}", number + 1)),
            }
        }
        Ok(())
    }
}

fn plot_name(number: usize) -> String {
    format!("plot-{}.svg", number + 1)
}

/// Returns the names of all files that a study can write.
fn file_names(study: &Study) -> Vec<String> {
    let plots = study.plots.len() * study.data.len();
    let fixed = ["study.json", "cells.csv", "queries.csv", "table.md"].map(str::to_owned);
    fixed.into_iter().chain((0..plots).map(plot_name)).collect()
}
