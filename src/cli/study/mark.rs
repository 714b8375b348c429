//! The mark of a study's folder: a file that says whose results the folder has. Must not know the results.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use fs4::{FileExt, TryLockError};
use serde::{Deserialize, Serialize};

use crate::cli::Failure;
use crate::cli::terminal::{name_of, say};

/// Name of the mark in its folder.
const NAME: &str = "rankscope-study.json";
/// What the field `rankscope` of a mark says.
const KIND: &str = "folder of a study";
/// Longest text of a mark, in bytes. Titles are shorter.
const LONGEST: u64 = 1 << 16;

#[derive(Serialize, Deserialize)]
struct Text {
    rankscope: String,
    /// Title of the study.
    title: String,
}

/// The mark of a folder. The operating system locks it until it is dropped or the process ends.
pub struct Mark {
    path: PathBuf,
    file: File,
}

impl Mark {
    /// Returns whether a folder has a mark.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(NAME).exists()
    }

    /// Locks the mark of a folder. A new one is empty.
    ///
    /// # Errors
    /// [`Failure::File`] if another process holds the lock, or if the mark cannot be opened.
    pub fn lock(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(NAME);
        let failure = |error| Failure::File { path: name_of(&path), error };
        // Opening a pipe would wait for its other end.
        if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
            return Err(failure(io::Error::other("not a file; give another folder")));
        }
        let mut options = OpenOptions::new();
        let file =
            options.read(true).write(true).create(true).truncate(false).open(&path).map_err(failure)?;
        match FileExt::try_lock(&file) {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let problem =
                    "another study is writing to this folder; wait for its end, or give another folder";
                return Err(Failure::File { path: name_of(folder), error: io::Error::other(problem) });
            }
            Err(TryLockError::Error(error)) => say(&format!(
                "{}: the folder cannot be locked ({error}); start no other study that writes to it",
                name_of(folder)
            )),
        }
        Ok(Self { path, file })
    }

    /// Returns the title of the study that the folder belongs to; `None` for a new mark.
    ///
    /// # Errors
    /// [`Failure::File`] for a file that is no mark.
    pub fn title(&self) -> Result<Option<String>, Failure> {
        let failure = |error| Failure::File { path: name_of(&self.path), error };
        let mut bytes = Vec::new();
        (&self.file).take(LONGEST).read_to_end(&mut bytes).map_err(failure)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        match serde_json::from_slice(&bytes) {
            Ok(Text { rankscope, title }) if rankscope == KIND => Ok(Some(title)),
            _ => Err(failure(io::Error::other("not the mark of a study's folder; give another folder"))),
        }
    }

    /// Writes a new mark.
    ///
    /// # Errors
    /// [`Failure::File`] with the reason of the operating system.
    pub fn write(&self, title: &str) -> Result<(), Failure> {
        let text = Text { rankscope: KIND.to_owned(), title: title.to_owned() };
        // Strings can always be written as JSON.
        let text = serde_json::to_string(&text).unwrap_or_default() + "\n";
        let written = (&self.file).write_all(text.as_bytes()).and_then(|()| self.file.sync_all());
        written.map_err(|error| Failure::File { path: name_of(&self.path), error })
    }
}
